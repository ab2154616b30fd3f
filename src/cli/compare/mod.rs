//! `xenosim compare`: variants of the game on the same luck.

mod args;
mod report;

use super::simulate::progress::Progress;
use super::simulate::{REPORTS, ShowArgs, prepare};
use super::{Cli, CliError, Command, Output};
use crate::compare::design::Design;
use crate::compare::experiment::Experiment;
use crate::compare::explain::{Explanation, explain};
use crate::compare::play::{Ending, StopRule, play};
use crate::compare::store::{Manifest, Store};
use crate::compare::sums::StratumSums;
use crate::compare::tables::{arms_table, differences_table, explained_table};
use crate::compare::{DesignError, Results};
use crate::export::{ExportError, Table};
use crate::sim::SimError;
use args::CompareArgs;
use clap::Parser;
use report::Report;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Arms are written name:key=value,key=value. Keys are the options of the \
rules (deployment, difficulty, base-hp, enemies, burn ...), players, policy, ruling.NAME, \
set.CARD.FIELD and patch. Without a name, the changes are the name.

Win rates are judged: `better` and `worse` mean that the whole interval of the difference lies \
beyond the margin, `equivalent` that it lies within, `inconclusive` that more games are needed. \
The verdicts of a table hold together at 95%; p-values are adjusted by Holm's method over all its \
comparisons (every arm in every stratum).

Examples:
  The built-in experiments:
    xenosim compare --list

  Which enemy deployment is harder, for 1 to 4 players:
    xenosim compare deployment

  What a hit point of the Prowler is worth, played until that is clear (100,000 games at most):
    xenosim compare --arm weaker:set.prowler.hp=2 --margin 0.5% --until-decided --games 100000

  Two readings of a card against its default, with games in which it mattered:
    xenosim compare --arm ruling.shocker=shielded --arm ruling.shocker=as-printed --explain

  With two policies, each with 2 and 3 players:
    xenosim compare --arm hard:difficulty=hard --players 2,3 --policies random,pass

  Go on after Ctrl-C:
    xenosim compare --resume reports/deployment";

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// List the built-in experiments
    #[arg(long)]
    list: bool,
    /// Go on with a comparison that was broken off; its options come from the directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["CompareArgs", "SwitchArgs", "DataArgs"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    session: super::simulate::SessionArgs,
    #[command(flatten)]
    compare: CompareArgs,
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
        match &self.resume {
            _ if self.list => list(out),
            Some(directory) => self.go_on(directory, out),
            None => self.start(out),
        }
    }

    fn start(&self, out: &mut Output) -> Result<(), CliError> {
        let args = &self.compare;
        let design = args.design()?;
        let stop = args.stop();
        let directory = match &args.out {
            Some(directory) => directory.clone(),
            None => Path::new(REPORTS).join(&design.name),
        };
        prepare(&directory, args.force)?;
        let threads = self.session.threads();
        let manifest = Manifest::new(&design, &stop, &args.arguments(), threads);
        let store = Store::begin(&directory, manifest, self.session.checkpoint())?;
        let sums = vec![StratumSums::new(design.arms.len() - 1); design.strata.len()];
        let run = Run {
            args,
            design,
            stop,
            directory,
            threads,
        };
        run.carry_out(store, sums, self.session.show, out)
    }

    fn go_on(&self, directory: &Path, out: &mut Output) -> Result<(), CliError> {
        let recorded = Manifest::read(directory)?;
        let args = recorded_args(directory, &recorded.arguments)?;
        let design = args.design()?;
        if design.fingerprint() != recorded.fingerprint {
            return Err(CliError::Usage(format!(
                "{}: cannot go on: cards, rules, policies or the experiment are not what they were",
                directory.display()
            )));
        }
        if recorded.complete {
            writeln!(
                out,
                "{}: the comparison is complete; there is nothing to do",
                directory.display()
            )?;
            return Ok(());
        }
        prepare(directory, true)?;
        let stop = args.stop();
        let threads = self.session.threads();
        let sums = Store::recover(directory, &design)?;
        let manifest = Manifest::new(&design, &stop, &recorded.arguments, threads);
        let store = Store::go_on(directory, manifest, self.session.checkpoint())?;
        let run = Run {
            args: &args,
            design,
            stop,
            directory: directory.to_path_buf(),
            threads,
        };
        run.carry_out(store, sums, self.session.show, out)
    }
}

/// The arguments that a manifest says made the comparison.
fn recorded_args(directory: &Path, arguments: &[String]) -> Result<CompareArgs, CliError> {
    let program = std::iter::once("xenosim".to_string());
    let cli = Cli::try_parse_from(program.chain(arguments.iter().cloned()));
    match cli.map(|cli| cli.command) {
        Ok(Command::Compare(args)) => Ok(args.compare),
        _ => Err(CliError::Usage(format!(
            "{}: the recorded arguments are none of this command's",
            directory.display()
        ))),
    }
}

fn list(out: &mut Output) -> Result<(), CliError> {
    for (name, title) in Experiment::shipped() {
        writeln!(out, "{name:<12} {title}")?;
    }
    Ok(())
}

/// A comparison ready to be played.
struct Run<'a> {
    args: &'a CompareArgs,
    design: Design,
    stop: StopRule,
    directory: PathBuf,
    threads: usize,
}

impl Run<'_> {
    fn carry_out(
        &self,
        mut store: Store,
        mut sums: Vec<StratumSums>,
        show: ShowArgs,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let planned = self.stop.games * self.design.strata.len() as u64;
        let progress = Progress::new(planned, !show.quiet && !show.json);
        let mut keep = |sums: &[StratumSums]| store.keep(sums);
        let ending = play(
            &self.design,
            &self.stop,
            self.threads,
            &mut sums,
            &progress,
            &mut keep,
        );
        progress.finish();
        let ending = ending?;
        let results = Results::new(&self.design, &self.stop, &sums, ending);
        let explanations = self.explanations(&sums);
        let tables = self.tables(&results, &sums, &explanations);
        let tables = tables.map_err(SimError::from)?;
        let formats = self.args.formats();
        let object = store.finish(&results, ending, &sums, &tables, &formats)?;
        let report = Report {
            design: &self.design,
            stop: &self.stop,
            results: &results,
            sums: &sums,
            explanations: &explanations,
            ending,
            directory: &self.directory,
        };
        if show.json {
            writeln!(out, "{object:#}")?;
        } else if !show.quiet {
            report.write(out)?;
        }
        out.flush()?;
        self.end(ending)
    }

    fn explanations(&self, sums: &[StratumSums]) -> Vec<Explanation> {
        match self.args.explain() {
            Some(most) => explain(&self.design, sums, most, &self.args.data_arguments()),
            None => Vec::new(),
        }
    }

    fn tables(
        &self,
        results: &Results,
        sums: &[StratumSums],
        explanations: &[Explanation],
    ) -> Result<Vec<(&'static str, Table)>, ExportError> {
        let design = &self.design;
        let mut tables = vec![
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ];
        if self.args.explain().is_some() {
            tables.push(("explained", explained_table(design, explanations)?));
        }
        Ok(tables)
    }

    fn end(&self, ending: Ending) -> Result<(), CliError> {
        match ending {
            Ending::Interrupted => Err(CliError::Interrupted(format!(
                "interrupted; what is complete is kept; go on with `xenosim compare --resume {}`",
                self.directory.display()
            ))),
            _ => Ok(()),
        }
    }
}
