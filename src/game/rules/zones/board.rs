//! Cards onto the board, off it, and within a lane.

use crate::observe::{CardPlace, Cause, Event, Incident, Observer, Way};
use crate::play::Policy;
use crate::queries;
use crate::rules::Game;
use crate::state::{BoardCard, CardRef, MAX_EQUIPMENT, Side};
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

impl<P: Policy, O: Observer> Game<'_, P, O> {
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
        let facts = &self.cards.kind(kind).derived;
        let moments = facts.in_lane;
        let card = BoardCard {
            kind,
            side: Side::Troop,
            lane,
            owner: lane,
            face_up: true,
            moments,
            ready: moments,
            own_power: facts.own_power,
            own_hp: facts.own_hp,
            ..BoardCard::default()
        };
        let Some(placed) = self.state.board.place(card) else {
            self.lose_for_want_of_room(kind, from);
            return None;
        };
        let fits = self.state.lanes[lane as usize]
            .troops
            .insert(position, placed.slot);
        debug_assert!(fits, "a troop was put into a full lane");
        self.note_lane_moments(lane, moments);
        self.moved(
            kind,
            from,
            CardPlace::Lane {
                lane,
                position: position as u8,
            },
            cause,
        );
        Some(placed)
    }

    /// Puts a card at the end of an enemy lane.
    #[inline(always)]
    pub(crate) fn place_enemy(&mut self, card: BoardCard, from: CardPlace, cause: Cause) {
        let lane = &mut self.state.lanes[card.lane as usize];
        let (position, full) = (lane.enemies.len() as u8, lane.enemies.is_full());
        let Some(placed) = (if full {
            None
        } else {
            self.state.board.place(card)
        }) else {
            self.refuse_enemy(card.kind, card.owner, from);
            return;
        };
        let mut moments = card.moments;
        if !queries::passive_works(&card, self.rules) {
            // Noted when it turns up.
            moments &= !(Derived::GIVES_BONUS | Derived::REDUCES_DAMAGE);
        }
        if position == 0 {
            lane.enemy_moments = moments;
        } else {
            lane.enemy_moments |= moments;
        }
        lane.enemies.push(placed.slot);
        let to = CardPlace::EnemyLane {
            lane: card.lane,
            position,
        };
        self.moved(card.kind, from, to, cause);
    }

    /// A card for which there is no room in an enemy lane goes back, and that is counted.
    #[inline(never)]
    fn refuse_enemy(&mut self, kind: KindId, owner: u8, from: CardPlace) {
        let card = BoardCard {
            kind,
            owner,
            ..BoardCard::default()
        };
        let cause = Cause {
            kind: None,
            way: Way::Rule,
        };
        self.send_home(&card, from, cause);
        self.incident(Incident::Overflow);
    }

    /// Puts a face-down enemy card at the end of an enemy lane.
    #[inline(always)]
    pub(crate) fn place_face_down(
        &mut self,
        lane: u8,
        kind: KindId,
        from: CardPlace,
        cause: Cause,
    ) {
        let facts = &self.cards.kind(kind).derived;
        let card = BoardCard {
            kind,
            side: Side::Enemy,
            lane,
            owner: u8::MAX,
            moments: facts.in_lane,
            own_power: facts.own_power,
            own_hp: facts.own_hp,
            ..BoardCard::default()
        };
        self.place_enemy(card, from, cause);
    }

    /// Puts a converted troop at the end of an enemy lane: face-up, undamaged, without abilities.
    pub(crate) fn place_converted(
        &mut self,
        lane: u8,
        kind: KindId,
        owner: u8,
        from: CardPlace,
        cause: Cause,
    ) {
        let card = BoardCard {
            kind,
            side: Side::Enemy,
            lane,
            owner,
            face_up: true,
            converted: true,
            ..BoardCard::default()
        };
        self.place_enemy(card, from, cause);
    }

    /// Puts an item on a troop. The caller has made sure that it fits.
    pub(crate) fn equip(&mut self, troop: CardRef, item: KindId, from: CardPlace, cause: Cause) {
        let at = self.at(troop);
        let card = self.state.board.card_mut(troop.slot);
        debug_assert!((card.items as usize) < MAX_EQUIPMENT);
        card.equipment[card.items as usize] = item;
        card.equipment_used[card.items as usize] = 0;
        card.items += 1;
        let facts = &self.cards.kind(item).derived;
        let moments = facts.in_lane;
        card.note_facts(facts);
        card.ready |= moments;
        self.note_lane_moments(at.lane, moments);
        self.moved(
            item,
            from,
            CardPlace::Equipped {
                lane: at.lane,
                position: at.position,
            },
            cause,
        );
    }

    /// Takes an item off a troop; the caller puts it somewhere and reports the move.
    pub(crate) fn unequip(&mut self, troop: CardRef, item: u8) -> KindId {
        let card = self.state.board.card_mut(troop.slot);
        let (index, items) = (item as usize, card.items as usize);
        let kind = card.equipment[index];
        card.equipment.copy_within(index + 1..items, index);
        card.equipment_used.copy_within(index + 1..items, index);
        card.items -= 1;
        card.note_moments(self.cards);
        self.state.ready_stale[card.lane as usize] = true;
        self.state.lane_moments_stale = true;
        kind
    }

    /// Discards one item of a troop.
    pub(crate) fn discard_item(&mut self, troop: CardRef, item: u8, cause: Cause) {
        let at = self.at(troop);
        let owner = self.state.board.card(troop.slot).owner;
        let kind = self.unequip(troop, item);
        self.add_to_discard(
            owner,
            kind,
            CardPlace::Equipped {
                lane: at.lane,
                position: at.position,
            },
            cause,
        );
    }

    /// Takes a card out of its lane and off the board. Cards behind it will move up when lanes are
    /// next closed. The caller, who knows the card, reports where it and its items go from the place
    /// that is returned.
    #[inline(always)]
    pub(crate) fn leave_lane(&mut self, card: CardRef, why: Leaving) -> CardPlace {
        let found = self.state.board.card(card.slot);
        let lane = found.lane;
        match found.side {
            Side::Troop => self.leave_troops(card, lane, why),
            Side::Enemy => self.leave_enemies(card, lane, why),
        }
    }

    #[inline(always)]
    fn leave_troops(&mut self, card: CardRef, lane: u8, why: Leaving) -> CardPlace {
        self.state.lane_moments_stale = true;
        self.state.ready_stale[lane as usize] = true;
        let troops = &mut self.state.lanes[lane as usize].troops;
        let position = troops.remove_item(card.slot);
        let position = position.expect("the troop is in its lane");
        self.note_move_up(Side::Troop, lane, position, why);
        self.state.board.take(card.slot);
        CardPlace::Lane {
            lane,
            position: position as u8,
        }
    }

    /// The same for a card that is known to be an enemy of a lane.
    #[inline(always)]
    pub(crate) fn leave_enemies(&mut self, card: CardRef, lane: u8, why: Leaving) -> CardPlace {
        let enemies = &mut self.state.lanes[lane as usize].enemies;
        let position = enemies.remove_item(card.slot);
        let position = position.expect("the enemy is in its lane");
        self.note_move_up(Side::Enemy, lane, position, why);
        self.state.board.take(card.slot);
        CardPlace::EnemyLane {
            lane,
            position: position as u8,
        }
    }

    /// The cards from a position on have moved up one zone. Mostly that makes no difference to them.
    #[inline]
    pub(crate) fn note_move_up(&mut self, side: Side, lane: u8, from: usize, why: Leaving) {
        if self.advancing && self.anyone_advances(side, lane) {
            self.count_move_up(side, lane, from, why);
        }
    }

    #[inline(never)]
    fn count_move_up(&mut self, side: Side, lane: u8, from: usize, why: Leaving) {
        let counts = match self.rules.rulings.advance_on_shift {
            AdvanceOnShift::AnyMoveUp => true,
            AdvanceOnShift::AfterKill => why == Leaving::Killed,
            AdvanceOnShift::OnlyByEffect => false,
        };
        if !counts {
            return;
        }
        let lane_number = lane;
        let lane = &self.state.lanes[lane as usize];
        let slots = match side {
            Side::Troop => &lane.troops.as_slice()[from..],
            Side::Enemy => &lane.enemies.as_slice()[from..],
        };
        for slot in slots {
            let card = self.state.board.card_mut(*slot);
            card.advanced = card.advanced.saturating_add(1);
        }
        if !slots.is_empty() {
            self.state.advances_pending |= advance_bit(side, lane_number);
        }
    }

    /// Whether some card on one side of a lane might have an ability for moving up.
    #[inline]
    fn anyone_advances(&self, side: Side, lane: u8) -> bool {
        let moments = match side {
            Side::Troop => self.state.lane_moments,
            Side::Enemy => self.state.lanes[lane as usize].enemy_moments,
        };
        moments & When::Advances.bit() != 0
    }

    /// Discards a card from its lane: to its owner's discard pile with its items on top, or to
    /// the encounter discard pile.
    pub(crate) fn discard_from_lane(&mut self, card: CardRef, cause: Cause) {
        let found = *self.state.board.card(card.slot);
        let place = self.leave_lane(card, Leaving::Otherwise);
        self.send_home(&found, place, cause);
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
            self.add_to_discard(card.owner, card.kind, from, cause);
            self.discard_carried(card, cause);
        }
    }

    fn discard_carried(&mut self, card: &BoardCard, cause: Cause) {
        for item in card.equipment() {
            self.add_to_discard(card.owner, *item, CardPlace::Carried, cause);
        }
    }

    /// Sends a card to the end of its lane; those behind it move up.
    pub(crate) fn move_to_end(&mut self, card: CardRef) {
        let Some(position) = self.state.position(card) else {
            return;
        };
        let found = self.state.board.card_mut(card.slot);
        let (side, lane) = (found.side, found.lane);
        let last = match side {
            Side::Troop => {
                let troops = &mut self.state.lanes[lane as usize].troops;
                troops.move_to_end(position);
                troops.len() - 1
            }
            Side::Enemy => {
                let enemies = &mut self.state.lanes[lane as usize].enemies;
                enemies.move_to_end(position);
                enemies.len() - 1
            }
        };
        if position == last {
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
        let slots = match found.side {
            Side::Troop => &mut lane.troops.as_mut_slice()[..=position],
            Side::Enemy => &mut lane.enemies.as_mut_slice()[..=position],
        };
        slots.rotate_right(1);
        self.note_advance_by_effect(card);
        self.emit(Event::Reordered {
            side: found.side,
            lane: found.lane,
        });
    }

    /// An effect has advanced this card: that is advancing once.
    pub(crate) fn note_advance_by_effect(&mut self, card: CardRef) {
        if self.advancing {
            let found = self.state.board.card_mut(card.slot);
            found.advanced = found.advanced.saturating_add(1);
            let bit = advance_bit(found.side, found.lane);
            self.state.advances_pending |= bit;
        }
    }
}

/// The bit of one side of a lane in [`GameState::advances_pending`](crate::state::GameState).
pub(crate) fn advance_bit(side: Side, lane: u8) -> u8 {
    match side {
        Side::Troop => 1 << lane,
        Side::Enemy => 16 << lane,
    }
}
