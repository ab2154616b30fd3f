//! Plays a judgement: for every arm that is not a peer, its effect beyond that of the peers.

use super::{Judgement, Role};
use crate::compare::play::State;
use crate::compare::study::{Study, design_and_stop};
use crate::compare::sums::{Ended, StratumSums};
use crate::rank::results::Shares;
use runs::sim::game::GameRecord;
use runs::sim::stop::LEVEL;
use serde::{Deserialize, Serialize};
use statistics::paired::PairedMoments;
use statistics::verdict::Verdict;
use statistics::{Estimate, Interval};

/// What is recorded of the games of one stratum besides the arms' sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// For each arm, its measure times the number of peers, against those of all peers together.
    advantages: Vec<PairedMoments>,
    /// Games as they are in which the card came on offer, was bought, was in play, and all of them.
    seen: [u64; 4],
}

impl Study for Judgement {
    type Notes = Notes;

    design_and_stop!(design);

    fn blank(&self, _: usize) -> Notes {
        Notes {
            advantages: vec![PairedMoments::default(); self.roles.len()],
            seen: [0; 4],
        }
    }

    fn note(&self, stratum: usize, baseline: &[GameRecord], arms: &[Vec<Ended>]) -> Notes {
        let mut notes = self.blank(stratum);
        let kind = self.subject.kind;
        for record in baseline {
            let sets = [record.seen.offered, record.seen.bought, record.seen.in_play];
            for (count, set) in notes.seen.iter_mut().zip(sets) {
                *count += u64::from(set.contains(kind));
            }
            notes.seen[3] += 1;
        }
        let measure = self.design.measure;
        let peers = self.peer_arms();
        for (arm, games) in arms.iter().enumerate() {
            for (place, ended) in games.iter().enumerate() {
                let others = peers.iter().map(|peer| arms[*peer][place].value(measure));
                let as_many = ended.value(measure) * peers.len() as i32;
                notes.advantages[arm].record(others.sum::<i32>(), as_many);
            }
        }
        notes
    }

    fn add(&self, notes: &mut Notes, later: &Notes, _: &[bool]) {
        for (to, from) in notes.advantages.iter_mut().zip(&later.advantages) {
            to.merge(from);
        }
        for (to, from) in notes.seen.iter_mut().zip(later.seen) {
            *to += from;
        }
    }

    // All arms are compared with each other, so they play all their games.
    fn look(&self, _: &mut StratumSums, _: &Notes) {}
}

/// How strong the card is, in one variant.
#[derive(Clone, Debug)]
pub struct Advantage {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the arm, from 0, the baseline left out.
    pub arm: usize,
    /// What it is.
    pub role: Role,
    /// Number of games.
    pub games: u64,
    /// The effect of the variant for its owner beyond the average of the peers.
    pub estimate: Estimate,
    /// Two-sided p-value of no advantage.
    pub p_value: f64,
}

/// The cost at which a card would be fair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FairCost {
    /// About this cost; between these by the intervals, as far as costs were tried.
    Near {
        /// Where the advantage is zero.
        cost: f64,
        /// The lowest and the highest cost that may be fair.
        range: Option<(u8, u8)>,
    },
    /// It is strong at every cost that was tried: more than the highest.
    Above(u8),
    /// It is weak at every cost that was tried: less than the lowest.
    Below(u8),
    /// The cost makes no clear difference.
    Unknown,
}

/// The results of judging a card.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Every variant of the card and every peer, in every stratum.
    pub advantages: Vec<Advantage>,
    /// For each stratum, in which share of the games the card was seen.
    pub shares: Vec<Shares>,
}

impl Findings {
    /// The results of what was played.
    pub fn new(study: &Judgement, state: &State<Notes>) -> Self {
        let judgement = study;
        let peers = judgement.peer_arms().len() as f64;
        let scale = judgement.design.measure.scale() * judgement.sign() / peers;
        let reach = judgement.design.measure.reach() * peers;
        let mut advantages = Vec::new();
        for (stratum, notes) in state.notes.iter().enumerate() {
            for (arm, role) in judgement.roles.iter().enumerate() {
                let moments = notes.advantages[arm];
                let Some(estimate) = moments.estimate(LEVEL, reach) else {
                    continue;
                };
                advantages.push(Advantage {
                    stratum,
                    arm,
                    role: role.clone(),
                    games: moments.count(),
                    estimate: estimate.times(scale),
                    p_value: moments.p_value(reach).unwrap_or(1.0),
                });
            }
        }
        let shares = state.notes.iter().map(|notes| {
            let [offered, bought, in_play, games] = notes.seen;
            let share = |count: u64| count as f64 / games.max(1) as f64;
            Shares {
                offered: share(offered),
                bought: share(bought),
                in_play: share(in_play),
            }
        });
        Findings {
            advantages,
            shares: shares.collect(),
        }
    }

    /// A variant in a stratum.
    pub fn of(&self, stratum: usize, role: &Role) -> Option<&Advantage> {
        let mut all = self.advantages.iter();
        all.find(|one| one.stratum == stratum && one.role == *role)
    }

