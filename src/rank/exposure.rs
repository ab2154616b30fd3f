//! Exposure: how many copies of a card luck puts where they come early.
//!
//! Where a card lies in its shuffled deck follows from the game's key alone, before anybody decides
//! anything, so games in which it lies early and games in which it lies late are like two groups of
//! a trial drawn by lot.

use super::subject::{CardType, Subject};
use crate::rng::GameKey;
use crate::rules::Layout;
use crate::ruleset::{Bosses, Ruleset};
use crate::sim::plan::Plan;
use crate::state::{GameState, Pile};

/// Rounds in a wave.
const ROUNDS_OF_WAVE: i32 = 3;

/// Looks into the decks of a run's games.
pub struct Fortune<'p> {
    plan: &'p Plan,
    layout: Layout,
    state: GameState,
}

impl<'p> Fortune<'p> {
    /// For the games of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        Fortune {
            plan,
            layout: Layout::new(&plan.cards, &plan.rules),
            state: GameState::new(GameKey::new(plan.seed, 0), plan.rules.players),
        }
    }

    /// Turns to a game.
    pub fn game(&mut self, game: u64) {
        let Plan { cards, rules, .. } = self.plan;
        let key = GameKey::new(self.plan.seed, game);
        self.layout
            .set_up_shuffled(cards, rules, key, &mut self.state);
    }

    /// Copies of a card that lie early in the game turned to.
    pub fn early_copies(&self, subject: &Subject) -> usize {
        let rules = &self.plan.rules;
        let wave = usize::from(subject.wave);
        match subject.card_type {
            CardType::Item => self.in_market(subject, 0),
            CardType::Troop => self.in_market(subject, wave),
            CardType::Enemy => {
                let deck = &self.state.encounters[wave - 1].deck;
                on_top(deck, first_round(rules), subject)
            }
            CardType::Boss => {
                let encounter = &self.state.encounters[wave - 1];
                match rules.bosses {
                    Bosses::InDeck => on_top(&encounter.deck, whole_wave(rules), subject),
                    _ => on_top(&encounter.bosses, usize::from(rules.boss_count()), subject),
                }
            }
        }
    }

    fn in_market(&self, subject: &Subject, row: usize) -> usize {
        let market = &self.state.market[row];
        on_top(&market.deck, usize::from(market.size), subject)
    }
}

/// Copies among the first `count` cards of a deck; the last card comes first.
fn on_top<const N: usize>(deck: &Pile<N>, count: usize, subject: &Subject) -> usize {
    let cards = deck.cards().iter().rev().take(count);
    cards.filter(|kind| **kind == subject.kind).count()
}

/// Enemies drawn in the first round of a wave.
fn first_round(rules: &Ruleset) -> usize {
    usize::from(rules.enemies_per_round[0]) * usize::from(rules.players)
}

/// Enemies drawn in a wave.
fn whole_wave(rules: &Ruleset) -> usize {
    let each: usize = rules.enemies_per_round.iter().map(|n| usize::from(*n)).sum();
    each * usize::from(rules.players)
}

/// What lying early means for a card, in words.
pub fn meaning(card_type: CardType, rules: &Ruleset) -> String {
    match card_type {
        CardType::Item => "each copy in the opening item row".into(),
        CardType::Troop => "each copy in the opening troop row of its wave".into(),
        CardType::Enemy => format!(
            "each copy among the {} enemies of its wave's first round",
            first_round(rules)
        ),
        CardType::Boss => "the boss comes in its wave".into(),
    }
}

/// Whether a game lasted until the card's wave began: earlier games can say nothing about it, and
/// leaving them out is no selection, because the order of a wave's deck had no part in them.
pub fn reached(subject: &Subject, rounds_survived: i32) -> bool {
    rounds_survived >= ROUNDS_OF_WAVE * (i32::from(subject.wave.max(1)) - 1)
}
