//! Tables set by hand, for scenarios and tests: any card in any place, in the order in which it is put
//! there. Nothing else outside the rules changes a table.

use super::divisions::lead;
use super::market::{row_of, set_pool_sizes};
use super::setup::starting_base;
use crate::observe::CardPlace;
use crate::state::{BoardCard, GameState, Phase, Side};
use cards::rng::GameKey;
use cards::ruleset::{Market, Ruleset};
use cards::{CardSet, Class, KindId};

/// A table that is being set.
pub struct TableByHand<'a> {
    state: GameState,
    cards: &'a CardSet,
    rules: &'a Ruleset,
}

impl<'a> TableByHand<'a> {
    /// A table without cards, except for the resources in the supply.
    pub fn new(cards: &'a CardSet, rules: &'a Ruleset, key: GameKey) -> Self {
        let mut state = GameState::new(key, rules.players);
        state.base = starting_base(rules);
        for (id, kind) in cards.iter().filter(|(_, k)| k.class == Class::Resource) {
            state.supply[id.index()] = kind.copies;
        }
        TableByHand {
            state,
            cards,
            rules,
        }
    }

    /// The table of a game, to be changed.
    pub fn of_game(state: GameState, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        TableByHand {
            state,
            cards,
            rules,
        }
    }

    /// The game begins with this round and phase.
    pub fn begin_with(&mut self, round: u8, phase: Phase) {
        (self.state.round, self.state.phase) = (round, phase);
    }

    /// A lane is being fought.
    pub fn fight(&mut self, lane: u8) {
        self.state.fighting = Some(lane);
    }

    /// Sets the base.
    pub fn set_base(&mut self, base: i32) {
        self.state.base = base;
    }

    /// Sets who begins.
    pub fn set_first_player(&mut self, seat: u8) {
        self.state.first_player = seat;
    }

    /// Sets a player's resources.
    pub fn set_resources(&mut self, seat: usize, resources: u16) {
        self.state.resources[seat] = resources;
    }

    /// Sets how many enemies have been killed in a lane this round.
    pub fn set_kills(&mut self, lane: usize, kills: u16) {
        self.state.lanes[lane].kills = kills;
    }

    /// Sets how many cards of a kind are in the supply.
    pub fn set_supply(&mut self, kind: KindId, count: u8) {
        self.state.supply[kind.index()] = count;
    }

    /// Gives a player a division, with marks for the abilities used this round.
    pub fn lead(&mut self, seat: usize, division: KindId, used: u8) {
        lead(&mut self.state, self.cards, seat, division);
        self.state.division_used[seat] = used;
    }

    /// Puts a card on top of a pile. `false`: there is no room.
    pub fn put(&mut self, place: CardPlace, kind: KindId) -> bool {
        if place == CardPlace::Weather {
            self.state.weather.card = Some(kind);
            self.state.weather.conditions = self.cards.kind(kind).conditions;
            return true;
        }
        self.state.put(place, kind)
    }

    /// A player takes the first card on offer in a row of the market to hand.
    pub fn sell_first(&mut self, row: usize, seat: u8) {
        let kind = self.state.market[row].pool.remove(0);
        self.state.seats[usize::from(seat)].hand.add(kind);
    }

    /// Puts a card behind those of its side in its lane. `false`: there is no room.
    pub fn stand(&mut self, card: BoardCard) -> bool {
        let lane = &mut self.state.lanes[card.lane as usize];
        let full = match card.side {
            Side::Troop => lane.troops.is_full(),
            Side::Enemy => lane.enemies.is_full(),
        };
        let placed = (!full).then(|| self.state.board.place(card)).flatten();
        placed.is_some_and(|placed| match card.side {
            Side::Troop => lane.troops.push(placed.slot),
            Side::Enemy => lane.enemies.push(placed.slot),
        })
    }

    /// Puts an empty stack on the table of the stacks market. `false`: it is there and not empty, or
    /// there is no room.
    pub fn put_empty_stack(&mut self, kind: KindId) -> bool {
        let market = &mut self.state.market[row_of(self.cards.kind(kind))];
        !market.pool.cards().contains(&kind) && market.stacks.push(kind)
    }

    /// The table as it is, if it was that of a game.
    pub fn as_it_is(mut self) -> GameState {
        self.state.refresh(self.cards);
        self.state
    }

    /// The table, ready to be played on. Decks count as shuffled. `None`: it has too many stacks.
    pub fn finish(mut self) -> Option<GameState> {
        for encounter in &mut self.state.encounters {
            encounter.shuffles = 1;
        }
        let fits = self.open_market();
        self.state.refresh(self.cards);
        fits.then_some(self.state)
    }

    /// A row holds as many cards as it has now; in the stacks market they lie on stacks.
    fn open_market(&mut self) -> bool {
        set_pool_sizes(&mut self.state);
        let mut fits = true;
        for market in &mut self.state.market {
            market.shuffled = true;
            let pool = market.pool;
            if !pool.is_empty() {
                market.size = pool.len() as u8;
            }
            for kind in pool.cards() {
                if self.rules.market == Market::Stacks && !market.stacks.cards().contains(kind) {
                    fits &= market.stacks.push(*kind);
                }
            }
        }
        fits
    }
}
