//! Things one below the other: estimates with intervals, bars, or ranks.

use crate::WIDTH;
use crate::layout::{horizontal_axis, legend, tip};
use crate::node::{Node, fitted, text_width};
use crate::scale::{Scale, range};
use crate::style::COLOURS;
use answers::{Mark, Row, Rows, Tone};

/// Height of a row with one mark.
const ROW: f64 = 22.0;
/// Height of a row with two.
const TALL: f64 = ROW * 1.45;
/// Space above the first row.
const TOP: f64 = 8.0;
/// Widest column of labels.
const WIDEST_LABEL: f64 = 196.0;

struct Frame {
    /// Where labels end and figures begin.
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    scale: Scale,
}

pub(crate) fn draw(chart: &Rows) -> (f64, Vec<Node>) {
    let classes = (0..).map(|index| format!("c{}", series_colour(index)));
    let names: Vec<_> = chart
        .series
        .iter()
        .map(String::as_str)
        .zip(classes)
        .collect();
    let (mut body, head) = legend(names.into_iter());
    let figures: Vec<String> = chart.rows.iter().map(|row| figure(chart, row)).collect();
    let frame = frame(chart, &figures, TOP + head);
    body.extend(backdrop(chart, &frame));
    let (across, down) = ((frame.left, frame.right), (frame.top, frame.bottom));
    body.extend(horizontal_axis(&frame.scale, &chart.axis, across, down));
    if frame.scale.contains(0.0) {
        let zero = frame.scale.at(0.0);
        body.push(Node::line(zero, frame.top, zero, frame.bottom).class("xc-zero"));
    }
    let (mut y, mut group) = (frame.top, "");
    for (row, figure) in chart.rows.iter().zip(&figures) {
        if row.group != group {
            group = &row.group;
            let text = fitted(group, WIDTH - 8.0);
            body.push(Node::text_at(4.0, y + 16.0, &text).class("xc-group"));
            y += ROW;
        }
        body.extend(line(chart, row, figure, &frame, y));
        y += height(chart);
    }
    (frame.bottom + 42.0, body)
}

/// The text beside a row: its figure, or its only number.
fn figure(chart: &Rows, row: &Row) -> String {
    let only = row.marks.first().copied().flatten();
    let only = only
        .filter(|_| chart.series.len() < 2)
        .map(|mark| mark.number);
    row.figure
        .or(only)
        .map_or(String::new(), |number| number.text())
}

fn height(chart: &Rows) -> f64 {
    if chart.series.len() < 2 { ROW } else { TALL }
}

fn frame(chart: &Rows, figures: &[String], top: f64) -> Frame {
    let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
    let labels = widest(&mut chart.rows.iter().map(|row| text_width(&row.label)));
    let figures = widest(&mut figures.iter().map(|text| text_width(text) * 0.86));
    let (left, right) = (
        labels.min(WIDEST_LABEL) + 12.0,
        WIDTH - if figures > 0.0 { figures + 14.0 } else { 10.0 },
    );
    let groups = chart.rows.iter().map(|row| row.group.as_str());
    let before = std::iter::once("").chain(groups.clone());
    let headings = groups
        .zip(before)
        .filter(|(group, before)| group != before)
        .count();
    let bottom = top + ROW * headings as f64 + height(chart) * chart.rows.len() as f64;
    Frame {
        left,
        right,
        top,
        bottom,
        scale: Scale::linear(ends(chart), (left, right)),
    }
}

/// The ends of the axis: all marks, their intervals, the margin; zero where marks are bars.
fn ends(chart: &Rows) -> (f64, f64) {
    let (low, high) = range(chart.numbers(), chart.axis.range);
    let mut marks = chart.rows.iter().flat_map(|row| &row.marks).flatten();
    // Bars that never go below zero start at the edge.
    let all_above = chart.bars && marks.all(|mark| mark.number.value >= 0.0);
    (if all_above { 0.0 } else { low }, high)
}

