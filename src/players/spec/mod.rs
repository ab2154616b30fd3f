//! Policies as they are written: a purchase, a deployment, a reaction and a wrap-up strategy,
//! each with its own numbers, in a TOML file.

mod dials;
mod explain;
mod priority;
mod search;
mod sections;
#[cfg(test)]
mod tests;
mod weights;
mod write;

pub use dials::Weight;
pub use explain::{Explained, explain};
pub use priority::{PriorityRule, Wanted};
pub use search::{PLAYOUTS, Search, SearchPart};
pub use sections::{
    Deployment, DeploymentStrategy, DeploymentWeights, GreedyWeights, LearnedPurchase, Purchase,
    PurchaseStrategy, Reaction, ReactionStrategy, ReactionWeights, WrapUp, WrapUpStrategy,
    WrapUpWeights,
};
pub use weights::{WeightInfo, Weights};

use super::bot::BotSpec;
use super::value::source::ValueSource;
use cards::CardSet;
use cards::data::{Faults, Fields, Layer, Location, Sink, Spot, fields, tree};
use std::ops::RangeInclusive;
use std::path::Path;

/// A policy as written in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySpec {
    /// Its name: that of the file, without folder and ending.
    pub name: String,
    /// What it is, in a sentence.
    pub description: String,
    /// How it buys.
    pub purchase: Purchase,
    /// How it deploys.
    pub deployment: Deployment,
    /// How it uses instants and abilities.
    pub reaction: Reaction,
    /// How it wraps up a round.
    pub wrap_up: WrapUp,
    /// How it tries out its choices, if it does.
    pub search: Option<Search>,
    /// The program that answers all questions, if one does.
    pub bot: Option<BotSpec>,
}

impl PolicySpec {
    /// Reads the text of a policy file. `file` is how faults name it.
    pub fn parse(name: &str, file: &str, text: &str, cards: &CardSet) -> Result<Self, Faults> {
        Self::parse_if(name, file, text, cards, Searching::Allowed)
    }

    /// Reads the text of a policy file that may be told not to search.
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
        let (search, base) = search::section(name, &fields, searching, cards, folder, &sink).unzip();
        let base: Option<PolicySpec> = base.flatten();
        // What a searching policy does not say itself is as in the policy it imagines games with.
        let theirs = base.as_ref();
        let purchase = section_or(
            &fields,
            "purchase",
            &sink,
            theirs.map(|base| base.purchase.clone()),
            |section| purchase(section, cards, folder, &sink),
        );
        let theirs_there = theirs.map(|base| base.deployment.clone());
        let deployment = section_or(&fields, "deployment", &sink, theirs_there, deployment);
        let theirs_there = theirs.map(|base| base.reaction.clone());
        let reaction = section_or(&fields, "reaction", &sink, theirs_there, reaction);
        let theirs_there = theirs.map(|base| base.wrap_up.clone());
        let wrap_up = section_or(&fields, "wrap-up", &sink, theirs_there, wrap_up);
        fields.finish();
        let faults = sink.into_faults();
        match (purchase, deployment, reaction, wrap_up) {
            (Some(purchase), Some(deployment), Some(reaction), Some(wrap_up))
                if faults.is_empty() =>
            {
                Ok(PolicySpec {
                    name: name.into(),
                    description,
                    purchase,
                    deployment,
                    reaction,
                    wrap_up,
                    search,
                    bot: None,
                })
            }
            _ => Err(Faults(faults)),
        }
    }
}

/// Whether a policy may try out its choices.
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
    match file.get(name).is_none() && theirs.is_some() {
        true => theirs,
        false => section(file, name, sink, read),
    }
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
    // With an unknown strategy nobody can say which fields are right.
    if found.is_some() {
        section.finish();
    }
    found
}

/// Reads the weights of a strategy; those not given have their defaults.
fn weights<W: Weights>(section: &Fields<'_>) -> W {
    let mut weights = W::default();
    for (index, info) in W::ALL.iter().enumerate() {
        if let Some(value) = section.decimal(info.name, info.least..=info.most) {
            weights.set(index, value);
        }
    }
    weights
}

fn purchase(section: &Fields<'_>, cards: &CardSet, folder: &Path, sink: &Sink) -> Option<Purchase> {
    Some(match section.required_word("strategy")? {
        PurchaseStrategy::Greedy => Purchase::Greedy(weights(section)),
        PurchaseStrategy::Learned => Purchase::Learned(Box::new(learned(section, folder)?)),
        PurchaseStrategy::Priority => Purchase::Priority(priority::read(section, cards, sink)),
        PurchaseStrategy::Random => Purchase::Random,
        PurchaseStrategy::None => Purchase::None,
    })
}

/// The fields of the bases to plan for, by wave.
pub(super) const BASES: [&str; 3] = ["base-wave-1", "base-wave-2", "base-wave-3"];

fn learned(section: &Fields<'_>, folder: &Path) -> Option<LearnedPurchase> {
    let value = value(section, folder)?;
    Some(LearnedPurchase {
        value,
        bases: BASES.map(|name| section.decimal(name, 1.0..=200.0).unwrap_or(30.0)),
        width: section.number("width", 1..=12).unwrap_or(3) as usize,
        trust: section.decimal("trust", 0.0..=1.0).unwrap_or(0.0),
        weights: weights(section),
    })
}

/// Reads the name of a learned value, and the value.
fn value(section: &Fields<'_>, folder: &Path) -> Option<ValueSource> {
    let wanted = section.text("value").unwrap_or_else(|| "standard".into());
    match ValueSource::load(&wanted, folder) {
        Ok(value) => Some(value),
        Err(faults) => {
            for fault in faults.0 {
                section.fault(format!("the learned value: {fault}"));
            }
            None
        }
    }
}

fn deployment(section: &Fields<'_>) -> Option<Deployment> {
    Some(match section.required_word("strategy")? {
        DeploymentStrategy::LaneBalancing => Deployment::LaneBalancing(weights(section)),
        DeploymentStrategy::OwnLane => Deployment::OwnLane(weights(section)),
        DeploymentStrategy::FrontHeavy => Deployment::FrontHeavy,
        DeploymentStrategy::Random => Deployment::Random,
    })
}

fn reaction(section: &Fields<'_>) -> Option<Reaction> {
    Some(match section.required_word("strategy")? {
        ReactionStrategy::Heuristic => Reaction::Heuristic(weights(section)),
        ReactionStrategy::Eager => Reaction::Eager,
        ReactionStrategy::Never => Reaction::Never,
        ReactionStrategy::Random => Reaction::Random,
    })
}

fn wrap_up(section: &Fields<'_>) -> Option<WrapUp> {
    Some(match section.required_word("strategy")? {
        WrapUpStrategy::ByWorth => WrapUp::ByWorth(weights(section)),
        WrapUpStrategy::DiscardAll => WrapUp::DiscardAll,
        WrapUpStrategy::DiscardHand => WrapUp::DiscardHand,
        WrapUpStrategy::KeepAll => WrapUp::KeepAll,
        WrapUpStrategy::Random => WrapUp::Random,
    })
}

/// Reads a list of whole numbers within limits.
fn read_list(
    table: &Fields<'_>,
    name: &'static str,
    sink: &Sink,
    range: RangeInclusive<i64>,
) -> Option<Vec<i64>> {
    let nodes = table.list(name)?;
    let numbers = nodes
        .into_iter()
        .filter_map(|(node, spot)| fields::number(node, &spot, range.clone(), sink));
    Some(numbers.collect())
}
