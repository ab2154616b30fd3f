//! Which question an answer belongs to, and which of the legal choices it is.

use super::texts::put_in_order;
use super::{Answer, Position, Question};
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};

/// The result of looking for an answer among the legal choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is this one.
    One(usize),
    /// It is not among them.
    None,
    /// Several cards match.
    Several(Vec<usize>),
}

impl Answer {
    /// Whether this could be an answer to a question at all.
    pub(super) fn belongs_to(&self, decision: &Decision) -> bool {
        let about_item = match (self, decision) {
            (Answer::Equip(item), Decision::EquipOn { item: asked }) => item == asked,
            _ => true,
        };
        about_item && self.answers(Question::of(decision))
    }

    /// Whether this could be an answer to a question of this name.
    pub(crate) fn answers(&self, question: Question) -> bool {
        use Question as Q;
        // The windows in which every player may act.
        let is_window = matches!(
            question,
            Q::React | Q::Free | Q::Reveal | Q::Damage | Q::Strike | Q::Save
        );
        match self {
            Answer::Pass => true,
            Answer::Spend(_) => question == Q::Spend,
            Answer::Buy(_) => question == Q::Buy,
            Answer::Reduce(_) => question == Q::Reduce,
            Answer::Deploy(_) => is_window || question == Q::Deploy,
            Answer::Equip(_) => matches!(question, Q::Deploy | Q::Equip),
            Answer::Play(_) => is_window || matches!(question, Q::Buy | Q::Deploy),
            Answer::Use { .. } => is_window || matches!(question, Q::EnemyDamaged | Q::Trigger),
            Answer::Arrange(_) => question == Q::Arrange,
            Answer::Redistribute => question == Q::Redistribute,
            Answer::Order(_) => question == Q::Order,
            Answer::Choose(_) => matches!(question, Q::Target | Q::Equip),
            Answer::Lane(_) => matches!(question, Q::Lane | Q::TargetLane),
            Answer::At(_) => question == Q::Position,
            Answer::Mode(_) => question == Q::Mode,
            Answer::Amount(_) => question == Q::Amount,
            Answer::Bring(_) => question == Q::Bring,
            Answer::Burn(_) => question == Q::Burn,
            Answer::Take(_) => question == Q::Take,
            Answer::Lose(_) => question == Q::Lose,
            Answer::DiscardHand(_) => question == Q::DiscardHand,
            Answer::DiscardTroop(_) | Answer::DiscardItem(..) => question == Q::DiscardLane,
            Answer::Upgrade(_) => question == Q::Upgrade,
        }
    }

    /// Whether this waits for a later question where it is not offered: cards that are used when
    /// there is an occasion, unless the script names the occasion.
    pub(super) fn waits(&self, decision: &Decision) -> bool {
        match self {
            Answer::Play(_) | Answer::Use { .. } => true,
            Answer::Deploy(_) => Question::of(decision) != Question::Deploy,
            _ => false,
        }
    }

    /// Finds this answer among the legal choices.
    pub(super) fn find(&self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> Found {
        let all: Vec<usize> = (0..options.len())
            .filter(|index| self.is(view, decision, options[*index]))
            .collect();
        match all.as_slice() {
            [] => Found::None,
            [index] => Found::One(*index),
            _ => Found::Several(all),
        }
    }

    /// Whether a choice is what this answer means.
    fn is(&self, view: &View<'_>, decision: &Decision, choice: Choice) -> bool {
        match (self, choice) {
            (Answer::Pass, Choice::Pass) => true,
            (
                Answer::Spend(kind)
                | Answer::Deploy(kind)
                | Answer::Bring(kind)
                | Answer::Burn(kind)
                | Answer::Take(kind)
                | Answer::DiscardHand(kind)
                | Answer::Upgrade(kind),
                Choice::Card(found),
            ) => *kind == found,
            (Answer::Equip(kind), Choice::Card(found)) => *kind == found,
            (Answer::Deploy(kind), Choice::Deploy(found)) => *kind == found,
            (Answer::Buy(kind), Choice::Buy { kind: found, .. }) => *kind == found,
            (Answer::Play(kind) | Answer::Reduce(kind), Choice::FromHand { kind: found, .. }) => {
                *kind == found
            }
            (Answer::Use { kind, of: None }, Choice::FromHand { kind: found, .. }) => {
                *kind == found && view.kind(found).class == Class::Division
            }
            (Answer::Use { kind, of }, Choice::OnBoard { card, item, .. }) => {
                let user = match view.card(card) {
                    Some(_) => ability_card(view, card, item),
                    None => match decision {
                        Decision::Trigger { kind, .. } => Some(*kind),
                        _ => None,
                    },
                };
                user == Some(*kind) && of.is_none_or(|pointer| pointer.fits(view, card))
            }
            (Answer::Arrange(wanted), Choice::Pass | Choice::Order(_)) => {
                let number = match choice {
                    Choice::Order(number) => number,
                    _ => 0,
                };
                let mut troops: Vec<_> = view.troops(view.seat()).map(|(card, _)| card).collect();
                put_in_order(&mut troops, number);
                troops.len() == wanted.len()
                    && wanted
                        .iter()
                        .zip(troops)
                        .all(|(pointer, card)| pointer.fits(view, card))
            }
            (Answer::Redistribute, Choice::Redistribute) => true,
            (Answer::Order(number), Choice::Waiting(found)) => *number == found,
            (
                Answer::Choose(pointer) | Answer::Lose(pointer) | Answer::DiscardTroop(pointer),
                Choice::Target(card),
            ) => pointer.fits(view, card),
            (Answer::DiscardItem(kind, pointer), Choice::Item { card, item }) => {
                ability_card(view, card, item) == Some(*kind) && pointer.fits(view, card)
            }
            (Answer::Lane(lane), Choice::Lane(found)) => *lane == found,
            (Answer::At(position), Choice::Position(found)) => match position {
                Position::From(wanted) => *wanted == found,
                Position::End => match decision {
                    Decision::DeployPosition { lane, .. } => {
                        found as usize == view.troop_count(*lane)
                    }
                    _ => false,
                },
            },
            (Answer::Mode(mode), Choice::Mode(found)) => *mode == found,
            (Answer::Amount(amount), Choice::Amount(found)) => i16::from(*amount) == found,
            _ => false,
        }
    }
}

/// The card whose ability is meant: the troop itself or one of its items.
fn ability_card(view: &View<'_>, card: game::state::CardRef, item: u8) -> Option<KindId> {
    let found = view.card(card)?;
    match item {
        Choice::OWN => Some(found.kind),
        item => found.equipment().get(item as usize).copied(),
    }
}
