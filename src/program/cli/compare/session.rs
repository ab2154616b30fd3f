//! Carrying out any comparison: from its arguments to its files, and going on with one that was
//! broken off.

use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::progress::Progress;
use crate::cli::simulate::{REPORTS, SessionArgs, ShowArgs, prepare};
use crate::cli::{CliError, Command, Output, interrupted, nothing_to_do, recorded_args};
use cards::words::Word;
use std::io::Write;
use std::path::{Path, PathBuf};
use studies::compare::Results;
use studies::compare::design::Design;
use studies::compare::play::{Ending, State, StopRule, Study, planned_games, play};
use studies::compare::store;
use studies::compare::store::results_json;
use studies::compare::sums::StratumSums;
use studies::sim::SimError;
use studies::sim::store::{Manifest, Store};
use tables::{ExportError, Table};

/// A comparison that has been played, with what else belongs to the question.
pub(in crate::cli) struct Played<S: Study, Q = ()> {
    pub study: S,
    pub question: Q,
    pub results: Results,
    pub state: State<S::Notes>,
    pub ending: Ending,
    pub directory: PathBuf,
    pub threads: usize,
}

impl<S: Study, Q> Played<S, Q> {
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

/// What a command has played.
pub(in crate::cli) type PlayedBy<C> = Played<<C as Comparison>::Study, <C as Comparison>::Question>;

/// The arguments of a command that compares.
pub(in crate::cli) trait Comparison: Sized {
    /// The command's name.
    const COMMAND: &'static str;
    /// Whether win rates are judged against a margin.
    const JUDGES: bool = true;
    /// What it plays.
    type Study: Study;
    /// What else belongs to the question.
    type Question;
    /// What is worked out of the games, once for tables and report.
    type Findings;
    /// The arguments of such a command that was recorded.
    fn recorded(command: Command) -> Option<Self>;
    /// What is to be played, refused if it makes no sense.
    fn wanted(&self) -> Result<(Self::Study, Self::Question), CliError>;
    /// Arguments that ask for the same.
    fn arguments(&self) -> Vec<String>;
    /// Where the results go.
    fn result(&self) -> &ResultArgs;
    /// The name of the directory when none is named.
    fn directory_name(&self, design: &Design) -> String {
        design.name.clone()
    }
    /// Works out what tables and report need.
    fn findings(&self, played: &PlayedBy<Self>) -> Result<Self::Findings, CliError>;
    /// The tables to be written.
    fn tables(
        &self,
        played: &PlayedBy<Self>,
        findings: &Self::Findings,
    ) -> Result<Vec<(&'static str, Table)>, ExportError>;
    /// Tells a person what came out.
    fn report(
        &self,
        played: &PlayedBy<Self>,
        findings: &Self::Findings,
        out: &mut Output,
    ) -> Result<(), CliError>;
    /// Whether what came out is as it should be.
    fn verdict(&self, _: &Self::Findings) -> Result<(), CliError> {
        Ok(())
    }
}

fn manifest<C: Comparison>(study: &C::Study, arguments: &[String], threads: usize) -> Manifest {
    store::manifest(study.design(), study.stop(), C::JUDGES, arguments, threads)
}

/// Whether a directory holds these very results, complete: making them again changes nothing.
fn holds(directory: &Path, wanted: &Manifest) -> bool {
    Manifest::read(directory).is_ok_and(|there| {
        there.complete
            && there.fingerprint == wanted.fingerprint
            && there.arguments == wanted.arguments
            && there.version == wanted.version
    })
}

/// Plays a comparison from its beginning.
pub(in crate::cli) fn start<C: Comparison>(
    args: &C,
    session: &SessionArgs,
    out: &mut Output,
) -> Result<(), CliError> {
    let (study, question) = args.wanted()?;
    let threads = session.threads();
    let manifest = manifest::<C>(&study, &args.arguments(), threads);
    let named = args.result().out.clone();
    let again = |directory: &Path| args.result().out.is_none() && holds(directory, &manifest);
    let directory =
        named.unwrap_or_else(|| Path::new(REPORTS).join(args.directory_name(study.design())));
    let _claim = prepare(&directory, args.result().force || again(&directory))?;
    let store = Store::begin(&directory, manifest, session.checkpoint())?;
    let run = Run {
        args,
        state: State::new(&study),
        study,
        question,
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
    let args = recorded_args(directory, &recorded.arguments, C::recorded)?;
    let (study, question) = args.wanted()?;
    if study.design().fingerprint() != recorded.fingerprint {
        return Err(CliError::Usage(format!(
            "{}: cannot go on: version, cards, rules, policies or the experiment are not what they \
             were",
            directory.display()
        )));
    }
    if recorded.complete {
        return nothing_to_do(directory, session.show, out);
    }
    let _claim = prepare(directory, true)?;
    let threads = session.threads();
    let manifest = manifest::<C>(&study, &recorded.arguments, threads);
    let store = Store::go_on(directory, manifest, session.checkpoint())?;
    let run = Run {
        args: &args,
        state: store::recover(&store, &study)?,
        study,
        question,
        directory: directory.to_path_buf(),
        threads,
    };
    run.carry_out(store, session.show, out)
}

/// A comparison ready to be played.
struct Run<'a, C: Comparison> {
    args: &'a C,
    study: C::Study,
    question: C::Question,
    state: State<<C::Study as Study>::Notes>,
    directory: PathBuf,
    threads: usize,
}

impl<C: Comparison> Run<'_, C> {
    fn carry_out(self, mut store: Store, show: ShowArgs, out: &mut Output) -> Result<(), CliError> {
        let args = self.args;
        let played = self.play(&mut store, show)?;
        let findings = args.findings(&played)?;
        let tables = args.tables(&played, &findings).map_err(SimError::from)?;
        let complete = played.ending != Ending::Interrupted;
        if !complete {
            store::keep(&mut store, &played.state)?;
        }
        let object = results_json(&store.manifest, &played.results, played.ending, &tables);
        store.manifest.about.insert(
            "strata".into(),
            store::strata(played.design(), played.sums(), &played.state.costs),
        );
        let formats = args.result().formats();
        store.finish(complete, played.ending.word(), &tables, &formats, &object)?;
        if show.json {
            writeln!(out, "{object:#}")?;
        } else if !show.quiet {
            args.report(&played, &findings, out)?;
        }
        out.flush()?;
        match complete {
            true => args.verdict(&findings),
            false => Err(interrupted(C::COMMAND, &played.directory)),
        }
    }

    fn play(self, store: &mut Store, show: ShowArgs) -> Result<PlayedBy<C>, CliError> {
        let Run {
            study, mut state, ..
        } = self;
        let progress = Progress::new(planned_games(&study), show.is_for_people());
        let mut keep = |state: &State<_>| match store.is_due() {
            true => store::keep(store, state),
            false => Ok(()),
        };
        let ending = play(&study, self.threads, &mut state, &progress, &mut keep);
        progress.finish();
        let ending = ending?;
        Ok(Played {
            results: Results::new(study.design(), study.stop(), &state.sums, ending),
            question: self.question,
            directory: self.directory,
            threads: self.threads,
            study,
            state,
            ending,
        })
    }
}
