//! Where learned values come from: those built in, and files.

use super::file::Learned;
use cards::data::tree::fingerprint_of;
use cards::data::{Faults, unknown};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The values that are built in.
const BUILT_IN: &[(&str, &[u8])] = &[
    (
        "standard",
        include_bytes!("../../../policies/standard.value"),
    ),
    ("solo", include_bytes!("../../../policies/solo.value")),
    ("solo2", include_bytes!("../../../policies/solo2.value")),
];

/// Stands for the file in a fault about a name that no value has.
pub(crate) const UNKNOWN: &str = "value";

/// A learned value with its name.
#[derive(Clone)]
pub struct ValueSource {
    /// Its name, or its file.
    pub name: String,
    /// What was learned.
    pub learned: Arc<Learned>,
    fingerprint: u64,
}

impl PartialEq for ValueSource {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.fingerprint) == (&other.name, other.fingerprint)
    }
}

impl fmt::Debug for ValueSource {
    // Stands for all weights when policies are compared.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:016x})", self.fingerprint)
    }
}

impl ValueSource {
    /// A value that has just been learned.
    pub fn new(name: &str, learned: Learned) -> Self {
        ValueSource {
            name: name.to_string(),
            fingerprint: fingerprint_of(&learned.to_bytes()),
            learned: Arc::new(learned),
        }
    }

    /// Finds a value by name or by file; a relative path is relative to `folder`.
    pub fn load(wanted: &str, folder: &Path) -> Result<Self, Faults> {
        let is_path = wanted.contains(['/', '\\', '.']);
        let found = BUILT_IN.iter().find(|(name, _)| *name == wanted);
        let bytes = match found {
            Some((_, bytes)) => bytes.to_vec(),
            None if is_path => std::fs::read(folder.join(wanted))
                .map_err(|error| Faults::single(wanted, format!("cannot be read: {error}")))?,
            None => {
                let names = BUILT_IN.iter().map(|(name, _)| *name);
                let message = unknown("learned value or file", wanted, names);
                return Err(Faults::single(UNKNOWN, message));
            }
        };
        Ok(ValueSource {
            name: wanted.to_string(),
            learned: Arc::new(Learned::from_bytes(wanted, &bytes)?),
            fingerprint: fingerprint_of(&bytes),
        })
    }
}
