//! Loading card sets: TOML files in, a checked [`CardSet`](crate::CardSet) out.
//!
//! A [`Library`] holds a set as it is written, with the patches to be made to it;
//! [`Library::compile`] chooses the rulings, applies everything and checks the result. All errors
//! are reported, not only the first, each with file, line, card, field, what was expected, and the
//! nearest valid name.

mod abilities;
mod cards;
mod choice;
mod compile;
mod divisions;
mod editions;
mod files;
mod patch;
mod rulings;
mod set;
mod totals;
mod validate;
mod weather;

pub use crate::data::{Fault, Faults};
pub use crate::ruleset::RulingInfo;
pub use choice::SetChoice;
pub use editions::FactInfo;
pub use rulings::RulingChoices;

use super::Class;
use crate::data::{Fields, Item, Layer, Location, Sink, Value, text_of};
use crate::ruleset::{Divisions, Figures, Ruleset};
use crate::words::Word;
use cards::RawCard;
use divisions::RawDivision;
use patch::Change;
use rulings::CardRuling;
use set::SetFile;
use std::path::Path;

/// One or more card sets as written, with the patches to be made to them.
#[derive(Clone, Debug, Default)]
pub struct Library {
    sets: Vec<SetFile>,
    cards: Vec<RawCard>,
    divisions: Vec<RawDivision>,
    taking_part: TakingPart,
    rulings: Vec<CardRuling>,
    editions: editions::Editions,
    changes: Vec<Change>,
    faults: Vec<Fault>,
    /// What comes from each of the sets.
    choice: SetChoice,
}

/// What is in play besides the cards that always are; at first as the print-and-play game has it.
#[derive(Clone, Debug, Default)]
struct TakingPart {
    /// The editions whose division cards are.
    editions: Vec<Divisions>,
    /// Whether cards whose figures are a guess are.
    conjecture: bool,
    /// Whose figures the cards have.
    figures: Figures,
}

impl Library {
    /// The default set.
    pub fn embedded() -> Self {
        files::built_in(0)
    }

