//! What luck alone determines in the first rounds of a wave.

use super::enemy_deployment::{USUAL, cut_to_places, free_place};
use crate::state::GameState;
use cards::ability::Quantity;
use cards::ruleset::{Bosses, Ruleset};
use cards::{CardSet, KindId};

/// The enemies and bosses that come in the first rounds of a wave: those dealt by the rules in
/// force, minus those replaced by bosses, plus those that they summon if each summons once.
///
/// All decks of `state` must be shuffled and untouched. The answer follows from their order and the
/// game's key, whatever the players will do.
pub fn enemies_of_first_rounds(
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    wave: u8,
    rounds: usize,
) -> Vec<KindId> {
    let encounter = &state.encounters[usize::from(wave) - 1];
    let players = usize::from(rules.players);
    let mut deck = encounter.deck.cards().to_vec();
    let mut below = deck.len() as u8;
    let mut all = Vec::new();
    for (round, usual) in USUAL.into_iter().enumerate().take(rounds) {
        let wanted = usize::from(rules.enemies_per_round[round]) * players;
        cut_to_places(&mut deck, &mut below, wanted, usual * players);
        let mut come: Vec<KindId> = take_top(&mut deck, wanted);
        if round == 2 && rules.bosses == Bosses::ReplaceInRound3 {
            let bosses = encounter.bosses.cards().iter().rev();
            let bosses: Vec<KindId> = bosses.copied().take(rules.boss_count()).collect();
            bring_in_bosses(state, wave, &bosses, &mut come, wanted);
        }
        // Summoned enemies may summon others.
        let mut next = 0;
        while let Some(kind) = come.get(next).copied() {
            let called = called_by(cards, kind, wave);
            come.extend(take_top(&mut deck, called));
            next += 1;
        }
        all.extend(come);
    }
    all
}

/// Takes cards off the top of a deck, as many as there are.
fn take_top(deck: &mut Vec<KindId>, count: usize) -> Vec<KindId> {
    let left = deck.len().saturating_sub(count);
    deck.drain(left..).rev().collect()
}

/// Puts bosses among the enemies of a round, in the places that the game gives them.
fn bring_in_bosses(
    state: &GameState,
    wave: u8,
    bosses: &[KindId],
    drawn: &mut Vec<KindId>,
    wanted: usize,
) {
    let enemies = drawn.len();
    let mut taken = 0u128;
    for (throw, boss) in bosses.iter().enumerate() {
        if drawn.len() < wanted || taken.count_ones() as usize == enemies {
            drawn.push(*boss);
            continue;
        }
        let place = free_place(state.key, wave, throw, enemies, taken);
        taken |= 1 << place;
        drawn[place] = *boss;
    }
}

/// How many enemies of the wave a card summons when that ability works once.
fn called_by(cards: &CardSet, kind: KindId, in_wave: u8) -> usize {
    let abilities = cards.kind(kind).abilities.iter();
    let calls = abilities.map(|ability| {
        let counts = ability.added_enemies(in_wave);
        let counts = counts.map(|count| {
            count.value(|quantity| match quantity {
                Quantity::Wave => i16::from(in_wave),
                _ => 0,
            })
        });
        counts.map(|count| count.max(0) as usize).sum::<usize>()
    });
    calls.max().unwrap_or(0)
}
