//! Arithmetic on columns: nearly all of the work of a value.
//!
//! The program starts on any processor, so it is compiled for instructions that take four numbers at a
//! time. Here it also uses those that take eight, where the processor has them. The results are the
//! same to the last bit: every number of a column is computed on its own, in the same order, and a
//! product is rounded before it is added.

#![allow(unsafe_code)] // For calling what only some processors can run.

use super::math::rounded;
use super::weights::{Column, FIRST, SECOND};
use arrayvec::ArrayVec;

/// Columns of cards are in units of one over this.
const SCALE: f32 = 65_536.0;

/// A first layer in integers.
pub(crate) type Sums = [i32; FIRST];

/// How many numbers of a column are worked on at a time: they fit into the registers of any processor.
const PART: usize = 32;

/// Defines a function that uses the instructions of the processor.
macro_rules! wide {
    ($(#[$about:meta])* fn $name:ident($($arg:ident: $of:ty),* $(,)?) $(-> $result:ty)? $body:block) => {
        $(#[$about])*
        pub fn $name($($arg: $of),*) $(-> $result)? {
            #[inline(always)]
            fn compute($($arg: $of),*) $(-> $result)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn with_avx2($($arg: $of),*) $(-> $result)? {
                    compute($($arg),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has just said that it can.
                    return unsafe { with_avx2($($arg),*) };
                }
            }
            compute($($arg),*)
        }
    };
}

wide! {
    /// Adds columns of cards.
    fn add_cards(sum: &mut Sums, columns: &[&Sums]) {
        for part in (0..FIRST).step_by(PART) {
            let mut total: [i32; PART] = std::array::from_fn(|row| sum[part + row]);
            for column in columns {
                let column = &column[part..part + PART];
                for (total, more) in total.iter_mut().zip(column) {
                    *total += more;
                }
            }
            sum[part..part + PART].copy_from_slice(&total);
        }
    }
}

wide! {
    /// A column in units of cards.
    fn in_units(column: &Column) -> Sums {
        column.map(|number| rounded(number * SCALE))
    }
}

wide! {
    /// Adds columns of numbers, each so many times, one after the other.
    fn add_numbers(sum: &mut Column, columns: &[(&Column, f32)]) {
        for part in (0..FIRST).step_by(PART) {
            let mut total: [f32; PART] = std::array::from_fn(|row| sum[part + row]);
            for (column, times) in columns {
                let column = &column[part..part + PART];
                for (total, more) in total.iter_mut().zip(column) {
                    *total += times * more;
                }
            }
            sum[part..part + PART].copy_from_slice(&total);
        }
    }
}

wide! {
    /// Adds columns in units of cards, each so many times, one after the other.
    fn add_scaled(sum: &mut Column, columns: &[(&Sums, f32)]) {
        for part in (0..FIRST).step_by(PART) {
            let mut total: [f32; PART] = std::array::from_fn(|row| sum[part + row]);
            for (column, times) in columns {
                let times = times / SCALE;
                let column = &column[part..part + PART];
                for (total, more) in total.iter_mut().zip(column) {
                    *total += *more as f32 * times;
                }
            }
            sum[part..part + PART].copy_from_slice(&total);
        }
    }
}

wide! {
    /// Adds what of a first layer is above zero.
    fn add_active(sum: &mut Column, more: &Column) {
        for (sum, more) in sum.iter_mut().zip(more) {
            *sum += if *more > 0.0 { *more } else { 0.0 };
        }
    }
}

/// How many units of the first layer are worked on at a time.
const TOGETHER: usize = 8;

/// The layers after the first.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    pub second: Box<[[f32; SECOND]; FIRST]>,
    pub second_offset: [f32; SECOND],
    pub last: [f32; SECOND],
    pub last_offset: f32,
}

wide! {
    /// The output of the later layers, given a share of the sum of the first over the players. Units
    /// at zero add nothing; to ask for them would cost more than it saves.
    fn conclude(later: &Later, sum: &Column, share: f32) -> f32 {
        let units = sum.map(|unit| if unit > 0.0 { unit * share } else { 0.0 });
        let mut second = later.second_offset;
        let (units, _) = units.as_chunks::<TOGETHER>();
        let (rows, _) = later.second.as_chunks::<TOGETHER>();
        for (units, rows) in units.iter().zip(rows) {
            for (row, sum) in second.iter_mut().enumerate() {
                // One after the other: another order would be rounded in another way.
                for (unit, weights) in units.iter().zip(rows) {
                    *sum += unit * weights[row];
                }
            }
        }
        let mut ends = second;
        for (unit, weight) in ends.iter_mut().zip(&later.last) {
            *unit = if *unit > 0.0 { *unit * weight } else { 0.0 };
        }
        ends.iter().fold(later.last_offset, |sum, end| sum + end)
    }
}

/// How many columns are looked up before they are added.
const BATCH: usize = 64;

/// A sum of columns of cards, which is in no order: they are added many at a time.
pub(crate) struct CardSum<'a> {
    sum: Sums,
    columns: ArrayVec<&'a Sums, BATCH>,
}

