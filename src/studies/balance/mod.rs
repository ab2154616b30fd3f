//! The smallest sets of changes that reach goals, such as a win rate with each number of players.
//!
//! 1. The largest steps of every figure are played alone, with the luck of the unchanged game; smaller
//!    ones are taken to do their share of it.
//! 2. An additive [`model`] says which sets may reach the goals; the changes in them are played
//!    themselves, with more games. Only these are considered from here on.
//! 3. The most promising sets of each size are played, because changes interact. The model learns
//!    from them how far effects add up, and proposes once more.
//! 4. The best of all that were played are confirmed with fresh luck, by these players and by others.

pub mod answer;
pub mod goal;
pub mod lever;
pub mod model;
pub mod tables;

use crate::compare::changes::Changes;
use crate::compare::design::{Defaults, Design, DesignError};
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::results::Results;
use crate::compare::study::Study;
use crate::compare::sums::StratumSums;
use crate::compare::{Measure, StopRule};
use cards::data::tree::fingerprint;
use cards::load::Library;
use goal::Goal;
use lever::{Lever, May, largest, levers};
use model::{Model, Set};
use statistics::Estimate;

/// What is added to the seed of every further stage.
const OTHER_SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// Games of a set, for each game of a single change.
const OF_SETS: u64 = 4;
/// Games of a finalist, for each game of a single change.
const OF_FINALISTS: u64 = 20;
/// Single changes that are played at a time. Every arm holds players of its own, some megabytes for
/// each goal.
const GROUP: usize = 16;
/// Proposals of each size of which single changes are played again.
const LOOKED_AT: usize = 30;
/// How often sets are proposed and played.
const ROUNDS: usize = 2;
/// Sets of each size that are played in a round.
const PLAYED: usize = 8;
/// Finalists of each size.
const FINALISTS: usize = 2;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game, before any goal says more about it.
    pub base: Changes,
    /// What is to be reached; all of it at once.
    pub goals: Vec<Goal>,
    /// Numbers of players of goals that name none.
    pub players: Vec<u8>,
    /// The players for whom the goals are to be reached.
    pub policy: String,
    /// Other players, who only show what a set means for them.
    pub others: Vec<String>,
    /// What may be changed.
    pub allowed: Vec<May>,
    /// Cards that may not be changed.
    pub locked: Vec<String>,
    /// The most changes of a set.
    pub at_most: usize,
    /// Games of each single change in each goal's game.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
}

/// A search for sets of changes, with everything resolved.
#[derive(Clone, Debug)]
pub struct Balance {
    /// What is asked.
    pub question: Question,
    /// The goals, each with its place among the games.
    pub goals: Vec<(Goal, usize)>,
    /// What may be changed.
    pub levers: Vec<Lever>,
    /// What the figures cannot say.
    pub warnings: Vec<String>,
    games: Vec<Changes>,
    library: Library,
}

/// What became of a set, or of the unchanged game.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The changes, by their places among the levers.
    pub set: Set,
    /// The stage that played it.
    pub stage: &'static str,
    /// Who played, and what each goal came to.
    pub reached: Vec<(String, Vec<Estimate>)>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The unchanged game, with the luck of the finalists.
    pub now: Tried,
    /// The finalists, with luck that did not choose them, the best first.
    pub finalists: Vec<Tried>,
    /// All other sets that were played.
    pub others: Vec<Tried>,
    /// What each single change does.
    pub model: Model,
}

/// What playing a stage came to: the stage and its sums, or nothing if it was interrupted.
pub type Stage = Option<(Study, Vec<StratumSums>)>;

