//! The games of a generation. In most of them a value learns how positions end: all nine rounds are
//! played, even after the base has fallen, by players who sometimes choose at random. In the others
//! networks learn what answers are worth: search tries the options of every question.

use super::material::Material;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
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

/// One kind of game that a value learns from.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The rules; games are played in training mode.
    pub rules: Ruleset,
    /// The relative frequency of this kind.
    pub share: u32,
}

/// The games of a generation.
#[derive(Clone, Debug)]
pub struct Curriculum {
    /// The cards.
    pub cards: CardSet,
    /// The kinds of games that a value learns from.
    pub sorts: Vec<Sort>,
    /// Search labels games under rules and with cards that are drawn, but for what these have in
    /// common; `None`: games of the same kinds.
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
        let students = PreparedPolicies::new(&self.students, &self.cards);
        let starts = range.start / PIECE..range.end.div_ceil(PIECE);
        let pieces: Option<Vec<Material>> = starts
            .into_par_iter()
            .map(|piece| {
                let from = (piece * PIECE).max(range.start);
                let games = from..((piece + 1) * PIECE).min(range.end);
                let count = games.end - games.start;
                let material = abandonable(|| self.play_piece(&students, games, interrupt));
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
    fn play_piece(
        &self,
        students: &PreparedPolicies,
        games: Range<u64>,
        interrupt: &AtomicBool,
    ) -> Option<Material> {
        let mut material = Material::default();
        for nth in games.start * VALUE_GAMES..games.end * VALUE_GAMES {
            self.play_for_value(students, nth, &mut material);
        }
        let drawn = self.common.as_ref();
        // Where the cards do not fit rules that are drawn, those that were asked for are played.
        let drawn =
            drawn.and_then(|common| Setting::draw(common, self.seed, games.start / PIECE).ok());
        let completed = match &drawn {
            Some(setting) => {
                let rules = |game| setting.rules(self.seed, game);
                self.label(&setting.cards, rules, games, &mut material, interrupt)
            }
            None => {
                let rules = |game| self.sort(game).rules;
                self.label(&self.cards, rules, games, &mut material, interrupt)
            }
        };
        completed.then_some(material)
    }

    /// Plays games that search labels. `false`: interrupted.
    fn label(
        &self,
        cards: &CardSet,
        rules: impl Fn(u64) -> Ruleset,
        mut games: Range<u64>,
        material: &mut Material,
        interrupt: &AtomicBool,
    ) -> bool {
        let students = PreparedPolicies::new(&self.students, cards);
        let teachers = PreparedPolicies::new(&self.teachers, cards);
        games.all(|game| {
            let labelled = Labelled {
                cards,
                rules: &rules(game),
                search: &teachers,
                student: &students,
            };
            let key = GameKey::new(self.seed, game).alternative(LABELLED);
            labelled.play(key, game, &mut material.questions);
            !interrupt.load(Ordering::Relaxed)
        })
    }

    fn play_for_value(&self, students: &PreparedPolicies, game: u64, material: &mut Material) {
        let lesson = Lesson {
            cards: &self.cards,
            rules: &self.sort(game).rules,
            random_percent: match game / self.cycle() % WILD_GAME {
                0 => RANDOM_PERCENT * WILDER,
                _ => RANDOM_PERCENT,
            },
        };
        lesson.play(students, GameKey::new(self.seed, game), &mut material.rows);
    }

    /// How many games there are until all kinds have been played in their shares.
    fn cycle(&self) -> u64 {
        self.sorts.iter().map(|sort| u64::from(sort.share)).sum()
    }

    /// The kind of a game.
    fn sort(&self, game: u64) -> &Sort {
        let mut at = game % self.cycle().max(1);
        for sort in &self.sorts {
            match at.checked_sub(u64::from(sort.share)) {
                Some(rest) => at = rest,
                None => return sort,
            }
        }
        &self.sorts[0]
    }
}

/// Tells the luck of games that search labels from that of the others.
const LABELLED: u64 = 0x1abe_11ed;
