//! A buffer of rows with typed columns.

use std::ops::Range;

use super::column::Column;
use super::error::ExportError;
use super::schema::{Schema, Value};

/// Rows of typed columns held in memory, column by column.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    schema: Schema,
    columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// An empty table.
    pub fn new(schema: Schema) -> Self {
        let fields = schema.fields().iter();
        let columns = fields.map(|field| Column::new(field.kind)).collect();
        Self {
            schema,
            columns,
            rows: 0,
        }
    }

    /// A table of ready columns, which must have the schema's types and one length.
    pub fn from_columns(schema: Schema, columns: Vec<Column>) -> Option<Self> {
        let rows = columns.first()?.len();
        let fits = columns.len() == schema.width()
            && columns
                .iter()
                .zip(schema.fields())
                .all(|(column, field)| column.kind() == field.kind && column.len() == rows);
        fits.then_some(Self {
            schema,
            columns,
            rows,
        })
    }

    /// The table's columns' names and types.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The columns in the schema's order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column called `name`.
    pub fn column(&self, name: &str) -> Result<&Column, ExportError> {
        Ok(&self.columns[self.schema.position(name)?])
    }

    /// The value in the given row and column.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn value(&self, row: usize, column: usize) -> Value<'_> {
        self.columns[column].value(row)
    }

    /// Adds a row. On an error the table is as it was.
    pub fn push_row(&mut self, row: &[Value<'_>]) -> Result<(), ExportError> {
        if row.len() != self.columns.len() {
            return Err(ExportError::RowLength {
                expected: self.columns.len(),
                found: row.len(),
            });
        }
        for (value, field) in row.iter().zip(self.schema.fields()) {
            if value.kind() != field.kind {
                return Err(ExportError::ValueType {
                    column: field.name.clone(),
                    expected: field.kind,
                    found: value.kind(),
                });
            }
        }
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.push(*value);
        }
        self.rows += 1;
        Ok(())
    }

    /// Adds all rows of a table of the same schema.
    pub fn append(&mut self, other: &Table) -> Result<(), ExportError> {
        self.append_rows(other, 0..other.len())
    }

    /// Adds some rows of a table of the same schema.
    ///
    /// # Panics
    /// If `rows` reaches beyond the other table.
    pub fn append_rows(&mut self, other: &Table, rows: Range<usize>) -> Result<(), ExportError> {
        self.schema.require(&other.schema, "appending to a table")?;
        for (to, from) in self.columns.iter_mut().zip(&other.columns) {
            to.extend_from(from, rows.clone());
        }
        self.rows += rows.len();
        Ok(())
    }

    /// Removes all rows and keeps the memory for new ones.
    pub fn clear(&mut self) {
        for column in &mut self.columns {
            column.clear();
        }
        self.rows = 0;
    }
}

#[cfg(test)]
pub(super) mod samples {
    //! Tables for the tests of this module's neighbours.

    use super::super::schema::ColumnType;
    use super::*;

    /// A schema with a column of every type.
    pub fn every_type() -> Schema {
        Schema::new([
            ("tiny", ColumnType::U8),
            ("small", ColumnType::U16),
            ("middle", ColumnType::U32),
            ("large", ColumnType::U64),
            ("signed", ColumnType::I32),
            ("wide", ColumnType::I64),
            ("share", ColumnType::F64),
            ("won", ColumnType::Bool),
            ("name", ColumnType::Text),
        ])
        .unwrap()
    }

    /// Rows with extreme, missing and awkward values among ordinary ones.
    pub fn awkward_rows(rows: Range<u64>) -> Table {
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
        let mut table = Table::new(every_type());
        for index in rows {
            let mixed = index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let share = match index % 2 {
                0 => FLOATS[(mixed >> 40) as usize % FLOATS.len()],
                _ => mixed as f64 / 1e7,
            };
            let text = TEXTS[(mixed >> 20) as usize % TEXTS.len()];
            let row = [
                Value::U8(mixed as u8),
                Value::U16(mixed as u16),
                Value::U32(mixed as u32),
                Value::U64(if index % 5 == 0 { u64::MAX } else { mixed }),
                Value::I32(mixed as i32),
                Value::I64(if index % 7 == 0 {
                    i64::MIN
                } else {
                    mixed as i64
                }),
                Value::F64(share),
                Value::Bool(mixed & 64 == 0),
                Value::Text(text),
            ];
            table.push_row(&row).unwrap();
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::ColumnType;
    use super::*;

    fn two_columns() -> Table {
        let schema = Schema::new([("id", ColumnType::U32), ("name", ColumnType::Text)]).unwrap();
        Table::new(schema)
    }

    #[test]
    fn rows_come_back_as_pushed() {
        let mut table = two_columns();
        table.push_row(&[7u32.into(), "seven".into()]).unwrap();
        table.push_row(&[8u32.into(), "eight".into()]).unwrap();
        assert_eq!(table.len(), 2);
        assert_eq!(table.value(1, 0), Value::U32(8));
        assert_eq!(table.column("name").unwrap().value(0), Value::Text("seven"));
    }

    #[test]
    fn a_bad_row_leaves_the_table_alone() {
        let mut table = two_columns();
        let before = table.clone();
        let short = table.push_row(&[1u32.into()]).unwrap_err();
        assert_eq!(short.to_string(), "a row of this table has 2 values, got 1");
        let wrong = table.push_row(&[1u32.into(), 2u32.into()]).unwrap_err();
        assert_eq!(wrong.to_string(), "column `name` holds text, got u32");
        assert_eq!(table, before);
    }

    #[test]
    fn appending_in_pieces_equals_appending_at_once() {
        let whole = samples::awkward_rows(0..100);
        let mut pieces = Table::new(whole.schema().clone());
        for start in (0..100).step_by(7) {
            pieces
                .append_rows(&whole, start..(start + 7).min(100))
                .unwrap();
        }
        assert_eq!(pieces, whole);
        pieces.clear();
        assert!(pieces.is_empty());
        pieces.append(&whole).unwrap();
        assert_eq!(pieces, whole);
    }

    #[test]
    fn appending_another_schema_is_refused() {
        let mut table = two_columns();
        let other = samples::awkward_rows(0..1);
        assert!(matches!(
            table.append(&other),
            Err(ExportError::SchemaMismatch { .. })
        ));
        assert!(table.is_empty());
    }
}
