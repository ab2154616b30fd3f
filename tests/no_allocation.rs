//! Games are played without touching the heap, the tally included.
#![allow(unsafe_code)] // A global allocator cannot be written without.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use xenosim::cards::load::Library;
use xenosim::observe::tally::Tally;
use xenosim::policy::registry;
use xenosim::ruleset::{Preset, WeatherUse};
use xenosim::sim::game::Tabletop;
use xenosim::sim::{Plan, Rows, StopRule};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator; the counter is a plain cell.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![1u8; 10]));
    assert_eq!(allocations(), before + 1);
}

#[test]
fn a_game_allocates_nothing() {
    let compile = |library: Library| {
        let compiled = library.compile::<&str, &str>(&[]);
        compiled.expect("the built-in sets are sound").0
    };
    let hive = compile(Library::embedded());
    let both = compile(Library::of_sets(&["hive", "homebrew"].map(String::from)));
    for (cards, players, policy) in [
        (&hive, 1, "random"),
        (&hive, 2, "pass"),
        (&hive, 4, "random,pass,random,pass"),
        (&both, 2, "random"),
    ] {
        let mut rules = Preset::Pnp.ruleset(players);
        rules.training = true;
        rules.weather = WeatherUse::On;
        let plan = Plan {
            cards: cards.clone(),
            rules,
            policy: registry::resolve_for(policy, cards, players).expect("a policy"),
            seed: 4,
            stop: StopRule {
                games: Some(100),
                target: None,
            },
            rows: Rows::All,
            rounds: false,
            shard: None,
            cards_title: String::new(),
            rulings: BTreeMap::new(),
        };
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(&plan);
        let before = allocations();
        for game in 0..100 {
            std::hint::black_box(table.play(game, &mut tally));
        }
        assert_eq!(allocations(), before, "{players} players, {policy}");
    }
}
