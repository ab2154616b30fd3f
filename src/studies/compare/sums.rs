//! The sums of a comparison: integers, so that results do not depend on how the work was split.

use super::contrast::Contrast;
use super::measure::{Measure, PER_PLAYER};
use crate::watched::{SeenIn, WatchedSums};
use cards::words::Word;
use players::luck::Luck;
use runs::sim::game::GameRecord;
use runs::sim::measure::DAMAGE_CAP;
use serde::{Deserialize, Serialize};
use statistics::control::{Adjusted, ControlSums};
use statistics::mean::{IntegerHistogram, IntegerMoments};
use statistics::paired::{PairedMoments, PairedWins};
use statistics::rate::RateCounts;

/// How many games of each kind are recorded for showing.
pub const EXAMPLES: usize = 10;

/// The number of measures; each has its place in the sums.
const MEASURES: usize = <Measure as Word>::ALL.len();

/// The measures that can be adjusted for luck.
pub const ADJUSTED: [Measure; 5] = [
    Measure::Endurance,
    Measure::NeededHp,
    Measure::WinRate,
    Measure::WinRateAtBase,
    Measure::RoundsSurvived,
];

/// Sums with the luck of games, in the order of [`ADJUSTED`]; empty if not measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckSums(Vec<ControlSums>);

impl LuckSums {
    fn record(&mut self, game: u64, luck: &Luck, value: impl Fn(Measure) -> i32) {
        self.0.resize(ADJUSTED.len(), ControlSums::default());
        for (sums, measure) in self.0.iter_mut().zip(ADJUSTED) {
            sums.record(game, value(measure), luck);
        }
    }

    fn merge(&mut self, other: &LuckSums) {
        if !other.0.is_empty() {
            self.0.resize(ADJUSTED.len(), ControlSums::default());
        }
        for (sums, other) in self.0.iter_mut().zip(&other.0) {
            sums.merge(other);
        }
    }

    /// The mean of a measure adjusted for luck, in the integer unit.
    pub fn adjusted(&self, measure: Measure) -> Option<Adjusted> {
        let place = ADJUSTED.iter().position(|other| *other == measure)?;
        self.0.get(place)?.adjusted()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its index.
    pub game: u64,
    /// Number of players.
    pub players: u8,
    /// Whether the base stood.
    pub won: bool,
    /// Whether it would have stood with the calibrated base.
    pub won_at_base: bool,
    /// Damage to the base until it fell.
    pub base_damage: i32,
    /// Rounds played to their end.
    pub rounds: i32,
    /// Decisions taken; they measure the cost of a game, not its outcome.
    pub decisions: i32,
    /// Rounds survived, added up over the bases of endurance; 0 unless the game was played on.
    pub endurance: i32,
    /// The smallest total base that would have won.
    pub needed_hp: i32,
    /// Whether the damage reached the cap.
    pub capped: bool,
    /// Damage to the base by wave, including after it fell.
    pub waves: [i32; 3],
    /// How lucky it was, if measured.
    pub luck: Option<Luck>,
}

impl Ended {
    /// The value of a measure in the integer unit.
    pub fn value(&self, measure: Measure) -> i32 {
        let per_player = |total: i32| total * PER_PLAYER / i32::from(self.players.max(1));
        match measure {
            Measure::Endurance => self.endurance,
            Measure::NeededHp => per_player(self.needed_hp),
            Measure::WinRate => i32::from(self.won),
            Measure::WinRateAtBase => i32::from(self.won_at_base),
            Measure::RoundsSurvived => self.rounds,
            Measure::BaseDamage => self.base_damage,
            Measure::DamageWave1 => per_player(self.waves[0]),
            Measure::DamageWave2 => per_player(self.waves[1]),
            Measure::DamageWave3 => per_player(self.waves[2]),
            Measure::Decisions => self.decisions,
        }
    }

    /// The same game judged by a base per player, in twelfths of a hit point.
    pub fn at_base(self, base: Option<i32>) -> Self {
        Ended {
            won_at_base: base.is_some_and(|base| self.value(Measure::NeededHp) <= base),
            ..self
        }
    }

    /// Whether two games ended alike at the table.
    fn ended_alike(&self, other: &Ended) -> bool {
        (self.won, self.base_damage, self.rounds) == (other.won, other.base_damage, other.rounds)
    }

