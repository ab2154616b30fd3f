//! Which abilities a player may use for a trigger.

use super::{EventContext, StrikeOption, User};
use crate::observe::{Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries;
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef};
use cards::KindId;
use cards::ability::{Ability, Against, Range, When, Whose, WorksFrom};
use cards::ruleset::{AnyTroop, OneEnemy, RevealPrevention};

impl<'a, P: Policy + ?Sized, O: Observer> Game<'a, P, O> {
    /// Offers all abilities that a player may use for a trigger.
    pub(crate) fn offer_abilities(&mut self, seat: u8, when: When, about: &EventContext) {
        if !self.table().may_respond(seat, when) {
            return;
        }
        self.offer_from_hand(seat, when, about);
        if let Some(division) = self.state.divisions[seat as usize] {
            self.offer_abilities_of(seat, division, when, about, |_| true);
        }
        self.offer_from_lane(seat, when, about);
    }

    fn offer_from_hand(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.state.triggers.hand(seat) & when.bit() == 0 {
            return;
        }
        let wave = self.state.wave();
        for place in 0..self.state.seats[seat as usize].hand.len() {
            if let Some(kind) = self.table().kind_to_offer(seat, place, when.bit(), wave) {
                self.offer_abilities_of(seat, kind, when, about, |_| true);
            }
        }
    }

    /// Offers the abilities of a card in hand, or of a division, for a trigger.
    pub(crate) fn offer_abilities_of(
        &mut self,
        seat: u8,
        kind: KindId,
        when: When,
        about: &EventContext,
        is_meant: impl Fn(&Ability) -> bool,
    ) {
        for (number, ability) in (0..).zip(&self.kind(kind).abilities) {
            let user = self.table().hand_user(seat, kind, number);
            if ability.when == when
                && ability.from != WorksFrom::Lane
                && is_meant(ability)
                && self.table().is_usable(&user, ability, about)
            {
                self.offer(Choice::FromHand {
                    kind,
                    ability: number,
                });
            }
        }
    }

    fn offer_from_lane(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.state.triggers.troops(seat) & when.bit() == 0 {
            return;
        }
        for position in 0..self.state.lanes[seat as usize].troops.len() {
            let slot = self.state.lanes[seat as usize].troops.as_slice()[position];
            if self.state.board.card(slot).facts.ready & when.bit() == 0 {
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
                    && game.table().is_usable(&user, ability, about)
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
            if ability.when == when && ability.from == WorksFrom::Lane {
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

    /// Asks players in seat order until one does something; `None` when all have passed in a row.
    pub(crate) fn next_answer(
        &mut self,
        turn: &mut Turn,
        when: When,
        decision: Decision,
        about: &EventContext,
    ) -> Option<(u8, Choice)> {
        if !self.table().anyone_listens(when) {
            return None;
        }
        self.state.moment += 1;
        self.state.refresh_troop_triggers();
        while turn.passed < self.state.players && !self.state.is_over() {
            let seat = turn.seat;
            turn.seat = self.state.next_seat(seat);
            if !self.table().may_respond(seat, when) {
                turn.passed += 1;
                continue;
            }
            self.offer_pass();
            self.offer_abilities(seat, when, about);
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

impl Table<'_> {
    /// The card in a place of a hand, if it has one of these bits and none of its kind comes before
    /// it. In combat, hands hold next to nothing: a list of the kinds would be more work.
    #[inline]
    fn kind_to_offer(self, seat: u8, place: usize, bits: u32, wave: u8) -> Option<KindId> {
        let hand = self.state.seats[seat as usize].hand.cards();
        let kind = hand[place];
        let ready = self.kind(kind).derived.in_hand_in(wave) & bits != 0;
        (ready && !hand[..place].contains(&kind)).then_some(kind)
    }

    /// Whether an ability can be used: not used up, its condition true, its cost payable, about
    /// the right card and damage, and with someone to choose.
    pub(crate) fn is_usable(self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        !self.is_used_up(user, ability)
            && self.condition_holds(user, ability)
            && self.fits_event(user, ability, about)
            && self.can_pay(ability, user.seat)
            && self.has_something_to_do(user, ability)
    }

    /// Whether the condition of an ability is true.
    #[inline]
    fn condition_holds(self, user: &User, ability: &Ability) -> bool {
        let card = user.card.and_then(|card| self.state.board.get(card));
        queries::holds(ability.condition, self.state, card, user.lane)
    }

    fn fits_event(self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        match ability.when {
            When::WouldBeDamaged => {
                self.fits_troop(user, ability, about) && self.fits_damage(ability, about)
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

    fn in_range(self, user: &User, range: Range, card: Option<CardRef>) -> bool {
        range == Range::Anywhere
            || card
                .and_then(|card| self.state.board.get(card))
                .is_some_and(|card| card.lane == user.lane)
    }

    fn fits_troop(self, user: &User, ability: &Ability, about: &EventContext) -> bool {
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

    fn fits_damage(self, ability: &Ability, about: &EventContext) -> bool {
        let Some((nature, source)) = about.damage else {
            return false;
        };
        let fits = match ability.against {
            Against::Anything => true,
            Against::EnemyAbility => self.is_enemy_ability(nature),
            Against::Reveal => nature == Nature::Reveal,
        };
        let standing = source.standing(self.cards);
        let marked = ability.answers_reveals
            || nature != Nature::Reveal
            || self.rules.reveal_prevention == RevealPrevention::Any;
        let prevention_allowed = marked && !standing.is_some_and(|standing| standing.unpreventable);
        let redirection_allowed = !standing.is_some_and(|standing| standing.not_redirectable);
        fits && (prevention_allowed || !ability.prevents())
            && (redirection_allowed || !ability.redirects())
    }

    fn fits_reveal(self, user: &User, ability: &Ability, about: &EventContext) -> bool {
        let Some(enemy) = about.enemy.and_then(|enemy| self.state.board.get(enemy)) else {
            return false;
        };
        let narrow = self.rules.rulings.one_enemy == OneEnemy::OwnLane
            && self.state.fighting.is_some_and(|lane| lane != enemy.lane);
        let in_range = ability.range == Range::Anywhere || enemy.lane == user.lane;
        in_range && !narrow && !self.kind(enemy.kind).derived.standing.untargetable
    }

    /// Whether there is anything for an ability to do.
    fn has_something_to_do(self, user: &User, ability: &Ability) -> bool {
        let mut effects = ability.effects.iter();
        if ability.acts_in_part() {
            effects.any(|effect| self.is_feasible(user, effect))
        } else {
            effects.all(|effect| self.is_feasible(user, effect))
        }
    }

    /// A player who uses a card in hand, or their division.
    pub(crate) fn hand_user(self, seat: u8, kind: KindId, ability: u8) -> User {
        User {
            seat,
            kind,
            ability,
            card: None,
            item: None,
            lane: self.state.fighting.unwrap_or(seat),
            last: None,
        }
    }

    /// Who uses which ability with a choice.
    pub(crate) fn user_of(self, seat: u8, choice: Choice) -> Option<User> {
        match choice {
            Choice::FromHand { kind, ability } => Some(self.hand_user(seat, kind, ability)),
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
