//! Where policies come from: those built in, and files.

use super::bot::BotSpec;
use super::labels::settings::has_seen;
use super::spec::{PLAYOUTS, PolicySpec, Searching};
use super::table::{Players, PreparedPolicy};
use cards::CardSet;
use cards::data::tree::fingerprint;
use cards::data::{Faults, text_of, unknown};
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use cards::words::{Word, words};
use game::state::MAX_PLAYERS;
use std::path::Path;

/// A policy file that is built into the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

impl BuiltIn {
    /// Whether it tries out its choices, which makes games slow.
    pub fn searches(&self) -> bool {
        self.text.lines().any(|line| line.trim() == "[search]")
    }

    /// Whether it knows what is hidden from players.
    pub fn is_oracle(&self) -> bool {
        is_oracle(self.text)
    }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$( BuiltIn {
            name: $name,
            text: include_str!(concat!("../../policies/", $name, ".toml")),
        } ),*]
    };
}

/// The policies that are built in, the weakest first.
pub const BUILT_IN: &[BuiltIn] = built_in!(
    "random",
    "pass",
    "greedy",
    "balanced",
    "veteran",
    "strategist",
    "mastermind",
    "oracle",
);

/// The default policy: the strongest that is cheap enough for millions of games.
pub const DEFAULT: &str = "veteran";

words! {
    /// How well people play; a policy can be named by it.
    pub enum Level as "level of play" {
        /// Simple rules, without foresight.
        Newcomer = "newcomer",
        /// What was learned from many games.
        Practised = "practised",
        /// Thinks through each decision to the end of the round.
        Strong = "strong",
    }
}

impl Level {
    /// The policy that plays like that.
    pub fn policy(self) -> &'static str {
        match self {
            Level::Newcomer => "balanced",
            Level::Practised => DEFAULT,
            Level::Strong => "strategist",
        }
    }
}

/// The policies of a table, ready to play.
#[derive(Clone, Debug)]
pub struct PreparedPolicies {
    policies: Vec<PreparedPolicy>,
    fingerprint: u64,
}

impl PreparedPolicies {
    /// Prepares policies; they take the seats in turn. There must be at least one.
    pub fn new(specs: &[PolicySpec], cards: &CardSet) -> Self {
        PreparedPolicies {
            policies: specs
                .iter()
                .map(|spec| PreparedPolicy::new(spec, cards))
                .collect(),
            fingerprint: identity(specs),
        }
    }

    /// The same policies with an addition to their names, identified by `fingerprint`.
    pub fn known_as(mut self, what: &str, fingerprint: u64) -> Self {
        for policy in &mut self.policies {
            policy.rename(format!("{} {what}", policy.name()));
        }
        self.fingerprint = fingerprint;
        self
    }

    /// The players of one game. Nothing is allocated.
    pub fn table(&self, key: GameKey) -> Players<'_> {
        Players::new(&self.policies, key)
    }

    /// Whether all of them weigh what to buy, so that they have opinions on every card.
    pub fn weigh_purchases(&self) -> bool {
        self.policies.iter().all(PreparedPolicy::weighs_purchases)
    }

    /// Whether a learned value judges what all of them buy.
    pub fn buy_by_value(&self) -> bool {
        self.policies.iter().all(PreparedPolicy::buys_by_value)
    }

    /// The policies' names, in the order of seats.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.policies.iter().map(PreparedPolicy::name)
    }

    /// The names in one text, separated by commas.
    pub fn name(&self) -> String {
        self.names().collect::<Vec<_>>().join(",")
    }

    /// Whether any of them tries out its choices, which makes games slow.
    pub fn searches(&self) -> bool {
        self.policies.iter().any(|policy| policy.search().is_some())
    }

    /// Whether any of them looks at the base: it then plays differently when the base is about to
    /// fall, so its games with one base tell only roughly what would happen with another.
    pub fn looks_at_base(&self) -> bool {
        self.policies.iter().any(PreparedPolicy::looks_at_base)
    }

    /// Whether any of them may depend on the contents of the market decks: search players deal from
    /// them, and programs may do anything.
    pub fn looks_into_decks(&self) -> bool {
        self.policies.iter().any(PreparedPolicy::looks_into_decks)
    }

    /// What of these rules and cards is unlike anything that a learned player among them has seen, as
    /// sentences.
    pub fn warnings(&self, cards: &CardSet, rules: &Ruleset) -> Vec<String> {
        let mut warnings = Vec::new();
        for policy in &self.policies {
            let Some(learner) = policy.learner() else {
                continue;
            };
            let strange = learner.strange_cards().iter();
            let strange: Vec<&str> = strange.map(|kind| &cards.kind(*kind).name[..]).collect();
            let mut unseen = |what: String| {
                warnings.push(format!(
                    "`{}` has learned from no games with {what}, and may play badly there: \
                     `--adapt` or `xenosim learn` makes a player who has.",
                    policy.name()
                ));
            };
            if !strange.is_empty() {
                unseen(format!("cards like {}", strange.join(", ")));
            }
            if !has_seen(rules) {
                let [first, second, third] = rules.enemies_per_round;
                unseen(format!("{first}, {second} and {third} enemies per round"));
            }
        }
        warnings.dedup();
        warnings
    }

    /// Whether any of them knows what is hidden from players.
    pub fn is_oracle(&self) -> bool {
        self.policies.iter().any(PreparedPolicy::is_oracle)
    }

    /// Identifies the policies with all their weights, wherever they came from.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// Finds policies by name or file, separated by commas, one for each seat; with fewer than there
