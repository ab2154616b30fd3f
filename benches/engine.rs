//! How fast the engine plays: `cargo bench --bench engine`.
//!
//! Whole games for 1, 2 and 4 players under `pass` and `random`, the shuffle of a market deck,
//! one lane of combat, and a copy of the state. With `--games N PLAYERS POLICY` it only plays
//! that many games and stops, for counting instructions (see `benches/instructions.py`).

mod support;

use std::hint::black_box;
use support::measure;
use xenosim::cards::CardSet;
use xenosim::cards::load::Library;
use xenosim::policy::{Pass, Random};
use xenosim::rng::GameKey;
use xenosim::rules::{Game, Layout, set_up};
use xenosim::ruleset::{Preset, Ruleset};
use xenosim::state::{GameState, Phase};

fn main() {
    let (cards, _) = Library::embedded()
        .compile::<&str, &str>(&[])
        .expect("the embedded cards are sound");
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == "--games") {
        let games = words[at + 1].parse().expect("a number of games");
        let players = words[at + 2].parse().expect("a number of players");
        let rules = Preset::Pnp.ruleset(players);
        let decisions = play_games(&cards, &rules, &words[at + 3], games);
        println!("{decisions}");
        return;
    }
    for policy in ["pass", "random"] {
        for players in [1, 2, 4] {
            let rules = Preset::Pnp.ruleset(players);
            let games = if policy == "pass" { 20_000 } else { 5_000 };
            let name = format!("game, {players} players, {policy}");
            measure(&name, "games", games, || {
                play_games(&cards, &rules, policy, games)
            });
        }
    }
    let rules = Preset::Pnp.ruleset(2);
    let layout = Layout::new(&cards, &rules);
    let mut table = GameState::new(GameKey::new(0, 0), 2);
    measure("set-up with its shuffles", "tables", 20_000, || {
        (0..20_000)
            .map(|game| {
                layout.set_up(&cards, &rules, GameKey::new(1, game), &mut table);
                u64::from(table.first_player)
            })
            .sum()
    });
    combat_lane(&cards);
    let state = set_up(&cards, &rules, GameKey::new(1, 1));
    measure("state copy", "copies", 1_000_000, || {
        (0..1_000_000)
            .map(|_| black_box(*black_box(&state)).base as u64)
            .sum()
    });
    println!("state: {} bytes", size_of::<GameState>());
}

/// Plays games and returns the number of decisions.
fn play_games(cards: &CardSet, rules: &Ruleset, policy: &str, games: u64) -> u64 {
    let layout = Layout::new(cards, rules);
    let mut state = GameState::new(GameKey::new(0, 0), rules.players);
    (0..games)
        .map(|game| {
            let key = GameKey::new(1, game);
            layout.set_up(cards, rules, key, &mut state);
            if policy == "pass" {
                Game::new(cards, rules, &mut state, &mut Pass, &mut ()).play();
            } else {
                Game::new(cards, rules, &mut state, &mut Random::new(key), &mut ()).play();
            }
            u64::from(state.decisions)
        })
        .sum()
}

/// One lane of wave-1 combat, from a table that stands just before it.
fn combat_lane(cards: &CardSet) {
    let rules = Preset::Pnp.ruleset(1);
    let mut state = set_up(cards, &rules, GameKey::new(3, 3));
    let (mut policy, mut nobody) = (Pass, ());
    let mut game = Game::new(cards, &rules, &mut state, &mut policy, &mut nobody);
    while game.state.phase != Phase::Combat {
        game.play_step();
    }
    measure("one combat lane (copy included)", "lanes", 200_000, || {
        (0..200_000)
            .map(|_| {
                let mut copy = state;
                Game::new(cards, &rules, &mut copy, &mut Pass, &mut ()).play_step();
                copy.base as u64
            })
            .sum()
    });
}
