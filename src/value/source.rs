//! Where learned values come from: those built in, and files.

use super::file::Learned;
use cards::data::tree::fingerprint_of;
use cards::data::{Faults, unknown};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A value that is built in. Its weights are read when they are first needed: policies may name
/// several values, of which a game needs one.
struct BuiltIn {
    name: &'static str,
    bytes: &'static [u8],
    fingerprint: u64,
    learned: OnceLock<Learned>,
}

impl BuiltIn {
    /// In constants, so that fingerprints are computed by the compiler.
    const fn new(name: &'static str, bytes: &'static [u8]) -> Self {
        BuiltIn {
            name,
            bytes,
            fingerprint: fingerprint_of(bytes),
            learned: OnceLock::new(),
        }
    }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$( BuiltIn::new(
            $name,
            include_bytes!(concat!("../../policies/", $name, ".value")),
        ) ),*]
    };
}

/// The values that are built in.
static BUILT_IN: [BuiltIn; 4] = built_in!("standard", "pair", "solo", "solo2");

/// Stands for the file in a fault about a name that no value has.
pub const UNKNOWN: &str = "value";

/// A learned value with its name.
#[derive(Clone)]
pub struct ValueSource {
    /// Its name, or its file.
    pub name: String,
    origin: Origin,
    fingerprint: u64,
}

#[derive(Clone)]
enum Origin {
    BuiltIn(&'static BuiltIn),
    Read(Arc<Learned>),
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
            origin: Origin::Read(Arc::new(learned)),
        }
    }

    /// Finds a value by name or by file; a relative path is relative to `folder`.
    pub fn load(wanted: &str, folder: &Path) -> Result<Self, Faults> {
        let is_path = wanted.contains(['/', '\\', '.']);
        let found = BUILT_IN.iter().find(|known| known.name == wanted);
        let (origin, fingerprint) = match found {
            Some(known) => (Origin::BuiltIn(known), known.fingerprint),
            None if is_path => {
                let bytes = std::fs::read(folder.join(wanted))
                    .map_err(|error| Faults::single(wanted, format!("cannot be read: {error}")))?;
                let learned = Arc::new(Learned::from_bytes(wanted, &bytes)?);
                (Origin::Read(learned), fingerprint_of(&bytes))
            }
            None => {
                let names = BUILT_IN.iter().map(|known| known.name);
                let message = unknown("learned value or file", wanted, names);
                return Err(Faults::single(UNKNOWN, message));
            }
        };
        Ok(ValueSource {
            name: wanted.to_string(),
            origin,
            fingerprint,
        })
    }

    /// What was learned.
    pub fn learned(&self) -> &Learned {
        match &self.origin {
            Origin::BuiltIn(known) => known.learned.get_or_init(|| {
                Learned::from_bytes(known.name, known.bytes).expect("built-in values are sound")
            }),
            Origin::Read(learned) => learned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading them panics if they are not sound.
    #[test]
    fn built_in_values_are_sound_and_have_the_fingerprints_of_their_files() {
        for known in &BUILT_IN {
            let value = ValueSource::load(known.name, Path::new("")).unwrap();
            let again = ValueSource::new(known.name, value.learned().clone());
            assert!(value == again, "{}", known.name);
        }
    }
}
