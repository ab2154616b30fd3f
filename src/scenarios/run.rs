//! Running a scenario.

use super::outcome::Outcome;
use super::script::ScriptedPlayer;
use super::{DefaultPlayer, Extent, Scenario};
use game::observe::{Event, Log, Observer};
use game::play::Policy;
use game::rules::play_step;
use game::state::GameState;
use players::{Pass, Random};
use std::cell::RefCell;

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

    /// The log alone.
    fn log(&self) -> Vec<&str> {
        let lines = self.story.iter().filter_map(|told| match told {
            StoryLine::Question(_) => None,
            StoryLine::Log(line) => Some(line.as_str()),
        });
        lines.collect()
    }
}

impl Scenario {
    /// Plays the scenario and compares the outcome with what the file expects.
    pub fn run(&self) -> Report {
        let default: Box<dyn Policy> = match self.default {
            DefaultPlayer::Pass => Box::new(Pass),
            DefaultPlayer::Random => Box::new(Random::new(self.key)),
        };
        let asked = RefCell::default();
        let mut player = ScriptedPlayer::new(
            &self.script,
            self.strict,
            default,
            &self.expect.offered,
            &self.expect.not_offered,
            &asked,
        );
        let mut state = self.start.clone();
        let story = self.play(&mut state, &mut player, &asked);
        let failures = player.finish();
        let mut report = Report { failures, story };
        let outcome = Outcome {
            cards: &self.cards,
            rules: &self.rules,
            start: &self.start,
            state: &state,
            log: &report.log(),
        };
        let differences = self.expect.failures(&outcome);
        report.failures.extend(differences);
        report
    }

    /// Plays as far as the file says; returns what happened.
    fn play(
        &self,
        state: &mut GameState,
        player: &mut dyn Policy,
        asked: &RefCell<Vec<StoryLine>>,
    ) -> Vec<StoryLine> {
        let mut told = Vec::new();
        let mut log = Log::new(Vec::new(), &self.rules);
        let mut tell = |state: &_, cards: &_, event: &Event| {
            if matches!(event, Event::Decided { .. }) {
                log.catch_up(state, cards);
                told.extend(log.take().lines().map(|line| StoryLine::Log(line.into())));
                told.append(&mut asked.borrow_mut());
            }
            log.event(state, cards, event);
        };
        let first_round = state.round();
        while !state.is_over() {
            play_step(&self.cards, &self.rules, state, player, &mut tell);
            let round = state.round();
            let done = match self.extent {
                Extent::Step => true,
                Extent::Through(phase) => round != first_round || state.phase() > phase,
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
