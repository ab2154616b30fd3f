//! The work that is measured.

use cards::CardSet;
use cards::load::{Faults, Library};
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use game::observe::tally::Tally;
use game::rules::{Layout, set_up};
use game::state::{GameState, Phase};
use players::registry::{self, PreparedPolicies};
use rayon::prelude::*;
use runs::sim::game::Tabletop;
use runs::sim::plan::Plan;
use runs::sim::{Rows, StopRule};
use std::hint::black_box;

/// Policies of the standard workloads.
pub const POLICIES: [&str; 4] = ["pass", "random", "greedy", registry::DEFAULT];
/// Numbers of players of the standard workloads.
pub const PLAYERS: [u8; 3] = [1, 2, 4];

/// Games of one policy at one table, as a run plays and counts them.
pub struct Workload {
    plan: Plan,
}

impl Workload {
    /// The games of a policy and a number of players.
    pub fn new(policy: &str, players: u8) -> Result<Self, Faults> {
        let library = Library::embedded();
        let (cards, _) = library.compile::<&str, &str>(&[])?;
        let policy = registry::resolve_for(policy, &cards, players)?;
        Ok(Workload {
            plan: Plan {
                rules: Preset::Pnp.ruleset(players),
                policy,
                cards,
                seed: 1,
                stop: StopRule {
                    games: None,
                    target: None,
                },
                rows: Rows::None,
                plays_on: false,
                rounds: false,
                shard: None,
                cards_title: library.title().to_string(),
                rulings: Default::default(),
            },
        })
    }

    /// "random, 2 players".
    pub fn name(&self) -> String {
        let players = match self.plan.rules.players {
            1 => "1 player".to_string(),
            n => format!("{n} players"),
        };
        format!("{}, {players}", self.plan.policy.name())
    }

    /// Plays games on this thread; returns the number of decisions.
    pub fn play(&self, games: u64) -> u64 {
        self.play_at(&mut self.table(), games)
    }

    /// What is needed to play, so that playing itself can be measured alone.
    pub fn table(&self) -> (Tabletop<'_>, Tally) {
        (Tabletop::new(&self.plan), Tally::new(&self.plan.cards))
    }

    /// Plays games at a table.
    pub fn play_at(&self, (table, tally): &mut (Tabletop<'_>, Tally), games: u64) -> u64 {
        let decisions = (0..games).map(|game| u64::from(table.play(game, tally).decisions));
        decisions.sum()
    }

    /// Plays games on all threads of the pool it is called in; returns the number of decisions.
    pub fn play_on_threads(&self, games: u64) -> u64 {
        const CHUNK: u64 = 100;
        let chunks = (0..games.div_ceil(CHUNK)).into_par_iter();
        chunks.map(|_| self.play(CHUNK)).sum()
    }
}

/// A small piece of work with its name, done a number of times.
pub struct Piece {
    /// What it is.
    pub name: &'static str,
    work: Box<dyn FnMut(u64) -> u64>,
}

impl Piece {
    /// Does it `times` times.
    pub fn repeat(&mut self, times: u64) -> u64 {
        (self.work)(times)
    }
}

/// The pieces that games are made of.
pub fn pieces() -> Result<Vec<Piece>, Faults> {
    let (cards, _) = Library::embedded().compile::<&str, &str>(&[])?;
    Ok(vec![
        set_up_piece(cards.clone()),
        lane_piece(cards.clone()),
        copy_piece(&cards),
    ])
}

fn set_up_piece(cards: CardSet) -> Piece {
    let rules = Preset::Pnp.ruleset(2);
    let layout = Layout::new(&cards, &rules);
    let mut table = GameState::new(GameKey::new(0, 0), 2);
    Piece {
        name: "set-up with all shuffles, 2 players",
        work: Box::new(move |times| {
            let tables = (0..times).map(|game| {
                // In games most decks are shuffled when they are first needed; here, all at once.
                let key = GameKey::new(1, game);
                layout.set_up_shuffled(&cards, &rules, key, &mut table);
                u64::from(table.first_player)
            });
            tables.sum()
        }),
    }
}

/// One lane of wave-1 combat, from a table that stands just before it.
fn lane_piece(cards: CardSet) -> Piece {
    let rules = Preset::Pnp.ruleset(1);
    let policy = registry::resolve("pass", &cards).expect("built in");
    let state = before_combat(&cards, &rules, &policy);
    Piece {
        name: "one lane of combat, with a copy of the state",
        work: Box::new(move |times| {
            let lanes = (0..times).map(|_| {
                let mut copy = state;
                policy.table(copy.key).play_step(&cards, &rules, &mut copy);
                copy.base as u64
            });
            lanes.fold(0, u64::wrapping_add)
        }),
    }
}

fn before_combat(cards: &CardSet, rules: &Ruleset, policy: &PreparedPolicies) -> GameState {
    let mut state = set_up(cards, rules, GameKey::new(3, 3));
    let mut players = policy.table(state.key);
    while state.phase != Phase::Combat {
        players.play_step(cards, rules, &mut state);
    }
    state
}

fn copy_piece(cards: &CardSet) -> Piece {
    let state = set_up(cards, &Preset::Pnp.ruleset(2), GameKey::new(1, 1));
    Piece {
        name: "copy of the state",
        work: Box::new(move |times| {
            let copies = (0..times).map(|_| black_box(*black_box(&state)).base as u64);
            copies.fold(0, u64::wrapping_add)
        }),
    }
}
