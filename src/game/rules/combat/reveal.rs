//! Reveal: an enemy turns up and its reveal ability resolves unless it is cancelled.

use crate::observe::{Cause, Event, Nature, Observer, Way};
use crate::play::{Decision, Policy};
use crate::queries;
use crate::rules::Game;
use crate::rules::abilities::{EventContext, Turn};
use crate::state::{BoardCard, CardRef};
use cards::ability::When;
use cards::{CommonReveal, KindId};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Turns an enemy up. `turned-up` abilities cannot be cancelled; the reveal ability can, and it
    /// resolves even if the enemy is killed first.
    #[inline]
    pub(crate) fn turn_up(&mut self, enemy: CardRef) {
        let card = self.state.board.card_mut(enemy.slot);
        card.face_up = true;
        let (kind, lane) = (card.kind, card.lane);
        let moments = self.cards.kind(kind).derived.in_lane;
        let in_lane = &mut self.state.lanes[lane as usize];
        in_lane.turned_up += 1;
        in_lane.enemy_moments |= moments;
        self.emit_at(enemy, |enemy| Event::TurnedUp { enemy });
        if moments & (When::TurnedUp.bit() | When::Revealed.bit()) != 0 {
            match self.kind(kind).derived.reveals {
                Some((ability, what)) if !self.window_opens(When::RevealPending) => {
                    if !self.is_over() {
                        self.emit(Event::Used {
                            kind,
                            seat: lane,
                            ability,
                        });
                        self.act_as_usual(what, enemy, kind, lane);
                    }
                }
                _ => self.act_on_turning_up(enemy, moments),
            }
        }
    }

    /// Carries out one of the commonest reveal abilities, which nobody can cancel: it needs little
    /// of what others need.
    #[inline]
    fn act_as_usual(&mut self, what: CommonReveal, enemy: CardRef, kind: KindId, lane: u8) {
        match what {
            CommonReveal::FallBack => self.move_to_end(enemy),
            CommonReveal::RaiseTroop => {
                let cause = Cause {
                    kind: Some(kind),
                    way: Way::Ability,
                };
                self.raise_uppermost_troop(lane, cause);
            }
        }
    }

    #[inline(never)]
    fn act_on_turning_up(&mut self, enemy: CardRef, moments: u32) {
        let found = *self.state.board.card(enemy.slot);
        if moments & When::TurnedUp.bit() != 0 {
            self.act_as_shown(enemy, &found, When::TurnedUp, Nature::EnemyTrigger);
        }
        if moments & When::Revealed.bit() != 0 && !self.is_cancelled(enemy, &found) {
            self.act_as_shown(enemy, &found, When::Revealed, Nature::Reveal);
        }
    }

    /// Carries out the abilities of an enemy that has been turned up for a trigger.
    #[inline(always)]
    fn act_as_shown(&mut self, enemy: CardRef, found: &BoardCard, when: When, nature: Nature) {
        let about = EventContext {
            enemy: Some(enemy),
            ..EventContext::default()
        };
        self.each_ability_of(
            found,
            enemy,
            found.kind,
            None,
            when,
            &mut |game: &mut Self, user, ability| {
                let holds = queries::holds(ability.condition, game.state, Some(found), found.lane);
                if holds && !game.is_over() {
                    game.carry_out(user, ability, about, nature);
                }
            },
        );
    }

    /// Whether an enemy has a reveal ability under the current conditions: if not, there is nothing
    /// to cancel.
    fn has_reveal_ability(&self, enemy: &BoardCard) -> bool {
        let mut abilities = self.kind(enemy.kind).abilities.iter();
        abilities.any(|ability| {
            ability.when == When::Revealed
                && queries::holds(ability.condition, self.state, Some(enemy), enemy.lane)
        })
    }

    /// Lets players cancel a pending reveal ability.
    #[inline]
    fn is_cancelled(&mut self, enemy: CardRef, found: &BoardCard) -> bool {
        if !self.window_opens(When::RevealPending) || !self.has_reveal_ability(found) {
            return false;
        }
        let mut turn = Turn::starting_with(found.lane);
        let about = EventContext {
            enemy: Some(enemy),
            ..EventContext::default()
        };
        let decision = Decision::AnswerReveal { enemy };
        while let Some((seat, choice)) =
            self.next_answer(&mut turn, When::RevealPending, decision, &about)
        {
            if self
                .use_chosen(seat, choice, about)
                .is_some_and(|run| run.cancelled)
            {
                return true;
            }
        }
        false
    }
}
