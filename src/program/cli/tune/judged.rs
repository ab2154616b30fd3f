//! What `tune` and `learn` share: they make a player from games, and judge it on others.

use crate::cli::CliError;
use crate::cli::simulate::ShowArgs;
use crate::cli::simulate::progress::Progress;
use crate::cli::variant_args::VariantArgs;
use runs::lifecycle::OutputDirectory;
use std::path::Path;
use studies::compare::Results;
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::Experiment;
use studies::compare::measure::Measure;
use studies::compare::play::{State, planned_games, play};
use studies::compare::stop::{Ending, StopRule};
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use studies::compare::tables::{arms_table, differences_table};
use studies::tune::judgement;
use tables::{ExportError, Table};

/// The games from which a player is made, and those on which it is judged.
pub(in crate::cli) struct JudgedGames<'a> {
    /// The policy to start from, which the result is judged against.
    pub start: &'a str,
    pub players: Vec<u8>,
    pub measure: Measure,
    pub seed: u64,
    pub games: u64,
    pub judge_games: u64,
    pub variant: &'a VariantArgs,
}

impl JudgedGames<'_> {
    /// The seed of the games that the result is judged by.
    pub(in crate::cli) fn judge_seed(&self) -> u64 {
        self.seed.wrapping_add(1)
    }

    /// The games from which a player is made.
    pub(in crate::cli) fn design(&self) -> Result<Design, CliError> {
        let experiment = Experiment {
            base: self.variant.base(Some(self.start.into()))?,
            players: self.players.clone(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        let library = self.variant.library()?;
        let defaults = self.defaults(self.seed, self.games);
        Ok(Design::resolve(&experiment, &library, &defaults)?)
    }

    /// Judges a policy by its file in the directory of the run; `None` if interrupted.
    pub(in crate::cli) fn judge(
        &self,
        file: &str,
        stop: impl Fn(&Design) -> Result<StopRule, CliError>,
        directory: &OutputDirectory,
        show: ShowArgs,
    ) -> Result<Option<Judged>, CliError> {
        let design = self.judgement(&directory.path().unwrap_or(Path::new("")).join(file))?;
        let stop = stop(&design)?;
        let study = Study::new(design, stop);
        let mut state = State::new(&study);
        let bar = Progress::new(planned_games(&study), show.is_for_people());
        let threads = directory.manifest.threads;
        let ending = play(&study, threads, &mut state, &bar, &mut |_| Ok(()));
        bar.finish();
        let (design, sums) = (study.design, state.sums);
        Ok(match ending? {
            Ending::Interrupted => None,
            _ => Some(Judged {
                results: Results::new(&design, &sums, stop.looks()),
                design,
                sums,
            }),
        })
    }

    /// The comparison that judges the result.
    fn judgement(&self, result: &Path) -> Result<Design, CliError> {
        let design = judgement::design(
            self.start,
            result,
            &self.players,
            self.measure,
            self.variant.base(None)?,
            &self.variant.library()?,
            &self.defaults(self.judge_seed(), self.judge_games),
        );
        Ok(design?)
    }

    fn defaults(&self, seed: u64, games: u64) -> Defaults {
        Defaults {
            policy: self.start.into(),
            ..Defaults::new(seed, games)
        }
    }
}

/// The outcome of judging.
pub(in crate::cli) struct Judged {
    design: Design,
    results: Results,
    sums: Vec<StratumSums>,
}

impl Judged {
    /// The outcome as text.
    pub(in crate::cli) fn lines(&self) -> Vec<String> {
        judgement::lines(&self.design, &self.results)
    }

    /// The table of what was made, and the tables of judging it.
    pub(in crate::cli) fn tables(
        &self,
        name: &'static str,
        made: Result<Table, ExportError>,
    ) -> Result<Vec<(&'static str, Table)>, CliError> {
        let Judged {
            design,
            results,
            sums,
        } = self;
        Ok(vec![
            (name, made?),
            ("arms", arms_table(design, results)?),
            ("differences", differences_table(design, results, sums)?),
        ])
    }
}
