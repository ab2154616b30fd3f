//! Questions and what search found their options worth: what networks learn from.

use super::{Feature, Group};
use crate::descriptor::{Descriptor, describe};
use crate::reader::Reader;
use cards::CardSet;
use cards::data::tree::fingerprint_of;
use cards::words::Word;
use std::collections::HashMap;

/// A question that was searched.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name in files.
    pub id: String,
    /// Its figures and abilities.
    pub description: Descriptor,
}

/// Many questions, packed tightly.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// All cards that differ in name or figures.
    cards: Vec<Card>,
    known: HashMap<Vec<u8>, u32>,
    /// The cards of each card set, by kind.
    sets: Vec<Vec<u32>>,
    /// The questions, one after the other.
    bytes: Vec<u8>,
    /// Where each begins.
    starts: Vec<u64>,
}

impl Questions {
    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

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
                description: describe(kind),
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
        let number = self.cards.len() as u32;
        let found = *self.known.entry(card_bytes(&card)).or_insert(number);
        if found == number {
            self.cards.push(card);
        }
        found
    }

    /// Adds a question.
    pub fn push(&mut self, question: &Question) {
        self.starts.push(self.bytes.len() as u64);
        write_question(question, &mut self.bytes);
    }

    /// A question.
    pub fn get(&self, index: usize) -> Question {
        let bytes = &self.bytes[self.starts[index] as usize..];
        Reader(bytes).question().expect("written by us")
    }

    /// All questions.
    pub fn iter(&self) -> impl Iterator<Item = Question> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds all questions of another collection.
    pub fn append(&mut self, other: &Questions) {
        let cards: Vec<u32> = other
            .cards
            .iter()
            .map(|card| self.add_card(card.clone()))
            .collect();
        let sets: Vec<u32> = other
            .sets
            .iter()
            .map(|set| self.add_set(set.iter().map(|card| cards[*card as usize]).collect()))
            .collect();
        for mut question in other.iter() {
            question.cards = sets[question.cards as usize];
            self.push(&question);
        }
    }

    /// As bytes, sealed with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, n: usize| out.extend((n as u64).to_le_bytes());
        number(&mut out, self.cards.len());
        for card in &self.cards {
            out.extend(card_bytes(card));
        }
        number(&mut out, self.sets.len());
        for set in &self.sets {
            number(&mut out, set.len());
            out.extend(set.iter().flat_map(|card| card.to_le_bytes()));
        }
        number(&mut out, self.len());
        out.extend(&self.bytes);
        let checksum = fingerprint_of(&out);
        out.extend(checksum.to_le_bytes());
        out
    }

    /// Reads bytes. `None`: they are not sound.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (sealed, checksum) = bytes.split_last_chunk::<8>()?;
        if fingerprint_of(sealed).to_le_bytes() != *checksum {
            return None;
        }
        let mut reader = Reader(sealed.strip_prefix(MAGIC)?);
        let mut all = Questions::default();
        for _ in 0..reader.u64()? {
            let card = reader.card()?;
            all.add_card(card);
        }
        for _ in 0..reader.u64()? {
            let kinds = reader.u64()?;
            let set: Option<Vec<u32>> = (0..kinds).map(|_| reader.u32()).collect();
            let cards = all.cards.len() as u32;
            all.sets
                .push(set.filter(|set| set.iter().all(|card| *card < cards))?);
        }
        for _ in 0..reader.u64()? {
            let question = reader.question()?;
            all.sets.get(question.cards as usize)?;
            all.push(&question);
        }
        reader.0.is_empty().then_some(all)
    }
}

/// What every such file begins with.
const MAGIC: &[u8] = b"xenosim questions 1\n";

fn card_bytes(card: &Card) -> Vec<u8> {
    let mut bytes = vec![card.id.len() as u8];
    bytes.extend(card.id.bytes());
    bytes.extend(
        card.description
            .iter()
            .flat_map(|number| number.to_le_bytes()),
    );
    bytes
}

