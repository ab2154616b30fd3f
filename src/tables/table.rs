//! Rows of typed columns, each column with its explanation.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use polars::prelude::{AnyValue, Column, DataFrame, DataType, PolarsError, Series};
use serde_json::json;

use super::error::{ExportError, Problem};

/// Pieces that a frame may consist of before they are joined. Chunks of a run may be single games,
/// and a piece takes much more memory than a row.
const MOST_PIECES: usize = 64;

/// What messages name of a table that is not in a file.
const IN_MEMORY: &str = "a table";

/// A frame, with an explanation of each of its columns.
#[derive(Debug, Clone)]
pub struct Table {
    frame: DataFrame,
    about: Arc<[Cow<'static, str>]>,
}

/// What is known of a column besides its values.
pub struct ColumnInfo<'a> {
    /// Its name.
    pub name: &'a str,
    /// The name of its type.
    pub kind: String,
    /// Its explanation; empty in tables that were read from a file.
    pub about: &'a str,
}

/// Compares values only. A missing number equals a missing number.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.frame.schema() == other.frame.schema() && self.frame.equals_missing(&other.frame)
    }
}

impl Table {
    /// A table of columns with their explanations.
    pub fn new(
        columns: impl IntoIterator<Item = (Series, Cow<'static, str>)>,
    ) -> Result<Self, ExportError> {
        let (columns, about): (Vec<Column>, Vec<_>) = columns
            .into_iter()
            .map(|(series, about)| (series.into(), about))
            .unzip();
        let frame = DataFrame::new(columns).map_err(unsound)?;
        let about = about.into();
        Ok(Table { frame, about })
    }

    /// A table without explanations.
    pub(super) fn of_frame(frame: DataFrame) -> Self {
        let about = vec![Cow::Borrowed(""); frame.width()].into();
        Table { frame, about }
    }

    /// The same columns without rows.
    pub fn empty(&self) -> Self {
        Table {
            frame: self.frame.clear(),
            about: Arc::clone(&self.about),
        }
    }

    /// The values.
    pub fn frame(&self) -> &DataFrame {
        &self.frame
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.frame.height()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of the columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = ColumnInfo<'_>> {
        let columns = self.frame.get_columns().iter().zip(self.about.iter());
        columns.map(|(column, about)| ColumnInfo {
            name: column.name(),
            kind: kind_name(column.dtype()),
            about,
        })
    }

    /// The value in the given row and column.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn value(&self, row: usize, column: usize) -> AnyValue<'_> {
        let value = self.frame.get_columns()[column].get(row);
        value.expect("a row of the table")
    }

    /// The rows as JSON; an empty text is null there.
    pub fn json(&self) -> Vec<Vec<serde_json::Value>> {
        let columns = self.frame.get_columns().len();
        let row = |row| (0..columns).map(move |place| json_value(&self.value(row, place)));
        (0..self.len()).map(|index| row(index).collect()).collect()
    }

    /// Adds all rows of a table with the same columns.
    pub fn append(&mut self, other: &Table) -> Result<(), ExportError> {
        self.require(other, Path::new(IN_MEMORY))?;
        let frame = self.frame.vstack_mut(&other.frame);
        let frame = frame.map_err(unsound)?;
        if frame.max_n_chunks() > MOST_PIECES {
            frame.rechunk_mut();
        }
        Ok(())
    }

    /// Takes the first rows out.
    pub(super) fn take_front(&mut self, rows: usize) -> DataFrame {
        let front = self.frame.slice(0, rows);
        self.frame = self.frame.slice(rows as i64, self.len() - rows);
        front
    }

    /// Fails unless `found` has the very same columns as this table, which is kept at a path.
    pub fn require(&self, found: &Table, path: &Path) -> Result<(), ExportError> {
        if self.frame.schema() == found.frame.schema() {
            return Ok(());
        }
        let (expected, found) = (self.schema_text(), found.schema_text());
        Err(Problem::OtherColumns { expected, found }.of(path))
    }

    fn schema_text(&self) -> String {
        let columns = self.columns();
        let columns: Vec<String> = columns
            .map(|column| format!("{}:{}", column.name, column.kind))
            .collect();
        columns.join(", ")
    }
}

