//! Makes the card set from everything that was read.

use super::cards::{Names, RawCard};
use super::divisions::RawDivision;
use super::rulings::{CardRuling, RulingChoices};
use super::{Library, SetChoice, TakingPart};
use super::{cards, choice, divisions, editions, rulings, set, totals, weather};
use crate::data::fault::SHOWN;
use crate::data::{Fault, Faults, Node, Sink, Spoils, Spot, TomlTable, tree};
use crate::ruleset::{Divisions, Figures};
use crate::words::Word;
use crate::{CardSet, Division, Kind};
use std::collections::HashMap;

/// With more changes than this, nobody waits for the one to blame to be found.
const MOST_BLAMED: usize = 64;

impl Library {
    /// Makes the card set under the chosen rulings (name and option), or lists all errors.
    pub fn compile<N: AsRef<str>, O: AsRef<str>>(
        &self,
        chosen: &[(N, O)],
    ) -> Result<(CardSet, RulingChoices), Faults> {
        let chosen = chosen.iter();
        let chosen: Vec<(&str, &str)> = chosen.map(|(n, o)| (n.as_ref(), o.as_ref())).collect();
        let made = self.put_together(&chosen);
        made.map_err(|faults| self.blame_patches(faults, &chosen))
    }

    /// The cards under the default rulings, or all errors.
    pub fn cards(&self) -> Result<CardSet, Faults> {
        Ok(self.compile::<&str, &str>(&[])?.0)
    }

    /// Errors elsewhere that a patch causes are reported where the patch is: the change without which
    /// an error would not be there.
    fn blame_patches(&self, faults: Faults, chosen: &[(&str, &str)]) -> Faults {
        let in_patch = |fault: &Fault| {
            let mut changes = self.changes.iter();
            changes.any(|change| change.spot().place.file() == fault.file)
        };
        if self.changes.len() > MOST_BLAMED || faults.0.iter().all(in_patch) {
            return faults;
        }
        let mut found = faults.0;
        for (i, change) in self.changes.iter().enumerate() {
            let mut without = self.clone();
            without.changes.remove(i);
            let rest = without.put_together(chosen);
            let rest = rest.err().map_or(Vec::new(), |faults| faults.0);
            let sink = Sink::default();
            found.retain(|fault| {
                let caused = !in_patch(fault) && !rest.contains(fault);
                if caused {
                    sink.add(
                        &change.spot(),
                        format!("this makes another part wrong: {fault}"),
                    );
                }
                !caused
            });
            found.extend(sink.into_faults());
        }
        Faults(found)
    }

