//! Abilities that have been triggered and wait to be carried out.
//!
//! What happens at the same time is carried out enemies first, each side in lane order from the
//! front; the players may choose another order among their own (under one ruling: among all).

use super::{EventContext, LastValues, User, abilities_on_board};
use crate::observe::{Incident, Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries;
use crate::rules::{Game, MAX_DEPTH, Table};
use crate::state::{BoardCard, CardRef, Side};
use arrayvec::ArrayVec;
use cards::ability::{Limit, Range, When};
use cards::ruleset::{ForcedTriggers, Simultaneous};

/// A triggered ability.
#[derive(Clone, Copy)]
pub(crate) struct Waiting {
    user: User,
    side: Side,
    /// Where the card stands in its lane, or stood when it died.
    position: u8,
    about: EventContext,
}

/// Abilities triggered at the same time.
pub(crate) type WaitingList = ArrayVec<Waiting, 32>;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Adds the abilities of a card, on the board or just killed, for a trigger to the list:
    /// usually none.
    pub(crate) fn trigger(
        &mut self,
        list: &mut WaitingList,
        card: &BoardCard,
        reference: CardRef,
        when: When,
        last: Option<LastValues>,
        about: &EventContext,
    ) {
        if !self.table().listens(card, when) {
            return;
        }
        let side = card.side;
        let position = match last {
            Some(last) => last.position,
            None => self.state.position(reference).unwrap_or(0) as u8,
        };
        for (user, ability) in abilities_on_board(self.cards, card, reference, when) {
            let out_of_reach = about.happened_in.is_some_and(|lane| lane != user.lane);
            if out_of_reach && ability.range == Range::Lane {
                continue;
            }
            let waiting = Waiting {
                user: User { last, ..user },
                side,
                position,
                about: *about,
            };
            if list.try_push(waiting).is_err() {
                self.incident(Incident::Overflow);
            }
        }
    }

    /// Carries out the automatic abilities of a card, on the board or just killed, for a trigger.
    pub(crate) fn trigger_alone(&mut self, card: &BoardCard, reference: CardRef, when: When) {
        if self.table().listens(card, when) {
            let mut list = WaitingList::new();
            self.trigger(
                &mut list,
                card,
                reference,
                when,
                None,
                &EventContext::default(),
            );
            self.resolve(&mut list);
        }
    }

    /// Carries out everything in the list, in the order given by the rules and the players.
    pub(crate) fn resolve(&mut self, list: &mut WaitingList) {
        if list.is_empty() {
            return;
        }
        if self.depth >= MAX_DEPTH {
            self.incident(Incident::CutChain);
            return;
        }
        self.depth += 1;
        self.table().put_in_lane_order(list);
        if self.rules.simultaneous == Simultaneous::EnemiesFirst {
            let mut index = 0;
            while index < list.len() {
                if list[index].side == Side::Enemy {
                    let waiting = list.remove(index);
                    self.resolve_one(waiting);
                } else {
                    index += 1;
                }
            }
        }
        while !list.is_empty() && !self.state.is_over() {
            let next = self.choose_next(list.len(), list[0].user.seat);
            let waiting = list.remove(next);
            self.resolve_one(waiting);
        }
        self.depth -= 1;
    }

    /// Which of so many things comes next: the player decides whose lane is fought, otherwise `seat`.
    pub(crate) fn choose_next(&mut self, count: usize, seat: u8) -> usize {
        if count == 1 {
            return 0;
        }
        let seat = self.state.fighting.unwrap_or(seat);
        let waiting = 0..count as u8;
        let next = self.choose(seat, Decision::OrderTriggers, waiting, Choice::Waiting);
        next.map_or(0, usize::from)
    }

    fn resolve_one(&mut self, waiting: Waiting) {
        if self.state.is_over() {
            return;
        }
        let user = waiting.user;
        let ability = &self.kind(user.kind).abilities[user.ability as usize];
        let card = user.card.and_then(|card| self.state.board.get(card));
        let about_gone_enemy = matches!(ability.when, When::EnemyDamaged | When::EnemyTurnedUp)
            && waiting
                .about
                .enemy
                .is_none_or(|enemy| self.state.board.get(enemy).is_none());
        let feasible = |effect| self.table().is_feasible(&user, effect);
        if about_gone_enemy
            || self.table().is_used_up(&user, ability)
            || !queries::holds(ability.condition, self.state, card, user.lane)
            || !ability.effects.iter().all(feasible)
        {
            return;
        }
        let optional = ability.optional
            || (waiting.side == Side::Troop
                && ability.limit == Limit::EachTime
                && self.rules.rulings.forced_triggers == ForcedTriggers::Optional);
        if optional && !self.wants_to_use(&waiting, ability.when) {
            return;
        }
        let nature = Nature::of_ability(waiting.side);
        self.carry_out(user, ability, waiting.about, nature);
    }

    fn wants_to_use(&mut self, waiting: &Waiting, when: When) -> bool {
        let user = waiting.user;
        self.offer_pass();
        self.offer(user.choice());
        let decision = match (when, waiting.about.enemy) {
            (When::EnemyDamaged, Some(enemy)) => Decision::EnemyDamaged { enemy },
            _ => Decision::Trigger {
                kind: user.kind,
                when,
            },
        };
        let used = self.ask(user.seat, decision) != Choice::Pass;
        self.state.fight.reacted |= used;
        used
    }
}

impl Table<'_> {
    /// The default order: enemies, then troops and items; each from the lane being fought to the
    /// left and from the front to the back.
    fn put_in_lane_order(self, list: &mut WaitingList) {
        let first = self.state.fighting.unwrap_or(self.state.first_player);
        let players = self.state.players;
        let key = |waiting: &Waiting| {
            let lane = (waiting.user.lane + players - first) % players;
            (waiting.side == Side::Troop, lane, waiting.position)
        };
        // By insertion, which keeps the order of equals and needs no memory.
        for index in 1..list.len() {
            let mut place = index;
            while place > 0 && key(&list[place - 1]) > key(&list[place]) {
                list.swap(place - 1, place);
                place -= 1;
            }
        }
    }
}
