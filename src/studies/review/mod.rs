//! A game reviewed question by question: what every answer was worth, which ones were mistakes, and
//! what was luck.
//!
//! A player who searches rates every answer by imagined games, with everything hidden dealt again. What
//! an answer loses against the best one is a mistake of the player; whatever else changes the prospects
//! between two answers is luck. The two add up to how the game went.

mod answer;
mod rating;
#[cfg(test)]
mod tests;

use answers::Number;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, Watcher, set_up, unwatched};
use game::state::{GameState, Phase};
use players::Players;
use players::registry::{self, PreparedPolicies};
use rating::PLAYED_ON;

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
    /// Reviews a game.
    pub fn of(
        cards: &CardSet,
        rules: &Ruleset,
        course: &Course,
        watcher: Watcher<'_>,
    ) -> Result<Self, cards::load::Faults> {
        let reviewer = registry::resolve_for(REVIEWER, cards, rules.players)?;
        Ok(Review::by(&reviewer, cards, rules, course, watcher))
    }

    fn by(
        reviewer: &PreparedPolicies,
        cards: &CardSet,
        rules: &Ruleset,
        course: &Course,
        watcher: Watcher<'_>,
    ) -> Self {
        let mut given = Given {
            course,
            answers: Vec::new(),
        };
        let mut state = set_up(cards, rules, course.key);
        rules::play(cards, rules, &mut state, &mut given, &mut unwatched);
        let mut state = set_up(cards, rules, course.key);
        let mut reviewing = Reviewing {
            course,
            given: &given.answers,
            reviewer: reviewer.table(course.key),
            questions: Vec::new(),
        };
        rules::play(cards, rules, &mut state, &mut reviewing, watcher);
        Review {
            questions: reviewing.questions,
            end: share_survived(&state),
            base_left: (!state.lost).then_some(state.base),
        }
    }

    /// The questions whose answers were mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Question, &Mistake)> {
        let all = self.questions.iter().enumerate();
        all.filter_map(|(number, question)| Some((number, question, question.mistake.as_ref()?)))
    }
}

/// How far the players came, from 0 to 1.
fn share_survived(state: &GameState) -> f64 {
    match state.lost {
        true => value::share_before(state.fell_in_round.max(1)),
        false => 1.0,
    }
}

/// Gives the answers of a game, and notes who gave them, when, and what they were.
struct Given<'a> {
    course: &'a Course,
    answers: Vec<(u8, u8, Phase, Choice)>,
}

impl Policy for Given<'_> {
    fn choose(&mut self, view: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
        let answer = self.course.answer(self.answers.len(), options).unwrap_or(0);
        let what = (view.seat(), view.round(), view.phase(), options[answer]);
        self.answers.push(what);
        answer
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.course.luck_after(self.answers.len())
    }
}

/// Gives the answers of a game, and rates each of them.
struct Reviewing<'a> {
    course: &'a Course,
    given: &'a [(u8, u8, Phase, Choice)],
    reviewer: Players<'a>,
    questions: Vec<Question>,
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
        let (seat, round, phase, _) = self.given[number];
        if !matches!(phase, Phase::Purchase | Phase::Deployment) {
            return Vec::new();
        }
        let later = self.given[number + 1..].iter();
        let later = later.take_while(|answer| (answer.1, answer.2) == (round, phase));
        later
            .filter(|answer| answer.0 == seat)
            .map(|answer| answer.3)
            .collect()
    }
}
