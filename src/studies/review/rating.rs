//! What the answer to a question was worth, and whether another would have been better.
//!
//! All answers are tried a little, the few best of them more, and the best of these is compared with
//! the one that was given on luck of its own: what was picked for looking good must show it again. A
//! mistake must also have cost something in games that are played on to their end.

use super::{Mistake, Question};
use answers::{Number, Unit};
use cards::rng::GameKey;
use game::play::{Choice, Decision, View};
use game::state::ROUNDS;
use players::{Examined, Players, Trial};
use statistics::mean::IntegerMoments;
use statistics::{Estimate, Level};

/// Answers that are tried, at most.
const ANSWERS: usize = 32;
/// Answers that are tried again.
const FINALISTS: usize = 3;
/// Games for each answer, for each finalist, and for the best one.
const GAMES: [u64; 3] = [24, 96, 400];
/// Games played on to their end after a mistake and after the better answer.
pub(super) const PLAYED_ON: u64 = 400;
/// What an answer must cost for certain, in shares of the way, to be a mistake.
pub(super) const LEAST: f64 = 0.02;
/// Scores are counted in millionths.
const FINE: f64 = 1e6;

/// A question as it is asked.
type Asked<'a, 'v> = (&'a View<'v>, &'a Decision, &'a [Choice]);

/// Rates the answer to a question, with what followed it.
pub(super) fn rate(
    reviewer: &mut Players<'_>,
    asked: Asked<'_, '_>,
    (given, then): (usize, &[Choice]),
    luck: GameKey,
) -> Question {
    let (view, decision, options) = asked;
    let words = view.words();
    let name = |answer: usize| words.choice(view.seat(), decision, &options[answer]);
    let rated = Trials {
        reviewer,
        asked,
        then,
        luck,
    }
    .rated(given);
    let (prospects, found) = rated.map_or((None, None), |(own, found)| (Some(own), found));
    Question {
        round: view.round(),
        seat: view.seat(),
        asked: words.decision(decision),
        answered: name(given),
        prospects,
        mistake: found.map(|(better, cost, [after, instead])| Mistake {
            better: name(better),
            cost,
            played_on: number(&difference(&instead, &after), Unit::Points),
            wins: [after, instead].map(|scores| won(&scores)),
        }),
    }
}

/// The answer that would have been better, what the other cost, and the scores of games played on.
type Found = (usize, Number, [Vec<f64>; 2]);

/// Trials of the answers to one question.
struct Trials<'a, 'r, 'v> {
    reviewer: &'a mut Players<'r>,
    asked: Asked<'a, 'v>,
    /// What was really answered next.
    then: &'a [Choice],
    luck: GameKey,
}

impl Trials<'_, '_, '_> {
    /// Tries answers, each stage with luck of its own.
    fn play(&mut self, answers: &[usize], games: u64, rounds: u8) -> Option<Vec<Vec<f64>>> {
        let (view, decision, options) = self.asked;
        self.luck = self.luck.alternative(games);
        let trial = Trial {
            answers,
            then: self.then,
            games,
            luck: self.luck,
            rounds,
        };
        let Examined { scores, .. } = self.reviewer.examine(view, decision, options, &trial)?;
        Some(scores)
    }

    /// What the answer is worth, and what would have been better. Nothing if the game cannot be
    /// repeated.
    fn rated(&mut self, given: usize) -> Option<(Number, Option<Found>)> {
        let others = (0..self.asked.2.len()).filter(|answer| *answer != given);
        let answers: Vec<usize> = std::iter::once(given).chain(others).take(ANSWERS).collect();
        let mut seen = self.play(&answers, GAMES[0], 1)?;
        let finalists = best(&answers, &seen, FINALISTS);
        if finalists.len() == 1 {
            return Some((mean(&seen[0], Unit::Share), None));
        }
        let again = self.play(&finalists, GAMES[1], 1)?;
        seen[0].extend(&again[0]);
        let &[_, better, ..] = &best(&finalists, &again, 1)[..] else {
            return Some((mean(&seen[0], Unit::Share), None));
        };
        let last = self.play(&[given, better], GAMES[2], 1)?;
        seen[0].extend(&last[0]);
        let cost = difference(&last[1], &last[0]);
        let nothing = Some((mean(&seen[0], Unit::Share), None));
        if cost.interval(Level::P99).low < LEAST * FINE {
            return nothing;
        }
        let ends = self.play(&[given, better], PLAYED_ON, ROUNDS)?;
        let ends = <[Vec<f64>; 2]>::try_from(ends).ok()?;
        if difference(&ends[1], &ends[0]).interval(Level::P95).low <= 0.0 {
            return nothing;
        }
        let found = (better, number(&cost, Unit::Points), ends);
        Some((mean(&seen[0], Unit::Share), Some(found)))
    }
}

/// The first answer, then those of the others that did better, the best first.
fn best(answers: &[usize], scores: &[Vec<f64>], most: usize) -> Vec<usize> {
    let total = |at: usize| scores[at].iter().sum::<f64>();
    let mut better: Vec<usize> = (1..answers.len())
        .filter(|at| total(*at) > total(0))
        .collect();
    better.sort_by(|a, b| total(*b).total_cmp(&total(*a)));
    let better = better.into_iter().take(most);
    std::iter::once(0)
        .chain(better)
        .map(|at| answers[at])
        .collect()
}

fn moments(scores: impl Iterator<Item = f64>) -> IntegerMoments {
    let mut moments = IntegerMoments::default();
    scores.for_each(|score| moments.record((score * FINE) as i32));
    moments
}

/// By how much games went better, on the same luck.
fn difference(better: &[f64], worse: &[f64]) -> IntegerMoments {
    moments(
        better
            .iter()
            .zip(worse)
            .map(|(better, worse)| better - worse),
    )
}

/// The mean of some scores, with its interval.
pub fn mean(scores: &[f64], unit: Unit) -> Number {
    number(&moments(scores.iter().copied()), unit)
}

fn number(moments: &IntegerMoments, unit: Unit) -> Number {
    let Estimate {
        value, interval, ..
    } = moments.estimate(Level::P95).expect("games were played");
    Number::new(value / FINE, unit).between(interval.low / FINE, interval.high / FINE)
}

/// The share of games that were won: their scores are 1 and a little for the base that is left.
fn won(scores: &[f64]) -> f64 {
    scores.iter().filter(|score| **score >= 1.0).count() as f64 / scores.len() as f64
}
