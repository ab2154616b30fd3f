//! What is played as a comparison.

use super::calibrate::Preparation;
use super::contrast::Contrast;
use super::design::Design;
use super::order::Ranked;
use super::stop::{EarlyStop, StopRule};
use super::sums::StratumSums;
use crate::watched::Watched;
use crate::watched::subject::Subject;
use cards::data::tree::fingerprint;
use statistics::mean::IntegerHistogram;
use statistics::paired::PairedMoments;

/// A comparison that can be played: its arms, when playing ends, and what else is added up.
#[derive(Clone, Debug)]
pub struct Study {
    /// What is compared.
    pub design: Design,
    /// When playing ends.
    pub stop: StopRule,
    /// Contrasts beside each arm and the one it is compared with, in the deciding measure.
    pub contrasts: Vec<Contrast>,
    /// Arms that are ranked against each other.
    pub ranked: Vec<Ranked>,
    /// Cards that are watched in the baseline's games.
    pub watched: Watched,
    /// What is found out before its games are played.
    pub prepares: Option<Preparation>,
    /// Whether the base is kept that every game needed.
    pub keeps_needed_hp: bool,
    /// How many times as many games as the arms the baseline plays.
    pub baseline_factor: u64,
}

impl Study {
    /// A comparison of each arm with its reference.
    pub fn new(design: Design, stop: StopRule) -> Self {
        Study {
            design,
            stop,
            contrasts: Vec::new(),
            ranked: Vec::new(),
            watched: Watched::default(),
            prepares: None,
            keeps_needed_hp: false,
            baseline_factor: 1,
        }
    }

    /// The same with contrasts of its arms.
    pub fn with_contrasts(self, contrasts: impl IntoIterator<Item = Contrast>) -> Self {
        Study {
            contrasts: contrasts.into_iter().collect(),
            ..self
        }
    }

    /// The same with cards that are watched.
    pub fn watching(self, subjects: &[Subject]) -> Self {
        let watched = Watched {
            subjects: subjects.to_vec(),
            by_exposure: false,
        };
        Study { watched, ..self }
    }

    /// Games of a stratum that all its arms play, at most.
    pub fn games_of(&self, stratum: usize) -> u64 {
        self.stop
            .games
            .min(self.design.strata[stratum].most_games(0))
    }

    /// Games of an arm in a stratum, at most.
    pub fn games_of_arm(&self, stratum: usize, arm: usize) -> u64 {
        let most = self.design.strata[stratum].most_games(arm);
        match arm {
            0 => self.games_of(stratum) * self.baseline_factor,
            _ => self.games_of(stratum).min(most),
        }
    }

    /// A fingerprint of everything that determines the results, except the stopping rule.
    pub fn fingerprint(&self) -> String {
        let text = format!("{} {:?}", self.design.fingerprint(), self.prepares);
        format!("{:016x}", fingerprint(&text))
    }

    /// Nothing played yet of one stratum.
    pub(super) fn blank(&self) -> StratumSums {
        let arms = self.design.arms.len();
        let kept = if self.keeps_needed_hp { arms } else { 0 };
        StratumSums {
            needed_hp: vec![IntegerHistogram::default(); kept],
            contrasts: vec![PairedMoments::default(); self.contrasts.len()],
            watched: self.watched.blank(),
            ..StratumSums::new(arms - 1)
        }
    }

    /// Settles arms if a look is due.
    pub(super) fn look(&self, stratum: usize, sums: &mut StratumSums) {
        if !self.stop.is_due(sums.games) {
            return;
        }
        let at = &self.design.strata[stratum];
        self.stop
            .settle(&self.design, sums, |arm| at.most_games(arm));
        let EarlyStop::Rank(top) = self.stop.settles else {
            return;
        };
        for ranked in &self.ranked {
            for arm in ranked.settled(&self.design, sums, &self.stop, top) {
                sums.settled[arm - 1] = true;
            }
        }
    }
}
