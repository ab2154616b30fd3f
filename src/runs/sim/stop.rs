//! When a run ends: after a number of games, or when the win rate is known well enough. It asks that
//! after certain numbers of games and never in between, so where it stops does not depend on threads
//! or on how the work was cut up.

use cards::words::words;
use statistics::Level;
use statistics::looks::{Look, is_check};
use statistics::precision::TargetError;
use statistics::rate::RateCounts;

words! {
    /// Why a run ended.
    pub enum StopReason as "stop reason" {
        /// All games were played.
        Games = "games",
        /// The win rate is precise enough.
        TargetError = "target-error",
        /// It was interrupted and can be resumed.
        Interrupted = "interrupted",
    }
}

/// The confidence level of every interval of a run.
pub const LEVEL: Level = Level::P95;

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

/// A target error as a percentage.
pub fn target_error_text(target: TargetError) -> String {
    // Rounded far below the smallest target, so that 0.2% does not come out as 0.20000000000000001%.
    let per_cent = (target.value() * 100.0 * 1e9).round() / 1e9;
    format!("{per_cent}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::looks::next_check;

    fn per_cent(number: f64) -> TargetError {
        TargetError::new(number / 100.0).unwrap()
    }

    #[test]
    fn target_errors_are_written_as_percentages() {
        for (number, text) in [(0.2, "0.2%"), (1.0, "1%"), (0.001, "0.001%"), (0.7, "0.7%")] {
            assert_eq!(target_error_text(per_cent(number)), text);
        }
    }

    #[test]
    fn looks_come_only_where_they_are_due() {
        let rule = StopRule {
            games: None,
            target: Some(per_cent(5.0)),
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
        let target = Some(per_cent(0.1));
        let rule = StopRule {
            games: Some(5000),
            target,
            raises: 0,
        };
        assert_eq!(rule.most_games(), 5000);
        assert_eq!(rule.planned_games(), 5000);
    }
}
