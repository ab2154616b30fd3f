//! What is known from other imagined games changes no answer, and neither does being asked at once.

use super::*;
use crate::registry;
use cards::load::Library;
use cards::ruleset::Preset;
use game::observe::Event;
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, play, set_up};
use game::state::GameState;

/// Asks the same players with what is known and without.
struct Watcher<'a, 'k> {
    plain: Seats<'a>,
    knowing: Seats<'a>,
    known: &'k mut Known,
    asked: &'k mut [u32; 2],
}

impl Policy for Watcher<'_, '_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.plain.choose(view, decision, options);
        let found = self
            .knowing
            .answer(view, decision, options, Some(self.known));
        assert_eq!(found, answer, "{decision:?}, {options:?}");
        let seat = usize::from(view.seat());
        let memories = [&self.plain, &self.knowing].map(|seats| {
            let memory = &seats.memories[seat];
            format!("{:?} {:?}", memory.purchase, memory.reaction)
        });
        assert_eq!(memories[0], memories[1], "{decision:?}");
        match decision {
            Decision::React { .. } => self.asked[0] += 1,
            Decision::Spend | Decision::Buy => self.asked[1] += 1,
            _ => {}
        }
        answer
    }
}

/// Games from every phase of a game, with other luck each time, as players imagine them.
fn imagine(policy: &str, players: u8, preset: Preset) -> [u32; 2] {
    let cards = Library::embedded().cards().unwrap();
    let spec = registry::load(policy, &cards).unwrap();
    let policies = [PreparedPolicy::new(&spec, &cards)];
    let rules = preset.ruleset(players);
    let mut asked = [0; 2];
    for number in 0..6 {
        let key = GameKey::new(71, number);
        let mut state: GameState = set_up(&cards, &rules, key);
        let mut table = Players::new(&policies, key);
        while !state.is_over() {
            let mut known = Known::NOTHING;
            for luck in 0..6 {
                let mut imagined = state;
                redeal_hidden(&mut imagined, &cards, &rules, key.alternative(luck % 4));
                let mut watcher = Watcher {
                    plain: table.seats.clone(),
                    knowing: table.seats.clone(),
                    known: &mut known,
                    asked: &mut asked,
                };
                while imagined.round == state.round && !imagined.is_over() {
                    Game::new(&cards, &rules, &mut imagined, &mut watcher, &mut ()).play_step();
                }
            }
            table.play_step(&cards, &rules, &mut state);
        }
    }
    asked
}

#[test]
fn what_is_known_changes_no_answer() {
    for preset in [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught] {
        for players in [1, 2, 4] {
            let [windows, purchases] = imagine("regular", players, preset);
            assert!(
                windows > 300 && purchases > 300,
                "{windows} {purchases} with {players}"
            );
        }
    }
    // One who minds the base, and one who deals the enemies to come.
    imagine("expert", 2, Preset::Pnp);
    imagine("veteran", 2, Preset::Pnp);
}

/// The same players, asked card by card what they spend, buy and deploy.
struct CardByCard<'a>(Players<'a>);

impl Policy for CardByCard<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.0.choose(view, decision, options)
    }
}

/// Everything that happens in a game.
fn course(cards: &CardSet, rules: &Ruleset, key: GameKey, players: &mut dyn Policy) -> Vec<String> {
    let mut state: GameState = set_up(cards, rules, key);
    let mut events = Vec::new();
    let mut watch = |state: &GameState, _: &CardSet, event: &Event| {
        events.push(format!("{} {event:?}", state.decisions));
    };
    play(cards, rules, &mut state, players, &mut watch);
    events
}

#[test]
fn what_players_know_beforehand_is_what_they_would_answer() {
    let cards = Library::embedded().cards().unwrap();
    for (policy, players) in [
        ("expert", 2),
        ("regular", 3),
        ("veteran", 1),
        ("priority", 2),
        ("greedy", 4),
        ("balanced", 2),
    ] {
        let spec = registry::load(policy, &cards).unwrap();
        let policies = [PreparedPolicy::new(&spec, &cards)];
        let mut rules = Preset::Pnp.ruleset(players);
        // All waves are played, so hands hold Xenosathem of all values.
        rules.training = true;
        for number in 0..6 {
            let key = GameKey::new(72, number);
            let mut at_once = Players::new(&policies, key);
            let mut card_by_card = CardByCard(at_once.clone());
            assert!(at_once.spends_at_once(0) && !card_by_card.spends_at_once(0));
            let expected = course(&cards, &rules, key, &mut card_by_card);
            let found = course(&cards, &rules, key, &mut at_once);
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found, expected, "{policy}, game {number}");
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}
