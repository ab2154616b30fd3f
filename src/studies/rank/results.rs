//! Effects and ranks from the games of a ranking. An effect is what a card's presence does to a
//! measure: the baseline minus the game without it, the game with one more copy minus the baseline,
//! the slope over early copies, games with it minus games without. Strength and danger are the same
//! with the sign set so that larger means stronger: for a troop or an item in favour of the
//! players, for an enemy against them.

use super::design::{MEASURES, Method, Ranking};
use super::notes::{Notes, SeenIn};
use super::study::RankStudy;
use super::subject::CardType;
use crate::compare::measure::Measure;
use crate::compare::play::State;
use crate::compare::results::{Agreement, Results as Comparison, agreement};
use crate::compare::sums::ArmSums;
use runs::sim::results::Monitoring;
use runs::sim::stop::LEVEL;
use statistics::contrast::{Contrast, difference, slope};
use statistics::multiple::benjamini_hochberg;
use statistics::ranks::{RankSet, pairs_from_intervals, sets_from, tiers};
use statistics::{Estimate, Interval};

/// A card that players buy, or meet, in fewer of the games than this is not judged.
pub const LEAST_SHARE: f64 = 0.05;

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
    /// Mean of the measure in games without and with the card; naive only.
    pub means: Option<[Option<f64>; 2]>,
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
    /// Strength or danger.
    pub strength: Estimate,
    /// Whether ablation, addition and exposure agree on the direction.
    pub methods: Option<Agreement>,
    /// Whether settings and numbers of players agree on it; `None` with a single one.
    pub conditions: Option<Agreement>,
}

/// In which share of the games a card was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// Was on offer.
    pub offered: f64,
    /// Was bought.
    pub bought: f64,
    /// Was on the board or used (enemies: was met).
    pub in_play: f64,
}

impl Shares {
    fn new(seen: &SeenIn, games: u64) -> Self {
        let share = |count: u64| count as f64 / games.max(1) as f64;
        Shares {
            offered: share(seen.offered),
            bought: share(seen.bought),
            in_play: share(seen.in_play),
        }
    }

    /// Whether games can say something about a card of a type: it must be bought, or met.
    pub fn can_judge(&self, card_type: CardType) -> bool {
        let share = if card_type.is_for_players() {
            self.bought
        } else {
            self.in_play
        };
        share >= LEAST_SHARE
    }
}

/// All results of a ranking.
#[derive(Clone, Debug)]
pub struct Results {
    /// How the arms' intervals were made.
    pub looks: Monitoring,
    /// The effects.
    pub effects: Vec<Effect>,
    /// The ranks, stratum by stratum, type by type, the first first.
    pub places: Vec<RankedCard>,
    /// For each stratum and card, in which share of the games it was seen.
    pub shares: Vec<Vec<Shares>>,
}

