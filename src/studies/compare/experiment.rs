//! Experiments: what is compared, from a file or from the command line.
//!
//! ```toml
//! title = "What a hit point of the Prowler is worth"
//! baseline = "printed"
//! players = [1, 2]
//! policies = ["random"]
//! measure = "endurance"
//! margin = "0.1"
//!
//! [base]
//! rules = "dreadmire"
//!
//! [[arm]]
//! name = "printed"
//!
//! [[arm]]
//! name = "weaker"
//! set = ["prowler.hp=4"]
//! ```

use super::changes::Changes;
use super::measure::{Amount, DECIDING, Measure};
use cards::data::{Faults, Fields, Item, read_fields, text_of, unknown};
use cards::load::Library;
use cards::words::{Word, nearest, words};
use players::registry::BUILT_IN;
use std::path::Path;

/// Names and texts of experiments, from their names.
macro_rules! texts_of {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../../data/experiments/", $name, ".toml")),
        )),*]
    };
}

/// The experiments that are built into the program.
const SHIPPED: &[(&str, &str)] = texts_of![
    "deployment",
    "difficulty",
    "market",
    "divisions",
    "rulings",
    "boxes",
    "policies",
    "sets",
];

words! {
    /// A whole kind of arms.
    pub enum Every as "kind of arms" {
        /// An arm for each option of each ruling that is not the default.
        Ruling = "ruling",
        /// An arm for each policy, except those that search.
        Policy = "policy",
    }
}

/// Changes with a name: an arm, or a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedChanges {
    /// The name.
    pub name: String,
    /// What is different.
    pub changes: Changes,
}

impl NamedChanges {
    /// Reads an arm or a setting, as `option` calls it.
    pub fn parse(option: &str, text: &str) -> Result<Self, Faults> {
        let (name, changes) = Changes::parse_arm(option, text)?;
        Ok(NamedChanges { name, changes })
    }

    /// Changes of cards, each written `card.field=value`.
    pub fn of_cards(name: String, set: Vec<String>) -> Self {
        let changes = Changes {
            set,
            ..Changes::default()
        };
        NamedChanges { name, changes }
    }

    /// Another policy.
    pub fn of_policy(name: impl Into<String>, policy: impl Into<String>) -> Self {
        let changes = Changes {
            policy: Some(policy.into()),
            ..Changes::default()
        };
        NamedChanges {
            name: name.into(),
            changes,
        }
    }
}

/// What to compare.
#[derive(Clone, Debug, Default)]
pub struct Experiment {
    /// A short name, for files and directories.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// What all arms have in common.
    pub base: Changes,
    /// The arms, in order.
    pub arms: Vec<NamedChanges>,
    /// Whole kinds of arms, added after the others.
    pub every: Vec<Every>,
    /// The arm that all others are compared with; `None` for the unchanged base.
    pub baseline: Option<String>,
    /// Changes that all arms are tried under, one after the other.
    pub settings: Vec<NamedChanges>,
    /// Numbers of players to try.
    pub players: Vec<u8>,
    /// Policies to try.
    pub policies: Vec<String>,
    /// The deciding measure; by default endurance.
    pub measure: Option<Measure>,
    /// The smallest difference that matters, in the unit of the measure.
    pub margin: Option<Amount>,
    /// Whether all arms are also played by players who have adapted to them.
    pub adapt: bool,
}

impl Experiment {
    /// The names and titles of the built-in experiments.
    pub fn shipped() -> Vec<(&'static str, String)> {
        let read = |(name, text): &(&'static str, &str)| {
            let title = Experiment::parse(name, text).map_or(String::new(), |file| file.title);
            (*name, title)
        };
        SHIPPED.iter().map(read).collect()
    }

