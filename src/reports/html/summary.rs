//! One page for a colleague, and the home page of all studies in a directory.

use super::page::{
    SCRIPT, STYLE, answer_head, data_script, document, header, how_made, kind, paragraphs,
    picture_html,
};
use super::{COMMON_SCRIPT, REPORT, read};
use crate::ReportError;
use answers::{ANSWER, Answer, Cell, Figure, Grid};
use charts::escape;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many figures a summary has.
const FIGURES: usize = 5;
/// How many sentences it has.
const SENTENCES: usize = 4;
/// How deep studies may lie in a directory.
const DEPTH: usize = 3;

/// One page: the answer, its main figures, one chart, and how it was made.
pub(super) fn summary(answers: &[Answer]) -> String {
    let each = answers.iter().map(|answer| {
        let short = Answer {
            headline: answer.headline.iter().take(SENTENCES).cloned().collect(),
            figures: figures(answer),
            ..answer.clone()
        };
        let mut pictures = answer.sections.iter().flat_map(|section| &section.pictures);
        let picture = pictures.next().map(|one| picture_html(&short, one, None));
        format!(
            "<section>{}{}{}{}</section>",
            answer_head(&short),
            picture.unwrap_or_default(),
            paragraphs(&answer.notes[..answer.notes.len().min(2)], "note"),
            how_made(answer)
        )
    });
    let title = answers.first().map_or("", |answer| answer.title.as_str());
    let body = format!(
        "{}<main class=\"summary\">{}</main>",
        header(title, ""),
        each.collect::<String>()
    );
    document(title, STYLE, &body, "", COMMON_SCRIPT)
}

/// The figures that matter: those of the answer, or the first numbers of its first grid.
fn figures(answer: &Answer) -> Vec<Figure> {
    let mut figures = answer.figures.clone();
    figures.sort_by_key(|figure| figure.detail);
    if figures.is_empty() {
        let mut grids = answer.sections.iter().filter_map(|one| one.grid.as_ref());
        figures = grids.next().map_or(Vec::new(), first_numbers);
    }
    figures.truncate(FIGURES);
    figures
}

/// The first estimate of each row that has a name.
fn first_numbers(grid: &Grid) -> Vec<Figure> {
    let figure = |row: &Vec<Cell>| {
        let Some(Cell::Text(name)) = row.first() else {
            return None;
        };
        let estimates = row.iter().zip(&grid.columns);
        let mut estimates = estimates.filter_map(|(cell, column)| match cell {
            Cell::Number(number) if number.low.is_some() => Some((*number, column)),
            _ => None,
        });
        let (number, column) = estimates.next()?;
        Some(Figure {
            name: String::new(),
            title: format!("{name}: {}", column.title),
            number,
            note: String::new(),
            detail: false,
        })
    };
    grid.rows.iter().filter_map(figure).collect()
}

/// A study in a directory.
struct Found {
    /// Its directory, from the home page.
    place: PathBuf,
    answer: Answer,
}

/// The home page of all studies under a directory.
pub struct Index {
    pub(super) root: PathBuf,
    found: Vec<Found>,
}

impl Index {
    /// Finds the studies.
    pub fn read(root: &Path) -> Result<Self, ReportError> {
        let mut index = Index {
            root: root.to_path_buf(),
            found: Vec::new(),
        };
        index.search(root, DEPTH)?;
        index
            .found
            .sort_by(|a, b| (&a.answer.study, &a.place).cmp(&(&b.answer.study, &b.place)));
        if index.found.is_empty() {
            let message = format!("{}: contains no results", root.display());
            return Err(ReportError::Unreadable(message));
        }
        Ok(index)
    }

    fn search(&mut self, directory: &Path, depth: usize) -> Result<(), ReportError> {
        let unreadable = |error: std::io::Error| {
            ReportError::Unreadable(format!("{}: cannot read: {error}", directory.display()))
        };
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(directory).map_err(unreadable)? {
            entries.push(entry.map_err(unreadable)?.path());
        }
        for entry in entries.into_iter().filter(|entry| entry.is_dir()) {
            if entry.join(ANSWER).exists() {
                let place = entry.strip_prefix(&self.root).unwrap_or(&entry);
                let (place, answer) = (place.to_path_buf(), read(&entry)?);
                self.found.push(Found { place, answer });
            } else if depth > 1 {
                self.search(&entry, depth - 1)?;
            }
        }
        Ok(())
    }

    /// The directories of its studies.
    pub fn directories(&self) -> impl Iterator<Item = PathBuf> {
        self.found.iter().map(|found| self.root.join(&found.place))
    }

    /// The report of each study by the name of the card that it is about, from a directory as deep
    /// as `place`.
    pub fn sheets(&self, place: &Path) -> BTreeMap<String, String> {
        let up = "../".repeat(place.components().count());
        let sheets = self
            .found
            .iter()
            .filter(|found| found.answer.study == "card");
        let named = sheets.map(|found| {
            (
                found.answer.title.clone(),
                up.clone() + &address(&found.place),
            )
        });
        named.collect()
    }

    /// Each study's place, from the home page, with its answer.
    pub fn studies(&self) -> impl Iterator<Item = (&Path, &Answer)> {
        self.found
            .iter()
            .map(|found| (found.place.as_path(), &found.answer))
    }

    /// The home page; the report of each study is expected beside its results.
    pub fn page(&self) -> String {
        let items = self.found.iter().map(|Found { place, answer }| {
            let first = |lines: &[String], most: usize| lines[..lines.len().min(most)].to_vec();
            let (said, warnings) = (first(&answer.headline, 2), first(&answer.warnings, 1));
            format!(
                "<article class=\"part\"><h3><a href=\"{}\">{}</a></h3>{}{}<p class=\"note\"><code>{}</code></p></article>",
                escape(&address(place)),
                kind(answer),
                paragraphs(&warnings, "warning"),
                paragraphs(&said, "say"),
                escape(&answer.reproduce.command)
            )
        });
        let title = format!("{} studies", self.found.len());
        let body = format!(
            "{}<main><div class=\"parts\">{}</div></main>",
            header(&title, ""),
            items.collect::<String>()
        );
        let data = data_script("tables", &serde_json::json!({}));
        document(
            &title,
            STYLE,
            &body,
            &data,
            &format!("{COMMON_SCRIPT}\n{SCRIPT}"),
        )
    }
}

/// The address of a study's report, from the home page.
fn address(place: &Path) -> String {
    let parts = place.iter().map(|part| part.to_string_lossy());
    format!("{}/{REPORT}", parts.collect::<Vec<_>>().join("/"))
}
