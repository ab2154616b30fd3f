//! Errors in data, with what is needed to fix them.

use super::tree::{Location, SyntaxError};
use crate::words::nearest;
use arrayvec::ArrayVec;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// One thing wrong with the data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The file (or the command line option) it is in.
    pub file: String,
    /// The line, where there is one.
    pub line: Option<u32>,
    /// What it is about: a card, a ruling, the set.
    pub subject: Option<String>,
    /// The field, with its way through lists: `ability[2].do[1].to`.
    pub field: Option<String>,
    /// What is wrong and what was expected.
    pub message: String,
    /// For invalid TOML: what else cannot be read because of it.
    pub spoils: Option<Spoils>,
}

/// What else cannot be read if a file is invalid TOML in some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spoils {
    /// The file cannot be trusted from this line on.
    FromLine(u32),
    /// The whole file is unreadable: a bracket is never closed.
    Everything,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(subject) = &self.subject {
            write!(f, ": {subject}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": field `{field}`")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The maximum number of errors shown.
const SHOWN: usize = 40;

/// All errors found, shown one per line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// The errors of several readings: each once, without those that only follow from invalid TOML
    /// further up.
    pub fn of(faults: impl IntoIterator<Item = Fault>) -> Self {
        let mut seen = HashSet::new();
        let mut faults: Vec<Fault> = faults.into_iter().collect();
        let mut spoiled_from: HashMap<String, u32> = HashMap::new();
        for fault in &faults {
            if let Some(spoils) = fault.spoils {
                let line = match spoils {
                    Spoils::FromLine(line) => line,
                    Spoils::Everything => 0,
                };
                let first = spoiled_from.entry(fault.file.clone()).or_insert(line);
                *first = line.min(*first);
            }
        }
        faults.retain(|fault| {
            let readable = match (spoiled_from.get(&fault.file), fault.line) {
                (Some(first), Some(line)) => line < *first,
                _ => true,
            };
            (fault.spoils.is_some() || readable) && seen.insert(fault.clone())
        });
        Faults(faults)
    }

    /// The faults that are shown, and how many there are beyond them.
    pub fn shown(&self) -> (&[Fault], usize) {
        let shown = self.0.len().min(SHOWN);
        (&self.0[..shown], self.0.len() - shown)
    }

    fn text(&self) -> String {
        let (shown, more) = self.shown();
        let mut lines: Vec<String> = shown.iter().map(Fault::to_string).collect();
        match more {
            0 => {}
            1 => lines.push("... and 1 more error".into()),
            more => lines.push(format!("... and {more} more errors")),
        }
        lines.join("\n")
    }

    /// A single error that does not belong to a line of a file.
    pub fn single(file: &str, message: impl Into<String>) -> Self {
        Faults(vec![Fault {
            file: file.into(),
            line: None,
            subject: None,
            field: None,
            message: message.into(),
            spoils: None,
        }])
    }
}

/// Collects errors while data is read; reading continues after an error.
#[derive(Default)]
pub struct Sink(RefCell<Vec<Fault>>);

impl Sink {
    /// Notes a fault.
    pub fn add(&self, spot: &Spot, message: impl Into<String>) {
        self.note(spot, message.into(), None);
    }

    /// Adds that a file is invalid TOML in some places.
    pub fn add_syntax(&self, errors: Vec<SyntaxError>) {
        for error in errors {
            self.note(
                &Spot::new(&error.place, ""),
                error.message,
                Some(error.spoils),
            );
        }
    }

    fn note(&self, spot: &Spot, message: String, spoils: Option<Spoils>) {
        self.0.borrow_mut().push(Fault {
            file: spot.place.file().into(),
            line: spot.place.line(),
            subject: (!spot.subject.is_empty()).then(|| spot.subject.to_string()),
            field: Some(spot.path()).filter(|path| !path.is_empty()),
            message,
            spoils,
        });
    }

    /// Whether there is no fault so far.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// How many faults there are so far.
    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// The errors, without repetitions and without those that only follow from others.
    pub fn into_faults(self) -> Vec<Fault> {
        Faults::of(self.0.into_inner()).0
    }

    /// What was read, unless there are errors.
    pub fn finish<T>(self, read: T) -> Result<T, Faults> {
        let faults = self.into_faults();
        if faults.is_empty() {
            Ok(read)
        } else {
            Err(Faults(faults))
        }
    }
}

/// Where in the data something is: place, subject and field. There is one for every value that is
/// read, and nearly none is ever shown, so the field is put into words only then.
#[derive(Clone, Debug)]
pub struct Spot {
    /// File and line.
    pub place: Location,
    /// What it is about: a card, a policy ...
    pub subject: Arc<str>,
    /// The way to its field.
    steps: ArrayVec<Step, 8>,
}

/// A step on the way to a field.
#[derive(Clone, Debug)]
enum Step {
    /// Into a field of a table.
    Field(Cow<'static, str>),
    /// To an element of a list, from 0.
    Element(usize),
}

impl Spot {
    /// The spot of a whole subject.
    pub fn new(place: &Location, subject: impl Into<Arc<str>>) -> Self {
        Spot {
            place: place.clone(),
            subject: subject.into(),
            steps: ArrayVec::new(),
        }
    }

    /// A field of what is here.
    pub fn field(&self, place: &Location, name: impl Into<Cow<'static, str>>) -> Self {
        self.step(place, Step::Field(name.into()))
    }

    /// An element of the list that is here.
    pub fn element(&self, place: &Location, index: usize) -> Self {
        self.step(place, Step::Element(index))
    }

    fn step(&self, place: &Location, step: Step) -> Self {
        let mut steps = self.steps.clone();
        if steps.is_full() {
            steps = ArrayVec::from_iter([Step::Field(self.path().into())]);
        }
        steps.push(step);
        Spot {
            place: place.clone(),
            subject: Arc::clone(&self.subject),
            steps,
        }
    }

    /// The field in words; people count from 1.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.steps {
            match step {
                Step::Field(name) if path.is_empty() => path += name,
                Step::Field(name) => path += &format!(".{name}"),
                Step::Element(index) => path += &format!("[{}]", index + 1),
            }
        }
        path
    }
}

/// "unknown card `x`; did you mean `y`?", with the whole list if it is short.
pub fn unknown<'a>(
    what: &str,
    wrong: &str,
    valid: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    let mut message = format!("unknown {what} `{wrong}`");
    if let Some(near) = nearest(wrong, valid.clone()) {
        message += &format!("; did you mean `{near}`?");
    }
    let all: Vec<&str> = valid.into_iter().collect();
    if all.len() <= 48 {
        message += &format!(" (known: {})", all.join(", "));
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Layer;

    #[test]
    fn a_field_is_named_however_deep_it_is() {
        let place = Location::file_only("file", Layer::Set);
        let mut spot = Spot::new(&place, "card `x`");
        assert_eq!(spot.path(), "");
        let mut path = String::new();
        for index in 0..20 {
            spot = spot.field(&place, "do").element(&place, index);
            path += &format!("{}do[{}]", if index == 0 { "" } else { "." }, index + 1);
            assert_eq!(spot.path(), path);
        }
    }
}
