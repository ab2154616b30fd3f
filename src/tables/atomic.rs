//! Files that appear under their name only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::{ExportError, parent_of};
use super::fault;

/// The ending of a file that is still being written.
pub const UNFINISHED_SUFFIX: &str = ".tmp";

const BUFFER_BYTES: usize = 1 << 16;

/// A file written as `name.tmp` next to its destination and renamed when done.
///
/// Dropped without [`AtomicFile::commit`], it removes what it wrote and leaves
/// an older file of that name untouched.
#[derive(Debug)]
pub struct AtomicFile {
    destination: PathBuf,
    unfinished: PathBuf,
    /// `None` once the file is committed.
    writer: Option<BufWriter<File>>,
    bytes: u64,
}

impl AtomicFile {
    /// Starts writing a file that will become `destination`.
    pub fn create(destination: &Path) -> Result<Self, ExportError> {
        if destination.is_dir() || destination.file_name().is_none() {
            return Err(ExportError::IsDirectory {
                path: destination.to_path_buf(),
            });
        }
        let unfinished = unfinished_name(destination);
        let file = fault::point()
            .and_then(|()| File::create(&unfinished))
            .map_err(|error| ExportError::from_write(destination, "create", error))?;
        Ok(Self {
            destination: destination.to_path_buf(),
            unfinished,
            writer: Some(BufWriter::with_capacity(BUFFER_BYTES, file)),
            bytes: 0,
        })
    }

    /// The name the file will have.
    pub fn destination(&self) -> &Path {
        &self.destination
    }

    /// Forces everything to disk and gives the file its name; returns its size.
    pub fn commit(mut self) -> Result<u64, ExportError> {
        self.finish()
            .map_err(|error| ExportError::from_write(&self.destination, "write", error))?;
        Ok(self.bytes)
    }

    fn finish(&mut self) -> io::Result<()> {
        fault::point()?;
        self.flush()?;
        if let Some(writer) = &self.writer {
            fault::point()?;
            writer.get_ref().sync_all()?;
        }
        fault::point()?;
        fs::rename(&self.unfinished, &self.destination)?;
        // From here on there is nothing left for `drop` to clean up.
        self.writer = None;
        fault::point()?;
        sync_directory(parent_of(&self.destination))
    }

    fn open_writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.writer
            .as_mut()
            .ok_or_else(|| io::Error::other("the file is already complete"))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.open_writer()?.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open_writer()?.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // Taken apart without flushing: the bytes are discarded.
            let _ = writer.into_parts();
            // Errors are ignored here; the ending marks the leftover as unfinished, and the next
            // writer of that name replaces it.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

/// Writes a whole file at once, atomically.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)
        .map_err(|error| ExportError::from_write(path, "write", error))?;
    file.commit()?;
    Ok(())
}

fn unfinished_name(destination: &Path) -> PathBuf {
    let mut name = destination.as_os_str().to_os_string();
    name.push(UNFINISHED_SUFFIX);
    PathBuf::from(name)
}

/// Makes a rename survive a power cut, where the system offers that.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    fn names_in(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_name_appears_only_with_the_commit() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games.csv");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert_eq!(names_in(dir.path()), ["games.csv.tmp"]);
        assert_eq!(file.commit().unwrap(), 5);
        assert_eq!(names_in(dir.path()), ["games.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn dropping_removes_the_fragment_and_spares_the_old_file() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games.csv");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(names_in(dir.path()), ["games.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn a_fragment_left_by_a_killed_writer_is_replaced() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games.csv");
        fs::write(unfinished_name(&path), "a long torn fragment").unwrap();
        write_atomically(&path, b"ok").unwrap();
        assert_eq!(names_in(dir.path()), ["games.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"ok");
    }

    #[test]
    fn impossible_places_are_named() {
        let dir = tempdir().unwrap();
        let error = AtomicFile::create(dir.path()).unwrap_err();
        assert!(matches!(error, ExportError::IsDirectory { .. }), "{error}");

        let missing = dir.path().join("nowhere").join("games.csv");
        let error = AtomicFile::create(&missing).unwrap_err();
        assert!(
            matches!(&error, ExportError::MissingDirectory { path } if path.ends_with("nowhere")),
            "{error}"
        );

        fs::write(dir.path().join("plain"), "").unwrap();
        let below_a_file = dir.path().join("plain").join("games.csv");
        let error = AtomicFile::create(&below_a_file).unwrap_err();
        assert!(
            matches!(&error, ExportError::NotADirectory { path } if path.ends_with("plain")),
            "{error}"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported_and_leaves_nothing() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games.csv");
        // The device refuses every byte as a full disk would.
        std::os::unix::fs::symlink("/dev/full", unfinished_name(&path)).unwrap();
        let error = write_atomically(&path, b"bytes").unwrap_err();
        assert!(matches!(error, ExportError::DiskFull { .. }), "{error}");
        assert!(names_in(dir.path()).is_empty());
    }
}
