//! `xenosim tune`: better weights for a policy.

mod args;
pub(super) mod judged;

use super::CliError;
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::ShowArgs;
use super::simulate::progress::Progress as Bar;
use answers::{
    Answer, Axis, Chart, Column, Grid, Lines, Number, Picture, Point, Section, Series, Unit,
    counted, grouped,
};
pub(super) use args::TuneArgs;
use judged::made_with;
use players::spec::PolicySpec;
use runs::lifecycle::OutputDirectory;
use runs::sim::Watch;
use runs::sim::batch::thread_pool;
use serde_json::Value;
use studies::tune::fitness::aim;
use studies::tune::run::Generation;
use studies::tune::{Progress, Setting, Tuning, store};

pub(super) const EXAMPLES: &str =
    "Sets of weights are proposed by a separable evolution strategy (CMA-ES with a diagonal \
     matrix). All sets of a generation play the same games, and every generation plays fresh ones. \
     The score of a game is its endurance (rounds survived, averaged over bases from 10 to 95 HP \
     per player); all numbers of players have equal weight. The result is written as a policy file \
     that records how it was made, and is compared with the original policy on fresh games. The \
     same options give the same file, on any number of threads.

Examples:
  Tune the default strategies for 1, 2 and 4 players (takes some minutes):
    xenosim tune balanced --name mine

  For other rules:
    xenosim tune --rules onslaught --difficulty hard --name hard-onslaught";

impl Job for TuneArgs {
    const COMMAND: &'static str = "tune";
    type Plan = Setting;

    fn plan(&self) -> Result<Setting, CliError> {
        self.setting()
    }

    fn identity(&self, setting: &Setting) -> Result<(String, Value), CliError> {
        Ok((setting.fingerprint(), store::about(setting)))
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn carry_out(
        &self,
        setting: Setting,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        let run = Run {
            args: self,
            setting: &setting,
            show,
        };
        let Some(tuning) = run.tune(&mut directory)? else {
            return Ok(Ended::interrupted());
        };
        let policy = run.named(tuning.policy());
        directory.announce([self.file()])?;
        let write = |judgement: &[String], directory: &mut OutputDirectory| {
            run.write_policy(&policy, judgement, directory)
        };
        let games = self.judged();
        let Some(judged) = games.judge(&self.file(), &mut directory, show, write)? else {
            return Ok(Ended::interrupted());
        };
        let history = &tuning.progress().history;
        let tables = judged.tables("generations", store::generations_table(history))?;
        let answer = run.answer(&policy, history, games.section(&judged));
        let formats = self.result.formats();
        Ok(directory.conclude(answer, &tables, &formats)?.into())
    }
}

/// A run of tuning.
struct Run<'a> {
    args: &'a TuneArgs,
    setting: &'a Setting,
    show: ShowArgs,
}

impl<'a> Run<'a> {
    /// Plays all remaining generations; `None` if interrupted.
    fn tune(&self, directory: &mut OutputDirectory) -> Result<Option<Tuning<'a>>, CliError> {
        let pool = thread_pool(directory.manifest.threads)?;
        let kept: Option<Progress> = directory.recover()?;
        if kept.as_ref().is_some_and(|kept| !kept.fits(self.setting)) {
            return Err(directory.implausible("it belongs to another run").into());
        }
        let mut tuning = Tuning::new(self.setting, pool, kept);
        let bar = Bar::of(
            self.setting.generations,
            "generations",
            self.show.is_for_people(),
        );
        bar.resumed(tuning.progress().history.len() as u64);
        while !tuning.is_done() {
            let Some(generation) = tuning.advance(bar.interrupt()) else {
                bar.finish();
                return Ok(None);
            };
            directory.keep(tuning.progress())?;
            let said = format!("best {:.3}, mean {:.3}", generation.best, generation.mean);
            bar.show(generation.number, said);
        }
        bar.finish();
        Ok(Some(tuning))
    }

    fn named(&self, policy: PolicySpec) -> PolicySpec {
        PolicySpec {
            name: self.args.name.clone(),
            description: format!(
                "The strategies of {} with tuned weights.",
                self.setting.start.name
            ),
            ..policy
        }
    }

    /// Writes the tuned policy, with what is known of its strength.
    fn write_policy(
        &self,
        policy: &PolicySpec,
        judgement: &[String],
        directory: &mut OutputDirectory,
    ) -> Result<(), CliError> {
        let mut story = made_with(&directory.manifest.command);
        story.extend(self.story());
        story.extend(judgement.iter().cloned());
        let text = policy.to_toml(&story.join("\n"));
        let weights = self.setting.start.weights().len() as u64;
        Ok(directory.write_text(&self.args.file(), &text, weights)?)
    }

    /// How it was tuned.
    fn story(&self) -> [String; 3] {
        let (args, setting) = (self.args, self.setting);
        let players: Vec<String> = args.players.iter().map(u8::to_string).collect();
        [
            format!(
                "{} weights of `{}` were tuned by a separable evolution strategy: {} of",
                setting.tuned().len(),
                args.start,
                counted(setting.generations, "generation")
            ),
            format!(
                "{} sets, each on {} games with each of {} players (games 0 to {} of seed {}).",
                setting.population,
                grouped(setting.games),
                players.join(", "),
                grouped(setting.generations * setting.games - 1),
                setting.seed
            ),
            format!("Goal: {}.", aim(args.measure)),
        ]
    }

    /// What was tuned, and what came of it.
    fn answer(&self, policy: &PolicySpec, history: &[Generation], judged: Section) -> Answer {
        let (args, setting) = (self.args, self.setting);
        let (weights, start) = (setting.tuned().len(), &setting.start.name);
        let mut answer = Answer::new("tune", format!("{weights} weights of {start}"));
        answer.ending = "games".into();
        answer.warnings = setting.plans[0].warnings();
        answer.say(format!(
            "{weights} weights of `{start}` tuned: `{}`.",
            args.file()
        ));
        answer.section(judged);
        let columns = [Column::words("section"), Column::words("weight")];
        let mut grid = Grid::new(columns.into_iter().chain([Column::numbers("value")]));
        for weight in policy.weights() {
            let value = weight.value.to_string();
            grid.row([weight.section.into(), weight.info.name.into(), value.into()]);
        }
        answer.section(Section::new("Weights").grid(grid).detail());
        let picture = generations_picture(history);
        answer.section(Section::new("Tuning by generation").pictures([picture]));
        answer
    }
}

/// The progress of tuning.
fn generations_picture(history: &[Generation]) -> Picture {
    let series = |name: &str, get: fn(&Generation) -> f64| Series {
        name: name.into(),
        points: history
            .iter()
            .map(|one| Point {
                x: one.number as f64,
                y: Number::new(get(one), Unit::Amount),
                label: String::new(),
            })
            .collect(),
    };
    let chart = Chart::Lines(Lines {
        x: Axis::new("generation", Unit::Count),
        y: Axis::new("result of a set of weights", Unit::Amount),
        series: vec![
            series("best", |one| one.best),
            series("mean", |one| one.mean),
            series("worst", |one| one.worst),
        ],
        at_x: Vec::new(),
        at_y: Vec::new(),
    });
    Picture::new("Tuning by generation", "generations", chart)
        .caption("Each generation plays fresh games.")
}
