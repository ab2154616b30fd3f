//! A game as a page: the board, stepped through in a browser.

use super::snapshot::{Snapshot, changes, snapshot};
use super::steps::{Mark, Step};
use crate::html::{COMMON_SCRIPT, data_script, document};
use cards::ruleset::Ruleset;
use cards::text;
use cards::words::Word;
use cards::{CardSet, Kind, KindId};
use charts::escape;
use serde_json::{Value, json};
use studies::review::{Question, Review};

const STYLE: &str = include_str!("viewer.css");
const SCRIPT: &str = include_str!("viewer.js");

/// Facts about a game other than its steps.
pub struct About {
    /// The title of the page.
    pub title: String,
    /// The policy of each seat.
    pub policies: Vec<String>,
    /// The command that reproduces the page.
    pub command: String,
    /// The command that plays the game from a step, up to the number of the step.
    pub play: String,
}

/// The page of a game, with its review if there is one.
pub fn page(
    cards: &CardSet,
    rules: &Ruleset,
    about: &About,
    steps: &[Step],
    review: Option<&Review>,
) -> String {
    let body = format!(
        "<header><p class=\"brand\">xenosim replay <button id=\"theme\" type=\"button\">◐ theme</button></p>\
         <h1>{}</h1></header><main id=\"viewer\"><noscript>The board needs JavaScript; `xenosim replay` \
         prints the same game.</noscript></main>",
        escape(&about.title)
    );
    let data = data_script("game", &game_json(cards, rules, about, steps, review));
    let script = format!("{COMMON_SCRIPT}\n{SCRIPT}");
    document(&about.title, STYLE, &body, &data, &script)
}

fn game_json(
    cards: &CardSet,
    rules: &Ruleset,
    about: &About,
    steps: &[Step],
    review: Option<&Review>,
) -> Value {
    let mut before = Snapshot::new();
    let mut rows = Vec::new();
    let mut reviewed = review.into_iter().flat_map(|review| &review.questions);
    for step in steps {
        let after = snapshot(&step.state, cards, rules);
        let marks: Vec<Value> = step.marks.iter().filter_map(mark_json).collect();
        let mut row = vec![json!(step.lines), changes(&before, &after), json!(marks)];
        let thoughts = step.thoughts.iter();
        row.push(
            thoughts
                .map(|one| json!([one.answer, one.shown, one.games]))
                .collect(),
        );
        let answers = step
            .marks
            .iter()
            .filter(|mark| matches!(mark, Mark::Decided { .. }));
        row.extend(
            reviewed
                .by_ref()
                .take(answers.count())
                .last()
                .map(rating_json),
        );
        rows.push(Value::Array(row));
        before = after;
    }
    json!({
        "title": about.title,
        "policies": about.policies,
        "command": about.command,
        "play": about.play,
        "players": rules.players,
        "cards": cards_json(cards),
        "steps": rows,
    })
}

/// How far the players would come after an answer, the same as text, and what was wrong with it.
fn rating_json(question: &Question) -> Value {
    let prospects = question.prospects;
    let mistake = question.mistake.as_ref();
    json!([
        prospects.map(|one| one.value),
        prospects.map(|one| one.with_half()),
        mistake.map(|mistake| question.told(mistake)),
    ])
}

/// Every kind by its number.
fn cards_json(set: &CardSet) -> Value {
    let cards = set.iter().map(|(_, kind)| card_json(set, kind));
    cards.collect()
}

fn card_json(set: &CardSet, kind: &Kind) -> Value {
    let mut lines = vec![kind.name.clone(), text::full_figures(set, kind)];
    lines.extend(text::card_texts(set, kind));
    json!({
        "name": kind.name,
        "class": kind.class.word(),
        "cost": kind.cost,
        "text": lines.join("\n"),
    })
}

/// A mark: its sort, then its figures; cards by the numbers of their kinds.
fn mark_json(mark: &Mark) -> Option<Value> {
    let kind = |kind: Option<KindId>| kind.map(|kind| kind.0);
    Some(match *mark {
        Mark::Base {
            amount,
            lane,
            by,
            way,
        } => json!(["base", amount, lane, kind(by), way.word()]),
        Mark::Hurt {
            card,
            amount,
            by,
            nature,
        } => json!(["hurt", card, amount, kind(by), nature.phrase()]),
        Mark::Killed { target, by } => json!(["killed", target.kind.0, target.lane, kind(by)]),
        Mark::Bought { seat, kind, paid } => json!(["bought", seat, kind.0, paid]),
        Mark::Incident(what) => json!(["incident", what.phrase()]),
        Mark::Round => json!(["round"]),
        Mark::Phase => json!(["phase"]),
        Mark::Over { won } => json!(["over", won]),
        Mark::Decided { .. } => return None,
    })
}
