//! React: windows in which any player may use instants and abilities, in any lane.

use crate::observe::{CardPlace, Cause, Incident, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::rules::abilities::EventContext;
use crate::rules::{Game, Table};
use crate::state::CardRef;
use cards::ability::When;
use cards::ruleset::{Instants, Reactions};
use cards::{Class, Derived, KindId};

/// More actions than this in one window are cut off and counted.
const MAX_ACTIONS: u32 = 200;

/// What cards in hand can be used for in an open window.
const FROM_HAND: u32 = When::Activated.bit() | Derived::DEPLOYS_AS_INSTANT;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// The reaction window of a lane's fight.
    #[inline]
    pub(crate) fn react_window(&mut self, lane: u8, enemy: CardRef, exchange: u16) {
        self.state.fight.reacted = false;
        if self.anyone_can_act() {
            let decision = Decision::React {
                lane,
                overrun: self.state.lanes[lane as usize].troops.is_empty(),
                enemy,
                exchange,
            };
            self.open_window(lane, decision);
        }
    }

    /// A window outside the fights, if the rules allow instants at any time.
    #[inline]
    pub(crate) fn free_window(&mut self, lane: Option<u8>) {
        if self.rules.instants == Instants::AnyTime
            && self.anyone_can_act()
            && !self.state.is_over()
        {
            let owner = lane.unwrap_or(self.state.first_player);
            self.open_window(owner, Decision::Free { lane });
        }
    }

    /// Opens a window. Mostly whatever could be used in it is used up, or its card has left.
    #[inline]
    fn open_window(&mut self, owner: u8, decision: Decision) {
        self.state.moment += 1;
        self.state.refresh_troop_triggers();
        if self.anyone_can_act() {
            self.ask_round_the_table(owner, decision);
        }
    }

    /// Players act in seat order from `owner`, one action at a time, until all pass in a row.
    #[inline(never)]
    fn ask_round_the_table(&mut self, owner: u8, decision: Decision) {
        let about = &EventContext::default();
        let mut seat = owner;
        let mut passed = 0;
        let mut actions = 0;
        // The players who have had their only reaction, a bit each.
        let mut done = 0_u8;
        let in_fight = matches!(decision, Decision::React { .. });
        while passed < self.state.players && !self.state.is_over() {
            let had = done >> seat & 1 != 0;
            let can_act = self.table().may_respond(seat, When::Activated)
                || self.table().can_deploy_instantly(seat);
            if had || !can_act {
                passed += 1;
                seat = self.state.next_seat(seat);
                continue;
            }
            self.offer_pass();
            self.offer_abilities(seat, When::Activated, about);
            self.offer_instant_deployments(seat);
            match self.ask(seat, decision) {
                Choice::Pass => passed += 1,
                choice => {
                    passed = 0;
                    if in_fight && self.rules.reactions == Reactions::OneEach {
                        done |= 1 << seat;
                    }
                    self.state.fight.reacted = true;
                    match choice {
                        Choice::Deploy(kind) => self.deploy_instantly(seat, kind),
                        choice => {
                            self.use_chosen(seat, choice, *about);
                        }
                    }
                    self.close_up();
                    self.state.moment += 1;
                    self.state.refresh_troop_triggers();
                    actions += 1;
                    if actions == MAX_ACTIONS {
                        self.incident(Incident::CutChain);
                        return;
                    }
                }
            }
            seat = self.state.next_seat(seat);
        }
    }

    /// Whether any card might be used in an open window.
    #[inline]
    pub(super) fn anyone_can_act(&self) -> bool {
        self.state.triggers.any_hand() & FROM_HAND != 0
            || self.state.triggers.any_troop() & When::Activated.bit() != 0
    }

    fn offer_instant_deployments(&mut self, seat: u8) {
        if !self.table().can_deploy_instantly(seat) {
            return;
        }
        let deploys = |game: &Self, kind| {
            let facts = game.kind(kind);
            facts.class == Class::Troop && facts.derived.standing.deploys_as_instant
        };
        self.each_kind_in_hand(seat, deploys, |game, kind| game.offer(Choice::Deploy(kind)));
    }

    /// Deploys a troop from hand at any position of any lane with room, with equipment from hand.
    fn deploy_instantly(&mut self, seat: u8, kind: KindId) {
        let Some((lane, position)) = self.choose_zone(seat, kind) else {
            return;
        };
        let cause = Cause::card(kind, Way::Ability);
        self.take_from_hand(seat, kind);
        let Some(troop) = self.place_troop(lane, position, kind, CardPlace::Hand(seat), cause)
        else {
            return;
        };
        self.bring_items(seat, troop);
        self.check_lost_hp();
    }

    fn bring_items(&mut self, seat: u8, troop: CardRef) {
        loop {
            self.offer_pass();
            let items = self.cards.equipment;
            self.offer_from_hand_cards(seat, items, |table, item| table.can_equip(troop, item));
            let Choice::Card(item) = self.ask(seat, Decision::BringItem { troop }) else {
                return;
            };
            self.take_from_hand(seat, item);
            self.equip(troop, item, CardPlace::Hand(seat), Cause::RULE);
        }
    }
}

impl Table<'_> {
    #[inline]
    fn can_deploy_instantly(self, seat: u8) -> bool {
        self.state.triggers.hand(seat) & Derived::DEPLOYS_AS_INSTANT != 0 && self.has_free_zone()
    }
}
