//! Plain English for what happens: cards, places, causes, questions and answers. Seats, lanes and
//! positions are shown counting from 1. Questions never reveal face-down enemies.

mod decisions;

use super::{At, CardPlace, Cause, Nature, Way};
use crate::state::{BoardCard, CardRef, GameState, Side};
use cards::words::Word;
use cards::{CardSet, KindId};

/// Describes things in words, for one state of the game.
#[derive(Clone, Copy)]
pub struct Describe<'a> {
    state: &'a GameState,
    cards: &'a CardSet,
}

/// "Player 1" for seat 0.
pub(crate) fn player(seat: u8) -> String {
    format!("Player {}", u16::from(seat) + 1)
}

/// "lane 1" for the lane of seat 0.
pub(crate) fn lane_name(lane: u8) -> String {
    format!("lane {}", u16::from(lane) + 1)
}

/// "position 1" for the front.
pub(crate) fn position_name(position: usize) -> String {
    format!("position {}", position + 1)
}

impl<'a> Describe<'a> {
    /// Descriptions for this state.
    pub fn new(state: &'a GameState, cards: &'a CardSet) -> Self {
        Describe { state, cards }
    }

    /// The name of a kind of card.
    pub fn kind(&self, kind: KindId) -> &'a str {
        &self.cards.kind(kind).name
    }

    /// A card on the board as a player sees it: "Militia (lane 1, position 2)", or
    /// "face-down enemy 2 in lane 1". A card that has left is "a card that has left".
    pub fn on_board(&self, card: CardRef) -> String {
        let found = self.state.board.get(card);
        let (Some(found), Some(position)) = (found, self.state.position(card)) else {
            return "a card that has left".into();
        };
        self.at(&At {
            side: found.side,
            lane: found.lane,
            position: position as u8,
            kind: found.kind,
        })
    }

    /// The same for a card that an event points to.
    pub(crate) fn at(&self, at: &At) -> String {
        let card = self.state.at(at.side, at.lane, at.position.into());
        let is_hidden = card.is_some_and(|card| !self.state.board.card(card.slot).face_up);
        if is_hidden {
            let number = u16::from(at.position) + 1;
            return format!("face-down enemy {number} in {}", lane_name(at.lane));
        }
        self.named(at)
    }

    /// The same by its name, though it may lie face-down: for a card that everybody sees next.
    pub(crate) fn named(&self, at: &At) -> String {
        let place = match at.side {
            Side::Troop => "position",
            Side::Enemy => "enemy",
        };
        let position = u16::from(at.position) + 1;
        format!(
            "{} ({}, {place} {position})",
            self.kind(at.kind),
            lane_name(at.lane)
        )
    }

    /// A place, as in "goes to ...".
    pub fn place(&self, place: CardPlace) -> String {
        match place {
            CardPlace::Deck(seat) => format!("{}'s deck", player(seat)),
            CardPlace::Hand(seat) => format!("{}'s hand", player(seat)),
            CardPlace::Discard(seat) => format!("{}'s discard pile", player(seat)),
            CardPlace::Lane { lane, position } => {
                format!("{}, {}", lane_name(lane), position_name(position.into()))
            }
            CardPlace::Equipped { lane, position } => {
                match self.state.at(Side::Troop, lane, position.into()) {
                    Some(card) => self.on_board(card),
                    None => format!("{}, {}", lane_name(lane), position_name(position.into())),
                }
            }
            CardPlace::Carried => "a troop that has left its lane".into(),
            CardPlace::EnemyLane { lane, position } => {
                format!("{}, enemy {}", lane_name(lane), u16::from(position) + 1)
            }
            CardPlace::EncounterDeck(wave) => format!("the encounter deck of wave {wave}"),
            CardPlace::EncounterDiscard(wave) => {
                format!("the encounter discard pile of wave {wave}")
            }
            CardPlace::Bosses(wave) => format!("the bosses of wave {wave}"),
            CardPlace::Drawn => "the enemies drawn for the round".into(),
            CardPlace::MarketDeck(row) => format!("the deck of {}", row_name(row)),
            CardPlace::MarketBottom(row) => format!("the bottom of the deck of {}", row_name(row)),
            CardPlace::MarketPool(row) => row_name(row),
            CardPlace::WeatherDeck => "the weather deck".into(),
            CardPlace::Weather => "the weather in force".into(),
            CardPlace::WeatherDiscard => "the weather discard pile".into(),
            CardPlace::Supply => "the supply".into(),
            CardPlace::Burned => "the burned cards".into(),
        }
    }

    /// A weather card with its conditions: "Monsoon (rain, wind)".
    pub fn weather(&self, kind: KindId) -> String {
        let conditions = self.cards.kind(kind).conditions;
        match self.cards.condition_names(conditions).as_slice() {
            [] => format!("{} (no conditions)", self.kind(kind)),
            names => format!("{} ({})", self.kind(kind), names.join(", ")),
        }
    }

    /// The cause of something, as a remark in brackets; empty if it follows from the rules of the
    /// phase.
    pub(crate) fn cause(&self, cause: &Cause) -> String {
        let way = match cause.way {
            Way::Fight => "killed",
            Way::Ability => "ability",
            Way::Overrun => "overrun",
            Way::Overflow => "attack carried past the last troop",
            Way::Cost => "cost",
            Way::LostBonus => "lost HP bonus",
            Way::Rule => "",
        };
        match (cause.kind, way) {
            (Some(kind), "") => self.kind(kind).to_string(),
            (Some(kind), "killed") => format!("killed by {}", self.kind(kind)),
            (Some(kind), way) => format!("{}: {way}", self.kind(kind)),
            (None, way) => way.to_string(),
        }
    }

    /// Where damage comes from: "Prowler, attack".
    pub(crate) fn source(&self, source: Option<KindId>, nature: Nature) -> String {
        match source {
            Some(kind) => format!("{}, {}", self.kind(kind), nature.phrase()),
            None => nature.phrase().into(),
        }
    }

    /// A card on the board with its items: "Militia with Grenade".
    pub(crate) fn with_items(&self, card: &BoardCard) -> String {
        match card.equipment() {
            [] => self.kind(card.kind).into(),
            items => format!("{} with {}", self.kind(card.kind), self.counted(items)),
        }
    }

    /// A list of cards with their numbers, in the order in which kinds first come:
    /// "Militia x3, Grenade".
    pub fn counted(&self, kinds: &[KindId]) -> String {
        Self::counted_as(kinds, |kind| self.kind(kind).to_string())
    }

    /// The same with other names.
    pub fn counted_as(kinds: &[KindId], name: impl Fn(KindId) -> String) -> String {
        let mut counts: Vec<(KindId, usize)> = Vec::new();
        for kind in kinds {
            match counts.iter_mut().find(|(known, _)| known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((*kind, 1)),
            }
        }
        let texts = counts.into_iter().map(|(kind, count)| match count {
            1 => name(kind),
            _ => format!("{} x{count}", name(kind)),
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// A row of the market.
fn row_name(row: u8) -> String {
    match row {
        0 => "the item market".into(),
        wave => format!("the troop market of wave {wave}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Choice, Decision};
    use cards::load::Library;
    use cards::rng::GameKey;

    fn cards() -> CardSet {
        let compiled = Library::embedded().compile::<&str, &str>(&[]);
        compiled.expect("the embedded set is sound").0
    }

    fn place(state: &mut GameState, kind: KindId, side: Side, lane: u8, face_up: bool) -> CardRef {
        let card = BoardCard {
            kind,
            side,
            lane,
            face_up,
            ..BoardCard::default()
        };
        let placed = state.board.place(card).expect("there is room");
        let lane = &mut state.lanes[lane as usize];
        let fits = match side {
            Side::Troop => lane.troops.push(placed.slot),
            Side::Enemy => lane.enemies.push(placed.slot),
        };
        assert!(fits);
        placed
    }

    #[test]
    fn cards_on_the_board_are_named_unless_they_are_face_down() {
        let cards = cards();
        let militia = cards.find("militia").expect("a card");
        let charger = cards.find("charger").expect("a card");
        let mut state = GameState::new(GameKey::new(1, 1), 2);
        place(&mut state, militia, Side::Troop, 1, true);
        let troop = place(&mut state, militia, Side::Troop, 1, true);
        let open = place(&mut state, charger, Side::Enemy, 0, true);
        let hidden = place(&mut state, charger, Side::Enemy, 0, false);
        let gone = place(&mut state, charger, Side::Enemy, 0, true);
        state.lanes[0].enemies.remove(2);
        state.board.take(gone.slot);
        let words = Describe::new(&state, &cards);
        let target = |card| words.choice(0, &Decision::Buy, &Choice::Target(card));
        assert_eq!(target(troop), "Militia (lane 2, position 2)");
        assert_eq!(target(open), "Charger (lane 1, enemy 1)");
        assert_eq!(target(hidden), "face-down enemy 2 in lane 1");
        assert_eq!(target(gone), "a card that has left");
        let question = words.decision(&Decision::Strike {
            troop,
            enemy: hidden,
        });
        assert_eq!(
            question,
            "help the attack of Militia (lane 2, position 2) on face-down enemy 2 in lane 1?"
        );
    }
}
