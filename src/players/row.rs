//! A short list that is copied in one go.

use std::ops::Deref;

/// Up to `N` items.
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

impl<T: Copy, const N: usize> Row<T, N> {
    /// An empty list; `blank` only takes up the room.
    pub const fn new(blank: T) -> Self {
        Row {
            items: [blank; N],
            len: 0,
        }
    }

    /// Adds an item at the end; one that does not fit is left out.
    #[inline]
    pub fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.len as usize) {
            *place = item;
            self.len += 1;
        }
    }

    /// Takes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }
}
