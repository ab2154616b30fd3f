//! Tries one of the program's formats, named by `FORMAT`, with inputs that reach something new:
//!
//! ```text
//! FORMAT=patch cargo +nightly fuzz run --fuzz-dir tests/fuzz formats tests/fuzz/corpus/patch
//! ```
//!
//! What it finds stays in the corpus, which the tests try, too (`cargo test --lib fuzz`); shorten it
//! with `cargo fuzz cmin` first.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use xenosim::fuzz::{FORMATS, Reader};

static READ: LazyLock<Reader> = LazyLock::new(|| {
    let wanted = std::env::var("FORMAT").unwrap_or_default();
    let mut formats = FORMATS.iter();
    let found = formats.find(|(name, _)| *name == wanted);
    let names = FORMATS.map(|(name, _)| name).join(", ");
    found.unwrap_or_else(|| panic!("FORMAT is one of {names}")).1
});

fuzz_target!(|input: &[u8]| READ(input));
