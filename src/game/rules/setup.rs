//! Set-up: decks, market, bosses, base and first player.

use super::shuffle::{market_stream, shuffle, shuffle_bosses};
use super::{Game, divisions, market, weather};
use crate::observe::Observer;
use crate::play::Policy;
use crate::state::{Encounter, GameState, MARKET_PILE, Pile, Step};
use cards::rng::{GameKey, Purpose};
use cards::ruleset::{Bosses, Decided, Divisions, Market, Ruleset};
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
        table.base = starting_base(rules);
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
        if rules.players_set_up() {
            state.step = Step::SetUp;
        } else if rules.divisions != Divisions::Off || rules.market == Market::Stacks {
            divisions_and_stacks(state, cards, rules);
        }
        shuffle_decks(state, cards);
        if rules.bosses == Bosses::InDeck {
            for (wave, encounter) in (1..).zip(&mut state.encounters) {
                put_bosses_into_deck(encounter, cards, rules, key, wave);
            }
        }
        if !state.weather.deck.is_empty() {
            weather::shuffle_deck(state, cards, key, 0);
        }
    }

    /// The shuffled deck of a row of the pools market in a game; the last card comes first.
    pub fn market_deck(&self, cards: &CardSet, key: GameKey, row: usize) -> Pile<MARKET_PILE> {
        let mut deck = self.table.market[row].deck;
        shuffle(deck.cards_mut(), cards, market_stream(key, row as u8));
        deck
    }
}

/// The HP of the base; training counts damage from 0.
pub(super) fn starting_base(rules: &Ruleset) -> i32 {
    match rules.training {
        true => 0,
        false => i32::from(rules.base_hp) * i32::from(rules.players),
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
    stacks(state, cards, rules);
}

/// Makes the stacks and takes the starting cards of divisions from them.
fn stacks(state: &mut GameState, cards: &CardSet, rules: &Ruleset) {
    let own = divisions::own_stacks(state, cards, rules);
    if rules.market == Market::Stacks {
        market::make_stacks(state, cards, rules, &own.items);
    }
    divisions::deal_starting_cards(state, cards, rules, &own);
}

/// Shuffles the players' decks. Their order follows from the key and their cards alone.
fn shuffle_decks(state: &mut GameState, cards: &CardSet) {
    for seat in 0..state.players as usize {
        let stream = state.key.stream(Purpose::PlayerDeck, seat as u32, 0);
        shuffle(state.seats[seat].deck.cards_mut(), cards, stream);
    }
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// The part of the set-up in which players have a say.
    pub(super) fn set_up_with_players(&mut self) {
        match self.rules.division_choice {
            Decided::ByLuck => divisions::assign(self.state, self.cards, self.rules),
            Decided::ByPlayer => self.choose_divisions(),
        }
        stacks(self.state, self.cards, self.rules);
        if self.rules.division_cards == Decided::ByPlayer {
            self.choose_starting_cards();
        }
        shuffle_decks(self.state, self.cards);
        self.state.step = Step::Start;
    }
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

/// Determines the order of a wave's bosses; the first ones join the encounter deck.
pub(super) fn put_bosses_into_deck(
    encounter: &mut Encounter,
    cards: &CardSet,
    rules: &Ruleset,
    key: GameKey,
    wave: u8,
) {
    shuffle_bosses(encounter.bosses.cards_mut(), cards, key, wave);
    for _ in 0..rules.boss_count() {
        if let Some(boss) = encounter.bosses.pop() {
            encounter.deck.add(boss);
        }
    }
}
