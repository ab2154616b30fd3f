//! Set-up: decks, market, bosses, base and first player.

use super::shuffle::{shuffle, shuffle_encounter, shuffle_market};
use super::{divisions, market, weather};
use crate::cards::{CardSet, Class, Kind, KindId};
use crate::rng::{GameKey, Purpose};
use crate::ruleset::{Bosses, Divisions, Market, Ruleset};
use crate::state::GameState;

/// A table with every card in the pile it starts in and nothing shuffled: the same for all games
/// of a card set and ruleset, so it is laid out once and copied.
#[derive(Clone)]
pub struct Layout {
    table: GameState,
}

impl Layout {
    /// Lays out the cards.
    pub fn new(cards: &CardSet, rules: &Ruleset) -> Self {
        let mut table = GameState::new(GameKey::new(0, 0), rules.players);
        table.base = if rules.training {
            0
        } else {
            i32::from(rules.base_hp) * i32::from(rules.players)
        };
        lay_out_cards(&mut table, cards, rules);
        deal_starting_decks(&mut table, cards);
        market::set_pool_sizes(&mut table);
        Layout { table }
    }

    /// Sets the table for one game: everything random follows from the key. Whatever lay on the
    /// table before is cleared away.
    ///
    /// Encounter decks and market rows are shuffled when they are first needed; as their order
    /// follows from the key, too, that makes no difference to the game.
    pub fn set_up(&self, cards: &CardSet, rules: &Ruleset, key: GameKey, state: &mut GameState) {
        state.copy_from(&self.table);
        state.key = key;
        state.first_player = key
            .stream(Purpose::FirstPlayer, 0, 0)
            .below(u32::from(rules.players)) as u8;
        if rules.divisions != Divisions::Off || rules.market == Market::Stacks {
            divisions_and_stacks(state, cards, rules);
        }
        for seat in 0..state.players as usize {
            let stream = key.stream(Purpose::PlayerDeck, seat as u32, 0);
            shuffle(state.seats[seat].deck.cards_mut(), cards, stream);
        }
        choose_bosses(state, cards, rules);
        if !state.weather.deck.is_empty() {
            weather::shuffle_deck(state, cards, key, 0);
        }
    }

    /// Sets the table for one game with all decks shuffled at once: as luck has settled them before
    /// anybody plays.
    pub fn set_up_shuffled(
        &self,
        cards: &CardSet,
        rules: &Ruleset,
        key: GameKey,
        state: &mut GameState,
    ) {
        self.set_up(cards, rules, key, state);
        for (wave, encounter) in (1..).zip(&mut state.encounters) {
            let guests = rules.bosses_in_deck();
            shuffle_encounter(encounter.deck.cards_mut(), guests, cards, key, wave, 0);
        }
        // The stacks market has its order already.
        let pools = state.market.iter_mut().filter(|row| row.stacks.is_empty());
        for (row, market) in (0..).zip(pools) {
            shuffle_market(market.deck.cards_mut(), cards, key, row);
        }
    }
}

/// Sets the table for a single game.
pub fn set_up(cards: &CardSet, rules: &Ruleset, key: GameKey) -> GameState {
    let mut state = GameState::new(key, rules.players);
    Layout::new(cards, rules).set_up(cards, rules, key, &mut state);
    state
}

/// Divisions are given out, their items have stacks before all others, and their starting cards
/// come off those.
fn divisions_and_stacks(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    if rules.divisions != Divisions::Off {
        divisions::assign(state, cards, rules);
    }
    let own = divisions::own_stacks(state, cards, rules);
    if rules.market == Market::Stacks {
        market::make_stacks(state, cards, rules, &own.items);
    }
    divisions::deal_starting_cards(state, cards, &own);
}

/// Puts every physical card into the pile it starts in, unshuffled.
fn lay_out_cards(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    for (id, kind) in cards.iter() {
        for _ in 0..kind.copies {
            if !lay_out(state, id, kind, rules) {
                state.supply[id.index()] += 1;
            }
        }
    }
}

/// Puts one card into its pile; `false` where it belongs to the supply.
fn lay_out(state: &mut GameState, id: KindId, kind: &Kind, rules: &Ruleset) -> bool {
    match kind.class {
        Class::Enemy => state.encounters[kind.wave as usize - 1].deck.push(id),
        Class::Boss => state.encounters[kind.wave as usize - 1].bosses.push(id),
        Class::Equipment | Class::Instant if kind.for_sale => state.market[0].deck.push(id),
        Class::Troop if kind.for_sale => state.market[kind.wave as usize].deck.push(id),
        Class::Weather if weather::takes_part(kind, rules) => state.weather.deck.push(id),
        _ => false,
    }
}

fn deal_starting_decks(state: &mut GameState, cards: &CardSet) {
    for seat in 0..state.players as usize {
        for stock in &cards.starting_deck {
            for _ in 0..stock.count {
                let supply = &mut state.supply[stock.kind.index()];
                if *supply > 0 && state.seats[seat].deck.push(stock.kind) {
                    *supply -= 1;
                }
            }
        }
    }
}

/// Settles in which order each wave's bosses come; under one reading, some join the encounter deck.
fn choose_bosses(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    for wave in 1..=3u32 {
        let encounter = &mut state.encounters[wave as usize - 1];
        let stream = state.key.stream(Purpose::Bosses, wave, 0);
        shuffle(encounter.bosses.cards_mut(), cards, stream);
        if rules.bosses == Bosses::InDeck {
            for _ in 0..rules.boss_count() {
                if let Some(boss) = encounter.bosses.pop() {
                    let fits = encounter.deck.push(boss);
                    debug_assert!(
                        fits,
                        "the loader checks that a wave's enemies and bosses fit"
                    );
                }
            }
        }
    }
}
