//! Reads a scenario file: cards and rules first, then everything that refers to them.

use super::notation::Context;
use super::possible::Possible;
use super::{Default, Extent, Scenario, Subject, expect, script, table};
use cards::CardSet;
use cards::data::{Faults, Fields, Layer, Location, Node, Sink, Spot, Value, tree, unknown};
use cards::load::{Library, SetChoice};
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use cards::ruleset::Switches;
use cards::ruleset::file::rulings;
use cards::words::Word;
use game::state::Phase;
use std::sync::OnceLock;

/// Reads a scenario; lists all errors if there are any.
pub(super) fn scenario(file: &str, text: &str) -> Result<Scenario, Faults> {
    let source = Location::file_only(file, Layer::Patch);
    let sink = Sink::default();
    let (table, errors) = tree::read(text, &source);
    sink.add_syntax(errors);
    let fields = Fields::new(&table, Spot::new(&source, ""), &sink);
    let mut faults = Vec::new();
    let (cards, mut rules) = match cards_and_rules(&fields, &sink) {
        Ok(found) => found,
        Err(Faults(found)) => {
            faults = found;
            plain_cards_and_rules()?
        }
    };
    rules.players = fields.number("players", 1..=4).unwrap_or(1) as u8;
    let read = body(&fields, cards, rules, &sink);
    fields.finish();
    faults.extend(sink.into_faults());
    match (read, faults.is_empty()) {
        (Some(scenario), true) => Ok(scenario),
        _ => Err(Faults(faults)),
    }
}

/// The built-in cards, read once for all scenarios.
fn built_in() -> Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::embedded).clone()
}

/// The cards and rules to use if those of a file have errors, so that the rest can be checked too.
fn plain_cards_and_rules() -> Result<(CardSet, Ruleset), Faults> {
    let cards = built_in().cards()?;
    Ok((cards, Ruleset::default()))
}

/// Reads `sets` and their options, `rules`, `ruling`, `set`, `patch` and `[[card]]`.
fn cards_and_rules(fields: &Fields<'_>, sink: &Sink) -> Result<(CardSet, Ruleset), Faults> {
    let choice = SetChoice::read(fields, sink);
    let mut library = match choice.sets.as_slice() {
        [] => built_in(),
        sets => Library::of_sets(sets),
    };
    library = library.choosing(&choice);
    for (node, spot) in fields.list("set").unwrap_or_default() {
        match node.text() {
            Some(text) => library = library.with_set_at(text, &node.place),
            None => sink.add(
                &spot,
                format!("expected `card.field=value`, found {}", node.describe()),
            ),
        }
    }
    if let Some((table, spot)) = fields.table("patch") {
        library = library.with_changes(table, &spot.place);
    }
    // A text is not a card defined in the file, but the card that the scenario is about.
    if let Some((node, _)) = fields.get("card").filter(|(node, _)| node.text().is_none()) {
        library = library.with_cards(node);
    }
    let mut chosen = rulings(fields, sink);
    check_rulings(fields, &library, &mut chosen, sink);
    let players = 1;
    let mut rules = match fields.table("rules") {
        Some((table, spot)) => {
            let inner = Fields::new(table, spot, sink);
            let switches = Switches::read(&inner, "preset", sink);
            if let Some((_, spot)) = inner.get("division") {
                sink.add(&spot, "give divisions to players: `division` in `[p1]`");
            }
            inner.finish();
            switches.ruleset(players)
        }
        None => Ruleset::default(),
    };
    let (cards, choices) = library.taking_part(&rules).compile(&chosen)?;
    rules.rulings = choices.rules;
    Ok((cards, rules))
}

/// Reports wrong rulings with their lines, and leaves them out.
fn check_rulings(
    fields: &Fields<'_>,
    library: &Library,
    chosen: &mut Vec<(String, String)>,
    sink: &Sink,
) {
    let Some((table, spot)) = fields.table("ruling") else {
        return;
    };
    let infos = library.rulings();
    chosen.retain(|(name, option)| {
        let place = table.get(name).map_or(&spot.place, |node| &node.place);
        let spot = spot.field(place, name.clone());
        let Some(info) = infos.iter().find(|info| info.name == *name) else {
            let names = infos.iter().map(|info| info.name.as_str());
            sink.add(&spot, unknown("ruling", name, names));
            return false;
        };
        let mut options = info.options.iter().map(|(option, _)| option.as_str());
        let known = option == "default" || options.clone().any(|known| known == option);
        if !known {
            let what = format!("option of `{name}`");
            sink.add(
                &spot,
                unknown(&what, option, options.by_ref().collect::<Vec<_>>()),
            );
        }
        known
    });
}

