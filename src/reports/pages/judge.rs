//! A card against those of its class and cost.

use super::compare::by_stratum;
use super::folder::Folder;
use super::generic;
use super::measure::{Measure, margin};
use super::section::{Section, count};
use super::sheet::Row;
use crate::ReportError;
use charts::{Forest, ForestRow, Lines, Point, Reference, Series, Tone};

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let title = folder.text("/title").unwrap_or_else(|| "Judgement".into());
    let mut section = Section::new(folder, title);
    let sheet = folder.sheet("judge")?.unwrap_or_default();
    let margin = folder.text("/margin").and_then(|text| margin(&text));
    for (suffix, rows) in by_stratum(&sheet) {
        answer(&mut section, &rows, margin, &suffix);
        forest_figure(&mut section, &rows, margin, &suffix);
        cost_figure(&mut section, &rows, &suffix);
    }
    section.table(sheet, "The card as it is, changed, and its peers.");
    generic::tables(&mut section, folder, &[])?;
    Ok(section)
}

/// What an advantage says about a card, against the margin.
fn tone(row: Row<'_>, margin: f64) -> Option<Tone> {
    let (low, high) = (row.number("low")?, row.number("high")?);
    Some(if low > margin {
        Tone::Up
    } else if high < -margin {
        Tone::Down
    } else if low >= -margin && high <= margin {
        Tone::Same
    } else {
        Tone::Unclear
    })
}

fn answer(section: &mut Section, rows: &[Row<'_>], margin: Option<f64>, suffix: &str) {
    let Some(itself) = rows.iter().find(|row| row.text("variant") == "as it is") else {
        return;
    };
    let is_foe = ["enemy", "boss"].contains(&itself.text("type"));
    let verdict = match tone(*itself, margin.unwrap_or(0.0)) {
        Some(Tone::Up) if is_foe => "dangerous",
        Some(Tone::Down) if is_foe => "harmless",
        Some(Tone::Up) => "strong",
        Some(Tone::Down) => "weak",
        Some(Tone::Same) => "fair",
        _ => "not settled",
    };
    let measure = Measure(itself.text("measure"));
    let peers = rows
        .iter()
        .filter(|row| row.text("variant").starts_with("peer "));
    let value = itself.number("advantage").unwrap_or(0.0);
    let figure =
        measure
            .difference()
            .with_interval(value, itself.number("low"), itself.number("high"));
    section.answer.push(format!(
        "{}{suffix}: {verdict}. Extra copies of it change {} by {figure} more than those of {} \
         like it.",
        itself.text("name"),
        measure.name(),
        count(&peers.count().to_string(), "card")
    ));
    if itself.number("bought").is_some_and(|share| share < 0.05) {
        section.warnings.push(format!(
            "{} is bought or met in under 5% of the games, too few to judge it.",
            itself.text("name")
        ));
    }
}

/// The group of a variant: the card itself, its figures, its costs, its peers.
fn group(variant: &str) -> (usize, &'static str) {
    if variant == "as it is" {
        (0, "The card")
    } else if variant.starts_with("peer ") {
        (3, "Similar cards")
    } else if variant.starts_with("cost ") && !variant.contains(['+', '-']) {
        (2, "At another cost")
    } else {
        (1, "With another figure")
    }
}

fn forest_figure(section: &mut Section, rows: &[Row<'_>], margin: Option<f64>, suffix: &str) {
    let Some(first) = rows.first() else {
        return;
    };
    let measure = Measure(first.text("measure"));
    let mut shown: Vec<(usize, ForestRow)> = Vec::new();
    for row in rows {
        let variant = row.text("variant");
        let (order, group) = group(variant);
        let label = if order == 3 {
            row.text("name")
        } else {
            variant
        };
        let (Some(value), Some(low), Some(high)) = (
            row.number("advantage"),
            row.number("low"),
            row.number("high"),
        ) else {
            continue;
        };
        shown.push((
            order,
            ForestRow {
                group: group.to_string(),
                label: label.to_string(),
                value,
                low,
                high,
                family: None,
                tone: tone(*row, margin.unwrap_or(0.0)).unwrap_or(Tone::Unclear),
                note: format!("{} games", row.text("games")),
            },
        ));
    }
    shown.sort_by_key(|(order, _)| *order);
    let title = format!("Advantage over similar cards{suffix}");
    let chart = Forest {
        title,
        x_label: format!("advantage: {}", measure.axis()),
        format: measure.difference(),
        reference: Some(0.0),
        margin,
        rows: shown.into_iter().map(|(_, row)| row).collect(),
    };
    let caption = "Blue: more than the average of its peers. Orange: less. Green diamond: about the same. Hollow: not \
                   settled.";
    section.figure(caption, "judge", &chart);
}

/// Advantage by cost: where it crosses zero, the card is fair.
fn cost_figure(section: &mut Section, rows: &[Row<'_>], suffix: &str) {
    let cost = |row: &Row<'_>| {
        let variant = row.text("variant");
        match variant.strip_prefix("cost ") {
            Some(cost) if group(variant).0 == 2 => cost.parse().ok(),
            _ if variant == "as it is" => row.number("cost"),
            _ => None,
        }
    };
    let points = rows.iter().filter_map(|row| {
        Some(Point {
            x: cost(row)?,
            y: row.number("advantage")?,
            low: row.number("low"),
            high: row.number("high"),
        })
    });
    let mut points: Vec<Point> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    if points.len() < 3 {
        return;
    }
    let measure = Measure(rows[0].text("measure"));
    let title = format!("The fair cost{suffix}");
    let chart = Lines {
        title,
        x_label: "cost".into(),
        x_format: charts::Format::Number(0),
        y_label: format!("advantage: {}", measure.axis()),
        y_format: measure.difference(),
        y_range: None,
        series: vec![Series {
            name: rows[0].text("name").to_string(),
            points,
        }],
        at_x: Vec::new(),
        at_y: vec![Reference {
            label: "average of its peers".into(),
            at: 0.0,
        }],
    };
    section.figure(
        "The card is fair where the curve crosses the dashed line.",
        "judge",
        &chart,
    );
}
