//! Results and games for people to read: HTML pages of answers ([`html`]), a game on a board
//! ([`board`]), and what is printed in the terminal ([`terminal`]). May depend on the crates of the
//! game and the studies, but not on the command line.

pub mod board;
pub mod html;
pub mod terminal;

use tables::ExportError;

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A directory does not contain readable results.
    #[error("{0}")]
    Unreadable(String),
    /// Writing or reading a file failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}
