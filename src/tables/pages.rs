//! The pages of a column of a Parquet file.
//!
//! Numbers and texts that repeat are written by dictionary: the distinct values once, then for each
//! row the place of its value there, in as few bits as that needs. A dictionary of numbers holds
//! every number from 0 to the largest, so that a number is its own place and nothing has to be
//! looked up. Numbers that grow row by row, such as the number of a game, are written as the steps
//! between them. Everything else is written plainly.
//!
//! The format is described at <https://parquet.apache.org/docs/file-format/>.

use super::column::{Column, Values};
use super::schema::ColumnType;
use super::texts::TextValues;
use super::thrift::{Metadata, varint};
use super::whole::{Whole, WholeNumbers, signed};

// Words of the format.
const PAGE_OF_DATA: i32 = 0;
const PAGE_OF_DICTIONARY: i32 = 2;
pub(super) const PLAIN: i32 = 0;
/// Runs, of which the places in a dictionary and the presence of values are made.
pub(super) const RLE: i32 = 3;
const STEPS: i32 = 5;
const DICTIONARY: i32 = 8;

/// Columns of fewer bytes are not compressed: there is little to gain.
const WORTH_COMPRESSING: usize = 512;

/// The pages of one column in a row group, as they are in the file.
pub(super) struct Pages {
    /// All of them.
    pub bytes: Vec<u8>,
    /// How the values are written.
    pub encoding: i32,
    /// Bytes at the beginning that are the dictionary's page; none without a dictionary.
    pub dictionary: usize,
    /// Bytes of all pages if they were not compressed.
    pub uncompressed: usize,
    /// Whether they are compressed with Snappy.
    pub is_compressed: bool,
    /// What the values are like.
    pub statistics: Statistics,
}

/// What readers can know about the values of a column without reading them.
pub(super) struct Statistics {
    /// Missing values.
    pub missing: usize,
    /// The smallest and the largest value.
    pub range: Option<(Vec<u8>, Vec<u8>)>,
}

/// The contents of pages, without their headers.
struct Contents {
    encoding: i32,
    /// The number of values in the dictionary, and the values.
    dictionary: Option<(usize, Vec<u8>)>,
    data: Vec<u8>,
}

impl Contents {
    fn len(&self) -> usize {
        let dictionary = self
            .dictionary
            .as_ref()
            .map_or(0, |(_, values)| values.len());
        dictionary + self.data.len()
    }

    fn compressed(&self, encoder: &mut snap::raw::Encoder) -> Option<Self> {
        // Compressing fails only for more bytes than a row group can have.
        let mut compressed = |bytes: &[u8]| encoder.compress_vec(bytes).ok();
        let dictionary = match &self.dictionary {
            Some((count, values)) => Some((*count, compressed(values)?)),
            None => None,
        };
        Some(Contents {
            encoding: self.encoding,
            dictionary,
            data: compressed(&self.data)?,
        })
    }
}

/// The pages of a column, compressed where that makes them smaller.
pub(super) fn pages(column: &Column, encoder: &mut snap::raw::Encoder) -> Pages {
    let plain = contents(column);
    let compressed = (plain.len() >= WORTH_COMPRESSING)
        .then(|| plain.compressed(encoder))
        .flatten()
        .filter(|compressed| compressed.len() < plain.len());
    let written = compressed.as_ref().unwrap_or(&plain);
    let mut bytes = Vec::with_capacity(written.len() + 64);
    let mut dictionary = 0;
    if let (Some((count, values)), Some((_, original))) = (&written.dictionary, &plain.dictionary) {
        bytes = dictionary_page(*count, original.len(), values, bytes);
        dictionary = bytes.len();
    }
    let encoding = plain.encoding;
    bytes = data_page(
        column.len(),
        encoding,
        plain.data.len(),
        &written.data,
        bytes,
    );
    Pages {
        uncompressed: bytes.len() + plain.len() - written.len(),
        bytes,
        encoding,
        dictionary,
        is_compressed: compressed.is_some(),
        statistics: statistics(column),
    }
}

fn dictionary_page(count: usize, original: usize, values: &[u8], file: Vec<u8>) -> Vec<u8> {
    page(PAGE_OF_DICTIONARY, original, values, file, |header| {
        header.structure(7, |header| {
            header.number(1, count as i32);
            header.number(2, PLAIN);
        });
    })
}

fn data_page(rows: usize, encoding: i32, original: usize, data: &[u8], file: Vec<u8>) -> Vec<u8> {
    page(PAGE_OF_DATA, original, data, file, |header| {
        header.structure(5, |header| {
            header.number(1, rows as i32);
            header.number(2, encoding);
            header.number(3, RLE);
            header.number(4, RLE);
        });
    })
}

