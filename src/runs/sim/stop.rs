//! When a run ends: after a number of games, or when the win rate is known well enough. It asks that
//! after certain numbers of games and never in between, so where it stops does not depend on threads
//! or on how the work was cut up.

use statistics::Level;
use statistics::looks::{Look, is_check};
use statistics::precision::TargetError;
use statistics::rate::RateCounts;

/// The confidence level of every interval of a run.
pub const LEVEL: Level = Level::P95;

/// The smallest and the largest target error, in per cent.
const ERROR_RANGE: (f64, f64) = (0.001, 25.0);

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// After at most this many games.
    pub games: Option<u64>,
    /// When the error of the win rate is at most this.
    pub target: Option<TargetError>,
    /// How often the games were raised.
    pub raises: u32,
}

impl StopRule {
    /// The look at the results when all games are played.
    pub fn look(&self) -> Look {
        match self.raises {
            0 => Look::Planned,
            raises => Look::Raised(raises),
        }
    }

    /// The maximum number of games.
    pub fn most_games(&self) -> u64 {
        match (self.games, self.target) {
            (Some(games), _) => games,
            // Rates other than one half may need a few more games than planned, never twice as many.
            (None, Some(_)) => 2 * self.planned_games(),
            (None, None) => 0,
        }
    }

    /// The expected maximum number of games.
    pub fn planned_games(&self) -> u64 {
        let planned = self
            .target
            .map(|target| target.planned_games_for_rate(LEVEL));
        match (self.games, planned) {
            (Some(games), Some(planned)) => games.min(planned),
            (Some(games), None) => games,
            (None, planned) => planned.unwrap_or(0),
        }
    }

    /// Whether a run may stop after the games counted; always `false` unless a look is due.
    pub fn is_met(&self, wins: u64, games: u64) -> bool {
        let Some(target) = self.target else {
            return false;
        };
        let counts = RateCounts::new(wins, games).unwrap_or_default();
        let estimate = Look::Planned.estimate(LEVEL, |level| counts.estimate(level));
        is_check(games) && estimate.is_some_and(|estimate| target.is_met(&estimate))
    }
}

/// Reads a target error such as `0.2%`.
pub fn parse_target_error(text: &str) -> Result<TargetError, String> {
    let (low, high) = ERROR_RANGE;
    let wrong = || format!("expected a percentage from {low}% to {high}%, such as 0.2%");
    let number = text.trim().strip_suffix('%').ok_or_else(wrong)?;
    let per_cent: f64 = number.trim().parse().map_err(|_| wrong())?;
    if !(low..=high).contains(&per_cent) {
        return Err(wrong());
    }
    TargetError::new(per_cent / 100.0).ok_or_else(wrong)
}

/// Writes a target error as [`parse_target_error`] reads it.
pub fn target_error_text(target: TargetError) -> String {
    // Rounded far below the smallest target, so that 0.2% does not come out as 0.20000000000000001%.
    let per_cent = (target.value() * 100.0 * 1e9).round() / 1e9;
    format!("{per_cent}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::looks::next_check;

    #[test]
    fn target_errors_are_read_and_written() {
        for text in ["0.2%", "1%", "0.001%", "25%", "0.7%"] {
            let target = parse_target_error(text).unwrap();
            assert_eq!(target_error_text(target), text);
        }
    }

    #[test]
    fn looks_come_only_where_they_are_due() {
        let rule = StopRule {
            games: None,
            target: Some(parse_target_error("5%").unwrap()),
            raises: 0,
        };
        let planned = rule.planned_games();
        let due = next_check(planned);
        assert!(rule.is_met(due / 2, due));
        assert!(!rule.is_met(due / 2, due + 1));
        assert!(!rule.is_met(0, 0));
        assert!(!rule.is_met(100, 200), "two hundred games are too few");
        assert!(rule.most_games() > due);
    }

    #[test]
    fn a_number_of_games_is_also_a_limit() {
        let target = Some(parse_target_error("0.1%").unwrap());
        let rule = StopRule {
            games: Some(5000),
            target,
            raises: 0,
        };
        assert_eq!(rule.most_games(), 5000);
        assert_eq!(rule.planned_games(), 5000);
    }
}
