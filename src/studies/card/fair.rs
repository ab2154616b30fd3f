//! Whether a card is fair for its cost, compared with others of its type, wave and cost. The same
//! number of extra copies is added for each card, one card at a time. The advantage of a card is its
//! effect beyond the average effect of its peers: above zero it is strong for its cost, below zero
//! weak. This is repeated with each of its figures one higher or lower, and with other costs, which
//! shows what a point is worth and at which cost the card would be fair.

use super::Maker;
use super::findings::Findings;
use super::steps::{Changed, Field};
use super::worth::Worth;
use crate::compare::results::Difference;
use crate::compare::{Contrast, Measure};
use crate::watched::LEAST_SHARE;
use crate::watched::subject::{Subject, subjects};
use cards::CardSet;
use cards::words::Word;
use statistics::Estimate;
use statistics::verdict::Verdict;

/// The maximum number of peers.
const MOST_PEERS: usize = 8;
/// If fewer cards have its cost, those of the nearest costs are added.
const LEAST_PEERS: usize = 3;
/// How far figures and costs are tried, of a card and of each of many.
const SPANS: [(i16, i16); 2] = [(2, 3), (1, 2)];

/// What an arm is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// More copies of a peer, by its place among them.
    Peer(usize),
    /// More copies of the card as it is.
    Itself,
    /// More copies of the card with a figure so much higher.
    Step(Field, i16),
    /// More copies of the card at another cost.
    Cost(u8),
}

/// A card as it is or changed, or a peer, and its contrast with the mean of the peers.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What it is.
    pub role: Role,
    /// The arm.
    pub arm: usize,
    /// The contrast.
    pub contrast: usize,
}

/// How a card is judged.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The card.
    pub subject: Subject,
    /// The cards that it is compared with.
    pub peers: Vec<Subject>,
    /// The peers, and the card in all variants.
    pub variants: Vec<Variant>,
    /// What it and its figures are worth.
    pub(super) worth: Worth,
}

impl Judgement {
    /// Adds the arms that judge a card; the reason if it cannot be judged.
    pub(super) fn new(maker: &mut Maker<'_>, card: &Subject) -> Result<Self, String> {
        let judged = maker.addable(card)?;
        let peers = match maker.question.against.as_slice() {
            [] => peers(maker.cards, &judged),
            named => maker.named(named)?,
        };
        let peers: Vec<Subject> = peers.into_iter().filter(|one| *one != judged).collect();
        if peers.is_empty() {
            return Err(format!(
                "there is no other card of the type and wave of {} to compare it with",
                judged.name
            ));
        }
        let mut arms = Vec::new();
        for role in roles(maker.cards, &judged, &peers, maker.question.is_of_many()) {
            let arm = match &role {
                (Role::Peer(place), _) => maker.more(&[&peers[*place]], None),
                (_, change) => maker.more(&[&judged], change.clone()),
            };
            if maker.is_possible(&arm) {
                arms.push((role.0, maker.arm(arm)));
            }
        }
        if !arms.iter().any(|(role, _)| *role == Role::Itself) {
            return Err(format!(
                "there is no room for {} more copies of {}",
                maker.question.copies, judged.name
            ));
        }
        let of_peers = arms
            .iter()
            .filter(|(role, _)| matches!(role, Role::Peer(_)));
        let of_peers: Vec<usize> = of_peers.map(|(_, arm)| *arm).collect();
        let worth = Worth::new(maker, &judged, &arms);
        let variants = arms.into_iter().map(|(role, arm)| Variant {
            role,
            arm,
            contrast: maker.contrast(Contrast::beyond_mean(arm, &of_peers)),
        });
        Ok(Judgement {
            variants: variants.collect(),
            subject: judged,
            peers,
            worth,
        })
    }

    /// Whether one unit more of the measure speaks for the card (1) or against it (-1).
    pub fn sign(&self, measure: Measure) -> f64 {
        if self.subject.card_type.is_for_players() {
            measure.gain()
        } else {
            -measure.gain()
        }
    }