/// Appends a page: a header with the bytes before compression and in the file, then the contents.
fn page(
    kind: i32,
    original: usize,
    contents: &[u8],
    file: Vec<u8>,
    describe: impl FnOnce(&mut Metadata),
) -> Vec<u8> {
    let mut header = Metadata::after(file);
    header.number(1, kind);
    header.number(2, original as i32);
    header.number(3, contents.len() as i32);
    describe(&mut header);
    let mut file = header.end();
    file.extend_from_slice(contents);
    file
}

fn contents(column: &Column) -> Contents {
    let mut data = Vec::new();
    presence(column, &mut data);
    let mut contents = Contents {
        encoding: PLAIN,
        dictionary: None,
        data,
    };
    match column.values() {
        Values::Whole(numbers) if column.kind() == ColumnType::Bool => {
            pack(numbers, 1, &mut contents.data);
        }
        Values::Whole(numbers) => contents.put_whole_numbers(column.kind(), numbers),
        Values::Texts(texts) => contents.put_texts(texts),
        Values::Floats(numbers) => {
            let present = numbers.iter().filter(|number| !number.is_nan());
            present.for_each(|number| contents.data.extend_from_slice(&number.to_le_bytes()));
        }
    }
    contents
}

/// Which values are present, in runs: the length of the runs in bytes, then for each twice its
/// length and whether its values are present.
fn presence(column: &Column, out: &mut Vec<u8>) {
    let mut runs = Vec::new();
    let mut run = |present: bool, length: usize| {
        varint(2 * length as u64, &mut runs);
        runs.push(u8::from(present));
    };
    match column.values() {
        Values::Floats(numbers) => numbers
            .chunk_by(|a, b| a.is_nan() == b.is_nan())
            .for_each(|numbers| run(!numbers[0].is_nan(), numbers.len())),
        _ => run(true, column.len()),
    }
    out.extend((runs.len() as u32).to_le_bytes());
    out.extend(runs);
}

impl Contents {
    fn put_whole_numbers(&mut self, kind: ColumnType, numbers: &WholeNumbers) {
        let Some((least, most)) = numbers.range() else {
            return;
        };
        let mut dictionary = Vec::new();
        if least == most && numbers.len() > 1 {
            put_number(kind, least, &mut dictionary);
            self.repeat_place(numbers.len());
            self.look_up_in(1, dictionary);
        } else if most < numbers.len() as u64 / 2 {
            (0..=most).for_each(|number| put_number(kind, number, &mut dictionary));
            self.put_places(numbers, most);
            self.look_up_in(most as usize + 1, dictionary);
        } else if let (ColumnType::U64, Some(steps)) = (kind, steps(numbers)) {
            self.data.extend(steps);
            self.encoding = STEPS;
        } else {
            numbers
                .iter()
                .for_each(|number| put_number(kind, number, &mut self.data));
        }
    }

    fn put_texts(&mut self, texts: &TextValues) {
        let count = texts.words().len();
        if 2 * count > texts.len() {
            texts.iter().for_each(|text| put_text(text, &mut self.data));
            return;
        }
        if count == 1 {
            self.repeat_place(texts.len());
        } else {
            self.put_places(texts.numbers(), count as u64 - 1);
        }
        let mut dictionary = Vec::new();
        texts
            .words()
            .iter()
            .for_each(|word| put_text(word, &mut dictionary));
        self.look_up_in(count, dictionary);
    }

    fn look_up_in(&mut self, count: usize, dictionary: Vec<u8>) {
        self.dictionary = Some((count, dictionary));
        self.encoding = DICTIONARY;
    }

    /// Writes places in a dictionary of a single value: a run of the first place, of one bit.
    fn repeat_place(&mut self, rows: usize) {
        self.data.push(1);
        varint(2 * rows as u64, &mut self.data);
        self.data.push(0);
    }

    /// Writes places in a dictionary up to the place `last`: how many bits a place has, the number
    /// of groups of eight places, and the places.
    fn put_places(&mut self, places: &WholeNumbers, last: u64) {
        let bits = (u64::BITS - last.leading_zeros()).max(1);
        self.data.push(bits as u8);
        varint(2 * places.len().div_ceil(8) as u64 + 1, &mut self.data);
        pack(places, bits, &mut self.data);
    }
}

/// Writes a whole number plainly; those of 8 and 16 bits have 32 in a file.
fn put_number(kind: ColumnType, number: u64, out: &mut Vec<u8>) {
    match kind {
        ColumnType::U64 => out.extend_from_slice(&number.to_le_bytes()),
        ColumnType::I64 => out.extend_from_slice(&signed(number).to_le_bytes()),
        ColumnType::I32 => out.extend_from_slice(&(signed(number) as i32).to_le_bytes()),
        _ => out.extend_from_slice(&(number as u32).to_le_bytes()),
    }
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text.as_bytes());
}

