//! Answers as one HTML file.

mod axes;
mod page;
mod summary;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use page::{COMMON_SCRIPT, data_script, document};

pub use summary::Index;

use crate::ReportError;
use answers::{ANSWER, Answer};
use files::read_own;
use runs::lifecycle::{MEASURED, Manifest};
use runs::sim::SimError;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tables::{ExportError, replace_alike};

/// The file of a report that goes into its directory.
pub const REPORT: &str = "report.html";

/// The home page of a directory.
pub const INDEX: &str = "index.html";

/// A report on some answers.
pub struct Report {
    answers: Vec<Answer>,
    /// The pages of the games worth looking at, answer by answer, if they were written.
    pages: Vec<Vec<String>>,
    /// Pages about what has a name, such as a card.
    links: BTreeMap<String, String>,
}

/// The answer in a directory that another command has written, if it is as it was written.
pub fn read(directory: &Path) -> Result<Answer, ReportError> {
    let unreadable = |error: SimError| ReportError::Unreadable(error.to_string());
    let mut manifest = Manifest::read(directory).map_err(unreadable)?;
    manifest.require(directory, ANSWER).map_err(unreadable)?;
    let file = directory.join(ANSWER);
    let text = read_own(&file).map_err(|error| ExportError::from_read(&file, error))?;
    let mut answer: Answer = serde_json::from_slice(&text).map_err(|error| {
        ReportError::Unreadable(format!("{}: not an answer: {error}", file.display()))
    })?;
    let measured = manifest.about.remove(MEASURED);
    answer.measured = measured
        .and_then(|measured| serde_json::from_value(measured).ok())
        .unwrap_or_default();
    Ok(answer)
}

impl Report {
    /// A report on answers.
    pub fn new(answers: Vec<Answer>) -> Self {
        Report {
            answers: answers.iter().map(axes::shared).collect(),
            pages: Vec::new(),
            links: BTreeMap::new(),
        }
    }

    /// The same with links to pages about what has a name, such as a card.
    pub fn linking(self, links: BTreeMap<String, String>) -> Self {
        Report { links, ..self }
    }

    /// A report on what directories hold.
    pub fn read(directories: &[PathBuf]) -> Result<Self, ReportError> {
        let answers = directories.iter().map(|directory| read(directory));
        Ok(Report::new(answers.collect::<Result<_, _>>()?))
    }

    /// All pictures, each with its answer.
    pub fn pictures(&self) -> impl Iterator<Item = (&Answer, &answers::Picture)> {
        self.answers.iter().flat_map(|answer| {
            let sections = answer.sections.iter().chain(&answer.measured);
            let pictures = sections.flat_map(|section| &section.pictures);
            pictures.map(move |picture| (answer, picture))
        })
    }

    /// Writes it as one HTML file.
    pub fn write(&self, file: &Path) -> Result<(), ReportError> {
        write(file, &page::page(&self.answers, &self.pages, &self.links))
    }

    /// Writes a page of each answer for somebody in a hurry.
    pub fn write_summary(&self, file: &Path) -> Result<(), ReportError> {
        write(file, &summary::summary(&self.answers))
    }

    /// Writes every picture as a file of its own, named after its answer and title.
    pub fn write_pictures(&self, directory: &Path) -> Result<(), ReportError> {
        fs::create_dir_all(directory)
            .map_err(|error| ExportError::from_write(directory, "create this directory", error))?;
        for (answer, picture) in self.pictures() {
            let name = slug(&format!("{} {}", answer.title, picture.title));
            let path = directory.join(format!("{name}.svg"));
            write(&path, &charts::draw(picture).standalone())?;
        }
        Ok(())
    }

    /// Links a page of each game worth looking at. `write_page` is given the arguments of `replay`
    /// and the file to write, beside the report.
    pub fn link_replays<E>(
        &mut self,
        report: &Path,
        mut write_page: impl FnMut(&[String], &Path) -> Result<(), E>,
    ) -> Result<(), E> {
        let stem = report.file_stem().unwrap_or(report.as_os_str());
        let stem = stem.to_string_lossy();
        for (index, answer) in self.answers.iter().enumerate() {
            let mut pages = Vec::new();
            for game in &answer.games {
                let name = format!("{stem}-{}-{}.html", page::anchor(index), slug(&game.what));
                write_page(&game.arguments, &report.with_file_name(&name))?;
                pages.push(name);
            }
            self.pages.push(pages);
        }
        Ok(())
    }
}

impl Index {
    /// Writes the home page and the report of each study, with links among them.
    pub fn write(&self) -> Result<PathBuf, ReportError> {
        for (place, answer) in self.studies() {
            let report = Report::new(vec![answer.clone()]).linking(self.sheets(place));
            report.write(&self.root.join(place).join(REPORT))?;
        }
        let file = self.root.join(INDEX);
        write(&file, &self.page())?;
        Ok(file)
    }
}

/// A name that any file system takes.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let mut slug = words.collect::<Vec<_>>().join("-");
    slug.truncate(100);
    slug
}

fn write(path: &Path, text: &str) -> Result<(), ReportError> {
    Ok(replace_alike(path, text)?)
}