/// Columns that do not make up a table.
fn unsound(error: PolarsError) -> ExportError {
    Problem::Unsound(error.to_string()).of(IN_MEMORY)
}

fn kind_name(kind: &DataType) -> String {
    match kind {
        DataType::String => "text".into(),
        kind => kind.to_string(),
    }
}

fn json_value(value: &AnyValue<'_>) -> serde_json::Value {
    match value {
        AnyValue::UInt8(value) => json!(value),
        AnyValue::UInt16(value) => json!(value),
        AnyValue::UInt32(value) => json!(value),
        AnyValue::UInt64(value) => json!(value),
        AnyValue::Int32(value) => json!(value),
        AnyValue::Int64(value) => json!(value),
        AnyValue::Float64(value) => json!(value),
        AnyValue::Boolean(value) => json!(value),
        value => match value.get_str() {
            Some(text) if !text.is_empty() => json!(text),
            _ => serde_json::Value::Null,
        },
    }
}

#[cfg(test)]
pub(super) mod samples {
    //! Tables for the tests of this module's neighbours.

    use super::*;
    use crate::{columns, declared_table};
    use std::ops::Range;

    const TEXTS: [&str; 7] = [
        "Plain",
        "",
        "a,b",
        "say \"no\"",
        "two\nlines",
        " édge ",
        "cr\r",
    ];
    const FLOATS: [f64; 9] = [
        0.1,
        -0.0,
        0.0,
        f64::NAN,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];

    fn mixed(index: u64) -> u64 {
        index.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn share(index: u64) -> f64 {
        match index % 2 {
            0 => FLOATS[(mixed(index) >> 40) as usize % FLOATS.len()],
            _ => mixed(index) as f64 / 1e7,
        }
    }

    /// Rows with extreme, missing and awkward values among ordinary ones, in columns of every type.
    pub fn awkward_rows(rows: Range<u64>) -> Table {
        let columns = columns![u64;
            ("tiny", U8, "", index => mixed(*index) as u8),
            ("small", U16, "", index => mixed(*index) as u16),
            ("middle", U32, "", index => mixed(*index) as u32),
            ("large", U64, "", index => if index % 5 == 0 { u64::MAX } else { mixed(*index) }),
            ("growing", U64, "", index => 1000 + 3 * *index),
            ("signed", I32, "", index => mixed(*index) as i32),
            ("wide", I64, "", index => if index % 7 == 0 { i64::MIN } else { mixed(*index) as i64 }),
            ("share", F64, "", index => share(*index)),
            ("won", Bool, "", index => mixed(*index) & 64 == 0),
            ("name", Text, "", index => TEXTS[(mixed(*index) >> 20) as usize % TEXTS.len()]),
        ];
        declared_table(&columns, rows).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{columns, declared_table};

    #[test]
    fn appending_in_pieces_equals_appending_at_once() {
        let whole = samples::awkward_rows(0..500);
        let mut pieces = whole.empty();
        for row in 0..500 {
            pieces.append(&samples::awkward_rows(row..row + 1)).unwrap();
            assert!(pieces.frame.max_n_chunks() <= MOST_PIECES);
        }
        assert_eq!(pieces, whole);
        assert_ne!(pieces, samples::awkward_rows(1..501));
    }

    #[test]
    fn other_columns_are_refused_and_both_are_shown() {
        let wide = columns![u8; ("x", U16, "", x => u16::from(*x))];
        let wide = declared_table(&wide, [1]).unwrap();
        let narrow = columns![u8; ("x", U8, "", x => *x)];
        let mut narrow = declared_table(&narrow, [1]).unwrap();
        let error = narrow.append(&wide).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a table: expected columns x:u8, found x:u16"
        );
        assert_eq!(narrow.len(), 1);
    }

    #[test]
    fn rows_as_json_have_null_for_what_is_missing() {
        let columns = columns![(f64, &str);
            ("share", F64, "", row => row.0),
            ("name", Text, "", row => row.1),
        ];
        let table = declared_table(&columns, [(0.5, "a"), (f64::NAN, "")]).unwrap();
        let expected = r#"[[0.5,"a"],[null,null]]"#;
        assert_eq!(json!(table.json()).to_string(), expected);
    }
}
