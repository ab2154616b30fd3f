//! Phase 6, wrap-up: discards, upgrades, and the trackers move on.

use super::{Game, Table};
use crate::observe::{CardPlace, Cause, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::state::{BoardCard, GameState, MAX_PLAYERS, ROUNDS};
use cards::ruleset::WrapUp;
use cards::{CardSet, KindId, KindSet, Upgrade};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    pub(super) fn wrap_up_phase(&mut self) {
        self.free_window(None);
        if self.state.is_over() {
            return;
        }
        for seat in self.state.seats_from(self.state.first_player) {
            if self.rules.wrap_up != WrapUp::RearrangeLane {
                self.discard_from_own_lane(seat);
            }
            if self.rules.wrap_up != WrapUp::DiscardFromLane {
                self.arrange_lane(seat);
            }
            self.discard_hand_cards(seat);
            self.upgrade_xenosathem(seat);
        }
        clear_marks(self.state, self.cards);
        // A bonus of the round may have been HP.
        self.check_lost_hp();
        self.replace_empty_stacks();
        self.state.first_player = (self.state.first_player + 1) % self.state.players;
        self.state.round += 1;
        if self.state.round > ROUNDS {
            self.end_game(true);
        }
    }

    /// Troops (with their items) and single items may be discarded from their own lane.
    fn discard_from_own_lane(&mut self, seat: u8) {
        loop {
            if self.state.lanes[seat as usize].troops.is_empty() {
                return;
            }
            self.offer_pass();
            for troop in self.table().lane_troops(seat) {
                self.offer(Choice::Target(troop));
                for item in 0..self.state.board.card(troop.slot).items {
                    self.offer(Choice::Item { card: troop, item });
                }
            }
            match self.ask(seat, Decision::DiscardFromLane) {
                Choice::Target(troop) => {
                    self.discard_from_lane(troop, Cause::RULE);
                }
                Choice::Item { card, item } => self.discard_item(card, item, Cause::RULE),
                _ => return,
            }
            self.check_lost_hp();
        }
    }

    fn discard_hand_cards(&mut self, seat: u8) {
        loop {
            self.offer_pass();
            self.offer_from_hand_cards(seat, KindSet::ALL, |_, _| true, Choice::Card);
            let Choice::Card(kind) = self.ask(seat, Decision::DiscardFromHand) else {
                return;
            };
            self.discard_from_hand(seat, kind, Cause::RULE);
        }
    }

    /// Xenosathem out of the discard pile is traded up, judged by the wave that is ending.
    fn upgrade_xenosathem(&mut self, seat: u8) {
        let wave = self.state.wave();
        loop {
            self.offer_pass();
            for kind in &self.cards.upgradable {
                if let Some(upgrade) = &self.kind(*kind).upgrade
                    && wave >= upgrade.wave
                    && self.table().can_upgrade(seat, *kind, upgrade)
                {
                    self.offer(Choice::Card(*kind));
                }
            }
            let Choice::Card(kind) = self.ask(seat, Decision::Upgrade) else {
                return;
            };
            let Some(upgrade) = self.kind(kind).upgrade else {
                return;
            };
            for _ in 0..upgrade.burn {
                self.burn_from_discard(seat, kind, Cause::RULE);
            }
            self.state.supply[upgrade.into.index()] -= 1;
            self.put(
                upgrade.into,
                CardPlace::Supply,
                CardPlace::Discard(seat),
                Cause::RULE,
            );
        }
    }
}

impl Table<'_> {
    fn can_upgrade(self, seat: u8, kind: KindId, upgrade: &Upgrade) -> bool {
        self.state.supply[upgrade.into.index()] > 0
            && self.state.seats[seat as usize].discard.count(kind) >= upgrade.burn as usize
    }
}

/// Marks and bonuses of the round end; damage stays.
fn clear_marks(state: &mut GameState, cards: &CardSet) {
    state.division_used = [0; MAX_PLAYERS];
    for lane in &mut state.lanes {
        for slot in lane.troops.as_slice() {
            let troop = state.board.card_mut(*slot);
            clear_marks_of(troop, cards);
            state
                .triggers
                .enter_troops(troop.lane, troop.facts.triggers);
        }
        lane.kills = 0;
        lane.turned_up = 0;
        lane.fought = false;
    }
}

fn clear_marks_of(troop: &mut BoardCard, cards: &CardSet) {
    troop.used &= cards.kind(troop.kind).derived.first_time;
    for item in 0..troop.items as usize {
        troop.equipment_used[item] &= cards.kind(troop.equipment[item]).derived.first_time;
    }
    troop.round_power = 0;
    troop.attack_power = 0;
    troop.duel_power = 0;
    troop.strikes_first = false;
    troop.refresh(cards);
}
