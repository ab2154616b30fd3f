//! Rulings on single cards (in the data) and on the rules (in the engine), under one set of names.

use super::cards::RawCard;
use super::editions;
use super::patch::{self, Change};
use crate::data::{Item, Layer, Location, Sink, Spot, unknown};
use crate::ruleset::{Figures, RulingInfo, Rulings};
use crate::words::Word;

/// A ruling about cards, from the data.
#[derive(Clone, Debug)]
pub(super) struct CardRuling {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) default: String,
    /// The editions whose figures it is about; empty: it is about the cards as such.
    pub(super) figures: Vec<Figures>,
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

    /// Whether there is anything to rule about where cards have these figures.
    pub(super) fn matters(&self, figures: Figures) -> bool {
        self.figures.is_empty() || self.figures.contains(&figures)
    }
}

/// The option chosen for every ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingChoices {
    /// The rulings that the rules must know.
    pub rules: Rulings,
    /// All rulings, by name and option; the cards are already changed accordingly.
    pub(super) options: Vec<(String, String)>,
}

impl RulingChoices {
    /// The option in force for a ruling of either kind.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().find(|(ruling, _)| ruling == name);
        found.map(|(_, option)| option.as_str())
    }
}

/// Reads a `[[ruling]]`.
pub(super) fn ruling(item: &Item<'_>) -> Option<CardRuling> {
    let name = item.about("ruling").fields()?.required_text("name")?;
    let subject = format!("ruling `{name}`");
    let fields = item.about(subject.as_str()).fields()?;
    fields.allow("name");
    let text = fields.required_text("text").unwrap_or_default();
    let default = fields.required_text("default").unwrap_or_default();
    let figures = fields.item("figures").map(|list| editions::names(&list));
    let options = fields.items("option").into_iter();
    let options: Vec<CardOption> = options
        .filter_map(|item| option(&item.about(subject.as_str()), &subject))
        .collect();
    let names = options.iter().map(|option| option.name.as_str());
    if !default.is_empty() && !names.clone().any(|name| name == default) {
        fields.fault_in("default", unknown("option", &default, names.clone()));
    }
    for (i, option) in options.iter().enumerate() {
        if names.clone().take(i).any(|name| name == option.name) {
            let message = format!("the option `{}` is defined twice", option.name);
            let spot = Spot::new(&option.place, subject.as_str());
            item.sink().add(&spot, message);
        }
    }
    if options.len() < 2 {
        fields.fault("a ruling needs at least two options to choose from");
    }
    fields.finish();
    Some(CardRuling {
        name,
        text,
        default,
        figures: figures.unwrap_or_default(),
        options,
        place: item.node.place.clone(),
    })
}

fn option(item: &Item<'_>, ruling: &str) -> Option<CardOption> {
    let fields = item.fields()?;
    let name = fields.required_text("name");
    let text = fields.required_text("text").unwrap_or_default();
    let patch = fields.fields("patch");
    let changes = patch.map(|patch| patch::changes(&patch, &format!("{ruling}, patch of")));
    let cards = fields.item("card").map(|list| patch::cards(&list));
    fields.finish();
    Some(CardOption {
        name: name?,
        text,
        changes: changes.unwrap_or_default(),
        cards: cards.unwrap_or_default(),
        place: item.node.place.clone(),
    })
}

/// Checks every ruling against the cards: names are unique, every option but the default changes
/// something, and all that is changed exists and is valid.
pub(super) fn check(rulings: &[CardRuling], cards: &[RawCard], sink: &Sink) {
    let of_rules = Rulings::infos();
    for (i, ruling) in rulings.iter().enumerate() {
        let spot = Spot::new(&ruling.place, format!("ruling `{}`", ruling.name));
        let twice = rulings[..i].iter().any(|other| other.name == ruling.name);
        if twice || of_rules.iter().any(|info| info.name == ruling.name) {
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
    let as_written = match ruling.figures.is_empty() {
        true => option.name == ruling.default,
        // The default is what the edition has; one option may be to leave the cards as they are.
        false => empty,
    };
    if as_written {
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
    patch::check(&option.changes, cards, &spot, sink);
}

/// All rulings as people see them: those about cards, then those of the rules.
pub(super) fn infos(rulings: &[CardRuling], figures: Figures) -> Vec<RulingInfo> {
    let rulings = rulings.iter().filter(|ruling| ruling.matters(figures));
    let of_cards = rulings.map(|ruling| {
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
    of_cards.chain(Rulings::infos()).collect()
}

/// Finds the chosen options; unknown names and options are errors.
pub(super) fn choose(
    rulings: &[CardRuling],
    chosen: &[(&str, &str)],
    figures: Figures,
    sink: &Sink,
) -> RulingChoices {
    let infos = infos(rulings, figures);
    let defaults = infos.iter();
    let defaults = defaults.map(|info| (info.name.clone(), info.options[0].0.clone()));
    let mut choices = RulingChoices {
        rules: Rulings::default(),
        options: defaults.collect(),
    };
    // What is in a box comes first: a reading of a card may change it further.
    choices.options.sort_by_key(|(name, _)| {
        let ruling = rulings.iter().find(|ruling| ruling.name == *name);
        ruling.is_none_or(|ruling| ruling.figures.is_empty())
    });
    for (name, option) in chosen {
        let file = format!("--ruling {name}={option}");
        let spot = Spot::new(&Location::file_only(&file, Layer::Patch), "");
        let Some(info) = infos.iter().find(|info| info.name == *name) else {
            let message = match rulings.iter().find(|ruling| ruling.name == *name) {
                Some(ruling) => about_others(ruling, figures),
                None => unknown("ruling", name, infos.iter().map(|info| info.name.as_str())),
            };
            sink.add(&spot, message);
            continue;
        };
        let options = info.options.iter().map(|(option, _)| option.as_str());
        let option = match *option {
            "default" => info.options[0].0.as_str(),
            option => option,
        };
        if !options.clone().any(|known| known == option) {
            let message = unknown(&format!("option of `{name}`"), option, options);
            sink.add(&spot, message);
            continue;
        }
        choices.rules.set(name, option);
        if let Some(choice) = choices.options.iter_mut().find(|(known, _)| known == name) {
            choice.1 = option.to_string();
        }
    }
    choices
}

/// Why a ruling about the figures of some editions cannot be chosen with those in force.
fn about_others(ruling: &CardRuling, figures: Figures) -> String {
    let editions: Vec<&str> = ruling
        .figures
        .iter()
        .map(|edition| edition.word())
        .collect();
    format!(
        "this ruling is about the figures of {}, but the rules have `figures = {}`",
        editions.join(" and "),
        figures.word()
    )
}
