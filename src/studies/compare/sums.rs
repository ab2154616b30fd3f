//! What is kept of the games of a comparison: whole numbers, so that results do not depend on how
//! the work was cut up.

use super::results::Measure;
use crate::sim::game::GameRecord;
use serde::{Deserialize, Serialize};
use statistics::mean::IntegerMoments;
use statistics::paired::{PairedMoments, PairedWins};
use statistics::rate::RateCounts;

/// How many games of each sort are remembered to be shown.
pub const EXAMPLES: usize = 10;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its index.
    pub game: u64,
    /// Whether the base stood.
    pub won: bool,
    /// Damage to the base.
    pub base_damage: i32,
    /// Rounds played to their end.
    pub rounds: i32,
    /// Decisions that were taken; they say what a game cost, not how it ended.
    pub decisions: i32,
}

impl Ended {
    /// The value of a measure.
    pub fn value(&self, measure: Measure) -> i32 {
        match measure {
            Measure::WinRate => i32::from(self.won),
            Measure::BaseDamage => self.base_damage,
            Measure::RoundsSurvived => self.rounds,
            Measure::Decisions => self.decisions,
        }
    }

    /// Whether two games ended alike.
    fn alike(&self, other: &Ended) -> bool {
        (self.won, self.base_damage, self.rounds) == (other.won, other.base_damage, other.rounds)
    }
}

impl From<GameRecord> for Ended {
    fn from(record: GameRecord) -> Self {
        Ended {
            game: record.game,
            won: record.won,
            base_damage: i32::try_from(record.base_damage).unwrap_or(i32::MAX),
            rounds: i32::from(record.rounds_survived),
            decisions: i32::try_from(record.decisions).unwrap_or(i32::MAX),
        }
    }
}

/// Sums over the games of one arm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmSums {
    /// Wins.
    pub wins: RateCounts,
    /// Damage to the base.
    pub base_damage: IntegerMoments,
    /// Rounds survived.
    pub rounds: IntegerMoments,
    /// Decisions.
    pub decisions: IntegerMoments,
}

impl ArmSums {
    /// Adds a game.
    pub fn record(&mut self, ended: Ended) {
        self.wins.record(ended.won);
        self.base_damage.record(ended.base_damage);
        self.rounds.record(ended.rounds);
        self.decisions.record(ended.decisions);
    }

    /// The sums of a measure.
    pub fn moments(&self, measure: Measure) -> IntegerMoments {
        match measure {
            Measure::WinRate => self.wins.moments(),
            Measure::BaseDamage => self.base_damage,
            Measure::RoundsSurvived => self.rounds,
            Measure::Decisions => self.decisions,
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &ArmSums) {
        self.wins.merge(&other.wins);
        self.base_damage.merge(&other.base_damage);
        self.rounds.merge(&other.rounds);
        self.decisions.merge(&other.decisions);
    }
}

/// Sums over games that an arm and the one it is compared with (A, usually the baseline) played
/// on the same luck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairSums {
    /// Wins.
    pub wins: PairedWins,
    /// Damage to the base.
    pub base_damage: PairedMoments,
    /// Rounds survived.
    pub rounds: PairedMoments,
    /// Decisions.
    pub decisions: PairedMoments,
    /// Games that ended differently in any of these.
    pub different: u64,
    /// The first games that only the arm won.
    pub won_by_arm: Vec<u64>,
    /// The first games that only the baseline won.
    pub won_by_baseline: Vec<u64>,
    /// The first games that ended differently though both were won or both lost.
    pub otherwise_different: Vec<u64>,
}

impl PairSums {
    /// Adds a game.
    pub fn record(&mut self, baseline: Ended, arm: Ended) {
        self.wins.record(baseline.won, arm.won);
        self.base_damage
            .record(baseline.base_damage, arm.base_damage);
        self.rounds.record(baseline.rounds, arm.rounds);
        self.decisions.record(baseline.decisions, arm.decisions);
        if !baseline.alike(&arm) {
            self.different += 1;
            let examples = match (baseline.won, arm.won) {
                (false, true) => &mut self.won_by_arm,
                (true, false) => &mut self.won_by_baseline,
                _ => &mut self.otherwise_different,
            };
            if examples.len() < EXAMPLES {
                examples.push(baseline.game);
            }
        }
    }

