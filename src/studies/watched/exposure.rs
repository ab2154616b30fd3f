//! Exposure: how many copies of a card luck brings early: in the market, dealt by the deployment in
//! force, summoned by dealt enemies, or among a division's starting cards.
//!
//! Where a card lies in its shuffled deck follows from the game's key alone, before anybody decides
//! anything, so games in which it is early and games in which it is late are like two groups of a
//! randomised trial.

use crate::watched::subject::{CardType, Subject};
use cards::rng::GameKey;
use cards::ruleset::{Divisions, Market, Ruleset};
use cards::{Class, KindId};
use game::rules::{Layout, enemies_of_first_rounds, has_stack, opened_market};
use game::state::{GameState, MarketRow};
use runs::sim::plan::Plan;

/// Rounds in a wave.
const ROUNDS_OF_WAVE: u8 = 3;

/// Looks into the decks of a run's games.
pub struct Fortune<'p> {
    plan: &'p Plan,
    layout: Layout,
    state: GameState,
    /// The rows of the market as they are opened.
    market: Vec<MarketRow>,
    /// What each wave brings early: enemies, and bosses.
    early: [[Vec<KindId>; 2]; 3],
}

impl<'p> Fortune<'p> {
    /// For the games of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        Fortune {
            plan,
            layout: Layout::new(&plan.cards, &plan.rules),
            state: GameState::new(GameKey::new(plan.seed, 0), plan.rules.players),
            market: Vec::new(),
            early: Default::default(),
        }
    }

    /// Selects a game.
    pub fn game(&mut self, game: u64) {
        let Plan { cards, rules, .. } = self.plan;
        let key = GameKey::new(self.plan.seed, game);
        self.layout.set_up(cards, rules, key, &mut self.state);
        self.market = opened_market(&self.state, cards, rules);
        for (wave, [enemies, bosses]) in (1..).zip(&mut self.early) {
            let state = &self.state;
            let deck = state.encounters()[usize::from(wave) - 1].deck.len();
            let first = |rounds| enemies_of_first_rounds(state, cards, rules, wave, rounds);
            *enemies = first(early_rounds(rules, deck));
            *bosses = first(ROUNDS_OF_WAVE);
        }
    }

    /// Copies of a card that come early in the selected game.
    pub fn early_copies(&self, subject: &Subject) -> usize {
        let wave = usize::from(subject.wave);
        match subject.card_type {
            CardType::Item => self.in_market(subject, 0),
            CardType::Troop => self.in_market(subject, wave),
            CardType::Enemy => copies(&self.early[wave - 1][0], subject),
            CardType::Boss => copies(&self.early[wave - 1][1], subject),
        }
    }

    /// Copies on offer when the row opens, and those that divisions start with.
    fn in_market(&self, subject: &Subject, row: usize) -> usize {
        let seats = &self.state.seats()[..usize::from(self.plan.rules.players)];
        let own = seats.iter().map(|seat| seat.deck.count(subject.kind));
        let own: usize = own.sum();
        if self.plan.rules.market == Market::Stacks {
            let has_stack = has_stack(&self.state, &self.plan.cards, subject.kind);
            return usize::from(has_stack || own > 0);
        }
        own + copies(self.market[row].pool.cards(), subject)
    }
}

fn copies(cards: &[KindId], subject: &Subject) -> usize {
    cards.iter().filter(|kind| **kind == subject.kind).count()
}

/// How many rounds of a wave are early: as many as take two thirds of its deck at most, and one at
/// least. When nearly the whole deck comes, luck decides little.
fn early_rounds(rules: &Ruleset, deck: usize) -> u8 {
    let dealt = |rounds| dealt_in(rules, rounds);
    let mut rounds = (1..=ROUNDS_OF_WAVE).rev();
    let fitting = rounds.find(|rounds| 3 * dealt(*rounds) <= 2 * deck);
    fitting.unwrap_or(1)
}

/// Enemies dealt in the first rounds of a wave.
fn dealt_in(rules: &Ruleset, rounds: u8) -> usize {
    let each = rules.enemies_per_round.iter().take(rounds.into());
    each.map(|n| usize::from(*n)).sum::<usize>() * usize::from(rules.players)
}

