//! Which value of a setting gives a target win rate.
//!
//! The base is read off the curve of games that are played on ([`runs::sim::curve`]). Any other
//! setting is tried value by value: each is an arm of a comparison. Players who look at their base
//! play with about the base that is found, so that the answer holds for it.

pub mod answer;
pub mod tables;
pub mod varied;

use crate::compare::calibrate::Preparation;
use crate::compare::design::{Defaults, Design, DesignError, Stratum};
use crate::compare::experiment::Experiment;
use crate::compare::sums::StratumSums;
use crate::compare::{Contrast, Measure, StopRule, Study};
use cards::load::Library;
use runs::sim::curve::{Curve, Target};
use runs::sim::stop::LEVEL;
use statistics::verdict::Margin;
use statistics::{Estimate, Interval};
use varied::Varied;

/// The request.
#[derive(Clone, Debug)]
pub struct Question {
    /// The target win rates, one after the other.
    pub wanted: Vec<f64>,
    /// The setting that is varied.
    pub varied: Varied,
}

/// The results of one value.
#[derive(Clone, Debug)]
pub struct SettingPoint {
    /// The value.
    pub value: String,
    /// The win rate with the actual base; intervals hold for all values simultaneously.
    pub win_rate: Estimate,
    /// The total base that gives the target win rate.
    pub base: Target,
    /// Its win rate minus that of the value that comes closest, in the same games; the interval holds
    /// for all values simultaneously.
    pub difference: Option<Estimate>,
    /// Whether no other value has been shown to be closer.
    pub plausible: bool,
}

/// The answer for one number of players and one target.
#[derive(Clone, Debug)]
pub struct Found {
    /// The target win rate.
    pub wanted: f64,
    /// Number of players.
    pub players: u8,
    /// Who plays.
    pub policy: String,
    /// Games of every setting.
    pub games: u64,
    /// The actual base per player.
    pub base_hp: u16,
    /// Whether the players look at the base.
    pub looks_at_base: bool,
    /// The curve over the base, if the base is varied.
    pub curve: Option<Curve>,
    /// The base for the target win rate, if the base is varied.
    pub base: Option<Target>,
    /// The values of another setting.
    pub points: Vec<SettingPoint>,
    /// The value that comes closest, as an index of `points`.
    pub nearest: Option<usize>,
    /// Games that reached the cap.
    pub capped: u64,
}

