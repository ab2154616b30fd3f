//! The games of a generation. In most of them a value learns how positions end: all nine rounds are
//! played, even after the base has fallen, by players who sometimes choose oddly. In the others
//! networks learn what answers are worth: search tries the options of every question.

use super::material::Material;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::state::ROUNDS;
use players::interrupt::abandonable;
use players::labels::Labelled;
use players::labels::settings::{Common, Setting};
use players::lesson::Lesson;
use players::registry::PreparedPolicies;
use players::spec::PolicySpec;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games that search labels in one go, all in the same setting.
pub(super) const PIECE: u64 = 8;
/// For each of them, games from which a value learns: they take little time.
pub const VALUE_GAMES: u64 = 8;

/// Of 100 choices of what to buy, how many are random where a value learns.
const RANDOM_PERCENT: u32 = 5;
/// One such game in this many is more random than the others, for unusual positions.
const WILD_GAME: u64 = 3;
/// How many times as many of its choices are random.
const WILDER: u32 = 6;

/// The games of a generation.
#[derive(Clone, Debug)]
pub struct Curriculum {
    /// The cards: all of those that games are drawn with, in the same order.
    pub cards: CardSet,
    /// The rules, one after the other.
    pub rules: Vec<Ruleset>,
    /// Instead, rules and cards are drawn, but for what all games have in common.
    pub common: Option<Common>,
    /// Who learns: they play.
    pub students: Vec<PolicySpec>,
    /// Who labels questions, and plays as well.
    pub teachers: Vec<PolicySpec>,
    /// The seed of all luck.
    pub seed: u64,
}

impl Curriculum {
    /// Plays some of the games; the numbers are those of games that search labels. `None`: interrupted.
    pub fn play(
        &self,
        range: Range<u64>,
        played: &(impl Fn(u64) + Sync),
        interrupt: &AtomicBool,
    ) -> Option<Material> {
        let starts = range.start / PIECE..range.end.div_ceil(PIECE);
        let pieces: Option<Vec<Material>> = starts
            .into_par_iter()
            .map(|piece| {
                let from = (piece * PIECE).max(range.start);
                let games = from..((piece + 1) * PIECE).min(range.end);
                let count = games.end - games.start;
                let material = abandonable(|| self.play_piece(games, interrupt));
                played(count);
                // The last game may have been abandoned in the middle.
                material.filter(|_| !interrupt.load(Ordering::Acquire))
            })
            .collect();
        let mut all = Material::default();
        pieces?.into_iter().for_each(|piece| all.append(piece));
        Some(all)
    }

    /// Plays games of one setting. `None`: interrupted.
    fn play_piece(&self, games: Range<u64>, interrupt: &AtomicBool) -> Option<Material> {
        let drawn = self.common.as_ref();
        // Where the cards do not fit rules that are drawn, those that were asked for are played.
        let drawn =
            drawn.and_then(|common| Setting::draw(common, self.seed, games.start / PIECE).ok());
        match drawn {
            Some(setting) => {
                let rules = |game| setting.rules(self.seed, game);
                self.play_with(&setting.cards, rules, games, interrupt)
            }
            None => {
                let rules = |game| self.rules[(game % self.rules.len() as u64) as usize];
                self.play_with(&self.cards, rules, games, interrupt)
            }
        }
    }

    /// Plays games with some cards. `None`: interrupted.
    fn play_with(
        &self,
        cards: &CardSet,
        rules: impl Fn(u64) -> Ruleset,
        mut games: Range<u64>,
        interrupt: &AtomicBool,
    ) -> Option<Material> {
        let students = PreparedPolicies::new(&self.students, cards);
        let teachers = PreparedPolicies::new(&self.teachers, cards);
        let mut material = Material::default();
        for game in games.start * VALUE_GAMES..games.end * VALUE_GAMES {
            let key = GameKey::new(self.seed, game);
            lesson(cards, &rules(game), game).play(&students, key, &mut material.rows);
        }
        let completed = games.all(|game| {
            let labelled = Labelled {
                cards,
                rules: &rules(game),
                search: &teachers,
                student: &students,
            };
            let key = GameKey::new(self.seed, game).alternative(LABELLED);
            labelled.play(key, game, &mut material.questions);
            !interrupt.load(Ordering::Relaxed)
        });
        completed.then_some(material)
    }
}

/// How a game from which a value learns is played: every kind of oddness comes with every other.
fn lesson<'a>(cards: &'a CardSet, rules: &'a Ruleset, game: u64) -> Lesson<'a> {
    let round = (game / WILD_GAME % u64::from(2 * ROUNDS - 2)) as u8;
    Lesson {
        cards,
        rules,
        random_percent: match game % WILD_GAME {
            0 => RANDOM_PERCENT * WILDER,
            _ => RANDOM_PERCENT,
        },
        odd_round: if round < ROUNDS { round } else { 0 },
    }
}

/// Tells the luck of games that search labels from that of the others.
const LABELLED: u64 = 0x1abe_11ed;