fn write_question(question: &Question, out: &mut Vec<u8>) {
    out.extend([
        question.group as u8,
        question.about,
        question.players,
        question.round,
    ]);
    out.extend(question.game.to_le_bytes());
    out.extend(question.cards.to_le_bytes());
    out.push(question.options.len() as u8);
    write_features(&question.position, out);
    for option in &question.options {
        write_features(&option.features, out);
        out.extend(option.advantage.to_le_bytes());
        out.extend(option.error.to_le_bytes());
        out.extend(option.games.to_le_bytes());
        out.push(u8::from(option.is_best) | u8::from(option.is_students) << 1);
    }
}

fn write_features(features: &[Feature], out: &mut Vec<u8>) {
    out.extend((features.len() as u16).to_le_bytes());
    for feature in features {
        out.extend(feature.index.to_le_bytes());
        out.extend(feature.times.to_le_bytes());
    }
}

impl Reader<'_> {
    fn card(&mut self) -> Option<Card> {
        let length = self.u8()?;
        let (id, rest) = self.0.split_at_checked(usize::from(length))?;
        self.0 = rest;
        Some(Card {
            id: String::from_utf8(id.to_vec()).ok()?,
            description: self.floats()?,
        })
    }

    fn question(&mut self) -> Option<Question> {
        let [group, about, players, round] = self.take()?;
        let (_, group) = *Group::ALL.get(usize::from(group))?;
        let (game, cards) = (self.u64()?, self.u32()?);
        let options = self.u8()?;
        let position = self.features()?;
        let options: Option<Vec<Tried>> = (0..options).map(|_| self.tried()).collect();
        Some(Question {
            group,
            about,
            players,
            round,
            game,
            cards,
            position,
            options: options?,
        })
    }

    fn tried(&mut self) -> Option<Tried> {
        let features = self.features()?;
        let (advantage, error, games) = (self.f32()?, self.f32()?, self.u16()?);
        let marks = self.u8()?;
        Some(Tried {
            features,
            advantage,
            error,
            games,
            is_best: marks & 1 != 0,
            is_students: marks & 2 != 0,
        })
    }

    fn features(&mut self) -> Option<Vec<Feature>> {
        let count = self.u16()?;
        (0..count)
            .map(|_| {
                let (index, times) = (self.u16()?, self.take().map(i16::from_le_bytes)?);
                let known = super::FIRST_NUMBER + super::NUMBERS;
                (usize::from(index) < known).then_some(Feature { index, times })
            })
            .collect()
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
        all.push(&question);
        question.group = Group::Purchase;
        all.push(&question);
        all
    }

    #[test]
    fn questions_come_back_from_bytes() {
        let all = some();
        let again = Questions::from_bytes(&all.to_bytes()).expect("sound");
        assert_eq!(again.get(1), all.get(1));
        assert_eq!(again.to_bytes(), all.to_bytes());
        assert_eq!(again.cards()[again.card(0, 9) as usize], all.cards()[9]);
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
            ..all.get(0)
        };
        other.push(&question);
        all.append(&other);
        assert_eq!(all.len(), 3);
        let (_, ranger) = changed
            .iter()
            .enumerate()
            .find(|(_, (_, kind))| kind.id == "ranger")
            .unwrap();
        let kind = ranger.0.index();
        let [first, last] = [0, 2].map(|index| all.card(all.get(index).cards, kind));
        assert_ne!(first, last);
        assert_eq!(all.cards()[last as usize].description, describe(ranger.1));
        assert_eq!(all.cards().len(), changed.kinds.len() + 1);
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = some().to_bytes();
        for at in (0..bytes.len()).step_by(997) {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 1;
            assert!(Questions::from_bytes(&spoiled).is_none(), "{at}");
        }
        assert!(Questions::from_bytes(&bytes[..bytes.len() - 9]).is_none());
    }
}
