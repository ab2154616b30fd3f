//! Every chart is well-formed, carries its numbers exactly, and shows hostile names as text.

use super::*;
use roxmltree::{Document, Node as Element};

const HOSTILE: &str = "<script>alert('x')</script> \"&\" 🦠";

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"))
}

fn marks<'a>(document: &'a Document<'a>, mark: &str) -> Vec<Element<'a, 'a>> {
    let all = document.descendants();
    all.filter(|node| node.attribute("data-mark") == Some(mark))
        .collect()
}

fn number(node: &Element<'_, '_>, name: &str) -> f64 {
    node.attribute(name).expect(name).parse().expect(name)
}

fn forest() -> Forest {
    let row = |label: &str, value: f64, tone| ForestRow {
        group: "2 players".into(),
        label: label.into(),
        value,
        low: value - 0.1,
        high: value + 0.2,
        family: Some((value - 0.15, value + 0.3)),
        tone,
        note: String::new(),
    };
    Forest {
        title: "Differences".into(),
        x_label: "rounds".into(),
        format: Format::Signed(2),
        reference: Some(0.0),
        margin: Some(0.1),
        rows: vec![
            row(HOSTILE, 1.0 / 3.0, Tone::Up),
            row("b", -5.395411025929984e-5, Tone::Unclear),
        ],
    }
}

fn lines(points: usize) -> Lines {
    let point = |x: usize| Point {
        x: x as f64,
        y: 1.0 / (x as f64 + 1.0),
        low: Some(0.0),
        high: Some(1.0),
    };
    Lines {
        title: "Curve".into(),
        x_label: "base HP".into(),
        x_format: Format::Number(0),
        y_label: "win rate".into(),
        y_format: Format::Percent(1),
        y_range: Some((0.0, 1.0)),
        series: vec![Series {
            name: HOSTILE.into(),
            points: (0..points).map(point).collect(),
        }],
        at_x: vec![Reference {
            label: "40%".into(),
            at: 3.0,
        }],
        at_y: Vec::new(),
    }
}

fn all() -> Vec<Box<dyn Chart>> {
    let text = || HOSTILE.to_string();
    let cell = Cell {
        value: -0.5,
        sure: true,
        note: text(),
    };
    let dot = Dot {
        label: text(),
        series: 0,
        point: Point {
            x: 0.001,
            y: 2.0,
            low: None,
            high: None,
        },
        note: text(),
    };
    vec![
        Box::new(forest()),
        Box::new(lines(5)),
        Box::new(lines(200)),
        Box::new(UpDown {
            title: text(),
            x_label: text(),
            format: Format::Signed(3),
            names: ["-1".into(), text()],
            rows: vec![UpDownRow {
                label: text(),
                down: None,
                up: Some((0.1, 0.0, 0.2)),
                note: text(),
            }],
        }),
        Box::new(Bars {
            title: text(),
            x_label: text(),
            format: Format::Percent(1),
            bars: vec![Bar {
                label: text(),
                value: 0.25,
                interval: None,
                colour: 9,
                note: text(),
            }],
        }),
        Box::new(Histogram {
            title: text(),
            x_label: text(),
            format: Format::Number(0),
            unit: text(),
            bins: Histogram::whole_numbers(&[1, 2, 2, 900], 30),
            at_x: vec![Reference {
                label: text(),
                at: 2.0,
            }],
        }),
        Box::new(Stacked {
            title: text(),
            x_label: text(),
            y_label: text(),
            format: Format::Number(1),
            parts: vec![text(), "b".into()],
            stacks: vec![Stack {
                label: text(),
                values: vec![1.0, 2.0],
                note: text(),
            }],
        }),
        Box::new(HeatMap {
            title: text(),
            format: Format::Signed(2),
            shading: Shading::Sign,
            columns: vec![text()],
            rows: vec![(text(), vec![Some(cell)])],
        }),
        Box::new(Ranks {
            title: text(),
            x_label: text(),
            rows: vec![RankRow {
                label: text(),
                rank: 1.0,
                best: 1.0,
                worst: 4.0,
                tier: 1,
                figure: text(),
                note: text(),
            }],
        }),
        Box::new(Scatter {
            title: text(),
            x_label: text(),
            x_format: Format::Number(3),
            logarithmic: true,
            y_label: text(),
            y_format: Format::Number(2),
            series: vec![text()],
            dots: vec![dot],
        }),
    ]
}

#[test]
fn every_chart_is_well_formed_and_executes_no_name() {
    for chart in all() {
        for svg in [chart.draw().inline(), chart.draw().standalone()] {
            let document = parsed(&svg);
            let scripts = document
                .descendants()
                .filter(|node| node.has_tag_name("script"));
            assert_eq!(scripts.count(), 0);
            let titles = document
                .descendants()
                .filter(|node| node.tag_name().name() == "title");
            assert!(titles.count() > 0, "no mark has a title");
        }
    }
}

