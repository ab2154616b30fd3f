//! Policies as they are written: a purchase, a deployment, a reaction and a wrap-up strategy,
//! each with its own numbers, in a TOML file.

mod explain;
mod learned;
mod priority;
mod search;
mod section;
mod sections;
#[cfg(test)]
mod tests;
mod weights;
mod write;

pub use explain::{Explained, explain};
pub use learned::LearnedPurchase;
pub use priority::{PriorityRule, Wanted};
pub use search::{PLAYOUTS, Search, SearchPart};
pub use section::{Section, Settings};
pub use sections::{
    Deployment, DeploymentWeights, FightWeights, GreedyWeights, Purchase, Reaction,
    ReactionWeights, WrapUp, WrapUpWeights,
};
pub use weights::{Weight, WeightInfo, Weights};

use super::bot::BotSpec;
use cards::CardSet;
use cards::data::{Faults, Fields, Layer, Location, Sink, Spot, tree};
use section::{Reading, policy};
use std::path::Path;
use value::source::ValueSource;

policy! {
    /// A policy as written in a file.
    pub struct PolicySpec {
        {
            /// How it buys.
            purchase: Purchase,
            /// How it deploys.
            deployment: Deployment,
            /// How it uses instants and abilities.
            reaction: Reaction,
            /// How it wraps up a round.
            wrap_up: WrapUp,
        }
        /// Its name: that of the file, without folder and ending.
        pub name: String,
        /// What it is, in a sentence.
        pub description: String,
        /// How it tries out its choices, if it does.
        pub search: Option<Search>,
        /// The program that answers all questions, if one does.
        pub bot: Option<BotSpec>,
    }
}

impl PolicySpec {
    /// Reads the text of a policy file; `file` names it in error messages.
    pub fn parse(name: &str, file: &str, text: &str, cards: &CardSet) -> Result<Self, Faults> {
        Self::parse_if(name, file, text, cards, Searching::Allowed)
    }

    /// Reads the text of a policy file, which may be forbidden to search.
    pub(super) fn parse_if(
        name: &str,
        file: &str,
        text: &str,
        cards: &CardSet,
        searching: Searching,
    ) -> Result<Self, Faults> {
        let source = Location::file_only(file, Layer::Set);
        let sink = Sink::default();
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let (table, errors) = tree::read(text, &source);
        sink.add_syntax(errors);
        let fields = Fields::new(&table, Spot::new(&source, ""), &sink);
        let description = fields.text("description").unwrap_or_default();
        let (search, base) =
            search::section(name, &fields, searching, cards, folder, &sink).unzip();
        // Sections that a search policy leaves out are those of its policy for imagined games.
        let base: Option<PolicySpec> = base.flatten();
        let with = Reading {
            cards,
            folder,
            sink: &sink,
        };
        let base = base.as_ref();
        let spec =
            Self::read_sections(&fields, base, &with, name.into(), description, search, None);
        fields.finish();
        let faults = sink.into_faults();
        spec.filter(|_| faults.is_empty()).ok_or(Faults(faults))
    }
}

impl PolicySpec {
    /// The learned value that it decides by, if any: where it searches, the one that judges imagined
    /// games.
    pub fn value(&self) -> Option<&ValueSource> {
        let judge = self
            .search
            .as_ref()
            .and_then(|search| search.value.as_ref());
        match &self.purchase {
            _ if self.bot.is_some() => None,
            Purchase::Learned(learned) => judge.or(Some(&learned.value)),
            _ => judge,
        }
    }

    /// The same policy with another value wherever it uses one.
    pub fn with_value(&self, value: &ValueSource) -> Self {
        let mut spec = self.clone();
        if let Purchase::Learned(learned) = &mut spec.purchase {
            learned.value = value.clone();
            (learned.value_alone, learned.value_first) = (None, None);
        }
        if let Some(search) = &mut spec.search
            && search.value.is_some()
        {
            search.value = Some(value.clone());
            search.value_alone = None;
        }
        spec
    }

    /// The same policy for games of this number of players only, without the values for others.
    pub fn for_table_of(mut self, players: u8) -> Self {
        let alone = |value: Option<ValueSource>| value.filter(|_| players == 1);
        if let Purchase::Learned(learned) = &mut self.purchase
            && let Some(value) = alone(learned.value_alone.take())
        {
            (learned.value, learned.value_first) = (value, None);
        }
        if let Some(search) = &mut self.search
            && let Some(value) = alone(search.value_alone.take())
        {
            search.value = Some(value);
        }
        self
    }

    /// The same policy without its search.
    pub fn at_once(&self) -> Self {
        PolicySpec {
            search: None,
            ..self.clone()
        }
    }
}

/// Whether a policy may search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searching {
    /// It may.
    Allowed,
    /// It plays imagined games, and must not imagine games in them.
    Refused,
}

/// Reads a section that may be left out where another policy has one.
fn section_or<T>(
    file: &Fields<'_>,
    name: &'static str,
    sink: &Sink,
    theirs: Option<T>,
    read: impl FnOnce(&Fields<'_>) -> Option<T>,
) -> Option<T> {
    if file.get(name).is_none() && theirs.is_some() {
        return theirs;
    }
    section(file, name, sink, read)
}

/// Reads a section that must be there.
pub(super) fn section<T>(
    file: &Fields<'_>,
    name: &'static str,
    sink: &Sink,
    read: impl FnOnce(&Fields<'_>) -> Option<T>,
) -> Option<T> {
    if !file.has(name) {
        file.missing(name, &format!("a section [{name}] with a strategy"));
    }
    let (table, spot) = file.table(name)?;
    let section = Fields::new(table, spot, sink);
    let found = read(&section);
    // Which fields are valid depends on the strategy.
    if found.is_some() {
        section.finish();
    }
    found
}
