//! A game reviewed question by question: what every answer was worth, which ones were mistakes, and
//! what was luck.
//!
//! A player who searches rates every answer by imagined games, with everything hidden dealt again. What
//! an answer loses against the best one is a mistake of the player, unless a later answer could still
//! have mended it before another enemy was turned up. Whatever else changes the prospects between two
//! answers is luck. The two add up to how the game went.

mod answer;
mod rating;
#[cfg(test)]
mod tests;

use answers::Number;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::observe::Event;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, Watcher, set_up, unwatched};
use game::state::{GameState, Phase};
use players::Players;
use players::registry::{self, PreparedPolicies};
use rating::{LEAST, PLAYED_ON};
use std::cell::Cell;

pub use rating::mean;

/// Who reviews.
pub const REVIEWER: &str = "strategist";

/// A game as it was played: its luck, and every answer to a question with more than one.
#[derive(Clone, Debug)]
pub struct Course {
    /// The luck.
    pub key: GameKey,
    /// The answers, by their index among the legal ones.
    pub answers: Vec<u16>,
    /// Everything hidden was dealt again after so many answers, with this luck.
    pub dealt_again: Option<(usize, GameKey)>,
}

impl Course {
    /// The game that these players play.
    pub fn of(cards: &CardSet, rules: &Ruleset, key: GameKey, players: &mut dyn Policy) -> Self {
        let mut noting = Noting {
            players,
            answers: Vec::new(),
        };
        let mut state = set_up(cards, rules, key);
        rules::play(cards, rules, &mut state, &mut noting, &mut unwatched);
        Course {
            key,
            answers: noting.answers,
            dealt_again: None,
        }
    }

    /// An answer by its number, if the game got that far. Of an answer that was never legal, the last
    /// legal one is taken.
    pub fn answer(&self, number: usize, options: &[Choice]) -> Option<usize> {
        let answer = self.answers.get(number)?;
        Some(usize::from(*answer).min(options.len() - 1))
    }

    /// The luck that everything hidden is dealt again with after so many answers.
    pub fn luck_after(&self, answers: usize) -> Option<GameKey> {
        let (after, luck) = self.dealt_again?;
        (after == answers).then_some(luck)
    }
}

struct Noting<'a> {
    players: &'a mut dyn Policy,
    answers: Vec<u16>,
}

impl Policy for Noting<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.players.choose(view, decision, options);
        self.answers.push(answer as u16);
        answer
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }
    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
    fn new_luck(&mut self) -> Option<GameKey> {
        self.players.new_luck()
    }
}

/// A question of the game, with what its answer was worth.
#[derive(Clone, Debug)]
pub struct Question {
    /// The round.
    pub round: u8,
    /// Who was asked, from 0.
    pub seat: u8,
    /// The question.
    pub asked: String,
    /// The answer.
    pub answered: String,
    /// How far the players would come after it; nothing if the game could not be repeated.
    pub prospects: Option<Number>,
    /// What was wrong with it.
    pub mistake: Option<Mistake>,
}

/// An answer that another one would have beaten.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The better answer.
    pub better: String,
    /// What it cost, by imagined rounds.
    pub cost: Number,
    /// What it cost in games that were played on to their end.
    pub played_on: Number,
    /// How often games were won that were played on after the answer and after the better one.
    pub wins: [f64; 2],
}

impl Mistake {
    /// Whether what it cost is enough for certain.
    fn is_clear(&self) -> bool {
        self.cost.low.unwrap_or(self.cost.value) >= LEAST
    }
}

/// A game that has been reviewed.
#[derive(Clone, Debug)]
pub struct Review {
    /// Its questions in their order.
    pub questions: Vec<Question>,
    /// How far the players came.
    pub end: f64,
    /// The base that was left; nothing in a lost game.
    pub base_left: Option<i32>,
}

impl Review {
    /// Reviews a game, and says after each answer how many have been rated.
    pub fn of(
        cards: &CardSet,
        rules: &Ruleset,
        course: &Course,
        watcher: Watcher<'_>,
        rated: &dyn Fn(usize),
    ) -> Result<Self, cards::load::Faults> {
        let reviewer = registry::resolve_for(REVIEWER, cards, rules.players)?;
        Ok(Review::by(&reviewer, cards, rules, course, watcher, rated))
    }

