//! Output directories, claimed before work is spent on filling them.

use std::fs;
use std::path::Path;

use super::claim::Claim;
use super::error::{ExportError, Problem};
use super::fault;

/// Makes sure `path` is a directory, creating it if needed. It belongs to the caller as long as the
/// claim is held.
pub fn claim_directory(path: &Path) -> Result<Claim, ExportError> {
    if path.exists() && !path.is_dir() {
        return Err(Problem::NotADirectory.of(path));
    }
    fault::point()
        .and_then(|()| fs::create_dir_all(path))
        .map_err(|error| ExportError::from_write(path, "create this directory", error))?;
    Claim::new(path)
}

/// Whether a directory is empty, apart from some leftovers.
pub fn is_empty_but_for(directory: &Path, leftovers: &[&str]) -> Result<bool, ExportError> {
    let failure = |error| ExportError::from_read(directory, error);
    for entry in fs::read_dir(directory).map_err(failure)? {
        let name = entry.map_err(failure)?.file_name();
        if !leftovers.iter().any(|leftover| name == *leftover) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes a file if it exists.
pub fn remove_if_there(path: &Path) -> Result<(), ExportError> {
    match fault::point().and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ExportError::from_write(path, "remove", error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn a_new_directory_is_made_and_leftovers_do_not_fill_it() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("reports").join("run");
        drop(claim_directory(&path).unwrap());
        assert!(is_empty_but_for(&path, &[]).unwrap());
        fs::write(path.join("a.tmp"), "x").unwrap();
        assert!(is_empty_but_for(&path, &["a.tmp"]).unwrap());
        assert!(!is_empty_but_for(&path, &["b.tmp"]).unwrap());
        remove_if_there(&path.join("a.tmp")).unwrap();
        remove_if_there(&path.join("a.tmp")).unwrap();
        assert!(is_empty_but_for(&path, &[]).unwrap());
    }
}
