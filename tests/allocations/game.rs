//! Games are played without touching the heap, under every preset and with the tally included.

use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, WeatherUse};
use game::observe::tally::Tally;
use game::play::Policy;
use game::rules::{Layout, play, unwatched};
use game::state::GameState;
use players::{Pass, Random, registry};
use runs::memory::count_allocations;
use runs::sim::Plan;
use runs::sim::game::Tabletop;

#[test]
fn the_counter_counts() {
    let two = count_allocations(|| {
        drop(std::hint::black_box(vec![1u8; 10]));
        drop(std::hint::black_box(Box::new(1u8)));
    });
    assert_eq!(two, Some(2));
    assert_eq!(count_allocations(|| {}), Some(0));
}

#[test]
fn a_game_allocates_nothing_under_any_preset() {
    let cards = Library::embedded().cards().expect("a sound set");
    for players in 1..=4 {
        for preset in [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught] {
            let rules = preset.ruleset(players);
            let layout = Layout::new(&cards, &rules);
            let mut state = GameState::new(GameKey::new(0, 0), players);
            let allocated = count_allocations(|| {
                for game in 0..200 {
                    let key = GameKey::new(3, game);
                    for policy in [&mut Random::new(key) as &mut dyn Policy, &mut Pass] {
                        layout.set_up(&cards, &rules, key, &mut state);
                        play(&cards, &rules, &mut state, policy, &mut unwatched);
                    }
                }
            });
            assert_eq!(allocated, Some(0), "{players} players, {preset:?}");
        }
    }
}

#[test]
fn a_counted_game_allocates_nothing() {
    let compile = |library: Library| library.cards().expect("the built-in sets are sound");
    let hive = compile(Library::embedded());
    let both = compile(Library::of_sets(&["hive", "homebrew"].map(String::from)));
    for (cards, players, policy) in [
        (&hive, 1, "random"),
        (&hive, 2, "pass"),
        (&hive, 4, "random,pass,random,pass"),
        (&both, 2, "random"),
    ] {
        let mut rules = Preset::Pnp.ruleset(players);
        rules.training = true;
        rules.weather = WeatherUse::On;
        let plan = Plan {
            cards: cards.clone(),
            rules,
            policy: registry::resolve_for(policy, cards, players).expect("a policy"),
            seed: 4,
            ..Plan::built_in(policy, players, 100).expect("a plan")
        };
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(&plan);
        let allocated = count_allocations(|| {
            for game in 0..100 {
                std::hint::black_box(table.play(game, &mut tally));
            }
        });
        assert_eq!(allocated, Some(0), "{players} players, {policy}");
    }
}
