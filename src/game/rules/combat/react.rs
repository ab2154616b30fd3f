//! React: windows in which any player may use instants and abilities, in any lane.

use crate::observe::{CardPlace, Cause, Incident, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::rules::abilities::{EventContext, Turn};
use crate::rules::{Game, Table};
use crate::state::CardRef;
use cards::ability::When;
use cards::ruleset::{Instants, Reactions};
use cards::{Class, Derived, KindId, KindSet};

/// More actions than this in one window are cut off and counted.
const MAX_ACTIONS: u32 = 200;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// The reaction window of a lane's fight.
    pub(crate) fn react_window(&mut self, lane: u8, enemy: CardRef, exchange: u16) {
        self.state.fight.reacted = false;
        if self.table().anyone_listens(When::Activated) {
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
    pub(crate) fn free_window(&mut self, lane: Option<u8>) {
        if self.rules.instants == Instants::AnyTime
            && self.table().anyone_listens(When::Activated)
            && !self.state.is_over()
        {
            let owner = lane.unwrap_or(self.state.first_player);
            self.open_window(owner, Decision::Free { lane });
        }
    }

    /// Players act in seat order from `owner`, one action at a time, until all pass in a row.
    fn open_window(&mut self, owner: u8, decision: Decision) {
        let about = EventContext::default();
        let in_fight = matches!(decision, Decision::React { .. });
        let mut turn = Turn::starting_with(owner);
        for _ in 0..MAX_ACTIONS {
            let answer = self.next_answer(&mut turn, When::Activated, decision, &about);
            let Some((seat, choice)) = answer else {
                return;
            };
            if in_fight && self.rules.reactions == Reactions::OneEach {
                turn.done |= 1 << seat;
            }
            self.state.fight.reacted = true;
            match choice {
                Choice::Deploy(kind) => self.deploy_instantly(seat, kind),
                choice => {
                    self.use_chosen(seat, choice, about);
                }
            }
            self.close_up();
        }
        self.incident(Incident::CutChain);
    }

    /// Offers the troops in a player's hand that may be deployed in an open window.
    pub(crate) fn offer_instant_deployments(&mut self, seat: u8) {
        let deploys = |table: Table<'_>, kind| {
            let facts = table.kind(kind);
            facts.class == Class::Troop && facts.derived.standing.deploys_as_instant
        };
        self.offer_from_hand_cards(seat, KindSet::ALL, deploys, Choice::Deploy);
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
            let fits = |table: Table<'_>, item| table.can_equip(troop, item);
            self.offer_from_hand_cards(seat, items, fits, Choice::Card);
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
    pub(crate) fn can_deploy_instantly(self, seat: u8) -> bool {
        self.state.triggers.hand(seat) & Derived::DEPLOYS_AS_INSTANT != 0 && self.has_free_zone()
    }
}
