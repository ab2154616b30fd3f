//! The games that are learned from: all nine rounds are played, whatever happens to the base, by
//! players of different strength who now and then do something at random.

use super::rows::Rows;
use crate::cards::CardSet;
use crate::policy::registry::Players;
use crate::policy::{Choice, Decision, Policy, Resting, Table, View};
use crate::rng::{GameKey, Purpose, Stream};
use crate::rules::{Game, Layout};
use crate::ruleset::Ruleset;
use crate::state::{GameState, Phase, ROUNDS};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games that are played in one go.
const PIECE: u64 = 64;

/// One game in so many is wilder than the others, to see what nobody would do.
const WILD_GAME: usize = 3;
/// How many times as many of its choices are random.
const WILDER: u32 = 6;

/// One sort of game that is learned from.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The rules; games are played in training mode.
    pub rules: Ruleset,
    /// How many of all games are of this sort, relative to the others.
    pub share: u32,
}

/// What is played to learn from.
#[derive(Clone, Debug)]
pub struct Curriculum {
    /// The cards.
    pub cards: CardSet,
    /// The sorts of games.
    pub sorts: Vec<Sort>,
    /// Who plays; they take turns from game to game.
    pub players: Vec<Players>,
    /// Of 100 choices of what to buy and whom to deploy, how many are random.
    pub random_percent: u32,
    /// The seed of all luck.
    pub seed: u64,
    /// How many games.
    pub games: u64,
}

impl Curriculum {
    /// The sort of a game.
    fn sort(&self, game: u64) -> &Sort {
        let all: u64 = self.sorts.iter().map(|sort| u64::from(sort.share)).sum();
        let mut at = game % all.max(1);
        for sort in &self.sorts {
            if at < u64::from(sort.share) {
                return sort;
            }
            at -= u64::from(sort.share);
        }
        &self.sorts[0]
    }

    /// Plays all games. `None`: interrupted.
    pub fn play(&self, played: &(impl Fn(u64) + Sync), interrupt: &AtomicBool) -> Option<Rows> {
        let starts: Vec<u64> = (0..self.games).step_by(PIECE as usize).collect();
        let pieces: Option<Vec<Rows>> = starts
            .par_iter()
            .map(|start| {
                if interrupt.load(Ordering::Relaxed) {
                    return None;
                }
                let games = *start..(start + PIECE).min(self.games);
                let count = games.end - games.start;
                let rows = self.play_piece(games);
                played(count);
                Some(rows)
            })
            .collect();
        let mut all = Rows::default();
        for piece in pieces? {
            all.append(piece);
        }
        Some(all)
    }

    fn play_piece(&self, games: Range<u64>) -> Rows {
        let mut rows = Rows::default();
        for game in games {
            self.play_game(game, &mut rows);
        }
        rows
    }

    fn play_game(&self, game: u64, rows: &mut Rows) {
        let rules = Ruleset {
            training: true,
            ..self.sort(game).rules
        };
        let sorts: u64 = self.sorts.iter().map(|sort| u64::from(sort.share)).sum();
        let number = (game / sorts.max(1)) as usize;
        let players = &self.players[number / WILD_GAME % self.players.len()];
        let key = GameKey::new(self.seed, game);
        let mut state = GameState::new(key, rules.players);
        Layout::new(&self.cards, &rules).set_up(&self.cards, &rules, key, &mut state);
        let mut student = Student {
            table: players.table(key),
            cards: &self.cards,
            rules: &rules,
            rows,
            base: [0; ROUNDS as usize + 1],
            dice: key.stream(Purpose::Sampling, 40, 0),
            thrown: 0,
            random_percent: match number % WILD_GAME {
                0 => self.random_percent * WILDER,
                _ => self.random_percent,
            },
        };
        Game::new(&self.cards, &rules, &mut state, &mut student, &mut ()).play();
        student.base[ROUNDS as usize] = state.base;
        let share = 1.0 / f32::from(rules.players);
        let base = student.base;
        let damage = std::array::from_fn(|round| (base[round] - base[round + 1]) as f32 * share);
        rows.end_game(damage);
    }
}

/// Plays as others do, now and then at random, and keeps the tables.
struct Student<'a> {
    table: Table<'a>,
    cards: &'a CardSet,
    rules: &'a Ruleset,
    rows: &'a mut Rows,
    /// The base as each round started, and at the end.
    base: [i32; ROUNDS as usize + 1],
    dice: Stream,
    thrown: u32,
    random_percent: u32,
}

impl Student<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.thrown += 1;
        self.dice.nth(self.thrown).below(n)
    }
}

impl Policy for Student<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let chosen = self.table.choose(view, decision, options);
        let wild = matches!(decision, Decision::Buy | Decision::Deploy | Decision::Arrange);
        match wild && self.below(100) < self.random_percent {
            true => self.below(options.len() as u32) as usize,
            false => chosen,
        }
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.table.rest(at);
        let state = at.state();
        if state.phase == Phase::Draw {
            self.base[usize::from(state.round) - 1] = state.base;
        }
        if matches!(state.phase, Phase::Draw | Phase::Deployment) {
            self.rows.keep(state, self.cards, self.rules);
        }
    }
}
