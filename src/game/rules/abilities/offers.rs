//! Which abilities a player may use for a trigger.

use super::{EventContext, StrikeOption, User};
use crate::observe::{Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries;
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef};
use cards::ability::{Ability, Against, Range, When, Whose, WorksFrom};
use cards::ruleset::{AnyTroop, OneEnemy, RevealPrevention};
use cards::{CardSet, KindId};

/// The abilities that a card, on the board or just off it, has for a trigger: its own, and then those
/// of its items.
pub(crate) fn abilities_on_board<'a>(
    cards: &'a CardSet,
    found: &BoardCard,
    card: CardRef,
    when: When,
) -> impl Iterator<Item = (User, &'a Ability)> + use<'a> {
    let found = *found;
    (u8::from(!found.has_abilities())..found.items + 1).flat_map(move |number| {
        let first = User::on_board(&found, card, number.checked_sub(1), 0);
        let abilities = (0..).zip(&cards.kind(first.kind).abilities);
        let fitting = abilities
            .filter(move |(_, ability)| ability.when == when && ability.from == WorksFrom::Lane);
        fitting.map(move |(ability, facts)| (User { ability, ..first }, facts))
    })
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Offers all abilities that a player may use for a trigger.
    pub(crate) fn offer_abilities(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.table().may_respond(seat, when) {
            self.offer_from_hand(seat, when, about, |_| true);
            self.offer_from_lane(seat, when, about);
        }
    }

    /// Offers those of a player's hand and division, each once however many copies are in hand.
    pub(crate) fn offer_from_hand(
        &mut self,
        seat: u8,
        when: When,
        about: &EventContext,
        is_meant: impl Fn(&Ability) -> bool,
    ) {
        let table = Table::new(self.state, self.cards, self.rules);
        for (user, ability) in table.abilities_in_hand(seat, when) {
            if is_meant(ability) && table.is_usable(&user, ability, about) {
                self.options.push_once(user.choice());
            }
        }
    }

    fn offer_from_lane(&mut self, seat: u8, when: When, about: &EventContext) {
        if self.state.triggers.troops(seat) & when.bit() == 0 {
            return;
        }
        let table = Table::new(self.state, self.cards, self.rules);
        for troop in table.troops_of_lane(seat) {
            let found = table.state.board.card(troop.slot);
            if found.facts.ready & when.bit() == 0 {
                continue;
            }
            for (user, ability) in abilities_on_board(self.cards, found, troop, when) {
                let choice = user.choice();
                if !self.answered.contains(about.origin, choice)
                    && table.is_usable(&user, ability, about)
                {
                    self.options.push(choice);
                }
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
            let deploys = when == When::Activated && self.table().can_deploy_instantly(seat);
            let can_act = deploys || self.table().may_respond(seat, when);
            if !can_act || turn.done & 1 << seat != 0 {
                turn.passed += 1;
                continue;
            }
            self.offer_pass();
            self.offer_abilities(seat, when, about);
            if deploys {
                self.offer_instant_deployments(seat);
            }
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

impl<'a> Table<'a> {
    /// The abilities that the cards in a player's hand, every copy of them, and the player's division
    /// have for a trigger.
    pub(crate) fn abilities_in_hand(
        self,
        seat: u8,
        when: When,
    ) -> impl Iterator<Item = (User, &'a Ability)> {
        let hand = match self.state.triggers.hand(seat) & when.bit() {
            0 => &[],
            _ => self.state.seats[seat as usize].hand.cards(),
        };
        let wave = self.state.wave();
        let kinds = hand.iter().chain(&self.state.divisions[seat as usize]);
        let ready =
            kinds.filter(move |kind| self.kind(**kind).derived.in_hand_in(wave) & when.bit() != 0);
        ready.flat_map(move |kind| {
            let abilities = (0..).zip(&self.kind(*kind).abilities);
            let fitting = abilities.filter(move |(_, ability)| {
                ability.when == when && ability.from != WorksFrom::Lane
            });
            fitting.map(move |(number, ability)| (self.hand_user(seat, *kind, number), ability))
        })
    }
}

impl Table<'_> {
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
            lane: self.state.fighting.unwrap_or(seat),
            ..User::default()
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
                let user = User::on_board(found, card, item, ability);
                Some(User { seat, ..user })
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
    /// The players who do nothing more in the window, a bit each.
    pub done: u8,
}

impl Turn {
    /// A window just opened: a lane's owner acts first.
    pub fn starting_with(owner: u8) -> Self {
        Turn {
            seat: owner,
            passed: 0,
            done: 0,
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
