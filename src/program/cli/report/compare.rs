//! A comparison: differences between arms, on the same luck.

use super::folder::Folder;
use super::generic;
use super::measure::{Measure, TONES, margin};
use super::section::{Section, count, listed};
use super::sheet::{Row, Sheet};
use crate::cli::CliError;
use charts::{Cell, Forest, ForestRow, HeatMap, Shading, Tone};

/// More rows than this are no longer a picture.
const MOST_ROWS: usize = 60;
/// More sentences than this nobody reads.
const MOST_SENTENCES: usize = 12;

pub(super) fn section(folder: &Folder) -> Result<Section, CliError> {
    let title = folder.text("/title").filter(|title| !title.is_empty());
    let experiment = folder
        .text("/experiment")
        .unwrap_or_else(|| "comparison".into());
    let mut section = Section::new(folder, title.unwrap_or(experiment));
    let differences = folder.sheet("differences")?.unwrap_or_default();
    show_differences(&mut section, folder, &differences);
    flips(&mut section, folder)?;
    section.table(
        differences,
        "Every difference to the baseline, paired on the same luck.",
    );
    generic::tables(
        &mut section,
        folder,
        &[("arms", "Every arm with its own estimates.")],
    )?;
    Ok(section)
}

/// The answer and the pictures that a table of differences gives.
pub(super) fn show_differences(section: &mut Section, folder: &Folder, differences: &Sheet) {
    let decides = folder.text("/measure").unwrap_or_default();
    let margin = folder.text("/margin").and_then(|text| margin(&text));
    answer(section, differences, &decides, margin);
    let mut measures = differences.distinct("measure");
    measures.sort_by_key(|measure| {
        let telling = TELLING.iter().position(|known| known == measure);
        (*measure != decides, telling.unwrap_or(TELLING.len()))
    });
    for measure in &measures {
        let margin = margin.filter(|_| *measure == decides);
        forest_figure(section, differences, measure, margin);
    }
    heat_figure(section, differences, &decides);
}

/// The stratum of a row in words.
pub(super) fn stratum(row: Row<'_>) -> String {
    let players = row.text("players");
    let mut parts = Vec::new();
    if !row.text("setting").is_empty() {
        parts.push(row.text("setting").to_string());
    }
    if !players.is_empty() {
        parts.push(count(players, "player"));
    }
    if !row.text("policy").is_empty() {
        parts.push(row.text("policy").to_string());
    }
    parts.join(", ")
}

fn interval(row: Row<'_>) -> Option<(f64, f64)> {
    row.number("low").zip(row.number("high"))
}

/// The interval that holds for all rows together, or the row's own.
fn deciding_interval(row: Row<'_>) -> Option<(f64, f64)> {
    let family = row.number("family_low").zip(row.number("family_high"));
    family.or_else(|| interval(row))
}

fn tone(row: Row<'_>, measure: &str, margin: Option<f64>) -> Option<Tone> {
    let (low, high) = deciding_interval(row)?;
    Some(Measure(measure).tone(low, high, margin))
}

/// Measures in the order in which they tell most about a game.
const TELLING: [&str; 5] = [
    "endurance",
    "rounds_survived",
    "needed_hp",
    "win_rate",
    "base_damage",
];

fn answer(section: &mut Section, differences: &Sheet, decides: &str, margin: Option<f64>) {
    let measures = differences.distinct("measure");
    let deciding = differences
        .rows()
        .filter(|row| row.text("measure") == decides);
    let deciding: Vec<Row<'_>> = deciding.collect();
    let stuck = |row: &Row<'_>| row.number("difference") == Some(0.0);
    if !deciding.is_empty() && deciding.iter().all(stuck) {
        let name = Measure(decides).name();
        section.warnings.push(format!(
            "The {name} is the same in all games and cannot tell the arms apart."
        ));
    }
    for arm in differences.distinct("arm") {
        if section.answer.len() >= MOST_SENTENCES {
            section
                .answer
                .push("Further arms are in the pictures and tables below.".into());
            return;
        }
        let of = |measure: &str| {
            let rows = differences.rows();
            let rows = rows.filter(|row| row.text("arm") == arm && row.text("measure") == measure);
            rows.collect::<Vec<_>>()
        };
        // Where the deciding measure cannot tell, another one might.
        let others = TELLING
            .into_iter()
            .filter(|other| measures.iter().any(|known| known == other));
        let tells = |measure: &&str| {
            let margin = margin.filter(|_| *measure == decides);
            of(measure)
                .iter()
                .any(|row| is_settled(*row, measure, margin))
        };
        let measure = [decides]
            .into_iter()
            .chain(others)
            .find(tells)
            .unwrap_or(decides);
        let margin = margin.filter(|_| measure == decides);
        section
            .answer
            .extend(sentence(&arm, measure, &of(measure), margin));
    }
}

fn is_settled(row: Row<'_>, measure: &str, margin: Option<f64>) -> bool {
    tone(row, measure, margin).is_some_and(|tone| tone != Tone::Unclear)
}

