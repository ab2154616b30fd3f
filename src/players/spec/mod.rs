//! Policies as they are written: a purchase, a deployment, a reaction and a wrap-up strategy,
//! each with its own numbers, in a TOML file.

mod explain;
mod networks;
mod search;
mod section;
mod sections;
#[cfg(test)]
mod tests;
mod weights;
mod write;

pub use explain::{Explained, explain};
pub use networks::ByNetworks;
pub use search::{PLAYOUTS, Search};
pub use section::Section;
pub use sections::{
    Deployment, DeploymentWeights, GreedyWeights, Purchase, Reaction, ReactionWeights, WrapUp,
    WrapUpWeights,
};
pub use weights::{Weight, WeightInfo, Weights};

use super::bot::BotSpec;
use super::registry::{self, STAND_IN};
use cards::data::{Faults, Fields, read_fields};
use section::policy;
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
        /// The networks that answer all questions, if some do.
        pub networks: Option<ByNetworks>,
        /// The program that answers all questions, if one does.
        pub bot: Option<BotSpec>,
    }
}

impl PolicySpec {
    /// Reads the text of a policy file; `file` names it in error messages.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Self, Faults> {
        Self::parse_if(name, file, text, Searching::Allowed)
    }

    /// Reads the text of a policy file, which may be forbidden to search.
    pub(super) fn parse_if(
        name: &str,
        file: &str,
        text: &str,
        searching: Searching,
    ) -> Result<Self, Faults> {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let spec = read_fields(file, text, |fields| {
            Self::read(name, fields, searching, folder)
        })?;
        spec.ok_or(Faults(Vec::new()))
    }

    /// Reads the fields of a policy file.
    fn read(name: &str, fields: &Fields<'_>, searching: Searching, folder: &Path) -> Option<Self> {
        let description = fields.text("description").unwrap_or_default();
        let (search, base) = search::section(name, fields, searching, folder).unzip();
        // Sections that a search policy leaves out are those of its policy for imagined games.
        let mut base: Option<PolicySpec> = base.flatten();
        let networks = match fields.has(networks::NAME) {
            true => section(fields, networks::NAME, |section| {
                ByNetworks::read(section, folder)
            }),
            // Search judges imagined rounds by the base as it is.
            false => {
                let networks = base.as_ref().and_then(|base| base.networks.as_ref());
                networks.map(ByNetworks::for_real_base)
            }
        };
        // Networks answer for all sections.
        if networks.is_some() && base.is_none() {
            base = registry::load_plain(STAND_IN).ok();
        }
        let base = base.as_ref();
        Self::read_sections(
            fields,
            base,
            name.into(),
            description,
            search,
            networks,
            None,
        )
    }
}

impl PolicySpec {
    /// The learned value that it decides by, if any: where it searches, the one that judges imagined
    /// rounds.
    pub fn value(&self) -> Option<&ValueSource> {
        let judge = self.search.as_ref().map(|search| &search.value);
        judge.or(self.networks.as_ref().map(|by| &by.value))
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
    theirs: Option<T>,
    read: impl FnOnce(&Fields<'_>) -> Option<T>,
) -> Option<T> {
    if file.item(name).is_none() && theirs.is_some() {
        return theirs;
    }
    section(file, name, read)
}

/// Reads a section that must be there.
pub(super) fn section<T>(
    file: &Fields<'_>,
    name: &'static str,
    read: impl FnOnce(&Fields<'_>) -> Option<T>,
) -> Option<T> {
    let section = file.required(name, &format!("a section [{name}] with a strategy"))?;
    let section = section.fields()?;
    let found = read(&section);
    // Which fields are valid depends on the strategy.
    if found.is_some() {
        section.finish();
    }
    found
}
