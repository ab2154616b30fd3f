//! One card, or several: whether it is fair for its cost ([`fair`]), what its figures are worth
//! ([`figures`]), and what it does together with other cards ([`partners`]). All of it is one study:
//! every changed game is an arm, played once with the same luck as the unchanged one, and every
//! question is a contrast of arms.

pub mod answer;
pub mod fair;
pub mod figures;
pub mod findings;
pub mod partners;
pub mod steps;
pub mod tables;
pub mod worth;

use crate::compare::compile::{compile, refusal};
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::{Contrast, Measure, StopRule, Study};
use crate::watched::subject::{CardType, Subject, find, subject, subject_of_any, subjects};
use cards::load::Library;
use cards::words::words;
use cards::{CardSet, KindId};
use fair::Judgement;
use figures::Figures;
use partners::Partners;
use steps::Field;

words! {
    /// What is asked about cards.
    pub enum Part as "part" {
        /// Whether a card is fair for its cost, compared with similar cards.
        Fair = "fair",
        /// What one more or less of each of its figures is worth.
        Figures = "figures",
        /// What cards do together beyond what they do separately.
        Partners = "partners",
    }
}

/// The request.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What is asked of all games; the arms are added.
    pub asked: Experiment,
    /// Cards by name; by default all.
    pub cards: Vec<String>,
    /// Waves of cards; by default all.
    pub waves: Vec<u8>,
    /// Types of cards; by default all.
    pub types: Vec<CardType>,
    /// What is asked; by default whether they are fair, and what figures are worth of cards that
    /// are named. If figures are named, these alone.
    pub parts: Vec<Part>,
    /// Cards to compare a card with; by default those of its type and cost.
    pub against: Vec<String>,
    /// Cards to try each card with; by default the other cards asked about.
    pub with: Vec<String>,
    /// Whether each card is tried with every card that players can buy.
    pub partners: bool,
    /// Figures; by default all.
    pub fields: Vec<Field>,
    /// Number of extra copies of each card, where copies are added.
    pub copies: u8,
}

impl Question {
    /// Whether it is about whole types or waves of cards.
    fn is_of_many(&self) -> bool {
        self.cards.is_empty()
    }

    /// What is asked, each part once.
    fn parts(&self) -> Vec<Part> {
        let mut parts = match (self.parts.as_slice(), self.cards.len()) {
            ([], _) if !self.fields.is_empty() => vec![Part::Figures],
            ([], 0) => vec![Part::Fair],
            ([], 1) => vec![Part::Fair, Part::Figures],
            ([], _) => vec![Part::Figures],
            (parts, _) => parts.to_vec(),
        };
        if self.partners || !self.with.is_empty() {
            parts.push(Part::Partners);
        }
        parts.sort();
        parts.dedup();
        parts
    }
}

/// What the arms of a study of cards are for.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The deciding measure.
    pub measure: Measure,
    /// Number of extra copies of each card, where copies are added.
    pub copies: u8,
    /// Cards whose fairness is judged.
    pub judgements: Vec<Judgement>,
    /// Steps of figures.
    pub figures: Figures,
    /// Cards that are tried together.
    pub partners: Partners,
    /// Cards whose fairness cannot be judged.
    pub not_judged: Vec<NotJudged>,
}

/// The name of a card whose fairness cannot be judged, and the reason.
pub type NotJudged = (String, String);

impl Sheet {
    /// Resolves a request on the cards of `library`: what is played, and what it is for.
    pub fn new(
        question: &Question,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<(Study, Self), DesignError> {
        let (cards, _) = compile(&question.asked.base, library)?;
        let chosen = chosen(&cards, question).map_err(DesignError::Usage)?;
        let mut maker = Maker {
            question,
            library,
            cards: &cards,
            arms: Vec::new(),
            contrasts: Vec::new(),
        };
        let parts = question.parts();
        let (mut figures, mut partners) = (Figures::default(), Partners::default());
        if parts.contains(&Part::Figures) {
            figures = Figures::new(&mut maker, &chosen)?;
        }
        // Steps are compared with the unchanged game; the arms after them only in contrasts.
        let compared = maker.arms.len();
        let (judgements, not_judged) = match parts.contains(&Part::Fair) {
            true => judgements(&mut maker, &chosen)?,
            false => (Vec::new(), Vec::new()),
        };
        if parts.contains(&Part::Partners) {
            partners = Partners::new(&mut maker, &chosen)?;
        }
        let mut watched: Vec<Subject> = judgements.iter().map(|one| one.subject.clone()).collect();
        watched.extend(partners.subjects.iter().cloned());
        watched.sort_by_key(|subject| subject.kind);
        watched.dedup();
        let Maker {
            arms, contrasts, ..
        } = maker;
        let mut design = design(question, &chosen, arms, compared, library, defaults)?;
        for judgement in &judgements {
            for variant in &judgement.variants {
                let card = judgement.card_of(&variant.role);
                design.arms[variant.arm].watches = Some(card.kind);
            }
        }
        let sheet = Sheet {
            measure: design.measure,
            copies: question.copies,
            judgements,
            figures,
            partners,
            not_judged,
        };
        let study = Study::new(design, StopRule::fixed(defaults.games));
        Ok((study.with_contrasts(contrasts).watching(&watched), sheet))
    }

    /// Whether all its arms are compared with the unchanged game alone, so that each can stop by
    /// itself.
    pub fn is_of_figures_alone(&self) -> bool {
        self.judgements.is_empty() && self.partners.pairs.is_empty()
    }
}

/// The cards asked about, in the order of the set, each once.
fn chosen(cards: &CardSet, question: &Question) -> Result<Vec<Subject>, String> {
    let named = question.cards.iter().map(|id| find(cards, id));
    let mut numbers: Vec<KindId> = named.collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        let all = cards.iter().map(|(number, _)| number);
        numbers.extend(all.filter(|number| subject_of_any(cards, *number).is_ok()));
    }
    numbers.sort();
    numbers.dedup();
    let chosen = numbers
        .into_iter()
        .map(|number| subject_of_any(cards, number));
    let mut chosen: Vec<Subject> = chosen.collect::<Result<_, _>>()?;
    let all = chosen.len();
    chosen.retain(|one| question.types.is_empty() || question.types.contains(&one.card_type));
    chosen.retain(|one| question.waves.is_empty() || question.waves.contains(&one.wave));
    if !question.cards.is_empty() && chosen.len() < all {
        let option = if question.types.is_empty() {
            "--wave"
        } else {
            "--type"
        };
        return Err(format!("{option} leaves out a card that was named"));
    }
    if chosen.is_empty() {
        return Err("there is no card of this type and wave".into());
    }
    Ok(chosen)
}

