//! The games that the checks are made on: seven parts, each a pair of variants whose true difference
//! is known or does not matter.

use crate::compare::design::Defaults;
use crate::compare::{Changes, Design, DesignError, Experiment, NamedChanges};
use cards::load::Library;
use cards::words::{Word, words};
use runs::sim::plan::Plan;

words! {
    /// A part of the self-test.
    pub enum Part as "part" {
        /// A variant and the same again.
        Placebo = "placebo",
        /// A card and the same card under another name, with the luck of the old one.
        Renamed = "renamed",
        /// One variant on two master seeds.
        Seeds = "seeds",
        /// What more power does for a card.
        Card = "card",
        /// What more power does for a copy of that card with a name and luck of its own.
        Twin = "twin",
        /// The two enemy deployments.
        Deployments = "deployments",
        /// A base and a larger one: rules that differ, games that stay close to each other.
        Bases = "bases",
    }
}

/// The card that has a twin, and the twin.
const CARD: &str = "charger";
const TWIN: &str = "zealot";

/// The twin in place of the card.
fn renamed() -> Library {
    let patch = format!(
        "[{CARD}]\nremove = true\n\n[[card]]\nid = \"{TWIN}\"\nname = \"Zealot\"\nlike = \
         \"{CARD}\"\ncopies = 3\n"
    );
    Library::embedded().with_patch("twin", &patch)
}

impl Part {
    /// Games of a part out of those of the whole. Some parts show what they have to show on a
    /// few: whatever differs differs in many games, and the power of a card is strong.
    pub fn games(self, games: u64) -> u64 {
        match self {
            Part::Placebo | Part::Renamed => games / 10,
            Part::Card | Part::Twin => games / 5,
            Part::Seeds | Part::Deployments | Part::Bases => games,
        }
    }

    /// The part's number.
    pub fn index(self) -> usize {
        let mut all = Part::ALL.iter();
        all.position(|(_, part)| *part == self).unwrap_or_default()
    }

    /// What the part plays: A and B.
    pub fn plans(self, seed: u64) -> Result<[Plan; 2], DesignError> {
        let plain = Library::embedded;
        let power = |card: &str| format!("stronger:set.{card}.power=5");
        let training = "base:difficulty=training";
        let mut plans = match self {
            Part::Placebo => resolve(&plain(), "base:players=2", "same:players=2", seed)?,
            Part::Seeds => {
                // A base that makes the lengths of games differ.
                let base = "base:players=1,base-hp=60";
                let [one, mut other] = resolve(&plain(), base, "same:players=1", seed)?;
                other.seed = seed ^ 0x5eed_0000_0000;
                [one, other]
            }
            Part::Renamed => {
                let [one, _] = resolve(&plain(), "base:players=2", "same:players=2", seed)?;
                let [_, other] = resolve(&renamed(), "base:players=2", "same:players=2", seed)?;
                [one, other]
            }
            Part::Card => resolve(&plain(), training, &power(CARD), seed)?,
            Part::Twin => {
                let mut plans = resolve(&renamed(), training, &power(TWIN), seed)?;
                for plan in &mut plans {
                    plan.cards.change_luck(CARD, TWIN);
                }
                plans
            }
            Part::Deployments => {
                let arm = "onslaught:deployment=onslaught";
                resolve(&plain(), "base:players=1", arm, seed)?
            }
            Part::Bases => {
                let arm = "larger:base-hp=65";
                resolve(&plain(), "base:players=1,base-hp=60", arm, seed)?
            }
        };
        // What is examined is the game at the table, and a game that ends with it is cheaper.
        plans.iter_mut().for_each(|plan| plan.plays_on = false);
        Ok(plans)
    }
}

/// A base and one arm.
fn resolve(library: &Library, base: &str, arm: &str, seed: u64) -> Result<[Plan; 2], DesignError> {
    let (_, base) = Changes::parse_arm("base", base)?;
    let experiment = Experiment {
        base,
        arms: vec![NamedChanges::parse("arm", arm)?],
        ..Experiment::default()
    };
    let defaults = Defaults {
        policy: "random".into(),
        ..Defaults::new(seed, 1)
    };
    let design = Design::resolve(&experiment, library, &defaults)?;
    Ok([0, 1].map(|arm| design.strata[0].plans[arm].clone()))
}
