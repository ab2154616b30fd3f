//! Carrying out any comparison: what all commands that compare arms have in common.

use crate::cli::lifecycle::{Ended, Job};
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::ShowArgs;
use crate::cli::simulate::progress::Progress;
use crate::cli::{CliError, Output};
use cards::words::Word;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};
use studies::compare::Results;
use studies::compare::design::Design;
use studies::compare::play::{Ending, State, StopRule, Study, planned_games, play};
use studies::compare::store;
use studies::compare::store::results_json;
use studies::compare::sums::StratumSums;
use studies::lifecycle::OutputDirectory;
use studies::sim::SimError;
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
    pub verbose: bool,
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
pub(in crate::cli) trait Comparison: Serialize + DeserializeOwned {
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

/// What a comparison came to, with what is worked out of it.
pub(in crate::cli) struct Compared<C: Comparison> {
    played: PlayedBy<C>,
    findings: C::Findings,
    json: Value,
}

impl<C: Comparison> Job for C {
    const COMMAND: &'static str = C::COMMAND;
    type Plan = (C::Study, C::Question);
    type Outcome = Compared<C>;

    fn plan(&self) -> Result<Self::Plan, CliError> {
        self.wanted()
    }

    fn identity(&self, (study, _): &Self::Plan) -> Result<(String, Value), CliError> {
        let about = store::about(study.design(), study.stop(), C::JUDGES);
        Ok((study.design().fingerprint(), about))
    }

    fn arguments(&self, _: &Self::Plan) -> Vec<String> {
        Comparison::arguments(self)
    }

    fn result(&self) -> &ResultArgs {
        Comparison::result(self)
    }

    fn directory_name(&self, (study, _): &Self::Plan) -> Option<String> {
        Some(Comparison::directory_name(self, study.design()))
    }

    fn carry_out(
        &self,
        (study, question): Self::Plan,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Compared<C>>, CliError> {
        let mut state = store::recover(&mut directory, &study)?;
        let ending = play_on(&study, &mut state, &mut directory, show)?;
        let complete = ending != Ending::Interrupted;
        if !complete {
            store::keep(&mut directory, &state)?;
        }
        let played = Played {
            results: Results::new(study.design(), study.stop(), &state.sums, ending),
            question,
            directory: directory.path().unwrap_or(Path::new("")).to_path_buf(),
            threads: directory.manifest.threads,
            verbose: show.verbose,
            study,
            state,
            ending,
        };
        let findings = self.findings(&played)?;
        let tables = self.tables(&played, &findings).map_err(SimError::from)?;
        let json = results_json(&directory.manifest, &played.results, ending, &tables);
        let strata = store::strata(played.design(), played.sums(), &played.state.costs);
        directory.manifest.about.insert("strata".into(), strata);
        directory.write_results(&tables, &Comparison::result(self).formats(), &json)?;
        directory.finish(complete, ending.word())?;
        Ok(Ended {
            outcome: Some(Compared {
                played,
                findings,
                json,
            }),
            complete,
        })
    }

    fn json(&self, compared: &Compared<C>) -> Value {
        compared.json.clone()
    }

    fn report(&self, compared: &Compared<C>, out: &mut Output) -> Result<(), CliError> {
        Comparison::report(self, &compared.played, &compared.findings, out)
    }

    fn verdict(&self, compared: &Compared<C>) -> Result<(), CliError> {
        Comparison::verdict(self, &compared.findings)
    }
}

/// Plays what is left to play of a comparison, and keeps it from time to time.
fn play_on<S: Study>(
    study: &S,
    state: &mut State<S::Notes>,
    directory: &mut OutputDirectory,
    show: ShowArgs,
) -> Result<Ending, CliError> {
    let progress = Progress::new(planned_games(study), show.is_for_people());
    let threads = directory.manifest.threads;
    let mut keep = |state: &State<_>| match directory.is_due() {
        true => store::keep(directory, state),
        false => Ok(()),
    };
    let ending = play(study, threads, state, &progress, &mut keep);
    progress.finish();
    Ok(ending?)
}
