//! The work that is measured.

use cards::CardSet;
use cards::load::{Faults, Library};
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use cards::words::counted;
use game::observe::tally::Tally;
use game::rules::{Layout, set_up};
use game::state::{GameState, Phase};
use players::Effort;
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
        let plan = Plan {
            stop: StopRule {
                games: None,
                target: None,
                raises: 0,
            },
            rows: Rows::None,
            ..Plan::built_in(policy, players, 0)?
        };
        Ok(Workload { plan })
    }

    /// "random, 2 players".
    pub fn name(&self) -> String {
        table_name(&self.plan.policy, self.plan.rules.players)
    }

    /// Plays games on this thread; returns the number of decisions.
    pub fn play(&self, games: u64) -> u64 {
        self.play_at(&mut self.table(), games)
    }

    /// Prepares everything needed to play, so that only playing is measured.
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

/// The policies in the measurement of search.
pub const SEARCHING: &str = "strategist";
/// Numbers of players at whose tables search is measured.
pub const SEARCH_PLAYERS: [u8; 2] = [1, 2];

/// Rounds that are played in the measurement of search.
const SEARCHED_ROUNDS: usize = 12;

/// Rounds played by players who search, in turn: those of the first games of the default player.
pub struct Search {
    cards: CardSet,
    rules: Ruleset,
    policy: PreparedPolicies,
    tables: Vec<GameState>,
    next: usize,
}

impl Search {
    /// The rounds of a policy and a number of players.
    pub fn new(policy: &str, players: u8) -> Result<Self, Faults> {
        let cards = Library::embedded().cards()?;
        let rules = Preset::Pnp.ruleset(players);
        let usual = registry::resolve_for(registry::DEFAULT, &cards, players)?;
        Ok(Search {
            policy: registry::resolve_for(policy, &cards, players)?,
            tables: starts_of_rounds(&cards, &rules, &usual),
            cards,
            rules,
            next: 0,
        })
    }

    /// "strategist, 2 players".
    pub fn name(&self) -> String {
        table_name(&self.policy, self.rules.players)
    }

    /// Plays rounds until at least this many games have been imagined; continues with the next
    /// round when called again.
    pub fn imagine(&mut self, playouts: u64) -> Effort {
        let mut made = Effort::default();
        while made.playouts < playouts {
            let mut state = self.tables[self.next];
            self.next = (self.next + 1) % self.tables.len();
            let round = state.round;
            let mut players = self.policy.table(state.key);
            let mut here = Effort::default();
            while !state.is_over()
                && state.round == round
                && made.playouts + here.playouts < playouts
            {
                players.play_step(&self.cards, &self.rules, &mut state);
                here = players.effort();
            }
            made.questions += here.questions;
            made.playouts += here.playouts;
        }
        made
    }
}

/// Tables at the starts of the rounds of some games.
fn starts_of_rounds(cards: &CardSet, rules: &Ruleset, policy: &PreparedPolicies) -> Vec<GameState> {
    let mut tables = Vec::new();
    for game in 0.. {
        let mut state = set_up(cards, rules, GameKey::new(1, game));
        let mut players = policy.table(state.key);
        while !state.is_over() {
            if state.phase == Phase::Draw {
                tables.push(state);
            }
            players.play_step(cards, rules, &mut state);
        }
        if tables.len() >= SEARCHED_ROUNDS {
            break;
        }
    }
    tables.truncate(SEARCHED_ROUNDS);
    tables
}

/// "random, 2 players".
fn table_name(policy: &PreparedPolicies, players: u8) -> String {
    format!("{}, {}", policy.name(), counted(players, "player"))
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
    let cards = Library::embedded().cards()?;
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
