//! Output directories, checked before work is spent on filling them.

use std::fs;
use std::path::Path;

use super::atomic::AtomicFile;
use super::claim::Claim;
use super::error::ExportError;

/// What to do with a directory that already holds files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Refuse it.
    Refuse,
    /// Use it; files of the same names are replaced.
    Keep,
}

/// Makes sure `path` is a directory that can be written to, creating it if needed.
///
/// A trial file is written and removed again, so that missing rights or a full
/// disk show now rather than at the end of a long run. The directory is the caller's for as long
/// as the claim is kept.
pub fn prepare_directory(path: &Path, existing: Existing) -> Result<Claim, ExportError> {
    if path.exists() && !path.is_dir() {
        return Err(ExportError::NotADirectory {
            path: path.to_path_buf(),
        });
    }
    fs::create_dir_all(path)
        .map_err(|error| ExportError::from_write(path, "create this directory", error))?;
    let claim = Claim::new(path)?;
    if existing == Existing::Refuse && !is_empty(path)? {
        return Err(ExportError::NotEmpty {
            path: path.to_path_buf(),
        });
    }
    try_writing(path)?;
    Ok(claim)
}

fn is_empty(directory: &Path) -> Result<bool, ExportError> {
    let mut entries =
        fs::read_dir(directory).map_err(|error| ExportError::from_read(directory, error))?;
    Ok(entries.next().is_none())
}

fn try_writing(directory: &Path) -> Result<(), ExportError> {
    use std::io::Write;

    let trial = directory.join(".write-test");
    let mut file = AtomicFile::create(&trial)?;
    // Dropped uncommitted, so the trial leaves nothing behind.
    file.write_all(&[0; 4096])
        .and_then(|()| file.flush())
        .map_err(|error| ExportError::from_write(directory, "write", error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn a_new_directory_is_made_and_left_empty() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("reports").join("run");
        drop(prepare_directory(&path, Existing::Refuse).unwrap());
        assert!(is_empty(&path).unwrap());
        drop(prepare_directory(&path, Existing::Refuse).unwrap());
    }

    #[test]
    fn a_filled_directory_needs_leave() {
        let dir = tempdir().unwrap();
        fs::write(dir.path().join("notes"), "x").unwrap();
        let error = prepare_directory(dir.path(), Existing::Refuse).unwrap_err();
        assert!(matches!(error, ExportError::NotEmpty { .. }), "{error}");
        drop(prepare_directory(dir.path(), Existing::Keep).unwrap());
        assert_eq!(fs::read(dir.path().join("notes")).unwrap(), b"x");
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let dir = tempdir().unwrap();
        let file = dir.path().join("plain");
        fs::write(&file, "x").unwrap();
        for path in [file.clone(), file.join("below")] {
            let error = prepare_directory(&path, Existing::Keep).unwrap_err();
            assert!(matches!(&error, ExportError::NotADirectory { path } if *path == file));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_shows_at_once() {
        let dir = tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", dir.path().join(".write-test.tmp")).unwrap();
        let error = prepare_directory(dir.path(), Existing::Keep).unwrap_err();
        assert!(matches!(error, ExportError::DiskFull { .. }), "{error}");
    }
}
