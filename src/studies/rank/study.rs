//! Plays a ranking: games are played where ranks are still open.
//!
//! Successive elimination. At every look, an arm whose rank is known (with `--top`: if it is known
//! whether it is in the top) and that no open rank depends on is stopped. The sets of ranks come
//! from confidence sequences of the differences between arms, so they hold at all looks
//! simultaneously, whatever stops an arm. The baseline plays on, because observation needs more
//! games than paired comparison, and the cost of one arm among many is small.

use super::design::Ranking;
use super::notes::Notes;
use crate::compare::results::tightest_at;
use crate::compare::stop::{EarlyStop, StopRule};
use crate::compare::study::{Study, design_and_stop};
use crate::compare::sums::{Ended, StratumSums};
use runs::sim::game::GameRecord;
use runs::sim::results::Monitoring;
use runs::sim::stop::{LEVEL, LOOK_EVERY};
use statistics::mean::IntegerMoments;
use statistics::ranks::{RankingGoal, clear_pairs, decided_pairs, open_items, sets_from};

/// How many times as many games as an arm the baseline plays, where it is watched.
const BASELINE_FACTOR: u64 = 10;

/// A ranking and when playing it ends.
#[derive(Clone, Debug)]
pub struct RankStudy {
    /// What is played.
    pub ranking: Ranking,
    /// When playing ends.
    pub stop: StopRule,
}

impl Study for RankStudy {
    type Notes = Notes;

    design_and_stop!(ranking.design);

    fn blank(&self, _: usize) -> Notes {
        Notes::new(&self.ranking)
    }

    fn note(&self, stratum: usize, baseline: &[GameRecord], arms: &[Vec<Ended>]) -> Notes {
        let mut notes = Notes::new(&self.ranking);
        notes.watch(&self.ranking, stratum, baseline);
        notes.compare(&self.ranking, arms);
        notes
    }

    fn add(&self, notes: &mut Notes, later: &Notes, settled: &[bool]) {
        notes.add(later, &self.ranking.pairs, settled);
    }

    fn look(&self, sums: &mut StratumSums, notes: &Notes) {
        self.stop.look(&self.ranking.design, sums);
        let EarlyStop::Rank(top) = self.stop.settles else {
            return;
        };
        if !sums.games.is_multiple_of(LOOK_EVERY) {
            return;
        }
        let settled = self.known(notes, top);
        for (arm, of) in self.ranking.arms.iter().enumerate() {
            sums.settled[arm] |= settled[of.subject];
        }
    }

    fn baseline_games(&self) -> u64 {
        let watched = self.ranking.methods.iter().any(|method| !method.has_arms());
        if watched {
            BASELINE_FACTOR * self.stop.games
        } else {
            0
        }
    }
}

impl RankStudy {
    /// Cards of which no more games are needed: their own rank is known, and so is how they stand
    /// to every card whose rank is open.
    fn known(&self, notes: &Notes, top: Option<usize>) -> Vec<bool> {
        let goal = match top {
            Some(top) => RankingGoal::Top(top),
            None => RankingGoal::AllRanks { within: 1 },
        };
        let mut known = vec![false; self.ranking.subjects.len()];
        for (_, members) in self.ranking.groups() {
            let order = self.order_by_arms(&members, notes);
            let decided = order.decided(&self.stop);
            let open = open_items(
                &sets_from(order.members.len(), decided.iter().copied()),
                goal,
            );
            let stands = |item: usize, other: usize| {
                decided.contains(&(item, other)) || decided.contains(&(other, item))
            };
            for (item, subject) in order.members.iter().enumerate() {
                let clear = !open.contains(&item) && open.iter().all(|other| stands(item, *other));
                known[*subject] = clear;
            }
        }
        known
    }

    /// How cards of one type stand to each other by their arms. Cards without an arm are left out.
    pub fn order_by_arms<'a>(&'a self, members: &[usize], notes: &'a Notes) -> Order<'a> {
        let ranking = &self.ranking;
        let members = members.iter().copied();
        let arms = members.filter_map(|subject| {
            let arm = ranking.arm(subject, ranking.primary())?;
            Some((subject, arm))
        });
        let (members, arms): (Vec<usize>, Vec<usize>) = arms.unzip();
        let sign = members.first().map_or(1.0, |subject| {
            // Whether a larger value of an arm speaks for its card or against it.
            ranking.sign(*subject, ranking.measure()) * ranking.primary().direction()
        });
        Order {
            ranking,
            notes,
            members,
            arms,
            is_for: sign > 0.0,
        }
    }
}

/// How cards of one type stand to each other.
pub struct Order<'a> {
    ranking: &'a Ranking,
    notes: &'a Notes,
    /// The cards, as indices of subjects.
    pub members: Vec<usize>,
    arms: Vec<usize>,
    is_for: bool,
}

impl Order<'_> {
    /// Pairs of a clearly stronger and a clearly weaker card, by their places among the members.
    pub fn clear(&self, stop: &StopRule, looks: Monitoring) -> Vec<(usize, usize)> {
        match looks {
            Monitoring::Repeated => self.decided(stop),
            Monitoring::Fixed => self.fixed(),
        }
    }

    /// Pairs of a stronger and a weaker card, as they are decided at any look.
    fn decided(&self, stop: &StopRule) -> Vec<(usize, usize)> {
        let apart = |first, second| self.apart(first, second);
        decided_pairs(self.members.len(), apart, LEVEL, tightest_at(stop))
    }

    /// The same for a fixed number of games. All arms have played the same games, so differences to
    /// the first of them order the rest.
    fn fixed(&self) -> Vec<(usize, usize)> {
        let values = (0..self.members.len()).map(|item| match item {
            0 => 0.0,
            _ => self.apart(item, 0).mean().unwrap_or(f64::NAN),
        });
        let values: Vec<f64> = values.collect();
        let error = |i: usize, j: usize| self.apart(i, j).standard_error().unwrap_or(f64::NAN);
        clear_pairs(&values, error, LEVEL)
    }

    /// Strength of one card minus strength of another, in the games that both arms played.
    fn apart(&self, first: usize, second: usize) -> IntegerMoments {
        let pair = (self.arms[first], self.arms[second]);
        let noted = self.ranking.pairs.iter().zip(&self.notes.apart);
        let found = noted.clone().find(|(noted, _)| **noted == pair);
        let turned = || noted.clone().find(|((b, a), _)| (*a, *b) == pair);
        let (moments, forward) = match (found, turned()) {
            (Some((_, moments)), _) => (*moments, true),
            (None, Some((_, moments))) => (*moments, false),
            (None, None) => (IntegerMoments::default(), true),
        };
        if forward == self.is_for {
            moments
        } else {
            moments.negated()
        }
    }
}