    /// Adds later games.
    pub fn merge(&mut self, later: &PairSums) {
        self.wins.merge(&later.wins);
        self.base_damage.merge(&later.base_damage);
        self.rounds.merge(&later.rounds);
        self.decisions.merge(&later.decisions);
        self.different += later.different;
        let lists = [
            (&mut self.won_by_arm, &later.won_by_arm),
            (&mut self.won_by_baseline, &later.won_by_baseline),
            (&mut self.otherwise_different, &later.otherwise_different),
        ];
        for (to, from) in lists {
            to.extend(from.iter().take(EXAMPLES - to.len()));
        }
    }

    /// The sums of a measure.
    pub fn moments(&self, measure: Measure) -> PairedMoments {
        match measure {
            Measure::WinRate => self.wins.moments(),
            Measure::BaseDamage => self.base_damage,
            Measure::RoundsSurvived => self.rounds,
            Measure::Decisions => self.decisions,
        }
    }

    /// Games played by both.
    pub fn games(&self) -> u64 {
        self.wins.games()
    }

    /// The arm's own sums.
    pub fn arm(&self) -> ArmSums {
        let wins = self.wins;
        ArmSums {
            wins: RateCounts::new(wins.both + wins.only_b, wins.games()).unwrap_or_default(),
            base_damage: self.base_damage.b(),
            rounds: self.rounds.b(),
            decisions: self.decisions.b(),
        }
    }
}

/// Sums over the games of one stratum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StratumSums {
    /// Games played, from game 0 on.
    pub games: u64,
    /// The baseline's sums.
    pub baseline: ArmSums,
    /// Each other arm against the baseline; an arm that is settled is played no further.
    pub arms: Vec<PairSums>,
    /// Which arms are settled.
    pub settled: Vec<bool>,
}

impl StratumSums {
    /// Nothing played yet, with `arms` arms beside the baseline.
    pub fn new(arms: usize) -> Self {
        StratumSums {
            games: 0,
            baseline: ArmSums::default(),
            arms: vec![PairSums::default(); arms],
            settled: vec![false; arms],
        }
    }

    /// Adds a chunk of later games. What was played of settled arms is left out.
    pub fn add(&mut self, chunk: &StratumSums) {
        self.games += chunk.games;
        self.baseline.merge(&chunk.baseline);
        for (index, later) in chunk.arms.iter().enumerate() {
            if !self.settled[index] {
                self.arms[index].merge(later);
            }
        }
    }

    /// Whether every arm is settled.
    pub fn all_settled(&self) -> bool {
        self.settled.iter().all(|settled| *settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(game: u64, won: bool, base_damage: i32) -> Ended {
        Ended {
            game,
            won,
            base_damage,
            rounds: 9,
            decisions: 20,
        }
    }

    #[test]
    fn pieces_add_up_to_the_whole_and_keep_the_first_examples() {
        let games: Vec<(Ended, Ended)> = (0..100)
            .map(|game| {
                let baseline = ended(game, game % 3 == 0, game as i32 % 5);
                (baseline, ended(game, game % 2 == 0, game as i32 % 4))
            })
            .collect();
        let sum = |games: &[(Ended, Ended)]| {
            let mut sums = PairSums::default();
            for (baseline, arm) in games {
                sums.record(*baseline, *arm);
            }
            sums
        };
        let whole = sum(&games);
        let mut pieces = PairSums::default();
        for piece in games.chunks(7) {
            pieces.merge(&sum(piece));
        }
        assert_eq!(pieces, whole);
        assert_eq!(whole.won_by_arm[..3], [2, 4, 8]);
        assert_eq!(whole.won_by_baseline[..3], [3, 9, 15]);
        assert_eq!(whole.won_by_arm.len(), EXAMPLES);
        assert_eq!(whole.arm().wins.successes(), 50);
    }

    #[test]
    fn a_settled_arm_takes_no_more_games() {
        let chunk = |game| {
            let mut chunk = StratumSums::new(2);
            chunk.games = 1;
            for arm in &mut chunk.arms {
                arm.record(ended(game, true, 1), ended(game, true, 2));
            }
            chunk.baseline.record(ended(game, true, 1));
            chunk
        };
        let mut sums = StratumSums::new(2);
        sums.add(&chunk(0));
        sums.settled[1] = true;
        sums.add(&chunk(1));
        assert_eq!((sums.arms[0].games(), sums.arms[1].games()), (2, 1));
        assert_eq!(sums.baseline.wins.trials(), 2);
    }
}
