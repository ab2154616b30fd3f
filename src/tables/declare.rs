//! Columns declared in one place: name, type, value and explanation together.

use super::error::ExportError;
use super::schema::{ColumnType, Schema, Value};
use super::table::Table;
use std::borrow::Cow;

/// A column of a table whose rows are made from values of type `R`.
pub struct Declared<R> {
    /// The column's name.
    pub name: Cow<'static, str>,
    /// What its fields are.
    pub kind: ColumnType,
    /// Its explanation.
    pub about: Cow<'static, str>,
    value: FieldOf<R>,
}

/// How to get a field from a row.
enum FieldOf<R> {
    Plain(for<'a> fn(&'a R) -> Value<'a>),
    Numbered(usize, for<'a> fn(usize, &'a R) -> Value<'a>),
}

impl<R> Declared<R> {
    fn value<'a>(&self, row: &'a R) -> Value<'a> {
        match self.value {
            FieldOf::Plain(value) => value(row),
            FieldOf::Numbered(number, value) => value(number, row),
        }
    }
}

/// Declares a column.
pub fn column<R>(
    name: &'static str,
    kind: ColumnType,
    about: &'static str,
    value: for<'a> fn(&'a R) -> Value<'a>,
) -> Declared<R> {
    Declared {
        name: name.into(),
        kind,
        about: about.into(),
        value: FieldOf::Plain(value),
    }
}

/// Declares columns, each by its name, type, explanation, and value from a row.
#[macro_export]
macro_rules! columns {
    ($of:ty; $(($name:literal, $kind:ident, $about:literal, $row:pat => $value:expr)),* $(,)?) => {
        vec![$($crate::column($name, $crate::ColumnType::$kind, $about, |$row: &$of| {
            $crate::Value::from($value)
        })),*]
    };
}

/// Declares one of several columns that differ only by a number.
pub fn numbered_column<R>(
    number: usize,
    name: impl Into<Cow<'static, str>>,
    kind: ColumnType,
    about: impl Into<Cow<'static, str>>,
    value: for<'a> fn(usize, &'a R) -> Value<'a>,
) -> Declared<R> {
    Declared {
        name: name.into(),
        kind,
        about: about.into(),
        value: FieldOf::Numbered(number, value),
    }
}

/// A table of declared columns with a row for each value.
pub fn declared_table<R>(
    columns: &[Declared<R>],
    rows: impl IntoIterator<Item = R>,
) -> Result<Table, ExportError> {
    let fields = columns
        .iter()
        .map(|column| (column.name.as_ref(), column.kind, column.about.clone()));
    let mut table = Table::new(Schema::new(fields)?);
    for row in rows {
        let values = columns.iter().map(|column| column.value(&row));
        table.push_row(&values.collect::<Vec<_>>())?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Animal {
        name: String,
        legs: u8,
    }

    fn columns() -> Vec<Declared<Animal>> {
        columns![Animal;
            ("name", Text, "What it is called.", animal => animal.name.as_str()),
            ("legs", U8, "How many it has.", animal => animal.legs),
        ]
    }

    #[test]
    fn a_row_has_the_declared_fields_in_order() {
        let rows = [("ant", 6), ("hen", 2)].map(|(name, legs)| Animal {
            name: name.into(),
            legs,
        });
        let table = declared_table(&columns(), rows).unwrap();
        assert_eq!(table.len(), 2);
        assert_eq!(table.value(1, 0), Value::Text("hen"));
        assert_eq!(table.value(0, 1), Value::U8(6));
        assert_eq!(table.schema().fields()[1].about, "How many it has.");
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        let wrong = columns![u8; ("n", U64, "A number.", n => *n)];
        assert!(declared_table(&wrong, [1u8]).is_err());
    }
}
