//! Loading card sets: TOML files in, a checked [`CardSet`] out.
//!
//! A [`Library`] holds a set as it is written, with the patches to be made to it;
//! [`Library::compile`] chooses the rulings, applies everything and checks the result. Nothing
//! stops at the first fault: all of them are reported, each with file, line, card, field, what
//! was expected, and the nearest valid name.

mod abilities;
mod cards;
mod divisions;
mod effects;
mod files;
mod patch;
mod rulings;
mod sense;
mod set;
mod totals;

pub use crate::data::{Fault, Faults};
pub use rulings::{RulingChoices, RulingInfo};

use super::{CardSet, Division, Kind};
use crate::data::{Layer, Node, Place, Sink, Spot, Table, tree};
use crate::ruleset::{Divisions, Ruleset};
use cards::RawCard;
use divisions::RawDivision;
use patch::Change;
use rulings::CardRuling;
use std::path::Path;

/// A card set as written, with the patches to be made to it.
#[derive(Clone, Debug)]
pub struct Library {
    title: String,
    set: Table,
    set_place: Place,
    cards: Vec<RawCard>,
    divisions: Vec<RawDivision>,
    taking_part: TakingPart,
    rulings: Vec<CardRuling>,
    changes: Vec<Change>,
    faults: Vec<Fault>,
}

/// What of a set takes part besides the cards that always do.
#[derive(Clone, Debug, Default)]
struct TakingPart {
    /// The editions whose division cards do.
    editions: Vec<Divisions>,
    /// Whether cards whose figures are a guess do.
    conjecture: bool,
}

impl Library {
    /// The set that is built into the program.
    pub fn embedded() -> Self {
        files::embedded()
    }

    /// The set in a directory, described by the `set.toml` there.
    pub fn from_dir(dir: &Path) -> Self {
        files::from_dir(dir)
    }