    /// A variant as text.
    pub fn text(&self, role: &Role) -> String {
        match role {
            Role::Peer(place) => format!("peer {}", self.peers[*place].id),
            Role::Itself => "as it is".into(),
            Role::Step(field, by) => format!("{} {by:+}", field.word()),
            Role::Cost(cost) => format!("cost {cost}"),
        }
    }

    /// The advantage of a variant for its owner beyond the average of the peers.
    pub fn advantage(
        &self,
        findings: &Findings,
        stratum: usize,
        role: &Role,
    ) -> Option<Difference> {
        let variant = self.variants.iter().find(|one| one.role == *role)?;
        let found = findings.of(stratum, variant.contrast)?;
        Some(found.times(self.sign(findings.measure)))
    }

    /// Whether the card is strong, weak or fair for its cost; `None` if it is rarely seen.
    pub fn verdict(&self, findings: &Findings, stratum: usize) -> Option<Verdict> {
        let shares = findings.shares(stratum, &self.subject)?;
        if !shares.can_judge(self.subject.card_type) {
            return None;
        }
        let itself = self.advantage(findings, stratum, &Role::Itself)?;
        Some(Verdict::from_interval(
            &itself.estimate.interval,
            findings.margin,
        ))
    }

    /// The card that a variant has more copies of.
    pub fn card_of(&self, role: &Role) -> &Subject {
        match role {
            Role::Peer(place) => &self.peers[*place],
            _ => &self.subject,
        }
    }

    /// In which share of a variant's games its card is bought (enemies: met).
    pub fn used(&self, findings: &Findings, stratum: usize, role: &Role) -> Option<f64> {
        let variant = self.variants.iter().find(|one| one.role == *role)?;
        let shares = findings.shares_of_arm(stratum, variant.arm);
        Some(shares.used(self.subject.card_type))
    }

    /// The costs that were tried, in order.
    pub fn at_costs(&self, findings: &Findings, stratum: usize) -> Vec<AtCost> {
        let tried = self.variants.iter().filter_map(|one| {
            let cost = match one.role {
                Role::Itself => self.subject.cost,
                Role::Cost(cost) => cost,
                _ => return None,
            };
            let found = self.advantage(findings, stratum, &one.role)?;
            Some(AtCost {
                cost,
                advantage: found.estimate,
                bought: self.used(findings, stratum, &one.role)?,
            })
        });
        let mut tried: Vec<AtCost> = tried.collect();
        tried.sort_by_key(|one| one.cost);
        tried
    }

    /// The cost at which the card would be fair.
    pub fn fair_cost(&self, findings: &Findings, stratum: usize) -> FairCost {
        fair_cost(&self.at_costs(findings, stratum))
    }
}

/// The cards nearest to a card: of its type and wave, those of its cost, and where these are few, of
/// the nearest costs.
fn peers(cards: &CardSet, judged: &Subject) -> Vec<Subject> {
    let all = subjects(cards, &[], &[judged.card_type]).unwrap_or_default();
    let alike = |one: &Subject| one != judged && one.wave == judged.wave;
    let mut alike: Vec<Subject> = all.into_iter().filter(alike).collect();
    let distance = |one: &Subject| one.cost.abs_diff(judged.cost);
    alike.sort_by_key(distance);
    // Enemies cost nothing, so all of the wave are peers.
    let last = LEAST_PEERS.min(alike.len());
    let farthest = last.checked_sub(1).map_or(0, |last| distance(&alike[last]));
    alike.retain(|one| distance(one) <= farthest);
    alike.truncate(MOST_PEERS);
    alike
}

/// What is played to judge a card: each with a further change of the card and its name.
fn roles(
    cards: &CardSet,
    judged: &Subject,
    peers: &[Subject],
    is_of_many: bool,
) -> Vec<(Role, Option<(String, String)>)> {
    let (most, cost_span) = SPANS[usize::from(is_of_many)];
    let mut roles: Vec<_> = (0..peers.len())
        .map(|peer| (Role::Peer(peer), None))
        .collect();
    roles.push((Role::Itself, None));
    for field in [Field::Power, Field::Hp] {
        for by in (-most..=most).filter(|by| *by != 0) {
            let changed = Changed::new(cards, judged, field, by);
            if let Ok(change) = changed.change {
                let name = format!("{} {}", field.word(), changed.then);
                roles.push((Role::Step(field, by), Some((name, change))));
            }
        }
    }
    if judged.card_type.is_for_players() {
        let cost = i16::from(judged.cost);
        let others = (cost - cost_span).max(0)..=cost + cost_span;
        for other in others.filter(|other| *other != cost) {
            let change = (
                format!("cost {other}"),
                format!("{}.cost={other}", judged.id),
            );
            roles.push((Role::Cost(other as u8), Some(change)));
        }
    }
    roles
}

