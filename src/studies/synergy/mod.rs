//! Synergy of two cards: their effect beyond the sum of their separate effects. Four games with the
//! same luck: unchanged (Y00), with more copies of one card (Y10), of the other (Y01), and of both
//! (Y11). Their synergy is Y11 - Y10 - Y01 + Y00. It is small and noisy against the cards' own
//! effects, and there are many pairs, so they are screened at a false discovery rate.

pub mod study;
pub mod tables;

use crate::compare::compile::compile;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::rank::subject::{CardType, Subject, subjects};
use cards::load::Library;

/// The maximum number of cards to try in all pairs.
const MOST_CARDS: usize = 60;

/// The request.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked of all games; the arms are added.
    pub asked: Experiment,
    /// Cards by name; by default all that players can buy.
    pub cards: Vec<String>,
    /// Types of cards; by default troops and items.
    pub types: Vec<CardType>,
    /// Number of extra copies of each card.
    pub copies: u8,
}

/// Two cards, by their places among the subjects, and the arm that has more of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first card.
    pub first: usize,
    /// The second card.
    pub second: usize,
    /// The arm with more of both, from 0, the baseline left out.
    pub arm: usize,
}

/// Pairs that can be played. The arm of each single card has the card's place among the subjects.
#[derive(Clone, Debug)]
pub struct Synergy {
    /// The base and all arms.
    pub design: Design,
    /// The cards.
    pub subjects: Vec<Subject>,
    /// All pairs of them.
    pub pairs: Vec<Pair>,
    /// Number of extra copies of each card.
    pub copies: u8,
}

impl Synergy {
    /// Resolves a request on the cards of `library`.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<Self, DesignError> {
        let (cards, _) = compile(&question.asked.base, library)?;
        let types = match (question.types.as_slice(), question.cards.is_empty()) {
            ([], true) => &[CardType::Troop, CardType::Item],
            (types, _) => types,
        };
        let mut subjects = subjects(&cards, &question.cards, types).map_err(DesignError::Usage)?;
        subjects.retain(|subject| {
            let arm = more(&[subject], question.copies);
            compile(&arm.changes.over(&question.asked.base), library).is_ok()
        });
        if subjects.len() < 2 {
            return Err(DesignError::Usage(
                "synergy needs at least two cards: name them, or a type of cards".into(),
            ));
        }
        if subjects.len() > MOST_CARDS {
            return Err(DesignError::Usage(format!(
                "there are too many pairs of {} cards: name at most {MOST_CARDS} cards, or one \
                 type",
                subjects.len()
            )));
        }
        let mut arms: Vec<NamedChanges> = subjects
            .iter()
            .map(|subject| more(&[subject], question.copies))
            .collect();
        let mut pairs = Vec::new();
        for (first, one) in subjects.iter().enumerate() {
            for (second, other) in subjects.iter().enumerate().skip(first + 1) {
                pairs.push(Pair {
                    first,
                    second,
                    arm: arms.len(),
                });
                arms.push(more(&[one, other], question.copies));
            }
        }
        let experiment = Experiment {
            name: "synergy".into(),
            title: "effects of two cards beyond the sum of their separate effects".into(),
            arms,
            ..question.asked.clone()
        };
        Ok(Synergy {
            design: Design::resolve(&experiment, library, defaults)?,
            subjects,
            pairs,
            copies: question.copies,
        })
    }
}

/// More copies of cards.
fn more(subjects: &[&Subject], copies: u8) -> NamedChanges {
    let ids = subjects.iter().map(|subject| subject.id.as_str());
    let set = subjects.iter().map(|subject| {
        let total = u16::from(subject.copies) + u16::from(copies);
        format!("{}.copies={total}", subject.id)
    });
    let name = format!("{copies} more {}", ids.collect::<Vec<_>>().join(" + "));
    NamedChanges::of_cards(name, set.collect())
}
