//! `xenosim learn`: a value of positions, learned from games.

mod args;

use super::lifecycle::{self, Ended, Job, Session};
use super::result_args::ResultArgs;
use super::simulate::progress::Progress as Bar;
use super::simulate::{SessionArgs, ShowArgs};
use super::{CliError, Output};
use args::LearnArgs;
use players::spec::PolicySpec;
use players::value::file::Learned;
use players::value::source::ValueSource;
use runs::lifecycle::{OutputDirectory, command_line};
use runs::sim::batch::thread_pool;
use runs::sim::{SimError, Watch};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use studies::compare::Results;
use studies::compare::play::{Ending, Plain, State, planned_games, play};
use studies::compare::tables::{arms_table, differences_table, table_json};
use studies::learn::{Generation, Learning, Listener, PIECES, Progress, Setting, store};
use studies::tune::judgement;
use tables::Table;

const EXAMPLES: &str = "Games are played to the end of round 9 whatever happens to the base, by the \
policies in turn, with some random choices. A small network learns from every table at the start \
of a round and of deployment how many of the rounds to come would be survived, for any base. It \
knows cards by their figures and abilities as well as by name, so cards it has not met are judged \
by what they are like. From the second generation on, players who buy by what was learned take \
part. One game in 20 is kept apart to see how good the value is. The result is a value (NAME.value) \
and a policy that buys by it (NAME.toml), judged against the first policy on games never used \
before. Policies that search take a value by `[search] value = \"NAME.value\"`. The same options \
give the same files, on any number of threads.

Examples:
  For the game as it is (some minutes):
    xenosim learn --name mine

  For a changed card set and other rules, two players only:
    xenosim learn --patch mine.toml --rules onslaught --players 2 --name onslaught-two

  Quickly, to try it out:
    xenosim learn --games 4000 --generations 1 --judge-games 200

  Resume after Ctrl-C (generation by generation):
    xenosim learn --resume reports/learn";

/// Arguments of `learn`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Resume an interrupted run; its options come from the directory
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    learn: LearnArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let session = Session {
            // A generation is worth keeping.
            checkpoint: Duration::ZERO,
            ..Session::from(&self.session)
        };
        lifecycle::run(&self.learn, self.resume.as_deref(), session, out)
    }
}

/// What came of learning.
pub(super) struct Outcome {
    directory: PathBuf,
    generations: Vec<Generation>,
    judgement: Vec<String>,
    json: Value,
}

impl Job for LearnArgs {
    const COMMAND: &'static str = "learn";
    type Plan = Setting;
    type Outcome = Outcome;

    fn plan(&self) -> Result<Setting, CliError> {
        self.setting()
    }

    fn identity(&self, setting: &Setting) -> Result<(String, Value), CliError> {
        Ok((setting.fingerprint(), store::about(setting)))
    }

    fn arguments(&self, _: &Setting) -> Vec<String> {
        self.command_line()
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, _: &Setting) -> Option<String> {
        Some(Self::COMMAND.into())
    }

