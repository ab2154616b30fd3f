//! `xenosim learn`: a player, learned from games and from search.

mod args;
mod shards;

pub(super) use args::LearnArgs;

use super::CliError;
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::ShowArgs;
use super::simulate::progress::Progress as Bar;
use super::tune::judged::made_with;
use answers::{Answer, Section, counted, grouped};
use players::spec::PolicySpec;
use runs::lifecycle::OutputDirectory;
use runs::sim::batch::thread_pool;
use runs::sim::{Shard, Watch};
use serde_json::Value;
use studies::learn::games::VALUE_GAMES;
use studies::learn::generation::HeldOut;
use studies::learn::options::regret::Regret;
use studies::learn::shard::shard_fingerprint;
use studies::learn::{Generation, Learning, PIECES, Progress, Setting, store};
use value::options::features::kind_of_question;

pub(super) const EXAMPLES: &str = "Each generation plays games in which search tries the options of \
    every question; search answers half of them, the player that learns nearly all others, so that \
    its own mistakes are met. Small neural networks learn what the options are worth. In more games, \
    played to the end of round 9 with some random purchases, a network learns the share of the \
    remaining rounds that would be survived, for any base: the value. Both know cards by their \
    figures and abilities as well as by name, so they can judge cards that they have not seen. The \
    next generation plays and searches with both. Rules that are not set are drawn for every few \
    games, and in some the figures of cards are changed a little. One game in 20 is held out; how far \
    the networks' answers there fall short of those of search is how good they are. The result is a \
    policy (NAME.toml) with its networks (NAME.net) and value (NAME.value), compared with the first \
    policy on fresh games. To search around it, use `[search] policy = \"NAME.toml\"` in a policy. \
    The same options give the same files, on any number of threads.

Examples:
  For any rules (takes hours):
    xenosim learn --name mine

  For a changed card set and other rules, two players only (about an hour):
    xenosim learn --patch mine.toml --rules onslaught --players 2 --games 2000 --name onslaught-two

  Quickly, to try it out:
    xenosim learn --games 100 --generations 1 --judge-games 200 --players 1

  Resume after Ctrl-C (generation by generation):
    xenosim learn --resume reports/learn

  The games of each generation on two machines; merging trains on them:
    xenosim learn --shard 1/2 --out a1      (and --shard 2/2 --out a2)
    xenosim merge a1 a2 --out first
    xenosim learn --from first --shard 1/2 --out b1      (and --shard 2/2 --out b2)
    xenosim merge b1 b2 --out learned";

/// What is to be learned, and what a shard starts from.
pub(in crate::cli) struct Plan {
    setting: Setting,
    before: Progress,
}

impl Job for LearnArgs {
    const COMMAND: &'static str = "learn";
    type Plan = Plan;

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
        Ok((shard_fingerprint(setting, before), about))
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, plan: &Plan) -> String {
        let generation = plan.before.generations.len() + 1;
        match self.shard {
            Some(_) => format!("{}-{generation}", Self::COMMAND),
            None => Self::COMMAND.into(),
        }
    }

    fn carry_out(
        &self,
        plan: Plan,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
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
            None => Ok(Ended::interrupted()),
        }
    }
}

impl Run<'_> {
    /// Judges what was learned and writes everything.
    fn conclude(
        &self,
        progress: &Progress,
        mut directory: OutputDirectory,
    ) -> Result<Ended, CliError> {
        let args = self.args;
        let [value, networks] = args.learned_files();
        directory.announce([value, networks, args.policy_file()])?;
        let write = |judgement: &[String], directory: &mut OutputDirectory| {
            self.write(progress, judgement, directory)
        };
        let (games, file) = (args.judged(), args.policy_file());
        let Some(judged) = games.judge(&file, &mut directory, self.show, write)? else {
            return Ok(Ended::interrupted());
        };
        let generations = &progress.generations;
        let mut tables = judged.tables("held_out", store::held_out_table(generations))?;
        tables.insert(0, ("regret", store::regret_table(generations)?));
        let mut answer = args.answer(generations, games.section(&judged));
        answer.warnings = self.setting.plans[0].warnings();
        let formats = args.result.formats();
        Ok(directory.conclude(answer, &tables, &formats)?.into())
    }
}

impl LearnArgs {
    /// What was learned, and what came of it.
    fn answer(&self, generations: &[Generation], judged: Section) -> Answer {
        let mut answer = Answer::new("learn", format!("policy {}", self.name));
        answer.ending = "games".into();
        answer.say(format!(
            "Policy `{}` trained: `{}`.",
            self.name,
            self.policy_file()
        ));
        if let Some(last) = generations.last() {
            answer.section(Section {
                text: held_out_lines(last),
                ..Section::new("What it knows")
            });
        }
        answer.section(judged);
        answer
    }
}

