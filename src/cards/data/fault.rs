//! Errors in data, with what is needed to fix them.

use super::tree::{Location, SyntaxError};
use crate::words::nearest;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// One thing wrong with the data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
pub(crate) const SHOWN: usize = 40;

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
            message: message.into(),
            ..Fault::default()
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

    /// Adds the errors of another reading.
    pub fn extend(&self, faults: Faults) {
        self.0.borrow_mut().extend(faults.0);
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
            field: (!spot.path.is_empty()).then(|| spot.path.clone()),
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

/// Where in the data something is: place, subject and field.
#[derive(Clone, Debug)]
pub struct Spot {
    /// File and line.
    pub place: Location,
    /// What it is about: a card, a policy ...
    pub subject: Arc<str>,
    /// The way to its field: `ability[2].do[1].to`; people count from 1.
    pub path: String,
}

impl Spot {
    /// The spot of a whole subject.
    pub fn new(place: &Location, subject: impl Into<Arc<str>>) -> Self {
        Spot {
            place: place.clone(),
            subject: subject.into(),
            path: String::new(),
        }
    }

    /// A field of what is here.
    pub fn field(&self, place: &Location, name: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.step(place, [&self.path, dot, name].concat())
    }

    /// An element of the list that is here, counted from 0.
    pub fn element(&self, place: &Location, index: usize) -> Self {
        self.step(place, format!("{}[{}]", self.path, index + 1))
    }

    fn step(&self, place: &Location, path: String) -> Self {
        Spot {
            place: place.clone(),
            subject: Arc::clone(&self.subject),
            path,
        }
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
