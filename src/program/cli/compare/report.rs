//! A comparison for people.

use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use statistics::verdict::Verdict;
use statistics::{Estimate, Interval};
use std::io::Write;
use std::path::Path;
use studies::compare::design::Design;
use studies::compare::experiment::margin_text;
use studies::compare::explain::{Explanation, Happening};
use studies::compare::play::{EarlyStop, Ending, StopRule};
use studies::compare::results::{Agreement, ArmFigures, Difference, Measure, Results, floor_note};
use studies::compare::sums::StratumSums;
use studies::compare::tables::verdict_word;
use studies::sim::stop::LEVEL;

/// A comparison to be shown.
pub(super) struct Report<'a> {
    pub design: &'a Design,
    pub stop: &'a StopRule,
    pub results: &'a Results,
    pub sums: &'a [StratumSums],
    pub explanations: &'a [Explanation],
    pub ending: Ending,
    pub directory: &'a Path,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_head(out)?;
        for stratum in 0..self.design.strata.len() {
            self.write_stratum(out, stratum)?;
        }
        write_disagreements(out, OPPOSED, &disagreements(self.design, self.results))?;
        self.write_explanations(out)?;
        self.write_foot(out)
    }

    fn write_head(&self, out: &mut Output) -> Result<(), CliError> {
        let design = self.design;
        let title = match design.title.is_empty() {
            true => String::new(),
            false => format!(": {}", design.title),
        };
        writeln!(out, "{}{title}", out.title(&design.name))?;
        let looks = self.results.looks.text();
        writeln!(
            out,
            "baseline {}, up to {} games of each arm, seed {}; {}% {looks}",
            design.arms[0].name,
            grouped(self.stop.games),
            design.seed,
            100.0 * LEVEL.value()
        )?;
        writeln!(
            out,
            "verdicts against a margin of {}, holding together for all {} comparisons",
            margin_text(design.margin),
            design.family()
        )?;
        match (self.ending, self.stop.settles) {
            (Ending::Interrupted, _) => writeln!(out, "INTERRUPTED: incomplete")?,
            (_, EarlyStop::Never) => {}
            (Ending::Settled, _) => writeln!(out, "every arm was settled before its last game")?,
            (Ending::AllPlayed, _) => {
                writeln!(out, "not every arm was settled when all games were played")?;
            }
        }
        Ok(())
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        writeln!(out, "\n{}", out.title(&self.design.strata[stratum].label()))?;
        let width = self.name_width();
        writeln!(
            out,
            "  {:width$} {:>11}  {:<27} {:<22} rounds survived",
            "arm", "games", "win rate", "base damage"
        )?;
        let figures = self.results.arms.iter();
        for figures in figures.filter(|figures| figures.stratum == stratum) {
            self.write_arm(out, figures)?;
        }
        writeln!(
            out,
            "  {:width$} {:<33} {:>8} {:>8} {:>7}  verdict",
            "against the baseline", "difference", "p", "Holm", "gain"
        )?;
        for arm in 1..self.design.arms.len() {
            for difference in self.results.of(stratum, arm) {
                self.write_difference(out, difference)?;
            }
        }
        Ok(())
    }

    fn name_width(&self) -> usize {
        let names = self.design.arms.iter().map(|arm| arm.name.chars().count());
        names
            .chain(["against the baseline".len()])
            .max()
            .unwrap_or(0)
    }

    fn write_arm(&self, out: &mut Output, figures: &ArmFigures) -> Result<(), CliError> {
        let width = self.name_width();
        let texts = figures
            .measures
            .iter()
            .map(|(measure, estimate)| match estimate {
                Some(estimate) => with_interval(*measure, estimate),
                None => "not played".into(),
            });
        let texts: Vec<String> = texts.collect();
        writeln!(
            out,
            "  {:width$} {:>11}  {:<27} {:<22} {}",
            self.design.arms[figures.arm].name,
            grouped(figures.games),
            texts[0],
            texts[1],
            texts[2]
        )?;
        Ok(())
    }

    fn write_difference(&self, out: &mut Output, one: &Difference) -> Result<(), CliError> {
        let width = self.name_width();
        let Some(estimate) = &one.estimate else {
            return Ok(());
        };
        let name = match one.measure {
            Measure::WinRate => self.design.arms[one.arm].name.clone(),
            Measure::BaseDamage => "  base damage".into(),
            Measure::RoundsSurvived => "  rounds survived".into(),
            Measure::Decisions => "  decisions".into(),
        };
        let difference = match one.measure {
            Measure::WinRate => points(estimate),
            _ => format!(
                "{:+.3} ({:+.3} to {:+.3})",
                estimate.value, estimate.interval.low, estimate.interval.high
            ),
        };
        let line = format!(
            "  {name:width$} {difference:<33} {:>8} {:>8} {:>7}  {}",
            probability(one.p_value),
            one.holm.map_or(String::new(), |p| probability(Some(p))),
            gain(one.pairing_gain),
            self.verdict(one)
        );
        match one.measure {
            Measure::WinRate => writeln!(out, "{}", line.trim_end())?,
            _ => writeln!(out, "{}", out.faint(line.trim_end()))?,
        }
        Ok(())
    }

    fn verdict(&self, one: &Difference) -> String {
        let (Some(verdict), Some(interval)) = (one.verdict, one.family_interval) else {
            return String::new();
        };
        let pair = &self.sums[one.stratum].arms[one.arm - 1];
        if let Some(note) = floor_note(&pair.wins) {
            return format!("{}, but {note}: see below", verdict_word(verdict));
        }
        let flag = match one.agreement {
            Some(Agreement::Opposed) => "; POLICIES DISAGREE",
            _ => "",
        };
        format!("{} ({}){flag}", verdict_word(verdict), range(&interval))
    }

    fn write_explanations(&self, out: &mut Output) -> Result<(), CliError> {
        for one in self.explanations {
            let label = self.design.strata[one.stratum].label();
            let (arm, baseline) = (&self.design.arms[one.arm].name, &self.design.arms[0].name);
            let title = format!("Game {} with {arm} ({label})", one.game);
            writeln!(out, "\n{}", out.title(&title))?;
            writeln!(
                out,
                "  {baseline}: {}; {arm}: {}; they share {} events",
                one.baseline_end.text(),
                one.arm_end.text(),
                one.shared
            )?;
            writeln!(out, "  last shared  {}", happening(&one.before))?;
            writeln!(
                out,
                "  {baseline} goes on  {}",
                happening(&one.baseline_next)
            )?;
            writeln!(out, "  {arm} goes on  {}", happening(&one.arm_next))?;
            writeln!(out, "  {}", out.faint(&one.baseline_replay))?;
            writeln!(out, "  {}", out.faint(&one.arm_replay))?;
        }
        Ok(())
    }

    /// Where all games end alike, says what to look at instead.
    fn write_floor(&self, out: &mut Output) -> Result<(), CliError> {
        let pairs = self.sums.iter().flat_map(|sums| &sums.arms);
        if pairs
            .into_iter()
            .any(|pair| floor_note(&pair.wins).is_some())
        {
            writeln!(
                out,
                "\nWhere no game is won (or none lost), win rates cannot tell variants apart: look at \
                 rounds survived, play a stronger policy, change --base-hp, or count all damage with \
                 --training on."
            )?;
        }
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_floor(out)?;
        let open = self.results.primary();
        let open = open.filter(|difference| difference.verdict == Some(Verdict::Inconclusive));
        match open.count() {
            0 => {}
            1 => writeln!(
                out,
                "\n1 comparison is inconclusive: more games would settle it"
            )?,
            n => writeln!(
                out,
                "\n{n} comparisons are inconclusive: more games would settle them"
            )?,
        }
        let played: u64 = self.sums.iter().map(played).sum();
        writeln!(
            out,
            "\n{} games played; tables in {}",
            grouped(played),
            self.directory.display()
        )?;
        writeln!(
            out,
            "{}",
            out.faint(
                "gain: how many times as many games separate luck would have needed; base damage \
                 counts until the game ends"
            )
        )?;
        Ok(())
    }
}

