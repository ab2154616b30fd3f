//! Rulings on single cards (in the data) and on the rules (in the engine), under one set of names.

use super::cards::RawCard;
use super::patch;
use super::patch::Change;
use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Location, Node, Value};
use crate::data::{Sink, Spot, unknown};
use crate::ruleset::Rulings;

/// A ruling about cards, from the data.
#[derive(Clone, Debug)]
pub(super) struct CardRuling {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) default: String,
    pub(super) options: Vec<CardOption>,
    pub(super) place: Location,
}

/// One option: what it changes.
#[derive(Clone, Debug)]
pub(super) struct CardOption {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) changes: Vec<Change>,
    pub(super) cards: Vec<RawCard>,
    pub(super) place: Location,
}

impl CardRuling {
    pub(super) fn option(&self, name: &str) -> Option<&CardOption> {
        self.options.iter().find(|option| option.name == name)
    }
}

/// A ruling as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingInfo {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub text: String,
    /// The options with their explanations, the default first.
    pub options: Vec<(String, String)>,
}

/// The option chosen for every ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingChoices {
    /// The rulings that the rules must know.
    pub rules: Rulings,
    /// The rulings about cards, by name and option; the cards are already changed accordingly.
    pub cards: Vec<(String, String)>,
}

impl RulingChoices {
    /// The option in force for a ruling of either kind.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.rules.get(name).or_else(|| {
            let found = self.cards.iter().find(|(ruling, _)| ruling == name);
            found.map(|(_, option)| option.as_str())
        })
    }
}

/// Reads a list of `[[ruling]]`.
pub(super) fn ruling_list(node: &Node, sink: &Sink) -> Vec<CardRuling> {
    let spot = Spot::new(&node.place, "");
    let Value::List(list) = &node.value else {
        sink.add(&spot, "expected rulings, each under its own `[[ruling]]`");
        return Vec::new();
    };
    list.iter().filter_map(|node| ruling(node, sink)).collect()
}

fn ruling(node: &Node, sink: &Sink) -> Option<CardRuling> {
    let nameless = Spot::new(&node.place, "ruling");
    let table = fields::table(node, &nameless, sink)?;
    let name = Fields::new(table, nameless, sink).required_text("name")?;
    let spot = Spot::new(&node.place, format!("ruling `{name}`"));
    let fields = Fields::new(table, spot.clone(), sink);
    fields.text("name");
    let text = fields.required_text("text").unwrap_or_default();
    let default = fields.required_text("default").unwrap_or_default();
    let options: Vec<CardOption> = fields
        .list("option")
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(node, _)| option(node, &name, sink))
        .collect();
    let names = options.iter().map(|option| option.name.as_str());
    if !default.is_empty() && !names.clone().any(|name| name == default) {
        let place = table.get("default").map_or(&spot.place, |node| &node.place);
        sink.add(
            &spot.field(place, "default"),
            unknown("option", &default, names.clone()),
        );
    }
    for (i, option) in options.iter().enumerate() {
        if options[..i].iter().any(|other| other.name == option.name) {
            let message = format!("the option `{}` is defined twice", option.name);
            sink.add(
                &Spot::new(&option.place, format!("ruling `{name}`")),
                message,
            );
        }
    }
    if options.len() < 2 {
        sink.add(&spot, "a ruling needs at least two options to choose from");
    }
    fields.finish();
    Some(CardRuling {
        name,
        text,
        default,
        options,
        place: node.place.clone(),
    })
}

fn option(node: &Node, ruling: &str, sink: &Sink) -> Option<CardOption> {
    let spot = Spot::new(&node.place, format!("ruling `{ruling}`"));
    let fields = Fields::new(fields::table(node, &spot, sink)?, spot, sink);
    let name = fields.required_text("name");
    let text = fields.required_text("text").unwrap_or_default();
    let changes = fields.table("patch").map(|(table, _)| {
        let about = format!("ruling `{ruling}`, patch of");
        patch::changes(table, &Spot::new(&node.place, about), sink)
    });
    let cards = fields
        .get("card")
        .map(|(node, _)| patch::card_list(node.clone(), sink));
    fields.finish();
    Some(CardOption {
        name: name?,
        text,
        changes: changes.unwrap_or_default(),
        cards: cards.unwrap_or_default(),
        place: node.place.clone(),
    })
}

