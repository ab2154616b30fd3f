//! The result of a run, for people and as JSON.

mod difficulty;
mod habits;

pub use difficulty::{band_bar, chart_bases, players_text};

use crate::terminal::Output;
use crate::terminal::grid::{Grid, left, right};
use crate::terminal::text::{grouped, per_cent};
use cards::Kind;
use cards::words::Word;
use difficulty::{Difficulty, estimate_json};
use game::observe::tally::CardCount;
use runs::sim::results::{self, Monitoring, summary, win_rate, worst_for_base};
use runs::sim::stop::{LEVEL, target_error_text};
use runs::sim::{Outcome, Plan, Rows, StopReason};
use serde_json::{Value, json};
use statistics::Estimate;
use std::io::{self, Write};
use std::path::Path;

/// Enemies listed by their damage to the base.
const WORST: usize = 8;
/// Bars of the histogram, at most.
const BARS: u32 = 16;
/// Characters of the longest bar.
const BAR_WIDTH: f64 = 40.0;
/// Characters that the longest bar must have.
const LEAST_BAR: f64 = 10.0;

/// A result to be shown.
pub struct Report<'a> {
    /// What was played.
    pub plan: &'a Plan,
    /// What it came to.
    pub outcome: &'a Outcome,
    /// Where the files are.
    pub directory: &'a Path,
    /// Whether details are shown.
    pub verbose: bool,
}

/// The width of the longest bar after some columns of text; none if it would be too short.
pub fn bar_width(out: &Output, before: usize) -> f64 {
    let room = out.width().saturating_sub(before) as f64;
    if room < LEAST_BAR {
        return 0.0;
    }
    BAR_WIDTH.min(room)
}

