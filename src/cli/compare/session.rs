//! Carrying out any comparison: from its arguments to its files, and going on with one that was
//! broken off.

use crate::cli::simulate::progress::Progress;
use crate::cli::simulate::{REPORTS, SessionArgs, ShowArgs, prepare};
use crate::cli::{Cli, CliError, Command, Output};
use crate::compare::Results;
use crate::compare::design::Design;
use crate::compare::play::{Ending, State, StopRule, Study, planned_games, play};
use crate::compare::store::{Manifest, Store};
use crate::compare::sums::StratumSums;
use crate::export::{ExportError, Format, Table};
use crate::sim::SimError;
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A comparison that has been played.
pub(in crate::cli) struct Played<S: Study> {
    pub study: S,
    pub results: Results,
    pub state: State<S::Notes>,
    pub ending: Ending,
    pub directory: PathBuf,
}

impl<S: Study> Played<S> {
    pub(in crate::cli) fn design(&self) -> &Design {
        self.study.design()
    }

    pub(in crate::cli) fn stop(&self) -> &StopRule {
        self.study.stop()
    }

    pub(in crate::cli) fn sums(&self) -> &[StratumSums] {
        &self.state.sums
    }
}

/// The arguments of a command that compares.
pub(in crate::cli) trait Comparison: Sized {
    /// The command's name.
    const COMMAND: &'static str;
    /// What it plays.
    type Study: Study;
    /// The arguments of such a command that was recorded.
    fn recorded(command: Command) -> Option<Self>;
    /// What is to be played, refused if it makes no sense.
    fn wanted(&self) -> Result<Self::Study, CliError>;
    /// Arguments that ask for the same.
    fn arguments(&self) -> Vec<String>;
    /// The formats of the tables.
    fn formats(&self) -> Vec<Format>;
    /// Where the results go, if that was said.
    fn directory(&self) -> Option<PathBuf>;
    /// Whether results there may be replaced.
    fn replaces(&self) -> bool;
    /// Whether win rates are judged against a margin.
    const JUDGES: bool = true;
    /// The tables to be written.
    fn tables(
        &self,
        played: &Played<Self::Study>,
    ) -> Result<Vec<(&'static str, Table)>, ExportError>;
    /// Tells a person what came out.
    fn report(&self, played: &Played<Self::Study>, out: &mut Output) -> Result<(), CliError>;
}

/// The manifest of a comparison that is about to begin or go on.
fn manifest<C: Comparison>(study: &C::Study, arguments: &[String], threads: usize) -> Manifest {
    let mut manifest = Manifest::new(study.design(), study.stop(), arguments, threads);
    manifest.margin = manifest.margin.filter(|_| C::JUDGES);
    manifest
}

/// Plays a comparison from its beginning.
pub(in crate::cli) fn start<C: Comparison>(
    args: &C,
    session: &SessionArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let study = args.wanted()?;
    let directory = args.directory();
    let directory = directory.unwrap_or_else(|| Path::new(REPORTS).join(&study.design().name));
    prepare(&directory, args.replaces())?;
    let threads = session.threads();
    let manifest = manifest::<C>(&study, &args.arguments(), threads);
    let store = Store::begin(&directory, manifest, session.checkpoint())?;
    let run = Run {
        args,
        state: State::new(&study),
        study,
        directory,
        threads,
    };
    run.carry_out(store, session.show, out)
}

/// Goes on with a comparison that was broken off.
pub(in crate::cli) fn go_on<C: Comparison>(
    directory: &Path,
    session: &SessionArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let recorded = Manifest::read(directory)?;
    let args: C = recorded_args(directory, &recorded.arguments)?;
    let study = args.wanted()?;
    if study.design().fingerprint() != recorded.fingerprint {
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
    let threads = session.threads();
    let manifest = manifest::<C>(&study, &recorded.arguments, threads);
    let store = Store::go_on(directory, manifest, session.checkpoint())?;
    let run = Run {
        args: &args,
        state: Store::recover(directory, &study)?,
        study,
        directory: directory.to_path_buf(),
        threads,
    };
    run.carry_out(store, session.show, out)
}

/// The arguments that a manifest says made the comparison.
fn recorded_args<C: Comparison>(directory: &Path, arguments: &[String]) -> Result<C, CliError> {
    let program = std::iter::once("xenosim".to_string());
    let cli = Cli::try_parse_from(program.chain(arguments.iter().cloned()));
    let recorded = cli.ok().and_then(|cli| C::recorded(cli.command));
    recorded.ok_or_else(|| {
        CliError::Usage(format!(
            "{}: the recorded arguments are none of this command's",
            directory.display()
        ))
    })
}

/// A comparison ready to be played.
struct Run<'a, C: Comparison> {
    args: &'a C,
    study: C::Study,
    state: State<<C::Study as Study>::Notes>,
    directory: PathBuf,
    threads: usize,
}

impl<C: Comparison> Run<'_, C> {
    fn carry_out(self, mut store: Store, show: ShowArgs, out: &mut Output) -> Result<(), CliError> {
        let args = self.args;
        let played = self.play(&mut store, show)?;
        let tables = args.tables(&played).map_err(SimError::from)?;
        let object = store.finish(
            &played.results,
            played.ending,
            &played.state,
            &tables,
            &args.formats(),
        )?;
        if show.json {
            writeln!(out, "{object:#}")?;
        } else if !show.quiet {
            args.report(&played, out)?;
        }
        out.flush()?;
        match played.ending {
            Ending::Interrupted => Err(CliError::Interrupted(format!(
                "interrupted; what is complete is kept; go on with `xenosim {} --resume {}`",
                C::COMMAND,
                played.directory.display()
            ))),
            _ => Ok(()),
        }
    }

    fn play(self, store: &mut Store, show: ShowArgs) -> Result<Played<C::Study>, CliError> {
        let Run {
            study, mut state, ..
        } = self;
        let progress = Progress::new(planned_games(&study), !show.quiet && !show.json);
        let mut keep = |state: &State<_>| store.keep(state);
        let ending = play(&study, self.threads, &mut state, &progress, &mut keep);
        progress.finish();
        let ending = ending?;
        Ok(Played {
            results: Results::new(study.design(), study.stop(), &state.sums, ending),
            directory: self.directory,
            study,
            state,
            ending,
        })
    }
}
