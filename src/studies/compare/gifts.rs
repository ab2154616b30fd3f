//! Gifts: one figure of one card changed in the players' favour, on shared luck. A player who does
//! worse with a better card is not one to judge cards by.

use super::changes::Changes;
use super::compile::{compile, refusal};
use super::design::{Defaults, Design, DesignError};
use super::experiment::{Experiment, NamedChanges};
use super::measure::Measure;
use super::results::{Difference, Results};
use crate::card::steps::{Field, Step, Way};
use crate::watched::subject::subject_of_any;
use cards::Kind;
use cards::load::Library;
use runs::sim::stop::LEVEL;

/// The name of the comparison.
pub const NAME: &str = "gifts";

/// Whose gifts are tried, and in which games.
#[derive(Clone, Debug)]
pub struct Gifts {
    /// The policy, by name or file.
    pub policy: String,
    /// The numbers of players to play with.
    pub players: Vec<u8>,
    /// What all games have in common.
    pub base: Changes,
    /// The deciding measure.
    pub measure: Measure,
}

/// The changes of a card that are gifts to the players.
fn gifts_of(kind: &Kind) -> &'static [(Field, Way)] {
    match kind.class.is_enemy() {
        true => &[(Field::Power, Way::Down), (Field::Hp, Way::Down)],
        false => &[
            (Field::Power, Way::Up),
            (Field::Hp, Way::Up),
            (Field::Cost, Way::Down),
        ],
    }
}

impl Gifts {
    /// The base, and an arm for each gift that can be made.
    pub fn design(&self, library: &Library, defaults: &Defaults) -> Result<Design, DesignError> {
        let experiment = Experiment {
            name: NAME.into(),
            title: "Cards made better for the players, one figure at a time".into(),
            base: Changes {
                policy: Some(self.policy.clone()),
                ..self.base.clone()
            },
            arms: self.arms(library)?,
            players: self.players.clone(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        Design::resolve(&experiment, library, defaults)
    }

    fn arms(&self, library: &Library) -> Result<Vec<NamedChanges>, DesignError> {
        let (cards, _) = compile(&self.base, library)?;
        let mut arms = Vec::new();
        for (number, kind) in cards.iter() {
            let Ok(subject) = subject_of_any(&cards, number) else {
                continue;
            };
            for (field, way) in gifts_of(kind) {
                let step = Step::new(&cards, 0, &subject, *field, *way);
                let name = step.name(&subject);
                let arm = step
                    .change
                    .ok()
                    .map(|set| NamedChanges::of_cards(name, vec![set]));
                let can_be_made = |arm: &NamedChanges| refusal(arm, &self.base, library).is_none();
                arms.extend(arm.filter(can_be_made));
            }
        }
        Ok(arms)
    }
}

/// What gifts did in a stratum: their arms, the most harmful first.
#[derive(Clone, Debug, Default)]
pub struct Received {
    /// Gifts that clearly hurt: by Holm's method for all gifts.
    pub hurt: Vec<usize>,
    /// Gifts that neither help nor hurt clearly.
    pub unclear: Vec<usize>,
    /// Gifts that clearly help: the interval excludes zero.
    pub help: Vec<usize>,
}

impl Received {
    /// What gifts did in each stratum.
    pub fn of(design: &Design, results: &Results) -> Vec<Received> {
        let strata = 0..design.strata.len();
        strata
            .map(|at| Received::in_stratum(design, results, at))
            .collect()
    }

    fn in_stratum(design: &Design, results: &Results, stratum: usize) -> Self {
        let measure = design.measure;
        let gain = |one: &Difference| one.estimate.value * measure.gain();
        let all =
            (1..design.arms.len()).filter_map(|arm| results.difference(stratum, arm, measure));
        let mut all: Vec<(&Difference, f64)> = all.map(|one| (one, gain(one))).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut received = Received::default();
        for (one, gain) in all {
            let clear = |p: Option<f64>| p.is_some_and(|p| p <= LEVEL.alpha());
            let list = match gain < 0.0 {
                true if clear(one.holm) => &mut received.hurt,
                false if clear(one.p_value) => &mut received.help,
                _ => &mut received.unclear,
            };
            list.push(one.arm);
        }
        received
    }

    /// How many gifts there were.
    pub fn gifts(&self) -> usize {
        self.hurt.len() + self.unclear.len() + self.help.len()
    }
}
