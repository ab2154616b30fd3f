//! `xenosim tune`: better weights for a policy.

mod args;
mod header;

use super::simulate::progress::Progress as Bar;
use super::simulate::{REPORTS, SessionArgs, ShowArgs, prepare};
use super::{CliError, Command, Output, interrupted, nothing_to_do, recorded_args};
use args::TuneArgs;
use header::Header;
use players::spec::PolicySpec;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use studies::compare::Results;
use studies::compare::design::Design;
use studies::compare::play::{Ending, Plain, State, planned_games, play};
use studies::compare::sums::StratumSums;
use studies::compare::tables::{arms_table, differences_table, table_json};
use studies::sim::batch::thread_pool;
use studies::sim::manifest::{FileEntry, command_line};
use studies::sim::store::{Manifest, Store};
use studies::sim::{SimError, Watch};
use studies::tune::{Setting, Tuning, judgement, store};
use tables::{Table, write_atomically};

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
    #[arg(long, value_name = "DIR")]
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
        let directory = args.result.out.clone();
        let directory = directory.unwrap_or_else(|| Path::new(REPORTS).join("tune"));
        let _claim = prepare(&directory, args.result.force)?;
        self.carry_out(args, &setting, &directory, Store::begin, out)
    }

    fn go_on(&self, directory: &Path, out: &mut Output) -> Result<(), CliError> {
        let recorded = Manifest::read(directory)?;
        let args = recorded_args(directory, &recorded.arguments, recorded_tuning)?;
        let setting = args.setting()?;
        if setting.fingerprint() != recorded.fingerprint {
            return Err(CliError::Usage(format!(
                "{}: cannot go on: version, cards, rules or the policy are not what they were",
                directory.display()
            )));
        }
        if recorded.complete {
            return nothing_to_do(directory, self.session.show, out);
        }
        let _claim = prepare(directory, true)?;
        self.carry_out(&args, &setting, directory, Store::go_on, out)
    }

    fn carry_out(
        &self,
        args: &TuneArgs,
        setting: &Setting,
        directory: &Path,
        open: fn(&Path, Manifest, Duration) -> Result<Store, SimError>,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let threads = self.session.threads();
        let manifest = store::manifest(setting, &args.arguments(), threads);
        let run = Run {
            args,
            setting,
            directory,
            threads,
            show: self.session.show,
        };
        run.carry_out(open(directory, manifest, Duration::ZERO)?, out)
    }
}

/// The arguments of a command that tunes.
fn recorded_tuning(command: Command) -> Option<TuneArgs> {
    match command {
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
}

impl Run<'_> {
    fn carry_out(&self, mut store: Store, out: &mut Output) -> Result<(), CliError> {
        let pool = thread_pool(self.threads)?;
        let mut tuning = Tuning::new(self.setting, pool, store.recover()?);
        self.tune(&mut tuning, &mut store)?;
        let policy = self.named(tuning.policy());
        let judged = self.judge(&policy)?;
        let lines = judgement::lines(&judged.design, &judged.results);
        self.write_policy(&policy, &lines)?;
        let tables = self.tables(&tuning, &judged).map_err(SimError::from)?;
        let object = self.results(&store.manifest, &policy, &lines, &tables);
        let manifest = &mut store.manifest;
        manifest.about.insert("judgement".into(), json!(lines));
        manifest.files.push(FileEntry {
            name: self
                .file()
                .file_name()
                .map_or(String::new(), |name| name.to_string_lossy().into_owned()),
            rows: self.setting.start.dials().len() as u64,
            bytes: std::fs::metadata(self.file()).map_or(0, |data| data.len()),
        });
        let formats = self.args.result.formats();
        store.finish(true, "games", &tables, &formats, &object)?;
        match self.show.json {
            true => writeln!(out, "{object:#}")?,
            false if self.show.quiet => {}
            false => self.report(&lines, out)?,
        }
        Ok(out.flush()?)
    }

    /// Plays all generations that are left.
    fn tune(&self, tuning: &mut Tuning<'_>, store: &mut Store) -> Result<(), CliError> {
        let bar = Bar::of(
            self.setting.generations,
            "generations",
            self.show.is_for_people(),
        );
        while !tuning.is_done() {
            let Some(generation) = tuning.advance(bar.interrupt()) else {
                bar.finish();
                return Err(interrupted("tune", self.directory));
            };
            store.keep(tuning.progress())?;
            let said = format!("best {:.3}, mean {:.3}", generation.best, generation.mean);
            bar.show(generation.number, said);
        }
        bar.finish();
        Ok(())
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
        let stop = self.args.judge_stop(&design)?;
        let study = Plain { design, stop };
        let mut state = State::new(&study);
        let bar = Bar::new(planned_games(&study), self.show.is_for_people());
        let ending = play(&study, self.threads, &mut state, &bar, &mut |_| Ok(()));
        bar.finish();
        let (Plain { design, stop }, sums) = (study, state.sums);
        match ending? {
            Ending::Interrupted => Err(interrupted("tune", self.directory)),
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
    ) -> Result<Vec<(&'static str, Table)>, tables::ExportError> {
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

    /// Everything as one JSON object.
    fn results(
        &self,
        manifest: &Manifest,
        policy: &PolicySpec,
        judgement: &[String],
        tables: &[(&str, Table)],
    ) -> Value {
        let weights = policy.dials().into_iter().map(
            |dial| json!({"section": dial.section, "name": dial.info.name, "value": dial.value}),
        );
        let mut object = json!({
            "start": self.setting.start.name,
            "policy": format!("{}.toml", self.args.name()),
            "command": manifest.command,
            "judgement": judgement,
            "weights": weights.collect::<Vec<_>>(),
        });
        for (name, table) in tables {
            object[*name] = table_json(table);
        }
        object
    }

    fn report(&self, judgement: &[String], out: &mut Output) -> Result<(), CliError> {
        let title = format!(
            "{} weights of {}",
            self.setting.tuned().len(),
            self.setting.start.name
        );
        let file = self.file();
        writeln!(
            out,
            "{} tuned; the policy is {}",
            out.title(&title),
            file.display()
        )?;
        writeln!(
            out,
            "judged on {} with each number of players (seed {}; paired, 95%):",
            self.args.judged_on(),
            self.args.judge_seed()
        )?;
        for line in judgement {
            writeln!(out, "  {line}")?;
        }
        let command = command_line(&self.args.arguments());
        writeln!(out, "{}", out.faint(&command))?;
        Ok(())
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
    use players::registry::BUILT_IN;

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
        let place = Path::new("expert");
        let args = recorded_args(place, &arguments, recorded_tuning);
        let args = args.expect("a command line of `tune`");
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
