//! The scripts that Slurm runs: plain enough to be read, changed and submitted by hand.

use super::super::record::Prepared;
use cards::words::harmless;
use runs::lifecycle::quoted;
use std::path::Path;

/// Slurm stops a shard that takes this many times as long as planned.
const LIMIT: u64 = 2;

/// The name of the script that plays the shards.
pub(super) const SHARDS: &str = "shards.sh";
/// The name of the script that merges them.
pub(super) const MERGE: &str = "merge.sh";

/// The two scripts with their names: one plays the shards, the other merges them.
pub(super) fn scripts(prepared: &Prepared, program: &Path) -> [(&'static str, String); 2] {
    [
        (SHARDS, shards(prepared, program)),
        (MERGE, merge(prepared, program)),
    ]
}

/// The script that plays the shards: an array job with a task for each.
fn shards(prepared: &Prepared, program: &Path) -> String {
    let record = &prepared.record;
    let (count, command) = (record.shards, harmless(&record.manifest.command));
    let array = format!("#SBATCH --array=1-{count}\n");
    let options = options(prepared, "", record.threads, &array, "shard-%4a.log");
    let play = command_of(prepared, program, "cluster shard");
    format!(
        "{options}
# Plays one of {count} shards of
#   {command}
# or resumes it from its checkpoint.
exec {play} \"$SLURM_ARRAY_TASK_ID\"
"
    )
}

/// The script that merges them and resubmits those that failed.
fn merge(prepared: &Prepared, program: &Path) -> String {
    let options = options(prepared, "-merge", 1, "", "merge.log");
    let merge = command_of(prepared, program, "merge");
    // A shell says by a code above 128 that a signal ended a command.
    format!(
        "{options}
# Merges all shards and writes the report; failed shards are submitted again,
# and this job after them. A merge that is killed is run again.
for try in 1 2 3; do
  {merge} --resubmit
  code=$?
  [ $code -gt 128 ] || break
done
exit $code
"
    )
}

/// The top of a script: what Slurm is asked for. The lines of the site come last, so that they take
/// precedence.
fn options(prepared: &Prepared, name: &str, threads: usize, array: &str, log: &str) -> String {
    let (record, site) = (&prepared.record, &prepared.record.site);
    let partition = site.partition.iter();
    let partition: String = partition
        .map(|partition| format!("#SBATCH --partition={partition}\n"))
        .collect();
    let limit = record.shard_seconds.map_or(String::new(), |seconds| {
        let minutes = seconds.div_ceil(60) * LIMIT;
        format!("#SBATCH --time={minutes}\n")
    });
    let mut log = prepared.logs().join(log).display().to_string();
    if log.contains(char::is_whitespace) {
        log = format!("\"{log}\"");
    }
    let lines = site.header.lines().filter(|line| !line.starts_with("#!"));
    let header: String = lines.map(|line| format!("{line}\n")).collect();
    format!(
        "{}
#SBATCH --job-name=xenosim-{}{name}
{partition}{limit}#SBATCH --ntasks=1
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
{array}#SBATCH --output={log}
{header}",
        interpreter(&site.header),
        prepared.kind(),
    )
}

/// A command of this program for the directory.
fn command_of(prepared: &Prepared, program: &Path, command: &str) -> String {
    let program = quoted(&program.display().to_string());
    let directory = quoted(&prepared.path.display().to_string());
    format!("{program} {command} {directory}")
}

/// The first line of a script: that of the site's header, if it has one.
fn interpreter(header: &str) -> &str {
    let first = header.lines().next().unwrap_or_default();
    if first.starts_with("#!") {
        first
    } else {
        "#!/bin/sh"
    }
}

/// Numbers in Slurm's format for arrays: `1-3,7`.
pub(super) fn array(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let texts = ranges.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    texts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_written_shortly() {
        assert_eq!(array(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(array(&[4]), "4");
    }
}
