//! Pairs of cards that work together, or against each other.

use super::compare::by_stratum;
use super::folder::Folder;
use super::generic;
use super::measure::Measure;
use super::section::Section;
use super::sheet::Row;
use crate::ReportError;
use charts::{Cell, Forest, ForestRow, HeatMap, Shading, Tone};

/// The maximum number of cards in a readable matrix.
const MOST_CARDS: usize = 20;
/// Pairs in the list.
const MOST_PAIRS: usize = 24;

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let mut section = Section::new(folder, "Cards that work together".into());
    let pairs = folder.sheet("pairs")?.unwrap_or_default();
    for (suffix, mut rows) in by_stratum(&pairs) {
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        // Pairs that the screen found come first.
        rows.sort_by_key(|row| !row.is_true("found"));
        answer(&mut section, &rows, &suffix);
        list_figure(&mut section, &rows, &suffix);
        matrix_figure(&mut section, &rows, &suffix);
    }
    section.table(
        pairs,
        "Every pair: the effect of both cards beyond the sum of their separate effects.",
    );
    generic::tables(&mut section, folder, &[("matrix", "The same as a matrix.")])?;
    Ok(section)
}

fn size(row: &Row<'_>) -> f64 {
    row.number("synergy").unwrap_or(0.0).abs()
}

fn answer(section: &mut Section, rows: &[Row<'_>], suffix: &str) {
    let found: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_true("found")).collect();
    let count = rows.len();
    if found.is_empty() {
        section.answer.push(format!(
            "None of {count} pairs{suffix} has a clear synergy, positive or negative."
        ));
        return;
    }
    section.answer.push(format!(
        "{} of {count} pairs{suffix} have a synergy, positive or negative, at a false discovery \
         rate of 10%.",
        found.len()
    ));
    for row in found.iter().take(5) {
        let measure = Measure(row.text("measure"));
        let value = row.number("synergy").unwrap_or(0.0);
        let way = if value > 0.0 { "stronger" } else { "weaker" };
        section.answer.push(format!(
            "{} and {} are {way} together: {} {}.",
            row.text("first"),
            row.text("second"),
            measure.name(),
            measure
                .difference()
                .with_interval(value, row.number("low"), row.number("high"))
        ));
    }
}

fn list_figure(section: &mut Section, rows: &[Row<'_>], suffix: &str) {
    let shown = rows.iter().take(MOST_PAIRS).filter_map(|row| {
        let value = row.number("synergy")?;
        Some(ForestRow {
            group: String::new(),
            label: format!("{} + {}", row.text("first"), row.text("second")),
            value,
            low: row.number("low")?,
            high: row.number("high")?,
            family: None,
            tone: match row.is_true("found") {
                true if value > 0.0 => Tone::Up,
                true => Tone::Down,
                false => Tone::Unclear,
            },
            note: format!("q: {}", row.text("bh_q")),
        })
    });
    let shown: Vec<ForestRow> = shown.collect();
    let Some(first) = rows.first().filter(|_| !shown.is_empty()) else {
        return;
    };
    let measure = Measure(first.text("measure"));
    let title = format!("The strongest pairs{suffix}");
    let chart = Forest {
        title,
        x_label: format!("synergy: {}", measure.axis()),
        format: measure.difference(),
        reference: Some(0.0),
        margin: None,
        rows: shown,
    };
    let caption = "Blue: better together than separately. Orange: worse. Hollow: not clear.";
    section.figure(caption, "pairs", &chart);
}

/// The cards of the strongest pairs against each other.
fn matrix_figure(section: &mut Section, rows: &[Row<'_>], suffix: &str) {
    let mut cards: Vec<&str> = Vec::new();
    for row in rows {
        for card in [row.text("first"), row.text("second")] {
            if !cards.contains(&card) && cards.len() < MOST_CARDS {
                cards.push(card);
            }
        }
    }
    if cards.len() < 3 {
        return;
    }
    let measure = Measure(rows[0].text("measure"));
    let cell = |first: &str, second: &str| {
        let row = rows.iter().find(|row| {
            let pair = (row.text("first"), row.text("second"));
            pair == (first, second) || pair == (second, first)
        })?;
        let value = row.number("synergy")?;
        let figure =
            measure
                .difference()
                .with_interval(value, row.number("low"), row.number("high"));
        Some(Cell {
            value,
            sure: row.is_true("found"),
            note: figure,
        })
    };
    let chart_rows = cards.iter().map(|first| {
        let cells = cards.iter().map(|second| cell(first, second));
        (first.to_string(), cells.collect())
    });
    let title = format!("Synergies{suffix}");
    let chart = HeatMap {
        title,
        format: measure.difference(),
        shading: Shading::Sign,
        rows: chart_rows.collect(),
        columns: cards.iter().map(|card| card.to_string()).collect(),
    };
    let caption = "Cards of the strongest pairs. Blue: better together. Orange: worse. Bold: \
        clear.";
    section.figure(caption, "pairs", &chart);
}
