//! Charts of an answer that show the same quantity have the same axis, so that they can be compared.

use answers::{Answer, Axis, Chart};
use std::collections::BTreeMap;

/// The answer, with the axes of its charts made equal where they have the same name.
pub(super) fn shared(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    let mut all: BTreeMap<String, Vec<Vec<f64>>> = BTreeMap::new();
    for (axis, numbers) in axes(&mut answer) {
        all.entry(axis.label.clone()).or_default().push(numbers);
    }
    for (axis, _) in axes(&mut answer) {
        let charts = all.get(&axis.label).filter(|charts| charts.len() > 1);
        axis.range = charts.and_then(|charts| ends(charts.iter().flatten()));
    }
    answer
}

/// The least and the greatest number, with a little room.
fn ends<'a>(numbers: impl Iterator<Item = &'a f64>) -> Option<(f64, f64)> {
    let numbers = numbers.copied().filter(|number| number.is_finite());
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (number.min(low), number.max(high))
    });
    let room = 0.05 * (high - low);
    (high > low).then_some((low - room, high + room))
}

/// The axes of numbers whose ends are not fixed, with the numbers.
fn axes(answer: &mut Answer) -> Vec<(&mut Axis, Vec<f64>)> {
    let sections = answer.sections.iter_mut();
    let pictures = sections.flat_map(|section| &mut section.pictures);
    let axes = pictures.filter_map(|picture| match &mut picture.chart {
        Chart::Rows(chart) => Some((chart.numbers(), &mut chart.axis)),
        Chart::Lines(chart) => Some((chart.numbers(), &mut chart.y)),
        Chart::Stacks(_) | Chart::HeatMap(_) => None,
    });
    let free = axes.filter(|(_, axis)| axis.range.is_none());
    free.map(|(numbers, axis)| (axis, numbers)).collect()
}
