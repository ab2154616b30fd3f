//! `xenosim tune`: better weights for a policy.

mod args;
mod header;
pub(super) mod judged;

use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::ShowArgs;
use super::simulate::progress::Progress as Bar;
use super::{CliError, Output};
pub(super) use args::TuneArgs;
use header::Header;
use judged::{Judged, with_tables};
use players::spec::PolicySpec;
use runs::lifecycle::{Manifest, OutputDirectory, command_line};
use runs::sim::Watch;
use runs::sim::batch::thread_pool;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use studies::compare::design::Design;
use studies::tune::{Progress, Setting, Tuning, store};
use tables::Table;

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

  Only purchases, for two players, with more games for each set of weights:
    xenosim tune expert --section purchase --players 2 --games 1000

  For other rules:
    xenosim tune --rules onslaught --difficulty hard --name hard-onslaught

  Resume after Ctrl-C:
    xenosim tune --resume reports/tune";

/// The outcome of tuning.
pub(super) struct Tuned {
    setting: Setting,
    directory: PathBuf,
    judgement: Vec<String>,
    json: Value,
}

impl Job for TuneArgs {
    const COMMAND: &'static str = "tune";
    type Plan = Setting;
    type Outcome = Tuned;

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

    /// Every generation is saved.
    fn keeps_every_step(&self) -> bool {
        true
    }

    fn carry_out(
        &self,
        setting: Setting,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Tuned>, CliError> {
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
        let Some(tuning) = run.tune(&mut directory)? else {
            return Ok(interrupted);
        };
        let policy = run.named(tuning.policy());
        let Some(judged) = run.judge(&policy, &mut directory)? else {
            return Ok(interrupted);
        };
        let judgement = judged.lines();
        run.write_policy(&policy, &judgement, &mut directory)?;
        let generations = store::generations_table(&tuning.progress().history);
        let tables = judged.tables("generations", generations)?;
        let json = run.results(&directory.manifest, &policy, &judgement, &tables);
        let about = &mut directory.manifest.about;
        about.insert("judgement".into(), json!(judgement));
        directory.write_results(&tables, &self.result.formats(), &json)?;
        directory.finish(true, "games")?;
        Ok(Ended {
            outcome: Some(Tuned {
                setting,
                directory: path,
                judgement,
                json,
            }),
            complete: true,
        })
    }

    fn json(&self, tuned: &Tuned) -> Value {
        tuned.json.clone()
    }

    fn report(&self, tuned: &Tuned, out: &mut Output) -> Result<(), CliError> {
        let setting = &tuned.setting;
        let title = format!(
            "{} weights of {}",
            setting.tuned().len(),
            setting.start.name
        );
        let file = tuned.directory.join(self.file());
        writeln!(out, "{} tuned: {}", out.title(&title), file.display())?;
        writeln!(
            out,
            "compared on {} with each number of players (seed {}; paired, 95%):",
            self.judged_on(),
            self.judged().judge_seed()
        )?;
        for line in &tuned.judgement {
            writeln!(out, "  {line}")?;
        }
        let command = command_line(&self.command_line());
        writeln!(out, "{}", out.faint(&command))?;
        Ok(())
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
            name: self.args.name().into(),
            description: format!(
                "The strategies of {} with tuned weights.",
                self.setting.start.name
            ),
            ..policy
        }
    }

    /// Writes the tuned policy; the first time before it is judged.
    fn write_policy(
        &self,
        policy: &PolicySpec,
        judgement: &[String],
        directory: &mut OutputDirectory,
    ) -> Result<(), CliError> {
        let header = Header {
            args: self.args,
            setting: self.setting,
            judgement,
        };
        let text = policy.to_toml(&header.text(), &self.setting.plans[0].cards);
        let weights = self.setting.start.weights().len() as u64;
        Ok(directory.write_text(&self.args.file(), &text, weights)?)
    }

    /// Judges the policy as written in its file; `None` if interrupted.
    fn judge(
        &self,
        policy: &PolicySpec,
        directory: &mut OutputDirectory,
    ) -> Result<Option<Judged>, CliError> {
        directory.announce([self.args.file()])?;
        self.write_policy(policy, &[], directory)?;
        let (args, show) = (self.args, self.show);
        let stop = |design: &Design| args.judge_stop(design);
        args.judged().judge(&args.file(), stop, directory, show)
    }

    /// Everything as one JSON object.
    fn results(
        &self,
        manifest: &Manifest,
        policy: &PolicySpec,
        judgement: &[String],
        tables: &[(&str, Table)],
    ) -> Value {
        let weights = policy.weights().into_iter().map(
            |weight| json!({"section": weight.section, "name": weight.info.name, "value": weight.value}),
        );
        let object = json!({
            "start": self.setting.start.name,
            "policy": self.args.file(),
            "command": manifest.command,
            "judgement": judgement,
            "weights": weights.collect::<Vec<_>>(),
        });
        with_tables(object, tables)
    }
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

    fn parsed(arguments: &[String]) -> TuneArgs {
        #[derive(clap::Parser)]
        struct Tune {
            #[command(flatten)]
            args: TuneArgs,
        }
        let tune: Tune = clap::Parser::try_parse_from(arguments).expect("a command line of `tune`");
        tune.args
    }

    #[test]
    fn expert_says_by_which_command_it_was_made() {
        let expert = BUILT_IN.iter().find(|policy| policy.name == "expert");
        let text = expert.expect("a built-in policy").text;
        let arguments = command_of(text);
        let args = parsed(&arguments);
        assert_eq!(args.command_line(), arguments);
        assert_eq!(args.name(), "expert");
        let setting = args.setting().unwrap();
        // The file is laid out as the command lays it out, and has all weights it would have.
        let cards = &setting.plans[0].cards;
        let expert = PolicySpec::parse("expert", "expert.toml", text, cards).unwrap();
        let names = |policy: &PolicySpec| -> Vec<_> {
            let weights = policy.weights().into_iter();
            weights
                .map(|weight| (weight.section, weight.info.name))
                .collect()
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
