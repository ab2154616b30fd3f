//! Giving up a game in the middle of a search, when somebody wants the program to stop.
//!
//! A game of a searching player can take many seconds. Once searches are given up, such a player
//! takes the first answer that comes to mind, so that the game ends at once; whoever plays it
//! throws it away. Only games played within [`abandonable`] are concerned.

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

/// Plays games whose searches may be given up; then their results are worthless.
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