    fn put_together(&self, chosen: &[(&str, &str)]) -> Result<(CardSet, RulingChoices), Faults> {
        let unreadable = |fault: &Fault| fault.spoils == Some(Spoils::Everything);
        if self.faults.iter().any(unreadable) {
            // Cards are missing, so references to them would seem wrong.
            return Err(Faults::of(self.faults.iter().cloned()));
        }
        let sink = Sink::default();
        let choices = rulings::choose(&self.rulings, chosen, self.taking_part.figures, &sink);
        // Without a set file there is nothing to check: its absence is already an error.
        let whole = self.sets.iter().all(|set| !set.table.0.is_empty());
        let set = if whole && set::check_expansions(&self.sets, &sink) {
            self.assemble(&choices, &sink)
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
        let mut note = |library: &Library, chosen: &[(&str, &str)]| {
            // Then none of those that may follow would be shown.
            if faults.len() > SHOWN {
                return;
            }
            let found = library.compile(chosen).err();
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
        for (_, figures) in Figures::ALL.iter() {
            let mut library = self.clone();
            library.taking_part.figures = *figures;
            if !self.editions.facts.is_empty() {
                library.taking_part.conjecture = true;
                note(&library, &[]);
            }
            library.taking_part.conjecture = self.taking_part.conjecture;
            let own = |ruling: &&CardRuling| match ruling.figures.is_empty() {
                true => *figures == self.taking_part.figures,
                false => ruling.matters(*figures),
            };
            for ruling in self.rulings.iter().filter(own) {
                for option in &ruling.options {
                    note(&library, &[(&ruling.name, &option.name)]);
                }
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

    /// Applies rulings and patches, reads the cards and checks the whole.
    fn assemble(&self, choices: &RulingChoices, sink: &Sink) -> Option<CardSet> {
        let mut cards = self.cards.clone();
        let mut divisions = self.divisions.clone();
        for division in &mut divisions {
            division.in_play = division.belongs_to(&self.taking_part.editions);
        }
        let base = set::base(&self.sets)?;
        let mut set = base.table.clone();
        rulings::check(&self.rulings, &cards, sink);
        editions::check(&self.editions.facts, &cards, sink);
        let options = choices.options.iter().filter_map(|(name, option)| {
            let ruling = self.rulings.iter().find(|ruling| ruling.name == *name);
            ruling?.option(option)
        });
        cards.extend(options.clone().flat_map(|option| option.cards.clone()));
        let facts = self.editions.facts.iter();
        let facts = facts.filter(|fact| fact.info.holds(&self.taking_part));
        let changes = facts.flat_map(|fact| &fact.changes);
        let changes = changes.chain(options.flat_map(|option| &option.changes));
        for change in changes.chain(&self.changes) {
            change.apply(&mut cards, &mut divisions, &mut set, sink);
        }
        let set_spot = Spot::new(&base.place, "the set");
        refuse_duplicates(&cards, sink);
        cards::resolve_likeness(&mut cards, sink);
        // Those whose figures are a guess, unless they are in play.
        let is_out = |card: &mut RawCard| !self.taking_part.conjecture && card.is_conjecture();
        let guessed: Vec<RawCard> = cards.extract_if(.., is_out).collect();
        let mut left_out = ids(&guessed);
        let few_enough = totals::check_kinds(cards.len() + self.divisions.len(), &set_spot, sink);
        divisions::refuse_duplicates(&self.divisions, &ids(&cards), sink);
        let mut names = Names {
            cards: ids(&cards),
            conditions: weather::conditions(&cards),
        };
        let mut kinds = cards::kinds(&cards, &names, sink);
        if !few_enough {
            return None;
        }
        // If cards have errors, the whole cannot be checked.
        let sound = sink.is_empty() && self.faults.is_empty();
        // For references to them; their errors do not matter.
        let mut gone = cards::kinds(&guessed, &names, &Sink::default());
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
            kinds = cards::kinds(&cards, &names, sink);
        }
        for (kind, card) in kinds.iter_mut().zip(&cards) {
            kind.set = card
                .set
                .map_or(String::new(), |set| sources.sets[set].clone());
            kind.faction_in_play = choice::faction_in_play(card, &sources);
        }
        let (read, played) =
            self.divisions(&divisions, &mut kinds, &gone, &names, &mut left_out, sink);
        let mut card_set = set::card_set(&set, &set_spot, kinds, sink);
        card_set.divisions = read;
        card_set.left_out = left_out;
        card_set.stand_ins = self.editions.stand_ins(self.taking_part.figures);
        if sound && sink.is_empty() {
            totals::check(&card_set, &set_spot, &spots, sink);
        }
        card_set.hash = fingerprint(&cards, &set, &sources, &played);
        card_set.conditions = names.conditions;
        card_set.sources = sources;
        Some(card_set)
    }

    /// Reads the divisions that are in play. Their cards come after all others, which keep their
    /// numbers.
    fn divisions<'a>(
        &self,
        written: &'a [RawDivision],
        kinds: &mut Vec<Kind>,
        gone: &[Kind],
        names: &Names,
        left_out: &mut Vec<String>,
        sink: &Sink,
    ) -> (Vec<Division>, Vec<&'a RawDivision>) {
        let mut divisions = Vec::new();
        let mut played = Vec::new();
        for raw in written.iter().filter(|raw| raw.in_play) {
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

pub(super) fn ids(cards: &[RawCard]) -> Vec<String> {
    cards.iter().map(|card| card.id.clone()).collect()
}

/// The fingerprint of all data in force.
fn fingerprint(
    cards: &[RawCard],
    set: &TomlTable,
    sources: &SetChoice,
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
