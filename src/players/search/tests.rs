//! A searching player gains by searching, whoever else answers.

use super::*;
use crate::registry;
use crate::registry::PreparedPolicies;
use crate::spec::PolicySpec;
use cards::CardSet;
use cards::load::Library;
use cards::ruleset::{Preset, Together};
use game::rules::{Game, set_up};

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// The searching policy with few imagined games, to be quick.
fn quick(cards: &CardSet, playouts: usize) -> PreparedPolicies {
    let mut spec = registry::load("strategist").unwrap();
    let search = spec.search.as_mut().expect("it searches");
    search.playouts = [playouts; 4];
    PreparedPolicies::new(&[spec], cards)
}

fn rounds(cards: &CardSet, players: &PreparedPolicies, seats: u8, games: u64) -> u64 {
    let rules = Preset::Pnp.ruleset(seats);
    let play = |game| {
        let key = GameKey::new(31, game);
        let mut state = set_up(cards, &rules, key);
        let mut table = players.table(key);
        Game::new(cards, &rules, &mut state, &mut table, &mut ()).play();
        assert_eq!(state.miscounted(cards), None);
        u64::from(state.round())
    };
    (0..games).map(play).sum()
}

#[test]
fn searching_gains_rounds_and_is_repeatable() {
    let cards = cards();
    let plain = registry::resolve("veteran", &cards).unwrap();
    let players = quick(&cards, 40);
    let searched = rounds(&cards, &players, 1, 120);
    let plain = rounds(&cards, &plain, 1, 120);
    assert!(searched > plain + 24, "{searched} {plain}");
    let again = rounds(&cards, &players, 1, 5);
    assert_eq!(rounds(&cards, &players, 1, 5), again);
}

/// Tells a searching player of rests only, so that it must repeat all answers of a phase; and keeps
/// the answers.
struct Told<P> {
    player: P,
    pauses: bool,
    answers: Vec<usize>,
}

impl<P: Policy> Policy for Told<P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.player.choose(view, decision, options);
        self.answers.push(answer);
        answer
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.player.rest(at);
    }
    fn pause(&mut self, at: &Resting<'_>) {
        if self.pauses {
            self.player.pause(at);
        }
    }
}

#[test]
fn games_imagined_from_the_middle_of_a_phase_are_those_that_repeat_it() {
    let cards = cards();
    for policy in ["balanced", "veteran"] {
        let text = format!("[search]\npolicy = \"{policy}\"\n");
        let mut spec = PolicySpec::parse("mine", "mine.toml", &text).unwrap();
        spec.search.as_mut().expect("it searches").playouts = [8; 4];
        let players = PreparedPolicies::new(&[spec], &cards);
        for (seats, preset) in [
            (1, Preset::Pnp),
            (2, Preset::Onslaught),
            (3, Preset::Dreadmire),
            (4, Preset::Pnp),
        ] {
            for together in [Together::Rounds, Together::SeatBySeat] {
                let mut rules = preset.ruleset(seats);
                rules.together = together;
                let key = GameKey::new(9, u64::from(seats));
                let answers = |pauses| {
                    let mut state = set_up(&cards, &rules, key);
                    // Played on, so that the base falls in the middle of a fight.
                    state.play_on_to(Some(state.base() - 60));
                    let mut told = Told {
                        player: players.table(key),
                        pauses,
                        answers: Vec::new(),
                    };
                    Game::new(&cards, &rules, &mut state, &mut told, &mut ()).play();
                    assert!(state.lost());
                    (told.answers, told.player.effort())
                };
                assert_eq!(answers(true), answers(false), "{policy} {seats}");
            }
        }
    }
}

#[test]
fn the_plain_answer_is_tried_first_and_then_what_the_networks_score_best() {
    let strategist = registry::load("strategist").unwrap();
    let mut search = strategist.search.expect("it searches");
    let scores = [0.0, 3.0, 1.5, 2.0, 2.5, 2.0];
    (search.doubt, search.candidates) = (1.2, 9);
    assert_eq!(worth_trying(&scores, 0, &search), [0, 1, 4, 3, 5]);
    assert_eq!(worth_trying(&scores, 1, &search), [1, 4, 3, 5]);
    search.candidates = 3;
    assert_eq!(worth_trying(&scores, 4, &search), [4, 1, 3]);
    search.doubt = 0.0;
    assert_eq!(worth_trying(&scores, 1, &search), [1]);
}
