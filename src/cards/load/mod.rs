//! Loading card sets: TOML files in, a checked [`CardSet`] out.
//!
//! A [`Library`] holds a set as it is written, with the patches to be made to it;
//! [`Library::compile`] chooses the rulings, applies everything and checks the result. All errors
//! are reported, not only the first, each with file, line, card, field, what was expected, and the
//! nearest valid name.

mod abilities;
mod cards;
mod choice;
mod divisions;
mod editions;
mod effects;
mod files;
mod patch;
mod reading;
mod rulings;
mod set;
mod totals;
mod validate;
mod weather;

pub use crate::data::{Fault, Faults};
pub use choice::SetChoice;
pub use editions::FactInfo;
pub use rulings::{RulingChoices, RulingInfo};

use super::{CardSet, Class, Division, Kind, Sources};
use crate::data::{Layer, Location, Node, Sink, Spoils, Spot, TomlTable, Value, tree};
use crate::ruleset::{Divisions, Figures, Ruleset};
use crate::words::Word;
use cards::{Names, RawCard};
use divisions::RawDivision;
use patch::Change;
use reading::Reading;
use rulings::CardRuling;
use set::SetFile;
use std::collections::HashMap;
use std::path::Path;

/// One or more card sets as written, with the patches to be made to them.
#[derive(Clone, Debug)]
pub struct Library {
    sets: Vec<SetFile>,
    cards: Vec<RawCard>,
    divisions: Vec<RawDivision>,
    taking_part: TakingPart,
    rulings: Vec<CardRuling>,
    editions: Vec<editions::Fact>,
    changes: Vec<Change>,
    faults: Vec<Fault>,
    /// What comes from each of the sets.
    choice: SetChoice,
}

/// What is in play besides the cards that always are.
#[derive(Clone, Debug)]
struct TakingPart {
    /// The editions whose division cards are.
    editions: Vec<Divisions>,
    /// Whether cards whose figures are a guess are.
    conjecture: bool,
    /// Whose figures the cards have.
    figures: Figures,
}

