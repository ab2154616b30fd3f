//! A run of learning: games, training on them, and again with players that use what was learned.

use super::games::Curriculum;
use super::generation::{HeldOut, Learned, Method, labelling, train};
use super::material::Material;
use cards::CardSet;
use cards::data::tree::{fingerprint, fingerprint_of};
use players::labels::settings::Common;
use players::spec::PolicySpec;
use rayon::ThreadPool;
use runs::sim::plan::Plan;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use value::file::Learned as LearnedValue;
use value::options::file::Learned as LearnedNetworks;

/// Everything that determines what is learned.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Who learns.
    pub student: PolicySpec,
    /// Who searches.
    pub teacher: PolicySpec,
    /// The games that are asked for, one plan for each number of players.
    pub plans: Vec<Plan>,
    /// What all games that are learned from have in common.
    pub common: Common,
    /// All cards that they may be played with.
    pub cards: CardSet,
    /// Number of generations; from the second on, the player that has learned takes part.
    pub generations: u64,
    /// Games of a generation that search labels.
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
            student,
            teacher,
            common,
            generations,
            games,
            method,
            seed,
            ..
        } = self;
        let Common {
            switches,
            rulings,
            players,
            ..
        } = common;
        let text = format!(
            "{student:?} {teacher:?} {plans:?} {switches:?} {rulings:?} {players:?} \
             {generations} {games} {method:?} {seed}"
        );
        format!("{:016x}", fingerprint(&text))
    }
}

/// The results of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// How good it is on held-out games.
    pub held_out: HeldOut,
}

/// Learning in progress: all that is needed to resume.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The results of each generation so far.
    pub generations: Vec<Generation>,
    /// The files of the value and the networks learned last.
    files: [Vec<u8>; 2],
}

impl Progress {
    /// What was learned last.
    pub fn learned(&self) -> Option<Learned> {
        let [value, networks] = &self.files;
        Some(Learned {
            value: LearnedValue::from_bytes("kept", value).ok()?,
            networks: LearnedNetworks::from_bytes("kept", networks).ok()?,
        })
    }

    /// What the games of the next generation depend on: how many came before, and what was learned
    /// from them.
    pub fn fingerprint(&self) -> String {
        let learned = fingerprint_of(&self.files.concat());
        format!("{}-{learned:016x}", self.generations.len())
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
    pub fn advance_with(
        &mut self,
        material: &Material,
        listener: &impl Listener,
    ) -> Option<&Generation> {
        let number = self.number();
        let before = (number * 2 - 1) * PIECES;
        let setting = self.setting;
        let student = self.student();
        let told = |share: f64| {
            listener.at(before + (share * PIECES as f64) as u64, "learning");
            !listener.interrupt().load(Ordering::Relaxed)
        };
        let (learned, held_out) = self
            .pool
            .install(|| train(material, &setting.cards, &student, &setting.method, &told))?;
        self.progress.files = [learned.value.to_bytes(), learned.networks.to_bytes()];
        let generations = &mut self.progress.generations;
        generations.push(Generation { number, held_out });
        generations.last()
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

    /// Who learns in the generation that is next.
    fn student(&self) -> PolicySpec {
        let start = &self.setting.student;
        let learned = self.progress.learned();
        learned.map_or(start.clone(), |learned| {
            learned.player(start, "learned", "learned")
        })
    }

    /// The games of the generation that is next.
    pub(super) fn curriculum(&self) -> Curriculum {
        let setting = self.setting;
        let student = self.student();
        Curriculum {
            cards: setting.cards.clone(),
            rules: setting.plans.iter().map(|plan| plan.rules).collect(),
            common: Some(setting.common.clone()),
            teachers: vec![labelling(&student, &setting.teacher)],
            students: vec![student],
            // Every generation plays fresh games.
            seed: setting.seed.wrapping_add((self.number() - 1) << 32),
        }
    }
}
