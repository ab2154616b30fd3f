//! `xenosim bench`: how fast the engine plays here, and compared with before.

use super::simulate::report::grouped;
use super::simulate::{all_cores, prepare, values};
use super::{CliError, Output};
use crate::bench::{BenchError, Figure, Machine, Options, PLAYERS, POLICIES, Unit, Workload, run};
use crate::export::{
    ColumnType, ExportError, Format, Schema, Table, write_atomically, write_table,
};
use crate::sim::SimError;
use crate::sim::manifest::{MANIFEST, command_line};
use crate::words::Word;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "Games are played as `simulate` plays and counts them. Everything is \
measured several times in turn; figures are the median of the repetitions with the smallest and \
the largest. A ratio is called better or worse only where the repetitions of the two measurements \
do not overlap at all.

Examples:
  Measure, about 15 seconds on a quiet machine:
    xenosim bench

  Before and after a change:
    xenosim bench --save before.json
    xenosim bench --against before.json

  Longer, with instructions counted by valgrind, into CSV and Parquet tables:
    xenosim bench --repetitions 15 --instructions --out reports/bench";

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Keep the measurement in a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compare with a measurement kept in a file
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Repetitions of every measurement
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    repetitions: u16,
    /// Milliseconds for one repetition of one workload
    #[arg(long, value_name = "MS", default_value_t = 150,
          value_parser = clap::value_parser!(u16).range(1..=60_000))]
    each: u16,
    /// The most threads to try [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Count instructions of each game and decision too (needs valgrind; takes minutes)
    #[arg(long)]
    instructions: bool,
    /// Directory for tables and a manifest
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write into a directory that is not empty
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Only play: policy, players, games; prints the decisions
    #[arg(long, hide = true, num_args = 3, value_names = ["POLICY", "PLAYERS", "GAMES"])]
    play_only: Vec<String>,
}

/// A measurement as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Measurement {
    program: String,
    command: String,
    machine: Machine,
    figures: Vec<Figure>,
}

impl From<BenchError> for CliError {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::Faults(faults) => faults.into(),
            BenchError::Sim(error) => error.into(),
        }
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        SimError::from(error).into()
    }
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if let [policy, players, games] = &self.play_only[..] {
            return play_only(policy, players, games, out);
        }
        // What cannot work is refused before anything is measured.
        let earlier = self.against.as_deref().map(read).transpose()?;
        if let Some(directory) = &self.out {
            prepare(directory, self.force)?;
        }
        let mut figures = run(&self.options(), show_progress)?;
        if self.instructions {
            figures.extend(count_instructions()?);
        }
        end_progress();
        let measurement = Measurement {
            program: "xenosim".into(),
            command: command_line(&self.arguments()),
            machine: Machine::here(),
            figures,
        };
        if let Some(path) = &self.save {
            let text = serde_json::to_string_pretty(&measurement).map_err(broken)? + "\n";
            write_atomically(path, text.as_bytes())?;
        }
        let table = table(&measurement.figures, earlier.as_ref())?;
        if let Some(directory) = &self.out {
            write_directory(directory, &measurement, &table)?;
        }
        match self.json {
            true => {
                let mut object = serde_json::to_value(&measurement).map_err(broken)?;
                object["figures"] = crate::compare::tables::table_json(&table);
                writeln!(out, "{object:#}")?;
            }
            false => write_report(out, &measurement, earlier.as_ref())?,
        }
        Ok(())
    }

    fn options(&self) -> Options {
        Options {
            repetitions: usize::from(self.repetitions),
            each: Duration::from_millis(self.each.into()),
            threads: self.threads.unwrap_or_else(all_cores),
        }
    }

    fn arguments(&self) -> Vec<String> {
        let options = self.options();
        let mut all = vec!["bench".to_string()];
        let mut add = |name: &str, value: String| all.extend([format!("--{name}"), value]);
        add("repetitions", self.repetitions.to_string());
        add("each", self.each.to_string());
        add("threads", options.threads.to_string());
        all.extend(self.instructions.then(|| "--instructions".to_string()));
        all
    }
}

fn broken(error: serde_json::Error) -> CliError {
    CliError::Failed(format!("the measurement cannot be written: {error}"))
}

fn read(path: &Path) -> Result<Measurement, CliError> {
    let wrong = |reason: String| CliError::Usage(format!("{}: {reason}", path.display()));
    let text =
        std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| {
        wrong(format!(
            "is no measurement kept by `xenosim bench --save`: {error}"
        ))
    })
}

/// Plays and does nothing else, for counting instructions.
fn play_only(policy: &str, players: &str, games: &str, out: &mut Output) -> Result<(), CliError> {
    let number = |text: &str| {
        let number = text.parse::<u64>();
        number.map_err(|_| CliError::Usage(format!("`{text}` is not a number")))
    };
    let players = number(players)?.clamp(1, 4) as u8;
    let workload = Workload::new(policy, players)?;
    writeln!(out, "{}", workload.play(number(games)?))?;
    Ok(())
}

/// Instructions of each workload, counted by valgrind on this very program. What starting up costs
/// is taken off by playing two numbers of games.
fn count_instructions() -> Result<Vec<Figure>, CliError> {
    const FEW: u64 = 20;
    const MANY: u64 = 120;
    let mut figures = Vec::new();
    for policy in POLICIES {
        for players in PLAYERS {
            let name = Workload::new(policy, players)?.name();
            show_progress(&format!("instructions, {name}"));
            let (few, few_decisions) = callgrind(policy, players, FEW)?;
            let (many, many_decisions) = callgrind(policy, players, MANY)?;
            let instructions = many.saturating_sub(few) as f64;
            let games = (MANY - FEW) as f64;
            let decisions = many_decisions.saturating_sub(few_decisions).max(1) as f64;
            let unit = Unit::Instructions;
            figures.extend(Figure::new(
                format!("one game: {name}"),
                unit,
                &[instructions / games],
            ));
            let named = format!("one decision and its consequences: {name}");
            figures.extend(Figure::new(named, unit, &[instructions / decisions]));
        }
    }
    Ok(figures)
}

