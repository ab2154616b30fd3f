//! Weather: one card for each round, turned at the start of the draw phase. It does nothing itself;
//! abilities may need one of its conditions.

use super::Game;
use super::shuffle::shuffle;
use crate::observe::{CardPlace, Cause, Event, Observer};
use crate::play::Policy;
use crate::state::GameState;
use cards::rng::{GameKey, Purpose};
use cards::ruleset::{Ruleset, WeatherUse};
use cards::{CardSet, Class, Kind};

/// Whether a weather card is in play under these rules.
pub(super) fn takes_part(card: &Kind, rules: &Ruleset) -> bool {
    card.class == Class::Weather
        && match rules.weather {
            WeatherUse::Auto => card.faction_in_play,
            WeatherUse::On => true,
            WeatherUse::Off => false,
        }
}

/// Whether games with these cards and rules have weather.
pub fn is_in_use(cards: &CardSet, rules: &Ruleset) -> bool {
    let mut kinds = cards.kinds.iter();
    kinds.any(|kind| kind.copies > 0 && takes_part(kind, rules))
}

/// The conditions that games with these cards and rules can bring, as bits.
pub fn possible_conditions(cards: &CardSet, rules: &Ruleset) -> u16 {
    let kinds = cards.kinds.iter();
    kinds
        .filter(|kind| kind.copies > 0 && takes_part(kind, rules))
        .fold(0, |bits, kind| bits | kind.conditions)
}

/// The error if weather is requested but there is none.
pub fn missing(cards: &CardSet, rules: &Ruleset) -> Option<&'static str> {
    (rules.weather == WeatherUse::On && !is_in_use(cards, rules)).then_some(
        "weather cannot be on: no set in play has weather cards (`xenosim cards sets` lists those \
         that have)",
    )
}

/// The order of the weather deck when it is shuffled for the `count`-th time.
pub(super) fn shuffle_deck(state: &mut GameState, cards: &CardSet, key: GameKey, count: u32) {
    let stream = key.stream(Purpose::Weather, 0, count);
    shuffle(state.weather.deck.cards_mut(), cards, stream);
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Discards the weather card in force and turns the next one.
    pub(super) fn turn_weather(&mut self) {
        if !self.state.weather.is_in_use() {
            return;
        }
        self.discard_weather();
        if self.state.weather.deck.is_empty() {
            self.reshuffle_weather();
        }
        let Some(kind) = self.state.weather.deck.pop() else {
            return;
        };
        self.state.weather.card = Some(kind);
        self.state.weather.conditions = self.kind(kind).conditions;
        self.moved(
            kind,
            CardPlace::WeatherDeck,
            CardPlace::Weather,
            Cause::RULE,
        );
        self.emit(Event::WeatherTurned { kind });
        // A bonus may have gone with the weather.
        self.check_lost_hp();
    }

    fn discard_weather(&mut self) {
        if let Some(kind) = self.state.weather.card.take() {
            self.state.weather.conditions = 0;
            self.state.weather.discard.add(kind);
            self.moved(
                kind,
                CardPlace::Weather,
                CardPlace::WeatherDiscard,
                Cause::RULE,
            );
        }
    }

    fn reshuffle_weather(&mut self) {
        let weather = &mut self.state.weather;
        std::mem::swap(&mut weather.deck, &mut weather.discard);
        weather.shuffles += 1;
        let (key, count) = (self.state.key, weather.shuffles);
        shuffle_deck(self.state, self.cards, key, count);
        self.emit(Event::Shuffled {
            pile: CardPlace::WeatherDeck,
            from_discard: true,
        });
    }
}
