//! What a command requests, before it is split.

use super::super::sharded::{Sharded, ShardedCommand};
use super::super::{CliError, lifecycle, one_line, shaped};
use crate::cli::lifecycle::JobArgs;
use cards::words::nearest;
use clap::{Args, FromArgMatches};
use runs::lifecycle::Manifest;
use runs::sim::Shard;
use std::path::PathBuf;
use std::time::Duration;
use studies::pilot::Workload;

/// How often a shard saves its progress by default: seldom enough for a thousand shards on one file
/// system.
const DEFAULT_CHECKPOINT: Duration = Duration::from_secs(60);

/// What a command requests, with everything resolved.
pub(in crate::cli) struct Asked {
    /// The manifest that the command on its own would start with.
    pub manifest: Manifest,
    /// The given directory, or a name for one.
    pub directory: Result<PathBuf, String>,
    /// Games that are split among the shards.
    pub games: u64,
    /// How often they are played and merged.
    pub rounds: u32,
    /// Everything to be played.
    pub work: Vec<Workload>,
    /// Threads of a shard.
    pub threads: usize,
    /// How often it saves its progress.
    pub checkpoint: Duration,
}

impl Asked {
    /// Parses a command; rejected if it cannot be split into shards.
    pub(super) fn read(words: &[String]) -> Result<Self, CliError> {
        let words = match words {
            [] => {
                return Err(CliError::Usage(
                    "no command given; add one after `--`, such as `-- simulate --games \
                     1e7`"
                        .into(),
                ));
            }
            [first, rest @ ..] if first == "xenosim" => rest,
            all => all,
        };
        let name = words.first().map_or("", String::as_str);
        if let Some(command) = ShardedCommand::named(name) {
            return (command.ask)(words);
        }
        let all = ShardedCommand::ALL.map(|command| command.name);
        let meant = nearest(name, all);
        let meant = meant.map_or(String::new(), |word| format!("; did you mean `{word}`?"));
        Err(CliError::Usage(format!(
            "`{name}` cannot be split into shards; commands that can: {}{meant}",
            all.join(", ")
        )))
    }

    /// Parses the words of the command `S`.
    pub(in crate::cli) fn parse<S: Sharded>(words: &[String]) -> Result<Self, CliError> {
        let command = shaped(JobArgs::<S>::augment_args(clap::Command::new(S::COMMAND)));
        let matches = command.try_get_matches_from(words);
        let args = matches.and_then(|matches| JobArgs::<S>::from_arg_matches(&matches));
        let args = args.map_err(|error| {
            let said = one_line(&error);
            CliError::Usage(format!("the command after `--`: {said}"))
        })?;
        Asked::of(&args)
    }

    fn of<S: Sharded>(args: &JobArgs<S>) -> Result<Self, CliError> {
        refuse(args)?;
        let JobArgs {
            request, session, ..
        } = args;
        // Options that stop by precision are rejected for shards.
        let half = Shard {
            number: 1,
            count: 2,
        };
        request.part(Some(half), None)?.job.plan()?;
        let job = &request.job;
        let plan = job.plan()?;
        let manifest = lifecycle::manifest(request, &plan, 0)?;
        Ok(Asked {
            directory: match &job.result().out {
                Some(path) => Ok(path.clone()),
                None => Err(job.directory_name(&plan)),
            },
            games: job.games_to_split(&plan),
            rounds: job.rounds(&plan),
            work: job.workload(&plan),
            threads: session.threads.unwrap_or(1),
            checkpoint: match session.checkpoint {
                Some(_) => session.checkpoint(),
                None => DEFAULT_CHECKPOINT,
            },
            manifest,
        })
    }
}

/// Rejects options that make no sense for a command that is split.
fn refuse<S: Sharded>(args: &JobArgs<S>) -> Result<(), CliError> {
    let job = &args.request.job;
    let why = if job.shard().is_some() {
        "--shard: leave it out; `xenosim cluster` splits the command itself"
    } else if args.resume.is_some() {
        "--resume: a run that was interrupted on one machine must be resumed there; `xenosim \
         cluster slurm --resume DIR` resumes one started by `xenosim cluster`"
    } else if job.result().force {
        "--force: existing shards are resumed; remove the directory to start over"
    } else {
        return Ok(());
    };
    Err(CliError::Usage(format!("the command after `--`: {why}")))
}
