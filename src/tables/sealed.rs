//! Sealed files of JSON.

use std::path::Path;

use files::{Kind, read_own};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::atomic::write_atomically;
use super::error::ExportError;

/// The end of an object, which a seal replaces.
const END: &str = "\n}";

/// Writes an object that has at least one field as a file of JSON, atomically.
pub fn write_sealed(
    path: &Path,
    kind: Kind,
    origin: &str,
    object: &impl Serialize,
) -> Result<(), ExportError> {
    let text = serde_json::to_string_pretty(object).map_err(|error| error.to_string());
    let text = text.map_err(|error| ExportError::damaged(path, error))?;
    let body = text.strip_suffix(END);
    let body = body.ok_or_else(|| ExportError::damaged(path, "not an object with fields"))?;
    write_atomically(path, &kind.seal(origin, body.as_bytes()))
}

/// Reads a file written by [`write_sealed`], and what it belongs to; rejected if a byte of it has
/// changed.
pub fn read_sealed<T: DeserializeOwned>(
    path: &Path,
    kind: Kind,
) -> Result<(T, String), ExportError> {
    let bytes = read_own(path).map_err(|error| ExportError::from_read(path, error))?;
    let read = || {
        let sealed = kind.open(&bytes)?;
        let text = [sealed.body, END.as_bytes()].concat();
        let object = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        Ok((object, sealed.origin.to_string()))
    };
    read().map_err(|reason: String| ExportError::damaged(path, reason))
}