    /// Adds the changes and cards of a patch file.
    pub fn with_patch_file(self, path: &Path) -> Self {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => self.with_patch(&name, &text),
            Err(error) => self.with_fault(&name, &format!("cannot be read: {error}")),
        }
    }

    /// Adds the changes and cards of a patch given as text.
    pub fn with_patch(mut self, name: &str, text: &str) -> Self {
        let sink = Sink::default();
        let (changes, cards) = patch::file(text, &Place::file_only(name, Layer::Patch), &sink);
        self.changes.extend(changes);
        self.cards.extend(cards);
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds one change written as `card.field=value`.
    pub fn with_set(self, assignment: &str) -> Self {
        let source = Place::file_only(&format!("--set {assignment}"), Layer::Patch);
        self.with_set_at(assignment, &source)
    }

    /// Adds one change written as `card.field=value` somewhere in a file.
    pub(crate) fn with_set_at(mut self, assignment: &str, place: &Place) -> Self {
        let sink = Sink::default();
        self.changes
            .extend(patch::assignment(assignment, place, &sink));
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds changes written as tables of cards and fields.
    pub(crate) fn with_changes(mut self, cards: &Table, place: &Place) -> Self {
        let sink = Sink::default();
        let spot = Spot::new(place, "patch of");
        self.changes.extend(patch::changes(cards, &spot, &sink));
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds new cards written as a list of tables.
    pub(crate) fn with_cards(mut self, cards: &Node) -> Self {
        let sink = Sink::default();
        self.cards.extend(patch::card_list(cards, &sink));
        self.faults.extend(sink.into_faults());
        self
    }

    /// Lets take part what the rules ask for: division cards of an edition, conjectured cards.
    pub fn taking_part(mut self, rules: &Ruleset) -> Self {
        self.taking_part = TakingPart {
            editions: vec![rules.divisions],
            conjecture: rules.conjecture,
        };
        self
    }

    /// Lets everything in the set take part, for a look at all of it: the division cards of all
    /// editions side by side. No game can be played so.
    pub fn whole(mut self) -> Self {
        self.taking_part = TakingPart {
            editions: vec![Divisions::Onslaught, Divisions::Dreadmire],
            conjecture: true,
        };
        self
    }

    /// The set's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Every ruling, of cards and of rules, with its options.
    pub fn rulings(&self) -> Vec<RulingInfo> {
        rulings::infos(&self.rulings)
    }

    /// Makes the card set under the chosen rulings (name and option), or lists all faults.
    pub fn compile<N: AsRef<str>, O: AsRef<str>>(
        &self,
        chosen: &[(N, O)],
    ) -> Result<(CardSet, RulingChoices), Faults> {
        let sink = Sink::default();
        let chosen: Vec<(String, String)> = chosen
            .iter()
            .map(|(name, option)| (name.as_ref().into(), option.as_ref().into()))
            .collect();
        let choices = rulings::choose(&self.rulings, &chosen, &sink);
        // Without a set file there is nothing to check: its absence is already a fault.
        let set = match self.set.0.is_empty() {
            true => None,
            false => self.assemble(&choices, &sink),
        };
        let mut faults = self.faults.clone();
        faults.extend(sink.into_faults());
        match (set, faults.is_empty()) {
            (Some(set), true) => Ok((set, choices)),
            _ => Err(Faults(faults)),
        }
    }

    /// Checks everything in the set, under every option of every ruling.
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let mut note = |result: Result<_, Faults>| {
            for fault in result.err().into_iter().flat_map(|faults| faults.0) {
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            }
        };
        note(self.compile::<&str, &str>(&[]).map(drop));
        for editions in [
            vec![],
            vec![Divisions::Onslaught],
            vec![Divisions::Dreadmire],
        ] {
            for conjecture in [false, true] {
                let mut library = self.clone();
                library.taking_part = TakingPart {
                    editions: editions.clone(),
                    conjecture,
                };
                note(library.compile::<&str, &str>(&[]).map(drop));
            }
        }
        for ruling in &self.rulings {
            for option in &ruling.options {
                note(self.compile(&[(&ruling.name, &option.name)]).map(drop));
            }
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Faults(faults))
        }
    }

    fn with_fault(mut self, file: &str, message: &str) -> Self {
        self.faults.extend(Faults::single(file, message).0);
        self
    }

    /// Applies rulings and patches, reads the cards and checks the whole.
    fn assemble(&self, choices: &RulingChoices, sink: &Sink) -> Option<CardSet> {
        let mut cards = self.cards.clone();
        let mut set = self.set.clone();
        rulings::check(&self.rulings, &cards, sink);
        for (name, option) in &choices.cards {
            let ruling = self.rulings.iter().find(|ruling| ruling.name == *name);
            let Some(option) = ruling.and_then(|ruling| ruling.option(option)) else {
                continue;
            };
            cards.extend(option.cards.iter().cloned());
            for change in &option.changes {
                change.apply(&mut cards, &mut set, sink);
            }
        }
        for change in &self.changes {
            change.apply(&mut cards, &mut set, sink);
        }
        let set_spot = Spot::new(&self.set_place, "the set");
        refuse_duplicates(&cards, sink);
        cards::resolve_likeness(&mut cards, sink);
        let mut left_out = self.leave_out_conjecture(&mut cards);
        totals::check_kinds(cards.len() + self.divisions.len(), &set_spot, sink);
        let ids: Vec<String> = cards.iter().map(|card| card.id.clone()).collect();
        divisions::refuse_duplicates(&self.divisions, &ids, sink);
        let mut kinds: Vec<Kind> = cards
            .iter()
            .filter_map(|card| cards::kind(card, &ids, sink))
            .collect();
        if kinds.len() != cards.len() || sink.len() > 0 {
            return None;
        }
        let (divisions, played) = self.divisions(&mut kinds, &mut left_out, sink);
        let mut card_set = set::card_set(&set, &set_spot, kinds, sink);
        card_set.divisions = divisions;
        card_set.left_out = left_out;
        let spots: Vec<Spot> = cards.iter().map(RawCard::spot).collect();
        totals::check(&card_set, &set_spot, &spots, sink);
        card_set.hash = fingerprint(&cards, &set, &played);
        Some(card_set)
    }

    /// Takes out the cards whose figures are a guess, unless they take part; returns their names.
    fn leave_out_conjecture(&self, cards: &mut Vec<RawCard>) -> Vec<String> {
        let mut left_out = Vec::new();
        if !self.taking_part.conjecture {
            cards.retain(|card| {
                let out = card.is_conjecture();
                left_out.extend(out.then(|| card.id.clone()));
                !out
            });
        }
        left_out
    }

    /// Reads the divisions that take part. Their cards come after all others, so that these keep
    /// their numbers.
    fn divisions(
        &self,
        kinds: &mut Vec<Kind>,
        left_out: &mut Vec<String>,
        sink: &Sink,
    ) -> (Vec<Division>, Vec<&RawDivision>) {
        let mut divisions = Vec::new();
        let mut played = Vec::new();
        for raw in &self.divisions {
            if !raw.belongs_to(&self.taking_part.editions) {
                continue;
            }
            let before = sink.len();
            let read = match raw.conjecture && !self.taking_part.conjecture {
                true => None,
                false => divisions::division(raw, kinds, left_out, sink),
            };
            match read {
                Some(division) => {
                    divisions.push(division);
                    played.push(raw);
                }
                None if sink.len() == before => left_out.push(raw.id.clone()),
                None => {}
            }
        }
        (divisions, played)
    }
}

/// The fingerprint of all data in force.
fn fingerprint(cards: &[RawCard], set: &Table, divisions: &[&RawDivision]) -> u64 {
    let mut text = String::new();
    for card in cards {
        text += &card.id;
        text += card.like.as_deref().unwrap_or("");
        card.fields.canonical(&mut text);
    }
    set.canonical(&mut text);
    for division in divisions {
        division.canonical(&mut text);
    }
    tree::fingerprint(&text)
}

fn refuse_duplicates(cards: &[RawCard], sink: &Sink) {
    for (i, card) in cards.iter().enumerate() {
        if let Some(first) = cards[..i].iter().find(|other| other.id == card.id) {
            let line = first
                .place
                .line()
                .map_or(String::new(), |line| format!(":{line}"));
            let message = format!("this id is taken by {}{line}", first.place.file());
            sink.add(&card.spot(), message);
        }
    }
}

#[cfg(test)]
mod tests;
