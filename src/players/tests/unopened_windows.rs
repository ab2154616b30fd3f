//! The rules do not open windows in which nobody can act. Players who want to see every window make
//! them open all the same. The games must be the same.

mod configurations;

use cards::CardSet;
use cards::rng::GameKey;
use configurations::{Configuration, random_configuration};
use game::observe::Event;
use game::play::{Choice, Decision, Policy, View};
use game::rules::{play, set_up};
use game::state::GameState;
use players::Random;

/// How many rules are tried, and how many games are played under each.
const CONFIGURATIONS: u64 = 300;
const GAMES: u64 = 8;

/// Plays at random, and may want to see every window.
struct Watchful {
    random: Random,
    sees_every_window: bool,
    asked: Vec<(u8, Decision, Vec<Choice>, usize)>,
}

impl Policy for Watchful {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.random.choose(view, decision, options);
        let question = (view.seat(), *decision, options.to_vec(), answer);
        self.asked.push(question);
        answer
    }

    fn sees_every_window(&self) -> bool {
        self.sees_every_window
    }
}

/// Everything that happened in a game, and the table at its end.
struct Course {
    asked: Vec<(u8, Decision, Vec<Choice>, usize)>,
    events: Vec<Event>,
    end: GameState,
}

fn course(configuration: &Configuration, key: GameKey, sees_every_window: bool) -> Course {
    let Configuration { cards, rules, .. } = configuration;
    let mut end = set_up(cards, rules, key);
    let mut player = Watchful {
        random: Random::new(key),
        sees_every_window,
        asked: Vec::new(),
    };
    let mut events = Vec::new();
    let mut watch = |_: &GameState, _: &CardSet, event: &Event| events.push(*event);
    play(cards, rules, &mut end, &mut player, &mut watch);
    Course {
        asked: player.asked,
        events,
        end,
    }
}

fn assert_same(unopened: &Course, opened: &Course, game: &str) {
    let events = unopened.events.iter().zip(&opened.events);
    for (number, (one, other)) in events.enumerate() {
        assert_eq!(one, other, "{game}, event {number}");
    }
    assert_eq!(unopened.events.len(), opened.events.len(), "{game}");
    assert_eq!(unopened.asked, opened.asked, "{game}");
    let (one, other) = (&unopened.end, &opened.end);
    assert_eq!(one.count_cards(), other.count_cards(), "{game}");
    let figures = |state: &GameState| (state.base, state.round, state.lost, state.incidents);
    assert_eq!(figures(one), figures(other), "{game}");
    for (one, other) in one.lanes.iter().zip(&other.lanes) {
        let figures = |lane: &game::state::Lane| (lane.kills, lane.turned_up, lane.fought);
        assert_eq!(figures(one), figures(other), "{game}");
    }
    for (one, other) in one.encounters.iter().zip(&other.encounters) {
        assert_eq!(one.deck.cards(), other.deck.cards(), "{game}");
        assert_eq!(one.discard.cards(), other.discard.cards(), "{game}");
    }
    for (one, other) in one.seats.iter().zip(&other.seats) {
        assert_eq!(one.discard.cards(), other.discard.cards(), "{game}");
    }
}

#[test]
fn windows_that_nobody_can_use_make_no_difference() {
    for number in 0..CONFIGURATIONS {
        let configuration = random_configuration(number);
        for game in 0..GAMES {
            let key = GameKey::new(53, number * GAMES + game);
            let unopened = course(&configuration, key, false);
            let opened = course(&configuration, key, true);
            let tame = configuration.tame;
            let name = format!("configuration {number}, game {game}, tame {tame}");
            assert_same(&unopened, &opened, &name);
        }
    }
}
