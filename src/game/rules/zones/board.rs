//! Cards onto the board, off it, and within a lane.

use crate::observe::{CardPlace, Cause, Event, Incident, Observer};
use crate::play::Policy;
use crate::queries;
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef, Side};
use cards::ability::When;
use cards::ruleset::AdvanceOnShift;
use cards::{Derived, KindId};

/// Why a card makes room for those behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It has been killed.
    Killed,
    /// It has been discarded, burned or moved.
    Otherwise,
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Puts a troop into a lane. The caller has made sure that there is a free zone.
    #[inline(always)]
    pub(crate) fn place_troop(
        &mut self,
        lane: u8,
        position: usize,
        kind: KindId,
        from: CardPlace,
        cause: Cause,
    ) -> Option<CardRef> {
        let card = BoardCard::troop(kind, lane, &self.kind(kind).derived);
        let Some(placed) = self.state.board.place(card) else {
            self.lose_for_want_of_room(kind, from);
            return None;
        };
        let troops = &mut self.state.lanes[lane as usize].troops;
        troops.insert(position, placed.slot);
        self.state.triggers.enter_troops(lane, card.facts.triggers);
        let position = position as u8;
        self.moved(kind, from, CardPlace::Lane { lane, position }, cause);
        Some(placed)
    }

    /// Puts a card at the end of an enemy lane.
    #[inline(always)]
    pub(crate) fn place_enemy(&mut self, card: BoardCard, from: CardPlace, cause: Cause) {
        let lane = &mut self.state.lanes[card.lane as usize];
        let position = lane.enemies.len() as u8;
        let has_room = !lane.enemies.is_full();
        let Some(placed) = has_room.then(|| self.state.board.place(card)).flatten() else {
            self.send_home(&card, from, Cause::RULE);
            self.incident(Incident::Overflow);
            return;
        };
        lane.enemies.add(placed.slot);
        let mut triggers = card.facts.triggers;
        if !queries::passive_works(&card, self.rules) {
            // Noted when it turns up.
            triggers &= !(Derived::GIVES_BONUS | Derived::REDUCES_DAMAGE);
        }
        if position == 0 {
            self.state.triggers.clear_enemies(card.lane);
        }
        self.state.triggers.enter_enemies(card.lane, triggers);
        let to = CardPlace::EnemyLane {
            lane: card.lane,
            position,
        };
        self.moved(card.kind, from, to, cause);
    }

    /// Puts an item on a troop. The caller has made sure that it fits.
    pub(crate) fn equip(&mut self, troop: CardRef, item: KindId, from: CardPlace, cause: Cause) {
        let at = self.table().at(troop);
        let card = self.state.board.card_mut(troop.slot);
        card.put_on(item, 0);
        let facts = &self.cards.kind(item).derived;
        card.facts.add(facts, facts.in_lane);
        self.state.triggers.enter_troops(at.lane, facts.in_lane);
        self.moved(item, from, at.equipped(), cause);
    }

    /// Takes an item off a troop; the caller puts it somewhere and reports the move.
    pub(crate) fn unequip(&mut self, troop: CardRef, item: u8) -> KindId {
        let card = self.state.board.card_mut(troop.slot);
        let (index, items) = (item as usize, card.items as usize);
        let kind = card.equipment[index];
        card.equipment.copy_within(index + 1..items, index);
        card.equipment_used.copy_within(index + 1..items, index);
        card.items -= 1;
        card.refresh(self.cards);
        self.state.triggers.troops_changed(card.lane);
        kind
    }

    /// Discards one item of a troop.
    pub(crate) fn discard_item(&mut self, troop: CardRef, item: u8, cause: Cause) {
        let at = self.table().at(troop);
        let owner = self.state.board.card(troop.slot).owner;
        let kind = self.unequip(troop, item);
        self.put(kind, at.equipped(), CardPlace::Discard(owner), cause);
    }

    /// Takes a card out of its lane and off the board. Cards behind it will move up when lanes are
    /// next closed. The caller, who knows the card, reports where it and its items go from the place
    /// that is returned.
    #[inline(always)]
    pub(crate) fn leave_lane(&mut self, card: CardRef, why: Leaving) -> CardPlace {
        let found = self.state.board.card(card.slot);
        let (side, lane) = (found.side, found.lane);
        let in_lane = &mut self.state.lanes[lane as usize];
        let position = match side {
            Side::Troop => in_lane.troops.remove_item(card.slot),
            Side::Enemy => in_lane.enemies.remove_item(card.slot),
        };
        let position = position.expect("the card is in its lane");
        self.note_move_up(side, lane, position, why);
        self.state.board.take(card.slot);
        let position = position as u8;
        match side {
            Side::Troop => {
                self.state.triggers.troops_changed(lane);
                CardPlace::Lane { lane, position }
            }
            Side::Enemy => CardPlace::EnemyLane { lane, position },
        }
    }

    /// The cards from a position on have moved up one zone. Mostly that makes no difference to them.
    pub(crate) fn note_move_up(&mut self, side: Side, lane: u8, from: usize, why: Leaving) {
        if !self.advancing || !self.table().anyone_advances(side, lane) {
            return;
        }
        let counts = match self.rules.rulings.advance_on_shift {
            AdvanceOnShift::AnyMoveUp => true,
            AdvanceOnShift::AfterKill => why == Leaving::Killed,
            AdvanceOnShift::OnlyByEffect => false,
        };
        if counts {
            self.state.move_up(side, lane, from);
        }
    }

    /// Discards a card from its lane: to its owner's discard pile with its items on top, or to
    /// the encounter discard pile. Returns it as it stood there.
    #[inline(always)]
    pub(crate) fn discard_from_lane(&mut self, card: CardRef, cause: Cause) -> BoardCard {
        let found = *self.state.board.card(card.slot);
        let place = self.leave_lane(card, Leaving::Otherwise);
        self.send_home(&found, place, cause);
        found
    }

    /// Burns a troop from its lane; its items go to its owner's discard pile.
    pub(crate) fn burn_from_lane(&mut self, card: CardRef, cause: Cause) {
        let found = *self.state.board.card(card.slot);
        let place = self.leave_lane(card, Leaving::Otherwise);
        if found.owner == u8::MAX {
            self.discard_enemy_card(found.kind, place, cause);
        } else {
            self.burn(found.kind, place, cause);
        }
        self.discard_carried(&found, cause);
    }

    /// Puts a card that has left the board, and its items, where they belong.
    #[inline(always)]
    pub(crate) fn send_home(&mut self, card: &BoardCard, from: CardPlace, cause: Cause) {
        if card.owner == u8::MAX {
            self.discard_enemy_card(card.kind, from, cause);
        } else {
            self.put(card.kind, from, CardPlace::Discard(card.owner), cause);
            self.discard_carried(card, cause);
        }
    }

    fn discard_carried(&mut self, card: &BoardCard, cause: Cause) {
        for item in card.equipment() {
            self.put(
                *item,
                CardPlace::Carried,
                CardPlace::Discard(card.owner),
                cause,
            );
        }
    }

    /// Sends a card to the end of its lane; those behind it move up.
    pub(crate) fn move_to_end(&mut self, card: CardRef) {
        let Some(position) = self.state.position(card) else {
            return;
        };
        let found = self.state.board.card_mut(card.slot);
        let (side, lane) = (found.side, found.lane);
        let behind = &mut self.state.lanes[lane as usize].side_mut(side)[position..];
        behind.rotate_left(1);
        if behind.len() == 1 {
            return;
        }
        self.note_move_up(side, lane, position, Leaving::Otherwise);
        self.state.board.card_mut(card.slot).advanced = 0;
        self.emit(Event::Reordered { side, lane });
    }

    /// Advances a troop to the front of its lane. Already there, it does not advance.
    pub(crate) fn move_to_front(&mut self, card: CardRef) {
        let Some(position) = self.state.position(card) else {
            return;
        };
        if position == 0 {
            return;
        }
        let found = *self.state.board.card(card.slot);
        let lane = &mut self.state.lanes[found.lane as usize];
        lane.side_mut(found.side)[..=position].rotate_right(1);
        self.note_advance_by_effect(card);
        self.emit(Event::Reordered {
            side: found.side,
            lane: found.lane,
        });
    }

    /// An effect has advanced this card: that is advancing once.
    pub(crate) fn note_advance_by_effect(&mut self, card: CardRef) {
        if self.advancing {
            self.state.advance(card.slot);
        }
    }
}

impl Table<'_> {
    /// Whether some card on one side of a lane might have an ability for moving up.
    #[inline]
    fn anyone_advances(self, side: Side, lane: u8) -> bool {
        let triggers = match side {
            Side::Troop => self.state.triggers.any_troop(),
            Side::Enemy => self.state.triggers.enemies(lane),
        };
        triggers & When::Advances.bit() != 0
    }
}