impl Default for TakingPart {
    /// As the print-and-play game has it.
    fn default() -> Self {
        TakingPart {
            editions: Vec::new(),
            conjecture: false,
            figures: Figures::PrintAndPlay,
        }
    }
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
                joined.with_fault(&option, &format!("the set `{id}` is named twice"))
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
        match std::fs::read_to_string(path) {
            Ok(text) => self.with_patch(&name, &text),
            Err(error) => self.with_fault(&name, &format!("cannot be read: {error}")),
        }
    }

    /// Adds the changes and cards of a patch given as text.
    pub fn with_patch(mut self, name: &str, text: &str) -> Self {
        let sink = Sink::default();
        let (changes, cards) = patch::file(text, &Location::file_only(name, Layer::Patch), &sink);
        self.changes.extend(changes);
        self.cards.extend(cards);
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds one change written as `card.field=value`.
    pub fn with_set(self, assignment: &str) -> Self {
        let source = Location::file_only(&format!("--set {assignment}"), Layer::Patch);
        self.with_set_at(assignment, &source)
    }

    /// Adds one change written as `card.field=value` somewhere in a file.
    pub fn with_set_at(mut self, assignment: &str, place: &Location) -> Self {
        let sink = Sink::default();
        self.changes
            .extend(patch::assignment(assignment, place, &sink));
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds changes written as tables of cards and fields.
    pub fn with_changes(mut self, cards: &TomlTable, place: &Location) -> Self {
        let sink = Sink::default();
        let spot = Spot::new(place, "patch of");
        self.changes.extend(patch::changes(cards, &spot, &sink));
        self.faults.extend(sink.into_faults());
        self
    }

    /// Adds new cards written as a list of tables.
    pub fn with_cards(mut self, cards: &Node) -> Self {
        let sink = Sink::default();
        self.cards.extend(patch::card_list(cards.clone(), &sink));
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
        let facts = self.editions.iter().map(editions::Fact::info);
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

    /// Every ruling, of cards and of rules, with its options.
    pub fn rulings(&self) -> Vec<RulingInfo> {
        rulings::infos(&self.rulings)
    }

    /// Makes the card set under the chosen rulings (name and option), or lists all errors.
    pub fn compile<N: AsRef<str>, O: AsRef<str>>(
        &self,
        chosen: &[(N, O)],
    ) -> Result<(CardSet, RulingChoices), Faults> {
        let chosen: Vec<(&str, &str)> = chosen
            .iter()
            .map(|(name, option)| (name.as_ref(), option.as_ref()))
            .collect();
        self.put_together(&chosen, &mut Reading::default())
    }

    /// Makes the card set, with what has been read before.
    fn put_together(
        &self,
        chosen: &[(&str, &str)],
        reading: &mut Reading,
    ) -> Result<(CardSet, RulingChoices), Faults> {
        let unreadable = |fault: &Fault| fault.spoils == Some(Spoils::Everything);
        if self.faults.iter().any(unreadable) {
            // Cards are missing, so references to them would seem wrong.
            return Err(Faults::of(self.faults.iter().cloned()));
        }
        let sink = Sink::default();
        let chosen: Vec<(String, String)> = chosen
            .iter()
            .map(|(name, option)| (name.to_string(), option.to_string()))
            .collect();
        let choices = rulings::choose(&self.rulings, &chosen, &sink);
        // Without a set file there is nothing to check: its absence is already an error.
        let whole = self.sets.iter().all(|set| !set.table.0.is_empty());
        let set = if whole && set::check_expansions(&self.sets, &sink) {
            self.assemble(&choices, reading, &sink)
        } else {
            None
        };
        let faults = Faults::of(self.faults.iter().cloned().chain(sink.into_faults()));
        match (set, faults.0.is_empty()) {
            (Some(set), true) => Ok((set, choices)),
            _ => Err(faults),
        }
    }

    /// Checks everything in the sets, under every option of every ruling and against the enemies
    /// of every set that has any.
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let mut reading = Reading::for_a_check();
        let mut note = |library: &Library, chosen: &[(&str, &str)]| {
            let found = library.put_together(chosen, &mut reading).err();
            faults.extend(found.into_iter().flat_map(|faults| faults.0));
        };
        note(self, &[]);
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
                    figures: Figures::PrintAndPlay,
                };
                note(&library, &[]);
            }
        }
        for (_, figures) in Figures::ALL.iter().filter(|_| !self.editions.is_empty()) {
            let mut library = self.clone();
            library.taking_part.figures = *figures;
            library.taking_part.conjecture = true;
            note(&library, &[]);
        }
        for ruling in &self.rulings {
            for option in &ruling.options {
                note(self, &[(&ruling.name, &option.name)]);
            }
        }
        for faction in choice::factions(&self.set_ids(), &self.cards) {
            let mut against = self.clone();
            against.choice.enemies = vec![faction];
            note(&against, &[]);
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Faults::of(faults))
        }
    }

    fn with_fault(mut self, file: &str, message: &str) -> Self {
        self.faults.extend(Faults::single(file, message).0);
        self
    }

    /// Applies rulings and patches, reads the cards and checks the whole.
    fn assemble(
        &self,
        choices: &RulingChoices,
        reading: &mut Reading,
        sink: &Sink,
    ) -> Option<CardSet> {
        let mut cards = self.cards.clone();
        let base = set::base(&self.sets)?;
        let mut set = base.table.clone();
        rulings::check(&self.rulings, &cards, sink);
        editions::check(&self.editions, &cards, sink);
        let facts = self.editions.iter();
        for fact in facts.filter(|fact| fact.info().holds(&self.taking_part)) {
            for change in &fact.changes {
                change.apply(&mut cards, &mut set, sink);
            }
        }
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
        let set_spot = Spot::new(&base.place, "the set");
        refuse_duplicates(&cards, sink);
        cards::resolve_likeness(&mut cards, sink);
        let guessed = self.leave_out_conjecture(&mut cards);
        let mut left_out = ids(&guessed);
        let few_enough = totals::check_kinds(cards.len() + self.divisions.len(), &set_spot, sink);
        divisions::refuse_duplicates(&self.divisions, &ids(&cards), sink);
        let mut names = Names {
            cards: ids(&cards),
            conditions: weather::conditions(&cards),
        };
        let mut kinds = reading.kinds(&cards, &names, sink);
        if !few_enough {
            return None;
        }
        // If cards have errors, the whole cannot be checked.
        let sound = sink.is_empty() && self.faults.is_empty();
        // For references to them; their errors do not matter.
        let mut gone = reading.kinds(&guessed, &names, &Sink::default());
        let mut spots: Vec<Spot> = cards.iter().map(RawCard::spot).collect();
        if sound {
            weather::check_use(&names.conditions, &kinds, &spots, sink);
        }
        let sources = choice::sources(&self.choice, &self.set_ids(), &cards, sink);
        if cards
            .iter()
            .any(|card| !choice::takes_part(card, &sources, &set))
        {
            // Cards that are not in play have been checked too; now they are removed.
            for (card, kind) in cards.iter().zip(kinds) {
                if !choice::takes_part(card, &sources, &set) {
                    left_out.push(card.id.clone());
                    gone.push(kind);
                }
            }
            cards.retain(|card| choice::takes_part(card, &sources, &set));
            names.cards = ids(&cards);
            spots = cards.iter().map(RawCard::spot).collect();
            kinds = reading.kinds(&cards, &names, sink);
        }
        for (kind, card) in kinds.iter_mut().zip(&cards) {
            kind.set = card
                .set
                .map_or(String::new(), |set| sources.sets[set].clone());
            kind.faction_in_play = choice::faction_in_play(card, &sources);
        }
        let (divisions, played) = self.divisions(&mut kinds, &gone, &names, &mut left_out, sink);
        let mut card_set = set::card_set(&set, &set_spot, kinds, sink);
        card_set.divisions = divisions;
        card_set.left_out = left_out;
        if sound && sink.is_empty() {
            totals::check(&card_set, &set_spot, &spots, sink);
        }
        if !reading.only_checks {
            card_set.hash = fingerprint(&cards, &set, &sources, &played);
        }
        card_set.conditions = names.conditions;
        card_set.sources = sources;
        Some(card_set)
    }

    /// Removes the cards whose figures are a guess, unless they are in play; returns them.
    fn leave_out_conjecture(&self, cards: &mut Vec<RawCard>) -> Vec<RawCard> {
        if self.taking_part.conjecture {
            return Vec::new();
        }
        let (out, kept) = cards.drain(..).partition(RawCard::is_conjecture);
        *cards = kept;
        out
    }

    /// Reads the divisions that are in play. Their cards come after all others, which keep their
    /// numbers.
    fn divisions(
        &self,
        kinds: &mut Vec<Kind>,
        gone: &[Kind],
        names: &Names,
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
            let read = if raw.conjecture && !self.taking_part.conjecture {
                None
            } else {
                divisions::division(raw, kinds, gone, names, sink)
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

fn ids(cards: &[RawCard]) -> Vec<String> {
    cards.iter().map(|card| card.id.clone()).collect()
}

/// The fingerprint of all data in force.
fn fingerprint(
    cards: &[RawCard],
    set: &TomlTable,
    sources: &Sources,
    divisions: &[&RawDivision],
) -> u64 {
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
    if sources.sets.len() > 1 {
        text += &format!("{:?}", sources.entries());
    }
    tree::fingerprint(&text)
}

/// Ids must be unique; so must the names that people read, between sets (within one, cards that
/// are printed in several versions share theirs).
fn refuse_duplicates(cards: &[RawCard], sink: &Sink) {
    let from_sets = |one: &RawCard, other: &RawCard| {
        one.set.is_some() && other.set.is_some() && one.set != other.set
    };
    let mut by_id: HashMap<&str, &RawCard> = HashMap::new();
    let mut by_name: HashMap<&str, &RawCard> = HashMap::new();
    for card in cards {
        let taken = |what: &str, first: &RawCard| {
            let line = first.place.line();
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            let message = format!("this {what} is taken by {}{line}", first.place.file());
            sink.add(&card.spot(), message);
        };
        let name = card.fields.get("name").and_then(Node::text);
        let name = name.unwrap_or_default();
        match (by_id.get(card.id.as_str()), by_name.get(name)) {
            (Some(first), _) => taken("id", first),
            (None, Some(first)) if from_sets(card, first) => taken("name", first),
            _ => {}
        }
        by_id.entry(&card.id).or_insert(card);
        if !name.is_empty() {
            by_name.entry(name).or_insert(card);
        }
    }
}

#[cfg(test)]
mod tests;