/// What is said of arms whose sign depends on who plays.
pub(in crate::cli) const OPPOSED: &str = "policies clearly disagree on the sign";

/// Whether the policies agree on each arm, by its name.
pub(in crate::cli) fn disagreements<'a>(
    design: &'a Design,
    results: &Results,
) -> Vec<(Agreement, &'a str)> {
    let all = results.primary();
    all.filter_map(|one| Some((one.agreement?, design.arms[one.arm].name.as_str())))
        .collect()
}

/// Says what depends on who plays.
pub(in crate::cli) fn write_disagreements(
    out: &mut Output,
    opposed: &str,
    all: &[(Agreement, &str)],
) -> Result<(), CliError> {
    for (agreement, text) in [
        (Agreement::Opposed, opposed),
        (
            Agreement::Unclear,
            "policies differ in sign, but not clearly",
        ),
    ] {
        let concerned = all.iter().filter(|(judged, _)| *judged == agreement);
        let mut names: Vec<&str> = concerned.map(|(_, name)| *name).collect();
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            writeln!(out, "\n{}: {}", out.title(text), names.join(", "))?;
        }
    }
    Ok(())
}

/// Games of all arms whose results are used.
fn played(sums: &StratumSums) -> u64 {
    let arms = sums.arms.iter().map(|pair| pair.games());
    sums.games + arms.sum::<u64>()
}

