//! The stacks market and divisions: how the table is set.

use crate::common::cards_for;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Divisions, Market, Preset, Ruleset, TroopStacks};
use cards::{CardSet, KindId};
use game::rules::set_up;
use std::collections::HashMap;

fn rules(players: u8, divisions: Divisions) -> Ruleset {
    let mut rules = Ruleset {
        market: Market::Stacks,
        divisions,
        ..Preset::Pnp.ruleset(players)
    };
    Difficulty::Training.apply_base(&mut rules);
    rules
}

fn id(cards: &CardSet, kind: KindId) -> &str {
    &cards.kind(kind).id
}

#[test]
fn all_kinds_and_legendary_ones_make_stacks_where_the_switches_say_so() {
    let plain = rules(1, Divisions::Off);
    let cards = cards_for(&plain);
    let stacks = |rules: &Ruleset, row: usize| {
        let state = set_up(&cards, rules, GameKey::new(3, 0));
        let waiting = state.market()[row].deck.cards().to_vec();
        (state.market()[row].stacks.len(), waiting.len())
    };
    let all = Ruleset {
        troop_stacks: TroopStacks::All,
        ..plain
    };
    let legendary = Ruleset {
        legendary_stacks: true,
        ..all
    };
    assert_eq!(stacks(&all, 2), (4, 12));
    assert_eq!(stacks(&legendary, 2), (10, 18));
    assert_eq!(stacks(&legendary, 1), (8, 18));
    assert_eq!(stacks(&plain, 0), (9, 36));
    assert_eq!(stacks(&legendary, 0), (9, 45));
}

#[test]
fn divisions_are_drawn_without_repeats_and_every_one_comes_up() {
    let rules = rules(4, Divisions::Onslaught);
    let cards = cards_for(&rules);
    let mut seen = HashMap::<&str, u32>::new();
    for game in 0..200 {
        let state = set_up(&cards, &rules, GameKey::new(7, game));
        let led: Vec<&str> = state
            .divisions()
            .iter()
            .flatten()
            .map(|kind| id(&cards, *kind))
            .collect();
        assert_eq!(led.len(), 4);
        for (seat, name) in led.iter().enumerate() {
            assert!(!led[..seat].contains(name), "{led:?}");
            *seen.entry(*name).or_default() += 1;
        }
    }
    // Four of five: each is expected in 160 of 200 games; five standard deviations are 28.
    assert_eq!(seen.len(), 5, "{seen:?}");
    assert!(
        seen.values().all(|times| (132..=188).contains(times)),
        "{seen:?}"
    );
}