impl Question {
    /// What is played: an arm for each value, the first being the baseline.
    pub fn study(
        &self,
        asked: Experiment,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<Study, DesignError> {
        let arms = self.varied.arms()?;
        let experiment = Experiment {
            name: "target".into(),
            title: format!("The value of {} for a win rate", self.varied.name()),
            baseline: arms.first().map(|arm| arm.name.clone()),
            arms,
            measure: Some(Measure::WinRate),
            ..asked
        };
        let mut design = Design::resolve(&experiment, library, defaults)?;
        design.margin = Margin::NONE;
        let plans = design.strata.iter_mut().flat_map(|at| &mut at.plans);
        for plan in plans {
            if plan.rules.training && self.varied != Varied::BaseHp {
                return Err(DesignError::Usage(
                    "training games cannot be lost, so there is no win rate to reach; use `--vary \
                     base-hp` to find the base needed"
                        .into(),
                ));
            }
            plan.plays_on = true;
        }
        let finds_base = self.varied == Varied::BaseHp;
        let arms: Vec<usize> = (0..design.arms.len()).collect();
        Ok(Study {
            contrasts: Contrast::of_pairs(&arms),
            keeps_needed_hp: true,
            prepares: finds_base.then_some(Preparation::FindBase(self.middle())),
            ..Study::new(design, StopRule::fixed(defaults.games))
        })
    }

    /// The target whose base is played with by players who look at it.
    fn middle(&self) -> f64 {
        self.wanted[self.wanted.len() / 2]
    }

    /// The answers for all numbers of players whose games are all played.
    pub fn answers(&self, study: &Study, sums: &[StratumSums]) -> Vec<Found> {
        let all = study.design.strata.iter().zip(sums).enumerate();
        let played = all.filter(|(index, (_, sums))| sums.games >= study.games_of(*index));
        played
            .flat_map(|(_, (at, sums))| {
                let wanted = self.wanted.iter();
                wanted.map(move |wanted| self.answer(study, at, sums, *wanted))
            })
            .collect()
    }

    fn answer(&self, study: &Study, at: &Stratum, sums: &StratumSums, wanted: f64) -> Found {
        let plan = &at.plans[0];
        let look = study.stop.looks().end;
        let curve = |arm: usize| Curve::of_needed(&sums.needed_hp[arm], at.players, look);
        let arms = 0..study.design.arms.len();
        let mut answer = Found {
            wanted,
            players: at.players,
            policy: plan.policy.name(),
            games: sums.games,
            base_hp: plan.rules.base_hp,
            looks_at_base: plan.policy.looks_at_base(),
            curve: None,
            base: None,
            points: Vec::new(),
            nearest: None,
            capped: arms.clone().map(|arm| sums.arm(arm).capped).sum(),
        };
        if self.varied == Varied::BaseHp {
            answer.base = Some(curve(0).target(wanted));
            answer.curve = Some(curve(0));
            return answer;
        }
        let each = look.level(LEVEL.shared_by(arms.len()));
        let points = arms.filter_map(|arm| {
            let counts = sums.arm(arm).rate(Measure::WinRate)?;
            Some(SettingPoint {
                value: study.design.arms[arm].name.clone(),
                win_rate: Estimate {
                    interval: counts.wilson(each),
                    ..counts.estimate(LEVEL)?
                },
                base: curve(arm).target(wanted),
                difference: None,
                plausible: false,
            })
        });
        answer.points = points.collect();
        let apart = |one: usize, other: usize| {
            let pair = [one.min(other), one.max(other)];
            let place = Contrast::place_of_pair(answer.points.len(), pair);
            let found = sums.contrasts[place].estimate(each, Measure::WinRate.reach())?;
            Some(found.times(if one < other { 1.0 } else { -1.0 }))
        };
        let best = nearest(&answer.points, wanted);
        let differences = (0..answer.points.len()).map(|one| match best {
            Some(best) if best != one => apart(one, best),
            _ => None,
        });
        let differences: Vec<Option<Estimate>> = differences.collect();
        answer.nearest = best;
        judge(&mut answer, differences);
        answer
    }
}

/// The point whose win rate is closest to the target; `None` if all win rates are the same.
fn nearest(points: &[SettingPoint], wanted: f64) -> Option<usize> {
    let off = |point: &SettingPoint| (point.win_rate.value - wanted).abs();
    let rates = || points.iter().map(|point| point.win_rate.value);
    let (least, most) = (
        rates().fold(f64::INFINITY, f64::min),
        rates().fold(f64::NEG_INFINITY, f64::max),
    );
    if least >= most {
        return None;
    }
    (0..points.len()).min_by(|a, b| off(&points[*a]).total_cmp(&off(&points[*b])))
}

/// Marks the values of which it is not clear that the nearest is closer, given how much each differs
/// from it in the same games.
fn judge(found: &mut Found, differences: Vec<Option<Estimate>>) {
    let Some(best) = found.nearest else { return };
    let (wanted, of_best) = (found.wanted, found.points[best].win_rate);
    for (point, difference) in found.points.iter_mut().zip(differences) {
        let farther = difference
            .is_some_and(|difference| is_farther(&point.win_rate, &of_best, &difference, wanted));
        point.difference = difference;
        point.plausible = !farther;
    }
}

/// Whether a win rate is clearly farther from the target than that of the best value. Either its own
/// interval is farther away than the other can be; or it lies beyond the other on the same side, as
/// the games of both show, and the other does not lie as far off on the opposite side.
fn is_farther(one: &Estimate, best: &Estimate, difference: &Estimate, wanted: f64) -> bool {
    let above = one.value > wanted;
    let (beyond, sum) = match above {
        true => (
            difference.interval.low,
            one.interval.low + best.interval.low - 2.0 * wanted,
        ),
        false => (
            -difference.interval.high,
            2.0 * wanted - one.interval.high - best.interval.high,
        ),
    };
    closest(&one.interval, wanted) > farthest(&best.interval, wanted) || beyond.min(sum) > 0.0
}

/// The smallest distance of an interval from a value.
fn closest(interval: &Interval, value: f64) -> f64 {
    (interval.low - value).max(value - interval.high).max(0.0)
}

/// The largest distance of an interval from a value.
fn farthest(interval: &Interval, value: f64) -> f64 {
    (value - interval.low)
        .abs()
        .max((interval.high - value).abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::changes::Changes;
    use crate::compare::play::samples::all_games;

    fn study(varied: &str, base_hp: u16) -> (Question, Study) {
        let question = Question {
            wanted: vec![0.4],
            varied: Varied::parse(varied).unwrap(),
        };
        let mut base = Changes::default();
        base.switches.base_hp = Some(base_hp);
        let asked = Experiment {
            base,
            players: vec![2],
            ..Experiment::default()
        };
        let defaults = Defaults {
            policy: "random".into(),
            ..Defaults::new(1000, 600)
        };
        let study = question.study(asked, &Library::embedded(), &defaults);
        (question, study.unwrap())
    }

    fn answer(varied: &str, base_hp: u16) -> Found {
        let (question, study) = study(varied, base_hp);
        question.answers(&study, &all_games(&study)).remove(0)
    }

    #[test]
    fn the_base_is_read_off_the_curve_and_another_setting_agrees() {
        let by_curve = answer("base-hp", 15);
        let base = by_curve.base.unwrap().base_hp.unwrap();
        let each = base.div_ceil(2) as u16;
        // The same bases tried one by one, as for any other setting.
        let (question, mut study) = study("set.prowler.hp=1..3", each);
        let printed = study.design.strata[0].plans[0].cards.clone();
        for (plan, base) in study.design.strata[0].plans.iter_mut().zip([-15, 0, 15]) {
            plan.cards = printed.clone();
            plan.rules.base_hp = each.saturating_add_signed(base);
        }
        let tried = question.answers(&study, &all_games(&study)).remove(0);
        assert_eq!(tried.nearest, Some(1));
        let rates: Vec<f64> = tried.points.iter().map(|p| p.win_rate.value).collect();
        assert!(rates[0] < rates[1] && rates[1] < rates[2], "{rates:?}");
        assert_eq!(
            tried.points.iter().map(|p| p.plausible).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert_eq!(tried.points[0].base, tried.points[2].base);
    }

    #[test]
    fn a_setting_that_changes_nothing_has_no_nearest_value() {
        let found = answer("set.prowler.hp=1..2", 10);
        assert_eq!(found.nearest, None);
        assert!(found.points.iter().all(|point| !point.plausible));
        assert!(found.points[0].base.base_hp.is_some());
    }

    #[test]
    fn a_value_beyond_the_best_in_the_same_games_is_ruled_out() {
        let estimate = |value: f64, half: f64| Estimate {
            value,
            interval: Interval::around(value, half),
            level: LEVEL,
        };
        let (one, best) = (estimate(0.47, 0.03), estimate(0.44, 0.03));
        // Separate intervals overlap; game by game the one is always above the other.
        assert!(is_farther(&one, &best, &estimate(0.03, 0.01), 0.4));
        assert!(!is_farther(&one, &best, &estimate(0.03, 0.04), 0.4));
        // Both may lie on either side of the target.
        assert!(!is_farther(&one, &best, &estimate(0.03, 0.01), 0.45));
        let (low, best) = (estimate(0.33, 0.03), estimate(0.36, 0.03));
        assert!(is_farther(&low, &best, &estimate(-0.03, 0.01), 0.4));
        assert!(!is_farther(&low, &best, &estimate(0.03, 0.01), 0.4));
    }
}
