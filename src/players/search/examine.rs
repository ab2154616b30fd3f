//! What answers are worth, whoever gives them: for reviews of games and for hints.

use super::imagined::Branch;
use super::{Scale, Searcher};
use crate::interrupt::is_given_up;
use crate::table::{Players, Seats};
use cards::rng::GameKey;
use game::play::{Choice, Decision, View};

/// Which answers to a question are tried, and how.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The answers, by their index.
    pub answers: &'a [usize],
    /// What the player goes on with in the same phase after the first of them, as long as it can be
    /// done: what was really done. After all others, and from there on, strategies play on.
    pub then: &'a [Choice],
    /// Games imagined after each of them.
    pub games: u64,
    /// The luck of these games, the same for every answer.
    pub luck: GameKey,
    /// Rounds that such a game lasts at most, the present one included.
    pub rounds: u8,
}

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The scale of the scores.
    pub scale: Scale,
    /// The scores of the games after each answer, in the order of their luck.
    pub scores: Vec<Vec<f64>>,
}

impl Searcher {
    /// Imagines games after some answers, played on by the strategies of the player who is asked.
    fn examine(
        &mut self,
        seats: &Seats<'_>,
        view: &View<'_>,
        decision: &Decision,
        options: usize,
        trial: &Trial<'_>,
    ) -> Option<Examined> {
        let policy = seats.policy(view.seat());
        let value = policy.value()?;
        let mut play = |answer: usize, then: &[Choice], game: u64| {
            let mut branch = Branch {
                decision,
                options,
                answer,
                luck: Some(trial.luck.alternative(game)),
                seats: seats.all_with(policy),
                rounds: trial.rounds,
                then: (view.seat(), view.phase(), then),
            };
            let wanted = !is_given_up();
            wanted.then(|| self.imagination.play(view, value, &mut branch))?
        };
        let mut scores = |(place, answer): (usize, &usize)| {
            let then = if place == 0 { trial.then } else { &[] };
            let games = 0..trial.games;
            games.map(|game| play(*answer, then, game)).collect()
        };
        Some(Examined {
            scale: Scale::Progress,
            scores: trial
                .answers
                .iter()
                .enumerate()
                .map(&mut scores)
                .collect::<Option<_>>()?,
        })
    }
}

impl Players<'_> {
    /// Imagines games after some answers to a question that has not been answered yet. Nothing if the
    /// player who is asked does not search, or the game cannot be repeated.
    pub fn examine(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        trial: &Trial<'_>,
    ) -> Option<Examined> {
        let (seats, searcher) = self.searching()?;
        seats.policy(view.seat()).search()?;
        searcher.examine(seats, view, decision, options.len(), trial)
    }
}
