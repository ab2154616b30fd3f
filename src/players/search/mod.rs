//! Search: a player who tries out choices before taking one.
//!
//! Asked a question, such a player imagines the rest of the game many times for each answer worth
//! trying, with everything hidden dealt anew each time, and takes the answer after which games go
//! best. How many games are imagined is a number, never a matter of time.
//!
//! The rules run straight through a phase, so the middle of a phase cannot be copied. An imagined
//! game therefore starts where the real one last rested, repeats all answers given since, and
//! only then goes its own way ([`imagined`]). No player sees the copy: hidden cards are dealt anew
//! before anything is decided in it.

mod halving;
mod imagined;
mod leaf;
#[cfg(test)]
mod tests;

pub(super) use leaf::base_left;

use super::spec::Search;
use super::table::Seats;
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::state::Phase;
use halving::Race;
use imagined::{Branch, Imagination};

/// What the searching players of a table need in one game.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    imagination: Imagination,
    /// From which all imagined luck follows.
    key: GameKey,
    /// Questions searched so far.
    searched: u64,
}

impl Searcher {
    /// Ready for a game.
    pub fn new(key: GameKey) -> Self {
        Searcher {
            imagination: Imagination::new(key),
            key,
            searched: 0,
        }
    }

    /// Remembers where the game rests.
    pub fn rest(&mut self, at: &Resting<'_>) {
        self.imagination.rest(at);
    }

    /// Answers a question for whoever is asked.
    pub fn choose(
        &mut self,
        seats: &mut Seats<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> usize {
        let before = *seats;
        let plain = seats.choose(view, decision, options);
        let search = seats.mind(view.seat()).search();
        let chosen = match search.filter(|search| is_searched(search, view, decision)) {
            Some(search) => {
                let found = self.search(search, &before, seats, view, decision, options, plain);
                if found != plain {
                    // What the plain player had in mind is of no use any more.
                    *seats = before;
                }
                found
            }
            None => plain,
        };
        self.imagination.record(chosen);
        chosen
    }

    #[allow(clippy::too_many_arguments)] // The question, and the two states of mind about it.
    fn search(
        &mut self,
        search: &Search,
        before: &Seats<'_>,
        after: &Seats<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        plain: usize,
    ) -> usize {
        let mind = before.mind(view.seat());
        self.searched += 1;
        let key = self.key.alternative(self.searched);
        let mut race = Race::new(plain, options.len(), search);
        let t0 = std::time::Instant::now();
        let mut np = 0u64;
        while let Some((answer, game)) = race.next() {
            let minds = match answer == plain {
                true => after,
                false => before,
            };
            let branch = Branch {
                decision,
                options: options.len(),
                answer,
                luck: key.alternative(game),
                seats: minds.of_one_mind(mind),
                rounds: search.rounds,
            };
            let Some(score) = self.imagination.play(view, branch) else {
                // Somebody else decides at this table, unknown to us: nothing can be repeated.
                return plain;
            };
            race.record(score);
            np += 1;
        }
        let w = race.winner();
        if std::env::var("TRACE").is_ok() {
            let d = format!("{decision:?}");
            let d = d
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap()
                .to_string();
            eprintln!(
                "Q {d} {} {np} {} {}",
                options.len(),
                t0.elapsed().as_nanos(),
                u8::from(w != plain)
            );
        }
        w
    }
}

/// Whether a question is worth a search.
fn is_searched(search: &Search, view: &View<'_>, decision: &Decision) -> bool {
    let phase = match view.phase() {
        Phase::Purchase => search.purchase,
        Phase::Deployment => search.deployment,
        Phase::Combat => search.combat,
        Phase::WrapUp => search.wrap_up,
        _ => false,
    };
    // Orders of simultaneous effects hardly ever matter.
    phase && !matches!(decision, Decision::OrderTriggers | Decision::Spend)
}
