//! Fixed-capacity lists that live inside the game state.

use cards::KindId;

/// A list of card kinds with room for `N`; the last card is the top one.
#[derive(Clone, Copy)]
pub struct Pile<const N: usize> {
    len: u16,
    cards: [KindId; N],
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Self {
        Pile {
            len: 0,
            cards: [KindId(0); N],
        }
    }
}

impl<const N: usize> Pile<N> {
    const CAPACITY_FITS_ITS_COUNTER: () = assert!(N < u16::MAX as usize);

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards from the bottom to the top.
    #[inline]
    pub fn cards(&self) -> &[KindId] {
        &self.cards[..self.len()]
    }

    /// The cards, for re-ordering in place.
    #[inline]
    pub fn cards_mut(&mut self) -> &mut [KindId] {
        let len = self.len();
        &mut self.cards[..len]
    }

    /// Puts a card on top. `false`: there was no room, and nothing has changed.
    #[inline]
    #[must_use]
    pub fn push(&mut self, kind: KindId) -> bool {
        let () = Self::CAPACITY_FITS_ITS_COUNTER;
        let len = self.len;
        let Some(place) = self.cards.get_mut(usize::from(len)) else {
            return false;
        };
        *place = kind;
        self.len = len + 1;
        true
    }

    /// Puts cards on top, one after the other, as far as there is room.
    #[inline]
    pub fn extend(&mut self, kinds: impl Iterator<Item = KindId>) {
        let mut len = self.len;
        for (place, kind) in self.cards.iter_mut().skip(len.into()).zip(kinds) {
            *place = kind;
            len += 1;
        }
        self.len = len;
    }

    /// Puts a card below all others. `false`: there was no room.
    #[must_use]
    pub fn push_bottom(&mut self, kind: KindId) -> bool {
        let fits = self.push(kind);
        if fits {
            self.cards_mut().rotate_right(1);
        }
        fits
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<KindId> {
        // Where there is no card, the place is far beyond the last.
        let last = self.len.wrapping_sub(1);
        let kind = *self.cards.get(usize::from(last))?;
        self.len = last;
        Some(kind)
    }

    /// Takes so many cards from the top, or as many as there are; the uppermost comes first.
    #[inline]
    pub fn draw(&mut self, count: usize) -> impl Iterator<Item = KindId> {
        let drawn = self.cards().len().min(count);
        let left = self.len() - drawn;
        self.len = left as u16;
        self.cards[left..left + drawn].iter().rev().copied()
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Option<KindId> {
        self.cards().last().copied()
    }

    /// Takes the card at an index, keeping the order of the rest.
    pub fn remove(&mut self, index: usize) -> KindId {
        let kind = self.cards()[index];
        close_gap(&mut self.cards, index, self.len as usize);
        self.len -= 1;
        kind
    }

    /// Takes the first card of a kind, counted from the bottom. `false`: there is none.
    #[inline]
    #[must_use]
    pub fn remove_kind(&mut self, kind: KindId) -> bool {
        let Some(index) = self.cards().iter().position(|card| *card == kind) else {
            return false;
        };
        close_gap(&mut self.cards, index, self.len as usize);
        self.len -= 1;
        true
    }

    /// Takes the uppermost card of a kind. `false`: there is none.
    #[must_use]
    pub fn remove_uppermost(&mut self, kind: KindId) -> bool {
        match self.cards().iter().rposition(|card| *card == kind) {
            Some(index) => {
                self.remove(index);
                true
            }
            None => false,
        }
    }

    /// Puts a card at an index, moving later ones back. `false`: there was no room.
    #[must_use]
    pub fn insert(&mut self, index: usize, kind: KindId) -> bool {
        let fits = self.push(kind);
        if fits {
            self.cards_mut()[index..].rotate_right(1);
        }
        fits
    }

    /// Removes all cards.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes equal to another pile; copies only the cards that are there.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        let len = other.len();
        // Most piles are empty, and even copying nothing costs time.
        if len > 0 {
            self.cards[..len].copy_from_slice(&other.cards[..len]);
        }
        self.len = other.len;
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
    } else if N > EIGHT {
        close_long_gap(items, index, len);
    } else if index == 0 {
        // Moved as one word.
        items.copy_within(1.., 0);
    } else {
        move_forward(items, index, len);
    }
}

/// For more than eight cards, or the last places.
#[inline(never)]
fn close_long_gap<T: Copy>(items: &mut [T], index: usize, len: usize) {
    move_forward(items, index, len);
}

#[inline]
fn move_forward<T: Copy>(items: &mut [T], index: usize, len: usize) {
    for later in index + 1..len.min(items.len()) {
        items[later - 1] = items[later];
    }
}

/// A short list of small `Copy` values with room for `N`.
#[derive(Clone, Copy)]
pub struct List<T: Copy + Default, const N: usize> {
    len: u8,
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

impl<T: Copy + Default, const N: usize> List<T, N> {
    const CAPACITY_FITS_ITS_COUNTER: () = assert!(N <= u8::MAX as usize);

