//! Where what was learned comes from, values and networks: what is built in, and files.

use super::file::Learned;
use super::options::file::Learned as Networks;
use cards::data::{Faults, unknown};
use files::seal::carried_checksum;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Something learned that is kept in a file.
pub trait Kept: Sized + 'static {
    /// What it is called in messages.
    const WHAT: &'static str;
    /// Those that are built in.
    fn built_in() -> &'static [BuiltIn<Self>];
    /// Reads the bytes of a file; `file` names it in error messages.
    fn read(file: &str, bytes: &[u8]) -> Result<Self, Faults>;
    /// The bytes of a file.
    fn written(&self) -> Vec<u8>;
}

/// Something that is built in. It is read when it is first needed: policies may name several values, of
/// which a game needs one.
pub struct BuiltIn<T> {
    name: &'static str,
    bytes: &'static [u8],
    fingerprint: u64,
    learned: OnceLock<T>,
}

/// Lists what is built in. Constants, so that fingerprints are read by the compiler.
macro_rules! built_in {
    ($ending:literal: $($name:literal),* $(,)?) => {
        [$( {
            const BYTES: &[u8] = include_bytes!(concat!("../../policies/", $name, $ending));
            BuiltIn {
                name: $name,
                bytes: BYTES,
                fingerprint: carried_checksum(BYTES),
                learned: OnceLock::new(),
            }
        } ),*]
    };
}

static VALUES: [BuiltIn<Learned>; 1] = built_in!(".value": "veteran");
static NETWORKS: [BuiltIn<Networks>; 1] = built_in!(".net": "veteran");

impl Kept for Learned {
    const WHAT: &'static str = "learned value";
    fn built_in() -> &'static [BuiltIn<Self>] {
        &VALUES
    }
    fn read(file: &str, bytes: &[u8]) -> Result<Self, Faults> {
        Learned::from_bytes(file, bytes)
    }
    fn written(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

impl Kept for Networks {
    const WHAT: &'static str = "learned networks";
    fn built_in() -> &'static [BuiltIn<Self>] {
        &NETWORKS
    }
    fn read(file: &str, bytes: &[u8]) -> Result<Self, Faults> {
        Networks::from_bytes(file, bytes)
    }
    fn written(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// Stands for the file in a fault about a name that nothing learned has.
pub const UNKNOWN: &str = "learned";

/// A learned value with its name.
pub type ValueSource = Source<Learned>;
/// Learned networks with their name.
pub type NetworkSource = Source<Networks>;

/// Something learned, with its name.
pub struct Source<T: Kept> {
    /// Its name, or its file.
    pub name: String,
    origin: Origin<T>,
    fingerprint: u64,
}

enum Origin<T: 'static> {
    BuiltIn(&'static BuiltIn<T>),
    Read(Arc<T>),
}

impl<T: Kept> Clone for Source<T> {
    fn clone(&self) -> Self {
        Source {
            name: self.name.clone(),
            origin: match &self.origin {
                Origin::BuiltIn(known) => Origin::BuiltIn(known),
                Origin::Read(learned) => Origin::Read(learned.clone()),
            },
            fingerprint: self.fingerprint,
        }
    }
}

impl<T: Kept> PartialEq for Source<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.fingerprint) == (&other.name, other.fingerprint)
    }
}

impl<T: Kept> fmt::Debug for Source<T> {
    // Stands for all weights when policies are compared.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:016x})", self.fingerprint)
    }
}

impl<T: Kept> Source<T> {
    /// What has just been learned.
    pub fn new(name: &str, learned: T) -> Self {
        Source {
            name: name.to_string(),
            fingerprint: carried_checksum(&learned.written()),
            origin: Origin::Read(Arc::new(learned)),
        }
    }

    /// Finds it by name or by file; a relative path is relative to `folder`.
    pub fn load(wanted: &str, folder: &Path) -> Result<Self, Faults> {
        let is_path = wanted.contains(['/', '\\', '.']);
        let found = T::built_in().iter().find(|known| known.name == wanted);
        let (origin, fingerprint) = match found {
            Some(known) => (Origin::BuiltIn(known), known.fingerprint),
            None if is_path => {
                let bytes = files::read_own(&folder.join(wanted))
                    .map_err(|error| Faults::single(wanted, format!("cannot be read: {error}")))?;
                let learned = Arc::new(T::read(wanted, &bytes)?);
                (Origin::Read(learned), carried_checksum(&bytes))
            }
            None => {
                let names = T::built_in().iter().map(|known| known.name);
                let message = unknown(&format!("{} or file", T::WHAT), wanted, names);
                return Err(Faults::single(UNKNOWN, message));
            }
        };
        Ok(Source {
            name: wanted.to_string(),
            origin,
            fingerprint,
        })
    }

    /// What was learned.
    pub fn learned(&self) -> &T {
        match &self.origin {
            Origin::BuiltIn(known) => known.learned.get_or_init(|| {
                T::read(known.name, known.bytes).expect("what is built in is sound")
            }),
            Origin::Read(learned) => learned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading them panics if they are not sound.
    fn check<T: Kept + Clone>() {
        for known in T::built_in() {
            let source = Source::<T>::load(known.name, Path::new("")).unwrap();
            let again = Source::new(known.name, source.learned().clone());
            assert!(source == again, "{}", known.name);
        }
    }

    #[test]
    fn what_is_built_in_is_sound_and_has_the_fingerprint_of_its_file() {
        check::<Learned>();
        check::<Networks>();
    }
}
