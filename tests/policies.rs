//! Policies as a whole: every combination plays, each rung is above the one below, and they are
//! better together than each for oneself.

use crate::common::built_in_cards as cards;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset, Ruleset};
use game::rules;
use game::rules::{set_up, unwatched};
use game::state::GameState;
use players::registry;
use players::registry::PreparedPolicies;
use players::spec::PolicySpec;
use rayon::prelude::*;

fn play(cards: &CardSet, rules: &Ruleset, players: &PreparedPolicies, key: GameKey) -> GameState {
    let mut state = set_up(cards, rules, key);
    let mut table = players.table(key);
    // The engine panics at an index that is no option.
    rules::play(cards, rules, &mut state, &mut table, &mut unwatched);
    state
}

fn training(players: u8) -> Ruleset {
    let mut rules = Preset::Pnp.ruleset(players);
    Difficulty::Training.apply_base(&mut rules);
    rules
}

/// Mean damage to the base over nine rounds of training.
fn mean_damage(cards: &CardSet, policy: &str, players: u8, games: u64) -> f64 {
    let table = registry::resolve(policy, cards).expect("a sound policy");
    let rules = training(players);
    let damage = |game| f64::from(-play(cards, &rules, &table, GameKey::new(11, game)).base());
    (0..games).into_par_iter().map(damage).sum::<f64>() / games as f64
}

#[test]
fn any_purchase_goes_with_any_deployment_reaction_and_wrap_up() {
    let cards = cards();
    for purchase in ["greedy", "random", "none"] {
        for deployment in ["lane-balancing", "own-lane", "front-heavy", "random"] {
            for reaction in ["heuristic", "eager", "never", "random"] {
                for wrap_up in [
                    "by-worth",
                    "discard-all",
                    "discard-hand",
                    "keep-all",
                    "random",
                ] {
                    let text = format!(
                        "[purchase]\nstrategy = \"{purchase}\"\n\
                         [deployment]\nstrategy = \"{deployment}\"\n\
                         [reaction]\nstrategy = \"{reaction}\"\n\
                         [wrap-up]\nstrategy = \"{wrap_up}\"\n",
                    );
                    let spec = PolicySpec::parse("mix", "mix.toml", &text)
                        .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
                    let table = PreparedPolicies::new(&[spec], &cards);
                    for game in 0..4 {
                        play(&cards, &training(2), &table, GameKey::new(5, game));
                    }
                }
            }
        }
    }
}

#[test]
fn seats_can_have_different_policies() {
    let cards = cards();
    let table = registry::resolve("pass, balanced", &cards).expect("two sound policies");
    assert_eq!(table.names().collect::<Vec<_>>(), ["pass", "balanced"]);
    let both = mean_damage(&cards, "balanced,balanced", 2, 100);
    let mixed = mean_damage(&cards, "pass,balanced", 2, 100);
    let neither = mean_damage(&cards, "pass,pass", 2, 100);
    assert!(both < mixed && mixed < neither, "{both} {mixed} {neither}");
}

/// Mean number of rounds survived in the game as it is played. Training is another measure: it
/// counts all nine rounds, most of all the last three, which ordinary games seldom reach.
fn mean_rounds(cards: &CardSet, players: &PreparedPolicies, seats: u8, games: u64) -> f64 {
    let rules = Preset::Pnp.ruleset(seats);
    let rounds = |game| {
        let state = play(cards, &rules, players, GameKey::new(31, game));
        f64::from(state.round() - 1)
    };
    (0..games).into_par_iter().map(rounds).sum::<f64>() / games as f64
}

#[test]
fn each_rung_survives_longer_than_the_one_below() {
    let cards = cards();
    for seats in [1, 2, 4] {
        let rungs = ["random", "pass", "greedy", "balanced", "veteran"];
        let rounds = rungs.map(|rung| {
            let players = registry::resolve(rung, &cards).expect("a sound policy");
            mean_rounds(&cards, &players, seats, 3000)
        });
        assert!(
            rounds.is_sorted_by(|a, b| a < b),
            "{seats} players: {rungs:?} {rounds:?}"
        );
    }
}
