//! Tests of the part store: interruption, damage, order and refusal.

use super::super::table::samples;
use super::*;
use crate::{columns, declared_table};
use tempfile::{TempDir, tempdir};

fn rounds(games: std::ops::Range<u64>) -> Table {
    let columns = columns![(u64, u8);
        ("game", U64, "", row => row.0),
        ("round", U8, "", row => row.1),
    ];
    let rows = games.flat_map(|game| (0..(game % 3) as u8).map(move |round| (game, round)));
    declared_table(&columns, rows).unwrap()
}

fn layout() -> Vec<Table> {
    vec![samples::awkward_rows(0..0), rounds(0..0)]
}

/// Chunk `number` of a run of 100 games a chunk.
fn chunk(number: u64) -> Part {
    let games = number * 100..number * 100 + 100;
    Part {
        number,
        tables: vec![samples::awkward_rows(games.clone()), rounds(games)],
        state: number.to_string().into_bytes(),
    }
}

fn store(dir: &TempDir) -> PartStore {
    PartStore::open(&dir.path().join("parts"), "run-a", layout()).unwrap()
}

/// All rows of some chunks.
fn rows(store: &PartStore, chunks: u64) -> Vec<Table> {
    let mut all = layout();
    for number in 0..chunks {
        for (table, more) in all.iter_mut().zip(store.read(number).unwrap().tables) {
            table.append(&more).unwrap();
        }
    }
    all
}

#[test]
fn parts_come_back_as_written() {
    let dir = tempdir().unwrap();
    let store = store(&dir);
    store.write(&chunk(3)).unwrap();
    assert_eq!(store.read(3).unwrap(), chunk(3));
    let error = store.read(4).unwrap_err();
    assert!(
        matches!(error, ExportError::MissingPart { number: 4, .. }),
        "{error}"
    );
}

#[test]
fn a_torn_part_is_discarded_and_done_again() {
    let unbroken = tempdir().unwrap();
    let broken = tempdir().unwrap();
    for number in 0..4 {
        store(&unbroken).write(&chunk(number)).unwrap();
        store(&broken).write(&chunk(number)).unwrap();
    }
    let parts = broken.path().join("parts");
    let torn = parts.join("part-000001.bin");
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let altered = parts.join("part-000002.bin");
    let mut bytes = fs::read(&altered).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&altered, bytes).unwrap();
    let unfinished = parts.join("part-000004.bin.xenosim-unfinished");
    fs::write(&unfinished, "begun").unwrap();

    let resumed = store(&broken);
    assert!(matches!(resumed.read(1), Err(ExportError::Damaged { .. })));
    assert_eq!(resumed.recover().unwrap(), BTreeSet::from([0, 3]));
    for removed in [torn, altered, unfinished] {
        assert!(!removed.exists());
    }
    for number in 1..3 {
        resumed.write(&chunk(number)).unwrap();
    }
    assert_eq!(rows(&resumed, 4), rows(&store(&unbroken), 4));
}

#[test]
fn parts_of_another_run_are_refused_and_spared() {
    let dir = tempdir().unwrap();
    store(&dir).write(&chunk(0)).unwrap();
    let other = PartStore::open(&dir.path().join("parts"), "run-b", layout()).unwrap();
    for result in [other.read(0).map(|_| ()), other.recover().map(|_| ())] {
        let error = result.unwrap_err();
        assert!(matches!(error, ExportError::ForeignPart { .. }), "{error}");
    }
    assert_eq!(store(&dir).read(0).unwrap(), chunk(0));
}

#[test]
fn a_renamed_part_is_not_counted_twice() {
    let dir = tempdir().unwrap();
    store(&dir).write(&chunk(0)).unwrap();
    let parts = dir.path().join("parts");
    fs::copy(parts.join("part-000000.bin"), parts.join("part-000001.bin")).unwrap();
    assert_eq!(store(&dir).recover().unwrap(), BTreeSet::from([0]));
    assert!(!parts.join("part-000001.bin").exists());
}

#[test]
fn tables_of_another_layout_are_refused() {
    let dir = tempdir().unwrap();
    let store = store(&dir);
    let mut short = chunk(0);
    short.tables.pop();
    assert!(store.write(&short).is_err());
    let mut swapped = chunk(0);
    swapped.tables.reverse();
    assert!(store.write(&swapped).is_err());
    assert!(store.recover().unwrap().is_empty());
}

#[test]
fn removing_spares_what_is_not_ours() {
    let dir = tempdir().unwrap();
    let parts = dir.path().join("parts");
    store(&dir).write(&chunk(0)).unwrap();
    fs::write(parts.join("notes.txt"), "mine").unwrap();
    store(&dir).remove().unwrap();
    assert!(parts.join("notes.txt").exists());
    assert!(!parts.join("part-000000.bin").exists());
    fs::remove_file(parts.join("notes.txt")).unwrap();
    store(&dir).remove().unwrap();
    assert!(!parts.exists());
}
