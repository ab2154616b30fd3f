//! Questions to players, and their answers.

use super::{Describe, lane_name, player, position_name};
use crate::play::{Choice, Decision};
use crate::queries::permute;
use crate::state::CardRef;
use cards::ability::When;
use cards::text::ability_texts;
use cards::words::Word;
use cards::{Class, KindId};

impl Describe<'_> {
    /// A question, e.g. "prevent 3 damage to Militia (lane 1, position 1)?".
    pub fn decision(&self, decision: &Decision) -> String {
        match *decision {
            Decision::Spend => "spend which Xenosathem?".into(),
            Decision::Buy => "buy what?".into(),
            Decision::Reduce { buyer, kind, cost } => format!(
                "make {} cheaper for {} (now {cost})?",
                self.kind(kind),
                player(buyer)
            ),
            Decision::Deploy => "deploy what?".into(),
            Decision::DeployLane { kind } => format!("deploy {} in which lane?", self.kind(kind)),
            Decision::DeployPosition { kind, lane } => format!(
                "deploy {} at which position of {}?",
                self.kind(kind),
                lane_name(lane)
            ),
            Decision::EquipOn { item } => format!("put {} on which troop?", self.kind(item)),
            Decision::BringItem { troop } => {
                format!("equip {} with what?", self.on_board(troop))
            }
            Decision::Arrange => "stand in which order?".into(),
            Decision::Redistribute => "redistribute the lane's items?".into(),
            Decision::React {
                lane,
                overrun: false,
                ..
            } => format!("react in {}?", lane_name(lane)),
            Decision::React {
                lane,
                overrun: true,
                ..
            } => {
                format!("react in {}, which is overrun?", lane_name(lane))
            }
            Decision::Free { lane: Some(lane) } => {
                format!("act around the combat of {}?", lane_name(lane))
            }
            Decision::Free { lane: None } => "act before wrap-up?".into(),
            Decision::AnswerReveal { enemy } => {
                format!("cancel the reveal ability of {}?", self.on_board(enemy))
            }
            Decision::AnswerDamage {
                troop,
                amount,
                enemy,
                ..
            } => {
                let by = enemy.map_or(String::new(), |enemy| {
                    format!(" by {}", self.on_board(enemy))
                });
                format!("answer {amount} damage to {}{by}?", self.on_board(troop))
            }
            Decision::Strike { troop, enemy } => format!(
                "help the attack of {} on {}?",
                self.on_board(troop),
                self.on_board(enemy)
            ),
            Decision::EnemyDamaged { enemy } => {
                format!("answer damage to {}?", self.on_board(enemy))
            }
            Decision::Save { troop } => format!("save {} from death?", self.on_board(troop)),
            Decision::Trigger { kind, when } => {
                format!("use {} ({})?", self.kind(kind), moment_name(when))
            }
            Decision::SetUp { division: None } => "lead which division?".into(),
            Decision::SetUp {
                division: Some(kind),
            } => format!("begin with which card of {}?", self.kind(kind)),
            Decision::OrderTriggers => "which waiting ability comes next?".into(),
            Decision::Mode { kind } => format!("use which parts of {}?", self.kind(kind)),
            Decision::Amount {
                kind,
                troop,
                damage,
                suffered,
                ..
            } => {
                let (name, troop) = (self.kind(kind), self.on_board(troop));
                if suffered {
                    format!("{name} suffers how much of {damage} damage in place of {troop}?")
                } else {
                    format!("{name} prevents how much of {damage} damage to {troop}?")
                }
            }
            Decision::Target { kind, effect } => {
                format!("{}: {} whom?", self.kind(kind), effect.facts().verb)
            }
            Decision::TargetLane { kind } => format!("{}: which lane?", self.kind(kind)),
            Decision::BurnFromDiscard { kind } => {
                format!("burn which discarded card for {}?", self.kind(kind))
            }
            Decision::TakeDiscarded { kind } => {
                format!("take which discarded card for {}?", self.kind(kind))
            }
            Decision::LoseTroop { kind } => format!("give up which troop to {}?", self.kind(kind)),
            Decision::DiscardFromLane => "discard what from the lane?".into(),
            Decision::DiscardFromHand => "discard what from hand?".into(),
            Decision::Upgrade => "trade up which Xenosathem?".into(),
        }
    }

    /// An answer that `seat` may give to a question, e.g. "Militia (lane 1, position 2)".
    pub fn choice(&self, seat: u8, decision: &Decision, choice: &Choice) -> String {
        match *choice {
            Choice::Pass => pass_name(decision).into(),
            Choice::Card(kind) => self.kind(kind).into(),
            Choice::Buy { kind, .. } => {
                format!("{} (cost {})", self.kind(kind), self.cards.kind(kind).cost)
            }
            Choice::FromHand { kind, ability }
                if self.cards.kind(kind).class == Class::Division =>
            {
                format!("{}{}", self.kind(kind), self.which(kind, ability))
            }
            Choice::FromHand { kind, ability } => {
                format!("{} from hand{}", self.kind(kind), self.which(kind, ability))
            }
            Choice::OnBoard {
                card,
                item,
                ability,
            } => self.ability_on_board(decision, card, item, ability),
            Choice::Deploy(kind) => format!("deploy {} from hand", self.kind(kind)),
            Choice::Target(card) => self.on_board(card),
            Choice::Item { card, item } => {
                let items = self
                    .state
                    .board
                    .get(card)
                    .map_or(&[][..], |c| c.equipment());
                let item = items
                    .get(item as usize)
                    .map_or("an item", |kind| self.kind(*kind));
                format!("{item} of {}", self.on_board(card))
            }
            Choice::Lane(lane) => lane_name(lane),
            Choice::Position(position) => position_name(position.into()),
            Choice::Mode(1) => "the first part".into(),
            Choice::Mode(2) => "the second part".into(),
            Choice::Mode(_) => "both parts".into(),
            Choice::Amount(amount) => amount.to_string(),
            Choice::Order(number) => self.order(seat, number),
            Choice::Waiting(index) => format!("number {}", u16::from(index) + 1),
            Choice::Redistribute => "yes".into(),
        }
    }

    fn ability_on_board(
        &self,
        decision: &Decision,
        card: CardRef,
        item: u8,
        ability: u8,
    ) -> String {
        let Some(found) = self.state.board.get(card) else {
            // The card acts on its own death; the question says which it is.
            return match decision {
                Decision::Trigger { kind, .. } => self.kind(*kind).into(),
                _ => self.on_board(card),
            };
        };
        match found
            .equipment()
            .get(item as usize)
            .filter(|_| item != Choice::OWN)
        {
            Some(kind) => format!(
                "{} of {}{}",
                self.kind(*kind),
                self.on_board(card),
                self.which(*kind, ability)
            ),
            None => format!("{}{}", self.on_board(card), self.which(found.kind, ability)),
        }
    }

    /// Which of its abilities a card uses, if it has more than one.
    fn which(&self, kind: KindId, ability: u8) -> String {
        match self.cards.kind(kind).abilities.len() {
            0 | 1 => String::new(),
            _ => format!(", ability {}", u16::from(ability) + 1),
        }
    }

    /// The troops of a seat's lane in the order that a permutation gives, with what tells them apart.
    fn order(&self, seat: u8, number: u8) -> String {
        let mut slots = self.state.lanes[seat as usize].troops;
        permute(slots.as_mut_slice(), number);
        let troops = slots.as_slice().iter().map(|slot| {
            let card = self.state.board.card(*slot);
            let name = self.with_items(card);
            match card.damage {
                0 => name,
                damage => format!("{name} ({damage} damage)"),
            }
        });
        troops.collect::<Vec<_>>().join(", ")
    }

    /// The sentence of an ability on its card.
    pub fn ability(&self, kind: KindId, ability: u8) -> String {
        let mut texts = ability_texts(self.cards, self.cards.kind(kind));
        if (ability as usize) < texts.len() {
            texts.swap_remove(ability as usize)
        } else {
            String::new()
        }
    }
}

/// What passing means as an answer to a question.
fn pass_name(decision: &Decision) -> &'static str {
    match decision {
        Decision::Spend
        | Decision::Buy
        | Decision::Deploy
        | Decision::BringItem { .. }
        | Decision::DiscardFromLane
        | Decision::DiscardFromHand
        | Decision::Upgrade => "nothing more",
        Decision::Arrange => "as they stand",
        Decision::React { .. } | Decision::Free { .. } => "pass",
        _ => "no",
    }
}

/// The event of a trigger.
fn moment_name(when: When) -> String {
    when.word().replace('-', " ")
}