impl Balance {
    /// Resolves a question on the cards of `library`.
    pub fn new(question: Question, library: Library) -> Result<Self, DesignError> {
        let mut games: Vec<Changes> = Vec::new();
        let mut goals = Vec::new();
        for goal in &question.goals {
            let players = match goal.game.players {
                Some(players) => vec![players],
                None => question.players.clone(),
            };
            for players in players {
                let mut game = goal.game.over(&question.base);
                game.players = Some(players);
                let known = games.iter().position(|other| *other == game);
                let place = known.unwrap_or(games.len());
                if known.is_none() {
                    games.push(game.clone());
                }
                let game = Changes {
                    players: Some(players),
                    ..goal.game.clone()
                };
                goals.push((
                    Goal {
                        game,
                        ..goal.clone()
                    },
                    place,
                ));
            }
        }
        let (allowed, locked) = (&question.allowed, &question.locked);
        let levers = levers(allowed, locked, &question.base, &games, &library)?;
        let balance = Balance {
            question,
            goals,
            levers,
            warnings: Vec::new(),
            games,
            library,
        };
        // A game that cannot be set up is refused before anything is played.
        let others = balance.question.others.iter();
        let mut warnings = Vec::new();
        for policy in others.chain([&balance.question.policy]) {
            let study = balance.stage("the first change", &[vec![0]], policy, 1, 0)?;
            warnings = study.design.warnings();
        }
        Ok(Balance {
            warnings,
            ..balance
        })
    }

    /// A fingerprint of everything that determines the results.
    pub fn fingerprint(&self) -> Result<String, DesignError> {
        let question = &self.question;
        let played = self.stage("", &[vec![0]], &question.policy, question.games, 0)?;
        let changes = self.levers.iter().map(|lever| lever.changes.describe());
        let changes: Vec<String> = changes.collect();
        let asked = (&self.goals, question.at_most, &question.others, changes);
        let text = format!("{} {} {asked:?}", played.fingerprint(), question.games);
        Ok(format!("{:016x}", fingerprint(&text)))
    }

    /// A study whose arms are sets of changes, in the games of all goals.
    fn stage(
        &self,
        title: &str,
        sets: &[Set],
        policy: &str,
        games: u64,
        seed: u64,
    ) -> Result<Study, DesignError> {
        let arms = sets.iter().map(|set| NamedChanges {
            name: self.text(set),
            changes: self.changes(set),
        });
        let settings = self
            .games
            .iter()
            .enumerate()
            .map(|(place, game)| NamedChanges {
                name: format!("game {}", place + 1),
                changes: game.clone(),
            });
        let experiment = Experiment {
            name: "balance".into(),
            title: title.into(),
            base: Changes {
                policy: None,
                ..self.question.base.clone()
            },
            arms: arms.collect(),
            settings: settings.collect(),
            measure: Some(Measure::WinRate),
            ..Experiment::default()
        };
        let defaults = Defaults {
            policy: policy.into(),
            ..Defaults::new(
                self.question
                    .seed
                    .wrapping_add(seed.wrapping_mul(OTHER_SEED)),
                games,
            )
        };
        let design = Design::resolve(&experiment, &self.library, &defaults)?;
        Ok(Study {
            keeps_needed_hp: true,
            ..Study::new(design, StopRule::fixed(games))
        })
    }

    /// The changes of a set together.
    pub fn changes(&self, set: &[usize]) -> Changes {
        let each = set.iter().map(|lever| &self.levers[*lever].changes);
        each.fold(Changes::default(), |all, one| one.over(&all))
    }

    /// A set for people: "Prowler hp 3 -> 2; enemies per round 3/4/4 -> 3/3/4".
    pub fn text(&self, set: &[usize]) -> String {
        let texts = set.iter().map(|lever| self.levers[*lever].text.as_str());
        texts.collect::<Vec<_>>().join("; ")
    }

    /// Searches; `play` plays a stage, and says if it was interrupted.
    pub fn search<E: From<DesignError>>(
        &self,
        play: &mut impl FnMut(Study) -> Result<Stage, E>,
    ) -> Result<Option<Found>, E> {
        let question = &self.question;
        let policy = question.policy.as_str();
        let games = OF_SETS * question.games;
        let Some((mut model, candidates)) = self.model(play)? else {
            return Ok(None);
        };
        let mut others: Vec<Tried> = Vec::new();
        for round in 0..ROUNDS {
            let mut sets = model.propose(&self.levers, &candidates, question.at_most, PLAYED);
            sets.retain(|set| others.iter().all(|known| known.set != *set));
            if sets.is_empty() {
                break;
            }
            let study = self.stage("sets", &sets, policy, games, 2 + round as u64)?;
            let Some((study, sums)) = play(study)? else {
                return Ok(None);
            };
            model.learn(&sets, &study, &sums);
            let tried = self.reached(&sets, "tried", &study, &sums, policy);
            others.extend(tried.into_iter().skip(1));
        }
        let finalists = self.finalists(&others);
        let confirmed = self.confirmed(&finalists, play)?;
        Ok(confirmed.map(|mut confirmed| {
            let now = confirmed.remove(0);
            confirmed.sort_by(|a, b| self.order(a).total_cmp(&self.order(b)));
            others.retain(|one| !finalists.contains(&one.set));
            Found {
                now,
                finalists: confirmed,
                others,
                model,
            }
        }))
    }

