//! Games are played without touching the heap, counting included. A binary of its own, because it has an
//! allocator of its own.

use cards::load::Library;
use cards::ruleset::{Preset, WeatherUse};
use game::observe::tally::Tally;
use players::registry::{self, BUILT_IN};
use runs::memory::{CountingAllocator, count_allocations};
use runs::sim::Plan;
use runs::sim::game::Tabletop;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

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
fn a_counted_game_allocates_nothing_whoever_plays() {
    let compile = |library: Library| library.cards().expect("the built-in sets are sound");
    let hive = compile(Library::embedded());
    let both = compile(Library::of_sets(&["hive", "homebrew"].map(String::from)));
    // Players who search keep their notes on the heap.
    for policy in BUILT_IN.iter().filter(|policy| !policy.searches()) {
        for (cards, players, preset, training) in [
            (&hive, 1, Preset::Pnp, false),
            (&hive, 4, Preset::Pnp, true),
            (&hive, 2, Preset::Onslaught, true),
            (&both, 2, Preset::Dreadmire, true),
        ] {
            let mut rules = preset.ruleset(players);
            (rules.training, rules.weather) = (training, WeatherUse::On);
            let plan = Plan {
                cards: cards.clone(),
                rules,
                policy: registry::resolve(policy.name, cards).expect("a sound policy"),
                seed: 4,
                ..Plan::built_in("random", players, 100).expect("a plan")
            };
            let mut tally = Tally::new(&plan.cards);
            let mut table = Tabletop::new(&plan);
            let allocated = count_allocations(|| {
                for game in 0..100 {
                    std::hint::black_box(table.play(game, &mut tally));
                }
            });
            assert_eq!(allocated, Some(0), "{}: {players}, {preset:?}", policy.name);
        }
    }
}
