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

/// Cards in the order of their luck, without one kind: each market row, the enemies, and the hand.
fn orders(cards: &CardSet, state: &GameState, left_out: &str) -> Vec<Vec<String>> {
    let rows = state.market().iter().map(|row| {
        let drawn_first = row.deck.cards().iter().chain(row.pool.cards().iter().rev());
        drawn_first.copied().collect()
    });
    let dealt = state.lanes()[0].enemies.as_slice().iter().rev();
    let dealt = dealt.map(|slot| state.board().card(*slot).kind);
    let deck = state.encounters()[0].deck.cards().iter().copied();
    let enemies = deck.chain(dealt).collect();
    let hand = state.seats()[0].hand.cards().to_vec();
    let named = |kinds: Vec<cards::KindId>| {
        let names = kinds.into_iter().map(|kind| cards.kind(kind).id.clone());
        names.filter(|name| name != left_out).collect()
    };
    rows.chain([enemies, hand]).map(named).collect()
}

#[test]
fn a_card_that_is_taken_out_leaves_the_order_of_the_others_alone() {
    let whole = cards();
    let rules = Preset::Pnp.ruleset(1);
    for id in ["hi-ex-grenade", "smoker", "ranger"] {
        let library = Library::embedded().with_set(&format!("{id}.copies=0"));
        let lacking = library.cards().expect("a sound patch");
        let mut changed = 0;
        for game in 0..40 {
            let key = GameKey::new(9, game);
            let (full, less) = (opened(&whole, &rules, key), opened(&lacking, &rules, key));
            let [with, without] =
                [(&whole, &full), (&lacking, &less)].map(|(cards, state)| orders(cards, state, id));
            assert_eq!(with, without, "without {id}");
            changed += usize::from(full.count_cards() != less.count_cards());
        }
        assert!(changed > 0, "taking out {id} changes something");
    }
}
