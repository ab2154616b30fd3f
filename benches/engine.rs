//! How fast the engine plays: `cargo bench --bench engine`.
//!
//! Prints what `xenosim bench` measures, in the benchmark's own build. With `--games N PLAYERS
//! POLICY` it only plays that many games without an observer and stops, for counting instructions
//! (see `benches/instructions.py`); what is spent in the players' own code is all inside
//! [`Asked::choose`].

use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use cards::words::Word;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{Game, Layout};
use game::state::GameState;
use players::{Pass, Random, registry};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use studies::bench::{Follow, Measured, Options, figures, run, tasks};
use studies::sim::SimError;

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

/// A player whose answers can be told from the rules in a profile: they are one function, by a
/// name that no compiler changes.
struct Asked<P>(P);

impl<P: Policy> Policy for Asked<P> {
    #[inline(never)]
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.0.choose(view, decision, options)
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.0.rest(at);
    }
}

/// Plays games and returns the number of decisions.
fn play_games(cards: &CardSet, rules: &Ruleset, policy: &str, games: u64) -> u64 {
    match policy {
        "pass" => play_with(cards, rules, games, |_| Pass),
        "random" => play_with(cards, rules, games, Random::new),
        named => {
            let players = registry::resolve(named, cards).expect("a policy's name or file");
            play_with(cards, rules, games, |key| Asked(players.table(key)))
        }
    }
}

fn play_with<P: Policy>(
    cards: &CardSet,
    rules: &Ruleset,
    games: u64,
    players: impl Fn(GameKey) -> P,
) -> u64 {
    let layout = Layout::new(cards, rules);
    let mut state = GameState::new(GameKey::new(0, 0), rules.players);
    let decisions = (0..games).map(|game| {
        let key = GameKey::new(1, game);
        layout.set_up(cards, rules, key, &mut state);
        Game::new(cards, rules, &mut state, &mut players(key), &mut ()).play();
        u64::from(state.decisions)
    });
    decisions.sum()
}
