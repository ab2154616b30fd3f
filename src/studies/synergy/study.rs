//! Plays pairs of cards, and computes their synergies.

use super::Synergy;
use crate::compare::play::State;
use crate::compare::study::{Study, design_and_stop};
use crate::compare::sums::{Ended, StratumSums};
use crate::rank::results::{SCREEN, Shares};
use runs::sim::game::GameRecord;
use runs::sim::stop::LEVEL;
use serde::{Deserialize, Serialize};
use statistics::Estimate;
use statistics::multiple::benjamini_hochberg;
use statistics::paired::PairedMoments;

/// What is recorded of the games of one stratum besides the arms' sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// For each pair, Y11 against Y10 + Y01 - Y00.
    together: Vec<PairedMoments>,
    /// For each card, games as they are in which it was bought, or met.
    seen: Vec<u64>,
    /// Games as they are.
    games: u64,
}

impl Study for Synergy {
    type Notes = Notes;

    design_and_stop!(design);

    fn blank(&self, _: usize) -> Notes {
        Notes {
            together: vec![PairedMoments::default(); self.pairs.len()],
            seen: vec![0; self.subjects.len()],
            games: 0,
        }
    }

    fn note(&self, stratum: usize, baseline: &[GameRecord], arms: &[Vec<Ended>]) -> Notes {
        let mut notes = self.blank(stratum);
        notes.games = baseline.len() as u64;
        for (subject, seen) in self.subjects.iter().zip(&mut notes.seen) {
            let is_seen = |record: &&GameRecord| {
                if subject.card_type.is_for_players() {
                    record.seen.bought.contains(subject.kind)
                } else {
                    record.seen.in_play.contains(subject.kind)
                }
            };
            *seen = baseline.iter().filter(is_seen).count() as u64;
        }
        let measure = self.design.measure;
        for (pair, together) in self.pairs.iter().zip(&mut notes.together) {
            let (one, other, both) = (&arms[pair.first], &arms[pair.second], &arms[pair.arm]);
            for (game, record) in baseline.iter().enumerate().take(both.len()) {
                let value = |ended: &Ended| ended.value(measure);
                let neither = value(&Ended::from(*record));
                let apart = value(&one[game]) + value(&other[game]) - neither;
                together.record(apart, value(&both[game]));
            }
        }
        notes
    }

    fn add(&self, notes: &mut Notes, later: &Notes, _: &[bool]) {
        notes.games += later.games;
        for (to, from) in notes.together.iter_mut().zip(&later.together) {
            to.merge(from);
        }
        for (to, from) in notes.seen.iter_mut().zip(&later.seen) {
            *to += from;
        }
    }

    // Four games make one figure, so all arms play all their games.
    fn look(&self, _: &mut StratumSums, _: &Notes) {}
}

/// What two cards do together.
#[derive(Clone, Debug)]
pub struct Together {
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the pair.
    pub pair: usize,
    /// Number of games.
    pub games: u64,
    /// The synergy, turned so that more is better for the players.
    pub estimate: Estimate,
    /// Two-sided p-value for no synergy.
    pub p_value: f64,
    /// The same adjusted by Benjamini and Hochberg over all pairs that are judged.
    pub q_value: Option<f64>,
}

impl Together {
    /// Whether it is clear (`bh_q` is at most 0.1).
    pub fn is_found(&self) -> bool {
        self.q_value.is_some_and(|q| q <= SCREEN)
    }
}

/// The results of all pairs.
#[derive(Clone, Debug)]
pub struct Findings {
    /// All pairs in all strata.
    pub all: Vec<Together>,
    /// For each stratum and card, whether it is seen often enough to be judged.
    pub judged: Vec<Vec<bool>>,
}

