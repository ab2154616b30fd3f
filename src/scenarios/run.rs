//! Running a scenario.

use super::check::Outcome;
use super::script::{Asked, ScriptedPlayer};
use super::{Default, Extent, Scenario};
use game::observe::{Event, Log, Observer};
use game::play::Policy;
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
    pub story: Vec<Told>,
}

/// A line of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A question, the answers on offer and the one given, in the notation of scripts.
    Question(String),
    /// A line of the log.
    Log(String),
}

impl Report {
    /// The questions alone.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.story.iter().filter_map(|told| match told {
            Told::Question(text) => Some(text.as_str()),
            Told::Log(_) => None,
        })
    }
}

impl Scenario {
    /// Plays the scenario and compares the outcome with what the file expects.
    pub fn run(&self) -> Report {
        let default: Box<dyn Policy> = match self.default {
            Default::Pass => Box::new(Pass),
            Default::Random => Box::new(Random::new(self.key)),
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
        let mut failures = player.finish();
        let log: Vec<&str> = story
            .iter()
            .filter_map(|told| match told {
                Told::Log(line) => Some(line.as_str()),
                Told::Question(_) => None,
            })
            .collect();
        let outcome = Outcome {
            cards: &self.cards,
            rules: &self.rules,
            start: &self.start,
            state: &state,
            log: &log,
        };
        failures.extend(outcome.failures(&self.expect));
        Report { failures, story }
    }

    /// Plays as far as the file says; returns what happened.
    fn play(
        &self,
        state: &mut GameState,
        player: &mut ScriptedPlayer<'_>,
        asked: &RefCell<Vec<Asked>>,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        let mut log = Log::new(Vec::new(), &self.rules);
        let mut tell = |state: &_, cards: &_, event: &Event| {
            if matches!(event, Event::Decided { .. }) {
                log.catch_up(state, cards);
                told.extend(log.take().lines().map(|line| Told::Log(line.into())));
                told.extend(
                    asked
                        .borrow_mut()
                        .drain(..)
                        .map(|asked| Told::Question(asked.text())),
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
        told.extend(log.take().lines().map(|line| Told::Log(line.into())));
        told
    }
}
