//! Advance: dead cards have left, the rest moves up, and what happens then.

use crate::observe::Observer;
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::abilities::{EventContext, WaitingList};
use crate::state::Side;
use cards::ability::When;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Closes up all lanes: every card that has moved up advances, once per zone. Goes on until
    /// nothing moves any more. Most of the time nothing has moved at all.
    pub(crate) fn close_up(&mut self) {
        if !self.state.has_pending() {
            return;
        }
        while !self.state.is_over() && self.state.take_advances() {
            let mut list = WaitingList::new();
            for side in [Side::Enemy, Side::Troop] {
                for lane in 0..self.state.players {
                    self.collect_advances(&mut list, side, lane);
                }
            }
            self.resolve(&mut list);
        }
        self.state.expire_duels();
    }

    fn collect_advances(&mut self, list: &mut WaitingList, side: Side, lane: u8) {
        for position in 0..self.state.lanes[lane as usize].side(side).len() {
            let slot = self.state.lanes[lane as usize].side(side)[position];
            let times = std::mem::take(&mut self.state.board.card_mut(slot).advanced);
            let card = self.state.board.card(slot);
            // Face-down enemies do nothing on moving up.
            if times == 0 || !card.face_up || !self.table().listens(card, When::Advances) {
                continue;
            }
            let (card, reference) = (*card, self.state.board.card_ref(slot));
            for _ in 0..times {
                self.trigger(
                    list,
                    &card,
                    reference,
                    When::Advances,
                    None,
                    &EventContext::default(),
                );
            }
        }
    }
}
