//! Reveal: an enemy turns up and its reveal ability resolves unless it is cancelled.

use crate::observe::{Event, Nature, Observer};
use crate::play::{Decision, Policy};
use crate::queries;
use crate::rules::abilities::{EventContext, Turn, WaitingList, abilities_on_board};
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef};
use cards::ability::When;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Turns an enemy up. `turned-up` abilities cannot be cancelled; the reveal ability can, and it
    /// resolves even if the enemy is killed first.
    pub(crate) fn turn_up(&mut self, enemy: CardRef) {
        let found = self.show(enemy);
        self.follow_from_showing(enemy, &found);
    }

    /// Turns an enemy up; what follows from it is still to come.
    pub(crate) fn show(&mut self, enemy: CardRef) -> BoardCard {
        let card = self.state.board.card_mut(enemy.slot);
        card.face_up = true;
        let card = *card;
        let triggers = self.cards.kind(card.kind).derived.in_lane;
        self.state.lanes[card.lane as usize].turned_up += 1;
        self.state.triggers.enter_enemies(card.lane, triggers);
        self.emit_at(enemy, |enemy| Event::TurnedUp { enemy });
        card
    }

    /// What follows from turning up an enemy, which may have left since.
    pub(crate) fn follow_from_showing(&mut self, enemy: CardRef, found: &BoardCard) {
        let triggers = self.cards.kind(found.kind).derived.in_lane;
        if triggers & When::TurnedUp.bit() != 0 {
            self.act_as_shown(enemy, found, When::TurnedUp, Nature::EnemyTrigger);
        }
        if triggers & When::Revealed.bit() != 0 && !self.is_cancelled(enemy, found) {
            self.act_as_shown(enemy, found, When::Revealed, Nature::Reveal);
        }
        if self.state.board.get(enemy).is_some() {
            let mut list = WaitingList::new();
            self.about_enemy(&mut list, enemy, When::EnemyTurnedUp);
            self.resolve(&mut list);
        }
    }

    /// Carries out the abilities of an enemy that has been turned up for a trigger.
    #[inline(always)]
    fn act_as_shown(&mut self, enemy: CardRef, found: &BoardCard, when: When, nature: Nature) {
        let about = EventContext::of_enemy(Some(enemy));
        for (user, ability) in abilities_on_board(self.cards, found, enemy, when) {
            let holds = queries::holds(ability.condition, self.state, Some(found), found.lane);
            if holds && !self.state.is_over() {
                self.carry_out(user, ability, about, nature);
            }
        }
    }

    /// Lets players cancel a pending reveal ability.
    fn is_cancelled(&mut self, enemy: CardRef, found: &BoardCard) -> bool {
        if !self.table().anyone_listens(When::RevealPending)
            || !self.table().has_reveal_ability(found)
        {
            return false;
        }
        let mut turn = Turn::starting_with(found.lane);
        let about = EventContext::of_enemy(Some(enemy));
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

impl Table<'_> {
    /// Whether an enemy has a reveal ability under the current conditions: if not, there is nothing
    /// to cancel.
    fn has_reveal_ability(self, enemy: &BoardCard) -> bool {
        let mut abilities = self.kind(enemy.kind).abilities.iter();
        abilities.any(|ability| {
            ability.when == When::Revealed
                && queries::holds(ability.condition, self.state, Some(enemy), enemy.lane)
        })
    }
}
