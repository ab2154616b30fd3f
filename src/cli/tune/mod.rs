//! `xenosim tune`: better weights for a policy.

mod args;
mod header;

use super::simulate::progress::Progress as Bar;
use super::simulate::{REPORTS, SessionArgs, ShowArgs, prepare};
use super::{Cli, CliError, Command, Output};
use crate::compare::Results;
use crate::compare::design::Design;
use crate::compare::play::{Ending, Plain, Settles, State, StopRule, planned_games, play};
use crate::compare::sums::StratumSums;
use crate::compare::tables::{arms_table, differences_table, table_json};
use crate::export::{Table, write_atomically};
use crate::policy::spec::PolicySpec;
use crate::sim::manifest::{FileEntry, command_line, write_tables};
use crate::sim::{SimError, Watch};
use crate::tune::store::{self, Manifest};
use crate::tune::{Setting, Tuning, judgement};
use args::TuneArgs;
use clap::Parser;
use header::Header;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "Sets of weights are proposed by a separable evolution strategy (CMA-ES \
with a diagonal matrix). All sets of a generation play the same games, every generation fresh \
ones. A game counts for the rounds survived plus the share of the base left after the last of \
them; games with different numbers of players count alike. The result is written as a policy \
file that says how it was made, and is judged against the policy that tuning started from, on \
games never used before. The same options give the same file, on any number of threads.

Examples:
  Tune the default strategies for 1, 2 and 4 players (some minutes):
    xenosim tune balanced --name mine

  Only purchases, for two players, with more games for each set of weights:
    xenosim tune expert --section purchase --players 2 --games 1000

  For a game of other rules:
    xenosim tune --rules onslaught --difficulty hard --name hard-onslaught

  Go on after Ctrl-C:
    xenosim tune --resume reports/tune";

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Go on with a run that was broken off; its options come from the directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["TuneArgs", "SwitchArgs", "DataArgs"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    tune: TuneArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.resume {
            Some(directory) => self.go_on(directory, out),
            None => self.start(out),
        }
    }

    fn start(&self, out: &mut Output) -> Result<(), CliError> {
        let args = &self.tune;
        let setting = args.setting()?;
        let directory = args.out.clone();
        let directory = directory.unwrap_or_else(|| Path::new(REPORTS).join("tune"));
        prepare(&directory, args.force)?;
        store::clear(&directory)?;
        self.carry_out(args, &setting, &directory, out)
    }

    fn go_on(&self, directory: &Path, out: &mut Output) -> Result<(), CliError> {
        let recorded = Manifest::read(directory)?;
        let args = recorded_args(&recorded.arguments).ok_or_else(|| {
            CliError::Usage(format!(
                "{}: the recorded arguments are none of this command's",
                directory.display()
            ))
        })?;
        let setting = args.setting()?;
        if setting.fingerprint() != recorded.fingerprint {
            return Err(CliError::Usage(format!(
                "{}: cannot go on: cards, rules or the policy are not what they were",
                directory.display()
            )));
        }
        if recorded.complete {
            let directory = directory.display();
            writeln!(
                out,
                "{directory}: tuning is complete; there is nothing to do"
            )?;
            return Ok(());
        }
        self.carry_out(&args, &setting, directory, out)
    }

    fn carry_out(
        &self,
        args: &TuneArgs,
        setting: &Setting,
        directory: &Path,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let run = Run {
            args,
            setting,
            directory,
            threads: self.session.threads(),
            show: self.session.show,
            started: Instant::now(),
        };
        run.carry_out(out)
    }
}

/// The arguments that a command line recorded.
fn recorded_args(arguments: &[String]) -> Option<TuneArgs> {
    let program = std::iter::once("xenosim".to_string());
    let cli = Cli::try_parse_from(program.chain(arguments.iter().cloned()));
    match cli.ok()?.command {
        Command::Tune(args) => Some(args.tune),
        _ => None,
    }
}

