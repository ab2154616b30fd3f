//! Players adapted to a game: what they have learned is trained further on some games with these cards
//! and rules, as `learn` does in a generation, with a small budget.
//!
//! The budget is the same for every game, and so is the luck of the games that are learned from: two
//! games that differ in a card are learned from alike, so that what differs between their players is
//! what differs between the games, as far as chance allows.

use super::games::{Curriculum, VALUE_GAMES};
use super::generation::{HeldOut, Learned, Method, labelling, searching, train};
use cards::data::tree::fingerprint;
use players::registry;
use players::spec::PolicySpec;
use runs::sim::plan::Plan;
use std::sync::atomic::{AtomicBool, Ordering};
use value::file::Learned as LearnedValue;
use value::options::file::Learned as LearnedNetworks;

/// What is added to the seed of a study: the games that are learned from are never judged by.
const OTHER_SEED: u64 = 0x61da_97ed_1ea4_11ed;
/// The policy whose search labels questions.
const TEACHER: &str = "strategist:32";

/// How much is learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Games that search labels.
    pub games: u64,
    /// Passes over everything.
    pub epochs: f64,
}

impl Budget {
    /// The budget of every study.
    pub const USUAL: Budget = Budget {
        games: 375,
        epochs: 3.0,
    };

    /// Games from which the value learns.
    pub fn value_games(&self) -> u64 {
        self.games * VALUE_GAMES
    }
}

/// Players that adapt to a game.
#[derive(Clone, Debug)]
pub struct Adaptation {
    specs: Vec<PolicySpec>,
    teacher: PolicySpec,
    seed: u64,
    budget: Budget,
    key: String,
}

impl Adaptation {
    /// Players for a game; the reason if one of them cannot adapt.
    pub fn new(specs: Vec<PolicySpec>, plan: &Plan) -> Result<Self, String> {
        let fixed = specs.iter().find(|spec| spec.networks.is_none());
        if let Some(fixed) = fixed {
            return Err(format!(
                "policy `{}` has learned nothing, so it cannot adapt to a game: use `veteran`, or a \
                 policy made by `learn`",
                fixed.name
            ));
        }
        let teacher = registry::load(TEACHER).map_err(|faults| faults.to_string())?;
        let (seed, budget) = (plan.seed.wrapping_add(OTHER_SEED), Budget::USUAL);
        let text = format!(
            "{specs:?} {teacher:?} {:016x} {:?} {seed} {budget:?}",
            plan.cards.hash, plan.rules
        );
        Ok(Adaptation {
            specs,
            teacher,
            seed,
            budget,
            key: format!("{:016x}", fingerprint(&text)),
        })
    }

    /// Identifies the result: the same key gives the same players.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The names of the files with the adapted value and networks.
    pub fn learned_files(&self) -> [String; 2] {
        ["value", "net"].map(|ending| format!("adapted-{}.{ending}", self.key))
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

    /// What files hold, if they are the result of this.
    pub fn read(&self, [value, networks]: [&[u8]; 2]) -> Option<Learned> {
        let learned = Learned {
            value: LearnedValue::from_bytes("adapted", value).ok()?,
            networks: LearnedNetworks::from_bytes("adapted", networks).ok()?,
        };
        let stories = [&learned.value.story, &learned.networks.story];
        let ours = stories
            .iter()
            .all(|story| story.first() == Some(&self.mark()));
        ours.then_some(learned)
    }

    /// Plays and learns. `None`: it was interrupted.
    pub fn learn(&self, plan: &Plan, interrupt: &AtomicBool) -> Option<Learned> {
        let students: Vec<PolicySpec> = self.specs.iter().map(PolicySpec::at_once).collect();
        let curriculum = Curriculum {
            cards: plan.cards.clone(),
            rules: vec![plan.rules],
            common: None,
            teachers: students
                .iter()
                .map(|student| labelling(student, &self.teacher))
                .collect(),
            students,
            seed: self.seed,
        };
        let material = curriculum.play(0..self.budget.games, &|_| {}, interrupt)?;
        let method = Method::new(self.budget.epochs, self.seed);
        let told = |_| !interrupt.load(Ordering::Relaxed);
        let student = &curriculum.students[0];
        let (learned, held_out) = train(&material, &plan.cards, student, &method, &told)?;
        learned.with_story(self.story(&held_out)).as_read()
    }

    fn story(&self, held_out: &HeldOut) -> Vec<String> {
        let regret = held_out.regret();
        vec![
            self.mark(),
            format!(
                "What `{}` had learned, trained further on {} games of one set of cards and rules.",
                self.specs[0].name, self.budget.games
            ),
            format!(
                "Regret on held-out games: {:.2} thousandths of the way, before {:.2}.",
                1e3 * regret.network,
                1e3 * regret.before
            ),
        ]
    }

    /// The players with what they have learned.
    pub fn players(&self, learned: &Learned) -> Vec<PolicySpec> {
        let [value, networks] = self.learned_files();
        let player = |spec: &PolicySpec| {
            let adapted = learned.player(spec, &value, &networks);
            match spec.search {
                Some(_) => searching(&adapted, spec),
                None => adapted,
            }
        };
        self.specs.iter().map(player).collect()
    }
}
