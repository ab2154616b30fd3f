//! A run of learning: games, training on them, and again with players that use the new value.

use super::games::{Curriculum, Sort};
use super::training::{Method, Training};
use cards::data::tree::{fingerprint, fingerprint_of};
use players::registry::PreparedPolicies;
use players::spec::{LearnedPurchase, PolicySpec, Purchase};
use rayon::ThreadPool;
use runs::sim::plan::Plan;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use value::file::Learned;
use value::rows::Rows;
use value::source::ValueSource;

/// Of 100 choices of what to buy and whom to deploy, how many are random.
const RANDOM_PERCENT: u32 = 5;
/// The default base per player that a player with a value plans for.
const PLANNED_BASES: [f32; 3] = [30.0; 3];
/// The default number of plans kept from one length to the next.
const PLAN_WIDTH: usize = 3;
/// The default weight of the appraisal besides the value.
const TRUST: f32 = 0.01;

/// Everything that determines what is learned.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The policies that play the training games.
    pub policies: Vec<PolicySpec>,
    /// The games, one plan for each number of players.
    pub plans: Vec<Plan>,
    /// Whether the policies play as they are, with their own values, except for random purchases. The
    /// value then says what a purchase is worth to these very players; where deployments are random,
    /// too, troops look worse than they are, because some of them stay in hand. Every generation after
    /// the first plays by the new value and goes on training it.
    pub as_played: bool,
    /// Whether games with fewer and more enemies are also played.
    pub mixed: bool,
    /// Number of generations; from the second on, players that use the new value take part.
    pub generations: u64,
    /// Games of a generation.
    pub games: u64,
    /// The settings of training.
    pub method: Method,
    /// From which all games follow.
    pub seed: u64,
}

impl Setting {
    /// Identifies the setting.
    pub fn fingerprint(&self) -> String {
        let plans: Vec<String> = self.plans.iter().map(Plan::fingerprint).collect();
        let Setting {
            policies,
            as_played,
            mixed,
            generations,
            games,
            method,
            seed,
            ..
        } = self;
        let text = format!(
            "{policies:?} {as_played} {plans:?} {mixed} {generations} {games} {method:?} {seed}"
        );
        format!("{:016x}", fingerprint(&text))
    }

    /// The kinds of games.
    fn sorts(&self) -> Vec<Sort> {
        let mut sorts = Vec::new();
        for plan in &self.plans {
            let rules = plan.rules;
            let [first, second, third] = rules.enemies_per_round;
            sorts.push(Sort { rules, share: 3 });
            if self.mixed {
                let easier = [first, second.saturating_sub(1).max(1), third];
                let harder = [first, second, third.saturating_add(1)];
                sorts.extend([(easier, 2), (harder, 1)].map(|(enemies, share)| {
                    let mut rules = rules;
                    rules.enemies_per_round = enemies;
                    Sort { rules, share }
                }));
            }
        }
        sorts
    }

    /// The policies of a generation: all with their weights alone and, if there is already a value,
    /// also with it. As they are played: as they are, later with the new value.
    fn cast(&self, value: Option<&ValueSource>) -> Vec<PolicySpec> {
        if self.as_played {
            let new = |policy| value.and_then(|value| by_value(policy, value));
            let policies = self.policies.iter();
            return policies
                .map(|policy| new(policy).unwrap_or_else(|| policy.clone()))
                .collect();
        }
        let mut cast: Vec<PolicySpec> = self.policies.iter().map(by_weights).collect();
        if let Some(value) = value {
            cast.extend(
                self.policies
                    .iter()
                    .filter_map(|policy| by_value(policy, value)),
            );
        }
        cast
    }

    /// The first policy that can use a learned value, with it.
    pub fn by_value(&self, value: &ValueSource) -> Option<PolicySpec> {
        self.policies
            .iter()
            .find_map(|policy| by_value(policy, value))
    }
}

/// A policy that buys with its weights alone.
pub(super) fn by_weights(policy: &PolicySpec) -> PolicySpec {
    let mut policy = policy.clone();
    if let Purchase::Learned(learned) = &policy.purchase {
        policy.purchase = Purchase::Greedy(learned.weights.clone());
    }
    policy
}

/// A policy that buys with a learned value; `None` if it does not evaluate purchases.
fn by_value(policy: &PolicySpec, value: &ValueSource) -> Option<PolicySpec> {
    let mut policy = policy.clone();
    let learned = match &policy.purchase {
        Purchase::Greedy(weights) => LearnedPurchase {
            value: value.clone(),
            value_alone: None,
            value_first: None,
            bases: PLANNED_BASES,
            width: PLAN_WIDTH,
            trust: TRUST,
            cash_in: false,
            weights: weights.clone(),
        },
        Purchase::Learned(learned) => LearnedPurchase {
            value: value.clone(),
            value_alone: None,
            value_first: None,
            ..(**learned).clone()
        },
        _ => return None,
    };
    policy.purchase = Purchase::Learned(Box::new(learned));
    Some(policy)
}

