//! What the networks see of a question: the position, and each option.
//!
//! Only what players know is read. Enemies that nobody has seen count together, whether they are still
//! in the encounter deck or lie face-down in a lane.

mod fight;
mod layout;
mod option;
mod plan;
mod position;

pub use layout::{ABOUT_PLANS, NUMBERS, SLOTS, about, kind_of_question};
pub use plan::Standing;

use super::{Feature, Group};
use crate::reading;
use arrayvec::ArrayVec;
use cards::KindId;
use cards::ability::{Amount, Quantity};
use fight::{Fight, Fighter, Outcome};
use game::play::{Choice, Decision, View};
use game::state::{CardRef, MAX_PLAYERS, Phase};

/// Room for the features of a position or an option; what finds none is left out.
const ROOM: usize = 512;

/// Features, in the order in which they are added up.
#[derive(Clone, Debug, Default)]
pub struct Row(ArrayVec<Feature, ROOM>);

impl Row {
    /// The features.
    pub fn features(&self) -> &[Feature] {
        &self.0
    }

    fn add(&mut self, feature: Feature) {
        let _ = self.0.try_push(feature);
    }

    fn card(&mut self, slot: usize, kind: KindId) {
        self.add(Feature::card(slot, kind));
    }

    fn number(&mut self, number: usize, value: f32) {
        if let Some(feature) = Feature::number(number, value) {
            self.add(feature);
        }
    }

    fn flag(&mut self, number: usize, holds: bool) {
        if holds {
            self.number(number, 1.0);
        }
    }
}

impl Group {
    /// The group of a question.
    pub fn of(decision: &Decision, phase: Phase) -> Self {
        match decision {
            Decision::Spend | Decision::Buy | Decision::Reduce { .. } => Group::Purchase,
            Decision::BurnFromDiscard { .. } if phase == Phase::Purchase => Group::Purchase,
            Decision::Deploy
            | Decision::EquipOn { .. }
            | Decision::BringItem { .. }
            | Decision::Arrange
            | Decision::Redistribute
            | Decision::DiscardFromLane
            | Decision::DiscardFromHand
            | Decision::Upgrade => Group::Deployment,
            Decision::DeployLane { .. } | Decision::DeployPosition { .. }
                if phase == Phase::Deployment =>
            {
                Group::Deployment
            }
            _ => Group::Combat,
        }
    }
}

/// A question as a network sees it, with what its options have in common.
pub struct Asked<'a> {
    view: &'a View<'a>,
    decision: &'a Decision,
    /// The lane it is about.
    lane: u8,
    /// The naive fight of each lane as things stand, and how it ends.
    fights: ArrayVec<(Fight, Outcome), MAX_PLAYERS>,
}

impl<'a> Asked<'a> {
    /// Looks at a question.
    pub fn new(view: &'a View<'a>, decision: &'a Decision) -> Self {
        let average = average_unseen(view);
        let fights = (0..view.players()).map(|lane| {
            let fight = Fight::of(view, lane, average);
            let outcome = fight.outcome();
            (fight, outcome)
        });
        Asked {
            view,
            decision,
            lane: match decision {
                Decision::React { lane, .. } | Decision::DeployPosition { lane, .. } => *lane,
                Decision::Free { lane: Some(lane) } => *lane,
                _ => view.fighting().unwrap_or(view.seat()),
            },
            fights: fights.collect(),
        }
    }

    /// Looks at the question which plan of what to buy to follow.
    pub fn about_plans(view: &'a View<'a>) -> Self {
        Asked::new(view, &Decision::Buy)
    }

    /// What the options have in common, with so much of the base left per player.
    pub fn position(&self, base: f32) -> Row {
        position::describe(self, base)
    }

    /// What tells an option from the others.
    pub fn option(&self, choice: Choice) -> Row {
        option::describe(self, choice)
    }

    /// A plan of what to buy: the cards, what they cost together, and how a value judges it.
    pub fn plan(&self, cards: &[KindId], cost: u16, standing: Option<Standing>) -> Row {
        plan::describe(self, cards, cost, standing)
    }

    /// About how much an amount is, on a card of a kind, for a target.
    fn size(&self, amount: Amount, of: KindId, target: Option<CardRef>) -> f32 {
        let view = self.view;
        let unit = match amount.quantity {
            None => 0.0,
            Some(Quantity::Wave) => f32::from(view.wave()),
            Some(Quantity::OwnPower) => f32::from(view.kind(of).power),
            Some(Quantity::TargetPower) => target.map_or(2.0, |at| f32::from(view.power(at))),
            Some(Quantity::HalfTotalHp) => {
                target.map_or(2.0, |at| f32::from(view.total_hp(at)) / 2.0)
            }
            Some(Quantity::All) => 10.0,
            Some(Quantity::TroopsInLane) => view.troop_count(self.lane) as f32,
            Some(_) => 1.5,
        };
        f32::from(amount.times) * unit + f32::from(amount.plus)
    }
}

/// The mean power and HP of the enemies that nobody has seen.
fn average_unseen(view: &View<'_>) -> Fighter {
    let (mut power, mut hp, mut count) = (0i32, 0i32, 0i32);
    reading::visit_encounters(view, |_, kind| {
        let facts = view.kind(kind);
        power += i32::from(facts.power);
        hp += i32::from(facts.hp);
        count += 1;
    });
    match count {
        0 => Fighter {
            power: 3.0,
            hp: 3.0,
        },
        count => Fighter {
            power: power as f32 / count as f32,
            hp: hp as f32 / count as f32,
        },
    }
}
