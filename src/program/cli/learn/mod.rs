//! `xenosim learn`: a value of positions, learned from games.

mod args;
mod shards;

pub(super) use args::LearnArgs;

use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::ShowArgs;
use super::simulate::progress::Progress as Bar;
use super::tune::judged::with_tables;
use super::{CliError, Output};
use players::spec::PolicySpec;
use reports::terminal::text::{counted, grouped};
use runs::lifecycle::{OutputDirectory, command_line};
use runs::sim::batch::thread_pool;
use runs::sim::{Shard, SimError, Watch};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use studies::compare::design::Design;
use studies::learn::{Generation, Learning, Listener, PIECES, Progress, Setting, store};
use tables::Table;
use value::file::Learned;
use value::rows::Rows;
use value::source::ValueSource;

pub(super) const EXAMPLES: &str = "The policies take turns to play games to the end of round 9, \
    even after the base has fallen, with some random choices. A small neural network learns, from \
    the position at the start of each round and of each deployment, the share of the remaining \
    rounds that would be survived, for any base. It knows cards by their figures and abilities as \
    well as by name, so it can judge cards that it has not seen. From the second generation on, \
    players that use the new value take part. One game in 20 is held out to measure how good the \
    value is. The result is a value (NAME.value) and a policy that buys with it (NAME.toml), \
    compared with the first policy on fresh games. To search with the value, use `[search] value = \
    \"NAME.value\"` in a policy. The same options give the same files, on any number of threads.

Examples:
  For the standard game (takes some minutes):
    xenosim learn --name mine

  For a changed card set and other rules, two players only:
    xenosim learn --patch mine.toml --rules onslaught --players 2 --name onslaught-two

  Quickly, to try it out:
    xenosim learn --games 4000 --generations 1 --judge-games 200

  Resume after Ctrl-C (generation by generation):
    xenosim learn --resume reports/learn

  The games of each generation on two machines; merging trains on them:
    xenosim learn --shard 1/2 --out a1      (and --shard 2/2 --out a2)
    xenosim merge a1 a2 --out first
    xenosim learn --from first --shard 1/2 --out b1      (and --shard 2/2 --out b2)
    xenosim merge b1 b2 --out learned";

/// What is to be learned, and the value that a shard starts from.
pub(in crate::cli) struct Plan {
    setting: Setting,
    before: Progress,
}

/// The outcome of learning.
pub(in crate::cli) enum Outcome {
    /// Everything was learned.
    Learned(Learnt),
    /// Some games of a generation were played, or one of several generations was learned.
    Part {
        /// For a person.
        text: String,
        /// As JSON.
        json: Value,
    },
}

/// The final result of learning.
pub(in crate::cli) struct Learnt {
    directory: PathBuf,
    generations: Vec<Generation>,
    judgement: Vec<String>,
    json: Value,
}

impl Job for LearnArgs {
    const COMMAND: &'static str = "learn";
    type Plan = Plan;
    type Outcome = Outcome;

    fn plan(&self) -> Result<Plan, CliError> {
        let setting = self.setting()?;
        let before = self.before(&setting)?;
        Ok(Plan { setting, before })
    }

    fn identity(&self, Plan { setting, before }: &Plan) -> Result<(String, Value), CliError> {
        let mut about = store::about(setting);
        if self.shard.is_none() {
            return Ok((setting.fingerprint(), about));
        }
        about["generation"] = (before.generations.len() + 1).into();
        let (setting, before) = (setting.fingerprint(), before.fingerprint());
        Ok((format!("{setting}-{before}"), about))
    }

    fn arguments(&self, _: &Plan) -> Vec<String> {
        let from = self.from.iter().map(|path| path.display());
        self.command_line()
            .each("shard", self.shard)
            .each("from", from)
            .done()
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, plan: &Plan) -> Option<String> {
        let generation = plan.before.generations.len() + 1;
        Some(match self.shard {
            Some(_) => format!("{}-{generation}", Self::COMMAND),
            None => Self::COMMAND.into(),
        })
    }

    /// Every generation is saved.
    fn keeps_every_step(&self) -> bool {
        self.shard.is_none()
    }

