//! Synergy of two cards: their effect beyond the sum of their separate effects. Four games with the
//! same luck: unchanged (Y00), with more copies of one card (Y10), of the other (Y01), and of both
//! (Y11). Their synergy is Y11 - Y10 - Y01 + Y00. It is small and noisy against the cards' own
//! effects, and there are many pairs, so they are screened at a false discovery rate.

use super::Maker;
use super::findings::Findings;
use crate::compare::Contrast;
use crate::compare::design::DesignError;
use crate::compare::results::Difference;
use crate::watched::subject::Subject;

/// The maximum number of pairs: all those of 60 cards.
const MOST_PAIRS: usize = 1770;

/// Two cards, by their places among the subjects, and their contrast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first card.
    pub first: usize,
    /// The second card.
    pub second: usize,
    /// The contrast.
    pub contrast: usize,
}

/// Cards that are tried together.
#[derive(Clone, Debug, Default)]
pub struct Partners {
    /// The cards.
    pub subjects: Vec<Subject>,
    /// The pairs of them that are tried.
    pub pairs: Vec<Pair>,
}

impl Partners {
    /// Adds the arms of all pairs of the chosen cards, or of each with those it is to be tried with.
    pub(super) fn new(maker: &mut Maker<'_>, chosen: &[Subject]) -> Result<Self, DesignError> {
        let with = match maker.question.with.as_slice() {
            [] if maker.question.partners => maker.of_players().map_err(DesignError::Usage)?,
            [] => Vec::new(),
            named => maker.named(named).map_err(DesignError::Usage)?,
        };
        let mut subjects = Vec::new();
        for one in chosen {
            match maker.addable(one) {
                Ok(one) => subjects.push(one),
                Err(reason) if !maker.question.cards.is_empty() => {
                    return Err(DesignError::Usage(reason));
                }
                Err(_) => {}
            }
        }
        subjects.extend(with.iter().cloned());
        subjects.sort_by_key(|subject| subject.kind);
        subjects.dedup();
        subjects.retain(|subject| maker.is_possible(&maker.more(&[subject], None)));
        let is_wanted = |one: &Subject, other: &Subject| {
            let apart = |a, b| {
                chosen.iter().any(|card| card.id == a) && with.iter().any(|card| card.id == b)
            };
            with.is_empty()
                || apart(one.id.as_str(), other.id.as_str())
                || apart(other.id.as_str(), one.id.as_str())
        };
        let places = 0..subjects.len();
        let pairs =
            places.flat_map(|first| (first + 1..subjects.len()).map(move |second| (first, second)));
        let wanted =
            pairs.filter(|(first, second)| is_wanted(&subjects[*first], &subjects[*second]));
        let wanted: Vec<(usize, usize)> = wanted.collect();
        refuse_numbers(subjects.len(), wanted.len())?;
        let pairs = wanted.into_iter().map(|(first, second)| {
            let [one, other] = [&subjects[first], &subjects[second]];
            let each = [one, other].map(|card| maker.arm(maker.more(&[card], None)));
            let both = maker.arm(maker.more(&[one, other], None));
            let contrast = maker.contrast(Contrast::interaction(both, each));
            Pair {
                first,
                second,
                contrast,
            }
        });
        let pairs = pairs.collect();
        Ok(Partners { subjects, pairs })
    }

    /// The pair of two cards.
    pub fn pair(&self, one: usize, other: usize) -> Option<&Pair> {
        let wanted = (one.min(other), one.max(other));
        let mut pairs = self.pairs.iter();
        pairs.find(|pair| (pair.first, pair.second) == wanted)
    }

    /// The synergy of a pair, more being better for the players.
    pub fn synergy(&self, findings: &Findings, stratum: usize, pair: &Pair) -> Option<Difference> {
        let found = findings.of(stratum, pair.contrast)?;
        Some(found.times(findings.measure.gain()))
    }
}

fn refuse_numbers(cards: usize, pairs: usize) -> Result<(), DesignError> {
    if cards < 2 {
        return Err(DesignError::Usage(
            "partners need at least two cards: name them, a type of cards, or --with CARD,CARD"
                .into(),
        ));
    }
    if pairs > MOST_PAIRS {
        return Err(DesignError::Usage(format!(
            "{pairs} pairs of cards are too many: name some cards, or one type; at most \
             {MOST_PAIRS} pairs are tried"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Part, Question, Sheet};
    use super::*;
    use crate::compare::design::Defaults;
    use crate::compare::study::Study;
    use cards::load::Library;

    fn resolved(cards: &[&str], with: &[&str]) -> Result<(Study, Sheet), DesignError> {
        let texts = |all: &[&str]| all.iter().map(|card| card.to_string()).collect();
        let question = Question {
            cards: texts(cards),
            with: texts(with),
            parts: vec![Part::Partners],
            copies: 3,
            ..Question::default()
        };
        let defaults = Defaults {
            policy: "greedy".into(),
            ..Defaults::new(1, 200)
        };
        Sheet::new(&question, &Library::embedded(), &defaults)
    }

    #[test]
    fn a_card_is_tried_with_the_cards_named() {
        let (_, sheet) = resolved(&["ranger"], &["hercules", "med-pack"]).unwrap();
        assert_eq!(sheet.partners.pairs.len(), 2);
        let refusal = resolved(&["ranger"], &[]).unwrap_err();
        assert!(refusal.to_string().contains("at least two"), "{refusal}");
    }
}
