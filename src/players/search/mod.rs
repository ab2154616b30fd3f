//! Search: a player who tries out choices before taking one.
//!
//! Asked a question, such a player imagines the rest of the game many times for each answer worth
//! trying, with everything hidden dealt again each time, and takes the answer after which games go
//! best. How many games are imagined is a number, never a matter of time.
//!
//! The rules run straight through a step of a phase, so the middle of a step cannot be copied. An
//! imagined game therefore starts where the real one last rested or paused, repeats the few answers
//! given since, and only then goes its own way ([`imagined`]). No player sees the copy: hidden cards
//! are dealt again before anything is decided in it.
//!
//! Purchases are tried as whole plans: which cards, and what is given up for them.
//!
//! An oracle is the exception: it imagines games with the cards as they lie and the luck as it will
//! be. It bounds what players can reach who do not know that, and is never one of them.

mod halving;
mod imagined;
mod leaf;
#[cfg(test)]
mod tests;

pub(super) use leaf::base_left;

use super::interrupt::is_given_up;
use super::purchase::Planner;
use super::spec::Search;
use super::table::{PreparedPolicy, Seats};
use super::value::Offers;
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::state::{MAX_PLAYERS, Phase};
use halving::Race;
use imagined::{Branch, Imagination};

/// Plans that are kept from one length to the next when purchases are planned.
const PLAN_WIDTH: usize = 8;

/// What the searching players of a table need in one game.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    imagination: Imagination,
    /// From which all imagined luck follows.
    key: GameKey,
    /// Questions searched so far.
    searched: u64,
    /// Games imagined for them.
    playouts: u64,
    /// The round for which each seat has just made its plan, before anything was bought.
    planned: [u8; MAX_PLAYERS],
    /// What was tried for the last question.
    considered: Vec<Considered>,
}

/// An answer that was tried out, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered {
    /// The answer, by its index. Plans of what to buy may begin with the same one.
    pub answer: usize,
    /// Games imagined.
    pub games: usize,
    /// What their scores count.
    pub scale: Scale,
    /// The sum of their scores.
    total: f64,
}

/// What the score of an imagined game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Rounds survived, and the share of the base that is left.
    Rounds,
    /// How far the players will come by the learned value: 1 is the end of the game.
    Progress,
}

impl Scale {
    /// A score on this scale, to be read.
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
}

/// How much players who search have tried out in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Questions for which they did.
    pub questions: u64,
    /// Games imagined for them.
    pub playouts: u64,
}

/// Something to try: an answer to the question at hand, and what the seats then have in mind.
struct Candidate<'a> {
    answer: usize,
    seats: Seats<'a>,
}

impl Searcher {
    /// Ready for a game.
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

    /// What was tried for the last question; nothing if it was answered at once.
    pub fn considered(&self) -> &[Considered] {
        &self.considered
    }

    /// How much has been tried out so far.
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

    /// Somebody has answered who is not asked through this.
    pub fn record(&mut self, answer: usize) {
        self.imagination.record(answer);
    }

    /// Answers a question for whoever is asked.
    pub fn choose(
        &mut self,
        seats: &mut Seats<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> usize {
        self.considered.clear();
        let mind = seats.mind(view.seat());
        let chosen = match mind
            .search()
            .filter(|search| searches(search, view.phase()))
        {
            None => seats.choose(view, decision, options),
            Some(search) => {
                let before = *seats;
                let plain = seats.choose(view, decision, options);
                let candidates = match self.handling(mind, view, decision) {
                    Handling::Plain => Vec::new(),
                    Handling::Answers => answers(search, &before, seats, options.len(), plain),
                    Handling::Plans(planner) => plans(
                        search, &planner, &before, seats, view, decision, options, plain,
                    ),
                };
                match self.race(search, mind, view, decision, options.len(), &candidates) {
                    Some(best) => {
                        *seats = candidates[best].seats;
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
        mind: &PreparedPolicy,
        view: &View<'_>,
        decision: &Decision,
    ) -> Handling {
        let seat = usize::from(view.seat());
        let planner = || mind.planner(view.players(), PLAN_WIDTH);
        match decision {
            // Orders of simultaneous effects hardly ever matter.
            Decision::OrderTriggers => Handling::Plain,
            Decision::Spend => match planner() {
                Some(planner) if self.planned[seat] != view.round() => {
                    self.planned[seat] = view.round();
                    Handling::Plans(planner)
                }
                // How coins are turned over one by one is of no consequence.
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
                if *buyer == view.seat() && mind.plans(view.players()) =>
            {
                Handling::Plain
            }
            _ => Handling::Answers,
        }
    }

    /// Tries candidates out, the first being the plain one; says which is best. `None`: there is
    /// nothing to choose, or nothing can be repeated because somebody else decides at this table,
    /// unknown to us.
    fn race(
        &mut self,
        search: &Search,
        mind: &PreparedPolicy,
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
        let scale = match mind.value(view.players()) {
            Some(_) => Scale::Progress,
            None => Scale::Rounds,
        };
        let untried = |candidate: &Candidate<'_>| Considered {
            answer: candidate.answer,
            games: 0,
            scale,
            total: 0.0,
        };
        self.considered.extend(candidates.iter().map(untried));
        let mut offers = Offers::UNKNOWN;
        let mut play = |runner: usize, luck: Option<GameKey>| {
            let candidate: &Candidate<'_> = &candidates[runner];
            let branch = Branch {
                decision,
                options,
                answer: candidate.answer,
                luck,
                seats: candidate.seats.of_one_mind(mind),
                rounds: search.rounds,
            };
            let score = self.imagination.play(view, branch, &mut offers)?;
            self.playouts += 1;
            self.considered[runner].games += 1;
            self.considered[runner].total += score;
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

/// The candidate with the greatest score, of equals the first. One game tells where the luck is
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
    /// As the strategies answer it.
    Plain,
    /// By trying out its answers.
    Answers,
    /// By trying out whole plans of what to buy.
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
            // What the plain player had in mind is of no use after another answer.
            seats: match answer == plain {
                true => *after,
                false => *before,
            },
        })
        .collect()
}

/// The plans to be tried: the plain one first, then those that the value thinks best.
#[allow(clippy::too_many_arguments)] // The question, and the two states of mind about it.
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
    let mut candidates = vec![Candidate {
        answer: plain,
        seats: *after,
    }];
    let own = before.plan_after(view, after, options[plain]);
    for plan in before.plans(view, planner) {
        if candidates.len() >= search.candidates {
            break;
        }
        if own.is_some_and(|own| own.is_same(&plan)) {
            continue;
        }
        let mut seats = *before;
        seats.follow(view, plan);
        let answer = seats.choose(view, decision, options);
        candidates.push(Candidate { answer, seats });
    }
    candidates
}
