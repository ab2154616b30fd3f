//! A comparison for people: the answer, then a table, then notes.

pub mod adaptation;
mod answer;
pub mod scan;

pub use answer::explained;
pub use scan::Scan;

use crate::terminal::Output;
use crate::terminal::grid::{Grid, left, right};
use crate::terminal::text::{counted, grouped};
use answer::{Answer, neat};
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::verdict::Verdict;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use studies::compare::design::Design;
use studies::compare::explain::{Explanation, Happening};
use studies::compare::measure::{Amount, BY_WAVE, Measure};
use studies::compare::results::{Agreement, Difference, Results};
use studies::compare::stop::{EarlyStop, Ending, StopRule};
use studies::compare::sums::StratumSums;

/// More rows than this are shown only if they matter, or on request.
const MOST_ROWS: usize = 12;
/// Names are cut to this width, so that a line fits 80 columns.
const MOST_NAME: usize = 24;

/// A comparison to be shown.
pub struct Report<'a> {
    /// What was compared.
    pub design: &'a Design,
    /// When playing ends.
    pub stop: &'a StopRule,
    /// What came out.
    pub results: &'a Results,
    /// What the games add up to.
    pub sums: &'a [StratumSums],
    /// Games that ended differently.
    pub explanations: &'a [Explanation],
    /// How it ended.
    pub ending: Ending,
    /// Where the tables are.
    pub directory: &'a Path,
    /// The values, if a range of them was compared.
    pub scan: Option<&'a Scan>,
    /// Whether everything is shown.
    pub verbose: bool,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub fn write(&self, out: &mut Output) -> io::Result<()> {
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

    fn write_head(&self, out: &mut Output) -> io::Result<()> {
        let design = self.design;
        write_head(out, design, self.ending)?;
        let answer = Answer {
            design,
            results: self.results,
        };
        for sentence in answer.sentences() {
            out.prose(&sentence)?;
        }
        Ok(())
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> io::Result<()> {
        let (measure, beside) = (self.design.measure, self.beside(stratum));
        let mut columns = vec![
            left("arm"),
            right(measure.option()).spare(2),
            left("difference").spare(1),
        ];
        for (other, spare) in beside.iter().zip(3..) {
            columns.push(right(self.heading(stratum, *other)).spare(spare));
        }
        columns.push(left("verdict"));
        let mut grid = Grid::new(columns);
        for arm in self.shown(stratum, true) {
            grid.row(self.arm_row(stratum, arm, &beside));
        }
        out.table(&grid)?;
        self.write_hidden(out, stratum)
    }

    /// The measures that are shown besides the deciding one, if they are informative.
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

    /// The name of an arm, cut unless everything is shown.
    fn name(&self, arm: usize) -> String {
        let name = &self.design.arms[arm].name;
        if self.verbose {
            return name.clone();
        }
        cut(name, MOST_NAME)
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

    fn write_hidden(&self, out: &mut Output, stratum: usize) -> io::Result<()> {
        let hidden = self.design.arms.len() - self.shown(stratum, true).len();
        if hidden > 0 {
            let note = format!(
                "  {hidden} more are equivalent or not settled; see --verbose or the table"
            );
            writeln!(out, "{}", out.faint(&note))?;
        }
        Ok(())
    }

    fn arm_row(&self, stratum: usize, arm: usize, beside: &[Measure]) -> Vec<String> {
        let measure = self.design.measure;
        let figure = |measure: Measure| self.results.figure(stratum, arm, measure);
        let judged = self.results.difference(stratum, arm, measure);
        let difference = judged.and_then(|one| one.estimate);
        let mut row = vec![
            self.name(arm),
            figure(measure).map_or("-".into(), |one| measure.plain(one.value)),
            difference.map_or(String::new(), |one| with_half(measure, &one)),
        ];
        row.extend(beside.iter().map(|other| {
            let text = match self.results.difference(stratum, arm, *other) {
                Some(one) => one.estimate.map(|one| other.signed(one.value)),
                None => figure(*other).map(|one| other.plain(one.value)),
            };
            text.unwrap_or_default()
        }));
        row.push(judged.map_or(String::new(), |one| self.verdict(one)));
        row
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
    fn write_waves(&self, out: &mut Output, stratum: usize) -> io::Result<()> {
        let columns = [
            left("where: damage each"),
            right("wave 1"),
            right("wave 2").spare(2),
            right("wave 3").spare(1),
        ];
        let mut grid = Grid::new(columns);
        let mut tells = false;
        for arm in self.shown(stratum, false) {
            let of_wave = |measure: Measure| {
                let one = self.results.difference(stratum, arm, measure)?;
                Some((measure, one.estimate?))
            };
            let waves: Vec<_> = BY_WAVE.into_iter().filter_map(of_wave).collect();
            if waves.iter().any(|(_, estimate)| estimate.value != 0.0) {
                tells = true;
                // A wave that is the same in every game has nothing to tell.
                let same = |measure: Measure| {
                    let pair = &self.sums[stratum].arms[arm - 1];
                    pair.moments(measure).differing() == 0
                };
                let cells = waves.iter().map(|(measure, one)| match same(*measure) {
                    true => "same".to_string(),
                    false => with_half(*measure, one),
                });
                grid.row(std::iter::once(self.name(arm)).chain(cells));
            }
        }
        if tells {
            out.table(&grid)?;
        }
        Ok(())
    }

    /// All measures with their p-values.
    fn write_details(&self, out: &mut Output, stratum: usize) -> io::Result<()> {
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

    fn write_explanations(&self, out: &mut Output) -> io::Result<()> {
        for one in self.explanations {
            let label = self.design.strata[one.stratum].label();
            let (arm, baseline) = (&self.design.arms[one.arm].name, &self.design.arms[0].name);
            let title = format!("Game {} with {arm} ({label})", one.game);
            writeln!(out, "\n{}", out.title(&title))?;
            writeln!(
                out,
                "  {baseline}: {}; {arm}: {}; the first {} events are the same",
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

    fn write_foot(&self, out: &mut Output) -> io::Result<()> {
        let played: u64 = self.sums.iter().map(StratumSums::played).sum();
        write_foot(out, played, self.directory, &self.notes())
    }

    fn notes(&self) -> Vec<String> {
        let (design, measure) = (self.design, self.design.measure);
        let margin = Amount::from_margin(design.margin, measure);
        let margin = match measure.is_rate() {
            true => margin.to_string(),
            false => format!("{margin} {}", measure.unit()),
        };
        let together = match design.family() {
            1 => "the verdict holds".to_string(),
            count => format!("verdicts hold simultaneously for all {count} comparisons"),
        };
        let mut notes = vec![format!(
            "baseline {}, seed {}, margin {margin}; {together} at {:.0}%; ± are {}",
            design.arms[0].name,
            design.seed,
            100.0 * LEVEL.value(),
            self.results.looks.text()
        )];
        let settled = match (self.ending, self.stop.settles) {
            (_, EarlyStop::Never) | (Ending::Interrupted, _) => None,
            (Ending::Settled, _) => Some("every arm was settled before its last game"),
            (Ending::AllPlayed, _) => Some("not every arm was settled after all games"),
        };
        notes.extend(settled.map(String::from));
        let shown = std::iter::once(measure).chain(self.beside(0));
        notes.extend(shown.filter_map(explained));
        notes.extend(who_looks_at_base(design));
        notes.extend(capped(self.sums));
        notes
    }
}

/// Says which policies look at the base, so that figures for other bases hold only about.
fn who_looks_at_base(design: &Design) -> Option<String> {
    let plans = design.strata.iter().flat_map(|stratum| &stratum.plans);
    let looking = plans.filter(|plan| plan.policy.looks_at_base());
    let names: BTreeSet<String> = looking
        .map(|plan| format!("`{}`", plan.policy.name()))
        .collect();
    let (verb, whose) = match names.len() {
        0 => return None,
        1 => ("looks", "its"),
        _ => ("look", "their"),
    };
    let names: Vec<String> = names.into_iter().collect();
    Some(format!(
        "{} {verb} at the base, so {whose} figures for other bases are approximate",
        names.join(", ")
    ))
}

/// Writes what was studied, and whether it is complete.
pub fn write_head(out: &mut Output, design: &Design, ending: Ending) -> io::Result<()> {
    let title = out.title(&design.name);
    if design.title.is_empty() {
        out.prose(&title)?;
    } else {
        out.prose(&format!("{title}: {}", design.title))?;
    }
    writeln!(out)?;
    if ending == Ending::Interrupted {
        writeln!(out, "INTERRUPTED: incomplete")?;
    }
    Ok(())
}

/// Writes how many games were played, where the tables are, and notes on the figures.
pub fn write_foot(
    out: &mut Output,
    played: u64,
    directory: &Path,
    notes: &[String],
) -> io::Result<()> {
    let (played, directory) = (grouped(played), directory.display());
    writeln!(out, "\n{played} games played; tables in {directory}")?;
    for note in notes {
        out.faint_prose(note)?;
    }
    Ok(())
}

/// Says how many games reached the cap of damage, if any did.
pub fn capped(sums: &[StratumSums]) -> Option<String> {
    let arms = |sums: &StratumSums| sums.arms.iter().map(|pair| pair.capped).sum::<u64>();
    let capped: u64 = sums
        .iter()
        .map(|sums| sums.baseline.capped + arms(sums))
        .sum();
    (capped > 0).then(|| {
        let games = counted(capped, "game");
        format!("{games} reached the cap of damage; means use the capped value")
    })
}

/// The note on arms whose sign depends on the policy.
pub const OPPOSED: &str = "policies clearly disagree on the sign";

/// Whether the policies agree on each arm, by its name.
pub fn disagreements<'a>(design: &'a Design, results: &Results) -> Vec<(Agreement, &'a str)> {
    let all = results.primary();
    all.filter_map(|one| Some((one.agreement?, design.arms[one.arm].name.as_str())))
        .collect()
}

/// Says what depends on the policy.
pub fn write_disagreements(
    out: &mut Output,
    opposed: &str,
    all: &[(Agreement, &str)],
) -> io::Result<()> {
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
pub fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.into();
    }
    let kept: String = name.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// A difference with half the width of its interval.
pub fn with_half(measure: Measure, estimate: &Estimate) -> String {
    let half = measure.signed(estimate.interval.half_width());
    format!(
        "{} ±{}",
        measure.signed(estimate.value),
        half.trim_start_matches('+')
    )
}

/// A p-value.
pub fn probability(p: Option<f64>) -> String {
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
mod tests;