    /// Whether the card is strong, weak or fair for its cost; `None` if it is rarely seen.
    pub fn verdict(&self, study: &Judgement, stratum: usize) -> Option<Verdict> {
        let card_type = study.subject.card_type;
        if !self.shares[stratum].can_judge(card_type) {
            return None;
        }
        let itself = self.of(stratum, &Role::Itself)?;
        let margin = study.design.margin;
        Some(Verdict::from_interval(&itself.estimate.interval, margin))
    }

    /// The cost at which the card would be fair.
    pub fn fair_cost(&self, study: &Judgement, stratum: usize) -> FairCost {
        let own = study.subject.cost;
        let at_cost = |one: &Advantage| match one.role {
            Role::Itself => Some(own),
            Role::Cost(cost) => Some(cost),
            _ => None,
        };
        let here = self.advantages.iter().filter(|one| one.stratum == stratum);
        let mut tried: Vec<(u8, Estimate)> = here
            .filter_map(|one| Some((at_cost(one)?, one.estimate)))
            .collect();
        tried.sort_by_key(|(cost, _)| *cost);
        fair_cost(&tried)
    }
}

/// Where an advantage crosses zero as the cost rises.
fn fair_cost(tried: &[(u8, Estimate)]) -> FairCost {
    let (Some(first), Some(last)) = (tried.first(), tried.last()) else {
        return FairCost::Unknown;
    };
    let compatible = |interval: &Interval| interval.contains(0.0);
    let fair = tried
        .iter()
        .filter(|(_, one)| compatible(&one.interval))
        .map(|(cost, _)| *cost);
    let range = fair.clone().min().zip(fair.max());
    let crossing = tried.windows(2).find_map(|pair| {
        let ((low, before), (high, after)) = (pair[0], pair[1]);
        let (before, after) = (before.value, after.value);
        (before > 0.0 && after <= 0.0)
            .then(|| f64::from(low) + f64::from(high - low) * before / (before - after))
    });
    match crossing {
        Some(cost) => FairCost::Near { cost, range },
        None if last.1.interval.low > 0.0 => FairCost::Above(last.0),
        None if first.1.interval.high < 0.0 => FairCost::Below(first.0),
        None => FairCost::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::changes::Changes;
    use crate::compare::design::Defaults;
    use crate::compare::experiment::Experiment;
    use crate::compare::play::{play, samples::Silent};
    use crate::judge::Question;
    use cards::load::Library;
    use std::sync::atomic::AtomicBool;

    fn tried(values: &[f64]) -> Vec<(u8, Estimate)> {
        let estimate = |value: &f64| Estimate {
            value: *value,
            interval: Interval::around(*value, 0.5),
            level: LEVEL,
        };
        (1u8..).zip(values.iter().map(estimate)).collect()
    }

    #[test]
    fn the_fair_cost_is_where_the_advantage_passes_zero() {
        assert_eq!(
            fair_cost(&tried(&[2.0, 1.0, -1.0])),
            FairCost::Near {
                cost: 2.5,
                range: None
            }
        );
        assert_eq!(
            fair_cost(&tried(&[2.0, 0.4, -0.4, -2.0])),
            FairCost::Near {
                cost: 2.5,
                range: Some((2, 3))
            }
        );
        assert_eq!(fair_cost(&tried(&[3.0, 2.0])), FairCost::Above(2));
        assert_eq!(fair_cost(&tried(&[-2.0, -3.0])), FairCost::Below(1));
        assert_eq!(fair_cost(&tried(&[0.2, 0.1])), FairCost::Unknown);
        assert_eq!(fair_cost(&[]), FairCost::Unknown);
    }

    fn findings(set: &[&str]) -> (Judgement, Findings) {
        let question = Question {
            card: "ranger".into(),
            copies: 3,
            asked: Experiment {
                base: Changes {
                    set: set.iter().map(|one| one.to_string()).collect(),
                    ..Changes::default()
                },
                ..Experiment::default()
            },
            ..Question::default()
        };
        let defaults = Defaults {
            policy: "greedy".into(),
            ..Defaults::new(1, 300)
        };
        let study = Judgement::new(&question, &Library::embedded(), &defaults).unwrap();
        let mut state = State::new(&study);
        let silent = Silent(AtomicBool::new(false));
        play(&study, 2, &mut state, &silent, &mut |_| Ok(())).unwrap();
        let findings = Findings::new(&study, &state);
        (study, findings)
    }

    #[test]
    fn a_rigged_card_is_strong_and_peers_average_to_nothing() {
        let (study, rigged) = findings(&["ranger.power=30", "ranger.hp=30"]);
        assert_eq!(rigged.verdict(&study, 0), Some(Verdict::Better));
        let peers = rigged.advantages.iter();
        let peers = peers.filter(|one| matches!(one.role, Role::Peer(_)));
        let sum: f64 = peers.map(|one| one.estimate.value).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
        let (study, plain) = findings(&[]);
        let itself = |all: &Findings| all.of(0, &Role::Itself).unwrap().estimate.value;
        assert!(itself(&rigged) > itself(&plain));
        assert_ne!(plain.verdict(&study, 0), None);
    }
}
