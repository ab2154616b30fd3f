//! The score of an imagined game where it stops.

use cards::CardSet;
use cards::ruleset::Ruleset;
use game::play::View;
use game::state::{GameState, ROUNDS};
use value::{Value, share_before};

/// In training, and when a lost game is played on, players act as if at least this much of the base
/// were left.
const LEAST_BASE: f32 = 6.0;
/// The worth of a point of base left in a game that is won: almost nothing.
const LEFT_OVER: f64 = 5e-4;
/// The cost of a point of damage beyond the base in a game that is lost.
const BEYOND: f64 = 1e-5;

/// Where imagined games are taken to start: the last rest between phases of the real one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// HP of the base.
    pub base: i32,
    /// Whether the game was lost already, and is played on.
    pub lost: bool,
    /// The round.
    round: u8,
}

impl Start {
    pub fn of(state: &GameState) -> Self {
        Start {
            base: state.base(),
            lost: state.lost(),
            round: state.round(),
        }
    }

    /// How much of the base is left per player.
    fn base_left(self, rules: &Ruleset) -> f32 {
        let players = f32::from(rules.players);
        let left = self.base as f32 / players;
        match rules.training {
            true => (f32::from(rules.base_hp) + left).max(LEAST_BASE),
            false if self.lost => left.max(LEAST_BASE),
            false => left,
        }
    }
}

/// How much of the base is left per player.
pub(in super::super) fn base_left(view: &View<'_>) -> f32 {
    let start = Start {
        base: view.base(),
        lost: view.is_lost(),
        round: view.round(),
    };
    start.base_left(view.rules())
}

/// The score of a game by the learned value: how far the players will come, from 0 to a little over 1.
/// `from` is where it began: where the base cannot fall, the damage since then still
/// counts against what is left at the least.
pub(super) fn judge(
    value: &Value,
    from: Start,
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
) -> f64 {
    let damage = (from.base - state.base()) as f32 / f32::from(rules.players);
    let base = from.base_left(rules) - damage;
    if base <= 0.0 {
        let fell = state
            .round()
            .saturating_sub(1)
            .max(from.round)
            .min(state.round());
        return share_before(fell) + BEYOND * f64::from(base.max(-30.0));
    }
    if state.is_over() || state.round() > ROUNDS {
        return 1.0 + LEFT_OVER * f64::from(base);
    }
    value.progress(&View::new(state, cards, rules, 0), base)
}