impl<'a> CardSum<'a> {
    /// No columns.
    pub fn new() -> Self {
        CardSum {
            sum: [0; FIRST],
            columns: ArrayVec::new_const(),
        }
    }

    /// Adds a column.
    pub fn add(&mut self, column: &'a Sums) {
        if self.columns.is_full() {
            add_cards(&mut self.sum, &self.columns);
            self.columns.clear();
        }
        self.columns.push(column);
    }

    /// The sum.
    pub fn total(&mut self) -> &Sums {
        add_cards(&mut self.sum, &self.columns);
        self.columns.clear();
        &self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes and both signs.
    fn some<const N: usize>(seed: u32) -> [f32; N] {
        let mut state = seed;
        [(); N].map(|()| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let size = [1e-3, 0.1, 1.0, 70.0][(state >> 8) as usize % 4];
            (state >> 16) as f32 / 32_768.0 * size - size
        })
    }

    fn bits(column: &[f32]) -> Vec<u32> {
        column.iter().map(|number| number.to_bits()).collect()
    }

    /// The same number by number, with the plainest of instructions.
    #[test]
    fn wide_arithmetic_agrees_to_the_last_bit() {
        for seed in 0..200 {
            let start: Column = some(seed);
            let columns: Vec<Column> = (0..7).map(|nth| some(seed * 31 + nth)).collect();
            let units = start.map(|number| (number * SCALE).round() as i32);
            assert_eq!(in_units(&start), units);
            let whole: Vec<Sums> = columns
                .iter()
                .map(|c| c.map(|x| (x * SCALE) as i32))
                .collect();
            let times = [1.0, -1.0, 0.25, 3.7, -0.3, 0.0, 1e-4];

            let (mut found, mut expected) = (start, start);
            let numbers: Vec<(&Column, f32)> = columns.iter().zip(times).collect();
            add_numbers(&mut found, &numbers);
            for (column, times) in numbers {
                for row in 0..FIRST {
                    expected[row] += std::hint::black_box(times * column[row]);
                }
            }
            assert_eq!(bits(&found), bits(&expected));

            let scaled: Vec<(&Sums, f32)> = whole.iter().zip(times).collect();
            add_scaled(&mut found, &scaled);
            for (column, times) in scaled {
                for row in 0..FIRST {
                    let more = column[row] as f32 * (times / SCALE);
                    expected[row] += std::hint::black_box(more);
                }
            }
            assert_eq!(bits(&found), bits(&expected));

            add_active(&mut found, &start);
            for row in 0..FIRST {
                expected[row] += std::hint::black_box(start[row].max(0.0));
            }
            assert_eq!(bits(&found), bits(&expected));

            let mut sum = CardSum::new();
            let mut total = [0; FIRST];
            for column in whole.iter().cycle().take(3 * BATCH + seed as usize) {
                sum.add(column);
                total
                    .iter_mut()
                    .zip(column)
                    .for_each(|(sum, more)| *sum += more);
            }
            assert_eq!(*sum.total(), total);

            let later = Later {
                second: Box::new(std::array::from_fn(|row| some(seed * 77 + row as u32))),
                second_offset: some(seed + 1),
                last: some(seed + 2),
                last_offset: 0.3,
            };
            let mut second = later.second_offset;
            for (unit, row) in found.iter().zip(later.second.iter()) {
                for (sum, weight) in second.iter_mut().zip(row).filter(|_| *unit > 0.0) {
                    *sum += std::hint::black_box(unit * 0.5 * weight);
                }
            }
            let mut end = later.last_offset;
            for (unit, weight) in second.iter().zip(&later.last) {
                end += std::hint::black_box(unit.max(0.0) * weight);
            }
            assert_eq!(conclude(&later, &found, 0.5).to_bits(), end.to_bits());
        }
    }
}
