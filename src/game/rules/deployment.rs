//! Phase 3, NorTec deployment: troops and items go on the board, lanes are arranged. At the table
//! this happens simultaneously; here players take turns.

use super::abilities::EventContext;
use super::{Game, Table};
use crate::observe::{CardPlace, Cause, Event, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries::{can_carry, factorial, permute};
use crate::state::{
    BoardCard, CardRef, LANE_ZONES, Lane, MAX_EQUIPMENT, MAX_PLAYERS, Side, Step, Turns,
};
use arrayvec::ArrayVec;
use cards::ability::{Ability, When};
use cards::ruleset::{Instants, Together};
use cards::{Class, Derived, KindId};

/// Troops that can carry an item.
pub(super) type Bearers = ArrayVec<CardRef, { MAX_PLAYERS * LANE_ZONES }>;

/// Items lifted off a lane's troops, with their marks of use.
type Lifted = ArrayVec<(KindId, u8), { LANE_ZONES * MAX_EQUIPMENT }>;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    pub(super) fn deployment_phase(&mut self) {
        if self.state.step == Step::Start {
            self.state.refresh_troop_triggers();
        }
        if self.state.step != Step::Arrange {
            self.take_turns(Step::Deploy, Self::deploy_cards);
            self.state.step = Step::Arrange;
            self.state.turns.taken = 0;
        }
        let seats = self.state.seats_from(self.state.first_player);
        for seat in seats.skip(usize::from(self.state.turns.taken)) {
            self.pause();
            self.arrange_lane(seat);
            self.state.turns.taken += 1;
        }
    }

    /// Players take turns from the first player to the left. Each acts as long as they like; under
    /// the default rules this repeats until all pass. A player who has passed is asked again only
    /// if somebody has acted since. `first` is the first step of a turn.
    pub(super) fn take_turns(&mut self, first: Step, turn: impl Fn(&mut Self, u8)) {
        if self.state.step == Step::Start {
            self.state.step = first;
            self.state.turns = Turns::starting_with(self.state.first_player);
        }
        let once = self.rules.together == Together::SeatBySeat;
        while self.state.turns.quiet < self.state.players && !self.state.is_over() {
            if once && self.state.turns.taken == u16::from(self.state.players) {
                return;
            }
            let seat = self.state.turns.seat;
            turn(self, seat);
            self.state.turns.pass_to(self.state.next_seat(seat));
            self.state.step = first;
        }
    }

    /// A player puts cards on the board, one at a time.
    fn deploy_cards(&mut self, seat: u8) {
        loop {
            self.pause();
            self.offer_deployments(seat);
            match self.ask(seat, Decision::Deploy) {
                Choice::Card(kind) if self.kind(kind).class == Class::Troop => {
                    self.deploy_troop(seat, kind);
                }
                Choice::Card(kind) => self.deploy_item(seat, kind),
                choice @ Choice::FromHand { .. } => {
                    self.use_chosen(seat, choice, EventContext::default());
                }
                _ => return,
            }
            self.state.turns.acted = true;
        }
    }

    fn offer_deployments(&mut self, seat: u8) {
        self.offer_pass();
        let wanted = match self.table().has_free_zone() {
            true => self.cards.deployable,
            false => self.cards.equipment,
        };
        let suits = |table: Table<'_>, kind| {
            table.kind(kind).class == Class::Troop || table.someone_can_carry(kind)
        };
        self.offer_from_hand_cards(seat, wanted, suits, Choice::Card);
        self.offer_instants_that_become_troops(seat);
    }

    /// If instants may be played at any time, those that become troops may be played here.
    fn offer_instants_that_become_troops(&mut self, seat: u8) {
        let hand = self.state.triggers.hand(seat);
        if hand & Derived::BECOMES_TROOP != 0 && self.rules.instants == Instants::AnyTime {
            let about = &EventContext::default();
            self.offer_from_hand(seat, When::Activated, about, Ability::becomes_troop);
        }
    }

    /// Puts a troop from hand at the end of a lane.
    fn deploy_troop(&mut self, seat: u8, kind: KindId) {
        let decision = Decision::DeployLane { kind };
        let Some(lane) = self.choose_lane(seat, seat, decision, has_free_zone) else {
            return;
        };
        self.take_from_hand(seat, kind);
        let position = self.state.lanes[lane as usize].troops.len();
        self.place_troop(lane, position, kind, CardPlace::Hand(seat), Cause::RULE);
        // One more troop can end a bonus, where there are any.
        if self.state.triggers.any_troop() & Derived::GIVES_BONUS != 0 || self.state.item_bonus {
            self.check_lost_hp();
        }
    }

    fn deploy_item(&mut self, seat: u8, item: KindId) {
        let bearers: Bearers = self.table().bearers(seat, item).collect();
        if let Some(troop) = self.choose_target(seat, Decision::EquipOn { item }, &bearers) {
            self.take_from_hand(seat, item);
            self.equip(troop, item, CardPlace::Hand(seat), Cause::RULE);
        }
    }

    /// A player reorders their troops and redistributes their items.
    pub(crate) fn arrange_lane(&mut self, seat: u8) {
        let troops = self.state.lanes[seat as usize].troops.len();
        if troops < 2 {
            return;
        }
        self.offer_pass();
        for order in 1..factorial(troops) {
            self.offer(Choice::Order(order));
        }
        if let Choice::Order(order) = self.ask(seat, Decision::Arrange) {
            let lane = self.state.lanes[seat as usize].troops.as_mut_slice();
            permute(lane, order);
            self.emit(Event::Reordered {
                side: Side::Troop,
                lane: seat,
            });
        }
        self.redistribute_items(seat);
    }

    /// Items may change hands within a lane; only the final layout must fit the limits.
    fn redistribute_items(&mut self, lane: u8) {
        let carries = |troop: CardRef| self.state.board.card(troop.slot).items > 0;
        if !self.table().troops_of_lane(lane).any(carries) {
            return;
        }
        let troops = self.table().lane_troops(lane);
        let able = troops
            .iter()
            .filter(|troop| !self.table().never_equips(**troop));
        if able.count() < 2 {
            return;
        }
        self.offer_pass();
        self.offer(Choice::Redistribute);
        if self.ask(lane, Decision::Redistribute) == Choice::Pass {
            return;
        }
        let mut lifted = Lifted::new();
        for troop in &troops {
            let place = self.table().at(*troop).equipped();
            while self.state.board.card(troop.slot).items > 0 {
                let used = self.state.board.card(troop.slot).equipment_used[0];
                let item = self.unequip(*troop, 0);
                lifted.push((item, used));
                self.moved(item, place, CardPlace::Carried, Cause::RULE);
            }
        }
        for index in 0..lifted.len() {
            self.place_lifted(lane, &troops, &lifted, index);
        }
        self.emit(Event::Redistributed { lane });
        self.check_lost_hp();
    }

    /// The owner chooses a troop for one lifted item; only troops that leave room for the rest.
    fn place_lifted(&mut self, lane: u8, troops: &[CardRef], lifted: &Lifted, index: usize) {
        let (item, used) = lifted[index];
        let mut fitting = troops.iter().copied().collect::<ArrayVec<_, LANE_ZONES>>();
        fitting.retain(|troop| {
            let items = lifted[index..].iter().map(|(item, _)| *item);
            self.table().can_equip(*troop, item) && self.table().leaves_room(*troop, troops, items)
        });
        if let Some(troop) = self.choose_target(lane, Decision::EquipOn { item }, &fitting) {
            let card = self.state.board.card_mut(troop.slot);
            card.put_on(item, used);
            card.refresh(self.cards);
            let place = self.table().at(troop).equipped();
            self.moved(item, CardPlace::Carried, place, Cause::RULE);
        }
    }
}

