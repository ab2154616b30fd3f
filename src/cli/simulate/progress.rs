//! Following a run: a bar on a terminal, and Ctrl-C.

use super::report::grouped;
use crate::sim::Watch;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::cell::Cell;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How often the bar is redrawn.
const REDRAW: Duration = Duration::from_millis(100);

/// The exit code of a program ended by Ctrl-C.
const ABORTED: i32 = 130;

/// Shows progress where a person looks, and listens for Ctrl-C.
pub(in crate::cli) struct Progress {
    bar: Option<ProgressBar>,
    drawn: Cell<Instant>,
}

impl Progress {
    /// Progress of a run of about `games` games; silent unless asked and on a terminal.
    pub(in crate::cli) fn new(games: u64, shown: bool) -> Self {
        listen();
        Progress {
            bar: (shown && io::stderr().is_terminal()).then(|| bar(games)),
            drawn: Cell::new(Instant::now()),
        }
    }

    /// Takes the bar away.
    pub(in crate::cli) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn progress(&self, games: u64, win_rate: f64) {
        let Some(bar) = &self.bar else {
            return;
        };
        if self.drawn.get().elapsed() < REDRAW {
            return;
        }
        self.drawn.set(Instant::now());
        // A run that stops by precision may need a little more than planned.
        if bar.length().is_some_and(|length| length < games) {
            bar.set_length(games);
        }
        bar.set_message(format!("win rate {:.2}%", 100.0 * win_rate));
        bar.set_position(games);
    }

    fn interrupt(&self) -> &AtomicBool {
        &INTERRUPTED
    }
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let template = "{wide_bar} {human_pos}/{human_len} games, {speed}, {eta} left, {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("speed", speed));
    }
    bar
}

fn speed(state: &ProgressState, to: &mut dyn fmt::Write) {
    // A bar that cannot be drawn is no reason to stop playing.
    let _ = write!(to, "{}/s", grouped(state.per_sec().round() as u64));
}

/// The first Ctrl-C asks the run to stop, the second ends the program at once. Results are
/// written under temporary names until they are whole, so nothing half-done can be mistaken.
fn listen() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(ABORTED);
        }
        eprintln!("stopping; press Ctrl-C again to abort");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("note: Ctrl-C will abort at once: {error}");
    }
}
