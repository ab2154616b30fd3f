//! Running a scenario.

use super::outcome::Outcome;
use super::script::{Asked, ScriptedPlayer};
use super::{DefaultPlayer, Extent, Scenario};
use game::observe::{Event, Log, Observer};
use game::play::{Choice, Decision, Policy, View};
use game::rules::play_step;
use game::state::GameState;
use players::{Pass, Random};
use std::cell::RefCell;
use std::rc::Rc;

/// The outcome of a scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// Everything that was not as expected. Empty: the scenario passes.
    pub failures: Vec<String>,
    /// What happened, in order: the lines of the log, and every question with more than one answer.
    pub story: Vec<StoryLine>,
}

/// A line of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoryLine {
    /// A question, the answers on offer and the one given, in the notation of scripts.
    Question(String),
    /// A line of the log.
    Log(String),
}

impl Report {
    /// The questions alone.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.story.iter().filter_map(|told| match told {
            StoryLine::Question(text) => Some(text.as_str()),
            StoryLine::Log(_) => None,
        })
    }
}

impl Scenario {
    /// Plays the scenario and compares the outcome with what the file expects.
    pub fn run(&self) -> Report {
        let default: Box<dyn Policy> = match self.default {
            DefaultPlayer::Pass => Box::new(Pass),
            DefaultPlayer::Random => Box::new(Random::new(self.key)),
        };
        let asked = Rc::new(RefCell::new(Vec::new()));
        let mut player = ScriptedPlayer::new(
            &self.script,
            self.strict,
            default,
            &self.expect.offered,
            &self.expect.not_offered,
            Rc::clone(&asked),
        );
        let mut state = self.start.clone();
        let story = self.play(&mut state, &mut player, &asked);
        let (mut failures, given) = player.finish();
        let log = log_of(&story);
        failures.extend(self.expect.failures(&self.outcome(&state, &log)));
        if failures.is_empty() {
            failures = self.run_as_games_do(given, &log);
        }
        Report { failures, story }
    }

    /// Gives the same answers at a table where nobody is asked who can only pass, as in games. A
    /// script is also told of those questions; it must make no other difference.
    fn run_as_games_do(&self, given: Vec<(Decision, usize)>, log: &[&str]) -> Vec<String> {
        let mut player = Repeated {
            given: given.into_iter(),
            surprise: None,
        };
        let mut state = self.start.clone();
        let story = self.play(&mut state, &mut player, &RefCell::default());
        let again = log_of(&story);
        let mut failures = self.expect.failures(&self.outcome(&state, &again));
        failures.extend(player.surprise);
        let differs = log
            .iter()
            .zip(&again)
            .find(|(first, second)| first != second);
        if let Some((first, second)) = differs {
            failures.push(format!("`{second}` instead of `{first}`"));
        }
        if player.given.next().is_some() || log.len() != again.len() {
            failures.push("it ends elsewhere".into());
        }
        let said = |failure| format!("without windows that nobody can use: {failure}");
        failures.into_iter().map(said).collect()
    }

    fn outcome<'a>(&'a self, state: &'a GameState, log: &'a [&'a str]) -> Outcome<'a> {
        Outcome {
            cards: &self.cards,
            rules: &self.rules,
            start: &self.start,
            state,
            log,
        }
    }

    /// Plays as far as the file says; returns what happened.
    fn play(
        &self,
        state: &mut GameState,
        player: &mut dyn Policy,
        asked: &RefCell<Vec<Asked>>,
    ) -> Vec<StoryLine> {
        let mut told = Vec::new();
        let mut log = Log::new(Vec::new(), &self.rules);
        let mut tell = |state: &_, cards: &_, event: &Event| {
            if matches!(event, Event::Decided { .. }) {
                log.catch_up(state, cards);
                told.extend(log.take().lines().map(|line| StoryLine::Log(line.into())));
                told.extend(
                    asked
                        .borrow_mut()
                        .drain(..)
                        .map(|asked| StoryLine::Question(asked.text())),
                );
            }
            log.event(state, cards, event);
        };
        let first_round = state.round;
        while !state.is_over() {
            play_step(&self.cards, &self.rules, state, player, &mut tell);
            let round = state.round;
            let done = match self.extent {
                Extent::Step => true,
                Extent::Through(phase) => round != first_round || state.phase > phase,
                Extent::Rounds(rounds) => round >= first_round + rounds,
                Extent::Game => false,
            };
            if done {
                break;
            }
        }
        log.catch_up(state, &self.cards);
        told.extend(log.take().lines().map(|line| StoryLine::Log(line.into())));
        told
    }
}

fn log_of(story: &[StoryLine]) -> Vec<&str> {
    let lines = story.iter().filter_map(|told| match told {
        StoryLine::Log(line) => Some(line.as_str()),
        StoryLine::Question(_) => None,
    });
    lines.collect()
}

/// Gives answers that have been given before.
struct Repeated {
    given: std::vec::IntoIter<(Decision, usize)>,
    /// The first question that is not the one expected.
    surprise: Option<String>,
}

impl Policy for Repeated {
    fn choose(&mut self, _: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match self.given.next() {
            Some((known, index)) if known == *decision && index < options.len() => index,
            other => {
                let surprise = || format!("asked {decision:?} instead of {other:?}");
                self.surprise.get_or_insert_with(surprise);
                0
            }
        }
    }
}
