//! Purchases with a learned value, and the description of such a value.

use super::section::{Reading, Settings};
use super::sections::GreedyWeights;
use super::weights::{WeightInfo, decimal};
use cards::CardSet;
use cards::data::Fields;
use std::path::Path;
use value::descriptor::DESCRIPTOR;
use value::reading::{NUMBERS, ZONE_NAMES};
use value::source::{Kept, Source, UNKNOWN, ValueSource};
use value::weights::{FIRST, SECOND};

/// The fields of the bases to plan for, by wave.
const BASES: [&str; 3] = ["base-wave-1", "base-wave-2", "base-wave-3"];

/// How a player buys with a learned value.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedPurchase {
    /// The value.
    pub value: ValueSource,
    /// The value in games of one player, if that is another one.
    pub value_alone: Option<ValueSource>,
    /// The value in wave 1, if that is another one; not where [`LearnedPurchase::value_alone`] judges.
    pub value_first: Option<ValueSource>,
    /// The base per player to plan for in each wave, whatever the base is.
    pub bases: [f32; 3],
    /// How many plans are kept from one length to the next.
    pub width: usize,
    /// The weight of a point of the appraisal of this round, relative to the value.
    pub trust: f32,
    /// Whether a card may be bought to be turned into resources at once, which pay for the others.
    pub cash_in: bool,
    /// These decide what is given up, and for whom.
    pub weights: GreedyWeights,
}

impl Settings for Box<LearnedPurchase> {
    fn read(section: &Fields<'_>, with: &Reading<'_>) -> Option<Self> {
        let value = read_value(section, "value", with.folder)?;
        let other = |field: &'static str| match section.has(field) {
            true => read_value(section, field, with.folder).map(Some),
            false => Some(None),
        };
        let (value_alone, value_first) = (other("value-alone")?, other("value-wave-1")?);
        Some(Box::new(LearnedPurchase {
            value,
            value_alone,
            value_first,
            bases: BASES.map(|name| section.decimal(name, 1.0..=200.0).unwrap_or(30.0)),
            width: section.number("width", 1..=12).unwrap_or(3) as usize,
            trust: section.decimal("trust", 0.0..=1.0).unwrap_or(0.0),
            cash_in: section.flag("cash-in").unwrap_or(false),
            weights: GreedyWeights::read(section, with)?,
        }))
    }

    fn explain(&self, cards: &CardSet) -> Vec<String> {
        let mut lines = explain_value(&self.value);
        if let Some(value) = &self.value_alone {
            lines.push(format!(
                "value-alone = {}: what evaluates instead in games of one player",
                value.name
            ));
        }
        if let Some(value) = &self.value_first {
            lines.push(format!(
                "value-wave-1 = {}: what evaluates instead in wave 1, except where value-alone does",
                value.name
            ));
        }
        lines.extend(BASES.iter().zip(self.bases).map(|(name, base)| {
            format!("{name} = {base}: the base per player to plan for, instead of the actual one")
        }));
        lines.extend([
            format!(
                "width = {}: plans kept from one length to the next",
                self.width
            ),
            format!(
                "trust = {}: weight of a point of this round's appraisal by the weights, relative \
                 to the value",
                self.trust
            ),
            format!(
                "cash-in = {}: whether to buy cards that bring resources in order to pay for others with \
                 them at once",
                self.cash_in
            ),
        ]);
        lines.extend(self.weights.explain(cards));
        lines
    }

    fn write(&self, cards: &CardSet) -> String {
        let bases = BASES.iter().zip(self.bases);
        let bases: Vec<String> = bases
            .map(|(name, base)| format!("{name} = {}", decimal(base)))
            .collect();
        let other = |field: &str, value: &Option<ValueSource>| match value {
            Some(value) => format!("{field} = \"{}\"\n", value.name),
            None => String::new(),
        };
        let alone = other("value-alone", &self.value_alone);
        let first = other("value-wave-1", &self.value_first);
        format!(
            "{}value = \"{}\"\n{alone}{first}{}\nwidth = {}\ntrust = {}\ncash-in = {}\n",
            self.weights.write(cards),
            self.value.name,
            bases.join("\n"),
            self.width,
            decimal(self.trust),
            self.cash_in
        )
    }

    fn weights(&self) -> Vec<(&'static WeightInfo, f32)> {
        Settings::weights(&self.weights)
    }

    fn set_weights(&mut self, values: &mut dyn Iterator<Item = f32>) {
        self.weights.set_weights(values);
    }
}

/// Reads the name of a learned value, and the value.
pub(super) fn read_value(
    section: &Fields<'_>,
    field: &'static str,
    folder: &Path,
) -> Option<ValueSource> {
    read_source(section, field, "standard", folder)
}

/// Reads the name of something learned, and what it names; without a name there is a default.
pub(super) fn read_source<T: Kept>(
    section: &Fields<'_>,
    field: &'static str,
    default: &str,
    folder: &Path,
) -> Option<Source<T>> {
    let wanted = section.text(field).unwrap_or_else(|| default.into());
    match Source::load(&wanted, folder) {
        Ok(found) => Some(found),
        Err(faults) => {
            for fault in faults.0 {
                // A fault in what a file holds names that file.
                let message = match fault.file.as_str() {
                    UNKNOWN => fault.message,
                    _ => fault.to_string(),
                };
                section.fault_in(field, message);
            }
            None
        }
    }
}

/// The inputs of a learned value and how it was made, line by line.
pub(super) fn explain_value(value: &ValueSource) -> Vec<String> {
    let weights = &value.learned().weights;
    let mut lines = vec![
        format!(
            "value = {}: a network of {} and {} units that estimates, for any base, the share of \
             the remaining rounds that will be survived",
            value.name, FIRST, SECOND
        ),
        format!(
            "the value looks, player by player, at cards that are {}; at {} numbers about the \
             round, the base, the rules, what a player owns and how the lane stands",
            ZONE_NAMES.join(", "),
            NUMBERS
        ),
        format!(
            "the value knows a card by {DESCRIPTOR} figures and abilities, and {} cards by name, too",
            weights.named.len()
        ),
    ];
    lines.extend(value.learned().story.iter().map(|line| format!("  {line}")));
    lines
}
