//! Changes to a game: what an arm of a comparison does differently.
//!
//! On the command line an arm is written `name:key=value,key=value`; in a file it is a table with
//! the same keys. The keys are the options of the game (`deployment`, `difficulty`, `base-hp` ...),
//! `players`, `policy`, `sets` and their options, `ruling.NAME`, `set.CARD.FIELD`, `copies.CARD` and
//! `patch`.

use cards::data::tree::{Entry, Layer};
use cards::data::{Faults, Fields, Location, Node, Sink, Spot, TomlTable, Value};
use cards::load::SetChoice;
use cards::ruleset::Switches;
use cards::ruleset::file::RulesFile;

/// Keys whose values are whole numbers.
const NUMBERS: [&str; 2] = ["players", "base-hp"];

/// Choices about a game; everything else is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Number of players.
    pub players: Option<u8>,
    /// The policies: one, or one for each seat.
    pub policy: Option<String>,
    /// Which card sets are used, and what comes from each.
    pub sets: SetChoice,
    /// Switches of the rules.
    pub switches: Switches,
    /// Rulings by name and option; later ones take precedence.
    pub rulings: Vec<(String, String)>,
    /// Changes of cards, `card.field=value`; later ones take precedence.
    pub set: Vec<String>,
    /// Patch files, applied before `set`.
    pub patch: Vec<String>,
}

impl Changes {
    /// These changes made to what `base` chooses.
    pub fn over(&self, base: &Changes) -> Changes {
        Changes {
            players: self.players.or(base.players),
            policy: self.policy.clone().or_else(|| base.policy.clone()),
            sets: self.sets.over(&base.sets),
            switches: self.switches.or(base.switches),
            rulings: [base.rulings.clone(), self.rulings.clone()].concat(),
            set: [base.set.clone(), self.set.clone()].concat(),
            patch: [base.patch.clone(), self.patch.clone()].concat(),
        }
    }

    /// Every choice under its key, as in the notation of arms.
    pub fn entries(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        let mut add = |key: &str, value: String| all.push((key.to_string(), value));
        for (name, value) in self.switches.chosen() {
            add(name, value);
        }
        for (name, value) in self.sets.entries() {
            add(name, value);
        }
        if let Some(players) = self.players {
            add("players", players.to_string());
        }
        if let Some(policy) = &self.policy {
            add("policy", policy.clone());
        }
        for (name, option) in &self.rulings {
            add(&format!("ruling.{name}"), option.clone());
        }
        for path in &self.patch {
            add("patch", path.clone());
        }
        for assignment in &self.set {
            let (path, value) = assignment.split_once('=').unwrap_or((assignment, ""));
            add(&format!("set.{}", path.trim()), value.trim().to_string());
        }
        all
    }

    /// The changes in the notation of arms; "no change" if there are none.
    pub fn describe(&self) -> String {
        let entries = self.entries().into_iter();
        let texts: Vec<String> = entries
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        if texts.is_empty() {
            "no change".into()
        } else {
            texts.join(",")
        }
    }

    /// The options of the other commands that make these choices.
    pub fn arguments(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (key, value) in self.entries() {
            let (option, value) = match (key.strip_prefix("ruling."), key.strip_prefix("set.")) {
                (Some(name), _) => ("ruling", format!("{name}={value}")),
                (_, Some(path)) => ("set", format!("{path}={value}")),
                _ => (key.as_str(), value),
            };
            all.extend([format!("--{option}"), value]);
        }
        all
    }

    /// Reads the changes among the fields of a table.
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let RulesFile {
            players,
            switches,
            rulings,
        } = RulesFile::read(fields);
        Changes {
            players,
            policy: fields.text("policy"),
            sets: SetChoice::read(fields),
            switches,
            rulings,
            set: fields.texts("set"),
            patch: fields.texts("patch"),
        }
    }

    /// Parses `name:key=value,key=value`. Without a name, the changes serve as the name.
    pub fn parse_arm(option: &str, text: &str) -> Result<(String, Changes), Faults> {
        let (name, body) = split_name(text);
        let place = Location::file_only(&format!("--{option} {text}"), Layer::Patch);
        let sink = Sink::default();
        let table = inline_table(body, &place, &sink);
        let fields = Fields::new(&table, Spot::new(&place, ""), &sink);
        let changes = Changes::read(&fields);
        fields.finish();
        if name.is_some_and(|name| name.trim().is_empty()) {
            sink.add(&Spot::new(&place, ""), "the name before the colon is empty");
        }
        let changes = sink.finish(changes)?;
        let name = name.map_or_else(|| changes.describe(), |name| name.trim().to_string());
        Ok((name, changes))
    }
}

/// A key as changes know it: `copies.CARD` is a field of the card.
pub(super) fn key_of(key: &str) -> String {
    match key.strip_prefix("copies.") {
        Some(card) => format!("set.{card}.copies"),
        None => key.into(),
    }
}

/// Splits off the name: what comes before a colon that comes before any `=`.
fn split_name(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((name, body)) if !name.contains('=') => (Some(name), body),
        _ if text.contains('=') || text.trim().is_empty() => (None, text),
        // A bare word is a name without changes.
        _ => (Some(text), ""),
    }
}