/// A run of tuning.
struct Run<'a> {
    args: &'a TuneArgs,
    setting: &'a Setting,
    directory: &'a Path,
    threads: usize,
    show: ShowArgs,
    started: Instant,
}

impl Run<'_> {
    fn carry_out(&self, out: &mut Output) -> Result<(), CliError> {
        let arguments = self.args.arguments();
        let mut manifest = Manifest::new(self.setting, &arguments, self.threads);
        manifest.write(self.directory)?;
        let mut tuning = self.tuning()?;
        self.tune(&mut tuning)?;
        let policy = self.named(tuning.policy());
        let judged = self.judge(&policy)?;
        let lines = judgement::lines(&judged.design, &judged.results);
        self.write_policy(&policy, &lines)?;
        let tables = self.tables(&tuning, &judged).map_err(SimError::from)?;
        manifest.judgement = lines.clone();
        manifest.files.push(FileEntry {
            name: self
                .file()
                .file_name()
                .map_or(String::new(), |name| name.to_string_lossy().into_owned()),
            rows: self.setting.start.dials().len() as u64,
            bytes: std::fs::metadata(self.file()).map_or(0, |data| data.len()),
        });
        for (name, table) in &tables {
            let written = write_tables(self.directory, name, table, &self.args.formats());
            manifest.files.extend(written.map_err(SimError::from)?);
        }
        manifest.complete = true;
        manifest.elapsed_seconds = self.started.elapsed().as_secs_f64();
        manifest.write(self.directory)?;
        store::forget(self.directory)?;
        self.report(&manifest, &policy, &tables, out)
    }

    fn tuning(&self) -> Result<Tuning<'_>, CliError> {
        let threads = self.threads;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| SimError::Threads {
                threads,
                reason: error.to_string(),
            })?;
        let kept = store::recover(self.directory, self.setting)?;
        Ok(Tuning::new(self.setting, pool, kept))
    }

    /// Plays all generations that are left.
    fn tune(&self, tuning: &mut Tuning<'_>) -> Result<(), CliError> {
        let bar = Bar::of(self.setting.generations, "generations", self.is_shown());
        while !tuning.is_done() {
            let Some(generation) = tuning.advance(bar.interrupt()) else {
                bar.finish();
                return Err(self.interrupted());
            };
            store::keep(self.directory, tuning.progress())?;
            let said = format!("best {:.3}, mean {:.3}", generation.best, generation.mean);
            bar.show(generation.number, said);
        }
        bar.finish();
        Ok(())
    }

    fn is_shown(&self) -> bool {
        !self.show.quiet && !self.show.json
    }

    fn interrupted(&self) -> CliError {
        CliError::Interrupted(format!(
            "interrupted; what is complete is kept; go on with `xenosim tune --resume {}`",
            self.directory.display()
        ))
    }

    fn named(&self, policy: PolicySpec) -> PolicySpec {
        PolicySpec {
            name: self.args.name().into(),
            description: format!(
                "The strategies of {} with tuned weights.",
                self.setting.start.name
            ),
            ..policy
        }
    }

    /// The file of the tuned policy.
    fn file(&self) -> PathBuf {
        self.directory.join(format!("{}.toml", self.args.name()))
    }

    fn write_policy(&self, policy: &PolicySpec, judgement: &[String]) -> Result<(), CliError> {
        let header = Header {
            args: self.args,
            setting: self.setting,
            judgement,
        };
        let text = policy.to_toml(&header.text(), &self.setting.plans[0].cards);
        write_atomically(&self.file(), text.as_bytes()).map_err(SimError::from)?;
        Ok(())
    }

    /// Judges the policy as it stands in its file.
    fn judge(&self, policy: &PolicySpec) -> Result<Judged, CliError> {
        self.write_policy(policy, &[])?;
        let design = self.args.judgement(&self.file())?;
        let stop = StopRule {
            games: self.args.judge_games(),
            settles: Settles::Never,
        };
        let study = Plain { design, stop };
        let mut state = State::new(&study);
        let bar = Bar::new(planned_games(&study), self.is_shown());
        let ending = play(&study, self.threads, &mut state, &bar, &mut |_| Ok(()));
        bar.finish();
        let (Plain { design, stop }, sums) = (study, state.sums);
        match ending? {
            Ending::Interrupted => Err(self.interrupted()),
            ending => Ok(Judged {
                results: Results::new(&design, &stop, &sums, ending),
                design,
                sums,
            }),
        }
    }

    fn tables(
        &self,
        tuning: &Tuning<'_>,
        judged: &Judged,
    ) -> Result<Vec<(&'static str, Table)>, crate::export::ExportError> {
        let Judged {
            design,
            results,
            sums,
        } = judged;
        Ok(vec![
            (
                "generations",
                store::generations_table(&tuning.progress().history)?,
            ),
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ])
    }

    fn report(
        &self,
        manifest: &Manifest,
        policy: &PolicySpec,
        tables: &[(&str, Table)],
        out: &mut Output,
    ) -> Result<(), CliError> {
        if self.show.json {
            let weights = policy.dials().into_iter().map(|dial| {
                json!({"section": dial.section, "name": dial.info.name, "value": dial.value})
            });
            let mut object = json!({
                "start": manifest.start,
                "policy": self.file().display().to_string(),
                "command": manifest.command,
                "judgement": manifest.judgement,
                "weights": weights.collect::<Vec<_>>(),
            });
            for (name, table) in tables {
                object[*name] = table_json(table);
            }
            writeln!(out, "{object:#}")?;
        } else if self.is_shown() {
            let title = out.title(&format!(
                "{} weights of {}",
                manifest.weights, manifest.start
            ));
            writeln!(
                out,
                "{title} tuned; the policy is {}",
                self.file().display()
            )?;
            writeln!(
                out,
                "judged on {} fresh games with each number of players (seed {}; paired, 95%):",
                self.args.judge_games(),
                self.args.judge_seed()
            )?;
            for line in &manifest.judgement {
                writeln!(out, "  {line}")?;
            }
            let command = command_line(&manifest.arguments);
            writeln!(out, "{}", out.faint(&command))?;
        }
        Ok(out.flush()?)
    }
}

