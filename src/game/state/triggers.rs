//! Which triggers the cards in play have, so that an event nobody listens for costs one test.

use super::{BoardCard, GameState, MAX_PLAYERS};
use cards::{CardSet, Derived};

/// The triggers of cards in lanes and hands, as bits (see [`cards::Derived`]).
///
/// Follows from the cards in play; written only here, and recomputed by [`check`](super::check). There
/// may be too many bits, never too few: what a card takes along when it leaves a lane is noticed when
/// a window opens ([`GameState::refresh_troop_triggers`]).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Triggers {
    /// Of the troops of each lane and their items, without abilities that are used up.
    troops: [u32; MAX_PLAYERS],
    /// Of all troops and their items.
    any_troop: u32,
    /// Lanes in which a troop or item has left, or an ability was used up: a bit each.
    stale: u8,
    /// Of the enemies of each lane.
    enemies: [u32; MAX_PLAYERS],
    /// Of each player's hand and division.
    hands: [u32; MAX_PLAYERS],
    any_hand: u32,
}

impl Triggers {
    /// The triggers of a lane's troops that are not used up.
    pub fn troops(&self, lane: u8) -> u32 {
        self.troops[lane as usize % MAX_PLAYERS]
    }

    /// The triggers of all troops.
    pub fn any_troop(&self) -> u32 {
        self.any_troop
    }

    /// The triggers of a lane's enemies.
    pub fn enemies(&self, lane: u8) -> u32 {
        self.enemies[lane as usize % MAX_PLAYERS]
    }

    /// The triggers of a player's hand and division.
    pub fn hand(&self, seat: u8) -> u32 {
        self.hands[seat as usize % MAX_PLAYERS]
    }

    /// The triggers of all hands and divisions.
    pub fn any_hand(&self) -> u32 {
        self.any_hand
    }

    /// A troop or an item enters a lane, or may use its abilities again.
    pub fn enter_troops(&mut self, lane: u8, bits: u32) {
        self.troops[lane as usize % MAX_PLAYERS] |= bits;
        self.any_troop |= bits;
    }

    /// A troop or an item leaves a lane, or an ability there is used up.
    pub fn troops_changed(&mut self, lane: u8) {
        self.stale |= 1 << lane;
    }

    /// An enemy enters a lane, or turns up in it.
    pub fn enter_enemies(&mut self, lane: u8, bits: u32) {
        self.enemies[lane as usize % MAX_PLAYERS] |= bits;
    }

    /// A lane has no enemies yet.
    pub fn clear_enemies(&mut self, lane: u8) {
        self.enemies[lane as usize % MAX_PLAYERS] = 0;
    }

    /// A card comes to a player's hand.
    pub fn enter_hand(&mut self, seat: u8, bits: u32) {
        self.hands[seat as usize % MAX_PLAYERS] |= bits;
        self.any_hand |= bits;
    }
}

impl GameState {
    /// Recomputes the triggers of troops where some have changed.
    pub(crate) fn refresh_troop_triggers(&mut self) {
        if self.triggers.stale != 0 {
            self.recompute_troop_triggers();
        }
    }

    fn recompute_troop_triggers(&mut self) {
        self.triggers.stale = 0;
        self.triggers.any_troop = 0;
        for (lane, ready) in self.lanes.iter().zip(&mut self.triggers.troops) {
            *ready = 0;
            for slot in lane.troops.as_slice() {
                let facts = &self.board.card(*slot).facts;
                *ready |= facts.ready;
                self.triggers.any_troop |= facts.triggers;
            }
        }
    }

    /// Recomputes the triggers of a player's hand and division: a card has left it, or a wave begins.
    pub(crate) fn refresh_hand_triggers(&mut self, cards: &CardSet, seat: u8) {
        self.triggers.hands[seat as usize] = self.triggers_in_hand(cards, seat);
        let hands = self.triggers.hands.iter();
        self.triggers.any_hand = hands.fold(0, |all, bits| all | bits);
    }

    pub(super) fn triggers_in_hand(&self, cards: &CardSet, seat: u8) -> u32 {
        let (hand, division) = (
            &self.seats[seat as usize].hand,
            &self.divisions[seat as usize],
        );
        let held = hand.cards().iter().chain(division);
        held.fold(0, |bits, kind| {
            bits | cards.kind(*kind).derived.in_hand_in(self.wave())
        })
    }

    /// Recomputes all that follows from the cards in play: for tables that were not played to.
    pub(crate) fn refresh(&mut self, cards: &CardSet) {
        self.triggers = Triggers::default();
        for (lane, bits) in self.lanes.iter().zip(&mut self.triggers.enemies) {
            for slot in lane.troops.as_slice().iter().chain(lane.enemies.as_slice()) {
                self.board.card_mut(*slot).refresh(cards);
            }
            let enemies = lane.enemies.as_slice().iter();
            *bits = enemies.fold(0, |bits, slot| bits | self.board.card(*slot).facts.triggers);
        }
        self.recompute_troop_triggers();
        for seat in 0..self.players {
            self.refresh_hand_triggers(cards, seat);
        }
    }
}

/// What follows from a card on the board: every event asks for it. Written only here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardFacts {
    /// The triggers of the card and its items, and what they do all the time.
    pub(crate) triggers: u32,
    /// The same without abilities that are used up.
    pub(crate) ready: u32,
    /// Power that the card and its items always give it.
    pub(crate) own_power: i16,
    /// HP that the card and its items always give it.
    pub(crate) own_hp: i16,
}

impl CardFacts {
    /// The facts of a card without items that has just come to the board.
    pub(crate) fn of(facts: &Derived) -> Self {
        CardFacts {
            triggers: facts.in_lane,
            ready: facts.in_lane,
            own_power: facts.own_power,
            own_hp: facts.own_hp,
        }
    }

    /// Adds what follows from another card whose abilities count.
    pub(crate) fn add(&mut self, facts: &Derived, ready: u32) {
        self.triggers |= facts.in_lane;
        self.ready |= ready;
        self.own_power = self.own_power.saturating_add(facts.own_power);
        self.own_hp = self.own_hp.saturating_add(facts.own_hp);
    }
}

impl BoardCard {
    /// Recomputes what follows from the card, its items and what is used up.
    pub(crate) fn refresh(&mut self, cards: &CardSet) {
        let mut facts = CardFacts::default();
        if self.has_abilities() {
            let kind = cards.kind(self.kind);
            facts.add(&kind.derived, kind.triggers_left(self.used));
        }
        for (item, used) in self.equipment().iter().zip(&self.equipment_used) {
            let kind = cards.kind(*item);
            facts.add(&kind.derived, kind.triggers_left(*used));
        }
        self.facts = facts;
    }

    /// Whether the card or an item on it has an ability that is not used up, or does something all the
    /// time.
    pub fn has_something_left(&self) -> bool {
        self.facts.ready != 0
    }
}