/// Steps in a block, and in each of its parts.
const BLOCK_STEPS: usize = 128;
const PART_STEPS: usize = 32;

/// Numbers that never fall, and never rise by more than a byte, as the steps between them: the first
/// number, then blocks of steps. A block has the smallest of its steps, how many bits the steps of
/// each part have beyond that, and those bits. The format has signed numbers here, so the first must
/// be one.
fn steps(numbers: &WholeNumbers) -> Option<Vec<u8>> {
    let first = i64::try_from(numbers.get(0)).ok()?;
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let step = |(a, b): (u64, u64)| u8::try_from(b.checked_sub(a)?).ok();
    let steps: Vec<u8> = pairs.map(step).collect::<Option<_>>()?;
    let mut out = Vec::new();
    varint(BLOCK_STEPS as u64, &mut out);
    varint((BLOCK_STEPS / PART_STEPS) as u64, &mut out);
    varint(numbers.len() as u64, &mut out);
    varint_signed(first, &mut out);
    for block in steps.chunks(BLOCK_STEPS) {
        let least = block.iter().copied().min().unwrap_or(0);
        varint_signed(least.into(), &mut out);
        let mut beyond = [0; BLOCK_STEPS];
        for (place, step) in beyond.iter_mut().zip(block) {
            *place = step - least;
        }
        let (parts, _) = beyond.as_chunks::<PART_STEPS>();
        let bits = |part: &[u8; PART_STEPS]| {
            let used = part.iter().fold(0, |used, step| used | step);
            u8::BITS - used.leading_zeros()
        };
        out.extend(parts.iter().map(|part| bits(part) as u8));
        for part in parts {
            let (groups, _) = part.as_chunks();
            groups
                .iter()
                .for_each(|group| pack_bytes(*group, bits(part), &mut out));
        }
    }
    Some(out)
}

fn varint_signed(number: i64, out: &mut Vec<u8>) {
    varint(number.stored(), out);
}

/// Writes numbers of at most 32 bits with the given number of bits each, the lowest bit first, in
/// whole groups of eight.
fn pack(numbers: &WholeNumbers, bits: u32, out: &mut Vec<u8>) {
    if let Some(bytes) = numbers.as_bytes() {
        let (groups, rest) = bytes.as_chunks::<8>();
        out.reserve((groups.len() + 1) * bits as usize);
        groups
            .iter()
            .for_each(|group| pack_bytes(*group, bits, out));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            pack_bytes(last, bits, out);
        }
        return;
    }
    let padding = numbers.len().next_multiple_of(8) - numbers.len();
    let numbers = numbers.iter().chain(std::iter::repeat_n(0, padding));
    let (mut waiting, mut length) = (0, 0);
    for number in numbers {
        waiting |= number << length;
        length += bits;
        while length >= 8 {
            out.push(waiting as u8);
            waiting >>= 8;
            length -= 8;
        }
    }
}

/// Packs eight numbers of a byte each, all at once: pairs of neighbours move together, then pairs
/// of pairs, then both halves.
#[inline]
fn pack_bytes(group: [u8; 8], bits: u32, out: &mut Vec<u8>) {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const QUARTETS: u64 = 0x0000_ffff_0000_ffff;
    const HALVES: u64 = 0x0000_0000_ffff_ffff;
    let mut packed = u64::from_le_bytes(group);
    packed = (packed & PAIRS) | ((packed >> 8) & PAIRS) << bits;
    packed = (packed & QUARTETS) | ((packed >> 16) & QUARTETS) << (2 * bits);
    packed = (packed & HALVES) | (packed >> 32) << (4 * bits);
    // Writing all eight bytes and taking some back is quicker than writing a few.
    let end = out.len() + bits as usize;
    out.extend_from_slice(&packed.to_le_bytes());
    out.truncate(end);
}

fn statistics(column: &Column) -> Statistics {
    let bytes = |kind, number| {
        let mut bytes = Vec::new();
        put_number(kind, number, &mut bytes);
        bytes
    };
    let range = match (column.kind(), column.values()) {
        (ColumnType::Bool, Values::Whole(truths)) => truths
            .range()
            .map(|(least, most)| (vec![least as u8], vec![most as u8])),
        (kind @ (ColumnType::I32 | ColumnType::I64), Values::Whole(numbers)) => {
            let by_value = |number: &u64| signed(*number);
            let (least, most) = (
                numbers.iter().min_by_key(by_value),
                numbers.iter().max_by_key(by_value),
            );
            least
                .zip(most)
                .map(|(least, most)| (bytes(kind, least), bytes(kind, most)))
        }
        (kind, Values::Whole(numbers)) => numbers
            .range()
            .map(|(least, most)| (bytes(kind, least), bytes(kind, most))),
        (_, Values::Texts(texts)) => {
            let bytes = |word: &String| word.as_bytes().to_vec();
            let words = texts.words();
            words
                .iter()
                .min()
                .map(bytes)
                .zip(words.iter().max().map(bytes))
        }
        (_, Values::Floats(numbers)) => float_range(numbers),
    };
    let missing = match column.values() {
        Values::Floats(numbers) => numbers.iter().filter(|number| number.is_nan()).count(),
        _ => 0,
    };
    Statistics { missing, range }
}

