//! `xenosim merge` of a directory made by `cluster`: merges all shards and writes the report.

use super::prepare::claim;
use super::record::Prepared;
use super::shard;
use super::slurm;
use super::slurm::queue::Queue;
use super::state::{self, ShardState, State};
use crate::cli::merge::{MergeTo, merge_into};
use crate::cli::simulate::ShowArgs;
use crate::cli::{CliError, Output};
use reports::html::{REPORT, Report};
use reports::terminal::text::counted;
use runs::lifecycle::Manifest;
use runs::sim::Shard;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds to wait for another process in the same directory.
const PATIENCE: u32 = 20;
/// The maximum number of shards listed one by one.
const MOST_NAMED: usize = 10;

/// Merges the shards of a directory, and writes the report.
pub(in crate::cli) struct Finish<'a> {
    /// The directory made by `cluster slurm` or `cluster prepare`.
    pub directory: &'a Path,
    /// Whether to resubmit failed shards to Slurm, and the job that merges them.
    pub resubmit: bool,
    pub show: ShowArgs,
}

impl Finish<'_> {
    pub(in crate::cli) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let directory = self.directory;
        let claim = claim_existing(directory)?;
        let mut prepared = Prepared::open(directory)?;
        prepared.go_there();
        if prepared.is_done() {
            if !prepared.result().join(REPORT).exists() {
                write_report(&prepared)?;
            }
            writeln!(out, "{}: everything is done", prepared.result().display())?;
            return Ok(());
        }
        let queue = Queue::ask(&prepared);
        let states = state::of_all(&prepared, &queue);
        let missing = not_done(&states);
        if missing.is_empty() {
            match merge(&prepared, self.show, out) {
                Ok(()) => return self.after_merge(&mut prepared, out),
                Err(error) => {
                    let damaged = damaged(&prepared);
                    if damaged.is_empty() {
                        return Err(error);
                    }
                    return self.again(&mut prepared, &queue, damaged, out);
                }
            }
        }
        drop_waiting(&states)?;
        let result = self.again(&mut prepared, &queue, missing, out);
        drop(claim);
        result
    }

    /// After a round: writes the report, or starts the next round.
    fn after_merge(&self, prepared: &mut Prepared, out: &mut Output) -> Result<(), CliError> {
        if prepared.record.round == prepared.record.rounds {
            return write_report(prepared);
        }
        prepared.record.round += 1;
        prepared.save()?;
        let (round, all) = (prepared.record.round, prepared.record.rounds);
        if self.resubmit {
            let numbers: Vec<u32> = (1..=prepared.record.shards).collect();
            return slurm::submit(prepared, &Queue::ask(prepared), &numbers, out);
        }
        let (path, shards) = (prepared.path.display(), prepared.record.shards);
        writeln!(
            out,
            "{path}: now play all {shards} shards for generation {round} of {all}"
        )?;
        Ok(())
    }

    /// Resubmits shards, or says which are missing.
    fn again(
        &self,
        prepared: &mut Prepared,
        queue: &Queue,
        missing: Vec<(u32, String)>,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let retries = prepared.record.site.retries;
        let is_hopeless = |number: u32| prepared.tries(number) > retries;
        if !self.resubmit || missing.iter().any(|(number, _)| is_hopeless(*number)) {
            return Err(CliError::Failed(self.refusal(prepared, &missing)));
        }
        for (number, why) in &missing {
            writeln!(out, "resubmitting shard {number}: {why}")?;
        }
        let numbers: Vec<u32> = missing.iter().map(|(number, _)| *number).collect();
        slurm::submit(prepared, queue, &numbers, out)
    }

    /// Which shards are missing, and why.
    fn refusal(&self, prepared: &Prepared, missing: &[(u32, String)]) -> String {
        let directory = self.directory.display();
        let count = prepared.record.shards;
        let lines = missing.iter().take(MOST_NAMED).map(|(number, why)| {
            let tries = match prepared.tries(*number) {
                0 | 1 => String::new(),
                tries => format!(", after {tries} tries"),
            };
            format!("{directory}: shard {number}/{count}: {why}{tries}")
        });
        let mut lines: Vec<String> = lines.collect();
        if missing.len() > MOST_NAMED {
            lines.push(format!("and {} more", missing.len() - MOST_NAMED));
        }
        lines.push(if prepared.record.submissions.is_empty() {
            format!("play them with `xenosim cluster shard {directory} NUMBER`")
        } else {
            format!(
                "when that is fixed, resume with `xenosim cluster slurm --resume {directory}`; no \
                 games are lost"
            )
        });
        lines.join("\n")
    }
}

/// Shards that are not complete, and why.
fn not_done(states: &[ShardState]) -> Vec<(u32, String)> {
    let rest = states.iter().filter(|shard| shard.state != State::Done);
    rest.map(|shard| (shard.number, shard.text())).collect()
}

/// Shards that are running or waiting will be merged later: there is nothing to do now.
fn drop_waiting(states: &[ShardState]) -> Result<(), CliError> {
    let busy = |shard: &&ShardState| matches!(shard.state, State::Running | State::Waiting);
    match states.iter().filter(busy).count() {
        0 => Ok(()),
        count => Err(CliError::Failed(format!(
            "{} still running or waiting: merge when all are done",
            counted(count as u64, "shard")
        ))),
    }
}

/// Complete shards that cannot be merged, and why. Their manifests are removed, so that they no
/// longer count as complete.
fn damaged(prepared: &Prepared) -> Vec<(u32, String)> {
    let count = prepared.record.shards;
    let check = |number| (shard::command(prepared)?.check)(prepared, Shard { number, count });
    let bad = (1..=count).filter_map(|number| match check(number) {
        Ok(()) => None,
        Err(error) => Some((number, format!("damaged: {error}"))),
    });
    let bad: Vec<(u32, String)> = bad.collect();
    for (number, _) in &bad {
        let _ = std::fs::remove_file(prepared.shard(*number).join(runs::lifecycle::MANIFEST));
    }
    bad
}

fn merge(prepared: &Prepared, show: ShowArgs, out: &mut Output) -> Result<(), CliError> {
    let numbers = 1..=prepared.record.shards;
    let directories: Vec<PathBuf> = numbers.map(|number| prepared.shard(number)).collect();
    let target = prepared.merged();
    // The results of an earlier merge belong to this run and can be made again.
    let force = Manifest::read(&target).is_ok() || target.join(runs::lifecycle::MANIFEST).exists();
    let to = MergeTo {
        out: Some(&target),
        force,
        show,
    };
    merge_into(&directories, &to, out)
}

fn write_report(prepared: &Prepared) -> Result<(), CliError> {
    let result = prepared.result();
    let report = Report::read(std::slice::from_ref(&result))?;
    Ok(report.write(&result.join(REPORT))?)
}

/// The lock on an existing directory.
fn claim_existing(directory: &Path) -> Result<tables::Claim, CliError> {
    // The process that submitted this job may still be recording what it submitted.
    for _ in 0..PATIENCE {
        match claim(directory) {
            Ok(claim) => return Ok(claim),
            Err(_) => std::thread::sleep(Duration::from_secs(1)),
        }
    }
    claim(directory)
}
