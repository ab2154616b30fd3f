//! Plain arithmetic on the rows of games, with none of the code whose figures it checks.

use super::Check;
use game::state::ROUNDS;
use runs::sim::Rows;
use runs::sim::batch::play_chunk;
use runs::sim::game::GameRecord;
use runs::sim::plan::Plan;

/// The bases of endurance, in HP per player.
const BASES: [f64; 9] = [10.0, 15.0, 22.5, 30.0, 40.0, 50.0, 60.0, 75.0, 95.0];
/// Damage per player at which a game stops.
const CAP: f64 = 240.0;

/// The first games of a plan.
pub(super) fn rows(plan: &Plan, games: u64) -> Vec<GameRecord> {
    let plan = Plan {
        rows: Rows::All,
        ..plan.clone()
    };
    play_chunk(&plan, 0..games).with_rows
}

/// Damage to the base, round by round, all rounds before added.
fn damage(row: &GameRecord) -> Vec<f64> {
    let rounds = row.damage.iter().scan(0.0, |all, round| {
        *all += f64::from(*round);
        Some(*all)
    });
    rounds.take(usize::from(ROUNDS)).collect()
}

/// Rounds survived, averaged over the bases of endurance.
pub(super) fn endurance(row: &GameRecord) -> f64 {
    let (players, damage) = (f64::from(row.players), damage(row));
    let survived = BASES.map(|base| {
        let rounds = damage.iter().filter(|damage| **damage < base * players);
        rounds.count() as f64
    });
    survived.iter().sum::<f64>() / BASES.len() as f64
}

/// The smallest base that would have won, of all players together.
pub(super) fn needed(row: &GameRecord) -> f64 {
    let total = damage(row).pop().unwrap_or(0.0);
    total.min(CAP * f64::from(row.players)) + 1.0
}

/// The same for each player.
pub(super) fn needed_each(row: &GameRecord) -> f64 {
    needed(row) / f64::from(row.players)
}

/// Whether a game was won.
pub(super) fn won(row: &GameRecord) -> f64 {
    f64::from(u8::from(row.won))
}

/// Whether a game reached the cap.
pub(super) fn is_capped(row: &GameRecord) -> bool {
    needed(row) > CAP * f64::from(row.players)
}

/// A value of each game.
pub(super) fn each(rows: &[GameRecord], value: fn(&GameRecord) -> f64) -> Vec<f64> {
    rows.iter().map(value).collect()
}

/// Game by game, one minus another.
pub(super) fn minus(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(a, b)| a - b).collect()
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub(super) fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() as f64 - 1.0)
}

pub(super) fn standard_error(values: &[f64]) -> f64 {
    (variance(values) / values.len() as f64).sqrt()
}

/// Printed figures beside those of plain arithmetic.
#[derive(Default)]
pub(super) struct Figures {
    compared: usize,
    wrong: Vec<String>,
}

impl Figures {
    /// A printed figure and what it should be.
    pub fn is(&mut self, name: &str, printed: Option<f64>, plain: f64) {
        self.compared += 1;
        let printed = printed.unwrap_or(f64::NAN);
        // What is not a number is not near.
        let near = (printed - plain).abs() <= 1e-9 * plain.abs().max(1.0);
        if !near {
            self.wrong.push(format!("{name} is {printed}, not {plain}"));
        }
    }

    /// Something that must be true.
    pub fn holds(&mut self, what: &str, holds: bool) {
        self.compared += 1;
        if !holds {
            self.wrong.push(what.to_string());
        }
    }

    /// The check that all of them agree.
    pub fn check(self, name: &'static str, claim: &'static str) -> Check {
        let found = match self.wrong.as_slice() {
            [] => format!("{} figures agree", self.compared),
            wrong => wrong.join("; "),
        };
        let wrong = self.wrong.len() as f64;
        let statistic = if self.compared > 0 { wrong } else { f64::NAN };
        Check::new(name, claim, statistic, (0.0, 0.0), found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_differ_or_are_missing_fail() {
        let check = |printed: Option<f64>| {
            let mut figures = Figures::default();
            figures.is("one", printed, 1.0);
            figures.check("", "")
        };
        assert!(check(Some(1.0)).passed);
        assert!(!check(Some(1.001)).passed && !check(None).passed);
        assert!(
            !Figures::default().check("", "").passed,
            "nothing is no pass"
        );
        assert_eq!(
            standard_error(&[1.0, 2.0, 3.0, 4.0]),
            (5.0f64 / 12.0).sqrt()
        );
    }
}