/// In how many rounds the value is better than a guess from round and base.
fn beaten(held_out: &HeldOut) -> String {
    let losses = held_out.loss.iter().zip(&held_out.ignorant);
    let better = losses.filter(|(value, guess)| value < guess).count();
    let rounds = held_out.loss.len();
    format!("better than a guess from round and base in {better} of {rounds} rounds")
}

/// How good a generation was on held-out games, as text.
fn held_out_lines(generation: &Generation) -> Vec<String> {
    let held_out = &generation.held_out;
    let row = |name: &str, losses: &[f64]| {
        let figures: Vec<String> = losses.iter().map(|loss| format!("{loss:.3}")).collect();
        format!("  {name:28} {}", figures.join("  "))
    };
    let mut lines = regret_lines(held_out);
    lines.extend([
        "loss of the value on held-out games, by round (lower is better):".into(),
        row("the value", &held_out.loss),
        row("knowing no card by name", &held_out.nameless),
        row("knowing round and base only", &held_out.ignorant),
        format!("  {}", beaten(held_out)),
    ]);
    lines
}

/// By how much answers fall short of those of search, by kind of question, as text.
fn regret_lines(held_out: &HeldOut) -> Vec<String> {
    let row = |name: &str, regret: &Regret| {
        let figures = [regret.network, regret.before, regret.plain, regret.random];
        let figures = figures.map(|figure| format!("{:9.2}", 1e3 * figure));
        format!("  {name:20}{:>10}{}", regret.questions, figures.concat())
    };
    let mut lines = vec![
        "how far answers fall short of those of search on held-out games, in thousandths of the \
         way to the end (lower is better):"
            .into(),
        format!(
            "  {:20}{:>10}{:>9}{:>9}{:>9}{:>9}",
            "question", "asked", "learned", "before", "plain", "random"
        ),
    ];
    let regrets = held_out.regrets.iter();
    lines.extend(regrets.map(|(about, regret)| row(kind_of_question(*about), regret)));
    lines.push(row("all", &held_out.regret()));
    lines
}

/// A run of learning.
struct Run<'a> {
    args: &'a LearnArgs,
    setting: &'a Setting,
    show: ShowArgs,
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
            let generation = learning
                .advance(directory, &bar)
                .inspect_err(|_| bar.finish())?;
            let Some(number) = generation.map(|generation| generation.number) else {
                bar.finish();
                return Ok(None);
            };
            directory.keep(learning.progress())?;
            bar.show(number * 2 * PIECES, format!("generation {number} learned"));
        }
        bar.finish();
        Ok(Some(learning.progress().clone()))
    }

    /// Writes what was learned and the policy that uses it.
    fn write(
        &self,
        progress: &Progress,
        judgement: &[String],
        directory: &mut OutputDirectory,
    ) -> Result<(), CliError> {
        let Some(learned) = progress.learned() else {
            return Ok(());
        };
        let story = self.story(progress, judgement, &directory.manifest.command);
        let learned = learned.with_story(story.clone());
        let [value, networks] = self.args.learned_files();
        let weights = learned
            .value
            .weights
            .rows()
            .map(<[f32]>::len)
            .sum::<usize>();
        directory.write_bytes(&value, &learned.value.to_bytes(), weights as u64)?;
        let weights = learned.networks.weights.iter().flat_map(|one| one.rows());
        let weights = weights.map(<[f32]>::len).sum::<usize>();
        directory.write_bytes(&networks, &learned.networks.to_bytes(), weights as u64)?;
        let policy = PolicySpec {
            name: self.args.name.clone(),
            description: "Networks that learned from search answer every question.".into(),
            ..learned.player(&self.setting.student, &value, &networks)
        };
        let text = policy.to_toml(&story.join("\n"));
        Ok(directory.write_text(&self.args.policy_file(), &text, 1)?)
    }

    /// How it was made, and what is known of it.
    fn story(&self, progress: &Progress, judgement: &[String], command: &str) -> Vec<String> {
        let setting = self.setting;
        let mut lines = made_with(command);
        lines.push(format!(
            "Learned from {} of {} games whose questions search answered, and {} games played to \
             the end of round 9.",
            counted(setting.generations, "generation"),
            grouped(setting.games),
            grouped(setting.games * VALUE_GAMES)
        ));
        lines.extend(
            progress
                .generations
                .last()
                .into_iter()
                .flat_map(held_out_lines),
        );
        lines.extend(judgement.iter().cloned());
        lines
    }
}
