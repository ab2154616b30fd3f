//! The values of one column.

use std::ops::Range;

use serde::{Deserialize, Serialize, Serializer};

use super::schema::{ColumnType, Value};
use super::texts::TextValues;
use super::whole::{Whole, WholeNumbers, signed};

/// The values of one column, all of one type, in as few bytes as they need.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "(ColumnType, Values)")]
pub struct Column {
    kind: ColumnType,
    values: Values,
}

/// How values are stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Values {
    /// Whole numbers and truth values.
    Whole(WholeNumbers),
    /// Floating-point numbers; not-a-number is missing.
    Floats(Vec<f64>),
    /// Texts.
    Texts(TextValues),
}

impl TryFrom<(ColumnType, Values)> for Column {
    type Error = &'static str;

    fn try_from((kind, values): (ColumnType, Values)) -> Result<Self, Self::Error> {
        let is_sound = match (kind, &values) {
            (ColumnType::F64, Values::Floats(_)) | (ColumnType::Text, Values::Texts(_)) => true,
            (ColumnType::F64 | ColumnType::Text, _) => false,
            (_, Values::Whole(numbers)) => numbers
                .range()
                .is_none_or(|(_, most)| most <= largest(kind)),
            _ => false,
        };
        is_sound
            .then_some(Column { kind, values })
            .ok_or("values of another type")
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.kind, &self.values).serialize(serializer)
    }
}

/// The largest number that values of a type are stored as.
fn largest(kind: ColumnType) -> u64 {
    match kind {
        ColumnType::Bool => 1,
        ColumnType::U8 => u8::MAX.into(),
        ColumnType::U16 => u16::MAX.into(),
        ColumnType::U32 | ColumnType::I32 => u32::MAX.into(),
        _ => u64::MAX,
    }
}

/// A type of numbers that columns hold, or of truth values.
pub trait Native: Copy + Default {
    /// The type of their columns.
    const KIND: ColumnType;

    /// Adds values to a column of their type.
    #[doc(hidden)]
    fn add_to(values: &[Self], column: &mut Column);
}

macro_rules! native_whole_numbers {
    ($($native:ty => $kind:ident),*) => {$(
        impl Native for $native {
            const KIND: ColumnType = ColumnType::$kind;

            #[inline]
            fn add_to(values: &[Self], column: &mut Column) {
                if let Values::Whole(numbers) = &mut column.values {
                    numbers.extend(values);
                }
            }
        }
    )*};
}

native_whole_numbers!(
    bool => Bool, u8 => U8, u16 => U16, u32 => U32, u64 => U64, i32 => I32, i64 => I64
);

impl Native for f64 {
    const KIND: ColumnType = ColumnType::F64;

    fn add_to(values: &[Self], column: &mut Column) {
        if let Values::Floats(numbers) = &mut column.values {
            numbers.extend(values.iter().map(|value| canonical(*value)));
        }
    }
}

impl<T: Native> From<&[T]> for Column {
    fn from(values: &[T]) -> Self {
        let mut column = Column::new(T::KIND);
        T::add_to(values, &mut column);
        column
    }
}

impl<'a> FromIterator<&'a str> for Column {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        Column {
            kind: ColumnType::Text,
            values: Values::Texts(texts.into_iter().collect()),
        }
    }
}

impl Column {
    /// An empty column of the given type.
    pub fn new(kind: ColumnType) -> Self {
        let values = match kind {
            ColumnType::F64 => Values::Floats(Vec::new()),
            ColumnType::Text => Values::Texts(TextValues::default()),
            _ => Values::Whole(WholeNumbers::default()),
        };
        Column { kind, values }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Whole(numbers) => numbers.len(),
            Values::Floats(numbers) => numbers.len(),
            Values::Texts(texts) => texts.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all values are known to be the same, without looking at them one by one.
    pub(super) fn is_repeated(&self) -> bool {
        match &self.values {
            Values::Whole(numbers) => numbers.repeated().is_some(),
            Values::Floats(_) => false,
            Values::Texts(texts) => texts.words().len() == 1,
        }
    }

    /// The type of the values.
    pub fn kind(&self) -> ColumnType {
        self.kind
    }

    /// The values as they are stored.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The value in row `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Self::len`].
    pub fn value(&self, index: usize) -> Value<'_> {
        match &self.values {
            Values::Whole(numbers) => whole_value(self.kind, numbers.get(index)),
            Values::Floats(numbers) => Value::F64(numbers[index]),
            Values::Texts(texts) => Value::Text(texts.get(index)),
        }
    }

