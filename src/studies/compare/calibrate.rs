//! What is found out before a study is played: a base, in games of the baseline of every stratum, or
//! how many games each arm deserves.
//!
//! Most games are lost with the base of the rules, so differences of win rates are shown at a base
//! where they can be seen. It is found on separate games with another seed: with the same games,
//! the baseline's win rate would be right by construction and the differences would depend on its
//! luck.

use super::design::Stratum;
use super::measure::PER_PLAYER;
use super::play::{State, planned_games, play};
use super::stop::{Ending, StopRule};
use super::study::Study;
use super::sums::StratumSums;
use runs::sim::curve::Curve;
use runs::sim::measure::DAMAGE_CAP;
use runs::sim::{SimError, Watch};
use statistics::looks::Look;
use statistics::mean::IntegerHistogram;

/// Games played to calibrate: the baseline's win rate is then within about 2 points of the target.
const GAMES: u64 = 2000;
/// Games that show where players who look at their base should be examined.
const PILOT_GAMES: u64 = 1000;
/// The least share of the games that an arm gets after the pilot.
const LEAST_SHARE: f64 = 0.1;
/// What is added to the seed of a comparison.
pub(crate) const OTHER_SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is found out before a study is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preparation {
    /// The base at which the baseline wins a share of its games, where win rates are shown.
    /// Policies that search are left out: their games are too expensive.
    Calibrate(f64),
    /// About the base at which players who look at it win a share of their games: they play with it.
    FindBase(f64),
    /// How much the effects of ranked arms vary: games go in proportion to it.
    Pilot,
}

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

impl Preparation {
    /// How many games of a stratum find it out; none if there is nothing to find. Every shard plays all
    /// of them, because what follows depends on them.
    fn games(self, study: &Study, stratum: usize) -> u64 {
        let plan = &study.design.strata[stratum].plans[0];
        match self {
            Preparation::Calibrate(_) if plan.plays_on && !plan.policy.searches() => GAMES,
            Preparation::FindBase(_) if plan.policy.looks_at_base() => {
                PILOT_GAMES.min(study.games_of(stratum))
            }
            Preparation::Pilot => (study.games_of(stratum) / 50).clamp(20, 100),
            _ => 0,
        }
    }
}

impl Study {
    /// Games that are played before those of the study.
    pub fn preparing_games(&self) -> u64 {
        let prepares = self.prepares.map(|what| self.preparing(what));
        prepares.map_or(0, |study| planned_games(&study))
    }

    /// What is played first: games of the baseline alone, or of all arms to see how they vary.
    fn preparing(&self, what: Preparation) -> Study {
        let mut design = self.design.clone();
        let arms = match what {
            Preparation::Pilot => design.arms.len(),
            _ => 1,
        };
        design.arms.truncate(arms);
        for (index, stratum) in design.strata.iter_mut().enumerate() {
            stratum.plans.truncate(arms);
            stratum.limits = vec![what.games(self, index); arms];
            if let Preparation::FindBase(_) = what {
                continue;
            }
            for plan in &mut stratum.plans {
                plan.seed = plan.seed.wrapping_add(OTHER_SEED);
            }
        }
        let games = design.strata.iter().map(|at| at.most_games(0)).max();
        Study {
            keeps_needed_hp: what != Preparation::Pilot,
            ..Study::new(design, StopRule::fixed(games.unwrap_or(0)))
        }
    }

    /// Finds out what must be known before its games are played; `false` if it was interrupted.
    pub fn prepare(&mut self, threads: usize, watch: &impl Watch) -> Result<bool, SimError> {
        let Some(what) = self.prepares else {
            return Ok(true);
        };
        let first = self.preparing(what);
        let mut state = State::new(&first);
        if play(&first, threads, &mut state, watch, &mut |_| Ok(()))? == Ending::Interrupted {
            return Ok(false);
        }
        let played = state.sums.iter().enumerate();
        for (index, sums) in played.filter(|(_, sums)| sums.games > 0) {
            let (limits, stratum) = (self.allotted(index, sums), &mut self.design.strata[index]);
            match what {
                Preparation::Calibrate(win_rate) => stratum.calibrate(win_rate, &sums.needed_hp[0]),
                Preparation::FindBase(win_rate) => stratum.find_base(win_rate, &sums.needed_hp[0]),
                Preparation::Pilot => stratum.limits = limits,
            }
        }
        Ok(true)
    }