    /// Whether two games are alike in every measure, played on or not.
    fn alike(&self, other: &Ended) -> bool {
        let played_on = |one: &Ended| (one.endurance, one.needed_hp, one.waves);
        self.ended_alike(other) && played_on(self) == played_on(other)
    }
}

impl From<GameRecord> for Ended {
    fn from(record: GameRecord) -> Self {
        let number = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let endured = record.endured;
        let cap = DAMAGE_CAP * u32::from(record.players);
        let wave = |first: usize| {
            let rounds = record.damage[first..first + 3].iter();
            let total = rounds.fold(0, |sum: u32, round| sum.saturating_add(*round));
            number(total.min(cap))
        };
        Ended {
            game: record.game,
            players: record.players,
            won: record.won,
            won_at_base: false,
            base_damage: number(record.base_damage),
            rounds: i32::from(record.rounds_survived),
            decisions: number(record.decisions),
            endurance: endured.map_or(0, |endured| number(endured.endurance)),
            needed_hp: endured.map_or(0, |endured| number(endured.needed_hp)),
            capped: endured.is_some_and(|endured| endured.capped),
            waves: [wave(0), wave(3), wave(6)],
            luck: record.luck,
        }
    }
}

/// Sums over the games of one arm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmSums {
    /// Each measure, in the order of its declaration.
    sums: [IntegerMoments; MEASURES],
    /// Games whose damage reached the cap.
    pub capped: u64,
    /// The same with how lucky games were.
    #[serde(default)]
    pub luck: LuckSums,
}

impl ArmSums {
    /// Adds a game.
    pub fn record(&mut self, ended: Ended) {
        if let Some(luck) = &ended.luck {
            self.luck.record(ended.game, luck, |one| ended.value(one));
        }
        for (_, measure) in Measure::ALL {
            self.sums[*measure as usize].record(ended.value(*measure));
        }
        self.capped += u64::from(ended.capped);
    }

    /// The sums of a measure.
    pub fn moments(&self, measure: Measure) -> IntegerMoments {
        self.sums[measure as usize]
    }

    /// The counts of a measure that is a share of games.
    pub fn rate(&self, measure: Measure) -> Option<RateCounts> {
        let moments = self.moments(measure);
        let counts = RateCounts::new(u64::try_from(moments.sum()).ok()?, moments.count());
        counts.filter(|_| measure.is_rate())
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.moments(Measure::WinRate).count()
    }

    /// The mean of a measure in its unit.
    pub fn mean(&self, measure: Measure) -> Option<f64> {
        let mean = self.moments(measure).mean()?;
        Some(mean * measure.scale())
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &ArmSums) {
        for (sum, other) in self.sums.iter_mut().zip(&other.sums) {
            sum.merge(other);
        }
        self.capped += other.capped;
        self.luck.merge(&other.luck);
    }
}

/// Sums over games that an arm and the one it is compared with (A, usually the baseline) played
/// with the same luck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairSums {
    /// Each measure, in the order of its declaration.
    pub(super) sums: [PairedMoments; MEASURES],
    /// Games of the arm whose damage reached the cap.
    pub capped: u64,
    /// Games that ended differently in any of these.
    pub different: u64,
    /// The first games that only the arm won.
    pub won_by_arm: Vec<u64>,
    /// The first games that only the baseline won.
    pub won_by_baseline: Vec<u64>,
    /// The first games that ended differently at the table though both were won or both lost.
    pub otherwise_different: Vec<u64>,
    /// The arm's games with how lucky they were, and the differences with how much luckier the arm
    /// was.
    #[serde(default)]
    pub luck: [LuckSums; 2],
    /// Games of the arm in which the card that is watched there was seen.
    #[serde(default)]
    pub seen: SeenIn,
}

