//! Hints: how far the players would come after each answer, by imagined games of the advisor, and which
//! answer it would give.

use answers::{Number, Unit};
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, View};
use players::{Players, Scale, Trial};
use studies::review::mean;

/// Games imagined after each answer.
const GAMES: u64 = 200;
/// With more answers than this, only the first ones are tried.
const MOST_ANSWERS: usize = 24;
/// What the figures of a hint mean.
pub(super) const MEANING: &str =
    "hint: how far you would come after each answer; 100% is the end of round 9";

/// A hint for a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hint {
    /// The answer it would give, by its index: the one with the best figure, if there are any.
    pub(super) advice: usize,
    /// What each answer is worth; nothing if the advisor does not search.
    pub(super) worth: Vec<Number>,
}

/// The hint of an advisor.
pub(super) fn hint(
    advisor: &mut Players<'_>,
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    luck: GameKey,
) -> Hint {
    let answers: Vec<usize> = (0..options.len().min(MOST_ANSWERS)).collect();
    let trial = Trial {
        answers: &answers,
        then: &[],
        games: GAMES,
        luck,
        rounds: 1,
    };
    let Some(tried) = advisor.examine(view, decision, options, &trial) else {
        return Hint {
            advice: advisor.clone().choose(view, decision, options),
            worth: Vec::new(),
        };
    };
    let unit = match tried.scale {
        Scale::Progress => Unit::Share,
        Scale::Rounds => Unit::Amount,
    };
    let worth = tried.scores.iter();
    let worth: Vec<Number> = worth.map(|scores| mean(scores, unit)).collect();
    let better = |a: &usize, b: &usize| worth[*a].value.total_cmp(&worth[*b].value).then(b.cmp(a));
    Hint {
        advice: answers.into_iter().max_by(better).unwrap_or(0),
        worth,
    }
}
