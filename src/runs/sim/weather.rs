//! The columns that only runs with weather have.

use cards::CardSet;
use cards::ruleset::Ruleset;
use game::rules::weather;
use std::sync::Arc;

/// The columns about weather; none in runs without it.
#[derive(Clone, Debug, Default)]
pub(super) struct WeatherColumns {
    /// In the table of games, rounds with each condition: the column and the condition's bit.
    pub(super) conditions: Vec<(String, u16)>,
    /// The names of all cards, out of which the table of rounds names the weather.
    pub(super) cards: Arc<[String]>,
}

impl WeatherColumns {
    /// The columns of games with these cards and rules.
    pub(super) fn new(cards: &CardSet, rules: &Ruleset) -> Self {
        if !weather::is_in_use(cards, rules) {
            return WeatherColumns::default();
        }
        let possible = weather::possible_conditions(cards, rules);
        let named = cards.conditions.iter().enumerate();
        WeatherColumns {
            conditions: named
                .map(|(number, name)| (name, 1 << number))
                .filter(|(_, bit)| possible & bit != 0)
                .map(|(name, bit)| (format!("rounds_with_{}", name.replace('-', "_")), bit))
                .collect(),
            cards: cards.ids().map(str::to_string).collect(),
        }
    }

    /// Whether the run has weather.
    pub(super) fn is_in_use(&self) -> bool {
        !self.cards.is_empty()
    }
}
