//! Damage to the base by round and cause, after the base has fallen, too, where games are played on.

use super::game::GameRecord;
use super::results;
use super::stop::LEVEL;
use super::totals::{Totals, moments};
use cards::words::Word;
use game::observe::tally::{BASE_CAUSES, BaseCause};
use game::state::ROUNDS;
use serde::{Deserialize, Serialize};
use statistics::Estimate;
use statistics::looks::Look;
use statistics::mean::IntegerMoments;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// Sums of damage by round and cause.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageByCause([[IntegerMoments; BASE_CAUSES]; ROUNDS as usize]);

impl DamageByCause {
    /// The sums over some games.
    pub(super) fn of(records: &[GameRecord]) -> Self {
        DamageByCause(std::array::from_fn(|round| {
            std::array::from_fn(|cause| moments(records, |record| record.causes[round][cause]))
        }))
    }

    /// Adds other games.
    pub(super) fn merge(&mut self, other: &DamageByCause) {
        let all = self.0.iter_mut().flatten();
        for (to, from) in all.zip(other.0.iter().flatten()) {
            to.merge(from);
        }
    }
}

/// The mean damage of one cause in one round.
pub(super) fn damage(totals: &Totals, round: u8, cause: BaseCause, look: Look) -> Option<Estimate> {
    let mut causes = BaseCause::ALL
        .iter()
        .zip(&totals.causes.0[usize::from(round) - 1]);
    let (_, moments) = causes.find(|((_, known), _)| *known == cause)?;
    results::mean("damage", moments, look)
}

/// The damage of one cause in one round.
struct CauseRow {
    round: u8,
    cause: BaseCause,
    damage: Option<Estimate>,
    games: u64,
}

impl CauseRow {
    fn end(&self, get: fn(&Estimate) -> f64) -> Option<f64> {
        let end = self.damage.as_ref().map(get);
        end.filter(|end| end.is_finite())
    }
}

/// The columns of the table `damage`.
fn columns() -> Vec<Declared<CauseRow>> {
    columns![CauseRow;
        ("round", U8, "The round, 1 to 9.", row => row.round),
        ("cause", Text, "What did the damage: an enemy that overran a lane, an attack carried \
            past the last troop (overflow), or an ability.",
            row => row.cause.word()),
        ("damage", F64, "Mean damage to the base per game.", row => row.end(|damage| damage.value)),
        ("low", F64, "Lower end of its interval.", row => row.end(|damage| damage.interval.low)),
        ("high", F64, "Upper end of its interval.", row => row.end(|damage| damage.interval.high)),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("games", U64, "Number of games.", row => row.games),
    ]
}

/// The table `damage`: a row for each round and cause.
pub(super) fn table(totals: &Totals, look: Look) -> Result<Table, ExportError> {
    let rounds = (1..).zip(&totals.causes.0);
    let rows = rounds.flat_map(|(round, causes)| {
        let causes = BaseCause::ALL.iter().zip(causes);
        causes.map(move |((_, cause), moments)| CauseRow {
            round,
            cause: *cause,
            damage: damage(totals, round, *cause, look),
            games: moments.count(),
        })
    });
    declared_table(&columns(), rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Plan;
    use crate::sim::batch::play_chunk;

    #[test]
    fn causes_add_up_to_the_damage_of_each_round() {
        for plays_on in [true, false] {
            let mut plan = Plan::built_in("greedy", 2, 1000).expect("a plan");
            plan.plays_on = plays_on;
            let totals = play_chunk(&plan, 0..200).totals;
            for round in 1..=ROUNDS {
                let whole = if plays_on {
                    totals
                        .played_on
                        .moments_of(&format!("full_damage_round_{round}"))
                } else {
                    totals.moments_of(&format!("base_damage_round_{round}"))
                };
                let whole = whole.expect("a measure").mean().expect("games");
                let causes = &totals.causes.0[usize::from(round) - 1];
                let sum: f64 = causes
                    .iter()
                    .map(|cause| cause.mean().expect("games"))
                    .sum();
                assert!(
                    (sum - whole).abs() < 1e-9,
                    "round {round}: {sum} of {whole}"
                );
            }
            let seen = totals.causes.0.iter().flatten();
            assert!(seen.filter(|cause| cause.mean() > Some(0.0)).count() > 5);
        }
    }
}
