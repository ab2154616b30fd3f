//! Open windows: which activated abilities a player may use. Windows open more often than anything
//! else happens, and mostly somebody could only pass or has a single card to use. So needs are
//! compared as bits ([`Derived`]) before any card is looked at, and again for each ability: most
//! have one need and nothing else to check.

use super::{EventContext, User};
use crate::observe::Observer;
use crate::play::{Choice, Policy};
use crate::rules::Game;
use crate::state::{CardRef, Lane, MAX_EQUIPMENT};
use cards::ability::When;
use cards::ruleset::{AnyTroop, OneEnemy};
use cards::{Derived, KindId};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Which needs of a player's activated abilities are met: none if the player has no such
    /// ability, or all are used up.
    #[inline]
    pub(crate) fn needs_met(&mut self, seat: u8) -> u32 {
        self.refresh_ready(seat);
        let hand = self.state.seats[seat as usize].hand_moments;
        let ready = hand | self.state.lanes[seat as usize].troop_moments;
        match ready & When::Activated.bit() {
            0 => 0,
            _ => self.those_met(ready & Derived::NEEDS, seat),
        }
    }

    fn those_met(&self, needs: u32, seat: u8) -> u32 {
        let mut lanes = self.state.lanes[..self.state.players as usize].iter();
        let here = &self.state.lanes[seat as usize];
        let mut met = needs & Derived::NEEDS_NOTHING;
        let wanted = |need| needs & need != 0;
        if wanted(Derived::NEEDS_OPEN_ENEMY) && lanes.clone().any(|lane| self.has_open_enemy(lane))
        {
            met |= Derived::NEEDS_OPEN_ENEMY;
        }
        if wanted(Derived::NEEDS_OPEN_ENEMY_HERE) && self.has_open_enemy(here) {
            met |= Derived::NEEDS_OPEN_ENEMY_HERE;
        }
        if wanted(Derived::NEEDS_ENEMY) && lanes.clone().any(|lane| !lane.enemies.is_empty()) {
            met |= Derived::NEEDS_ENEMY;
        }
        if wanted(Derived::NEEDS_FIGHT)
            && lanes.any(|lane| !lane.enemies.is_empty() && !lane.troops.is_empty())
        {
            met |= Derived::NEEDS_FIGHT;
        }
        met
    }

    fn has_open_enemy(&self, lane: &Lane) -> bool {
        let mut enemies = lane.enemies.as_slice().iter();
        enemies.any(|slot| self.state.board.card(*slot).face_up)
    }

    /// Offers the activated abilities that a player may use, where these needs are met.
    pub(crate) fn offer_activated(&mut self, seat: u8, met: u32) {
        if self.state.seats[seat as usize].hand_moments & met != 0 {
            self.offer_activated_from_hand(seat, met);
        }
        self.offer_from_division(seat, When::Activated, EventContext::NOTHING);
        if self.state.lanes[seat as usize].troop_moments & met != 0 {
            self.offer_activated_from_lane(seat, met);
        }
    }

    fn offer_activated_from_hand(&mut self, seat: u8, met: u32) {
        let wave = self.state.wave();
        let lane = self.state.fighting.unwrap_or(seat);
        let works = |game: &Self, kind| game.kind(kind).derived.in_hand_in(wave) & met != 0;
        self.each_kind_in_hand(seat, works, |game, kind| {
            for ability in numbers(game.kind(kind).derived.activated_from_hand) {
                let user = User {
                    seat,
                    kind,
                    ability,
                    card: None,
                    item: None,
                    lane,
                    last: None,
                };
                if game.may_be_activated(&user, met) {
                    game.offer(Choice::FromHand { kind, ability });
                }
            }
        });
    }

    fn offer_activated_from_lane(&mut self, seat: u8, met: u32) {
        for position in 0..self.state.lanes[seat as usize].troops.len() {
            let slot = self.state.lanes[seat as usize].troops.as_slice()[position];
            let found = self.state.board.card(slot);
            if found.ready & met == 0 {
                continue;
            }
            let card = self.state.board.card_ref(slot);
            debug_assert!(found.has_abilities() && found.owner == seat);
            let items = found.items;
            self.offer_activated_of(seat, card, found.kind, (Choice::OWN, found.used), met);
            for item in 0..items {
                let found = self.state.board.card(slot);
                let place = item as usize % MAX_EQUIPMENT;
                let (kind, used) = (found.equipment[place], found.equipment_used[place]);
                self.offer_activated_of(seat, card, kind, (item, used), met);
            }
        }
    }

    /// Offers what a troop, or an item on it, can still do.
    #[inline]
    fn offer_activated_of(
        &mut self,
        seat: u8,
        card: CardRef,
        kind: KindId,
        (item, used): (u8, u8),
        met: u32,
    ) {
        for ability in numbers(self.kind(kind).derived.activated_from_lane & !used) {
            let user = User {
                seat,
                kind,
                ability,
                card: Some(card),
                item: (item != Choice::OWN).then_some(item),
                lane: seat,
                last: None,
            };
            if self.may_be_activated(&user, met) {
                self.offer(Choice::OnBoard {
                    card,
                    item,
                    ability,
                });
            }
        }
    }

    /// Whether an activated ability that is not used up may be used, where these needs are met.
    #[inline]
    fn may_be_activated(&self, user: &User, met: u32) -> bool {
        let facts = self.kind(user.kind);
        let mut left = facts.derived.checks_of(user.ability) & !Derived::CAN_BE_USED_UP;
        if self.targets_are_plain() {
            left &= !Derived::NEEDS_NO_MORE;
        }
        facts.derived.finds_its_need(user.ability, met)
            && facts.derived.works_in_wave(user.ability, self.state.wave())
            && (left == 0 || {
                let ability = &facts.abilities[user.ability as usize];
                self.passes(left, user, ability, EventContext::NOTHING)
            })
    }

    /// Whether a target that is there can be chosen: no ruling narrows the lanes in reach, and no
    /// enemy is protected.
    #[inline]
    fn targets_are_plain(&self) -> bool {
        let rulings = &self.rules.rulings;
        rulings.one_enemy == OneEnemy::AnyLane
            && rulings.any_troop == AnyTroop::AnyLane
            && !self.cards.has_untargetable
    }
}

/// The numbers of the bits that are set.
#[inline]
fn numbers(mut bits: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = bits.trailing_zeros() as u8;
        bits = bits.checked_sub(1)? & bits;
        Some(number)
    })
}
