//! The measures of comparisons: their units, which direction is better, and when they cannot
//! distinguish variants.

use cards::words::{Word, words};
use game::state::ROUNDS;
use runs::sim::measure::{DAMAGE_CAP, ENDURANCE_BASES};
use serde::{Deserialize, Serialize};
use statistics::precision::TargetError;
use statistics::verdict::Margin;
use std::fmt;

words! {
    /// What is compared.
    pub enum Measure as "measure" {
        /// Rounds survived, averaged over a fixed range of bases.
        Endurance = "endurance",
        /// The smallest base per player that would have won the game.
        NeededHp = "needed_hp",
        /// The share of games won with the actual base.
        WinRate = "win_rate",
        /// The share of games won with the base where the baseline wins a given share.
        WinRateAtBase = "win_rate_at_base",
        /// Rounds played to their end with the actual base.
        RoundsSurvived = "rounds_survived",
        /// Damage to the base until it falls.
        BaseDamage = "base_damage",
        /// Damage per player in rounds 1 to 3, whatever the base.
        DamageWave1 = "damage_wave_1",
        /// Damage per player in rounds 4 to 6, whatever the base.
        DamageWave2 = "damage_wave_2",
        /// Damage per player in rounds 7 to 9, whatever the base.
        DamageWave3 = "damage_wave_3",
        /// Decisions with more than one legal answer: what a game costs.
        Decisions = "decisions",
    }
}

/// The measures that can decide, with their option words.
pub const DECIDING: [(&str, Measure); 5] = [
    ("endurance", Measure::Endurance),
    ("needed-hp", Measure::NeededHp),
    ("win-rate", Measure::WinRate),
    ("rounds", Measure::RoundsSurvived),
    ("damage", Measure::BaseDamage),
];

/// Damage by wave: where an effect happens.
pub const BY_WAVE: [Measure; 3] = [
    Measure::DamageWave1,
    Measure::DamageWave2,
    Measure::DamageWave3,
];

/// The unit of figures per player, which makes them integers for 1 to 4 players.
pub const PER_PLAYER: i32 = 12;

/// Below this share of its range, or above one minus this, a measure cannot distinguish variants.
const EDGE: f64 = 0.05;

impl Measure {
    /// A measure that can decide, by its option word.
    pub fn asked_for(word: &str) -> Option<Self> {
        let found = DECIDING.iter().find(|(known, _)| *known == word);
        found.map(|(_, measure)| *measure)
    }

