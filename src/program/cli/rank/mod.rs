//! `xenosim rank`: strength of troops and items, danger of enemies and bosses.

pub(super) mod args;

use super::CliError;
use super::compare::args::named;
use super::compare::session::{Comparison, Found, Played};
use super::game_args::word;
use super::simulate::values;
use super::variant_args::GamesArgs;
use args::{StudyArgs, word_or_all};
use cards::words::Word;
use studies::compare::experiment::Experiment;
use studies::compare::stop::{EarlyStop, StopRule};
use studies::compare::study::Study;
use studies::rank::answer::Told;
use studies::rank::design::{Method, Question, Ranking};
use studies::rank::results::Results;
use studies::rank::tables::{effects_table, not_judged_table, ranks_table};
use studies::watched::subject::CardType;

pub(super) const EXAMPLES: &str = "Three methods to measure what a card does:
  ablation  all its copies are removed; the next card of the same deck takes its place
  addition  one more copy is added to its deck
  exposure  games in which luck put it near the top of its deck, compared with games in which it \
was near the bottom

Ablation and addition play the changed game with the same luck as the unchanged one. Cards are \
ranked within their type by the first method named; `ranks 3 to 6` are the ranks compatible with \
the games, simultaneously for all cards of a table at 95%. A tier ends only where no two cards can \
have changed places. A card that players buy (enemies: meet) in \
fewer than 5% of the games is not ranked: the games say too little about it. q is the p-value \
adjusted for the number of cards by the Benjamini-Hochberg method.

The default measure is endurance: rounds survived, averaged over a range of bases. Games are \
played on after the base has fallen, so cards of all three waves count. Cards of wave 1 need fewer \
games with --measure rounds, which ends games when their base falls.

A pilot on other games shows how much the effect of each card varies; the card of a type that \
varies most gets --games, the others fewer in proportion. A card is played no further once it \
clearly does not matter, or clearly does and stands clearly to all others of its type; --all-games \
plays on, which --shard needs.

Examples:
  All cards, solo, default policy:
    xenosim rank

  Enemies and bosses with 2 players, under both deployments:
    xenosim rank --type enemy,boss --players 2 --setting deployment=dreadmire \
--setting deployment=onslaught

  Two cards by all methods, each with an error of at most 0.02 rounds:
    xenosim rank ranger research-officer --method all --target-error 0.02";

/// What is ranked, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Ranking")]
pub(super) struct RankArgs {
    /// Cards to rank [default: all]
    #[arg(value_name = "CARD")]
    cards: Vec<String>,
    /// Types of cards [default: all]
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = word::<CardType>())]
    types: Vec<CardType>,
    /// Methods to measure effects, or all; the first one named decides the ranks [default: ablation]
    #[arg(long, value_name = "METHOD", value_delimiter = ',', value_parser = word_or_all::<Method>())]
    method: Vec<Option<Method>>,
    /// Find and show only the top N cards of each type
    #[arg(long, value_name = "N", value_parser = values::from_to::<u8>(1, 255))]
    top: Option<u8>,
    /// Play all games of every card, also of those that are settled
    #[arg(long, conflicts_with_all = ["target_error", "top"])]
    all_games: bool,
    /// A setting to try all cards in, written key=value,key=value (repeatable)
    #[arg(long, value_name = "SETTING")]
    setting: Vec<String>,
    #[command(flatten)]
    study: StudyArgs,
}

impl RankArgs {
    /// The methods, the one that ranks first.
    fn methods(&self) -> Vec<Method> {
        let mut methods: Vec<Method> = self.method.iter().copied().flatten().collect();
        if methods.len() < self.method.len() {
            methods.extend(Method::ALL.iter().map(|(_, method)| *method));
        }
        if methods.is_empty() {
            methods.push(Method::Ablation);
        }
        let mut once = Vec::new();
        for method in methods {
            if !once.contains(&method) {
                once.push(method);
            }
        }
        once
    }

    fn stop(&self, ranking: &Ranking) -> Result<StopRule, CliError> {
        let known = self.study.common.precision(ranking.measure)?;
        let settles = match known {
            Some(known) => known,
            None if self.all_games || ranking.arms.is_empty() => EarlyStop::Never,
            // What settles the rank by one method says nothing of the effect by another.
            None if ranking.methods.len() > 1 && self.top.is_none() => EarlyStop::Never,
            None => EarlyStop::Rank(self.top.map(usize::from)),
        };
        Ok(StopRule::new(self.study.games(), settles))
    }
}

impl Comparison for RankArgs {
    const COMMAND: &'static str = "rank";
    type Question = Ranking;

    fn wanted(&self) -> Result<(Study, Ranking), CliError> {
        let question = Question {
            asked: Experiment {
                settings: named("setting", &self.setting)?,
                ..self.study.asked()?
            },
            cards: self.cards.clone(),
            types: self.types.clone(),
            methods: self.methods(),
        };
        let (library, defaults) = (self.study.library()?, self.study.defaults());
        let (design, ranking) = Ranking::new(&question, &library, &defaults)?;
        Ok((ranking.study(design, self.stop(&ranking)?), ranking))
    }

    fn played(&self) -> &GamesArgs {
        &self.study.common.played
    }

    fn adjusts(&self) -> bool {
        self.study.common.adjust.is_some()
    }

    fn found(&self, played: &Played<Ranking>) -> Result<Found, CliError> {
        let (design, ranking, sums) = (played.design(), &played.question, played.sums());
        let results = &Results::new(&played.study, ranking, &played.results, sums);
        let tables = [
            ("ranks", ranks_table(design, ranking, results, sums)?),
            ("not_judged", not_judged_table(design, ranking, results)?),
            ("effects", effects_table(design, ranking, results)?),
        ];
        let told = Told {
            played: played.told(),
            ranking,
            results,
            top: self.top.map(usize::from),
        };
        Found::new(told.answer(), tables)
    }
}
