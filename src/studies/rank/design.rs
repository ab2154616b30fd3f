//! What is played for a ranking: the base and an arm for each card and change.

use crate::compare::calibrate::Preparation;
use crate::compare::compile::{compile, refusal};
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::measure::Measure;
use crate::compare::order::Ranked;
use crate::compare::stop::{EarlyStop, StopRule};
use crate::compare::study::Study;
use crate::watched::Watched;
use crate::watched::subject::{CardType, Subject, subjects};
use cards::load::Library;
use cards::words::{Word, words};

/// How many times as many games as an arm the baseline plays, where it is watched.
const BASELINE_FACTOR: u64 = 10;

words! {
    /// A method to measure what a card does.
    pub enum Method as "method" {
        /// All copies are removed.
        Ablation = "ablation",
        /// One more copy is added.
        Addition = "addition",
        /// Games are compared by where luck put the card in its deck.
        Exposure = "exposure",
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

/// What is ranked, and how.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The measure that ranks.
    pub measure: Measure,
    /// The cards.
    pub subjects: Vec<Subject>,
    /// What replaces each card.
    pub replaced_by: Vec<String>,
    /// Methods, the one that ranks first.
    pub methods: Vec<Method>,
    /// What each arm after the baseline does.
    pub arms: Vec<ArmOf>,
    /// Changes that cannot be made, each with the reason.
    pub impossible: Vec<(ArmOf, String)>,
}

impl Ranking {
    /// Resolves a request on the cards of `library`: the base and all arms, and what they are for.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<(Design, Self), DesignError> {
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
                match refusal(&changed, &question.asked.base, library) {
                    None => {
                        arms.push(arm);
                        named.push(changed);
                    }
                    Some(reason) => impossible.push((arm, reason)),
                }
            }
        }
        refuse_impossible(question, &subjects, &impossible)?;
        let experiment = Experiment {
            name: "rank".into(),
            title: "Strength of cards and danger of enemies".into(),
            arms: named,
            ..question.asked.clone()
        };
        let design = Design::resolve(&experiment, library, defaults)?;
        let market = design.strata[0].plans[0].rules.market;
        let replaced_by = subjects.iter().map(|s| s.replaced_by(&cards, market));
        let ranking = Ranking {
            measure: design.measure,
            replaced_by: replaced_by.collect(),
            methods: question.methods.clone(),
            subjects,
            arms,
            impossible,
        };
        Ok((design, ranking))
    }

    /// What is played. The baseline plays on after all arms where it is watched, because watching
    /// needs more games than paired comparison, and one arm among many costs little.
    pub fn study(&self, design: Design, stop: StopRule) -> Study {
        let (mut ranked, mut contrasts) = (Vec::new(), Vec::new());
        for (_, members) in self.groups() {
            let group = self.ranked(&members, contrasts.len());
            contrasts.extend(group.contrasts());
            ranked.push(group);
        }
        let watched = Watched {
            subjects: self.subjects.clone(),
            by_exposure: self.methods.contains(&Method::Exposure),
        };
        let baseline_factor = match watched.by_exposure {
            true => BASELINE_FACTOR,
            false => 1,
        };
        Study {
            ranked,
            watched,
            baseline_factor,
            prepares: matches!(stop.settles, EarlyStop::Rank(_)).then_some(Preparation::Pilot),
            ..Study::new(design, stop).with_contrasts(contrasts)
        }
    }

    /// Cards of one type as they are ranked by their arms. Cards without an arm are left out.
    fn ranked(&self, members: &[usize], first_contrast: usize) -> Ranked {
        let arms_of = |subject: &usize| {
            let first = self.arm(*subject, self.primary())?;
            let others = self.methods[1..].iter();
            let others = others.filter_map(|method| self.arm(*subject, *method));
            Some([first].into_iter().chain(others).collect())
        };
        let sign = members.first().map_or(1.0, |subject| {
            // Whether a larger value of an arm speaks for its card or against it.
            self.sign(*subject, self.measure) * self.primary().direction()
        });
        Ranked {
            items: members.iter().filter_map(arms_of).collect(),
            measure: self.measure,
            more_is_higher: sign > 0.0,
            first_contrast,
        }
    }

    /// The method that ranks.
    pub fn primary(&self) -> Method {
        self.methods[0]
    }

    /// The arm that changes a card by a method.
    pub fn arm(&self, subject: usize, method: Method) -> Option<usize> {
        let mut arms = self.arms.iter();
        let place = arms.position(|arm| *arm == ArmOf { subject, method })?;
        Some(place + 1)
    }

    /// The subjects of each type that occurs, by index.
    pub fn groups(&self) -> Vec<(CardType, Vec<usize>)> {
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
            "{} cannot be studied by {}: {reason}; choose another method with --method, or change \
             the rules that need this card",
            subjects[arm.subject].name,
            arm.method.word()
        ))),
        None => Ok(()),
    }
}
