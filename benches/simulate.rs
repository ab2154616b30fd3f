//! What writing and watching cost: `cargo bench --bench simulate`.
//!
//! Ratios of processor time, so that they say the same on quick and slow machines and suffer
//! little from neighbours. Each figure is the least of several passes taken in turn.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::observe::tally::Tally;
use players::registry;
use runs::lifecycle::{Manifest, OutputDirectory};
use runs::sim::game::Tabletop;
use runs::sim::record::RunRecord;
use runs::sim::{Plan, Rows, Watch, run};
use tables::Format;

const GAMES: u64 = 200_000;
const PASSES: usize = 5;

struct Nobody(AtomicBool);

impl Watch for Nobody {
    fn progress(&self, _games: u64, _wins: f64) {}
    fn interrupt(&self) -> &AtomicBool {
        &self.0
    }
}

fn plan(policy: &str, rows: Rows) -> Result<Plan, Box<dyn Error>> {
    let plan = Plan::built_in(policy, 1, GAMES)?;
    Ok(Plan { rows, ..plan })
}

/// Processor time of this process so far, in seconds; in steps of a hundredth.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The name in parentheses may hold blanks; user and system time are the 12th and 13th after it.
    let after_name = stat.rsplit(')').next().ok_or("no name")?;
    let ticks: Result<Vec<f64>, _> = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(str::parse::<f64>)
        .collect();
    Ok(ticks?.iter().sum::<f64>() / 100.0)
}

/// Processor seconds of an action.
fn timed(action: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let before = processor_seconds()?;
    action()?;
    Ok(processor_seconds()? - before)
}

fn run_once(directory: &Path, plan: &Plan, formats: &[Format]) -> Result<(), Box<dyn Error>> {
    let about = RunRecord::new(plan.configuration(), None).json();
    let manifest = Manifest::new(
        vec!["simulate".into()],
        plan.configuration().fingerprint(),
        about,
        1,
    );
    let output = OutputDirectory::begin(directory, manifest, true, Duration::from_secs(5))?;
    run(plan, output, formats, &Nobody(AtomicBool::new(false)))?;
    Ok(())
}

fn writing(policy: &str) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let (without, with) = (plan(policy, Rows::None)?, plan(policy, Rows::All)?);
    let mut best = [f64::INFINITY; 3];
    for _ in 0..PASSES {
        let cases: [(&Plan, &[Format]); 3] = [
            (&without, &[Format::Parquet]),
            (&with, &[Format::Parquet]),
            (&with, &[Format::Csv]),
        ];
        for (best, (plan, formats)) in best.iter_mut().zip(cases) {
            let seconds = timed(|| run_once(dir.path(), plan, formats))?;
            *best = best.min(seconds);
        }
    }
    let [none, parquet, csv] = best;
    println!(
        "{policy}: {GAMES} games take {none:.2} s without rows; rows cost {:+.1}% as Parquet, {:+.1}% as CSV",
        100.0 * (parquet / none - 1.0),
        100.0 * (csv / none - 1.0)
    );
    Ok(())
}

fn watching(policy: &str) -> Result<(), Box<dyn Error>> {
    let plan = plan(policy, Rows::None)?;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..PASSES {
        let bare = timed(|| {
            let mut table = Tabletop::new(&plan);
            for game in 0..GAMES {
                std::hint::black_box(table.play_unwatched(game).base);
            }
            Ok(())
        })?;
        let watched = timed(|| {
            let mut tally = Tally::new(&plan.cards);
            let mut table = Tabletop::new(&plan);
            for game in 0..GAMES {
                std::hint::black_box(table.play(game, &mut tally));
            }
            Ok(())
        })?;
        best = [best[0].min(bare), best[1].min(watched)];
    }
    println!(
        "{policy}: the tally costs {:+.1}%",
        100.0 * (best[1] / best[0] - 1.0)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    // What people run. Its games cost several times those below, so rows weigh less.
    writing(registry::DEFAULT)?;
    // The cheapest games there are, on which everything around a game weighs most.
    for policy in ["random", "pass"] {
        watching(policy)?;
        writing(policy)?;
    }
    Ok(())
}
