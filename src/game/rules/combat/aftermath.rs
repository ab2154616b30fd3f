//! Aftermath: lanes without troops are overrun, lanes that cannot end are stopped.

use crate::observe::{Cause, Incident, Observer, Way};
use crate::play::Policy;
use crate::rules::{Game, Table};
use crate::state::CardRef;
use cards::ability::When;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Under the ruling that an overrun lane hits the base all at once: all enemies are turned up,
    /// there is one last window, and the survivors damage the base.
    pub(super) fn overrun_at_once(&mut self, lane: u8) {
        while let Some(enemy) = self.table().first_face_down(lane) {
            self.turn_up(enemy);
            self.close_up();
            if self.state.is_over() {
                return;
            }
        }
        if let Some(first) = self.state.first_enemy(lane) {
            self.react_window(lane, first, 1);
        }
        if !self.state.lanes[lane as usize].troops.is_empty() {
            return;
        }
        for enemy in self.table().lane_enemies(lane) {
            // Enemies added meanwhile are face-down; they get their turn.
            let ready = self.state.board.get(enemy).is_some_and(|card| card.face_up);
            if ready && !self.state.is_over() {
                self.overrun_step(lane, enemy);
            }
        }
    }

    /// The first enemy of an overrun lane damages the base and is discarded.
    pub(super) fn overrun_step(&mut self, lane: u8, enemy: CardRef) {
        self.state.lanes[lane as usize].turned_up += 1;
        let power = self.table().power(enemy);
        let kind = self.state.board.card(enemy.slot).kind;
        self.damage_base(power, lane, kind, Way::Overrun);
        if self.state.is_over() {
            return;
        }
        let card = self.discard_from_lane(enemy, Cause::card(kind, Way::Overrun));
        self.trigger_alone(&card, enemy, When::HitsBase);
    }

    /// Ends a lane that would never end: its enemies are discarded without damage.
    pub(super) fn stop_lane(&mut self, lane: u8, why: Incident) {
        self.incident(why);
        for enemy in self.table().lane_enemies(lane) {
            self.discard_from_lane(enemy, Cause::RULE);
        }
        self.state.take_advances();
    }
}

impl Table<'_> {
    fn first_face_down(self, lane: u8) -> Option<CardRef> {
        let slots = self.state.lanes[lane as usize].enemies.as_slice();
        let slot = slots
            .iter()
            .find(|slot| !self.state.board.card(**slot).face_up)?;
        Some(self.state.board.card_ref(*slot))
    }
}
