//! Texts of a column, each distinct one stored once.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize, Serializer};

use super::whole::WholeNumbers;

/// Texts as numbers of words, which are numbered in the order in which they first appear.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "(Vec<String>, WholeNumbers)")]
pub(super) struct TextValues {
    words: Vec<String>,
    numbers: WholeNumbers,
    /// Where a word is in `words`.
    places: HashMap<String, u64>,
}

impl TryFrom<(Vec<String>, WholeNumbers)> for TextValues {
    type Error = &'static str;

    fn try_from((words, numbers): (Vec<String>, WholeNumbers)) -> Result<Self, Self::Error> {
        if numbers
            .range()
            .is_some_and(|(_, most)| most >= words.len() as u64)
        {
            return Err("texts without their words");
        }
        let places = words.iter().cloned().zip(0..).collect();
        Ok(TextValues {
            words,
            numbers,
            places,
        })
    }
}

impl Serialize for TextValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.words, &self.numbers).serialize(serializer)
    }
}

impl TextValues {
    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The value at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Self::len`].
    pub(super) fn get(&self, index: usize) -> &str {
        &self.words[self.numbers.get(index) as usize]
    }

    /// All values in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The distinct values, in the order in which they first appear.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// The values as places in [`Self::words`].
    pub(super) fn numbers(&self) -> &WholeNumbers {
        &self.numbers
    }

    pub(super) fn push(&mut self, value: &str) {
        let number = self.number_of(value);
        self.numbers.push(number);
    }

    fn number_of(&mut self, word: &str) -> u64 {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let place = self.words.len() as u64;
        self.words.push(word.to_string());
        self.places.insert(word.to_string(), place);
        place
    }

    pub(super) fn extend_from(&mut self, other: &Self, rows: Range<usize>) {
        // The words of pieces of one table are mostly the same, but come in another order. Those
        // that are not among the rows must not be taken over.
        let mut known: Vec<Option<u64>> = vec![None; other.words.len()];
        for row in rows {
            let word = other.numbers.get(row) as usize;
            let number = *known[word].get_or_insert_with(|| self.number_of(&other.words[word]));
            self.numbers.push(number);
        }
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.numbers.clear();
        self.places.clear();
    }
}

/// The same texts have the same words in the same order.
impl PartialEq for TextValues {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words && self.numbers == other.numbers
    }
}

impl<'a> FromIterator<&'a str> for TextValues {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut values = Self::default();
        texts.into_iter().for_each(|text| values.push(text));
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> TextValues {
        texts.iter().copied().collect()
    }

    #[test]
    fn texts_survive_slicing() {
        let from = texts(&["alpha", "", "gamma", "δelta", "alpha"]);
        let mut to = texts(&["first"]);
        to.extend_from(&from, 1..4);
        to.extend_from(&from, 2..2);
        to.extend_from(&from, 4..5);
        assert_eq!(to, texts(&["first", "", "gamma", "δelta", "alpha"]));
        assert_eq!(to.iter().nth(3), Some("δelta"));
    }

    #[test]
    fn words_are_those_of_the_rows_in_their_order() {
        let mut to = TextValues::default();
        to.extend_from(&texts(&["a", "b", "c", "b"]), 2..4);
        assert_eq!(to.words(), ["c", "b"]);
        to.clear();
        to.push("b");
        assert_eq!(to.words(), ["b"]);
    }

    #[test]
    fn a_number_without_a_word_is_refused() {
        let words = || vec!["a".to_string()];
        assert!(TextValues::try_from((words(), WholeNumbers::of(&[0_u8, 0]))).is_ok());
        assert!(TextValues::try_from((words(), WholeNumbers::of(&[0_u8, 1]))).is_err());
        assert!(TextValues::try_from((vec![], WholeNumbers::of(&[0_u8]))).is_err());
    }
}
