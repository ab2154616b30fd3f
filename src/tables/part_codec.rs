//! The bytes of a part file: a mark, a checksum of all that follows, and the contents,
//! compressed.

use super::column::Column;
use super::schema::Schema;
use super::table::Table;

/// Marks a part file and the version of its layout.
const MARK: &[u8; 8] = b"XSPART\x00\x04";
const SUM_BYTES: usize = size_of::<u64>();
/// Where the contents begin.
const START: usize = MARK.len() + SUM_BYTES;

/// The contents of a part file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartContents {
    pub run: String,
    pub number: u64,
    pub tables: Vec<(String, Table)>,
    pub state: Vec<u8>,
}

/// Columns with their names; their types follow from the values.
type Columns<N, C> = Vec<(N, C)>;
/// What is written, in borrowed and in owned form.
type Stored<'a> = (
    &'a str,
    u64,
    &'a [u8],
    Vec<(&'a str, Columns<&'a str, &'a Column>)>,
);
type Loaded = (String, u64, Vec<u8>, Vec<(String, Columns<String, Column>)>);

/// The bytes of a part with the given contents.
pub(super) fn encode(
    run: &str,
    number: u64,
    tables: &[(&str, &Table)],
    state: &[u8],
) -> Result<Vec<u8>, String> {
    let stored: Stored<'_> = (
        run,
        number,
        state,
        tables
            .iter()
            .map(|(name, table)| (*name, named(table)))
            .collect(),
    );
    let plain = postcard::to_stdvec(&stored).map_err(|error| error.to_string())?;
    let mut bytes = vec![0; START + snap::raw::max_compress_len(plain.len())];
    let length = snap::raw::Encoder::new().compress(&plain, &mut bytes[START..]);
    bytes.truncate(START + length.map_err(|error| error.to_string())?);
    let sum = checksum(&bytes[START..]).to_le_bytes();
    bytes[..MARK.len()].copy_from_slice(MARK);
    bytes[MARK.len()..START].copy_from_slice(&sum);
    Ok(bytes)
}

/// A checksum of some bytes, eight at a time. Every step can be undone, so a change within eight
/// bytes always shows; the rotation lets high bits reach the low ones.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<SUM_BYTES>();
    let mut last = [0; SUM_BYTES];
    last[..rest.len()].copy_from_slice(rest);
    // With the length, zeros at the end are not mistaken for padding.
    words
        .iter()
        .chain([&last])
        .fold(bytes.len() as u64, |sum, word| {
            (sum ^ u64::from_le_bytes(*word))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29)
        })
}

fn named(table: &Table) -> Columns<&str, &Column> {
    let names = table
        .schema()
        .fields()
        .iter()
        .map(|field| field.name.as_str());
    names.zip(table.columns()).collect()
}

/// Reads a part, or says what is wrong with it.
pub(super) fn decode(bytes: &[u8]) -> Result<PartContents, String> {
    let rest = bytes.strip_prefix(MARK);
    let rest = rest.ok_or("it does not begin like a part file of this version")?;
    let (sum, compressed) = rest.split_first_chunk().ok_or("it is cut short")?;
    if u64::from_le_bytes(*sum) != checksum(compressed) {
        return Err("its checksum does not match".into());
    }
    contents(compressed).ok_or("its contents do not fit together".into())
}

fn contents(compressed: &[u8]) -> Option<PartContents> {
    let plain = snap::raw::Decoder::new().decompress_vec(compressed).ok()?;
    let ((run, number, state, tables), rest) = postcard::take_from_bytes::<Loaded>(&plain).ok()?;
    let table = |(name, columns): (String, Columns<String, Column>)| {
        let kinds = columns
            .iter()
            .map(|(name, column)| (name.as_str(), column.kind()));
        let schema = Schema::new(kinds).ok()?;
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        Some((name, Table::from_columns(schema, columns)?))
    };
    Some(PartContents {
        run,
        number,
        tables: tables.into_iter().map(table).collect::<Option<_>>()?,
        state,
    })
    .filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::table::samples;
    use super::*;

    fn encoded(table: &Table, state: &[u8]) -> Vec<u8> {
        encode("run", 5, &[("games", table)], state).unwrap()
    }

    #[test]
    fn a_part_comes_back_whole() {
        for rows in [0..0, 0..500] {
            let table = samples::awkward_rows(rows);
            let contents = decode(&encoded(&table, b"state")).unwrap();
            let expected = PartContents {
                run: "run".to_string(),
                number: 5,
                tables: vec![("games".to_string(), table)],
                state: b"state".to_vec(),
            };
            assert_eq!(contents, expected);
        }
    }

    #[test]
    fn every_truncation_and_every_altered_byte_is_noticed() {
        let whole = encoded(&samples::awkward_rows(0..40), b"state");
        for index in 0..whole.len() {
            assert!(decode(&whole[..index]).is_err(), "cut to {index} bytes");
            let mut bytes = whole.clone();
            bytes[index] ^= 0x10;
            assert!(decode(&bytes).is_err(), "byte {index}");
        }
        assert!(decode(&[whole, vec![0]].concat()).is_err(), "longer");
    }

    #[test]
    fn altered_contents_with_a_matching_checksum_never_panic() {
        let whole = encoded(&samples::awkward_rows(0..8), b"state");
        let plain = snap::raw::Decoder::new()
            .decompress_vec(&whole[START..])
            .unwrap();
        for index in 0..plain.len() {
            for bit in 0..8 {
                let mut altered = plain.clone();
                altered[index] ^= 1 << bit;
                let compressed = snap::raw::Encoder::new().compress_vec(&altered).unwrap();
                if let Some(contents) = contents(&compressed) {
                    // Every value can be looked at.
                    for (_, table) in &contents.tables {
                        let rows = 0..table.len();
                        rows.for_each(|row| drop(format!("{:?}", table.value(row, 0))));
                    }
                }
            }
        }
    }
}
