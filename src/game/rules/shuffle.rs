//! Shuffling by keyed numbers.

use crate::state::{MARKET_PILE, PLAYER_PILE};
use arrayvec::ArrayVec;
use cards::rng::{GameKey, Purpose, ShuffleKey, Stream};
use cards::{CardSet, KindId, MAX_KINDS};
use std::num::NonZeroU64;

/// Shuffles cards by keyed numbers: the place of a card depends only on the stream, what it is
/// and which copy it is, so a card more or less leaves the order of the others alone.
pub(crate) fn shuffle(pile: &mut [KindId], cards: &CardSet, stream: Stream) {
    if pile.len() < 2 {
        return;
    }
    shuffle_by(pile, |kind, copy| {
        let number = number(kind, *copy, cards, stream);
        *copy += 1;
        number
    });
}

/// Shuffles by the numbers that are given for the kinds of cards, each with a count of copies so far
/// that is to be kept.
#[inline]
fn shuffle_by(pile: &mut [KindId], next_number: impl Fn(KindId, &mut u8) -> u64) {
    // The room in which keys are sorted must be cleared first, so it is no larger than needed.
    let count = pile.len();
    if count <= VERY_FEW {
        shuffle_very_few(pile, next_number);
    } else if count <= FEW {
        shuffle_few(pile, next_number);
    } else if count <= 64 {
        shuffle_many::<64>(pile, next_number);
    } else if count < 256 {
        shuffle_many::<256>(pile, next_number);
    } else {
        shuffle_very_many(pile, next_number);
    }
}

/// More cards than a player ever has in a game of any known box: speed does not matter.
#[inline(never)]
fn shuffle_very_many(pile: &mut [KindId], next_number: impl Fn(KindId, &mut u8) -> u64) {
    let mut keys = [0; PLAYER_PILE];
    let mut copies = [0u8; MAX_KINDS + 1];
    for (key, kind) in keys.iter_mut().zip(&*pile) {
        *key = with_kind(next_number(*kind, &mut copies[kind.index()]), *kind);
    }
    let keys = &mut keys[..pile.len()];
    keys.sort_unstable();
    put_in_order(pile, keys);
}

/// Shuffles a pile as [`shuffle`] does. If it is as laid out, `all` has the shuffle keys of its
/// cards.
pub(crate) fn shuffle_laid_out(
    pile: &mut [KindId],
    all: &[ShuffleKey],
    cards: &CardSet,
    stream: Stream,
) {
    if pile.len() == all.len() && pile.len() <= FEW {
        let numbers = all.iter().map(|card| stream.place_of(*card));
        let keys = numbers.zip(&*pile);
        let mut places = Places::new();
        for (number, kind) in keys {
            places.add(with_kind(number, *kind));
        }
        places.fill(pile);
    } else {
        shuffle(pile, cards, stream);
    }
}

/// Which cards of a shuffled pile are in its upper part: those whose numbers are no less.
#[derive(Clone, Copy)]
pub(crate) struct Upper(u64);

impl Upper {
    /// The part of a market row from which a short game draws: what is on offer at once, and some
    /// cards more.
    pub fn of(on_offer: u8, all: &[ShuffleKey]) -> Self {
        let lower = all.len().saturating_sub(usize::from(on_offer) + 4) as u64;
        let each = u64::MAX.checked_div(all.len() as u64).unwrap_or(0);
        Upper((each * lower) & ORDER)
    }

    #[inline]
    fn contains(self, number: u64) -> bool {
        number >= self.0
    }
}

/// Shuffles a pile as [`shuffle`] does, but only its upper part; `all` has the shuffle keys of its
/// cards. Returns how many cards lie below, in no order yet; [`shuffle_lower`] does the rest should
/// it ever be looked at. Saves most of the sorting where few cards of a pile are drawn.
pub(crate) fn shuffle_upper(
    pile: &mut [KindId],
    all: &[ShuffleKey],
    upper: Upper,
    stream: Stream,
) -> usize {
    let mut keys = ArrayVec::<u64, MARKET_PILE>::new();
    let mut lower = pile.len();
    for (place, card) in all.iter().enumerate().rev() {
        let number = stream.place_of(*card);
        if upper.contains(number) {
            keys.push(with_kind(number, pile[place]));
            insert_last(&mut keys);
            lower -= 1;
            pile[place] = pile[lower];
        }
    }
    put_in_order(&mut pile[lower..], &keys);
    lower
}

/// Shuffles the cards of a pile that [`shuffle_upper`] left without order.
pub(crate) fn shuffle_lower(pile: &mut [KindId], cards: &CardSet, upper: Upper, stream: Stream) {
    shuffle_by(pile, |kind, copy| {
        loop {
            let number = number(kind, *copy, cards, stream);
            *copy += 1;
            if !upper.contains(number) {
                return number;
            }
        }
    });
}

/// So many cards find their places at once, more of them by way of buckets.
const FEW: usize = 32;

/// A row of places for keys, in which every key is near the place that its top bits say.
struct Places {
    /// As many places more as there may be keys that move on.
    keys: [u64; 2 * FEW],
    /// The places that are taken, a bit each.
    taken: u64,
}