/// The range of the numbers that are not missing. By the format, a least zero is negative and a
/// largest one positive, as readers may not tell them apart.
fn float_range(numbers: &[f64]) -> Option<(Vec<u8>, Vec<u8>)> {
    let present = || numbers.iter().copied().filter(|number| !number.is_nan());
    let least = present().reduce(f64::min)?;
    let most = present().reduce(f64::max)?;
    let least = if least == 0.0 { -0.0 } else { least };
    let most = if most == 0.0 { 0.0 } else { most };
    Some((least.to_le_bytes().to_vec(), most.to_le_bytes().to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What packed numbers are, bit by bit.
    fn unpacked(bytes: &[u8], bits: u32, count: usize) -> Vec<u64> {
        let bit = |at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
        let number = |index: usize| {
            (0..bits as usize)
                .map(|low| bit(index * bits as usize + low) << low)
                .sum()
        };
        (0..count).map(number).collect()
    }

    #[test]
    fn numbers_of_every_length_are_packed_in_order() {
        for bits in 1..=20 {
            for count in [1, 7, 8, 9, 16, 61] {
                let numbers: Vec<u64> = (0..count)
                    .map(|index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits))
                    .collect();
                let mut bytes = Vec::new();
                pack(&WholeNumbers::of(&numbers), bits, &mut bytes);
                assert_eq!(bytes.len(), numbers.len().div_ceil(8) * bits as usize);
                assert_eq!(
                    unpacked(&bytes, bits, numbers.len()),
                    numbers,
                    "{bits} bits"
                );
            }
        }
    }

    #[test]
    fn columns_get_a_dictionary_only_where_it_is_short() {
        let kind = |column: &Column| contents(column).dictionary.map(|(count, _)| count);
        let numbers = |numbers: Vec<u32>| Column::from(&numbers[..]);
        assert_eq!(kind(&numbers(vec![9; 10])), Some(1));
        assert_eq!(kind(&numbers((0..10).map(|n| n % 5).collect())), Some(5));
        assert_eq!(kind(&numbers((0..10).map(|n| n % 6).collect())), None);
        assert_eq!(kind(&numbers(vec![0, 7_000])), None);
        assert_eq!(kind(&numbers(vec![3])), None);
        let texts = |texts: &[&str]| texts.iter().copied().collect::<Column>();
        assert_eq!(kind(&texts(&["a", "b", "a", "a"])), Some(2));
        assert_eq!(kind(&texts(&["a", "b", "a"])), None);
    }

    #[test]
    fn only_numbers_that_grow_slowly_are_written_as_steps() {
        let encoding = |numbers: &[u64]| contents(&Column::from(numbers)).encoding;
        assert_eq!(encoding(&[70, 71, 72]), STEPS);
        assert_eq!(encoding(&[70, 70, 325]), STEPS);
        assert_eq!(encoding(&[70, 70, 326]), PLAIN);
        assert_eq!(encoding(&[71, 70, 72]), PLAIN);
        assert_eq!(encoding(&[1 << 63, (1 << 63) + 1]), PLAIN);
        assert_eq!(encoding(&[i64::MAX as u64, 1 << 63]), STEPS);
        assert_eq!(contents(&Column::from(&[70_u32, 71][..])).encoding, PLAIN);
    }

    #[test]
    fn ranges_are_those_of_the_values() {
        let range = |column: Column| statistics(&column).range.unwrap();
        let signed = range(Column::from(&[3_i32, -5, 1, -2][..]));
        assert_eq!(signed, (vec![251, 255, 255, 255], vec![3, 0, 0, 0]));
        let floats = range(Column::from(&[0.0, f64::NAN, -0.0][..]));
        assert_eq!(floats.0, (-0.0_f64).to_le_bytes());
        assert_eq!(floats.1, 0.0_f64.to_le_bytes());
        let texts = range(["b", "", "ab"].into_iter().collect());
        assert_eq!(texts, (vec![], b"b".to_vec()));
        let truths = range(Column::from(&[false, true][..]));
        assert_eq!(truths, (vec![0], vec![1]));
        let missing = statistics(&Column::from(&[f64::NAN, 1.0, f64::NAN][..]));
        assert_eq!(missing.missing, 2);
    }
}
