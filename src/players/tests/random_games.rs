//! Random games under random rules: whatever is combined, every game ends, no card is lost and the
//! table stays sound.
//!
//! Built with `overflow-checks` and `debug-assertions` (see `.ci/run`) this also finds sums that
//! run over and promises that the rules break. `XENOSIM_RANDOM_GAMES` says how many games.

mod configurations;

use cards::CardSet;
use cards::rng::GameKey;
use configurations::{Configuration, random_configuration};
use game::observe::{Event, Incident};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::queries;
use game::rules::{play_step, set_up};
use game::state::{GameState, LANE_ZONES, Phase, check};
use players::registry::{self, PreparedPolicies};
use players::{Pass, Players, Random};
use std::sync::atomic::{AtomicU64, Ordering};

/// Games that are played unless `XENOSIM_RANDOM_GAMES` says otherwise.
const GAMES: u64 = 4_000;
/// Games under the same rules with the same cards.
const GAMES_A_CONFIGURATION: u64 = 40;

/// What must be so whenever a game rests.
fn check_table(state: &GameState, configuration: &Configuration) {
    let Configuration { cards, rules, tame } = configuration;
    assert_eq!(state.miscounted(cards), None, "a card is lost or doubled");
    assert!(state.round() <= 10 && state.first_player() < state.players());
    if state.phase() != Phase::Purchase {
        assert_eq!(state.resources(), [0; 4], "resources are lost");
    }
    for lane in state.lanes() {
        assert!(lane.troops.len() <= LANE_ZONES);
        for slot in lane.troops.as_slice() {
            let troop = state.board().card(*slot);
            let hp = queries::total_hp(state, cards, rules, *slot);
            let alive = troop.damage == 0 || troop.damage <= hp;
            assert!(
                alive || state.is_over(),
                "a dead {} stands: {troop:?}",
                cards.kind(troop.kind).id
            );
            let mut bare = *troop;
            bare.items = 0;
            for item in troop.equipment() {
                assert!(
                    queries::can_carry(cards, rules, &bare, *item),
                    "too much carried"
                );
                bare.equipment[usize::from(bare.items)] = *item;
                bare.items += 1;
            }
        }
    }
    let weather = &state.weather();
    let brought = weather.card.map_or(0, |card| cards.kind(card).conditions);
    assert_eq!(weather.conditions, brought);
    if *tame {
        let incidents = &state.incidents();
        assert_eq!(
            (
                incidents.of(Incident::Overflow),
                incidents.of(Incident::CutChain)
            ),
            (0, 0),
            "{incidents:?}"
        );
    }
}

/// Answers for everybody, each question by another player.
struct Anybody<'a> {
    cards: &'a CardSet,
    random: Random,
    thoughtful: Option<Players<'a>>,
}

impl Policy for Anybody<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        assert!(options.len() > 1, "{decision:?} is no question");
        for (index, option) in options.iter().enumerate() {
            assert!(
                !options[..index].contains(option),
                "{decision:?} offers {option:?} twice"
            );
        }
        match &mut self.thoughtful {
            Some(table) => table.choose(view, decision, options),
            None => self.random.choose(view, decision, options),
        }
    }

    fn rest(&mut self, at: &Resting<'_>) {
        check(at.with_hidden_cards(), self.cards);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        check(at.with_hidden_cards(), self.cards);
    }
}

fn play(configuration: &Configuration, players: &PreparedPolicies, game: u64) {
    let key = GameKey::new(37, game);
    let mut state = set_up(&configuration.cards, &configuration.rules, key);
    check_table(&state, configuration);
    let mut anybody = Anybody {
        cards: &configuration.cards,
        random: Random::new(key),
        // Players who think are slow, chance finds more, and wild figures are beyond their sums.
        thoughtful: (configuration.tame && game.is_multiple_of(16)).then(|| players.table(key)),
    };
    let mut events = 0u64;
    let mut watch = |_: &GameState, _: &CardSet, _: &Event| events += 1;
    let mut steps = 0;
    while !state.is_over() {
        let policy: &mut dyn Policy = match game % 16 {
            15 => &mut Pass,
            _ => &mut anybody,
        };
        play_step(
            &configuration.cards,
            &configuration.rules,
            &mut state,
            policy,
            &mut watch,
        );
        check_table(&state, configuration);
        steps += 1;
        assert!(steps < 200, "the game does not end");
    }
    assert!(events > 0);
    let survived = state.round() == 10;
    assert_eq!(state.lost(), !survived);
    assert!(
        !configuration.rules.training || survived,
        "training cannot be lost"
    );
}

fn play_configuration(number: u64, games: std::ops::Range<u64>) {
    let configuration = random_configuration(number);
    let names = ["veteran", "balanced", "greedy"];
    let name = names[(number % 3) as usize];
    let players = registry::resolve(name, &configuration.cards).expect("a built-in policy");
    for game in games {
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            play(&configuration, &players, game);
        }));
        if let Err(panic) = played {
            eprintln!(
                "configuration {number}, game {game}, tame {}, rules {:?}",
                configuration.tame, configuration.rules
            );
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn random_games_under_random_rules_are_sound() {
    let asked = std::env::var("XENOSIM_RANDOM_GAMES").ok();
    let games: u64 = asked.map_or(GAMES, |games| games.parse().expect("a number of games"));
    let configurations = games.div_ceil(GAMES_A_CONFIGURATION);
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= configurations {
                        return;
                    }
                    let first = number * GAMES_A_CONFIGURATION;
                    play_configuration(number, first..games.min(first + GAMES_A_CONFIGURATION));
                }
            });
        }
    });
}
