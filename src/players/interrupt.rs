//! Abandoning a game in the middle of a search, when the program is to stop.
//!
//! A game of a search player can take many seconds. Once searches are given up, such a player
//! answers without searching, so that the game ends at once; the caller discards it. Only games
//! played within [`abandonable`] are affected.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

static GIVEN_UP: AtomicBool = AtomicBool::new(false);

thread_local! {
    static ABANDONABLE: Cell<bool> = const { Cell::new(false) };
}

/// Gives up all searches within [`abandonable`], from now on.
pub fn give_up_searches() {
    GIVEN_UP.store(true, Ordering::Release);
}

/// Plays games whose searches may be given up, which makes their results worthless.
pub fn abandonable<T>(play: impl FnOnce() -> T) -> T {
    ABANDONABLE.set(true);
    let played = play();
    ABANDONABLE.set(false);
    played
}

/// Whether the search under way on this thread is given up.
#[inline]
pub(super) fn is_given_up() -> bool {
    GIVEN_UP.load(Ordering::Acquire) && ABANDONABLE.get()
}
