//! Encounter decks and their discard piles.

use crate::observe::{CardPlace, Cause, Event, Incident, Observer};
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::hidden;
use crate::rules::shuffle::{shuffle_bosses, shuffle_encounter};
use crate::state::{ENCOUNTER_PILE, Pile};
use cards::ruleset::{BossDiscard, Reshuffle};
use cards::{Class, KindId};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Draws an enemy of a wave for a place that stays empty where there is none.
    pub(crate) fn draw_encounter(&mut self, wave: u8) -> Option<KindId> {
        self.open_encounter(wave);
        let drawn = self.ready_encounter(wave).pop();
        if drawn.is_none() {
            self.incident(Incident::EmptyEncounterDraw);
        }
        drawn
    }

    /// A wave's deck that has been opened; rebuilt from its discard pile if needed.
    #[inline(always)]
    pub(crate) fn ready_encounter(&mut self, wave: u8) -> &mut Pile<ENCOUNTER_PILE> {
        if self.state.encounters[wave as usize - 1].deck.is_empty() {
            self.reshuffle_encounter(wave);
        }
        &mut self.state.encounters[wave as usize - 1].deck
    }

    /// Under the ruling that decks are rebuilt at once: does so when the last card was drawn.
    pub(crate) fn after_encounter_draw(&mut self, wave: u8) {
        if self.rules.rulings.reshuffle == Reshuffle::WhenEmptied
            && self.state.encounters[wave as usize - 1].deck.is_empty()
        {
            self.reshuffle_encounter(wave);
        }
    }

    fn reshuffle_encounter(&mut self, wave: u8) {
        let encounter = &mut self.state.encounters[wave as usize - 1];
        if encounter.discard.is_empty() {
            return;
        }
        std::mem::swap(&mut encounter.deck, &mut encounter.discard);
        self.shuffle_encounter(wave, true);
    }

    /// Shuffles a wave's encounter deck when it is first needed. Its order follows from the game's
    /// key, so shuffling late changes nothing but saves what is never looked at.
    pub(crate) fn open_encounter(&mut self, wave: u8) {
        hidden::settle_encounter(self.state, self.cards, self.rules, wave);
        if self.state.encounters[wave as usize - 1].shuffles == 0 {
            self.shuffle_encounter(wave, false);
        }
    }

    /// Determines the order of a wave's bosses when it is first needed.
    pub(crate) fn order_bosses(&mut self, wave: u8) {
        hidden::settle_encounter(self.state, self.cards, self.rules, wave);
        let encounter = &mut self.state.encounters[wave as usize - 1];
        if std::mem::take(&mut encounter.bosses_open) {
            let pile = encounter.bosses.cards_mut();
            shuffle_bosses(pile, self.cards, self.state.key, wave);
        }
    }

    fn shuffle_encounter(&mut self, wave: u8, from_discard: bool) {
        let encounter = &mut self.state.encounters[wave as usize - 1];
        let before = encounter.shuffles;
        encounter.shuffles += 1;
        let (bosses, below_places) = match from_discard {
            true => (0, 0),
            false => (self.rules.bosses_in_deck(), encounter.deck.len() as u8),
        };
        encounter.below_places = below_places;
        let pile = encounter.deck.cards_mut();
        shuffle_encounter(pile, bosses, self.cards, self.state.key, wave, before);
        self.emit(Event::Shuffled {
            pile: CardPlace::EncounterDeck(wave),
            from_discard,
        });
    }

    /// Puts an enemy card on its own wave's discard pile.
    #[inline(always)]
    pub(crate) fn discard_enemy_card(&mut self, kind: KindId, from: CardPlace, cause: Cause) {
        let facts = self.kind(kind);
        let aside =
            facts.class == Class::Boss && self.rules.rulings.boss_discard == BossDiscard::Aside;
        if !aside {
            self.put(kind, from, CardPlace::EncounterDiscard(facts.wave), cause);
            return;
        }
        hidden::settle_encounter(self.state, self.cards, self.rules, facts.wave);
        let bosses = &mut self.state.encounters[facts.wave as usize - 1].bosses;
        let fits = bosses.push_bottom(kind);
        self.report_put(fits, kind, from, CardPlace::Bosses(facts.wave), cause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Choice, Decision, View};
    use crate::rules::set_up;
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::Preset;

    struct Nobody;

    impl Policy for Nobody {
        fn choose(&mut self, _: &View<'_>, _: &Decision, _: &[Choice]) -> usize {
            0
        }
    }

    /// Swarm Callers can call each other for ever, so a deck may be rebuilt hundreds of times.
    #[test]
    fn a_deck_is_taken_for_a_new_one_only_once_however_often_it_is_rebuilt() {
        let compiled = Library::embedded().compile::<&str, &str>(&[]);
        let cards = compiled.expect("the embedded set is sound").0;
        let rules = Preset::Pnp.ruleset(1);
        let mut state = set_up(&cards, &rules, GameKey::new(1, 1));
        let mut nobody = Nobody;
        let mut watcher = ();
        let mut game = Game::new(&cards, &rules, &mut state, &mut nobody, &mut watcher);
        let cause = Cause::RULE;
        let all = game.state.encounters[2].deck.len();
        game.open_encounter(3);
        let first: Vec<KindId> = game.state.encounters[2].deck.cards().to_vec();
        for rebuilt in 1..=600 {
            for _ in 0..all {
                let kind = game.draw_encounter(3).expect("a card");
                game.discard_enemy_card(kind, CardPlace::Drawn, cause);
            }
            let kind = game.draw_encounter(3).expect("a card of the new deck");
            game.discard_enemy_card(kind, CardPlace::Drawn, cause);
            let encounter = &game.state.encounters[2];
            assert_eq!(encounter.shuffles, rebuilt + 1);
            let lying = encounter.deck.cards().to_vec();
            assert_ne!(lying[..], first[..all - 1], "rebuilt {rebuilt} times");
            game.open_encounter(3);
            assert_eq!(game.state.encounters[2].deck.cards(), lying);
            // Begin the next turn with the whole deck again.
            while let Some(kind) = game.state.encounters[2].deck.pop() {
                game.discard_enemy_card(kind, CardPlace::Drawn, cause);
            }
            let encounter = &mut game.state.encounters[2];
            std::mem::swap(&mut encounter.deck, &mut encounter.discard);
        }
    }
}
