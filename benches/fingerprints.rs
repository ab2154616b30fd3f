//! Fingerprints of games, to see that a change leaves play as it was:
//! `cargo bench -p players --bench fingerprints [CONFIGURATIONS]` before and after it must print the
//! same lines.
//!
//! A line is one group of games: how many decisions were made, and a fingerprint of every question
//! with all its legal answers and the one that was given, of every event, and of the table at the
//! end. Every game is played with and without an observer; the two must not differ.

#[path = "../src/players/tests/configurations/mod.rs"]
mod configurations;

use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset, Together};
use game::observe::Event;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{Game, play, set_up};
use game::state::GameState;
use players::registry::PreparedPolicies;
use players::{Pass, Random, registry};
use std::fmt::{self, Debug, Write};

/// Configurations that are tried unless an argument says otherwise.
const CONFIGURATIONS: u64 = 150;
/// Who plays under random rules.
const THINKING: [&str; 4] = ["veteran", "balanced", "greedy", "balanced"];
/// Who plays the usual game, and how many games of each number of players.
const USUAL: [(&str, u64); 6] = [
    ("pass", 40),
    ("random", 200),
    ("greedy", 40),
    ("balanced", 40),
    ("veteran", 100),
    ("strategist", 7),
];

fn main() {
    // Cargo adds a word of its own.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let configurations = words.next().map_or(CONFIGURATIONS, |word| {
        word.parse().expect("a number of configurations")
    });
    usual_games();
    for number in 0..configurations {
        let configuration = configurations::random_configuration(number);
        let (cards, rules) = (&configuration.cards, &configuration.rules);
        let name = format!("configuration {number}");
        report(&format!("{name}, random"), cards, rules, "random", 8);
        // Wild figures are beyond the sums of players who think.
        if configuration.tame {
            let policy = THINKING[number as usize % THINKING.len()];
            report(&format!("{name}, {policy}"), cards, rules, policy, 4);
        }
    }
}

/// Games by the printed rules.
fn usual_games() {
    let cards = Library::embedded()
        .cards()
        .expect("the embedded cards are sound");
    for (policy, games) in USUAL {
        for players in 1..=4 {
            for (number, rules) in usual_rules(players).iter().enumerate() {
                let searches = policy == "strategist";
                if searches && (number < 2 || players > 3) {
                    continue;
                }
                let name = format!("{policy}, {players} players, rules {number}");
                report(&name, &cards, rules, policy, games);
            }
        }
    }
}

/// The default rules, one turn each, and a base that holds for long.
fn usual_rules(players: u8) -> [Ruleset; 3] {
    let rules = Preset::Pnp.ruleset(players);
    let (mut one_turn_each, mut long) = (rules, rules);
    one_turn_each.together = Together::SeatBySeat;
    long.base_hp = 60;
    [rules, one_turn_each, long]
}

/// Plays some games and prints their fingerprint.
fn report(name: &str, cards: &CardSet, rules: &Ruleset, policy: &str, games: u64) {
    let prepared = match policy {
        "pass" | "random" => None,
        named => Some(registry::resolve(named, cards).expect("a built-in policy")),
    };
    let mut total = Fingerprint::default();
    let mut decisions = 0;
    for number in 0..games {
        let key = GameKey::new(11, number);
        let players = || seated(policy, prepared.as_ref(), key);
        let (heard, end) = heard(cards, rules, key, players());
        let (watched, observed, end_watched) = watched(cards, rules, key, players());
        assert_eq!(
            (heard, table_of(&end)),
            (watched, table_of(&end_watched)),
            "{name}: an observer changes game {number}"
        );
        if let Some(prepared) = &prepared {
            let mut state = set_up(cards, rules, key);
            prepared.table(key).play(cards, rules, &mut state);
            let (alone, asked) = (table_of(&state), table_of(&end));
            assert_eq!(alone, asked, "{name}: game {number}, unheard");
        }
        decisions += u64::from(end.decisions());
        total.add(&(heard, observed, table_of(&end)));
    }
    println!(
        "{name}: {games} games, {decisions} decisions, {:016x}",
        total.0
    );
}

fn seated<'p>(
    policy: &str,
    prepared: Option<&'p PreparedPolicies>,
    key: GameKey,
) -> Box<dyn Policy + 'p> {
    match (policy, prepared) {
        (_, Some(prepared)) => Box::new(prepared.table(key)),
        ("pass", _) => Box::new(Pass),
        _ => Box::new(Random::new(key)),
    }
}

/// A game without observers: the fingerprint of all answers, and the table at the end.
fn heard(
    cards: &CardSet,
    rules: &Ruleset,
    key: GameKey,
    mut players: Box<dyn Policy + '_>,
) -> (Fingerprint, GameState) {
    let mut state = set_up(cards, rules, key);
    let mut heard = Heard::new(&mut *players);
    Game::new(cards, rules, &mut state, &mut heard, &mut ()).play();
    (heard.answers, state)
}

/// The same with an observer: the fingerprints of all answers and events, and the table at the end.
fn watched(
    cards: &CardSet,
    rules: &Ruleset,
    key: GameKey,
    mut players: Box<dyn Policy + '_>,
) -> (Fingerprint, Fingerprint, GameState) {
    let mut state = set_up(cards, rules, key);
    let mut heard = Heard::new(&mut *players);
    let mut events = Fingerprint::default();
    let mut watch = |_: &GameState, _: &CardSet, event: &Event| events.add(event);
    play(cards, rules, &mut state, &mut heard, &mut watch);
    (heard.answers, events, state)
}

/// What matters of a table when a game is over.
fn table_of(state: &GameState) -> Fingerprint {
    let mut table = Fingerprint::default();
    table.add(&(state.base(), state.round(), state.fell_in_round()));
    table.add(&(state.decisions(), state.incidents(), state.first_player()));
    table.add(&state.count_cards());
    for seat in state.seats() {
        table.add(&(seat.hand.cards(), seat.discard.cards(), seat.deck.len()));
    }
    table
}

/// A player whose answers are noted.
struct Heard<'a> {
    player: &'a mut dyn Policy,
    answers: Fingerprint,
}

impl<'a> Heard<'a> {
    fn new(player: &'a mut dyn Policy) -> Self {
        Heard {
            player,
            answers: Fingerprint::default(),
        }
    }
}

impl Policy for Heard<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.player.choose(view, decision, options);
        self.answers.add(&(view.seat(), decision, options, answer));
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.player.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.player.pause(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.player.new_luck()
    }
}

/// A number that differs wherever what it was made of differs (FNV-1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, what: &impl Debug) {
        write!(self, "{what:?}").expect("a fingerprint takes any text");
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}