impl Table<'_> {
    /// Whether any lane has a free zone.
    pub(crate) fn has_free_zone(self) -> bool {
        let mut lanes = self.state.lanes[..self.state.players as usize].iter();
        lanes.any(Lane::has_free_zone)
    }

    /// Whether an item may be put on a troop.
    pub(crate) fn can_equip(self, troop: CardRef, item: KindId) -> bool {
        let troop = self.state.board.card(troop.slot);
        can_carry(self.cards, self.rules, troop, item)
    }

    /// Whether the first of some items may go on a troop so that the others still find places among
    /// all of them, as they stand.
    fn leaves_room(
        self,
        troop: CardRef,
        troops: &[CardRef],
        items: impl Iterator<Item = KindId>,
    ) -> bool {
        let items: ArrayVec<KindId, { LANE_ZONES * MAX_EQUIPMENT }> = items.collect();
        let cards = troops.iter().map(|card| *self.state.board.card(card.slot));
        let mut cards: ArrayVec<BoardCard, LANE_ZONES> = cards.collect();
        let first = troops.iter().position(|other| *other == troop);
        first.is_some_and(|first| {
            cards[first].put_on(items[0], 0);
            self.find_places(&mut cards, &items[1..])
        })
    }

    /// Whether all items find places on some cards.
    fn find_places(self, cards: &mut [BoardCard], items: &[KindId]) -> bool {
        let Some((item, rest)) = items.split_first() else {
            return true;
        };
        (0..cards.len()).any(|place| {
            let before = cards[place];
            if !can_carry(self.cards, self.rules, &before, *item) {
                return false;
            }
            cards[place].put_on(*item, 0);
            let fits = self.find_places(cards, rest);
            cards[place] = before;
            fits
        })
    }

    /// Whether any troop may carry an item besides those it has.
    pub(crate) fn someone_can_carry(self, item: KindId) -> bool {
        let can_carry =
            |slot: &u8| can_carry(self.cards, self.rules, self.state.board.card(*slot), item);
        let mut lanes = self.state.lanes[..self.state.players as usize].iter();
        lanes.any(|lane| lane.troops.as_slice().iter().any(can_carry))
    }

    /// Troops that can carry an item, lane by lane from one to the left.
    pub(crate) fn bearers(self, first: u8, item: KindId) -> impl Iterator<Item = CardRef> {
        let lanes = self.state.seats_from(first);
        let troops = lanes.flat_map(move |lane| self.troops_of_lane(lane));
        troops.filter(move |troop| self.can_equip(*troop, item))
    }

    fn never_equips(self, troop: CardRef) -> bool {
        self.kind(self.state.board.card(troop.slot).kind)
            .derived
            .standing
            .never_equips
    }
}

/// Whether a lane has room for another troop.
pub(super) fn has_free_zone(table: Table<'_>, lane: u8) -> bool {
    table.state.lanes[lane as usize].has_free_zone()
}