    /// The names of the sets that are built into the program.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        files::built_in_names()
    }

    /// The set in a directory, described by the `set.toml` there.
    pub fn from_dir(dir: &Path) -> Self {
        files::from_dir(dir)
    }

    /// Several sets together: built-in ones by name, others by their directory.
    pub fn of_sets(names: &[String]) -> Self {
        let option = format!("--sets {}", names.join(","));
        let mut sets = names.iter().map(|name| files::find(name, &option));
        let mut joined = sets.next().unwrap_or_else(Library::embedded);
        for set in sets {
            let id = &set.sets[0].id;
            joined = if joined.sets.iter().any(|other| other.id == *id) && !id.is_empty() {
                let message = format!("the set `{id}` is named twice");
                joined.with_faults(Faults::single(&option, message).0)
            } else {
                joined.join(set)
            };
        }
        joined
    }

    /// The set in a directory together with the built-in one that it expands, if it does.
    pub fn with_what_it_expands(self) -> Self {
        let base = match self.sets.as_slice() {
            [set] => set.expands.clone(),
            _ => None,
        };
        let known = base.and_then(|base| files::built_in_names().position(|name| name == base));
        match known {
            Some(number) => files::built_in(number).join(self),
            None => self,
        }
    }

    /// Sets what comes from each of the sets.
    pub fn choosing(mut self, choice: &SetChoice) -> Self {
        self.choice = choice.clone();
        self
    }

    /// Uses the enemies of all sets, unless some have been chosen: for showing cards.
    pub fn with_every_faction(mut self) -> Self {
        if self.choice.enemies.is_empty() {
            self.choice.enemies = choice::factions(&self.set_ids(), &self.cards);
        }
        self
    }

    /// Appends the sets of another library.
    fn join(mut self, mut other: Library) -> Self {
        let offset = self.sets.len();
        other.number_cards(offset);
        self.sets.extend(other.sets);
        self.cards.extend(other.cards);
        self.divisions.extend(other.divisions);
        self.rulings.extend(other.rulings);
        self.editions.extend(other.editions);
        self.changes.extend(other.changes);
        self.faults.extend(other.faults);
        self
    }

    /// Records the set of every card; the first is `set`.
    fn number_cards(&mut self, set: usize) {
        let options = self
            .rulings
            .iter_mut()
            .flat_map(|ruling| &mut ruling.options);
        let of_options = options.flat_map(|option| &mut option.cards);
        for card in self.cards.iter_mut().chain(of_options) {
            card.set = Some(set);
        }
    }

    /// The names of the sets.
    fn set_ids(&self) -> Vec<String> {
        self.sets.iter().map(|set| set.id.clone()).collect()
    }

    /// Adds the changes and cards of a patch file.
    pub fn with_patch_file(self, path: &Path) -> Self {
        let name = path.display().to_string();
        match text_of(path) {
            Ok(text) => self.with_patch(&name, &text),
            Err(Faults(faults)) => self.with_faults(faults),
        }
    }

    /// Adds the changes and cards of a patch given as text.
    pub fn with_patch(self, name: &str, text: &str) -> Self {
        self.reading(|library, sink| {
            let place = Location::file_only(name, Layer::Patch);
            let (changes, cards) = patch::file(text, &place, sink);
            library.changes.extend(changes);
            library.cards.extend(cards);
        })
    }

    /// Adds one change written as `card.field=value`.
    pub fn with_set(self, assignment: &str) -> Self {
        let source = Location::file_only(&format!("--set {assignment}"), Layer::Patch);
        self.with_set_at(assignment, &source)
    }

    /// Adds one change written as `card.field=value` somewhere in a file.
    pub fn with_set_at(self, assignment: &str, place: &Location) -> Self {
        self.reading(|library, sink| {
            let change = patch::assignment(assignment, place, sink);
            library.changes.extend(change);
        })
    }

    /// Adds changes written as tables of cards and fields.
    pub fn with_changes(mut self, cards: &Fields<'_>) -> Self {
        self.changes.extend(patch::changes(cards, patch::SUBJECT));
        self
    }

    /// Adds new cards written as a list of tables.
    pub fn with_cards(mut self, cards: &Item<'_>) -> Self {
        self.cards.extend(patch::cards(cards));
        self
    }

    /// Adds what is read, and the faults in it.
    fn reading(mut self, read: impl FnOnce(&mut Self, &Sink)) -> Self {
        let sink = Sink::default();
        read(&mut self, &sink);
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds the cards that the rules need: division cards of an edition, conjectured cards.
    pub fn taking_part(mut self, rules: &Ruleset) -> Self {
        self.taking_part = TakingPart {
            editions: vec![rules.divisions],
            conjecture: rules.conjecture,
            figures: rules.figures,
        };
        self
    }

    /// The facts about the figures of editions, those in force with `true`.
    pub fn facts(&self) -> impl Iterator<Item = (&FactInfo, bool)> {
        let facts = self.editions.facts.iter().map(|fact| &fact.info);
        facts.map(|fact| (fact, fact.holds(&self.taking_part)))
    }

    /// Adds everything in the set, for showing it: the division cards of all editions side by side.
    /// No game can be played with that.
    pub fn whole(mut self) -> Self {
        self.taking_part = TakingPart {
            editions: vec![Divisions::Onslaught, Divisions::Dreadmire],
            conjecture: true,
            figures: Figures::PrintAndPlay,
        };
        self
    }

    /// The title of the set, or of all of them.
    pub fn title(&self) -> String {
        let titles: Vec<&str> = self.sets.iter().map(|set| set.title.as_str()).collect();
        titles.join(" + ")
    }

    /// The set that this one expands, if it is not a complete game.
    pub fn expands(&self) -> Option<&str> {
        self.sets.first()?.expands.as_deref()
    }

    /// How many kinds and cards of each class the sets have as written; classes without any are
    /// left out.
    pub fn contents(&self) -> Vec<(Class, usize, i64)> {
        let copies = |card: &RawCard| match card.fields.get("copies").map(|node| &node.value) {
            Some(Value::Number(copies)) => *copies,
            _ => 0,
        };
        let classes = Class::ALL.iter().map(|(_, class)| {
            let cards = self.cards.iter();
            let found: Vec<i64> = cards
                .filter(|card| card.class() == Some(*class))
                .map(copies)
                .collect();
            (*class, found.len(), found.iter().sum())
        });
        classes.filter(|(_, kinds, _)| *kinds > 0).collect()
    }

    /// Every ruling, of cards and of rules, with its options. Those about the figures of an edition
    /// are listed where these are in force.
    pub fn rulings(&self) -> Vec<RulingInfo> {
        rulings::infos(&self.rulings, self.taking_part.figures)
    }

    fn with_faults(mut self, faults: Vec<Fault>) -> Self {
        self.faults.extend(faults);
        self
    }
}

#[cfg(test)]
mod tests;
