//! Running a comparison: what all commands that compare arms have in common.

use crate::cli::CliError;
use crate::cli::lifecycle::{Ended, Job};
use crate::cli::result_args::ResultArgs;
use crate::cli::seeds::SeedRun;
use crate::cli::sharded::Begin;
use crate::cli::simulate::ShowArgs;
use crate::cli::simulate::progress::Progress;
use crate::cli::variant_args::GamesArgs;
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
use studies::compare::store::{self, Pooled};
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use tables::Table;

/// Games of policies that search, where others play as well.
const SEARCH_GAMES: u64 = 400;

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
type Tables = Vec<(&'static str, Table)>;

/// What came out of a comparison.
pub(in crate::cli) struct Found {
    pub answer: Answer,
    pub tables: Tables,
    /// Why the results are not as they should be.
    pub failure: Option<CliError>,
}

impl Found {
    /// An answer with its tables.
    pub(in crate::cli) fn new(answer: Answer, tables: impl Into<Tables>) -> Result<Self, CliError> {
        Ok(Found {
            answer,
            tables: tables.into(),
            failure: None,
        })
    }
}

/// The arguments of a command that compares.
pub(in crate::cli) trait Comparison: clap::Args {
    /// The command's name.
    const COMMAND: &'static str;
    /// What the arms are for.
    type Question;
    /// What is to be played; rejected if it makes no sense.
    fn wanted(&self) -> Result<(Study, Self::Question), CliError>;
    /// Which games are played.
    fn played(&self) -> &GamesArgs;
    /// Whether means are adjusted for luck.
    fn adjusts(&self) -> bool {
        false
    }
    /// What else the manifest records.
    fn facts(&self, _: &Study) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// The answer and its tables.
    fn found(&self, played: &Played<Self::Question>) -> Result<Found, CliError>;
}

impl<C: Comparison> Job for C {
    const COMMAND: &'static str = C::COMMAND;
    type Plan = (Study, C::Question);

    fn plan(&self) -> Result<Self::Plan, CliError> {
        let (mut study, question) = self.wanted()?;
        let games = self.played();
        study.stop = study.stop.raised_from(&games.result.raised_from);
        if self.adjusts() {
            study.design.adjust_for_luck()?;
        }
        let search_games = games.search_games.unwrap_or(SEARCH_GAMES);
        let of_means = !study.keeps_needed_hp;
        study.design.limit_searchers(search_games, of_means)?;
        if games.shard.is_some() && study.stop.settles != EarlyStop::Never {
            return Err(CliError::Usage(
                "--shard needs a fixed number of games, because stopping early needs the whole \
                 comparison: use only --games N"
                    .into(),
            ));
        }
        Ok((study, question))
    }

    fn identity(&self, (study, _): &Self::Plan) -> Result<(String, Value), CliError> {
        let mut about = store::about(&study.design, &study.stop);
        if !study.design.adaptations().is_empty() {
            about["adapt"] = adapt::about();
        }
        for (name, value) in self.facts(study) {
            about[name] = value;
        }
        Ok((study.fingerprint(), about))
    }

    fn shard(&self) -> Option<Shard> {
        self.played().shard
    }

    fn games(&self, (study, _): &Self::Plan) -> Option<u64> {
        Some(study.stop.games)
    }

    fn result(&self) -> &ResultArgs {
        &self.played().result
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
        let shard = self.shard();
        let mut state = store::recover(&mut directory, &study, shard)?;
        let ending = play_on(&study, &mut state, &mut directory, show)?;
        if ending == Ending::Interrupted || shard.is_some() {
            store::keep(&mut directory, &state)?;
        }
        if let Some(shard) = shard {
            let complete = ending != Ending::Interrupted;
            let what = format!("shard {shard}");
            return Ended::shard(directory, &what, complete, ending.word());
        }
        conclude(self, (study, question), (state, ending), None, directory)
    }
}

/// Computes and writes the results.
fn conclude<C: Comparison>(
    args: &C,
    (study, question): (Study, C::Question),
    (state, ending): (State, Ending),
    remark: Option<String>,
    mut directory: OutputDirectory,
) -> Result<Ended, CliError> {
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
    let mut found = args.found(&played)?;
    let strata = store::strata(played.design(), played.sums(), &played.state.costs);
    directory.manifest.about.insert("strata".into(), strata);
    found.answer.headline.extend(remark);
    if found.answer.complete {
        store::write_sums(&mut directory, &played.study, played.sums())?;
    }
    let formats = args.result().formats();
    let answer = directory.conclude(found.answer, &found.tables, &formats)?;
    Ok(Ended {
        failure: found.failure,
        ..answer.into()
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
    let played = (state, Ending::AllPlayed);
    conclude(args, (study, question), played, None, directory)
}

/// Merges a comparison that was played on several seeds. The later runs are as if the games of the
/// first had been raised.
pub(in crate::cli) fn merge_seeds<C: Comparison>(
    mut runs: Vec<SeedRun<C>>,
    begin: Begin<'_>,
    show: ShowArgs,
) -> Result<Ended, CliError> {
    let all = runs.iter().map(|run| (run.path.as_path(), &run.plan.0));
    let pooled = Pooled::read(&all.collect::<Vec<_>>())?;
    let strata = runs.iter().map(|run| run.manifest.about.get("strata"));
    let bases: Vec<_> = strata.map(|strata| strata.map(store::bases)).collect();
    let one_base = bases.iter().all(|one| *one == bases[0]);
    let seeds = runs.iter().map(|run| run.plan.0.design.seed).collect();
    let first = runs.swap_remove(0);
    let (mut study, question) = first.plan;
    let mut directory = begin()?;
    if !prepare(&mut study, &mut directory, &[], show)? {
        return Ok(Ended::interrupted());
    }
    if !one_base {
        study.design.forget_calibrated();
    }
    study.design.merged_seeds = seeds;
    study.stop = pooled.stop;
    let played = (pooled.state, Ending::AllPlayed);
    let remark = Some(pooled.remark);
    let args = &first.asked.job;
    conclude(args, (study, question), played, remark, directory)
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
    let path = directory.path().to_path_buf();
    let kept: Vec<&Path> = kept.iter().copied().chain([path.as_path()]).collect();
    let pool = thread_pool(directory.manifest.threads)?;
    let bar = Progress::of(count, "players", show.is_for_people());
    let mut done = 0;
    let finished = study
        .design
        .adapt(Some(&path), &kept, &pool, bar.interrupt(), |files| {
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

/// Plays a study that is saved only as a whole, with progress in `what`; nothing if it was interrupted.
pub(in crate::cli) fn play_whole(
    study: Study,
    what: &str,
    directory: &OutputDirectory,
    show: ShowArgs,
) -> Result<Option<(Study, Vec<StratumSums>)>, CliError> {
    let mut state = State::new(&study);
    let progress = Progress::of(planned_games(&study), what, show.is_for_people());
    let threads = directory.manifest.threads;
    let ending = play(&study, threads, &mut state, &progress, &mut |_| Ok(()));
    progress.finish();
    Ok(match ending? {
        Ending::Interrupted => None,
        _ => Some((study, state.sums)),
    })
}