    /// What single changes do, and those that sets are to be made of.
    fn model<E: From<DesignError>>(
        &self,
        play: &mut impl FnMut(Study) -> Result<Stage, E>,
    ) -> Result<Option<(Model, Vec<usize>)>, E> {
        let question = &self.question;
        let unchanged = Study {
            baseline_factor: OF_FINALISTS,
            ..self.stage("the game now", &[], &question.policy, question.games, 0)?
        };
        let Some((study, sums)) = play(unchanged)? else {
            return Ok(None);
        };
        let mut model = Model::new(&self.goals, self.levers.len(), &study, &sums);
        let all: Vec<usize> = (0..self.levers.len()).collect();
        let is_largest = |lever: &&usize| largest(&self.levers, **lever) == **lever;
        let steps: Vec<usize> = all.iter().filter(is_largest).copied().collect();
        if !self.play_singles(&mut model, &steps, question.games, 0, play)? {
            return Ok(None);
        }
        model.share_out(&self.levers);
        let promising = model.propose(&self.levers, &all, question.at_most, LOOKED_AT);
        let mut candidates: Vec<usize> = promising.into_iter().flatten().collect();
        candidates.sort_unstable();
        candidates.dedup();
        let games = OF_SETS * question.games;
        let played = self.play_singles(&mut model, &candidates, games, 1, play)?;
        Ok(played.then_some((model, candidates)))
    }

    /// Plays single changes, some at a time, and tells the model what they do; `false`: it was
    /// interrupted.
    fn play_singles<E: From<DesignError>>(
        &self,
        model: &mut Model,
        levers: &[usize],
        games: u64,
        seed: u64,
        play: &mut impl FnMut(Study) -> Result<Stage, E>,
    ) -> Result<bool, E> {
        let mut done = 0;
        for group in levers.chunks(GROUP) {
            done += group.len();
            let title = format!("single changes, to {done} of {}", levers.len());
            let singles: Vec<Set> = group.iter().map(|lever| vec![*lever]).collect();
            let study = self.stage(&title, &singles, &self.question.policy, games, seed)?;
            let Some((study, sums)) = play(study)? else {
                return Ok(false);
            };
            model.refine(group, &study, &sums);
        }
        Ok(true)
    }

    /// Plays finalists with fresh luck; the unchanged game comes first.
    fn confirmed<E: From<DesignError>>(
        &self,
        finalists: &[Set],
        play: &mut impl FnMut(Study) -> Result<Stage, E>,
    ) -> Result<Option<Vec<Tried>>, E> {
        let question = &self.question;
        let mut all: Vec<Tried> = Vec::new();
        let players = std::iter::once(&question.policy).chain(&question.others);
        for (place, policy) in players.enumerate() {
            let factor = if place == 0 { OF_FINALISTS } else { 1 };
            let study = self.stage("finalists", finalists, policy, factor * question.games, 9)?;
            let Some((study, sums)) = play(study)? else {
                return Ok(None);
            };
            let tried = self.reached(finalists, "confirmed", &study, &sums, policy);
            if all.is_empty() {
                all = tried;
            } else {
                let reached = tried.into_iter().flat_map(|one| one.reached);
                all.iter_mut()
                    .zip(reached)
                    .for_each(|(one, more)| one.reached.push(more));
            }
        }
        Ok(Some(all))
    }

