//! What a scenario expects: every field that is read becomes a check of the outcome.

use super::notation::Context;
use super::note::CardNote;
use super::outcome::Outcome;
use super::places::{BURNED, FigureField, OF_GAME, PileField, Written, sections};
use super::script::{self, Wish};
use cards::data::{Fields, Item, Value};
use cards::words::Word;
use cards::{CardSet, KindId};
use game::observe::Incident;
use game::state::Side;

/// Compares the outcome with something expected; says what is wrong.
type Check = Box<dyn Fn(&Outcome<'_>) -> Option<String> + Send + Sync>;

/// What is expected at the end, and what players are to be offered on the way.
pub(super) struct Expect {
    checks: Vec<Check>,
    pub(super) offered: Vec<Wish>,
    pub(super) not_offered: Vec<Wish>,
}

impl Expect {
    /// Everything in the outcome that is not as expected.
    pub(super) fn failures(&self, outcome: &Outcome<'_>) -> Vec<String> {
        let failures = self.checks.iter().filter_map(|check| check(outcome));
        failures
            .map(|failure| format!("expect.{failure}"))
            .collect()
    }
}

/// Reads `[expect]`. A scenario that expects nothing cannot fail and is rejected.
pub(super) fn read(fields: &Fields<'_>, context: Context<'_>) -> Option<Expect> {
    let expected = fields.required("expect", "a table with the expected outcome")?;
    let fields = expected.fields()?;
    if fields.entries().next().is_none() {
        fields.fault("a scenario without expectations cannot fail");
    }
    let mut reader = ExpectationReader {
        context,
        checks: Vec::new(),
    };
    reader.figures(&fields, &OF_GAME, 0, "");
    reader.pile(&fields, BURNED, "");
    reader.supply(&fields);
    reader.incidents(&fields);
    reader.log(&fields);
    for section in sections() {
        let Some(inner) = section.find(&fields, context) else {
            continue;
        };
        let within = format!("{}.", section.name);
        let seat = section.seat.unwrap_or(0).into();
        reader.figures(&inner, section.figures, seat, &within);
        for pile in &section.piles {
            reader.pile(&inner, *pile, &within);
        }
        if section.seat.is_some() {
            let names = ["troops", "troops-count"];
            reader.lane(&inner, names, (Side::Troop, seat), &within);
            let names = ["enemies", "enemies-count"];
            reader.lane(&inner, names, (Side::Enemy, seat), &within);
        }
        inner.finish();
    }
    let offered = wishes(&fields, "offered", context);
    let not_offered = wishes(&fields, "not-offered", context);
    fields.finish();
    Some(Expect {
        checks: reader.checks,
        offered,
        not_offered,
    })
}

fn wishes(fields: &Fields<'_>, name: &'static str, context: Context<'_>) -> Vec<Wish> {
    let wishes = fields.items(name);
    let wishes = wishes.iter().filter_map(|item| script::wish(item, context));
    wishes.collect()
}

/// Reads a table of cards and numbers.
pub(super) fn counts(
    fields: &Fields<'_>,
    name: &'static str,
    context: Context<'_>,
) -> Vec<(KindId, u8)> {
    let table = fields.fields(name);
    let entries = table.iter().flat_map(Fields::entries);
    let counts = entries.filter_map(|(id, item)| {
        let kind = context.kind(id, &item);
        let count = item.number(0..=99);
        kind.zip(count.map(|count| count as u8))
    });
    counts.collect()
}

struct ExpectationReader<'a> {
    context: Context<'a>,
    checks: Vec<Check>,
}