    fn carry_out(
        &self,
        plan: Plan,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Outcome>, CliError> {
        if let Some(shard) = self.shard {
            return shards::play(&plan, shard, directory, show);
        }
        let run = Run {
            args: self,
            setting: &plan.setting,
            show,
        };
        match run.learn(&mut directory)? {
            Some(progress) => run.conclude(&progress, directory),
            None => Ok(INTERRUPTED),
        }
    }

    fn json(&self, outcome: &Outcome) -> Value {
        match outcome {
            Outcome::Learned(learnt) => learnt.json.clone(),
            Outcome::Part { json, .. } => json.clone(),
        }
    }

    fn report(&self, outcome: &Outcome, out: &mut Output) -> Result<(), CliError> {
        match outcome {
            Outcome::Learned(learnt) => self.tell(learnt, out),
            Outcome::Part { text, .. } => Ok(writeln!(out, "{text}")?),
        }
    }
}

/// Interrupted before there was anything to show.
const INTERRUPTED: Ended<Outcome> = Ended {
    outcome: None,
    complete: false,
};

impl Run<'_> {
    /// Judges what was learned and writes everything.
    fn conclude(
        &self,
        progress: &Progress,
        mut directory: OutputDirectory,
    ) -> Result<Ended<Outcome>, CliError> {
        let (run, args) = (self, self.args);
        let path = directory.path().unwrap_or(Path::new("")).to_path_buf();
        directory.announce([args.value_file(), args.policy_file()])?;
        run.write(progress, &[], &mut directory)?;
        let stop = |_: &Design| Ok(args.judge_stop());
        let judged = args
            .judged()
            .judge(&args.policy_file(), stop, &directory, self.show)?;
        let Some(judged) = judged else {
            return Ok(INTERRUPTED);
        };
        let judgement = judged.lines();
        run.write(progress, &judgement, &mut directory)?;
        let generations = progress.generations.clone();
        let tables = judged.tables("held_out", store::held_out_table(&generations))?;
        let json = run.results(&judgement, &tables);
        let about = &mut directory.manifest.about;
        about.insert("judgement".into(), json!(judgement));
        directory.write_results(&tables, &args.result.formats(), &json)?;
        directory.finish(true, "games")?;
        Ok(Ended {
            outcome: Some(Outcome::Learned(Learnt {
                directory: path,
                generations,
                judgement,
                json,
            })),
            complete: true,
        })
    }
}

impl LearnArgs {
    /// Prints what was learned for a person.
    fn tell(&self, outcome: &Learnt, out: &mut Output) -> Result<(), CliError> {
        let file = outcome.directory.join(self.value_file());
        let title = out.title(&format!("value {}", self.name()));
        writeln!(out, "{title} trained: {}", file.display())?;
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
            "{} compared with {} on {} fresh games with each number of players (seed {}; paired, \
             95%):",
            self.policy_file(),
            self.start(),
            self.judge_games(),
            self.judged().judge_seed()
        )?;
        for line in &outcome.judgement {
            writeln!(out, "  {line}")?;
        }
        writeln!(
            out,
            "{}",
            out.faint(&command_line(&self.command_line().done()))
        )?;
        Ok(())
    }
}

/// In how many rounds the value is better than a guess from round and base.
fn beaten(generation: &Generation) -> String {
    let losses = generation.held_out.iter().zip(&generation.ignorant);
    let better = losses.filter(|(value, guess)| value < guess).count();
    let rounds = generation.held_out.len();
    format!("better than a guess from round and base in {better} of {rounds} rounds")
}

/// How good the value was on held-out games, as text.
fn held_out_lines(generation: &Generation) -> Vec<String> {
    let row = |name: &str, losses: &[f64]| {
        let figures: Vec<String> = losses.iter().map(|loss| format!("{loss:.3}")).collect();
        format!("  {name:28} {}", figures.join("  "))
    };
    vec![
        "loss on held-out games, by round (lower is better):".into(),
        row("the value", &generation.held_out),
        row("knowing no card by name", &generation.nameless),
        row("knowing round and base only", &generation.ignorant),
        format!("  {}", beaten(generation)),
    ]
}

