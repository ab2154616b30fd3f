//! Which setting gives a wanted win rate.

use super::folder::Folder;
use super::generic;
use super::section::{Section, count};
use super::sheet::{Row, Sheet};
use crate::ReportError;
use charts::{Forest, ForestRow, Format, Lines, Point, Reference, Series, Tone};

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let wanted = folder.number("/wanted").unwrap_or(0.4);
    let varied = folder.text("/varied").unwrap_or_default();
    let varied = varied.split('=').next().unwrap_or("").to_string();
    let title = format!(
        "The {} for a win rate of {}",
        setting_name(&varied),
        Format::Percent(0).show(wanted)
    );
    let mut section = Section::new(folder, title);
    let answers = folder.sheet("target")?.unwrap_or_default();
    let curve = folder.sheet("settings")?.unwrap_or_default();
    answer(&mut section, &answers, &varied);
    if curve.rows().all(|row| row.number("value").is_some()) {
        curve_figure(&mut section, &curve, &answers, &varied, wanted);
    } else {
        forest_figure(&mut section, &curve, &varied, wanted);
    }
    base_figure(&mut section, &curve, &varied);
    section.table(answers, "The setting that comes closest.");
    section.table(curve, "Every setting with its win rate.");
    generic::tables(&mut section, folder, &[])?;
    Ok(section)
}

fn setting_name(varied: &str) -> String {
    match varied {
        "base-hp" => "base HP per player".into(),
        "enemies" => "enemies per round".into(),
        other => other.trim_start_matches("set.").to_string(),
    }
}

fn answer(section: &mut Section, answers: &Sheet, varied: &str) {
    for row in answers.rows() {
        let players = count(row.text("players"), "player");
        if row.text("value").is_empty() {
            section
                .answer
                .push(format!("With {players}, no value comes close."));
            continue;
        }
        let interval = match (row.text("low"), row.text("high")) {
            ("", _) | (_, "") => String::new(),
            (low, high) if low == high => String::new(),
            (low, high) => format!(" ({low} to {high})"),
        };
        let rate = row.number("win_rate").map(|rate| {
            let (low, high) = (row.number("win_rate_low"), row.number("win_rate_high"));
            Format::Percent(1).with_interval(rate, low, high)
        });
        let rate = rate.map_or(String::new(), |rate| format!(" gives a win rate of {rate}"));
        let value = row.text("value");
        let setting = match varied {
            "base-hp" => format!("a base of {value} HP per player"),
            _ => format!("{} {value}", setting_name(varied)),
        };
        section
            .answer
            .push(format!("With {players} {setting}{interval}{rate}."));
    }
}

fn estimate(row: Row<'_>, name: &str) -> Option<(f64, Option<f64>, Option<f64>)> {
    let end = |end: &str| row.number(&format!("{name}_{end}"));
    Some((row.number(name)?, end("low"), end("high")))
}

/// Curves up to where nearly every game is won: a few extreme games would squeeze the rest.
pub(super) fn without_tail(mut series: Vec<Series>) -> Vec<Series> {
    let rises = |points: &[Point]| {
        points
            .iter()
            .find(|point| point.y > 0.995)
            .map(|point| point.x)
    };
    let ends: Option<Vec<f64>> = series.iter().map(|curve| rises(&curve.points)).collect();
    let end = ends.and_then(|ends| ends.into_iter().reduce(f64::max));
    if let Some(end) = end {
        for curve in &mut series {
            curve.points.retain(|point| point.x <= end);
        }
    }
    series
}

fn series(curve: &Sheet, name: &str) -> Vec<Series> {
    let players = curve.distinct("players").into_iter();
    let series = players.map(|players| {
        let rows = curve.rows().filter(|row| row.text("players") == players);
        let points = rows.filter_map(|row| {
            let (y, low, high) = estimate(row, name)?;
            let x = row.number("value")?;
            Some(Point { x, y, low, high })
        });
        Series {
            points: points.collect(),
            name: count(&players, "player"),
        }
    });
    series.collect()
}

fn curve_figure(section: &mut Section, curve: &Sheet, answers: &Sheet, varied: &str, wanted: f64) {
    let found = answers.rows().filter_map(|row| {
        let at = row.number("value")?;
        Some(Reference {
            label: at.to_string(),
            at,
        })
    });
    let chart = Lines {
        title: "Win rate by setting".into(),
        x_label: setting_name(varied),
        x_format: Format::Number(0),
        y_label: "win rate".into(),
        y_format: Format::Percent(1),
        y_range: Some((0.0, 1.0)),
        series: without_tail(series(curve, "win_rate")),
        at_x: found.collect(),
        at_y: vec![Reference {
            label: Format::Percent(0).show(wanted),
            at: wanted,
        }],
    };
    section.figure(
        "A curve crosses the dashed line at the setting that gives the target win rate.",
        "settings",
        &chart,
    );
}

/// Settings that are no numbers, such as 3/4/4 enemies.
fn forest_figure(section: &mut Section, curve: &Sheet, varied: &str, wanted: f64) {
    let rows = curve.rows().filter_map(|row| {
        let (value, low, high) = estimate(row, "win_rate")?;
        Some(ForestRow {
            group: count(row.text("players"), "player"),
            label: row.text("value").to_string(),
            value,
            low: low?,
            high: high?,
            family: None,
            tone: if row.is_true("nearest") {
                Tone::Up
            } else {
                Tone::Unclear
            },
            note: String::new(),
        })
    });
    let chart = Forest {
        title: "Win rate by setting".into(),
        x_label: format!("win rate by {}", setting_name(varied)),
        format: Format::Percent(1),
        reference: Some(wanted),
        margin: None,
        rows: rows.collect(),
    };
    let caption = "Line: the target win rate; filled: the setting that comes closest.";
    section.figure(caption, "settings", &chart);
}

/// The base that each value would need, where it is known.
fn base_figure(section: &mut Section, curve: &Sheet, varied: &str) {
    let is_number = curve.rows().all(|row| row.number("value").is_some());
    let known = curve
        .rows()
        .any(|row| row.number("base_for_wanted").is_some());
    if varied == "base-hp" || !is_number || !known {
        return;
    }
    let chart = Lines {
        title: "Base needed by setting".into(),
        x_label: setting_name(varied),
        x_format: Format::Number(0),
        y_label: "base HP for the target win rate".into(),
        y_format: Format::Number(1),
        y_range: None,
        series: series(curve, "base_for_wanted"),
        at_x: Vec::new(),
        at_y: Vec::new(),
    };
    let caption = "The worth of each value in base HP.";
    section.figure(caption, "settings", &chart);
}
