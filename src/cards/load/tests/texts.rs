//! What is printed is what runs: whatever is changed in an ability changes its text.

use super::super::Library;
use super::super::cards::{self, Names, RawCard};
use super::super::compile::ids;
use super::super::patch::assignment;
use super::super::weather;
use crate::ability::{
    Ability, Against, Buyer, Combine, Condition, Cost, Destination, Goods, LaneRef, Lanes, Lasts,
    Limit, Pick, Range, When, Who, Whose, WorksFrom,
};
use crate::data::{Layer, Location, Node, Sink, TomlTable, Value};
use crate::text::ability_texts;
use crate::words::Word;
use crate::{CardSet, Kind};

/// The fields of an ability with values to try.
fn ability_fields() -> Vec<(&'static str, Vec<String>)> {
    let mut conditions = quoted(&["alone", "not-first", "damaged-troop-in-lane"]);
    for wave in 1..=3 {
        conditions.push(format!("{{ wave-at-least = {wave} }}"));
        conditions.push(format!("{{ wave-is = {wave} }}"));
    }
    conditions.push("{ weather = \"rain\" }".into());
    conditions.push("{ weather = \"fog\" }".into());
    let costs = Cost::ALL.iter().map(|(word, cost)| match cost {
        Cost::DamageThis => "[{ damage-this = 5 }, { damage-this = 6 }]".into(),
        _ => format!("[\"{word}\"]"),
    });
    let flags = || vec!["true".to_string(), "false".to_string()];
    vec![
        ("when", words::<When>()),
        ("from", words::<WorksFrom>()),
        ("if", conditions),
        ("limit", words::<Limit>()),
        ("may", flags()),
        ("whose", words::<Whose>()),
        ("range", words::<Range>()),
        ("against", words::<Against>()),
        ("answers-reveals", flags()),
        ("combine", words::<Combine>()),
        ("pay", costs.collect()),
    ]
}

/// The fields of an effect with values to try.
fn effect_fields() -> Vec<(&'static str, Vec<String>)> {
    let mut targets = words::<Pick>();
    targets.extend(words::<Destination>());
    targets.extend(words::<Who>());
    let numbers = |range: std::ops::RangeInclusive<u8>| range.map(|n| n.to_string()).collect();
    let flags = vec!["true".to_string(), "false".to_string()];
    vec![
        ("to", targets),
        ("count", numbers(1..=4)),
        ("lane", words::<LaneRef>()),
        ("lanes", words::<Lanes>()),
        ("lasts", words::<Lasts>()),
        ("goods", words::<Goods>()),
        ("buyer", words::<Buyer>()),
        ("least", numbers(0..=3)),
        ("wave", numbers(1..=3)),
        ("up-to", flags),
    ]
}

/// Values to try for the field by which an effect is named.
fn naming_values() -> Vec<String> {
    let mut values = words::<Pick>();
    values.extend(words::<Goods>());
    values.extend(quoted(&[
        "all",
        "W",
        "W+1",
        "2*W",
        "own-power",
        "own-power+1",
        "2*own-power",
        "target-power",
        "card-cost",
        "half-total-hp",
        "prevented",
        "troops-in-lane",
        "2*troops-in-lane",
        "1+troops-in-lane",
        "kills-in-lane",
        "damage-on-it",
        "cards-burned",
        "3*cards-burned",
    ]));
    values.extend((0..=9).map(|n| n.to_string()));
    for bonus in ["power = 7", "hp = 7", "power = 7, hp = 7", "power = \"W\""] {
        values.push(format!("{{ {bonus} }}"));
    }
    values
}

fn words<W: Word>() -> Vec<String> {
    quoted(&W::all_words())
}

fn quoted(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| format!("\"{word}\"")).collect()
}

/// All cards of the built-in sets, as written.
fn raw_cards() -> Vec<RawCard> {
    let sets = ["hive", "homebrew"].map(String::from);
    let library = Library::of_sets(&sets);
    let options = library.rulings.iter().flat_map(|ruling| &ruling.options);
    let of_options = options.flat_map(|option| option.cards.iter().cloned());
    let mut cards: Vec<RawCard> = library.cards.iter().cloned().chain(of_options).collect();
    cards::resolve_likeness(&mut cards, &Sink::default());
    cards
}