/// Splits at commas outside brackets and quotes. A piece without `=` belongs to the one before it,
/// so that `policy=greedy,random` needs no quotes.
fn pieces(text: &str) -> Vec<String> {
    let (mut all, mut current) = (Vec::<String>::new(), String::new());
    let (mut depth, mut quoted) = (0i32, false);
    for c in text.chars().chain([',']) {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                let piece = std::mem::take(&mut current);
                match all.last_mut() {
                    Some(last) if !piece.contains('=') => *last += &format!(",{piece}"),
                    _ => all.push(piece),
                }
                continue;
            }
            _ => {}
        }
        current.push(c);
    }
    if !current.is_empty() {
        // An open bracket or quote: kept whole, so that the reader of the value can complain.
        all.push(current.trim_end_matches(',').to_string());
    }
    all.retain(|piece| !piece.trim().is_empty());
    all
}

/// The changes of the command line as the table that a file would hold.
fn inline_table(body: &str, place: &Location, sink: &Sink) -> TomlTable {
    let node = |value| Node {
        value,
        place: place.clone(),
    };
    let (mut table, mut rulings, mut set, mut patch) = (
        TomlTable::default(),
        TomlTable::default(),
        Vec::new(),
        Vec::new(),
    );
    let entry = |key: &str, value| Entry {
        key: key.to_string(),
        place: place.clone(),
        node: node(value),
    };
    for piece in pieces(body) {
        let Some((key, value)) = piece.split_once('=') else {
            let message = format!("expected key=value, found `{}`", piece.trim());
            sink.add(&Spot::new(place, ""), message);
            continue;
        };
        let (key, value) = (key_of(key.trim()), value.trim());
        let key = key.as_str();
        if let Some(name) = key.strip_prefix("ruling.") {
            rulings.set(entry(name, Value::Text(value.to_string())));
        } else if let Some(path) = key.strip_prefix("set.") {
            set.push(node(Value::Text(format!("{path}={value}"))));
        } else if key == "patch" {
            patch.push(node(Value::Text(value.to_string())));
        } else {
            if table.get(key).is_some() {
                let message = format!("`{key}` is given twice");
                sink.add(&Spot::new(place, ""), message);
            }
            let number = value.parse().ok().filter(|_| NUMBERS.contains(&key));
            table.set(entry(
                key,
                number.map_or(Value::Text(value.to_string()), Value::Number),
            ));
        }
    }
    let mut nest = |key, value, filled: bool| {
        if filled {
            table.set(entry(key, value));
        }
    };
    let (any_rulings, any_set, any_patch) =
        (!rulings.0.is_empty(), !set.is_empty(), !patch.is_empty());
    nest("ruling", Value::Table(rulings), any_rulings);
    nest("set", Value::List(set), any_set);
    nest("patch", Value::List(patch), any_patch);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::ruleset::{Deployment, Difficulty};

    #[test]
    fn every_kind_of_change_is_read() {
        let text = "harder:deployment=onslaught,difficulty=hard,ruling.bio-enhancer=+2,\
                    set.prowler.hp=4,set.atlas.types=[\"armor\",\"weapon\"],policy=pass,random,\
                    players=2,base-hp=12";
        let (name, changes) = Changes::parse_arm("arm", text).unwrap();
        assert_eq!(name, "harder");
        assert_eq!(changes.players, Some(2));
        assert_eq!(changes.policy.as_deref(), Some("pass,random"));
        assert_eq!(changes.switches.deployment, Some(Deployment::Onslaught));
        assert_eq!(changes.switches.difficulty, Some(Difficulty::Hard));
        assert_eq!(changes.switches.base_hp, Some(12));
        assert_eq!(
            changes.rulings,
            [("bio-enhancer".to_string(), "+2".to_string())]
        );
        assert_eq!(
            changes.set,
            ["prowler.hp=4", "atlas.types=[\"armor\",\"weapon\"]"]
        );
    }

    #[test]
    fn without_a_name_the_changes_are_the_name_and_read_again() {
        let (name, changes) = Changes::parse_arm("arm", "set.prowler.hp=4,base-hp=9").unwrap();
        assert_eq!(name, "base-hp=9,set.prowler.hp=4");
        let again = Changes::parse_arm("arm", &format!("x:{name}")).unwrap().1;
        assert_eq!(again, changes);
    }

    #[test]
    fn changes_override_the_base() {
        let base = Changes::parse_arm("arm", "b:base-hp=20,policy=pass,ruling.x=a")
            .unwrap()
            .1;
        let arm = Changes::parse_arm("arm", "a:base-hp=10,ruling.x=b")
            .unwrap()
            .1;
        let both = arm.over(&base);
        assert_eq!(both.switches.base_hp, Some(10));
        assert_eq!(both.policy.as_deref(), Some("pass"));
        assert_eq!(both.rulings.last().unwrap().1, "b");
        assert_eq!(arm.arguments(), ["--base-hp", "10", "--ruling", "x=b"]);
    }
}
