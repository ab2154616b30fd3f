//! What can go wrong while writing or reading tables.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the export layer; the message names the file and what to change.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct ExportError {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a file or a directory.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Its device is full.
    #[error("the disk is full (or a quota is used up)")]
    DiskFull,
    /// The system limits the size of files.
    #[error("would be larger than the system allows (`ulimit -f`)")]
    TooLarge,
    /// It or its directory may not be written.
    #[error("no permission to write here")]
    NotWritable,
    /// There is a directory where a file should be.
    #[error("is a directory, expected a file name")]
    IsDirectory,
    /// There is a file where a directory should be.
    #[error("is a file, expected a directory")]
    NotADirectory,
    /// The directory a file should go to does not exist.
    #[error("this directory does not exist")]
    MissingDirectory,
    /// The file to read does not exist.
    #[error("no such file")]
    MissingFile,
    /// There is a file that the program did not write.
    #[error("is there already, and was not written by this run; move it away")]
    InTheWay,
    /// An output directory is not empty.
    #[error("the directory is not empty; name another one or allow overwriting")]
    NotEmpty,
    /// Another run is writing into the directory.
    #[error("another run is writing here; wait for it, or name another directory")]
    InUse,
    /// The rows of a run need at least so many bytes, and so many are free.
    #[error(
        "the run needs at least {} and {} are free; write fewer rows (`--rows 1/100`, `--rows none`), \
         Parquet alone (`--format parquet`), or elsewhere",
        size(*.needed), size(*.free)
    )]
    #[allow(missing_docs, reason = "named by the message")]
    TooLittleRoom { needed: u64, free: u64 },
    /// Any other failure of the operating system at an action, a verb.
    #[error("cannot {0}: {1}")]
    Io(&'static str, io::Error),
    /// The Parquet library rejected the data or the file.
    #[error("cannot {0} as Parquet: {1}")]
    Parquet(&'static str, String),
    /// Columns that do not make up a table, such as two of the same name.
    #[error("not a table: {0}")]
    Unsound(String),
    /// A table does not have the columns its destination expects.
    #[error("expected columns {expected}, found {found}")]
    #[allow(missing_docs, reason = "named by the message")]
    OtherColumns { expected: String, found: String },
    /// A file to resume or merge from is cut short or altered.
    #[error("damaged: {0}")]
    Damaged(String),
    /// A part file belongs to another run.
    #[error("belongs to another run (`{found}`, expected `{expected}`)")]
    #[allow(missing_docs, reason = "named by the message")]
    ForeignPart { expected: String, found: String },
    /// A part is needed but not in its directory.
    #[error("part {0} is missing")]
    MissingPart(u64),
}

impl Problem {
    /// The error of a file or directory with this problem.
    pub fn of(self, path: impl Into<PathBuf>) -> ExportError {
        ExportError {
            path: path.into(),
            problem: self,
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes / 1000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

impl ExportError {
    /// A file that is not as it was written.
    pub fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Problem::Damaged(reason.into()).of(path)
    }

    /// Classifies an operating-system error while writing `path`.
    pub fn from_write(path: &Path, action: &'static str, source: io::Error) -> Self {
        use io::ErrorKind::*;
        match source.kind() {
            StorageFull | QuotaExceeded => Problem::DiskFull.of(path),
            FileTooLarge => Problem::TooLarge.of(path),
            AlreadyExists => Problem::InTheWay.of(path),
            PermissionDenied | ReadOnlyFilesystem => Problem::NotWritable.of(path),
            IsADirectory => Problem::IsDirectory.of(path),
            NotADirectory => Problem::NotADirectory.of(parent_of(path)),
            NotFound => Problem::MissingDirectory.of(parent_of(path)),
            _ => Problem::Io(action, source).of(path),
        }
    }

    /// Classifies an operating-system error while reading `path`.
    pub fn from_read(path: &Path, source: io::Error) -> Self {
        let problem = match source.kind() {
            io::ErrorKind::NotFound => Problem::MissingFile,
            io::ErrorKind::IsADirectory => Problem::IsDirectory,
            _ => Problem::Io("read", source),
        };
        problem.of(path)
    }
}

/// The directory of a file; for a bare name, the current one.
pub(crate) fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