impl Places {
    #[inline]
    fn new() -> Self {
        Places {
            keys: [0; 2 * FEW],
            taken: 0,
        }
    }

    /// Gives a key its place. Where that is taken, the greater key moves on.
    #[inline]
    fn add(&mut self, mut key: u64) {
        let mut place = (key >> (u64::BITS - FEW.ilog2())) as usize;
        while self.taken & (1 << place) != 0 {
            if self.keys[place] > key {
                std::mem::swap(&mut self.keys[place], &mut key);
            }
            // Never beyond the last; said so that nothing needs to be checked.
            place = (place + 1) % (2 * FEW);
        }
        self.taken |= 1 << place;
        self.keys[place] = key;
    }

    /// Puts the cards into the order of their keys.
    #[inline]
    fn fill(&self, pile: &mut [KindId]) {
        let mut left = self.taken;
        for kind in pile {
            let Some(places) = NonZeroU64::new(left) else {
                return;
            };
            *kind = KindId(self.keys[places.trailing_zeros() as usize] as u8);
            left &= left - 1;
        }
    }
}

/// So many cards are counted and sorted without any room to be cleared first.
const VERY_FEW: usize = 6;

fn shuffle_very_few(pile: &mut [KindId], next_number: impl Fn(KindId, &mut u8) -> u64) {
    let mut keys = ArrayVec::<u64, VERY_FEW>::new();
    let mut copies = [0u8; VERY_FEW];
    for index in 0..pile.len().min(VERY_FEW) {
        let kind = pile[index];
        // The count of a kind is kept with its first card.
        let first = pile.iter().position(|other| *other == kind);
        let copy = &mut copies[first.unwrap_or(index) % VERY_FEW];
        keys.push(with_kind(next_number(kind, copy), kind));
    }
    insertion_sort(&mut keys);
    put_in_order(pile, &keys);
}

fn shuffle_few(pile: &mut [KindId], next_number: impl Fn(KindId, &mut u8) -> u64) {
    let mut copies = [0u8; MAX_KINDS + 1];
    let mut places = Places::new();
    for kind in &*pile {
        let number = next_number(*kind, &mut copies[kind.index()]);
        places.add(with_kind(number, *kind));
    }
    places.fill(pile);
}

/// Keys are spread evenly, so they are put into buckets by their top bits; then insertion has next
/// to nothing left to do.
#[inline]
fn shuffle_many<const ROOM: usize>(
    pile: &mut [KindId],
    next_number: impl Fn(KindId, &mut u8) -> u64,
) {
    let mut keys = [0; ROOM];
    let mut copies = [0u8; MAX_KINDS + 1];
    let mut ends = [0u8; 1 << BUCKET_BITS];
    for (key, kind) in keys.iter_mut().zip(&*pile) {
        *key = with_kind(next_number(*kind, &mut copies[kind.index()]), *kind);
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

/// The number of a card by which it is put in order.
#[inline]
fn number(kind: KindId, copy: u8, cards: &CardSet, stream: Stream) -> u64 {
    stream.place_of(cards.shuffle_keys.of(kind, copy))
}

/// The bits of a number that count for the order.
const ORDER: u64 = !0xff;

/// The number of a card, with its kind in the lowest bits.
#[inline]
fn with_kind(number: u64, kind: KindId) -> u64 {
    (number & ORDER) | u64::from(kind.0)
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
    let all = match before {
        0 => &cards.laid_out.enemies[usize::from(wave) - 1][..],
        _ => &[],
    };
    shuffle_laid_out(&mut pile[guests..], all, cards, stream);
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
        for count in [
            0usize,
            1,
            2,
            VERY_FEW,
            VERY_FEW + 1,
            FEW,
            FEW + 1,
            18,
            32,
            33,
            64,
            65,
            240,
            255,
            256,
            257,
            480,
        ] {
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

    #[test]
    fn a_shuffle_in_two_steps_is_the_same() {
        let cards = cards::load::Library::embedded().cards().unwrap();
        for count in [0usize, 1, 3, 5, 6, 18, 45, 160] {
            let stream = GameKey::new(3, count as u64).stream(Purpose::MarketDeck, 0, 0);
            let mut pile: Vec<KindId> = (0..count).map(|n| KindId((n / 3) as u8)).collect();
            let mut expected = pile.clone();
            shuffle(&mut expected, &cards, stream);
            let copies = (0..).zip(&pile);
            let all: Vec<ShuffleKey> = copies
                .map(|(place, kind)| cards.shuffle_keys.of(*kind, place % 3))
                .collect();
            let mut laid_out = pile.clone();
            shuffle_laid_out(&mut laid_out, &all, &cards, stream);
            assert_eq!(laid_out, expected);
            let upper = Upper::of(6, &all);
            let lower = shuffle_upper(&mut pile, &all, upper, stream);
            assert_eq!(pile[lower..], expected[lower..]);
            shuffle_lower(&mut pile[..lower], &cards, upper, stream);
            assert_eq!(pile, expected);
        }
    }
}
