//! Reveal: an enemy turns up and its reveal ability resolves unless it is cancelled.

use crate::ability::When;
use crate::observe::{Event, Nature, Observer};
use crate::policy::{Decision, Policy};
use crate::rules::Game;
use crate::rules::abilities::{About, Turn};
use crate::state::CardRef;

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
            game.carry_out(user, ability, about, Nature::EnemyTrigger);
        });
        if moments & When::Revealed.bit() == 0 || self.is_cancelled(enemy, found.lane) {
            return;
        }
        self.each_ability(&found, enemy, When::Revealed, |game, user, ability| {
            if !game.is_over() {
                game.carry_out(user, ability, about, Nature::Reveal);
            }
        });
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