/// Checks every ruling against the cards: names are unique, every option but the default changes
/// something, and all that is changed exists and is valid.
pub(super) fn check(rulings: &[CardRuling], cards: &[RawCard], sink: &Sink) {
    for (i, ruling) in rulings.iter().enumerate() {
        let spot = Spot::new(&ruling.place, format!("ruling `{}`", ruling.name));
        let twice = rulings[..i].iter().any(|other| other.name == ruling.name);
        let in_rules = Rulings::NAMES.iter().any(|(name, _)| *name == ruling.name);
        if twice || in_rules {
            sink.add(&spot, "there is already a ruling of this name");
        }
        for option in &ruling.options {
            check_option(ruling, option, cards, sink);
        }
    }
}

fn check_option(ruling: &CardRuling, option: &CardOption, cards: &[RawCard], sink: &Sink) {
    let subject = format!("ruling `{}`, option `{}`", ruling.name, option.name);
    let spot = Spot::new(&option.place, subject);
    let empty = option.changes.is_empty() && option.cards.is_empty();
    if option.name == ruling.default {
        if !empty {
            sink.add(&spot, "the default belongs in the card files, not here");
        }
        return;
    }
    if empty {
        sink.add(
            &spot,
            "this option changes nothing: a `patch` or a `card` is missing",
        );
    }
    for change in &option.changes {
        if change.changes_nothing(cards) {
            sink.add(
                &spot,
                format!("the patch of `{}` does not change the card", change.card),
            );
        }
    }
}

/// All rulings as people see them: those about cards, then those of the rules.
pub(super) fn infos(rulings: &[CardRuling]) -> Vec<RulingInfo> {
    let of_cards = rulings.iter().map(|ruling| {
        let mut options: Vec<(String, String)> = ruling
            .options
            .iter()
            .map(|option| (option.name.clone(), option.text.clone()))
            .collect();
        options.sort_by_key(|(name, _)| *name != ruling.default);
        RulingInfo {
            name: ruling.name.clone(),
            text: ruling.text.clone(),
            options,
        }
    });
    let of_rules =
        Rulings::NAMES
            .iter()
            .zip(Rulings::TEXTS)
            .map(|((name, options), (text, option_texts))| RulingInfo {
                name: name.to_string(),
                text: text.trim().to_string(),
                options: options
                    .iter()
                    .zip(*option_texts)
                    .map(|(option, text)| (option.to_string(), text.trim().to_string()))
                    .collect(),
            });
    of_cards.chain(of_rules).collect()
}

/// Finds the chosen options; unknown names and options are errors.
pub(super) fn choose(
    rulings: &[CardRuling],
    chosen: &[(String, String)],
    sink: &Sink,
) -> RulingChoices {
    let mut choices = RulingChoices {
        rules: Rulings::default(),
        cards: rulings
            .iter()
            .map(|ruling| (ruling.name.clone(), ruling.default.clone()))
            .collect(),
    };
    if chosen.is_empty() {
        return choices;
    }
    let infos = infos(rulings);
    for (name, option) in chosen {
        let file = format!("--ruling {name}={option}");
        let spot = Spot::new(
            &Location::file_only(&file, crate::data::tree::Layer::Patch),
            "",
        );
        let Some(info) = infos.iter().find(|info| info.name == *name) else {
            let message = unknown("ruling", name, infos.iter().map(|info| info.name.as_str()));
            sink.add(&spot, message);
            continue;
        };
        let options = info.options.iter().map(|(option, _)| option.as_str());
        let option = match option.as_str() {
            "default" => &info.options[0].0,
            _ => option,
        };
        if !options.clone().any(|known| known == option) {
            let message = unknown(&format!("option of `{name}`"), option, options);
            sink.add(&spot, message);
            continue;
        }
        choices.rules.set(name, option);
        if let Some(choice) = choices.cards.iter_mut().find(|(known, _)| known == name) {
            choice.1 = option.clone();
        }
    }
    choices
}
