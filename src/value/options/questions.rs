//! Questions and what search found their options worth: what networks learn from.

use super::{FIRST_NUMBER, Feature, Group, NUMBERS};
use crate::descriptor::describe;
use cards::CardSet;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A question that was searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Whose network answers it.
    pub group: Group,
    /// What is asked: the number of the kind of question, for reports.
    pub about: u8,
    /// The number of players.
    pub players: u8,
    /// The round.
    pub round: u8,
    /// The game: questions of one game belong together, for training or for checking.
    pub game: u64,
    /// The number of the card set that was played with, see [`Questions::card`].
    pub cards: u32,
    /// What the options have in common.
    pub position: Vec<Feature>,
    /// The options; the first is the plain one, which the others are compared with.
    pub options: Vec<Tried>,
}

/// An option and what search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// What tells it from the others.
    pub features: Vec<Feature>,
    /// How much further the players come than with the plain option on the same luck, as a share of
    /// the way.
    pub advantage: f32,
    /// The standard error of that.
    pub error: f32,
    /// Games imagined.
    pub games: u16,
    /// Whether search chose it.
    pub is_best: bool,
    /// Whether the player that learns would have chosen it.
    pub is_students: bool,
}

/// A card as it was in some game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its name in files.
    pub id: String,
    /// Its figures and abilities.
    pub description: Vec<f32>,
}

/// Many questions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Questions {
    /// All cards that differ in name or figures.
    cards: Vec<Card>,
    /// The numbers of cards by name; not kept in files.
    #[serde(skip)]
    known: HashMap<String, Vec<u32>>,
    /// The cards of each card set, by kind.
    sets: Vec<Vec<u32>>,
    /// The questions, one after the other.
    questions: Vec<Question>,
}

impl Questions {
    /// The cards that differ in name or figures.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The card that a kind is in a card set, as its number in [`Questions::cards`].
    pub fn card(&self, set: u32, kind: usize) -> u32 {
        self.sets[set as usize][kind]
    }

    /// Makes a card set known, and returns its number. The same set gets the same number.
    pub fn add_cards(&mut self, cards: &CardSet) -> u32 {
        let kinds = cards.kinds.iter();
        let set = kinds.map(|kind| {
            self.add_card(Card {
                id: kind.id.clone(),
                description: describe(kind).to_vec(),
            })
        });
        let set = set.collect();
        self.add_set(set)
    }

    fn add_set(&mut self, set: Vec<u32>) -> u32 {
        let found = self.sets.iter().position(|known| *known == set);
        found.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u32
    }

    fn add_card(&mut self, card: Card) -> u32 {
        let alike = self.known.entry(card.id.clone()).or_default();
        let found = alike
            .iter()
            .find(|known| self.cards[**known as usize] == card);
        found.copied().unwrap_or_else(|| {
            let number = self.cards.len() as u32;
            alike.push(number);
            self.cards.push(card);
            number
        })
    }

    /// Adds a question.
    pub fn push(&mut self, question: Question) {
        self.questions.push(question);
    }

    /// All questions.
    pub fn all(&self) -> &[Question] {
        &self.questions
    }

    /// Adds all questions of another collection.
    pub fn append(&mut self, other: Questions) {
        let cards = other.cards.into_iter();
        let cards: Vec<u32> = cards.map(|card| self.add_card(card)).collect();
        let sets = other.sets.into_iter();
        let sets: Vec<u32> = sets
            .map(|set| self.add_set(set.iter().map(|card| cards[*card as usize]).collect()))
            .collect();
        for mut question in other.questions {
            question.cards = sets[question.cards as usize];
            self.push(question);
        }
    }

    /// Whether all indices are in range: what has been read from a file may be anything.
    pub fn is_sound(&self) -> bool {
        let known = |feature: &Feature| usize::from(feature.index) < FIRST_NUMBER + NUMBERS;
        let is_sound = |question: &Question| {
            let options = question.options.iter();
            let mut features = options.flat_map(|option| &option.features);
            (question.cards as usize) < self.sets.len()
                && features.all(known)
                && question.position.iter().all(known)
        };
        let mut cards = self.sets.iter().flatten();
        cards.all(|card| (*card as usize) < self.cards.len()) && self.questions.iter().all(is_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::KindId;
    use cards::load::Library;

    fn some() -> Questions {
        let cards = Library::embedded().cards().unwrap();
        let mut all = Questions::default();
        let set = all.add_cards(&cards);
        assert_eq!(all.add_cards(&cards), set);
        let tried = |number: usize, advantage: f32| Tried {
            features: Feature::number(number, 0.5).into_iter().collect(),
            advantage,
            error: 0.25,
            games: 16,
            is_best: advantage > 0.0,
            is_students: advantage == 0.0,
        };
        let mut question = Question {
            group: Group::Combat,
            about: 10,
            players: 2,
            round: 3,
            game: 7 << 32 | 1,
            cards: set,
            position: vec![Feature::card(4, KindId(9))],
            options: vec![tried(1, 0.0), tried(2, 0.125)],
        };
        all.push(question.clone());
        question.group = Group::Purchase;
        all.push(question);
        all
    }

    #[test]
    fn other_questions_keep_their_cards_when_they_are_added() {
        let mut all = some();
        let patch = "[ranger]\npower = 9\n";
        let changed = Library::embedded().with_patch("p", patch).cards().unwrap();
        let mut other = Questions::default();
        let set = other.add_cards(&changed);
        let question = Question {
            cards: set,
            ..all.all()[0].clone()
        };
        other.push(question);
        all.append(other);
        assert_eq!(all.all().len(), 3);
        let (_, ranger) = changed
            .iter()
            .enumerate()
            .find(|(_, (_, kind))| kind.id == "ranger")
            .unwrap();
        let kind = ranger.0.index();
        let [first, last] = [0, 2].map(|index| all.card(all.all()[index].cards, kind));
        assert_ne!(first, last);
        assert_eq!(all.cards()[last as usize].description, describe(ranger.1));
        assert_eq!(all.cards().len(), changed.kinds.len() + 1);
    }

    #[test]
    fn questions_that_point_nowhere_are_unsound() {
        assert!(some().is_sound());
        let spoiled: [fn(&mut Questions); 4] = [
            |all| all.questions[0].cards = 1,
            |all| all.sets[0][0] = all.cards.len() as u32,
            |all| all.questions[1].position[0].index = u16::MAX,
            |all| all.questions[1].options[1].features[0].index = u16::MAX,
        ];
        for (number, spoil) in spoiled.iter().enumerate() {
            let mut all = some();
            spoil(&mut all);
            assert!(!all.is_sound(), "{number}");
        }
    }
}
