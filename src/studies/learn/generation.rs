//! What a generation learns from its games: a value and networks, each trained on from those before.

use super::material::Material;
use super::options::regret::Regret;
use super::options::{self, names};
use super::training::{self, Training};
use cards::CardSet;
use players::spec::{ByNetworks, PolicySpec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use value::file::Learned as LearnedValue;
use value::options::file::Learned as LearnedNetworks;
use value::options::{GROUPS, Group};
use value::source::{NetworkSource, ValueSource};

/// Plans of what to buy that networks choose from, if nothing else is said.
const PLANS: usize = 12;

/// The maximum learning rate of weights that have been trained before, as a share of the usual one.
const FURTHER: f32 = 0.3;

/// The settings of training.
#[derive(Clone, Debug, Default)]
pub struct Method {
    /// Of the value.
    pub value: training::Method,
    /// Of the networks.
    pub options: options::Method,
}

impl Method {
    /// Passes over everything, and the seed.
    pub fn new(epochs: f64, seed: u64) -> Self {
        Method {
            value: training::Method {
                epochs,
                seed,
                ..training::Method::default()
            },
            options: options::Method {
                epochs,
                seed,
                ..options::Method::default()
            },
        }
    }

    /// The same for weights that have been trained before.
    fn further(&self) -> Self {
        let mut further = self.clone();
        further.value.rate *= FURTHER;
        further.options.rate *= FURTHER;
        further
    }
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The value.
    pub value: LearnedValue,
    /// The networks.
    pub networks: LearnedNetworks,
}

impl Learned {
    /// What a policy has learned before, as far as it has.
    fn of(policy: &PolicySpec) -> (Option<&LearnedValue>, Option<&LearnedNetworks>) {
        let networks = policy.networks.as_ref();
        (
            policy.value().map(ValueSource::learned),
            networks.map(|by| by.networks.learned()),
        )
    }

    /// The same with how it was made.
    pub fn with_story(mut self, story: Vec<String>) -> Self {
        self.value.story.clone_from(&story);
        self.networks.story = story;
        self
    }

    /// The player that goes by it, after the one that learned; files have these names.
    pub fn player(&self, before: &PolicySpec, value: &str, networks: &str) -> PolicySpec {
        let by = before.networks.as_ref();
        PolicySpec {
            networks: Some(ByNetworks {
                networks: NetworkSource::new(networks, self.networks.clone()),
                value: ValueSource::new(value, self.value.clone()),
                plans: by.map_or(PLANS, |by| by.plans),
                bases: by.and_then(|by| by.bases),
            }),
            search: None,
            ..before.clone()
        }
    }

    /// As it will be read from its files, so that nothing depends on whether it was.
    pub fn as_read(&self) -> Option<Self> {
        let (value, networks) = (self.value.to_bytes(), self.networks.to_bytes());
        Some(Learned {
            value: LearnedValue::from_bytes("value", &value).ok()?,
            networks: LearnedNetworks::from_bytes("networks", &networks).ok()?,
        })
    }
}

/// A player that searches, as another does, around the answers of one that has learned.
pub fn searching(student: &PolicySpec, teacher: &PolicySpec) -> PolicySpec {
    let Some(by) = &student.networks else {
        return teacher.clone();
    };
    let search = teacher.search.as_ref().map(|search| {
        let mut search = search.clone();
        search.value = by.value.clone();
        search
    });
    PolicySpec {
        search,
        networks: Some(by.for_real_base()),
        ..student.clone()
    }
}

/// The same to label questions: all options are tried equally often.
pub fn labelling(student: &PolicySpec, teacher: &PolicySpec) -> PolicySpec {
    let mut labels = searching(student, teacher);
    if let Some(search) = &mut labels.search {
        search.even = true;
    }
    labels
}

/// How good it is on held-out games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// Positions for training and held out.
    pub tables: u64,
    /// The value's mean loss, by round.
    pub loss: Vec<f64>,
    /// The same if no card is known by name.
    pub nameless: Vec<f64>,
    /// The loss if only the round and the base are known, by round.
    pub ignorant: Vec<f64>,
    /// The networks' regret, by the number of the kind of question.
    pub regrets: BTreeMap<u8, Regret>,
}

impl HeldOut {
    /// The regret on all questions.
    pub fn regret(&self) -> Regret {
        let mut all = Regret::default();
        self.regrets.values().for_each(|regret| all.add(regret));
        all
    }
}

/// Trains what a policy has learned on what was played. `told` hears which share is done, and says
/// whether to go on. `None`: it was interrupted.
pub fn train(
    material: &Material,
    cards: &CardSet,
    student: &PolicySpec,
    method: &Method,
    told: &dyn Fn(f64) -> bool,
) -> Option<(Learned, HeldOut)> {
    let (value, networks) = Learned::of(student);
    let method = match networks {
        Some(_) => &method.further(),
        None => method,
    };
    let part = |part: usize, share: f64| told((part as f64 + share) / (1 + GROUPS) as f64);
    let (value, mut held_out) = train_value(material, cards, value, &method.value, &|share| {
        part(0, share)
    })?;
    let known = networks.map_or(&[][..], |networks| &networks.named);
    let named = names(&material.questions, known);
    let mut weights = Vec::new();
    for (number, group) in [Group::Purchase, Group::Deployment, Group::Combat]
        .into_iter()
        .enumerate()
    {
        let before = networks.map(|networks| {
            let weights = &networks.weights[group as usize];
            options::with_names(weights, known.len(), named.len())
        });
        let questions = &material.questions;
        let mut training =
            options::Training::new(questions, group, method.options.clone(), &named, before);
        let (steps, _) = training.steps();
        for step in 1..=steps {
            training.advance();
            if !part(1 + number, step as f64 / steps as f64) {
                return None;
            }
        }
        held_out.regrets.extend(training.regrets());
        weights.push(training.weights().clone());
    }
    let networks = LearnedNetworks {
        story: Vec::new(),
        named,
        weights: weights.try_into().ok()?,
    };
    Some((Learned { value, networks }, held_out))
}

fn train_value(
    material: &Material,
    cards: &CardSet,
    before: Option<&LearnedValue>,
    method: &training::Method,
    told: &dyn Fn(f64) -> bool,
) -> Option<(LearnedValue, HeldOut)> {
    let (rows, method) = (&material.rows, method.clone());
    let mut training = match before {
        Some(learned) => Training::further(rows, cards, method, learned.weights.for_cards(cards)),
        None => Training::new(rows, cards, method),
    };
    let (steps, _) = training.steps();
    for step in 1..=steps {
        training.advance();
        if !told(step as f64 / steps as f64) {
            return None;
        }
    }
    let held_out = HeldOut {
        tables: rows.len() as u64,
        loss: training.held_out(true),
        nameless: training.held_out(false),
        ignorant: training.ignorant(),
        regrets: BTreeMap::new(),
    };
    let learned = LearnedValue {
        story: Vec::new(),
        weights: training.weights().clone(),
    };
    Some((learned, held_out))
}
