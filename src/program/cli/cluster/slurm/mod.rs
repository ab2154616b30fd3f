//! `xenosim cluster slurm`: an array job with one task per shard, then a job that merges them and
//! writes the report.

pub(super) mod queue;
mod script;

use super::prepare::{claim, prepared};
use super::record::{MOST_SHARDS, Prepared, Record, Submission};
use super::state::{self, to_start};
use super::{CommandArgs, SplitArgs};
use crate::cli::{CliError, Output};
use queue::{Queue, Queued};
use reports::terminal::text::counted;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tables::write_atomically;

/// The maximum tasks of an array in Slurm's default configuration.
const USUAL_ARRAY: u32 = 1000;

const EXAMPLES: &str = "The directory is the command's --out, or one under reports/. All nodes \
    must see it at the same path, as well as this program. It contains the scripts (shards.sh, \
    merge.sh), the output of the jobs (logs/), the shards, and finally the results (result/), byte \
    for byte those of the command on its own.

A task takes about as long as --time, and Slurm may stop it after twice that. It saves its \
progress (every minute, or as set by the command's --checkpoint) and resumes from there when it is \
requeued or submitted again. The merge job resubmits failed shards up to --retries times. If you \
run this command again on the same directory, it submits only the shards that are missing and not \
in the queue. A shard uses one CPU, or as many as the command's --threads.

Examples:
  xenosim cluster slurm --time 30:00 -- rank --policy mastermind --games 2000 --all-games --out night
  xenosim cluster slurm --shards 100 --partition long -- simulate --games 1e8 --rows none --out many
  xenosim cluster slurm --header site.sh --dry-run -- compare deployment --games 1e6
  xenosim cluster slurm --resume night

  where site.sh contains lines such as
    #SBATCH --account=games
    module load gcc";

/// Arguments of `cluster slurm`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    split: SplitArgs,
    /// The partition to submit to [default: that of the site]
    #[arg(long, value_name = "NAME", value_parser = word, help_heading = "Jobs")]
    partition: Option<String>,
    /// A file with lines for the top of every script: #SBATCH lines, modules to load
    #[arg(long, value_name = "FILE", help_heading = "Jobs")]
    header: Option<PathBuf>,
    /// How often a failed shard is resubmitted automatically [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000), help_heading = "Jobs")]
    retries: Option<u32>,
    /// Only show the scripts and what would be submitted
    #[arg(long, help_heading = "Jobs")]
    dry_run: bool,
    /// Resume in this directory, with the command recorded there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "shards"], help_heading = "Jobs")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    command: CommandArgs,
}

/// Parses the name of a partition, which goes into a script.
fn word(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        Ok(text.into())
    } else {
        Err("expected the name of a partition".into())
    }
}

impl Args {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if !self.dry_run {
            find_slurm()?;
        }
        let mut prepared = match &self.resume {
            Some(directory) => Prepared::open(directory)?,
            None => prepared(&self.command, &self.split, most_tasks(), self.dry_run, out)?,
        };
        self.adopt(&mut prepared.record)?;
        if self.dry_run {
            return show(&prepared, out);
        }
        self.submit_missing(prepared, out)
    }

    /// Takes over the options about the site, which do not affect the results.
    fn adopt(&self, record: &mut Record) -> Result<(), CliError> {
        if let Some(partition) = &self.partition {
            record.site.partition = Some(partition.clone());
        }
        if let Some(path) = &self.header {
            record.site.header = files::read_text(path.as_ref()).map_err(|error| {
                CliError::Usage(format!("{}: cannot be read: {error}", path.display()))
            })?;
        }
        if let Some(retries) = self.retries {
            record.site.retries = retries;
        }
        if let Some(time) = self.split.time {
            record.shard_seconds = Some(time.as_secs());
        }
        Ok(())
    }

    fn submit_missing(&self, mut prepared: Prepared, out: &mut Output) -> Result<(), CliError> {
        let claim = claim(&prepared.path)?;
        // Another process may have submitted something since.
        prepared.record.submissions = Prepared::open(&prepared.path)?.record.submissions;
        prepared.save()?;
        let path = prepared.path.display().to_string();
        if prepared.is_done() {
            let result = prepared.result();
            writeln!(out, "{}: everything is done", result.display())?;
            return Ok(());
        }
        let queue = Queue::ask(&prepared);
        if let Some(trouble) = queue.trouble() {
            return Err(CliError::Failed(format!(
                "{trouble}, so nothing is submitted: shards might run twice"
            )));
        }
        let numbers = to_start(&state::of_all(&prepared, &queue));
        if numbers.is_empty() && queue.merge(&prepared).is_some() {
            writeln!(
                out,
                "{path}: all shards are running or waiting; nothing submitted"
            )?;
            return Ok(());
        }
        submit(&mut prepared, &queue, &numbers, out)?;
        drop(claim);
        writeln!(
            out,
            "check its progress with `xenosim cluster status {path}`"
        )?;
        Ok(())
    }
}

