//! Cards on the board: the arena of troops and enemies.

use super::CardFacts;
use cards::{Derived, KindId};

/// Room for cards on the board.
pub(crate) const ARENA: usize = 128;
/// Room for items on one troop. Even where the rules set no limit on some types, the printed
/// cards cannot fill it.
pub const MAX_EQUIPMENT: usize = 6;

/// Which side a card on the board fights for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// A NorTec troop.
    #[default]
    Troop,
    /// An enemy.
    Enemy,
}

/// A card on the board, with all it carries.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct BoardCard {
    /// Its kind.
    pub kind: KindId,
    /// Whether it is a troop or an enemy.
    pub side: Side,
    /// In whose lane it stands.
    pub lane: u8,
    /// Whose card it is: the seat of a troop or converted troop. Enemies belong to nobody.
    pub owner: u8,
    /// Whether it is face up. Troops always are.
    pub face_up: bool,
    /// Whether it is a troop that has become an enemy, without abilities.
    pub converted: bool,
    /// Whether it has struck since it came on the board.
    pub has_attacked: bool,
    /// Whether its next attack strikes first.
    pub strikes_first: bool,
    /// Zones it has moved up since lanes were last closed.
    pub advanced: u8,
    /// Number of items on it.
    pub items: u8,
    /// Abilities used this round (or for good, where they work only once), a bit each.
    pub used: u8,
    /// Items on it.
    pub equipment: [KindId; MAX_EQUIPMENT],
    /// Abilities of each item used this round, a bit each.
    pub equipment_used: [u8; MAX_EQUIPMENT],
    /// Distinguishes this card from others that had its place in the arena.
    pub stamp: u16,
    /// Damage on it.
    pub damage: i16,
    /// Power gained until the end of the round.
    pub round_power: i16,
    /// Power gained for as long as it stays.
    pub kept_power: i16,
    /// Power gained for the next attack.
    pub attack_power: i16,
    /// Power gained against one enemy.
    pub duel_power: i16,
    /// The stamp of that enemy.
    pub duel_enemy: u16,
    /// What follows from the card, its items and what is used up.
    pub facts: CardFacts,
}

impl BoardCard {
    /// A troop that comes to its owner's lane.
    pub(crate) fn troop(kind: KindId, lane: u8, facts: &Derived) -> Self {
        BoardCard {
            kind,
            side: Side::Troop,
            lane,
            owner: lane,
            face_up: true,
            facts: CardFacts::of(facts),
            ..BoardCard::default()
        }
    }

    /// An enemy that comes to a lane, face-down.
    #[inline]
    pub(crate) fn enemy(kind: KindId, lane: u8, facts: &Derived) -> Self {
        BoardCard {
            kind,
            side: Side::Enemy,
            lane,
            owner: u8::MAX,
            facts: CardFacts::of(facts),
            ..BoardCard::default()
        }
    }

    /// Puts an item on it, with the marks of its used abilities. There must be room.
    pub fn put_on(&mut self, item: KindId, used: u8) {
        let place = usize::from(self.items);
        self.equipment[place] = item;
        self.equipment_used[place] = used;
        self.items += 1;
    }

    /// The items on it.
    pub fn equipment(&self) -> &[KindId] {
        &self.equipment[..self.items as usize]
    }

    /// Whether the card's own printed abilities count at all.
    pub(crate) fn has_abilities(&self) -> bool {
        !self.converted
    }
}

/// Points to a card on the board; knows when that card has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CardRef {
    /// Place in the arena.
    pub slot: u8,
    /// Fills the word, and says `None` in an optional reference: either is moved and compared as
    /// one number.
    filler: Filler,
    /// The stamp of the card that is meant.
    pub stamp: u16,
}

/// A byte that is always zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
enum Filler {
    #[default]
    Zero = 0,
}

impl CardRef {
    /// A reference to no card.
    pub const NONE: CardRef = CardRef::new(0, 0);

    /// A reference to the card with a stamp in a place of the arena.
    pub const fn new(slot: u8, stamp: u16) -> Self {
        CardRef {
            slot,
            filler: Filler::Zero,
            stamp,
        }
    }
}

/// The arena of all cards on the board. Places are always within it: `% ARENA` only lets the compiler
/// drop the bounds check.
#[derive(Clone, Copy)]
pub struct Board {
    cards: [BoardCard; ARENA],
    /// Free places, a bit each.
    free: [u64; 2],
    next_stamp: u16,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            cards: [BoardCard::default(); ARENA],
            free: [u64::MAX; 2],
            next_stamp: 1,
        }
    }
}

impl Board {
    /// Puts a card into a free place. `None`: the board is full.
    #[inline]
    pub(crate) fn place(&mut self, card: BoardCard) -> Option<CardRef> {
        let word = self.free.iter().position(|bits| *bits != 0)?;
        let bit = self.free[word].trailing_zeros();
        self.free[word] &= self.free[word] - 1;
        let slot = (word as u32 * 64 + bit) as u8;
        let stamp = self.next_stamp;
        self.next_stamp = self.next_stamp.wrapping_add(1).max(1);
        let place = &mut self.cards[slot as usize % ARENA];
        *place = card;
        place.stamp = stamp;
        Some(CardRef::new(slot, stamp))
    }

    /// Becomes equal to another board; copies only the cards that are there.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for (word, free) in other.free.iter().enumerate() {
            // Places that were taken here and are free there must not look taken.
            let mut touched = !self.free[word] | !free;
            while touched != 0 {
                let slot = word * 64 + touched.trailing_zeros() as usize;
                self.cards[slot] = other.cards[slot];
                touched &= touched - 1;
            }
        }
        self.free = other.free;
        self.next_stamp = other.next_stamp;
    }

    /// Takes a card off the board.
    pub(crate) fn take(&mut self, slot: u8) {
        self.free[slot as usize / 64 % 2] |= 1 << (slot % 64);
        self.cards[slot as usize % ARENA].stamp = 0;
    }

    /// The card in a place that is known to be taken.
    pub fn card(&self, slot: u8) -> &BoardCard {
        &self.cards[slot as usize % ARENA]
    }

    /// The card in a place that is known to be taken, for change.
    pub(crate) fn card_mut(&mut self, slot: u8) -> &mut BoardCard {
        &mut self.cards[slot as usize % ARENA]
    }

    /// The card that is meant, if it is still on the board.
    pub fn get(&self, card: CardRef) -> Option<&BoardCard> {
        let found = &self.cards[card.slot as usize % ARENA];
        (found.stamp == card.stamp && card.stamp != 0).then_some(found)
    }

    /// The card that is meant, for change, if it is still on the board.
    pub(crate) fn get_mut(&mut self, card: CardRef) -> Option<&mut BoardCard> {
        let found = &mut self.cards[card.slot as usize % ARENA];
        (found.stamp == card.stamp && card.stamp != 0).then_some(found)
    }

    /// A reference to the card in a place that is known to be taken.
    pub(crate) fn card_ref(&self, slot: u8) -> CardRef {
        CardRef::new(slot, self.cards[slot as usize % ARENA].stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_notices_that_its_card_has_left() {
        let mut board = Board::default();
        let first = board.place(BoardCard::default()).unwrap();
        assert!(board.get(first).is_some());
        board.take(first.slot);
        assert!(board.get(first).is_none());
        let second = board.place(BoardCard::default()).unwrap();
        assert_eq!(first.slot, second.slot);
        assert!(
            board.get(first).is_none(),
            "another card in the same place is not meant"
        );
    }
}
