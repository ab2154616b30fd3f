//! A measurement for people and as a table.

use super::Measurement;
use crate::cli::simulate::report::grouped;
use crate::cli::{CliError, Output};
use cards::words::Word;
use std::io::Write;
use studies::bench::{Figure, Unit};
use tables::{ColumnType, ExportError, Schema, Table};

fn find<'a>(earlier: Option<&'a Measurement>, figure: &Figure) -> Option<&'a Figure> {
    let mut all = earlier?.figures.iter();
    all.find(|old| old.what == figure.what && old.unit == figure.unit)
}

pub(super) fn table(
    figures: &[Figure],
    earlier: Option<&Measurement>,
) -> Result<Table, ExportError> {
    let mut table = Table::new(Schema::new([
        ("what", ColumnType::Text),
        ("unit", ColumnType::Text),
        ("median", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("repetitions", ColumnType::U64),
        ("relative_error", ColumnType::F64),
        ("complete", ColumnType::Bool),
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
            figure.relative_error.into(),
            figure.complete.into(),
            ratio.map(|ratio| ratio.median).into(),
            ratio.map(|ratio| ratio.low).into(),
            ratio.map(|ratio| ratio.high).into(),
            ratio.map_or("", |ratio| ratio.verdict(figure.unit)).into(),
        ])?;
    }
    Ok(table)
}

pub(super) fn write_report(
    out: &mut Output,
    measurement: &Measurement,
    earlier: Option<&Measurement>,
    missed: &[&str],
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
            let mut spread = match figure.relative_error {
                None => String::new(),
                Some(error) => format!(
                    "  ({} to {}) ±{:.1}%",
                    number(figure.low),
                    number(figure.high),
                    100.0 * error
                ),
            };
            if !figure.complete {
                spread += &format!("  INCOMPLETE: {} repetitions", figure.repetitions);
            }
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
    if !missed.is_empty() {
        let missed = missed.join("; ");
        writeln!(out, "\nthe target error was not reached for: {missed}")?;
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
