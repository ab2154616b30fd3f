//! A measurement for people and as a table.

use super::Measurement;
use answers::{Answer, Cell, Column, Grid, Section, grouped};
use cards::words::Word;
use studies::bench::{Figure, Ratio, Unit};
use tables::{Declared, ExportError, Table, columns, declared_table};

fn find<'a>(earlier: Option<&'a Measurement>, figure: &Figure) -> Option<&'a Figure> {
    let mut all = earlier?.figures.iter();
    all.find(|old| old.what == figure.what && old.unit == figure.unit)
}

/// A figure, and how it compares with an earlier one.
struct FigureRow<'a> {
    figure: &'a Figure,
    ratio: Option<Ratio>,
}

pub(super) fn table(
    figures: &[Figure],
    earlier: Option<&Measurement>,
) -> Result<Table, ExportError> {
    let rows = figures.iter().map(|figure| FigureRow {
        figure,
        ratio: find(earlier, figure).and_then(|old| figure.over(old)),
    });
    declared_table(&columns(), rows)
}

fn columns<'a>() -> Vec<Declared<FigureRow<'a>>> {
    columns![FigureRow<'a>;
        ("what", Text, "What was measured.", row => row.figure.what.as_str()),
        ("unit", Text, "Its unit.", row => row.figure.unit.word()),
        ("median", F64, "Median of the repetitions.", row => row.figure.median),
        ("low", F64, "The smallest repetition.", row => row.figure.low),
        ("high", F64, "The largest repetition.", row => row.figure.high),
        ("repetitions", U64, "Number of repetitions.", row => row.figure.repetitions as u64),
        ("relative_error", F64, "Standard error of the mean, relative to the mean.",
            row => row.figure.relative_error),
        ("complete", Bool, "Whether all repetitions were measured.", row => row.figure.complete),
        ("ratio", F64, "This median divided by the earlier one.",
            row => row.ratio.map(|ratio| ratio.median)),
        ("ratio_low", F64, "The smallest repetition divided by the earlier largest.",
            row => row.ratio.map(|ratio| ratio.low)),
        ("ratio_high", F64, "The largest repetition divided by the earlier smallest.",
            row => row.ratio.map(|ratio| ratio.high)),
        ("verdict", Text, "Whether it is better or worse than the earlier figure.",
            row => {
                let unit = row.figure.unit;
                row.ratio.map_or("", |ratio| ratio.verdict(unit))
            }),
    ]
}

/// What was measured.
pub(super) fn answer(
    measurement: &Measurement,
    earlier: Option<&Measurement>,
    missed: &[String],
    complete: bool,
) -> Answer {
    let machine = &measurement.machine;
    let title = format!("xenosim {}, {}", machine.version, machine.profile);
    let mut answer = Answer::new("bench", title);
    answer.complete = complete;
    answer.ending = if complete { "measured" } else { "interrupted" }.into();
    answer.say(format!(
        "{}, {} cores, {}, {}",
        machine.processor, machine.cores, machine.system, machine.compiler
    ));
    if let Some(old) = earlier.filter(|old| old.machine != *machine) {
        let old = &old.machine;
        answer.say(format!(
            "compared with another machine or build: xenosim {}, {}, {}, {} cores, {}",
            old.version, old.profile, old.processor, old.cores, old.compiler
        ));
    }
    let figures = &measurement.figures;
    for unit in Unit::ALL.iter().map(|(_, unit)| *unit) {
        let mut grid = Grid::new([
            Column::words("what"),
            Column::numbers("median"),
            Column::words("from, to").spare(2),
            Column::words("error").spare(3),
            Column::words("against earlier").spare(1),
            Column::words(""),
        ]);
        for figure in figures.iter().filter(|figure| figure.unit == unit) {
            grid.row(figure_row(figure, earlier).map(Cell::from));
        }
        answer.section(Section::new(unit.word()).grid(grid));
    }
    if !missed.is_empty() {
        let missed = missed.join("; ");
        answer
            .notes
            .push(format!("the target error was not reached for: {missed}"));
    }
    if !figures
        .iter()
        .any(|figure| figure.unit == Unit::Allocations)
    {
        answer
            .notes
            .push("allocations are not counted in this program".into());
    }
    answer
}

/// A figure, and how it compares with an earlier one.
fn figure_row(figure: &Figure, earlier: Option<&Measurement>) -> [String; 6] {
    let (spread, error) = match figure.relative_error {
        None => (String::new(), String::new()),
        Some(error) => (
            format!("({} to {})", number(figure.low), number(figure.high)),
            format!("±{:.1}%", 100.0 * error),
        ),
    };
    let ratio = find(earlier, figure).and_then(|old| figure.over(old));
    let ratio = ratio.map_or(String::new(), |ratio| {
        let verdict = ratio.verdict(figure.unit);
        format!(
            "x{:.3} ({:.3} to {:.3}) {verdict}",
            ratio.median, ratio.low, ratio.high
        )
    });
    let incomplete = if figure.complete {
        String::new()
    } else {
        format!("INCOMPLETE: {} repetitions", figure.repetitions)
    };
    [
        figure.what.clone(),
        number(figure.median),
        spread,
        error,
        ratio,
        incomplete,
    ]
}

/// A number with its significant digits.
fn number(value: f64) -> String {
    match value {
        value if value >= 1000.0 => grouped(value.round() as u64),
        value if value >= 100.0 || value == 0.0 => format!("{value:.0}"),
        value => format!("{value:.2}"),
    }
}
