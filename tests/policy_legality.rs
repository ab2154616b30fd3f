//! Never an illegal choice: many games with all heuristic policies mixed at the table, under all
//! presets and difficulties (those that search have tests of their own). The engine checks every answer, and every card is counted at the end.

use crate::common::built_in_cards;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset, Ruleset};
use game::rules::{play, set_up, unwatched};
use players::registry;
use players::registry::{BUILT_IN, PreparedPolicies};
use players::spec::PolicySpec;
use rayon::prelude::*;

/// How many games are played in all.
const GAMES: u64 = 100_000;
/// How many different tables of mixed policies there are.
const TABLES: usize = 48;

/// Tables at which seat by seat other policies sit; every policy sits at every seat.
fn mixed_tables(cards: &CardSet) -> Vec<PreparedPolicies> {
    let specs: Vec<PolicySpec> = BUILT_IN
        .iter()
        .filter(|built_in| !built_in.searches())
        .map(|built_in| registry::load(built_in.name, cards).expect("a sound policy"))
        .collect();
    let count = specs.len();
    let table = |number: usize| {
        let step = 1 + number / count;
        let seats = (0..4).map(|seat| specs[(number + seat * step) % count].clone());
        PreparedPolicies::new(&seats.collect::<Vec<_>>(), cards)
    };
    (0..TABLES).map(table).collect()
}

fn rules_of(game: u64) -> Ruleset {
    let players = 1 + (game % 4) as u8;
    let preset = [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught][(game / 4 % 3) as usize];
    let mut rules = preset.ruleset(players);
    let difficulties = [Difficulty::Normal, Difficulty::Easy, Difficulty::Hard];
    let difficulty = difficulties[(game / 12 % 3) as usize];
    difficulty.apply_base(&mut rules);
    preset.deployment().apply(difficulty, &mut rules);
    // A few go on to the ninth round whatever happens.
    if game.is_multiple_of(97) {
        Difficulty::Training.apply_base(&mut rules);
    }
    rules
}

#[test]
fn a_hundred_thousand_games_without_an_illegal_choice() {
    let cards = built_in_cards();
    let tables = mixed_tables(&cards);
    let decisions: u64 = (0..GAMES)
        .into_par_iter()
        .map(|game| {
            let key = GameKey::new(17, game);
            let rules = rules_of(game);
            let mut state = set_up(&cards, &rules, key);
            let mut table = tables[(game / 7) as usize % TABLES].table(key);
            // The engine panics at an index that is no option.
            play(&cards, &rules, &mut state, &mut table, &mut unwatched);
            assert_eq!(state.miscounted(&cards), None, "game {game}");
            u64::from(state.decisions)
        })
        .sum();
    assert!(decisions > 20 * GAMES, "{decisions} decisions");
}
