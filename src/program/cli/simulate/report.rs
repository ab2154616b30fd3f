//! The result of a run, for people and for machines.

use crate::cli::{CliError, Output};
use cards::Kind;
use cards::words::Word;
use serde_json::{Value, json};
use statistics::Estimate;
use std::io::Write;
use std::path::Path;
use studies::sim::results::{Monitoring, summary, win_rate, worst_for_base};
use studies::sim::stop::{LEVEL, target_error_text};
use studies::sim::{Outcome, Plan, Rows, StopReason};

/// Enemies listed by their damage to the base.
const WORST: usize = 8;
/// Bars of the histogram, at most.
const BARS: u32 = 16;
/// Characters of the longest bar.
const BAR_WIDTH: f64 = 40.0;

/// A result to be shown.
pub(crate) struct Report<'a> {
    /// What was played.
    pub plan: &'a Plan,
    /// What it came to.
    pub outcome: &'a Outcome,
    /// Where the files are.
    pub directory: &'a Path,
}

/// A number with separators between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rate in per cent, with enough digits to tell its interval.
fn per_cent(rate: f64) -> String {
    format!("{:.2}%", 100.0 * rate)
}

/// A bar of blocks; eighths of a block show small differences.
fn bar(share_of_longest: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share_of_longest * BAR_WIDTH * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(crate) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        self.write_head(out)?;
        self.write_figures(out)?;
        if self.outcome.totals.games > 0 {
            self.write_histogram(out)?;
            self.write_losses(out)?;
            self.write_worst(out)?;
        }
        self.write_foot(out)
    }

    fn write_head(&self, out: &mut Output) -> Result<(), CliError> {
        let plan = self.plan;
        let title = out.title(&format!("{} games", grouped(self.outcome.totals.games)));
        let players = match plan.rules.players {
            1 => "1 player".to_string(),
            n => format!("{n} players"),
        };
        let shard = plan
            .shard
            .map_or(String::new(), |shard| format!(", shard {shard} only"));
        writeln!(
            out,
            "{title}: {players}, policy {}, seed {}{shard}",
            plan.policy.name(),
            plan.seed
        )?;
        if let Some(note) = self.note() {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }

    /// Why the run ended, where that is not plain.
    fn note(&self) -> Option<String> {
        match self.outcome.reason {
            StopReason::Interrupted => Some(format!(
                "INTERRUPTED: incomplete, {} games were to be played",
                grouped(self.plan.planned_games())
            )),
            StopReason::TargetError => self.plan.stop.target.map(|target| {
                format!(
                    "stopped when the win rate was known to within {}",
                    target_error_text(target)
                )
            }),
            _ => self.plan.stop.target.map(|target| {
                format!(
                    "all games were played before the win rate was known to within {}",
                    target_error_text(target)
                )
            }),
        }
    }

    fn write_figures(&self, out: &mut Output) -> Result<(), CliError> {
        let totals = &self.outcome.totals;
        let level = 100.0 * LEVEL.value();
        if let Some(rate) = win_rate(totals, self.outcome.looks) {
            let kind = match self.outcome.looks {
                Monitoring::Fixed => "interval",
                Monitoring::Repeated => "confidence sequence",
            };
            writeln!(
                out,
                "\nWin rate         {}  ({level}% {kind}: {} to {})",
                out.title(&per_cent(rate.value)),
                per_cent(rate.interval.low),
                per_cent(rate.interval.high)
            )?;
        }
        for (name, measure) in [
            ("Base damage", "base_damage"),
            ("Rounds survived", "rounds_survived"),
            ("Decisions", "decisions"),
        ] {
            let moments = totals.moments_of(measure);
            if let Some(mean) = moments.and_then(|moments| moments.estimate(LEVEL)) {
                writeln!(
                    out,
                    "{name:<16} {}{}",
                    mean_text(&mean),
                    self.spread(measure)
                )?;
            }
        }
        Ok(())
    }

    fn spread(&self, measure: &str) -> String {
        let quantile = |q| self.outcome.totals.base_damage.quantile(q);
        match (measure, quantile(0.1), quantile(0.5), quantile(0.9)) {
            ("base_damage", Some(low), Some(median), Some(high)) => {
                format!(", median {median}, 80% of games from {low} to {high}")
            }
            _ => String::new(),
        }
    }

    fn write_histogram(&self, out: &mut Output) -> Result<(), CliError> {
        let histogram = &self.outcome.totals.base_damage;
        let end = |q| histogram.quantile(q).unwrap_or(0).max(0) as u32;
        let (lowest, highest) = (end(0.0), end(1.0));
        let width = (highest - lowest) / BARS + 1;
        let mut bars = vec![0u64; ((highest - lowest) / width) as usize + 1];
        for (damage, games) in histogram.bins() {
            bars[((damage.max(0) as u32 - lowest) / width) as usize] += games;
        }
        let longest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
        writeln!(out, "\n{}", out.title("Base damage"))?;
        for (index, games) in bars.iter().enumerate() {
            let first = lowest + index as u32 * width;
            let range = match width {
                1 => format!("{first}"),
                _ => format!("{first}-{}", first + width - 1),
            };
            let share = *games as f64 / self.outcome.totals.games as f64;
            let bar = bar(*games as f64 / longest);
            let line = format!("  {range:>9} {:>7} {bar}", per_cent(share));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn write_losses(&self, out: &mut Output) -> Result<(), CliError> {
        let totals = &self.outcome.totals;
        let lost = totals.games - totals.wins;
        if lost == 0 {
            writeln!(out, "\nNo game was lost.")?;
            return Ok(());
        }
        let share = |games: u64| per_cent(games as f64 / totals.games as f64);
        let title = out.title("Games lost");
        writeln!(out, "\n{title} ({} of all)", share(lost))?;
        for wave in 1..=3 {
            let rounds: Vec<String> = (wave * 3 - 2..=wave * 3)
                .map(|round| {
                    let games = totals.lost_in_round[round - 1];
                    format!("round {round}: {:>7}", share(games))
                })
                .collect();
            writeln!(
                out,
                "  in wave {wave}: {:>7}   ({})",
                share(totals.lost_in_wave(wave)),
                rounds.join(", ")
            )?;
        }
        Ok(())
    }

    fn write_worst(&self, out: &mut Output) -> Result<(), CliError> {
        let totals = &self.outcome.totals;
        let worst = worst_for_base(totals, &self.plan.cards, WORST);
        if worst.is_empty() {
            return Ok(());
        }
        let all = totals
            .moments_of("base_damage")
            .map_or(0, |moments| moments.sum())
            .max(1) as f64;
        let width = worst.iter().map(|(kind, _)| kind.name.chars().count());
        let width = width.max().unwrap_or(0);
        writeln!(out, "\n{}", out.title("Most damage to the base"))?;
        for (kind, damage) in worst {
            writeln!(
                out,
                "  {:<width$}  {:<6}  {:>6.2} a game  {:>6} of all",
                kind.name,
                origin(kind),
                damage as f64 / totals.games as f64,
                per_cent(damage as f64 / all)
            )?;
        }
        Ok(())
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let manifest = &self.outcome.manifest;
        let speed = grouped(self.outcome.record.games_per_second.round() as u64);
        let threads = match manifest.threads {
            0 => "all shards together".to_string(),
            1 => "1 thread".to_string(),
            n => format!("{n} threads"),
        };
        writeln!(
            out,
            "\nSpeed   {speed} games/s ({:.1} s, {threads})",
            manifest.elapsed_seconds
        )?;
        let names: Vec<&str> = manifest
            .files
            .iter()
            .map(|file| file.name.as_str())
            .collect();
        let directory = self.directory.display();
        match self.plan.shard {
            Some(shard) => writeln!(
                out,
                "Files   {directory}: one of {} shards, for `xenosim merge`",
                shard.count
            )?,
            None => writeln!(
                out,
                "Files   {directory}: {}, manifest.json",
                names.join(", ")
            )?,
        }
        if self.plan.rows == Rows::None && self.plan.shard.is_none() {
            writeln!(out, "        no rows for single games (--rows none)")?;
        }
        writeln!(out, "Again   {}", manifest.command)?;
        Ok(())
    }

    /// The result for a machine.
    pub(crate) fn json(&self) -> Value {
        let (totals, manifest) = (&self.outcome.totals, &self.outcome.manifest);
        let histogram: Vec<[u64; 2]> = totals
            .base_damage
            .bins()
            .map(|(damage, games)| [damage.max(0) as u64, games])
            .collect();
        let waves: Vec<u64> = (1..=3).map(|wave| totals.lost_in_wave(wave)).collect();
        json!({
            "complete": manifest.complete,
            "ending": manifest.ending,
            "games": totals.games,
            "wins": totals.wins,
            "win_rate": estimate_json(win_rate(totals, self.outcome.looks)),
            "summary": self.summary_json(),
            "base_damage_histogram": histogram,
            "lost_in_wave": waves,
            "lost_in_round": totals.lost_in_round,
            "most_base_damage": self.worst_json(),
            "elapsed_seconds": manifest.elapsed_seconds,
            "games_per_second": self.outcome.record.games_per_second,
            "threads": manifest.threads,
            "directory": self.directory.display().to_string(),
            "files": manifest.files,
            "shard": self.outcome.record.shard,
            "configuration": self.outcome.record.configuration,
            "command": manifest.command,
        })
    }

    fn summary_json(&self) -> Vec<Value> {
        let lines = summary(&self.outcome.totals, self.outcome.looks);
        lines
            .into_iter()
            .map(|line| {
                json!({
                    "measure": line.measure,
                    "statistic": line.statistic,
                    "interval": line.interval,
                    "estimate": estimate_json(line.estimate),
                })
            })
            .collect()
    }

    fn worst_json(&self) -> Vec<Value> {
        worst_for_base(&self.outcome.totals, &self.plan.cards, WORST)
            .into_iter()
            .map(|(kind, damage)| json!({ "card": kind.id, "base_damage": damage }))
            .collect()
    }
}

/// Where a card that harms the base comes from: converted troops can, too.
fn origin(kind: &Kind) -> String {
    match kind.class.is_enemy() {
        true => format!("wave {}", kind.wave),
        false => kind.class.word().to_string(),
    }
}

fn mean_text(mean: &Estimate) -> String {
    if !mean.interval.half_width().is_finite() {
        return format!("{:.2}", mean.value);
    }
    format!(
        "{:.2}  ({:.2} to {:.2})",
        mean.value, mean.interval.low, mean.interval.high
    )
}

fn estimate_json(estimate: Option<Estimate>) -> Value {
    estimate.map_or(Value::Null, |estimate| {
        json!({
            "value": estimate.value,
            "low": estimate.interval.low,
            "high": estimate.interval.high,
            "level": estimate.level.value(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn bars_grow_with_their_share() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1.0).chars().count(), BAR_WIDTH as usize);
        assert_eq!(bar(1.0 / 320.0), "▏");
    }
}
