//! Shuffling by keyed numbers.

use crate::state::PLAYER_PILE;
use arrayvec::ArrayVec;
use cards::rng::{GameKey, Purpose, Stream};
use cards::{CardSet, KindId, MAX_KINDS};

/// Shuffles cards by keyed numbers: the place of a card depends only on the stream, what it is
/// and which copy it is, so a card more or less leaves the order of the others alone.
pub(crate) fn shuffle(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    if pile.len() < 2 {
        return;
    }
    let mut keys = ArrayVec::<u64, PLAYER_PILE>::new();
    let mut copies = [0u8; MAX_KINDS + 1];
    for kind in &*pile {
        let copy = &mut copies[kind.index()];
        let number = stream.place_of(cards.shuffle_keys.of(*kind, *copy));
        *copy += 1;
        // The lowest bits say which card it is.
        keys.push(number & !0xff | u64::from(kind.0));
    }
    keys.sort_unstable();
    for (kind, key) in pile.iter_mut().zip(&keys) {
        *kind = KindId(*key as u8);
    }
}

/// The luck of the deck of a market row.
pub(crate) fn market_stream(key: GameKey, row: u8) -> Stream {
    key.stream(Purpose::MarketDeck, u32::from(row), 0)
}

/// Determines the order of the bosses of a wave.
pub(crate) fn shuffle_bosses(pile: &mut [KindId], cards: &CardSet, key: GameKey, wave: u8) {
    let stream = key.stream(Purpose::Bosses, u32::from(wave), 0);
    shuffle(pile, cards, stream);
}

/// Shuffles the encounter deck of a wave, which has been shuffled `before` times in the game.
///
/// Its last `guests` cards are strangers to it (bosses that join the enemies): first the others
/// are shuffled among themselves, then each guest changes places with a random card. The card that
/// made room goes to the bottom, and all others lie as they would without guests.
pub(crate) fn shuffle_encounter(
    pile: &mut [KindId],
    guests: usize,
    cards: &CardSet,
    key: GameKey,
    wave: u8,
    before: u32,
) {
    let stream = key.stream(Purpose::EncounterDeck, u32::from(wave), before);
    let guests = guests.min(pile.len());
    if guests > 0 {
        pile.rotate_right(guests);
    }
    shuffle(&mut pile[guests..], cards, stream);
    for guest in (0..guests).rev() {
        let depth = stream.nth(guest as u32).below((pile.len() - guest) as u32);
        pile.swap(guest, pile.len() - 1 - depth as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::rng::{GameKey, Identity, Purpose};

    #[test]
    fn a_shuffle_is_the_order_of_the_numbers() {
        let cards = cards::load::Library::embedded().cards().unwrap();
        let kinds = cards.kinds.len();
        for count in [0usize, 1, 2, 18, 64, 240, 480] {
            let stream = GameKey::new(2, count as u64).stream(Purpose::PlayerDeck, 0, 0);
            let mut pile: Vec<KindId> = (0..count).map(|n| KindId((n * 7 % kinds) as u8)).collect();
            let mut numbered: Vec<(u64, KindId)> = Vec::new();
            for (index, kind) in pile.iter().enumerate() {
                let copy = pile[..index].iter().filter(|other| *other == kind).count();
                let facts = cards.kind(*kind);
                let copy = u32::from(facts.first_copy) + copy as u32;
                let lot = Identity::new(facts.label, copy).shuffle_key();
                numbered.push((stream.place_of(lot) >> 8, *kind));
            }
            numbered.sort_unstable();
            shuffle(&mut pile, &cards, stream);
            let expected: Vec<KindId> = numbered.into_iter().map(|(_, kind)| kind).collect();
            assert_eq!(pile, expected);
        }
    }
}
