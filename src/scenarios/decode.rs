//! Reads a scenario file: cards and rules first, then everything that refers to them.

use super::notation::Context;
use super::possible::Possible;
use super::{DefaultPlayer, Extent, Scenario, Subject, expect, script, table};
use cards::CardSet;
use cards::data::{Faults, Fields, Layer, Location, Sink, Value, read_text};
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
    let read = read_text(text, &source, &sink, |fields| {
        let (cards, mut rules) = cards_and_rules(fields).unwrap_or_else(|faults| {
            sink.extend(faults);
            usual_cards_and_rules()
        });
        rules.players = fields.number("players", 1..=4).unwrap_or(1) as u8;
        body(fields, cards, rules, &sink)
    });
    Ok(sink.finish(read)?.expect("what is missing is a fault"))
}

/// The built-in cards, read once for all scenarios.
fn built_in() -> Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::embedded).clone()
}

/// The cards and rules to use if those of a file have errors, so that the rest can be checked too.
fn usual_cards_and_rules() -> (CardSet, Ruleset) {
    let cards = built_in().cards().expect("the built-in cards are sound");
    (cards, Ruleset::default())
}

/// Reads `sets` and their options, `rules`, `ruling`, `set`, `patch` and `[[card]]`.
fn cards_and_rules(fields: &Fields<'_>) -> Result<(CardSet, Ruleset), Faults> {
    let choice = SetChoice::read(fields);
    let mut library = match choice.sets.as_slice() {
        [] => built_in(),
        sets => Library::of_sets(sets),
    };
    library = library.choosing(&choice);
    for item in fields.items("set") {
        match item.node.text() {
            Some(text) => library = library.with_set_at(text, &item.node.place),
            None => item.expected("`card.field=value`"),
        }
    }
    if let Some(patch) = fields.fields("patch") {
        library = library.with_changes(&patch);
    }
    // A text is not a card defined in the file, but the card that the scenario is about.
    if let Some(item) = fields
        .item("card")
        .filter(|item| item.node.text().is_none())
    {
        library = library.with_cards(&item);
    }
    let mut rules = match fields.fields("rules") {
        Some(inner) => {
            let switches = Switches::read(&inner, "preset");
            if let Some(item) = inner.item("division") {
                item.fault("give divisions to players: `division` in `[p1]`");
            }
            inner.finish();
            switches.ruleset(1)
        }
        None => Ruleset::default(),
    };
    library = library.taking_part(&rules);
    let mut chosen = rulings(fields);
    check_rulings(fields, &library, &mut chosen);
    let (cards, choices) = library.compile(&chosen)?;
    rules.rulings = choices.rules;
    Ok((cards, rules))
}

/// Reports wrong rulings with their lines, and leaves them out.
fn check_rulings(fields: &Fields<'_>, library: &Library, chosen: &mut Vec<(String, String)>) {
    let Some(table) = fields.fields("ruling") else {
        return;
    };
    let infos = library.rulings();
    let mut wrong = Vec::new();
    for (name, item) in table.entries() {
        let infos_names = infos.iter().map(|info| info.name.as_str());
        let Some(index) = item.position("ruling", name, infos_names) else {
            wrong.push(name);
            continue;
        };
        let chosen = item.node.text().unwrap_or_default();
        let options = infos[index]
            .options
            .iter()
            .map(|(option, _)| option.as_str());
        let what = format!("option of `{name}`");
        if chosen != "default" && item.position(&what, chosen, options).is_none() {
            wrong.push(name);
        }
    }
    chosen.retain(|(name, _)| !wrong.contains(&name.as_str()));
}

/// Reads everything else.
fn body(fields: &Fields<'_>, cards: CardSet, mut rules: Ruleset, sink: &Sink) -> Option<Scenario> {
    let context = Context {
        cards: &cards,
        players: rules.players,
    };
    let name = fields.required_text("name");
    fields.text("about");
    let subject = subject(fields, context);
    let seed = fields.number("seed", 0..=i64::MAX).unwrap_or(1) as u64;
    let key = GameKey::new(seed, 0);
    let start = table::set(fields, context, &mut rules, key);
    let extent = extent(fields, start.phase());
    let script = fields.items("script");
    let script: Vec<_> = script
        .iter()
        .flat_map(|item| script::line(item, context))
        .collect();
    let expect = expect::read(fields, context);
    if let Some(expect) = &expect {
        Possible::new(&start, extent, &cards, sink).check(&script, expect);
    }
    let strict = fields.flag("strict").unwrap_or(false);
    let default = fields.word("default").unwrap_or(DefaultPlayer::Pass);
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
        .item("card")
        .filter(|item| item.node.text().is_some());
    match (card, role) {
        (Some(item), Some(role)) => {
            let card = item.text()?;
            context.kind(card, &item)?;
            Some(Subject {
                card: card.into(),
                role,
            })
        }
        (Some(_), None) => {
            fields.required("role", "what the scenario shows of the card")?;
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
fn extent(fields: &Fields<'_>, start: Phase) -> Extent {
    let Some(item) = fields.item("run") else {
        return Extent::Through(start);
    };
    if let Value::Number(rounds @ 1..=9) = item.node.value {
        return Extent::Rounds(rounds as u8);
    }
    let phases = Phase::ALL.iter().filter(|(_, phase)| *phase != Phase::Over);
    let phases = phases.map(|(word, phase)| (*word, Extent::Through(*phase)));
    let others = [
        ("lane", Extent::Step),
        ("phase", Extent::Through(start)),
        ("round", Extent::Rounds(1)),
        ("game", Extent::Game),
    ];
    let known: Vec<(&str, Extent)> = others.into_iter().chain(phases).collect();
    let Some(text) = item.node.text() else {
        item.expected("a number of rounds from 1 to 9 or a word");
        return Extent::Step;
    };
    let found = item.position("extent", text, known.iter().map(|(word, _)| *word));
    let extent = found.map_or(Extent::Step, |found| known[found].1);
    if matches!(extent, Extent::Through(phase) if phase < start) {
        item.fault(format!("the round has passed `{text}` at the start"));
    }
    extent
}
