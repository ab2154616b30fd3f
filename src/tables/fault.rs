//! Injects failures, to test what a failure or a kill at any point does.
//!
//! With `XENOSIM_FAULT=17` in the environment the 17th operation on the file system fails as with a
//! bad disk, with `XENOSIM_FAULT=17%` it and all later ones as with a full one; with
//! `XENOSIM_FAULT=17!` the program ends there as if killed; with `XENOSIM_FAULT=17s` it stops there
//! until it is told to continue (SIGCONT), so that it can be met in the middle of its work; with
//! `XENOSIM_FAULT=17m` there is no memory for the 17th allocation; with `XENOSIM_FAULT=17M` there is
//! none for every 17th, each time in a copy of the program, which must end, while it goes on itself.
//! The tests go through all of them.

use nix::sys::signal::{Signal, raise};
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

static DONE: AtomicU64 = AtomicU64::new(0);

/// How an operation fails.
#[derive(Clone, Copy, PartialEq)]
enum Failure {
    BadDisk,
    FullDisk,
    Killed,
    Stopped,
    NoMemory,
    NoMemoryInCopies,
}

/// Which operation fails, and how.
fn wanted() -> Option<(u64, Failure)> {
    static WANTED: OnceLock<Option<(u64, Failure)>> = OnceLock::new();
    *WANTED.get_or_init(|| {
        let text = std::env::var("XENOSIM_FAULT").ok()?;
        let number = text
            .trim_end_matches(['!', '%', 's', 'm', 'M'])
            .parse()
            .ok()?;
        let failure = match text.as_bytes().last() {
            Some(b'!') => Failure::Killed,
            Some(b'%') => Failure::FullDisk,
            Some(b's') => Failure::Stopped,
            Some(b'm') => Failure::NoMemory,
            Some(b'M') => Failure::NoMemoryInCopies,
            _ => Failure::BadDisk,
        };
        Some((number, failure))
    })
}

/// Which allocation is to fail, if one is, and whether in copies of the program.
pub fn failing_allocation() -> Option<(u64, bool)> {
    let (number, failure) = wanted()?;
    match failure {
        Failure::NoMemory => Some((number, false)),
        Failure::NoMemoryInCopies => Some((number, true)),
        _ => None,
    }
}

/// Called before an operation on the file system; fails if that one should fail.
pub(super) fn point() -> io::Result<()> {
    let Some((number, failure)) = wanted() else {
        return Ok(());
    };
    let now = DONE.fetch_add(1, Ordering::Relaxed) + 1;
    match failure {
        Failure::FullDisk if now >= number => Err(io::ErrorKind::StorageFull.into()),
        Failure::NoMemory | Failure::NoMemoryInCopies => Ok(()),
        _ if now != number => Ok(()),
        Failure::Killed => std::process::abort(),
        Failure::Stopped => Ok(raise(Signal::SIGSTOP)?),
        _ => Err(io::Error::other("failed on purpose")),
    }
}