/// are seats, they take turns.
pub fn resolve(wanted: &str, cards: &CardSet) -> Result<PreparedPolicies, Faults> {
    Ok(PreparedPolicies::new(&load_all(wanted)?, cards))
}

/// Like [`resolve`], for games of this number of players only: one policy for all, or one for each
/// seat.
pub fn resolve_for(wanted: &str, cards: &CardSet, players: u8) -> Result<PreparedPolicies, Faults> {
    let specs = load_all(wanted)?;
    let named = specs.len();
    if named != 1 && named != usize::from(players) {
        let message = format!(
            "{named} policies for {players} player{}: give one for all, or one for each seat; \
             `xenosim target` and `compare` show several side by side",
            if players == 1 { "" } else { "s" }
        );
        return Err(Faults::single("policy", message));
    }
    Ok(PreparedPolicies::new(&specs, cards))
}

/// Identifies policies with all their weights.
fn identity(specs: &[PolicySpec]) -> u64 {
    fingerprint(&format!("{specs:?}"))
}

/// Reads the policies of a list separated by commas.
pub fn load_all(wanted: &str) -> Result<Vec<PolicySpec>, Faults> {
    let mut specs = Vec::new();
    let mut faults = Vec::new();
    for name in wanted.split(',').map(str::trim) {
        match load(name) {
            Ok(spec) => specs.push(spec),
            Err(found) => faults.extend(found.0),
        }
    }
    if faults.is_empty() {
        Ok(specs)
    } else {
        Err(Faults(faults))
    }
}

/// Reads one policy: a built-in one by its name or level of play, any other by its file. One that searches may be
/// given its number of playouts, as in `strategist:256`; `exec:COMMAND` is a program of its own.
pub fn load(wanted: &str) -> Result<PolicySpec, Faults> {
    if let Some(level) = Level::parse_word(wanted) {
        let spec = load(level.policy())?;
        return Ok(PolicySpec {
            name: wanted.into(),
            ..spec
        });
    }
    if let Some(command) = wanted.strip_prefix(BOT) {
        return bot(wanted, command);
    }
    let with_playouts = wanted
        .rsplit_once(':')
        .and_then(|(name, playouts)| Some((name, playouts.parse::<usize>().ok()?)));
    let Some((name, playouts)) = with_playouts else {
        return load_if(wanted, Searching::Allowed);
    };
    let mut spec = load_if(name, Searching::Allowed)?;
    match &mut spec.search {
        Some(search) if search.oracle => {
            let message = format!("`{wanted}`: an oracle imagines one game for each answer");
            return Err(Faults::single("policy", message));
        }
        Some(search) if PLAYOUTS.contains(&playouts) => search.playouts = [playouts; MAX_PLAYERS],
        Some(_) => {
            let (least, most) = (PLAYOUTS.start(), PLAYOUTS.end());
            let message = format!("`{wanted}`: expected {least} to {most} playouts");
            return Err(Faults::single("policy", message));
        }
        None => {
            let message = format!("`{wanted}`: `{name}` does not search, so it has no playouts");
            return Err(Faults::single("policy", message));
        }
    }
    spec.name = wanted.into();
    Ok(spec)
}

fn is_oracle(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim().starts_with("oracle = true"))
}

/// The prefix of a policy that is a program.
const BOT: &str = "exec:";
/// The policy that stands in for a program in imagined games of others, and whose sections a policy has
/// that answers without any.
pub(super) const STAND_IN: &str = "balanced";

/// A policy whose answers come from a program.
fn bot(name: &str, command: &str) -> Result<PolicySpec, Faults> {
    if command.trim().is_empty() {
        let message = "`exec:` needs a command, as in `exec:python3 bot.py`";
        return Err(Faults::single("policy", message));
    }
    Ok(PolicySpec {
        name: name.into(),
        description: format!("Answered by the program `{command}`."),
        bot: Some(BotSpec::new(command)),
        ..load_plain(STAND_IN)?
    })
}

/// Reads one policy that must not search.
pub(super) fn load_plain(wanted: &str) -> Result<PolicySpec, Faults> {
    load_if(wanted, Searching::Refused)
}

fn load_if(wanted: &str, searching: Searching) -> Result<PolicySpec, Faults> {
    let mut built_in = BUILT_IN.iter();
    if let Some(built_in) = built_in.find(|built_in| built_in.name == wanted) {
        let file = format!("policies/{}.toml", built_in.name);
        return PolicySpec::parse_if(built_in.name, &file, built_in.text, searching);
    }
    let is_path = wanted.contains(['/', '\\']) || wanted.ends_with(".toml");
    if !is_path {
        let names = BUILT_IN.iter().map(|built_in| built_in.name);
        let message = unknown("policy or .toml file", wanted, names);
        return Err(Faults::single("policy", message));
    }
    read_file(Path::new(wanted), searching)
}

/// Reads a policy file.
pub fn load_file(path: &Path) -> Result<PolicySpec, Faults> {
    read_file(path, Searching::Allowed)
}

fn read_file(path: &Path, searching: Searching) -> Result<PolicySpec, Faults> {
    let file = path.display().to_string();
    let text = text_of(path)?;
    let name = path
        .file_stem()
        .map_or(file.clone(), |stem| stem.to_string_lossy().into_owned());
    PolicySpec::parse_if(&name, &file, &text, searching)
}
