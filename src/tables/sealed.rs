//! JSON files with a checksum, so that a damaged file is always detected.
//!
//! The checksum is the last field of the object and covers every byte before it.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::atomic::write_atomically;
use super::error::ExportError;

/// What follows the covered bytes, up to the digits and after them.
const BEFORE_DIGITS: &str = ",\n  \"checksum\": \"";
const AFTER_DIGITS: &str = "\"\n}\n";
const DIGITS: usize = 16;

/// A checksum of some bytes (FNV-1a, 64 bits); a change of a single byte always shows.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Writes an object that has at least one field as a file of JSON, atomically.
pub fn write_sealed(path: &Path, object: &impl Serialize) -> Result<(), ExportError> {
    let unwritable = |reason: String| ExportError::Damaged {
        path: path.to_path_buf(),
        reason,
    };
    let text = serde_json::to_string_pretty(object).map_err(|e| unwritable(e.to_string()))?;
    let body = text.strip_suffix("\n}");
    let body = body.ok_or_else(|| unwritable("not an object with fields".into()))?;
    let sum = checksum(body.as_bytes());
    let sealed = format!("{body}{BEFORE_DIGITS}{sum:0DIGITS$x}{AFTER_DIGITS}");
    write_atomically(path, sealed.as_bytes())
}

/// Reads a file written by [`write_sealed`]; rejected if a byte of it has changed.
pub fn read_sealed<T: DeserializeOwned>(path: &Path) -> Result<T, ExportError> {
    let bytes = fs::read(path).map_err(|error| ExportError::from_read(path, error))?;
    open(&bytes).map_err(|reason| ExportError::Damaged {
        path: path.to_path_buf(),
        reason,
    })
}

fn open<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "not text".to_string())?;
    let sealed = || {
        let rest = text.strip_suffix(AFTER_DIGITS)?;
        let (body, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((body.strip_suffix(BEFORE_DIGITS)?, digits))
    };
    let (body, digits) = sealed().ok_or("it does not end with a checksum")?;
    if format!("{:0DIGITS$x}", checksum(body.as_bytes())) != digits {
        return Err("its checksum does not match".into());
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use tempfile::tempdir;

    type Object = BTreeMap<String, serde_json::Value>;

    #[test]
    fn an_object_round_trips_and_every_changed_byte_is_noticed() {
        let dir = tempdir().unwrap();
        let path = dir.path().join("state.json");
        let object: Object = serde_json::from_str(r#"{"a": 1, "b": [1.5, "x"]}"#).unwrap();
        write_sealed(&path, &object).unwrap();
        let mut read: Object = read_sealed(&path).unwrap();
        assert!(read.remove("checksum").is_some());
        assert_eq!(read, object);
        let bytes = fs::read(&path).unwrap();
        for index in 0..bytes.len() {
            for flipped in [1, 0x20, 0x80] {
                let mut changed = bytes.clone();
                changed[index] ^= flipped;
                assert!(open::<Object>(&changed).is_err(), "byte {index}");
            }
            assert!(open::<Object>(&bytes[..index]).is_err(), "cut at {index}");
        }
    }
}
