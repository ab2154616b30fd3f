//! Phase 1, draw: turn the weather, fill hands to six cards, then one Xenosathem of the wave for everyone.

use super::Game;
use crate::observe::{CardPlace, Cause, Incident, Observer, Way};
use crate::play::Policy;

/// Cards in hand up to which a player draws.
const HAND_SIZE: usize = 6;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    #[inline(never)]
    pub(super) fn draw_phase(&mut self) {
        self.turn_weather();
        self.open_market_rows();
        for seat in self.state.seats_from(self.state.first_player) {
            // A new wave may have made cards usable that were held back.
            if self.state.round_of_wave() == 1 {
                self.refresh_hand_moments(seat);
            }
            self.fill_hand(seat);
            self.hand_out_income(seat);
        }
    }

    fn fill_hand(&mut self, seat: u8) {
        while self.state.seats[seat as usize].hand.len() < HAND_SIZE {
            let Some(kind) = self.take_deck_top(seat) else {
                self.incident(Incident::ShortDraw);
                return;
            };
            self.add_to_hand(
                seat,
                kind,
                CardPlace::Deck(seat),
                Cause {
                    kind: None,
                    way: Way::Rule,
                },
            );
        }
    }

    fn hand_out_income(&mut self, seat: u8) {
        let kind = self.cards.income[self.state.wave() as usize - 1];
        if self.state.supply[kind.index()] == 0 {
            self.incident(Incident::EmptySupplyDraw);
            return;
        }
        self.state.supply[kind.index()] -= 1;
        self.add_to_hand(
            seat,
            kind,
            CardPlace::Supply,
            Cause {
                kind: None,
                way: Way::Rule,
            },
        );
    }
}