    fn by(
        reviewer: &PreparedPolicies,
        cards: &CardSet,
        rules: &Ruleset,
        course: &Course,
        watcher: Watcher<'_>,
        rated: &dyn Fn(usize),
    ) -> Self {
        let turned_up = Cell::new(0);
        let mut given = Given {
            course,
            turned_up: &turned_up,
            answers: Vec::new(),
        };
        let mut state = set_up(cards, rules, course.key);
        rules::play(cards, rules, &mut state, &mut given, &mut |_, _, event| {
            turned_up.set(turned_up.get() + u32::from(matches!(event, Event::TurnedUp { .. })));
        });
        let mut state = set_up(cards, rules, course.key);
        let mut reviewing = Reviewing {
            course,
            given: &given.answers,
            reviewer: reviewer.table(course.key),
            questions: Vec::new(),
            rated,
        };
        rules::play(cards, rules, &mut state, &mut reviewing, watcher);
        let mut questions = reviewing.questions;
        blame_the_last(&mut questions, &given.answers);
        Review {
            questions,
            end: share_survived(&state),
            base_left: (!state.lost()).then_some(state.base()),
        }
    }

    /// The questions whose answers were mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Question, &Mistake)> {
        let all = self.questions.iter().enumerate();
        all.filter_map(|(number, question)| Some((number, question, question.mistake.as_ref()?)))
    }
}

/// Leaves of each mistake what no later answer could mend: those of the same phase, up to the next
/// enemy that is turned up. What could be mended was not lost yet.
fn blame_the_last(questions: &mut [Question], given: &[GivenAnswer]) {
    let mut mendable = 0.0;
    let mut moment = None;
    for (question, given) in questions.iter_mut().zip(given).rev() {
        if moment.replace(given.moment) != Some(given.moment) {
            mendable = 0.0;
        }
        question.prospects = question.prospects.map(|number| number.raised(mendable));
        if let Some(mistake) = &mut question.mistake {
            let whole = mistake.cost;
            mistake.cost = whole.raised(-mendable);
            mendable = whole.value.max(mendable);
        }
        question.mistake.take_if(|one| !one.is_clear());
    }
}

/// How far the players came, from 0 to 1.
fn share_survived(state: &GameState) -> f64 {
    match state.lost() {
        true => value::share_before(state.fell_in_round().max(1)),
        false => 1.0,
    }
}

/// Gives the answers of a game, and notes who gave them, when, and what they were.
struct Given<'a> {
    course: &'a Course,
    turned_up: &'a Cell<u32>,
    answers: Vec<GivenAnswer>,
}

/// An answer of the game, and when it was given.
#[derive(Clone, Copy)]
struct GivenAnswer {
    seat: u8,
    /// The round, the phase, and how many enemies had been turned up.
    moment: (u8, Phase, u32),
    choice: Choice,
}

impl Policy for Given<'_> {
    fn choose(&mut self, view: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
        let answer = self.course.answer(self.answers.len(), options).unwrap_or(0);
        self.answers.push(GivenAnswer {
            seat: view.seat(),
            moment: (view.round(), view.phase(), self.turned_up.get()),
            choice: options[answer],
        });
        answer
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.course.luck_after(self.answers.len())
    }
}

/// Gives the answers of a game, and rates each of them.
struct Reviewing<'a> {
    course: &'a Course,
    given: &'a [GivenAnswer],
    reviewer: Players<'a>,
    questions: Vec<Question>,
    rated: &'a dyn Fn(usize),
}

impl Policy for Reviewing<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let number = self.questions.len();
        let answer = self.course.answer(number, options).unwrap_or(0);
        let luck = self.course.key.alternative(number as u64);
        let then = self.later_in_phase(number);
        let asked = (view, decision, options);
        let rated = rating::rate(&mut self.reviewer, asked, (answer, &then), luck);
        self.questions.push(rated);
        (self.rated)(self.questions.len());
        self.reviewer.answered_elsewhere(answer);
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.reviewer.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.reviewer.pause(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.course.luck_after(self.questions.len())
    }
}

impl Reviewing<'_> {
    /// What the same player answered afterwards in the same phase, where that can be planned. A purchase
    /// may be good only for what is bought with it.
    fn later_in_phase(&self, number: usize) -> Vec<Choice> {
        let GivenAnswer { seat, moment, .. } = self.given[number];
        if !matches!(moment.1, Phase::Purchase | Phase::Deployment) {
            return Vec::new();
        }
        let later = self.given[number + 1..].iter();
        later
            .take_while(|answer| answer.moment == moment)
            .filter(|answer| answer.seat == seat)
            .map(|answer| answer.choice)
            .collect()
    }
}
