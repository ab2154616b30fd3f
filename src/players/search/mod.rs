//! Search: players who try their options in imagined rounds before they choose.
//!
//! For each answer worth trying, such a player imagines how the round goes on many times, with
//! everything hidden dealt again each time, and takes the answer after which a learned value expects
//! most. The number of imagined rounds is fixed, never a matter of time. Where networks give the plain
//! answer, their scores say which others are worth trying.
//!
//! The rules run straight through a step of a phase, so a step cannot be copied in the middle. An
//! imagined round therefore starts where the real game last rested or paused, repeats the few answers
//! given since, and only then diverges ([`imagined`]). No player sees the real hidden cards: they are
//! dealt again before anything is decided.
//!
//! Purchases are tried as whole plans: which cards to buy, and what to give up for them.
//!
//! An oracle is the exception: it imagines rounds with the real order of the cards and the real future
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
use super::purchase::{Plan, Planner};
use super::spec::Search;
use super::table::{PreparedPolicy, Seats};
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::state::MAX_PLAYERS;
use halving::Race;
use imagined::{Branch, Imagination};
use value::Value;

/// Plans kept from one length to the next (the width of the beam).
pub(super) const PLAN_WIDTH: usize = 8;

/// The state of the search players of a table in one game.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    imagination: Imagination,
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
    /// A score on this scale, as text.
    pub fn show(self, score: f64) -> String {
        match self {
            Scale::Rounds => format!("{score:.2} rounds"),
            Scale::Progress => format!("{:.1}% of the way", 100.0 * score),
        }
    }
}