    fn carry_out(
        &self,
        setting: Setting,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Outcome>, CliError> {
        let interrupted = Ended {
            outcome: None,
            complete: false,
        };
        let path = directory.path().unwrap_or(Path::new("")).to_path_buf();
        let run = Run {
            args: self,
            setting: &setting,
            show,
        };
        let Some(progress) = run.learn(&mut directory)? else {
            return Ok(interrupted);
        };
        directory.announce([self.value_file(), self.policy_file()])?;
        run.write(&progress, &[], &mut directory)?;
        let Some((judgement, mut tables)) = run.judge(&mut directory)? else {
            return Ok(interrupted);
        };
        run.write(&progress, &judgement, &mut directory)?;
        let generations = progress.generations.clone();
        let held_out = store::held_out_table(&generations).map_err(SimError::from)?;
        tables.insert(0, ("held_out", held_out));
        let json = run.results(&judgement, &tables);
        let about = &mut directory.manifest.about;
        about.insert("judgement".into(), json!(judgement));
        directory.write_results(&tables, &self.result.formats(), &json)?;
        directory.finish(true, "games")?;
        Ok(Ended {
            outcome: Some(Outcome {
                directory: path,
                generations,
                judgement,
                json,
            }),
            complete: true,
        })
    }

    fn json(&self, outcome: &Outcome) -> Value {
        outcome.json.clone()
    }

    fn report(&self, outcome: &Outcome, out: &mut Output) -> Result<(), CliError> {
        let file = outcome.directory.join(self.value_file());
        let title = out.title(&format!("value {}", self.name()));
        writeln!(out, "{title} learned; it is {}", file.display())?;
        for line in outcome
            .generations
            .last()
            .map(held_out_lines)
            .unwrap_or_default()
        {
            writeln!(out, "{line}")?;
        }
        writeln!(
            out,
            "{} judged against {} on {} fresh games with each number of players (seed {}; paired, \
             95%):",
            self.policy_file(),
            self.start(),
            self.judge_games(),
            self.judge_seed()
        )?;
        for line in &outcome.judgement {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "{}", out.faint(&command_line(&self.command_line())))?;
        Ok(())
    }
}

/// How good the value was on games kept apart, in words.
fn held_out_lines(generation: &Generation) -> Vec<String> {
    let row = |name: &str, losses: &[f64]| {
        let figures: Vec<String> = losses.iter().map(|loss| format!("{loss:.3}")).collect();
        format!("  {name:28} {}", figures.join("  "))
    };
    vec![
        "loss on games kept apart, by round (less is better):".into(),
        row("the value", &generation.held_out),
        row("knowing no card by name", &generation.nameless),
        row("knowing round and base only", &generation.ignorant),
    ]
}

/// A run of learning.
struct Run<'a> {
    args: &'a LearnArgs,
    setting: &'a Setting,
    show: ShowArgs,
}

/// Shows how far learning is. Games are played by many threads, the bar is drawn by one.
struct Shown<'a> {
    interrupt: &'a AtomicBool,
    done: AtomicU64,
}

impl Listener for Shown<'_> {
    fn at(&self, done: u64, _: &str) {
        self.done.fetch_max(done, Ordering::Relaxed);
    }

    fn interrupt(&self) -> &AtomicBool {
        self.interrupt
    }
}

