//! Whole numbers in as few bytes as they need.
//!
//! Most figures of a game are small or always the same. Kept this way, the rows of a chunk of games
//! take a fifth of their size: less to copy between threads and checkpoints, and they are already
//! what a Parquet file stores.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A number as it is stored. Signed numbers alternate with the positive ones (0, -1, 1, -2, ...), so
/// that small numbers of both signs are small.
pub(super) trait Whole: Copy {
    /// As it is stored.
    fn stored(self) -> u64;
}

macro_rules! unsigned {
    ($($kind:ty),*) => {$(
        impl Whole for $kind {
            #[inline]
            fn stored(self) -> u64 {
                self.into()
            }
        }
    )*};
}

unsigned!(bool, u8, u16, u32, u64);

impl Whole for i32 {
    #[inline]
    fn stored(self) -> u64 {
        i64::from(self).stored()
    }
}

impl Whole for i64 {
    #[inline]
    fn stored(self) -> u64 {
        ((self << 1) ^ (self >> 63)) as u64
    }
}

/// The signed number that is stored like this.
#[inline]
pub(super) fn signed(stored: u64) -> i64 {
    (stored >> 1) as i64 ^ -((stored & 1) as i64)
}

/// A list of whole numbers. All take the same number of bytes, which grows when a number needs more.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub(super) struct WholeNumbers {
    len: usize,
    /// The first number: all of them, as long as they are the same and take no bytes.
    first: u64,
    /// Bytes of each number: 0, 1, 2, 4 or 8.
    width: usize,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// Numbers as they come from a file, which may be damaged.
#[derive(Deserialize)]
struct Parts {
    len: usize,
    first: u64,
    width: usize,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

impl TryFrom<Parts> for WholeNumbers {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Self, Self::Error> {
        let Parts {
            len,
            first,
            width,
            bytes,
        } = parts;
        let is_sound =
            matches!(width, 0 | 1 | 2 | 4 | 8) && len.checked_mul(width) == Some(bytes.len());
        is_sound
            .then_some(WholeNumbers {
                len,
                first,
                width,
                bytes,
            })
            .ok_or("whole numbers of another length")
    }
}

/// The bytes that a number needs.
#[inline]
fn width_of(number: u64) -> usize {
    match number {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

/// Appends numbers of the given width.
fn put(numbers: impl ExactSizeIterator<Item = u64>, width: usize, bytes: &mut Vec<u8>) {
    fn each<const N: usize>(
        numbers: impl ExactSizeIterator<Item = u64>,
        bytes: &mut Vec<u8>,
        narrow: impl Fn(u64) -> [u8; N],
    ) {
        let start = bytes.len();
        bytes.resize(start + N * numbers.len(), 0);
        let (places, _) = bytes[start..].as_chunks_mut::<N>();
        for (place, number) in places.iter_mut().zip(numbers) {
            *place = narrow(number);
        }
    }
    match width {
        1 => each(numbers, bytes, |number| [number as u8]),
        2 => each(numbers, bytes, |number| (number as u16).to_le_bytes()),
        4 => each(numbers, bytes, |number| (number as u32).to_le_bytes()),
        _ => each(numbers, bytes, u64::to_le_bytes),
    }
}

impl WholeNumbers {
    /// The numbers of a slice.
    #[cfg(test)]
    pub(super) fn of<T: Whole>(numbers: &[T]) -> Self {
        let mut all = Self::default();
        all.extend(numbers);
        all
    }

    /// Adds the numbers of a slice.
    pub(super) fn extend<T: Whole>(&mut self, numbers: &[T]) {
        let Some(next) = numbers.first() else {
            return;
        };
        if self.len == 0 {
            self.first = next.stored();
        }
        // The largest number needs as many bytes as the bits of all of them put together.
        let (used, differing) = numbers.iter().fold((0, 0), |(used, differing), number| {
            let number = number.stored();
            (used | number, differing | (number ^ self.first))
        });
        if self.width > 0 || differing != 0 {
            self.widen(width_of(used));
            let numbers = numbers.iter().map(|number| number.stored());
            put(numbers, self.width, &mut self.bytes);
        }
        self.len += numbers.len();
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number that all of them are, if that is known without looking.
    pub(super) fn repeated(&self) -> Option<u64> {
        (self.width == 0 && self.len > 0).then_some(self.first)
    }

    /// The numbers as bytes, where each takes one.
    pub(super) fn as_bytes(&self) -> Option<&[u8]> {
        (self.width == 1).then_some(&self.bytes)
    }

    /// The number at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Self::len`].
    #[inline]
    pub(super) fn get(&self, index: usize) -> u64 {
        fn at<const N: usize>(bytes: &[u8], index: usize) -> [u8; N] {
            bytes.as_chunks().0[index]
        }
        assert!(index < self.len, "no number {index} of {}", self.len);
        match self.width {
            0 => self.first,
            1 => self.bytes[index].into(),
            2 => u16::from_le_bytes(at(&self.bytes, index)).into(),
            4 => u32::from_le_bytes(at(&self.bytes, index)).into(),
            _ => u64::from_le_bytes(at(&self.bytes, index)),
        }
    }

    /// All numbers in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u64> {
        (0..self.len).map(|index| self.get(index))
    }

    /// The smallest and the largest number.
    pub(super) fn range(&self) -> Option<(u64, u64)> {
        match (self.repeated(), self.as_bytes()) {
            (Some(number), _) => Some((number, number)),
            (_, Some(bytes)) => {
                let least = bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte));
                let most = bytes.iter().fold(0, |most: u8, byte| most.max(*byte));
                Some((least.into(), most.into()))
            }
            _ => Some((self.iter().min()?, self.iter().max()?)),
        }
    }

    /// Adds a number.
    pub(super) fn push(&mut self, number: u64) {
        self.extend(&[number]);
    }

    /// Adds numbers of another list.
    ///
    /// # Panics
    /// If `rows` reaches beyond the other list.
    pub(super) fn extend_from(&mut self, other: &Self, rows: Range<usize>) {
        assert!(rows.end <= other.len, "no number {}", rows.end);
        if rows.is_empty() {
            return;
        }
        if self.len == 0 {
            self.first = other.get(rows.start);
            self.width = other.width;
        } else if other.width > 0 || self.width > 0 || other.first != self.first {
            self.widen(other.width.max(width_of(other.first)));
        }
        self.len += rows.len();
        match (self.width, other.width) {
            (0, _) => {}
            (_, 0) => put(rows.map(|_| other.first), self.width, &mut self.bytes),
            (own, others) if own == others => {
                let bytes = rows.start * own..rows.end * own;
                self.bytes.extend_from_slice(&other.bytes[bytes]);
            }
            (own, _) => put(rows.map(|row| other.get(row)), own, &mut self.bytes),
        }
    }

    /// Gives every number at least this many bytes.
    fn widen(&mut self, width: usize) {
        let width = width.max(match self.width {
            0 => width_of(self.first),
            width => width,
        });
        if self.width == 0 {
            // There is room already if there were numbers before.
            let same = std::iter::repeat_n(self.first, self.len);
            put(same, width, &mut self.bytes);
        } else if width != self.width {
            let mut wider = Vec::with_capacity(self.bytes.capacity() / self.width * width);
            put(self.iter(), width, &mut wider);
            self.bytes = wider;
        }
        self.width = width;
    }

    /// Removes all numbers and keeps the memory for new ones.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.width = 0;
        self.bytes.clear();
    }
}