impl Considered {
    /// An answer that has not been tried.
    fn new(candidate: &Candidate<'_>) -> Self {
        Considered {
            answer: candidate.answer,
            games: 0,
            scale: Scale::Progress,
            plan: candidate.plan,
            total: 0.0,
            differences: 0.0,
            squares: 0.0,
        }
    }

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
        let before = seats.clone();
        let plain = seats.choose(view, decision, options);
        let mut chosen = plain;
        if let (Some(search), Some(value)) = (policy.search(), policy.value()) {
            let asked = Asked {
                search,
                policy,
                view,
                decision,
                options,
            };
            let candidates = match self.handling(&asked) {
                Handling::Plain => Vec::new(),
                Handling::Answers => asked.answers(&before, seats, plain),
                Handling::Plans(planner) => asked.plans(&planner, &before, seats, plain),
            };
            if let Some(best) = self.race(&asked, value, &candidates) {
                *seats = candidates[best].seats.clone();
                chosen = candidates[best].answer;
            }
        }
        self.imagination.record(chosen);
        chosen
    }

    /// How a question is handled.
    fn handling(&mut self, asked: &Asked<'_, '_>) -> Handling {
        let (seat, round) = (usize::from(asked.view.seat()), asked.view.round());
        let planner = || asked.policy.planner();
        match asked.decision {
            // Orders of simultaneous effects hardly ever matter.
            Decision::OrderTriggers => Handling::Plain,
            Decision::Spend => match planner() {
                Some(planner) if self.planned[seat] != round => {
                    self.planned[seat] = round;
                    Handling::Plans(planner)
                }
                // The order in which coins are spent does not matter.
                _ => Handling::Plain,
            },
            Decision::Buy => match planner() {
                // Nothing new has been seen since the plan was made.
                Some(_) if self.planned[seat] == round => {
                    self.planned[seat] = 0;
                    Handling::Plain
                }
                Some(planner) => Handling::Plans(planner),
                None => Handling::Answers,
            },
            // What is given up for a purchase is part of the plan.
            Decision::Reduce { buyer, .. }
                if usize::from(*buyer) == seat && asked.policy.buys_by_value() =>
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
        asked: &Asked<'_, '_>,
        value: &Value,
        candidates: &[Candidate<'_>],
    ) -> Option<usize> {
        if candidates.len() < 2 {
            return None;
        }
        self.searched += 1;
        let key = self.key.alternative(self.searched);
        self.considered
            .extend(candidates.iter().map(Considered::new));
        let mut plain: Vec<f64> = Vec::new();
        let mut play = |runner: usize, luck: Option<GameKey>| {
            let candidate: &Candidate<'_> = &candidates[runner];
            let mut branch = Branch {
                decision: asked.decision,
                options: asked.options.len(),
                answer: candidate.answer,
                luck,
                seats: candidate.seats.all_with(asked.policy),
                rounds: 1,
                then: (asked.view.seat(), asked.view.phase(), &[]),
            };
            let score = self.imagination.play(asked.view, value, &mut branch)?;
            self.playouts += 1;
            if runner == 0 {
                plain.push(score);
            }
            let considered = &mut self.considered[runner];
            considered.record(score, plain[considered.games]);
            Some(score)
        };
        if asked.search.oracle {
            return best_of_all(candidates.len(), |runner| play(runner, None));
        }
        let playouts = asked.search.playouts[usize::from(asked.view.players()) - 1];
        let mut race = Race::new(
            candidates.len(),
            playouts,
            asked.search.caution,
            asked.search.even,
        );
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
    /// Answered without search.
    Plain,
    /// By searching its answers.
    Answers,
    /// By searching whole plans of purchases.
    Plans(Planner),
}

/// A question to a player who searches.
struct Asked<'q, 'a> {
    search: &'a Search,
    policy: &'a PreparedPolicy,
    view: &'q View<'q>,
    decision: &'q Decision,
    options: &'q [Choice],
}

impl<'a> Asked<'_, 'a> {
    /// The answers to be tried: the plain one first, then the others, as the networks score them.
    fn answers(&self, before: &Seats<'a>, after: &Seats<'a>, plain: usize) -> Vec<Candidate<'a>> {
        let learner = self.policy.learner();
        let scores =
            learner.and_then(|learner| learner.scores(self.view, self.decision, self.options));
        let scores = scores.unwrap_or_else(|| self.options.iter().map(|_| 0.0).collect());
        let candidate = |answer| Candidate {
            answer,
            plan: None,
            // The plan of the plain player is of no use after another answer.
            seats: match answer == plain {
                true => after.clone(),
                false => before.clone(),
            },
        };
        let tried = worth_trying(&scores, plain, self.search);
        tried.into_iter().map(candidate).collect()
    }

    /// The plans to be tried: the plain one first, then the others, as the networks score them.
    fn plans(
        &self,
        planner: &Planner,
        before: &Seats<'a>,
        after: &Seats<'a>,
        plain: usize,
    ) -> Vec<Candidate<'a>> {
        let own = before.plan_after(self.view, after, self.options[plain]);
        let plans = before.plans(self.view, planner);
        let scores = match self.policy.learner() {
            Some(learner) if plans.len() > 1 => learner.plan_scores(self.view, &plans),
            _ => plans.iter().map(|_| 0.0).collect(),
        };
        let is_own = |plan: &Plan| own.is_some_and(|own| own.is_same(plan));
        let plain_plan = plans.iter().position(|judged| is_own(&judged.plan));
        let mut candidates = vec![Candidate {
            answer: plain,
            seats: after.clone(),
            plan: own,
        }];
        // Without a place among the plans, the plain one comes before all of them.
        let tried = worth_trying(&scores, plain_plan.unwrap_or(plans.len()), self.search);
        for other in tried.into_iter().skip(1) {
            let plan = plans[other].plan;
            let mut seats = before.clone();
            seats.follow(self.view, plan);
            let answer = seats.choose(self.view, self.decision, self.options);
            candidates.push(Candidate {
                answer,
                seats,
                plan: Some(plan),
            });
        }
        candidates
    }
}

/// The options worth trying: the plain one first, then those whose scores fall short of the best by
/// little, the best first.
fn worth_trying(scores: &[f32], plain: usize, search: &Search) -> Vec<usize> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let close = |option: &usize| scores[*option] >= most - search.doubt && *option != plain;
    let mut others: Vec<usize> = (0..scores.len()).filter(close).collect();
    // Stable: of equals the first come first.
    others.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    others.truncate(search.candidates - 1);
    others.insert(0, plain);
    others
}
