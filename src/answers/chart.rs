//! Charts as data; the crate `charts` draws them.

use crate::number::{Number, Unit};
use serde::{Deserialize, Serialize};

/// A chart with its title.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The table with its numbers.
    pub table: String,
    /// The chart.
    pub chart: Chart,
}

/// A chart of some kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chart {
    /// A labelled row for each thing, with dots or bars along a horizontal axis.
    Rows(Rows),
    /// Points in a plane, joined by lines.
    Lines(Lines),
    /// Columns made of parts.
    Stacks(Stacks),
    /// A matrix of numbers as shades.
    HeatMap(HeatMap),
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Its name.
    pub label: String,
    /// What its numbers are.
    pub unit: Unit,
    /// Its ends, if they do not follow from the numbers. Charts of one page that are to be compared
    /// have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
    /// Whether it is logarithmic; then all numbers must be positive.
    #[serde(default, skip_serializing_if = "crate::is_false")]
    pub logarithmic: bool,
}

/// What a number says, which decides colour and shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Better for the players.
    Better,
    /// Worse for the players.
    Worse,
    /// No difference that matters.
    Same,
    /// Not settled.
    Unclear,
    /// The first, second ... of some kinds, without a judgement.
    Kind(usize),
}

/// Things one below the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// The horizontal axis.
    pub axis: Axis,
    /// Names of the marks of each row, in their order; with one there is no legend.
    pub series: Vec<String>,
    /// Whether marks are bars from zero.
    pub bars: bool,
    /// Differences from zero within this distance do not matter.
    pub margin: Option<f64>,
    /// The things.
    pub rows: Vec<Row>,
}

/// A thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Rows of the same group stand under one heading; empty: none.
    pub group: String,
    /// What it is about.
    pub label: String,
    /// Its numbers, one for each series.
    pub marks: Vec<Option<Mark>>,
    /// The figure beside it, if it is not the only mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Number>,
    /// What else to show on hover.
    pub note: String,
}

/// A number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The number.
    pub number: Number,
    /// The interval that holds for all rows simultaneously, drawn thin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<(f64, f64)>,
    /// What it says.
    pub tone: Tone,
}

/// Curves, or dots with names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves.
    pub series: Vec<Series>,
    /// Vertical lines.
    pub at_x: Vec<Reference>,
    /// Horizontal lines.
    pub at_y: Vec<Reference>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// Its value and interval.
    pub y: Number,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A line at one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// What it stands for.
    pub label: String,
    /// Where it is.
    pub at: f64,
}

/// Columns beside each other, each made of the same parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stacks {
    /// Name of the horizontal axis.
    pub x: String,
    /// The vertical axis.
    pub y: Axis,
    /// Names of the parts; with a single one there is no legend.
    pub parts: Vec<String>,
    /// The columns.
    pub stacks: Vec<Stack>,
    /// Vertical lines, by the number of the column that they go through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Reference>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// What it is about.
    pub label: String,
    /// The value of each part.
    pub values: Vec<Number>,
    /// What else to show on hover.
    pub note: String,
}

/// Rows and columns of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, with a cell (or nothing) for each column.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

/// A number of the matrix: above zero blue, below zero orange.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeatCell {
    /// The number.
    pub number: Number,
    /// Whether it is certain enough to be set in bold.
    pub sure: bool,
}

impl Picture {
    /// A chart of a table.
    pub fn new(title: impl Into<String>, table: &str, chart: Chart) -> Self {
        Picture {
            title: title.into(),
            caption: String::new(),
            table: table.into(),
            chart,
        }
    }

    /// With a sentence on how to read it.
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }
}

impl Axis {
    /// An axis whose ends follow from the numbers.
    pub fn new(label: impl Into<String>, unit: Unit) -> Self {
        Axis {
            label: label.into(),
            unit,
            range: None,
            logarithmic: false,
        }
    }

    /// With fixed ends.
    pub fn range(self, low: f64, high: f64) -> Self {
        Axis {
            range: Some((low, high)),
            ..self
        }
    }
}

impl Rows {
    /// What its axis must show: all marks with their intervals, the margin; zero where marks are bars.
    pub fn numbers(&self) -> Vec<f64> {
        let marks = self.rows.iter().flat_map(|row| &row.marks).flatten();
        let marks = marks.flat_map(|mark| {
            let (low, high) = mark.family.unzip();
            mark.number.ends().chain(low).chain(high)
        });
        let margin = self.margin.into_iter().flat_map(|margin| [-margin, margin]);
        marks
            .chain(margin)
            .chain(self.bars.then_some(0.0))
            .collect()
    }
}

impl Lines {
    /// What its vertical axis must show: all points with their intervals, and references.
    pub fn numbers(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let references = self.at_y.iter().map(|reference| reference.at);
        points
            .flat_map(|point| point.y.ends())
            .chain(references)
            .collect()
    }
}

impl Row {
    /// A thing with one number.
    pub fn new(label: impl Into<String>, number: Number, tone: Tone) -> Self {
        let mark = Mark {
            number,
            family: None,
            tone,
        };
        Row {
            group: String::new(),
            label: label.into(),
            marks: vec![Some(mark)],
            figure: None,
            note: String::new(),
        }
    }
}