/// What early means for a card, as text.
pub fn meaning(subject: &Subject, plan: &Plan) -> String {
    match subject.card_type {
        CardType::Item | CardType::Troop if plan.rules.market == Market::Stacks => {
            "a stack of it on the table from the start".into()
        }
        CardType::Item => format!("each copy in the opening item row{}", or_dealt(plan)),
        CardType::Troop => {
            let or_dealt = or_dealt(plan);
            format!("each copy in the opening troop row of its wave{or_dealt}")
        }
        CardType::Enemy => {
            let kinds = plan.cards.kinds.iter();
            let deck = kinds.filter(|k| k.class == Class::Enemy && k.wave == subject.wave);
            let deck = deck.map(|kind| usize::from(kind.copies)).sum();
            let rounds = early_rounds(&plan.rules, deck);
            let count = dealt_in(&plan.rules, rounds);
            let rounds = match rounds {
                1 => "first round".to_string(),
                rounds => format!("first {rounds} rounds"),
            };
            format!(
                "each copy among the {count} enemies of the {rounds} of its wave and those they \
                 summon"
            )
        }
        CardType::Boss => "the boss that comes in its wave".into(),
    }
}

/// How goods come early other than in the market.
fn or_dealt(plan: &Plan) -> &'static str {
    match plan.rules.divisions {
        Divisions::Off => "",
        _ => " or in a division's starting cards",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watched::subject::subjects;
    use game::observe::tally::{CardCount, Tally};
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

    // Solo games deal three rounds early, so all that a wave's deck brings is early. Players who
    // pass do nothing against the Tunnel Worm, which calls one enemy when it is revealed and comes in
    // place of another: exactly what is looked up must come.
    #[test]
    fn called_enemies_count_and_displaced_ones_do_not() {
        let mut plan = Plan::built_in("pass", 1, 1000).expect("a plan");
        plan.plays_on = true;
        let (mut with_worm, mut called) = (0, 0);
        for game in 0..120 {
            let mut fortune = Fortune::new(&plan);
            fortune.game(game);
            let all = subjects(&plan.cards, &[], &[]).unwrap();
            let early = |id: &str| {
                let subject = all.iter().find(|subject| subject.id == id);
                fortune.early_copies(subject.expect("a card"))
            };
            // The Brood Mother calls enemies of wave 2 later, as often as she is hurt.
            if early("brood-mother") > 0 {
                continue;
            }
            let worm = early("tunnel-worm");
            let mut tally = Tally::new(&plan.cards);
            let record = Tabletop::new(&plan).play(game, &mut tally);
            assert!(!record.endured.is_some_and(|endured| endured.capped));
            let counts = tally.into_cards();
            let of_wave_2 = all.iter().filter(|subject| subject.wave == 2);
            let enemies: Vec<_> = of_wave_2
                .filter(|subject| subject.card_type == CardType::Enemy)
                .collect();
            let deployed = |subject: &&&Subject| {
                counts[subject.kind.index()].get(CardCount::Deployed) as usize
            };
            for subject in &enemies {
                let early = fortune.early_copies(subject);
                assert_eq!(early, deployed(&subject), "{} in game {game}", subject.id);
            }
            let come: usize = enemies.iter().map(|one| fortune.early_copies(one)).sum();
            assert_eq!(come, 10 + worm, "11 are dealt, and a boss displaces one");
            with_worm += worm;
            called += come - 10;
        }
        assert!(with_worm > 10 && called == with_worm);
    }

    #[test]
    fn what_divisions_start_with_is_early() {
        use crate::compare::design::samples::design;
        let design = design(&["with:divisions=onslaught,division=science-lab"], 10);
        let [without, with] = [0, 1].map(|arm| &design.strata[0].plans[arm]);
        let all = subjects(&with.cards, &[], &[]).unwrap();
        let goods = all.iter().filter(|one| one.card_type.is_for_players());
        let goods: Vec<_> = goods.filter(|one| one.wave < 2).collect();
        let early = |plan: &Plan, game| {
            let mut fortune = Fortune::new(plan);
            fortune.game(game);
            let copies = goods.iter().map(|one| fortune.early_copies(one));
            copies.sum::<usize>()
        };
        // Six items and three troops of wave 1 are on offer.
        assert!((0..20).all(|game| early(without, game) == 9));
        assert!((0..20).all(|game| early(with, game) > 9));
        assert!(meaning(goods[0], with).contains("division"));
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
