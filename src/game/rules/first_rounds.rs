//! What luck alone determines: what comes early, whatever the players will do. It is found by playing
//! phases in which nobody has a choice, on a copy of the table before the first round.

use super::{play_step, unwatched};
use crate::play::{Choice, Decision, Policy, View};
use crate::state::{GameState, MarketRow, Phase, Step};
use cards::ability::Quantity;
use cards::ruleset::Ruleset;
use cards::{CardSet, KindId};

/// Nobody, who is never asked.
struct Nobody;

impl Policy for Nobody {
    fn choose(&mut self, _: &View<'_>, _: &Decision, _: &[Choice]) -> usize {
        0
    }
}

/// Plays a phase of a round to come.
fn play(state: &mut GameState, cards: &CardSet, rules: &Ruleset, round: u8, phase: Phase) {
    (state.round, state.phase, state.step) = (round, phase, Step::Start);
    state.refresh(cards);
    play_step(cards, rules, state, &mut Nobody, &mut unwatched);
}

/// The rows of the market, each with what is on offer when it is opened.
pub fn opened_market(state: &GameState, cards: &CardSet, rules: &Ruleset) -> Vec<MarketRow> {
    let mut table = *state;
    // In the last wave all rows are open.
    play(&mut table, cards, rules, 7, Phase::Draw);
    table.market.to_vec()
}

/// The enemies and bosses that come in the first rounds of a wave: those that the rules in force deal,
/// and those that they summon if each summons once.
pub fn enemies_of_first_rounds(
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    wave: u8,
    rounds: u8,
) -> Vec<KindId> {
    let mut table = *state;
    let mut all = Vec::new();
    for round in 0..rounds {
        let first = 3 * wave - 2;
        play(
            &mut table,
            cards,
            rules,
            first + round,
            Phase::EnemyDeployment,
        );
        let mut next = all.len();
        for lane in &mut table.lanes {
            for slot in lane.enemies.as_slice() {
                all.push(table.board.card(*slot).kind);
                table.board.take(*slot);
            }
            lane.enemies.clear();
        }
        // Summoned enemies may summon others.
        while let Some(kind) = all.get(next).copied() {
            let deck = &mut table.encounters[usize::from(wave) - 1].deck;
            all.extend(deck.draw(called_by(cards, kind, wave)));
            next += 1;
        }
    }
    all
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
