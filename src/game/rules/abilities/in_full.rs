//! What a player may use, found the long way: every card, every ability, every check. The rules
//! take shorter ways (`readiness`, `activated`); builds with debug assertions compare the two.

use super::{EventContext, User};
use crate::observe::Observer;
use crate::play::{Choice, Policy};
use crate::rules::{Game, MAX_OPTIONS};
use arrayvec::ArrayVec;
use cards::KindId;
use cards::ability::{Ability, From, When};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Whether a player who is passed over could really only have passed.
    pub(crate) fn could_only_pass(&self, seat: u8, when: When, about: &EventContext) -> bool {
        self.usable_in_full(seat, when, about).is_empty()
    }

    /// Whether a player who may pass is offered all that they may use, and nothing else.
    pub(crate) fn is_offered_all(&self, seat: u8, when: When, about: &EventContext) -> bool {
        self.options[1..] == self.usable_in_full(seat, when, about)[..]
    }

    fn usable_in_full(
        &self,
        seat: u8,
        when: When,
        about: &EventContext,
    ) -> ArrayVec<Choice, MAX_OPTIONS> {
        let player = &self.state.seats[seat as usize];
        let mut held = ArrayVec::<KindId, MAX_OPTIONS>::new();
        for kind in player.hand.cards() {
            if !held.contains(kind) {
                held.push(*kind);
            }
        }
        let mut choices = ArrayVec::<Choice, MAX_OPTIONS>::new();
        let division = self.state.divisions[seat as usize];
        let in_hand = held.iter().map(|kind| (*kind, From::Hand));
        for (kind, from) in in_hand.chain(division.map(|kind| (kind, From::Division))) {
            for ability in self.numbers_for(kind, when, from) {
                choices.push(Choice::FromHand { kind, ability });
            }
        }
        for slot in self.state.lanes[seat as usize].troops.as_slice() {
            let (card, found) = (
                self.state.board.card_ref(*slot),
                self.state.board.card(*slot),
            );
            let items = (0..).zip(found.equipment().iter().copied());
            for (item, kind) in [(Choice::OWN, found.kind)].into_iter().chain(items) {
                for ability in self.numbers_for(kind, when, From::Lane) {
                    let choice = Choice::OnBoard {
                        card,
                        item,
                        ability,
                    };
                    if !self.answered.contains(about.origin, choice) {
                        choices.push(choice);
                    }
                }
            }
        }
        choices.retain(|choice| {
            self.user_of(seat, *choice).is_some_and(|user| {
                let ability = &self.kind(user.kind).abilities[user.ability as usize];
                self.is_usable_in_full(&user, ability, about)
            })
        });
        choices
    }

    /// The numbers of the abilities that a card has for a trigger.
    fn numbers_for(&self, kind: KindId, when: When, from: From) -> impl Iterator<Item = u8> {
        let abilities = (0..).zip(&self.kind(kind).abilities);
        abilities
            .filter(move |(_, ability)| ability.when == when && ability.from == from)
            .map(|(number, _)| number)
    }

    /// Whether an ability passes every check, whether it needs it or not.
    pub(super) fn is_usable_in_full(
        &self,
        user: &User,
        ability: &Ability,
        about: &EventContext,
    ) -> bool {
        let checks = self.kind(user.kind).derived.checks_of(user.ability);
        !self.is_used_up(user, ability)
            && self.condition_holds(user, ability)
            && self.fits_event(checks, user, ability, about)
            && self.can_pay(ability, user.seat)
            && self.has_something_to_do(user, ability)
    }
}
