//! The measures: their names, and which direction is good.

use charts::{Format, Tone};

/// A measure of a game, by its name in the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure<'a>(pub(super) &'a str);

impl Measure<'_> {
    /// Its name in a sentence.
    pub(super) fn name(self) -> String {
        match self.0 {
            "win_rate" => "win rate".into(),
            "base_damage" => "damage to the base".into(),
            "rounds_survived" | "rounds" => "rounds survived".into(),
            "needed_hp" => "base HP needed".into(),
            "win_rate_at_base" => "win rate at the calibrated base".into(),
            "endurance" => "endurance".into(),
            other => match other.strip_prefix("damage_wave_") {
                Some(wave) => format!("damage in wave {wave}"),
                None => other.replace('_', " "),
            },
        }
    }

    /// Its name with its unit, for an axis.
    pub(super) fn axis(self) -> String {
        match self.0 {
            "win_rate" => "win rate, percentage points".into(),
            "win_rate_at_base" => "win rate at the calibrated base, percentage points".into(),
            "rounds_survived" | "rounds" => "rounds survived".into(),
            "endurance" => "endurance, rounds".into(),
            "needed_hp" => "base HP needed to win".into(),
            "needed_hp_per_player" => "base HP per player needed to win".into(),
            _ => self.name(),
        }
    }

    /// Whether more of it is better for the players, if that is known.
    pub(super) fn more_is_better(self) -> Option<bool> {
        match self.0 {
            "win_rate" | "rounds_survived" | "rounds" | "endurance" | "base_hp"
            | "enemies_killed" => Some(true),
            name if name.starts_with("win_rate") => Some(true),
            name if ["base_damage", "needed_hp", "damage_"]
                .iter()
                .any(|start| name.starts_with(start)) =>
            {
                Some(false)
            }
            "troops_lost" => Some(false),
            _ => None,
        }
    }

    /// How a value is written.
    pub(super) fn format(self) -> Format {
        if self.0.starts_with("win_rate") {
            Format::Percent(2)
        } else {
            Format::Number(2)
        }
    }

    /// How a difference is written.
    pub(super) fn difference(self) -> Format {
        if self.0.starts_with("win_rate") {
            Format::Points(2)
        } else {
            Format::Signed(2)
        }
    }

    /// A difference with its unit, for a sentence.
    pub(super) fn difference_text(self, value: f64) -> String {
        let figure = self.difference().show(value);
        match self.0 {
            "win_rate" | "win_rate_at_base" => format!("{figure} percentage points"),
            "rounds_survived" | "rounds" | "endurance" => format!("{figure} rounds"),
            "needed_hp" => format!("{figure} HP per player"),
            _ => figure,
        }
    }

    /// What a difference with this interval says for the players, against a margin below which
    /// differences do not matter.
    pub(super) fn tone(self, low: f64, high: f64, margin: Option<f64>) -> Tone {
        let good = self.more_is_better().unwrap_or(true);
        let limit = margin.unwrap_or(0.0);
        if margin.is_some() && low >= -limit && high <= limit {
            Tone::Same
        } else if low > limit {
            if good { Tone::Up } else { Tone::Down }
        } else if high < -limit {
            if good { Tone::Down } else { Tone::Up }
        } else {
            Tone::Unclear
        }
    }
}

/// How to read a chart of tones.
pub(super) const TONES: &str = "Blue: better for the players. Orange: worse. Green diamond: no \
    difference that matters. Hollow: not settled. Thick line: interval of this row; thin line: \
    simultaneous interval for all rows.";

/// A margin as manifests have it: `1%` or `0.1`.
pub(super) fn margin(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => percent
            .trim()
            .parse::<f64>()
            .ok()
            .map(|value| value / 100.0),
        None => text.split_whitespace().next()?.parse().ok(),
    }
}
