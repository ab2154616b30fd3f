//! Progress of a run: a bar on a terminal, and Ctrl-C.

use crate::cli::{give_back, signals};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use players::interrupt::give_up_searches;
use reports::terminal::text::grouped;
use runs::sim::Watch;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use studies::learn::Listener;

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Signals are heard once, however many runs there are.
static LISTENING: Once = Once::new();

/// Shows progress on a terminal, and listens for Ctrl-C.
pub(in crate::cli) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress of a run of about `games` games; silent unless asked and on a terminal.
    pub(in crate::cli) fn new(games: u64, shown: bool) -> Self {
        Progress::of(games, "games", shown)
    }

    /// Progress of some work of `count` pieces; silent unless asked and on a terminal.
    pub(in crate::cli) fn of(count: u64, what: &str, shown: bool) -> Self {
        listen();
        Progress {
            bar: (shown && io::stderr().is_terminal()).then(|| bar(count, what)),
        }
    }

    /// Sets how many pieces are done, with a message. Threads may be late with what they say.
    pub(in crate::cli) fn show(&self, done: u64, message: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(message);
            bar.set_position(done.max(bar.position()));
        }
    }

    /// Removes the bar.
    pub(in crate::cli) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn resumed(&self, done: u64) {
        if let Some(bar) = &self.bar {
            // Speed and time left are those of this session.
            bar.set_position(done);
            bar.reset_eta();
        }
    }

    fn progress(&self, games: u64, shown: impl FnOnce() -> String) {
        let Some(bar) = &self.bar else {
            return;
        };
        // A run that stops by precision may need a little more than planned.
        if bar.length().is_some_and(|length| length < games) {
            bar.set_length(games);
        }
        self.show(games, shown());
    }

    fn interrupt(&self) -> &AtomicBool {
        &INTERRUPTED
    }
}

impl Listener for Progress {
    fn at(&self, done: u64, what: &str) {
        self.show(done, what.into());
    }

    fn interrupt(&self) -> &AtomicBool {
        &INTERRUPTED
    }
}

fn bar(count: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(count);
    let template = format!(
        "{{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{speed}}, {{eta}} left, {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("speed", speed));
    }
    bar
}

fn speed(state: &ProgressState, to: &mut dyn fmt::Write) {
    // A bar that cannot be drawn is no reason to stop playing.
    let _ = write!(to, "{}/s", grouped(state.per_sec().round() as u64));
}

/// The first signal, such as Ctrl-C, asks the run to stop, the second ends the program at once. Results are written
/// under temporary names until they are complete, so partial results cannot be mistaken for
/// complete ones.
fn listen() {
    LISTENING.call_once(set_handler);
}

fn set_handler() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            give_back();
            std::process::exit(signals::INTERRUPTED.into());
        }
        // Only now, so that abandoned work is also cleaned up.
        give_up_searches();
        eprintln!("stopping; press Ctrl-C again to abort");
    };
    if let Err(error) = signals::hear(handler) {
        eprintln!("note: Ctrl-C will abort at once: {error}");
    }
}
