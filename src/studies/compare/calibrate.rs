//! What is found out before a study is played: a base, in games of the baseline of every stratum, or
//! how many games each arm deserves.
//!
//! Most games are lost with the base of the rules, so differences of win rates are shown at a base
//! where they can be seen. It is found on separate games with another seed: with the same games,
//! the baseline's win rate would be right by construction and the differences would depend on its
//! luck.

use super::design::Stratum;
use super::measure::{Measure, PER_PLAYER};
use super::play::{State, planned_games, play};
use super::stop::{Ending, StopRule};
use super::study::Study;
use super::sums::Ended;
use game::observe::tally::Tally;
use runs::sim::batch::{End, Flow, play_in_order, thread_pool};
use runs::sim::curve::Curve;
use runs::sim::game::Tabletop;
use runs::sim::measure::DAMAGE_CAP;
use runs::sim::plan::Plan;
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
    /// The games of a stratum that find it out; `None` if there is nothing to find.
    fn plan(self, stratum: &Stratum) -> Option<Plan> {
        let mut plan = stratum.plans[0].clone();
        match self {
            Preparation::Calibrate(_) if plan.plays_on && !plan.policy.searches() => {
                plan.seed = plan.seed.wrapping_add(OTHER_SEED);
                Some(plan)
            }
            Preparation::FindBase(_) if plan.policy.looks_at_base() => Some(plan),
            _ => None,
        }
    }

    /// How many games of a stratum; every shard plays all of them, because what follows depends on
    /// them.
    fn games(self, study: &Study, stratum: usize) -> u64 {
        match self {
            Preparation::Calibrate(_) => GAMES,
            Preparation::FindBase(_) => PILOT_GAMES.min(study.games_of(stratum)),
            Preparation::Pilot => 0,
        }
    }

    /// Takes over what was found: the bases per player, in twelfths of a hit point, that games needed.
    fn apply(self, stratum: &mut Stratum, mut needed: Vec<i32>) {
        match self {
            Preparation::Calibrate(win_rate) => {
                needed.sort_unstable();
                let place = (win_rate * needed.len() as f64).ceil() as usize;
                let base = needed[place.clamp(1, needed.len()) - 1];
                stratum.calibrated = Some(Calibrated {
                    win_rate,
                    // Whole hit points for each player: a base that can be set up.
                    base: (base + PER_PLAYER - 1) / PER_PLAYER * PER_PLAYER,
                });
            }
            Preparation::FindBase(win_rate) => {
                let players = stratum.plans[0].rules.players;
                let mut total = IntegerHistogram::default();
                let all = |each: i32| each * i32::from(players) / PER_PLAYER;
                needed.iter().for_each(|each| total.record(all(*each)));
                let curve = Curve::of_needed(&total, players, Look::Planned);
                let Some(base) = curve.target(win_rate).base_hp else {
                    return;
                };
                let each = base.div_ceil(u32::from(players)).clamp(1, DAMAGE_CAP);
                for plan in &mut stratum.plans {
                    plan.rules.base_hp = each as u16;
                }
            }
            Preparation::Pilot => {}
        }
    }
}

impl Study {
    /// Games that are played before those of the study.
    pub fn preparing_games(&self) -> u64 {
        let Some(what) = self.prepares else { return 0 };
        if what == Preparation::Pilot {
            return planned_games(&self.pilot());
        }
        let strata = self.design.strata.iter().enumerate();
        let prepared = strata.filter(|(_, at)| what.plan(at).is_some());
        prepared.map(|(index, _)| what.games(self, index)).sum()
    }

    /// Finds out what must be known before its games are played; `false` if it was interrupted.
    pub fn prepare(&mut self, threads: usize, watch: &impl Watch) -> Result<bool, SimError> {
        let Some(what) = self.prepares else {
            return Ok(true);
        };
        if what == Preparation::Pilot {
            return self.allot(threads, watch);
        }
        let pool = thread_pool(threads)?;
        let mut done = 0;
        for index in 0..self.design.strata.len() {
            let Some(plan) = what.plan(&self.design.strata[index]) else {
                continue;
            };
            let games = what.games(self, index);
            let mut needed = Vec::new();
            let end = play_in_order(
                &pool,
                0..games,
                watch.interrupt(),
                |games| {
                    let mut tally = Tally::new(&plan.cards);
                    let mut table = Tabletop::new(&plan);
                    let needed = games.map(|game| {
                        Ended::from(table.play(game, &mut tally)).value(Measure::NeededHp)
                    });
                    needed.collect::<Vec<i32>>()
                },
                |piece| {
                    needed.extend(piece);
                    watch.progress(done + needed.len() as u64, 0.0);
                    Ok::<_, SimError>(Flow::GoOn)
                },
            )?;
            if end == End::Interrupted {
                return Ok(false);
            }
            done += games;
            what.apply(&mut self.design.strata[index], needed);
        }
        Ok(true)
    }

    /// The same with few games of another seed.
    fn pilot(&self) -> Study {
        let mut design = self.design.clone();
        for (index, stratum) in design.strata.iter_mut().enumerate() {
            let games = (self.games_of(index) / 50).clamp(20, 100);
            stratum.limits = vec![games; stratum.plans.len()];
            for plan in &mut stratum.plans {
                plan.seed = plan.seed.wrapping_add(OTHER_SEED);
            }
        }
        Study::new(design, StopRule::fixed(self.stop.games))
    }

    /// Gives each ranked arm games in proportion to the standard deviation of its effect, which makes
    /// differences between arms as precise as so many games can; the one of a group that varies most
    /// gets all. The games are known before the first of them is played, so an interval for fixed
    /// games serves.
    fn allot(&mut self, threads: usize, watch: &impl Watch) -> Result<bool, SimError> {
        let pilot = self.pilot();
        let mut state = State::new(&pilot);
        if play(&pilot, threads, &mut state, watch, &mut |_| Ok(()))? == Ending::Interrupted {
            return Ok(false);
        }
        for (index, sums) in state.sums.iter().enumerate() {
            let games = self.games_of(index);
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
                    let alloted = (share * games as f64 / 50.0).ceil() as u64 * 50;
                    item.iter()
                        .for_each(|arm| limits[*arm] = alloted.min(games));
                }
            }
            self.design.strata[index].limits = limits;
        }
        Ok(true)
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
}

#[cfg(test)]
mod tests {
    use super::super::design::samples::design;
    use super::super::play::Silent;
    use super::super::play::samples::all_games;
    use super::super::sums::StratumSums;
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
