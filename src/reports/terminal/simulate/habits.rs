//! What the players do with the cards for sale, for people.

use crate::terminal::Output;
use crate::terminal::grid::{Grid, left, right};
use crate::terminal::text::per_cent;
use cards::CardSet;
use runs::sim::habits::{HARDLY_EVER, Habit};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The maximum number of rarely bought cards listed without details.
const LISTED: usize = 8;

/// Writes which cards are rarely bought, and why; with details, what is done with every card.
pub fn write(habits: &[Habit], cards: &CardSet, verbose: bool, out: &mut Output) -> io::Result<()> {
    if verbose {
        write_all(habits, cards, out)?;
    }
    let neglected: Vec<&Habit> = habits.iter().filter(|habit| habit.is_neglected()).collect();
    if neglected.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    out.title_prose(&format!(
        "Rarely bought ({} of {} cards; in under {:.0}% of the games in which a player could pay \
         for them)",
        neglected.len(),
        habits.len(),
        100.0 * HARDLY_EVER
    ))?;
    let mut grid = Grid::new([left("card"), right("payable"), left("why").spare(1)]);
    let listed = if verbose { neglected.len() } else { LISTED };
    for habit in neglected.iter().take(listed) {
        grid.row([
            cards.kind(habit.kind).name.clone(),
            per_cent(habit.payable()),
            habit.reason.to_string(),
        ]);
    }
    out.table(&grid)?;
    if neglected.len() > listed {
        writeln!(out, "  and {} more (--verbose)", neglected.len() - listed)?;
    }
    Ok(())
}

fn write_all(habits: &[Habit], cards: &CardSet, out: &mut Output) -> io::Result<()> {
    let title = out.title("What the players do (share of games)");
    writeln!(out, "\n{title}")?;
    let columns = [
        left("card"),
        right("cost").spare(5),
        right("offered").spare(4),
        right("payable").spare(3),
        right("bought"),
        right("used").spare(1),
        right("wasted").spare(2),
    ];
    let mut grid = Grid::new(columns);
    for habit in habits {
        let shares = [
            habit.offered(),
            habit.payable(),
            habit.bought(),
            habit.used(),
            habit.wasted(),
        ];
        let facts = [
            cards.kind(habit.kind).name.clone(),
            cards.kind(habit.kind).cost.to_string(),
        ];
        grid.row(facts.into_iter().chain(shares.map(per_cent)));
    }
    out.table(&grid)
}

/// The cards that are rarely bought, as JSON.
pub fn json(habits: &[Habit], cards: &CardSet) -> Vec<Value> {
    let neglected = habits.iter().filter(|habit| habit.is_neglected());
    let entry = |habit: &Habit| {
        json!({
            "card": cards.kind(habit.kind).id,
            "payable": habit.payable(),
            "bought": habit.bought(),
            "reason": habit.reason,
        })
    };
    neglected.map(entry).collect()
}
