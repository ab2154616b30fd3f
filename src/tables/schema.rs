//! Column names and types, and single values.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::{ExportError, nearest_word};

/// The type of all values in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColumnType {
    /// Unsigned, 8 bits.
    U8,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 64 bits.
    U64,
    /// Signed, 32 bits.
    I32,
    /// Signed, 64 bits.
    I64,
    /// Floating point, 64 bits; not-a-number stands for a missing value.
    F64,
    /// True or false.
    Bool,
    /// Text; repeated values are cheap in Parquet (dictionary encoding).
    Text,
}

impl ColumnType {
    /// The type's name, as used in error messages and part files.
    pub fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F64 => "f64",
            Self::Bool => "bool",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A named, typed column of a schema.
#[derive(Debug, Clone, Eq)]
pub struct Field {
    /// The column's name.
    pub name: String,
    /// The type of its values.
    pub kind: ColumnType,
    /// Its explanation. It is not part of the identity of a column: part files have none.
    pub about: Cow<'static, str>,
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.kind) == (&other.name, other.kind)
    }
}

impl<N: Into<String>> From<(N, ColumnType)> for Field {
    fn from((name, kind): (N, ColumnType)) -> Self {
        (name, kind, "").into()
    }
}

impl<N: Into<String>, A: Into<Cow<'static, str>>> From<(N, ColumnType, A)> for Field {
    fn from((name, kind, about): (N, ColumnType, A)) -> Self {
        Field {
            name: name.into(),
            kind,
            about: about.into(),
        }
    }
}

/// The columns of a table, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    /// Shared, because every piece of a long table has its schema.
    fields: Arc<[Field]>,
}

impl Schema {
    /// A schema of the given columns; names must differ.
    pub fn new<F: Into<Field>>(columns: impl IntoIterator<Item = F>) -> Result<Self, ExportError> {
        let mut fields: Vec<Field> = Vec::new();
        for column in columns {
            let column = column.into();
            if fields.iter().any(|field| field.name == column.name) {
                return Err(ExportError::DuplicateColumn {
                    column: column.name,
                });
            }
            fields.push(column);
        }
        if fields.is_empty() {
            return Err(ExportError::NoColumns);
        }
        Ok(Self {
            fields: fields.into(),
        })
    }

    /// The columns in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.fields.len()
    }

    /// The position of the column called `name`.
    pub fn position(&self, name: &str) -> Result<usize, ExportError> {
        self.fields
            .iter()
            .position(|field| field.name == name)
            .ok_or_else(|| ExportError::UnknownColumn {
                column: name.to_string(),
                nearest: nearest_word(name, self.fields.iter().map(|field| field.name.as_str())),
            })
    }

    /// Fails unless `found` has the very same columns; `context` opens the message.
    pub fn require(&self, found: &Schema, context: &str) -> Result<(), ExportError> {
        // Pieces of one table share their schema.
        if Arc::ptr_eq(&self.fields, &found.fields) || self == found {
            return Ok(());
        }
        Err(ExportError::SchemaMismatch {
            context: context.to_string(),
            expected: self.to_string(),
            found: found.to_string(),
        })
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, field) in self.fields.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}:{}", field.name, field.kind)?;
        }
        Ok(())
    }
}

/// One value of a row, borrowed where it is text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// An unsigned 8-bit value.
    U8(u8),
    /// An unsigned 16-bit value.
    U16(u16),
    /// An unsigned 32-bit value.
    U32(u32),
    /// An unsigned 64-bit value.
    U64(u64),
    /// A signed 32-bit value.
    I32(i32),
    /// A signed 64-bit value.
    I64(i64),
    /// A floating-point value; not-a-number is missing.
    F64(f64),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(&'a str),
}

impl Value<'_> {
    /// The type of the value.
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
}

macro_rules! value_from {
    ($($variant:ident($plain:ty)),*) => {
        $(impl From<$plain> for Value<'_> {
            fn from(value: $plain) -> Self {
                Self::$variant(value)
            }
        })*
    };
}

value_from!(
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I32(i32),
    I64(i64),
    F64(f64),
    Bool(bool)
);

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Self::Text(value)
    }
}

impl From<Option<f64>> for Value<'_> {
    fn from(value: Option<f64>) -> Self {
        Self::F64(value.unwrap_or(f64::NAN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_differ_and_exist() {
        let twice = Schema::new([("a", ColumnType::U8), ("a", ColumnType::Bool)]);
        assert!(matches!(twice, Err(ExportError::DuplicateColumn { column }) if column == "a"));
        let none = Schema::new(Vec::<(String, ColumnType)>::new());
        assert!(matches!(none, Err(ExportError::NoColumns)));
    }

    #[test]
    fn an_unknown_column_is_answered_with_the_nearest() {
        let schema = Schema::new([("base_hp", ColumnType::U8), ("seed", ColumnType::U64)]).unwrap();
        assert_eq!(schema.position("seed").unwrap(), 1);
        assert_eq!(
            schema.position("base_ph").unwrap_err().to_string(),
            "no column `base_ph`, did you mean `base_hp`?"
        );
    }

    #[test]
    fn a_mismatch_shows_both_sides() {
        let a = Schema::new([("x", ColumnType::U8)]).unwrap();
        let b = Schema::new([("x", ColumnType::U16)]).unwrap();
        assert!(a.require(&a, "games").is_ok());
        assert_eq!(
            a.require(&b, "games").unwrap_err().to_string(),
            "games: expected columns x:u8, found x:u16"
        );
    }
}
