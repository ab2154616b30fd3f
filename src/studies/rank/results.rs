//! Effects and ranks from the games of a ranking. An effect is what a card's presence does to a
//! measure: the baseline minus the game without it, the game with one more copy minus the baseline,
//! the slope over early copies. Strength and danger are the same
//! with the sign set so that larger means stronger: for a troop or an item in favour of the
//! players, for an enemy against them.

use super::design::{MEASURES, Method, Ranking};
use crate::compare::design::{Design, Stratum};
use crate::compare::measure::Measure;
use crate::compare::results::{Agreement, Results as Comparison, agreement, whoever_plays};
use crate::compare::stop::Looks;
use crate::compare::study::Study;
use crate::compare::sums::StratumSums;
use crate::watched::Shares;
use crate::watched::subject::CardType;
use runs::sim::stop::LEVEL;
use statistics::multiple::benjamini_hochberg;
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
    /// Index of the stratum.
    pub stratum: usize,
    /// Index of the card.
    pub subject: usize,
    /// How it was found.
    pub method: Method,
    /// On what.
    pub measure: Measure,
    /// Games behind it.
    pub games: u64,
    /// The effect of the card's presence; `None` with too few games.
    pub estimate: Option<Estimate>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of no effect.
    pub p_value: Option<f64>,
    /// The same adjusted by Benjamini and Hochberg over all cards of the stratum, method and
    /// measure.
    pub q_value: Option<f64>,
    /// How many times less variance than with separate luck; arms only.
    pub pairing_gain: Option<f64>,
    /// Games that ended differently; arms only.
    pub different: Option<u64>,
    /// Whether policies agree on the direction; `None` with a single policy.
    pub agreement: Option<Agreement>,
}

impl Effect {
    /// The share of games that ended differently; arms only.
    pub fn changed_share(&self) -> Option<f64> {
        let different = self.different.filter(|_| self.games > 0)?;
        Some(different as f64 / self.games as f64)
    }
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
        results.compare_policies(&study.design);
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
        all.find(|e| (e.stratum, e.subject, e.method, e.measure) == wanted)
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
            effect.estimate
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
            let method = ranking.primary();
            self.effect(other, subject, method, ranking.measure)?
                .estimate
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
                    let family = |e: &Effect| {
                        (e.stratum, e.method, e.measure) == (stratum, *method, measure)
                    };
                    let members = self.effects.iter().filter(|e| family(e));
                    let p_values: Vec<f64> = members.map(|e| e.p_value.unwrap_or(1.0)).collect();
                    let adjusted = benjamini_hochberg(&p_values);
                    let members = self.effects.iter_mut().filter(|e| family(e));
                    for (effect, q) in members.zip(adjusted) {
                        effect.q_value = effect.p_value.map(|_| q);
                    }
                }
            }
        }
    }

    /// Compares the directions that an effect has with different policies.
    fn compare_policies(&mut self, design: &Design) {
        let key = |e: &Effect| {
            let at = &design.strata[e.stratum];
            (&at.setting, at.players, e.subject, e.method, e.measure)
        };
        let level = self.looks.end.level(LEVEL.shared_by(design.arms.len() - 1));
        let judged: Vec<Option<Agreement>> = self
            .effects
            .iter()
            .map(|effect| {
                let same = self
                    .effects
                    .iter()
                    .filter(|other| key(other) == key(effect));
                let known = same.filter_map(|one| Some((one.estimate?, one.standard_error?)));
                whoever_plays(&known.collect::<Vec<_>>(), level)
            })
            .collect();
        for (effect, agreement) in self.effects.iter_mut().zip(judged) {
            effect.agreement = agreement;
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
        let estimate = found.estimate;
        Some(Effect {
            games: found.games,
            estimate: estimate.map(|estimate| estimate.times(method.direction())),
            standard_error: found.standard_error,
            p_value: found.p_value,
            pairing_gain: found.pairing_gain,
            different: Some(self.sums[stratum].arms[arm - 1].different),
            ..blank(stratum, subject, method, measure)
        })
    }

    /// The effect by where luck put the card.
    fn by_exposure(&self, stratum: usize, subject: usize, measure: Measure) -> Option<Effect> {
        let doses = &self.sums[stratum].watched.exposed[subject];
        let groups: Vec<_> = doses.iter().map(|sums| sums.moments(measure)).collect();
        let (contrast, scale) = (slope(&groups), measure.scale());
        let p_value = contrast.map(|contrast| contrast.p_value());
        Some(Effect {
            games: groups.iter().map(|sums| sums.count()).sum(),
            estimate: contrast.map(|contrast| contrast.estimate(LEVEL).times(scale)),
            standard_error: contrast.map(|contrast| contrast.standard_error * scale),
            p_value: p_value.filter(|p| !p.is_nan()),
            ..blank(stratum, subject, Method::Exposure, measure)
        })
    }

    /// The ranking of cards of one type.
    fn places(&self, results: &Results, stratum: usize, group: usize) -> Vec<RankedCard> {
        let (card_type, members) = self.ranking.groups().swap_remove(group);
        let (measure, method) = (self.ranking.measure, self.ranking.primary());
        let count = members.len();
        let strength = |subject: usize| {
            let effect = results.effect(stratum, subject, method, measure)?;
            let sign = self.ranking.sign(subject, measure);
            let estimate = Estimate {
                interval: self.simultaneous(effect, count)?,
                ..effect.estimate?
            };
            Some((estimate.times(sign), effect.standard_error?))
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

    /// The interval of an effect in the deciding measure that holds for all cards simultaneously.
    fn simultaneous(&self, effect: &Effect, watched: usize) -> Option<Interval> {
        let Some(arm) = self.ranking.arm(effect.subject, effect.method) else {
            let z = LEVEL.shared_by(watched).z();
            return Some(Interval::around(
                effect.estimate?.value,
                z * effect.standard_error?,
            ));
        };
        let found = self
            .comparison
            .difference(effect.stratum, arm, effect.measure)?;
        let estimate = Estimate {
            interval: found.family_interval?,
            ..found.estimate?
        };
        Some(estimate.times(effect.method.direction()).interval)
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
            let effect = results.effect(stratum, *subject, method, measure)?;
            let estimate = Estimate {
                interval: self.simultaneous(effect, members.len())?,
                ..effect.estimate?
            };
            Some(
                estimate
                    .times(self.ranking.sign(*subject, measure))
                    .interval,
            )
        };
        let intervals = members.iter();
        let intervals: Vec<Interval> = intervals
            .map(|subject| interval(subject).unwrap_or(Interval::WHOLE))
            .collect();
        pairs_from_intervals(&intervals)
    }
}

/// An effect of which nothing is known yet.
fn blank(stratum: usize, subject: usize, method: Method, measure: Measure) -> Effect {
    Effect {
        stratum,
        subject,
        method,
        measure,
        games: 0,
        estimate: None,
        standard_error: None,
        p_value: None,
        q_value: None,
        pairing_gain: None,
        different: None,
        agreement: None,
    }
}
