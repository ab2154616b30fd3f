//! Signals that would end the program.

use super::{CliError, give_back, report};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
use signal_hook::iterator::Signals;
use std::io;
use std::{fs, process, thread};

/// The exit code of a program that a signal has ended.
pub(super) const INTERRUPTED: u8 = 130;

/// From now on, does this at every signal that would end the program.
pub(super) fn hear(mut at_signal: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU])?;
    if !ignores_hang_up() {
        signals.add_signal(SIGHUP)?;
    }
    let listen = move || signals.forever().for_each(|_| at_signal());
    thread::Builder::new().spawn(listen).map(drop)
}

/// Whether the program was started to go on when its terminal is closed (`nohup`).
fn ignores_hang_up() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits >> (SIGHUP - 1) & 1 == 1)
}

/// From now on, a signal ends the program with these last words, and the terminal is given back. A
/// session cannot end by itself then: reading keys from a terminal that is closed never returns.
pub(super) fn end_with(words: String) -> Result<(), CliError> {
    let heard = hear(move || {
        give_back();
        report(&CliError::Interrupted(words.clone()));
        process::exit(INTERRUPTED.into())
    });
    heard.map_err(|error| CliError::Failed(format!("signals cannot be heard: {error}")))
}
