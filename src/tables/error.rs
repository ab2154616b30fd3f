//! What can go wrong while writing or reading tables.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the export layer; the message names the file and what to change.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The device of the file is full.
    #[error("{}: the disk is full (or a quota is used up)", path.display())]
    DiskFull {
        /// The file being written.
        path: PathBuf,
    },
    /// The system limits the size of files.
    #[error("{}: would be larger than the system allows (`ulimit -f`)", path.display())]
    TooLarge {
        /// The file being written.
        path: PathBuf,
    },
    /// The file or its directory may not be written.
    #[error("{}: no permission to write here", path.display())]
    NotWritable {
        /// The file being written.
        path: PathBuf,
    },
    /// There is a directory where a file should be.
    #[error("{}: is a directory, expected a file name", path.display())]
    IsDirectory {
        /// The offending path.
        path: PathBuf,
    },
    /// There is a file where a directory should be.
    #[error("{}: is a file, expected a directory", path.display())]
    NotADirectory {
        /// The offending path.
        path: PathBuf,
    },
    /// The directory a file should go to does not exist.
    #[error("{}: this directory does not exist", path.display())]
    MissingDirectory {
        /// The missing directory.
        path: PathBuf,
    },
    /// The file to read does not exist.
    #[error("{}: no such file", path.display())]
    MissingFile {
        /// The missing file.
        path: PathBuf,
    },
    /// There is a file that the program did not write.
    #[error("{}: is there already, and was not written by this run; move it away", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// An output directory is not empty.
    #[error("{}: the directory is not empty; name another one or allow overwriting", path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// Another run is writing into the directory.
    #[error("{}: another run is writing here; wait for it, or name another directory", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// The rows of a run will not fit on the disk.
    #[error(
        "{}: the run needs at least {} and {} are free; write fewer rows \
         (`--rows 1/100`, `--rows none`), Parquet alone (`--format parquet`), or elsewhere",
        path.display(), size(*needed), size(*free)
    )]
    TooLittleRoom {
        /// The directory.
        path: PathBuf,
        /// Bytes that the rows take at least.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// Any other failure of the operating system.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The file concerned.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The underlying error.
        source: io::Error,
    },
    /// The Parquet library rejected the data or the file.
    #[error("{}: cannot {action} as Parquet: {reason}", path.display())]
    Parquet {
        /// The file concerned.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The message of the library.
        reason: String,
    },
    /// Columns that do not make up a table, such as two of the same name.
    #[error("not a table: {reason}")]
    Unsound {
        /// The message of the library.
        reason: String,
    },
    /// A table does not have the columns its destination expects.
    #[error("{context}: expected columns {expected}, found {found}")]
    SchemaMismatch {
        /// The file or table concerned.
        context: String,
        /// The expected columns.
        expected: String,
        /// The columns that are there.
        found: String,
    },
    /// A format name is not known.
    #[error("unknown format `{name}` (allowed: csv, parquet){}", hint(nearest))]
    UnknownFormat {
        /// What was given.
        name: String,
        /// The most similar known format.
        nearest: Option<String>,
    },
    /// A file to resume or merge from is cut short or altered.
    #[error("{}: damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A part file belongs to another run.
    #[error("{}: belongs to another run (`{found}`, expected `{expected}`)", path.display())]
    ForeignPart {
        /// The part file.
        path: PathBuf,
        /// The run identity expected here.
        expected: String,
        /// The run identity in the file.
        found: String,
    },
    /// A part is needed but not there.
    #[error("{}: part {number} is missing", directory.display())]
    MissingPart {
        /// The directory of the parts.
        directory: PathBuf,
        /// The missing number.
        number: u64,
    },
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

fn hint(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map(|word| format!(", did you mean `{word}`?"))
        .unwrap_or_default()
}

impl ExportError {
    /// A file that is not as it was written.
    pub fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_path_buf(),
            reason: reason.into(),
        }
    }

    /// Classifies an operating-system error while writing `path`.
    pub fn from_write(path: &Path, action: &'static str, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
            io::ErrorKind::FileTooLarge => Self::TooLarge { path },
            io::ErrorKind::AlreadyExists => Self::InTheWay { path },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::NotWritable { path }
            }
            io::ErrorKind::IsADirectory => Self::IsDirectory { path },
            io::ErrorKind::NotADirectory => Self::NotADirectory {
                path: parent_of(&path).to_path_buf(),
            },
            io::ErrorKind::NotFound => Self::MissingDirectory {
                path: parent_of(&path).to_path_buf(),
            },
            _ => Self::Io {
                path,
                action,
                source,
            },
        }
    }

    /// Classifies an operating-system error while reading `path`.
    pub fn from_read(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound => Self::MissingFile { path },
            io::ErrorKind::IsADirectory => Self::IsDirectory { path },
            _ => Self::Io {
                path,
                action: "read",
                source,
            },
        }
    }
}

/// The directory of a file; for a bare name, the current one.
pub(crate) fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The word of `known` most similar to `given`, if any is similar at all.
pub(crate) fn nearest_word<'a>(
    given: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<String> {
    known
        .map(|word| (strsim::osa_distance(given, word), word))
        .filter(|(slips, word)| *slips <= given.len().min(word.len()).div_ceil(3))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, word)| word.to_string())
}
