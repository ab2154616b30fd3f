//! Files that appear under their name only when they are complete.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use files::Checksum;

use super::error::{ExportError, Problem, parent_of};
use super::fault;

/// The ending of a file that is still being written. Nobody gives it to files of their own.
pub const UNFINISHED_SUFFIX: &str = ".xenosim-unfinished";

const BUFFER_BYTES: usize = 1 << 16;

/// A file written as `name.xenosim-unfinished` next to its destination and renamed when done.
///
/// Dropped without [`AtomicFile::commit`], it removes what it wrote and leaves
/// an older file of that name untouched.
pub struct AtomicFile {
    destination: PathBuf,
    unfinished: PathBuf,
    /// `None` once the file is committed.
    writer: Option<BufWriter<File>>,
    bytes: u64,
    checksum: Box<Checksum>,
}

/// What a finished file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// Its size.
    pub bytes: u64,
    /// The checksum of all of it.
    pub checksum: u64,
}

impl AtomicFile {
    /// Starts writing a file that will become `destination`.
    pub fn create(destination: &Path) -> Result<Self, ExportError> {
        if destination.is_dir() || destination.file_name().is_none() {
            return Err(Problem::IsDirectory.of(destination));
        }
        let unfinished = unfinished_name(destination);
        let file = fault::point()
            .and_then(|()| create_anew(&unfinished))
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    ExportError::from_write(&unfinished, "create", error)
                }
                _ => ExportError::from_write(destination, "create", error),
            })?;
        Ok(Self {
            destination: destination.to_path_buf(),
            unfinished,
            writer: Some(BufWriter::with_capacity(BUFFER_BYTES, file)),
            bytes: 0,
            checksum: Box::default(),
        })
    }

    /// The name the file will have.
    pub fn destination(&self) -> &Path {
        &self.destination
    }

    /// Forces everything to disk and gives the file its name.
    pub fn commit(mut self) -> Result<Committed, ExportError> {
        self.finish()
            .map_err(|error| ExportError::from_write(&self.destination, "write", error))?;
        Ok(Committed {
            bytes: self.bytes,
            checksum: self.checksum.digest(),
        })
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
        self.checksum.update(&bytes[..written]);
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
    write_whole(path, bytes).map(drop)
}

/// The same; says what it holds.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<Committed, ExportError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)
        .map_err(|error| ExportError::from_write(path, "write", error))?;
    file.commit()
}

/// Writes a page or a picture. It replaces an older one, but no file that begins otherwise.
pub fn replace_alike(path: &Path, text: &str) -> Result<(), ExportError> {
    let mut begins = Vec::new();
    if path.is_file() {
        let read = File::open(path).and_then(|file| file.take(5).read_to_end(&mut begins));
        read.map_err(|error| ExportError::from_read(path, error))?;
    }
    let is_other = !text.as_bytes().starts_with(&begins);
    match is_other {
        true => Err(Problem::InTheWay.of(path)),
        false => write_atomically(path, text.as_bytes()),
    }
}

/// Creates a file that is not there. What a killed writer left is removed. What another writer is
/// filling stays, and so does anything but a plain file, such as a link to somewhere else.
fn create_anew(path: &Path) -> io::Result<File> {
    let is_leftover = fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
    if is_leftover && !is_locked(&File::open(path)?) {
        fs::remove_file(path)?;
    }
    let file = File::create_new(path)?;
    // Without locks, nobody but us may write here, as everywhere else.
    let _ = file.try_lock();
    Ok(file)
}

fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
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
        assert_eq!(names_in(dir.path()), ["games.csv.xenosim-unfinished"]);
        let committed = file.commit().unwrap();
        assert_eq!(committed.bytes, 5);
        assert_eq!(committed.checksum, files::checksum(b"whole"));
        assert_eq!(names_in(dir.path()), ["games.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn what_somebody_else_writes_is_left_alone() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games.csv");
        fs::write(dir.path().join("games.csv.tmp"), "mine").unwrap();
        let mut first = AtomicFile::create(&path).unwrap();
        first.write_all(b"first").unwrap();
        let error = write_atomically(&path, b"second").unwrap_err();
        assert!(matches!(error.problem, Problem::InTheWay), "{error}");
        first.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomically(&path, b"second").unwrap();
        assert_eq!(names_in(dir.path()), ["games.csv", "games.csv.tmp"]);
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let dir = tempdir().unwrap();
        let (path, notes) = (dir.path().join("games.csv"), dir.path().join("notes.txt"));
        fs::write(&notes, "mine").unwrap();
        for target in [&notes, &dir.path().join("nothing")] {
            std::os::unix::fs::symlink(target, unfinished_name(&path)).unwrap();
            let error = write_atomically(&path, b"bytes").unwrap_err();
            assert!(matches!(error.problem, Problem::InTheWay), "{error}");
            assert_eq!(
                names_in(dir.path()),
                ["games.csv.xenosim-unfinished", "notes.txt"]
            );
            fs::remove_file(unfinished_name(&path)).unwrap();
        }
        assert_eq!(fs::read(&notes).unwrap(), b"mine");
        // A link with the final name is replaced, not followed.
        std::os::unix::fs::symlink(&notes, &path).unwrap();
        write_atomically(&path, b"bytes").unwrap();
        assert_eq!(fs::read(&notes).unwrap(), b"mine");
    }
}
