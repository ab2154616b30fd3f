//! Advance: dead cards have left, the rest moves up, and what happens then.

use crate::observe::Observer;
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::abilities::{Subject, WaitingList};
use crate::rules::zones::advance_bit;
use crate::state::Side;
use cards::ability::When;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Closes up all lanes: every card that has moved up advances, once per zone. Goes on until
    /// nothing moves any more. Most of the time nothing has moved at all.
    #[inline]
    pub(crate) fn close_up(&mut self) {
        if self.state.advances_pending != 0 || self.state.duels {
            self.close_up_lanes();
        }
    }

    #[inline(never)]
    fn close_up_lanes(&mut self) {
        while self.state.advances_pending != 0 && !self.is_over() {
            let pending = std::mem::take(&mut self.state.advances_pending);
            let mut list = WaitingList::new();
            for side in [Side::Enemy, Side::Troop] {
                for lane in 0..self.state.players {
                    if pending & advance_bit(side, lane) != 0 {
                        self.collect_advances(&mut list, side, lane);
                    }
                }
            }
            self.resolve(&mut list);
        }
        self.expire_duels();
    }

    fn collect_advances(&mut self, list: &mut WaitingList, side: Side, lane: u8) {
        let in_lane = &self.state.lanes[lane as usize];
        let count = if side == Side::Troop {
            in_lane.troops.len()
        } else {
            in_lane.enemies.len()
        };
        for position in 0..count {
            let in_lane = &self.state.lanes[lane as usize];
            let slot = match side {
                Side::Troop => in_lane.troops.as_slice()[position],
                Side::Enemy => in_lane.enemies.as_slice()[position],
            };
            let times = std::mem::take(&mut self.state.board.card_mut(slot).advanced);
            let card = self.state.board.card(slot);
            // Face-down enemies do nothing on moving up.
            if times == 0 || !card.face_up || !self.listens(card, When::Advances) {
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
                    Subject::default(),
                );
            }
        }
    }

    /// A bonus against one enemy ends when the enemy or the troop leaves the front.
    fn expire_duels(&mut self) {
        if !self.state.duels {
            return;
        }
        let mut going_on = false;
        for lane in 0..self.state.players as usize {
            let facing = self.state.lanes[lane]
                .enemies
                .first()
                .map(|slot| self.state.board.card(slot).stamp);
            for (position, slot) in self.state.lanes[lane].troops.as_slice().iter().enumerate() {
                let card = self.state.board.card_mut(*slot);
                if position > 0 || facing != Some(card.duel_enemy) {
                    card.duel_power = 0;
                }
                going_on |= card.duel_power != 0;
            }
        }
        self.state.duels = going_on;
    }

    /// A troop or an item with these triggers has entered a lane.
    #[inline]
    pub(crate) fn note_lane_moments(&mut self, lane: u8, moments: u32) {
        self.state.ready[lane as usize] |= moments;
        self.state.lane_moments |= moments;
    }

    /// Recomputes the triggers of troops and items if some have left.
    #[inline]
    pub(crate) fn refresh_lane_moments(&mut self) {
        if std::mem::take(&mut self.state.lane_moments_stale) {
            self.work_out_lane_moments();
        }
    }

    #[inline(never)]
    fn work_out_lane_moments(&mut self) {
        let mut all = 0;
        for lane in &self.state.lanes[..self.state.players as usize] {
            for slot in lane.troops.as_slice() {
                all |= self.state.board.card(*slot).moments;
            }
        }
        self.state.lane_moments = all;
    }
}
