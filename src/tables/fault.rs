//! Injects failures, to test what a failure or a kill at any point does.
//!
//! With `XENOSIM_FAULT=17` in the environment the 17th operation on the file system fails as with a
//! bad disk; with `XENOSIM_FAULT=17!` the program ends there as if killed. The tests go through all
//! of them.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

static DONE: AtomicU64 = AtomicU64::new(0);

/// Which operation fails, and whether the program is killed there.
fn wanted() -> Option<(u64, bool)> {
    static WANTED: OnceLock<Option<(u64, bool)>> = OnceLock::new();
    *WANTED.get_or_init(|| {
        let text = std::env::var("XENOSIM_FAULT").ok()?;
        let number = text.trim_end_matches('!').parse().ok()?;
        Some((number, text.ends_with('!')))
    })
}

/// Called before an operation on the file system; fails if that one should fail.
pub(super) fn point() -> io::Result<()> {
    let Some((number, kill)) = wanted() else {
        return Ok(());
    };
    if DONE.fetch_add(1, Ordering::Relaxed) + 1 != number {
        return Ok(());
    }
    if kill {
        std::process::abort();
    }
    Err(io::Error::other("failed on purpose"))
}
