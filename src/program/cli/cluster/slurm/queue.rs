//! The state of submitted jobs in Slurm.

use super::super::record::Prepared;
use std::collections::HashMap;
use std::process::{Command, Stdio};

/// The state of a job in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::cluster) enum Queued {
    Running,
    Waiting,
}

/// The jobs of this directory that are in the queue.
#[derive(Clone, Debug, Default)]
pub(in crate::cli::cluster) struct Queue {
    /// By job: `12_3` for the third shard of job 12, or `13`.
    jobs: HashMap<String, Queued>,
    trouble: Option<String>,
}

impl Queue {
    /// Asks Slurm, if anything was submitted.
    pub(in crate::cli::cluster) fn ask(prepared: &Prepared) -> Self {
        if prepared.record.submissions.is_empty() {
            return Queue::default();
        }
        let asked = Command::new("squeue")
            .args(["--noheader", "--array", "--me", "--format=%i %T"])
            .stdin(Stdio::null())
            .output();
        match asked {
            Ok(output) if output.status.success() => Queue {
                jobs: read(&String::from_utf8_lossy(&output.stdout)),
                trouble: None,
            },
            Ok(output) => Queue::silent(String::from_utf8_lossy(&output.stderr).trim()),
            Err(error) => Queue::silent(&error.to_string()),
        }
    }

    fn silent(why: &str) -> Self {
        let why = why.lines().next().unwrap_or_default();
        Queue {
            trouble: Some(format!(
                "Slurm does not report running and waiting jobs (squeue: {why})"
            )),
            ..Queue::default()
        }
    }

    /// Why the queue is unknown.
    pub(in crate::cli::cluster) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The state of a shard of this round.
    pub(in crate::cli::cluster) fn shard(
        &self,
        prepared: &Prepared,
        number: u32,
    ) -> Option<Queued> {
        let record = &prepared.record;
        let of_round = record.submissions.iter().rev();
        let mut of_round = of_round.filter(|one| one.round == record.round);
        of_round.find_map(|one| self.jobs.get(&format!("{}_{number}", one.job)).copied())
    }

    /// The state of the merge job, unless it is this one.
    pub(in crate::cli::cluster) fn merge(&self, prepared: &Prepared) -> Option<Queued> {
        let mut submissions = prepared.record.submissions.iter().rev();
        submissions.find_map(|one| self.merge_of(&one.merge))
    }

    /// The state of one merge job.
    pub(in crate::cli::cluster) fn merge_of(&self, job: &str) -> Option<Queued> {
        let here = std::env::var("SLURM_JOB_ID").ok();
        if here.as_deref() == Some(job) {
            return None;
        }
        self.jobs.get(job).copied()
    }

    /// Whether any task of a job that plays shards is in the queue.
    pub(in crate::cli::cluster) fn has_array(&self, job: &str) -> bool {
        let prefix = format!("{job}_");
        self.jobs.keys().any(|known| known.starts_with(&prefix))
    }
}

/// Parses the output of `squeue`: a job and its state on each line.
fn read(text: &str) -> HashMap<String, Queued> {
    let entry = |line: &str| {
        let (job, state) = line.trim().split_once(' ')?;
        let state = match state.trim() {
            "RUNNING" | "COMPLETING" | "CONFIGURING" | "STAGE_OUT" | "SIGNALING" => Queued::Running,
            "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "REQUEUE_FED" | "SPECIAL_EXIT"
            | "RESV_DEL_HOLD" | "SUSPENDED" | "STOPPED" | "RESIZING" | "PREEMPTED" => {
                Queued::Waiting
            }
            _ => return None,
        };
        Some((job.to_string(), state))
    };
    text.lines().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_is_read() {
        let jobs = read("12_1 RUNNING\n12_10 PENDING\n 13 PENDING \n14_1 FAILED\n\nnonsense\n");
        assert_eq!(jobs.len(), 3);
        assert_eq!(jobs["12_1"], Queued::Running);
        assert_eq!(jobs["12_10"], Queued::Waiting);
        let queue = Queue {
            jobs,
            trouble: None,
        };
        assert_eq!(queue.merge_of("13"), Some(Queued::Waiting));
        assert_eq!(queue.merge_of("1"), None);
        assert!(queue.has_array("12") && !queue.has_array("1"));
    }
}
