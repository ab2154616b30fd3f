//! Running a comparison: what all commands that compare arms have in common.

use crate::cli::CliError;
use crate::cli::lifecycle::{Ended, Job};
use crate::cli::result_args::ResultArgs;
use crate::cli::sharded::Begin;
use crate::cli::simulate::progress::Progress;
use crate::cli::simulate::{Adjust, ShowArgs};
use answers::Answer;
use cards::words::Word;
use runs::lifecycle::{OutputDirectory, Shards};
use runs::sim::batch::thread_pool;
use runs::sim::{Shard, SimError, Watch};
use serde_json::Value;
use std::path::Path;
use studies::compare::Results;
use studies::compare::adapt;
use studies::compare::answer;
use studies::compare::design::Design;
use studies::compare::play::{State, planned_games, play};
use studies::compare::stop::{EarlyStop, Ending, StopRule};
use studies::compare::store;
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use tables::{ExportError, Table};

/// Games of policies that search, where others play as well.
pub(in crate::cli) const SEARCH_GAMES: u64 = 400;

/// A comparison that has been played, with its request.
pub(in crate::cli) struct Played<Q = ()> {
    pub study: Study,
    pub question: Q,
    pub results: Results,
    pub state: State,
    pub ending: Ending,
}

impl<Q> Played<Q> {
    pub(in crate::cli) fn design(&self) -> &Design {
        &self.study.design
    }

    pub(in crate::cli) fn stop(&self) -> &StopRule {
        &self.study.stop
    }

    /// The same, for its answer.
    pub(in crate::cli) fn told(&self) -> answer::Played<'_> {
        answer::Played {
            design: self.design(),
            stop: self.stop(),
            results: &self.results,
            sums: self.sums(),
            ending: self.ending,
        }
    }

    pub(in crate::cli) fn sums(&self) -> &[StratumSums] {
        &self.state.sums
    }
}

