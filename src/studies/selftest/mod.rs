//! The self-test: the statistics must be right where the right answer is known.
//!
//! Each of its [`parts`] plays pairs of games, of which the sums of replications are noted
//! ([`samples`]). [`checks`] judges them. A check that cannot fail would be worthless, so the tests give each of them wrong numbers.

pub mod checks;
pub mod coverage;
pub mod exact;
pub mod families;
pub mod luck;
pub mod parts;
pub mod peeking;
mod rows;
pub mod samples;
mod urn;
mod whole;

use crate::compare::DesignError;
use crate::compare::sums::Ended;
use cards::data::tree::fingerprint;
use cards::words::Word;
use game::observe::tally::Tally;
use parts::Part;
use runs::sim::batch::{End, Flow, play_in_order, thread_pool};
use runs::sim::game::Tabletop;
use runs::sim::plan::Plan;
use runs::sim::{SimError, Watch};
use samples::{Notes, SAMPLE};
use std::ops::Range;
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

/// A self-test that can be played.
#[derive(Clone, Debug)]
pub struct Selftest {
    /// The master seed.
    pub seed: u64,
    /// Games of the largest parts.
    pub games: u64,
    /// What each part plays.
    plans: Vec<[Plan; 2]>,
}

impl Selftest {
    /// The self-test on a master seed; the largest parts play `games` games.
    pub fn new(seed: u64, games: u64) -> Result<Self, DesignError> {
        let plans = Part::ALL.iter().map(|(_, part)| part.plans(seed));
        Ok(Selftest {
            seed,
            games,
            plans: plans.collect::<Result<_, _>>()?,
        })
    }

    /// Replications: samples, comparisons and runs that each check is made of.
    pub fn replications(&self) -> u64 {
        self.games / SAMPLE
    }

    /// A fingerprint of everything that determines the results.
    pub fn fingerprint(&self) -> String {
        let plans = self.plans.iter().flatten().map(Plan::fingerprint);
        let plans: Vec<String> = plans.collect();
        format!("{:016x}", fingerprint(&format!("{} {plans:?}", self.games)))
    }

    /// Games to be played, for a progress bar.
    pub fn planned_games(&self) -> u64 {
        let parts = Part::ALL.iter();
        parts.map(|(_, part)| 2 * part.games(self.games)).sum()
    }

    /// Plays the parts that are not done, each with A and with B; says whether all are. `keep` is
    /// called after each.
    pub fn play(
        &self,
        threads: usize,
        done: &mut Vec<Notes>,
        watch: &impl Watch,
        keep: &mut dyn FnMut(&Vec<Notes>) -> Result<(), SimError>,
    ) -> Result<bool, SimError> {
        let pool = thread_pool(threads)?;
        let played = |done: &[Notes]| 2 * done.iter().map(Notes::games).sum::<u64>();
        watch.resumed(played(done));
        for (plans, (_, part)) in self.plans.iter().zip(Part::ALL).skip(done.len()) {
            let (before, mut notes) = (played(done), Notes::default());
            let end = play_in_order(
                &pool,
                0..part.games(self.games),
                watch.interrupt(),
                |games| pairs(plans, games),
                |piece| {
                    notes.merge(&piece);
                    watch.progress(before + 2 * notes.games(), String::new);
                    Ok::<_, SimError>(Flow::GoOn)
                },
            )?;
            if end == End::Interrupted {
                return Ok(false);
            }
            done.push(notes);
            keep(done)?;
        }
        Ok(true)
    }

    /// The checks of all parts that are done.
    pub fn checks(&self, done: &[Notes], threads: usize) -> Result<Vec<Check>, SimError> {
        let notes = |part: Part| done.get(part.index());
        let mut all = Vec::new();
        all.extend(notes(Part::Placebo).map(checks::placebo));
        all.extend(notes(Part::Renamed).map(checks::renamed));
        let [plan, _] = &self.plans[Part::Deployments.index()];
        let pool = thread_pool(threads)?;
        if all.len() == 2 {
            all.push(pool.install(|| exact::shards_merged(plan))?);
            all.extend(pool.install(|| whole::checks(self.seed))?);
        }
        let (seed, runs) = (self.seed, self.replications() as u32);
        if let Some(notes) = notes(Part::Seeds) {
            all.push(checks::seeds_p_values(&notes.samples()));
            all.extend(pool.install(|| families::families(&notes.lengths, runs, seed)));
        }
        if let (Some(card), Some(twin)) = (notes(Part::Card), notes(Part::Twin)) {
            all.push(checks::twin_effects(&card.samples(), &twin.samples()));
        }
        if let Some(notes) = notes(Part::Deployments) {
            let samples = notes.samples();
            all.extend(pool.install(|| coverage::coverage(&notes.lengths, seed)));
            let peek = || peeking::peeking(&notes.lengths, seed);
            all.extend(pool.install(peek));
            all.push(checks::shards(&samples));
            all.extend(pool.install(|| luck::checks(plan, u64::from(runs)))?);
        }
        if let Some(bases) = notes(Part::Bases) {
            all.extend(pool.install(|| coverage::of_close_pairs(&bases.lengths, seed)));
        }
        Ok(all)
    }
}

/// Plays consecutive games with A and with B.
fn pairs(plans: &[Plan; 2], games: Range<u64>) -> Notes {
    let mut notes = Notes::default();
    let mut tallies = plans.each_ref().map(|plan| Tally::new(&plan.cards));
    let mut tables = plans.each_ref().map(Tabletop::new);
    for game in games {
        let [a, b] = [0, 1].map(|one: usize| tables[one].play(game, &mut tallies[one]));
        notes.record(&Ended::from(a), &Ended::from(b));
    }
    notes
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::play::Silent;

    // What `xenosim selftest` does; the mutants are played against it.
    #[test]
    #[ignore = "slow; the integration tests run the command"]
    fn the_whole_selftest_passes() {
        let (selftest, mut done) = (Selftest::new(1, GAMES.0).unwrap(), Vec::new());
        let silent = Silent::default();
        let complete = selftest.play(2, &mut done, &silent, &mut |_| Ok(()));
        assert!(complete.unwrap());
        for check in selftest.checks(&done, 2).unwrap() {
            assert!(check.passed, "{check:?}");
        }
    }
}
