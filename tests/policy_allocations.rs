//! Nothing is allocated while policies play: neither for a decision nor for a game.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use xenosim::cards::load::Library;
use xenosim::policy::registry::{self, BUILT_IN};
use xenosim::rng::GameKey;
use xenosim::rules::{Game, set_up};
use xenosim::ruleset::{Difficulty, Preset};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// Safety: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// The only test of this binary: others would allocate at the same time.
#[test]
fn games_allocate_nothing() {
    let (cards, _) = Library::embedded()
        .compile::<&str, &str>(&[])
        .expect("the embedded set is sound");
    // Players who search keep their notes on the heap.
    for built_in in BUILT_IN.iter().filter(|policy| !policy.searches()) {
        let players = registry::resolve(built_in.name, &cards).expect("a sound policy");
        for seats in [1, 4] {
            let mut rules = Preset::Pnp.ruleset(seats);
            Difficulty::Training.apply_base(&mut rules);
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            let mut decisions = 0;
            for game in 0..50 {
                let key = GameKey::new(9, game);
                let mut state = set_up(&cards, &rules, key);
                let mut table = players.table(key);
                Game::new(&cards, &rules, &mut state, &mut table, &mut ()).play();
                decisions += state.decisions;
            }
            let allocated = ALLOCATIONS.load(Ordering::Relaxed) - before;
            assert!(decisions > 1000);
            assert_eq!(allocated, 0, "{} with {seats} seats", built_in.name);
        }
    }
}