/// Tables with their names.
pub(in crate::cli) type Tables = Result<Vec<(&'static str, Table)>, ExportError>;

/// What a command has played.
pub(in crate::cli) type PlayedBy<C> = Played<<C as Comparison>::Question>;

/// The arguments of a command that compares.
pub(in crate::cli) trait Comparison: clap::Args {
    /// The command's name.
    const COMMAND: &'static str;
    /// Whether win rates are judged against a margin.
    const JUDGES: bool = true;
    /// What the arms are for.
    type Question;
    /// What is computed from the games, once for tables and report.
    type Findings;
    /// What is to be played; rejected if it makes no sense.
    fn wanted(&self) -> Result<(Study, Self::Question), CliError>;
    /// Where the results go.
    fn result(&self) -> &ResultArgs;
    /// What means are adjusted for, if anything.
    fn adjust(&self) -> Option<Adjust> {
        None
    }
    /// Games of policies that search, where others play as well.
    fn search_games(&self) -> u64 {
        SEARCH_GAMES
    }
    /// Which shard of the comparison is played, if only one is.
    fn shard(&self) -> Option<Shard> {
        None
    }
    /// What else the manifest records.
    fn facts(&self, _: &Study) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// Computes what tables and report need.
    fn findings(&self, played: &PlayedBy<Self>) -> Result<Self::Findings, CliError>;
    /// The tables to be written.
    fn tables(&self, played: &PlayedBy<Self>, findings: &Self::Findings) -> Tables;
    /// The answer.
    fn answer(&self, played: &PlayedBy<Self>, findings: &Self::Findings) -> Answer;
    /// Why the results are not as they should be.
    fn failure(&self, _: &Self::Findings) -> Option<CliError> {
        None
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

        fn search_games(&self) -> u64 {
            let given = self.$($field).+.search_games;
            given.unwrap_or(crate::cli::compare::session::SEARCH_GAMES)
        }

        fn shard(&self) -> Option<runs::sim::Shard> {
            self.$($field).+.shard
        }
    };
}
pub(in crate::cli) use shared_options;

impl<C: Comparison> Job for C {
    const COMMAND: &'static str = C::COMMAND;
    type Plan = (Study, C::Question);

    fn plan(&self) -> Result<Self::Plan, CliError> {
        let (mut study, question) = self.wanted()?;
        study.stop = study
            .stop
            .raised_from(&Comparison::result(self).raised_from);
        if self.adjust().is_some() {
            study.design.adjust_for_luck()?;
        }
        study.design.limit_searchers(self.search_games())?;
        if Comparison::shard(self).is_some() && study.stop.settles != EarlyStop::Never {
            return Err(CliError::Usage(
                "--shard needs a fixed number of games, because stopping early needs the whole \
                 comparison: use only --games N"
                    .into(),
            ));
        }
        Ok((study, question))
    }

    fn identity(&self, (study, _): &Self::Plan) -> Result<(String, Value), CliError> {
        let mut about = store::about(&study.design, &study.stop, C::JUDGES);
        if !study.design.adaptations().is_empty() {
            about["adapt"] = adapt::about();
        }
        for (name, value) in self.facts(study) {
            about[name] = value;
        }
        Ok((study.fingerprint(), about))
    }

    fn shard(&self) -> Option<Shard> {
        Comparison::shard(self)
    }

    fn games(&self, (study, _): &Self::Plan) -> Option<u64> {
        Some(study.stop.games)
    }

    fn result(&self) -> &ResultArgs {
        Comparison::result(self)
    }

    fn directory_name(&self, (study, _): &Self::Plan) -> String {
        study.design.name.clone()
    }

    fn carry_out(
        &self,
        (mut study, question): Self::Plan,
        mut directory: OutputDirectory,
        show: ShowArgs,
    ) -> Result<Ended, CliError> {
        if !prepare(&mut study, &mut directory, &[], show)? {
            return Ok(Ended::interrupted());
        }
        let mut state = store::recover(&mut directory, &study, Comparison::shard(self))?;
        let ending = play_on(&study, &mut state, &mut directory, show)?;
        if ending == Ending::Interrupted || Comparison::shard(self).is_some() {
            store::keep(&mut directory, &state)?;
        }
        if let Some(shard) = Comparison::shard(self) {
            let complete = ending != Ending::Interrupted;
            let what = format!("shard {shard}");
            return Ended::shard(directory, &what, complete, ending.word());
        }
        conclude(self, (study, question), state, ending, directory)
    }
}

/// Computes and writes the results.
fn conclude<C: Comparison>(
    args: &C,
    (study, question): (Study, C::Question),
    state: State,
    ending: Ending,
    mut directory: OutputDirectory,
) -> Result<Ended, CliError> {
    let complete = ending != Ending::Interrupted;
    let looks = match ending {
        Ending::Interrupted => study.stop.looks_at(directory.interruption()),
        _ => study.stop.looks(),
    };
    let played = Played {
        results: Results::new(&study.design, &state.sums, looks),
        question,
        study,
        state,
        ending,
    };
    let findings = args.findings(&played)?;
    let tables = args.tables(&played, &findings).map_err(SimError::from)?;
    let strata = store::strata(played.design(), played.sums(), &played.state.costs);
    directory.manifest.about.insert("strata".into(), strata);
    let formats = Comparison::result(args).formats();
    let mut answer = args.answer(&played, &findings);
    directory.write_study(&mut answer, &tables, &formats)?;
    directory.finish(complete, ending.word())?;
    Ok(Ended {
        failure: args.failure(&findings),
        ..Ended::new(answer, complete)
    })
}

/// Merges a comparison from its shards.
pub(in crate::cli) fn merge<C: Comparison>(
    args: &C,
    (mut study, question): (Study, C::Question),
    shards: &Shards,
    begin: Begin<'_>,
    show: ShowArgs,
) -> Result<Ended, CliError> {
    let state = store::merge(&study, &shards.all)?;
    let mut directory = begin()?;
    let kept = shards.all.iter().map(|shard| shard.path.as_path());
    if !prepare(&mut study, &mut directory, &kept.collect::<Vec<_>>(), show)? {
        return Ok(Ended::interrupted());
    }
    conclude(args, (study, question), state, Ending::AllPlayed, directory)
}

/// Does what must be done before the games are played. `false`: it was interrupted.
fn prepare(
    study: &mut Study,
    directory: &mut OutputDirectory,
    kept: &[&Path],
    show: ShowArgs,
) -> Result<bool, CliError> {
    let bar = Progress::new(study.preparing_games(), show.is_for_people());
    let prepared = study.prepare(directory.manifest.threads, &bar);
    bar.finish();
    Ok(prepared? && adapt_players(study, directory, kept, show)?)
}

/// Trains the adapted players, if there are any; those kept here or elsewhere are read. `false`: it was
/// interrupted.
fn adapt_players(
    study: &mut Study,
    directory: &mut OutputDirectory,
    kept: &[&Path],
    show: ShowArgs,
) -> Result<bool, CliError> {
    let files = study.design.adapted_files();
    let count = study.design.adaptations().len() as u64;
    if count == 0 {
        return Ok(true);
    }
    directory.announce(files)?;
    let path = directory.path().map(Path::to_path_buf);
    let kept: Vec<&Path> = kept.iter().copied().chain(path.as_deref()).collect();
    let pool = thread_pool(directory.manifest.threads)?;
    let bar = Progress::of(count, "players", show.is_for_people());
    let mut done = 0;
    let finished = study
        .design
        .adapt(path.as_deref(), &kept, &pool, bar.interrupt(), |files| {
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
fn play_on(
    study: &Study,
    state: &mut State,
    directory: &mut OutputDirectory,
    show: ShowArgs,
) -> Result<Ending, CliError> {
    let shards = state.shard.map_or(1, |shard| u64::from(shard.count));
    let progress = Progress::new(planned_games(study) / shards, show.is_for_people());
    let threads = directory.manifest.threads;
    let mut keep = |state: &State| {
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

/// Plays a study that is saved only as a whole; nothing if it was interrupted.
pub(in crate::cli) fn play_whole(
    study: Study,
    directory: &OutputDirectory,
    show: ShowArgs,
) -> Result<Option<(Study, Vec<StratumSums>)>, CliError> {
    let mut state = State::new(&study);
    let progress = Progress::new(planned_games(&study), show.is_for_people());
    let threads = directory.manifest.threads;
    let ending = play(&study, threads, &mut state, &progress, &mut |_| Ok(()));
    progress.finish();
    Ok(match ending? {
        Ending::Interrupted => None,
        _ => Some((study, state.sums)),
    })
}
