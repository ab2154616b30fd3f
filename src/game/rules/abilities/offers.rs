//! Which abilities a player may use for a trigger.

use super::{EventContext, StrikeOption, User};
use crate::observe::{Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries;
use crate::rules::Game;
use crate::state::{BoardCard, CardRef};
use cards::ability::{Ability, Against, From, Range, When, Whose};
use cards::ruleset::{AnyTroop, OneEnemy, RevealPrevention};
use cards::{Derived, KindId};

impl<'a, P: Policy, O: Observer> Game<'a, P, O> {
    /// Offers all abilities that a player may use for a trigger.
    #[inline]
    pub(crate) fn offer_abilities(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.may_respond(seat, when) {
            self.offer_each_ability(seat, when, about);
        }
    }

    #[inline(never)]
    fn offer_each_ability(&mut self, seat: u8, when: When, about: &EventContext) {
        self.offer_from_hand(seat, when, about);
        self.offer_from_division(seat, when, about);
        self.offer_from_lane(seat, when, about);
    }

    /// Offers the powers of a player's division.
    #[inline]
    pub(super) fn offer_from_division(&mut self, seat: u8, when: When, about: &EventContext) {
        if let Some(kind) = self.state.divisions[seat as usize] {
            self.offer_powers(seat, kind, when, about);
        }
    }

    #[inline(never)]
    fn offer_powers(&mut self, seat: u8, kind: KindId, when: When, about: &EventContext) {
        for (number, ability) in self.kind(kind).abilities.iter().enumerate() {
            let choice = Choice::FromHand {
                kind,
                ability: number as u8,
            };
            if let Some(user) = self.user_of(seat, choice)
                && ability.when == when
                && self.is_usable(&user, ability, about)
            {
                self.offer(choice);
            }
        }
    }

    fn offer_from_hand(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.state.seats[seat as usize].hand_moments & when.bit() == 0 {
            return;
        }
        let wave = self.state.wave();
        for place in 0..self.state.seats[seat as usize].hand.len() {
            if let Some(kind) = self.ready_in_hand(seat, place, when.bit(), wave) {
                self.offer_from_card(seat, kind, when, about);
            }
        }
    }

    /// The card in a place of a hand, if it has one of these bits and none of its kind comes before
    /// it. In combat, hands hold next to nothing: a list of the kinds would be more work.
    #[inline]
    pub(super) fn ready_in_hand(
        &self,
        seat: u8,
        place: usize,
        bits: u32,
        wave: u8,
    ) -> Option<KindId> {
        let hand = self.state.seats[seat as usize].hand.cards();
        let kind = hand[place];
        let ready = self.kind(kind).derived.in_hand_in(wave) & bits != 0;
        (ready && !hand[..place].contains(&kind)).then_some(kind)
    }

    /// Offers the abilities of a card in hand for a trigger.
    fn offer_from_card(&mut self, seat: u8, kind: KindId, when: When, about: &EventContext) {
        let lane = self.state.fighting.unwrap_or(seat);
        for (number, ability) in self.kind(kind).abilities.iter().enumerate() {
            let choice = Choice::FromHand {
                kind,
                ability: number as u8,
            };
            let user = User {
                seat,
                kind,
                ability: number as u8,
                card: None,
                item: None,
                lane,
                last: None,
            };
            if ability.from == From::Hand
                && ability.when == when
                && self.is_usable(&user, ability, about)
            {
                self.offer(choice);
            }
        }
    }

    fn offer_from_lane(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.state.ready[seat as usize] & when.bit() == 0 {
            return;
        }
        for position in 0..self.state.lanes[seat as usize].troops.len() {
            let slot = self.state.lanes[seat as usize].troops.as_slice()[position];
            if self.state.board.card(slot).ready & when.bit() == 0 {
                continue;
            }
            let card = self.state.board.card_ref(slot);
            let found = *self.state.board.card(slot);
            self.each_ability(&found, card, when, |game, user, ability| {
                let item = user.item.unwrap_or(Choice::OWN);
                let choice = Choice::OnBoard {
                    card,
                    item,
                    ability: user.ability,
                };
                if !game.answered.contains(about.origin, choice)
                    && game.is_usable(&user, ability, about)
                {
                    game.offer(choice);
                }
            });
        }
    }

    /// Calls `each` for every ability that a card and its items have for a trigger. The card is on
    /// the board, or has just left it.
    pub(crate) fn each_ability(
        &mut self,
        found: &BoardCard,
        card: CardRef,
        when: When,
        mut each: impl FnMut(&mut Self, User, &'a Ability),
    ) {
        // Its own, and then those of its items.
        for number in u8::from(!found.has_abilities())..found.items + 1 {
            let item = number.checked_sub(1);
            let kind = match item {
                None => found.kind,
                Some(item) => found.equipment[item as usize],
            };
            self.each_ability_of(found, card, kind, item, when, &mut each);
        }
    }

    /// Calls `each` for every ability that a card on the board has for a trigger, by itself or as
    /// an item on a troop.
    #[inline(always)]
    pub(crate) fn each_ability_of(
        &mut self,
        found: &BoardCard,
        card: CardRef,
        kind: KindId,
        item: Option<u8>,
        when: When,
        each: &mut impl FnMut(&mut Self, User, &'a Ability),
    ) {
        let facts = self.kind(kind);
        if facts.derived.in_lane & when.bit() == 0 {
            return;
        }
        let seat = match found.owner {
            u8::MAX => found.lane,
            owner => owner,
        };
        for (number, ability) in facts.abilities.iter().enumerate() {
            if ability.when == when && ability.from == From::Lane {
                let user = User {
                    seat,
                    kind,
                    ability: number as u8,
                    card: Some(card),
                    item,
                    lane: found.lane,
                    last: None,
                };
                each(self, user, ability);
            }
        }
    }

    /// Whether an ability can be used: not used up, its condition true, its cost payable, about
    /// the right card and damage, and with someone to choose.
    #[inline(always)]
    pub(crate) fn is_usable(&self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        let facts = &self.kind(user.kind).derived;
        let checks = facts.checks_of(user.ability);
        let usable = facts.works_in_wave(user.ability, self.state.wave())
            && (checks == 0 || self.passes(checks, user, ability, about));
        debug_assert_eq!(usable, self.is_usable_in_full(user, ability, about));
        usable
    }

    /// Whether an ability passes the checks that it needs.
    #[inline(never)]
    pub(super) fn passes(
        &self,
        checks: u8,
        user: &User,
        ability: &Ability,
        about: &EventContext,
    ) -> bool {
        let unchecked = |check| checks & check == 0;
        (unchecked(Derived::CAN_BE_USED_UP) || !self.is_used_up(user, ability))
            && (unchecked(Derived::HAS_CONDITION) || self.condition_holds(user, ability))
            && (unchecked(Derived::IS_ABOUT_EVENT) || self.fits_event(checks, user, ability, about))
            && (unchecked(Derived::HAS_COST) || self.can_pay(ability, user.seat))
            && (unchecked(Derived::NEEDS_SOMETHING | Derived::NEEDS_NO_MORE)
                || self.has_something_to_do(user, ability))
    }

    /// Whether the condition of an ability is true.
    #[inline]
    pub(super) fn condition_holds(&self, user: &User, ability: &Ability) -> bool {
        let card = user.card.and_then(|card| self.state.board.get(card));
        queries::holds(ability.condition, self.state, card, user.lane)
    }

    pub(super) fn fits_event(
        &self,
        checks: u8,
        user: &User,
        ability: &Ability,
        about: &EventContext,
    ) -> bool {
        match ability.when {
            When::WouldBeDamaged => {
                self.fits_troop(user, ability, about) && self.fits_damage(checks, ability, about)
            }
            When::WouldBeKilled => {
                // A card that is also dying can only save itself.
                let dying = user.card.is_some_and(|card| self.is_lethal(card));
                self.fits_troop(user, ability, about) && (!dying || about.troop == user.card)
            }
            When::RevealPending => self.fits_reveal(user, ability, about),
            When::Attacks => about.troop == user.card && fits_strike(ability, about),
            When::AnotherAttacks => {
                about.troop != user.card
                    && self.in_range(user, ability.range, about.troop)
                    && fits_strike(ability, about)
            }
            _ => true,
        }
    }

    fn in_range(&self, user: &User, range: Range, card: Option<CardRef>) -> bool {
        range == Range::Anywhere
            || card
                .and_then(|card| self.state.board.get(card))
                .is_some_and(|card| card.lane == user.lane)
    }

    fn fits_troop(&self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        let whose = match ability.whose {
            Whose::This => about.troop == user.card && user.card.is_some(),
            Whose::Another => about.troop != user.card,
            Whose::Any => true,
        };
        let narrow =
            self.rules.rulings.any_troop == AnyTroop::OwnLane && ability.whose != Whose::This;
        let range = if narrow { Range::Lane } else { ability.range };
        whose && self.in_range(user, range, about.troop)
    }

    fn fits_damage(&self, checks: u8, ability: &Ability, about: &EventContext) -> bool {
        let Some((nature, source)) = about.damage else {
            return false;
        };
        let fits = match ability.against {
            Against::Anything => true,
            Against::EnemyAbility => self.is_enemy_ability(nature),
            Against::Reveal => nature == Nature::Reveal,
        };
        let standing = source.standing(self.cards);
        let prevents = checks & Derived::PREVENTS != 0;
        let redirects = checks & Derived::REDIRECTS != 0;
        let marked = ability.answers_reveals
            || nature != Nature::Reveal
            || self.rules.reveal_prevention == RevealPrevention::Any;
        let prevention_allowed = marked && !standing.is_some_and(|standing| standing.unpreventable);
        let redirection_allowed = !standing.is_some_and(|standing| standing.not_redirectable);
        fits && (!prevents || prevention_allowed) && (!redirects || redirection_allowed)
    }

    fn fits_reveal(&self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        let Some(enemy) = about.enemy.and_then(|enemy| self.state.board.get(enemy)) else {
            return false;
        };
        let narrow = self.rules.rulings.one_enemy == OneEnemy::OwnLane
            && self.state.fighting.is_some_and(|lane| lane != enemy.lane);
        let in_range = ability.range == Range::Anywhere || enemy.lane == user.lane;
        in_range && !narrow && !self.kind(enemy.kind).derived.standing.untargetable
    }

    /// Whether there is anything for an ability to do.
    pub(super) fn has_something_to_do(&self, user: &User, ability: &Ability) -> bool {
        let mut effects = ability.effects.iter();
        if ability.acts_in_part() {
            effects.any(|effect| self.is_feasible(user, effect))
        } else {
            effects.all(|effect| self.is_feasible(user, effect))
        }
    }

    /// Who uses which ability with a choice.
    pub(crate) fn user_of(&self, seat: u8, choice: Choice) -> Option<User> {
        match choice {
            Choice::FromHand { kind, ability } => {
                let lane = self.state.fighting.unwrap_or(seat);
                Some(User {
                    seat,
                    kind,
                    ability,
                    card: None,
                    item: None,
                    lane,
                    last: None,
                })
            }
            Choice::OnBoard {
                card,
                item,
                ability,
            } => {
                let found = self.state.board.get(card)?;
                let item = (item != Choice::OWN).then_some(item);
                let kind = item.map_or(found.kind, |item| found.equipment[item as usize]);
                Some(User {
                    seat,
                    kind,
                    ability,
                    card: Some(card),
                    item,
                    lane: found.lane,
                    last: None,
                })
            }
            _ => None,
        }
    }

    /// Asks players in seat order until one does something; `None` when all have passed in a row.
    #[inline]
    pub(crate) fn next_answer(
        &mut self,
        turn: &mut Turn,
        when: When,
        decision: Decision,
        about: &EventContext,
    ) -> Option<(u8, Choice)> {
        if !self.window_opens(when) {
            return None;
        }
        self.ask_in_turn(turn, when, decision, about)
    }

    #[inline(never)]
    fn ask_in_turn(
        &mut self,
        turn: &mut Turn,
        when: When,
        decision: Decision,
        about: &EventContext,
    ) -> Option<(u8, Choice)> {
        self.state.moment += 1;
        self.refresh_ready();
        let respondents = self.respondents(when, about);
        while turn.passed < self.state.players && !self.is_over() {
            let seat = turn.seat;
            turn.seat = self.state.next_seat(seat);
            if !self.is_asked(seat, respondents) {
                debug_assert!(self.could_only_pass(seat, when, about));
                turn.passed += 1;
                continue;
            }
            self.offer_pass();
            self.offer_abilities(seat, when, about);
            debug_assert!(self.is_offered_all(seat, when, about));
            match self.ask(seat, decision) {
                Choice::Pass => turn.passed += 1,
                choice => {
                    turn.passed = 0;
                    return Some((seat, choice));
                }
            }
        }
        None
    }
}

/// Whose turn it is in an open window.
pub(crate) struct Turn {
    /// Who is asked next.
    pub seat: u8,
    /// How many have passed in a row.
    pub passed: u8,
}

impl Turn {
    /// A window just opened: a lane's owner acts first.
    pub fn starting_with(owner: u8) -> Self {
        Turn {
            seat: owner,
            passed: 0,
        }
    }
}

/// Whether an attack ability belongs to this point of the attack.
fn fits_strike(ability: &Ability, about: &EventContext) -> bool {
    let comes_first = ability.strikes_first();
    match about.strike {
        Some(StrikeOption::First) => comes_first,
        Some(StrikeOption::Damage) => !comes_first,
        None => false,
    }
}
