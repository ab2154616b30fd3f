//! The scripts that Slurm runs: plain enough to be read, changed and submitted by hand.

use super::super::record::Prepared;
use super::super::time;
use runs::lifecycle::quoted;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Slurm stops a shard that takes this many times as long as planned.
const LIMIT: u32 = 2;

/// The name of the script that plays the shards.
pub(super) const SHARDS: &str = "shards.sh";
/// The name of the script that merges them.
pub(super) const MERGE: &str = "merge.sh";

/// What follows the command in the script that merges: a shell says by a code above 128 that a signal
/// ended it.
const AGAIN_IF_KILLED: &str = " --resubmit
  code=$?
  [ $code -gt 128 ] || break
done
exit $code
";

/// The script that plays the shards: an array job with a task for each.
pub(super) fn shards(prepared: &Prepared, program: &Path) -> String {
    let record = &prepared.record;
    let mut script = Script::new(prepared, "", record.threads);
    script.option(&format!("--array=1-{}", record.shards));
    script.log("shard-%4a.log");
    script.site(prepared);
    script.comment(&format!(
        "Plays one of {} shards of\n  {}\nor resumes it from its checkpoint.",
        record.shards, record.manifest.command
    ));
    script.run(
        prepared,
        program,
        "exec ",
        "cluster shard",
        " \"$SLURM_ARRAY_TASK_ID\"\n",
    )
}

/// The script that merges them and resubmits those that failed.
pub(super) fn merge(prepared: &Prepared, program: &Path) -> String {
    let mut script = Script::new(prepared, "-merge", 1);
    script.log("merge.log");
    script.site(prepared);
    script.comment(
        "Merges all shards and writes the report; failed shards are submitted again,\nand this job \
         after them. A merge that is killed is run again.",
    );
    script.text += "for try in 1 2 3; do\n";
    script.run(prepared, program, "  ", "merge", AGAIN_IF_KILLED)
}

struct Script {
    text: String,
    logs: String,
}

impl Script {
    fn new(prepared: &Prepared, name: &str, threads: usize) -> Self {
        let record = &prepared.record;
        let mut script = Script {
            text: format!("{}\n", interpreter(&record.site.header)),
            logs: prepared.logs().display().to_string(),
        };
        script.option(&format!("--job-name=xenosim-{}{name}", prepared.kind()));
        if let Some(partition) = &record.site.partition {
            script.option(&format!("--partition={partition}"));
        }
        if let Some(seconds) = record.shard_seconds {
            let limit = Duration::from_secs(seconds.div_ceil(60) * 60) * LIMIT;
            script.option(&format!("--time={}", time::text(limit)));
        }
        script.option("--ntasks=1");
        script.option(&format!("--cpus-per-task={threads}"));
        script.option("--requeue");
        script.option("--open-mode=append");
        script
    }

    fn option(&mut self, option: &str) {
        let _ = writeln!(self.text, "#SBATCH {option}");
    }

    fn log(&mut self, name: &str) {
        let path = format!("{}/{name}", self.logs);
        let path = if path.contains(char::is_whitespace) {
            format!("\"{path}\"")
        } else {
            path
        };
        self.option(&format!("--output={path}"));
    }

    /// The lines of the site come last, so that they take precedence.
    fn site(&mut self, prepared: &Prepared) {
        for line in prepared.record.site.header.lines() {
            if !line.starts_with("#!") {
                let _ = writeln!(self.text, "{line}");
            }
        }
    }

    fn comment(&mut self, text: &str) {
        self.text.push('\n');
        for line in text.lines() {
            let _ = writeln!(self.text, "# {line}");
        }
    }

    fn run(
        mut self,
        prepared: &Prepared,
        program: &Path,
        before: &str,
        what: &str,
        after: &str,
    ) -> String {
        let program = quoted(&program.display().to_string());
        let directory = quoted(&prepared.path.display().to_string());
        self.text += &format!("{before}{program} {what} {directory}{after}");
        self.text
    }
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
