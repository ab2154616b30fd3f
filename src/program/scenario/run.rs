//! Running a scenario.

use super::check::Outcome;
use super::script::ScriptedPlayer;
use super::{Default, Extent, Scenario};
use game::observe::{Log, Observer};
use game::play::Policy;
use game::rules::play_step;
use game::state::GameState;
use players::{Pass, Random};

/// What came of a scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// Everything that was not as the file says. Nothing: the scenario holds.
    pub failures: Vec<String>,
    /// Every question with more than one answer, the answers on offer and the one given, in the
    /// notation of scripts.
    pub questions: Vec<String>,
    /// The log of what happened.
    pub log: Vec<String>,
}

impl Scenario {
    /// Plays the scenario and compares the outcome with what the file expects.
    pub fn run(&self) -> Report {
        let default: Box<dyn Policy> = match self.default {
            Default::Pass => Box::new(Pass),
            Default::Random => Box::new(Random::new(self.key)),
        };
        let mut player = ScriptedPlayer::new(
            &self.script,
            self.strict,
            default,
            &self.expect.offered,
            &self.expect.not_offered,
        );
        let mut state = self.start.clone();
        let log = self.play(&mut state, &mut player);
        let (asked, mut failures) = player.finish();
        let outcome = Outcome {
            cards: &self.cards,
            rules: &self.rules,
            start: &self.start,
            state: &state,
            log: &log,
        };
        failures.extend(outcome.failures(&self.expect));
        let mark = |scripted| if scripted { "script" } else { "policy" };
        let questions = asked
            .into_iter()
            .map(|asked| format!("[{}] {}", mark(asked.scripted), asked.text))
            .collect();
        Report {
            failures,
            questions,
            log,
        }
    }

    /// Plays as far as the file says; returns the log.
    fn play(&self, state: &mut GameState, player: &mut ScriptedPlayer<'_>) -> Vec<String> {
        let mut log = Log::new(Vec::new(), &self.rules);
        let mut tell = |state: &_, cards: &_, event: &_| log.event(state, cards, event);
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
        // Writing into memory cannot fail.
        let text = log.finish().unwrap_or_default();
        String::from_utf8_lossy(&text)
            .lines()
            .map(str::to_string)
            .collect()
    }
}
