//! Results of any other command: its tables, and a chart for each table with suitable columns.

use super::compare;
use super::folder::Folder;
use super::section::Section;
use super::sheet::Sheet;
use crate::ReportError;
use charts::{Cell, Format, HeatMap, Lines, Point, Series, Shading};

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let title = folder.text("/title").unwrap_or_else(|| folder.name());
    let mut section = Section::new(folder, title);
    answer(&mut section, folder);
    for name in folder.tables() {
        if let Some(sheet) = folder.sheet(&name)? {
            curve_figure(&mut section, &sheet);
            pairs_figure(&mut section, &sheet);
            progress_figure(&mut section, &sheet);
            checks_answer(&mut section, &sheet);
            if sheet.has("difference") && sheet.has("arm") {
                compare::show_differences(&mut section, folder, &sheet)?;
            }
            section.table(sheet, "");
        }
    }
    Ok(section)
}

/// Adds the tables that are not shown yet, with a sentence for those that are known.
pub(super) fn tables(
    section: &mut Section,
    folder: &Folder,
    about: &[(&str, &str)],
) -> Result<(), ReportError> {
    for name in folder.tables() {
        if section.tables.iter().any(|(sheet, _)| sheet.name == name) {
            continue;
        }
        if let Some(sheet) = folder.sheet(&name)? {
            let about = about.iter().find(|(known, _)| *known == name);
            section.table(sheet, about.map_or("", |(_, about)| about));
        }
    }
    Ok(())
}

/// The answer given by the command, if it is in the manifest.
fn answer(section: &mut Section, folder: &Folder) {
    for pointer in ["/answer", "/conclusion", "/summary"] {
        match folder.fact(pointer) {
            Some(serde_json::Value::String(text)) => section.answer.push(text.clone()),
            Some(serde_json::Value::Array(lines)) => {
                let lines = lines.iter().filter_map(|line| line.as_str());
                section.answer.extend(lines.map(str::to_string));
            }
            _ => {}
        }
    }
}

/// A curve of anything with `win_rate` and its interval over a setting.
fn curve_figure(section: &mut Section, sheet: &Sheet) {
    let setting = ["setting", "value", "base_hp_per_player", "base_hp"];
    let Some(setting) = setting
        .into_iter()
        .find(|name| sheet.has(name) && sheet.rows().all(|row| row.number(name).is_some()))
    else {
        return;
    };
    if !sheet.has("win_rate") || sheet.rows.len() < 2 {
        return;
    }
    let series = sheet.distinct("players").into_iter().map(|players| Series {
        name: if players.is_empty() {
            String::new()
        } else {
            super::section::count(&players, "player")
        },
        points: sheet
            .rows()
            .filter(|row| row.text("players") == players)
            .filter_map(|row| {
                Some(Point {
                    x: row.number(setting)?,
                    y: row.number("win_rate")?,
                    low: row.number("win_rate_low").or(row.number("low")),
                    high: row.number("win_rate_high").or(row.number("high")),
                })
            })
            .collect(),
    });
    let chart = Lines {
        title: "Win rate by setting".into(),
        x_label: setting.replace('_', " "),
        x_format: Format::Number(0),
        y_label: "win rate".into(),
        y_format: Format::Percent(1),
        y_range: Some((0.0, 1.0)),
        series: series.collect(),
        at_x: Vec::new(),
        at_y: Vec::new(),
    };
    section.figure("", &sheet.name, &chart);
}

/// A matrix of pairs, such as synergies.
fn pairs_figure(section: &mut Section, sheet: &Sheet) {
    let pairs = [
        ("name", "with"),
        ("first_name", "second_name"),
        ("first", "second"),
        ("card", "other"),
        ("card_a", "card_b"),
        ("a", "b"),
    ];
    let Some((a, b)) = pairs
        .into_iter()
        .find(|(a, b)| sheet.has(a) && sheet.has(b))
    else {
        return;
    };
    let values = ["synergy", "interaction", "effect", "value"];
    let Some(value) = values.into_iter().find(|name| sheet.has(name)) else {
        return;
    };
    let mut names: Vec<String> = sheet.distinct(a);
    for name in sheet.distinct(b) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(24);
    let cell = |first: &String, second: &String| {
        let row = sheet.rows().find(|row| {
            let pair = (row.text(a), row.text(b));
            pair == (first, second) || pair == (second, first)
        })?;
        let sure = row.is_true("found") || row.number("bh_q").is_some_and(|q| q <= 0.1);
        let interval = (row.number("low"), row.number("high"));
        Some(Cell {
            value: row.number(value)?,
            sure,
            note: Format::Signed(3).with_interval(row.number(value)?, interval.0, interval.1),
        })
    };
    let chart = HeatMap {
        title: "Pairs of cards".into(),
        format: Format::Signed(2),
        shading: Shading::Sign,
        rows: names
            .iter()
            .map(|first| {
                (
                    first.clone(),
                    names.iter().map(|second| cell(first, second)).collect(),
                )
            })
            .collect(),
        columns: names.clone(),
    };
    let caption = "Blue: stronger together than separately. Orange: weaker. Bold: found at a false \
        discovery rate of 10%.";
    section.figure(caption, &sheet.name, &chart);
}

/// The progress of tuning.
fn progress_figure(section: &mut Section, sheet: &Sheet) {
    if sheet.name != "generations" {
        return;
    }
    let series = |column: &str| Series {
        name: column.to_string(),
        points: sheet
            .rows()
            .filter_map(|row| {
                let (x, y) = (row.number("generation")?, row.number(column)?);
                Some(Point {
                    x,
                    y,
                    low: None,
                    high: None,
                })
            })
            .collect(),
    };
    let chart = Lines {
        title: "Tuning by generation".into(),
        x_label: "generation".into(),
        x_format: Format::Number(0),
        y_label: "rounds survived, and share of the base left".into(),
        y_format: Format::Number(2),
        y_range: None,
        series: ["best", "mean", "worst"].map(series).to_vec(),
        at_x: Vec::new(),
        at_y: Vec::new(),
    };
    section.figure("Each generation plays fresh games.", &sheet.name, &chart);
}

/// The results of a self-test.
fn checks_answer(section: &mut Section, sheet: &Sheet) {
    if sheet.name != "checks" || !sheet.has("passed") {
        return;
    }
    let passed = sheet.rows().filter(|row| row.is_true("passed")).count();
    let all = sheet.rows.len();
    section
        .answer
        .push(format!("{passed} of {all} checks passed."));
    let failed = sheet.rows().filter(|row| !row.is_true("passed"));
    section
        .warnings
        .extend(failed.map(|row| format!("Failed: {} ({})", row.text("name"), row.text("claim"))));
}