    /// Gives each ranked arm games in proportion to the standard deviation of its effect, which makes
    /// differences between arms as precise as so many games can; the one of a group that varies most
    /// gets all. The games are known before the first of them is played, so an interval for fixed
    /// games serves.
    fn allotted(&self, stratum: usize, sums: &StratumSums) -> Vec<u64> {
        let games = self.games_of(stratum);
        let mut limits = vec![games; self.design.arms.len()];
        for ranked in &self.ranked {
            let variance = |item: &Vec<usize>| {
                let pairs = sums.arms[item[0] - 1].moments(ranked.measure);
                pairs.difference().variance().unwrap_or(f64::INFINITY)
            };
            let most = ranked.items.iter().map(variance).fold(0.0, f64::max);
            for item in &ranked.items {
                let share = (variance(item) / most).sqrt().max(LEAST_SHARE);
                // A multiple of this is never a number of games at which arms are looked at early.
                let allotted = (share * games as f64 / 50.0).ceil() as u64 * 50;
                item.iter()
                    .for_each(|arm| limits[*arm] = allotted.min(games));
            }
        }
        limits
    }
}

impl Stratum {
    /// Shows win rates at the base with which the baseline would have won a share of these games.
    fn calibrate(&mut self, win_rate: f64, needed: &IntegerHistogram) {
        let players = i32::from(self.plans[0].rules.players);
        self.calibrated = needed.quantile(win_rate).map(|total| Calibrated {
            win_rate,
            // Whole hit points for each player: a base that can be set up.
            base: (total + players - 1) / players * PER_PLAYER,
        });
    }

    /// Has all arms play with about the base that wins a share of these games.
    fn find_base(&mut self, win_rate: f64, needed: &IntegerHistogram) {
        let players = self.plans[0].rules.players;
        let curve = Curve::of_needed(needed, players, Look::Planned);
        if let Some(base) = curve.target(win_rate).base_hp {
            let each = base.div_ceil(u32::from(players)).clamp(1, DAMAGE_CAP);
            for plan in &mut self.plans {
                plan.rules.base_hp = each as u16;
            }
        }
    }

    /// The calibrated base of an arm, per player in twelfths of a hit point: as much above or below
    /// that of the baseline as its base is by the rules.
    pub fn base_of(&self, arm: usize) -> Option<i32> {
        let base_hp = |arm: usize| i32::from(self.plans[arm].rules.base_hp);
        let more = (base_hp(arm) - base_hp(0)) * PER_PLAYER;
        Some(self.calibrated?.base + more)
    }
}

#[cfg(test)]
mod tests {
    use super::super::design::samples::design;
    use super::super::measure::Measure;
    use super::super::play::Silent;
    use super::super::play::samples::all_games;
    use super::*;

    fn prepared(arm: &str, games: u64) -> Study {
        let mut study = Study::new(design(&[arm], games), StopRule::fixed(games));
        study.prepares = Some(Preparation::Calibrate(0.4));
        let silent = Silent::default();
        assert!(study.prepare(2, &silent).unwrap());
        study
    }

    fn rates(sums: &StratumSums) -> [f64; 2] {
        [0, 1].map(|arm| sums.arm(arm).mean(Measure::WinRateAtBase).unwrap())
    }

    #[test]
    fn more_base_hp_by_the_rules_is_more_at_the_calibrated_base() {
        let study = prepared("more:base-hp=25", 1000);
        let at = &study.design.strata[0];
        assert_eq!(at.base_of(1).unwrap() - at.base_of(0).unwrap(), 120);
        let [baseline, arm] = rates(&all_games(&study)[0]);
        assert!(arm > baseline + 0.02, "{arm} {baseline}");
    }
}
