//! What the players do with the cards for sale, for people.

use crate::terminal::Output;
use crate::terminal::text::per_cent;
use runs::sim::Plan;
use runs::sim::habits::{HARDLY_EVER, Habit, habits};
use runs::sim::totals::Totals;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Neglected cards that are listed, at most, where the details are not wanted.
const LISTED: usize = 8;

/// Writes which cards are hardly ever bought, and why; with details, what is done with every card.
pub fn write(plan: &Plan, totals: &Totals, verbose: bool, out: &mut Output) -> io::Result<()> {
    let habits = habits(plan, totals);
    let width = habits.iter().map(|habit| habit.kind.name.chars().count());
    let width = width.max().unwrap_or(0);
    if verbose {
        write_all(&habits, width, out)?;
    }
    let neglected: Vec<&Habit<'_>> = habits.iter().filter(|habit| habit.is_neglected()).collect();
    if neglected.is_empty() {
        return Ok(());
    }
    let title = format!(
        "Hardly ever bought ({} of {} cards; in under {:.0}% of the games in which they could be paid)",
        neglected.len(),
        habits.len(),
        100.0 * HARDLY_EVER
    );
    writeln!(out, "\n{}", out.title(&title))?;
    let listed = if verbose { neglected.len() } else { LISTED };
    for habit in neglected.iter().take(listed) {
        writeln!(
            out,
            "  {:<width$}  payable in {:>6} of games  {}",
            habit.kind.name,
            per_cent(habit.payable()),
            habit.reason
        )?;
    }
    if neglected.len() > listed {
        writeln!(out, "  and {} more (--verbose)", neglected.len() - listed)?;
    }
    Ok(())
}

fn write_all(habits: &[Habit<'_>], width: usize, out: &mut Output) -> io::Result<()> {
    writeln!(
        out,
        "\n{}",
        out.title("What the players do (share of games)")
    )?;
    let head = format!(
        "  {:<width$}  cost  {:>7} {:>7} {:>7} {:>7} {:>7}",
        "", "offered", "payable", "bought", "used", "wasted"
    );
    writeln!(out, "{head}")?;
    for habit in habits {
        let shares = [
            habit.offered(),
            habit.payable(),
            habit.bought(),
            habit.used(),
            habit.wasted(),
        ];
        let shares = shares.map(|share| format!("{:>7}", per_cent(share)));
        writeln!(
            out,
            "  {:<width$}  {:>4}  {}",
            habit.kind.name,
            habit.kind.cost,
            shares.join(" ")
        )?;
    }
    Ok(())
}

/// The cards that are hardly ever bought, for a machine.
pub fn json(plan: &Plan, totals: &Totals) -> Vec<Value> {
    let habits = habits(plan, totals);
    let neglected = habits.iter().filter(|habit| habit.is_neglected());
    let entry = |habit: &Habit<'_>| {
        json!({
            "card": habit.kind.id,
            "payable": habit.payable(),
            "bought": habit.bought(),
            "reason": habit.reason,
        })
    };
    neglected.map(entry).collect()
}
