//! Instructions of the standard workloads, counted by valgrind on this program.

use super::task::{Task, Values};
use super::{BenchError, PLAYERS, POLICIES, Unit, Workload};

/// The cost of starting up is subtracted by playing two numbers of games.
const FEW: u64 = 20;
const MANY: u64 = 120;

/// A task for each workload.
pub(super) fn tasks() -> Result<Vec<Task>, BenchError> {
    let mut tasks = Vec::new();
    for policy in POLICIES {
        for players in PLAYERS {
            let name = Workload::new(policy, players)?.name();
            let figures = vec![
                (format!("one game: {name}"), Unit::Instructions),
                (
                    format!("one decision and its consequences: {name}"),
                    Unit::Instructions,
                ),
            ];
            let count = move || count(policy, players);
            tasks.push(Task::exact(format!("instructions, {name}"), figures, count));
        }
    }
    Ok(tasks)
}

/// Instructions of a game and of a decision.
fn count(policy: &str, players: u8) -> Result<Values, BenchError> {
    let (few, few_decisions) = callgrind(policy, players, FEW)?;
    let (many, many_decisions) = callgrind(policy, players, MANY)?;
    let instructions = many.saturating_sub(few) as f64;
    let decisions = many_decisions.saturating_sub(few_decisions).max(1) as f64;
    Ok(vec![
        instructions / (MANY - FEW) as f64,
        instructions / decisions,
    ])
}

/// Instructions and decisions of a number of games.
fn callgrind(policy: &str, players: u8, games: u64) -> Result<(u64, u64), BenchError> {
    let failed = |reason: String| BenchError::Instructions(reason);
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let output = std::process::Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", "--play-only", policy])
        .args([players.to_string(), games.to_string()])
        .output()
        .map_err(|error| failed(format!("cannot run valgrind: {error}")))?;
    let told = String::from_utf8_lossy(&output.stderr);
    let collected = told.split("Collected : ").nth(1);
    let instructions = collected
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| failed("valgrind reported no count".into()))?;
    let decisions = String::from_utf8_lossy(&output.stdout);
    let decisions = decisions.trim().parse();
    Ok((
        instructions,
        decisions.map_err(|_| failed("the games were not played".into()))?,
    ))
}
