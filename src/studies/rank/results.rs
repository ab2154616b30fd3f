//! Effects and ranks from the games of a ranking. An effect is what a card's presence does to a
//! measure: the baseline minus the game without it, the game with one more copy minus the baseline,
//! the slope over early copies. Strength and danger are the same
//! with the sign set so that larger means stronger: for a troop or an item in favour of the
//! players, for an enemy against them.

use super::design::{MEASURES, Method, Ranking};
use crate::compare::design::Stratum;
use crate::compare::measure::Measure;
use crate::compare::methods::SLOPE;
use crate::compare::results::{
    Agreement, Difference, Results as Comparison, agreement, compare_policies, screen,
};
use crate::compare::stop::Looks;
use crate::compare::study::Study;
use crate::compare::sums::StratumSums;
use crate::watched::Shares;
use crate::watched::subject::CardType;
use runs::sim::stop::LEVEL;
use statistics::ranks::{RankSet, pairs_from_intervals, sets_from, tiers};
use statistics::shrink::shrink;
use statistics::slope::slope;
use statistics::verdict::Verdict;
use statistics::{Estimate, Interval};

/// The share of false discoveries that the screen allows.
pub const SCREEN: f64 = 0.1;

/// What a card does to a measure, by one method.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Index of the card.
    pub subject: usize,
    /// How it was found.
    pub method: Method,
    /// The effect of the card's presence.
    pub found: Difference,
}

/// A card's place in the ranking of its type.
#[derive(Clone, Copy, Debug)]
pub struct RankedCard {
    /// Index of the stratum.
    pub stratum: usize,
    /// The type that is ranked.
    pub card_type: CardType,
    /// Index of the card.
    pub subject: usize,
    /// Its rank by the estimate.
    pub rank: usize,
    /// The ranks it may have.
    pub set: RankSet,
    /// Its tier, 1 the highest.
    pub tier: usize,
    /// Strength or danger, with an interval that holds for all cards simultaneously.
    pub strength: Estimate,
    /// The same drawn towards that of the other cards, as far as it may be luck.
    pub shrunken: f64,
    /// Whether it matters: whether it is beyond the margin.
    pub matters: Verdict,
    /// Whether ablation, addition and exposure agree on the direction.
    pub methods: Option<Agreement>,
    /// Whether settings and numbers of players agree on it; `None` with a single one.
    pub conditions: Option<Agreement>,
}

/// All results of a ranking.
#[derive(Clone, Debug)]
pub struct Results {
    /// How the arms' intervals were made.
    pub looks: Looks,
    /// The effects.
    pub effects: Vec<Effect>,
    /// The ranks, stratum by stratum, type by type, the first first.
    pub places: Vec<RankedCard>,
    /// For each stratum and card, in which share of the games it was seen.
    pub shares: Vec<Vec<Shares>>,
}

impl Results {
    /// The results of what has been played.
    pub fn new(
        study: &Study,
        ranking: &Ranking,
        comparison: &Comparison,
        sums: &[StratumSums],
    ) -> Self {
        let maker = Maker {
            study,
            ranking,
            comparison,
            sums,
        };
        let mut results = Results {
            looks: comparison.looks,
            effects: maker.effects(),
            places: Vec::new(),
            shares: sums.iter().map(|sums| sums.watched.shares()).collect(),
        };
        results.screen(study.design.strata.len(), ranking);
        let effects = results.effects.iter_mut().map(|e| {
            let at = &study.design.strata[e.found.stratum];
            let key = (
                &at.setting,
                at.players,
                e.subject,
                e.method,
                e.found.measure,
            );
            (key, &mut e.found)
        });
        let level = comparison.agreement_level(&study.design);
        compare_policies(effects.collect(), level);
        for stratum in 0..study.design.strata.len() {
            for group in 0..study.ranked.len() {
                let places = maker.places(&results, stratum, group);
                results.places.extend(places);
            }
        }
        results
    }

    /// One effect.
    pub fn effect(
        &self,
        stratum: usize,
        subject: usize,
        method: Method,
        measure: Measure,
    ) -> Option<&Effect> {
        let wanted = (stratum, subject, method, measure);
        let mut all = self.effects.iter();
        all.find(|e| (e.found.stratum, e.subject, e.method, e.found.measure) == wanted)
    }

