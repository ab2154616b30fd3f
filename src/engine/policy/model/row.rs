//! A short row of cards that is copied in one go.

use std::ops::{Deref, DerefMut};

/// Up to `N` cards of one side of a lane, from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<T: Copy + Default, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Row {
            items: [T::default(); N],
            len: 0,
        }
    }
}

impl<T: Copy + Default, const N: usize> Deref for Row<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Copy + Default, const N: usize> DerefMut for Row<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: Copy + Default, const N: usize> Row<T, N> {
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

    /// Puts a card at an index, moving later ones back.
    pub fn insert(&mut self, index: usize, item: T) {
        if !self.is_full() {
            self.push(item);
            self[index..].rotate_right(1);
        }
    }

    /// Takes the card at an index.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        let len = self.len as usize;
        self.items.copy_within(index + 1..len, index);
        self.len -= 1;
        item
    }
}