/// What an ability amounts to: readings that can never make a difference are alike.
fn meaning(abilities: &[Ability]) -> Vec<Ability> {
    let mut abilities = abilities.to_vec();
    for ability in &mut abilities {
        if ability.condition == Some(Condition::WaveIs(3)) {
            ability.condition = Some(Condition::WaveAtLeast(3));
        }
    }
    abilities
}

struct Tester {
    names: Names,
    set: CardSet,
    tried: usize,
    silent: Vec<String>,
}

impl Tester {
    fn texts(&self, kind: &Kind) -> Vec<String> {
        ability_texts(&self.set, kind)
    }

    /// Changes one place of a card. Where the loader takes it and the card does something else
    /// than before, the card must say something else.
    fn try_change(&mut self, card: &RawCard, before: &Kind, path: &str, value: &str) {
        let sink = Sink::default();
        let place = Location::file_only("test", Layer::Patch);
        let text = format!("{}.{path}={value}", card.id);
        let change = assignment(&text, &place, &sink).expect("an assignment");
        let mut changed = [card.clone()];
        change.apply(&mut changed, &mut [], &mut TomlTable::default(), &sink);
        let kind = cards::kind(&changed[0], &self.names, &sink);
        if !sink.is_empty() {
            return;
        }
        if meaning(&kind.abilities) == meaning(&before.abilities) {
            return;
        }
        self.tried += 1;
        if self.texts(&kind) == self.texts(before) {
            self.silent.push(format!("{text}: {:?}", self.texts(&kind)));
        }
    }

    fn try_effect(&mut self, card: &RawCard, before: &Kind, path: &str, effect: &Node) {
        let naming = match &effect.value {
            Value::Table(table) => table.0.first().map(|entry| entry.key.clone()),
            _ => None,
        };
        if let Some(naming) = naming {
            for value in naming_values() {
                self.try_change(card, before, &format!("{path}.{naming}"), &value);
            }
            for (field, values) in effect_fields() {
                for value in values {
                    self.try_change(card, before, &format!("{path}.{field}"), &value);
                }
            }
        }
        for effect in [
            "strike-first",
            "reverse-lane",
            "discard-this",
            "unpreventable",
        ] {
            self.try_change(card, before, path, &format!("\"{effect}\""));
        }
    }
}

fn list<'n>(table: &'n TomlTable, field: &str) -> &'n [Node] {
    match table.get(field).map(|node| &node.value) {
        Some(Value::List(list)) => list,
        _ => &[],
    }
}

#[test]
fn every_change_of_an_ability_changes_the_text() {
    let cards = raw_cards();
    let names = Names {
        cards: ids(&cards),
        conditions: weather::conditions(&cards),
    };
    let both = Library::of_sets(&["hive", "homebrew"].map(String::from));
    let mut tester = Tester {
        names,
        set: both.compile::<&str, &str>(&[]).expect("sound sets").0,
        tried: 0,
        silent: Vec::new(),
    };
    for card in &cards {
        let sink = Sink::default();
        let before = cards::kind(card, &tester.names, &sink);
        if !sink.is_empty() {
            continue;
        }
        for (number, node) in (1..).zip(list(&card.fields, "ability")) {
            let Value::Table(ability) = &node.value else {
                continue;
            };
            for (field, values) in ability_fields() {
                for value in values {
                    let path = format!("ability.{number}.{field}");
                    tester.try_change(card, &before, &path, &value);
                }
            }
            for (effect, node) in (1..).zip(list(ability, "do")) {
                let path = format!("ability.{number}.do.{effect}");
                tester.try_effect(card, &before, &path, node);
            }
        }
    }
    assert!(tester.tried > 4_000, "{} changes", tester.tried);
    let silent = tester.silent;
    assert!(
        silent.is_empty(),
        "{} of {}:\n{}",
        silent.len(),
        tester.tried,
        silent.join("\n")
    );
}
