//! Phase 3, NorTec deployment: troops and items go on the board, lanes are arranged. At the table
//! this happens simultaneously; here players take turns.

use super::Game;
use super::abilities::EventContext;
use crate::observe::{CardPlace, Cause, Event, Observer, Way};
use crate::play::{Choice, Decision, Policy, View};
use crate::queries::{can_carry, factorial, permute};
use crate::state::{CardRef, LANE_ZONES, Lane, MAX_EQUIPMENT, Side, Step, Turns};
use arrayvec::ArrayVec;
use cards::ability::When;
use cards::ruleset::{Instants, Together};
use cards::{Class, Derived, KindId};

const BY_RULE: Cause = Cause {
    kind: None,
    way: Way::Rule,
};

/// The answers to how a full lane may stand: as it does, or in another order.
const ORDERS: [Choice; 24] = {
    let mut orders = [Choice::Pass; 24];
    let mut number = 1;
    while number < orders.len() {
        orders[number] = Choice::Order(number as u8);
        number += 1;
    }
    orders
};

/// Items lifted off a lane's troops, with their marks of use.
type Lifted = ArrayVec<(KindId, u8), { LANE_ZONES * MAX_EQUIPMENT }>;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    #[inline(never)]
    pub(super) fn deployment_phase(&mut self) {
        if self.state.step == Step::Start {
            self.refresh_lane_moments();
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
        while self.state.turns.quiet < self.state.players && !self.is_over() {
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
        let mut knows_next = true;
        loop {
            self.pause();
            knows_next = knows_next && self.deploy_known_troop(seat);
            if knows_next {
                self.state.turns.acted = true;
                continue;
            }
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
        let wanted = match self.has_free_zone() {
            true => self.cards.deployable,
            false => self.cards.equipment,
        };
        self.offer_from_hand_cards(seat, wanted, |table, kind| {
            table.kind(kind).class == Class::Troop || someone_can_carry(table, kind)
        });
        self.offer_instants_that_become_troops(seat);
    }

    /// Deploys a troop that a player names before they see their choices; `false` if they do not.
    /// Counted and reported as if both questions had been asked.
    #[inline]
    fn deploy_known_troop(&mut self, seat: u8) -> bool {
        let view = View::new(self.state, self.cards, self.rules, seat);
        let Some((kind, lane)) = self.policy.next_troop(&view) else {
            return false;
        };
        if O::SEES_STEPS {
            self.offer_deployments(seat);
            debug_assert!(self.options.contains(&Choice::Card(kind)), "no such card");
        }
        let options = self.options.len() as u8;
        self.note_decision(seat, Decision::Deploy, Choice::Card(kind), options);
        let lanes = &self.state.lanes[..self.state.players as usize];
        let has_room = |lane: &&Lane| lane.troops.len() < LANE_ZONES;
        debug_assert!(has_room(&&lanes[lane as usize]), "a lane without room");
        let options = lanes.iter().filter(has_room).count() as u8;
        if options > 1 {
            let decision = Decision::DeployLane { kind };
            self.note_decision(seat, decision, Choice::Lane(lane), options);
        }
        self.put_troop(seat, kind, lane);
        true
    }

    /// If instants may be played at any time, those that become troops may be played here.
    fn offer_instants_that_become_troops(&mut self, seat: u8) {
        let hand = self.state.seats[seat as usize].hand_moments;
        if hand & Derived::BECOMES_TROOP == 0 || self.rules.instants != Instants::AnyTime {
            return;
        }
        let becomes_troop = |game: &Self, kind| game.kind(kind).becomes_troop();
        self.each_kind_in_hand(seat, becomes_troop, |game, kind| {
            for (ability, facts) in (0..).zip(&game.kind(kind).abilities) {
                let choice = Choice::FromHand { kind, ability };
                if facts.when == When::Activated
                    && facts.becomes_troop()
                    && let Some(user) = game.user_of(seat, choice)
                    && game.is_usable(&user, facts, EventContext::NOTHING)
                {
                    game.offer(choice);
                }
            }
        });
    }

    /// Whether any lane has a free zone.
    pub(crate) fn has_free_zone(&self) -> bool {
        self.state.lanes[..self.state.players as usize]
            .iter()
            .any(|lane| lane.troops.len() < LANE_ZONES)
    }

    fn deploy_troop(&mut self, seat: u8, kind: KindId) {
        self.options.clear();
        let lanes = &self.state.lanes;
        let has_room = |lane: &u8| lanes[*lane as usize].troops.len() < LANE_ZONES;
        let free = self.state.seats_from(seat).filter(has_room);
        self.options.extend(free.map(Choice::Lane));
        let Choice::Lane(lane) = self.ask(seat, Decision::DeployLane { kind }) else {
            unreachable!("only lanes were offered");
        };
        self.put_troop(seat, kind, lane);
    }

    /// Puts a troop from hand at the end of a lane.
    fn put_troop(&mut self, seat: u8, kind: KindId, lane: u8) {
        self.take_from_hand(seat, kind);
        let position = self.state.lanes[lane as usize].troops.len();
        self.place_troop(lane, position, kind, CardPlace::Hand(seat), BY_RULE);
        // One more troop can end a bonus, where there are any.
        if self.state.lane_moments & Derived::GIVES_BONUS != 0 || self.state.item_bonus {
            self.check_lost_hp();
        }
    }

    fn deploy_item(&mut self, seat: u8, item: KindId) {
        self.options.clear();
        for lane in self.state.seats_from(seat) {
            for position in 0..self.state.lanes[lane as usize].troops.len() {
                let slot = self.state.lanes[lane as usize].troops.as_slice()[position];
                let troop = self.state.board.card_ref(slot);
                if self.can_equip(troop, item) {
                    self.offer(Choice::Target(troop));
                }
            }
        }
        let Choice::Target(troop) = self.ask(seat, Decision::EquipOn { item }) else {
            unreachable!("only troops were offered");
        };
        self.take_from_hand(seat, item);
        self.equip(troop, item, CardPlace::Hand(seat), BY_RULE);
    }

    /// Whether an item may be put on a troop.
    pub(crate) fn can_equip(&self, troop: CardRef, item: KindId) -> bool {
        can_carry(
            self.cards,
            self.rules,
            self.state.board.card(troop.slot),
            item,
        )
    }

    /// A player reorders their troops and redistributes their items.
    #[inline]
    pub(crate) fn arrange_lane(&mut self, seat: u8) {
        let troops = self.state.lanes[seat as usize].troops.len();
        if troops > 1 {
            self.arrange_troops(seat, troops);
        }
    }

    #[inline(never)]
    fn arrange_troops(&mut self, seat: u8, troops: usize) {
        let orders = &ORDERS[..usize::from(factorial(troops))];
        self.options.clear();
        let fit = self.options.try_extend_from_slice(orders);
        debug_assert!(fit.is_ok(), "there is room for all orders of a lane");
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
        if !self.troops_of_lane(lane).any(carries) {
            return;
        }
        let troops = self.lane_troops(lane);
        let able = troops.iter().filter(|troop| !self.never_equips(**troop));
        if able.count() < 2 {
            return;
        }
        self.offer_pass();
        self.offer(Choice::Redistribute);
        if self.ask(lane, Decision::Redistribute) == Choice::Pass {
            return;
        }
        let mut lifted = Lifted::new();
        for (position, troop) in troops.iter().enumerate() {
            let place = equipped(lane, position);
            while self.state.board.card(troop.slot).items > 0 {
                let used = self.state.board.card(troop.slot).equipment_used[0];
                let item = self.unequip(*troop, 0);
                lifted.push((item, used));
                self.moved(item, place, CardPlace::Carried, BY_RULE);
            }
        }
        for index in 0..lifted.len() {
            self.place_lifted(lane, &troops, &lifted, index);
        }
        self.emit(Event::Redistributed { lane });
        self.check_lost_hp();
    }

    fn never_equips(&self, troop: CardRef) -> bool {
        self.kind(self.state.board.card(troop.slot).kind)
            .derived
            .standing
            .never_equips
    }

    /// The owner chooses a troop for one lifted item; only troops that leave room for the rest.
    fn place_lifted(&mut self, lane: u8, troops: &[CardRef], lifted: &Lifted, index: usize) {
        let (item, used) = lifted[index];
        self.options.clear();
        for troop in troops {
            if self.can_equip(*troop, item) && self.leaves_room(*troop, troops, lifted, index) {
                self.offer(Choice::Target(*troop));
            }
        }
        let Choice::Target(troop) = self.ask(lane, Decision::EquipOn { item }) else {
            unreachable!("only troops were offered");
        };
        self.put_on(troop, item, used);
        let position = troops.iter().position(|other| *other == troop);
        let place = equipped(lane, position.unwrap_or_default());
        self.moved(item, CardPlace::Carried, place, BY_RULE);
    }

    fn put_on(&mut self, troop: CardRef, item: KindId, used: u8) {
        let card = self.state.board.card_mut(troop.slot);
        card.equipment[card.items as usize] = item;
        card.equipment_used[card.items as usize] = used;
        card.items += 1;
        card.note_moments(self.cards);
    }

    /// Whether the items after `index` still find places if this one goes on `troop`.
    fn leaves_room(
        &mut self,
        troop: CardRef,
        troops: &[CardRef],
        lifted: &Lifted,
        index: usize,
    ) -> bool {
        self.put_on(troop, lifted[index].0, 0);
        let fits = match lifted.get(index + 1) {
            None => true,
            Some((next, _)) => troops.iter().any(|other| {
                self.can_equip(*other, *next) && self.leaves_room(*other, troops, lifted, index + 1)
            }),
        };
        let card = self.state.board.card_mut(troop.slot);
        card.items -= 1;
        card.note_moments(self.cards);
        fits
    }
}

fn equipped(lane: u8, position: usize) -> CardPlace {
    CardPlace::Equipped {
        lane,
        position: position as u8,
    }
}

/// Whether any troop may carry an item besides those it has.
fn someone_can_carry(table: &View<'_>, item: KindId) -> bool {
    (0..table.players()).any(|lane| {
        table
            .troops(lane)
            .any(|(_, troop)| can_carry(table.cards(), table.rules(), troop, item))
    })
}
