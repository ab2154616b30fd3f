//! A comparison for people: the answer, then a table, then what needs to be known to read it.

use super::adaptation;
use super::answer::{Answer, explained, neat};
use super::scan;
use super::scan::Scan;
use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::verdict::Verdict;
use std::io::Write;
use std::path::Path;
use studies::compare::design::Design;
use studies::compare::explain::{Explanation, Happening};
use studies::compare::measure::{Amount, BY_WAVE, Measure};
use studies::compare::play::{EarlyStop, Ending, StopRule};
use studies::compare::results::{Agreement, Difference, Results};
use studies::compare::sums::StratumSums;

/// More rows than this are shown only where they say something, or when asked for.
const MOST_ROWS: usize = 12;
/// Names are cut to this width, so that a line fits 80 columns.
const MOST_NAME: usize = 24;
/// Text is wrapped to this width.
const WIDTH: usize = 80;

/// A comparison to be shown.
pub(super) struct Report<'a> {
    pub design: &'a Design,
    pub stop: &'a StopRule,
    pub results: &'a Results,
    pub sums: &'a [StratumSums],
    pub explanations: &'a [Explanation],
    pub ending: Ending,
    pub directory: &'a Path,
    pub scan: Option<&'a Scan>,
    pub verbose: bool,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_head(out)?;
        for stratum in 0..self.design.strata.len() {
            writeln!(out, "\n{}", out.title(&self.design.strata[stratum].label()))?;
            match self.scan {
                Some(scan) => scan::draw(scan, self.design, self.results, stratum, out)?,
                None => self.write_stratum(out, stratum)?,
            }
            self.write_waves(out, stratum)?;
            if self.verbose {
                self.write_details(out, stratum)?;
            }
        }
        adaptation::write(out, self.design, self.results)?;
        adaptation::write_luck(out, self.design, self.results)?;
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
        writeln!(out, "{}{title}\n", out.title(&design.name))?;
        if self.ending == Ending::Interrupted {
            writeln!(out, "INTERRUPTED: incomplete")?;
        }
        let answer = Answer {
            design,
            results: self.results,
        };
        for sentence in answer.sentences() {
            writeln!(out, "{}", wrapped(&sentence))?;
        }
        Ok(())
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let (measure, beside) = (self.design.measure, self.beside(stratum));
        let width = self.name_width();
        let mut head = format!(
            "  {:width$} {:>9}  {:<14}",
            "arm",
            measure.option(),
            "difference"
        );
        for other in &beside {
            head += &format!(" {:>9}", self.heading(stratum, *other));
        }
        writeln!(out, "{}", out.faint(&format!("{head}  verdict")))?;
        for arm in self.shown(stratum, true) {
            self.write_arm(out, stratum, arm, &beside)?;
        }
        self.write_hidden(out, stratum)
    }

    /// The measures that are shown beside the one that decides, if they tell anything.
    fn beside(&self, stratum: usize) -> Vec<Measure> {
        let differs = |measure: &Measure| {
            let arms = 1..self.design.arms.len();
            let mut all = arms.filter_map(|arm| self.results.difference(stratum, arm, *measure));
            all.any(|one| one.estimate.is_some_and(|estimate| estimate.value != 0.0))
        };
        let others = [
            Measure::NeededHp,
            Measure::WinRateAtBase,
            Measure::Endurance,
        ];
        let others = others.into_iter().filter(|one| *one != self.design.measure);
        others.filter(differs).take(2).collect()
    }

    fn heading(&self, stratum: usize, measure: Measure) -> String {
        let calibrated = self.design.strata[stratum].calibrated;
        match (measure, calibrated) {
            (Measure::WinRateAtBase, Some(base)) => format!("wins@{}", neat(base.hp())),
            _ => measure.title().into(),
        }
    }

    fn name_width(&self) -> usize {
        let names = self.design.arms.iter().map(|arm| arm.name.chars().count());
        let widest = names.max().unwrap_or(0).max("arm".len());
        match self.verbose {
            true => widest,
            false => widest.min(MOST_NAME),
        }
    }

    /// The arms worth a row: all of a few, or those that are not equivalent.
    fn shown(&self, stratum: usize, baseline: bool) -> Vec<usize> {
        let all = usize::from(!baseline)..self.design.arms.len();
        let few = self.verbose || self.design.arms.len() <= MOST_ROWS + 1;
        let matters = |arm: &usize| {
            let one = self.results.difference(stratum, *arm, self.design.measure);
            let verdict = one.and_then(|one| one.verdict);
            *arm == 0 || few || matches!(verdict, Some(Verdict::Better | Verdict::Worse))
        };
        all.filter(matters).collect()
    }

    fn write_hidden(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let hidden = self.design.arms.len() - self.shown(stratum, true).len();
        if hidden > 0 {
            let note = format!(
                "  {hidden} more are equivalent or not settled: --verbose shows them, and so does \
                 the table"
            );
            writeln!(out, "{}", out.faint(&note))?;
        }
        Ok(())
    }

    fn write_arm(
        &self,
        out: &mut Output,
        stratum: usize,
        arm: usize,
        beside: &[Measure],
    ) -> Result<(), CliError> {
        let (measure, width) = (self.design.measure, self.name_width());
        let name = cut(&self.design.arms[arm].name, width);
        let figure = |measure: Measure| self.results.figure(stratum, arm, measure);
        let value = figure(measure).map_or("-".into(), |one| measure.plain(one.value));
        let judged = self.results.difference(stratum, arm, measure);
        let difference = judged.and_then(|one| one.estimate);
        let difference = difference.map_or(String::new(), |one| with_half(measure, &one));
        let mut line = format!("  {name:width$} {value:>9}  {difference:<14}");
        for other in beside {
            let text = match self.results.difference(stratum, arm, *other) {
                Some(one) => one.estimate.map(|one| other.signed(one.value)),
                None => figure(*other).map(|one| other.plain(one.value)),
            };
            line += &format!(" {:>9}", text.unwrap_or_default());
        }
        line += &format!(
            "  {}",
            judged.map_or(String::new(), |one| self.verdict(one))
        );
        writeln!(out, "{}", line.trim_end())?;
        Ok(())
    }

    fn verdict(&self, one: &Difference) -> String {
        let reference = self.design.reference(one.arm);
        let stratum = &self.design.strata[one.stratum];
        let policies = stratum.differs_in_policy_alone(reference, one.arm);
        let word = match (one.verdict, policies) {
            (None, _) => "no verdict",
            (Some(Verdict::Better), false) => "easier",
            (Some(Verdict::Worse), false) => "harder",
            (Some(Verdict::Better), true) => "stronger",
            (Some(Verdict::Worse), true) => "weaker",
            (Some(Verdict::Equivalent), _) => "equal",
            (Some(Verdict::Inconclusive), _) => "not settled",
        };
        match one.agreement {
            Some(Agreement::Opposed) => format!("{word} !"),
            _ => word.into(),
        }
    }

    /// In which wave an effect happens.
    fn write_waves(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let width = self.name_width();
        let mut rows = Vec::new();
        for arm in self.shown(stratum, false) {
            let of_wave = |measure: Measure| {
                let one = self.results.difference(stratum, arm, measure)?;
                Some((measure, one.estimate?))
            };
            let waves: Vec<_> = BY_WAVE.into_iter().filter_map(of_wave).collect();
            if waves.iter().any(|(_, estimate)| estimate.value != 0.0) {
                let name = cut(&self.design.arms[arm].name, width);
                let cells = waves.iter().map(|(measure, one)| with_half(*measure, one));
                let cells = cells.map(|cell| format!(" {cell:>15}"));
                rows.push(format!("  {name:width$}{}", cells.collect::<String>()));
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let head = format!(
            "  {:width$} {:>15} {:>15} {:>15}",
            "where: damage each", "wave 1", "wave 2", "wave 3"
        );
        writeln!(out, "{}", out.faint(&head))?;
        for row in rows {
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    /// All measures with their p-values.
    fn write_details(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        for arm in 1..self.design.arms.len() {
            writeln!(out, "  {}", out.title(&self.design.arms[arm].name))?;
            for one in self.results.of(stratum, arm) {
                let Some(estimate) = one.estimate else {
                    continue;
                };
                let holm = one.holm.map_or(String::new(), |p| {
                    format!(", Holm {}", probability(Some(p)))
                });
                let family = one.family_interval.map_or(String::new(), |interval| {
                    format!(
                        ", together {} to {}",
                        one.measure.signed(interval.low),
                        one.measure.signed(interval.high)
                    )
                });
                let line = format!(
                    "    {:<32} {}; p {}{holm}{family}, gain {}",
                    one.measure.title(),
                    one.measure.with_interval(&estimate),
                    probability(one.p_value),
                    gain(one.pairing_gain)
                );
                writeln!(out, "{}", out.faint(&line))?;
            }
            let games = grouped(self.sums[stratum].arms[arm - 1].games());
            writeln!(out, "{}", out.faint(&format!("    {games} games")))?;
        }
        Ok(())
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
            writeln!(out, "  then {baseline}  {}", happening(&one.baseline_next))?;
            writeln!(out, "  then {arm}  {}", happening(&one.arm_next))?;
            writeln!(out, "  {}", out.faint(&one.baseline_replay))?;
            writeln!(out, "  {}", out.faint(&one.arm_replay))?;
        }
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let played: u64 = self.sums.iter().map(StratumSums::played).sum();
        writeln!(
            out,
            "\n{} games played; tables in {}",
            grouped(played),
            self.directory.display()
        )?;
        for note in self.notes() {
            writeln!(out, "{}", out.faint(&wrapped(&note)))?;
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        let (design, measure) = (self.design, self.design.measure);
        let mut notes = vec![format!(
            "baseline {}, seed {}, margin {} {}; verdicts hold together for all {} comparisons at \
             {:.0}%; ± are {}",
            design.arms[0].name,
            design.seed,
            Amount::from_margin(design.margin, measure).text(),
            if measure.is_rate() {
                ""
            } else {
                measure.unit()
            },
            design.family(),
            100.0 * LEVEL.value(),
            self.results.looks.text()
        )];
        let settled = match (self.ending, self.stop.settles) {
            (_, EarlyStop::Never) | (Ending::Interrupted, _) => None,
            (Ending::Settled, _) => Some("every arm was settled before its last game"),
            (Ending::AllPlayed, _) => Some("not every arm was settled when all games were played"),
        };
        notes.extend(settled.map(String::from));
        let shown = std::iter::once(measure).chain(self.beside(0));
        notes.extend(shown.filter_map(explained));
        let about = design.strata.iter().any(|at| at.is_approximate());
        if about {
            notes.push(
                "the policy looks at the base, so figures for other bases than the one in force \
                 are approximate"
                    .into(),
            );
        }
        notes.extend(capped(self.sums));
        notes
    }
}

/// Says how many games reached the cap of damage, if any did.
pub(in crate::cli) fn capped(sums: &[StratumSums]) -> Option<String> {
    let arms = |sums: &StratumSums| sums.arms.iter().map(|pair| pair.capped).sum::<u64>();
    let capped: u64 = sums
        .iter()
        .map(|sums| sums.baseline.capped + arms(sums))
        .sum();
    let games = match capped {
        0 => return None,
        1 => "1 game reached the cap of damage and was stopped there".to_string(),
        n => format!(
            "{} games reached the cap of damage and were stopped there",
            grouped(n)
        ),
    };
    Some(format!("{games}; means are of the capped value"))
}

/// Breaks a text into lines.
pub(in crate::cli) fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.join("\n")
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

/// A name cut to a width.
pub(in crate::cli) fn cut(name: &str, width: usize) -> String {
    match name.chars().count() > width {
        true => {
            let kept: String = name.chars().take(width.saturating_sub(1)).collect();
            format!("{kept}…")
        }
        false => name.into(),
    }
}

/// A difference with half the width of its interval.
pub(in crate::cli) fn with_half(measure: Measure, estimate: &Estimate) -> String {
    let half = measure.signed(estimate.interval.half_width());
    format!(
        "{} ±{}",
        measure.signed(estimate.value),
        half.trim_start_matches('+')
    )
}

pub(in crate::cli) fn probability(p: Option<f64>) -> String {
    match p {
        None => "-".into(),
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
#[path = "report_tests.rs"]
mod tests;
