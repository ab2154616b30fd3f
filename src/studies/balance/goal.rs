//! What is to be reached: a range of win rates or of rounds survived, in some game.

use crate::compare::changes::Changes;
use crate::compare::measure::Measure;
use answers::{Number, Unit};

/// A single win rate stands for the range of this much on both sides.
const RATE_AROUND: f64 = 0.03;
/// The same of rounds survived.
const ROUNDS_AROUND: f64 = 0.25;

/// A range that a figure is to lie in.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Win rate, or rounds survived with the actual base.
    pub measure: Measure,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The game in which it is to be reached.
    pub game: Changes,
}

impl Goal {
    /// Reads `40%`, `35%..45%` or `5..6`, the last in rounds; after a colon, the game in which it is
    /// to be reached: `40%:players=2,base-hp=20`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (range, game) = text.split_once(':').unwrap_or((text, ""));
        let (measure, low, high) = parse_range(range.trim()).ok_or_else(|| {
            format!(
                "expected a win rate such as 40% or 35%..45%, or rounds survived such as 6 or \
                 5..6.5, found `{range}`; the game may follow after a colon: \
                 40%:players=2,base-hp=20"
            )
        })?;
        let read = Changes::parse_arm("goal", &format!("goal:{game}"));
        let (_, game) = read.map_err(|faults| faults.to_string())?;
        Ok(Goal {
            measure,
            low,
            high,
            game,
        })
    }

    /// How far a value lies from the middle of the range; up to 1 within it.
    pub fn miss(&self, value: f64) -> f64 {
        let half = 0.5 * (self.high - self.low);
        (value - 0.5 * (self.low + self.high)).abs() / half
    }

    /// The range as text: "37% to 43% wins".
    pub fn text(&self) -> String {
        let unit = self.measure.size_unit();
        let ends = [self.low, self.high].map(|end| Number::new(end, unit).text());
        let [low, high] = ends.map(|end| end.replace(".0%", "%"));
        format!("{low} to {high} {}", self.what())
    }

    /// What its figure counts.
    pub fn what(&self) -> &'static str {
        match self.measure.size_unit() {
            Unit::Share => "wins",
            _ => "rounds",
        }
    }
}

fn parse_range(text: &str) -> Option<(Measure, f64, f64)> {
    let number = |text: &str| {
        let (digits, is_share) = match text.trim().strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (text.trim(), false),
        };
        let number: f64 = digits.parse().ok().filter(|one: &f64| one.is_finite())?;
        Some((if is_share { number / 100.0 } else { number }, is_share))
    };
    let (low, high, is_share) = match text.split_once("..") {
        Some((low, high)) => {
            let ((low, is_share), (high, same)) = (number(low)?, number(high)?);
            (low, high, (is_share == same).then_some(is_share)?)
        }
        None => {
            let (middle, is_share) = number(text)?;
            let around = if is_share { RATE_AROUND } else { ROUNDS_AROUND };
            (middle - around, middle + around, is_share)
        }
    };
    let measure = match is_share {
        true => Measure::WinRate,
        false => Measure::RoundsSurvived,
    };
    let (low, high) = (low.max(0.0), high.min(measure.most()?));
    (low < high).then_some((measure, low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_ranges_in_a_game() {
        let goal = Goal::parse("35%..45%:players=2,base-hp=20").unwrap();
        assert_eq!((goal.measure, goal.low), (Measure::WinRate, 0.35));
        assert_eq!(goal.game.players, Some(2));
        assert_eq!(goal.text(), "35% to 45% wins");
        assert!((goal.miss(0.40)).abs() < 1e-9 && (goal.miss(0.50) - 2.0).abs() < 1e-9);
        let rounds = Goal::parse("6").unwrap();
        assert_eq!((rounds.low, rounds.high), (5.75, 6.25));
        assert_eq!(rounds.measure, Measure::RoundsSurvived);
        assert_eq!(Goal::parse("1%").unwrap().low, 0.0);
        for wrong in ["", "x", "45%..35%", "40%..1", "nan", "140%", "12..15"] {
            assert!(Goal::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Goal::parse("40%:plyers=2").is_err());
    }
}