impl ExpectationReader<'_> {
    fn check(&mut self, check: impl Fn(&Outcome<'_>) -> Option<String> + Send + Sync + 'static) {
        self.checks.push(Box::new(check));
    }

    /// Expects a figure.
    fn figure(
        &mut self,
        name: String,
        (written, wanted): (Written, i64),
        get: impl Fn(&Outcome<'_>) -> i64 + Send + Sync + 'static,
    ) {
        self.check(move |outcome| {
            let found = get(outcome);
            let text = |figure| written.text(figure, outcome.cards);
            (wanted != found)
                .then(|| format!("{name}: expected {}, found {}", text(wanted), text(found)))
        });
    }

    /// Expects a number of things.
    fn count(
        &mut self,
        name: String,
        wanted: i64,
        get: impl Fn(&Outcome<'_>) -> usize + Send + Sync + 'static,
    ) {
        let wanted = (Written::COUNT, wanted);
        self.figure(name, wanted, move |outcome| get(outcome) as i64);
    }

    fn figures(
        &mut self,
        fields: &Fields<'_>,
        figures: &'static [FigureField],
        seat: usize,
        within: &str,
    ) {
        for figure in figures {
            if let Some(wanted) = figure.read(fields, self.context) {
                let name = format!("{within}{}", figure.name);
                let wanted = (figure.written, wanted);
                self.figure(name, wanted, move |outcome| (figure.get)(outcome, seat));
            }
        }
    }

    fn supply(&mut self, fields: &Fields<'_>) {
        for (kind, count) in counts(fields, "supply", self.context) {
            let name = format!("supply.{}", self.context.cards.kind(kind).id);
            self.count(name, count.into(), move |outcome| {
                outcome.state.supply()[kind.index()].into()
            });
        }
    }

    /// Reads `incidents`: a table of words and numbers, those not named being 0, or `"any"`.
    fn incidents(&mut self, fields: &Fields<'_>) {
        let item = fields.item("incidents");
        let Some(wanted) = item.as_ref().map_or(Some(Vec::new()), incidents) else {
            return;
        };
        for (word, incident) in Incident::ALL {
            let wanted = wanted.iter().find(|(known, _)| known == incident);
            let wanted = wanted.map_or(0, |(_, count)| *count);
            self.count(format!("incidents.{word}"), wanted, |outcome| {
                outcome.state.incidents().of(*incident).into()
            });
        }
    }

    fn log(&mut self, fields: &Fields<'_>) {
        for text in texts(fields, "log") {
            self.check(move |outcome| {
                let found = outcome.log.iter().any(|line| line.contains(&text));
                (!found).then(|| format!("log: no line of the log contains `{text}`"))
            });
        }
        for text in texts(fields, "not-in-log") {
            self.check(move |outcome| {
                let line = outcome.log.iter().find(|line| line.contains(&text))?;
                Some(format!("not-in-log: `{text}` is in `{}`", line.trim()))
            });
        }
    }

    /// Reads what is expected of a pile: its cards, some that are there, and how many there are.
    fn pile(&mut self, fields: &Fields<'_>, pile: PileField, within: &str) {
        let in_its_order: Difference = match pile.is_ordered() {
            true => in_order,
            false => in_any_order,
        };
        for (name, difference) in [(pile.name, in_its_order), (pile.has, has)] {
            let Some(items) = fields.item(name).and_then(|item| item.items()) else {
                continue;
            };
            let kinds = items.iter().flat_map(|item| self.context.kinds(item));
            let wanted: Vec<KindId> = kinds.collect();
            let name = format!("{within}{name}");
            self.check(move |outcome| {
                let mut found = outcome.pile(pile.place);
                if pile.is_ordered() {
                    found.reverse();
                }
                let difference = difference(&wanted, &found, outcome.cards)?;
                Some(format!(
                    "{name}: {difference} {}",
                    ids(&found, outcome.cards)
                ))
            });
        }
        if let Some(wanted) = fields.number(pile.count, 0..=999) {
            let name = format!("{within}{}", pile.count);
            self.count(name, wanted, move |outcome| outcome.pile(pile.place).len());
        }
    }

    /// Reads what is expected on one side of a lane: its cards from the front, and how many.
    fn lane(
        &mut self,
        fields: &Fields<'_>,
        [name, count]: [&'static str; 2],
        (side, lane): (Side, usize),
        within: &str,
    ) {
        if let Some(items) = fields.item(name).and_then(|item| item.items()) {
            let context = self.context;
            let wanted: Vec<CardNote> = items.iter().flat_map(|item| context.notes(item)).collect();
            let name = format!("{within}{name}");
            self.check(move |outcome| {
                let found = outcome.lane(side, lane);
                let text = |notes: &[CardNote]| -> Vec<String> {
                    notes.iter().map(|note| note.text(outcome.cards)).collect()
                };
                let (expected, there) = (text(&wanted), text(&found));
                (!stand_in_order(&wanted, &found, side))
                    .then(|| format!("{name}: expected {expected:?}, found {there:?}"))
            });
        }
        if let Some(wanted) = fields.number(count, 0..=999) {
            let name = format!("{within}{count}");
            self.count(name, wanted, move |outcome| outcome.lane(side, lane).len());
        }
    }
}

/// How the cards of a pile differ from the cards expected; words that the cards found follow.
type Difference = fn(&[KindId], &[KindId], &CardSet) -> Option<String>;

fn in_order(wanted: &[KindId], found: &[KindId], cards: &CardSet) -> Option<String> {
    (wanted != found).then(|| format!("expected {}, found", ids(wanted, cards)))
}

fn in_any_order(wanted: &[KindId], found: &[KindId], cards: &CardSet) -> Option<String> {
    let differ = sorted(wanted) != sorted(found);
    differ.then(|| format!("expected {} in any order, found", ids(wanted, cards)))
}

fn has(wanted: &[KindId], found: &[KindId], cards: &CardSet) -> Option<String> {
    let count = |kinds: &[KindId], kind| kinds.iter().filter(|k| **k == kind).count();
    let missing = |kind: &&KindId| count(found, **kind) < count(wanted, **kind);
    let kind = wanted.iter().find(missing)?;
    Some(format!("too few `{}` in", cards.kind(*kind).id))
}

fn stand_in_order(wanted: &[CardNote], found: &[CardNote], side: Side) -> bool {
    let mut pairs = wanted.iter().zip(found);
    wanted.len() == found.len() && pairs.all(|(note, card)| note.fits(card, side))
}

fn ids(kinds: &[KindId], cards: &CardSet) -> String {
    let ids = kinds.iter().map(|kind| cards.kind(*kind).id.as_str());
    format!("[{}]", ids.collect::<Vec<_>>().join(", "))
}

fn sorted(kinds: &[KindId]) -> Vec<KindId> {
    let mut kinds = kinds.to_vec();
    kinds.sort();
    kinds
}

fn texts(fields: &Fields<'_>, name: &'static str) -> Vec<String> {
    let texts = fields.items(name).into_iter();
    texts
        .filter_map(|item| item.text().map(str::to_string))
        .collect()
}

/// The incidents of a table; `None` for `"any"`.
fn incidents(item: &Item<'_>) -> Option<Vec<(Incident, i64)>> {
    if item.node.text() == Some("any") {
        return None;
    }
    if !matches!(item.node.value, Value::Table(_)) {
        item.expected("a table such as `{ stalemate = 1 }`, or \"any\" to skip the check");
        return None;
    }
    let fields = item.fields()?;
    let counts = fields.entries().filter_map(|(word, item)| {
        let incident = item.parsed::<Incident>(word);
        incident.zip(item.number(0..=9999))
    });
    Some(counts.collect())
}
