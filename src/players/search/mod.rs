//! Search: players who try their options in imagined games before they choose.
//!
//! For each answer worth trying, such a player imagines how the game goes on many times, with
//! everything hidden dealt again each time, and takes the answer with the best results. The number of
//! imagined games is fixed, never a matter of time.
//!
//! The rules run straight through a step of a phase, so a step cannot be copied in the middle. An
//! imagined game therefore starts where the real one last rested or paused, repeats the few answers
//! given since, and only then diverges ([`imagined`]). No player sees the real hidden cards: they are
//! dealt again before anything is decided.
//!
//! Purchases are tried as whole plans: which cards to buy, and what to give up for them.
//!
//! An oracle is the exception: it imagines games with the real order of the cards and the real future
//! luck. It is an upper bound for fair players, not one of them.

mod examine;
mod halving;
mod imagined;
mod leaf;
#[cfg(test)]
mod tests;

pub use examine::{Examined, Trial};
pub(super) use leaf::base_left;

use super::interrupt::is_given_up;
use super::purchase::{Judged, Plan, Planner};
use super::spec::Search;
use super::table::{Known, PreparedPolicy, Seats};
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::state::{MAX_PLAYERS, Phase};
use halving::Race;
use imagined::{Branch, Imagination};

/// Plans kept from one length to the next (the width of the beam).
pub(super) const PLAN_WIDTH: usize = 8;

/// The state of the search players of a table in one game.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    imagination: Imagination,
    /// What is known from games imagined before, and by which policy.
    known: (usize, Known),
    /// Determines all imagined luck.
    key: GameKey,
    /// Questions searched so far.
    searched: u64,
    /// Games imagined for them.
    playouts: u64,
    /// The round for which each seat has just made its plan, before anything was bought.
    planned: [u8; MAX_PLAYERS],
    /// What the last search considered.
    considered: Vec<Considered>,
}

/// An answer that was tried, and its results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered {
    /// The answer, by its index. Plans of what to buy may begin with the same one.
    pub answer: usize,
    /// Games imagined.
    pub games: usize,
    /// The scale of their scores.
    pub scale: Scale,
    /// The plan of what to buy that it begins, if it is one.
    pub(super) plan: Option<Plan>,
    /// The sum of their scores.
    total: f64,
    /// The sum of the differences from the plain answer on the same luck, and of their squares.
    differences: f64,
    squares: f64,
}

/// The scale of the score of an imagined game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Rounds survived, plus the share of the base that is left.
    Rounds,
    /// How far the players will come according to the learned value: 1 is the end of the game.
    Progress,
}

impl Scale {
    /// The scale on which a player scores games of so many players.
    fn of(policy: &PreparedPolicy, players: u8) -> Self {
        match policy.value(players) {
            Some(_) => Scale::Progress,
            None => Scale::Rounds,
        }
    }

    /// A score on this scale, as text.
    pub fn show(self, score: f64) -> String {
        match self {
            Scale::Rounds => format!("{score:.2} rounds"),
            Scale::Progress => format!("{:.1}% of the way", 100.0 * score),
        }
    }
}

impl Considered {
    /// The mean score of the games.
    pub fn worth(&self) -> f64 {
        self.total / self.games.max(1) as f64
    }

    /// How much better it did than the plain answer on the same luck, and the standard error of that.
    /// Answers that dropped out early can be compared with others by this only.
    pub fn advantage(&self) -> (f64, f64) {
        let games = self.games.max(1) as f64;
        let mean = self.differences / games;
        let variance = (self.squares / games - mean * mean).max(0.0);
        (mean, (variance / (games - 1.0).max(1.0)).sqrt())
    }

    fn record(&mut self, score: f64, plain: f64) {
        self.games += 1;
        self.total += score;
        self.differences += score - plain;
        self.squares += (score - plain) * (score - plain);
    }
}

/// The search effort in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Questions searched.
    pub questions: u64,
    /// Games imagined for them.
    pub playouts: u64,
}

