//! The section of a policy whose questions are answered by learned networks.

use super::explain::Explained;
use super::learned::{read_source, read_value};
use super::section::Reading;
use super::weights::decimal;
use cards::data::Fields;
use value::descriptor::DESCRIPTOR;
use value::options::{NUMBERS, SLOTS};
use value::source::{NetworkSource, ValueSource};

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
    /// That value in games of one player, if it is another one.
    pub value_alone: Option<ValueSource>,
    /// How many plans the networks choose from.
    pub plans: usize,
    /// The base per player to play for in each wave, whatever the base is; `None`: as it is.
    pub bases: Option<[f32; 3]>,
}

impl ByNetworks {
    /// Reads the section.
    pub(super) fn read(section: &Fields<'_>, with: &Reading<'_>) -> Option<Self> {
        let alone = section.has("value-alone");
        let bases = BASES.map(|name| section.decimal(name, 1.0..=200.0));
        Some(ByNetworks {
            networks: read_source(section, "file", "veteran", with.folder)?,
            value: read_value(section, "value", with.folder)?,
            value_alone: match alone {
                true => Some(read_value(section, "value-alone", with.folder)?),
                false => None,
            },
            plans: section.number("plans", 1..=24).unwrap_or(12) as usize,
            bases: match bases {
                [Some(first), Some(second), Some(third)] => Some([first, second, third]),
                _ => None,
            },
        })
    }

    /// The section as it is read.
    pub(super) fn write(&self) -> String {
        let mut text = format!(
            "\n[{NAME}]\nfile = \"{}\"\nvalue = \"{}\"\n",
            self.networks.name, self.value.name
        );
        if let Some(value) = &self.value_alone {
            text += &format!("value-alone = \"{}\"\n", value.name);
        }
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
                "a network sees cards in {SLOTS} places, each by {DESCRIPTOR} figures and abilities \
                 and by its name if that is known, and {NUMBERS} numbers"
            ),
        ];
        if let Some(value) = &self.value_alone {
            let name = &value.name;
            lines.push(format!(
                "value-alone = {name}: what finds plans in games of one player"
            ));
        }
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
