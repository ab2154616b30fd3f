//! The values of one column.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::schema::{ColumnType, Value};

/// Texts stored end to end, so that adding one needs no separate allocation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, Vec<usize>)")]
pub struct TextValues {
    text: String,
    /// Where each value ends in `text`.
    ends: Vec<usize>,
}

impl TryFrom<(String, Vec<usize>)> for TextValues {
    type Error = &'static str;

    fn try_from((text, ends): (String, Vec<usize>)) -> Result<Self, Self::Error> {
        let sound = ends.is_sorted()
            && ends.iter().all(|end| text.is_char_boundary(*end))
            && ends.last().copied().unwrap_or_default() == text.len();
        if sound {
            Ok(TextValues { text, ends })
        } else {
            Err("texts that do not end where they should")
        }
    }
}

impl TextValues {
    fn with_capacity(rows: usize) -> Self {
        Self {
            text: String::new(),
            ends: Vec::with_capacity(rows),
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The value at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Self::len`].
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.start(index)..self.ends[index]]
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(super) fn push(&mut self, value: &str) {
        self.text.push_str(value);
        self.ends.push(self.text.len());
    }

    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] }
    }

    fn extend_from(&mut self, other: &Self, rows: Range<usize>) {
        if rows.is_empty() {
            return;
        }
        let first = other.start(rows.start);
        let last = other.ends[rows.end - 1];
        let base = self.text.len();
        self.text.push_str(&other.text[first..last]);
        self.ends
            .extend(other.ends[rows].iter().map(|end| end - first + base));
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

impl<'a> FromIterator<&'a str> for TextValues {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut values = Self::default();
        texts.into_iter().for_each(|text| values.push(text));
        values
    }
}

/// The values of one column, all of one type.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Column {
    /// Unsigned 8-bit values.
    U8(Vec<u8>),
    /// Unsigned 16-bit values.
    U16(Vec<u16>),
    /// Unsigned 32-bit values.
    U32(Vec<u32>),
    /// Unsigned 64-bit values.
    U64(Vec<u64>),
    /// Signed 32-bit values.
    I32(Vec<i32>),
    /// Signed 64-bit values.
    I64(Vec<i64>),
    /// Floating-point values; not-a-number is missing.
    F64(Vec<f64>),
    /// Truth values.
    Bool(Vec<bool>),
    /// Texts.
    Text(TextValues),
}

/// Evaluates `$body` for whichever vector the column holds.
macro_rules! with_values {
    ($column:expr, $values:ident => $body:expr) => {
        match $column {
            Column::U8($values) => $body,
            Column::U16($values) => $body,
            Column::U32($values) => $body,
            Column::U64($values) => $body,
            Column::I32($values) => $body,
            Column::I64($values) => $body,
            Column::F64($values) => $body,
            Column::Bool($values) => $body,
            Column::Text($values) => $body,
        }
    };
}

impl Column {
    /// An empty column of the given type with room for `rows` values.
    pub fn with_capacity(kind: ColumnType, rows: usize) -> Self {
        match kind {
            ColumnType::U8 => Self::U8(Vec::with_capacity(rows)),
            ColumnType::U16 => Self::U16(Vec::with_capacity(rows)),
            ColumnType::U32 => Self::U32(Vec::with_capacity(rows)),
            ColumnType::U64 => Self::U64(Vec::with_capacity(rows)),
            ColumnType::I32 => Self::I32(Vec::with_capacity(rows)),
            ColumnType::I64 => Self::I64(Vec::with_capacity(rows)),
            ColumnType::F64 => Self::F64(Vec::with_capacity(rows)),
            ColumnType::Bool => Self::Bool(Vec::with_capacity(rows)),
            ColumnType::Text => Self::Text(TextValues::with_capacity(rows)),
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        with_values!(self, values => values.len())
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there are values, and all of them are the same.
    pub(super) fn is_constant(&self) -> bool {
        match self {
            Self::U8(values) => are_the_same(values),
            Self::U16(values) => are_the_same(values),
            Self::U32(values) => are_the_same(values),
            Self::U64(values) => are_the_same(values),
            Self::I32(values) => are_the_same(values),
            Self::I64(values) => are_the_same(values),
            Self::Bool(values) => are_the_same(values),
            Self::F64(values) => {
                let mut bits = values.iter().map(|value| value.to_bits());
                bits.next()
                    .is_some_and(|first| bits.all(|other| other == first))
            }
            Self::Text(values) => {
                let mut texts = values.iter();
                texts
                    .next()
                    .is_some_and(|first| texts.all(|other| other == first))
            }
        }
    }

    /// The type of the values.
    pub fn kind(&self) -> ColumnType {
        match self {
            Self::U8(_) => ColumnType::U8,
            Self::U16(_) => ColumnType::U16,
            Self::U32(_) => ColumnType::U32,
            Self::U64(_) => ColumnType::U64,
            Self::I32(_) => ColumnType::I32,
            Self::I64(_) => ColumnType::I64,
            Self::F64(_) => ColumnType::F64,
            Self::Bool(_) => ColumnType::Bool,
            Self::Text(_) => ColumnType::Text,
        }
    }

    /// The value in row `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Self::len`].
    pub fn value(&self, index: usize) -> Value<'_> {
        match self {
            Self::U8(values) => Value::U8(values[index]),
            Self::U16(values) => Value::U16(values[index]),
            Self::U32(values) => Value::U32(values[index]),
            Self::U64(values) => Value::U64(values[index]),
            Self::I32(values) => Value::I32(values[index]),
            Self::I64(values) => Value::I64(values[index]),
            Self::F64(values) => Value::F64(values[index]),
            Self::Bool(values) => Value::Bool(values[index]),
            Self::Text(values) => Value::Text(values.get(index)),
        }
    }

    /// Adds a value; says whether it had the column's type.
    pub(super) fn push(&mut self, value: Value<'_>) -> bool {
        match (self, value) {
            (Self::U8(values), Value::U8(value)) => values.push(value),
            (Self::U16(values), Value::U16(value)) => values.push(value),
            (Self::U32(values), Value::U32(value)) => values.push(value),
            (Self::U64(values), Value::U64(value)) => values.push(value),
            (Self::I32(values), Value::I32(value)) => values.push(value),
            (Self::I64(values), Value::I64(value)) => values.push(value),
            (Self::F64(values), Value::F64(value)) => values.push(canonical(value)),
            (Self::Bool(values), Value::Bool(value)) => values.push(value),
            (Self::Text(values), Value::Text(value)) => values.push(value),
            _ => return false,
        }
        true
    }

    /// Adds rows of another column; says whether the types agree.
    pub(super) fn extend_from(&mut self, other: &Self, rows: Range<usize>) -> bool {
        match (self, other) {
            (Self::U8(to), Self::U8(from)) => to.extend_from_slice(&from[rows]),
            (Self::U16(to), Self::U16(from)) => to.extend_from_slice(&from[rows]),
            (Self::U32(to), Self::U32(from)) => to.extend_from_slice(&from[rows]),
            (Self::U64(to), Self::U64(from)) => to.extend_from_slice(&from[rows]),
            (Self::I32(to), Self::I32(from)) => to.extend_from_slice(&from[rows]),
            (Self::I64(to), Self::I64(from)) => to.extend_from_slice(&from[rows]),
            (Self::F64(to), Self::F64(from)) => to.extend_from_slice(&from[rows]),
            (Self::Bool(to), Self::Bool(from)) => to.extend_from_slice(&from[rows]),
            (Self::Text(to), Self::Text(from)) => to.extend_from(from, rows),
            _ => return false,
        }
        true
    }

    pub(super) fn clear(&mut self) {
        with_values!(self, values => values.clear());
    }
}

/// Whether there are numbers, and each is the one after it: many are compared at once.
fn are_the_same<T: PartialEq>(values: &[T]) -> bool {
    values
        .split_last()
        .is_some_and(|(_, first)| *first == values[1..])
}

/// All not-a-numbers mean "missing", so one bit pattern stands for them all.
pub(super) fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::NAN } else { value }
}

impl PartialEq for Column {
    /// Bit for bit: a missing number equals a missing number, and `-0` is not `0`.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::U8(a), Self::U8(b)) => a == b,
            (Self::U16(a), Self::U16(b)) => a == b,
            (Self::U32(a), Self::U32(b)) => a == b,
            (Self::U64(a), Self::U64(b)) => a == b,
            (Self::I32(a), Self::I32(b)) => a == b,
            (Self::I64(a), Self::I64(b)) => a == b,
            (Self::F64(a), Self::F64(b)) => a
                .iter()
                .map(|value| value.to_bits())
                .eq(b.iter().map(|value| value.to_bits())),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_slicing() {
        let mut from = TextValues::default();
        for word in ["alpha", "", "gamma", "δelta"] {
            from.push(word);
        }
        let mut to = TextValues::default();
        to.push("first");
        to.extend_from(&from, 1..4);
        to.extend_from(&from, 2..2);
        to.extend_from(&from, 0..1);
        let words: Vec<&str> = to.iter().collect();
        assert_eq!(words, ["first", "", "gamma", "δelta", "alpha"]);
    }

    #[test]
    fn missing_numbers_are_equal_and_signed_zeros_are_not() {
        let column = |values: &[f64]| {
            let mut column = Column::with_capacity(ColumnType::F64, 0);
            for &value in values {
                assert!(column.push(value.into()));
            }
            column
        };
        let odd_nan = f64::from_bits(f64::NAN.to_bits() | 1);
        assert_eq!(column(&[f64::NAN]), column(&[-odd_nan]));
        assert_ne!(column(&[0.0]), column(&[-0.0]));
    }

    #[test]
    fn constant_columns_are_told_from_others_and_from_empty_ones() {
        let texts = |texts: &[&str]| Column::Text(texts.iter().copied().collect());
        let constant = [
            Column::U8(vec![7]),
            Column::U16(vec![0; 5]),
            Column::I64(vec![-1; 3]),
            Column::Bool(vec![true, true]),
            Column::F64(vec![f64::NAN, f64::NAN]),
            texts(&["", ""]),
            texts(&["a,b", "a,b"]),
        ];
        let others = [
            Column::U8(vec![]),
            Column::U16(vec![0, 0, 0, 1]),
            Column::I64(vec![1, 0, 0]),
            Column::Bool(vec![true, false]),
            Column::F64(vec![0.0, -0.0]),
            Column::F64(vec![]),
            texts(&["", "a"]),
            texts(&[]),
        ];
        assert!(constant.iter().all(Column::is_constant));
        assert!(!others.iter().any(Column::is_constant));
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        let mut column = Column::with_capacity(ColumnType::U16, 4);
        assert!(!column.push(Value::U8(1)));
        assert!(column.is_empty());
    }
}