impl PairSums {
    /// Adds a game.
    pub fn record(&mut self, baseline: Ended, arm: Ended) {
        if let (Some(before), Some(luck)) = (&baseline.luck, &arm.luck) {
            let luckier = std::array::from_fn(|nth| luck[nth] - before[nth]);
            let [alone, differences] = &mut self.luck;
            alone.record(arm.game, luck, |one| arm.value(one));
            differences.record(arm.game, &luckier, |one| {
                arm.value(one) - baseline.value(one)
            });
        }
        for (_, measure) in Measure::ALL {
            let (before, after) = (baseline.value(*measure), arm.value(*measure));
            self.sums[*measure as usize].record(before, after);
        }
        self.capped += u64::from(arm.capped);
        self.different += u64::from(!baseline.alike(&arm));
        if !baseline.ended_alike(&arm) {
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
        for (sum, later) in self.sums.iter_mut().zip(&later.sums) {
            sum.merge(later);
        }
        self.capped += later.capped;
        self.different += later.different;
        self.seen.merge(&later.seen);
        for (luck, later) in self.luck.iter_mut().zip(&later.luck) {
            luck.merge(later);
        }
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
        self.sums[measure as usize]
    }

    /// The counts of a measure that is a share of games.
    pub fn rate(&self, measure: Measure) -> Option<PairedWins> {
        measure.is_rate().then(|| self.moments(measure).wins())
    }

    /// Games won by both, either and none, with the actual base.
    pub fn wins(&self) -> PairedWins {
        self.moments(Measure::WinRate).wins()
    }

    /// Games played by both.
    pub fn games(&self) -> u64 {
        self.moments(Measure::WinRate).count()
    }

    /// The arm's own sums.
    pub fn arm(&self) -> ArmSums {
        ArmSums {
            sums: self.sums.map(|sum| sum.b()),
            capped: self.capped,
            luck: self.luck[0].clone(),
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
    /// Each other arm against the one it is compared with; an arm that is settled is played no
    /// further.
    pub arms: Vec<PairSums>,
    /// Which arms are settled.
    pub settled: Vec<bool>,
    /// Each contrast in the deciding measure, in the games that all its arms have played.
    pub contrasts: Vec<PairedMoments>,
    /// What was seen of cards in the baseline's games.
    pub watched: WatchedSums,
    /// The total bases that the games of each arm needed, the baseline first; empty if not kept.
    pub needed_hp: Vec<IntegerHistogram>,
}

impl StratumSums {
    /// Nothing played yet, with `arms` arms beside the baseline.
    pub fn new(arms: usize) -> Self {
        StratumSums {
            arms: vec![PairSums::default(); arms],
            settled: vec![false; arms],
            ..StratumSums::default()
        }
    }

    /// Adds a chunk of later games. What was played of settled arms is left out.
    pub fn add(&mut self, chunk: &StratumSums, contrasts: &[Contrast]) {
        self.games += chunk.games;
        self.baseline.merge(&chunk.baseline);
        self.watched.merge(&chunk.watched);
        for (to, from) in self.needed_hp.iter_mut().zip(&chunk.needed_hp) {
            to.merge(from);
        }
        for (index, later) in chunk.arms.iter().enumerate() {
            if !self.settled[index] {
                self.arms[index].merge(later);
            }
        }
        let sums = self.contrasts.iter_mut().zip(&chunk.contrasts);
        for ((to, from), contrast) in sums.zip(contrasts) {
            if !contrast.arms().any(|arm| arm > 0 && self.settled[arm - 1]) {
                to.merge(from);
            }
        }
    }

    /// Leaves out which games differed: another run's games have other luck.
    pub(super) fn forget_examples(&mut self) {
        for pair in &mut self.arms {
            pair.won_by_arm.clear();
            pair.won_by_baseline.clear();
            pair.otherwise_different.clear();
        }
    }

    /// The sums of an arm, 0 being the baseline.
    pub fn arm(&self, arm: usize) -> ArmSums {
        match arm.checked_sub(1) {
            None => self.baseline.clone(),
            Some(place) => self.arms[place].arm(),
        }
    }

    /// Whether there are arms beside the baseline, and all are settled.
    pub fn all_settled(&self) -> bool {
        !self.settled.is_empty() && self.settled.iter().all(|settled| *settled)
    }

    /// Games of all arms whose results are used.
    pub fn played(&self) -> u64 {
        let arms = self.arms.iter().map(PairSums::games);
        self.games + arms.sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(game: u64, won: bool, base_damage: i32) -> Ended {
        Ended {
            game,
            players: 2,
            won,
            base_damage,
            rounds: 9,
            decisions: 20,
            ..Ended::default()
        }
    }

    #[test]
    fn every_measure_is_added_up_or_counted() {
        let game = Ended {
            players: 4,
            won: true,
            won_at_base: true,
            base_damage: 2,
            rounds: 3,
            decisions: 4,
            endurance: 5,
            needed_hp: 6,
            waves: [7, 8, 9],
            ..Ended::default()
        };
        let (mut arm, mut pair) = (ArmSums::default(), PairSums::default());
        arm.record(game);
        pair.record(ended(0, false, 1), game);
        for (_, measure) in Measure::ALL {
            let value = i128::from(game.value(*measure));
            assert!(value > 0, "{measure:?}");
            assert_eq!(arm.moments(*measure).sum(), value, "{measure:?}");
            assert_eq!(pair.moments(*measure).b().sum(), value, "{measure:?}");
        }
        assert_eq!(pair.arm(), arm);
        // 6 HP for four players are 1.5 each.
        assert_eq!(arm.mean(Measure::NeededHp), Some(1.5));
    }

    #[test]
    fn the_calibrated_base_wins_where_it_is_no_smaller_than_needed() {
        let game = Ended {
            players: 2,
            needed_hp: 61,
            ..Ended::default()
        };
        let wins = |base: i32| game.at_base(Some(base)).won_at_base;
        assert!(!wins(30 * PER_PLAYER) && wins(31 * PER_PLAYER));
        assert!(wins(61 * PER_PLAYER / 2) && !wins(61 * PER_PLAYER / 2 - 1));
        assert!(!game.at_base(None).won_at_base);
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
        assert_eq!(whole.arm().moments(Measure::WinRate).sum(), 50);
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
        sums.add(&chunk(0), &[]);
        sums.settled[1] = true;
        sums.add(&chunk(1), &[]);
        assert_eq!((sums.arms[0].games(), sums.arms[1].games()), (2, 1));
        assert_eq!(sums.baseline.games(), 2);
    }
}
