//! Signals that end a session: the program is stopped, or its terminal is closed.

use crate::cli::CliError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set when the program is told to end, or its terminal is closed.
static TOLD_TO_END: AtomicBool = AtomicBool::new(false);

/// How long a session has to end by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// From now on, a signal ends the session as the person would. Reading keys from a terminal that is
/// closed never returns; nothing is lost then, because every answer has been saved.
pub(super) fn listen_for_signals() -> Result<(), CliError> {
    let set = ctrlc::set_handler(|| {
        TOLD_TO_END.store(true, Ordering::SeqCst);
        std::thread::sleep(PATIENCE);
        std::process::exit(1);
    });
    set.map_err(|error| CliError::Failed(format!("signals cannot be heard: {error}")))
}

/// Whether a signal came.
pub(super) fn is_told_to_end() -> bool {
    TOLD_TO_END.load(Ordering::SeqCst)
}
