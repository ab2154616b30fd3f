//! The tables of a search for balance: what each change does, and what each set came to.

use super::{Balance, Found, Tried};
use statistics::Estimate;
use tables::{Declared, ExportError, Table, columns, declared_table};

struct SetRow<'a> {
    tried: &'a Tried,
    changes: String,
    players: u8,
    policy: &'a str,
    goal: String,
    reached: Estimate,
    verdict: &'static str,
}

fn set_columns<'a>() -> Vec<Declared<SetRow<'a>>> {
    columns![SetRow<'a>;
        ("stage", Text, "`confirmed` with fresh luck, or only `tried`.", row => row.tried.stage),
        ("changes", Text, "The changes; empty: the unchanged game.", row => row.changes.as_str()),
        ("number", U64, "Number of changes.", row => row.tried.set.len() as u64),
        ("players", U8, "Number of players of the goal.", row => row.players),
        ("policy", Text, "Who played.", row => row.policy),
        ("goal", Text, "What is to be reached.", row => row.goal.as_str()),
        ("value", F64, "What was reached: win rate, or rounds survived.", row => row.reached.value),
        ("low", F64, "Lower end of its interval.", row => row.reached.interval.low),
        ("high", F64, "Upper end of its interval.", row => row.reached.interval.high),
        ("reaches_all", Text, "Whether the set reaches all goals: yes, no, or open.",
            row => row.verdict),
    ]
}

/// All sets that were played: a row for each, for each goal and policy.
pub fn sets_table(balance: &Balance, found: &Found) -> Result<Table, ExportError> {
    let all = std::iter::once(&found.now)
        .chain(&found.finalists)
        .chain(&found.others);
    let rows = all.flat_map(|tried| {
        let each = tried.reached.iter().flat_map(|(policy, reached)| {
            let goals = balance.goals.iter().zip(reached);
            goals.map(move |(goal, reached)| (policy, &goal.0, *reached))
        });
        each.map(|(policy, goal, reached)| SetRow {
            tried,
            changes: balance.text(&tried.set),
            players: goal.game.players.unwrap_or(1),
            policy,
            goal: goal.text(),
            reached,
            verdict: verdict_text(balance.reaches(tried)),
        })
    });
    declared_table(&set_columns(), rows)
}

/// Whether goals are reached, in a word.
pub(super) fn verdict_text(reaches: Option<bool>) -> &'static str {
    match reaches {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    }
}

struct StepRow<'a> {
    change: &'a str,
    players: u8,
    goal: String,
    shift: f64,
}

fn step_columns<'a>() -> Vec<Declared<StepRow<'a>>> {
    columns![StepRow<'a>;
        ("change", Text, "A single change.", row => row.change),
        ("players", U8, "Number of players of the goal.", row => row.players),
        ("goal", Text, "What is to be reached.", row => row.goal.as_str()),
        ("harder_by", F64, "By how much harder it makes the game: HP of each player's base that games \
            need more, or rounds survived less. Of changes that were not played: their share of what the \
            largest step does.",
            row => row.shift),
    ]
}

/// What every single change does: a row for each, for each goal.
pub fn steps_table(balance: &Balance, found: &Found) -> Result<Table, ExportError> {
    let levers = balance.levers.iter().enumerate();
    let rows = levers.flat_map(|(place, lever)| {
        let goals = balance.goals.iter().zip(found.model.shifts_of(place));
        goals.map(|((goal, _), shift)| StepRow {
            change: &lever.text,
            players: goal.game.players.unwrap_or(1),
            goal: goal.text(),
            shift,
        })
    });
    declared_table(&step_columns(), rows)
}
