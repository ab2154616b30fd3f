//! The seal: one line at the end of every file that the program reads back. It says what the file
//! is, in which version of its format, and what it belongs to, and has a checksum of every byte
//! before it. In a file of JSON it is the last field of the object.
//!
//! ```text
//! xenosim part 6 [build 1f2e3d4c5b6a, run 8899aabbccddeeff, shard 2/3] 0123456789abcdef
//! ```

pub use xxhash_rust::xxh3::Xxh3 as Checksum;
use xxhash_rust::xxh3::xxh3_64;

const DIGITS: usize = 16;

/// What belongs to nothing: anybody may read it.
pub const FREE: &str = "-";

/// The checksum of some bytes. With a [`Checksum`], they can come in pieces.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    name: &'static str,
    version: u32,
    /// What stands between the body and the seal, and after the seal.
    around: (&'static str, &'static str),
}

/// The contents of a sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed<'a> {
    /// What it belongs to.
    pub origin: &'a str,
    /// Everything before the seal.
    pub body: &'a [u8],
}

impl Kind {
    /// A kind whose files hold any bytes.
    pub const fn bytes(name: &'static str, version: u32) -> Self {
        Kind {
            name,
            version,
            around: ("\n", "\n"),
        }
    }

    /// A kind whose files are objects of JSON. Their body ends before the last `\n}`.
    pub const fn json(name: &'static str, version: u32) -> Self {
        Kind {
            name,
            version,
            around: (",\n  \"seal\": \"", "\"\n}\n"),
        }
    }

    /// A file with this body. The origin is a single line without quotes.
    pub fn seal(&self, origin: &str, body: &[u8]) -> Vec<u8> {
        let (name, version, (before, after)) = (self.name, self.version, self.around);
        let mut file = body.to_vec();
        file.extend(format!("{before}xenosim {name} {version} [{origin}] ").bytes());
        let sum = checksum(&file);
        file.extend(format!("{sum:0DIGITS$x}{after}").bytes());
        file
    }

    /// What a file holds, or what is wrong with it.
    pub fn open<'a>(&self, file: &'a [u8]) -> Result<Sealed<'a>, String> {
        let (before, after) = self.around;
        let (line, digits, body) = split(file, before, after)
            .ok_or_else(|| format!("it does not end with the seal of `{}`", self.name))?;
        let covered = &file[..file.len() - after.len() - DIGITS];
        if format!("{:0DIGITS$x}", checksum(covered)).as_bytes() != digits {
            return Err("its checksum does not match".into());
        }
        let read = || {
            let line = std::str::from_utf8(line).ok()?.strip_prefix("xenosim ")?;
            let (kind, rest) = line.split_once(" [")?;
            Some((kind, rest.strip_suffix("] ")?))
        };
        let (kind, origin) = read().ok_or("its seal cannot be read")?;
        let expected = format!("{} {}", self.name, self.version);
        match kind == expected {
            true => Ok(Sealed { origin, body }),
            false => Err(format!("it is `{kind}`, expected `{expected}`")),
        }
    }
}

/// The line of the seal, the digits of its checksum, and what stands before it.
fn split<'a>(file: &'a [u8], before: &str, after: &str) -> Option<(&'a [u8], &'a [u8], &'a [u8])> {
    let rest = file.strip_suffix(after.as_bytes())?;
    let (covered, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let mut places = covered.windows(before.len());
    let at = places.rposition(|place| place == before.as_bytes())?;
    Some((&covered[at + before.len()..], digits, &covered[..at]))
}

/// The checksum that a file of bytes carries, found by the compiler for files that are built in.
pub const fn carried_checksum(file: &[u8]) -> u64 {
    let (mut sum, mut at) = (0, file.len().saturating_sub(DIGITS + 1));
    while at + 1 < file.len() {
        let digit = (file[at] as char).to_digit(16);
        sum = sum << 4
            | if let Some(digit) = digit {
                digit as u64
            } else {
                0
            };
        at += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 2] = [Kind::bytes("part", 6), Kind::json("manifest", 2)];

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        for kind in KINDS {
            let body = b"{\n  \"a\": 1,\n  \"b\": \"xenosim part 6 [x] 0\"";
            let file = kind.seal("build 12, run 34", body);
            let opened = kind.open(&file).unwrap();
            assert_eq!(
                (opened.origin, opened.body),
                ("build 12, run 34", &body[..])
            );
            for index in 0..file.len() {
                for flipped in [1, 0x20, 0x80] {
                    let mut changed = file.clone();
                    changed[index] ^= flipped;
                    assert!(kind.open(&changed).is_err(), "byte {index}");
                }
                assert!(kind.open(&file[..index]).is_err(), "cut at {index}");
                assert!(kind.open(&file[index + 1..]).is_err(), "from {index}");
            }
            assert!(kind.open(&[&file[..], &file[..]].concat()).is_err());
        }
    }

    #[test]
    fn another_kind_or_version_is_named() {
        let file = KINDS[0].seal(FREE, b"");
        let error = Kind::bytes("value", 6).open(&file).unwrap_err();
        assert_eq!(error, "it is `part 6`, expected `value 6`");
        let error = Kind::bytes("part", 7).open(&file).unwrap_err();
        assert_eq!(error, "it is `part 6`, expected `part 7`");
        let error = KINDS[1].open(&file).unwrap_err();
        assert_eq!(error, "it does not end with the seal of `manifest`");
    }

    #[test]
    fn a_file_of_json_stays_one_and_its_checksum_can_be_read() {
        let file = KINDS[1].seal("build 1", b"{\n  \"a\": 1");
        let text = String::from_utf8(file).unwrap();
        assert!(text.starts_with("{\n  \"a\": 1,\n  \"seal\": \"xenosim manifest 2 [build 1] "));
        let file = KINDS[0].seal(FREE, b"abc");
        let covered = &file[..file.len() - DIGITS - 1];
        assert_eq!(carried_checksum(&file), checksum(covered));
    }
}