/// What a card is worth at one of the costs that were tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtCost {
    /// The cost.
    pub cost: u8,
    /// Its advantage.
    pub advantage: Estimate,
    /// The share of games in which it is bought.
    pub bought: f64,
}

/// The cost at which a card would be fair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FairCost {
    /// About this cost.
    Near {
        /// Where the advantage is zero.
        cost: f64,
        /// The ends of its interval: the costs between them are those at which an advantage of zero
        /// agrees with the games. `None` beyond the costs that were tried.
        ends: [Option<f64>; 2],
    },
    /// It is strong up to the highest cost at which players buy it.
    Above(u8),
    /// It is weak even at the lowest cost that was tried.
    Below(u8),
    /// Players buy it too rarely at all costs, or at all but one.
    Rare,
    /// The advantage does not clearly fall from above zero to below it.
    Unknown,
}

/// Where an advantage crosses zero as the cost rises. A card that nobody buys is worth nothing at any
/// cost, so costs at which it is rarely bought show no crossing.
///
/// The interval has every cost at which zero lies within the interval of the advantage, both
/// interpolated; as the error between two costs is no larger than the interpolated one, it covers
/// at least as often as stated.
fn fair_cost(tried: &[AtCost]) -> FairCost {
    let bought = tried.iter().filter(|one| one.bought >= LEAST_SHARE);
    let tried: Vec<&AtCost> = bought.collect();
    let [first, .., last] = tried[..] else {
        return FairCost::Rare;
    };
    let crossings = |of: fn(&Estimate) -> f64| {
        let falls = tried.windows(2).filter_map(move |pair| {
            let [before, after] = [pair[0], pair[1]].map(|one| of(&one.advantage));
            let [low, high] = [pair[0], pair[1]].map(|one| f64::from(one.cost));
            (before > 0.0 && after <= 0.0).then(|| low + (high - low) * before / (before - after))
        });
        falls.collect::<Vec<f64>>()
    };
    let is_above = |one: &AtCost| one.advantage.value > 0.0;
    match crossings(|one| one.value)[..] {
        [cost] if is_above(first) && !is_above(last) => FairCost::Near {
            cost,
            ends: [
                crossings(|one| one.interval.low).first().copied(),
                crossings(|one| one.interval.high).last().copied(),
            ],
        },
        [] if is_above(first) && last.advantage.interval.low > 0.0 => FairCost::Above(last.cost),
        [] if !is_above(last) && first.advantage.interval.high < 0.0 => FairCost::Below(first.cost),
        _ => FairCost::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Part, Question, Sheet};
    use super::*;
    use crate::compare::changes::Changes;
    use crate::compare::design::{Defaults, DesignError};
    use crate::compare::experiment::Experiment;
    use crate::compare::study::Study;
    use crate::watched::subject::CardType;
    use cards::load::Library;
    use runs::sim::stop::LEVEL;
    use statistics::Interval;

    fn resolved(card: &str, set: &[&str]) -> Result<(Study, Sheet), DesignError> {
        let question = Question {
            cards: vec![card.into()],
            parts: vec![Part::Fair],
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
        Sheet::new(&question, &Library::embedded(), &defaults)
    }

    fn judgement(card: &str) -> (Study, Judgement) {
        let (study, mut sheet) = resolved(card, &[]).unwrap();
        (study, sheet.judgements.remove(0))
    }

    #[test]
    fn peers_are_of_the_same_type_and_wave_and_the_nearest_cost() {
        let (study, ranger) = judgement("ranger");
        assert!(ranger.peers.len() >= LEAST_PEERS);
        for peer in &ranger.peers {
            assert_eq!((peer.card_type, peer.wave), (CardType::Troop, 1));
            assert_ne!(peer.id, "ranger");
        }
        // Nobody nearer in cost is left out.
        let far = |peer: &Subject| peer.cost.abs_diff(ranger.subject.cost);
        let farthest = ranger.peers.iter().map(far).max().unwrap();
        let cards = &study.design.strata[0].plans[0].cards;
        let troops = subjects(cards, &[], &[CardType::Troop]).unwrap();
        let near = |one: &&Subject| one.wave == 1 && one.id != "ranger" && far(one) < farthest;
        let mut near = troops.iter().filter(near);
        assert!(near.all(|one| ranger.peers.contains(one)));
        let (_, prowler) = judgement("prowler");
        assert!(prowler.peers.iter().all(|peer| peer.wave == 2));
        let sign = |judged: &Judgement| judged.sign(Measure::Endurance);
        assert!(sign(&prowler) < 0.0 && sign(&ranger) > 0.0);
    }

    #[test]
    fn every_arm_has_the_same_number_of_copies_more() {
        let (study, judged) = judgement("ranger");
        let has = |role: Role| judged.variants.iter().any(|one| one.role == role);
        assert!(has(Role::Itself) && has(Role::Step(Field::Power, 1)));
        assert!(has(Role::Cost(judged.subject.cost + 1)));
        let plans = &study.design.strata[0].plans;
        let total = |arm: usize| -> u32 {
            let kinds = plans[arm].cards.kinds.iter();
            kinds.map(|kind| u32::from(kind.copies)).sum()
        };
        for variant in &judged.variants {
            assert_eq!(total(variant.arm), total(0) + 3);
        }
    }

    #[test]
    fn a_card_that_cannot_be_judged_is_refused_with_the_reason() {
        let refusal = resolved("militia", &[]).unwrap_err();
        assert!(refusal.to_string().contains("starting deck"), "{refusal}");
    }

    /// Advantages at costs from 1, and the share of games in which the card is bought.
    fn tried(values: &[(f64, f64)]) -> Vec<AtCost> {
        let at = |(cost, (value, bought)): (u8, &(f64, f64))| AtCost {
            cost,
            advantage: Estimate {
                value: *value,
                interval: Interval::around(*value, 0.5),
                level: LEVEL,
            },
            bought: *bought,
        };
        (1u8..).zip(values).map(at).collect()
    }

    fn fair(values: &[f64]) -> FairCost {
        let bought: Vec<(f64, f64)> = values.iter().map(|value| (*value, 0.5)).collect();
        fair_cost(&tried(&bought))
    }

    #[test]
    fn the_fair_cost_is_where_the_advantage_passes_zero() {
        let near = |cost, ends| FairCost::Near { cost, ends };
        assert_eq!(fair(&[2.0, 1.0, -1.0]), near(2.5, [Some(2.25), Some(2.75)]));
        assert_eq!(fair(&[0.4, -0.4, -2.0]), near(1.5, [None, Some(2.0625)]));
        assert_eq!(fair(&[3.0, 2.0]), FairCost::Above(2));
        assert_eq!(fair(&[-2.0, -3.0]), FairCost::Below(1));
        assert_eq!(fair(&[0.2, 0.1]), FairCost::Unknown);
        // What rises with the cost, or crosses twice, has no fair cost.
        assert_eq!(fair(&[-2.0, -1.0, 1.0]), FairCost::Unknown);
        assert_eq!(fair(&[1.0, -1.0, 1.0, -1.0]), FairCost::Unknown);
        assert_eq!(fair(&[]), FairCost::Rare);
    }

    #[test]
    fn costs_at_which_nobody_buys_a_card_show_no_crossing() {
        // The curve flattens to what no card at all is worth.
        let flat = [(2.0, 0.9), (1.0, 0.6), (-0.1, 0.04), (-0.1, 0.0)];
        assert_eq!(fair_cost(&tried(&flat)), FairCost::Above(2));
        assert_eq!(fair_cost(&tried(&flat[1..])), FairCost::Rare);
    }
}
