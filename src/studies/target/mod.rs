//! Which value of a setting gives a target win rate.
//!
//! The base is read off the curve of one run of games that are played on ([`runs::sim::curve`]).
//! Any other setting is tried value by value, each with the same luck. Players who look at their
//! base play again with the base that was found, so that the answer holds for it.

pub mod tables;
pub mod varied;

use runs::lifecycle::{ShardDirectory, kept_by, unfit};
use runs::sim::batch::{End, Flow, play_chunk, play_in_order, thread_pool};
use runs::sim::columns::RowTables;
use runs::sim::curve::{Curve, Target};
use runs::sim::measure::DAMAGE_CAP;
use runs::sim::plan::Plan;
use runs::sim::results::{Monitoring, win_rate};
use runs::sim::run::Watch;
use runs::sim::stop::LEVEL;
use runs::sim::totals::Totals;
use runs::sim::{Shard, SimError};
use serde::{Deserialize, Serialize};
use statistics::rate::RateCounts;
use statistics::{Estimate, Interval};
use std::ops::Range;
use varied::Varied;

/// Games that show where players who look at their base should be examined.
const PILOT_GAMES: u64 = 1000;

/// One value of the varied setting, for one number of players.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The value, as text.
    pub value: String,
    /// What is played.
    pub plan: Plan,
}

/// The request for one number of players.
#[derive(Clone, Debug)]
pub struct TableQuestion {
    /// Number of players.
    pub players: u8,
    /// The values of the varied setting; a single one if it is the base.
    pub settings: Vec<Setting>,
}

/// The request.
#[derive(Clone, Debug)]
pub struct Question {
    /// The target win rate.
    pub wanted: f64,
    /// The setting that is varied.
    pub varied: Varied,
    /// Games of every setting.
    pub games: u64,
    /// The tables, by number of players.
    pub tables: Vec<TableQuestion>,
}

/// The games of the settings that are done, in the order of the question.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    done: Vec<Totals>,
    /// The base per player with which each of them was played.
    bases: Vec<u16>,
}

impl State {
    /// Whether every finished setting has this many games.
    fn has_games(&self, games: u64) -> bool {
        self.done.iter().all(|totals| totals.games == games)
    }
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
    /// Whether no other value has been shown to be closer.
    pub plausible: bool,
}

/// The answer for one number of players.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Number of players.
    pub players: u8,
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
    /// Games to be played, for a progress bar.
    pub fn planned_games(&self) -> u64 {
        let settings = self.tables.iter().map(|table| table.settings.len() as u64);
        settings.sum::<u64>() * self.games
    }

    fn all_settings(&self) -> impl Iterator<Item = &Setting> {
        self.tables.iter().flat_map(|table| &table.settings)
    }

    /// Plays the settings that are not done, or one shard of the games of each; says whether all
    /// are. `keep` is called after each.
    pub fn play(
        &self,
        threads: usize,
        shard: Option<Shard>,
        state: &mut State,
        watch: &impl Watch,
        keep: &mut dyn FnMut(&State) -> Result<(), SimError>,
    ) -> Result<bool, SimError> {
        let player = Player {
            question: self,
            range: self.range(shard),
            pool: thread_pool(threads)?,
            watch,
        };
        let games = player.range.end - player.range.start;
        for setting in self.all_settings().skip(state.done.len()) {
            let done = state.done.len() as u64 * games;
            let Some((totals, base_hp)) = player.setting(setting, done)? else {
                return Ok(false);
            };
            state.done.push(totals);
            state.bases.push(base_hp);
            keep(state)?;
        }
        Ok(true)
    }

    /// The games of every setting, or a shard of them.
    fn range(&self, shard: Option<Shard>) -> Range<u64> {
        shard.map_or(0..self.games, |shard| shard.range(self.games))
    }

    /// What all shards have played together.
    pub fn merge(&self, shards: &[ShardDirectory], fingerprint: &str) -> Result<State, SimError> {
        let mut all = State::default();
        for ShardDirectory { path, shard } in shards {
            let kept: State = kept_by(path, fingerprint)?;
            let range = self.range(Some(*shard));
            let fits = kept.done.len() == self.all_settings().count()
                && kept.bases.len() == kept.done.len()
                && (all.bases.is_empty() || kept.bases == all.bases)
                && kept.has_games(range.end - range.start);
            if !fits {
                return Err(unfit(
                    path,
                    "cannot be merged: its games are not those of the shard",
                ));
            }
            match all.done.is_empty() {
                true => all = kept,
                false => {
                    let pairs = all.done.iter_mut().zip(&kept.done);
                    pairs.for_each(|(sums, more)| sums.merge(more));
                }
            }
        }
        Ok(all)
    }

    /// The answers of all tables whose settings are done.
    pub fn answers(&self, state: &State) -> Vec<Answer> {
        let mut next = 0;
        let mut answers = Vec::new();
        for table in &self.tables {
            let end = next + table.settings.len();
            if let Some(totals) = state.done.get(next..end) {
                answers.push(self.answer(table, totals));
            }
            next = end;
        }
        answers
    }

    fn answer(&self, table: &TableQuestion, totals: &[Totals]) -> Answer {
        let plan = &table.settings[0].plan;
        let curve = |totals: &Totals| Curve::new(totals, table.players, Monitoring::Fixed);
        let mut answer = Answer {
            players: table.players,
            games: self.games,
            base_hp: plan.rules.base_hp,
            looks_at_base: plan.policy.looks_at_base(),
            curve: None,
            base: None,
            points: Vec::new(),
            nearest: None,
            capped: totals.iter().map(|totals| totals.played_on.capped).sum(),
        };
        if self.varied == Varied::BaseHp {
            answer.curve = totals.first().and_then(curve);
            answer.base = answer.curve.as_ref().map(|curve| curve.target(self.wanted));
            return answer;
        }
        let each = LEVEL.shared_by(totals.len());
        let points = table.settings.iter().zip(totals);
        answer.points = points
            .filter_map(|(setting, totals)| {
                let counts = RateCounts::new(totals.wins, totals.games)?;
                Some(SettingPoint {
                    value: setting.value.clone(),
                    win_rate: Estimate {
                        interval: counts.wilson(each),
                        ..win_rate(totals, Monitoring::Fixed)?
                    },
                    base: curve(totals)?.target(self.wanted),
                    plausible: false,
                })
            })
            .collect();
        answer.nearest = nearest(&mut answer.points, self.wanted);
        answer
    }
}

