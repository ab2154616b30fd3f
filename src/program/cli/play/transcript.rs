//! A game played by a person: its seed and every answer, enough to replay it.

use super::{Args, Seating};
use crate::cli::{Cli, CliError, Command};
use cards::rng::GameKey;
use clap::Parser;
use files::Kind;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, set_up, unwatched};
use players::Players;
use runs::lifecycle::build;
use serde::{Deserialize, Serialize};
use std::path::Path;
use studies::review::Course;
use tables::{read_sealed, write_sealed};

const KIND: Kind = Kind::json("game", 3);

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Transcript {
    /// The arguments that started the game.
    arguments: Vec<String>,
    /// Master seed.
    pub(crate) seed: u64,
    /// Identifies the cards, which must be the same.
    cards: String,
    /// Identifies the policies of the other seats.
    policies: String,
    /// Whether the game was played to its end.
    pub(crate) complete: bool,
    /// Every answer to a question with more than one, by its index.
    pub(crate) answers: Vec<u16>,
    /// After so many answers everything hidden was dealt again, with this luck.
    pub(crate) dealt_again: Option<(usize, u64)>,
    /// How many answers the person took back.
    pub(crate) taken_back: u16,
}

impl Transcript {
    /// A game that has not begun.
    pub(crate) fn new(seed: u64, arguments: Vec<String>) -> Self {
        Transcript {
            arguments,
            seed,
            cards: String::new(),
            policies: String::new(),
            complete: false,
            answers: Vec::new(),
            dealt_again: None,
            taken_back: 0,
        }
    }

    /// The same game with these answers.
    pub(crate) fn with(self, answers: Vec<u16>) -> Self {
        Transcript { answers, ..self }
    }

    /// The same game up to an answer, to be played on; with some luck, everything hidden is dealt again.
    pub(crate) fn cut(self, answers: usize, again: Option<u64>) -> Self {
        let kept = self.answers.len().min(answers);
        let earlier = self.dealt_again.filter(|(after, _)| *after <= kept);
        Transcript {
            complete: false,
            answers: self.answers[..kept].to_vec(),
            // Without an answer before it, nothing has been dealt that a new seed would not deal.
            dealt_again: again
                .filter(|_| kept > 0)
                .map(|luck| (kept, luck))
                .or(earlier),
            ..self
        }
    }

    /// What was answered, and with which luck.
    pub(crate) fn course(&self, seating: &Seating) -> Course {
        let again = |(after, luck)| (after, seating.key.alternative(luck));
        Course {
            key: seating.key,
            answers: self.answers.clone(),
            dealt_again: self.dealt_again.map(again),
        }
    }

    /// Reads a saved game. Another build may play the same answers as another game.
    pub(crate) fn load(file: &Path) -> Result<Self, CliError> {
        let read = read_sealed(file, KIND).map_err(|error| {
            CliError::Usage(format!("{error}; expected a game saved by `xenosim play`"))
        });
        let (transcript, origin) = read?;
        match origin == origin_now() {
            true => Ok(transcript),
            false => Err(CliError::Usage(format!(
                "{}: was played with {origin} of this program; this is {}",
                file.display(),
                origin_now()
            ))),
        }
    }

    /// Writes it.
    pub(crate) fn save(&self, file: &Path, seating: &Seating) -> Result<(), CliError> {
        let stamped = Transcript {
            cards: cards_identity(seating),
            policies: policies_identity(seating),
            ..self.clone()
        };
        Ok(write_sealed(file, KIND, &origin_now(), &stamped)?)
    }

    /// The arguments of the game.
    pub(crate) fn play_args(&self, file: &Path) -> Result<Args, CliError> {
        let words = std::iter::once("xenosim").chain(self.arguments.iter().map(String::as_str));
        match Cli::try_parse_from(words).map(|cli| cli.command) {
            Ok(Command::Play(args)) => Ok(args),
            _ => Err(CliError::Usage(format!(
                "{}: the recorded arguments are not valid for `xenosim play`",
                file.display()
            ))),
        }
    }

