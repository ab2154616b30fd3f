//! Using an ability: costs and choices, then each effect in turn.

use super::{EventContext, Resolution, User};
use crate::observe::{Cause, Event, Nature, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::rules::Game;
use cards::Class;
use cards::ability::{Ability, Combine, When};

impl<'a, P: Policy + ?Sized, O: Observer> Game<'a, P, O> {
    /// Uses the ability that a player has chosen: marks it, pays for it and carries it out.
    pub(crate) fn use_chosen(
        &mut self,
        seat: u8,
        choice: Choice,
        about: EventContext,
    ) -> Option<Resolution> {
        let user = self.table().user_of(seat, choice)?;
        let ability = &self.kind(user.kind).abilities[user.ability as usize];
        self.state.fight.reacted = true;
        Some(self.carry_out(user, ability, about, Nature::OwnAbility))
    }

    /// Carries out an ability, costs and choices included.
    pub(crate) fn carry_out(
        &mut self,
        user: User,
        ability: &'a Ability,
        about: EventContext,
        nature: Nature,
    ) -> Resolution {
        let mut run = Resolution::new(user, about, nature);
        // The enemy may be gone when an effect refers to its lane.
        run.that_lane = run
            .about
            .enemy
            .and_then(|enemy| self.state.board.get(enemy))
            .map(|enemy| enemy.lane);
        self.state.mark_used(self.cards, &user, ability);
        self.emit(Event::Used {
            kind: user.kind,
            seat: user.seat,
            ability: user.ability,
        });
        let parts = self.choose_parts(&run, ability);
        self.play_instant(&run, ability);
        self.pay(ability, &mut run);
        for (index, effect) in ability.effects.iter().enumerate() {
            if self.state.is_over() {
                break;
            }
            if parts & (1 << index) != 0 {
                self.apply(effect, &mut run);
            }
        }
        run
    }

    /// A played instant goes to the discard pile first, unless it becomes a troop.
    fn play_instant(&mut self, run: &Resolution, ability: &Ability) {
        let is_instant =
            run.user.card.is_none() && self.kind(run.user.kind).class == Class::Instant;
        if is_instant && !ability.becomes_troop() {
            let cause = Cause::card(run.user.kind, Way::Ability);
            self.discard_from_hand(run.user.seat, run.user.kind, cause);
        }
    }

    /// Which effects are used, a bit each: all, or for "and/or" what the player chooses.
    fn choose_parts(&mut self, run: &Resolution, ability: &Ability) -> u8 {
        if ability.combine == Combine::All {
            return u8::MAX;
        }
        let effects = ability.effects.iter().enumerate();
        let possible = effects
            .filter(|(_, effect)| self.table().is_feasible(&run.user, effect))
            .fold(0u8, |bits, (index, _)| bits | 1 << index);
        let first_needed = ability.when == When::WouldBeDamaged;
        let offered = [3u8, 1, 2].into_iter();
        let offered =
            offered.filter(|parts| parts & possible == *parts && (!first_needed || parts & 1 != 0));
        let kind = run.user.kind;
        let chosen = self.choose(
            run.user.seat,
            Decision::Mode { kind },
            offered,
            Choice::Mode,
        );
        chosen.unwrap_or(0)
    }
}
