//! What must hold exactly: the shards of a run give the run.

use super::Check;
use rayon::prelude::*;
use runs::sim::batch::{Chunk, play_chunk};
use runs::sim::columns::RowTables;
use runs::sim::plan::Plan;
use runs::sim::totals::Totals;
use runs::sim::{Rows, Shard, SimError};

/// Parts of a run that are merged again.
const SHARDS: u32 = 7;
/// Games of that run.
const GAMES: u64 = 1000;
/// A base with which random players win some games: sums of nothing would agree in any case.
const BASE: u16 = 163;

/// A merged run of shards against the whole run.
pub fn shards_merged(plan: &Plan) -> Result<Check, SimError> {
    let mut plan = plan.clone();
    (plan.rows, plan.plays_on, plan.stop.games) = (Rows::All, true, Some(GAMES));
    plan.rules.base_hp = BASE;
    let plan = &plan;
    let tables = RowTables::new(plan)?;
    let whole = play_chunk(plan, 0..GAMES);
    let shards = (1..SHARDS + 1).into_par_iter().rev().map(|number| {
        let shard = Shard {
            number,
            count: SHARDS,
        };
        let range = Plan {
            shard: Some(shard),
            ..plan.clone()
        };
        play_chunk(plan, range.range())
    });
    let shards: Vec<_> = shards.collect();
    let mut sums = Totals::new(plan.cards.kinds.len());
    shards.iter().for_each(|shard| sums.merge(&shard.totals));
    let games = shards
        .iter()
        .map(|shard| shard.games.end - shard.games.start);
    let rows = |shard: &Chunk| tables.fill(&shard.with_rows, &shard.decisions);
    let mut joined = tables.empty();
    for table in shards.iter().rev().map(rows) {
        for (to, from) in joined.iter_mut().zip(&table) {
            to.append(from)?;
        }
    }
    let varied = sums.wins > 0 && sums.wins < sums.games;
    let same = sums == whole.totals && joined == rows(&whole) && sums.games == GAMES;
    Ok(Check::new(
        "shards, merged",
        "the shards of a run, merged in any order, give exactly the run",
        f64::from(u8::from(!(same && varied))),
        (0.0, 0.0),
        format!(
            "{SHARDS} shards of {} to {} games, {} in all",
            games.clone().min().unwrap_or(0),
            games.clone().max().unwrap_or(0),
            games.sum::<u64>()
        ),
    ))
}
