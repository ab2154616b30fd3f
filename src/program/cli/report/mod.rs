//! `xenosim report`: what a run or study found, as one HTML file to look at and pass on.
//!
//! A directory of results is read as plain sheets ([`sheet`]), turned into a [`section`] by the
//! module for its kind, and written by [`page`]. To show something new, add a figure in that
//! module; columns are picked by name, and what is missing is left out.

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

pub(super) use page::{COMMON_SCRIPT, data_script, document};

use super::{CliError, Output};
use folder::Folder;
use section::Section;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tables::write_atomically;

/// The file of a report that goes into its directory.
const REPORT: &str = "report.html";

const EXAMPLES: &str = "The file needs no network and no other files: it can be sent or archived \
as it is. It begins with the answer in words, then come pictures, then tables that can be sorted \
and filtered, then the commands that produce the same results again.

Examples:
  Look at a run:
    xenosim simulate --games 100000 --out reports/solo
    xenosim report reports/solo

  Several studies as one file:
    xenosim report reports/solo reports/compare-deployment reports/rank --out dossier.html

  The pictures as SVG files, for a page of your own:
    xenosim report reports/rank --svg pictures";

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Directories that other commands have written
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// The file to write [default: report.html in the first directory]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write every picture as an SVG file into this directory, too
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Also write the pages of the games worth looking at beside the report, and link them
    #[arg(long)]
    replays: bool,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let mut sections = sections(&self.directories)?;
        let file = self.out.clone();
        let file = file.unwrap_or_else(|| self.directories[0].join(REPORT));
        if self.replays {
            write_replays(&file, &mut sections)?;
        }
        write(&file, &page::page(&sections))?;
        if let Some(directory) = &self.svg {
            write_pictures(directory, &sections)?;
        }
        if !self.quiet {
            let pictures: usize = sections.iter().map(|section| section.figures.len()).sum();
            let path = file.display();
            writeln!(out, "{path}: {pictures} pictures")?;
        }
        Ok(())
    }
}

/// Writes the report of a directory into it.
pub(super) fn write_beside(directory: &Path) -> Result<(), CliError> {
    let sections = sections(&[directory.to_path_buf()])?;
    write(&directory.join(REPORT), &page::page(&sections))
}

/// What the directories hold, one section each.
fn sections(directories: &[PathBuf]) -> Result<Vec<Section>, CliError> {
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
fn compose(folder: &Folder) -> Result<Section, CliError> {
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

/// Writes the pages of games beside the report.
fn write_replays(report: &Path, sections: &mut [Section]) -> Result<(), CliError> {
    let stem = report
        .file_stem()
        .unwrap_or(report.as_os_str())
        .to_string_lossy();
    for section in sections {
        for replay in &mut section.replays {
            let name = format!("{stem}-{}-{}.html", section.anchor, slug(&replay.what));
            super::replay::write_page(&replay.arguments, &report.with_file_name(&name))?;
            replay.page = Some(name);
        }
    }
    Ok(())
}

/// Every picture as a file of its own, named after its section and title.
fn write_pictures(directory: &Path, sections: &[Section]) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
    for section in sections {
        for figure in &section.figures {
            let name = format!("{} {}", section.title, figure.title);
            let path = directory.join(format!("{}.svg", slug(&name)));
            write(&path, &figure.drawing.standalone())?;
        }
    }
    Ok(())
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

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    write_atomically(path, text.as_bytes()).map_err(CliError::from)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Failed(format!("{}: cannot write: {error}", path.display()))
}
