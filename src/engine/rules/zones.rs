//! Moving cards between places. Every change of a hand, pile or lane goes through here, so that
//! none is lost, none is doubled and all are reported.

use super::Game;
use super::shuffle::{shuffle, shuffle_encounter};
use super::{market, stats};
use crate::ability::When;
use crate::cards::{Class, Facts, KindId, KindSet};
use crate::observe::{Cause, Event, Incident, Observer, Place, Way};
use crate::policy::{Choice, Policy, View};
use crate::rng::Purpose;
use crate::ruleset::{AdvanceOnShift, BossDiscard, BurnRule, Market, Reshuffle};
use crate::state::{BoardCard, CardRef, MAX_EQUIPMENT, Side};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    pub(crate) fn moved(&mut self, kind: KindId, from: Place, to: Place, cause: Cause) {
        self.emit(Event::Moved {
            kind,
            from,
            to,
            cause,
        });
    }

    // ---- hands and player piles -------------------------------------------------------------

    /// Calls `each` for the kinds of cards in a player's hand that fit: players choose among kinds,
    /// not among cards that are alike.
    #[inline]
    pub(crate) fn each_kind_in_hand(
        &mut self,
        seat: u8,
        fits: impl Fn(&Self, KindId) -> bool,
        mut each: impl FnMut(&mut Self, KindId),
    ) {
        let mut met = KindSet::default();
        for index in 0..self.state.seats[seat as usize].hand.len() {
            let kind = self.state.seats[seat as usize].hand.cards()[index];
            if fits(self, kind) && met.insert(kind) {
                each(self, kind);
            }
        }
    }

    /// Offers the kinds of cards in a player's hand that fit.
    #[inline]
    pub(crate) fn offer_from_hand_cards(
        &mut self,
        seat: u8,
        fits: impl Fn(&View<'_>, KindId) -> bool,
    ) {
        let view = View::new(self.state, self.cards, self.rules, seat);
        let mut met = KindSet::default();
        let mut left_out = 0;
        for kind in view.hand(seat) {
            if fits(&view, *kind) && met.insert(*kind) {
                let full = self.options.try_push(Choice::Card(*kind)).is_err();
                left_out += u8::from(full);
            }
        }
        for _ in 0..left_out {
            self.incident(Incident::Overflow);
        }
    }

    /// Puts a card into a player's hand.
    #[inline]
    pub(crate) fn add_to_hand(&mut self, seat: u8, kind: KindId, from: Place, cause: Cause) {
        let moments = self.kind(kind).facts.in_hand_in(self.state.wave());
        let player = &mut self.state.seats[seat as usize];
        if player.hand.push(kind) {
            player.hand_moments |= moments;
            self.moved(kind, from, Place::Hand(seat), cause);
        } else {
            self.lose_for_want_of_room(kind, from);
        }
    }

    /// Takes a card of a kind from hand; the caller puts it somewhere and reports the move.
    pub(crate) fn take_from_hand(&mut self, seat: u8, kind: KindId) {
        let player = &mut self.state.seats[seat as usize];
        let found = player.hand.remove_kind(kind);
        debug_assert!(found, "a card was taken from a hand that does not hold it");
        // Most cards do nothing from hand, and nobody misses them there.
        if self.cards.kind(kind).facts.in_hand_in(self.state.wave()) != 0 {
            self.refresh_hand_moments(seat);
        }
    }

    /// Works out anew at which moments some card in a player's hand might be used.
    pub(crate) fn refresh_hand_moments(&mut self, seat: u8) {
        let wave = self.state.wave();
        let player = &mut self.state.seats[seat as usize];
        let division = self.state.divisions[seat as usize];
        player.hand_moments = player
            .hand
            .cards()
            .iter()
            .chain(&division)
            .fold(0, |bits, kind| {
                bits | self.cards.kind(*kind).facts.in_hand_in(wave)
            });
    }

    /// Puts a card on a player's discard pile.
    #[inline]
    pub(crate) fn add_to_discard(&mut self, seat: u8, kind: KindId, from: Place, cause: Cause) {
        if self.state.seats[seat as usize].discard.push(kind) {
            self.moved(kind, from, Place::Discard(seat), cause);
        } else {
            self.lose_for_want_of_room(kind, from);
        }
    }

    pub(crate) fn discard_from_hand(&mut self, seat: u8, kind: KindId, cause: Cause) {
        self.take_from_hand(seat, kind);
        self.add_to_discard(seat, kind, Place::Hand(seat), cause);
    }

    /// A card that fits nowhere leaves the game, and that is counted.
    #[inline(never)]
    fn lose_for_want_of_room(&mut self, kind: KindId, from: Place) {
        self.state.burned[kind.index()] += 1;
        self.moved(
            kind,
            from,
            Place::Burned,
            Cause {
                kind: None,
                way: Way::Rule,
            },
        );
        self.incident(Incident::Overflow);
    }

    /// Takes the top card of a player's deck, shuffling the discard pile into a new deck if needed.
    #[inline]
    pub(crate) fn take_deck_top(&mut self, seat: u8) -> Option<KindId> {
        if self.state.seats[seat as usize].deck.is_empty() {
            self.shuffle_discard_into_deck(seat);
        }
        self.state.seats[seat as usize].deck.pop()
    }

    #[inline(never)]
    fn shuffle_discard_into_deck(&mut self, seat: u8) {
        let player = &mut self.state.seats[seat as usize];
        if player.discard.is_empty() {
            return;
        }
        for kind in player.discard.cards() {
            let fits = player.deck.push(*kind);
            debug_assert!(fits, "deck and discard pile have the same room");
        }
        player.discard.clear();
        player.shuffles += 1;
        let stream = self.state.key.stream(
            Purpose::PlayerDeck,
            u32::from(seat),
            u32::from(player.shuffles),
        );
        shuffle(
            self.state.seats[seat as usize].deck.cards_mut(),
            self.cards,
            stream,
        );
        self.emit(Event::Shuffled {
            pile: Place::Deck(seat),
            from_discard: true,
        });
    }

    // ---- burning ----------------------------------------------------------------------------

    /// Puts a card out of the game, or back where it was bought, as the rules say.
    pub(crate) fn burn(&mut self, kind: KindId, from: Place, cause: Cause) {
        let facts = self.kind(kind);
        let to = match (self.rules.burn, facts.class) {
            (BurnRule::ReturnsToStack, Class::Resource) => Place::Supply,
            (BurnRule::ReturnsToStack, _) if facts.for_sale => self.place_of_sale(kind),
            _ => Place::Burned,
        };
        let fits = match to {
            Place::Supply => {
                self.state.supply[kind.index()] += 1;
                true
            }
            Place::MarketBottom(row) => self.state.market[row as usize].deck.push_bottom(kind),
            Place::MarketPool(row) => self.state.market[row as usize].pool.push(kind),
            _ => {
                self.state.burned[kind.index()] += 1;
                true
            }
        };
        if fits {
            self.moved(kind, from, to, cause);
        } else {
            self.lose_for_want_of_room(kind, from);
        }
    }

    /// Where a burned card that was bought goes back to: its stack, if that is on the table.
    fn place_of_sale(&self, kind: KindId) -> Place {
        let row = market::row_of(self.kind(kind)) as u8;
        match self.rules.market {
            Market::Pool => Place::MarketBottom(row),
            Market::Stacks if market::has_stack(self.state, self.cards, kind) => {
                Place::MarketPool(row)
            }
            Market::Stacks => Place::Burned,
        }
    }

    // ---- encounter decks --------------------------------------------------------------------

    /// Draws an enemy of a wave; rebuilds the deck from its discard pile if needed.
    #[inline(always)]
    pub(crate) fn draw_encounter(&mut self, wave: u8) -> Option<KindId> {
        self.open_encounter(wave);
        if self.state.encounters[wave as usize - 1].deck.is_empty() {
            self.reshuffle_encounter(wave);
        }
        let drawn = self.state.encounters[wave as usize - 1].deck.pop();
        if drawn.is_none() {
            self.incident(Incident::EmptyEncounterDraw);
        }
        drawn
    }

    /// Under the ruling that decks are rebuilt at once: does so when the last card was drawn.
    pub(crate) fn after_encounter_draw(&mut self, wave: u8) {
        if self.rules.rulings.reshuffle == Reshuffle::WhenEmptied
            && self.state.encounters[wave as usize - 1].deck.is_empty()
        {
            self.reshuffle_encounter(wave);
        }
    }

    #[inline(never)]
    fn reshuffle_encounter(&mut self, wave: u8) {
        let encounter = &mut self.state.encounters[wave as usize - 1];
        if encounter.discard.is_empty() {
            return;
        }
        std::mem::swap(&mut encounter.deck, &mut encounter.discard);
        self.shuffle_encounter(wave, true);
    }

    /// Shuffles a wave's encounter deck when it is first needed. Its order follows from the game's
    /// key, so shuffling late changes nothing but saves what is never looked at.
    #[inline]
    pub(crate) fn open_encounter(&mut self, wave: u8) {
        if self.state.encounters[wave as usize - 1].shuffles == 0 {
            self.shuffle_encounter(wave, false);
        }
    }

    #[inline(never)]
    fn shuffle_encounter(&mut self, wave: u8, from_discard: bool) {
        let encounter = &mut self.state.encounters[wave as usize - 1];
        let before = u32::from(encounter.shuffles);
        encounter.shuffles += 1;
        let (bosses, below_places) = match from_discard {
            true => (0, 0),
            false => (self.rules.bosses_in_deck(), encounter.deck.len() as u8),
        };
        encounter.below_places = below_places;
        let pile = encounter.deck.cards_mut();
        shuffle_encounter(pile, bosses, self.cards, self.state.key, wave, before);
        self.emit(Event::Shuffled {
            pile: Place::EncounterDeck(wave),
            from_discard,
        });
    }

    /// Puts an enemy card on its own wave's discard pile.
    #[inline]
    pub(crate) fn discard_enemy_card(&mut self, kind: KindId, from: Place, cause: Cause) {
        let facts = self.kind(kind);
        let encounter = &mut self.state.encounters[facts.wave as usize - 1];
        let aside =
            facts.class == Class::Boss && self.rules.rulings.boss_discard == BossDiscard::Aside;
        let (fits, to) = if aside {
            (
                encounter.bosses.push_bottom(kind),
                Place::Bosses(facts.wave),
            )
        } else {
            (
                encounter.discard.push(kind),
                Place::EncounterDiscard(facts.wave),
            )
        };
        if fits {
            self.moved(kind, from, to, cause);
        } else {
            self.lose_for_want_of_room(kind, from);
        }
    }

    // ---- onto the board ---------------------------------------------------------------------

    /// Puts a troop into a lane. The caller has made sure that there is a free zone.
    pub(crate) fn place_troop(
        &mut self,
        lane: u8,
        position: usize,
        kind: KindId,
        from: Place,
        cause: Cause,
    ) -> Option<CardRef> {
        let card = BoardCard {
            kind,
            side: Side::Troop,
            lane,
            owner: lane,
            face_up: true,
            ..BoardCard::default()
        };
        let Some(placed) = self.state.board.place(card) else {
            self.lose_for_want_of_room(kind, from);
            return None;
        };
        let fits = self.state.lanes[lane as usize]
            .troops
            .insert(position, placed.slot);
        debug_assert!(fits, "a troop was put into a full lane");
        self.state.lane_moments |= self.cards.kind(kind).facts.in_lane;
        self.moved(
            kind,
            from,
            Place::Lane {
                lane,
                position: position as u8,
            },
            cause,
        );
        Some(placed)
    }

    /// Puts a card at the end of an enemy lane.
    #[inline]
    pub(crate) fn place_enemy(&mut self, card: BoardCard, from: Place, cause: Cause) {
        let lane = &mut self.state.lanes[card.lane as usize];
        let (position, full) = (lane.enemies.len() as u8, lane.enemies.is_full());
        let Some(placed) = (if full {
            None
        } else {
            self.state.board.place(card)
        }) else {
            self.refuse_enemy(&card, from);
            return;
        };
        let mut moments = self.cards.kind(card.kind).facts.in_lane;
        if !stats::passive_works(&card, self.rules) {
            // Noted when it turns up.
            moments &= !(Facts::GIVES_BONUS | Facts::LESSENS_DAMAGE);
        }
        if position == 0 {
            lane.enemy_moments = moments;
        } else {
            lane.enemy_moments |= moments;
        }
        lane.enemies.push(placed.slot);
        let to = Place::EnemyLane {
            lane: card.lane,
            position,
        };
        self.moved(card.kind, from, to, cause);
    }

    /// A card for which there is no room in an enemy lane goes home, and that is counted.
    #[inline(never)]
    fn refuse_enemy(&mut self, card: &BoardCard, from: Place) {
        let cause = Cause {
            kind: None,
            way: Way::Rule,
        };
        self.send_home(card, from, cause);
        self.incident(Incident::Overflow);
    }

    /// Puts a face-down enemy card at the end of an enemy lane.
    pub(crate) fn place_face_down(&mut self, lane: u8, kind: KindId, from: Place, cause: Cause) {
        let card = BoardCard {
            kind,
            side: Side::Enemy,
            lane,
            owner: u8::MAX,
            ..BoardCard::default()
        };
        self.place_enemy(card, from, cause);
    }

    /// Puts a converted troop at the end of an enemy lane: face-up, undamaged, without abilities.
    pub(crate) fn place_converted(
        &mut self,
        lane: u8,
        kind: KindId,
        owner: u8,
        from: Place,
        cause: Cause,
    ) {
        let card = BoardCard {
            kind,
            side: Side::Enemy,
            lane,
            owner,
            face_up: true,
            converted: true,
            ..BoardCard::default()
        };
        self.place_enemy(card, from, cause);
    }

    /// Puts an item on a troop. The caller has made sure that it fits.
    pub(crate) fn equip(&mut self, troop: CardRef, item: KindId, from: Place, cause: Cause) {
        let at = self.at(troop);
        let card = self.state.board.card_mut(troop.slot);
        debug_assert!((card.items as usize) < MAX_EQUIPMENT);
        card.equipment[card.items as usize] = item;
        card.equipment_used[card.items as usize] = 0;
        card.items += 1;
        self.state.lane_moments |= self.cards.kind(item).facts.in_lane;
        self.moved(
            item,
            from,
            Place::Equipped {
                lane: at.lane,
                position: at.position,
            },
            cause,
        );
    }

    /// Takes an item off a troop; the caller puts it somewhere and reports the move.
    pub(crate) fn unequip(&mut self, troop: CardRef, item: u8) -> KindId {
        let card = self.state.board.card_mut(troop.slot);
        let (index, items) = (item as usize, card.items as usize);
        let kind = card.equipment[index];
        card.equipment.copy_within(index + 1..items, index);
        card.equipment_used.copy_within(index + 1..items, index);
        card.items -= 1;
        kind
    }

    /// Discards one item of a troop.
    pub(crate) fn discard_item(&mut self, troop: CardRef, item: u8, cause: Cause) {
        let at = self.at(troop);
        let owner = self.state.board.card(troop.slot).owner;
        let kind = self.unequip(troop, item);
        self.add_to_discard(
            owner,
            kind,
            Place::Equipped {
                lane: at.lane,
                position: at.position,
            },
            cause,
        );
    }

    // ---- off the board ----------------------------------------------------------------------

    /// Takes a card out of its lane and off the board. Cards behind it will move up when lanes are
    /// next closed. The caller, who knows the card, reports where it and its items go from the place
    /// that is returned.
    pub(crate) fn leave_lane(&mut self, card: CardRef) -> Place {
        let found = self.state.board.card(card.slot);
        let (side, lane) = (found.side, found.lane);
        let in_lane = &mut self.state.lanes[lane as usize];
        let position = match side {
            Side::Troop => in_lane.troops.remove_item(card.slot),
            Side::Enemy => in_lane.enemies.remove_item(card.slot),
        };
        let position = position.expect("the card is in its lane");
        self.note_move_up(side, lane, position);
        self.state.board.take(card.slot);
        let position = position as u8;
        match side {
            Side::Troop => Place::Lane { lane, position },
            Side::Enemy => Place::EnemyLane { lane, position },
        }
    }

    /// The cards from a position on have moved up one zone. Mostly that makes no difference to them.
    #[inline]
    pub(crate) fn note_move_up(&mut self, side: Side, lane: u8, from: usize) {
        if self.advancing && self.anyone_advances(side, lane) {
            self.count_move_up(side, lane, from);
        }
    }

    #[inline(never)]
    fn count_move_up(&mut self, side: Side, lane: u8, from: usize) {
        if self.rules.rulings.advance_on_shift == AdvanceOnShift::OnlyByEffect {
            return;
        }
        let lane_number = lane;
        let lane = &self.state.lanes[lane as usize];
        let slots = match side {
            Side::Troop => &lane.troops.as_slice()[from..],
            Side::Enemy => &lane.enemies.as_slice()[from..],
        };
        for slot in slots {
            let card = self.state.board.card_mut(*slot);
            card.advanced = card.advanced.saturating_add(1);
        }
        if !slots.is_empty() {
            self.state.advances_pending |= advance_bit(side, lane_number);
        }
    }

    /// Whether some card on one side of a lane might do something on moving up.
    #[inline]
    fn anyone_advances(&self, side: Side, lane: u8) -> bool {
        let moments = match side {
            Side::Troop => self.state.lane_moments,
            Side::Enemy => self.state.lanes[lane as usize].enemy_moments,
        };
        moments & When::Advances.bit() != 0
    }

    /// Discards a card from its lane: to its owner's discard pile with its items on top, or to
    /// the encounter discard pile.
    pub(crate) fn discard_from_lane(&mut self, card: CardRef, cause: Cause) {
        let found = *self.state.board.card(card.slot);
        let place = self.leave_lane(card);
        self.send_home(&found, place, cause);
    }

    /// Burns a troop from its lane; its items go to its owner's discard pile.
    pub(crate) fn burn_from_lane(&mut self, card: CardRef, cause: Cause) {
        let found = *self.state.board.card(card.slot);
        let place = self.leave_lane(card);
        if found.owner == u8::MAX {
            self.discard_enemy_card(found.kind, place, cause);
        } else {
            self.burn(found.kind, place, cause);
        }
        self.discard_carried(&found, cause);
    }

    /// Puts a card that has left the board, and its items, where they belong.
    #[inline]
    pub(crate) fn send_home(&mut self, card: &BoardCard, from: Place, cause: Cause) {
        if card.owner == u8::MAX {
            self.discard_enemy_card(card.kind, from, cause);
        } else {
            self.add_to_discard(card.owner, card.kind, from, cause);
            self.discard_carried(card, cause);
        }
    }

    fn discard_carried(&mut self, card: &BoardCard, cause: Cause) {
        for item in card.equipment() {
            self.add_to_discard(card.owner, *item, Place::Carried, cause);
        }
    }

    // ---- within a lane ----------------------------------------------------------------------

    /// Sends a card to the end of its lane; those behind it move up.
    pub(crate) fn move_to_end(&mut self, card: CardRef) {
        let Some(position) = self.state.position(card) else {
            return;
        };
        let found = self.state.board.card_mut(card.slot);
        let (side, lane) = (found.side, found.lane);
        let last = match side {
            Side::Troop => {
                let troops = &mut self.state.lanes[lane as usize].troops;
                troops.move_to_end(position);
                troops.len() - 1
            }
            Side::Enemy => {
                let enemies = &mut self.state.lanes[lane as usize].enemies;
                enemies.move_to_end(position);
                enemies.len() - 1
            }
        };
        if position == last {
            return;
        }
        self.note_move_up(side, lane, position);
        self.state.board.card_mut(card.slot).advanced = 0;
        self.emit(Event::Reordered { side, lane });
    }

    /// Advances a troop to the front of its lane. Already there, it does not advance.
    pub(crate) fn move_to_front(&mut self, card: CardRef) {
        let Some(position) = self.state.position(card) else {
            return;
        };
        if position == 0 {
            return;
        }
        let found = *self.state.board.card(card.slot);
        let lane = &mut self.state.lanes[found.lane as usize];
        let slots = match found.side {
            Side::Troop => &mut lane.troops.as_mut_slice()[..=position],
            Side::Enemy => &mut lane.enemies.as_mut_slice()[..=position],
        };
        slots.rotate_right(1);
        self.note_advance_by_effect(card);
        self.emit(Event::Reordered {
            side: found.side,
            lane: found.lane,
        });
    }

    /// An effect has advanced this card: that is advancing once.
    pub(crate) fn note_advance_by_effect(&mut self, card: CardRef) {
        if self.advancing {
            let found = self.state.board.card_mut(card.slot);
            found.advanced += 1;
            let bit = advance_bit(found.side, found.lane);
            self.state.advances_pending |= bit;
        }
    }
}

/// The bit of one side of a lane in [`GameState::advances_pending`](crate::state::GameState).
pub(crate) fn advance_bit(side: Side, lane: u8) -> u8 {
    match side {
        Side::Troop => 1 << lane,
        Side::Enemy => 16 << lane,
    }
}
