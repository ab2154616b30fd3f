//! Columns about the set-up that the print-and-play game does not have: only runs that use it have
//! these columns.

use super::plan::Plan;
use cards::ruleset::{Divisions, Market};
use cards::words::Word;
use std::sync::Arc;

/// The columns about market and divisions.
#[derive(Clone, Debug)]
pub(super) struct SetupColumns {
    /// Whether all games were played to the end of round 9.
    pub to_the_end: bool,
    /// The market, unless it is the pool.
    pub market: Option<&'static str>,
    /// How many players lead divisions.
    pub divisions: usize,
    /// The names of all cards.
    pub names: Arc<[String]>,
}

impl SetupColumns {
    /// The columns of a run.
    pub fn new(plan: &Plan) -> Self {
        let rules = &plan.rules;
        SetupColumns {
            to_the_end: plan.plays_on || rules.training,
            market: (rules.market != Market::Pool).then(|| rules.market.word()),
            divisions: match rules.divisions {
                Divisions::Off => 0,
                _ => usize::from(rules.players),
            },
            names: plan.cards.ids().map(str::to_string).collect(),
        }
    }
}