    /// Cards of a stratum that are not ranked, because players rarely buy or meet them.
    pub fn not_judged(&self, ranking: &Ranking, stratum: usize) -> Vec<usize> {
        let all = 0..ranking.subjects.len();
        let judged = |subject: &usize| {
            let card_type = ranking.subjects[*subject].card_type;
            self.shares[stratum][*subject].can_judge(card_type)
        };
        all.filter(|subject| !judged(subject)).collect()
    }

    /// Whether the methods agree on the direction of a card's effect.
    fn methods_agree(
        &self,
        ranking: &Ranking,
        stratum: usize,
        subject: usize,
    ) -> Option<Agreement> {
        let estimates = ranking.methods.iter().filter_map(|method| {
            let effect = self.effect(stratum, subject, *method, ranking.measure)?;
            Some(effect.found.estimate)
        });
        agreement(&estimates.collect::<Vec<_>>())
    }

    /// Whether a card has the same direction with all settings and numbers of players.
    fn conditions_agree(
        &self,
        strata: &[Stratum],
        ranking: &Ranking,
        (stratum, subject): (usize, usize),
    ) -> Option<Agreement> {
        let same =
            (0..strata.len()).filter(|other| strata[*other].policy == strata[stratum].policy);
        let estimates = same.filter_map(|other| {
            let effect = self.effect(other, subject, ranking.primary(), ranking.measure)?;
            Some(effect.found.estimate)
        });
        agreement(&estimates.collect::<Vec<_>>())
    }

    /// The ranking of a type in a stratum.
    pub fn ranking(
        &self,
        stratum: usize,
        card_type: CardType,
    ) -> impl Iterator<Item = &RankedCard> {
        let all = self.places.iter();
        all.filter(move |place| (place.stratum, place.card_type) == (stratum, card_type))
    }

    /// Adjusts p-values over all cards of a stratum, method and measure.
    fn screen(&mut self, strata: usize, ranking: &Ranking) {
        for stratum in 0..strata {
            for method in &ranking.methods {
                for measure in MEASURES {
                    let found = |e: &mut Effect| (e.found.stratum, e.method, e.found.measure);
                    let family = self.effects.iter_mut().filter_map(|e| {
                        (found(e) == (stratum, *method, measure)).then_some(&mut e.found)
                    });
                    screen(family);
                }
            }
        }
    }
}

/// What is needed to compute effects from sums.
struct Maker<'a> {
    study: &'a Study,
    ranking: &'a Ranking,
    comparison: &'a Comparison,
    sums: &'a [StratumSums],
}

