//! Hints: what the advisor would answer, and how it rates each answer. An advisor that searches
//! reports what it tried out. Any other advisor plays games on from each answer, with hidden cards
//! dealt again each time.

use super::Seating;
use super::desk::Question;
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, set_up, unwatched};
use game::state::{GameState, ROUNDS};
use players::{Players, Scale};

/// Games imagined for each answer.
const GAMES: u64 = 60;
/// With more answers than this, only the first ones are tried.
const MOST_ANSWERS: usize = 16;

/// A hint for a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hint {
    /// The answer it would give, by its index.
    pub(super) advice: usize,
    /// What each answer is worth; `None` for those that were not tried.
    pub(super) worth: Vec<Option<Worth>>,
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// The mean result of games.
    pub(super) mean: f64,
    /// The unit of the result.
    pub(super) scale: Scale,
    /// Its standard error; unknown if the advisor searched, which tries good answers more often.
    pub(super) error: Option<f64>,
}

/// The hint for a question, after these answers.
pub(super) fn hint(seating: &Seating, past: &[u16], question: &Question) -> Hint {
    match question.advice {
        Some(advice) => Hint {
            advice,
            worth: estimate(seating, past, question),
        },
        None => search(seating, past, question),
    }
}

/// The hint of an advisor that searches. It knows all previous answers and has no plans.
pub(super) fn search(seating: &Seating, past: &[u16], question: &Question) -> Hint {
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let mut consulted = Consulted {
        past,
        asked: 0,
        advisor: seating.advisor.table(seating.key),
        hint: Hint {
            advice: 0,
            worth: vec![None; question.options.len()],
        },
    };
    rules::play(cards, rules, &mut state, &mut consulted, &mut unwatched);
    consulted.hint
}

/// Known answers, then the advisor's; the rest is ignored.
struct Consulted<'a> {
    past: &'a [u16],
    asked: usize,
    advisor: Players<'a>,
    hint: Hint,
}

impl Policy for Consulted<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let asked = self.asked;
        self.asked += 1;
        if let Some(known) = self.past.get(asked) {
            let known = usize::from(*known).min(options.len() - 1);
            self.advisor.answered_elsewhere(known);
            return known;
        }
        if asked == self.past.len() && options.len() == self.hint.worth.len() {
            self.hint.advice = self.advisor.choose(view, decision, options);
            for tried in self.advisor.considered().iter().filter(|one| one.games > 0) {
                let worth = &mut self.hint.worth[tried.answer];
                let mean =
                    worth.map_or(tried.worth(), |other: Worth| other.mean.max(tried.worth()));
                *worth = Some(Worth {
                    mean,
                    scale: tried.scale,
                    error: None,
                });
            }
        }
        0
    }

    fn rest(&mut self, at: &Resting<'_>) {
        if self.asked <= self.past.len() {
            self.advisor.rest(at);
        }
    }

    fn pause(&mut self, at: &Resting<'_>) {
        if self.asked <= self.past.len() {
            self.advisor.pause(at);
        }
    }
}

/// The worth of every answer; `None` for those that were not tried.
fn estimate(seating: &Seating, past: &[u16], question: &Question) -> Vec<Option<Worth>> {
    let answers = 0..question.options.len();
    let worth = answers.map(|answer| {
        let tried = (answer < MOST_ANSWERS).then(|| worth(seating, past, question, answer));
        tried.flatten()
    });
    worth.collect()
}

fn worth(seating: &Seating, past: &[u16], question: &Question, answer: usize) -> Option<Worth> {
    let scores: Option<Vec<f64>> = (0..GAMES)
        .map(|game| play_on(seating, past, question, answer, game))
        .collect();
    let scores = scores?;
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores
        .iter()
        .map(|score| (score - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0);
    Some(Worth {
        mean,
        scale: Scale::Rounds,
        error: Some((variance / count).sqrt()),
    })
}

/// One imagined game. `None`: the question did not come up again.
fn play_on(
    seating: &Seating,
    past: &[u16],
    question: &Question,
    answer: usize,
    game: u64,
) -> Option<f64> {
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    // The same luck for every answer, so that they differ by nothing else.
    let luck = seating.key.alternative(past.len() as u64).alternative(game);
    let mut players = Imagined {
        past,
        asked: 0,
        decision: &question.decision,
        options: question.options.len(),
        answer,
        luck: Some(luck),
        advisor: seating.advisor.table(luck),
        astray: false,
    };
    rules::play(cards, rules, &mut state, &mut players, &mut unwatched);
    (!players.astray).then(|| score(&state, rules.base_hp))
}

/// Rounds survived, and the share of the base left in a game that was won.
fn score(state: &GameState, base_hp: u16) -> f64 {
    let whole = f64::from(base_hp) * f64::from(state.players);
    let rounds = f64::from(state.round.min(ROUNDS + 1) - 1);
    let left = if state.lost {
        0.0
    } else {
        f64::from(state.base) / whole
    };
    rounds + left
}

/// Known answers, then the one to be tried, then the advisor with new luck.
struct Imagined<'a> {
    past: &'a [u16],
    asked: usize,
    decision: &'a Decision,
    options: usize,
    answer: usize,
    luck: Option<GameKey>,
    advisor: Players<'a>,
    astray: bool,
}

impl Policy for Imagined<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let asked = self.asked;
        self.asked += 1;
        if let Some(known) = self.past.get(asked) {
            return usize::from(*known).min(options.len() - 1);
        }
        if asked == self.past.len() {
            self.astray = (decision, options.len()) != (self.decision, self.options);
            return self.answer.min(options.len() - 1);
        }
        self.advisor.choose(view, decision, options)
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        // Asked after every answer: only the one that is tried changes what follows.
        if self.asked == self.past.len() + 1 {
            self.luck.take()
        } else {
            None
        }
    }
}
