//! What `tune` and `learn` share: they make a player from games, and judge it on others.

use crate::cli::CliError;
use crate::cli::compare::session::play_whole;
use crate::cli::simulate::ShowArgs;
use crate::cli::variant_args::VariantArgs;
use answers::{Section, grouped};
use runs::lifecycle::OutputDirectory;
use serde_json::json;
use std::path::Path;
use studies::compare::Results;
use studies::compare::design::{Defaults, Design};
use studies::compare::experiment::Experiment;
use studies::compare::measure::Measure;
use studies::compare::stop::StopRule;
use studies::compare::study::Study;
use studies::compare::sums::StratumSums;
use studies::compare::tables::{arms_table, differences_table};
use studies::tune::judgement;
use tables::{ExportError, Table};

/// The games from which a player is made, and those on which it is judged.
pub(in crate::cli) struct JudgedGames<'a> {
    /// The policy to start from, which the result is judged against.
    pub start: &'a str,
    pub players: &'a [u8],
    pub measure: Measure,
    pub seed: u64,
    pub games: u64,
    pub judge_games: u64,
    pub variant: &'a VariantArgs,
}

impl JudgedGames<'_> {
    /// The seed of the games that the result is judged by.
    fn judge_seed(&self) -> u64 {
        self.seed.wrapping_add(1)
    }

    /// The games from which a player is made.
    pub(in crate::cli) fn design(&self) -> Result<Design, CliError> {
        let experiment = Experiment {
            base: self.variant.base(Some(self.start.into()))?,
            players: self.players.to_vec(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        let library = self.variant.library()?;
        let defaults = self.defaults(self.seed, self.games);
        Ok(Design::resolve(&experiment, &library, &defaults)?)
    }

    /// Writes a policy, judges it by its file in the directory of the run, and writes it with what
    /// came out; `None` if interrupted.
    pub(in crate::cli) fn judge(
        &self,
        file: &str,
        directory: &mut OutputDirectory,
        show: ShowArgs,
        write: impl Fn(&[String], &mut OutputDirectory) -> Result<(), CliError>,
    ) -> Result<Option<Judged>, CliError> {
        write(&[], directory)?;
        let design = self.judgement(&directory.path().join(file))?;
        let study = Study::new(design, StopRule::fixed(self.judge_games));
        let Some((study, sums)) = play_whole(study, "games", directory, show)? else {
            return Ok(None);
        };
        let judged = Judged {
            results: Results::new(&study.design, &sums, study.stop.looks()),
            design: study.design,
            sums,
        };
        let lines = judged.lines();
        write(&self.story(&lines), directory)?;
        let about = &mut directory.manifest.about;
        about.insert("judgement".into(), json!(lines));
        Ok(Some(judged))
    }

    /// What it was judged by.
    fn title(&self) -> String {
        format!(
            "Compared with `{}` on {} fresh games with each number of players (seed {}; paired, 95%)",
            self.start,
            grouped(self.judge_games),
            self.judge_seed()
        )
    }

    /// How it was judged, for the files of the player.
    fn story(&self, judgement: &[String]) -> Vec<String> {
        let lines = judgement.iter().map(|line| format!("  {line}"));
        [String::new(), self.title() + ":"]
            .into_iter()
            .chain(lines)
            .collect()
    }

    /// How it was judged, for the answer.
    pub(in crate::cli) fn section(&self, judged: &Judged) -> Section {
        Section {
            text: judged.lines(),
            ..Section::new(self.title())
        }
    }

    /// The comparison that judges the result.
    fn judgement(&self, result: &Path) -> Result<Design, CliError> {
        let design = judgement::design(
            self.start,
            result,
            self.players,
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
    fn lines(&self) -> Vec<String> {
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

/// How a file was made; the same command gives the same text.
pub(in crate::cli) fn made_with(command: &str) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    vec![
        format!("Made by xenosim {version} with"),
        format!("  {command}"),
        String::new(),
    ]
}
