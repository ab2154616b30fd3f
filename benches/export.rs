//! How fast tables are written: `cargo bench --bench export`.
//!
//! Prints the best of several passes over a million rows shaped like the
//! per-game table, for each kind of file.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use tables::{
    ColumnType, Format, Part, PartStore, Schema, Table, Value, create_writer, read_parquet,
};

const ROWS: u64 = 1_000_000;
const BATCH_ROWS: u64 = 10_000;
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let schema = game_like_schema()?;
    let batches = (0..ROWS / BATCH_ROWS)
        .map(|batch| game_like_rows(&schema, batch * BATCH_ROWS))
        .collect::<Result<Vec<_>, _>>()?;
    for format in Format::ALL {
        let path = dir.path().join(format!("games.{format}"));
        report(format.name(), || {
            let mut writer = create_writer(&path, format, &schema)?;
            for batch in &batches {
                writer.write(batch)?;
            }
            Ok(writer.finish()?.bytes)
        })?;
    }
    report("parquet read", || {
        let path = dir.path().join("games.parquet");
        assert_eq!(read_parquet(&path)?.len() as u64, ROWS);
        Ok(path.metadata()?.len())
    })?;
    let parts = dir.path().join("parts");
    report("parts", || write_parts(&parts, &schema, &batches))
}

fn report(
    name: &str,
    mut pass: impl FnMut() -> Result<u64, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut best = Duration::MAX;
    let mut bytes = 0;
    for _ in 0..PASSES {
        let start = Instant::now();
        bytes = pass()?;
        best = best.min(start.elapsed());
    }
    let seconds = best.as_secs_f64();
    println!(
        "{name:>12}: {seconds:.3} s, {:.1} million rows/s, {:.1} MB on disk, {:.0} MB/s",
        ROWS as f64 / seconds / 1e6,
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds
    );
    Ok(())
}

fn write_parts(
    directory: &Path,
    schema: &Schema,
    batches: &[Table],
) -> Result<u64, Box<dyn Error>> {
    let layout = vec![("games".to_string(), schema.clone())];
    let store = PartStore::open(directory, "bench", layout)?;
    for (number, batch) in batches.iter().enumerate() {
        store.write(&Part {
            number: number as u64,
            tables: vec![batch.clone()],
            state: Vec::new(),
        })?;
    }
    let mut bytes = 0;
    for entry in directory.read_dir()? {
        bytes += entry?.metadata()?.len();
    }
    store.remove()?;
    Ok(bytes)
}

fn game_like_schema() -> Result<Schema, Box<dyn Error>> {
    Ok(Schema::new([
        ("game", ColumnType::U64),
        ("seed", ColumnType::U64),
        ("players", ColumnType::U8),
        ("won", ColumnType::Bool),
        ("rounds_survived", ColumnType::U8),
        ("base_hp", ColumnType::U16),
        ("base_damage", ColumnType::U16),
        ("decisions", ColumnType::U32),
    ])?)
}

fn game_like_rows(schema: &Schema, first: u64) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(schema.clone());
    for game in first..first + BATCH_ROWS {
        let mixed = game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let damage = (mixed % 41) as u16;
        table.push_row(&[
            Value::U64(game),
            Value::U64(2024),
            Value::U8(4),
            Value::Bool(damage < 25),
            Value::U8((mixed >> 8) as u8 % 10),
            Value::U16(40 - damage),
            Value::U16(damage),
            Value::U32((mixed >> 16) as u32 % 900),
        ])?;
    }
    Ok(table)
}
