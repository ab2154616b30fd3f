//! What a card and its figures are worth: what the game would lose without it, what one more of each
//! figure adds, at which rate figures can be exchanged, and the smallest change that makes it average.

use super::Maker;
use super::fair::{Judgement, Role};
use super::findings::Findings;
use super::steps::Field;
use crate::compare::Contrast;
use crate::compare::experiment::NamedChanges;
use crate::compare::results::Difference;
use crate::watched::LEAST_SHARE;
use crate::watched::subject::Subject;
use statistics::Estimate;
use statistics::ratio::ratio;
use statistics::verdict::Verdict;

/// Contrasts that say what a card is worth, by their places.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// The unchanged game minus one without the card.
    without: Option<usize>,
    /// What one more of a figure adds, one less of a cost; with extra copies of the card.
    one_more: Vec<(Field, usize)>,
    /// What the first figure adds beyond the second.
    between: Vec<(Field, Field, usize)>,
}

/// How much of one figure is worth as much as one of another.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// One of this ...
    pub one: Field,
    /// ... is worth so many of these.
    pub of: Field,
    /// How many; `None` if the games cannot tell.
    pub rate: Option<Estimate>,
}

/// The change of a single figure that brings a card closest to its peers.
#[derive(Clone, Debug)]
pub struct Remedy<'a> {
    /// The change.
    pub role: &'a Role,
    /// The advantage that is left.
    pub left: Difference,
    /// Whether that is within the margin.
    pub is_enough: bool,
}

impl Worth {
    /// Adds the contrasts of a card whose variants are these arms.
    pub(super) fn new(maker: &mut Maker<'_>, card: &Subject, arms: &[(Role, usize)]) -> Self {
        let name = format!("without {}", card.id);
        let without = NamedChanges::of_cards(name, vec![format!("{}.copies=0", card.id)]);
        let without = maker.is_possible(&without).then(|| {
            let arm = maker.arm(without);
            maker.contrast(Contrast::difference(0, arm))
        });
        let slopes: Vec<(Field, Contrast)> = [Field::Power, Field::Hp, Field::Cost]
            .into_iter()
            .filter_map(|field| Some((field, slope(card, arms, field)?)))
            .collect();
        let mut worth = Worth {
            without,
            ..Worth::default()
        };
        for (place, (field, slope)) in slopes.iter().enumerate() {
            worth.one_more.push((*field, maker.contrast(slope.clone())));
            for (other, than) in &slopes[place + 1..] {
                let contrast = maker.contrast(slope.beyond(than));
                worth.between.push((*field, *other, contrast));
            }
        }
        let copies = i32::from(maker.question.copies);
        let itself = arms.iter().find(|(role, _)| *role == Role::Itself);
        if let Some((_, arm)) = itself {
            let copy = maker.contrast(Contrast::one_of(copies, *arm));
            worth.one_more.push((Field::Copies, copy));
        }
        worth
    }
}

/// What one more of a figure adds: half of what there is between one more and one less of it.
fn slope(card: &Subject, arms: &[(Role, usize)], field: Field) -> Option<Contrast> {
    let arm = |wanted: &Role| {
        arms.iter()
            .find(|(role, _)| role == wanted)
            .map(|one| one.1)
    };
    let (more, less) = match field {
        Field::Cost => (
            card.cost
                .checked_sub(1)
                .and_then(|cost| arm(&Role::Cost(cost))),
            arm(&Role::Cost(card.cost + 1)),
        ),
        _ => (arm(&Role::Step(field, 1)), arm(&Role::Step(field, -1))),
    };
    let itself = arm(&Role::Itself)?;
    match (more, less) {
        (Some(more), Some(less)) => Some(Contrast::half_between(more, less)),
        (Some(more), None) => Some(Contrast::difference(more, itself).doubled()),
        (None, Some(less)) => Some(Contrast::difference(itself, less).doubled()),
        (None, None) => None,
    }
}

impl Judgement {
    /// What the game would lose without the card, for its owner.
    pub fn strength(&self, findings: &Findings, stratum: usize) -> Option<Difference> {
        let found = findings.of(stratum, self.worth.without?)?;
        Some(found.times(self.sign(findings.measure)))
    }

    /// Whether its strength matters: yes, no, or `None` where the games leave it open.
    pub fn matters(&self, findings: &Findings, stratum: usize) -> Option<bool> {
        let strength = self.strength(findings, stratum)?;
        let margin = findings.measure.default_margin();
        match Verdict::from_interval(&strength.estimate.interval, margin) {
            Verdict::Better | Verdict::Worse => Some(true),
            Verdict::Equivalent => Some(false),
            Verdict::Inconclusive => None,
        }
    }

    /// What one more of each figure adds (one less of the cost), for its owner.
    pub fn one_more(&self, findings: &Findings, stratum: usize) -> Vec<(Field, Difference)> {
        let sign = self.sign(findings.measure);
        let all = self.worth.one_more.iter();
        all.filter_map(|(field, contrast)| {
            Some((*field, findings.of(stratum, *contrast)?.times(sign)))
        })
        .collect()
    }

    /// The rates at which figures can be exchanged.
    pub fn rates(&self, findings: &Findings, stratum: usize) -> Vec<Rate> {
        let sign = self.sign(findings.measure);
        let values = self.one_more(findings, stratum);
        let value = |field: Field| {
            values
                .iter()
                .find(|one| one.0 == field)
                .map(|one| one.1.estimate)
        };
        let all = self.worth.between.iter();
        all.filter_map(|(one, of, contrast)| {
            let between = findings.of(stratum, *contrast)?.times(sign).estimate;
            let rate = ratio(&value(*one)?, &value(*of)?, &between);
            // Below zero, one of the two does harm: then nothing can be exchanged.
            let rate = rate.filter(|rate| rate.interval.low > 0.0);
            Some(Rate {
                one: *one,
                of: *of,
                rate,
            })
        })
        .collect()
    }

    /// The smallest change of one figure that makes the card average; if none does, the closest. `None`
    /// if it is average as it is, or nothing was tried.
    pub fn remedy(&self, findings: &Findings, stratum: usize) -> Option<Remedy<'_>> {
        let margin = findings.margin;
        let itself = self.advantage(findings, stratum, &Role::Itself)?;
        if itself.estimate.value.abs() <= margin.value() {
            return None;
        }
        let tried = self.variants.iter().filter_map(|variant| {
            let size = match variant.role {
                Role::Step(_, by) => by.abs(),
                Role::Cost(cost) => i16::from(cost.abs_diff(self.subject.cost)),
                Role::Itself | Role::Peer(_) => return None,
            };
            let used = self.used(findings, stratum, &variant.role)?;
            let left = self.advantage(findings, stratum, &variant.role)?;
            let is_enough = left.estimate.value.abs() <= margin.value();
            let remedy = Remedy {
                role: &variant.role,
                left,
                is_enough,
            };
            (used >= LEAST_SHARE).then_some((size, remedy))
        });
        let rank = |(size, remedy): &(i16, Remedy<'_>)| {
            let size = if remedy.is_enough { *size } else { i16::MAX };
            (size, remedy.left.estimate.value.abs())
        };
        let best = tried.min_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        best.map(|(_, remedy)| remedy)
    }
}
