//! Fixed-capacity lists that live inside the game state.

use cards::KindId;
use serde::{Serialize, Serializer};

/// A list of card kinds with room for `N`; the last card is the top one.
pub type Pile<const N: usize> = List<KindId, N>;

/// A list of small `Copy` values with room for `N`.
#[derive(Clone, Copy)]
pub struct List<T: Copy + Default, const N: usize> {
    len: u16,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List {
            len: 0,
            items: [T::default(); N],
        }
    }
}

/// As many items as there is room for.
impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = List::default();
        list.extend(items);
        list
    }
}

/// From the first to the last; of a pile, from the bottom to the top.
impl<T: Copy + Default + Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    const CAPACITY_FITS_ITS_COUNTER: () = assert!(N < u16::MAX as usize);

    /// The items in order.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len()]
    }

    /// The items, for change in place.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        let len = self.len();
        &mut self.items[..len]
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no further item fits.
    pub(crate) fn is_full(&self) -> bool {
        self.len() == N
    }

    /// The first item.
    pub fn first(&self) -> Option<T> {
        self.as_slice().first().copied()
    }

    /// Adds an item at the end. `false`: there was no room, and nothing has changed.
    #[must_use]
    pub(crate) fn push(&mut self, item: T) -> bool {
        let () = Self::CAPACITY_FITS_ITS_COUNTER;
        let len = self.len;
        let Some(place) = self.items.get_mut(usize::from(len)) else {
            return false;
        };
        *place = item;
        self.len = len + 1;
        true
    }

    /// Adds an item at the end, where there is known to be room.
    pub(crate) fn add(&mut self, item: T) {
        let fits = self.push(item);
        debug_assert!(fits, "a list for {N} items is full");
    }

    /// Adds items at the end, one after the other, as far as there is room.
    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        let mut len = self.len;
        for (place, item) in self.items.iter_mut().skip(len.into()).zip(items) {
            *place = item;
            len += 1;
        }
        self.len = len;
    }

    /// Takes the last item.
    pub(crate) fn pop(&mut self) -> Option<T> {
        // Where there is none, the place is far beyond the last.
        let last = self.len.wrapping_sub(1);
        let item = *self.items.get(usize::from(last))?;
        self.len = last;
        Some(item)
    }

    /// Puts an item at an index, moving later ones back. There must be room.
    pub(crate) fn insert(&mut self, index: usize, item: T) {
        self.add(item);
        let items = self.as_mut_slice();
        for later in (index + 1..items.len()).rev() {
            items.swap(later - 1, later);
        }
    }

    /// Takes the item at an index, keeping the order of the rest.
    pub(crate) fn remove(&mut self, index: usize) -> T {
        let item = self.as_slice()[index];
        close_gap(&mut self.items, index, self.len as usize);
        self.len -= 1;
        item
    }

    /// Takes the first such item out, keeping the order of the rest; returns where it was.
    pub(crate) fn remove_item(&mut self, item: T) -> Option<usize>
    where
        T: PartialEq,
    {
        let index = self.as_slice().iter().position(|other| *other == item)?;
        close_gap(&mut self.items, index, self.len as usize);
        self.len -= 1;
        Some(index)
    }

    /// Becomes equal to another list; copies only the items that are there.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let len = other.len();
        // Most piles are empty, and even copying nothing costs time.
        if len > 0 {
            self.items[..len].copy_from_slice(&other.items[..len]);
        }
        self.len = other.len;
    }

    /// Removes all items.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const N: usize> Pile<N> {
    /// The cards from the bottom to the top.
    pub fn cards(&self) -> &[KindId] {
        self.as_slice()
    }

    /// The cards, for re-ordering in place.
    pub(crate) fn cards_mut(&mut self) -> &mut [KindId] {
        self.as_mut_slice()
    }

    /// The top card.
    pub(crate) fn top(&self) -> Option<KindId> {
        self.cards().last().copied()
    }

    /// Puts a card below all others. `false`: there was no room.
    #[must_use]
    pub(crate) fn push_bottom(&mut self, kind: KindId) -> bool {
        let fits = self.push(kind);
        if fits {
            self.cards_mut().rotate_right(1);
        }
        fits
    }

    /// Takes so many cards from the top, or as many as there are; the uppermost comes first.
    pub(crate) fn draw(&mut self, count: usize) -> impl Iterator<Item = KindId> {
        let drawn = self.cards().len().min(count);
        let left = self.len() - drawn;
        self.len = left as u16;
        self.items[left..left + drawn].iter().rev().copied()
    }

    /// Takes the first card of a kind, counted from the bottom. `false`: there is none.
    #[must_use]
    pub(crate) fn remove_kind(&mut self, kind: KindId) -> bool {
        self.remove_item(kind).is_some()
    }

    /// Takes the uppermost card of a kind. `false`: there is none.
    #[must_use]
    pub(crate) fn remove_uppermost(&mut self, kind: KindId) -> bool {
        let found = self.cards().iter().rposition(|card| *card == kind);
        found.map(|index| self.remove(index)).is_some()
    }

    /// How many cards of a kind there are.
    pub fn count(&self, kind: KindId) -> usize {
        self.cards().iter().filter(|card| **card == kind).count()
    }
}

/// Moves everything behind an index one place forward. Hands and lanes are short: mostly that is a
/// single move of eight cards, in which it does not matter what lies beyond the length.
#[inline]
fn close_gap<T: Copy, const N: usize>(items: &mut [T; N], index: usize, len: usize) {
    const EIGHT: usize = 8;
    if len <= index + 1 + EIGHT
        && let Some(nine) = items.get_mut(index..index + 1 + EIGHT)
        && let Some(later) = nine.last_chunk::<EIGHT>().copied()
        && let Some(places) = nine.first_chunk_mut::<EIGHT>()
    {
        *places = later;
    } else {
        items.copy_within(index + 1..len, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_a_card_keeps_the_order_of_the_rest_however_many_there_are() {
        fn check<const N: usize>() {
            for len in 1..=N {
                for index in 0..len {
                    let mut pile = Pile::<N>::default();
                    let mut list = List::<u8, N>::default();
                    for kind in 0..len as u8 {
                        assert!(pile.push(KindId(kind)) && list.push(kind));
                    }
                    let mut expected: Vec<u8> = (0..len as u8).collect();
                    let taken = expected.remove(index);
                    let mut by_kind = pile;
                    assert!(by_kind.remove_kind(KindId(taken)));
                    assert_eq!(pile.remove(index), KindId(taken));
                    for pile in [pile, by_kind] {
                        let left: Vec<u8> = pile.cards().iter().map(|kind| kind.0).collect();
                        assert_eq!(left, expected);
                    }
                    assert_eq!(list.remove(index), taken);
                    assert_eq!(list.as_slice(), expected);
                }
            }
        }
        check::<4>();
        check::<9>();
        check::<30>();
    }
}
