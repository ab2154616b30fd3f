//! Tables as data for the script that shows them.

use answers::Table;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Tables with more rows than this are shown with six digits; their files have all digits.
const LONG: usize = 500;

/// A table without the columns that are the same in every row, which are shown once. Columns of
/// words hold indices into a list of their words.
pub(super) fn json(table: &Table) -> Value {
    let first = |column: usize| cell(&table.rows[0], column);
    let is_shared = |column: &usize| {
        let is_first = |row: &Vec<Value>| cell(row, *column) == first(*column);
        table.rows.len() > 2 && table.rows.iter().all(is_first)
    };
    let (shared, varying): (Vec<usize>, Vec<usize>) = (0..table.columns.len()).partition(is_shared);
    let shared = shared
        .into_iter()
        .filter(|column| !first(*column).is_null());
    let shared: Vec<Value> = shared
        .map(|column| json!([table.columns[column].name, first(column)]))
        .collect();
    let names: Vec<&str> = varying
        .iter()
        .map(|at| table.columns[*at].name.as_str())
        .collect();
    let values: Vec<Value> = varying.iter().map(|at| column(table, *at)).collect();
    let about = table
        .columns
        .iter()
        .map(|field| (field.name.as_str(), field.about.as_str()));
    json!({
        "name": table.name,
        "columns": names,
        "about": about.collect::<BTreeMap<_, _>>(),
        "shared": shared,
        "values": values,
    })
}

/// A cell; nothing if the row is too short.
fn cell(row: &[Value], column: usize) -> &Value {
    row.get(column).unwrap_or(&Value::Null)
}

/// The values of a column: numbers as they are, or words and which of them each row has.
fn column(table: &Table, column: usize) -> Value {
    let cells = || table.rows.iter().map(|row| cell(row, column));
    if cells().all(|cell| cell.is_number() || cell.is_null()) {
        let is_long = table.rows.len() > LONG;
        let cells = cells().map(|cell| if is_long { rounded(cell) } else { cell.clone() });
        return cells.collect();
    }
    let mut words: Vec<String> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let which = cells().map(|cell| {
        let word = match cell {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        *places.entry(word.clone()).or_insert_with(|| {
            words.push(word);
            words.len() - 1
        })
    });
    let which: Vec<usize> = which.collect();
    json!({ "words": words, "which": which })
}

/// A number to six digits.
fn rounded(number: &Value) -> Value {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(value) => format!("{value:.5e}")
            .parse()
            .map_or(number.clone(), |value: f64| json!(value)),
        None => number.clone(),
    }
}
