//! Exposure: how many copies of a card luck puts where they come early.
//!
//! Where a card lies in its shuffled deck follows from the game's key alone, before anybody decides
//! anything, so games in which it lies early and games in which it lies late are like two groups of
//! a trial drawn by lot.

use super::subject::{CardType, Subject};
use cards::rng::GameKey;
use cards::ruleset::{Bosses, Market, Ruleset};
use cards::{Class, KindId};
use game::rules::{Layout, enemies_of_first_rounds, has_stack};
use game::state::{GameState, Pile};
use runs::sim::plan::Plan;

/// Rounds in a wave.
const ROUNDS_OF_WAVE: usize = 3;

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
                let deck = self.state.encounters[wave - 1].deck.cards();
                among(deck, rules, early_rounds(rules, deck.len()), subject)
            }
            CardType::Boss => {
                let encounter = &self.state.encounters[wave - 1];
                match rules.bosses {
                    Bosses::InDeck => among(encounter.deck.cards(), rules, ROUNDS_OF_WAVE, subject),
                    _ => on_top(&encounter.bosses, rules.boss_count(), subject),
                }
            }
        }
    }

    fn in_market(&self, subject: &Subject, row: usize) -> usize {
        if self.plan.rules.market == Market::Stacks {
            return usize::from(has_stack(&self.state, &self.plan.cards, subject.kind));
        }
        let market = &self.state.market[row];
        on_top(&market.deck, usize::from(market.size), subject)
    }
}

/// Copies among the first `count` cards of a deck; the last card comes first.
fn on_top<const N: usize>(deck: &Pile<N>, count: usize, subject: &Subject) -> usize {
    let cards = deck.cards().iter().rev().take(count);
    cards.filter(|kind| **kind == subject.kind).count()
}

/// Copies among the enemies that a deck deals in its first rounds.
fn among(deck: &[KindId], rules: &Ruleset, rounds: usize, subject: &Subject) -> usize {
    let dealt = enemies_of_first_rounds(deck, rules, rounds);
    dealt.iter().filter(|kind| **kind == subject.kind).count()
}

/// How many rounds of a wave are early: as many as take two thirds of its deck at most, and one at
/// least. When nearly the whole deck comes, luck decides little.
fn early_rounds(rules: &Ruleset, deck: usize) -> usize {
    let dealt = |rounds: usize| dealt_in(rules, rounds);
    let mut rounds = (1..=ROUNDS_OF_WAVE).rev();
    let fitting = rounds.find(|rounds| 3 * dealt(*rounds) <= 2 * deck);
    fitting.unwrap_or(1)
}

/// Enemies dealt in the first rounds of a wave.
fn dealt_in(rules: &Ruleset, rounds: usize) -> usize {
    let each = rules.enemies_per_round.iter().take(rounds);
    each.map(|n| usize::from(*n)).sum::<usize>() * usize::from(rules.players)
}

