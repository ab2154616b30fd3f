//! Judges one card, compared with others of its type, wave and cost, with the same luck. The same
//! number of extra copies is added for each card, one card at a time, and each of these games is
//! played with the same luck. The advantage of a card is its effect beyond the average effect of
//! its peers: above zero it is strong for its cost, below zero weak. This is repeated with each of
//! its figures one higher or lower, and with other costs, which shows what a point is worth and at
//! which cost the card would be fair.

pub mod study;
pub mod tables;

use crate::compare::compile::compile;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::rank::subject::{Subject, find, subject, subjects};
use crate::sensitivity::steps::{Field, Step, Way};
use cards::CardSet;
use cards::load::Library;
use cards::words::Word;

/// The maximum number of peers.
const MOST_PEERS: usize = 8;
/// If fewer cards have its cost, those of the nearest costs are added.
const LEAST_PEERS: usize = 3;
/// The maximum distance of tried costs from its own.
const COST_SPAN: i16 = 3;

/// The request.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked of all games; the arms are added.
    pub asked: Experiment,
    /// The card, by name.
    pub card: String,
    /// Cards to compare it with; by default those of its type and cost.
    pub against: Vec<String>,
    /// Number of extra copies of each card.
    pub copies: u8,
}

/// What an arm is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// More copies of a peer, by its place among them.
    Peer(usize),
    /// More copies of the card as it is.
    Itself,
    /// More copies of the card with a figure one up or down.
    Step(Field, Way),
    /// More copies of the card at another cost.
    Cost(u8),
}

/// A judgement that can be played.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The base and all arms.
    pub design: Design,
    /// The card.
    pub subject: Subject,
    /// The cards that it is compared with.
    pub peers: Vec<Subject>,
    /// What each arm after the baseline is.
    pub roles: Vec<Role>,
    /// Number of extra copies of each card.
    pub copies: u8,
}