/// The point whose win rate is closest to the target; marks those that no interval rules out.
/// `None` if all win rates are the same.
fn nearest(points: &mut [SettingPoint], wanted: f64) -> Option<usize> {
    let off = |point: &SettingPoint| (point.win_rate.value - wanted).abs();
    let rates = || points.iter().map(|point| point.win_rate.value);
    let (least, most) = (
        rates().fold(f64::INFINITY, f64::min),
        rates().fold(f64::NEG_INFINITY, f64::max),
    );
    if least >= most {
        return None;
    }
    let best = (0..points.len()).min_by(|a, b| off(&points[*a]).total_cmp(&off(&points[*b])))?;
    let worst_of_best = farthest(&points[best].win_rate.interval, wanted);
    for point in points.iter_mut() {
        point.plausible = closest(&point.win_rate.interval, wanted) <= worst_of_best;
    }
    Some(best)
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

/// Plays settings.
struct Player<'a, W> {
    question: &'a Question,
    /// The games of every setting that are played here.
    range: Range<u64>,
    pool: rayon::ThreadPool,
    watch: &'a W,
}

impl<W: Watch> Player<'_, W> {
    /// The games of a setting and the base per player they were played with; nothing if it was
    /// interrupted.
    fn setting(&self, setting: &Setting, done: u64) -> Result<Option<(Totals, u16)>, SimError> {
        let mut plan = setting.plan.clone();
        plan.plays_on = true;
        if self.question.varied == Varied::BaseHp && plan.policy.looks_at_base() {
            let Some(base) = self.pilot(&plan, done)? else {
                return Ok(None);
            };
            plan.rules.base_hp = base;
        }
        let totals = self.games(&plan, self.range.clone(), done)?;
        Ok(totals.map(|totals| (totals, plan.rules.base_hp)))
    }

    /// Approximately the base that is searched for, or the actual one if there is none.
    fn pilot(&self, plan: &Plan, done: u64) -> Result<Option<u16>, SimError> {
        // Every shard plays all of these: what follows depends on them.
        let games = PILOT_GAMES.min(self.question.games);
        let Some(totals) = self.games(plan, 0..games, done)? else {
            return Ok(None);
        };
        let players = plan.rules.players;
        let curve = Curve::new(&totals, players, Monitoring::Fixed);
        let base = curve.and_then(|curve| curve.target(self.question.wanted).base_hp);
        let each = base.map(|base| base.div_ceil(u32::from(players)).clamp(1, DAMAGE_CAP));
        Ok(Some(each.map_or(plan.rules.base_hp, |each| each as u16)))
    }

    fn games(&self, plan: &Plan, games: Range<u64>, done: u64) -> Result<Option<Totals>, SimError> {
        let tables = RowTables::new(plan)?;
        let mut totals = Totals::new(plan.cards.kinds.len());
        let end = play_in_order(
            &self.pool,
            games,
            self.watch.interrupt(),
            |range| play_chunk(plan, &tables, range),
            |chunk| {
                totals.merge(&chunk.totals);
                let rate = totals.wins as f64 / totals.games.max(1) as f64;
                self.watch.progress(done + totals.games, rate);
                Ok::<_, SimError>(Flow::GoOn)
            },
        )?;
        Ok((end == End::AllPlayed).then_some(totals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runs::sim::Plan;
    use std::sync::atomic::AtomicBool;

    struct Nobody(AtomicBool);

    impl Watch for Nobody {
        fn progress(&self, _: u64, _: f64) {}
        fn interrupt(&self) -> &AtomicBool {
            &self.0
        }
    }

    fn question(varied: Varied, bases: &[u16]) -> Question {
        let setting = |base: &u16| {
            let mut plan = Plan::built_in("random", 2, 1000).expect("a plan");
            plan.rows = runs::sim::Rows::None;
            plan.rules.base_hp = *base;
            Setting {
                value: base.to_string(),
                plan,
            }
        };
        Question {
            wanted: 0.4,
            varied,
            games: 600,
            tables: vec![TableQuestion {
                players: 2,
                settings: bases.iter().map(setting).collect(),
            }],
        }
    }

    fn answer(question: &Question) -> Answer {
        let mut state = State::default();
        let nobody = Nobody(AtomicBool::new(false));
        let complete = question.play(2, None, &mut state, &nobody, &mut |_| Ok(()));
        assert!(complete.unwrap());
        question.answers(&state).remove(0)
    }

    #[test]
    fn the_base_is_read_off_the_curve_and_another_setting_agrees() {
        let by_curve = answer(&question(Varied::BaseHp, &[15]));
        let base = by_curve.base.unwrap().base_hp.unwrap();
        let each = base.div_ceil(2) as u16;
        // The same bases tried one by one, as for any other setting.
        let varied = Varied::parse("set.prowler.hp=1..5").unwrap();
        let tried = answer(&question(varied, &[each - 15, each, each + 15]));
        assert_eq!(tried.nearest, Some(1));
        let rates: Vec<f64> = tried.points.iter().map(|p| p.win_rate.value).collect();
        assert!(rates[0] < rates[1] && rates[1] < rates[2], "{rates:?}");
        assert!((rates[1] - 0.4).abs() < 0.03, "{rates:?}");
        assert_eq!(
            tried.points.iter().map(|p| p.plausible).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert_eq!(tried.points[0].base, tried.points[2].base);
    }

    #[test]
    fn a_setting_that_changes_nothing_has_no_nearest_value() {
        let varied = Varied::parse("set.prowler.hp=1..5").unwrap();
        let found = answer(&question(varied, &[10, 12]));
        assert_eq!(found.nearest, None);
        assert!(found.points.iter().all(|point| !point.plausible));
        assert!(found.points[0].base.base_hp.is_some());
    }

    #[test]
    fn what_is_done_is_not_played_again() {
        let question = question(Varied::parse("enemies").unwrap(), &[160, 165]);
        let mut state = State::default();
        let nobody = Nobody(AtomicBool::new(false));
        let mut kept = None;
        let stop = question.play(1, None, &mut state, &nobody, &mut |state| {
            kept = Some(serde_json::to_string(state).unwrap());
            nobody.0.store(true, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        });
        assert!(!stop.unwrap());
        let mut again: State = serde_json::from_str(&kept.unwrap()).unwrap();
        assert_eq!(again.done.len(), 1);
        nobody.0.store(false, std::sync::atomic::Ordering::Relaxed);
        assert!(
            question
                .play(2, None, &mut again, &nobody, &mut |_| Ok(()))
                .unwrap()
        );
        let whole = answer(&question);
        let rates = |answer: &Answer| -> Vec<f64> {
            answer.points.iter().map(|p| p.win_rate.value).collect()
        };
        assert_eq!(rates(&question.answers(&again)[0]), rates(&whole));
    }
}
