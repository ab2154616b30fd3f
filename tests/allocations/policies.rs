//! Nothing is allocated while policies play: neither for a decision nor for a game.

use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset};
use game::rules::{play, set_up, unwatched};
use players::registry;
use players::registry::BUILT_IN;
use runs::memory::count_allocations;

#[test]
fn games_allocate_nothing() {
    let cards = Library::embedded()
        .cards()
        .expect("the embedded set is sound");
    // Players who search keep their notes on the heap.
    for built_in in BUILT_IN.iter().filter(|policy| !policy.searches()) {
        let players = registry::resolve(built_in.name, &cards).expect("a sound policy");
        for seats in [1, 4] {
            let mut rules = Preset::Pnp.ruleset(seats);
            Difficulty::Training.apply_base(&mut rules);
            let mut decisions = 0;
            let allocated = count_allocations(|| {
                for game in 0..50 {
                    let key = GameKey::new(9, game);
                    let mut state = set_up(&cards, &rules, key);
                    let mut table = players.table(key);
                    play(&cards, &rules, &mut state, &mut table, &mut unwatched);
                    decisions += state.decisions();
                }
            });
            assert!(decisions > 1000);
            assert_eq!(allocated, Some(0), "{} with {seats} seats", built_in.name);
        }
    }
}