/// A run of learning.
struct Run<'a> {
    args: &'a LearnArgs,
    setting: &'a Setting,
    show: ShowArgs,
}

/// Shows the progress of learning. Games are played by many threads, the bar is drawn by one.
struct Shown<'a> {
    interrupt: &'a AtomicBool,
    done: AtomicU64,
}

impl Shown<'_> {
    /// The current activity and the number of finished pieces.
    fn what(&self, done: u64) -> &'static str {
        if done % (2 * PIECES) < PIECES {
            "playing"
        } else {
            "learning"
        }
    }
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
    /// Runs all remaining generations; `None` if interrupted.
    fn learn(&self, directory: &mut OutputDirectory) -> Result<Option<Progress>, CliError> {
        let pool = thread_pool(directory.manifest.threads)?;
        let kept: Option<Progress> = directory.recover()?;
        if kept.as_ref().is_some_and(|kept| !kept.fits(self.setting)) {
            return Err(directory.implausible("it belongs to another run").into());
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
            let advanced = beside_bar(&shown, &bar, || {
                let generation = learning.advance(directory, &shown)?;
                Ok::<_, SimError>(generation.map(|generation| generation.number))
            });
            let Some(advanced) = advanced.inspect_err(|_| bar.finish())? else {
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

    /// Writes the value and the policy that uses it.
    fn write(
        &self,
        progress: &Progress,
        judgement: &[String],
        directory: &mut OutputDirectory,
    ) -> Result<(), CliError> {
        let learned = progress.learned().unwrap_or_else(|| Learned {
            story: Vec::new(),
            weights: value::weights::Weights::zero(&self.setting.plans[0].cards),
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
            description: "Buys with a learned value.".into(),
            ..policy
        };
        let text = policy.to_toml(&story.join("\n"), &self.setting.plans[0].cards);
        Ok(directory.write_text(&self.args.policy_file(), &text, 1)?)
    }

    /// How the value was made; the same command gives the same text.
    fn story(&self, progress: &Progress, judgement: &[String]) -> Vec<String> {
        let setting = self.setting;
        let mut lines = vec![
            format!("Made by xenosim {} with", env!("CARGO_PKG_VERSION")),
            format!("  {}", command_line(&self.args.command_line().done())),
            format!(
                "Learned from {} of {} games played to the end of round 9.",
                counted(setting.generations, "generation"),
                grouped(setting.games)
            ),
        ];
        if let Some(last) = progress.generations.last() {
            lines.extend(held_out_lines(last));
        }
        if !judgement.is_empty() {
            lines.push(format!(
                "A policy that buys with it, compared with `{}` on {} fresh games (seed {}; \
                 paired, 95%):",
                self.args.start(),
                self.args.judge_games(),
                self.args.judged().judge_seed()
            ));
            lines.extend(judgement.iter().map(|line| format!("  {line}")));
        }
        lines
    }

    /// Everything as one JSON object.
    fn results(&self, judgement: &[String], tables: &[(&str, Table)]) -> Value {
        let object = json!({
            "value": self.args.value_file(),
            "policy": self.args.policy_file(),
            "command": command_line(&self.args.command_line().done()),
            "judgement": judgement,
        });
        with_tables(object, tables)
    }
}

/// Learns from games that have been played.
fn advance_with(
    learning: &mut Learning<'_>,
    rows: &Rows,
    shown: &Shown<'_>,
    bar: &Bar,
) -> Option<u64> {
    beside_bar(shown, bar, || {
        let generation = learning.advance_with(rows, shown);
        generation.map(|generation| generation.number)
    })
}

/// Does some work while the bar is updated.
fn beside_bar<T: Send>(shown: &Shown<'_>, bar: &Bar, work: impl FnOnce() -> T + Send) -> T {
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let done = work();
            finished.store(true, Ordering::Relaxed);
            done
        });
        while !finished.load(Ordering::Relaxed) && !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(100));
            let done = shown.done.load(Ordering::Relaxed);
            bar.show(done, shown.what(done).into());
        }
        match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
