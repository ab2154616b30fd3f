//! How lucky a game was: at every round start, what the round's draws did to how far the players
//! would come, less what other draws would have done on average.
//!
//! From the table at which a round starts, a plain player (the [`Gauge`]'s) plays that one round with
//! the draws of the game, and again with each of a few other draws ([`redeal_draws`]). What a learned
//! value thinks of the tables after it tells how good the draws were. The true draws and the others
//! come from the same distribution, and nobody knows which are which, so a round's difference has mean
//! zero whatever the player and the value are worth; so has the sum over a game, and a multiple of it
//! can be taken off any measure of the game without moving its mean.

use super::table::{Players, PreparedPolicy};
use super::value::Value;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::rules::hidden::redeal_draws;
use game::state::{GameState, Phase, ROUNDS};
use std::sync::Arc;

/// Sets the luck of the other draws apart from all other alternative luck of a game.
const OTHER_DRAWS: u64 = 0x6c75_636b;

/// What measures luck: a plain player, a value and a number of other draws.
#[derive(Clone, Debug)]
pub struct Gauge {
    /// Who plays the rounds; must not search.
    pub players: Vec<PreparedPolicy>,
    /// What judges the tables after them.
    pub value: Arc<Value>,
    /// How many other draws there are.
    pub others: u32,
    /// The bases per player, in half HP, over which the value's opinion is averaged.
    pub bases: Vec<u32>,
}

/// How lucky the rounds of a game were, in rounds that the players come further.
pub type LuckByRound = [f64; ROUNDS as usize];

/// Measures the luck of one game.
#[derive(Clone)]
pub(super) struct Meter<'a> {
    gauge: &'a Gauge,
    cards: &'a CardSet,
    rules: &'a Ruleset,
    /// Base HP of all players together when the game began.
    whole: i32,
    table: GameState,
    luck: [LuckByRound; 2],
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Meter({:?})", self.luck)
    }
}

impl<'a> Meter<'a> {
    pub fn new(gauge: &'a Gauge, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        Meter {
            gauge,
            cards,
            rules,
            whole: 0,
            table: GameState::new(GameKey::new(0, 0), rules.players),
            luck: [[0.0; ROUNDS as usize]; 2],
        }
    }

    /// How lucky each round was: over all bases, and with the base in force.
    pub fn luck(&self) -> [LuckByRound; 2] {
        self.luck
    }

    /// A round of the game starts.
    pub fn rest(&mut self, state: &GameState) {
        if state.phase != Phase::Draw {
            return;
        }
        if state.round == 1 {
            self.whole = state.base;
        }
        let others = self.gauge.others;
        let [mut all, mut one] = self.outlook(state, None);
        for other in 0..u64::from(others) {
            let salt = OTHER_DRAWS ^ (u64::from(state.round) << 40) ^ other;
            let found = self.outlook(state, Some(state.key.alternative(salt)));
            all -= found[0] / f64::from(others);
            one -= found[1] / f64::from(others);
        }
        let round = usize::from(state.round) - 1;
        self.luck[0][round] = all;
        self.luck[1][round] = one;
    }

    /// How far the players would come after this round, as it is drawn or with other luck.
    fn outlook(&mut self, state: &GameState, luck: Option<GameKey>) -> [f64; 2] {
        let Meter {
            gauge,
            cards,
            rules,
            whole,
            table,
            ..
        } = self;
        table.copy_from(state);
        if let Some(luck) = luck {
            redeal_draws(table, cards, rules, luck);
        }
        let mut players = Players::new(&gauge.players, table.key);
        while !table.is_over() && table.round == state.round {
            players.play_step(cards, rules, table);
        }
        let players = f32::from(rules.players);
        let damage = |table: &GameState| (*whole - table.base) as f32 / players;
        let (before, after) = (damage(state), damage(table));
        let done = f64::from(state.round);
        let come = |base: f32| {
            if before >= base {
                return 0.0;
            }
            if after >= base {
                return done - 1.0;
            }
            let rest = f64::from(ROUNDS) - done;
            if rest == 0.0 || table.is_over() {
                return f64::from(ROUNDS);
            }
            let raw = gauge.value.raw(table, cards, rules, base - after);
            done + rest * super::value::math::sigmoid(f64::from(raw))
        };
        let mut sum = 0.0;
        for base in &gauge.bases {
            sum += come(*base as f32 / 2.0);
        }
        [
            sum / gauge.bases.len() as f64,
            come(f32::from(rules.base_hp)),
        ]
    }
}