/// Numbers of slices may take more bytes than they need.
impl PartialEq for WholeNumbers {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(numbers: &[u64]) -> Vec<u64> {
        let packed = WholeNumbers::of(numbers);
        assert_eq!(packed.len(), numbers.len());
        packed.iter().collect()
    }

    #[test]
    fn numbers_of_every_width_come_back() {
        let borders = [
            0,
            1,
            0xff,
            0x100,
            0xffff,
            0x1_0000,
            0xffff_ffff,
            1 << 32,
            u64::MAX,
        ];
        for last in 1..=borders.len() {
            assert_eq!(list(&borders[..last]), borders[..last]);
        }
        assert!(list(&[]).is_empty());
        assert_eq!(list(&[u64::MAX; 3]), [u64::MAX; 3]);
    }

    #[test]
    fn equal_numbers_take_no_bytes_until_one_differs() {
        let mut numbers = WholeNumbers::of(&[300_u16; 4]);
        assert_eq!(numbers.repeated(), Some(300));
        numbers.push(300);
        numbers.extend_from(&WholeNumbers::of(&[300_u32]), 0..1);
        assert!(numbers.bytes.is_empty());
        numbers.push(7);
        assert_eq!(numbers.repeated(), None);
        assert_eq!((numbers.width, numbers.len()), (2, 7));
        numbers.clear();
        assert_eq!(numbers.repeated(), None);
        numbers.push(1);
        assert_eq!(numbers.repeated(), Some(1));
    }

    #[test]
    fn signed_numbers_come_back_and_small_ones_are_small() {
        for number in [0, -1, 1, -128, i64::MIN, i64::MAX, i32::MIN.into()] {
            assert_eq!(signed(number.stored()), number);
        }
        assert_eq!(signed(i32::MIN.stored()), i64::from(i32::MIN));
        assert!(WholeNumbers::of(&[-100_i32, 100]).as_bytes().is_some());
    }

    #[test]
    fn impossible_contents_are_refused() {
        let parts = |len, width, bytes| Parts {
            len,
            first: 0,
            width,
            bytes,
        };
        assert!(WholeNumbers::try_from(parts(2, 2, vec![0; 4])).is_ok());
        assert!(WholeNumbers::try_from(parts(2, 2, vec![0; 3])).is_err());
        assert!(WholeNumbers::try_from(parts(1, 3, vec![0; 3])).is_err());
        assert!(WholeNumbers::try_from(parts(usize::MAX, 8, vec![0; 8])).is_err());
    }

    /// Numbers that are small, large, or often the same.
    fn numbers() -> impl Strategy<Value = Vec<u64>> {
        let number = prop_oneof![3 => 0..2_u64, 2 => 0..300_u64, 1 => any::<u32>().prop_map(u64::from), 1 => any::<u64>()];
        prop_oneof![
            prop::collection::vec(number, 0..20),
            (any::<u64>(), 0..20_usize).prop_map(|(number, times)| vec![number; times]),
        ]
    }

    proptest! {
        #[test]
        fn appending_is_what_it_is_for_plain_lists(
            pieces in prop::collection::vec((numbers(), any::<(u8, u8)>()), 0..6)
        ) {
            let (mut packed, mut plain) = (WholeNumbers::default(), Vec::new());
            for (piece, (from, to)) in pieces {
                let from = usize::from(from) % (piece.len() + 1);
                let to = from + usize::from(to) % (piece.len() - from + 1);
                packed.extend_from(&WholeNumbers::of(&piece), from..to);
                plain.extend_from_slice(&piece[from..to]);
                if let Some(last) = piece.last() {
                    packed.push(*last);
                    plain.push(*last);
                }
                prop_assert_eq!(packed.iter().collect::<Vec<_>>(), plain.clone());
                prop_assert_eq!(&packed, &WholeNumbers::of(&plain));
                let range = plain.iter().min().copied().zip(plain.iter().max().copied());
                prop_assert_eq!(packed.range(), range);
            }
        }
    }
}
