//! Free disk space, checked before a long run starts.

use std::path::Path;

use super::error::{ExportError, Problem};

/// Fails if the disk of a directory has less than `needed` bytes free. If the system does not
/// report free space, nothing is checked.
pub fn check_room(directory: &Path, needed: u64) -> Result<(), ExportError> {
    match free(directory) {
        Some(free) if free < needed => Err(Problem::TooLittleRoom { needed, free }.of(directory)),
        _ => Ok(()),
    }
}

/// Free bytes on the disk of an existing or future directory.
fn free(directory: &Path) -> Option<u64> {
    let directory = std::path::absolute(directory).ok()?;
    let existing = directory.ancestors().find(|path| path.exists())?;
    fs4::available_space(existing).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_any_disk_holds_is_refused_with_figures() {
        let dir = tempfile::tempdir().unwrap();
        let directory = dir.path().join("not").join("yet");
        check_room(&directory, 1).unwrap();
        let error = check_room(&directory, 1 << 62).unwrap_err().to_string();
        assert!(error.contains("needs at least 4611686018.4 GB"), "{error}");
    }
}
