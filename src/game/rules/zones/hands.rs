//! Hands, decks and discard piles of players.

use crate::observe::{CardPlace, Cause, Event, Observer};
use crate::play::{Choice, Policy};
use crate::rules::shuffle::shuffle;
use crate::rules::{Game, Table, hidden};
use crate::state::PlayerCards;
use cards::rng::Purpose;
use cards::{KindId, KindSet};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Offers the kinds of cards in a player's hand that are `wanted` and suitable. What has been
    /// looked at is wanted no more, so a kind is offered once.
    pub(crate) fn offer_from_hand_cards(
        &mut self,
        seat: u8,
        mut wanted: KindSet,
        suits: impl Fn(Table<'_>, KindId) -> bool,
        as_choice: impl Fn(KindId) -> Choice,
    ) {
        let table = Table::new(self.state, self.cards, self.rules);
        for kind in self.state.seats[seat as usize].hand.cards() {
            if wanted.remove(*kind) && suits(table, *kind) {
                self.options.push(as_choice(*kind));
            }
        }
    }

    /// Puts a card into a player's hand.
    pub(crate) fn add_to_hand(&mut self, seat: u8, kind: KindId, from: CardPlace, cause: Cause) {
        let triggers = self.kind(kind).derived.in_hand_in(self.state.wave());
        self.state.triggers.enter_hand(seat, triggers);
        self.put(kind, from, CardPlace::Hand(seat), cause);
    }

    /// Takes a card of a kind from hand; the caller puts it somewhere and reports the move.
    #[inline(always)]
    pub(crate) fn take_from_hand(&mut self, seat: u8, kind: KindId) {
        let found = self.state.seats[seat as usize].hand.remove_kind(kind);
        debug_assert!(found, "a card was taken from a hand that does not hold it");
        // Most cards do nothing from hand, and most hands have none that does: so nothing changes.
        if self.state.triggers.hand(seat) != 0
            && self.cards.kind(kind).derived.in_hand_in(self.state.wave()) != 0
        {
            self.state.refresh_hand_triggers(self.cards, seat);
        }
    }

    pub(crate) fn discard_from_hand(&mut self, seat: u8, kind: KindId, cause: Cause) {
        self.take_from_hand(seat, kind);
        self.put(kind, CardPlace::Hand(seat), CardPlace::Discard(seat), cause);
    }

    /// Draws so many cards from a player's deck, or as many as it has.
    pub(crate) fn draw_to_hand(&mut self, seat: u8, count: usize, cause: Cause) {
        let wave = self.state.wave();
        let PlayerCards { deck, hand, .. } = &mut self.state.seats[seat as usize];
        let held = hand.len();
        let mut triggers = 0;
        hand.extend(deck.draw(count).inspect(|kind| {
            triggers |= self.cards.kind(*kind).derived.in_hand_in(wave);
        }));
        self.state.triggers.enter_hand(seat, triggers);
        if O::ACTIVE {
            for card in held..self.state.seats[seat as usize].hand.len() {
                let kind = self.state.seats[seat as usize].hand.cards()[card];
                self.moved(kind, CardPlace::Deck(seat), CardPlace::Hand(seat), cause);
            }
        }
    }

    /// Puts a player's deck in order if that is still open, and shuffles the discard pile into a new
    /// one if it is empty.
    pub(crate) fn make_deck_ready(&mut self, seat: u8) {
        if self.state.seats[seat as usize].deck_open {
            hidden::settle_player_deck(self.state, self.cards, seat);
        }
        if self.state.seats[seat as usize].deck.is_empty() {
            self.shuffle_discard_into_deck(seat);
        }
    }

    fn shuffle_discard_into_deck(&mut self, seat: u8) {
        let player = &mut self.state.seats[seat as usize];
        if player.discard.is_empty() {
            return;
        }
        player.deck.copy_from(&player.discard);
        player.discard.clear();
        player.shuffles += 1;
        let (purpose, shuffles) = (Purpose::PlayerDeck, player.shuffles);
        let stream = self.state.key.stream(purpose, seat.into(), shuffles);
        shuffle(player.deck.cards_mut(), self.cards, stream);
        self.emit(Event::Shuffled {
            pile: CardPlace::Deck(seat),
            from_discard: true,
        });
    }
}
