//! Sensitivity: the effect of changing a card's figures by one.
//!
//! Each figure of a card (power, HP, cost, copies) is changed by one in either direction,
//! separately, and the changed game is played with the same luck as the unchanged one. So this is a
//! comparison with an arm for each step ([`steps`]), and Holm's method covers all steps in the
//! deciding measure.

pub mod steps;
pub mod tables;

use crate::compare::changes::Changes;
use crate::compare::compile::compile;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::rank::subject::{Subject, find, subject_of_any};
use cards::load::{Faults, Library};
use steps::{Field, Step, Way};

/// The request.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked of all games; the arms are added.
    pub asked: Experiment,
    /// Cards by name; by default all.
    pub cards: Vec<String>,
    /// Figures; by default all.
    pub fields: Vec<Field>,
}

/// Steps of cards' figures.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The cards.
    pub subjects: Vec<Subject>,
    /// All steps, card by card.
    pub steps: Vec<Step>,
}

impl Sensitivity {
    /// Resolves a question on the cards of `library`: the base and an arm for each step that can be
    /// taken, and all steps.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<(Design, Self), DesignError> {
        let usage = DesignError::Usage;
        let (cards, _) = compile(&question.asked.base, library)?;
        let numbers = question.cards.iter().map(|id| find(&cards, id));
        let mut numbers = numbers.collect::<Result<Vec<_>, _>>().map_err(usage)?;
        if numbers.is_empty() {
            let all = cards.iter().map(|(number, _)| number);
            numbers.extend(all.filter(|number| subject_of_any(&cards, *number).is_ok()));
        }
        numbers.sort();
        numbers.dedup();
        let subjects = numbers.into_iter().map(|n| subject_of_any(&cards, n));
        let subjects = subjects.collect::<Result<Vec<_>, _>>().map_err(usage)?;
        let mut steps = Vec::new();
        for (index, subject) in subjects.iter().enumerate() {
            for field in steps::fields(&question.fields) {
                for way in [Way::Down, Way::Up] {
                    let mut step = Step::new(&cards, index, subject, field, way);
                    step.refuse_if(|set| faults(set, &question.asked.base, library));
                    steps.push(step);
                }
            }
        }
        let design = design(question, &subjects, &mut steps, library, defaults)?;
        Ok((design, Sensitivity { subjects, steps }))
    }
}

/// Why a change of a card cannot be made.
fn faults(set: &str, base: &Changes, library: &Library) -> Option<Faults> {
    let changes = Changes {
        set: vec![set.to_string()],
        ..Changes::default()
    };
    compile(&changes.over(base), library).err()
}

/// The base and an arm for each possible step; the steps get the numbers of their arms.
fn design(
    question: &Question,
    subjects: &[Subject],
    steps: &mut [Step],
    library: &Library,
    defaults: &Defaults,
) -> Result<Design, DesignError> {
    let mut arms = Vec::new();
    for step in steps {
        let Ok(set) = &step.change else { continue };
        let name = step.name(&subjects[step.subject]);
        arms.push(NamedChanges::of_cards(name, vec![set.clone()]));
        step.arm = Some(arms.len());
    }
    if arms.is_empty() {
        return Err(DesignError::Usage(
            "none of these figures can be changed by one".into(),
        ));
    }
    let experiment = Experiment {
        name: "sensitivity".into(),
        title: "effects of changing a card's figures by one".into(),
        arms,
        ..question.asked.clone()
    };
    Design::resolve(&experiment, library, defaults)
}
