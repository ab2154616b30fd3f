//! Editions: figures in which the boxes differ from the printed sheet, each with its source.

use super::patch::{self, Change};
use super::{RawCard, TakingPart};
use crate::data::fields::{self, Fields};
use crate::data::{Location, Node, Sink, Spot, Value, unknown};
use crate::ruleset::Figures;
use crate::words::Word;

/// A fact about the figures of an edition.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    info: FactInfo,
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

impl Fact {
    pub(super) fn info(&self) -> &FactInfo {
        &self.info
    }
}

/// Reads a list of `[[edition]]`.
pub(super) fn edition_list(node: &Node, sink: &Sink) -> Vec<Fact> {
    let spot = Spot::new(&node.place, "");
    let Value::List(list) = &node.value else {
        sink.add(&spot, "expected editions, each under its own `[[edition]]`");
        return Vec::new();
    };
    list.iter().flat_map(|node| edition(node, sink)).collect()
}

fn edition(node: &Node, sink: &Sink) -> Vec<Fact> {
    let spot = Spot::new(&node.place, "edition");
    let Some(table) = fields::table(node, &spot, sink) else {
        return Vec::new();
    };
    let fields = Fields::new(table, spot, sink);
    if !fields.has("figures") {
        fields.missing("figures", "a list of editions such as [\"onslaught\"]");
    }
    let mut figures = Vec::new();
    for (node, spot) in fields.list("figures").unwrap_or_default() {
        match node.text().map(|word| (word, Figures::parse_word(word))) {
            Some((_, Some(Figures::PrintAndPlay))) => {
                sink.add(
                    &spot,
                    "figures printed on the sheet belong in the card files",
                );
            }
            Some((_, Some(found))) => figures.push(found),
            Some((word, None)) => sink.add(&spot, unknown("edition", word, Figures::all_words())),
            None => {
                let message = format!("expected an edition, found {}", node.describe());
                sink.add(&spot, message);
            }
        }
    }
    let facts = fields.list("fact").unwrap_or_default();
    let facts: Vec<Fact> = facts
        .into_iter()
        .filter_map(|(node, _)| fact(node, &figures, sink))
        .collect();
    fields.finish();
    facts
}

fn fact(node: &Node, figures: &[Figures], sink: &Sink) -> Option<Fact> {
    let spot = Spot::new(&node.place, "fact of an edition");
    let fields = Fields::new(fields::table(node, &spot, sink)?, spot, sink);
    let text = fields.required_text("text").unwrap_or_default();
    let source = fields.required_text("source").unwrap_or_default();
    let conjecture = fields.flag("conjecture").unwrap_or(false);
    let changes = match fields.table("patch") {
        Some((table, _)) => {
            let about = Spot::new(&node.place, "fact of an edition, patch of");
            patch::changes(table, &about, sink)
        }
        None => {
            fields.missing("patch", "what the fact changes");
            Vec::new()
        }
    };
    fields.finish();
    Some(Fact {
        info: FactInfo {
            figures: figures.to_vec(),
            text,
            source,
            conjecture,
        },
        changes,
        place: node.place.clone(),
    })
}

/// Every fact must differ from the card files.
pub(super) fn check(facts: &[Fact], cards: &[RawCard], sink: &Sink) {
    for fact in facts {
        for change in &fact.changes {
            if change.changes_nothing(cards) {
                let spot = Spot::new(&fact.place, "fact of an edition");
                let card = &change.card;
                sink.add(
                    &spot,
                    format!("the patch of `{card}` does not change the card"),
                );
            }
        }
    }
}
