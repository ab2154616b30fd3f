//! The effect of changing a card's figures by one.

use super::folder::Folder;
use super::generic;
use super::measure::Measure;
use super::section::{Section, count};
use super::sheet::Row;
use crate::ReportError;
use charts::{UpDown, UpDownRow};

/// More changes than this do not fit a chart.
const MOST_ROWS: usize = 30;

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let mut section = Section::new(
        folder,
        "The effect of changing a card's figures by one".into(),
    );
    let sheet = folder.sheet("sensitivity")?.unwrap_or_default();
    let decides = folder
        .text("/measure")
        .unwrap_or_else(|| "rounds_survived".into());
    let mut measures = sheet.distinct("measure");
    measures.retain(|measure| !measure.is_empty());
    measures.sort_by_key(|measure| *measure != decides);
    let deciding: Vec<Row<'_>> = sheet
        .rows()
        .filter(|row| row.text("measure") == decides)
        .collect();
    answer(&mut section, &decides, &deciding);
    for measure in &measures {
        for (players, policy) in strata(&deciding) {
            let rows = sheet.rows().filter(|row| {
                row.text("measure") == measure
                    && row.text("players") == players
                    && row.text("policy") == policy
            });
            let rows: Vec<Row<'_>> = rows.collect();
            step_figure(
                &mut section,
                measure,
                *measure == decides,
                &rows,
                &format!("{}, {policy}", count(&players, "player")),
            );
        }
    }
    section.table(sheet, "Every step with every measure.");
    generic::tables(&mut section, folder, &[])?;
    Ok(section)
}

fn strata(rows: &[Row<'_>]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for row in rows {
        let stratum = (
            row.text("players").to_string(),
            row.text("policy").to_string(),
        );
        if !found.contains(&stratum) {
            found.push(stratum);
        }
    }
    found
}

fn answer(section: &mut Section, measure: &str, rows: &[Row<'_>]) {
    let sure = |row: &&Row<'_>| row.number("holm_p").is_some_and(|p| p <= 0.05);
    let size = |row: &Row<'_>| row.number("difference").unwrap_or(0.0).abs();
    let mut found: Vec<&Row<'_>> = rows.iter().filter(sure).collect();
    found.sort_by(|a, b| size(b).total_cmp(&size(a)));
    if found.is_empty() {
        section.answer.push(format!(
            "No step has a clear effect on {} in these games.",
            Measure(measure).name()
        ));
    }
    for row in found.iter().take(5) {
        let measure = Measure(measure);
        let interval = (row.number("low"), row.number("high"));
        section.answer.push(format!(
            "{}, {} {} instead of {} ({}): {} {}.",
            row.text("name"),
            row.text("field"),
            row.text("then"),
            row.text("now"),
            count(row.text("players"), "player"),
            measure.name(),
            measure.difference().with_interval(
                row.number("difference").unwrap_or(0.0),
                interval.0,
                interval.1
            ),
        ));
    }
}

/// Measures that do not decide are shown only where some step changes them clearly.
fn step_figure(
    section: &mut Section,
    measure: &str,
    decides: bool,
    rows: &[Row<'_>],
    stratum: &str,
) {
    let cards: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.text("card")).collect();
    let label = |row: &Row<'_>| match cards.len() {
        1 => format!("{} {}", row.text("field"), row.text("now")),
        _ => format!(
            "{}: {} {}",
            row.text("name"),
            row.text("field"),
            row.text("now")
        ),
    };
    let mut changes: Vec<UpDownRow> = Vec::new();
    for row in rows {
        let (Some(value), Some(low), Some(high)) = (
            row.number("difference"),
            row.number("low"),
            row.number("high"),
        ) else {
            continue;
        };
        let label = label(row);
        let position = changes.iter().position(|change| change.label == label);
        let position = position.unwrap_or_else(|| {
            changes.push(UpDownRow {
                label,
                down: None,
                up: None,
                note: format!("{} games", row.text("games")),
            });
            changes.len() - 1
        });
        let bar = Some((value, low, high));
        if row.number("step").is_some_and(|step| step < 0.0) {
            changes[position].down = bar;
        } else {
            changes[position].up = bar;
        }
    }
    let size = |change: &UpDownRow| {
        let bars = [change.down, change.up].into_iter().flatten();
        bars.map(|bar| bar.0.abs()).fold(0.0, f64::max)
    };
    let is_clear = |bar: (f64, f64, f64)| bar.1 > 0.0 || bar.2 < 0.0;
    let bars = changes.iter().flat_map(|change| [change.down, change.up]);
    if !decides && !bars.flatten().any(is_clear) {
        return;
    }
    if cards.len() > 1 {
        changes.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    changes.truncate(MOST_ROWS);
    let title = format!(
        "One less and one more: {} ({stratum})",
        Measure(measure).name()
    );
    let chart = UpDown {
        title,
        x_label: format!("change: {}", Measure(measure).axis()),
        format: Measure(measure).difference(),
        names: ["one less".into(), "one more".into()],
        rows: changes,
    };
    let caption = "Bar: change in the measure; line: its interval. The number after a name is the \
        current figure.";
    section.figure(caption, "sensitivity", &chart);
}