    /// Adds a value; says whether it had the column's type.
    pub(super) fn push(&mut self, value: Value<'_>) -> bool {
        if value.kind() != self.kind {
            return false;
        }
        match (&mut self.values, value) {
            (Values::Floats(values), Value::F64(value)) => values.push(canonical(value)),
            (Values::Texts(values), Value::Text(value)) => values.push(value),
            (Values::Whole(values), value) => match stored(value) {
                Some(number) => values.push(number),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Adds values.
    ///
    /// # Panics
    /// If they are of another type than the column.
    #[inline]
    pub fn extend<T: Native>(&mut self, values: &[T]) {
        assert_eq!(T::KIND, self.kind, "values of another type");
        T::add_to(values, self);
    }

    /// Adds a text.
    ///
    /// # Panics
    /// If the column is not one of texts.
    pub fn push_text(&mut self, text: &str) {
        assert!(self.push(Value::Text(text)), "a text among {}", self.kind);
    }

    /// Adds rows of another column; says whether the types agree.
    pub(super) fn extend_from(&mut self, other: &Self, rows: Range<usize>) -> bool {
        if self.kind != other.kind {
            return false;
        }
        match (&mut self.values, &other.values) {
            (Values::Whole(to), Values::Whole(from)) => to.extend_from(from, rows),
            (Values::Floats(to), Values::Floats(from)) => to.extend_from_slice(&from[rows]),
            (Values::Texts(to), Values::Texts(from)) => to.extend_from(from, rows),
            _ => return false,
        }
        true
    }

    /// Removes all values and keeps the memory for new ones.
    pub(super) fn clear(&mut self) {
        match &mut self.values {
            Values::Whole(numbers) => numbers.clear(),
            Values::Floats(numbers) => numbers.clear(),
            Values::Texts(texts) => texts.clear(),
        }
    }
}

/// How a whole number or a truth value is stored.
fn stored(value: Value<'_>) -> Option<u64> {
    Some(match value {
        Value::U8(value) => value.stored(),
        Value::U16(value) => value.stored(),
        Value::U32(value) => value.stored(),
        Value::U64(value) => value.stored(),
        Value::I32(value) => value.stored(),
        Value::I64(value) => value.stored(),
        Value::Bool(value) => value.stored(),
        Value::F64(_) | Value::Text(_) => return None,
    })
}

/// The value of a type that is stored as a number.
fn whole_value(kind: ColumnType, number: u64) -> Value<'static> {
    match kind {
        ColumnType::U8 => Value::U8(number as u8),
        ColumnType::U16 => Value::U16(number as u16),
        ColumnType::U32 => Value::U32(number as u32),
        ColumnType::I32 => Value::I32(signed(number) as i32),
        ColumnType::I64 => Value::I64(signed(number)),
        ColumnType::Bool => Value::Bool(number != 0),
        _ => Value::U64(number),
    }
}

/// One not-a-number for all, so that equal tables have equal bytes.
pub(super) fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::NAN } else { value }
}

/// Compares numbers by their bits: a missing number equals a missing number.
impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a == b,
            (Self::Texts(a), Self::Texts(b)) => a == b,
            (Self::Floats(a), Self::Floats(b)) => a
                .iter()
                .map(|value| value.to_bits())
                .eq(b.iter().map(|value| value.to_bits())),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_numbers_are_equal_and_signed_zeros_are_not() {
        let column = |values: &[f64]| Column::from(values);
        let odd_nan = f64::from_bits(f64::NAN.to_bits() | 1);
        assert_eq!(column(&[f64::NAN]), column(&[-odd_nan]));
        assert_ne!(column(&[0.0]), column(&[-0.0]));
    }

    #[test]
    fn columns_of_one_value_are_told_from_others() {
        let texts = |texts: &[&str]| texts.iter().copied().collect::<Column>();
        let repeated = [
            Column::from(&[7_u8][..]),
            Column::from(&[0_u16; 5][..]),
            Column::from(&[-1_i64; 3][..]),
            Column::from(&[true, true][..]),
            texts(&["", ""]),
            texts(&["a,b", "a,b"]),
        ];
        let others = [
            Column::from(&[0_u16, 0, 0, 1][..]),
            Column::from(&[1_i64, 0, 0][..]),
            Column::from(&[true, false][..]),
            Column::from(&[0.0, -0.0][..]),
            texts(&["", "a"]),
            Column::new(ColumnType::U8),
            Column::new(ColumnType::F64),
            Column::new(ColumnType::Text),
        ];
        assert!(repeated.iter().all(Column::is_repeated));
        assert!(!others.iter().any(Column::is_repeated));
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        let mut column = Column::new(ColumnType::U16);
        assert!(!column.push(Value::U8(1)));
        assert!(!column.extend_from(&Column::from(&[1_u8][..]), 0..1));
        assert!(column.is_empty());
    }

    #[test]
    fn contents_that_do_not_fit_the_type_are_refused() {
        let numbers = |numbers: &[u64]| Values::Whole(WholeNumbers::of(numbers));
        assert!(Column::try_from((ColumnType::U8, numbers(&[0, 255]))).is_ok());
        assert!(Column::try_from((ColumnType::U8, numbers(&[0, 256]))).is_err());
        assert!(Column::try_from((ColumnType::Bool, numbers(&[2, 2]))).is_err());
        assert!(Column::try_from((ColumnType::Text, numbers(&[1]))).is_err());
        assert!(Column::try_from((ColumnType::U8, Values::Floats(vec![]))).is_err());
    }
}
