//! Reveal: an enemy turns up and its reveal ability resolves unless it is cancelled.

use crate::ability::When;
use crate::observe::{Event, Nature, Observer};
use crate::policy::{Decision, Policy};
use crate::rules::abilities::{About, Turn};
use crate::rules::{Game, stats};
use crate::state::{BoardCard, CardRef};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Turns an enemy up. What happens on turning up cannot be cancelled; the reveal ability can,
    /// and it resolves even if the enemy is killed first.
    pub(crate) fn turn_up(&mut self, enemy: CardRef) {
        let card = self.state.board.card_mut(enemy.slot);
        card.face_up = true;
        let found = *card;
        self.state.lanes[found.lane as usize].turned_up += 1;
        self.emit_at(enemy, |enemy| Event::TurnedUp { enemy });
        let moments = self.kind(found.kind).facts.in_lane;
        if moments & (When::TurnedUp.bit() | When::Revealed.bit()) == 0 {
            return;
        }
        let about = About {
            enemy: Some(enemy),
            ..About::default()
        };
        self.each_ability(&found, enemy, When::TurnedUp, |game, user, ability| {
            if stats::holds(ability.condition, game.state, Some(&found), found.lane) {
                game.carry_out(user, ability, about, Nature::EnemyTrigger);
            }
        });
        let pending = moments & When::Revealed.bit() != 0 && self.has_reveal_ability(&found);
        if !pending || self.is_cancelled(enemy, found.lane) {
            return;
        }
        self.each_ability(&found, enemy, When::Revealed, |game, user, ability| {
            let holds = stats::holds(ability.condition, game.state, Some(&found), found.lane);
            if holds && !game.is_over() {
                game.carry_out(user, ability, about, Nature::Reveal);
            }
        });
    }

    /// Whether an enemy has a reveal ability under the conditions as they are: if not, there is
    /// nothing to cancel.
    fn has_reveal_ability(&self, enemy: &BoardCard) -> bool {
        let mut abilities = self.kind(enemy.kind).abilities.iter();
        abilities.any(|ability| {
            ability.when == When::Revealed
                && stats::holds(ability.condition, self.state, Some(enemy), enemy.lane)
        })
    }

    /// Lets players cancel a pending reveal ability.
    fn is_cancelled(&mut self, enemy: CardRef, lane: u8) -> bool {
        let mut turn = Turn::starting_with(lane);
        let about = About {
            enemy: Some(enemy),
            ..About::default()
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
