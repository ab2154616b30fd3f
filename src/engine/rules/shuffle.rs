//! Shuffling by keyed numbers.

use crate::cards::{CardSet, KindId, MAX_KINDS};
use crate::rng::{GameKey, Purpose, Stream};

/// Shuffles cards by keyed numbers: the place of a card depends only on the stream, what it is
/// and which copy it is, so a card more or less leaves the order of the others alone.
pub(crate) fn shuffle(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    // The room in which keys are sorted must be cleared first, so it is no larger than needed.
    let count = pile.len();
    if count <= FEW {
        shuffle_few(pile, cards, stream);
    } else if count <= 32 {
        shuffle_many::<32>(pile, cards, stream);
    } else if count <= 64 {
        shuffle_many::<64>(pile, cards, stream);
    } else {
        shuffle_many::<256>(pile, cards, stream);
    }
}

/// So many keys are sorted directly, more of them by way of buckets.
const FEW: usize = 6;

fn shuffle_few(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    let mut keys = [0; FEW];
    for (index, kind) in pile.iter().enumerate().take(FEW) {
        let before = pile[..index].iter().filter(|other| *other == kind);
        keys[index] = key(*kind, before.count() as u8, cards, stream);
    }
    insertion_sort(&mut keys[..pile.len()]);
    put_in_order(pile, &keys);
}

/// Keys are spread evenly, so they are put into buckets by their top bits; then insertion has next
/// to nothing left to do.
fn shuffle_many<const ROOM: usize>(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    let mut keys = [0; ROOM];
    let mut copies = [0u8; MAX_KINDS + 1];
    let mut ends = [0u8; 1 << BUCKET_BITS];
    for (key, kind) in keys.iter_mut().zip(&*pile) {
        let copy = &mut copies[kind.index()];
        *key = self::key(*kind, *copy, cards, stream);
        *copy += 1;
        ends[bucket(*key)] += 1;
    }
    add_up(&mut ends);
    let mut sorted = [0; ROOM];
    for key in &keys[..pile.len()] {
        let place = &mut ends[bucket(*key)];
        *place -= 1;
        // Never beyond the room; said so that nothing needs to be checked.
        sorted[usize::from(*place) % ROOM] = *key;
    }
    insertion_sort(&mut sorted[..pile.len()]);
    put_in_order(pile, &sorted);
}

/// The number of a card, with its kind in the lowest bits.
#[inline]
fn key(kind: KindId, copy: u8, cards: &CardSet, stream: Stream) -> u64 {
    let number = stream.of_identity(cards.identities[kind.index()].later(copy));
    (number & !0xff) | u64::from(kind.0)
}

const BUCKET_BITS: u32 = 6;

#[inline]
fn bucket(key: u64) -> usize {
    (key >> (u64::BITS - BUCKET_BITS)) as usize
}

/// Turns numbers into their sums from the first on, eight at a time: multiplying by a number with
/// a one in each byte adds to every byte all those below it. No sum may be greater than 255.
#[inline]
fn add_up(counts: &mut [u8; 1 << BUCKET_BITS]) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut before = 0;
    for eight in counts.as_chunks_mut().0 {
        let sums = (u64::from_le_bytes(*eight) + before).wrapping_mul(ONES);
        *eight = sums.to_le_bytes();
        before = sums >> 56;
    }
}

#[inline]
fn insertion_sort(keys: &mut [u64]) {
    for index in 1..keys.len() {
        // Most keys are in their places.
        if keys[index - 1] > keys[index] {
            insert_last(&mut keys[..=index]);
        }
    }
}

/// Moves the last key to its place among the others, which are in order.
#[inline]
fn insert_last(keys: &mut [u64]) {
    let mut place = keys.len() - 1;
    let key = keys[place];
    while place > 0 && keys[place - 1] > key {
        keys[place] = keys[place - 1];
        place -= 1;
    }
    keys[place] = key;
}

#[inline]
fn put_in_order(pile: &mut [KindId], sorted: &[u64]) {
    for (kind, key) in pile.iter_mut().zip(sorted) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{GameKey, Purpose};

    #[test]
    fn a_shuffle_is_the_order_of_the_numbers() {
        let (cards, _) = crate::cards::load::Library::embedded()
            .compile::<&str, &str>(&[])
            .unwrap();
        let kinds = cards.kinds.len();
        for count in [0usize, 1, 2, FEW, FEW + 1, 18, 32, 33, 64, 65, 240] {
            let stream = GameKey::new(2, count as u64).stream(Purpose::PlayerDeck, 0, 0);
            let mut pile: Vec<KindId> = (0..count).map(|n| KindId((n * 7 % kinds) as u8)).collect();
            let mut numbered: Vec<(u64, KindId)> = Vec::new();
            for (index, kind) in pile.iter().enumerate() {
                let copy = pile[..index].iter().filter(|other| *other == kind).count();
                let facts = cards.kind(*kind);
                let copy = u32::from(facts.first_copy) + copy as u32;
                numbered.push((stream.of(facts.label, copy) >> 8, *kind));
            }
            numbered.sort_unstable();
            shuffle(&mut pile, &cards, stream);
            let expected: Vec<KindId> = numbered.into_iter().map(|(_, kind)| kind).collect();
            assert_eq!(pile, expected);
        }
    }
}
