//! What files of learned weights begin with: lines of text that say what the weights are and how they
//! were made.

use cards::data::Faults;
use files::Kind;

/// The line after which the weights follow.
const END: &str = "weights";

/// The lines before the weights.
#[derive(Default)]
pub(crate) struct Heading {
    /// How they were made, line by line.
    pub(crate) story: Vec<String>,
    /// The cards known by name: what they are, and their ids in files.
    pub(crate) named: Vec<(String, String)>,
}

impl Heading {
    /// The lines as bytes; `shape` identifies the inputs of the weights.
    pub(crate) fn to_bytes(&self, shape: &str) -> Vec<u8> {
        let mut text = format!("shape {shape}\n");
        for line in &self.story {
            text += &format!("# {line}\n");
        }
        for (what, id) in &self.named {
            text += &format!("{what} {id}\n");
        }
        text += &format!("{END}\n");
        text.into_bytes()
    }

    /// Opens a sealed file and reads its lines; what follows them are the weights. `named` are the
    /// words for what a card is.
    pub(crate) fn open<'b>(
        (kind, file): (&Kind, &str),
        bytes: &'b [u8],
        shape: &str,
        named: &[&str],
    ) -> Result<(Self, &'b [u8]), Faults> {
        let fault = |message: String| Faults::single(file, message);
        let damaged = |reason| fault(format!("damaged, or of another version: {reason}"));
        let mut rest = kind.open(bytes).map_err(damaged)?.body;
        let mut line = || -> Option<&str> {
            let end = rest.iter().position(|byte| *byte == b'\n')?;
            let text = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            Some(text)
        };
        if line().and_then(|line| line.strip_prefix("shape ")) != Some(shape) {
            let message = "was trained by another version of this program; train it again with \
                `xenosim learn`";
            return Err(fault(message.into()));
        }
        let mut heading = Heading::default();
        loop {
            let Some(text) = line() else {
                return Err(fault(format!("has no line `{END}`: it is truncated")));
            };
            match text.split_once(' ') {
                Some(("#", text)) => heading.story.push(text.into()),
                Some((what, id)) if named.contains(&what) => {
                    heading.named.push((what.into(), id.into()));
                }
                None if text == END => return Ok((heading, rest)),
                _ => return Err(fault(format!("has an unknown line: `{text}`"))),
            }
        }
    }
}
