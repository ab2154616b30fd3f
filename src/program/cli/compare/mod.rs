//! `xenosim compare`: variants of the game with the same luck.

pub(super) mod args;
pub(super) mod session;

use super::lifecycle::JobArgs;
use super::variant_args::GamesArgs;
use super::{CliError, Output};
use args::CompareArgs;
use session::{Comparison, Found, Played};
use std::io::Write;
use studies::compare::DesignError;
use studies::compare::calibrate::Preparation;
use studies::compare::experiment::Experiment;
use studies::compare::explain::explain;
use studies::compare::study::Study;
use studies::compare::tables::{arms_table, differences_table, explained_table};

const EXAMPLES: &str = "Arms are written name:key=value,key=value. Keys are the rules options \
(deployment, difficulty, base-hp, enemies, burn ...), players, policy, ruling.NAME, set.CARD.FIELD \
and patch. Without a name, the changes serve as the name.

Games are played on to the end of round 9 after the base has fallen, and judged by --measure:
  endurance  rounds survived, averaged over a fixed range of bases (the default: it \
distinguishes variants even if nearly every game is lost, and covers all three waves)
  needed-hp  the smallest base per player that would have won
  win-rate   games won with the actual base
  rounds     rounds survived with the actual base; cheapest for cards of wave 1
  damage     damage to the actual base, until the game is lost

`easier` and `harder` (for the players) mean that the whole interval of the difference is beyond \
the margin, `equal` that it is within the margin, `not settled` that more games are needed. The \
verdicts of a table hold simultaneously at 95%; p-values are adjusted by Holm's method over all \
its comparisons (every arm in every stratum). There is no verdict on a measure that is below 5% or \
above 95% of its range in both variants.

Examples:
  The built-in experiments:
    xenosim compare --list

  Which enemy deployment is harder, for 1 to 4 players:
    xenosim compare deployment

  What one HP of the Prowler is worth, until that is clear (at most 100,000 games):
    xenosim compare --arm weaker:set.prowler.hp=2 --margin 0.02 --until-decided --games 100000

  A chart of a range of values:
    xenosim compare --scan set.prowler.hp=1..6";

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// List the built-in experiments
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    job: JobArgs<CompareArgs>,
}

impl From<DesignError> for CliError {
    fn from(error: DesignError) -> Self {
        match error {
            DesignError::Faults(faults) => CliError::Faults(faults),
            DesignError::Usage(text) => CliError::Usage(text),
        }
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if self.list {
            return list(out);
        }
        self.job.run(out)
    }
}

fn list(out: &mut Output) -> Result<(), CliError> {
    for (name, title) in Experiment::shipped() {
        writeln!(out, "{name:<12} {title}")?;
    }
    Ok(())
}

impl Comparison for CompareArgs {
    const COMMAND: &'static str = "compare";

    type Question = ();

    fn wanted(&self) -> Result<(Study, ()), CliError> {
        let design = self.design()?;
        let stop = self.stop(design.measure)?;
        let study = Study {
            prepares: Some(Preparation::Calibrate(self.at_win_rate)),
            ..Study::new(design, stop)
        };
        Ok((study, ()))
    }

    fn played(&self) -> &GamesArgs {
        &self.common.played
    }

    fn adjusts(&self) -> bool {
        self.common.adjust.is_some()
    }

    fn found(&self, played: &Played) -> Result<Found, CliError> {
        let (design, results, sums) = (played.design(), &played.results, played.sums());
        let mut tables = vec![
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ];
        let mut explained = Vec::new();
        if let Some(most) = self.explain() {
            explained = explain(design, sums, most, &self.common.played.variant.data());
            tables.push(("explained", explained_table(design, &explained)?));
        }
        let answer = played.told().answer(&explained, self.scan.as_ref());
        Found::new(answer, tables)
    }
}
