//! A short row of cards that is copied in one go.

use std::ops::{Deref, DerefMut};

/// Up to `N` cards of one side of a lane, from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<T: Copy, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Row<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Copy, const N: usize> Deref for Row<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Copy, const N: usize> DerefMut for Row<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: Copy, const N: usize> Row<T, N> {
    /// A row without cards; `blank` only takes up the room.
    pub const fn new(blank: T) -> Self {
        Row {
            items: [blank; N],
            len: 0,
        }
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The card at an index that is known to be taken.
    #[inline]
    pub fn at(&self, index: usize) -> &T {
        &self.items[index]
    }

    /// The card at an index that is known to be taken, for change.
    #[inline]
    pub fn at_mut(&mut self, index: usize) -> &mut T {
        &mut self.items[index]
    }

    /// Takes all cards.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether nothing more fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len as usize == N
    }

    /// Adds a card at the end; the model leaves out what does not fit.
    #[inline]
    pub fn push(&mut self, item: T) {
        if !self.is_full() {
            self.items[self.len as usize] = item;
            self.len += 1;
        }
    }

    /// Adds a card at the end and lets it be changed there; nothing, where it does not fit.
    #[inline]
    pub fn add(&mut self, item: &T) -> Option<&mut T> {
        let place = self.items.get_mut(self.len as usize)?;
        self.len += 1;
        *place = *item;
        Some(place)
    }

    /// Takes the last card.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }

    /// Puts a card at an index, moving later ones back.
    pub fn insert(&mut self, index: usize, item: T) {
        if let Some(place) = self.make_room(index) {
            *place = item;
        }
    }

    /// Makes room for a card at an index, moving later ones back; nothing, where it does not fit.
    #[inline]
    pub fn make_room(&mut self, index: usize) -> Option<&mut T> {
        if self.is_full() {
            return None;
        }
        // Rows are so short that moving cards one by one is the least work.
        for later in (index..self.len as usize).rev() {
            self.items[later + 1] = self.items[later];
        }
        self.len += 1;
        Some(&mut self.items[index])
    }

    /// Takes the card at an index.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        for later in index + 1..self.len as usize {
            self.items[later - 1] = self.items[later];
        }
        self.len -= 1;
        item
    }

    /// Keeps those that fit, in their order.
    #[inline]
    pub fn keep(&mut self, fits: impl Fn(usize, &T) -> bool) {
        let len = self.len();
        // Mostly all fit, and nobody moves.
        let Some(first) = (0..len).find(|index| !fits(*index, &self.items[*index])) else {
            return;
        };
        let mut kept = first;
        for index in first + 1..len {
            if fits(index, &self.items[index]) {
                self.items[kept] = self.items[index];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_kept_in_order() {
        let mut row: Row<u8, 5> = Row::new(0);
        (1..=5).for_each(|number| row.push(number));
        row.keep(|index, number| index > 0 && number % 2 == 1);
        assert_eq!(row[..], [3, 5]);
        row.push(7);
        assert_eq!(row[..], [3, 5, 7]);
        row.keep(|_, _| false);
        assert!(row.is_empty());
    }
}
