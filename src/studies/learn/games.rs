//! The training games: all nine rounds are played, even after the base has fallen, by players of
//! different strength who sometimes choose at random.

use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use players::interrupt::abandonable;
use players::lesson::Lesson;
use players::registry::PreparedPolicies;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use value::rows::Rows;

/// Games that are played in one go.
pub(super) const PIECE: u64 = 8;

/// One game in this many is more random than the others, for unusual positions.
const WILD_GAME: usize = 3;
/// How many times as many of its choices are random.
const WILDER: u32 = 6;

/// One kind of training game.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The rules; games are played in training mode.
    pub rules: Ruleset,
    /// The relative frequency of this kind.
    pub share: u32,
}

/// The training games.
#[derive(Clone, Debug)]
pub struct Curriculum {
    /// The cards.
    pub cards: CardSet,
    /// The kinds of games.
    pub sorts: Vec<Sort>,
    /// The policies; they take turns from game to game.
    pub policies: Vec<PreparedPolicies>,
    /// Of 100 choices of what to buy and whom to deploy, how many are random.
    pub random_percent: u32,
    /// Whether only purchases are random.
    pub random_purchases_only: bool,
    /// The seed of all luck.
    pub seed: u64,
    /// How many games.
    pub games: u64,
}

impl Curriculum {
    /// The kind of a game.
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

    /// Plays some of the games. `None`: interrupted.
    pub fn play(
        &self,
        range: Range<u64>,
        played: &(impl Fn(u64) + Sync),
        interrupt: &AtomicBool,
    ) -> Option<Rows> {
        let starts: Vec<u64> = range.clone().step_by(PIECE as usize).collect();
        let pieces: Option<Vec<Rows>> = starts
            .par_iter()
            .map(|start| {
                let games = *start..(start + PIECE).min(range.end);
                let count = games.end - games.start;
                let rows = abandonable(|| self.play_piece(games, interrupt));
                played(count);
                // The last game may have been abandoned in the middle.
                rows.filter(|_| !interrupt.load(Ordering::Acquire))
            })
            .collect();
        let mut all = Rows::default();
        for piece in pieces? {
            all.append(piece);
        }
        Some(all)
    }

    fn play_piece(&self, games: Range<u64>, interrupt: &AtomicBool) -> Option<Rows> {
        let mut rows = Rows::default();
        for game in games {
            if interrupt.load(Ordering::Relaxed) {
                return None;
            }
            self.play_game(game, &mut rows);
        }
        Some(rows)
    }

    fn play_game(&self, game: u64, rows: &mut Rows) {
        let sorts: u64 = self.sorts.iter().map(|sort| u64::from(sort.share)).sum();
        let number = (game / sorts.max(1)) as usize;
        let policies = &self.policies[number / WILD_GAME % self.policies.len()];
        let lesson = Lesson {
            cards: &self.cards,
            rules: &self.sort(game).rules,
            random_percent: match number % WILD_GAME {
                0 => self.random_percent * WILDER,
                _ => self.random_percent,
            },
            random_purchases_only: self.random_purchases_only,
        };
        lesson.play(policies, GameKey::new(self.seed, game), rows);
    }
}
