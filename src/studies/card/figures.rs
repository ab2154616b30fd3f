//! What one more or less of each figure of a card is worth. Each figure (power, HP, cost, copies) is
//! changed by one in either direction, separately. So this is a comparison with an arm for each step
//! ([`super::steps`]), and Holm's method covers all steps in the deciding measure.

use super::Maker;
use super::steps::{Step, Way, fields};
use crate::compare::design::DesignError;
use crate::compare::experiment::NamedChanges;
use crate::watched::subject::Subject;

/// Steps of cards' figures.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The cards.
    pub subjects: Vec<Subject>,
    /// All steps, card by card.
    pub steps: Vec<Step>,
}

impl Figures {
    /// Adds an arm for each step that can be taken.
    pub(super) fn new(maker: &mut Maker<'_>, chosen: &[Subject]) -> Result<Self, DesignError> {
        let mut steps = Vec::new();
        for (index, subject) in chosen.iter().enumerate() {
            for field in fields(&maker.question.fields) {
                for way in [Way::Down, Way::Up] {
                    let mut step = Step::new(maker.cards, index, subject, field, way);
                    if let Ok(set) = step.change.clone() {
                        let arm = NamedChanges::of_cards(step.name(subject), vec![set]);
                        match maker.refusal(&arm) {
                            None => step.arm = Some(maker.arm(arm)),
                            Some(reason) => step.change = Err(reason),
                        }
                    }
                    steps.push(step);
                }
            }
        }
        Ok(Figures {
            subjects: chosen.to_vec(),
            steps,
        })
    }
}
