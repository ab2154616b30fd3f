//! One run at a time in an output directory.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::error::{ExportError, Problem};

/// The right to write to a directory, held as long as this lives. The system releases it when the
/// process ends, however it ends, so nobody has to clean up.
#[derive(Debug)]
#[must_use = "the claim ends when this is dropped"]
pub struct Claim(#[allow(dead_code, reason = "held, not used")] Option<File>);

impl Claim {
    /// Claims an existing directory; fails while another run holds it.
    pub fn new(directory: &Path) -> Result<Self, ExportError> {
        // If directories cannot be opened or locked, there is no protection, as there is none
        // against other programs.
        let Ok(handle) = File::open(directory) else {
            return Ok(Claim(None));
        };
        match handle.try_lock() {
            Ok(()) => Ok(Claim(Some(handle))),
            Err(TryLockError::Error(_)) => Ok(Claim(None)),
            Err(TryLockError::WouldBlock) => Err(Problem::InUse.of(directory)),
        }
    }
}
