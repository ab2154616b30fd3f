//! What is recorded of a ranking's games besides the arms' sums. Integers, as there.

use super::design::{Method, Ranking};
use super::exposure::Fortune;
use crate::compare::sums::{ArmSums, Ended};
use cards::ruleset::Market;
use runs::sim::game::GameRecord;
use serde::{Deserialize, Serialize};
use statistics::mean::IntegerMoments;

/// In how many games a card was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenIn {
    /// Was on offer.
    pub offered: u64,
    /// Was bought.
    pub bought: u64,
    /// Was on the board or used (enemies: was met).
    pub in_play: u64,
}

impl SeenIn {
    fn merge(&mut self, other: &SeenIn) {
        self.offered += other.offered;
        self.bought += other.bought;
        self.in_play += other.in_play;
    }
}

/// Notes on the games of one stratum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// Games of the baseline.
    pub games: u64,
    /// For each card: in how many of them it was seen.
    pub seen: Vec<SeenIn>,
    /// For each card and number of its copies that lay early: the games.
    pub exposed: Vec<Vec<ArmSums>>,
    /// For each card: the games without and with it in play.
    pub in_play: Vec<[ArmSums; 2]>,
    /// For each pair of cards that are ranked together: one arm's measure minus the other's, over
    /// the games that both played.
    pub apart: Vec<IntegerMoments>,
}

impl Notes {
    /// Nothing seen yet.
    pub fn new(ranking: &Ranking) -> Self {
        let wanted = |method| ranking.methods.contains(&method);
        let subjects = ranking.subjects.iter();
        let exposed = subjects
            .filter(|_| wanted(Method::Exposure))
            .map(|subject| vec![ArmSums::default(); usize::from(subject.copies) + 1]);
        let in_play = if wanted(Method::Naive) {
            ranking.subjects.len()
        } else {
            0
        };
        Notes {
            games: 0,
            seen: vec![SeenIn::default(); ranking.subjects.len()],
            exposed: exposed.collect(),
            in_play: vec![<[ArmSums; 2]>::default(); in_play],
            apart: vec![IntegerMoments::default(); ranking.pairs.len()],
        }
    }

    /// Notes on games of the baseline.
    pub fn watch(&mut self, ranking: &Ranking, stratum: usize, records: &[GameRecord]) {
        let plan = &ranking.design.strata[stratum].plans[0];
        let stacks = plan.rules.market == Market::Stacks;
        let mut fortune = Fortune::new(plan);
        for record in records {
            let ended = Ended::from(*record);
            self.games += 1;
            if stacks || !self.exposed.is_empty() {
                fortune.game(record.game);
            }
            for (subject, seen) in ranking.subjects.iter().zip(&mut self.seen) {
                let on_table = stacks
                    && subject.card_type.is_for_players()
                    && fortune.early_copies(subject) > 0;
                let sets = &record.seen;
                seen.offered += u64::from(on_table || sets.offered.contains(subject.kind));
                seen.bought += u64::from(sets.bought.contains(subject.kind));
                seen.in_play += u64::from(sets.in_play.contains(subject.kind));
            }
            for (subject, doses) in ranking.subjects.iter().zip(&mut self.exposed) {
                doses[fortune.early_copies(subject)].record(ended);
            }
            for (subject, sums) in ranking.subjects.iter().zip(&mut self.in_play) {
                let seen = if subject.card_type.is_for_players() {
                    record.seen.bought.contains(subject.kind)
                } else {
                    record.seen.in_play.contains(subject.kind)
                };
                sums[usize::from(seen)].record(ended);
            }
        }
    }

    /// Notes on the same games played by the arms; an arm that was left out has none.
    pub fn compare(&mut self, ranking: &Ranking, arms: &[Vec<Ended>]) {
        let measure = ranking.measure();
        for ((first, second), apart) in ranking.pairs.iter().zip(&mut self.apart) {
            for (a, b) in arms[*first].iter().zip(&arms[*second]) {
                apart.record(a.value(measure) - b.value(measure));
            }
        }
    }

    /// Adds notes on later games. What was noted of settled arms is left out.
    pub fn add(&mut self, later: &Notes, pairs: &[(usize, usize)], settled: &[bool]) {
        self.games += later.games;
        for (to, from) in self.seen.iter_mut().zip(&later.seen) {
            to.merge(from);
        }
        let mine = self.exposed.iter_mut().flatten();
        for (to, from) in mine.zip(later.exposed.iter().flatten()) {
            to.merge(from);
        }
        let mine = self.in_play.iter_mut().flatten();
        for (to, from) in mine.zip(later.in_play.iter().flatten()) {
            to.merge(from);
        }
        for ((to, from), (first, second)) in self.apart.iter_mut().zip(&later.apart).zip(pairs) {
            if !settled[*first] && !settled[*second] {
                to.merge(from);
            }
        }
    }
}