    /// What the unchanged game and the sets that were the arms of a study came to.
    fn reached(
        &self,
        sets: &[Set],
        stage: &'static str,
        study: &Study,
        sums: &[StratumSums],
        policy: &str,
    ) -> Vec<Tried> {
        let results = Results::new(&study.design, sums, study.stop.looks());
        let of_arm = |arm: usize| {
            let goals = self.goals.iter();
            let goals =
                goals.filter_map(|(goal, stratum)| results.figure(*stratum, arm, goal.measure));
            (policy.to_string(), goals.collect::<Vec<_>>())
        };
        let unchanged = Vec::new();
        let all = std::iter::once(&unchanged).chain(sets).enumerate();
        all.map(|(arm, set)| Tried {
            set: set.clone(),
            stage,
            reached: vec![of_arm(arm)],
        })
        .collect()
    }

    /// The best sets of each size, if they come closer than the best of fewer changes or reach all.
    fn finalists(&self, tried: &[Tried]) -> Vec<Set> {
        let (mut chosen, mut closest) = (Vec::new(), f64::INFINITY);
        for size in 1..=self.question.at_most {
            let mut of_size: Vec<&Tried> =
                tried.iter().filter(|one| one.set.len() == size).collect();
            of_size.sort_by(|a, b| self.miss(a).total_cmp(&self.miss(b)));
            of_size.truncate(FINALISTS);
            of_size.retain(|one| self.miss(one) <= 1.0 || self.miss(one) < closest);
            let misses = of_size.iter().map(|one| self.miss(one));
            closest = misses.fold(closest, f64::min);
            chosen.extend(of_size.into_iter().map(|one| one.set.clone()));
        }
        chosen
    }

    /// How far from the goals a set ended, by the players for whom they are to be reached.
    pub fn miss(&self, tried: &Tried) -> f64 {
        let reached = tried.reached.first().map_or(&[][..], |(_, all)| all);
        let misses = self.goals.iter().zip(reached);
        let misses = misses.map(|((goal, _), one)| goal.miss(one.value));
        misses.fold(0.0, f64::max)
    }

    /// Whether all goals are reached, by the intervals of the players for whom they are; `None` if
    /// the games leave it open.
    pub fn reaches(&self, tried: &Tried) -> Option<bool> {
        let reached = tried.reached.first().map_or(&[][..], |(_, all)| all);
        let within = self.goals.iter().zip(reached).map(|((goal, _), one)| {
            let Estimate { interval, .. } = one;
            match (interval.low >= goal.low, interval.high <= goal.high) {
                (true, true) => Some(true),
                _ if interval.low > goal.high || interval.high < goal.low => Some(false),
                _ => None,
            }
        });
        let within: Vec<Option<bool>> = within.collect();
        match within.contains(&Some(false)) {
            true => Some(false),
            false => (!within.contains(&None)).then_some(true),
        }
    }

    /// Sets that may reach the goals come first, and of these the smallest; of the others, the
    /// closest.
    fn order(&self, tried: &Tried) -> f64 {
        let steps = tried
            .set
            .iter()
            .map(|lever| f64::from(self.levers[*lever].by.abs()));
        let steps = 0.001 * steps.sum::<f64>() + 1e-6 * self.miss(tried).min(1.0);
        match self.reaches(tried) {
            Some(false) => 1000.0 + self.miss(tried),
            _ => tried.set.len() as f64 + steps,
        }
    }

    /// The changes of a set to rules, as options.
    fn options(&self, set: &[usize]) -> Vec<String> {
        let rules = Changes {
            set: Vec::new(),
            ..self.changes(set)
        };
        rules.arguments()
    }

    /// The changes of a set to cards as a patch file; the changes of rules are left to options.
    pub fn patch(&self, set: &[usize]) -> String {
        let mut text = format!("# {}\n", self.text(set));
        let options = self.options(set);
        if !options.is_empty() {
            text += &format!("# together with {}\n", options.join(" "));
        }
        let mut last = "";
        let all = self.changes(set).set;
        let mut all: Vec<(&str, &str)> = all.iter().filter_map(|one| one.split_once('.')).collect();
        all.sort_unstable();
        for (card, assignment) in all {
            if card != last {
                text += &format!("\n[{card}]\n");
            }
            text += &format!("{}\n", assignment.replacen('=', " = ", 1));
            last = card;
        }
        text
    }
}

#[cfg(test)]
mod tests;