/// An estimate with its interval, in the unit of its measure.
pub(in crate::cli) fn with_interval(measure: Measure, estimate: &Estimate) -> String {
    let Interval { low, high } = estimate.interval;
    match measure {
        Measure::WinRate => format!(
            "{:.2}% ({:.2} to {:.2})",
            100.0 * estimate.value,
            100.0 * low,
            100.0 * high
        ),
        Measure::Decisions => format!("{:.1} ({low:.1} to {high:.1})", estimate.value),
        _ => format!("{:.2} ({low:.2} to {high:.2})", estimate.value),
    }
}

/// A difference of win rates in percentage points.
fn points(estimate: &Estimate) -> String {
    format!(
        "{:+.2} points ({})",
        100.0 * estimate.value,
        range(&estimate.interval)
    )
}

fn range(interval: &Interval) -> String {
    format!(
        "{:+.2} to {:+.2}",
        100.0 * interval.low,
        100.0 * interval.high
    )
}

fn probability(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 1e-4 => "<0.0001".into(),
        Some(p) => format!("{p:.4}"),
    }
}

fn gain(gain: Option<f64>) -> String {
    match gain {
        None => "-".into(),
        Some(gain) if gain.is_infinite() => "all".into(),
        Some(gain) if gain >= 100.0 => format!("{gain:.0}x"),
        Some(gain) => format!("{gain:.2}x"),
    }
}

fn happening(happening: &Option<Happening>) -> String {
    match happening {
        Some(happening) => format!("(round {}) {}", happening.round, happening.text),
        None => "(the game is over)".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::load::Library;
    use studies::compare::changes::Changes;
    use studies::compare::design::Defaults;
    use studies::compare::experiment::{Experiment, NamedChanges, parse_margin};
    use studies::compare::play::EarlyStop;
    use studies::compare::sums::Ended;
    use studies::compare::tables::{differences_table, table_json};

    /// Games that the arm wins more often with one policy and less often with the other.
    fn opposed_sums() -> Vec<StratumSums> {
        let ended = |game: u64, won: bool| Ended {
            game,
            won,
            base_damage: 20,
            rounds: if won { 9 } else { 3 },
            decisions: 50,
        };
        let stratum = |arm_wins: fn(u64) -> bool, baseline_wins: fn(u64) -> bool| {
            let mut sums = StratumSums::new(1);
            sums.games = 1000;
            for game in 0..sums.games {
                let (a, b) = (
                    ended(game, baseline_wins(game)),
                    ended(game, arm_wins(game)),
                );
                sums.baseline.record(a);
                sums.arms[0].record(a, b);
            }
            sums
        };
        let (often, rarely) = (
            |game: u64| game.is_multiple_of(2),
            |game: u64| game.is_multiple_of(4),
        );
        vec![stratum(often, rarely), stratum(rarely, often)]
    }

    #[test]
    fn policies_that_disagree_in_sign_are_flagged() {
        let (name, changes) = Changes::parse_arm("arm", "more:base-hp=30").unwrap();
        let experiment = Experiment {
            name: "test".into(),
            arms: vec![NamedChanges { name, changes }],
            policies: vec!["random".into(), "pass".into()],
            ..Experiment::default()
        };
        let defaults = Defaults {
            policy: "random".into(),
            margin: parse_margin("1%").unwrap(),
            seed: 1,
            games: 1000,
        };
        let design = Design::resolve(&experiment, &Library::embedded(), &defaults).unwrap();
        let stop = StopRule {
            games: 1000,
            settles: EarlyStop::Never,
        };
        let sums = opposed_sums();
        let results = Results::new(&design, &stop, &sums, Ending::AllPlayed);
        let table = table_json(&differences_table(&design, &results, &sums).unwrap());
        let rows = table.as_array().unwrap().iter();
        let wins: Vec<_> = rows.filter(|row| row["measure"] == "win_rate").collect();
        assert_eq!(wins.len(), 2);
        assert!(
            wins.iter().all(|row| row["policies"] == "opposed"),
            "{wins:?}"
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        let report = Report {
            design: &design,
            stop: &stop,
            results: &results,
            sums: &sums,
            explanations: &[],
            ending: Ending::AllPlayed,
            directory: Path::new("somewhere"),
        };
        report
            .write(&mut Output::to(file.reopen().unwrap()))
            .unwrap();
        let said = std::fs::read_to_string(file.path()).unwrap();
        assert_eq!(said.matches("POLICIES DISAGREE").count(), 2, "{said}");
        assert!(
            said.contains("policies clearly disagree on the sign: more"),
            "{said}"
        );
    }
}
