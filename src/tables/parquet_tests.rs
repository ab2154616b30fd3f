//! Tests that what is written is what is read, in both formats.

use super::super::format::{Format, create_writer, write_table};
use super::super::table::samples;
use super::*;
use crate::{columns, declared_table};
use proptest::prelude::*;
use std::fs;
use tempfile::tempdir;

fn written(table: &Table, format: Format) -> Vec<u8> {
    let dir = tempdir().unwrap();
    let path = dir.path().join("t");
    write_table(&path, format, table).unwrap();
    fs::read(&path).unwrap()
}

fn read(table: &Table) -> Table {
    from_parquet(written(table, Format::Parquet)).unwrap()
}

#[test]
fn what_is_written_is_read() {
    for rows in (0..20).chain([1023, 1024, 5000]) {
        let table = samples::awkward_rows(0..rows);
        assert_eq!(read(&table), table);
    }
}

#[test]
fn every_table_is_compressed_and_has_statistics() {
    let bytes = written(&samples::awkward_rows(0..3), Format::Parquet);
    let metadata = read_metadata(&mut Cursor::new(&bytes)).unwrap();
    for column in metadata.row_groups[0].parquet_columns() {
        let statistics = column.statistics().unwrap().unwrap();
        assert!(statistics.null_count().is_some());
        let name = format!("{:?}", column.compression());
        assert_eq!(name, "Snappy");
    }
}

#[test]
fn bytes_do_not_depend_on_batching() {
    let rows = ROW_GROUP_ROWS as u64 * 2 + 1234;
    let whole = samples::awkward_rows(0..rows);
    let dir = tempdir().unwrap();
    for format in Format::ALL {
        let at_once = written(&whole, format);
        for step in [10_007, ROW_GROUP_ROWS as u64, ROW_GROUP_ROWS as u64 + 1] {
            let in_pieces = dir.path().join("t");
            let mut writer = create_writer(&in_pieces, format, &whole).unwrap();
            for start in (0..rows).step_by(step as usize) {
                let piece = samples::awkward_rows(start..rows.min(start + step));
                writer.write(&piece).unwrap();
            }
            assert_eq!(writer.finish().unwrap().rows, rows);
            assert!(fs::read(&in_pieces).unwrap() == at_once, "{format} {step}");
        }
    }
    assert!(read(&whole) == whole);
}

/// The rows of a CSV file as the `csv` package reads them.
fn csv_rows(table: &Table) -> Vec<Vec<String>> {
    let bytes = written(table, Format::Csv);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let rows = reader.records();
    rows.map(|row| row.unwrap().iter().map(String::from).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_floats_and_texts_round_trip(
        rows in prop::collection::vec((any::<u64>(), ".{0,12}", any::<i64>()), 0..40)
    ) {
        let columns = columns![(u64, String, i64);
            ("share", F64, "", row => f64::from_bits(row.0)),
            ("name", Text, "", row => row.1.as_str()),
            ("wide", I64, "", row => row.2),
        ];
        let table = declared_table(&columns, rows.clone()).unwrap();
        prop_assert_eq!(&read(&table), &table);
        let csv = csv_rows(&table);
        prop_assert_eq!(csv.len(), rows.len());
        for (cells, (bits, text, wide)) in csv.iter().zip(&rows) {
            let share = f64::from_bits(*bits);
            let read: f64 = cells[0].parse().unwrap_or(f64::NAN);
            prop_assert!(read == share || read.is_nan() && share.is_nan());
            prop_assert_eq!((&cells[1], cells[2].parse::<i64>()), (text, Ok(*wide)));
        }
    }
}
