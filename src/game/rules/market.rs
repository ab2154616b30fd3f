//! The market: pools that are refilled at once, or stacks.
//!
//! In the stacks market a row's stacks lie open in its pool, all copies of them. The row's deck
//! holds the cards of stacks that are not on the table, stack by stack, in the order of the item
//! tracker cards; [`MarketRow::stacks`](crate::state::MarketRow) are the trackers on the table.
//! Cards whose kinds share their luck (one printed card in two readings) make one stack.

use super::Game;
use super::hidden;
use super::shuffle::{market_stream, shuffle};
use crate::observe::{CardPlace, Cause, Event, Observer};
use crate::play::Policy;
use crate::state::{GameState, ITEM_KINDS, MARKET_ROWS, STACKS};
use arrayvec::ArrayVec;
use cards::rng::{Purpose, Stream};
use cards::ruleset::{Market, Ruleset, TroopStacks};
use cards::{CardSet, Class, Kind, KindId};

/// Cards on offer in the item pool.
const ITEM_POOL: u8 = 6;
/// Cards on offer in each wave's troop pool.
const TROOP_POOL: u8 = 3;
/// Item stacks on the table.
const ITEM_STACKS: usize = 9;
/// Troop stacks of waves 2 and 3 each, under the expansion rule.
const TROOP_STACKS: usize = 3;

/// Kinds that have stacks, in order.
type Order = ArrayVec<KindId, ITEM_KINDS>;

/// Says how many cards each pool should hold.
pub(super) fn set_pool_sizes(state: &mut GameState) {
    for (row, market) in state.market.iter_mut().enumerate() {
        market.size = if row == 0 { ITEM_POOL } else { TROOP_POOL };
    }
}

/// The row in which a card is sold.
pub(super) fn row_of(kind: &Kind) -> usize {
    match kind.class {
        Class::Troop => kind.wave as usize,
        _ => 0,
    }
}

/// Whether two kinds lie on the same stack.
fn same_stack(cards: &CardSet, a: KindId, b: KindId) -> bool {
    a == b || cards.kind(a).label == cards.kind(b).label
}

/// Whether a kind has a stack on the table, even an empty one.
pub fn has_stack(state: &GameState, cards: &CardSet, kind: KindId) -> bool {
    let row = row_of(cards.kind(kind));
    let stacks = state.market[row].stacks.cards();
    stacks.iter().any(|stack| same_stack(cards, *stack, kind))
}

/// Chooses the stacks of a game; `first` are items that must have one. Everything else that is
/// for sale waits in the item row's deck or stays in the box.
pub(super) fn make_stacks(
    state: &mut GameState,
    cards: &CardSet,
    rules: &Ruleset,
    first: &[KindId],
) {
    for row in 0..MARKET_ROWS {
        let order = stack_order(state, cards, rules, row, first);
        let most = match (row, rules.troop_stacks) {
            (0, _) => ITEM_STACKS,
            (2.., TroopStacks::ThreeAWave) => TROOP_STACKS,
            _ => STACKS,
        };
        lay_out_row(state, cards, row, &order, most);
    }
}

/// The kinds of a row that can make stacks: the required ones, then the others by luck.
fn stack_order(
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    row: usize,
    first: &[KindId],
) -> Order {
    let stream = state.key.stream(Purpose::MarketDeck, row as u32, 1);
    let required = |kind: KindId| {
        first
            .iter()
            .position(|other| same_stack(cards, *other, kind))
    };
    let mut keyed = ArrayVec::<(usize, u64, KindId), ITEM_KINDS>::new();
    for (id, kind) in cards.iter() {
        let sold = kind.for_sale && row_of(kind) == row && kind.copies > 0;
        let place = required(id);
        let usual = !kind.legendary || rules.legendary_stacks;
        if sold && (usual || place.is_some()) && !keyed.is_full() {
            let luck = stream.of(kind.label, 0);
            keyed.push((place.unwrap_or(usize::MAX), luck, id));
        }
    }
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, _, id)| id).collect()
}

