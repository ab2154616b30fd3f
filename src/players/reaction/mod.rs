//! Combat: instants, abilities and everything else that is decided in a fight.

mod damage;
mod heuristic;
mod known;
mod salvage;
mod share;
mod targets;
#[cfg(test)]
mod tests;
mod trial;
mod uses;
mod window;

pub(crate) use known::KnownAnswers;

use super::first_that;
use super::model::{Cast, Dealings, Profiles, Scenes, Stakes};
use super::spec::{Reaction, ReactionWeights};
use super::table::Notes;
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, View};
use game::state::CardRef;
use uses::Uses;

/// What a player means to do with the ability that is being used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReactionMemory {
    /// The card whose ability it is.
    kind: Option<KindId>,
    /// Whom it is meant for.
    target: Option<CardRef>,
    /// In which lane.
    lane: u8,
    /// At which position.
    position: u8,
    /// Which parts of an "and/or" ability.
    parts: u8,
    /// The cost that a burned card should have.
    card_cost: i16,
}

impl ReactionMemory {
    /// Nothing to remember yet.
    pub const NEW: ReactionMemory = ReactionMemory {
        kind: None,
        target: None,
        lane: 0,
        position: 0,
        parts: 0,
        card_cost: 0,
    };

    /// A card is used in answer to an enemy.
    fn answer(&mut self, kind: KindId, enemy: Option<CardRef>) {
        self.kind = Some(kind);
        self.parts = 3;
        self.target = enemy;
    }
}

/// What has been seen of fights.
pub(crate) struct Looks<'m, 'a> {
    /// The last scene of the table.
    pub scenes: &'m mut Scenes<'a>,
    /// What came of fights against dealt enemies.
    pub dealings: &'m Dealings,
    /// The answers that were given in other imagined games, if this is one.
    pub known: Option<&'m mut KnownAnswers>,
}

/// A reaction strategy, prepared.
#[derive(Clone, Debug)]
pub(crate) enum Reactor {
    Heuristic(Box<Heuristic>),
    Eager,
    Never,
    Random,
}

/// Reactions by the model of the fight.
#[derive(Clone, Debug)]
pub(crate) struct Heuristic {
    pub weights: ReactionWeights,
    pub stakes: Stakes,
    pub cast: Cast,
    pub uses: Uses,
}

impl Reactor {
    /// Prepares a strategy.
    pub fn new(spec: &Reaction, cards: &CardSet, profiles: &Profiles) -> Self {
        match spec {
            Reaction::Heuristic(weights) => {
                let stakes = Stakes::reacting(weights);
                Reactor::Heuristic(Box::new(Heuristic {
                    cast: Cast::new(profiles, &stakes),
                    uses: Uses::new(weights, cards, profiles),
                    stakes,
                    weights: weights.clone(),
                }))
            }
            Reaction::Eager => Reactor::Eager,
            Reaction::Never => Reactor::Never,
            Reaction::Random => Reactor::Random,
        }
    }

    /// Whether its choices depend on the HP that the base has left.
    pub fn looks_at_base(&self) -> bool {
        matches!(self, Reactor::Heuristic(heuristic) if heuristic.stakes.doom != 0.0)
    }

    /// Answers a question of a fight.
    #[inline(always)]
    pub fn choose<'a>(
        &'a self,
        view: &View<'_>,
        profiles: &'a Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, ReactionMemory, Looks<'_, 'a>>,
    ) -> usize {
        match self {
            Reactor::Heuristic(heuristic) => {
                heuristic.choose(view, profiles, decision, options, notes)
            }
            Reactor::Eager => eager(view, decision, options),
            Reactor::Never => never(decision, options),
            Reactor::Random => notes.dice.below(view, options.len()),
        }
    }
}

/// Uses whatever can be used, on the lane being fought where there is a choice.
fn eager(view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
    let fighting = view.fighting();
    match decision {
        Decision::LoseTroop { .. } => options.len() - 1,
        Decision::Target { .. } => first_that(options, |choice| match choice {
            Choice::Target(card) => view.place(*card).map(|place| place.1) == fighting,
            _ => false,
        }),
        Decision::DeployLane { .. } | Decision::TargetLane { .. } => {
            first_that(options, |choice| match choice {
                Choice::Lane(lane) => Some(*lane) == fighting,
                _ => false,
            })
        }
        Decision::Amount { .. } => share::choose(view, decision, options),
        _ if options[0] == Choice::Pass => 1,
        _ => 0,
    }
}

/// Only answers what must be answered.
fn never(decision: &Decision, options: &[Choice]) -> usize {
    match decision {
        Decision::LoseTroop { .. } => options.len() - 1,
        _ => 0,
    }
}
