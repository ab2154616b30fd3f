//! The players of a table: each seat with its policy, its memory and its dice.

use super::deployment::{Deployer, DeploymentMemory};
use super::dice::Dice;
use super::model::Profiles;
use super::purchase::{Buyer, PurchaseMemory};
use super::reaction::{ReactionMemory, Reactor};
use super::spec::{PolicySpec, WrapUp};
use super::{Choice, Decision, Policy, View, wrap_up};
use crate::cards::CardSet;
use crate::rng::GameKey;
use crate::state::{MAX_PLAYERS, Phase};
use std::sync::Arc;

/// A policy made ready for a card set: everything it needs to know about the cards is worked out
/// beforehand. Games share it.
#[derive(Clone, Debug)]
pub struct Mind {
    name: String,
    profiles: Arc<Profiles>,
    buyer: Buyer,
    deployer: Deployer,
    reactor: Reactor,
    wrap_up: WrapUp,
}

impl Mind {
    /// Makes a policy ready.
    pub fn new(spec: &PolicySpec, cards: &CardSet) -> Self {
        let profiles = Profiles::new(cards);
        Mind {
            name: spec.name.clone(),
            buyer: Buyer::new(&spec.purchase, cards, &profiles),
            deployer: Deployer::new(&spec.deployment),
            reactor: Reactor::new(&spec.reaction),
            wrap_up: spec.wrap_up.clone(),
            profiles: Arc::new(profiles),
        }
    }

    /// The policy's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What a seat remembers from one question to the next.
#[derive(Clone, Copy, Debug)]
struct Memory {
    purchase: PurchaseMemory,
    deployment: DeploymentMemory,
    reaction: ReactionMemory,
    dice: Dice,
}

/// The players of one game. Made anew for every game, which costs next to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    minds: &'a [Mind],
    memories: [Memory; MAX_PLAYERS],
}

impl<'a> Table<'a> {
    /// The players of a game. The minds take the seats in turn, over and over where there are
    /// fewer of them than seats; there must be at least one.
    pub fn new(minds: &'a [Mind], key: GameKey) -> Self {
        assert!(!minds.is_empty(), "a table without players");
        let memory = |seat| Memory {
            purchase: PurchaseMemory::default(),
            deployment: DeploymentMemory::default(),
            reaction: ReactionMemory::default(),
            dice: Dice::new(key, seat),
        };
        Table {
            minds,
            memories: [memory(0), memory(1), memory(2), memory(3)],
        }
    }
}

impl Policy for Table<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let seat = usize::from(view.seat());
        let mind = &self.minds[seat % self.minds.len()];
        let memory = &mut self.memories[seat];
        let profiles = &*mind.profiles;
        match decision {
            Decision::Spend | Decision::Buy | Decision::Reduce { .. } => mind.buyer.choose(
                view,
                profiles,
                decision,
                options,
                &mut memory.purchase,
                &mut memory.dice,
            ),
            Decision::BurnFromDiscard { .. } if view.phase() == Phase::Purchase => {
                mind.buyer.choose(
                    view,
                    profiles,
                    decision,
                    options,
                    &mut memory.purchase,
                    &mut memory.dice,
                )
            }
            Decision::Deploy
            | Decision::EquipOn { .. }
            | Decision::BringItem { .. }
            | Decision::Arrange
            | Decision::Redistribute => mind.deployer.choose(
                view,
                profiles,
                decision,
                options,
                &mut memory.deployment,
                &mut memory.dice,
            ),
            Decision::DeployLane { .. } | Decision::DeployPosition { .. }
                if view.phase() == Phase::Deployment =>
            {
                mind.deployer.choose(
                    view,
                    profiles,
                    decision,
                    options,
                    &mut memory.deployment,
                    &mut memory.dice,
                )
            }
            Decision::DiscardFromLane | Decision::DiscardFromHand | Decision::Upgrade => {
                wrap_up::choose(&mind.wrap_up, view, decision, options, &mut memory.dice)
            }
            _ => mind.reactor.choose(
                view,
                profiles,
                decision,
                options,
                &mut memory.reaction,
                &mut memory.dice,
            ),
        }
    }
}