    /// Rejects a game that would not be the same now.
    pub(crate) fn check(&self, seating: &Seating, file: &Path) -> Result<(), CliError> {
        let differs = |then: &str, now: String| !then.is_empty() && then != now;
        let fault = if differs(&self.cards, cards_identity(seating)) {
            Some("the game was played with different cards or rules".into())
        } else if differs(&self.policies, policies_identity(seating)) {
            Some("the game was played with different policies".into())
        } else {
            self.misfit(seating)
        };
        match fault {
            None => Ok(()),
            Some(fault) => Err(CliError::Usage(format!("{}: {fault}", file.display()))),
        }
    }

    /// What is wrong with the answers: each must be one of those that the rules offer.
    fn misfit(&self, seating: &Seating) -> Option<String> {
        let (cards, rules) = (&seating.game.set, &seating.game.rules);
        let mut state = set_up(cards, rules, seating.key);
        let mut answers = Given {
            course: &self.course(seating),
            asked: 0,
            misfit: None,
        };
        rules::play(cards, rules, &mut state, &mut answers, &mut unwatched);
        let (asked, given) = (answers.asked, self.answers.len());
        answers.misfit.or_else(|| {
            let fits = asked == given || (asked > given && !self.complete);
            (!fits).then(|| format!("it has {given} answers to {asked} questions"))
        })
    }
}

/// Only the answers, without anybody who thinks; then the first of every question.
struct Given<'a> {
    course: &'a Course,
    asked: usize,
    misfit: Option<String>,
}

impl Policy for Given<'_> {
    fn choose(&mut self, _: &View<'_>, _: &Decision, options: &[Choice]) -> usize {
        let answer = self.course.answers.get(self.asked);
        let answer = answer.map_or(0, |answer| usize::from(*answer));
        self.asked += 1;
        if answer < options.len() {
            return answer;
        }
        let (asked, count) = (self.asked, options.len());
        let misfit =
            || format!("answer {asked} is {answer}, but there were {count} to choose from");
        self.misfit.get_or_insert_with(misfit);
        0
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.course.luck_after(self.asked)
    }
}

fn origin_now() -> String {
    format!("build {}", build())
}

fn cards_identity(seating: &Seating) -> String {
    format!("{:016x}", seating.game.set.hash)
}

fn policies_identity(seating: &Seating) -> String {
    format!("{:016x}", seating.policies.fingerprint())
}

/// The players of a game whose first answers are known. After them policies play on; for persons their
/// advisor does.
pub(crate) struct Repeated<'a> {
    persons: &'a [bool],
    policies: Players<'a>,
    advisor: Players<'a>,
    course: &'a Course,
    pub(super) asked: usize,
}

impl<'a> Repeated<'a> {
    /// The same answers again.
    pub(crate) fn new(seating: &'a Seating, course: &'a Course) -> Self {
        Repeated {
            persons: &seating.persons,
            policies: seating.policies.table(seating.key),
            advisor: seating.advisor.table(seating.key),
            course,
            asked: 0,
        }
    }

    /// The answer to a question, and whether it is a person's. `ask` is asked what is not known; it says
    /// whether the advisor has answered.
    pub(super) fn answer(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        ask: impl FnOnce(&mut Players<'a>) -> (usize, bool),
    ) -> (usize, bool) {
        let is_person = self.persons[usize::from(view.seat())];
        // Policies are always asked: their memory must not depend on whether a game was resumed.
        let policy = (!is_person).then(|| self.policies.choose(view, decision, options));
        let known = self.course.answer(self.asked, options).or(policy);
        let (answer, is_advisors) = match known {
            Some(answer) => (answer, false),
            None => ask(&mut self.advisor),
        };
        self.asked += 1;
        if policy.is_none() {
            self.policies.answered_elsewhere(answer);
        }
        if !is_advisors {
            self.advisor.answered_elsewhere(answer);
        }
        (answer, is_person)
    }
}

impl Policy for Repeated<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.answer(view, decision, options, |advisor| {
            (advisor.choose(view, decision, options), true)
        });
        answer.0
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.policies.rest(at);
        self.advisor.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.policies.pause(at);
        self.advisor.pause(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.course.luck_after(self.asked)
    }
}