impl Run<'_> {
    /// Learns in all generations that are left; nothing if it was interrupted.
    fn learn(&self, directory: &mut OutputDirectory) -> Result<Option<Progress>, CliError> {
        let pool = thread_pool(directory.manifest.threads)?;
        let kept: Option<Progress> = directory.recover()?;
        if kept.as_ref().is_some_and(|kept| !kept.fits(self.setting)) {
            return Err(directory.implausible("it is of another run").into());
        }
        let mut learning = Learning::new(self.setting, pool, kept);
        let all = self.setting.generations * 2 * PIECES;
        let bar = Bar::of(all, "pieces", self.show.is_for_people());
        bar.resumed(learning.progress().generations.len() as u64 * 2 * PIECES);
        while !learning.is_done() {
            let shown = Shown {
                interrupt: bar.interrupt(),
                done: AtomicU64::new(0),
            };
            let Some(advanced) = advance(&mut learning, &shown, &bar) else {
                bar.finish();
                return Ok(None);
            };
            directory.keep(learning.progress())?;
            bar.show(
                advanced * 2 * PIECES,
                format!("generation {advanced} learned"),
            );
        }
        bar.finish();
        Ok(Some(learning.progress().clone()))
    }

    /// Writes the value and the policy that goes by it.
    fn write(
        &self,
        progress: &Progress,
        judgement: &[String],
        directory: &mut OutputDirectory,
    ) -> Result<(), CliError> {
        let learned = progress.learned().unwrap_or_else(|| Learned {
            story: Vec::new(),
            weights: players::value::weights::Weights::zero(&self.setting.plans[0].cards),
        });
        let story = self.story(progress, judgement);
        let learned = Learned {
            story: story.clone(),
            ..learned
        };
        let weights = learned.weights.rows().map(|row| row.len() as u64).sum();
        directory.write_bytes(&self.args.value_file(), &learned.to_bytes(), weights)?;
        let source = ValueSource::new(&self.args.value_file(), learned);
        let policy = self
            .setting
            .by_value(&source)
            .unwrap_or_else(|| self.setting.policies[0].clone());
        let policy = PolicySpec {
            name: self.args.name().into(),
            description: "Buys by a learned value.".into(),
            ..policy
        };
        let text = policy.to_toml(&story.join("\n"), &self.setting.plans[0].cards);
        Ok(directory.write_text(&self.args.policy_file(), &text, 1)?)
    }

    /// How the value was made, the same whenever the same command is given.
    fn story(&self, progress: &Progress, judgement: &[String]) -> Vec<String> {
        let setting = self.setting;
        let mut lines = vec![
            format!("Made by xenosim {} with", env!("CARGO_PKG_VERSION")),
            format!("  {}", command_line(&self.args.command_line())),
            format!(
                "Learned from {} generations of {} games played to the end of round 9.",
                setting.generations, setting.games
            ),
        ];
        if let Some(last) = progress.generations.last() {
            lines.extend(held_out_lines(last));
        }
        if !judgement.is_empty() {
            lines.push(format!(
                "Buying by it, judged against `{}` on {} fresh games (seed {}; paired, 95%):",
                self.args.start(),
                self.args.judge_games(),
                self.args.judge_seed()
            ));
            lines.extend(judgement.iter().map(|line| format!("  {line}")));
        }
        lines
    }

    /// Judges the policy as it stands in its file; nothing if it was interrupted.
    #[allow(clippy::type_complexity)] // The judgement in words, and its tables.
    fn judge(
        &self,
        directory: &mut OutputDirectory,
    ) -> Result<Option<(Vec<String>, Vec<(&'static str, Table)>)>, CliError> {
        let folder = directory.path().unwrap_or(Path::new(""));
        let design = self.args.judgement(&folder.join(self.args.policy_file()))?;
        let study = Plain {
            design,
            stop: self.args.judge_stop(),
        };
        let mut state = State::new(&study);
        let bar = Bar::new(planned_games(&study), self.show.is_for_people());
        let threads = directory.manifest.threads;
        let ending = play(&study, threads, &mut state, &bar, &mut |_| Ok(()));
        bar.finish();
        let (Plain { design, stop }, sums) = (study, state.sums);
        let ending = match ending? {
            Ending::Interrupted => return Ok(None),
            ending => ending,
        };
        let results = Results::new(&design, &stop, &sums, ending);
        let tables = vec![
            (
                "arms",
                arms_table(&design, &results).map_err(SimError::from)?,
            ),
            (
                "differences",
                differences_table(&design, &results, &sums).map_err(SimError::from)?,
            ),
        ];
        Ok(Some((judgement::lines(&design, &results), tables)))
    }

    /// Everything as one JSON object.
    fn results(&self, judgement: &[String], tables: &[(&str, Table)]) -> Value {
        let mut object = json!({
            "value": self.args.value_file(),
            "policy": self.args.policy_file(),
            "command": command_line(&self.args.command_line()),
            "judgement": judgement,
        });
        for (name, table) in tables {
            object[*name] = table_json(table);
        }
        object
    }
}

/// Learns in one generation while the bar is kept up to date; its number, unless interrupted.
fn advance(learning: &mut Learning<'_>, shown: &Shown<'_>, bar: &Bar) -> Option<u64> {
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let number = learning.advance(shown).map(|generation| generation.number);
            finished.store(true, Ordering::Relaxed);
            number
        });
        while !finished.load(Ordering::Relaxed) && !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(100));
            let done = shown.done.load(Ordering::Relaxed);
            let what = match done % (2 * PIECES) < PIECES {
                true => "playing",
                false => "learning",
            };
            bar.show(done, what.into());
        }
        worker.join().unwrap_or(None)
    })
}
