//! The bytes of a part file: a mark, a checksum of all that follows, and the contents, compressed.

use super::column::Column;
use super::schema::Schema;
use super::sealed::checksum;
use super::table::Table;

/// Marks a part file and the version of its layout.
const MARK: &[u8; 8] = b"XSPART\x00\x03";

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
    let compressed = snap::raw::Encoder::new().compress_vec(&plain);
    let compressed = compressed.map_err(|error| error.to_string())?;
    let mut bytes = MARK.to_vec();
    bytes.extend(checksum(&compressed).to_le_bytes());
    bytes.extend(compressed);
    Ok(bytes)
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
            .decompress_vec(&whole[16..])
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