/// What lying early means for a card, as text.
pub fn meaning(subject: &Subject, plan: &Plan) -> String {
    match subject.card_type {
        CardType::Item | CardType::Troop if plan.rules.market == Market::Stacks => {
            "a stack of it on the table from the start".into()
        }
        CardType::Item => "each copy in the opening item row".into(),
        CardType::Troop => "each copy in the opening troop row of its wave".into(),
        CardType::Enemy => {
            let kinds = plan.cards.kinds.iter();
            let deck = kinds.filter(|k| k.class == Class::Enemy && k.wave == subject.wave);
            let deck = deck.map(|kind| usize::from(kind.copies)).sum();
            let rounds = early_rounds(&plan.rules, deck);
            let count = dealt_in(&plan.rules, rounds);
            format!("each copy among the {count} enemies of the first {rounds} rounds of its wave")
        }
        CardType::Boss => "the boss that comes in its wave".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::subject::subjects;
    use game::observe::tally::Tally;
    use runs::sim::Plan;
    use runs::sim::game::Tabletop;

    #[test]
    fn early_rounds_leave_room_for_luck() {
        let rules = |players| {
            Plan::built_in("random", players, 1000)
                .expect("a plan")
                .rules
        };
        let early = |rules: &Ruleset, deck| dealt_in(rules, early_rounds(rules, deck));
        assert_eq!(early(&rules(1), 18), 11);
        assert_eq!(early(&rules(2), 18), 6);
        assert_eq!(early(&rules(4), 18), 12);
        assert_eq!(early(&rules(4), 6), 12, "at least one round");
        let mut onslaught = rules(1);
        onslaught.enemies_per_round = [4, 4, 4];
        assert_eq!(early(&onslaught, 18), 12);
    }

    // The decks are dealt as the game does it: what is looked up beforehand is what a game without
    // called enemies then meets, under every deployment.
    #[test]
    fn what_lies_early_is_what_the_game_deals() {
        for enemies in [[3, 4, 4], [4, 4, 4], [2, 3, 3], [5, 5, 5]] {
            // Two players: no round in which a boss displaces enemies is early.
            let mut plan = Plan::built_in("random", 2, 1000).expect("a plan");
            plan.plays_on = true;
            plan.rules.enemies_per_round = enemies;
            let all = subjects(&plan.cards, &[], &[CardType::Enemy]).unwrap();
            let mut fortune = Fortune::new(&plan);
            let mut table = Tabletop::new(&plan);
            for game in 0..40 {
                fortune.game(game);
                let mut tally = Tally::new(&plan.cards);
                let record = table.play(game, &mut tally);
                for subject in all.iter().filter(|subject| subject.wave == 1) {
                    let early = fortune.early_copies(subject) > 0;
                    let met = record.seen.in_play.contains(subject.kind);
                    assert!(
                        !early || met,
                        "{} in game {game} with {enemies:?}",
                        subject.id
                    );
                }
            }
        }
    }

    // What is looked up beforehand is what the game then deals: over many games, every card lies
    // early as often as its share of the deck says.
    #[test]
    fn every_copy_lies_early_as_often_as_its_deck_says() {
        const GAMES: u64 = 2000;
        let plan = Plan::built_in("random", 1, 1000).expect("a plan");
        let all = subjects(&plan.cards, &[], &[]).unwrap();
        let mut fortune = Fortune::new(&plan);
        let mut early = vec![0usize; all.len()];
        for game in 0..GAMES {
            fortune.game(game);
            for (subject, count) in all.iter().zip(&mut early) {
                *count += fortune.early_copies(subject);
            }
        }
        for (subject, count) in all.iter().zip(early) {
            let same = all
                .iter()
                .filter(|other| other.card_type == subject.card_type && other.wave == subject.wave);
            let deck: f64 = same.map(|other| f64::from(other.copies)).sum();
            let window = match subject.card_type {
                CardType::Item => 6.0,
                CardType::Troop => 3.0,
                CardType::Enemy => 11.0,
                CardType::Boss => 1.0,
            };
            let copies = f64::from(subject.copies);
            let share: f64 = window / deck;
            let expected = GAMES as f64 * copies * share;
            // Five standard deviations of independent draws, which vary more than a deck does.
            let error = 5.0 * (GAMES as f64 * copies * share * (1.0 - share)).sqrt();
            assert!((count as f64 - expected).abs() < error, "{}", subject.id);
        }
    }

    // Nine of the item stacks and, by the expansion rule, three kinds of wave 2 are on the table.
    #[test]
    fn in_the_stacks_market_luck_decides_which_stacks_there_are() {
        let mut plan = Plan::built_in("random", 1, 1000).expect("a plan");
        plan.rules.market = Market::Stacks;
        let all = subjects(&plan.cards, &[], &[]).unwrap();
        let mut fortune = Fortune::new(&plan);
        let mut ever = vec![0usize; all.len()];
        for game in 0..200 {
            fortune.game(game);
            let early: Vec<usize> = all.iter().map(|one| fortune.early_copies(one)).collect();
            let of = |card_type, wave| {
                let found = all.iter().zip(&early);
                let found = found.filter(|(one, _)| one.card_type == card_type && one.wave == wave);
                found.map(|(_, early)| early).sum::<usize>()
            };
            assert_eq!(of(CardType::Item, 0), 9);
            assert_eq!(of(CardType::Troop, 2), 3);
            for (count, early) in ever.iter_mut().zip(early) {
                *count += early;
            }
        }
        let med_pack = all.iter().position(|one| one.id == "med-pack").unwrap();
        assert!((1..200).contains(&ever[med_pack]), "{}", ever[med_pack]);
        assert!(meaning(&all[med_pack], &plan).contains("stack"));
    }
}