/// Instructions and decisions of a number of games.
fn callgrind(policy: &str, players: u8, games: u64) -> Result<(u64, u64), CliError> {
    let failed = |reason: String| CliError::Failed(format!("instructions: {reason}"));
    let program = std::env::current_exe()?;
    let output = std::process::Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", "--play-only", policy])
        .args([players.to_string(), games.to_string()])
        .output()
        .map_err(|error| failed(format!("valgrind cannot be run: {error}")))?;
    let told = String::from_utf8_lossy(&output.stderr);
    let collected = told.split("Collected : ").nth(1);
    let instructions = collected
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| failed("valgrind told no count".into()))?;
    let decisions = String::from_utf8_lossy(&output.stdout);
    let decisions = decisions.trim().parse();
    Ok((
        instructions,
        decisions.map_err(|_| failed("the games were not played".into()))?,
    ))
}

fn find<'a>(earlier: Option<&'a Measurement>, figure: &Figure) -> Option<&'a Figure> {
    let mut all = earlier?.figures.iter();
    all.find(|old| old.what == figure.what && old.unit == figure.unit)
}

fn table(figures: &[Figure], earlier: Option<&Measurement>) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new([
        ("what", ColumnType::Text),
        ("unit", ColumnType::Text),
        ("median", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("repetitions", ColumnType::U64),
        ("ratio", ColumnType::F64),
        ("ratio_low", ColumnType::F64),
        ("ratio_high", ColumnType::F64),
        ("verdict", ColumnType::Text),
    ])?);
    for figure in figures {
        let ratio = find(earlier, figure).and_then(|old| figure.over(old));
        table.push_row(&[
            figure.what.as_str().into(),
            figure.unit.word().into(),
            figure.median.into(),
            figure.low.into(),
            figure.high.into(),
            (figure.repetitions as u64).into(),
            ratio.map(|ratio| ratio.median).into(),
            ratio.map(|ratio| ratio.low).into(),
            ratio.map(|ratio| ratio.high).into(),
            ratio.map_or("", |ratio| ratio.verdict(figure.unit)).into(),
        ])?;
    }
    Ok(table)
}

fn write_directory(
    directory: &Path,
    measurement: &Measurement,
    table: &Table,
) -> Result<(), CliError> {
    let mut files = Vec::new();
    for format in Format::ALL {
        let name = format!("bench.{format}");
        write_table(&directory.join(&name), format, table)?;
        files.push(name);
    }
    let manifest = json!({
        "program": measurement.program,
        "version": measurement.machine.version,
        "complete": true,
        "command": measurement.command,
        "machine": measurement.machine,
        "files": files,
    });
    let text = format!("{manifest:#}\n");
    write_atomically(&directory.join(MANIFEST), text.as_bytes())?;
    Ok(())
}

fn write_report(
    out: &mut Output,
    measurement: &Measurement,
    earlier: Option<&Measurement>,
) -> Result<(), CliError> {
    let machine = &measurement.machine;
    writeln!(
        out,
        "{} {}, {}",
        out.title("xenosim"),
        machine.version,
        machine.profile
    )?;
    writeln!(
        out,
        "{}, {} cores, {}, {}",
        machine.processor, machine.cores, machine.system, machine.compiler
    )?;
    if let Some(old) = earlier.filter(|old| old.machine != *machine) {
        let old = &old.machine;
        writeln!(
            out,
            "compared with another machine or program: xenosim {}, {}, {}, {} cores, {}",
            old.version, old.profile, old.processor, old.cores, old.compiler
        )?;
    }
    let figures = &measurement.figures;
    let width = figures.iter().map(|figure| figure.what.len()).max();
    let width = width.unwrap_or_default();
    for unit in Unit::ALL.iter().map(|(_, unit)| *unit) {
        let of_unit: Vec<&Figure> = figures.iter().filter(|f| f.unit == unit).collect();
        if of_unit.is_empty() {
            continue;
        }
        writeln!(out, "\n{}", out.title(unit.word()))?;
        for figure in of_unit {
            let spread = match figure.repetitions {
                1 => String::new(),
                _ => format!("  ({} to {})", number(figure.low), number(figure.high)),
            };
            let mut line = format!(
                "{:width$}  {:>12}{spread}",
                figure.what,
                number(figure.median)
            );
            if let Some(ratio) = find(earlier, figure).and_then(|old| figure.over(old)) {
                line += &format!(
                    "  x{:.3} ({:.3} to {:.3}) {}",
                    ratio.median,
                    ratio.low,
                    ratio.high,
                    ratio.verdict(unit)
                );
            }
            writeln!(out, "{line}")?;
        }
    }
    let counted = figures
        .iter()
        .any(|figure| figure.unit == Unit::Allocations);
    if !counted {
        writeln!(out, "\nallocations are not counted in this program")?;
    }
    Ok(())
}

/// A number with as many digits as matter.
fn number(value: f64) -> String {
    match value {
        value if value >= 1000.0 => grouped(value.round() as u64),
        value if value >= 100.0 || value == 0.0 => format!("{value:.0}"),
        value => format!("{value:.2}"),
    }
}

/// Says on a terminal what is being measured.
fn show_progress(what: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // Nobody is the worse for a line that is not shown.
        let _ = write!(stderr, "\r\x1b[2Kmeasuring {what}");
    }
}

fn end_progress() {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        let _ = write!(stderr, "\r\x1b[2K");
    }
}
