//! Editions: figures in which the boxes differ from the printed sheet, each with its source.

use super::patch::{self, Change};
use super::{RawCard, TakingPart};
use crate::data::{Item, Location, Sink, Spot};
use crate::ruleset::Figures;

/// A fact about the figures of an edition.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) info: FactInfo,
    pub(super) changes: Vec<Change>,
    place: Location,
}

/// A fact about the figures of an edition, as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactInfo {
    /// The editions it applies to.
    pub figures: Vec<Figures>,
    /// What it says.
    pub text: String,
    /// Its source.
    pub source: String,
    /// Whether it is a guess.
    pub conjecture: bool,
}

impl FactInfo {
    /// Whether it is in force.
    pub(super) fn holds(&self, taking_part: &TakingPart) -> bool {
        self.figures.contains(&taking_part.figures) && (taking_part.conjecture || !self.conjecture)
    }
}

/// What nobody knows about an edition, and what is played in its place.
#[derive(Clone, Debug)]
pub(super) struct StandIn {
    figures: Vec<Figures>,
    text: String,
}

/// All that is said about editions.
#[derive(Clone, Debug, Default)]
pub(super) struct Editions {
    pub(super) facts: Vec<Fact>,
    stand_ins: Vec<StandIn>,
}

impl Editions {
    /// Adds what another set says.
    pub(super) fn extend(&mut self, other: Editions) {
        self.facts.extend(other.facts);
        self.stand_ins.extend(other.stand_ins);
    }

    /// What is played in place of something unknown, where cards have these figures.
    pub(super) fn stand_ins(&self, figures: Figures) -> Vec<String> {
        let here = |stand_in: &&StandIn| stand_in.figures.contains(&figures);
        let texts = self.stand_ins.iter().filter(here);
        texts.map(|stand_in| stand_in.text.clone()).collect()
    }
}

/// Reads an `[[edition]]`.
pub(super) fn edition(item: &Item<'_>) -> Editions {
    let Some(fields) = item.about("edition").fields() else {
        return Editions::default();
    };
    let list = fields.required("figures", "a list of editions such as [\"onslaught\"]");
    let figures = list.map_or(Vec::new(), |list| names(&list));
    let facts = fields.items("fact");
    let texts = fields.texts("stand-ins");
    fields.finish();
    Editions {
        facts: facts
            .iter()
            .filter_map(|item| fact(item, &figures))
            .collect(),
        stand_ins: texts
            .into_iter()
            .map(|text| StandIn {
                figures: figures.clone(),
                text,
            })
            .collect(),
    }
}

/// Reads a list of editions that differ from the sheet.
pub(super) fn names(list: &Item<'_>) -> Vec<Figures> {
    let mut figures = Vec::new();
    for item in list.items().unwrap_or_default() {
        match item.word::<Figures>() {
            Some(Figures::PrintAndPlay) => {
                item.fault("figures printed on the sheet belong in the card files");
            }
            found => figures.extend(found),
        }
    }
    figures
}

fn fact(item: &Item<'_>, figures: &[Figures]) -> Option<Fact> {
    let fields = item.about("fact of an edition").fields()?;
    let text = fields.required_text("text").unwrap_or_default();
    let source = fields.required_text("source").unwrap_or_default();
    let conjecture = fields.flag("conjecture").unwrap_or(false);
    let patch = fields.required("patch", "what the fact changes");
    let patch = patch.and_then(|patch| patch.fields());
    let changes = patch.map(|patch| patch::changes(&patch, "fact of an edition, patch of"));
    fields.finish();
    Some(Fact {
        info: FactInfo {
            figures: figures.to_vec(),
            text,
            source,
            conjecture,
        },
        changes: changes.unwrap_or_default(),
        place: item.node.place.clone(),
    })
}

/// Every fact must differ from the card files.
pub(super) fn check(facts: &[Fact], cards: &[RawCard], sink: &Sink) {
    for fact in facts {
        let spot = Spot::new(&fact.place, "fact of an edition");
        patch::check(&fact.changes, cards, &spot, sink);
    }
}
