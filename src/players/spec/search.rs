//! The section of a policy that searches.

use super::explain::Explained;
use super::learned::{explain_value, read_value};
use super::section::Reading;
use super::{PolicySpec, Searching};
use crate::registry;
use cards::data::{Fields, Value};
use cards::words::{Word, words};
use game::state::MAX_PLAYERS;
use std::ops::RangeInclusive;
use std::path::Path;
use value::source::ValueSource;

words! {
    /// A part of the game that is searched.
    pub enum SearchPart as "part of the game" {
        /// Purchases.
        Purchase = "purchase",
        /// Deployments.
        Deployment = "deployment",
        /// Everything in combat.
        Combat = "combat",
        /// Discards and upgrades.
        WrapUp = "wrap-up",
    }
}

/// The largest number of playouts for a question.
pub const PLAYOUTS: RangeInclusive<usize> = 4..=100_000;

/// The prefix of the name of a policy that knows what is hidden.
const ORACLE: &str = "oracle";

/// How a player searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The policy that plays imagined games and answers what is not searched.
    pub policy: String,
    /// Imagined games for each question, by the number of players.
    pub playouts: [usize; MAX_PLAYERS],
    /// The maximum number of answers to try.
    pub candidates: usize,
    /// Rounds of an imagined game, including the current one.
    pub rounds: u8,
    /// The value that scores an imagined game where it stops; without one, rounds survived and
    /// base left.
    pub value: Option<ValueSource>,
    /// The value to use instead in games of one player.
    pub value_alone: Option<ValueSource>,
    /// By how many standard errors an answer must be better than the plain one.
    pub caution: f32,
    /// Whether imagined games use the real order of the cards and the real future luck: an oracle,
    /// as an upper bound for fair players.
    pub oracle: bool,
    /// Whether purchases are searched.
    pub purchase: bool,
    /// Whether deployments are searched.
    pub deployment: bool,
    /// Whether reactions and all else in combat are searched.
    pub combat: bool,
    /// Whether wrap-up is searched.
    pub wrap_up: bool,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            policy: registry::DEFAULT.into(),
            playouts: [64; MAX_PLAYERS],
            candidates: 12,
            rounds: 9,
            value: None,
            value_alone: None,
            caution: 1.0,
            oracle: false,
            purchase: true,
            deployment: true,
            combat: true,
            wrap_up: true,
        }
    }
}

impl Search {
    /// The parts of the game that are searched.
    pub fn parts(&self) -> impl Iterator<Item = SearchPart> {
        let all = [
            (self.purchase, SearchPart::Purchase),
            (self.deployment, SearchPart::Deployment),
            (self.combat, SearchPart::Combat),
            (self.wrap_up, SearchPart::WrapUp),
        ];
        all.into_iter()
            .filter_map(|(searched, part)| searched.then_some(part))
    }
}

/// Reads the section, if there is one, and the policy that imagined games are played with.
pub(super) fn section(
    name: &str,
    file: &Fields<'_>,
    searching: Searching,
    with: &Reading<'_>,
) -> Option<(Search, Option<PolicySpec>)> {
    let item = file.item("search")?;
    if searching == Searching::Refused {
        item.fault("imagined games must use a policy that does not search");
        return None;
    }
    let search = super::section(file, "search", |section| Some(read(section, with.folder)))?;
    if search.oracle && !name.starts_with(ORACLE) {
        item.fault(format!(
            "`{name}` knows what is hidden, so its file must be called `{ORACLE}.toml` or \
             `{ORACLE}-SOMETHING.toml`"
        ));
    }
    match registry::load_plain(&search.policy, with.cards) {
        Ok(base) => Some((search, Some(base))),
        Err(faults) => {
            for fault in faults.0 {
                item.fault(format!("the policy of imagined games: {fault}"));
            }
            Some((search, None))
        }
    }
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

/// Reads the fields of the section.
fn read(section: &Fields<'_>, folder: &Path) -> Search {
    let mut search = Search::default();
    if let Some(policy) = section.text("policy") {
        search.policy = policy;
    }
    if let Some(playouts) = playouts(section) {
        search.playouts = playouts;
    }
    if let Some(candidates) = section.number("candidates", 2..=250) {
        search.candidates = candidates as usize;
    }
    if let Some(rounds) = section.number("rounds", 1..=9) {
        search.rounds = rounds as u8;
    }
    if section.has("value") {
        search.value = read_value(section, "value", folder);
    }
    if section.has("value-alone") {
        search.value_alone = read_value(section, "value-alone", folder);
    }
    if let Some(caution) = section.decimal("caution", 0.0..=10.0) {
        search.caution = caution;
    }
    if let Some(oracle) = section.flag("oracle") {
        search.oracle = oracle;
    }
    if let Some(parts) = section.item("parts").and_then(|parts| parts.items()) {
        let parts: Vec<SearchPart> = parts.iter().filter_map(|part| part.word()).collect();
        search.purchase = parts.contains(&SearchPart::Purchase);
        search.deployment = parts.contains(&SearchPart::Deployment);
        search.combat = parts.contains(&SearchPart::Combat);
        search.wrap_up = parts.contains(&SearchPart::WrapUp);
    }
    search
}

/// Explains the section.
pub(super) fn explain(search: &Search) -> Explained {
    let parts = search.parts().map(Word::word).collect::<Vec<_>>();
    let mut lines = vec![
        format!(
            "policy = {}: the policy whose strategies are used",
            search.policy
        ),
        format!(
            "playouts = {}: maximum imagined games per decision",
            playouts_text(search)
        ),
        format!(
            "candidates = {}: maximum number of options tried",
            search.candidates
        ),
        format!(
            "rounds = {}: maximum rounds of an imagined game",
            search.rounds
        ),
        format!(
            "caution = {}: standard errors by which an option must be better",
            search.caution
        ),
        format!("parts = {}: what is searched", parts.join(", ")),
    ];
    if let Some(value) = &search.value {
        lines.extend(explain_value(value));
    }
    if let Some(value) = &search.value_alone {
        lines.push(format!(
            "value-alone = {}: what judges instead in games of one player",
            value.name
        ));
        lines.extend(value.learned().story.iter().map(|line| format!("  {line}")));
    }
    let (strategy, text) = match search.value {
        _ if search.oracle => (
            "oracle",
            "Not a fair player: before each decision, imagines how the game continues once for \
             each option worth trying, with the real decks, face-down enemies and future luck, and \
             takes the option with the best result. Shows how much could be won by knowing what is \
             hidden.",
        ),
        None => (
            "rollout",
            "Before each decision, imagines the rest of the game for each option worth trying: \
             from the visible table, with deck orders and face-down enemies dealt again, and all \
             players using the strategies above. Half of the options are dropped after each stage, \
             and any that make no difference or are clearly worse; the best replaces the choice of \
             the strategies if it did clearly better with the same imagined luck, in rounds \
             survived and base left.",
        ),
        Some(_) => (
            "value",
            "Before each decision, imagines the rest of the round for each option worth trying: \
             from the visible table, with deck orders and face-down enemies dealt again, and all \
             players using the strategies above. A learned value evaluates the position where an \
             imagined game stops. Purchases are tried as whole plans, those with the best values. \
             Half of the options are dropped after each stage, and any that make no difference or \
             are clearly worse; the best replaces the choice of the strategies if it did clearly \
             better with the same imagined luck.",
        ),
    };
    Explained {
        section: "search",
        strategy,
        text,
        lines,
    }
}