impl Results {
    /// The results of what has been played.
    pub fn new(study: &RankStudy, comparison: &Comparison, state: &State<Notes>) -> Self {
        let maker = Maker {
            study,
            ranking: &study.ranking,
            comparison,
            state,
        };
        let mut results = Results {
            looks: comparison.looks,
            effects: maker.effects(),
            places: Vec::new(),
            shares: maker.shares(),
        };
        results.screen(&study.ranking);
        results.compare_policies(&study.ranking);
        for stratum in 0..study.ranking.design.strata.len() {
            for (card_type, members) in study.ranking.groups() {
                let places = maker.places(&results, stratum, card_type, &members);
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

    /// Whether the methods that are not confounded agree on the direction of a card's effect.
    fn methods_agree(
        &self,
        ranking: &Ranking,
        stratum: usize,
        subject: usize,
    ) -> Option<Agreement> {
        let methods = ranking.methods.iter().filter(|one| **one != Method::Naive);
        let estimates = methods.filter_map(|method| {
            let effect = self.effect(stratum, subject, *method, ranking.measure())?;
            effect.estimate
        });
        agreement(&estimates.collect::<Vec<_>>())
    }

    /// Whether a card has the same direction with all settings and numbers of players.
    fn conditions_agree(
        &self,
        ranking: &Ranking,
        stratum: usize,
        subject: usize,
    ) -> Option<Agreement> {
        let strata = &ranking.design.strata;
        let same =
            (0..strata.len()).filter(|other| strata[*other].policy == strata[stratum].policy);
        let estimates = same.filter_map(|other| {
            let method = ranking.primary();
            self.effect(other, subject, method, ranking.measure())?
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
    fn screen(&mut self, ranking: &Ranking) {
        for stratum in 0..ranking.design.strata.len() {
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
    fn compare_policies(&mut self, ranking: &Ranking) {
        let key = |e: &Effect| {
            let at = &ranking.design.strata[e.stratum];
            (&at.setting, at.players, e.subject, e.method, e.measure)
        };
        let judged: Vec<Option<Agreement>> = self
            .effects
            .iter()
            .map(|effect| {
                let same = self
                    .effects
                    .iter()
                    .filter(|other| key(other) == key(effect));
                agreement(&same.filter_map(|e| e.estimate).collect::<Vec<_>>())
            })
            .collect();
        for (effect, agreement) in self.effects.iter_mut().zip(judged) {
            effect.agreement = agreement;
        }
    }
}

/// What is needed to compute effects from sums.
struct Maker<'a> {
    study: &'a RankStudy,
    ranking: &'a Ranking,
    comparison: &'a Comparison,
    state: &'a State<Notes>,
}

impl Maker<'_> {
    fn shares(&self) -> Vec<Vec<Shares>> {
        let of_stratum = |notes: &Notes| {
            let seen = notes.seen.iter();
            seen.map(|seen| Shares::new(seen, notes.games)).collect()
        };
        self.state.notes.iter().map(of_stratum).collect()
    }

    fn effects(&self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for stratum in 0..self.ranking.design.strata.len() {
            for method in &self.ranking.methods {
                for subject in 0..self.ranking.subjects.len() {
                    for measure in MEASURES {
                        let effect = match method {
                            Method::Ablation | Method::Addition => {
                                self.by_arm(stratum, subject, *method, measure)
                            }
                            Method::Exposure => self.by_exposure(stratum, subject, measure),
                            Method::Naive => self.by_play(stratum, subject, measure),
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
        let mut differences = self.comparison.of(stratum, arm + 1);
        let found = differences.find(|difference| difference.measure == measure)?;
        let estimate = found.estimate;
        Some(Effect {
            games: found.games,
            estimate: estimate.map(|estimate| estimate.times(method.direction())),
            standard_error: found.standard_error,
            p_value: found.p_value,
            pairing_gain: found.pairing_gain,
            different: Some(self.state.sums[stratum].arms[arm].different),
            ..blank(stratum, subject, method, measure)
        })
    }

    /// The effect by where luck put the card.
    fn by_exposure(&self, stratum: usize, subject: usize, measure: Measure) -> Option<Effect> {
        let doses = &self.state.notes[stratum].exposed[subject];
        let groups: Vec<_> = doses.iter().map(|sums| sums.moments(measure)).collect();
        let effect = blank(stratum, subject, Method::Exposure, measure);
        Some(with_contrast(effect, doses, slope(&groups)))
    }

    /// The naive figure.
    fn by_play(&self, stratum: usize, subject: usize, measure: Measure) -> Option<Effect> {
        let sums = &self.state.notes[stratum].in_play[subject];
        let [without, with] = [0, 1].map(|seen| sums[seen].moments(measure));
        let effect = Effect {
            means: Some([without, with].map(|sums| Some(sums.mean()? * measure.scale()))),
            ..blank(stratum, subject, Method::Naive, measure)
        };
        Some(with_contrast(effect, sums, difference(&without, &with)))
    }

    /// The ranking of cards of one type.
    fn places(
        &self,
        results: &Results,
        stratum: usize,
        card_type: CardType,
        members: &[usize],
    ) -> Vec<RankedCard> {
        let (measure, method) = (self.ranking.measure(), self.ranking.primary());
        let strength = |subject: usize| {
            let effect = results.effect(stratum, subject, method, measure)?;
            let sign = self.ranking.sign(subject, measure);
            Some(effect.estimate?.times(sign))
        };
        // A card that games say too little about has no rank.
        let judged = |subject: &usize| results.shares[stratum][*subject].can_judge(card_type);
        let seen = members.iter().copied().filter(judged);
        let seen: Vec<usize> = seen
            .filter(|subject| strength(*subject).is_some())
            .collect();
        let (members, clear) = if method.has_arms() {
            let order = self.study.order_by_arms(&seen, &self.state.notes[stratum]);
            let clear = order.clear(&self.study.stop, results.looks);
            (order.members, clear)
        } else {
            let clear = self.clear_apart(results, stratum, &seen);
            (seen, clear)
        };
        let sets = sets_from(members.len(), clear.iter().copied());
        let strengths: Vec<Estimate> = members.iter().filter_map(|s| strength(*s)).collect();
        let values: Vec<f64> = strengths.iter().map(|strength| strength.value).collect();
        let mut places = Vec::new();
        for (tier, items) in (1..).zip(tiers(&values, &clear)) {
            for item in items {
                places.push(RankedCard {
                    stratum,
                    card_type,
                    subject: members[item],
                    rank: places.len() + 1,
                    set: sets[item],
                    tier,
                    strength: strengths[item],
                    methods: results.methods_agree(self.ranking, stratum, members[item]),
                    conditions: results.conditions_agree(self.ranking, stratum, members[item]),
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
        let (measure, method) = (self.ranking.measure(), self.ranking.primary());
        let z = LEVEL.shared_by(members.len()).z();
        let interval = |subject: &usize| {
            let effect = results.effect(stratum, *subject, method, measure)?;
            let value = effect.estimate?.value * self.ranking.sign(*subject, measure);
            Some(Interval::around(value, z * effect.standard_error?))
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
        means: None,
        agreement: None,
    }
}

/// An effect with what groups of games tell about it.
fn with_contrast(effect: Effect, groups: &[ArmSums], contrast: Option<Contrast>) -> Effect {
    let scale = effect.measure.scale();
    Effect {
        games: groups.iter().map(|sums| sums.wins.trials()).sum(),
        estimate: contrast.map(|contrast| contrast.estimate(LEVEL).times(scale)),
        standard_error: contrast.map(|contrast| contrast.standard_error * scale),
        p_value: contrast
            .map(|contrast| contrast.p_value())
            .filter(|p| !p.is_nan()),
        ..effect
    }
}
