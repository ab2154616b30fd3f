//! The table of decisions: every question of every game, with the answers that were possible and, of
//! players who search, what they thought of them.

use cards::words::Word;
use game::play::{Choice, Decision, Policy, Resting, View};
use players::Players;
use serde_json::{Value, json};
use tables::{Declared, columns};

/// A question, and how it was answered.
#[derive(Clone, Debug)]
pub struct DecisionRow {
    game: u64,
    round: u8,
    phase: &'static str,
    seat: u8,
    question: &'static str,
    asked: String,
    answer: u16,
    answered: String,
    options: String,
    scores: String,
}

/// The columns of the table.
pub(super) fn decision_columns(about_game: &'static str) -> Vec<Declared<DecisionRow>> {
    columns![DecisionRow;
        ("game", U64, about_game, row => row.game),
        ("round", U8, "The round.", row => row.round),
        ("phase", Text, "The phase.", row => row.phase),
        ("player", U8, "Who is asked, from 1.", row => row.seat + 1),
        ("question", Text, "The type of question.", row => row.question),
        ("asked", Text, "The question in words.", row => row.asked.as_str()),
        ("answer", U16, "The answer, by its place among the options, from 0.", row => row.answer),
        ("answered", Text, "The answer in words.", row => row.answered.as_str()),
        ("options", Text, "The legal answers in words, as a JSON list.", row => row.options.as_str()),
        ("scores", Text, "What a player who searches thought of each option: the mean score of the games \
            imagined after it, null if it was not tried. A JSON list, empty if nothing was searched.",
            row => row.scores.as_str()),
    ]
}

/// Players whose decisions are noted until the base falls.
pub(super) struct Noted<'a, 'p> {
    pub(super) players: Players<'p>,
    pub(super) game: u64,
    pub(super) rows: &'a mut Vec<DecisionRow>,
}

impl Policy for Noted<'_, '_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.players.choose(view, decision, options);
        if view.is_lost() {
            return answer;
        }
        let words = view.words();
        let named = options
            .iter()
            .map(|option| words.choice(view.seat(), decision, option));
        let named: Vec<String> = named.collect();
        self.rows.push(DecisionRow {
            game: self.game,
            round: view.round(),
            phase: view.phase().word(),
            seat: view.seat(),
            question: decision.kind().word(),
            asked: words.decision(decision),
            answer: answer as u16,
            answered: named[answer].clone(),
            scores: self.scores(options.len()).to_string(),
            options: json!(named).to_string(),
        });
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
}

impl Noted<'_, '_> {
    /// The best score of each option: of a plan of purchases, that of the answer that it begins with.
    fn scores(&self, options: usize) -> Value {
        let tried = self.players.considered().iter().filter(|one| one.games > 0);
        let mut scores: Vec<Option<f64>> = Vec::new();
        for one in tried {
            scores.resize(options, None);
            let best = scores[one.answer].map_or(one.worth(), |known| known.max(one.worth()));
            scores[one.answer] = Some(best);
        }
        json!(scores)
    }
}