/// A candidate: an answer to the current question, and the memories of the seats after it.
struct Candidate<'a> {
    answer: usize,
    seats: Seats<'a>,
    plan: Option<Plan>,
}

impl Searcher {
    /// For a new game.
    pub fn new(key: GameKey) -> Self {
        Searcher {
            imagination: Imagination::new(key),
            known: (0, Known::NOTHING),
            key,
            searched: 0,
            playouts: 0,
            planned: [0; MAX_PLAYERS],
            considered: Vec::new(),
        }
    }

    /// What the last search considered; nothing if the question was answered without one.
    pub fn considered(&self) -> &[Considered] {
        &self.considered
    }

    /// The search effort so far.
    pub fn effort(&self) -> Effort {
        Effort {
            questions: self.searched,
            playouts: self.playouts,
        }
    }

    /// Remembers where the game rests.
    pub fn rest(&mut self, at: &Resting<'_>) {
        self.imagination.rest(at);
    }

    /// Remembers how far a phase has come.
    pub fn pause(&mut self, at: &Resting<'_>) {
        self.imagination.pause(at);
    }

    /// Records an answer that was given elsewhere.
    pub fn record(&mut self, answer: usize) {
        self.imagination.record(answer);
    }

    /// Answers a question for the player who is asked.
    pub fn choose(
        &mut self,
        seats: &mut Seats<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> usize {
        self.considered.clear();
        let policy = seats.policy(view.seat());
        let chosen = match policy
            .search()
            .filter(|search| searches(search, view.phase()))
        {
            None => seats.choose(view, decision, options),
            Some(search) => {
                let before = seats.clone();
                let plain = seats.choose(view, decision, options);
                let candidates = match self.handling(policy, view, decision) {
                    Handling::Plain => Vec::new(),
                    Handling::Answers => answers(search, &before, seats, options.len(), plain),
                    Handling::Plans(planner) => plans(
                        search, &planner, &before, seats, view, decision, options, plain,
                    ),
                };
                match self.race(search, policy, view, decision, options.len(), &candidates) {
                    Some(best) => {
                        *seats = candidates[best].seats.clone();
                        candidates[best].answer
                    }
                    None => plain,
                }
            }
        };
        self.imagination.record(chosen);
        chosen
    }

    /// How a question is handled.
    fn handling(
        &mut self,
        policy: &PreparedPolicy,
        view: &View<'_>,
        decision: &Decision,
    ) -> Handling {
        let seat = usize::from(view.seat());
        let planner = || policy.planner(view.players(), PLAN_WIDTH);
        match decision {
            // Orders of simultaneous effects hardly ever matter.
            Decision::OrderTriggers => Handling::Plain,
            Decision::Spend => match planner() {
                Some(planner) if self.planned[seat] != view.round() => {
                    self.planned[seat] = view.round();
                    Handling::Plans(planner)
                }
                // The order in which coins are spent does not matter.
                _ => Handling::Plain,
            },
            Decision::Buy => match planner() {
                // Nothing new has been seen since the plan was made.
                Some(_) if self.planned[seat] == view.round() => {
                    self.planned[seat] = 0;
                    Handling::Plain
                }
                Some(planner) => Handling::Plans(planner),
                None => Handling::Answers,
            },
            // What is given up for a purchase is part of the plan.
            Decision::Reduce { buyer, .. }
                if *buyer == view.seat() && policy.plans(view.players()) =>
            {
                Handling::Plain
            }
            _ => Handling::Answers,
        }
    }

    /// Tries candidates, the first being the plain one, and returns the best. `None`: there is
    /// nothing to choose, or the game cannot be repeated because somebody else at this table has
    /// made choices that were not recorded.
    fn race(
        &mut self,
        search: &Search,
        policy: &PreparedPolicy,
        view: &View<'_>,
        decision: &Decision,
        options: usize,
        candidates: &[Candidate<'_>],
    ) -> Option<usize> {
        if candidates.len() < 2 {
            return None;
        }
        self.searched += 1;
        let key = self.key.alternative(self.searched);
        let scale = Scale::of(policy, view.players());
        let untried = |candidate: &Candidate<'_>| Considered {
            answer: candidate.answer,
            games: 0,
            scale,
            plan: candidate.plan,
            total: 0.0,
            differences: 0.0,
            squares: 0.0,
        };
        self.considered.extend(candidates.iter().map(untried));
        let whose = candidates[0].seats.policy_number(view.seat());
        if self.known.0 != whose {
            self.known = (whose, Known::NOTHING);
        }
        let (_, known) = &mut self.known;
        let mut plain: Vec<f64> = Vec::new();
        let mut play = |runner: usize, luck: Option<GameKey>| {
            let candidate: &Candidate<'_> = &candidates[runner];
            let mut branch = Branch {
                decision,
                options,
                answer: candidate.answer,
                luck,
                seats: candidate.seats.all_with(policy),
                rounds: search.rounds,
            };
            let score = self.imagination.play(view, &mut branch, known)?;
            self.playouts += 1;
            if runner == 0 {
                plain.push(score);
            }
            let considered = &mut self.considered[runner];
            considered.record(score, plain[considered.games]);
            Some(score)
        };
        if search.oracle {
            return best_of_all(candidates.len(), |runner| play(runner, None));
        }
        let mut race = Race::new(candidates.len(), view.players(), search);
        while let Some((runner, game)) = race.next() {
            if is_given_up() {
                return None;
            }
            race.record(play(runner, Some(key.alternative(game)))?);
        }
        Some(race.winner())
    }
}

/// The candidate with the greatest score; the first of equals. One game is enough if the luck is
/// known.
fn best_of_all(candidates: usize, mut play: impl FnMut(usize) -> Option<f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for candidate in 0..candidates {
        if is_given_up() {
            return None;
        }
        let score = play(candidate)?;
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((candidate, score));
        }
    }
    best.map(|(candidate, _)| candidate)
}

