//! The charts of a comparison.

use super::*;
use charts::{Cell, Forest, ForestRow, HeatMap, Lines, Point, Reference, Series, Shading};

/// A range of values of one setting as a curve: arms such as `prowler.hp=1`, `prowler.hp=2` ...
pub(super) fn scan_figure(section: &mut Section, differences: &Sheet, measure: &str) {
    let arms = differences.distinct("arm");
    let values: Option<Vec<(&str, f64)>> = arms.iter().map(|arm| scanned(arm)).collect();
    let Some(values) = values.filter(|values| values.len() > 2) else {
        return;
    };
    let name = values[0].0;
    if values.iter().any(|(other, _)| *other != name) {
        return;
    }
    let rows: Vec<Row<'_>> = differences
        .rows()
        .filter(|row| row.text("measure") == measure)
        .collect();
    let mut series: Vec<Series> = Vec::new();
    for row in &rows {
        let (Some((_, x)), Some(y)) = (scanned(row.text("arm")), row.number("difference")) else {
            continue;
        };
        let (low, high) = deciding_interval(*row).unzip();
        let name = stratum(*row);
        let position = series.iter().position(|known| known.name == name);
        let position = position.unwrap_or_else(|| {
            series.push(Series {
                name,
                points: Vec::new(),
            });
            series.len() - 1
        });
        series[position].points.push(Point { x, y, low, high });
    }
    for curve in &mut series {
        curve.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    let title = format!("{} by {name}", Measure(measure).name());
    let chart = Lines {
        title,
        x_label: name.to_string(),
        x_format: Format::Number(0),
        y_label: format!("difference: {}", Measure(measure).axis()),
        y_format: Measure(measure).difference(),
        y_range: None,
        series,
        at_x: Vec::new(),
        at_y: vec![Reference {
            label: "as it is".into(),
            at: 0.0,
        }],
    };
    let caption = "Difference from the unchanged game; the band holds for all values \
        simultaneously.";
    section.figure(caption, "differences", &chart);
}

/// The setting and the value that an arm of a scan names.
fn scanned(arm: &str) -> Option<(&str, f64)> {
    let (name, value) = arm.rsplit_once('=')?;
    Some((name, value.parse().ok()?))
}

/// Where the effect happens: damage by wave.
pub(super) fn wave_figure(section: &mut Section, differences: &Sheet) {
    let rows = differences
        .rows()
        .filter(|row| row.text("measure").starts_with(WAVES));
    let rows = rows.filter_map(|row| {
        let measure = row.text("measure");
        let (low, high) = interval(row)?;
        let wave = measure.strip_prefix(WAVES)?;
        Some(ForestRow {
            group: format!("{}: {}", row.text("arm"), stratum(row)),
            label: format!("wave {wave}"),
            value: row.number("difference")?,
            low,
            high,
            family: None,
            tone: Measure(measure).tone(low, high, None),
            note: note(row),
        })
    });
    let rows: Vec<ForestRow> = rows.collect();
    if rows.is_empty() || rows.len() > MOST_ROWS {
        return;
    }
    let title = "Where it happens: damage to the base by wave";
    let chart = Forest {
        title: title.into(),
        x_label: "difference: damage per game".into(),
        format: Format::Signed(2),
        reference: Some(0.0),
        margin: None,
        rows,
    };
    let caption = "Blue: less damage than the baseline. Orange: more. Hollow: not settled.";
    section.figure(caption, "differences", &chart);
}

/// One chart, or one for each stratum if there are many rows.
pub(super) fn forest_figures(
    section: &mut Section,
    differences: &Sheet,
    measure: &str,
    margin: Option<f64>,
) {
    let rows: Vec<Row<'_>> = differences
        .rows()
        .filter(|row| row.text("measure") == measure)
        .collect();
    // A measure in which no arm ever differs is only in the table.
    if rows
        .iter()
        .all(|row| row.number("difference").unwrap_or(0.0) == 0.0)
    {
        return;
    }
    let mut strata: Vec<String> = Vec::new();
    for row in &rows {
        if !strata.contains(&stratum(*row)) {
            strata.push(stratum(*row));
        }
    }
    let name = Measure(measure).name();
    if strata.len() == 1 || rows.len() <= MOST_ROWS {
        let title = format!("Difference in {name}");
        forest_figure(section, &title, measure, margin, &rows, strata.len() > 1);
        return;
    }
    for wanted in &strata {
        let title = format!("Difference in {name}: {wanted}");
        let rows = rows.iter().copied().filter(|row| stratum(*row) == *wanted);
        forest_figure(
            section,
            &title,
            measure,
            margin,
            &rows.collect::<Vec<_>>(),
            false,
        );
    }
}

fn forest_figure(
    section: &mut Section,
    title: &str,
    measure: &str,
    margin: Option<f64>,
    rows: &[Row<'_>],
    grouped: bool,
) {
    // With a single arm its name says nothing.
    let alone = grouped
        && rows
            .iter()
            .all(|row| row.text("arm") == rows[0].text("arm"));
    let rows = rows.iter().filter_map(|row| {
        let (low, high) = interval(*row)?;
        let (arm, stratum) = (row.text("arm").to_string(), stratum(*row));
        let (group, label) = match (grouped, alone) {
            (false, _) => (String::new(), arm),
            (true, true) => (String::new(), stratum),
            (true, false) => (stratum, arm),
        };
        Some(ForestRow {
            group,
            label,
            value: row.number("difference")?,
            low,
            high,
            family: row.number("family_low").zip(row.number("family_high")),
            tone: tone(*row, measure, margin)?,
            note: format!("{}\n{}", row.text("arm"), note(*row)),
        })
    });
    let mut rows: Vec<ForestRow> = rows.collect();
    // A few arms stay in the order in which they were named; many are easier to read by size.
    if !grouped && rows.len() > MOST_SENTENCES {
        rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
    let chart = Forest {
        title: title.to_string(),
        x_label: format!("difference: {}", Measure(measure).axis()),
        format: Measure(measure).difference(),
        reference: Some(0.0),
        margin,
        rows,
    };
    section.figure(TONES, "differences", &chart);
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
pub(super) fn heat_figure(section: &mut Section, differences: &Sheet, measure: &str) {
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
    let caption = "Difference from the baseline; bold if the interval excludes zero.";
    section.figure(caption, "differences", &chart);
}
