//! What is known from other imagined games changes no answer.

use super::*;
use crate::registry;
use cards::load::Library;
use cards::ruleset::Preset;
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, set_up};
use game::state::GameState;

/// Asks the same players with what is known and without.
struct Watcher<'a, 'k> {
    plain: Seats<'a>,
    knowing: Seats<'a>,
    known: &'k mut Known,
    asked: &'k mut u32,
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
        *self.asked += u32::from(matches!(decision, Decision::React { .. }));
        answer
    }
}

/// Games from every phase of a game, with other luck each time, as players imagine them.
fn imagine(policy: &str, players: u8, preset: Preset) -> u32 {
    let cards = Library::embedded().cards().unwrap();
    let spec = registry::load(policy, &cards).unwrap();
    let policies = [PreparedPolicy::new(&spec, &cards)];
    let rules = preset.ruleset(players);
    let mut asked = 0;
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
            let windows = imagine("regular", players, preset);
            assert!(windows > 300, "{windows} with {players}");
        }
    }
    // One who minds the base, and one who deals the enemies to come.
    imagine("expert", 2, Preset::Pnp);
    imagine("veteran", 2, Preset::Pnp);
}