/// Reads everything else.
fn body(fields: &Fields<'_>, cards: CardSet, rules: Ruleset, sink: &Sink) -> Option<Scenario> {
    let context = Context {
        cards: &cards,
        players: rules.players,
        sink,
    };
    let name = fields.required_text("name");
    fields.text("about");
    let subject = subject(fields, context);
    let seed = fields.number("seed", 0..=i64::MAX).unwrap_or(1) as u64;
    let key = GameKey::new(seed, 0);
    let start = table::set(fields, context, &rules, key);
    let extent = extent(fields, start.phase, sink);
    let script = script(fields, context);
    let expect = expect::decode(fields, context);
    if let Some(expect) = &expect {
        let possible = Possible::new(&start, extent, context);
        possible.check(&script, expect);
    }
    let strict = fields.flag("strict").unwrap_or(false);
    let default = fields.word("default").unwrap_or(Default::Pass);
    Some(Scenario {
        name: name?,
        subject,
        rules,
        key,
        start: Box::new(start),
        extent,
        script,
        strict,
        default,
        expect: expect?,
        cards,
    })
}

/// Reads `card = "ID"` and `role`, which only make sense together.
fn subject(fields: &Fields<'_>, context: Context<'_>) -> Option<Subject> {
    let role = fields.word("role");
    let card = fields
        .get("card")
        .and_then(|(node, spot)| Some((node.text()?, spot)));
    match (card, role) {
        (Some((id, spot)), Some(role)) => {
            context.kind(id, &spot)?;
            Some(Subject {
                card: id.into(),
                role,
            })
        }
        (Some(_), None) => {
            if !fields.has("role") {
                fields.missing("role", "what the scenario shows of the card");
            }
            None
        }
        (None, Some(_)) => {
            fields.missing("card", "the card that the scenario is about");
            None
        }
        (None, None) => None,
    }
}

/// Reads `run`: `"lane"`, `"phase"`, the name of a phase, `"round"`, a number of rounds, `"game"`.
fn extent(fields: &Fields<'_>, start: Phase, sink: &Sink) -> Extent {
    let Some((node, spot)) = fields.get("run") else {
        return Extent::Through(start);
    };
    match (&node.value, node.text()) {
        (Value::Number(rounds @ 1..=9), _) => return Extent::Rounds(*rounds as u8),
        (_, Some("lane")) => return Extent::Step,
        (_, Some("phase")) => return Extent::Through(start),
        (_, Some("round")) => return Extent::Rounds(1),
        (_, Some("game")) => return Extent::Game,
        _ => {}
    }
    let mut words = vec!["lane", "phase", "round", "game"];
    let phases = Phase::all_words()
        .into_iter()
        .filter(|word| *word != "over");
    words.extend(phases);
    match node.text().and_then(Phase::parse_word) {
        Some(phase) if phase != Phase::Over && phase >= start => Extent::Through(phase),
        Some(phase) if phase != Phase::Over => {
            let message = format!("the round has passed `{}` at the start", phase.word());
            sink.add(&spot, message);
            Extent::Step
        }
        _ => {
            let message = match node.text() {
                Some(text) => unknown("extent", text, words.iter().copied()),
                None => format!(
                    "expected a number of rounds from 1 to 9 or a word ({}), found {}",
                    words.join(", "),
                    node.describe()
                ),
            };
            sink.add(&spot, message);
            Extent::Step
        }
    }
}

fn script(fields: &Fields<'_>, context: Context<'_>) -> Vec<script::Line> {
    let mut lines = Vec::new();
    for (text, spot) in texts(fields, "script", context.sink) {
        lines.extend(script::line(text, &spot, context));
    }
    lines
}

/// The texts of a list.
pub(super) fn texts<'a>(
    fields: &Fields<'a>,
    name: &'static str,
    sink: &Sink,
) -> Vec<(&'a str, Spot)> {
    let list = fields.list(name).unwrap_or_default();
    let read = list.into_iter().filter_map(|(node, spot): (&Node, Spot)| {
        let text = node.text();
        if text.is_none() {
            sink.add(&spot, format!("expected a text, found {}", node.describe()));
        }
        text.map(|text| (text, spot))
    });
    read.collect()
}