/// How a question is handled.
enum Handling {
    /// Answered by the strategies, without search.
    Plain,
    /// By searching its answers.
    Answers,
    /// By searching whole plans of purchases.
    Plans(Planner),
}

/// Whether a phase is searched.
fn searches(search: &Search, phase: Phase) -> bool {
    match phase {
        Phase::Purchase => search.purchase,
        Phase::Deployment => search.deployment,
        Phase::Combat => search.combat,
        Phase::WrapUp => search.wrap_up,
        _ => false,
    }
}

/// The answers to be tried: the plain one first, then the others, spread evenly if there are too
/// many.
fn answers<'a>(
    search: &Search,
    before: &Seats<'a>,
    after: &Seats<'a>,
    options: usize,
    plain: usize,
) -> Vec<Candidate<'a>> {
    let tried = halving::spread(plain, options, search.candidates);
    tried
        .map(|answer| Candidate {
            answer,
            plan: None,
            // The plan of the plain player is of no use after another answer.
            seats: match answer == plain {
                true => after.clone(),
                false => before.clone(),
            },
        })
        .collect()
}

/// The plans to be tried: the plain one first, then those with the best values.
#[allow(clippy::too_many_arguments)] // The question, and the two states of policy about it.
fn plans<'a>(
    search: &Search,
    planner: &Planner,
    before: &Seats<'a>,
    after: &Seats<'a>,
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    plain: usize,
) -> Vec<Candidate<'a>> {
    let own = before.plan_after(view, after, options[plain]);
    let mut candidates = vec![Candidate {
        answer: plain,
        seats: after.clone(),
        plan: own,
    }];
    for Judged { plan, .. } in before.plans(view, planner) {
        if candidates.len() >= search.candidates {
            break;
        }
        if own.is_some_and(|own| own.is_same(&plan)) {
            continue;
        }
        let mut seats = before.clone();
        seats.follow(view, plan);
        let answer = seats.choose(view, decision, options);
        candidates.push(Candidate {
            answer,
            seats,
            plan: Some(plan),
        });
    }
    candidates
}
