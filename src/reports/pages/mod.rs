//! The results of a run or study as one HTML file.
//!
//! A directory of results is read as plain sheets (`sheet`), turned into a `section` by the module
//! for its kind, and written by `page`. To show something new, add a figure in that module; columns
//! are picked by name, and missing ones are left out.

mod compare;
mod folder;
mod generic;
mod judge;
mod ladder;
mod measure;
mod page;
mod rank;
mod section;
mod sensitivity;
mod sheet;
mod simulate;
mod synergy;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use page::{COMMON_SCRIPT, data_script, document};

use crate::ReportError;
use folder::Folder;
use section::Section;
use std::fs;
use std::path::{Path, PathBuf};
use tables::{ExportError, write_atomically};

/// The file of a report that goes into its directory.
pub const REPORT: &str = "report.html";

/// A report on directories of results.
pub struct Report {
    sections: Vec<Section>,
}

impl Report {
    /// Reads directories that other commands have written.
    pub fn read(directories: &[PathBuf]) -> Result<Self, ReportError> {
        let sections = sections(directories)?;
        Ok(Report { sections })
    }

    /// How many pictures it shows.
    pub fn pictures(&self) -> usize {
        let figures = self.sections.iter().map(|section| section.figures.len());
        figures.sum()
    }

    /// Writes it as one HTML file.
    pub fn write(&self, file: &Path) -> Result<(), ReportError> {
        write(file, &page::page(&self.sections))
    }

    /// Writes every picture as a file of its own, named after its section and title.
    pub fn write_pictures(&self, directory: &Path) -> Result<(), ReportError> {
        fs::create_dir_all(directory)
            .map_err(|error| ExportError::from_write(directory, "create this directory", error))?;
        for section in &self.sections {
            for figure in &section.figures {
                let name = format!("{} {}", section.title, figure.drawing.title());
                let path = directory.join(format!("{}.svg", slug(&name)));
                write(&path, &figure.drawing.standalone())?;
            }
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
        for section in &mut self.sections {
            for replay in &mut section.replays {
                let name = format!("{stem}-{}-{}.html", section.anchor, slug(&replay.what));
                write_page(&replay.arguments, &report.with_file_name(&name))?;
                replay.page = Some(name);
            }
        }
        Ok(())
    }
}

/// What the directories hold, one section each.
fn sections(directories: &[PathBuf]) -> Result<Vec<Section>, ReportError> {
    let mut sections = Vec::new();
    for (index, directory) in directories.iter().enumerate() {
        let folder = Folder::open(directory)?;
        let mut section = compose(&folder)?;
        section.anchor = format!("s{}", index + 1);
        sections.push(section);
    }
    Ok(sections)
}

/// Chooses the module for the kind of results.
fn compose(folder: &Folder) -> Result<Section, ReportError> {
    match folder.command() {
        "simulate" | "merge" => simulate::section(folder),
        "compare" => compare::section(folder),
        "rank" => rank::section(folder),
        "sensitivity" => sensitivity::section(folder),
        "ladder" => ladder::section(folder),
        "target" => target::section(folder),
        "judge" => judge::section(folder),
        "synergy" => synergy::section(folder),
        _ => generic::section(folder),
    }
}

/// A name that any file system takes.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut slug = words.join("-");
    slug.truncate(100);
    slug
}

fn write(path: &Path, text: &str) -> Result<(), ReportError> {
    Ok(write_atomically(path, text.as_bytes())?)
}
