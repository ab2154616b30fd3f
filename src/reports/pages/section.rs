//! A section of a report, made from one directory.

use super::folder::Folder;
use super::sheet::Sheet;
use charts::{Chart, Drawing, Format};

/// A part of the page, made from one directory.
pub(super) struct Section {
    /// Its identity on the page.
    pub(super) anchor: String,
    /// The command that made it.
    pub(super) kind: String,
    /// What it is about.
    pub(super) title: String,
    /// The answer as text, the most important sentence first.
    pub(super) answer: Vec<String>,
    /// What a reader should know before relying on it.
    pub(super) warnings: Vec<String>,
    /// The pictures.
    pub(super) figures: Vec<Figure>,
    /// The tables, each with a sentence about it.
    pub(super) tables: Vec<(Sheet, String)>,
    /// Commands to run, with what they do.
    pub(super) commands: Vec<(String, String)>,
    /// Interesting games, each with the command that shows it.
    pub(super) replays: Vec<Replay>,
    /// What was played, as names and values.
    pub(super) facts: Vec<(String, String)>,
}

/// An interesting game.
pub(super) struct Replay {
    /// What it is an example of.
    pub(super) what: String,
    /// The arguments of `xenosim replay`, without the file.
    pub(super) arguments: Vec<String>,
    /// The page, once it is written: its name beside the report.
    pub(super) page: Option<String>,
}

/// A picture.
pub(super) struct Figure {
    /// How to read it.
    pub(super) caption: String,
    /// The picture itself.
    pub(super) drawing: Drawing,
    /// The name of the table behind it.
    pub(super) table: String,
}

impl Section {
    /// A section that only says how its results were made.
    pub(super) fn new(folder: &Folder, title: String) -> Self {
        let mut section = Section {
            anchor: String::new(),
            kind: folder.command().to_string(),
            title,
            answer: Vec::new(),
            warnings: Vec::new(),
            figures: Vec::new(),
            tables: Vec::new(),
            commands: Vec::new(),
            replays: Vec::new(),
            facts: facts(folder),
        };
        if let Some(command) = folder.text("/command") {
            let what = "Reproduces these results byte for byte:".to_string();
            section.commands.push((what, command));
        }
        if !folder.is_complete() {
            let warning = "This run was interrupted: these results cover only part of it.";
            section.warnings.push(warning.into());
        }
        section
    }

    /// Adds a picture of a table.
    pub(super) fn figure(&mut self, caption: &str, table: &str, chart: &impl Chart) {
        self.figures.push(Figure {
            caption: caption.to_string(),
            drawing: chart.draw(),
            table: table.to_string(),
        });
    }

    /// Adds a game to look at.
    pub(super) fn replay(&mut self, what: String, arguments: Vec<String>) {
        self.replays.push(Replay {
            what,
            arguments,
            page: None,
        });
    }

    /// Adds a table, unless it is empty.
    pub(super) fn table(&mut self, sheet: Sheet, about: &str) {
        if !sheet.rows.is_empty() {
            self.tables.push((sheet, about.to_string()));
        }
    }
}

/// What was played: the parts of the manifest that identify it.
fn facts(folder: &Folder) -> Vec<(String, String)> {
    const WANTED: [(&str, &str); 18] = [
        ("Directory", ""),
        ("Version", "/version"),
        ("Version", "/configuration/version"),
        ("Cards", "/configuration/cards"),
        ("Cards", "/strata/0/baseline/cards"),
        ("Card data", "/configuration/cards_fingerprint"),
        ("Card data", "/strata/0/baseline/cards_fingerprint"),
        ("Players", "/configuration/players"),
        ("Policy", "/configuration/policy"),
        ("Policy data", "/configuration/policy_fingerprint"),
        ("Seed", "/configuration/seed"),
        ("Seed", "/seed"),
        ("Games", "/games/played"),
        ("Maximum games of each arm", "/games"),
        ("Measure", "/measure"),
        ("Margin", "/margin"),
        ("Simultaneous comparisons", "/family"),
        ("Run identity", "/fingerprint"),
    ];
    let mut facts: Vec<(String, String)> = Vec::new();
    for (name, pointer) in WANTED {
        let value = if pointer.is_empty() {
            Some(folder.name())
        } else {
            let plain = folder.fact(pointer).filter(|value| !value.is_object());
            plain.and(folder.text(pointer))
        };
        facts.extend(value.map(|value| (name.to_string(), value)));
    }
    let switches = folder
        .fact("/configuration/switches")
        .and_then(|value| value.as_object());
    facts.extend(
        switches.into_iter().flatten().filter_map(|(name, value)| {
            Some((format!("Rule: {name}"), value.as_str()?.to_string()))
        }),
    );
    facts
}

/// A number of things as text: "1 player", "2 players".
pub(super) fn count(number: &str, thing: &str) -> String {
    match number {
        "1" => format!("1 {thing}"),
        other => format!("{other} {thing}s"),
    }
}

/// Words as a list in a sentence.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An integer with thousands separators.
pub(super) fn whole(number: f64) -> String {
    Format::Number(0).show(number)
}