impl Judgement {
    /// Resolves a request on the cards of `library`.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<Self, DesignError> {
        let (cards, _) = compile(&question.asked.base, library)?;
        let number = find(&cards, &question.card).map_err(DesignError::Usage)?;
        let judged = subject(&cards, number).map_err(DesignError::Usage)?;
        let peers = match question.against.as_slice() {
            [] => peers(&cards, &judged),
            named => subjects(&cards, named, &[]).map_err(DesignError::Usage)?,
        };
        let peers: Vec<Subject> = peers.into_iter().filter(|one| *one != judged).collect();
        if peers.is_empty() {
            return Err(DesignError::Usage(format!(
                "there is no other card of the type and wave of {} to compare it with",
                judged.name
            )));
        }
        let possible = |arm: &(Role, NamedChanges)| {
            compile(&arm.1.changes.over(&question.asked.base), library).is_ok()
        };
        let arms = arms(&cards, &judged, &peers, question.copies);
        let (roles, arms): (Vec<Role>, Vec<NamedChanges>) =
            arms.into_iter().filter(possible).unzip();
        if !roles.contains(&Role::Itself) {
            return Err(DesignError::Usage(format!(
                "there is no room for {} more copies of {}",
                question.copies, judged.name
            )));
        }
        let experiment = Experiment {
            name: format!("judge-{}", judged.id),
            title: format!("{} against similar cards", judged.name),
            arms,
            ..question.asked.clone()
        };
        Ok(Judgement {
            design: Design::resolve(&experiment, library, defaults)?,
            subject: judged,
            peers,
            roles,
            copies: question.copies,
        })
    }

    /// The arms of the peers, from 0, the baseline left out.
    pub fn peer_arms(&self) -> Vec<usize> {
        let peers = |role: &Role| matches!(role, Role::Peer(_));
        let all = self.roles.iter().enumerate();
        all.filter(|(_, role)| peers(role))
            .map(|(arm, _)| arm)
            .collect()
    }

    /// Whether one unit more of the measure speaks for the card (1) or against it (-1).
    pub fn sign(&self) -> f64 {
        let gain = self.design.measure.gain();
        if self.subject.card_type.is_for_players() {
            gain
        } else {
            -gain
        }
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

/// More copies of a card, with another change of it if need be.
fn more(subject: &Subject, copies: u8, name: &str, change: Option<String>) -> NamedChanges {
    let total = u16::from(subject.copies) + u16::from(copies);
    let mut set = vec![format!("{}.copies={total}", subject.id)];
    set.extend(change);
    NamedChanges::of_cards(format!("{copies} more {}{name}", subject.id), set)
}

fn arms(
    cards: &CardSet,
    judged: &Subject,
    peers: &[Subject],
    copies: u8,
) -> Vec<(Role, NamedChanges)> {
    let mut arms = Vec::new();
    for (place, peer) in peers.iter().enumerate() {
        arms.push((Role::Peer(place), more(peer, copies, "", None)));
    }
    arms.push((Role::Itself, more(judged, copies, "", None)));
    for field in [Field::Power, Field::Hp] {
        for way in [Way::Down, Way::Up] {
            let step = Step::new(cards, 0, judged, field, way);
            if let Ok(change) = step.change {
                let name = format!(", {} {}", field.word(), step.then);
                arms.push((
                    Role::Step(field, way),
                    more(judged, copies, &name, Some(change)),
                ));
            }
        }
    }
    if judged.card_type.is_for_players() {
        let cost = i16::from(judged.cost);
        for other in (cost - COST_SPAN).max(0)..=cost + COST_SPAN {
            if other != cost {
                let change = format!("{}.cost={other}", judged.id);
                let name = format!(", cost {other}");
                arms.push((
                    Role::Cost(other as u8),
                    more(judged, copies, &name, Some(change)),
                ));
            }
        }
    }
    arms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::design::samples::defaults;
    use crate::rank::subject::CardType;

    fn resolved(card: &str) -> Result<Judgement, DesignError> {
        let question = Question {
            card: card.into(),
            copies: 3,
            ..Question::default()
        };
        Judgement::new(&question, &Library::embedded(), &defaults(10))
    }

    fn judgement(card: &str) -> Judgement {
        resolved(card).unwrap()
    }

    #[test]
    fn peers_are_of_the_same_type_and_wave_and_the_nearest_cost() {
        let ranger = judgement("ranger");
        assert!(ranger.peers.len() >= LEAST_PEERS);
        for peer in &ranger.peers {
            assert_eq!((peer.card_type, peer.wave), (CardType::Troop, 1));
            assert_ne!(peer.id, "ranger");
        }
        // Nobody nearer in cost is left out.
        let far = |peer: &Subject| peer.cost.abs_diff(ranger.subject.cost);
        let farthest = ranger.peers.iter().map(far).max().unwrap();
        let cards = &ranger.design.strata[0].plans[0].cards;
        let troops = subjects(cards, &[], &[CardType::Troop]).unwrap();
        let near = |one: &&Subject| one.wave == 1 && one.id != "ranger" && far(one) < farthest;
        assert!(
            troops
                .iter()
                .filter(near)
                .all(|one| ranger.peers.contains(one))
        );
        let prowler = judgement("prowler");
        assert!(prowler.peers.iter().all(|peer| peer.wave == 2));
        assert!(prowler.sign() < 0.0 && ranger.sign() > 0.0);
    }

    #[test]
    fn every_arm_has_the_same_number_of_copies_more() {
        let judged = judgement("ranger");
        assert!(judged.roles.contains(&Role::Itself));
        assert!(judged.roles.contains(&Role::Step(Field::Power, Way::Up)));
        assert!(judged.roles.contains(&Role::Cost(judged.subject.cost + 1)));
        let cards: u32 = total(&judged, 0);
        for arm in 0..judged.roles.len() {
            assert_eq!(total(&judged, arm + 1), cards + 3);
        }
    }

    fn total(judged: &Judgement, arm: usize) -> u32 {
        let cards = &judged.design.strata[0].plans[arm].cards;
        cards.kinds.iter().map(|kind| u32::from(kind.copies)).sum()
    }

    #[test]
    fn a_card_that_cannot_be_judged_is_refused_with_the_reason() {
        let refusal = resolved("militia").unwrap_err();
        assert!(refusal.to_string().contains("starting deck"), "{refusal}");
    }
}