    /// The option word of the measure, if it can decide.
    pub fn option(self) -> &'static str {
        let found = DECIDING.iter().find(|(_, measure)| *measure == self);
        found.map_or(self.word(), |(word, _)| word)
    }

    /// The (practically) largest difference between two games with the same luck, in the integer
    /// unit.
    pub fn reach(self) -> f64 {
        match (self.most(), self) {
            (Some(most), _) => most / self.scale(),
            (None, Measure::Decisions) => 1000.0,
            (None, _) => f64::from(DAMAGE_CAP) / self.scale(),
        }
    }

    /// A value of the integer unit in the displayed unit.
    pub fn scale(self) -> f64 {
        match self {
            Measure::Endurance => 1.0 / ENDURANCE_BASES.len() as f64,
            Measure::NeededHp
            | Measure::DamageWave1
            | Measure::DamageWave2
            | Measure::DamageWave3 => 1.0 / f64::from(PER_PLAYER),
            _ => 1.0,
        }
    }

    /// Whether it is a share of games.
    pub fn is_rate(self) -> bool {
        matches!(self, Measure::WinRate | Measure::WinRateAtBase)
    }

    /// Whether one unit more is better for the players (1) or worse (-1).
    pub fn gain(self) -> f64 {
        match self {
            Measure::Endurance
            | Measure::WinRate
            | Measure::WinRateAtBase
            | Measure::RoundsSurvived => 1.0,
            _ => -1.0,
        }
    }

    /// Whether it does not depend on the actual base.
    pub fn ignores_base(self) -> bool {
        matches!(self, Measure::Endurance | Measure::NeededHp) || BY_WAVE.contains(&self)
    }

    /// The measure as text.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Endurance => "endurance",
            Measure::NeededHp => "needed HP",
            Measure::WinRate => "win rate",
            Measure::WinRateAtBase => "win rate at the calibrated base",
            Measure::RoundsSurvived => "rounds survived",
            Measure::BaseDamage => "base damage",
            Measure::DamageWave1 => "damage in wave 1",
            Measure::DamageWave2 => "damage in wave 2",
            Measure::DamageWave3 => "damage in wave 3",
            Measure::Decisions => "decisions",
        }
    }

    /// What one of its units is called, after a number.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Endurance | Measure::RoundsSurvived => "rounds",
            Measure::NeededHp => "HP each",
            Measure::WinRate | Measure::WinRateAtBase => "points",
            Measure::Decisions => "decisions",
            _ => "damage",
        }
    }

    /// The default for the smallest difference that matters. With two players a hit point of each
    /// is about 0.05 rounds of endurance, and 2 games in 100 where the baseline wins 40.
    pub fn default_margin(self) -> Margin {
        let value = match self {
            Measure::Endurance | Measure::RoundsSurvived => 0.05,
            Measure::WinRate | Measure::WinRateAtBase => 0.02,
            _ => 1.0,
        };
        Margin::new(value).unwrap_or(Margin::ONE_PERCENT)
    }

    /// The largest value, where there is one.
    pub fn most(self) -> Option<f64> {
        match self {
            Measure::Endurance | Measure::RoundsSurvived => Some(f64::from(ROUNDS)),
            Measure::WinRate | Measure::WinRateAtBase => Some(1.0),
            Measure::NeededHp => Some(f64::from(DAMAGE_CAP) + 1.0),
            _ => None,
        }
    }

    /// Why differences between these means are uninformative: all of them are at one end of the
    /// measure's range.
    pub fn edge(self, means: &[f64]) -> Option<&'static str> {
        let most = self.most()?;
        let all = |test: fn(f64) -> bool| means.iter().all(|mean| test(mean / most));
        let low = |share: f64| share < EDGE;
        let high = |share: f64| share > 1.0 - EDGE;
        match (all(low), all(high)) {
            (true, _) => Some(match self {
                Measure::WinRate | Measure::WinRateAtBase => "nearly every game is lost",
                Measure::NeededHp => "nearly every game would be won with the smallest base",
                _ => "hardly a round is survived",
            }),
            (_, true) => Some(match self {
                Measure::WinRate | Measure::WinRateAtBase => "nearly every game is won",
                Measure::NeededHp => "in nearly every game no base would have been enough",
                _ => "nearly every round is survived",
            }),
            _ => None,
        }
    }
}

/// A number given by the user: a percentage, or a number in the unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Amount {
    value: f64,
    is_share: bool,
}

