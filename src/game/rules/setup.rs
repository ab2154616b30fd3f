//! Set-up: decks, market, bosses, base and first player.

use super::shuffle::{market_stream, shuffle, shuffle_bosses, shuffle_encounter, shuffle_laid_out};
use super::{divisions, market, weather};
use crate::state::{GameState, MARKET_PILE, Pile};
use cards::rng::{GameKey, Purpose};
use cards::ruleset::{Bosses, Divisions, Market, Ruleset};
use cards::{CardSet, Class, Kind, KindId};

/// A state with every card in its starting pile and nothing shuffled: the same for all games of a
/// card set and ruleset, so it is laid out once and copied.
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
        for encounter in &mut table.encounters {
            encounter.bosses_open = rules.bosses != Bosses::InDeck;
        }
        Layout { table }
    }

    /// Sets up one game: everything random follows from the key. The previous state is cleared.
    ///
    /// Encounter decks, bosses and market rows are shuffled when they are first needed; as their
    /// order follows from the key, too, that makes no difference to the game.
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
            let deck = state.seats[seat].deck.cards_mut();
            match rules.divisions {
                Divisions::Off => {
                    shuffle_laid_out(deck, &cards.laid_out.starting_deck, cards, stream)
                }
                // Divisions have cards of their own in it.
                _ => shuffle(deck, cards, stream),
            }
        }
        if rules.bosses == Bosses::InDeck {
            put_bosses_into_decks(state, cards, rules);
        }
        if !state.weather.deck.is_empty() {
            weather::shuffle_deck(state, cards, key, 0);
        }
    }

    /// Sets up one game with all decks shuffled at once: their order before anybody plays.
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
            if encounter.bosses_open {
                shuffle_bosses(encounter.bosses.cards_mut(), cards, key, wave);
            }
        }
        // The stacks market has its order already.
        let pools = state.market.iter_mut().filter(|row| row.stacks.is_empty());
        for (row, market) in (0..).zip(pools) {
            shuffle(market.deck.cards_mut(), cards, market_stream(key, row));
        }
    }
}

impl Layout {
    /// The shuffled deck of a row of the pools market in a game; the last card comes first.
    pub fn market_deck(&self, cards: &CardSet, key: GameKey, row: usize) -> Pile<MARKET_PILE> {
        let mut deck = self.table.market[row].deck;
        shuffle(deck.cards_mut(), cards, market_stream(key, row as u8));
        deck
    }
}

/// Sets up a single game.
pub fn set_up(cards: &CardSet, rules: &Ruleset, key: GameKey) -> GameState {
    let mut state = GameState::new(key, rules.players);
    Layout::new(cards, rules).set_up(cards, rules, key, &mut state);
    state
}

/// Divisions are given out; their items get stacks first, and their starting cards are taken from
/// these.
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
    if let Some(row) = kind.market_row() {
        return state.market[row].deck.push(id);
    }
    match kind.class {
        Class::Enemy => state.encounters[kind.wave as usize - 1].deck.push(id),
        Class::Boss => state.encounters[kind.wave as usize - 1].bosses.push(id),
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

/// Determines the order of each wave's bosses; the first ones join the encounter deck.
fn put_bosses_into_decks(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    for (wave, encounter) in (1..).zip(&mut state.encounters) {
        shuffle_bosses(encounter.bosses.cards_mut(), cards, state.key, wave);
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