impl Findings {
    /// The results of what was played.
    pub fn new(study: &Synergy, state: &State<Notes>) -> Self {
        let synergy = study;
        let measure = synergy.design.measure;
        let scale = measure.scale() * measure.gain();
        // Of two differences.
        let reach = 2.0 * measure.reach();
        let mut findings = Findings {
            all: Vec::new(),
            judged: Vec::new(),
        };
        for (stratum, notes) in state.notes.iter().enumerate() {
            let seen = synergy.subjects.iter().zip(&notes.seen);
            let is_judged: Vec<bool> = seen
                .map(|(subject, seen)| {
                    let share = *seen as f64 / notes.games.max(1) as f64;
                    let shares = Shares {
                        offered: share,
                        bought: share,
                        in_play: share,
                    };
                    shares.can_judge(subject.card_type)
                })
                .collect();
            let mut all: Vec<Together> = (notes.together.iter().enumerate())
                .filter_map(|(pair, moments)| together(stratum, pair, moments, reach, scale))
                .collect();
            let counts = |one: &Together| {
                let pair = synergy.pairs[one.pair];
                is_judged[pair.first] && is_judged[pair.second]
            };
            let family: Vec<usize> = (0..all.len()).filter(|one| counts(&all[*one])).collect();
            let p_values: Vec<f64> = family.iter().map(|one| all[*one].p_value).collect();
            for (one, q) in family.iter().zip(benjamini_hochberg(&p_values)) {
                all[*one].q_value = Some(q);
            }
            findings.all.extend(all);
            findings.judged.push(is_judged);
        }
        findings
    }

    /// The synergy of two cards in a stratum.
    pub fn of(&self, study: &Synergy, stratum: usize, cards: [usize; 2]) -> Option<&Together> {
        let [first, second] = [cards[0].min(cards[1]), cards[0].max(cards[1])];
        let mut all = self.all.iter();
        all.find(|one| {
            let pair = study.pairs[one.pair];
            one.stratum == stratum && (pair.first, pair.second) == (first, second)
        })
    }
}

fn together(
    stratum: usize,
    pair: usize,
    moments: &PairedMoments,
    reach: f64,
    scale: f64,
) -> Option<Together> {
    let estimate = moments.estimate(LEVEL, reach)?;
    Some(Together {
        stratum,
        pair,
        games: moments.count(),
        estimate: estimate.times(scale),
        p_value: moments.p_value(reach)?,
        q_value: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::design::Defaults;
    use crate::compare::play::{play, samples::Silent};
    use crate::synergy::Question;
    use cards::load::Library;
    use std::sync::atomic::AtomicBool;

    fn played(cards: &[&str], games: u64) -> (Synergy, State<Notes>) {
        let question = Question {
            cards: cards.iter().map(|card| card.to_string()).collect(),
            copies: 3,
            ..Question::default()
        };
        let defaults = Defaults {
            policy: "greedy".into(),
            ..Defaults::new(1, games)
        };
        let study = Synergy::new(&question, &Library::embedded(), &defaults).unwrap();
        let mut state = State::new(&study);
        let silent = Silent(AtomicBool::new(false));
        play(&study, 2, &mut state, &silent, &mut |_| Ok(())).unwrap();
        (study, state)
    }

    // The mean of the four-fold differences is that of the arms' means.
    #[test]
    fn synergy_is_both_minus_each_plus_neither() {
        let (study, state) = played(&["ranger", "hercules", "med-pack"], 200);
        let findings = Findings::new(&study, &state);
        assert_eq!((study.pairs.len(), findings.all.len()), (3, 3));
        let measure = study.design.measure;
        let sums = &state.sums[0];
        let mean = |arm: usize| sums.arms[arm].arm().mean(measure).unwrap();
        let base = sums.baseline.mean(measure).unwrap();
        for one in &findings.all {
            let pair = study.pairs[one.pair];
            let expected = mean(pair.arm) - mean(pair.first) - mean(pair.second) + base;
            assert!((one.estimate.value - expected).abs() < 1e-9);
            let same = findings.of(&study, 0, [pair.second, pair.first]).unwrap();
            assert_eq!(same.pair, one.pair);
        }
    }

    #[test]
    fn a_single_card_has_no_synergy() {
        let question = Question {
            cards: vec!["ranger".into()],
            copies: 3,
            ..Question::default()
        };
        let defaults = Defaults::new(1, 1);
        let refusal = Synergy::new(&question, &Library::embedded(), &defaults).unwrap_err();
        assert!(refusal.to_string().contains("at least two"), "{refusal}");
    }
}
