//! Grids of typed cells.

use crate::number::Number;
use crate::{Tone, is_false};
use serde::{Deserialize, Serialize};

/// A grid: columns, and rows of cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; missing cells at their end are empty.
    pub rows: Vec<Vec<Cell>>,
    /// How many rows are shown unless details are asked for; all if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// What is said of the rest.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rest: String,
}

/// A column of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// How its numbers are shown.
    #[serde(default)]
    pub show: Show,
    /// Whether it stands at the right, as numbers do.
    #[serde(default, skip_serializing_if = "is_false")]
    pub right: bool,
    /// The columns with the greatest number are left out first where there is too little room;
    /// those with 0 never.
    #[serde(default)]
    pub spare: u8,
    /// How its numbers are drawn beside it in the terminal, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
}

/// How the numbers of a column are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The value alone.
    #[default]
    Value,
    /// The value and half the width of its interval.
    Half,
    /// The value and its interval.
    Interval,
}

/// How numbers are drawn with letters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// A bar from zero to the number; the longest is this much.
    Bar(f64),
    /// A mark with its interval on both sides of zero; to the right is better for the players:
    /// where more is (1) or where less is (-1).
    Around(f64),
}

/// A cell of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(Number),
    /// What was concluded, in a word.
    Verdict {
        /// What it means.
        verdict: Tone,
        /// The word.
        text: String,
    },
    /// A text, such as the name of a card.
    Text(String),
}

impl Grid {
    /// A grid without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Grid {
            columns: columns.into_iter().collect(),
            ..Grid::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Shows only some rows unless details are asked for, and says something of the rest.
    pub fn first(mut self, first: usize, rest: impl Into<String>) -> Self {
        if first < self.rows.len() {
            self.first = Some(first);
            self.rest = rest.into();
        }
        self
    }

    /// A cell as it is shown.
    pub fn text(&self, row: usize, column: usize) -> String {
        let cell = self.rows.get(row).and_then(|row| row.get(column));
        match cell {
            None => String::new(),
            Some(Cell::Text(text) | Cell::Verdict { text, .. }) => text.clone(),
            Some(Cell::Number(number)) => match self.columns[column].show {
                Show::Value => number.text(),
                Show::Half => number.with_half(),
                Show::Interval => number.with_interval(),
            },
        }
    }
}

impl Column {
    /// A column of words.
    pub fn words(title: impl Into<String>) -> Self {
        Column {
            title: title.into(),
            show: Show::Value,
            right: false,
            spare: 0,
            drawn: None,
        }
    }

    /// A column of numbers.
    pub fn numbers(title: impl Into<String>) -> Self {
        Column {
            right: true,
            ..Column::words(title)
        }
    }

    /// With half the width of the interval after each number.
    pub fn halves(self) -> Self {
        Column {
            show: Show::Half,
            right: false,
            ..self
        }
    }

    /// With the interval after each number.
    pub fn intervals(self) -> Self {
        Column {
            show: Show::Interval,
            right: false,
            ..self
        }
    }

    /// A column that can be spared; one with a greater number goes first.
    pub fn spare(self, spare: u8) -> Self {
        Column { spare, ..self }
    }

    /// Drawn beside it.
    pub fn drawn(self, drawn: Drawn) -> Self {
        Column {
            drawn: Some(drawn),
            ..self
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<Number> for Cell {
    fn from(number: Number) -> Self {
        Cell::Number(number)
    }
}

impl From<Option<Number>> for Cell {
    /// Nothing is an empty cell.
    fn from(number: Option<Number>) -> Self {
        number.map_or(Cell::Text(String::new()), Cell::Number)
    }
}
