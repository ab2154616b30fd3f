//! What each answer is worth: games played on from it by the advisor, with everything hidden dealt
//! again each time.

use super::Seating;
use super::desk::Question;
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, View};
use game::rules::{self, set_up, unwatched};
use game::state::{GameState, ROUNDS};
use players::Players;

/// Games imagined for each answer.
const GAMES: u64 = 60;
/// With more answers than this only the first are tried.
const MOST_ANSWERS: usize = 16;

/// What an answer is worth in rounds survived, with its standard error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// Mean of rounds survived, and of the share of the base left after the last.
    pub(super) mean: f64,
    /// Its standard error.
    pub(super) error: f64,
}

/// The worth of every answer; `None` for those that were not tried.
pub(super) fn estimate(seating: &Seating, past: &[u16], question: &Question) -> Vec<Option<Worth>> {
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
        error: (variance / count).sqrt(),
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
        // Asked after every answer: only the one that is tried changes what is to come.
        if self.asked == self.past.len() + 1 {
            self.luck.take()
        } else {
            None
        }
    }
}
