//! Running a comparison: what all commands that compare arms have in common.

use crate::cli::arguments::Arguments;
use crate::cli::lifecycle::{self, Ended, Job};
use crate::cli::merge::MergeTo;
use crate::cli::result_args::ResultArgs;
use crate::cli::simulate::progress::Progress;
use crate::cli::simulate::{Adjust, FIXED_GAMES, ShowArgs, all_cores};
use crate::cli::{CliError, Output};
use cards::words::Word;
use runs::lifecycle::{Manifest, OutputDirectory, Shards};
use runs::sim::batch::thread_pool;
use runs::sim::{Shard, SimError, Watch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use studies::compare::Results;
use studies::compare::adapt;
use studies::compare::design::Design;
use studies::compare::play::{State, planned_games, play};
use studies::compare::stop::{EarlyStop, Ending, StopRule};
use studies::compare::store;
use studies::compare::store::results_json;
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use tables::{ExportError, Table};

/// A comparison that has been played, with its request.
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

/// Tables with their names.
pub(in crate::cli) type Tables = Result<Vec<(&'static str, Table)>, ExportError>;

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
    /// The rest of the request.
    type Question;
    /// What is computed from the games, once for tables and report.
    type Findings;
    /// What is to be played; rejected if it makes no sense.
    fn wanted(&self) -> Result<(Self::Study, Self::Question), CliError>;
    /// Arguments that request the same.
    fn arguments(&self) -> Arguments;
    /// Where the results go.
    fn result(&self) -> &ResultArgs;
    /// The default name of the directory.
    fn directory_name(&self, design: &Design) -> String {
        design.name.clone()
    }
    /// What means are adjusted for, if anything.
    fn adjust(&self) -> Option<Adjust> {
        None
    }
    /// Which shard of the comparison is played, if only one is.
    fn shard(&self) -> Option<Shard> {
        None
    }
    /// A shard of the comparison; none: the whole that a shard belongs to.
    fn part(self, _: Option<Shard>) -> Self {
        self
    }
    /// Computes what tables and report need.
    fn findings(&self, played: &PlayedBy<Self>) -> Result<Self::Findings, CliError>;
    /// The tables to be written.
    fn tables(&self, played: &PlayedBy<Self>, findings: &Self::Findings) -> Tables;
    /// Prints the results for a person.
    fn report(
        &self,
        played: &PlayedBy<Self>,
        findings: &Self::Findings,
        out: &mut Output,
    ) -> Result<(), CliError>;
    /// Whether the results are as they should be.
    fn verdict(&self, _: &Self::Findings) -> Result<(), CliError> {
        Ok(())
    }
}

/// The methods of [`Comparison`] that follow from a field of `ComparisonArgs`.
macro_rules! shared_options {
    ($($field:ident).+) => {
        fn result(&self) -> &crate::cli::result_args::ResultArgs {
            &self.$($field).+.result
        }

        fn adjust(&self) -> Option<crate::cli::simulate::Adjust> {
            self.$($field).+.adjust
        }

        fn shard(&self) -> Option<runs::sim::Shard> {
            self.$($field).+.shard
        }

        fn part(mut self, shard: Option<runs::sim::Shard>) -> Self {
            self.$($field).+.shard = shard;
            self
        }
    };
}
pub(in crate::cli) use shared_options;

/// The results of a comparison.
pub(in crate::cli) struct Compared<C: Comparison> {
    /// `None` for a shard, which allows no conclusions.
    concluded: Option<(PlayedBy<C>, C::Findings)>,
    json: Value,
}

impl<C: Comparison> Compared<C> {
    /// Finishes a shard, which waits to be merged.
    fn shard(directory: OutputDirectory, ending: Ending) -> Result<Self, CliError> {
        let path = directory.path().map(|path| path.display().to_string());
        let manifest = directory.finish(ending != Ending::Interrupted, ending.word())?;
        let json = json!({
            "directory": path,
            "shard": manifest.about.get("shard"),
            "complete": manifest.complete,
            "fingerprint": manifest.fingerprint,
        });
        Ok(Compared {
            concluded: None,
            json,
        })
    }
}

impl<C: Comparison> Job for C {
    const COMMAND: &'static str = C::COMMAND;
    type Plan = (C::Study, C::Question);
    type Outcome = Compared<C>;

    fn plan(&self) -> Result<Self::Plan, CliError> {
        let (mut study, question) = self.wanted()?;
        if self.adjust().is_some() {
            if study.stop().settles != EarlyStop::Never {
                return Err(CliError::Usage(FIXED_GAMES.into()));
            }
            study.design_mut().adjust_for_luck()?;
        }
        if Comparison::shard(self).is_some() && study.stop().settles != EarlyStop::Never {
            return Err(CliError::Usage(
                "--shard needs a fixed number of games, because stopping early needs the whole \
                 comparison: use only --games N"
                    .into(),
            ));
        }
        Ok((study, question))
    }

    fn identity(&self, (study, _): &Self::Plan) -> Result<(String, Value), CliError> {
        let mut about = store::about(study.design(), study.stop(), C::JUDGES);
        if !study.design().adaptations().is_empty() {
            about["adapt"] = adapt::about();
        }
        Ok((study.design().fingerprint(), about))
    }

    fn arguments(&self, _: &Self::Plan) -> Vec<String> {
        Comparison::arguments(self)
            .each("shard", Comparison::shard(self))
            .done()
    }

    fn shard(&self) -> Option<Shard> {
        Comparison::shard(self)
    }

    fn result(&self) -> &ResultArgs {
        Comparison::result(self)
    }

    fn directory_name(&self, (study, _): &Self::Plan) -> Option<String> {
        Some(Comparison::directory_name(self, study.design()))
    }

    fn carry_out(
        &self,
        (mut study, question): Self::Plan,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended<Compared<C>>, CliError> {
        if !adapt_players(&mut study, &mut directory, show)? {
            return Ok(Ended {
                outcome: None,
                complete: false,
            });
        }
        let mut state = store::recover(&mut directory, &study, Comparison::shard(self))?;
        let ending = play_on(&study, &mut state, &mut directory, show)?;
        if ending == Ending::Interrupted || Comparison::shard(self).is_some() {
            store::keep(&mut directory, &state)?;
        }
        if Comparison::shard(self).is_some() {
            return Ok(Ended {
                outcome: Some(Compared::shard(directory, ending)?),
                complete: ending != Ending::Interrupted,
            });
        }
        conclude(
            self,
            (study, question),
            state,
            ending,
            directory,
            show.verbose,
        )
    }

    fn json(&self, compared: &Compared<C>) -> Value {
        compared.json.clone()
    }

    fn report(&self, compared: &Compared<C>, out: &mut Output) -> Result<(), CliError> {
        if let Some((played, findings)) = &compared.concluded {
            return Comparison::report(self, played, findings, out);
        }
        let fact = |name: &str| compared.json[name].as_str().unwrap_or_default();
        let (shard, directory) = (fact("shard"), fact("directory"));
        writeln!(out, "{directory}: shard {shard}, for `xenosim merge`")?;
        Ok(())
    }

    fn verdict(&self, compared: &Compared<C>) -> Result<(), CliError> {
        match &compared.concluded {
            Some((_, findings)) => Comparison::verdict(self, findings),
            None => Ok(()),
        }
    }
}

/// Computes and writes the results.
fn conclude<C: Comparison>(
    args: &C,
    (study, question): (C::Study, C::Question),
    state: State<<C::Study as Study>::Notes>,
    ending: Ending,
    mut directory: OutputDirectory,
    verbose: bool,
) -> Result<Ended<Compared<C>>, CliError> {
    let complete = ending != Ending::Interrupted;
    let played = Played {
        results: Results::new(study.design(), study.stop(), &state.sums, ending),
        question,
        directory: directory.path().unwrap_or(Path::new("")).to_path_buf(),
        threads: directory.manifest.threads,
        verbose,
        study,
        state,
        ending,
    };
    let findings = args.findings(&played)?;
    let tables = args.tables(&played, &findings).map_err(SimError::from)?;
    let json = results_json(&directory.manifest, &played.results, ending, &tables);
    let strata = store::strata(played.design(), played.sums(), &played.state.costs);
    directory.manifest.about.insert("strata".into(), strata);
    directory.write_results(&tables, &Comparison::result(args).formats(), &json)?;
    directory.finish(complete, ending.word())?;
    Ok(Ended {
        outcome: Some(Compared {
            concluded: Some((played, findings)),
            json,
        }),
        complete,
    })
}

/// A comparison merged from its shards, and how to write it.
pub(in crate::cli) fn merge<C: Comparison>(
    shards: &Shards,
    to: &MergeTo<'_>,
    out: &mut Output,
) -> Result<(), CliError> {
    let whole = |manifest: &Manifest, path: &Path| manifest.request::<C>(path);
    let args = Comparison::part(whole(&shards.manifest, shards.first())?, None);
    for other in &shards.all[1..] {
        let request = whole(&Manifest::read(&other.path)?, &other.path)?;
        if json!(Comparison::part(request, None)) != json!(args) {
            let (path, first) = (other.path.display(), shards.first().display());
            let reason = format!("{path}: has other options than {first}");
            return Err(CliError::Usage(reason));
        }
    }
    let plan = args.plan()?;
    let threads = all_cores();
    let manifest = lifecycle::manifest(&args, &plan, threads)?;
    to.refuse_another(shards, &manifest)?;
    let state = store::merge(&plan.0, &shards.all)?;
    let name = Job::directory_name(&args, &plan).unwrap_or_default();
    let (mut plan, mut directory) = (plan, to.begin(shards, &name, manifest)?);
    if !adapt_players(&mut plan.0, &mut directory, to.show)? {
        return Ok(());
    }
    let ended = conclude(
        &args,
        plan,
        state,
        Ending::AllPlayed,
        directory,
        to.show.verbose,
    )?;
    match &ended.outcome {
        Some(outcome) => lifecycle::show(&args, outcome, to.show, out),
        None => Ok(()),
    }
}

/// Trains the adapted players, if there are any. `false`: it was interrupted.
fn adapt_players<S: Study>(
    study: &mut S,
    directory: &mut OutputDirectory,
    show: ShowArgs,
) -> Result<bool, CliError> {
    let files = study.design().adapted_files();
    let count = study.design().adaptations().len() as u64;
    if count == 0 {
        return Ok(true);
    }
    directory.announce(files)?;
    let path = directory.path().map(Path::to_path_buf);
    let pool = thread_pool(directory.manifest.threads)?;
    let bar = Progress::of(count, "players", show.is_for_people());
    let mut done = 0;
    let finished = study
        .design_mut()
        .adapt(path.as_deref(), &pool, bar.interrupt(), |files| {
            done += 1;
            bar.show(done, "learning".into());
            for (name, bytes) in files {
                directory.write_bytes(&name, &bytes, 1)?;
            }
            Ok::<_, SimError>(())
        });
    bar.finish();
    Ok(finished?)
}

/// Plays the rest of a comparison, with checkpoints.
fn play_on<S: Study>(
    study: &S,
    state: &mut State<S::Notes>,
    directory: &mut OutputDirectory,
    show: ShowArgs,
) -> Result<Ending, CliError> {
    let shards = state.shard.map_or(1, |shard| u64::from(shard.count));
    let progress = Progress::new(planned_games(study) / shards, show.is_for_people());
    let threads = directory.manifest.threads;
    let mut keep = |state: &State<_>| {
        if directory.is_due() {
            store::keep(directory, state)
        } else {
            Ok(())
        }
    };
    let ending = play(study, threads, state, &progress, &mut keep);
    progress.finish();
    Ok(ending?)
}
