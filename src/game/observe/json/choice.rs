//! Questions and answers, as JSON shows them.

use super::table::{Spot, id, number};
use crate::observe::Describe;
use crate::play::{Choice, Decision};
use crate::state::GameState;
use cards::CardSet;
use cards::words::Word;
use serde::Serialize;

/// A question: its type, what it is about, and the question as text.
#[derive(Serialize)]
pub(super) struct Question<'a> {
    #[serde(rename = "type")]
    sort: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lane: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    troop: Option<Spot<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enemy: Option<Spot<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buyer: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overrun: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nature: Option<&'static str>,
    text: String,
}

impl<'a> Question<'a> {
    pub fn of(state: &GameState, cards: &'a CardSet, decision: &Decision) -> Self {
        let spot = |card| Spot::find(state, cards, card);
        let mut question = Question {
            sort: question_word(decision),
            card: None,
            lane: None,
            troop: None,
            enemy: None,
            buyer: None,
            cost: None,
            amount: None,
            when: None,
            overrun: None,
            exchange: None,
            source: None,
            nature: None,
            text: Describe::new(state, cards).decision(decision),
        };
        match *decision {
            Decision::Reduce { buyer, kind, cost } => {
                question.buyer = Some(number(buyer));
                question.card = Some(id(cards, kind));
                question.cost = Some(cost);
            }
            Decision::DeployPosition { kind, lane } => {
                question.card = Some(id(cards, kind));
                question.lane = Some(number(lane));
            }
            Decision::Trigger { kind, when } => {
                question.card = Some(id(cards, kind));
                question.when = Some(when.word());
            }
            Decision::EquipOn { item: kind }
            | Decision::DeployLane { kind }
            | Decision::Mode { kind }
            | Decision::Target { kind, .. }
            | Decision::TargetLane { kind }
            | Decision::BurnFromDiscard { kind }
            | Decision::TakeDiscarded { kind }
            | Decision::LoseTroop { kind } => question.card = Some(id(cards, kind)),
            Decision::React {
                lane,
                overrun,
                enemy,
                exchange,
            } => {
                question.lane = Some(number(lane));
                question.overrun = Some(overrun);
                question.enemy = spot(enemy);
                question.exchange = Some(exchange);
            }
            Decision::Free { lane } => question.lane = lane.map(number),
            Decision::AnswerDamage {
                troop,
                amount,
                enemy,
                source,
                nature,
            } => {
                question.troop = spot(troop);
                question.amount = Some(amount);
                question.enemy = enemy.and_then(spot);
                question.source = Some(id(cards, source));
                question.nature = Some(nature.word());
            }
            Decision::Amount {
                kind,
                troop,
                damage,
                ..
            } => {
                question.card = Some(id(cards, kind));
                question.troop = spot(troop);
                question.amount = Some(damage);
            }
            Decision::Strike { troop, enemy } => {
                question.troop = spot(troop);
                question.enemy = spot(enemy);
            }
            Decision::BringItem { troop } | Decision::Save { troop } => {
                question.troop = spot(troop);
            }
            Decision::AnswerReveal { enemy } | Decision::EnemyDamaged { enemy } => {
                question.enemy = spot(enemy);
            }
            Decision::Spend
            | Decision::Buy
            | Decision::Deploy
            | Decision::Arrange
            | Decision::Redistribute
            | Decision::OrderTriggers
            | Decision::DiscardFromLane
            | Decision::DiscardFromHand
            | Decision::Upgrade => {}
        }
        question
    }
}

