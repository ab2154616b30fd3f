//! The stacks market and divisions: how the table is set.

use crate::common::cards_for;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{
    ChosenDivisions, Difficulty, Divisions, Market, Preset, Ruleset, SwitchValue, TroopStacks,
};
use cards::{CardSet, Class, KindId};
use game::rules::{play_step, set_up, unwatched};
use game::state::{GameState, Phase};
use players::Pass;
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

/// The table when round `round` has drawn.
fn table_in_round(cards: &CardSet, rules: &Ruleset, key: GameKey, round: u8) -> GameState {
    let mut state = set_up(cards, rules, key);
    while state.round() < round || state.phase() == Phase::Draw {
        play_step(cards, rules, &mut state, &mut Pass, &mut unwatched);
    }
    state
}

#[test]
fn nine_item_stacks_and_the_troop_stacks_of_reached_waves_are_open() {
    let rules = rules(1, Divisions::Off);
    let cards = cards_for(&rules);
    let mut seen = HashMap::<KindId, u32>::new();
    for game in 0..60 {
        let state = table_in_round(&cards, &rules, GameKey::new(1, game), 7);
        let kinds = |row: usize| {
            let stacks = state.market()[row].stacks.cards().to_vec();
            let mut on_offer: Vec<KindId> = state.market()[row].pool.cards().to_vec();
            on_offer.dedup();
            assert_eq!(
                stacks, on_offer,
                "row {row}: whole stacks in the order of the trackers"
            );
            stacks
        };
        let items = kinds(0);
        assert_eq!(items.len(), 9);
        assert_eq!(state.market()[0].pool.len(), 27);
        assert_eq!(state.market()[0].deck.len(), 9, "three stacks wait");
        assert_eq!(kinds(1).len(), 2);
        assert_eq!(kinds(2).len(), 3);
        assert_eq!(kinds(3).len(), 3);
        for kind in items.iter().chain(&kinds(2)).chain(&kinds(3)) {
            assert!(!cards.kind(*kind).legendary);
            *seen.entry(*kind).or_default() += 1;
        }
    }
    // Twelve kinds of items and four of troops a wave take part by luck, each three times in four.
    assert_eq!(seen.len(), 12 + 4 + 4);
    assert!(
        seen.values().all(|times| (25..60).contains(times)),
        "{seen:?}"
    );
}

#[test]
fn troop_stacks_open_with_their_wave() {
    let rules = rules(1, Divisions::Off);
    let cards = cards_for(&rules);
    let key = GameKey::new(2, 0);
    let open = |round| {
        let state = table_in_round(&cards, &rules, key, round);
        [1, 2, 3].map(|row| state.market()[row].pool.len())
    };
    assert_eq!(open(3), [12, 0, 0]);
    assert_eq!(open(4), [12, 9, 0]);
    assert_eq!(open(7), [12, 9, 9]);
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

/// Cards of a player beyond those everybody starts with.
fn extra_cards<'a>(state: &GameState, cards: &'a CardSet, seat: usize) -> Vec<&'a str> {
    let deck = state.seats()[seat].deck.cards().iter();
    let mut extra: Vec<&str> = deck
        .filter(|kind| !cards.starting_deck.iter().any(|stock| stock.kind == **kind))
        .map(|kind| id(cards, *kind))
        .collect();
    extra.sort();
    extra
}

fn led_by(rules: &mut Ruleset, cards: &CardSet, names: &str) {
    let chosen = ChosenDivisions::parse(names).expect("names");
    rules
        .choose_divisions(Some(chosen), cards)
        .expect("a choice");
}