/// Judges every card. Where that was not asked for by name, a card that cannot be judged is noted.
fn judgements(
    maker: &mut Maker<'_>,
    chosen: &[Subject],
) -> Result<(Vec<Judgement>, Vec<NotJudged>), DesignError> {
    let (mut judgements, mut not_judged) = (Vec::new(), Vec::new());
    for one in chosen {
        match Judgement::new(maker, one) {
            Ok(judgement) => judgements.push(judgement),
            Err(reason) if maker.question.parts.is_empty() => {
                not_judged.push((one.name.clone(), reason));
            }
            Err(reason) => return Err(DesignError::Usage(reason)),
        }
    }
    Ok((judgements, not_judged))
}

/// The base and all arms; the first `compared` of them are compared with the base.
fn design(
    question: &Question,
    chosen: &[Subject],
    arms: Vec<NamedChanges>,
    compared: usize,
    library: &Library,
    defaults: &Defaults,
) -> Result<Design, DesignError> {
    if arms.is_empty() {
        return Err(DesignError::Usage(
            "none of these figures can be changed by one".into(),
        ));
    }
    let (name, title) = match chosen {
        [one] => (format!("card-{}", one.id), one.name.clone()),
        all => ("cards".into(), format!("{} cards", all.len())),
    };
    let experiment = Experiment {
        name,
        title,
        arms,
        ..question.asked.clone()
    };
    let mut design = Design::resolve(&experiment, library, defaults)?;
    for arm in design.arms.iter_mut().skip(1 + compared) {
        arm.is_compared = false;
    }
    Ok(design)
}

/// Collects the arms and contrasts of a study.
struct Maker<'a> {
    question: &'a Question,
    library: &'a Library,
    cards: &'a CardSet,
    arms: Vec<NamedChanges>,
    contrasts: Vec<Contrast>,
}

impl Maker<'_> {
    /// The number of an arm; one that is there already is not played twice.
    fn arm(&mut self, arm: NamedChanges) -> usize {
        let place = self.arms.iter().position(|known| known.name == arm.name);
        let place = place.unwrap_or_else(|| {
            self.arms.push(arm);
            self.arms.len() - 1
        });
        place + 1
    }

    fn contrast(&mut self, contrast: Contrast) -> usize {
        self.contrasts.push(contrast);
        self.contrasts.len() - 1
    }

    /// Why an arm cannot be played.
    fn refusal(&self, arm: &NamedChanges) -> Option<String> {
        refusal(arm, &self.question.asked.base, self.library)
    }

    fn is_possible(&self, arm: &NamedChanges) -> bool {
        self.refusal(arm).is_none()
    }

    /// More copies of cards, with another change if need be.
    fn more(&self, subjects: &[&Subject], change: Option<(String, String)>) -> NamedChanges {
        let copies = self.question.copies;
        let ids: Vec<&str> = subjects.iter().map(|subject| subject.id.as_str()).collect();
        let mut name = format!("{copies} more {}", ids.join(" + "));
        let set = subjects.iter().map(|subject| {
            let total = u16::from(subject.copies) + u16::from(copies);
            format!("{}.copies={total}", subject.id)
        });
        let mut set: Vec<String> = set.collect();
        if let Some((what, change)) = change {
            name += &format!(", {what}");
            set.push(change);
        }
        NamedChanges::of_cards(name, set)
    }

    /// A card whose copies can be added.
    fn addable(&self, one: &Subject) -> Result<Subject, String> {
        subject(self.cards, one.kind)
    }

    /// All cards that players can buy.
    fn of_players(&self) -> Result<Vec<Subject>, String> {
        subjects(self.cards, &[], &[CardType::Troop, CardType::Item])
    }

    /// Named cards whose copies can be added.
    fn named(&self, names: &[String]) -> Result<Vec<Subject>, String> {
        subjects(self.cards, names, &[])
    }
}
