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
    /// Games that the baseline plays at least, those without other arms included.
    pub baseline_games: u64,
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
            baseline_games: 0,
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
    pub(super) fn look(&self, sums: &mut StratumSums) {
        if !self.stop.is_due(sums.games) {
            return;
        }
        self.stop.settle(&self.design, sums);
        let EarlyStop::Rank(top) = self.stop.settles else {
            return;
        };
        for ranked in &self.ranked {
            for arm in ranked.known(&sums.contrasts, &self.stop, top) {
                sums.settled[arm - 1] = true;
            }
        }
    }
}