#[test]
fn divisions_bring_their_cards_off_their_own_stacks() {
    let mut rules = rules(4, Divisions::Onslaught);
    let cards = cards_for(&rules);
    led_by(
        &mut rules,
        &cards,
        "med-bay,barracks,science-lab,command-center",
    );
    for game in 0..40 {
        let state = set_up(&cards, &rules, GameKey::new(4, game));
        assert_eq!(extra_cards(&state, &cards, 0), ["med-pack"; 2]);
        assert_eq!(extra_cards(&state, &cards, 1), ["ranger"; 2]);
        assert_eq!(extra_cards(&state, &cards, 2), ["hi-ex-grenade"; 2]);
        let stacks = state.market()[0].stacks.cards();
        let first: Vec<&str> = stacks[..2].iter().map(|kind| id(&cards, *kind)).collect();
        assert_eq!(
            first,
            ["med-pack", "hi-ex-grenade"],
            "divisions' own stacks come first"
        );
        assert_eq!(stacks.len(), 9);
        let count = |row: usize, name: &str| {
            let kind = cards.find(name).expect("a card");
            state.market()[row].deck.count(kind)
        };
        assert!(count(0, "med-pack") <= 1, "two of three are in a deck");
        assert_eq!(count(1, "ranger"), 4);
        // Command Center: random items from the stacks on the table, not dearer than 3.
        let items = extra_cards(&state, &cards, 3);
        assert_eq!(items.len(), 2);
        for item in items {
            let kind = cards.find(item).expect("a card");
            assert!(
                cards.kind(kind).class.is_item() && cards.kind(kind).cost <= 3,
                "{item}"
            );
            assert!(stacks.contains(&kind), "{item} has no stack");
        }
    }
}

#[test]
fn dreadmire_weapons_research_makes_a_random_weapon_stack() {
    let mut rules = rules(1, Divisions::Dreadmire);
    let cards = cards_for(&rules);
    led_by(&mut rules, &cards, "weapons-research");
    let mut seen = HashMap::<&str, u32>::new();
    for game in 0..60 {
        let state = set_up(&cards, &rules, GameKey::new(5, game));
        let extra = extra_cards(&state, &cards, 0);
        assert_eq!(extra.len(), 2);
        assert_eq!(extra[0], extra[1]);
        assert_eq!(id(&cards, state.market()[0].stacks.cards()[0]), extra[0]);
        *seen.entry(extra[0]).or_default() += 1;
    }
    let mut weapons: Vec<&str> = seen.keys().copied().collect();
    weapons.sort();
    assert_eq!(weapons, ["helios", "katana", "plasma-arc"]);
}

#[test]
fn with_pools_the_cards_of_divisions_come_out_of_the_decks() {
    let mut rules = Ruleset {
        market: Market::Pool,
        ..rules(2, Divisions::Onslaught)
    };
    let cards = cards_for(&rules);
    led_by(&mut rules, &cards, "med-bay,command-center");
    let state = set_up(&cards, &rules, GameKey::new(6, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["med-pack"; 2]);
    assert_eq!(extra_cards(&state, &cards, 1).len(), 2);
    assert_eq!(state.market()[0].deck.len(), 45 - 4);
    assert_eq!(state.miscounted(&cards), None);
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

#[test]
fn guesses_take_part_only_where_they_are_switched_on() {
    let mut rules = rules(1, Divisions::Onslaught);
    let cards = cards_for(&rules);
    assert!(cards.find("spark-jumper").is_none() && cards.find("armory").is_none());
    led_by(&mut rules, &cards, "weapons-research");
    let state = set_up(&cards, &rules, GameKey::new(8, 0));
    assert!(
        extra_cards(&state, &cards, 0).is_empty(),
        "the rifles are not printed anywhere"
    );

    let mut guessed = Ruleset {
        conjecture: true,
        ..rules
    };
    let cards = cards_for(&guessed);
    led_by(&mut guessed, &cards, "weapons-research");
    let state = set_up(&cards, &guessed, GameKey::new(8, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["spark-jumper"; 2]);
    led_by(&mut guessed, &cards, "psychogenics-lab");
    let state = set_up(&cards, &guessed, GameKey::new(8, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["mind-blast"; 2]);
}

#[test]
fn without_divisions_the_set_is_the_print_and_play_set() {
    let plain = Library::embedded();
    let plain = plain.cards().expect("a sound set");
    let cards = cards_for(&rules(1, Divisions::Off));
    assert_eq!((plain.hash, plain.kinds.len()), (cards.hash, 80));
    assert!(
        plain
            .kinds
            .iter()
            .all(|kind| kind.class != Class::Division && !kind.conjecture)
    );
    let with = cards_for(&rules(1, Divisions::Onslaught));
    let names = |set: &CardSet| set.ids().take(80).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(names(&plain), names(&with), "the cards keep their numbers");
}
