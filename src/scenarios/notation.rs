//! The short notations of scenario files: cards, players, and pointing at a card on the board.

use super::places::SEATS;
use cards::data::Item;
use cards::{CardSet, KindId};
use game::play::View;
use game::state::{CardRef, Side};

/// The context for reading a notation.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) cards: &'a CardSet,
    pub(super) players: u8,
}

impl Context<'_> {
    /// A card's id.
    pub(super) fn kind(&self, id: &str, item: &Item<'_>) -> Option<KindId> {
        let ids = self.cards.kinds.iter().map(|kind| kind.id.as_str());
        let found = item.position("card", id, ids)?;
        Some(KindId(found as u8))
    }

    /// A player: `p1` to `p4`.
    pub(super) fn seat(&self, text: &str, item: &Item<'_>) -> Option<u8> {
        let known = SEATS[..usize::from(self.players)].iter().copied();
        let found = item.position("player", text, known)?;
        Some(found as u8)
    }

    /// Cards of a kind, as an element of a list: `"militia x2"`.
    pub(super) fn kinds(&self, item: &Item<'_>) -> Vec<KindId> {
        let Some(text) = card_text(item) else {
            return Vec::new();
        };
        let (id, count) = counted(text);
        let kind = self.kind(id, item);
        kind.map_or(Vec::new(), |kind| vec![kind; count])
    }

    /// Points at a card on the board: `prowler`, `p2.prowler`, `prowler#2`, `enemy#3`, `troop#1`.
    pub(super) fn pointer(&self, text: &str, item: &Item<'_>) -> Option<Pointer> {
        let (lane, rest) = match text.split_once('.') {
            Some((seat, rest)) => (Some(self.seat(seat, item)?), rest),
            None => (None, text),
        };
        let (what, number) = match rest.split_once('#') {
            Some((what, number)) => match number.parse::<usize>() {
                Ok(number) if number >= 1 => (what, Some(number - 1)),
                _ => {
                    let message = format!("expected a number from 1 after `#` in `{text}`");
                    item.fault(message);
                    return None;
                }
            },
            None => (rest, None),
        };
        let what = match what {
            "enemy" => What::Position(Side::Enemy),
            "troop" => What::Position(Side::Troop),
            id => What::Kind(self.kind(id, item)?),
        };
        Some(Pointer { lane, what, number })
    }
}

pub(super) fn card_text<'a>(item: &Item<'a>) -> Option<&'a str> {
    let text = item.node.text();
    if text.is_none() {
        item.expected("a card");
    }
    text
}

/// Splits `militia x3` into the card and how many of it.
pub(super) fn counted(text: &str) -> (&str, usize) {
    let text = text.trim();
    let split = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(id, last)| {
            let count = last.strip_prefix('x')?.parse::<usize>().ok()?;
            (1..=99).contains(&count).then_some((id.trim(), count))
        });
    split.unwrap_or((text, 1))
}

/// Points at one card on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    lane: Option<u8>,
    what: What,
    /// Which one from the front, counting from 0.
    number: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A face-up card of a kind; numbers count cards of that kind.
    Kind(KindId),
    /// Any card of a side; numbers are positions.
    Position(Side),
}

impl Pointer {
    /// The card that it names, if it names one.
    pub(super) fn kind(&self) -> Option<KindId> {
        match self.what {
            What::Kind(kind) => Some(kind),
            What::Position(_) => None,
        }
    }

    /// Whether this points at a card. Face-down cards have no kind that a player could name.
    pub(super) fn fits(&self, view: &View<'_>, card: CardRef) -> bool {
        let Some((side, lane, position)) = view.place(card) else {
            return false;
        };
        if self.lane.is_some_and(|wanted| wanted != lane) {
            return false;
        }
        match self.what {
            What::Position(wanted) => {
                wanted == side && self.number.is_none_or(|number| number == position)
            }
            What::Kind(kind) => {
                view.card(card).is_some_and(|found| found.kind == kind)
                    && self
                        .number
                        .is_none_or(|number| number == number_of(view, card))
            }
        }
    }

    /// The cards on the board that this points at.
    pub(super) fn find(&self, view: &View<'_>) -> Vec<CardRef> {
        let mut found = Vec::new();
        for lane in 0..view.players() {
            let troops = view.troops(lane).map(|(card, _)| card);
            let enemies = view.enemies(lane).map(|(card, _)| card);
            found.extend(troops.chain(enemies).filter(|card| self.fits(view, *card)));
        }
        found
    }
}

/// The face-up cards of the same kind on the same side of the lane, from the front.
fn alike(view: &View<'_>, card: CardRef) -> Vec<CardRef> {
    let (Some((side, lane, _)), Some(kind)) = (view.place(card), view.card(card).map(|c| c.kind))
    else {
        return Vec::new();
    };
    match side {
        Side::Troop => view
            .troops(lane)
            .filter(|(_, found)| found.kind == kind)
            .map(|(card, _)| card)
            .collect(),
        Side::Enemy => view
            .enemies(lane)
            .filter(|(_, found)| found.is_some_and(|found| found.kind == kind))
            .map(|(card, _)| card)
            .collect(),
    }
}

fn number_of(view: &View<'_>, card: CardRef) -> usize {
    let alike = alike(view, card);
    alike.iter().position(|other| *other == card).unwrap_or(0)
}

/// How a scenario points at a card.
pub(super) fn name_of(view: &View<'_>, card: CardRef) -> String {
    let Some((side, lane, position)) = view.place(card) else {
        return "a card that has left".into();
    };
    let owner = lane + 1;
    match view.card(card) {
        Some(found) => {
            let id = &view.kind(found.kind).id;
            match alike(view, card).len() {
                0 | 1 => format!("p{owner}.{id}"),
                _ => format!("p{owner}.{id}#{}", number_of(view, card) + 1),
            }
        }
        None => {
            let side = if side == Side::Troop {
                "troop"
            } else {
                "enemy"
            };
            format!("p{owner}.{side}#{}", position + 1)
        }
    }
}
