//! What charts must show, whatever their data.

use crate::draw;
use answers::{
    Axis, Chart, HeatCell, HeatMap, Lines, Mark, Number, Picture, Point, Reference, Row, Rows,
    Series, Stack, Stacks, Tone, Unit,
};
use roxmltree::{Document, Node as Element};

const HOSTILE: &str = "<script>alert('x')</script> & \"co\"";

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).expect("well-formed SVG")
}

fn marks<'a>(document: &'a Document<'a>, mark: &str) -> Vec<Element<'a, 'a>> {
    let marked = |node: &Element<'_, '_>| node.attribute("data-mark") == Some(mark);
    document.descendants().filter(marked).collect()
}

fn number(node: &Element<'_, '_>, name: &str) -> f64 {
    node.attribute(name).expect(name).parse().expect(name)
}

fn change(value: f64) -> Number {
    Number::new(value, Unit::Change).between(value - 0.1, value + 0.2)
}

fn rows(series: usize, bars: bool) -> Rows {
    let mark = |value: f64, tone| Mark {
        number: change(value),
        family: Some((value - 0.3, value + 0.3)),
        tone,
    };
    let tones = [Tone::Same, Tone::Unclear];
    let row = |index: usize| Row {
        group: format!("{HOSTILE} {}", index / 2),
        label: format!("{HOSTILE} {index}"),
        marks: (0..series.max(1))
            .map(|at| Some(mark(0.1 + index as f64 / 3.0, tones[at % 2])))
            .collect(),
        figure: None,
        note: HOSTILE.into(),
    };
    Rows {
        axis: Axis::new(HOSTILE, Unit::Change),
        series: (0..series).map(|at| format!("{HOSTILE} {at}")).collect(),
        bars,
        margin: Some(0.1),
        rows: (0..5).map(row).collect(),
    }
}

fn lines(points: usize, named: bool) -> Lines {
    let point = |index: usize| Point {
        x: 1.0 + index as f64,
        y: change(-(index as f64) / 7.0),
        label: match named {
            true => format!("name {index}"),
            false => String::new(),
        },
    };
    Lines {
        x: Axis {
            logarithmic: named,
            ..Axis::new(HOSTILE, Unit::Count)
        },
        y: Axis::new(HOSTILE, Unit::Change),
        series: vec![Series {
            name: HOSTILE.into(),
            points: (0..points).map(point).collect(),
        }],
        at_x: Vec::new(),
        at_y: vec![Reference {
            label: HOSTILE.into(),
            at: 0.0,
        }],
    }
}

fn stacks(count: usize) -> Stacks {
    let amount = |value| Number::new(value, Unit::Amount);
    Stacks {
        x: HOSTILE.into(),
        y: Axis::new(HOSTILE, Unit::Amount),
        parts: vec![HOSTILE.into(), "other".into()],
        stacks: (0..count)
            .map(|index| Stack {
                label: format!("{index}"),
                values: vec![amount(index as f64), amount(1.0)],
                note: HOSTILE.into(),
            })
            .collect(),
        at: vec![Reference {
            label: HOSTILE.into(),
            at: 2.0,
        }],
    }
}

fn heat_map() -> HeatMap {
    let cell = |value: f64| {
        Some(HeatCell {
            number: change(value),
            sure: value > 0.0,
        })
    };
    HeatMap {
        columns: vec![HOSTILE.into(), "b".into()],
        rows: vec![
            (HOSTILE.into(), vec![cell(-1.0), None]),
            ("c".into(), vec![cell(0.0), cell(2.0)]),
        ],
    }
}

fn picture(chart: Chart) -> Picture {
    Picture::new(HOSTILE, "", chart)
}

fn all() -> Vec<Picture> {
    let charts = [
        Chart::Rows(rows(0, false)),
        Chart::Rows(rows(2, true)),
        Chart::Lines(lines(5, false)),
        Chart::Lines(lines(200, false)),
        Chart::Lines(lines(5, true)),
        Chart::Stacks(stacks(9)),
        Chart::Stacks(stacks(60)),
        Chart::HeatMap(heat_map()),
    ];
    charts.map(picture).into()
}

