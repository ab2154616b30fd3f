//! How fast the engine plays: `cargo bench --bench engine`.
//!
//! Prints what `xenosim bench` measures, in the benchmark's own build. With `--games N PLAYERS
//! POLICY` it only plays that many games without an observer and stops, for counting instructions
//! (see `benches/instructions.py`).

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xenosim_engine::bench::{Follow, Measured, Options, figures, run, tasks};
use xenosim_engine::cards::CardSet;
use xenosim_engine::cards::load::Library;
use xenosim_engine::policy::{Pass, Random};
use xenosim_engine::rng::GameKey;
use xenosim_engine::rules::{Game, Layout};
use xenosim_engine::ruleset::{Preset, Ruleset};
use xenosim_engine::sim::SimError;
use xenosim_engine::state::GameState;
use xenosim_engine::words::Word;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == "--games") {
        let (cards, _) = Library::embedded()
            .compile::<&str, &str>(&[])
            .expect("the embedded cards are sound");
        let games = words[at + 1].parse().expect("a number of games");
        let players = words[at + 2].parse().expect("a number of players");
        let rules = Preset::Pnp.ruleset(players);
        let decisions = play_games(&cards, &rules, &words[at + 3], games);
        println!("{decisions}");
        return;
    }
    let options = Options {
        repetitions: 5,
        target: None,
        each: Duration::from_millis(200),
        games: None,
        threads: 1,
    };
    let mut tasks = tasks(&options, false).expect("everything needed is built in");
    let (mut measured, never) = (Measured::new(), AtomicBool::new(false));
    run(&mut tasks, &options, &mut measured, &never, &mut Silent).expect("nothing is written");
    for figure in figures(&tasks, &measured, &options) {
        println!(
            "{:<62} {:>12.1} ({:.1} to {:.1}) {}",
            figure.what,
            figure.median,
            figure.low,
            figure.high,
            figure.unit.word()
        );
    }
}

/// Nobody follows.
struct Silent;

impl Follow for Silent {
    fn about_to(&mut self, _: &str, _: usize) {}
    fn measured(&mut self, _: &Measured) -> Result<(), SimError> {
        Ok(())
    }
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