    /// The items in order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    /// The items, for change in place.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }

    /// How many items there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no further item fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len as usize == N
    }

    /// Adds an item at the end. `false`: there was no room.
    #[inline]
    pub fn push(&mut self, item: T) -> bool {
        let () = Self::CAPACITY_FITS_ITS_COUNTER;
        let fits = !self.is_full();
        if fits {
            self.items[self.len as usize] = item;
            self.len += 1;
        }
        fits
    }

    /// Puts an item at an index, moving later ones back. `false`: there was no room.
    #[inline]
    pub fn insert(&mut self, index: usize, item: T) -> bool {
        let fits = self.push(item);
        if fits {
            let items = self.as_mut_slice();
            for later in (index + 1..items.len()).rev() {
                items.swap(later - 1, later);
            }
        }
        fits
    }

    /// Takes the item at an index, keeping the order of the rest.
    #[inline]
    pub fn remove(&mut self, index: usize) -> T {
        let item = self.as_slice()[index];
        close_gap(&mut self.items, index, self.len as usize);
        self.len -= 1;
        item
    }

    /// Takes an item out, keeping the order of the rest; returns where it was. Mostly it is the
    /// first.
    #[inline(always)]
    pub fn remove_item(&mut self, item: T) -> Option<usize>
    where
        T: PartialEq,
    {
        if self.first() == Some(item) {
            close_gap(&mut self.items, 0, self.len as usize);
            self.len -= 1;
            return Some(0);
        }
        self.remove_later(item)
    }

    #[inline(never)]
    fn remove_later(&mut self, item: T) -> Option<usize>
    where
        T: PartialEq,
    {
        let index = self.as_slice().iter().position(|other| *other == item)?;
        self.remove(index);
        Some(index)
    }

    /// Puts the item at an index behind all others, which keep their order.
    #[inline]
    pub fn move_to_end(&mut self, index: usize) {
        let items = self.as_mut_slice();
        // These lists are so short that moving items one by one is the least work.
        for later in index + 1..items.len() {
            items.swap(later - 1, later);
        }
    }

    /// Becomes equal to another list; copies only the items that are there.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        let len = other.len();
        if len > 0 {
            self.items[..len].copy_from_slice(&other.items[..len]);
        }
        self.len = other.len;
    }

    /// The first item.
    #[inline]
    pub fn first(&self) -> Option<T> {
        (!self.is_empty()).then_some(self.items[0])
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy + Default, const N: usize> From<Option<T>> for List<T, N> {
    /// A list of one item, or none.
    #[inline]
    fn from(item: Option<T>) -> Self {
        let mut list = Self::default();
        if let Some(item) = item {
            list.push(item);
        }
        list
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    /// Collects as many items as fit.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::default();
        for item in items.into_iter().take(N) {
            list.push(item);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_is_a_stack_with_an_order() {
        let mut pile = Pile::<4>::default();
        for kind in [1, 2, 3] {
            assert!(pile.push(KindId(kind)));
        }
        assert!(pile.push_bottom(KindId(0)));
        assert!(!pile.push(KindId(9)), "a full pile refuses");
        assert_eq!(pile.cards(), [0, 1, 2, 3].map(KindId));
        assert!(pile.remove_kind(KindId(2)));
        assert!(!pile.remove_kind(KindId(2)));
        assert_eq!(pile.pop(), Some(KindId(3)));
        assert!(pile.insert(1, KindId(7)));
        assert_eq!(pile.cards(), [0, 7, 1].map(KindId));
    }

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
                    let mut moved = list;
                    moved.move_to_end(index);
                    assert_eq!(moved.as_slice(), [&expected[..], &[taken]].concat());
                    assert_eq!(list.remove(index), taken);
                    assert_eq!(list.as_slice(), expected);
                }
            }
        }
        check::<4>();
        check::<9>();
        check::<30>();
    }

    #[test]
    fn the_uppermost_card_of_a_kind_is_taken() {
        let mut pile = Pile::<8>::default();
        for kind in [5, 1, 5, 2] {
            assert!(pile.push(KindId(kind)));
        }
        assert!(pile.remove_uppermost(KindId(5)));
        assert_eq!(pile.cards(), [5, 1, 2].map(KindId));
    }
}