fn question_word(decision: &Decision) -> &'static str {
    match decision {
        Decision::Spend => "spend",
        Decision::Buy => "buy",
        Decision::Reduce { .. } => "reduce",
        Decision::Deploy => "deploy",
        Decision::DeployLane { .. } => "deploy-lane",
        Decision::DeployPosition { .. } => "deploy-position",
        Decision::EquipOn { .. } => "equip-on",
        Decision::BringItem { .. } => "bring-item",
        Decision::Arrange => "arrange",
        Decision::Redistribute => "redistribute",
        Decision::React { .. } => "react",
        Decision::Free { .. } => "free",
        Decision::AnswerReveal { .. } => "answer-reveal",
        Decision::AnswerDamage { .. } => "answer-damage",
        Decision::Strike { .. } => "strike",
        Decision::EnemyDamaged { .. } => "enemy-damaged",
        Decision::Save { .. } => "save",
        Decision::Trigger { .. } => "trigger",
        Decision::OrderTriggers => "order-triggers",
        Decision::Mode { .. } => "mode",
        Decision::Amount { .. } => "amount",
        Decision::Target { .. } => "target",
        Decision::TargetLane { .. } => "target-lane",
        Decision::BurnFromDiscard { .. } => "burn-from-discard",
        Decision::TakeDiscarded { .. } => "take-discarded",
        Decision::LoseTroop { .. } => "lose-troop",
        Decision::DiscardFromLane => "discard-from-lane",
        Decision::DiscardFromHand => "discard-from-hand",
        Decision::Upgrade => "upgrade",
    }
}

/// An answer: its type, what it is about, and the answer as text.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    #[serde(rename = "type")]
    sort: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<Spot<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ability: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    text: String,
}

impl<'a> Answer<'a> {
    pub fn of(
        state: &GameState,
        cards: &'a CardSet,
        seat: u8,
        decision: &Decision,
        choice: &Choice,
    ) -> Self {
        let mut answer = Answer {
            sort: answer_word(choice),
            card: None,
            on: None,
            item: None,
            ability: None,
            row: None,
            number: None,
            text: Describe::new(state, cards).choice(seat, decision, choice),
        };
        match *choice {
            Choice::Card(kind) | Choice::Deploy(kind) => answer.card = Some(id(cards, kind)),
            Choice::Buy { row, kind, .. } => {
                answer.card = Some(id(cards, kind));
                answer.row = Some(row);
            }
            Choice::FromHand { kind, ability } => {
                answer.card = Some(id(cards, kind));
                answer.ability = Some(number(ability));
            }
            Choice::OnBoard {
                card,
                item,
                ability,
            } => {
                answer.on = Spot::find(state, cards, card);
                answer.item = item_on(state, cards, card, item);
                answer.ability = Some(number(ability));
            }
            Choice::Target(card) => answer.on = Spot::find(state, cards, card),
            Choice::Item { card, item } => {
                answer.on = Spot::find(state, cards, card);
                answer.item = item_on(state, cards, card, item);
            }
            Choice::Lane(index) | Choice::Position(index) | Choice::Waiting(index) => {
                answer.number = Some(number(index));
            }
            Choice::Mode(given) | Choice::Order(given) => answer.number = Some(given.into()),
            Choice::Amount(amount) => answer.number = u16::try_from(amount).ok(),
            Choice::Pass | Choice::Redistribute => {}
        }
        answer
    }
}

fn item_on<'a>(
    state: &GameState,
    cards: &'a CardSet,
    card: crate::state::CardRef,
    item: u8,
) -> Option<&'a str> {
    let found = state.board.get(card)?;
    let kind = found.equipment().get(item as usize)?;
    Some(id(cards, *kind))
}

fn answer_word(choice: &Choice) -> &'static str {
    match choice {
        Choice::Pass => "pass",
        Choice::Card(_) => "card",
        Choice::Buy { .. } => "buy",
        Choice::FromHand { .. } => "from-hand",
        Choice::OnBoard { .. } => "on-board",
        Choice::Deploy(_) => "deploy",
        Choice::Target(_) => "target",
        Choice::Item { .. } => "item",
        Choice::Lane(_) => "lane",
        Choice::Position(_) => "position",
        Choice::Mode(_) => "mode",
        Choice::Amount(_) => "amount",
        Choice::Order(_) => "order",
        Choice::Waiting(_) => "waiting",
        Choice::Redistribute => "redistribute",
    }
}