    /// A built-in experiment by its name, or one from a file by its path.
    pub fn find(name: &str) -> Result<Self, Faults> {
        if let Some((name, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
            return Experiment::parse(name, text);
        }
        let path = Path::new(name);
        if name.ends_with(".toml") || path.exists() {
            return Experiment::load(path);
        }
        let known = SHIPPED.iter().map(|(name, _)| *name);
        let mut message = "there is no such experiment".to_string();
        if let Some(near) = nearest(name, known.clone()) {
            message += &format!("; did you mean `{near}`?");
        }
        let known: Vec<&str> = known.collect();
        message += &format!(
            " (built in: {}; or the path of a .toml file)",
            known.join(", ")
        );
        Err(Faults::single(name, message))
    }

    fn load(path: &Path) -> Result<Self, Faults> {
        let name = path.display().to_string();
        let mut experiment = Experiment::parse(&name, &text_of(path)?)?;
        if let Some(stem) = path.file_stem() {
            experiment.name = stem.to_string_lossy().into_owned();
        }
        Ok(experiment)
    }

    /// Reads the text of a file.
    pub fn parse(name: &str, text: &str) -> Result<Self, Faults> {
        let experiment = read_fields(name, text, read)?;
        Ok(Experiment {
            name: name.to_string(),
            ..experiment
        })
    }

    /// All arms, including whole kinds.
    pub fn all_arms(&self, library: &Library) -> Vec<NamedChanges> {
        let mut arms = self.arms.clone();
        for every in &self.every {
            arms.extend(match every {
                Every::Ruling => every_ruling(library),
                Every::Policy => every_policy(),
            });
        }
        arms
    }
}

fn every_ruling(library: &Library) -> Vec<NamedChanges> {
    let mut arms = Vec::new();
    for ruling in library.rulings() {
        for (option, _) in ruling.options.iter().skip(1) {
            arms.push(NamedChanges {
                name: format!("{}={option}", ruling.name),
                changes: Changes {
                    rulings: vec![(ruling.name.clone(), option.clone())],
                    ..Changes::default()
                },
            });
        }
    }
    arms
}

fn every_policy() -> Vec<NamedChanges> {
    // A policy that searches would take as long as thousands of the others.
    let built_in = BUILT_IN.iter().filter(|policy| !policy.searches());
    built_in
        .map(|policy| NamedChanges::of_policy(policy.name, policy.name))
        .collect()
}

fn read(fields: &Fields<'_>) -> Experiment {
    Experiment {
        name: String::new(),
        title: fields.text("title").unwrap_or_default(),
        base: base(fields),
        arms: named(fields, "arm"),
        every: every(fields),
        baseline: fields.text("baseline"),
        settings: named(fields, "setting"),
        players: players(fields),
        policies: fields.texts("policies"),
        measure: measure(fields),
        margin: margin(fields),
        adapt: fields.flag("adapt").unwrap_or(false),
    }
}

fn base(fields: &Fields<'_>) -> Changes {
    fields.fields("base").map_or(Changes::default(), |fields| {
        let changes = Changes::read(&fields);
        fields.finish();
        changes
    })
}

/// Reads a list of `[[arm]]` or `[[setting]]`.
fn named(fields: &Fields<'_>, what: &'static str) -> Vec<NamedChanges> {
    let read = |item: &Item<'_>| {
        let fields = item.fields()?;
        let name = fields.required_text("name");
        let changes = Changes::read(&fields);
        fields.finish();
        Some(NamedChanges {
            name: name?,
            changes,
        })
    };
    fields.items(what).iter().filter_map(read).collect()
}

fn every(fields: &Fields<'_>) -> Vec<Every> {
    let items = fields.item("every").map_or(Vec::new(), |item| item.each());
    items.iter().filter_map(|item| item.word()).collect()
}

fn players(fields: &Fields<'_>) -> Vec<u8> {
    let items = fields
        .item("players")
        .map_or(Vec::new(), |item| item.each());
    let numbers = items.iter().filter_map(|item| item.number(1..=4));
    numbers.map(|number| number as u8).collect()
}

fn measure(fields: &Fields<'_>) -> Option<Measure> {
    let item = fields.item("measure")?;
    let text = item.node.text().unwrap_or_default();
    let measure = Measure::asked_for(text);
    if measure.is_none() {
        let words = DECIDING.iter().map(|(word, _)| *word);
        item.fault(unknown(Measure::WHAT, text, words));
    }
    measure
}

fn margin(fields: &Fields<'_>) -> Option<Amount> {
    let item = fields.item("margin")?;
    let margin = Amount::margin(item.node.text().unwrap_or_default());
    margin
        .map_err(|message| item.fault(format!("{message}; found {}", item.node.describe())))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_experiments_are_sound() {
        for (name, text) in SHIPPED {
            let experiment = Experiment::parse(name, text).unwrap();
            assert!(!experiment.title.is_empty(), "{name}");
            let arms = experiment.all_arms(&Library::embedded());
            assert!(arms.len() >= 2, "{name}");
        }
        assert_eq!(Experiment::shipped().len(), SHIPPED.len());
    }

    #[test]
    fn every_ruling_has_an_arm_for_each_other_option() {
        let library = Library::embedded();
        let others: usize = library
            .rulings()
            .iter()
            .map(|info| info.options.len() - 1)
            .sum();
        let arms = every_ruling(&library);
        assert_eq!(arms.len(), others);
        for name in ["shocker=shielded", "lethal=exceed"] {
            assert!(arms.iter().any(|arm| arm.name == name), "{name}");
        }
    }
}
