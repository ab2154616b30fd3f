//! `xenosim target`: which setting gives a target win rate.

mod report;
mod shards;

use super::arguments::Arguments;
use super::game_args::{GameArgs, RuleArgs};
use super::lifecycle::{Ended, Job};
use super::result_args::ResultArgs;
use super::simulate::progress::Progress;
use super::simulate::{DEFAULT_SEED, RunArgs, ShowArgs, values};
use super::variant_args::VariantArgs;
use super::{CliError, Output};
use cards::data::tree::fingerprint;
use players::registry;
use report::Report;
use runs::lifecycle::OutputDirectory;
use runs::sim::{Plan, Rows, Shard, SimError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use studies::compare::tables::table_json;
use studies::target::tables::{settings_table, target_table};
use studies::target::varied::Varied;
use studies::target::{Answer, Question, Setting, State, TableQuestion};

/// Default numbers of games: for the base, which needs one run, and for each value of any other
/// setting.
const DEFAULT_GAMES: [u64; 2] = [4000, 1500];
/// The default win rate.
const DEFAULT_WIN_RATE: f64 = 0.4;

pub(super) const EXAMPLES: &str = "The base HP is read off the curve of win rates, so one run is \
    enough. For any other setting, every value is played with the same luck and the actual base; \
    if all values win almost no or almost all games, compare the base that each value would need.

Examples:
  The base HP with which one to four players win 40%:
    xenosim target --win-rate 40% --players 1-4

  How many enemies per round give two players 40%, with a base of 61 HP each:
    xenosim target --players 2 --vary enemies --base-hp 61

  The HP of Prowler:
    xenosim target --players 2 --vary set.prowler.hp=2..6 --base-hp 61

  The number of copies of Prowler, as JSON:
    xenosim target --players 2 --vary copies.prowler=1..5 --base-hp 61 --json";

/// The request.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Target")]
pub(in crate::cli) struct TargetArgs {
    /// The target win rate [default: 40%]
    #[arg(long, value_name = "PERCENT", value_parser = win_rate, allow_hyphen_values = true)]
    win_rate: Option<f64>,
    /// The setting to vary: base-hp, enemies, set.CARD.FIELD=2..6 or copies.CARD=1..5 [default: base-hp]
    #[arg(long, value_name = "SETTING", value_parser = Varied::parse)]
    vary: Option<Varied>,
    /// Numbers of players, as a range or a list: 1-4 or 1,2 [default: 1]
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<Players>,
    /// Policy of all players, or one for each seat: a,b [default: veteran]
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// Games of each setting with each number of players [default: 4000; 1500 unless the base is
    /// varied]
    #[arg(long, value_name = "N", value_parser = values::games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Master seed: the same seed plays the same games [default: 1]
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play only part i of n of the games; merge the parts with `xenosim merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    result: ResultArgs,
    #[command(flatten)]
    #[serde(flatten)]
    variant: VariantArgs,
}

/// Numbers of players, each once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Players(Vec<u8>);

/// Reads `1-4` or `1,3`.
fn players(text: &str) -> Result<Players, String> {
    let wrong = || "expected a range or a list of 1 to 4 players, such as 1-4 or 1,2".to_string();
    let number = |text: &str| {
        let number = text.trim().parse::<u8>().ok();
        number.filter(|n| (1..=4).contains(n)).ok_or_else(wrong)
    };
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((low, high)) => all.extend(number(low)?..=number(high)?),
            None => all.push(number(part)?),
        }
    }
    all.sort_unstable();
    all.dedup();
    (!all.is_empty()).then_some(Players(all)).ok_or_else(wrong)
}

/// Reads a win rate such as `40%`, as a share.
fn win_rate(text: &str) -> Result<f64, String> {
    values::win_rate(text).map(|per_cent| per_cent / 100.0)
}

impl TargetArgs {
    fn wanted(&self) -> f64 {
        self.win_rate.unwrap_or(DEFAULT_WIN_RATE)
    }

    fn varied(&self) -> Varied {
        self.vary.clone().unwrap_or(Varied::BaseHp)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(match self.varied() {
            Varied::BaseHp => DEFAULT_GAMES[0],
            _ => DEFAULT_GAMES[1],
        })
    }

    fn player_numbers(&self) -> Vec<u8> {
        let given = self.players.as_ref();
        given.map_or(vec![1], |players| players.0.clone())
    }

    /// What is played with one value of the setting.
    fn setting(&self, players: u8, value: String) -> Result<Setting, CliError> {
        let mut game = GameArgs {
            cards: self.variant.cards.clone(),
            rules: RuleArgs {
                players: Some(players),
                switch: self.variant.rules.clone(),
            },
        };
        match self.varied() {
            Varied::BaseHp => {}
            Varied::Enemies => {
                let switches = &mut game.rules.switch.switches;
                switches.set("enemies", &value).map_err(CliError::Usage)?;
            }
            Varied::Card { field, .. } => game.cards.set.push(format!("{field}={value}")),
        }
        let run = RunArgs {
            games: Some(self.games()),
            target_error: None,
            seed: self.seed,
            policy: self.policy.clone(),
            shard: None,
            rows: Some(Rows::None),
            rounds: false,
            play_on: None,
            adjust: None,
            result: ResultArgs::default(),
            game,
        };
        let plan = run.resolve()?;
        self.refuse_training(&plan)?;
        Ok(Setting { value, plan })
    }

    fn refuse_training(&self, plan: &Plan) -> Result<(), CliError> {
        if plan.rules.training && self.varied() != Varied::BaseHp {
            Err(CliError::Usage(
                "training games cannot be lost, so there is no win rate to reach; use `--vary \
                 base-hp` to find the base needed"
                    .into(),
            ))
        } else {
            Ok(())
        }
    }
}

/// The outcome.
pub(in crate::cli) enum Outcome {
    /// Everything was played.
    Searched(Box<Searched>),
    /// A shard waits to be merged.
    Shard {
        /// For a person.
        text: String,
        /// As JSON.
        json: Value,
    },
}

/// A search that has been played.
pub(in crate::cli) struct Searched {
    question: Question,
    answers: Vec<Answer>,
    directory: PathBuf,
    complete: bool,
    json: Value,
}

impl Job for TargetArgs {
    const COMMAND: &'static str = "target";
    type Plan = Question;
    type Outcome = Outcome;

    fn plan(&self) -> Result<Question, CliError> {
        let table = |players: u8| -> Result<TableQuestion, CliError> {
            let values = self.varied().values().into_iter();
            let settings = values.map(|value| self.setting(players, value));
            Ok(TableQuestion {
                players,
                settings: settings.collect::<Result<_, _>>()?,
            })
        };
        Ok(Question {
            wanted: self.wanted(),
            varied: self.varied(),
            games: self.games(),
            tables: self
                .player_numbers()
                .into_iter()
                .map(table)
                .collect::<Result<_, _>>()?,
        })
    }

    fn identity(&self, question: &Question) -> Result<(String, Value), CliError> {
        let settings = question.tables.iter().flat_map(|table| &table.settings);
        let plans: Vec<String> = settings.map(|setting| setting.plan.fingerprint()).collect();
        let about = json!({ "wanted": question.wanted, "varied": question.varied.to_string() });
        let identity = format!("{about} {plans:?}");
        Ok((format!("{:016x}", fingerprint(&identity)), about))
    }

    fn arguments(&self, _: &Question) -> Vec<String> {
        let policy = self.policy.as_deref().unwrap_or(registry::DEFAULT);
        Arguments::of(Self::COMMAND)
            .data(&self.variant)
            .option("win-rate", format!("{}%", 100.0 * self.wanted()))
            .option("vary", self.varied())
            .list("players", self.player_numbers())
            .option("policy", policy)
            .option("games", self.games())
            .option("seed", self.seed.unwrap_or(DEFAULT_SEED))
            .option("format", self.result.formats_text())
            .changes(&self.variant)
            .each("shard", self.shard)
            .done()
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn result(&self) -> &ResultArgs {
        &self.result
    }

    fn directory_name(&self, _: &Question) -> Option<String> {
        Some(Self::COMMAND.into())
    }

    fn carry_out(
        &self,
        question: Question,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Outcome>, CliError> {
        let mut state: State = directory.recover()?.unwrap_or_default();
        let progress = Progress::new(question.planned_games(), show.is_for_people());
        let threads = directory.manifest.threads;
        let complete = question.play(threads, self.shard, &mut state, &progress, &mut |state| {
            directory.keep(state)
        });
        progress.finish();
        let complete = complete?;
        match self.shard {
            Some(shard) => shards::finish(shard, directory, complete),
            None => self.conclude(question, &state, directory, complete),
        }
    }

    fn json(&self, outcome: &Outcome) -> Value {
        match outcome {
            Outcome::Searched(searched) => searched.json.clone(),
            Outcome::Shard { json, .. } => json.clone(),
        }
    }

    fn report(&self, outcome: &Outcome, out: &mut Output) -> Result<(), CliError> {
        let searched = match outcome {
            Outcome::Searched(searched) => searched,
            Outcome::Shard { text, .. } => return Ok(writeln!(out, "{text}")?),
        };
        let policy = self.policy.as_deref().unwrap_or(registry::DEFAULT);
        Report { searched, policy }.write(out)
    }
}

impl TargetArgs {
    /// Computes and writes the results.
    fn conclude(
        &self,
        question: Question,
        state: &State,
        mut directory: OutputDirectory,
        complete: bool,
    ) -> Result<Ended<Outcome>, CliError> {
        let path = directory.path().unwrap_or(Path::new("")).to_path_buf();
        let answers = question.answers(state);
        let tables = [
            (
                "target",
                target_table(&question, &answers).map_err(SimError::from)?,
            ),
            (
                "settings",
                settings_table(&question, &answers).map_err(SimError::from)?,
            ),
        ];
        let json = json!({
            "complete": complete,
            "wanted": question.wanted,
            "varied": question.varied.to_string(),
            "target": table_json(&tables[0].1),
            "curve": table_json(&tables[1].1),
            "looks_at_base": answers.iter().any(|answer| answer.looks_at_base),
            "command": directory.manifest.command,
        });
        directory.write_results(&tables, &self.result.formats(), &json)?;
        directory.finish(complete, if complete { "games" } else { "interrupted" })?;
        Ok(Ended {
            outcome: Some(Outcome::Searched(Box::new(Searched {
                question,
                answers,
                directory: path,
                complete,
                json,
            }))),
            complete,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_of_players_are_read() {
        assert_eq!(players("1-4"), Ok(Players(vec![1, 2, 3, 4])));
        assert_eq!(players("3,1,1-2"), Ok(Players(vec![1, 2, 3])));
        for wrong in ["0", "1-5", "", "4-1", "a", "1,"] {
            assert!(players(wrong).is_err(), "{wrong}");
        }
    }
}
