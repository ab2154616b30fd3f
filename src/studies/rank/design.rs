//! What is played for a ranking: the base and an arm for each card and change.

use super::subject::{CardType, Subject, subjects};
use crate::compare::compile::compile;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::measure::Measure;
use cards::load::Library;
use cards::words::words;

words! {
    /// A method to measure what a card does.
    pub enum Method as "method" {
        /// All copies are removed.
        Ablation = "ablation",
        /// One more copy is added.
        Addition = "addition",
        /// Games are compared by where luck put the card in its deck.
        Exposure = "exposure",
        /// Games in which it was bought (enemies: met) against the others: confounded.
        Naive = "naive",
    }
}

impl Method {
    /// Whether it plays a changed game, and so needs an arm for each card.
    pub fn has_arms(self) -> bool {
        matches!(self, Method::Ablation | Method::Addition)
    }

    /// Whether more of a measure in the changed game means more (1) or less (-1) because of the
    /// card.
    pub fn direction(self) -> f64 {
        match self {
            Method::Ablation => -1.0,
            _ => 1.0,
        }
    }
}

/// The measures in which effects of cards are shown.
pub const MEASURES: [Measure; 5] = [
    Measure::Endurance,
    Measure::NeededHp,
    Measure::WinRate,
    Measure::RoundsSurvived,
    Measure::BaseDamage,
];

/// What an arm does to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmOf {
    /// Index of the card among the subjects.
    pub subject: usize,
    /// How it is changed.
    pub method: Method,
}

/// The request for a ranking.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked of all games; the arms are added.
    pub asked: Experiment,
    /// Cards by name; by default all.
    pub cards: Vec<String>,
    /// Types of cards; by default all.
    pub types: Vec<CardType>,
    /// Methods, the one that ranks first.
    pub methods: Vec<Method>,
}

/// A ranking that can be played.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The base and all arms.
    pub design: Design,
    /// The cards.
    pub subjects: Vec<Subject>,
    /// What replaces each card.
    pub replaced_by: Vec<String>,
    /// Methods, the one that ranks first.
    pub methods: Vec<Method>,
    /// What each arm after the baseline does.
    pub arms: Vec<ArmOf>,
    /// Arms that are ranked against each other, each pair once.
    pub pairs: Vec<(usize, usize)>,
    /// Changes that cannot be made, each with the reason.
    pub impossible: Vec<(ArmOf, String)>,
}

impl Ranking {
    /// Resolves a request on the cards of `library`.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<Self, DesignError> {
        let (cards, _) = compile(&question.asked.base, library)?;
        let subjects =
            subjects(&cards, &question.cards, &question.types).map_err(DesignError::Usage)?;
        let (mut arms, mut impossible, mut named) = (Vec::new(), Vec::new(), Vec::new());
        for method in question.methods.iter().copied().filter(|m| m.has_arms()) {
            for (index, subject) in subjects.iter().enumerate() {
                let arm = ArmOf {
                    subject: index,
                    method,
                };
                let changed = change(subject, method);
                match compile(&changed.changes.over(&question.asked.base), library) {
                    Ok(_) => {
                        arms.push(arm);
                        named.push(changed);
                    }
                    Err(faults) => impossible.push((arm, reason(&faults))),
                }
            }
        }
        refuse_impossible(question, &subjects, &impossible)?;
        let experiment = Experiment {
            name: "rank".into(),
            title: "strength of cards and danger of enemies".into(),
            arms: named,
            ..question.asked.clone()
        };
        let design = Design::resolve(&experiment, library, defaults)?;
        let mut ranking = Ranking {
            replaced_by: {
                let market = design.strata[0].plans[0].rules.market;
                let subjects = subjects.iter();
                subjects.map(|s| s.replaced_by(&cards, market)).collect()
            },
            methods: question.methods.clone(),
            pairs: Vec::new(),
            design,
            subjects,
            arms,
            impossible,
        };
        ranking.pairs = pairs(&ranking);
        Ok(ranking)
    }

    /// The measure that ranks.
    pub fn measure(&self) -> Measure {
        self.design.measure
    }

    /// The method that ranks.
    pub fn primary(&self) -> Method {
        self.methods[0]
    }

    /// The arm (from 0, the baseline left out) that changes a card by a method.
    pub fn arm(&self, subject: usize, method: Method) -> Option<usize> {
        self.arms
            .iter()
            .position(|arm| *arm == ArmOf { subject, method })
    }

    /// The subjects of each type that occurs, by index.
    pub fn groups(&self) -> Vec<(CardType, Vec<usize>)> {
        use cards::words::Word;
        let group = |card_type: CardType| {
            let all = 0..self.subjects.len();
            let members = all.filter(|index| self.subjects[*index].card_type == card_type);
            (card_type, members.collect::<Vec<_>>())
        };
        let groups = CardType::ALL.iter().map(|(_, card_type)| group(*card_type));
        groups.filter(|(_, members)| !members.is_empty()).collect()
    }

    /// What one unit more of a measure because of a card says of it: strength of the players' cards,
    /// danger of the others.
    pub fn sign(&self, subject: usize, measure: Measure) -> f64 {
        if self.subjects[subject].card_type.is_for_players() {
            measure.gain()
        } else {
            -measure.gain()
        }
    }
}

/// The pairs of arms that are ranked against each other.
fn pairs(ranking: &Ranking) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (_, members) in ranking.groups() {
        let arms = members.iter();
        let arms: Vec<usize> = arms
            .filter_map(|subject| ranking.arm(*subject, ranking.primary()))
            .collect();
        for (place, first) in arms.iter().enumerate() {
            pairs.extend(arms[place + 1..].iter().map(|second| (*first, *second)));
        }
    }
    pairs
}

/// The arm that changes a card.
fn change(subject: &Subject, method: Method) -> NamedChanges {
    let (name, copies) = match method {
        Method::Ablation => (format!("without {}", subject.id), 0),
        _ => (
            format!("one more {}", subject.id),
            u16::from(subject.copies) + 1,
        ),
    };
    NamedChanges::of_cards(name, vec![format!("{}.copies={copies}", subject.id)])
}

/// Why a change cannot be made, in the loader's words.
fn reason(faults: &cards::load::Faults) -> String {
    let messages = faults.0.iter().map(|fault| fault.message.as_str());
    messages.collect::<Vec<_>>().join("; ")
}

/// A card that was named and cannot be studied is rejected; among all cards it is left out and
/// listed.
fn refuse_impossible(
    question: &Question,
    subjects: &[Subject],
    impossible: &[(ArmOf, String)],
) -> Result<(), DesignError> {
    let primary = question.methods.first();
    let found = impossible
        .iter()
        .find(|(arm, _)| Some(&arm.method) == primary);
    match found.filter(|_| !question.cards.is_empty()) {
        Some((arm, reason)) => Err(DesignError::Usage(format!(
            "{} cannot be studied by {}: {reason}",
            subjects[arm.subject].name,
            cards::words::Word::word(arm.method)
        ))),
        None => Ok(()),
    }
}