/// What came of judging.
struct Judged {
    design: Design,
    results: Results,
    sums: Vec<StratumSums>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::registry::BUILT_IN;

    /// The arguments of the command that a policy file says it was made with.
    fn command_of(text: &str) -> Vec<String> {
        let mut lines = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
        let command = lines.find_map(|line| line.strip_prefix("xenosim "));
        let words = command.expect("a command").split_whitespace();
        words.map(String::from).collect()
    }

    #[test]
    fn expert_says_by_which_command_it_was_made() {
        let expert = BUILT_IN.iter().find(|policy| policy.name == "expert");
        let text = expert.expect("a built-in policy").text;
        let arguments = command_of(text);
        let args = recorded_args(&arguments).expect("a command line of `tune`");
        assert_eq!(args.arguments(), arguments);
        assert_eq!(args.name(), "expert");
        let setting = args.setting().unwrap();
        // The file is laid out as the command lays it out, and has all weights it would have.
        let cards = &setting.plans[0].cards;
        let expert = PolicySpec::parse("expert", "expert.toml", text, cards).unwrap();
        let names = |policy: &PolicySpec| -> Vec<_> {
            let dials = policy.dials().into_iter();
            dials.map(|dial| (dial.section, dial.info.name)).collect()
        };
        assert_eq!(names(&expert), names(&setting.start));
        let header: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .map(|line| line.trim_start_matches('#').strip_prefix(' ').unwrap_or(""))
            .collect();
        assert_eq!(expert.to_toml(&header.join("\n"), cards), text);
    }
}