fn backdrop(chart: &Rows, frame: &Frame) -> Option<Node> {
    let margin = chart.margin?;
    let (from, to) = (frame.scale.at(-margin), frame.scale.at(margin));
    let text = format!("margin: differences up to {margin} do not matter");
    let area = Node::rect(from, frame.top, to - from, frame.bottom - frame.top);
    let mark = Node::mark("margin", &text).data("margin", margin);
    Some(mark.child(area.class("xc-margin")))
}

/// A row with its label, its marks and its figure.
fn line(chart: &Rows, row: &Row, figure: &str, frame: &Frame, top: f64) -> Vec<Node> {
    let middle = top + height(chart) / 2.0;
    let label = fitted(&row.label, frame.left - 10.0);
    let mut nodes = vec![
        Node::text_end(frame.left - 8.0, middle + 4.5, &label),
        Node::text_end(WIDTH - 2.0, middle + 4.0, figure).class("xc-value"),
    ];
    let several = chart.series.len() > 1;
    for (index, mark) in row.marks.iter().enumerate().take(chart.series.len().max(1)) {
        let y = if several {
            middle - 5.5 + 11.0 * index as f64
        } else {
            middle
        };
        let series = several.then_some(index);
        nodes.extend(mark.map(|mark| self::mark(chart, row, &mark, series, frame, y)));
    }
    nodes
}

fn mark(
    chart: &Rows,
    row: &Row,
    mark: &Mark,
    series: Option<usize>,
    frame: &Frame,
    y: f64,
) -> Node {
    let (number, scale) = (&mark.number, &frame.scale);
    let name = series.map_or("", |series| &chart.series[series]);
    let text = tip(&[
        &row.group,
        &row.label,
        name,
        &number.with_interval(),
        &row.note,
    ]);
    let colour = match series {
        Some(series) => series_colour(series),
        None => colour(mark.tone),
    };
    let mut node = Node::mark("estimate", &text)
        .class(&format!("c{colour}"))
        .data("group", &row.group)
        .data("label", &row.label)
        .data("value", number.value)
        .data_if("low", number.low)
        .data_if("high", number.high);
    if let Some(series) = series {
        node = node.data("series", series);
    }
    if let Some((low, high)) = mark.family {
        node = node.data("family-low", low).data("family-high", high);
        node = node.child(Node::line(scale.at(low), y, scale.at(high), y).class("xc-thin"));
    }
    let at = scale.at(number.value);
    if chart.bars {
        let (zero, half) = (scale.at(0.0), if series.is_some() { 4.5 } else { 7.0 });
        let area = Node::rect(zero.min(at), y - half, (at - zero).abs(), 2.0 * half);
        node = node.child(area.class("xc-fill").attr("opacity", 0.65));
    }
    let (low, high) = (
        number.low.map_or(at, |low| scale.at(low)),
        number.high.map_or(at, |high| scale.at(high)),
    );
    node = node.child(Node::line(low, y, high, y).class("xc-whisker"));
    if !chart.bars {
        node = node.child(marker(mark.tone, at, y));
    }
    node.child(Node::rect(low - 6.0, y - 9.0, high - low + 12.0, 18.0).attr("fill", "transparent"))
}

fn marker(tone: Tone, x: f64, y: f64) -> Node {
    match tone {
        Tone::Same => {
            let corners = [(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)];
            Node::path(&corners, true).class("xc-fill")
        }
        Tone::Unclear => Node::circle(x, y, 4.0).class("xc-hollow"),
        _ => Node::circle(x, y, 4.5).class("xc-fill"),
    }
}

fn colour(tone: Tone) -> usize {
    match tone {
        Tone::Better => 0,
        Tone::Worse => 1,
        Tone::Same => 2,
        Tone::Unclear => 6,
        Tone::Kind(index) => index % COLOURS,
    }
}

/// Two series are told apart by yellow and blue.
fn series_colour(index: usize) -> usize {
    [4, 0, 1, 2][index % 4]
}
