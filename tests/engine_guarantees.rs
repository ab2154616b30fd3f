//! What the engine promises about itself: a flat state of known size, and luck that belongs to
//! cards.

use crate::common::built_in_cards as cards;
use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use game::rules;
use game::rules::{set_up, unwatched};
use game::state::{GameState, Phase};
use players::Pass;

#[test]
fn the_state_is_flat_and_small() {
    fn is_copy<T: Copy + 'static>() {}
    is_copy::<GameState>();
    // A change of size is a change of the engine's speed: make it on purpose.
    // Most of it is room for the cards that one player could own, which no game fills: copies
    // take along only the cards that are there.
    assert_eq!(size_of::<GameState>(), 16_464);
}

/// A game that has reached the purchase phase of its first round.
fn opened(cards: &CardSet, rules: &Ruleset, key: GameKey) -> GameState {
    let mut state = set_up(cards, rules, key);
    while state.phase() != Phase::Combat {
        rules::play_step(cards, rules, &mut state, &mut Pass, &mut unwatched);
    }
    state
}

/// The names of cards, without those of one kind.
fn names_without(cards: &CardSet, kinds: &[cards::KindId], left_out: &str) -> Vec<String> {
    let names = kinds.iter().map(|kind| cards.kind(*kind).id.clone());
    names.filter(|name| name != left_out).collect()
}

#[test]
fn a_card_that_is_taken_out_leaves_the_order_of_the_others_alone() {
    let whole = cards();
    let without = |id: &str| {
        let library = Library::embedded().with_set(&format!("{id}.copies=0"));
        library.cards().expect("a sound patch")
    };
    let rules = Preset::Pnp.ruleset(1);
    for id in ["hi-ex-grenade", "smoker", "ranger"] {
        let lacking = without(id);
        let mut changed = 0;
        for game in 0..40 {
            let key = GameKey::new(9, game);
            let (full, less) = (opened(&whole, &rules, key), opened(&lacking, &rules, key));
            for row in 0..4 {
                let order = |cards: &CardSet, state: &GameState| {
                    let row = &state.market()[row];
                    let drawn_first = row.deck.cards().iter().chain(row.pool.cards().iter().rev());
                    names_without(cards, &drawn_first.copied().collect::<Vec<_>>(), id)
                };
                assert_eq!(
                    order(&whole, &full),
                    order(&lacking, &less),
                    "market row {row} without {id}"
                );
            }
            let enemies = |cards: &CardSet, state: &GameState| {
                let lane = state.lanes()[0].enemies.as_slice();
                let dealt: Vec<_> = lane
                    .iter()
                    .rev()
                    .map(|slot| state.board().card(*slot).kind)
                    .collect();
                let deck = state.encounters()[0].deck.cards().iter().copied();
                names_without(cards, &deck.chain(dealt).collect::<Vec<_>>(), id)
            };
            assert_eq!(
                enemies(&whole, &full),
                enemies(&lacking, &less),
                "enemies without {id}"
            );
            let hand = |cards: &CardSet, state: &GameState| {
                names_without(cards, state.seats()[0].hand.cards(), id)
            };
            assert_eq!(
                hand(&whole, &full),
                hand(&lacking, &less),
                "hand without {id}"
            );
            changed += usize::from(full.count_cards() != less.count_cards());
        }
        assert!(changed > 0, "taking out {id} changes something");
    }
}