/// Puts the cards of a row in the order of its stacks, the first uppermost, and the trackers of
/// the first `most` on the table.
fn lay_out_row(state: &mut GameState, cards: &CardSet, row: usize, order: &Order, most: usize) {
    let on_table = |stacks: &[KindId], kind| stacks.iter().any(|s| same_stack(cards, *s, kind));
    let market = &mut state.market[row];
    let old = market.deck;
    for kind in order {
        if market.stacks.len() < most && !on_table(market.stacks.cards(), *kind) {
            market.stacks.add(*kind);
        }
    }
    // Only items come to the table later; troops that make no stack are not in the game.
    let waits = |kind: &KindId| row == 0 || on_table(market.stacks.cards(), *kind);
    market.deck.clear();
    for kind in order.iter().rev().filter(|kind| waits(kind)) {
        for _ in 0..old.count(*kind) {
            market.deck.add(*kind);
        }
    }
    for kind in old.cards() {
        if !order.contains(kind) || !waits(kind) {
            state.supply[kind.index()] += 1;
        }
    }
}

/// Puts waiting stacks in another order, each of them whole.
pub(super) fn shuffle_stacks(deck: &mut [KindId], cards: &CardSet, stream: Stream) {
    deck.sort_unstable_by_key(|kind| (stream.of(cards.kind(*kind).label, 0), *kind));
}

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Opens the rows of the current wave and those before it, as far as their cards reach.
    pub(super) fn open_market_rows(&mut self) {
        for row in 0..self.state.open_rows() {
            match self.rules.market {
                Market::Pool => {
                    self.shuffle_row(row);
                    self.refill(row);
                }
                Market::Stacks => self.open_stacks(row),
            }
        }
    }

    // ---- pools ------------------------------------------------------------------------------

    /// Shuffles the deck of a row when it is first opened.
    fn shuffle_row(&mut self, row: u8) {
        let market = &mut self.state.market[row as usize];
        if !market.shuffled {
            market.shuffled = true;
            let stream = market_stream(self.state.key, row);
            shuffle(market.deck.cards_mut(), self.cards, stream);
            self.emit(Event::Shuffled {
                pile: CardPlace::MarketDeck(row),
                from_discard: false,
            });
        }
    }

    /// Puts as many cards on offer as the row should have.
    pub(super) fn refill(&mut self, row: u8) {
        loop {
            let market = &self.state.market[row as usize];
            if market.pool.len() >= market.size as usize || !self.offer_next(row) {
                return;
            }
        }
    }

    /// Puts the top card of a row's deck on offer. `false`: there is none.
    fn offer_next(&mut self, row: u8) -> bool {
        let market = &mut self.state.market[row as usize];
        hidden::settle_market_deck(market, row, self.cards, self.state.key);
        let Some(kind) = market.deck.pop() else {
            return false;
        };
        market.returned = market.returned.min(market.deck.len() as u8);
        market.pool.add(kind);
        let (from, to) = (CardPlace::MarketDeck(row), CardPlace::MarketPool(row));
        self.moved(kind, from, to, Cause::RULE);
        true
    }

    // ---- stacks -----------------------------------------------------------------------------

    /// Puts the stacks of a row on the table, once.
    fn open_stacks(&mut self, row: u8) {
        let market = &mut self.state.market[row as usize];
        if std::mem::replace(&mut market.shuffled, true) {
            return;
        }
        while let Some(top) = self.state.market[row as usize].deck.top()
            && has_stack(self.state, self.cards, top)
        {
            self.offer_next(row);
        }
    }

    /// Wrap-up: every empty item stack is replaced by the next one of the tracker deck.
    pub(super) fn replace_empty_stacks(&mut self) {
        if self.rules.market != Market::Stacks {
            return;
        }
        for index in 0..self.state.market[0].stacks.len() {
            let market = &mut self.state.market[0];
            let old = market.stacks.cards()[index];
            let on_offer = market.pool.cards().iter();
            if on_offer
                .copied()
                .any(|kind| same_stack(self.cards, kind, old))
            {
                continue;
            }
            let Some(new) = market.deck.top() else {
                return;
            };
            market.stacks.cards_mut()[index] = new;
            self.emit(Event::StackReplaced { old, new });
            while let Some(top) = self.state.market[0].deck.top()
                && same_stack(self.cards, top, new)
            {
                self.offer_next(0);
            }
        }
    }
}
