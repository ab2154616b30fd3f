//! Games in which search labels the questions it meets: what networks learn from.
//!
//! Search looks at a part of the questions: those of one game are much alike, so many games teach more.
//! It answers a little more than half of them, the player that learns most of the others, so that its
//! own mistakes are met, and chance a few. Every question that search considers is kept, whoever
//! answers it.

pub mod settings;
#[cfg(test)]
mod tests;

use crate::purchase::{Judged, Plan};
use crate::registry::PreparedPolicies;
use crate::search::{Considered, base_left};
use crate::table::Players;
use cards::CardSet;
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::Ruleset;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{Game, set_up};
use value::options::Group;
use value::options::features::{ABOUT_PLANS, Asked, Standing, about};
use value::options::questions::{Question, Questions, Tried};

/// Of 100 questions other than what to buy, how many search looks at.
const SEARCHED: u32 = 40;
/// Of 100 questions that search looks at, how many it answers, and how many it or the student answer.
const BY_SEARCH: u32 = 55;
const NOT_BY_CHANCE: u32 = 96;

/// A game whose questions are labelled.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// The cards.
    pub cards: &'a CardSet,
    /// The rules.
    pub rules: &'a Ruleset,
    /// Who searches.
    pub search: &'a PreparedPolicies,
    /// Who learns.
    pub student: &'a PreparedPolicies,
}

impl Labelled<'_> {
    /// Plays the game and adds its questions.
    pub fn play(&self, key: GameKey, game: u64, into: &mut Questions) {
        let mut state = set_up(self.cards, self.rules, key);
        let mut teacher = Teacher {
            search: self.search.table(key.alternative(1)),
            student: self.student.table(key),
            dice: key.stream(Purpose::Sampling, 41, 0),
            thrown: 0,
            buyer: (0, 0, false),
            game,
            cards: into.add_cards(self.cards),
            into,
        };
        Game::new(self.cards, self.rules, &mut state, &mut teacher, &mut ()).play();
    }
}

/// Plays like search or like the student, and keeps the questions.
struct Teacher<'a> {
    search: Players<'a>,
    student: Players<'a>,
    dice: Stream,
    thrown: u32,
    /// The round and the seat of the last purchase, and whether search buys: plans are not mixed.
    buyer: (u8, u8, bool),
    game: u64,
    cards: u32,
    into: &'a mut Questions,
}

impl Teacher<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.thrown += 1;
        self.dice.nth(self.thrown).below(n)
    }

    /// Who answers: search (`Some(true)`), the student, or chance.
    fn who(&mut self, view: &View<'_>, decision: &Decision) -> Option<bool> {
        let draw = self.below(100);
        if Group::of(decision, view.phase()) == Group::Purchase {
            if (self.buyer.0, self.buyer.1) != (view.round(), view.seat()) {
                self.buyer = (view.round(), view.seat(), draw < BY_SEARCH);
            }
            return Some(self.buyer.2);
        }
        (draw < NOT_BY_CHANCE).then_some(draw < BY_SEARCH)
    }
}

/// A question, and what was answered to it.
struct Answered<'a> {
    view: &'a View<'a>,
    decision: &'a Decision,
    options: &'a [Choice],
    considered: &'a [Considered],
    /// The plans that search chose from, as a value judges them.
    plans: &'a [Judged],
    /// The answers of search and of the student, and the plans that they begin.
    best: (usize, Option<Plan>),
    students: (usize, Option<Plan>),
}

impl Answered<'_> {
    fn labelled(&self, game: u64, cards: u32) -> Question {
        let view = self.view;
        let is_plan = self.considered[0].plan.is_some();
        let asked = match is_plan {
            true => Asked::about_plans(view),
            false => Asked::new(view, self.decision),
        };
        let position = asked.position(base_left(view));
        Question {
            group: Group::of(self.decision, view.phase()),
            about: if is_plan {
                ABOUT_PLANS
            } else {
                about(self.decision)
            },
            players: view.players(),
            round: view.round(),
            game,
            cards,
            position: position.features().to_vec(),
            options: self
                .considered
                .iter()
                .map(|tried| self.tried(&asked, tried))
                .collect(),
        }
    }

    fn standing(&self, plan: &Plan) -> Option<Standing> {
        let rank = self
            .plans
            .iter()
            .position(|other| other.plan.is_same(plan))?;
        Some(Standing {
            rank,
            behind: self.plans[0].value - self.plans[rank].value,
        })
    }

    fn tried(&self, asked: &Asked<'_>, considered: &Considered) -> Tried {
        let features = match &considered.plan {
            Some(plan) => asked.plan(&plan.kinds(), plan.cost, self.standing(plan)),
            None => asked.option(self.options[considered.answer]),
        };
        let is = |(answer, plan): &(usize, Option<Plan>)| match (&considered.plan, plan) {
            (Some(plan), Some(other)) => plan.is_same(other),
            (Some(_), None) => false,
            (None, _) => considered.answer == *answer,
        };
        let (advantage, error) = considered.advantage();
        Tried {
            features: features.features().to_vec(),
            advantage: advantage as f32,
            error: error as f32,
            games: considered.games as u16,
            is_best: is(&self.best),
            is_students: is(&self.students),
        }
    }
}

impl Policy for Teacher<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let before = self.student.clone();
        let students = self.student.choose(view, decision, options);
        let is_purchase = Group::of(decision, view.phase()) == Group::Purchase;
        if !is_purchase && self.below(100) >= SEARCHED {
            self.search.answered_elsewhere(students);
            return students;
        }
        let mut search = self.search.clone();
        let best = search.choose(view, decision, options);
        let considered = search.considered();
        if considered.first().is_some_and(|plain| plain.games > 0) {
            let plan = |before: &Players<'_>, after: &Players<'_>, answer: usize| {
                before.plan_made(view, after, options[answer])
            };
            let plans = match considered[0].plan {
                Some(_) => self.search.plans(view),
                None => Vec::new(),
            };
            let answered = Answered {
                plans: &plans,
                view,
                decision,
                options,
                considered,
                best: (best, plan(&self.search, &search, best)),
                students: (students, plan(&before, &self.student, students)),
            };
            self.into.push(answered.labelled(self.game, self.cards));
        }
        let answer = match self.who(view, decision) {
            Some(true) => best,
            Some(false) => students,
            None => self.below(options.len() as u32) as usize,
        };
        if answer == best {
            self.search = search;
        } else {
            self.search.answered_elsewhere(answer);
        }
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.search.rest(at);
        self.student.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.search.pause(at);
        self.student.pause(at);
    }
}
