//! A searching player sees no more than any other, and gains by searching.

use super::*;
use crate::registry;
use crate::registry::PreparedPolicies;
use crate::spec::PolicySpec;
use cards::load::Library;
use cards::ruleset::{Preset, Ruleset, Together};
use cards::{CardSet, KindId};
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, set_up};
use game::state::GameState;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// The searching policy with few imagined games, to be quick.
fn quick(cards: &CardSet, playouts: usize) -> PreparedPolicies {
    let mut spec = registry::load("rollout", cards).unwrap();
    let search = spec.search.as_mut().expect("it searches");
    search.playouts = [playouts; 4];
    PreparedPolicies::new(&[spec], cards)
}

/// Keeps the tables at rest.
struct Keeper<P> {
    player: P,
    kept: Vec<GameState>,
}

impl<P: Policy> Policy for Keeper<P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.player.choose(view, decision, options)
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.kept.push(*at.state());
    }
}

/// A question with all that could be seen of enemies when it came, and its answer.
type Answered = (Decision, Vec<Choice>, Vec<Option<KindId>>, usize);

/// Asks a player the first question only.
struct FirstAnswer<P> {
    player: P,
    answer: Option<Answered>,
}

impl<P: Policy> Policy for FirstAnswer<P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        if self.answer.is_some() {
            return 0;
        }
        let answer = self.player.choose(view, decision, options);
        let lanes = 0..view.players();
        let enemies = lanes.flat_map(|lane| view.enemies(lane));
        let enemies = enemies.map(|(_, card)| card.map(|card| card.kind));
        self.answer = Some((*decision, options.to_vec(), enemies.collect(), answer));
        answer
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.player.rest(at);
    }
}

/// The first answer that players give in the step that begins at a table.
fn first_answer(
    cards: &CardSet,
    rules: &Ruleset,
    players: &PreparedPolicies,
    state: &GameState,
) -> Option<Answered> {
    let mut state = *state;
    let mut player = FirstAnswer {
        player: players.table(GameKey::new(2, 2)),
        answer: None,
    };
    Game::new(cards, rules, &mut state, &mut player, &mut ()).play_step();
    player.answer
}

/// What came of asking a policy the same questions with hidden cards exchanged.
#[derive(Debug, Default)]
struct Asked {
    /// How often it was asked.
    times: usize,
    /// How often its answers were not the same.
    differently: usize,
    /// How often its answer was not that of `expert`.
    unlike_expert: usize,
}

fn asked_twice(cards: &CardSet, name: &str, games: u64) -> Asked {
    let mut spec = registry::load(name, cards).unwrap();
    if let Some(search) = &mut spec.search {
        search.playouts = [12; 4];
    }
    let players = PreparedPolicies::new(&[spec], cards);
    let plain = registry::resolve("expert", cards).unwrap();
    let mut asked = Asked::default();
    for seats in [1, 2] {
        let rules = Preset::Pnp.ruleset(seats);
        for game in 0..games {
            let key = GameKey::new(5, game);
            let mut state = set_up(cards, &rules, key);
            let mut keeper = Keeper {
                player: plain.table(key),
                kept: Vec::new(),
            };
            Game::new(cards, &rules, &mut state, &mut keeper, &mut ()).play();
            for table in keeper.kept {
                // In these phases a question comes before anything hidden turns up.
                if !matches!(
                    table.phase,
                    Phase::Purchase | Phase::Deployment | Phase::Combat | Phase::WrapUp
                ) {
                    continue;
                }
                let mut permuted = table;
                redeal_hidden(&mut permuted, cards, &rules, GameKey::new(77, game));
                let one = first_answer(cards, &rules, &players, &table);
                let other = first_answer(cards, &rules, &players, &permuted);
                let (Some(one), Some(other)) = (one, other) else {
                    continue;
                };
                // Unless something turned up after all, the question is the same.
                if (one.0, &one.1, &one.2) != (other.0, &other.1, &other.2) {
                    assert_eq!(table.phase, Phase::Combat);
                    continue;
                }
                asked.times += 1;
                asked.differently += usize::from(one.3 != other.3);
                let unsearched = first_answer(cards, &rules, &plain, &table);
                asked.unlike_expert +=
                    usize::from(unsearched.is_some_and(|plain| plain.3 != one.3));
            }
        }
    }
    asked
}

#[test]
fn no_choice_of_any_policy_depends_on_what_is_hidden() {
    let cards = cards();
    for built_in in registry::BUILT_IN {
        if built_in.is_oracle() {
            assert_eq!(built_in.name, "oracle");
            continue;
        }
        let games = if built_in.searches() { 4 } else { 6 };
        let asked = asked_twice(&cards, built_in.name, games);
        assert!(asked.times > 40, "{}: {asked:?}", built_in.name);
        assert_eq!(asked.differently, 0, "{}", built_in.name);
        assert!(
            asked.unlike_expert > 0 || ["expert", "balanced"].contains(&built_in.name),
            "{} answers as expert does",
            built_in.name
        );
    }
}

