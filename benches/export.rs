//! How fast tables are written: `cargo bench --bench export`.
//!
//! Prints the best of several passes over a million rows shaped like the
//! per-game table, for each kind of file.

use std::error::Error;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use tables::{
    Format, Part, PartStore, Table, columns, create_writer, declared_table, read_parquet,
};

const ROWS: u64 = 1_000_000;
const BATCH_ROWS: u64 = 10_000;
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let batches = (0..ROWS / BATCH_ROWS)
        .map(|batch| game_like_rows(batch * BATCH_ROWS..(batch + 1) * BATCH_ROWS))
        .collect::<Result<Vec<_>, _>>()?;
    for format in Format::ALL {
        let path = dir.path().join(format!("games.{format}"));
        report(format.name(), || {
            let mut writer = create_writer(&path, format, &batches[0])?;
            for batch in &batches {
                writer.write(batch)?;
            }
            Ok(writer.finish()?.file.bytes)
        })?;
    }
    report("parquet read", || {
        let path = dir.path().join("games.parquet");
        assert_eq!(read_parquet(&path)?.len() as u64, ROWS);
        Ok(path.metadata()?.len())
    })?;
    let parts = dir.path().join("parts");
    report("parts", || write_parts(&parts, &batches))
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

fn write_parts(directory: &Path, batches: &[Table]) -> Result<u64, Box<dyn Error>> {
    let store = PartStore::open(directory, "bench", vec![batches[0].empty()])?;
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

fn game_like_rows(games: Range<u64>) -> Result<Table, Box<dyn Error>> {
    let mixed = |game: &u64| game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let damage = move |game: &u64| (mixed(game) % 41) as u16;
    let columns = columns![u64;
        ("game", U64, "", game => *game),
        ("seed", U64, "", _ => 2024_u64),
        ("players", U8, "", _ => 4),
        ("won", Bool, "", game => damage(game) < 25),
        ("rounds_survived", U8, "", game => (mixed(game) >> 8) as u8 % 10),
        ("base_hp", U16, "", game => 40 - damage(game)),
        ("base_damage", U16, "", game => damage(game)),
        ("decisions", U32, "", game => (mixed(game) >> 16) as u32 % 900),
    ];
    Ok(declared_table(&columns, games)?)
}
