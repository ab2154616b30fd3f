//! Open windows: which activated abilities a player may use. Windows open more often than anything
//! else happens, and mostly somebody could only pass or has a single card to use. So needs are
//! compared as bits ([`Derived`]) before any card is looked at, and again for each ability: most
//! have one need and nothing else to check.

use super::EventContext;
use crate::observe::Observer;
use crate::play::{Choice, Policy};
use crate::rules::Game;
use crate::state::{CardRef, Lane};
use cards::ability::When;
use cards::ruleset::{AnyTroop, OneEnemy};
use cards::{Derived, KindId};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Which needs of a player's activated abilities are met: none if the player has no such
    /// ability, or all are used up.
    #[inline]
    pub(crate) fn needs_met(&self, seat: u8) -> u32 {
        let hand = self.state.seats[seat as usize].hand_moments;
        let ready = hand | self.state.ready[seat as usize];
        match ready & When::Activated.bit() {
            0 => 0,
            _ => self.those_met(ready & Derived::NEEDS, seat),
        }
    }

    fn those_met(&self, needs: u32, seat: u8) -> u32 {
        let lanes = &self.state.lanes[..self.state.players as usize];
        let here = &self.state.lanes[seat as usize];
        let mut met = needs & Derived::NEEDS_NOTHING;
        let wanted = |need| needs & need != 0;
        if wanted(Derived::NEEDS_OPEN_ENEMY) && self.has_open_enemies(lanes) {
            met |= Derived::NEEDS_OPEN_ENEMY;
        }
        if wanted(Derived::NEEDS_OPEN_ENEMY_HERE) && self.has_open_enemy(here) {
            met |= Derived::NEEDS_OPEN_ENEMY_HERE;
        }
        if wanted(Derived::NEEDS_ENEMY) && lanes.iter().any(|lane| !lane.enemies.is_empty()) {
            met |= Derived::NEEDS_ENEMY;
        }
        if wanted(Derived::NEEDS_FIGHT)
            && lanes
                .iter()
                .any(|lane| !lane.enemies.is_empty() && !lane.troops.is_empty())
        {
            met |= Derived::NEEDS_FIGHT;
        }
        met
    }

    /// Whether some enemy lies open. Mostly it is the one that is fought.
    fn has_open_enemies(&self, lanes: &[Lane]) -> bool {
        let fought = self
            .state
            .fighting
            .and_then(|lane| self.state.first_enemy(lane));
        fought.is_some_and(|enemy| self.state.board.card(enemy.slot).face_up)
            || lanes.iter().any(|lane| self.has_open_enemy(lane))
    }

    fn has_open_enemy(&self, lane: &Lane) -> bool {
        let mut enemies = lane.enemies.as_slice().iter();
        enemies.any(|slot| self.state.board.card(*slot).face_up)
    }

    /// Offers the activated abilities that a player may use, where these needs are met.
    pub(crate) fn offer_activated(&mut self, seat: u8, met: u32) {
        let mut ignored = Derived::CAN_BE_USED_UP;
        if self.targets_are_plain() {
            ignored |= Derived::NEEDS_NO_MORE;
        }
        let window = Window {
            seat,
            met,
            ignored,
            wave: self.state.wave(),
        };
        if self.state.seats[seat as usize].hand_moments & met != 0 {
            self.offer_activated_from_hand(&window);
        }
        self.offer_from_division(seat, When::Activated, EventContext::NOTHING);
        if self.state.ready[seat as usize] & met != 0 {
            self.offer_activated_from_lane(&window);
        }
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

    fn offer_activated_from_hand(&mut self, window: &Window) {
        let Window {
            seat, met, wave, ..
        } = *window;
        for place in 0..self.state.seats[seat as usize].hand.len() {
            let Some(kind) = self.ready_in_hand(seat, place, met, wave) else {
                continue;
            };
            for ability in numbers(self.kind(kind).derived.activated_from_hand) {
                let choice = Choice::FromHand { kind, ability };
                if self.may_be_activated(window, kind, ability, choice) {
                    self.offer(choice);
                }
            }
        }
    }

    fn offer_activated_from_lane(&mut self, window: &Window) {
        let lane = window.seat as usize;
        let troops = self.state.lanes[lane].troops;
        for slot in troops.as_slice().iter().copied() {
            let found = self.state.board.card(slot);
            if found.ready & window.met == 0 {
                continue;
            }
            debug_assert!(found.has_abilities() && found.owner == window.seat);
            let card = self.state.board.card_ref(slot);
            let items = found.items;
            self.offer_activated_of(window, card, Choice::OWN, (found.kind, found.used));
            for item in 0..items {
                let found = self.state.board.card(slot);
                let place = item as usize;
                let marked = (found.equipment[place], found.equipment_used[place]);
                self.offer_activated_of(window, card, item, marked);
            }
        }
    }

    /// Offers what a troop, or an item on it, can still do.
    #[inline]
    fn offer_activated_of(
        &mut self,
        window: &Window,
        card: CardRef,
        item: u8,
        (kind, used): (KindId, u8),
    ) {
        for ability in numbers(self.kind(kind).derived.activated_from_lane & !used) {
            let choice = Choice::OnBoard {
                card,
                item,
                ability,
            };
            if self.may_be_activated(window, kind, ability, choice) {
                self.offer(choice);
            }
        }
    }

    /// Whether an activated ability that is not used up may be used.
    #[inline]
    fn may_be_activated(&self, window: &Window, kind: KindId, ability: u8, choice: Choice) -> bool {
        let facts = &self.kind(kind).derived;
        let left = facts.checks_of(ability) & !window.ignored;
        facts.finds_its_need(ability, window.met)
            && facts.works_in_wave(ability, window.wave)
            && (left == 0 || self.passes_in_window(left, window.seat, choice))
    }

    #[inline(never)]
    fn passes_in_window(&self, checks: u8, seat: u8, choice: Choice) -> bool {
        self.user_of(seat, choice).is_some_and(|user| {
            let ability = &self.kind(user.kind).abilities[user.ability as usize];
            self.passes(checks, &user, ability, EventContext::NOTHING)
        })
    }
}

/// What is the same for all cards of a player in an open window.
struct Window {
    seat: u8,
    /// The needs that are met.
    met: u32,
    /// The checks of abilities that are known to be passed.
    ignored: u8,
    wave: u8,
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
