//! How often policies give the answers that the person of a saved game gave.

use crate::cli::play::transcript::{Repeated, Transcript};
use crate::cli::{CliError, Output};
use answers::{Answer, Column, Grid, Number, Section, Unit, counted, listed};
use cards::rng::GameKey;
use cards::words::{Word, words};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, set_up, unwatched};
use game::state::Phase;
use players::Players;
use players::registry::{PreparedPolicies, resolve};
use reports::terminal;
use runs::sim::stop::LEVEL;
use statistics::rate::RateCounts;
use std::path::PathBuf;

words! {
    /// What a question is about.
    pub enum About as "kind of question" {
        /// What to buy, and what to pay with.
        Purchase = "purchase",
        /// What to put where.
        Deployment = "deployment",
        /// What to do when something happens in combat, or at other times.
        Reaction = "reaction",
    }
}

impl About {
    fn of(phase: Phase) -> Self {
        match phase {
            Phase::Purchase => About::Purchase,
            Phase::Deployment => About::Deployment,
            _ => About::Reaction,
        }
    }
}

/// A policy that is asked what the person was asked.
struct Judge<'a> {
    players: Players<'a>,
    /// Answers that agree, by what the question was about.
    agreed: [RateCounts; About::ALL.len()],
}

/// The saved game, with policies that look on.
struct Watched<'a> {
    game: Repeated<'a>,
    persons: &'a [bool],
    judges: Vec<Judge<'a>>,
}

impl Policy for Watched<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.game.choose(view, decision, options);
        let is_person = self.persons[usize::from(view.seat())];
        for judge in &mut self.judges {
            if is_person {
                // A copy is asked, so that what it answers is not part of the game.
                let same = judge.players.clone().choose(view, decision, options) == answer;
                judge.agreed[About::of(view.phase()) as usize].record(same);
            }
            judge.players.answered_elsewhere(answer);
        }
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.game.rest(at);
        self.judges
            .iter_mut()
            .for_each(|judge| judge.players.rest(at));
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.game.new_luck()
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.game.pause(at);
        self.judges
            .iter_mut()
            .for_each(|judge| judge.players.pause(at));
    }
}

/// Plays saved games again, asks policies beside the person, and says how often they agree.
pub(super) fn run(
    files: &[PathBuf],
    policies: &[String],
    out: &mut Output,
) -> Result<(), CliError> {
    let mut sums = vec![[RateCounts::default(); About::ALL.len()]; policies.len()];
    for file in files {
        let transcript = Transcript::load(file)?;
        let seating = transcript.play_args(file)?.seating(transcript.seed)?;
        transcript.check(&seating, file)?;
        let (cards, ruleset) = (&seating.game.set, &seating.game.rules);
        let resolved = policies.iter().map(|name| resolve(name, cards));
        let prepared: Vec<PreparedPolicies> = resolved.collect::<Result<_, _>>()?;
        let judges = prepared.iter().map(|policy| Judge {
            players: policy.table(seating.key),
            agreed: Default::default(),
        });
        let course = transcript.course(&seating);
        let mut watched = Watched {
            game: Repeated::new(&seating, &course),
            persons: &seating.persons,
            judges: judges.collect(),
        };
        let mut state = set_up(cards, ruleset, seating.key);
        rules::play(cards, ruleset, &mut state, &mut watched, &mut unwatched);
        for (sum, judge) in sums.iter_mut().zip(&watched.judges) {
            sum.iter_mut()
                .zip(&judge.agreed)
                .for_each(|(to, from)| to.merge(from));
        }
    }
    terminal::write(&answer(files.len(), policies, &sums), false, out)?;
    Ok(())
}

fn answer(games: usize, policies: &[String], sums: &[[RateCounts; 3]]) -> Answer {
    let title = format!(
        "Who plays like the person of {}",
        counted(games as u64, "game")
    );
    let mut answer = Answer::new("ladder", title);
    let total = |all: &[RateCounts; 3]| {
        let mut total = RateCounts::default();
        all.iter().for_each(|one| total.merge(one));
        total
    };
    let share = |counts: &RateCounts| {
        let estimate = counts.estimate(LEVEL)?;
        Some(Number::of(&estimate, Unit::Share).within(&counts.wilson(LEVEL)))
    };
    let rate = |at: usize| total(&sums[at]).rate().unwrap_or(0.0);
    let most = (0..policies.len()).map(rate).fold(0.0, f64::max);
    let best = (0..policies.len()).filter(|at| rate(*at) == most);
    let best: Vec<String> = best.map(|at| format!("`{}`", policies[at])).collect();
    let verb = if best.len() == 1 { "agrees" } else { "agree" };
    if let Some(number) = sums.iter().map(total).find(|all| all.rate() == Some(most)) {
        answer.say(format!(
            "{} {verb} most often: with {} of {}.",
            listed(&best),
            share(&number).map_or(String::new(), |share| share.with_interval()),
            counted(number.trials(), "answer")
        ));
    }
    let kinds = About::ALL
        .iter()
        .map(|(word, _)| Column::numbers(*word).spare(1));
    let first = [Column::words("policy"), Column::numbers("all").intervals()];
    let mut grid = Grid::new(first.into_iter().chain(kinds));
    for (name, all) in policies.iter().zip(sums) {
        let cells = all.iter().map(|one| share(one).into());
        let first = [name.as_str().into(), share(&total(all)).into()];
        grid.row(first.into_iter().chain(cells));
    }
    answer
        .section(Section::new("Share of the person's answers that a policy would give").grid(grid));
    answer.notes.push(
        "Only questions with more than one answer count. Many have several answers that are as good as \
         each other, so even two equal players do not always agree."
            .into(),
    );
    answer
}
