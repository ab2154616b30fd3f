//! Players adapted to a game: their value is trained further on a few thousand games with these
//! cards and rules, played by themselves.
//!
//! The budget is small and the same for every game, and so is the luck of the games that are learned
//! from: two games that differ in a card are learned from alike, so that what differs between their
//! players is what differs between the games, as far as chance allows.

use super::games::{Curriculum, Sort};
use super::run::by_weights;
use super::training::{Method, Training};
use cards::data::tree::fingerprint;
use players::registry::PreparedPolicies;
use players::spec::PolicySpec;
use runs::sim::plan::Plan;
use std::sync::atomic::{AtomicBool, Ordering};
use value::file::Learned;
use value::source::ValueSource;

/// Of 100 choices of what to buy and whom to deploy, how many are random.
const RANDOM_PERCENT: u32 = 5;
/// What is added to the seed of a study: the games that are learned from are never judged by.
const OTHER_SEED: u64 = 0x61da_97ed_1ea4_11ed;

/// How much is learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Games.
    pub games: u64,
    /// Passes over their positions.
    pub epochs: f64,
    /// The maximum learning rate.
    pub rate: f32,
}

impl Budget {
    /// The budget of every study.
    pub const USUAL: Budget = Budget {
        games: 3000,
        epochs: 4.0,
        rate: 5e-4,
    };
}

/// Players that adapt to a game.
#[derive(Clone, Debug)]
pub struct Adaptation {
    specs: Vec<PolicySpec>,
    value: ValueSource,
    seed: u64,
    budget: Budget,
    key: String,
}

impl Adaptation {
    /// Players for a game; the reason if one of them cannot adapt.
    pub fn new(specs: Vec<PolicySpec>, plan: &Plan) -> Result<Self, String> {
        let fixed = specs.iter().find(|spec| spec.value().is_none());
        if let Some(fixed) = fixed {
            return Err(format!(
                "policy `{}` has no learned value, so it cannot adapt to a game: use `veteran`, a \
                 policy made by `learn`, or one that searches with a value",
                fixed.name
            ));
        }
        let value = specs.first().and_then(PolicySpec::value).cloned();
        let value = value.ok_or("there is no player to adapt")?;
        let (seed, budget) = (plan.seed.wrapping_add(OTHER_SEED), Budget::USUAL);
        let text = format!(
            "{specs:?} {:016x} {:?} {seed} {budget:?}",
            plan.cards.hash, plan.rules
        );
        Ok(Adaptation {
            specs,
            value,
            seed,
            budget,
            key: format!("{:016x}", fingerprint(&text)),
        })
    }

    /// Identifies the result: the same key gives the same players.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The name of the file with the adapted value.
    pub fn value_file(&self) -> String {
        format!("adapted-{}.value", self.key)
    }

    /// The name of the file with the adapted policy, where it can be written.
    pub fn policy_file(&self) -> Option<String> {
        let [only] = &self.specs[..] else {
            return None;
        };
        let written = only.search.is_none();
        written.then(|| format!("adapted-{}.toml", self.key))
    }

    /// The line by which a file is known.
    fn mark(&self) -> String {
        format!("adapted {}", self.key)
    }

    /// The contents of a file, if it is the result of this.
    pub fn read(&self, bytes: &[u8]) -> Option<Learned> {
        let learned = Learned::from_bytes("adapted", bytes).ok()?;
        (learned.story.first() == Some(&self.mark())).then_some(learned)
    }

    /// Plays and learns. `None`: it was interrupted.
    pub fn learn(&self, plan: &Plan, interrupt: &AtomicBool) -> Option<Learned> {
        let cards = &plan.cards;
        let at_once: Vec<PolicySpec> = self.specs.iter().map(PolicySpec::at_once).collect();
        let plain: Vec<PolicySpec> = at_once.iter().map(by_weights).collect();
        let curriculum = Curriculum {
            cards: cards.clone(),
            sorts: vec![Sort {
                rules: plan.rules,
                share: 1,
            }],
            policies: vec![
                PreparedPolicies::new(&at_once, cards),
                PreparedPolicies::new(&plain, cards),
            ],
            random_percent: RANDOM_PERCENT,
            random_purchases_only: false,
            seed: self.seed,
            games: self.budget.games,
        };
        let rows = curriculum.play(0..self.budget.games, &|_| {}, interrupt)?;
        let method = Method {
            epochs: self.budget.epochs,
            rate: self.budget.rate,
            seed: self.seed,
            ..Method::default()
        };
        let start = self.value.learned().weights.for_cards(cards);
        let mut training = Training::further(&rows, cards, method, start);
        let before = mean(&training.held_out(true));
        for _ in 0..training.steps().0 {
            if interrupt.load(Ordering::Relaxed) {
                return None;
            }
            training.advance();
        }
        let after = mean(&training.held_out(true));
        let learned = Learned {
            story: vec![
                self.mark(),
                format!(
                    "The value `{}`, trained further on {} games of one set of cards and rules.",
                    self.value.name, self.budget.games
                ),
                format!("Loss on held-out games: {after:.4}, before {before:.4}."),
            ],
            weights: training.weights().clone(),
        };
        // As it will be read from its file, so that nothing depends on whether it was.
        Learned::from_bytes("adapted", &learned.to_bytes()).ok()
    }

    /// The players with their trained value.
    pub fn players(&self, learned: Learned) -> Vec<PolicySpec> {
        let value = ValueSource::new(&self.value_file(), learned);
        let specs = self.specs.iter();
        specs.map(|spec| spec.with_value(&value)).collect()
    }
}

fn mean(losses: &[f64]) -> f64 {
    losses.iter().sum::<f64>() / losses.len() as f64
}
