//! The studies themselves, from the question to the figures that are printed, on small games with a
//! known truth: what they say must be true, and their figures those of plain arithmetic on the rows.

mod cards;
mod compared;
mod settings;

use super::Check;
use super::rows::{endurance, needed_each, won};
use crate::compare::design::Defaults;
use crate::compare::play::{Silent, State, play};
use crate::compare::sums::StratumSums;
use crate::compare::{Changes, DesignError, Measure, NamedChanges, Study};
use ::cards::load::Faults;
use runs::sim::SimError;
use runs::sim::game::GameRecord;
use tables::Table;

/// Games of each arm.
const GAMES: u64 = 300;

/// The checks, on one master seed.
pub(super) fn checks(seed: u64) -> Result<Vec<Check>, SimError> {
    let unfit = |error: DesignError| SimError::Unfit(error.to_string());
    let parts = [
        compared::simulate,
        compared::compare,
        compared::early,
        cards::rank,
        cards::card,
        settings::target,
        settings::vary,
        compared::ladder,
        compared::merge,
        compared::calibrate,
    ];
    let all = parts.into_iter().map(|part| part(seed));
    all.collect::<Result<_, _>>().map_err(unfit)
}

impl From<SimError> for DesignError {
    fn from(error: SimError) -> Self {
        DesignError::Usage(error.to_string())
    }
}

fn defaults(policy: &str, seed: u64, games: u64) -> Defaults {
    Defaults {
        policy: policy.into(),
        ..Defaults::new(seed, games)
    }
}

fn arms(all: &[&str]) -> Result<Vec<NamedChanges>, Faults> {
    let read = all.iter().map(|arm| NamedChanges::parse("arm", arm));
    read.collect()
}

/// Cards changed in all games, and the base.
fn base(set: &[&str], base_hp: Option<u16>) -> Changes {
    let mut base = Changes {
        set: set.iter().map(|one| one.to_string()).collect(),
        ..Changes::default()
    };
    base.switches.base_hp = base_hp;
    base
}

/// Plays a study to its end.
fn played(study: &mut Study) -> Result<Vec<StratumSums>, SimError> {
    let silent = Silent::default();
    study.prepare(1, &silent)?;
    let mut state = State::new(study);
    play(study, 1, &mut state, &silent, &mut |_| Ok(()))?;
    Ok(state.sums)
}

/// A figure of the first row of a table in which some columns have these values.
fn printed(table: &Table, row: &[(&str, &str)], column: &str) -> Option<f64> {
    let names: Vec<&str> = table.columns().map(|column| column.name).collect();
    let place = |name: &str| names.iter().position(|known| *known == name);
    let rows = table.json();
    let is_wanted = |cells: &&Vec<serde_json::Value>| {
        let mut wanted = row.iter();
        wanted.all(|(name, value)| place(name).is_some_and(|at| cells[at] == **value))
    };
    rows.iter().find(is_wanted)?[place(column)?].as_f64()
}

fn share(rows: &[GameRecord], is_so: impl Fn(&GameRecord) -> bool) -> f64 {
    rows.iter().filter(|row| is_so(row)).count() as f64 / rows.len() as f64
}

fn lasted(row: &GameRecord) -> f64 {
    f64::from(row.rounds_survived)
}

/// A value of a game.
type Value = fn(&GameRecord) -> f64;

/// The measures that plain arithmetic knows.
const MEASURES: [(Measure, Value); 4] = [
    (Measure::Endurance, endurance),
    (Measure::NeededHp, needed_each),
    (Measure::RoundsSurvived, lasted),
    (Measure::WinRate, won),
];
