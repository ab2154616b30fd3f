//! What the games of a study of cards say.

use super::Sheet;
use crate::compare::Measure;
use crate::compare::contrast::contrasted;
use crate::compare::results::{Difference, screen};
use crate::compare::stop::Looks;
use crate::compare::study::Study;
use crate::compare::sums::StratumSums;
use crate::watched::Shares;
use crate::watched::subject::Subject;
use statistics::verdict::Margin;

/// All contrasts, and how often each card is seen.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The deciding measure.
    pub measure: Measure,
    /// The smallest advantage that matters.
    pub margin: Margin,
    contrasts: Vec<Difference>,
    /// The cards that were watched.
    watched: Vec<Subject>,
    /// For each stratum and watched card, in which share of the games it was seen.
    shares: Vec<Vec<Shares>>,
    /// The same for each stratum and arm after the first, of the card that is watched there.
    of_arms: Vec<Vec<Shares>>,
}

impl Findings {
    /// The results of what was played.
    pub fn new(study: &Study, sheet: &Sheet, sums: &[StratumSums], looks: Looks) -> Self {
        let mut findings = Findings {
            measure: sheet.measure,
            margin: study.design.margin,
            contrasts: contrasted(study, sums, looks),
            watched: study.watched.subjects.clone(),
            shares: sums.iter().map(|sums| sums.watched.shares()).collect(),
            of_arms: sums.iter().map(of_arms).collect(),
        };
        for stratum in 0..sums.len() {
            findings.screen_pairs(sheet, stratum);
        }
        findings
    }

    /// Adjusts p-values over the pairs of cards that are seen often enough.
    fn screen_pairs(&mut self, sheet: &Sheet, stratum: usize) {
        let partners = &sheet.partners;
        let is_judged = |card: usize| {
            let subject = &partners.subjects[card];
            let shares = self.shares(stratum, subject);
            shares.is_some_and(|shares| shares.can_judge(subject.card_type))
        };
        let pairs = partners.pairs.iter();
        let judged = pairs.filter(|pair| is_judged(pair.first) && is_judged(pair.second));
        let judged: Vec<usize> = judged.map(|pair| pair.contrast).collect();
        screen(
            self.contrasts
                .iter_mut()
                .filter(|one| one.stratum == stratum && judged.contains(&one.arm)),
        );
    }

    /// A contrast in a stratum.
    pub fn of(&self, stratum: usize, contrast: usize) -> Option<&Difference> {
        let mut all = self.contrasts.iter();
        all.find(|one| (one.stratum, one.arm) == (stratum, contrast))
    }

    /// In which share of the games of a stratum a watched card was seen.
    pub fn shares(&self, stratum: usize, subject: &Subject) -> Option<&Shares> {
        let mut watched = self.watched.iter();
        let place = watched.position(|one| one.kind == subject.kind)?;
        self.shares[stratum].get(place)
    }

    /// In which share of the games of an arm its card was seen.
    pub fn shares_of_arm(&self, stratum: usize, arm: usize) -> &Shares {
        &self.of_arms[stratum][arm - 1]
    }
}

fn of_arms(sums: &StratumSums) -> Vec<Shares> {
    let arms = sums.arms.iter();
    arms.map(|arm| arm.seen.shares(arm.games())).collect()
}
