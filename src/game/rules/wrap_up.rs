//! Phase 6, wrap-up: discards, upgrades, and the trackers move on.

use super::Game;
use crate::observe::{CardPlace, Cause, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::state::{CardRef, MAX_PLAYERS};
use cards::ruleset::WrapUp;
use cards::{KindId, KindSet};

const BY_RULE: Cause = Cause {
    kind: None,
    way: Way::Rule,
};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    #[inline(never)]
    pub(super) fn wrap_up_phase(&mut self) {
        self.free_window(None);
        if self.is_over() {
            return;
        }
        for seat in self.state.seats_from(self.state.first_player) {
            match self.rules.wrap_up {
                WrapUp::DiscardFromLane => self.discard_from_own_lane(seat),
                WrapUp::RearrangeLane => self.arrange_lane(seat),
            }
            self.discard_hand_cards(seat);
            self.upgrade_xenosathem(seat);
        }
        self.clear_marks();
        // A bonus of the round may have been HP.
        self.check_lost_hp();
        self.replace_empty_stacks();
        self.state.first_player = (self.state.first_player + 1) % self.state.players;
        self.state.round += 1;
    }

    /// Troops (with their items) and single items may be discarded from their own lane.
    fn discard_from_own_lane(&mut self, seat: u8) {
        loop {
            let troops = self.lane_troops(seat);
            if troops.is_empty() {
                return;
            }
            self.offer_pass();
            for troop in troops {
                self.offer(Choice::Target(troop));
                for item in 0..self.state.board.card(troop.slot).items {
                    self.offer(Choice::Item { card: troop, item });
                }
            }
            match self.ask(seat, Decision::DiscardFromLane) {
                Choice::Target(troop) => self.discard_from_lane(troop, BY_RULE),
                Choice::Item { card, item } => self.discard_item(card, item, BY_RULE),
                _ => return,
            }
            self.check_lost_hp();
        }
    }

    fn discard_hand_cards(&mut self, seat: u8) {
        loop {
            self.offer_pass();
            self.offer_from_hand_cards(seat, KindSet::ALL, |_, _| true);
            let Choice::Card(kind) = self.ask(seat, Decision::DiscardFromHand) else {
                return;
            };
            self.discard_from_hand(seat, kind, BY_RULE);
        }
    }

    /// Xenosathem out of the discard pile is traded up, judged by the wave that is ending.
    fn upgrade_xenosathem(&mut self, seat: u8) {
        loop {
            self.offer_pass();
            for kind in &self.cards.upgradable {
                if self.can_upgrade(seat, *kind) {
                    self.offer(Choice::Card(*kind));
                }
            }
            let Choice::Card(kind) = self.ask(seat, Decision::Upgrade) else {
                return;
            };
            self.upgrade(seat, kind);
        }
    }

    fn can_upgrade(&self, seat: u8, kind: KindId) -> bool {
        self.kind(kind).upgrade.is_some_and(|upgrade| {
            self.state.wave() >= upgrade.wave
                && self.state.supply[upgrade.into.index()] > 0
                && self.state.seats[seat as usize].discard.count(kind) >= upgrade.burn as usize
        })
    }

    fn upgrade(&mut self, seat: u8, kind: KindId) {
        let Some(upgrade) = self.kind(kind).upgrade else {
            return;
        };
        for _ in 0..upgrade.burn {
            self.burn_from_discard(seat, kind, BY_RULE);
        }
        self.state.supply[upgrade.into.index()] -= 1;
        self.add_to_discard(seat, upgrade.into, CardPlace::Supply, BY_RULE);
    }

    /// Marks and bonuses of the round end; damage stays.
    fn clear_marks(&mut self) {
        self.state.division_used = [0; MAX_PLAYERS];
        for lane in 0..self.state.players {
            for troop in self.lane_troops(lane) {
                self.clear_marks_of(troop);
            }
            let lane = &mut self.state.lanes[lane as usize];
            lane.kills = 0;
            lane.turned_up = 0;
            lane.fought = false;
        }
    }

    fn clear_marks_of(&mut self, troop: CardRef) {
        let cards = self.cards;
        let card = self.state.board.card_mut(troop.slot);
        card.used &= cards.kind(card.kind).derived.first_time;
        for item in 0..card.items as usize {
            card.equipment_used[item] &= cards.kind(card.equipment[item]).derived.first_time;
        }
        card.round_power = 0;
        card.attack_power = 0;
        card.duel_power = 0;
        card.strikes_first = false;
    }
}
