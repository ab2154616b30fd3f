//! The luck of enemies: fair in every variant, and the same in all of them as far as it can be.

use crate::common::built_in_cards as cards;
use cards::rng::GameKey;
use cards::ruleset::{Bosses, Preset, Ruleset};
use cards::{CardSet, Class, KindId};
use game::observe::{CardPlace, Event, Observer};
use game::rules::{play, set_up};
use game::state::GameState;
use players::Pass;
use std::collections::BTreeMap;

/// Only how enemies come is as in `deployment`.
fn rules(deployment: Preset, players: u8) -> Ruleset {
    let other = deployment.ruleset(players);
    let mut rules = Preset::Pnp.ruleset(players);
    rules.enemies_per_round = other.enemies_per_round;
    rules.bosses = other.bosses;
    rules.training = true;
    rules.base_hp = 0;
    rules
}

/// The enemies dealt in wave 1, by round and lane.
#[derive(Default)]
struct Dealt(BTreeMap<(u8, u8), Vec<KindId>>);

impl Observer for Dealt {
    fn event(&mut self, state: &GameState, _: &CardSet, event: &Event) {
        if let Event::Moved {
            kind,
            from: CardPlace::Drawn,
            to: CardPlace::EnemyLane { lane, .. },
            ..
        } = event
            && state.round() <= 3
        {
            self.0
                .entry((state.round(), *lane))
                .or_default()
                .push(*kind);
        }
    }
}

fn dealt(cards: &CardSet, rules: &Ruleset, game: u64) -> Dealt {
    let mut state = set_up(cards, rules, GameKey::new(21, game));
    let mut dealt = Dealt::default();
    let mut note = |state: &_, cards: &_, event: &_| dealt.event(state, cards, event);
    play(cards, rules, &mut state, &mut Pass, &mut note);
    dealt
}

/// Pearson's statistic in standard deviations from its mean, about normal for many cells.
fn excess(observed: &[f64], expected: &[f64]) -> f64 {
    let cells = observed.len() as f64 - 1.0;
    let pairs = observed.iter().zip(expected);
    let statistic: f64 = pairs.map(|(o, e)| (o - e).powi(2) / e).sum();
    (statistic - cells) / (2.0 * cells).sqrt()
}

#[test]
fn every_enemy_is_as_likely_as_its_copies_in_every_round_and_slot() {
    const GAMES: u64 = 4000;
    let cards = cards();
    let copies: Vec<(KindId, f64)> = cards
        .iter()
        .filter(|(_, kind)| kind.class == Class::Enemy && kind.wave == 1)
        .map(|(id, kind)| (id, f64::from(kind.copies)))
        .collect();
    let all: f64 = copies.iter().map(|(_, copies)| copies).sum();
    for (deployment, players) in [
        (Preset::Dreadmire, 1),
        (Preset::Onslaught, 1),
        (Preset::Dreadmire, 3),
        (Preset::Onslaught, 3),
    ] {
        let rules = rules(deployment, players);
        let mut seen: BTreeMap<(u8, u8, usize), BTreeMap<KindId, f64>> = BTreeMap::new();
        for game in 0..GAMES {
            for ((round, lane), kinds) in dealt(&cards, &rules, game).0 {
                for (slot, kind) in kinds.into_iter().enumerate() {
                    let counts = seen.entry((round, lane, slot)).or_default();
                    *counts.entry(kind).or_default() += 1.0;
                }
            }
        }
        for (place, counts) in &seen {
            let count = |kind: KindId| counts.get(&kind).copied().unwrap_or(0.0);
            let enemies: f64 = copies.iter().map(|(kind, _)| count(*kind)).sum();
            let observed: Vec<f64> = copies.iter().map(|(kind, _)| count(*kind)).collect();
            let expected: Vec<f64> = copies.iter().map(|(_, n)| n / all * enemies).collect();
            let off = excess(&observed, &expected);
            assert!(
                off < 6.0,
                "{deployment:?}, {players}: {place:?} is off by {off}"
            );
        }
        bosses_are_evenly_spread(&cards, &rules, &seen, GAMES as f64);
    }
}

/// A boss is as likely in one slot as in another: in all rounds where it lies in the deck, in the
/// third where it displaces an enemy.
fn bosses_are_evenly_spread(
    cards: &CardSet,
    rules: &Ruleset,
    seen: &BTreeMap<(u8, u8, usize), BTreeMap<KindId, f64>>,
    games: f64,
) {
    let in_deck = rules.bosses == Bosses::InDeck;
    let deck: usize = cards
        .iter()
        .filter(|(_, kind)| kind.class == Class::Enemy && kind.wave == 1)
        .map(|(_, kind)| kind.copies as usize)
        .sum();
    let bosses = rules.boss_count() as f64;
    let third = f64::from(rules.enemies_per_round[2]) * f64::from(rules.players);
    let mut observed = Vec::new();
    for ((round, ..), counts) in seen {
        let found = counts.iter();
        let found: f64 = found
            .filter(|(kind, _)| cards.kind(**kind).class == Class::Boss)
            .map(|(_, count)| count)
            .sum();
        match (in_deck, round) {
            // Later rounds of a larger table see the deck rebuilt, dead bosses included.
            (true, 2..) if rules.players > 1 => {}
            (true, _) | (false, 3) => observed.push(found),
            (false, _) => assert_eq!(found, 0.0),
        }
    }
    let share = if in_deck {
        bosses / (deck as f64 + bosses)
    } else {
        bosses / third
    };
    let expected = vec![share * games; observed.len()];
    let off = excess(&observed, &expected);
    assert!(off < 6.0, "{:?}: bosses are off by {off}", rules.bosses);
}

#[test]
fn deployments_share_the_enemies_they_have_in_common() {
    let cards = cards();
    // Two players need the deck of a wave more than once.
    for (players, expected) in [(1, 0.8), (2, 0.65)] {
        let (one, other) = (
            rules(Preset::Dreadmire, players),
            rules(Preset::Onslaught, players),
        );
        let (mut same, mut slots) = (0, 0);
        for game in 0..200 {
            let (one, other) = (dealt(&cards, &one, game), dealt(&cards, &other, game));
            for (place, kinds) in &one.0 {
                slots += kinds.len();
                let pairs = kinds.iter().zip(&other.0[place]);
                same += pairs.filter(|(a, b)| a == b).count();
            }
        }
        // A boss takes the place of one enemy in one variant and of another in the other, and
        // cards called into combat leave gaps.
        let share = same as f64 / slots as f64;
        assert!(share > expected, "{players} players share {share}");
    }
}