impl Maker<'_> {
    fn effects(&self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for stratum in 0..self.study.design.strata.len() {
            for method in &self.ranking.methods {
                for subject in 0..self.ranking.subjects.len() {
                    for measure in MEASURES {
                        let effect = match method {
                            Method::Ablation | Method::Addition => {
                                self.by_arm(stratum, subject, *method, measure)
                            }
                            Method::Exposure => self.by_exposure(stratum, subject, measure),
                        };
                        effects.extend(effect);
                    }
                }
            }
        }
        effects
    }

    /// The effect by a changed game with the same luck; `None` if the change is not possible.
    fn by_arm(
        &self,
        stratum: usize,
        subject: usize,
        method: Method,
        measure: Measure,
    ) -> Option<Effect> {
        let arm = self.ranking.arm(subject, method)?;
        let found = self.comparison.difference(stratum, arm, measure)?;
        Some(Effect {
            subject,
            method,
            found: found.times(method.direction()),
        })
    }

    /// The effect by where luck put the card.
    fn by_exposure(&self, stratum: usize, subject: usize, measure: Measure) -> Option<Effect> {
        let doses = &self.sums[stratum].watched.exposed[subject];
        let groups: Vec<_> = doses.iter().map(|sums| sums.moments(measure)).collect();
        let (slope, scale) = (slope(&groups)?, measure.scale());
        let games = groups.iter().map(|sums| sums.count()).sum();
        let estimate = slope.estimate(LEVEL).times(scale);
        Some(Effect {
            subject,
            method: Method::Exposure,
            found: Difference {
                standard_error: Some(slope.standard_error * scale),
                p_value: Some(slope.p_value()).filter(|p| !p.is_nan()),
                methods: SLOPE,
                ..Difference::new((stratum, 0), measure, games, estimate)
            },
        })
    }

    /// The ranking of cards of one type.
    fn places(&self, results: &Results, stratum: usize, group: usize) -> Vec<RankedCard> {
        let (card_type, members) = self.ranking.groups().swap_remove(group);
        let (measure, method) = (self.ranking.measure, self.ranking.primary());
        let count = members.len();
        let strength = |subject: usize| {
            let found = results.effect(stratum, subject, method, measure)?.found;
            let sign = self.ranking.sign(subject, measure);
            Some((
                simultaneous(&found, count)?.times(sign),
                found.standard_error?,
            ))
        };
        // A card that games say too little about has no rank.
        let judged = |subject: &usize| results.shares[stratum][*subject].can_judge(card_type);
        let is_seen = |subject: &usize| judged(subject) && strength(*subject).is_some();
        let (members, clear) = if method.has_arms() {
            let mut members = members;
            members.retain(|subject| self.ranking.arm(*subject, method).is_some());
            let seen = (0..members.len()).filter(|item| is_seen(&members[*item]));
            let seen: Vec<usize> = seen.collect();
            let ranked = &self.study.ranked[group];
            let clear = ranked.clear(&seen, &self.sums[stratum], results.looks);
            (seen.iter().map(|item| members[*item]).collect(), clear)
        } else {
            let seen: Vec<usize> = members.into_iter().filter(is_seen).collect();
            let clear = self.clear_apart(results, stratum, &seen);
            (seen, clear)
        };
        let sets = sets_from(members.len(), clear.iter().copied());
        let strengths: Vec<(Estimate, f64)> = members.iter().filter_map(|s| strength(*s)).collect();
        let known = strengths
            .iter()
            .map(|(strength, error)| (strength.value, *error));
        let known: Vec<(f64, f64)> = known.collect();
        let shrunken = shrink(&known).values;
        let values: Vec<f64> = known.iter().map(|(value, _)| *value).collect();
        let mut places = Vec::new();
        for (tier, items) in (1..).zip(tiers(&values, &sets)) {
            for item in items {
                places.push(RankedCard {
                    stratum,
                    card_type,
                    subject: members[item],
                    rank: places.len() + 1,
                    set: sets[item],
                    tier,
                    strength: strengths[item].0,
                    shrunken: shrunken[item],
                    matters: Verdict::from_interval(
                        &strengths[item].0.interval,
                        self.study.design.margin,
                    ),
                    methods: results.methods_agree(self.ranking, stratum, members[item]),
                    conditions: results.conditions_agree(
                        &self.study.design.strata,
                        self.ranking,
                        (stratum, members[item]),
                    ),
                });
            }
        }
        places
    }

    /// Clear pairs from intervals that hold together: how watched effects depend on each other is not
    /// known.
    fn clear_apart(
        &self,
        results: &Results,
        stratum: usize,
        members: &[usize],
    ) -> Vec<(usize, usize)> {
        let (measure, method) = (self.ranking.measure, self.ranking.primary());
        let interval = |subject: &usize| {
            let found = results.effect(stratum, *subject, method, measure)?.found;
            let estimate = simultaneous(&found, members.len())?;
            let sign = self.ranking.sign(*subject, measure);
            Some(estimate.times(sign).interval)
        };
        let intervals = members.iter();
        let intervals: Vec<Interval> = intervals
            .map(|subject| interval(subject).unwrap_or(Interval::WHOLE))
            .collect();
        pairs_from_intervals(&intervals)
    }
}

/// An effect in the deciding measure with the interval that holds for all cards simultaneously.
fn simultaneous(found: &Difference, watched: usize) -> Option<Estimate> {
    let interval = match found.family_interval {
        Some(family) => family,
        None => {
            let half = LEVEL.shared_by(watched).z() * found.standard_error?;
            Interval::around(found.estimate.value, half)
        }
    };
    Some(Estimate {
        interval,
        ..found.estimate
    })
}
