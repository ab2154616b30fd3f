//! The effect of adaptation: arms played by the original players and by players trained on each
//! arm.

use super::with_half;
use crate::terminal::Output;
use std::io::{self, Write};
use studies::compare::Results;
use studies::compare::design::Design;
use studies::learn::adapt::Budget;

/// Rows at most; the tables have all of them.
const MOST_ROWS: usize = 20;

/// Writes what the adjustment for luck has gained, if it was made.
pub fn write_luck(out: &mut Output, design: &Design, results: &Results) -> io::Result<()> {
    if !design.adjusts_for_luck() {
        return Ok(());
    }
    let mut gains: Vec<f64> = results.primary().filter_map(|one| one.luck_gain).collect();
    gains.sort_by(f64::total_cmp);
    let text = match (gains.first(), gains.last()) {
        (Some(least), Some(most)) => format!(
            "Adjusted for the luck of the draw: intervals of {} are as narrow as with {:.1} times \
             as many games with pairing alone ({least:.1} to {most:.1}).",
            design.measure.title(),
            gains[gains.len() / 2]
        ),
        _ => "Not adjusted for the luck of the draw: too few games differ.".into(),
    };
    writeln!(out, "\n{text}")?;
    Ok(())
}

/// Writes the effect of every arm without and with adaptation, where there is any.
pub fn write(out: &mut Output, design: &Design, results: &Results) -> io::Result<()> {
    let measure = design.measure;
    let names = design.arms.iter().map(|arm| arm.name.chars().count());
    let width = names.max().unwrap_or(0).clamp(3, 30);
    for (stratum, at) in design.strata.iter().enumerate().skip(1) {
        if at.adaptations.is_empty() {
            continue;
        }
        let title = format!(
            "Without and with adaptation: {}",
            design.strata[stratum - 1].label()
        );
        writeln!(out, "\n{}", out.title(&title))?;
        let head = format!(
            "  {:width$}  {:<16} {:<16}",
            "arm", "as they are", "adapted"
        );
        writeln!(out, "{}", out.faint(head.trim_end()))?;
        for arm in (1..design.arms.len()).take(MOST_ROWS) {
            let effect = |stratum: usize| {
                let estimate = results.difference(stratum, arm, measure)?.estimate?;
                Some(with_half(measure, &estimate))
            };
            let effect = |stratum| effect(stratum).unwrap_or("-".into());
            let name: String = design.arms[arm].name.chars().take(width).collect();
            let (without, with) = (effect(stratum - 1), effect(stratum));
            writeln!(out, "  {name:width$}  {without:<16} {with}")?;
        }
    }
    if !design.adaptations().is_empty() {
        let note = format!(
            "  Adapted players have trained their value on {} games of each arm, with separate \
             luck. These intervals do not include the luck of training.",
            Budget::USUAL.games
        );
        writeln!(out, "{}", out.faint(&note))?;
    }
    Ok(())
}
