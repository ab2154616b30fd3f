//! What a study answers, as data.
//!
//! A study makes one [`Answer`]; the terminal, the HTML page and `--json` only render it, and it is
//! written as `answer.json`, from which `report` renders it again. So nothing is worked out twice:
//! a verdict is reached by the study, a sentence is written by the study, and a number is rounded
//! by [`Number`], by its interval.
//!
//! ```
//! use answers::{Answer, Column, Grid, Number, Section, Unit};
//!
//! let rate = Number::new(0.4012, Unit::Share).between(0.3916, 0.4109);
//! let mut answer = Answer::new("simulate", "1 player");
//! answer.say(format!("The player wins {} of games.", rate.with_interval()));
//! assert_eq!(answer.headline[0], "The player wins 40.1% (39.2 to 41.1%) of games.");
//!
//! let mut grid = Grid::new([Column::words("arm"), Column::numbers("wins").halves().spare(1)]);
//! grid.row(["as it is".into(), rate.into()]);
//! answer.sections.push(Section::new("Win rates").grid(grid));
//! ```
//!
//! It holds nothing that differs between two runs of the same request: no directory, no number of
//! threads; times are in [`Answer::measured`], which is not written with the rest.

mod chart;
mod grid;
mod number;
mod table;

pub use chart::{
    Axis, Chart, HeatCell, HeatMap, Lines, Mark, Picture, Point, Reference, Row, Rows,
};
pub use chart::{Series, Stack, Stacks, Tone};
pub use grid::{Cell, Column, Drawn, Grid, Show};
pub use number::{Number, Unit, counted, grouped, listed};
pub use table::{Field, Table};

use serde::{Deserialize, Serialize};

/// The file in an output directory that holds its answer.
pub const ANSWER: &str = "answer.json";

/// The answer of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// The command that gives it.
    pub study: String,
    /// What it is about.
    pub title: String,
    /// Whether everything was played that was asked for.
    pub complete: bool,
    /// Why it ended.
    pub ending: String,
    /// The answer in sentences, the most important first. Text between backticks is code.
    pub headline: Vec<String>,
    /// What a reader must know before relying on it.
    pub warnings: Vec<String>,
    /// The main figures.
    pub figures: Vec<Figure>,
    /// Everything else worth showing, in order.
    pub sections: Vec<Section>,
    /// How the figures were made and are to be read.
    pub notes: Vec<String>,
    /// Games worth looking at.
    pub games: Vec<Game>,
    /// How to reproduce it.
    pub reproduce: Reproduce,
    /// What depends on the machine, such as times. It is kept in the manifest, because two runs of
    /// the same request must write the same answer.
    #[serde(skip)]
    pub measured: Vec<Section>,
    /// The tables that are written, except those with a row for every game.
    pub tables: Vec<Table>,
}

/// A figure by its name, which is the same in tables and in `--json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name for programs.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The figure.
    #[serde(flatten)]
    pub number: Number,
    /// What else belongs to it, after the number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Whether it is left out unless details are asked for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub detail: bool,
}

/// A part of the answer with a title: text, a grid, pictures, or all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Section {
    /// What it shows.
    pub title: String,
    /// Sentences before the grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// The grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Grid>,
    /// How to read it, in less important sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The same and more as pictures, which only pages show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// Whether it is left out (in the terminal) or folded (on pages) unless details are asked for.
    #[serde(skip_serializing_if = "is_false")]
    pub detail: bool,
    /// Whether pages fold it, because others say the most of it.
    #[serde(skip_serializing_if = "is_false")]
    pub folded: bool,
}

/// A game worth looking at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// What it is an example of.
    pub what: String,
    /// The arguments of `xenosim replay` that show it.
    pub arguments: Vec<String>,
}

/// How to reproduce an answer, and what was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reproduce {
    /// The command.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// Fingerprint of everything that determines the results.
    pub fingerprint: String,
    /// What was played, as names and values.
    pub facts: Vec<(String, String)>,
}

impl Answer {
    /// An answer without contents.
    pub fn new(study: impl Into<String>, title: impl Into<String>) -> Self {
        Answer {
            study: study.into(),
            title: title.into(),
            complete: true,
            ..Answer::default()
        }
    }

    /// Adds a sentence.
    pub fn say(&mut self, sentence: impl Into<String>) {
        self.headline.push(sentence.into());
    }

    /// Adds a figure.
    pub fn figure(&mut self, name: &str, title: &str, number: Number) -> &mut Figure {
        self.figures.push(Figure {
            name: name.into(),
            title: title.into(),
            number,
            note: String::new(),
            detail: false,
        });
        let last = self.figures.len() - 1;
        &mut self.figures[last]
    }

    /// Adds a section, unless there is nothing in it.
    pub fn section(&mut self, section: Section) {
        let grid = section
            .grid
            .as_ref()
            .is_some_and(|grid| !grid.rows.is_empty());
        if grid || !section.text.is_empty() || !section.pictures.is_empty() {
            self.sections.push(section);
        }
    }
}

impl Section {
    /// A section without contents.
    pub fn new(title: impl Into<String>) -> Self {
        Section {
            title: title.into(),
            ..Section::default()
        }
    }

    /// With a sentence.
    pub fn say(mut self, sentence: impl Into<String>) -> Self {
        self.text.push(sentence.into());
        self
    }

    /// With a grid.
    pub fn grid(mut self, grid: Grid) -> Self {
        self.grid = Some(grid);
        self
    }

    /// With a sentence on how to read it.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With pictures.
    pub fn pictures(mut self, pictures: impl IntoIterator<Item = Picture>) -> Self {
        self.pictures.extend(pictures);
        self
    }

    /// Shown only if details are asked for.
    pub fn detail(mut self) -> Self {
        self.detail = true;
        self
    }
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