/// A bar of blocks; eighths of a block show small differences.
fn bar(share_of_longest: f64, width: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share_of_longest * width * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

impl Report<'_> {
    /// Writes the result for a person.
    pub fn write(&self, out: &mut Output) -> io::Result<()> {
        let difficulty = Difficulty::new(self.plan, self.outcome);
        difficulty.write_answer(out)?;
        writeln!(out)?;
        self.write_head(out)?;
        if self.outcome.totals.games > 0 {
            difficulty.write_curve(out)?;
            self.write_figures(out)?;
            difficulty.write_damage(out)?;
            if self.verbose && !self.plan.rules.training {
                self.write_histogram(out)?;
            }
            self.write_losses(out)?;
            self.write_worst(out)?;
            habits::write(&self.outcome.habits, &self.plan.cards, self.verbose, out)?;
        }
        self.write_foot(out)
    }

    fn write_head(&self, out: &mut Output) -> io::Result<()> {
        let plan = self.plan;
        let shard = plan
            .shard
            .map_or(String::new(), |shard| format!(", shard {shard} only"));
        writeln!(
            out,
            "{} games, seed {}{shard}; 95% {} in brackets",
            grouped(self.outcome.totals.games),
            plan.seed,
            match self.outcome.looks {
                Monitoring::Fixed => "intervals",
                Monitoring::Repeated => "intervals valid at every look (confidence sequences)",
            }
        )?;
        if let Some(note) = self.note() {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }

    /// Why the run ended, if it is not obvious.
    fn note(&self) -> Option<String> {
        match self.outcome.reason {
            StopReason::Interrupted => Some(format!(
                "INTERRUPTED: incomplete, {} games were requested",
                grouped(self.plan.planned_games())
            )),
            StopReason::TargetError => self.plan.stop.target.map(|target| {
                format!(
                    "stopped when the error of the win rate was at most {}",
                    target_error_text(target)
                )
            }),
            _ => self.plan.stop.target.map(|target| {
                format!(
                    "all games were played before the error of the win rate was at most {}",
                    target_error_text(target)
                )
            }),
        }
    }

    /// Means of a game: how long it lasts, and with `--verbose` all others.
    fn write_figures(&self, out: &mut Output) -> io::Result<()> {
        let mut names = vec![
            ("Endurance", "endurance"),
            ("Rounds survived", "rounds_survived"),
        ];
        if self.verbose {
            names.extend([
                ("Base needed", "needed_hp"),
                ("Base damage", "base_damage"),
                ("Decisions", "decisions"),
            ]);
        }
        writeln!(out)?;
        for (name, measure) in names {
            // Training games cannot be lost, so rounds survived say nothing there.
            if measure == "rounds_survived" && self.plan.rules.training {
                continue;
            }
            if let Some(mean) = self.mean(measure) {
                let spread = self.spread(measure);
                writeln!(out, "{name:<16} {}{spread}", mean_text(&mean))?;
                self.write_adjusted(measure, out)?;
            }
        }
        Ok(())
    }

    /// The same mean adjusted for luck, if requested.
    fn write_adjusted(&self, measure: &str, out: &mut Output) -> io::Result<()> {
        let adjusted = self.outcome.totals.adjusted(measure);
        let Some(adjusted) = adjusted.filter(|_| self.outcome.looks == Monitoring::Fixed) else {
            return Ok(());
        };
        let scale = results::scale(measure);
        writeln!(
            out,
            "{:<16} {}, as with {:.1} times as many games",
            "  luck-adjusted",
            mean_text(&adjusted.estimate(LEVEL, scale)),
            adjusted.gain
        )?;
        Ok(())
    }

    /// The mean of a measure, if all games have it.
    fn mean(&self, measure: &str) -> Option<Estimate> {
        let totals = &self.outcome.totals;
        let played_on = totals.all_played_on();
        let moments = totals
            .moments_of(measure)
            .or_else(|| played_on?.moments_of(measure))?;
        results::mean(measure, moments, self.outcome.looks)
    }

    fn spread(&self, measure: &str) -> String {
        let quantile = |q| self.outcome.totals.base_damage.quantile(q);
        match (measure, quantile(0.1), quantile(0.5), quantile(0.9)) {
            ("base_damage", Some(low), Some(median), Some(high)) => {
                format!(", median {median}, 80% of games from {low} to {high}")
            }
            ("endurance", ..) => " of 9 rounds, at bases of 10 to 95 HP".into(),
            ("needed_hp", ..) if self.plan.rules.players > 1 => " HP in total".into(),
            _ => String::new(),
        }
    }

    fn write_histogram(&self, out: &mut Output) -> io::Result<()> {
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
            let bar = bar(*games as f64 / longest, bar_width(out, 20));
            let line = format!("  {range:>9} {:>7} {bar}", per_cent(share));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn write_losses(&self, out: &mut Output) -> io::Result<()> {
        let totals = &self.outcome.totals;
        let lost = totals.games - totals.wins;
        if lost == 0 {
            return Ok(());
        }
        let share = |games: u64| per_cent(games as f64 / totals.games as f64);
        let title = format!("Games lost with {} HP each", self.plan.rules.base_hp);
        let title = out.title(match self.plan.rules.players {
            1 => title.trim_end_matches(" each"),
            _ => &title,
        });
        writeln!(out, "\n{title} ({} of all)", share(lost))?;
        let waves = (1..=3).filter(|wave| totals.lost_in_wave(*wave) > 0);
        for wave in waves {
            let rounds = (wave * 3 - 2..=wave * 3).filter_map(|round| {
                let games = totals.lost_in_round[round - 1];
                (games > 0).then(|| format!("round {round}: {}", share(games)))
            });
            let rounds: Vec<String> = rounds.collect();
            writeln!(
                out,
                "  in wave {wave}: {:>6}   ({})",
                share(totals.lost_in_wave(wave)),
                rounds.join(", ")
            )?;
        }
        Ok(())
    }

    fn write_worst(&self, out: &mut Output) -> io::Result<()> {
        let totals = &self.outcome.totals;
        let worst = worst_for_base(totals, &self.plan.cards, WORST);
        if worst.is_empty() {
            return Ok(());
        }
        // Of all rounds that were played, as the counts of cards are.
        let counts = totals.cards.iter();
        let all: u64 = counts.map(|card| card.get(CardCount::BaseDamage)).sum();
        let all = all.max(1) as f64;
        writeln!(out, "\n{}", out.title("Most damage to the base"))?;
        let columns = [
            left("card"),
            left("from").spare(1),
            right("per game"),
            right("of all").spare(2),
        ];
        let mut grid = Grid::new(columns);
        for (kind, damage) in worst {
            grid.row([
                kind.name.clone(),
                origin(kind),
                format!("{:.2}", damage as f64 / totals.games as f64),
                per_cent(damage as f64 / all),
            ]);
        }
        out.table(&grid)
    }

    fn write_foot(&self, out: &mut Output) -> io::Result<()> {
        let manifest = &self.outcome.manifest;
        let speed = grouped(self.outcome.record.games_per_second.round() as u64);
        let threads = match manifest.threads {
            0 => "all shards together".to_string(),
            1 => "1 thread".to_string(),
            n => format!("{n} threads"),
        };
        writeln!(out)?;
        if self.verbose {
            writeln!(
                out,
                "Speed   {speed} games/s ({:.1} s, {threads})",
                manifest.elapsed_seconds
            )?;
        }
        let directory = self.directory.display();
        match self.plan.shard {
            Some(shard) => writeln!(
                out,
                "Files   {directory}: one of {} shards, for `xenosim merge`",
                shard.count
            )?,
            None => writeln!(out, "Files   {directory}\n        {}", self.files_text())?,
        }
        if self.plan.rows == Rows::None && self.plan.shard.is_none() {
            writeln!(out, "        no rows for individual games (--rows none)")?;
        }
        writeln!(out, "Reproduce\n        {}", manifest.command)?;
        Ok(())
    }

    /// The tables that were written, and in which formats.
    fn files_text(&self) -> String {
        let files = self.outcome.manifest.files.iter();
        let parts = files.filter_map(|file| file.name.rsplit_once('.'));
        let (mut names, mut formats) = (Vec::new(), Vec::new());
        for (name, format) in parts {
            if !names.contains(&name) {
                names.push(name);
            }
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        format!("{} ({})", names.join(", "), formats.join(", "))
    }

    /// The result as JSON.
    pub fn json(&self) -> Value {
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
            "played_on": Difficulty::new(self.plan, self.outcome).json(),
            "base_damage_histogram": histogram,
            "lost_in_wave": waves,
            "lost_in_round": totals.lost_in_round,
            "most_base_damage": self.worst_json(),
            "hardly_ever_bought": habits::json(&self.outcome.habits, &self.plan.cards),
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

/// Where a card that damages the base comes from, which may be a converted troop.
fn origin(kind: &Kind) -> String {
    if kind.class.is_enemy() {
        format!("wave {}", kind.wave)
    } else {
        kind.class.word().to_string()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_their_share() {
        assert_eq!(bar(0.0, BAR_WIDTH), "");
        assert_eq!(bar(1.0, BAR_WIDTH).chars().count(), BAR_WIDTH as usize);
        assert_eq!(bar(1.0 / 320.0, BAR_WIDTH), "▏");
    }
}
