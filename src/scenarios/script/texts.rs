//! Questions and answers in the notation of scripts, so that what was offered can be copied into
//! a script.

use crate::notation::name_of;
use cards::Class;
use game::play::{Choice, Decision, View};

/// All answers as a script would give them.
pub(super) fn choices(view: &View<'_>, decision: &Decision, options: &[Choice]) -> String {
    let all: Vec<String> = options
        .iter()
        .map(|option| choice(view, decision, *option))
        .collect();
    all.join(" | ")
}

/// One answer as a script would give it.
pub(super) fn choice(view: &View<'_>, decision: &Decision, choice: Choice) -> String {
    let id = |kind| &view.kind(kind).id;
    match choice {
        Choice::Pass => "pass".into(),
        Choice::Card(kind) => match decision {
            Decision::Spend => format!("spend {}", id(kind)),
            Decision::Deploy if view.kind(kind).class == Class::Equipment => {
                format!("equip {}", id(kind))
            }
            Decision::Deploy => format!("deploy {}", id(kind)),
            Decision::BringItem { .. } => format!("bring {}", id(kind)),
            Decision::BurnFromDiscard { .. } => format!("burn {}", id(kind)),
            Decision::TakeDiscarded { .. } => format!("take {}", id(kind)),
            Decision::Upgrade => format!("upgrade {}", id(kind)),
            _ => format!("discard {}", id(kind)),
        },
        Choice::Buy { kind, .. } => format!("buy {}", id(kind)),
        Choice::FromHand { kind, .. } => match decision {
            Decision::Reduce { .. } => format!("reduce with {}", id(kind)),
            _ if view.kind(kind).class == Class::Division => format!("use {}", id(kind)),
            _ => format!("play {}", id(kind)),
        },
        Choice::OnBoard { card, item, .. } => match view.card(card) {
            Some(found) if item == Choice::OWN => {
                format!("use {} of {}", id(found.kind), name_of(view, card))
            }
            Some(found) => {
                let item = found.equipment().get(item as usize);
                let item = item.map_or("an item", |kind| id(*kind));
                format!("use {item} of {}", name_of(view, card))
            }
            None => "use the ability of a card that has left".into(),
        },
        Choice::Deploy(kind) => format!("deploy {}", id(kind)),
        Choice::Target(card) => match decision {
            Decision::LoseTroop { .. } => format!("lose {}", name_of(view, card)),
            Decision::DiscardFromLane => format!("discard {} from lane", name_of(view, card)),
            _ => format!("choose {}", name_of(view, card)),
        },
        Choice::Item { card, item } => {
            let kind = view
                .card(card)
                .and_then(|found| found.equipment().get(item as usize).copied());
            let item = kind.map_or("an item", |kind| id(kind));
            format!("discard {item} from {}", name_of(view, card))
        }
        Choice::Lane(lane) => format!("lane p{}", lane + 1),
        Choice::Position(position) => format!("at {}", position + 1),
        Choice::Mode(1) => "mode first".into(),
        Choice::Mode(2) => "mode second".into(),
        Choice::Mode(_) => "mode both".into(),
        Choice::Amount(amount) => format!("amount {amount}"),
        Choice::Order(number) => {
            let mut troops: Vec<String> = view
                .troops(view.seat())
                .map(|(card, _)| name_of(view, card))
                .collect();
            put_in_order(&mut troops, number);
            format!("arrange {}", troops.join(" "))
        }
        Choice::Waiting(number) => format!("order {}", number + 1),
        Choice::Redistribute => "redistribute".into(),
    }
}

/// Applies the permutation with a number in lexicographic order.
pub(super) fn put_in_order<T>(cards: &mut [T], number: u8) {
    let mut number = number as usize;
    for index in 0..cards.len() {
        let block: usize = (1..cards.len() - index).product();
        let pick = index + number / block;
        number %= block;
        if pick < cards.len() {
            cards[index..=pick].rotate_right(1);
        }
    }
}