#[test]
fn no_coordinate_is_missing() {
    for chart in all() {
        let svg = chart.draw().standalone();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn a_forest_carries_its_numbers_to_the_last_bit() {
    let forest = forest();
    let svg = forest.draw().inline();
    let document = parsed(&svg);
    let found = marks(&document, "estimate");
    assert_eq!(found.len(), forest.rows.len());
    for (mark, row) in found.iter().zip(&forest.rows) {
        assert_eq!(mark.attribute("data-label"), Some(row.label.as_str()));
        assert_eq!(number(mark, "data-value"), row.value);
        assert_eq!(number(mark, "data-low"), row.low);
        assert_eq!(number(mark, "data-high"), row.high);
        assert_eq!(number(mark, "data-family-high"), row.family.unwrap().1);
    }
    assert_eq!(number(&marks(&document, "margin")[0], "data-margin"), 0.1);
}

#[test]
fn a_curve_has_a_mark_for_every_point() {
    for count in [1, 5, 200] {
        let chart = lines(count);
        let svg = chart.draw().inline();
        let document = parsed(&svg);
        let found = marks(&document, "point");
        let given: Vec<f64> = chart.series[0].points.iter().map(|point| point.y).collect();
        let shown: Vec<f64> = found.iter().map(|mark| number(mark, "data-y")).collect();
        assert_eq!(shown, given);
        assert_eq!(marks(&document, "reference").len(), 1);
    }
}

#[test]
fn greater_values_stand_further_right_and_higher_up() {
    let svg = lines(5).draw().inline();
    let document = parsed(&svg);
    let circles = marks(&document, "point").into_iter().map(|mark| {
        let circle = mark
            .children()
            .find(|node| node.tag_name().name() == "circle")
            .unwrap();
        (number(&circle, "cx"), number(&circle, "cy"))
    });
    let circles: Vec<(f64, f64)> = circles.collect();
    assert!(circles.windows(2).all(|pair| pair[0].0 < pair[1].0));
    // The curve falls, and coordinates grow downwards.
    assert!(circles.windows(2).all(|pair| pair[0].1 < pair[1].1));
}

#[test]
fn bins_count_every_value_once() {
    let values: Vec<i64> = (0..1000).map(|n| n * n % 317).collect();
    for most in [1, 7, 40, 1000] {
        let bins = Histogram::whole_numbers(&values, most);
        assert!(bins.len() <= most);
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 1000);
        for bin in &bins {
            let inside = |value: &&i64| (bin.from..bin.to).contains(&(**value as f64));
            assert_eq!(values.iter().filter(inside).count() as u64, bin.count);
        }
    }
    assert!(Histogram::whole_numbers(&[], 10).is_empty());
}

#[test]
fn charts_without_data_are_still_drawn() {
    let mut forest = forest();
    forest.rows.clear();
    parsed(&forest.draw().inline());
    let mut lines = lines(0);
    parsed(&lines.draw().inline());
    lines.series.clear();
    parsed(&lines.draw().standalone());
}

#[test]
fn numbers_are_written_for_people() {
    assert_eq!(Format::Percent(1).show(0.4123), "41.2%");
    assert_eq!(Format::Points(1).show(-0.0351), "-3.5");
    assert_eq!(Format::Signed(2).show(-0.001), "0.00");
    assert_eq!(Format::Signed(2).show(0.5), "+0.50");
    assert_eq!(Format::Number(0).show(1234567.0), "1,234,567");
    assert_eq!(Format::Number(1).show(-1234.56), "-1,234.6");
    assert_eq!(Format::Number(0).show(-999.0), "-999");
    let interval = Format::Percent(0).with_interval(0.4, Some(0.3), Some(0.5));
    assert_eq!(interval, "40% (30% to 50%)");
}

#[test]
fn tiers_are_banded_in_order() {
    let row = |rank: usize, tier: usize| RankRow {
        label: format!("card {rank}"),
        rank: rank as f64,
        best: rank as f64,
        worst: rank as f64,
        tier,
        figure: String::new(),
        note: String::new(),
    };
    let ranks = Ranks {
        title: "Ranks".into(),
        x_label: "rank".into(),
        rows: vec![row(1, 1), row(2, 1), row(3, 2), row(4, 3)],
    };
    let svg = ranks.draw().inline();
    let document = parsed(&svg);
    let bands = document
        .descendants()
        .filter(|node| node.attribute("data-rows").is_some());
    let bands: Vec<_> = bands
        .map(|band| band.attribute("data-rows").unwrap())
        .collect();
    assert_eq!(bands, ["2", "1", "1"]);
}
