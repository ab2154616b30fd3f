//! Pages of answers.

use super::*;
use answers::{Axis, Chart, Column, Field, Game, Grid, Number, Picture, Row, Rows, Section, Table};
use answers::{Tone, Unit};

const HOSTILE: &str = "<img src=x onerror=alert(1)> & \"co\"";

fn answer() -> Answer {
    let mut answer = Answer::new("compare", HOSTILE);
    answer.say(format!("{HOSTILE} `code`"));
    let number = Number::new(-0.001, Unit::Change).between(-0.007, 0.005);
    answer.figure("endurance", HOSTILE, number);
    let mut grid = Grid::new([Column::words(HOSTILE), Column::numbers("change").halves()]);
    grid.row([HOSTILE.into(), number.into()]);
    grid.row(["hidden".into(), number.into()]);
    let chart = Rows {
        axis: Axis::new(HOSTILE, Unit::Change),
        series: Vec::new(),
        bars: false,
        margin: None,
        rows: vec![Row::new(HOSTILE, number, Tone::Unclear)],
    };
    let picture = Picture::new(HOSTILE, "differences", Chart::Rows(chart));
    let section = Section::new(HOSTILE).grid(grid.first(1, "and 1 more"));
    answer.section(section.pictures([picture]));
    answer.games = vec![Game {
        what: "A typical game".into(),
        arguments: vec!["--game".into(), "7".into(), HOSTILE.into()],
    }];
    answer.tables = vec![Table {
        columns: vec![Field {
            name: "arm".into(),
            about: HOSTILE.into(),
        }],
        rows: vec![vec![HOSTILE.into()]],
        ..Table::named("differences", HOSTILE)
    }];
    answer
}

fn page() -> String {
    page::page(&[answer()], &[], &BTreeMap::new())
}

#[test]
fn hostile_names_are_text_everywhere() {
    let page = page();
    assert!(!page.contains("<img"), "{page}");
    assert!(page.contains("<code>code</code>"));
    assert!(page.contains("\\u003cimg"), "the data of tables");
}

#[test]
fn tables_and_hidden_rows_are_folded() {
    let page = page();
    assert!(page.contains("<details class=\"data\" id=\"s1-differences\"><summary>"));
    assert!(page.contains("<details><summary>and 1 more</summary>"));
    assert!(page.contains("<a href=\"#s1-differences\">Table</a>"));
}

#[test]
fn charts_of_the_same_quantity_share_an_axis() {
    let mut answer = answer();
    let mut other = answer.sections[0].clone();
    let Chart::Rows(chart) = &mut other.pictures[0].chart else {
        panic!("rows");
    };
    chart.rows[0] = Row::new("far", Number::new(9.0, Unit::Change), Tone::Better);
    answer.sections.push(other);
    let report = Report::new(vec![answer]);
    let ranges: Vec<_> = report
        .pictures()
        .map(|(_, picture)| match &picture.chart {
            Chart::Rows(chart) => chart.axis.range,
            _ => None,
        })
        .collect();
    assert!(ranges[0].is_some_and(|(low, high)| low < -0.007 && high > 9.0));
    assert_eq!(ranges[0], ranges[1]);
}

#[test]
fn pages_refer_to_nothing_outside() {
    let page = page().replace("http://www.w3.org/2000/svg", "");
    for outside in ["http://", "https://", "src=\"", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn an_answer_without_the_manifest_of_its_run_is_refused() {
    let place = tempfile::tempdir().unwrap();
    fs::write(
        place.path().join(ANSWER),
        serde_json::to_string(&answer()).unwrap(),
    )
    .unwrap();
    let refusal = read(place.path()).unwrap_err().to_string();
    assert!(refusal.contains("manifest.json: no such file"), "{refusal}");
}