#[test]
fn an_oracle_knows_what_is_hidden_and_is_called_one() {
    let cards = cards();
    let asked = asked_twice(&cards, "oracle", 4);
    assert!(asked.differently > 10, "{asked:?}");
    let text = "[search]\npolicy = \"expert\"\noracle = true\n";
    let named = |name: &str| PolicySpec::parse(name, "a.toml", text, &cards);
    assert!(named("oracle-of-mine").is_ok());
    let refused = named("mine").unwrap_err().to_string();
    assert!(
        refused.contains("must be called `oracle.toml`"),
        "{refused}"
    );
    let refused = registry::load("oracle:8", &cards).unwrap_err().to_string();
    assert!(refused.contains("one game for each answer"), "{refused}");
}

fn rounds(cards: &CardSet, players: &PreparedPolicies, seats: u8, games: u64) -> u64 {
    let rules = Preset::Pnp.ruleset(seats);
    let play = |game| {
        let key = GameKey::new(31, game);
        let mut state = set_up(cards, &rules, key);
        let mut table = players.table(key);
        Game::new(cards, &rules, &mut state, &mut table, &mut ()).play();
        assert_eq!(state.miscounted(cards), None);
        u64::from(state.round)
    };
    (0..games).map(play).sum()
}

#[test]
fn searching_gains_rounds_and_is_repeatable() {
    let cards = cards();
    let expert = registry::resolve("expert", &cards).unwrap();
    let players = quick(&cards, 40);
    let searched = rounds(&cards, &players, 1, 120);
    let plain = rounds(&cards, &expert, 1, 120);
    assert!(searched > plain + 24, "{searched} {plain}");
    let again = rounds(&cards, &players, 1, 5);
    assert_eq!(rounds(&cards, &players, 1, 5), again);
}

#[test]
fn seats_with_different_policies_play_legally_together() {
    let cards = cards();
    let mut specs = registry::load_all("rollout,random,pass", &cards).unwrap();
    specs[0].search.as_mut().expect("it searches").playouts = [8; 4];
    let players = PreparedPolicies::new(&specs, &cards);
    for preset in [Preset::Pnp, Preset::Onslaught] {
        for training in [false, true] {
            let mut rules = preset.ruleset(3);
            rules.training = training;
            let key = GameKey::new(4, 4);
            let mut state = set_up(&cards, &rules, key);
            let mut table = players.table(key);
            Game::new(&cards, &rules, &mut state, &mut table, &mut ()).play();
            assert_eq!(state.miscounted(&cards), None);
        }
    }
}

/// Takes a decision away from a searching player without telling it.
struct Meddler<P>(P);

impl<P: Policy> Policy for Meddler<P> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match decision {
            Decision::Spend => options.len() - 1,
            _ => self.0.choose(view, decision, options),
        }
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.0.rest(at);
    }
}

#[test]
fn where_answers_cannot_be_repeated_the_plain_player_answers() {
    let cards = cards();
    let players = quick(&cards, 8);
    let rules = Preset::Pnp.ruleset(1);
    for game in 0..3 {
        let key = GameKey::new(6, game);
        let mut state = set_up(&cards, &rules, key);
        let mut table = Meddler(players.table(key));
        Game::new(&cards, &rules, &mut state, &mut table, &mut ()).play();
        assert_eq!(state.miscounted(&cards), None);
    }
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
    for name in ["rollout", "strategist"] {
        let mut spec = registry::load(name, &cards).unwrap();
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
                    state.plays_on_to = Some(state.base - 60);
                    let mut told = Told {
                        player: players.table(key),
                        pauses,
                        answers: Vec::new(),
                    };
                    Game::new(&cards, &rules, &mut state, &mut told, &mut ()).play();
                    assert!(state.lost);
                    (told.answers, told.player.effort())
                };
                assert_eq!(answers(true), answers(false), "{name} {seats}");
            }
        }
    }
}

#[test]
fn a_player_alone_is_judged_by_a_value_of_its_own() {
    let cards = cards();
    let spec = registry::load("strategist", &cards).unwrap();
    let policy = PreparedPolicy::new(&spec, &cards);
    let values = [1, 2, 4].map(|players| policy.value(players).expect("it has values"));
    let table = set_up(&cards, &Preset::Pnp.ruleset(1), GameKey::new(3, 3));
    let [alone, two, four] =
        values.map(|value| value.raw(&table, &cards, &Preset::Pnp.ruleset(1), 15.0));
    assert!(two == four && alone != two);
    // A value learned for other rules takes the place of both.
    let several = spec.value().expect("it has a value");
    let adapted = PreparedPolicy::new(&spec.with_value(several), &cards);
    let rules = Preset::Pnp.ruleset(1);
    let value = adapted.value(1).expect("it has a value");
    assert_eq!(value.raw(&table, &cards, &rules, 15.0), two);
}
