//! Shuffling by keyed numbers.

use crate::cards::{CardSet, KindId, MAX_KINDS};
use crate::rng::{GameKey, Purpose, Stream};
use crate::state::PLAYER_PILE;
use arrayvec::ArrayVec;

/// Shuffles cards by keyed numbers: the place of a card depends only on the stream, what it is
/// and which copy it is, so a card more or less leaves the order of the others alone.
pub(crate) fn shuffle(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    let mut copies = [0u8; MAX_KINDS];
    let mut keyed = ArrayVec::<u64, PLAYER_PILE>::new();
    for kind in pile.iter() {
        let facts = cards.kind(*kind);
        let copy = &mut copies[kind.index()];
        let number = stream.of(facts.label, u32::from(facts.first_copy) + u32::from(*copy));
        *copy += 1;
        keyed.push((number & !0xff) | u64::from(kind.0));
    }
    sort_keys(&mut keyed);
    for (kind, key) in pile.iter_mut().zip(&keyed) {
        *kind = KindId(*key as u8);
    }
}

/// Shuffles the deck of a market row.
pub(crate) fn shuffle_market(pile: &mut [KindId], cards: &CardSet, key: GameKey, row: u8) {
    let stream = key.stream(Purpose::MarketDeck, u32::from(row), 0);
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
    pile.rotate_right(guests);
    shuffle(&mut pile[guests..], cards, stream);
    for guest in (0..guests).rev() {
        let depth = stream.nth(guest as u32).below((pile.len() - guest) as u32);
        pile.swap(guest, pile.len() - 1 - depth as usize);
    }
}

/// Sorts evenly spread numbers: many of them first into buckets by their top bits; then by
/// insertion, which is quick for few and has next to nothing left to do for many.
fn sort_keys(keys: &mut ArrayVec<u64, PLAYER_PILE>) {
    const FEW: usize = 24;
    if keys.len() > FEW {
        sort_into_buckets(keys);
    }
    for index in 1..keys.len() {
        let key = keys[index];
        let mut place = index;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
    }
}

fn sort_into_buckets(keys: &mut ArrayVec<u64, PLAYER_PILE>) {
    const BUCKET_BITS: u32 = 6;
    let bucket = |key: u64| (key >> (u64::BITS - BUCKET_BITS)) as usize;
    let mut ends = [0u8; 1 << BUCKET_BITS];
    for key in keys.iter() {
        ends[bucket(*key)] += 1;
    }
    let mut end = 0;
    for count in &mut ends {
        end += *count;
        *count = end;
    }
    let mut sorted = [0u64; PLAYER_PILE];
    for key in keys.iter() {
        let place = &mut ends[bucket(*key)];
        *place -= 1;
        sorted[*place as usize] = *key;
    }
    let count = keys.len();
    keys.copy_from_slice(&sorted[..count]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{GameKey, Purpose};

    #[test]
    fn keys_are_sorted() {
        for count in [0usize, 1, 2, 18, 45, PLAYER_PILE] {
            let stream = GameKey::new(1, count as u64).stream(Purpose::PlayerDeck, 0, 0);
            let mut keys: ArrayVec<u64, PLAYER_PILE> =
                (0..count as u32).map(|copy| stream.of(1, copy)).collect();
            let mut expected = keys.to_vec();
            expected.sort_unstable();
            sort_keys(&mut keys);
            assert_eq!(keys.as_slice(), expected);
        }
    }
}
