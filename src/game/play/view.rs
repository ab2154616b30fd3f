//! The table as a player sees it.

use super::{KindCounts, UnseenEnemies};
use crate::observe::Describe;
use crate::rules::hidden::redeal_hidden;
use crate::state::{BoardCard, CardRef, GameState, LANE_ZONES, Phase, Side};
use cards::ability::When;
use cards::rng::GameKey;
use cards::ruleset::{Bosses, Ruleset};
use cards::{CardSet, Class, Kind, KindId};

/// What a player can see: everything open on the table, the players' hands (they talk), and which
/// cards a deck holds (they remember). Hidden are the order of decks and which enemies lie
/// face-down: outside this crate nothing here tells.
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a GameState,
    cards: &'a CardSet,
    rules: &'a Ruleset,
    seat: u8,
}

impl<'a> View<'a> {
    /// The view from a seat.
    pub fn new(state: &'a GameState, cards: &'a CardSet, rules: &'a Ruleset, seat: u8) -> Self {
        View {
            state,
            cards,
            rules,
            seat,
        }
    }

    /// Who is looking.
    pub fn seat(&self) -> u8 {
        self.seat
    }
    /// Number of players.
    pub fn players(&self) -> u8 {
        self.state.players
    }
    /// The rules of the game.
    pub fn rules(&self) -> &'a Ruleset {
        self.rules
    }
    /// The card set.
    pub fn cards(&self) -> &'a CardSet {
        self.cards
    }
    /// The facts about a kind.
    pub fn kind(&self, kind: KindId) -> &'a Kind {
        self.cards.kind(kind)
    }
    /// Round, 1 to 9.
    pub fn round(&self) -> u8 {
        self.state.round
    }
    /// Wave, 1 to 3.
    pub fn wave(&self) -> u8 {
        self.state.wave()
    }
    /// Phase of the round.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }
    /// The first player's seat.
    pub fn first_player(&self) -> u8 {
        self.state.first_player
    }
    /// The lane being fought.
    pub fn fighting(&self) -> Option<u8> {
        self.state.fighting
    }
    /// Whether a lane has been fought to its end this round.
    pub fn is_fought(&self, lane: u8) -> bool {
        self.state.lanes[lane as usize].fought
    }
    /// The weather card in force, in games with weather.
    pub fn weather(&self) -> Option<KindId> {
        self.state.weather.card
    }
    /// Counts windows and actions in them: until the number changes, the players of a window see
    /// the same table.
    pub fn moment(&self) -> u32 {
        self.state.moment
    }
    /// Base HP left.
    pub fn base(&self) -> i32 {
        self.state.base
    }
    /// Whether the game has been lost, though it may be played on.
    pub fn is_lost(&self) -> bool {
        self.state.lost
    }
    /// The whole state, for the rules and for those who write down what a player sees.
    pub(crate) fn table(&self) -> &'a GameState {
        self.state
    }
    /// Words for what the player sees; face-down enemies are not named.
    pub fn words(&self) -> Describe<'a> {
        Describe::new(self.state, self.cards)
    }
    /// A table as it may be: everything hidden is dealt again, in a way that follows from what the
    /// player knows and from `luck`.
    pub fn imagine(&self, luck: GameKey) -> GameState {
        let mut table = *self.state;
        redeal_hidden(&mut table, self.cards, self.rules, luck);
        table
    }
    /// A player's hand, in the order in which cards came.
    pub fn hand(&self, seat: u8) -> &'a [KindId] {
        self.state.seats[seat as usize].hand.cards()
    }
    /// Whether some card in a player's hand, or the player's division, might have a trigger.
    pub fn hand_listens(&self, seat: u8, when: When) -> bool {
        self.state.triggers.hand(seat) & when.bit() != 0
    }
    /// A player's discard pile, the uppermost card last.
    pub fn discard(&self, seat: u8) -> &'a [KindId] {
        self.state.seats[seat as usize].discard.cards()
    }
    /// How many cards a player's deck holds.
    pub fn deck_size(&self, seat: u8) -> usize {
        self.state.seats[seat as usize].deck.len()
    }
    /// The cards of a player's deck (players remember what they own).
    pub fn deck(&self, seat: u8) -> KindCounts {
        self.state.seats[seat as usize]
            .deck
            .cards()
            .iter()
            .collect()
    }
    /// The enemies of the wave that nobody has seen.
    pub fn unseen_enemies(&self) -> UnseenEnemies {
        self.unseen_enemies_of(self.wave())
    }
    /// The enemies of a wave that nobody has seen.
    pub(crate) fn unseen_enemies_of(&self, wave: u8) -> UnseenEnemies {
        let mut unseen = UnseenEnemies::default();
        let mut add = |kind: KindId, dealt: bool| {
            let is_boss = self.kind(kind).class == Class::Boss;
            match is_boss {
                true => unseen.bosses.add(kind),
                false => unseen.enemies.add(kind),
            }
            unseen.dealt += usize::from(dealt);
            unseen.dealt_bosses += usize::from(dealt && is_boss);
        };
        let lanes = &self.state.lanes[..usize::from(self.players())];
        for slot in lanes.iter().flat_map(|lane| lane.enemies.as_slice()) {
            let card = self.state.board.card(*slot);
            if !card.face_up && self.kind(card.kind).wave == wave {
                add(card.kind, true);
            }
        }
        let encounter = &self.state.encounters[usize::from(wave) - 1];
        // Where bosses are shuffled into the deck, nobody knows whether they have come up.
        let anywhere = self.rules.bosses == Bosses::InDeck;
        for kind in encounter.deck.cards() {
            add(*kind, anywhere);
        }
        for kind in encounter.bosses.cards() {
            add(*kind, false);
        }
        unseen
    }
    /// A player's resources in the purchase phase.
    pub fn resources(&self, seat: u8) -> u16 {
        self.state.resources[seat as usize]
    }
    /// What a card costs the viewer before reductions.
    pub fn price(&self, kind: KindId) -> u8 {
        crate::queries::price(self.state, self.cards, self.seat, kind)
    }
    /// A player's division.
    pub fn division(&self, seat: u8) -> Option<KindId> {
        self.state.divisions[seat as usize]
    }
    /// Whether a player has used a power of their division this round.
    pub fn division_used(&self, seat: u8, ability: u8) -> bool {
        self.state.division_used[seat as usize] & 1 << ability != 0
    }
    /// How many rows of the market are open.
    pub fn open_rows(&self) -> usize {
        self.state.open_rows().into()
    }
    /// The cards of a row of the market that are not on offer.
    pub fn market_deck(&self, row: usize) -> KindCounts {
        self.state.market[row].deck.cards().iter().collect()
    }
    /// The cards on offer in a row of the market.
    pub fn offer(&self, row: usize) -> &'a [KindId] {
        self.state.market[row].pool.cards()
    }
    /// Free zones in a lane.
    pub fn free_zones(&self, lane: u8) -> usize {
        LANE_ZONES - self.state.lanes[lane as usize].troops.len()
    }
    /// Number of troops in a lane.
    pub fn troop_count(&self, lane: u8) -> usize {
        self.state.lanes[lane as usize].troops.len()
    }
    /// Number of enemies in a lane.
    pub fn enemy_count(&self, lane: u8) -> usize {
        self.state.lanes[lane as usize].enemies.len()
    }
    /// The troops of a lane from the front.
    pub fn troops(&self, lane: u8) -> impl Iterator<Item = (CardRef, &'a BoardCard)> + use<'a> {
        let state = self.state;
        let slots = state.lanes[lane as usize].troops.as_slice();
        slots
            .iter()
            .map(move |slot| (state.board.card_ref(*slot), state.board.card(*slot)))
    }
    /// The enemies of a lane from the front; `None` in place of those that are face-down.
    pub fn enemies(
        &self,
        lane: u8,
    ) -> impl Iterator<Item = (CardRef, Option<&'a BoardCard>)> + use<'a> {
        let state = self.state;
        let slots = state.lanes[lane as usize].enemies.as_slice();
        slots.iter().map(move |slot| {
            let card = state.board.card(*slot);
            (state.board.card_ref(*slot), card.face_up.then_some(card))
        })
    }
    /// A card on the board, unless it has left or is face-down.
    pub fn card(&self, card: CardRef) -> Option<&'a BoardCard> {
        self.state.board.get(card).filter(|found| found.face_up)
    }
    /// Where a card stands, face-down ones included.
    pub fn place(&self, card: CardRef) -> Option<(Side, u8, usize)> {
        let found = self.state.board.get(card)?;
        Some((found.side, found.lane, self.state.position(card)?))
    }
    /// Current power of a face-up card.
    pub fn power(&self, card: CardRef) -> i16 {
        self.card(card).map_or(0, |_| {
            crate::queries::power(self.state, self.cards, self.rules, card.slot)
        })
    }
    /// Current total HP of a face-up card.
    pub fn total_hp(&self, card: CardRef) -> i16 {
        self.card(card).map_or(0, |_| {
            crate::queries::total_hp(self.state, self.cards, self.rules, card.slot)
        })
    }
    /// Whether a troop may carry an item besides those it has.
    pub fn can_carry(&self, troop: CardRef, item: KindId) -> bool {
        self.card(troop)
            .is_some_and(|found| crate::queries::can_carry(self.cards, self.rules, found, item))
    }
    /// HP a face-up card has left.
    pub fn hp_left(&self, card: CardRef) -> i16 {
        self.card(card)
            .map_or(0, |found| self.total_hp(card) - found.damage)
    }
}