/// The results of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// Positions for training and held out.
    pub tables: u64,
    /// Mean loss on held-out games, by round.
    pub held_out: Vec<f64>,
    /// The same if no card is known by name.
    pub nameless: Vec<f64>,
    /// The loss if only the round and the base are known, by round.
    pub ignorant: Vec<f64>,
}

/// Learning in progress: all that is needed to resume.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The results of each generation so far.
    pub generations: Vec<Generation>,
    /// The file of the value learned last.
    value: Vec<u8>,
}

impl Progress {
    /// The value learned last.
    pub fn learned(&self) -> Option<Learned> {
        Learned::from_bytes("kept", &self.value).ok()
    }

    /// What the games of the next generation depend on: how many came before, and the value that
    /// was learned from them.
    pub fn fingerprint(&self) -> String {
        let value = fingerprint_of(&self.value);
        format!("{}-{value:016x}", self.generations.len())
    }

    /// Whether it is a valid state for a setting.
    pub fn fits(&self, setting: &Setting) -> bool {
        let numbers = self.generations.iter().map(|generation| generation.number);
        let count = self.generations.len() as u64;
        let readable = self.learned().is_some();
        count <= setting.generations && numbers.eq(1..=count) && (count == 0 || readable)
    }
}

/// Reports the progress of work.
pub trait Listener: Sync {
    /// Called with the number of finished pieces and the current activity.
    fn at(&self, done: u64, what: &str);
    /// Whether to stop.
    fn interrupt(&self) -> &AtomicBool;
}

/// Pieces of work of a generation: as many for its games as for training.
pub const PIECES: u64 = 1000;

/// A run of learning.
pub struct Learning<'a> {
    setting: &'a Setting,
    pool: ThreadPool,
    progress: Progress,
}

impl<'a> Learning<'a> {
    /// Begins, or resumes with what is kept of an earlier session of the same setting.
    pub fn new(setting: &'a Setting, pool: ThreadPool, kept: Option<Progress>) -> Self {
        Learning {
            setting,
            pool,
            progress: kept.unwrap_or_default(),
        }
    }

    /// The results so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether all generations are done.
    pub fn is_done(&self) -> bool {
        self.progress.generations.len() as u64 >= self.setting.generations
    }

    /// Learns from the games of a generation. `None`: it was interrupted and nothing has changed.
    pub fn advance_with(&mut self, rows: &Rows, listener: &impl Listener) -> Option<&Generation> {
        let number = self.number();
        let before = (number - 1) * 2 * PIECES;
        let setting = self.setting;
        let cards = &setting.plans[0].cards;
        let before_it = self.progress.learned().filter(|_| setting.as_played);
        let (generation, value) = self.pool.install(|| {
            let method = setting.method.clone();
            let mut training = match before_it {
                Some(learned) => Training::further(rows, cards, method, learned.weights),
                None => Training::new(rows, cards, method),
            };
            let (steps, _) = training.steps();
            for step in 1..=steps {
                if listener.interrupt().load(Ordering::Relaxed) {
                    return None;
                }
                training.advance();
                listener.at(before + PIECES + step * PIECES / steps.max(1), "learning");
            }
            let generation = Generation {
                number,
                tables: rows.len() as u64,
                held_out: training.held_out(true),
                nameless: training.held_out(false),
                ignorant: training.ignorant(),
            };
            let learned = Learned {
                story: Vec::new(),
                weights: training.weights().clone(),
            };
            Some((generation, learned.to_bytes()))
        })?;
        self.progress.value = value;
        self.progress.generations.push(generation);
        self.progress.generations.last()
    }

    /// The number of the generation that is next, from 1.
    pub fn number(&self) -> u64 {
        self.progress.generations.len() as u64 + 1
    }

    /// What is learned, and from what.
    pub fn setting(&self) -> &'a Setting {
        self.setting
    }

    /// The threads.
    pub(super) fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// The games of the generation that is next.
    pub(super) fn curriculum(&self) -> Curriculum {
        let setting = self.setting;
        let number = self.number();
        let cards = &setting.plans[0].cards;
        let value = self
            .progress
            .learned()
            .map(|learned| ValueSource::new("learned", learned));
        let cast = setting.cast(value.as_ref());
        let policies = cast.iter();
        Curriculum {
            cards: cards.clone(),
            sorts: setting.sorts(),
            policies: policies
                .map(|policy| PreparedPolicies::new(std::slice::from_ref(policy), cards))
                .collect(),
            random_percent: RANDOM_PERCENT,
            random_purchases_only: setting.as_played,
            // Every generation plays fresh games.
            seed: setting.seed.wrapping_add((number - 1) << 32),
            games: setting.games,
        }
    }
}
