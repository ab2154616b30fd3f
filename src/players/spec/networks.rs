//! The section of a policy whose questions are answered by learned networks.

use super::explain::Explained;
use super::weights::decimal;
use crate::registry;
use cards::data::Fields;
use std::path::Path;
use value::descriptor::DESCRIPTOR;
use value::source::{Kept, NetworkSource, Source, UNKNOWN, ValueSource};
use value::weights::{FIRST, SECOND};
use value::{options, reading};

/// The section's name.
pub(super) const NAME: &str = "networks";
/// The field of the bases to play for, one for each wave.
const BASES: [&str; 3] = ["base-wave-1", "base-wave-2", "base-wave-3"];

/// Networks that answer all questions.
#[derive(Clone, Debug, PartialEq)]
pub struct ByNetworks {
    /// The networks.
    pub networks: NetworkSource,
    /// The value that finds plans of what to buy, of which the networks choose one.
    pub value: ValueSource,
    /// How many plans the networks choose from.
    pub plans: usize,
    /// The base per player to play for in each wave, whatever the base is; `None`: as it is.
    pub bases: Option<[f32; 3]>,
}

impl ByNetworks {
    /// Reads the section.
    pub(super) fn read(section: &Fields<'_>, folder: &Path) -> Option<Self> {
        let bases = BASES.map(|name| section.decimal(name, 1.0..=200.0));
        Some(ByNetworks {
            networks: read_source(section, "file", folder)?,
            value: read_value(section, "value", folder)?,
            plans: section.number("plans", 1..=24).unwrap_or(12) as usize,
            bases: match bases {
                [Some(first), Some(second), Some(third)] => Some([first, second, third]),
                _ => None,
            },
        })
    }

    /// The same for the base as it is.
    pub fn for_real_base(&self) -> Self {
        ByNetworks {
            bases: None,
            ..self.clone()
        }
    }

    /// The section as it is read.
    pub(super) fn write(&self) -> String {
        let mut text = format!(
            "\n[{NAME}]\nfile = \"{}\"\nvalue = \"{}\"\n",
            self.networks.name, self.value.name
        );
        text += &format!("plans = {}\n", self.plans);
        for (name, base) in BASES.iter().zip(self.bases.into_iter().flatten()) {
            text += &format!("{name} = {}\n", decimal(base));
        }
        text
    }

    /// Explains the section.
    pub(super) fn explain(&self) -> Explained {
        let mut lines = vec![
            format!("file = {}: the networks", self.networks.name),
            format!(
                "value = {}: the learned value that finds plans of what to buy",
                self.value.name
            ),
            format!(
                "plans = {}: how many plans the networks choose from",
                self.plans
            ),
            format!(
                "a network sees cards in {} places, each by {DESCRIPTOR} figures and abilities \
                 and by its name if that is known, and {} numbers",
                options::SLOTS,
                options::NUMBERS
            ),
        ];
        let bases = BASES.iter().zip(self.bases.into_iter().flatten());
        lines.extend(bases.map(|(name, base)| {
            format!("{name} = {base}: the base per player to play for, instead of the actual one")
        }));
        let story = &self.networks.learned().story;
        lines.extend(story.iter().map(|line| format!("  {line}")));
        Explained {
            section: NAME,
            strategy: "networks",
            text: "Small networks score the options of every question, and the best is taken. They \
                learned from what search found the options worth. Purchases are chosen as whole \
                plans, from those with the best learned values.",
            lines,
        }
    }
}

/// Reads the name of a learned value, and the value.
pub(super) fn read_value(
    section: &Fields<'_>,
    field: &'static str,
    folder: &Path,
) -> Option<ValueSource> {
    read_source(section, field, folder)
}

/// Reads the name of something learned, and what it names; without a name, what the default player has.
pub(super) fn read_source<T: Kept>(
    section: &Fields<'_>,
    field: &'static str,
    folder: &Path,
) -> Option<Source<T>> {
    let wanted = section
        .text(field)
        .unwrap_or_else(|| registry::DEFAULT.into());
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
            reading::ZONE_NAMES.join(", "),
            reading::NUMBERS
        ),
        format!(
            "the value knows a card by {DESCRIPTOR} figures and abilities, and {} cards by name, too",
            weights.named.len()
        ),
    ];
    lines.extend(value.learned().story.iter().map(|line| format!("  {line}")));
    lines
}
