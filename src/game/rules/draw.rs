//! Phase 1, draw: turn the weather, fill hands to six cards, then one Xenosathem of the wave for everyone.

use super::{Game, Table};
use crate::observe::{CardPlace, Cause, Incident, Observer};
use crate::play::Policy;

/// Cards in hand up to which a player draws.
const HAND_SIZE: usize = 6;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    pub(super) fn draw_phase(&mut self) {
        self.turn_weather();
        self.open_market_rows();
        let new_wave = self.state.round_of_wave() == 1;
        for seat in self.state.seats_from(self.state.first_player) {
            // It may have made cards usable that were held back. In the first round there are none.
            if new_wave && self.table().may_hold_back(seat) {
                self.state.refresh_hand_triggers(self.cards, seat);
            }
            self.fill_hand(seat);
            self.hand_out_income(seat);
        }
    }

    fn fill_hand(&mut self, seat: u8) {
        loop {
            let held = self.state.seats[seat as usize].hand.len();
            if held >= HAND_SIZE {
                return;
            }
            self.make_deck_ready(seat);
            if self.state.seats[seat as usize].deck.is_empty() {
                self.incident(Incident::ShortDraw);
                return;
            }
            self.draw_to_hand(seat, Self::AT_ONCE.min(HAND_SIZE - held), Cause::RULE);
        }
    }

    fn hand_out_income(&mut self, seat: u8) {
        let kind = self.cards.income[self.state.wave() as usize - 1];
        if self.state.supply[kind.index()] == 0 {
            self.incident(Incident::EmptySupplyDraw);
            return;
        }
        self.state.supply[kind.index()] -= 1;
        self.add_to_hand(seat, kind, CardPlace::Supply, Cause::RULE);
    }
}

impl Table<'_> {
    fn may_hold_back(self, seat: u8) -> bool {
        let hand = &self.state.seats[seat as usize].hand;
        !hand.is_empty() || self.state.divisions[seat as usize].is_some()
    }
}
