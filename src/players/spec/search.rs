//! The section of a policy that searches.

use super::explain::Explained;
use super::networks::{explain_value, read_value};
use super::{PolicySpec, Searching};
use crate::registry;
use cards::data::{Fields, Value};
use game::state::MAX_PLAYERS;
use std::ops::RangeInclusive;
use std::path::Path;
use value::source::ValueSource;

/// The largest number of playouts for a question.
pub const PLAYOUTS: RangeInclusive<usize> = 4..=100_000;

/// The prefix of the name of a policy that knows what is hidden.
const ORACLE: &str = "oracle";

/// How a player searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The policy that gives the plain answers and plays imagined rounds.
    pub policy: String,
    /// Imagined rounds for each question, by the number of players.
    pub playouts: [usize; MAX_PLAYERS],
    /// The maximum number of answers to try.
    pub candidates: usize,
    /// How far a score of the networks may fall short of the best for the answer to be tried.
    pub doubt: f32,
    /// By how many standard errors an answer must be better than the plain one.
    pub caution: f32,
    /// Whether all answers are tried equally often, to learn what each of them is worth: those that drop
    /// out early are those with bad luck.
    pub even: bool,
    /// The value that scores an imagined round where it ends.
    pub value: ValueSource,
    /// Whether imagined rounds use the real order of the cards and the real future luck: an oracle,
    /// as an upper bound for fair players.
    pub oracle: bool,
}

/// Reads the section, if there is one, and the policy that imagined games are played with.
pub(super) fn section(
    name: &str,
    file: &Fields<'_>,
    searching: Searching,
    folder: &Path,
) -> Option<(Search, Option<PolicySpec>)> {
    let item = file.item("search")?;
    if searching == Searching::Refused {
        item.fault("imagined games must use a policy that does not search");
        return None;
    }
    let (search, base) = super::section(file, "search", |section| read(section, folder))?;
    if search.oracle && !name.starts_with(ORACLE) {
        item.fault(format!(
            "`{name}` knows what is hidden, so its file must be called `{ORACLE}.toml` or \
             `{ORACLE}-SOMETHING.toml`"
        ));
    }
    Some((search, base))
}

/// Reads the playouts: one number, or one for each number of players.
fn playouts(section: &Fields<'_>) -> Option<[usize; MAX_PLAYERS]> {
    let range = *PLAYOUTS.start() as i64..=*PLAYOUTS.end() as i64;
    let item = section.item("playouts")?;
    if !matches!(item.node.value, Value::List(_)) {
        let number = item.number(range)?;
        return Some([number as usize; MAX_PLAYERS]);
    }
    let numbers = item.items()?;
    let numbers = numbers.iter().filter_map(|item| item.number(range.clone()));
    let numbers: Vec<usize> = numbers.map(|number| number as usize).collect();
    let found = <[usize; MAX_PLAYERS]>::try_from(numbers).ok();
    if found.is_none() {
        item.fault(format!(
            "expected a number, or {MAX_PLAYERS} for 1 to {MAX_PLAYERS} players"
        ));
    }
    found
}

/// The playouts as they are written.
fn playouts_text(search: &Search) -> String {
    let [first, others @ ..] = search.playouts;
    match others.iter().all(|other| *other == first) {
        true => first.to_string(),
        false => format!("{:?} with 1 to 4 players", search.playouts),
    }
}

/// Reads the fields of the section, and the policy that it names.
fn read(section: &Fields<'_>, folder: &Path) -> Option<(Search, Option<PolicySpec>)> {
    let policy = section.text("policy");
    let policy = policy.unwrap_or_else(|| registry::DEFAULT.into());
    let base = match registry::load_plain(&policy) {
        Ok(base) => Some(base),
        Err(faults) => {
            for fault in faults.0 {
                section.fault_in("policy", format!("the policy of imagined rounds: {fault}"));
            }
            None
        }
    };
    let learned = base.as_ref().and_then(|base| base.networks.as_ref());
    let value = match learned.filter(|_| !section.has("value")) {
        Some(learned) => learned.value.clone(),
        None => read_value(section, "value", folder)?,
    };
    let number = |name, range, default| section.decimal(name, range).unwrap_or(default);
    let candidates = section.number("candidates", 2..=250);
    let search = Search {
        policy,
        playouts: playouts(section).unwrap_or([64; MAX_PLAYERS]),
        candidates: candidates.unwrap_or(12) as usize,
        doubt: number("doubt", 0.0..=100.0, 100.0),
        caution: number("caution", 0.0..=10.0, 1.0),
        even: false,
        value,
        oracle: section.flag("oracle").unwrap_or(false),
    };
    Some((search, base))
}

/// Explains the section.
pub(super) fn explain(search: &Search) -> Explained {
    let mut lines = vec![
        format!(
            "policy = {}: who gives the plain answers and plays imagined rounds",
            search.policy
        ),
        format!(
            "playouts = {}: maximum imagined rounds per decision",
            playouts_text(search)
        ),
        format!(
            "candidates = {}: maximum number of options tried",
            search.candidates
        ),
        format!(
            "doubt = {}: how far the networks' score of an option may be below the best for it to be tried",
            search.doubt
        ),
        format!(
            "caution = {}: standard errors by which an option must be better",
            search.caution
        ),
    ];
    lines.extend(explain_value(&search.value));
    let (strategy, text) = match search.oracle {
        true => (
            "oracle",
            "Not a fair player: before each decision, imagines how the round continues once for \
             each option worth trying, with the real decks, face-down enemies and future luck, and \
             takes the option with the best result. Shows how much could be won by knowing what is \
             hidden.",
        ),
        false => (
            "value",
            "Before each decision, imagines the rest of the round for each option worth trying: \
             from the visible table, with deck orders and face-down enemies dealt again, and all \
             players answering as above. A learned value evaluates the position at its end. Purchases \
             are tried as whole plans. Options that the networks score best are tried first; half are \
             dropped after each stage, and any that make no difference or are clearly worse. The best \
             replaces the plain answer if it did clearly better with the same imagined luck.",
        ),
    };
    Explained {
        section: "search",
        strategy,
        text,
        lines,
    }
}
