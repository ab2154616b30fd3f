//! What waits until lanes are closed up: cards that have moved up, and bonuses against one enemy.
//! Written only here, and recomputed by [`check`](super::check).

use super::{GameState, Side};

impl GameState {
    /// Whether anything waits.
    #[inline]
    pub(crate) fn has_pending(&self) -> bool {
        self.advances_pending || self.duels
    }

    /// A card has moved up one zone.
    pub(crate) fn advance(&mut self, slot: u8) {
        let card = self.board.card_mut(slot);
        card.advanced = card.advanced.saturating_add(1);
        self.advances_pending = true;
    }

    /// The cards from a position on have moved up one zone.
    pub(crate) fn move_up(&mut self, side: Side, lane: u8, from: usize) {
        for position in from..self.lanes[lane as usize].side(side).len() {
            self.advance(self.lanes[lane as usize].side(side)[position]);
        }
    }

    /// Whether some card has moved up, which waits no longer.
    pub(crate) fn take_advances(&mut self) -> bool {
        std::mem::take(&mut self.advances_pending)
    }

    /// A troop gains power against the enemy that it faces.
    pub(crate) fn gain_duel_power(&mut self, slot: u8, amount: i16) {
        let facing = self.first_enemy(self.board.card(slot).lane);
        let facing = facing.map_or(0, |enemy| enemy.stamp);
        let card = self.board.card_mut(slot);
        if card.duel_enemy != facing {
            card.duel_power = 0;
        }
        card.duel_enemy = facing;
        card.duel_power = card.duel_power.saturating_add(amount);
        self.duels = true;
    }

    /// A bonus against one enemy ends when the enemy or the troop leaves the front.
    #[inline(always)]
    pub(crate) fn expire_duels(&mut self) {
        if !std::mem::take(&mut self.duels) {
            return;
        }
        for lane in &self.lanes[..self.players as usize] {
            let facing = lane.enemies.first();
            let facing = facing.map(|slot| self.board.card(slot).stamp);
            for (position, slot) in lane.troops.as_slice().iter().enumerate() {
                let card = self.board.card_mut(*slot);
                if position > 0 || facing != Some(card.duel_enemy) {
                    card.duel_power = 0;
                }
                self.duels |= card.duel_power != 0;
            }
        }
    }

    /// Panics where a card waits to be told that it has moved up, or has a bonus against one enemy,
    /// and the state does not know it.
    pub(super) fn check_pending(&self) {
        for lane in &self.lanes {
            for slot in lane.troops.as_slice().iter().chain(lane.enemies.as_slice()) {
                let card = self.board.card(*slot);
                assert!(card.advanced == 0 || self.advances_pending, "{card:?}");
                assert!(card.duel_power == 0 || self.duels, "{card:?}");
            }
        }
    }
}
