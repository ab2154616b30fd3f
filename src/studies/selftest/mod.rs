//! The self-test: the statistics must be right where the right answer is known.
//!
//! The games are those of a comparison ([`parts`]), so they are played, kept and resumed like any
//! other; of each part the sums of its replications are noted ([`samples`]). [`checks`] judges
//! them. A check that cannot fail would be worthless, so the tests give each of them wrong numbers.

pub mod checks;
pub mod exact;
pub mod families;
pub mod luck;
pub mod parts;
pub mod peeking;
pub mod samples;

use crate::compare::play::State;
use crate::compare::stop::StopRule;
use crate::compare::study::{Study, design_and_stop};
use crate::compare::sums::{Ended, StratumSums};
use crate::compare::{Design, DesignError};
use cards::words::Word;
use checks::LEVEL;
use parts::Part;
use runs::sim::SimError;
use runs::sim::batch::thread_pool;
use runs::sim::game::GameRecord;
use samples::{Notes, SAMPLE};
use statistics::confseq::TargetError;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// The minimum and maximum number of games.
pub const GAMES: (u64, u64) = (5_000, 10_000_000);

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// A short name.
    pub name: &'static str,
    /// What must be true.
    pub claim: &'static str,
    /// The figures it was judged by, as text.
    pub found: String,
    /// The figure that decides.
    pub statistic: f64,
    /// The allowed range of the figure.
    pub allowed: (f64, f64),
    /// Whether it holds.
    pub passed: bool,
}

impl Check {
    fn new(
        name: &'static str,
        claim: &'static str,
        statistic: f64,
        allowed: (f64, f64),
        found: String,
    ) -> Self {
        Check {
            name,
            claim,
            found,
            statistic,
            allowed,
            // NaN does not pass.
            passed: statistic >= allowed.0 && statistic <= allowed.1,
        }
    }
}

/// Games that make coverage and false positives known to within a target: under the claim a share
/// of 5% of replications goes wrong, so their number follows without looking at any game.
pub fn games_for(target: TargetError) -> u64 {
    let spread = LEVEL.z() / target.value();
    let replications = LEVEL.value() * LEVEL.alpha() * spread * spread;
    (replications.ceil() as u64).saturating_mul(SAMPLE)
}

/// A self-test that can be played.
#[derive(Clone, Debug)]
pub struct Selftest {
    design: Design,
    stop: StopRule,
}

impl Selftest {
    /// The self-test on a master seed; the largest parts play `games` games.
    pub fn new(seed: u64, games: u64) -> Result<Self, DesignError> {
        Ok(Selftest {
            design: parts::design(seed)?,
            stop: StopRule::fixed(games),
        })
    }

    /// Replications: samples, comparisons and runs that each check is made of.
    pub fn replications(&self) -> u64 {
        self.stop.games / SAMPLE
    }

    /// The checks of all parts that have been played to their end.
    pub fn checks(&self, state: &State<Notes>, threads: usize) -> Result<Vec<Check>, SimError> {
        let notes = |part: Part| {
            let notes = &state.notes[part.index()];
            (notes.games() >= part.games(self.stop.games)).then_some(notes)
        };
        let mut all = Vec::new();
        all.extend(notes(Part::Placebo).map(checks::placebo));
        all.extend(notes(Part::Renamed).map(checks::renamed));
        let plan = &self.design.strata[Part::Deployments.index()].plans[0];
        let pool = thread_pool(threads)?;
        if all.len() == 2 {
            all.push(pool.install(|| exact::shards_merged(plan))?);
            all.push(exact::curve_is_direct_play(plan)?);
        }
        let (seed, runs) = (self.design.seed, self.replications() as u32);
        if let Some(notes) = notes(Part::Seeds) {
            all.push(checks::seeds_p_values(&notes.samples()));
            all.extend(pool.install(|| families::families(&notes.lengths, runs, seed)));
        }
        if let (Some(card), Some(twin)) = (notes(Part::Card), notes(Part::Twin)) {
            all.push(checks::twin_effects(&card.samples(), &twin.samples()));
        }
        if let Some(notes) = notes(Part::Deployments) {
            let samples = notes.samples();
            all.extend(checks::coverage(&samples));
            let peek = || peeking::peeking(&notes.lengths, runs, seed);
            all.extend(pool.install(peek));
            all.push(checks::shards(&samples));
            all.extend(pool.install(|| luck::checks(plan, u64::from(runs)))?);
        }
        if let Some(bases) = notes(Part::Bases) {
            all.push(exact::larger_base(bases));
            all.push(exact::plain_arithmetic(bases));
            all.push(checks::coverage_of_close_pairs(&bases.samples()));
            all.extend(notes(Part::Card).map(|card| exact::signs(card, bases)));
        }
        Ok(all)
    }
}

impl Study for Selftest {
    type Notes = Notes;

    design_and_stop!(design);
    fn games(&self, stratum: usize) -> u64 {
        Part::ALL[stratum].1.games(self.stop.games)
    }
    fn blank(&self, _: usize) -> Notes {
        Notes::default()
    }
    fn note(&self, _: usize, baseline: &[GameRecord], arms: &[Vec<Ended>]) -> Notes {
        let mut notes = Notes::default();
        for (a, b) in baseline.iter().zip(&arms[0]) {
            notes.record(&Ended::from(*a), b);
        }
        notes
    }
    fn add(&self, notes: &mut Notes, later: &Notes, _: &[bool]) {
        notes.merge(later);
    }
    fn look(&self, _: &mut StratumSums, _: &Notes) {}
}

/// The checks as a table.
pub fn checks_table(checks: &[Check]) -> Result<Table, ExportError> {
    declared_table(&columns(), checks)
}

fn columns<'a>() -> Vec<Declared<&'a Check>> {
    columns![&'a Check;
        ("name", Text, "The check.", row => row.name),
        ("claim", Text, "What must hold.", row => row.claim),
        ("found", Text, "What was found.", row => row.found.as_str()),
        ("statistic", F64, "The deciding figure.", row => row.statistic),
        ("allowed_low", F64, "The smallest allowed value.", row => row.allowed.0),
        ("allowed_high", F64, "The largest allowed value.", row => row.allowed.1),
        ("passed", Bool, "Whether the claim holds.", row => row.passed),
    ]
}
