//! What a command requests, before it is split.

use super::super::sharded::{self, Sharded};
use super::super::simulate::SessionArgs;
use super::super::{Cli, CliError, Command, command, lifecycle, one_line};
use crate::cli::lifecycle::{JobArgs, Session};
use crate::cli::request::Request;
use clap::FromArgMatches;
use runs::lifecycle::Manifest;
use runs::sim::Shard;
use std::path::{Path, PathBuf};
use std::time::Duration;
use studies::pilot::Workload;

/// How often a shard saves its progress by default: seldom enough for a thousand shards on one file
/// system.
const DEFAULT_CHECKPOINT: Duration = Duration::from_secs(60);

/// What a command requests, with everything resolved.
pub(super) struct Asked {
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
        let all = std::iter::once("xenosim").chain(words.iter().map(String::as_str));
        let matches = command().try_get_matches_from(all);
        let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
        let cli = cli.map_err(|error| {
            let said = one_line(&error);
            CliError::Usage(format!("the command after `--`: {said}"))
        })?;
        match &cli.command {
            Command::Simulate(args) => Asked::of_job(args),
            Command::Compare(args) => {
                Asked::of(&args.request, args.resume.as_deref(), &args.session)
            }
            Command::Rank(args) => Asked::of_job(args),
            Command::Card(args) => Asked::of_job(args),
            Command::Ladder(args) => Asked::of_job(args),
            Command::Learn(args) => Asked::of_job(args),
            Command::Target(args) => Asked::of_job(args),
            _ => {
                let name = words.first().map_or("", String::as_str);
                let all = sharded::COMMANDS.join(", ");
                Err(CliError::Usage(format!(
                    "`{name}` cannot be split into shards; commands that can: {all}"
                )))
            }
        }
    }

    fn of_job<S: Sharded>(args: &JobArgs<S>) -> Result<Self, CliError> {
        Asked::of(&args.request, args.resume.as_deref(), &args.session)
    }

    fn of<S: Sharded>(
        request: &Request<S>,
        resume: Option<&Path>,
        session: &SessionArgs,
    ) -> Result<Self, CliError> {
        let args = &request.job;
        refuse(args, resume)?;
        // Options that stop by precision are rejected for shards.
        let half = Shard {
            number: 1,
            count: 2,
        };
        request.part(Some(half), None)?.job.plan()?;
        let plan = args.plan()?;
        let manifest = lifecycle::manifest(request, &plan, 0)?;
        let name = args.directory_name(&plan);
        Ok(Asked {
            directory: match &args.result().out {
                Some(path) => Ok(path.clone()),
                None => Err(name.unwrap_or_else(|| S::COMMAND.into())),
            },
            games: args.games_to_split(&plan),
            rounds: args.rounds(&plan),
            work: args.workload(&plan),
            threads: session.threads.unwrap_or(1),
            checkpoint: match session.checkpoint {
                Some(_) => Session::from(session).checkpoint,
                None => DEFAULT_CHECKPOINT,
            },
            manifest,
        })
    }
}

/// Rejects options that make no sense for a command that is split.
fn refuse<S: Sharded>(args: &S, resume: Option<&Path>) -> Result<(), CliError> {
    let why = if args.shard().is_some() {
        "--shard: leave it out; `xenosim cluster` splits the command itself"
    } else if resume.is_some() {
        "--resume: a run that was interrupted on one machine must be resumed there; `xenosim \
         cluster slurm --resume DIR` resumes one started by `xenosim cluster`"
    } else if args.result().force {
        "--force: existing shards are resumed; remove the directory to start over"
    } else {
        return Ok(());
    };
    Err(CliError::Usage(format!("the command after `--`: {why}")))
}
