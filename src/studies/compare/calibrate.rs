//! The base at which the baseline wins a target share of its games.
//!
//! Most games are lost with the base of the rules, so differences of win rates are shown at a base
//! where they can be seen. It is found on separate games with another seed: with the same games,
//! the baseline's win rate would be right by construction and the differences would depend on its
//! luck.

use super::design::{Design, Stratum};
use super::measure::{Measure, PER_PLAYER};
use super::sums::Ended;
use game::observe::tally::Tally;
use rayon::prelude::*;
use runs::sim::game::Tabletop;
use runs::sim::plan::Plan;

/// Games played to find a base: the baseline's win rate is then within about 2 points of the
/// target.
pub const GAMES: u64 = 2000;
/// Games that a thread plays at once.
const CHUNK: u64 = 50;
/// What is added to the seed of a comparison.
const OTHER_SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A base at which the baseline wins a target share of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// The target share.
    pub win_rate: f64,
    /// The base per player, in twelfths of a hit point.
    pub base: i32,
}

impl Calibrated {
    /// The base per player in hit points.
    pub fn hp(&self) -> f64 {
        f64::from(self.base) / f64::from(PER_PLAYER)
    }
}

impl Design {
    /// Finds the base of every stratum at which its baseline wins a share of its games. Policies
    /// that search are left out: their games are too expensive.
    pub fn calibrate(&mut self, win_rate: f64) {
        for stratum in &mut self.strata {
            let plan = &stratum.plans[0];
            if plan.plays_on && !plan.policy.searches() {
                stratum.calibrated = Some(calibrated(plan, win_rate));
            }
        }
    }
}

impl Stratum {
    /// The calibrated base of an arm, per player in twelfths of a hit point: as much above or below
    /// that of the baseline as its base is by the rules.
    pub fn base_of(&self, arm: usize) -> Option<i32> {
        let base_hp = |arm: usize| i32::from(self.plans[arm].rules.base_hp);
        let more = (base_hp(arm) - base_hp(0)) * PER_PLAYER;
        Some(self.calibrated?.base + more)
    }

    /// Whether win rates at other bases are only approximate: some policy looks at the base and
    /// might play differently.
    pub fn is_approximate(&self) -> bool {
        self.plans.iter().any(|plan| plan.policy.looks_at_base())
    }
}

fn calibrated(plan: &Plan, win_rate: f64) -> Calibrated {
    let mut plan = plan.clone();
    plan.seed = plan.seed.wrapping_add(OTHER_SEED);
    let chunks: Vec<u64> = (0..GAMES / CHUNK).collect();
    let needed = chunks.into_par_iter().flat_map_iter(|chunk| {
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(&plan);
        let games = chunk * CHUNK..(chunk + 1) * CHUNK;
        games
            .map(|game| Ended::from(table.play(game, &mut tally)).value(Measure::NeededHp))
            .collect::<Vec<_>>()
    });
    let mut needed: Vec<i32> = needed.collect();
    needed.sort_unstable();
    let place = (win_rate * needed.len() as f64).ceil() as usize;
    Calibrated {
        win_rate,
        base: needed[place.clamp(1, needed.len()) - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::samples::design;
    use super::super::play::samples::played;
    use super::super::stop::StopRule;
    use super::super::sums::StratumSums;
    use super::*;

    fn rates(sums: &StratumSums) -> [f64; 2] {
        let rate = |arm: &super::super::sums::ArmSums| arm.wins_at_base.rate().unwrap();
        [rate(&sums.baseline), rate(&sums.arms[0].arm())]
    }

    #[test]
    fn the_baseline_wins_about_the_wanted_share_on_other_games() {
        let mut design = design(&["tougher:set.charger.hp=9"], 3000);
        design.calibrate(0.4);
        let (sums, _) = played(&design, &StopRule::fixed(3000), 2);
        let [baseline, arm] = rates(&sums[0]);
        // Five standard errors of both samples together.
        let error = (0.24 / 3000.0 + 0.24 / GAMES as f64).sqrt();
        assert!((baseline - 0.4).abs() < 5.0 * error, "{baseline}");
        assert!(arm < baseline, "{arm} {baseline}");
    }

    #[test]
    fn more_base_hp_by_the_rules_is_more_at_the_calibrated_base() {
        let mut design = design(&["more:base-hp=25"], 1000);
        design.calibrate(0.4);
        let at = &design.strata[0];
        assert_eq!(at.base_of(1).unwrap() - at.base_of(0).unwrap(), 120);
        let (sums, _) = played(&design, &StopRule::fixed(1000), 2);
        let [baseline, arm] = rates(&sums[0]);
        assert!(arm > baseline + 0.02, "{arm} {baseline}");
    }
}