impl Amount {
    /// Reads `1%` or `0.1`.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let share = text.strip_suffix('%');
        let number = share.unwrap_or(text).trim().parse::<f64>().ok()?;
        Some(Amount {
            value: if share.is_some() {
                number / 100.0
            } else {
                number
            },
            is_share: share.is_some(),
        })
    }

    /// Reads a margin, such as `0.1` or `1%`.
    pub fn margin(text: &str) -> Result<Self, String> {
        let form = "expected the smallest difference that matters: a number above 0 and up to 100 \
                    in the unit of the measure, such as 0.1 (rounds), or for win rates a percentage \
                    up to 50%, such as 1%";
        let amount = Amount::parse(text).ok_or(form)?;
        if amount.value <= 0.0 {
            return Err(format!(
                "{form}: no number of games can show that two variants are exactly equal"
            ));
        }
        let most = if amount.is_share { 0.5 } else { 100.0 };
        if amount.value <= most {
            Ok(amount)
        } else {
            Err(form.into())
        }
    }

    /// Reads a target error, such as `0.05` or `0.5%`.
    pub fn target_error(text: &str) -> Result<Self, String> {
        let form = "expected a number from 0.0001 to 100 in the unit of the measure, such as 0.05 \
                    (rounds), or for win rates a percentage from 0.001% to 25%, such as 0.5%";
        let amount = Amount::parse(text).ok_or(form)?;
        let allowed = if amount.is_share {
            0.00001..=0.25
        } else {
            0.0001..=100.0
        };
        if allowed.contains(&amount.value) {
            Ok(amount)
        } else {
            Err(form.into())
        }
    }

    /// The value in the unit of a measure; rejected if it was given in another unit.
    fn of(self, measure: Measure, option: &str) -> Result<f64, String> {
        let word = measure.option();
        match (self.is_share, measure.is_rate()) {
            (true, true) | (false, false) => Ok(self.value),
            (false, true) => Err(format!(
                "{option} is for {word} here: give a percentage, such as 1%"
            )),
            (true, false) => Err(format!(
                "{option} is for {word} here: give a plain number, such as 0.1 (a percentage needs \
                 --measure win-rate)"
            )),
        }
    }

    /// This amount as a margin of a measure.
    pub fn as_margin(self, measure: Measure) -> Result<Margin, String> {
        let value = self.of(measure, "the margin")?;
        Margin::new(value).ok_or("a margin must be above 0".into())
    }

    /// This amount as a target error of a measure.
    pub fn as_target(self, measure: Measure) -> Result<TargetError, String> {
        let value = self.of(measure, "--target-error")?;
        TargetError::new(value).ok_or("a target error must be above 0".into())
    }

    /// A margin as the user would write it.
    pub fn from_margin(margin: Margin, measure: Measure) -> Self {
        Amount {
            value: margin.value(),
            is_share: measure.is_rate(),
        }
    }

    /// A target error as the user would write it.
    pub fn from_target(target: TargetError, measure: Measure) -> Self {
        Amount {
            value: target.value(),
            is_share: measure.is_rate(),
        }
    }
}

/// As it is written on a command line.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded far below any sensible amount, so that 0.7% does not come out as 0.7000000000001%.
        let neat = |value: f64| (value * 1e9).round() / 1e9;
        if self.is_share {
            write!(f, "{}%", neat(100.0 * self.value))
        } else {
            write!(f, "{}", neat(self.value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_in_the_unit_of_the_measure() {
        let margin = Amount::margin("0.7%").unwrap();
        assert_eq!(margin.to_string(), "0.7%");
        let value = margin.as_margin(Measure::WinRate).unwrap().value();
        assert!((value - 0.007).abs() < 1e-12);
        let refusal = margin.as_margin(Measure::Endurance).unwrap_err();
        assert!(refusal.contains("give a plain number"), "{refusal}");
        let rounds = Amount::margin("0.1").unwrap();
        assert_eq!(rounds.as_margin(Measure::Endurance).unwrap().value(), 0.1);
        assert!(rounds.as_margin(Measure::WinRate).is_err());
    }

    #[test]
    fn a_measure_at_one_end_of_its_range_cannot_tell() {
        assert!(Measure::WinRate.edge(&[0.0, 0.049]).is_some());
        assert!(Measure::WinRate.edge(&[0.0, 0.051]).is_none());
        assert!(Measure::WinRate.edge(&[0.96, 1.0]).is_some());
        // One at either end differ as much as can be.
        assert!(Measure::WinRate.edge(&[0.01, 0.99]).is_none());
        assert!(Measure::Endurance.edge(&[0.4, 0.3]).is_some());
        assert!(Measure::Endurance.edge(&[0.5, 0.3]).is_none());
        assert!(Measure::Endurance.edge(&[8.6, 8.7]).is_some());
        assert!(Measure::Decisions.edge(&[0.0, 0.0]).is_none());
    }
}
