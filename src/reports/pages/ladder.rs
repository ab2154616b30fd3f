//! Policies on the same luck, each against the one below.

use super::folder::Folder;
use super::generic;
use super::measure::{Measure, TONES};
use super::section::{Section, count};
use super::sheet::{Row, Sheet};
use crate::ReportError;
use charts::{Dot, Forest, ForestRow, Format, Point, Scatter};

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let mut section = Section::new(folder, "How strong the players are".into());
    let ladder = folder.sheet("ladder")?.unwrap_or_default();
    let first = ladder.rows().next();
    let measure = first.map_or("", |row| row.text("decided_by")).to_string();
    answer(&mut section, &ladder, &measure);
    cost_figure(&mut section, folder, &ladder, &measure);
    for players in ladder.distinct("players") {
        rung_figure(&mut section, &ladder, &players, &measure);
    }
    step_figure(&mut section, &ladder, &measure);
    section.table(
        ladder,
        "Every policy with its results and its difference from the one below.",
    );
    generic::tables(&mut section, folder, &[])?;
    Ok(section)
}

fn answer(section: &mut Section, ladder: &Sheet, measure: &str) {
    let about = Measure(measure);
    let score = |row: &Row<'_>| {
        let value = row.number(measure).unwrap_or(f64::NEG_INFINITY);
        if about.more_is_better() == Some(false) {
            -value
        } else {
            value
        }
    };
    for players in ladder.distinct("players") {
        let rows = ladder.rows().filter(|row| row.text("players") == players);
        let Some(best) = rows.max_by(|a, b| score(a).total_cmp(&score(b))) else {
            continue;
        };
        let interval = |end: &str| best.number(&format!("{measure}_{end}"));
        let figure = best.number(measure).unwrap_or(0.0);
        section.answer.push(format!(
            "With {}, {} is the strongest: {} {}.",
            count(&players, "player"),
            best.text("policy"),
            about.name(),
            about
                .format()
                .with_interval(figure, interval("low"), interval("high")),
        ));
    }
    let unclear: Vec<String> = ladder
        .rows()
        .filter(|row| row.text("verdict") == "unclear")
        .map(|row| {
            format!(
                "{} over {} ({})",
                row.text("policy"),
                row.text("below"),
                count(row.text("players"), "player")
            )
        })
        .collect();
    if !unclear.is_empty() {
        section
            .answer
            .push(format!("Not settled: {}.", unclear.join(", ")));
    }
}

/// CPU seconds of each rung's games, from the manifest.
fn seconds(folder: &Folder, ladder: &Sheet, row: Row<'_>) -> Option<f64> {
    let stratum = ladder
        .distinct("players")
        .iter()
        .position(|players| players == row.text("players"))?;
    let rung = row.number("rung")? as usize - 1;
    folder
        .number(&format!("/strata/{stratum}/cpu_seconds_per_game/{rung}"))
        .filter(|seconds| *seconds > 0.0)
}

fn cost_figure(section: &mut Section, folder: &Folder, ladder: &Sheet, measure: &str) {
    let series = ladder.distinct("players");
    let about = Measure(measure);
    let dots: Vec<Dot> = ladder
        .rows()
        .filter_map(|row| {
            let seconds = seconds(folder, ladder, row)?;
            Some(Dot {
                label: row.text("policy").to_string(),
                series: series
                    .iter()
                    .position(|players| players == row.text("players"))?,
                point: Point {
                    x: seconds * 1e3,
                    y: row.number(measure)?,
                    low: row.number(&format!("{measure}_low")),
                    high: row.number(&format!("{measure}_high")),
                },
                note: format!(
                    "{}\n{} ms per game\n{} games",
                    count(row.text("players"), "player"),
                    Format::Number(3).show(seconds * 1e3),
                    row.text("games")
                ),
            })
        })
        .collect();
    if dots.is_empty() {
        return;
    }
    let chart = Scatter {
        title: "Strength and cost".into(),
        x_label: "CPU time per game, ms".into(),
        x_format: Format::Number(3),
        logarithmic: true,
        y_label: about.name(),
        y_format: about.format(),
        series: series
            .iter()
            .map(|players| count(players, "player"))
            .collect(),
        dots,
    };
    let caption = "Higher is stronger, further left is cheaper. Times depend on the machine.";
    section.figure(caption, "ladder", &chart);
}

fn rung_figure(section: &mut Section, ladder: &Sheet, players: &str, measure: &str) {
    let about = Measure(measure);
    let rows: Vec<ForestRow> = ladder
        .rows()
        .filter(|row| row.text("players") == players)
        .filter_map(|row| {
            Some(ForestRow {
                group: String::new(),
                label: row.text("policy").to_string(),
                value: row.number(measure)?,
                low: row.number(&format!("{measure}_low"))?,
                high: row.number(&format!("{measure}_high"))?,
                family: None,
                tone: charts::Tone::Up,
                note: format!("{} games", row.text("games")),
            })
        })
        .collect();
    let title = format!("{}: {}", count(players, "player"), about.name());
    let chart = Forest {
        title,
        x_label: about.axis(),
        format: about.format(),
        reference: None,
        margin: None,
        rows,
    };
    section.figure("Each policy with its interval.", "ladder", &chart);
}

fn step_figure(section: &mut Section, ladder: &Sheet, measure: &str) {
    let about = Measure(measure);
    let rows: Vec<ForestRow> = ladder
        .rows()
        .filter_map(|row| {
            let family = row.number("family_low").zip(row.number("family_high"));
            let (low, high) = (
                row.number("difference_low")?,
                row.number("difference_high")?,
            );
            let deciding = family.unwrap_or((low, high));
            Some(ForestRow {
                group: count(row.text("players"), "player"),
                label: format!("{} over {}", row.text("policy"), row.text("below")),
                value: row.number("difference")?,
                low,
                high,
                family,
                tone: about.tone(deciding.0, deciding.1, None),
                note: format!(
                    "{}\n{} paired games",
                    row.text("verdict"),
                    row.text("paired_games")
                ),
            })
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    let chart = Forest {
        title: "Each policy against the one below".into(),
        x_label: format!("difference: {}", about.axis()),
        format: about.difference(),
        reference: Some(0.0),
        margin: None,
        rows,
    };
    section.figure(TONES, "ladder", &chart);
}
