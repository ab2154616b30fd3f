//! Tests that what is written is what is read, in both formats.

use super::super::format::{Format, create_writer, write_table};
use super::super::parquet::ROW_GROUP_ROWS;
use super::super::table::samples;
use super::*;
use proptest::prelude::*;
use std::fs;
use tempfile::tempdir;

/// Writes and reads a table in both formats and compares all three.
fn assert_round_trip(table: &Table) {
    let dir = tempdir().unwrap();
    let csv = dir.path().join("t.csv");
    let parquet = dir.path().join("t.parquet");
    write_table(&csv, Format::Csv, table).unwrap();
    write_table(&parquet, Format::Parquet, table).unwrap();
    assert_eq!(&read_csv(&csv, table.schema()).unwrap(), table);
    assert_eq!(&read_parquet(&parquet).unwrap(), table);
}

#[test]
fn both_formats_read_back_equal() {
    assert_round_trip(&samples::awkward_rows(0..5000));
}

#[test]
fn small_tables_read_back_equal_whatever_their_length() {
    for rows in (1..20).chain([1022, 1023, 1024, 1025]) {
        assert_round_trip(&samples::awkward_rows(0..rows));
    }
}

#[test]
fn empty_tables_keep_their_columns() {
    assert_round_trip(&Table::new(samples::every_type()));
}

#[test]
fn a_lone_column_of_empty_cells_survives() {
    for kind in [ColumnType::F64, ColumnType::Text] {
        let mut table = Table::new(Schema::new([("only", kind)]).unwrap());
        let empty = match kind {
            ColumnType::F64 => Value::F64(f64::NAN),
            _ => Value::Text(""),
        };
        for _ in 0..3 {
            table.push_row(&[empty]).unwrap();
        }
        assert_round_trip(&table);
    }
}

#[test]
fn growing_numbers_read_back_equal() {
    let numbers = |steps: &[u64], start: u64, rows: usize| -> Vec<u64> {
        let steps = steps.iter().cycle().take(rows);
        let grow = |number: &mut u64, step: &u64| {
            let now = *number;
            *number = number.wrapping_add(*step);
            Some(now)
        };
        steps.scan(start, grow).collect()
    };
    for steps in [
        &[1][..],
        &[0, 0, 1],
        &[255, 0, 3],
        &[100],
        &[1, 1, 1, 1, 1, 256],
    ] {
        for start in [0, 1 << 40, i64::MAX as u64 - 1_000] {
            for rows in [1, 2, 3, 128, 129, 130, 161, 400] {
                let schema = Schema::new([("game", ColumnType::U64)]).unwrap();
                let column = Column::from(&numbers(steps, start, rows)[..]);
                assert_round_trip(&Table::from_columns(schema, vec![column]).unwrap());
            }
        }
    }
}

#[test]
fn parquet_bytes_do_not_depend_on_batching() {
    let rows = ROW_GROUP_ROWS as u64 * 2 + 1234;
    let whole = samples::awkward_rows(0..rows);
    let dir = tempdir().unwrap();
    let at_once = dir.path().join("a.parquet");
    write_table(&at_once, Format::Parquet, &whole).unwrap();
    for step in [10_007, ROW_GROUP_ROWS, ROW_GROUP_ROWS + 1] {
        let in_pieces = dir.path().join("b.parquet");
        let mut writer = create_writer(&in_pieces, Format::Parquet, whole.schema()).unwrap();
        for start in (0..whole.len()).step_by(step) {
            let mut piece = Table::new(whole.schema().clone());
            piece
                .append_rows(&whole, start..whole.len().min(start + step))
                .unwrap();
            writer.write(&piece).unwrap();
        }
        let written = writer.finish().unwrap();
        assert_eq!(written.rows, rows);
        assert!(fs::read(&at_once).unwrap() == fs::read(&in_pieces).unwrap());
    }
    assert!(read_parquet(&at_once).unwrap() == whole);
}

#[test]
fn a_file_of_several_row_groups_is_read_whole() {
    let rows = ROW_GROUP_ROWS as u64 + 500;
    let whole = samples::awkward_rows(0..rows);
    let dir = tempdir().unwrap();
    let path = dir.path().join("t.parquet");
    write_table(&path, Format::Parquet, &whole).unwrap();
    assert!(read_parquet(&path).unwrap() == whole);
}

#[test]
fn a_bad_cell_is_named() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("t.csv");
    let schema = Schema::new([("id", ColumnType::U8), ("won", ColumnType::Bool)]).unwrap();
    fs::write(&path, "id,won\n1,true\n256,true\n").unwrap();
    let error = read_csv(&path, &schema).unwrap_err().to_string();
    assert!(
        error.ends_with("row 2, column `id`: expected u8, found `256`"),
        "{error}"
    );
    fs::write(&path, "id,won\n1,true\n2\n").unwrap();
    let error = read_csv(&path, &schema).unwrap_err();
    assert!(matches!(error, ExportError::BadCsv { .. }), "{error}");
}

#[test]
fn other_columns_are_refused() {
    let dir = tempdir().unwrap();
    let other = Schema::new([("tiny", ColumnType::U8)]).unwrap();
    let path = dir.path().join("t.csv");
    write_table(&path, Format::Csv, &samples::awkward_rows(0..3)).unwrap();
    let error = read_csv(&path, &other).unwrap_err();
    assert!(
        matches!(error, ExportError::SchemaMismatch { .. }),
        "{error}"
    );
}

#[test]
fn files_that_are_not_there_or_not_parquet_are_named() {
    let dir = tempdir().unwrap();
    let missing = dir.path().join("none.parquet");
    let error = read_parquet(&missing).unwrap_err();
    assert!(matches!(error, ExportError::MissingFile { .. }), "{error}");
    let error = read_parquet(dir.path()).unwrap_err();
    assert!(matches!(error, ExportError::IsDirectory { .. }), "{error}");
    let error = read_csv(dir.path(), &samples::every_type()).unwrap_err();
    assert!(matches!(error, ExportError::IsDirectory { .. }), "{error}");

    let path = dir.path().join("t.parquet");
    write_table(&path, Format::Parquet, &samples::awkward_rows(0..100)).unwrap();
    let bytes = fs::read(&path).unwrap();
    for torn in [&b"no parquet at all"[..], &bytes[..bytes.len() / 2], b""] {
        fs::write(&path, torn).unwrap();
        let error = read_parquet(&path).unwrap_err();
        assert!(matches!(error, ExportError::Parquet { .. }), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_for_parquet() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("t.parquet");
    std::os::unix::fs::symlink("/dev/full", dir.path().join("t.parquet.tmp")).unwrap();
    let error = write_table(&path, Format::Parquet, &samples::awkward_rows(0..50_000)).unwrap_err();
    assert!(matches!(error, ExportError::DiskFull { .. }), "{error}");
    assert!(!path.exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_floats_and_texts_round_trip(
        rows in prop::collection::vec((any::<u64>(), ".{0,12}", any::<i64>()), 0..40)
    ) {
        let schema = Schema::new([
            ("share", ColumnType::F64),
            ("name", ColumnType::Text),
            ("wide", ColumnType::I64),
        ]).unwrap();
        let mut table = Table::new(schema);
        for (bits, text, wide) in &rows {
            let share = f64::from_bits(*bits);
            table.push_row(&[share.into(), text.as_str().into(), (*wide).into()]).unwrap();
        }
        assert_round_trip(&table);
    }
}
