//! Reads numbers from bytes that the program has written.

/// The bytes not yet read.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl Reader<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// A number that is finite, as all are that were learned from.
    pub(crate) fn f32(&mut self) -> Option<f32> {
        let number = self.take().map(f32::from_le_bytes)?;
        number.is_finite().then_some(number)
    }

    pub(crate) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.f32()?;
        }
        Some(numbers)
    }
}