/// Submits shards, and a job that merges after them and after all that are running.
pub(super) fn submit(
    prepared: &mut Prepared,
    queue: &Queue,
    numbers: &[u32],
    out: &mut Output,
) -> Result<(), CliError> {
    write_scripts(prepared)?;
    let mut jobs: Vec<String> = Vec::new();
    for earlier in &prepared.record.submissions {
        if queue.has_array(&earlier.job) {
            jobs.push(earlier.job.clone());
        }
        if queue.merge_of(&earlier.merge) == Some(Queued::Waiting) {
            // It would merge too early.
            let _ = Command::new("scancel").arg(&earlier.merge).output();
        }
    }
    let script = |name: &str| prepared.path.join(name).display().to_string();
    let mut job = String::new();
    if !numbers.is_empty() {
        let array = format!("--array={}", script::array(numbers));
        job = sbatch(&[array, script(script::SHARDS)])?;
        jobs.push(job.clone());
    }
    let mut arguments = Vec::new();
    if !jobs.is_empty() {
        arguments.push(format!("--dependency=afterany:{}", jobs.join(":")));
    }
    arguments.push(script(script::MERGE));
    // Recorded before the merge job, which reads it.
    prepared.record.submissions.push(Submission {
        round: prepared.record.round,
        job: job.clone(),
        shards: numbers.to_vec(),
        merge: String::new(),
    });
    prepared.save()?;
    let merge = sbatch(&arguments)?;
    if let Some(last) = prepared.record.submissions.last_mut() {
        last.merge.clone_from(&merge);
    }
    prepared.save()?;
    match numbers.len() {
        0 => writeln!(out, "submitted the merge as job {merge}")?,
        count => writeln!(
            out,
            "submitted {} as job {job}, and the merge after them as job {merge}",
            counted(count as u64, "shard")
        )?,
    }
    Ok(())
}

fn write_scripts(prepared: &Prepared) -> Result<(), CliError> {
    let program = program()?;
    fs::create_dir_all(prepared.logs())?;
    for (name, text) in script::scripts(prepared, &program) {
        write_atomically(&prepared.path.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Shows the scripts and what would be submitted.
fn show(prepared: &Prepared, out: &mut Output) -> Result<(), CliError> {
    let program = program()?;
    let queue = Queue::ask(prepared);
    let numbers = to_start(&state::of_all(prepared, &queue));
    let path = prepared.path.display();
    for (name, text) in script::scripts(prepared, &program) {
        writeln!(out, "{}\n{text}", out.title(&format!("{path}/{name}")))?;
    }
    if !numbers.is_empty() {
        let array = script::array(&numbers);
        writeln!(out, "sbatch --array={array} {path}/{}", script::SHARDS)?;
    }
    writeln!(
        out,
        "sbatch --dependency=afterany:JOB {path}/{}",
        script::MERGE
    )?;
    Ok(())
}

/// The path of this program on the nodes.
fn program() -> Result<PathBuf, CliError> {
    Ok(std::env::current_exe()?)
}

/// Fails if there is no Slurm.
fn find_slurm() -> Result<(), CliError> {
    let found = Command::new("sbatch")
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    match found {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(CliError::Usage(
            "there is no Slurm on this machine (sbatch does not run); run the same command where \
             there is, show the scripts with --dry-run, or start the shards in another way: \
             `xenosim cluster prepare -h`"
                .into(),
        )),
    }
}

/// The maximum number of tasks in an array.
fn most_tasks() -> u32 {
    let shown = Command::new("scontrol")
        .args(["show", "config"])
        .stdin(Stdio::null())
        .output();
    let text = shown.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("MaxArraySize"));
    let size = line.and_then(|line| line.split('=').nth(1)?.trim().parse::<u32>().ok());
    // Slurm's size counts from 0, shards from 1.
    size.map_or(USUAL_ARRAY, |size| size.saturating_sub(1))
        .clamp(1, MOST_SHARDS)
}

/// Submits a script and returns the number of the job.
fn sbatch(arguments: &[String]) -> Result<String, CliError> {
    let output = Command::new("sbatch")
        .arg("--parsable")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| CliError::Failed(format!("sbatch does not run: {error}")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let job = said.trim().split(';').next().unwrap_or_default();
    if output.status.success() && job.chars().all(|c| c.is_ascii_digit()) && !job.is_empty() {
        return Ok(job.to_string());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = errors.lines().map(str::trim).collect();
    Err(CliError::Failed(format!(
        "sbatch rejected `{}`: {}",
        arguments.join(" "),
        errors.join(" ")
    )))
}