#[test]
fn every_chart_is_well_formed_and_executes_no_name() {
    for picture in all() {
        for svg in [draw(&picture).inline(), draw(&picture).standalone()] {
            let document = parsed(&svg);
            let count = |name: &str| {
                let nodes = document.descendants();
                nodes.filter(|node| node.tag_name().name() == name).count()
            };
            assert_eq!(count("script"), 0);
            assert!(count("title") > 0, "no mark has a title");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}

#[test]
fn rows_carry_their_numbers_to_the_last_bit() {
    let chart = rows(0, false);
    let svg = draw(&picture(Chart::Rows(chart.clone()))).inline();
    let document = parsed(&svg);
    let found = marks(&document, "estimate");
    assert_eq!(found.len(), chart.rows.len());
    for (mark, row) in found.iter().zip(&chart.rows) {
        let given = row.marks[0].unwrap();
        assert_eq!(mark.attribute("data-label"), Some(row.label.as_str()));
        assert_eq!(number(mark, "data-value"), given.number.value);
        assert_eq!(Some(number(mark, "data-low")), given.number.low);
        assert_eq!(Some(number(mark, "data-high")), given.number.high);
        assert_eq!(number(mark, "data-family-high"), given.family.unwrap().1);
    }
    assert_eq!(number(&marks(&document, "margin")[0], "data-margin"), 0.1);
}

#[test]
fn a_curve_has_a_mark_for_every_point() {
    for count in [1, 5, 200] {
        let chart = lines(count, false);
        let svg = draw(&picture(Chart::Lines(chart.clone()))).inline();
        let document = parsed(&svg);
        let points = chart.series[0].points.iter();
        let given: Vec<f64> = points.map(|point| point.y.value).collect();
        let found = marks(&document, "point");
        let shown: Vec<f64> = found.iter().map(|mark| number(mark, "data-y")).collect();
        assert_eq!(shown, given);
        assert_eq!(marks(&document, "reference").len(), 1);
    }
}

#[test]
fn greater_values_stand_further_right_and_higher_up() {
    let svg = draw(&picture(Chart::Lines(lines(5, false)))).inline();
    let document = parsed(&svg);
    let circles = marks(&document, "point").into_iter().map(|mark| {
        let mut children = mark.children();
        let circle = children.find(|node| node.tag_name().name() == "circle");
        let circle = circle.unwrap();
        (number(&circle, "cx"), number(&circle, "cy"))
    });
    let circles: Vec<(f64, f64)> = circles.collect();
    assert!(circles.windows(2).all(|pair| pair[0].0 < pair[1].0));
    // The curve falls, and coordinates grow downwards.
    assert!(circles.windows(2).all(|pair| pair[0].1 < pair[1].1));
}

#[test]
fn charts_with_the_same_range_have_the_same_axis() {
    let ticks = |from: usize| {
        let mut chart = rows(0, false);
        chart.axis = chart.axis.range(-1.0, 3.0);
        chart.rows.drain(..from);
        let svg = draw(&picture(Chart::Rows(chart))).inline();
        let document = parsed(&svg);
        let is_tick = |node: &Element<'_, '_>| node.attribute("class") == Some("xc-tick");
        let ticks = document.descendants().filter(is_tick);
        let ticks = ticks.map(|tick| (tick.text().unwrap().to_string(), number(&tick, "x")));
        ticks
            .map(|(text, x)| format!("{text} at {x}"))
            .collect::<Vec<_>>()
    };
    assert!(ticks(0).len() > 2);
    assert_eq!(ticks(0), ticks(4));
}

#[test]
fn labels_do_not_collide() {
    let mut close = lines(30, false);
    close.at_x = (0..6)
        .map(|index| Reference {
            label: format!("reference {index}"),
            at: 10.0 + f64::from(index) / 5.0,
        })
        .collect();
    for chart in [close, lines(12, true)] {
        let svg = draw(&picture(Chart::Lines(chart))).inline();
        let document = parsed(&svg);
        let labels = document.descendants().filter(|node| {
            let class = node.attribute("class").unwrap_or_default();
            class.contains("xc-halo")
        });
        let boxes: Vec<(f64, f64, f64)> = labels
            .map(|label| {
                let (x, width) = (
                    number(&label, "x"),
                    crate::node::text_width(label.text().unwrap()),
                );
                (x, x + 0.9 * width, number(&label, "y"))
            })
            .collect();
        assert!(boxes.len() > 5);
        for (index, one) in boxes.iter().enumerate() {
            for other in &boxes[index + 1..] {
                let apart = one.1 < other.0 || other.1 < one.0 || (one.2 - other.2).abs() > 11.0;
                assert!(apart, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn charts_without_data_are_still_drawn() {
    let mut empty = rows(0, false);
    empty.rows.clear();
    let mut none = lines(0, false);
    none.series.clear();
    for chart in [
        Chart::Rows(empty),
        Chart::Lines(lines(0, false)),
        Chart::Lines(none),
        Chart::Stacks(stacks(0)),
    ] {
        parsed(&draw(&picture(chart)).standalone());
    }
}