/// What an arm does to a measure, over all strata.
fn sentence(arm: &str, measure: &str, rows: &[Row<'_>], margin: Option<f64>) -> Option<String> {
    let values: Vec<f64> = rows
        .iter()
        .filter_map(|row| row.number("difference"))
        .collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.is_empty() {
        return None;
    }
    let about = Measure(measure);
    let mut verdicts = Vec::new();
    for (wanted, words) in [
        (Tone::Up, "better for the players"),
        (Tone::Down, "worse for the players"),
        (Tone::Same, "no difference that matters"),
        (Tone::Unclear, "not settled"),
    ] {
        let found = rows
            .iter()
            .filter(|row| tone(**row, measure, margin) == Some(wanted));
        let found: Vec<String> = found.map(|row| stratum(*row)).collect();
        if found.len() == rows.len() {
            verdicts.push(words.to_string());
        } else if !found.is_empty() {
            verdicts.push(format!("{words} with {}", listed(&found)));
        }
    }
    let format = about.difference();
    let size = match rows {
        [row] => {
            let (from, to) = interval(*row)?;
            format!(
                "{} ({} to {})",
                about.difference_text(low),
                format.show(from),
                format.show(to)
            )
        }
        _ => format!(
            "{} to {} over {} settings",
            format.show(low),
            about.difference_text(high),
            rows.len()
        ),
    };
    let name = about.name();
    Some(format!(
        "{arm}: {}. Change in {name}: {size}.",
        verdicts.join("; ")
    ))
}

fn forest_figure(section: &mut Section, differences: &Sheet, measure: &str, margin: Option<f64>) {
    let strata = differences
        .rows()
        .map(stratum)
        .collect::<std::collections::BTreeSet<_>>()
        .len();
    let rows: Vec<ForestRow> = differences
        .rows()
        .filter(|row| row.text("measure") == measure)
        .filter_map(|row| {
            let (low, high) = interval(row)?;
            let group = if strata > 1 {
                stratum(row)
            } else {
                String::new()
            };
            Some(ForestRow {
                group,
                label: row.text("arm").to_string(),
                value: row.number("difference")?,
                low,
                high,
                family: row.number("family_low").zip(row.number("family_high")),
                tone: tone(row, measure, margin)?,
                note: note(row),
            })
        })
        .take(MOST_ROWS)
        .collect();
    // Nothing dead: a measure in which no arm ever differs is left to the table.
    if rows.iter().all(|row| row.value == 0.0) {
        return;
    }
    let title = format!("Difference in {}", Measure(measure).name());
    let chart = Forest {
        title: title.clone(),
        x_label: format!("difference: {}", Measure(measure).axis()),
        format: Measure(measure).difference(),
        reference: Some(0.0),
        margin,
        rows,
    };
    section.figure(&title, TONES, "differences", &chart);
}

fn note(row: Row<'_>) -> String {
    let mut notes = Vec::new();
    for (name, column) in [
        ("verdict", "verdict"),
        ("games", "games"),
        ("p", "holm_p"),
        ("note", "note"),
    ] {
        if !row.text(column).is_empty() {
            notes.push(format!("{name}: {}", row.text(column)));
        }
    }
    notes.join("\n")
}

/// Arms by strata, where there are several of both.
fn heat_figure(section: &mut Section, differences: &Sheet, measure: &str) {
    let rows: Vec<Row<'_>> = differences
        .rows()
        .filter(|row| row.text("measure") == measure)
        .collect();
    let mut columns: Vec<String> = Vec::new();
    for row in &rows {
        if !columns.contains(&stratum(*row)) {
            columns.push(stratum(*row));
        }
    }
    let arms = differences.distinct("arm");
    if columns.len() < 2
        || arms.len() < 3
        || rows.iter().all(|row| row.number("difference") == Some(0.0))
    {
        return;
    }
    let cell = |arm: &String, column: &String| {
        let row = rows
            .iter()
            .find(|row| row.text("arm") == arm && stratum(**row) == *column)?;
        Some(Cell {
            value: row.number("difference")?,
            sure: is_settled(*row, measure, None),
            note: note(*row),
        })
    };
    let chart = HeatMap {
        title: "Arms by setting".into(),
        format: Measure(measure).difference(),
        shading: Shading::Sign,
        rows: arms
            .iter()
            .map(|arm| {
                (
                    arm.clone(),
                    columns.iter().map(|column| cell(arm, column)).collect(),
                )
            })
            .collect(),
        columns,
    };
    let caption = "Difference to the baseline; bold where the interval excludes zero.";
    section.figure("Arms by setting", caption, "differences", &chart);
}

/// Games that ended differently, as commands.
fn flips(section: &mut Section, folder: &Folder) -> Result<(), CliError> {
    let Some(explained) = folder.sheet("explained")? else {
        return Ok(());
    };
    for row in explained.rows().take(2) {
        let command = ["command", "replay", "replay_arm"]
            .into_iter()
            .map(|column| row.text(column));
        let command = command.into_iter().find(|command| !command.is_empty());
        if let Some(command) = command {
            let what = format!("A game that ended differently (game {}):", row.text("game"));
            section.commands.push((what, command.to_string()));
        }
    }
    Ok(())
}
