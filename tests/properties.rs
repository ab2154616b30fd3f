//! What must be true of every game, under every policy and ruleset.

use crate::common::{all_presets, built_in_cards};
use cards::CardSet;
use cards::load::{Library, SetChoice};
use cards::rng::GameKey;
use cards::ruleset::{
    BurnRule, Difficulty, Divisions, Market, Preset, Ruleset, Rulings, TroopStacks, WeatherUse,
};
use game::observe::{Event, Observer};
use game::play::Policy;
use game::rules;
use game::rules::{set_up, weather};
use game::state::{GameState, LANE_ZONES, Phase};
use players::{Pass, Random};

/// Checks the table after every event.
struct Checker {
    events: u64,
}

impl Observer for Checker {
    fn event(&mut self, state: &GameState, cards: &CardSet, _: &Event) {
        self.events += 1;
        for lane in &state.lanes {
            assert!(lane.troops.len() <= LANE_ZONES);
        }
        let weather = &state.weather;
        let brought = weather.card.map_or(0, |card| cards.kind(card).conditions);
        assert_eq!(
            weather.conditions, brought,
            "conditions come from the card in force"
        );
    }
}

fn play(cards: &CardSet, rules: &Ruleset, key: GameKey, policy: &mut dyn Policy) -> GameState {
    let mut state = set_up(cards, rules, key);
    assert_eq!(state.miscounted(cards), None, "at set-up");
    let mut checker = Checker { events: 0 };
    let mut check = |state: &_, cards: &_, event: &_| checker.event(state, cards, event);
    let mut steps = 0;
    while state.phase != Phase::Over {
        rules::play_step(cards, rules, &mut state, policy, &mut check);
        assert_eq!(state.miscounted(cards), None, "after a phase");
        steps += 1;
        assert!(steps < 200, "a game does not end");
    }
    state
}

fn rulesets(players: u8) -> Vec<Ruleset> {
    let mut all = all_presets(players);
    for (name, options) in Rulings::NAMES {
        for option in &options[1..] {
            let mut rules = Preset::Pnp.ruleset(players);
            assert_eq!(rules.rulings.set(name, option), Some(true));
            Difficulty::Training.apply_base(&mut rules);
            all.push(rules);
        }
    }
    all
}

#[test]
fn random_games_keep_every_card_and_end() {
    let cards = built_in_cards();
    let mut games = 0;
    for players in 1..=4 {
        for rules in rulesets(players) {
            for game in 0..160 {
                let key = GameKey::new(7, game);
                let state = play(&cards, &rules, key, &mut Random::new(key));
                assert!(state.decisions > 0);
                games += 1;
            }
        }
    }
    assert!(games >= 20_000, "{games}");
}

/// The built-in sets together, with the enemies of some of them.
fn both_sets(enemies: &[&str]) -> CardSet {
    let sets = ["hive", "homebrew"].map(String::from);
    let choice = SetChoice {
        enemies: enemies.iter().map(|set| set.to_string()).collect(),
        ..SetChoice::default()
    };
    let compiled = Library::of_sets(&sets)
        .choosing(&choice)
        .compile::<&str, &str>(&[]);
    compiled.expect("the built-in sets are sound").0
}

#[test]
fn games_with_several_sets_and_weather_keep_every_card_and_end() {
    let mut with_weather = 0;
    for enemies in [&["hive"][..], &["homebrew"], &["hive", "homebrew"]] {
        let cards = both_sets(enemies);
        for use_of_weather in [WeatherUse::Auto, WeatherUse::On, WeatherUse::Off] {
            for players in 1..=4 {
                for preset in [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught] {
                    let mut rules = preset.ruleset(players);
                    rules.weather = use_of_weather;
                    rules.training = players % 2 == 0;
                    let expected = match use_of_weather {
                        WeatherUse::Auto => enemies.contains(&"homebrew"),
                        WeatherUse::On => true,
                        WeatherUse::Off => false,
                    };
                    assert_eq!(weather::is_in_use(&cards, &rules), expected);
                    for game in 0..30 {
                        let key = GameKey::new(9, game);
                        let state = play(&cards, &rules, key, &mut Random::new(key));
                        assert_eq!(state.weather.card.is_some(), expected, "{rules:?}");
                        play(&cards, &rules, key, &mut Pass);
                        with_weather += u32::from(expected);
                    }
                }
            }
        }
    }
    assert!(with_weather >= 1_000, "{with_weather}");
}

/// Every combination of the market's and the divisions' switches, with and without weather.
fn markets_and_divisions(players: u8) -> Vec<Ruleset> {
    let mut all = Vec::new();
    for market in [Market::Pool, Market::Stacks] {
        for divisions in [Divisions::Off, Divisions::Onslaught, Divisions::Dreadmire] {
            for burn in [BurnRule::LeavesGame, BurnRule::ReturnsToStack] {
                for (troop_stacks, legendary_stacks, conjecture) in [
                    (TroopStacks::ThreeAWave, false, false),
                    (TroopStacks::All, true, true),
                    (TroopStacks::ThreeAWave, true, false),
                    (TroopStacks::All, false, true),
                ] {
                    for weather in [WeatherUse::Off, WeatherUse::On] {
                        let mut rules = Preset::Pnp.ruleset(players);
                        Difficulty::Training.apply_base(&mut rules);
                        all.push(Ruleset {
                            market,
                            divisions,
                            burn,
                            troop_stacks,
                            legendary_stacks,
                            conjecture,
                            weather,
                            ..rules
                        });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn every_market_with_every_division_and_weather_keeps_every_card() {
    let sets = ["hive", "homebrew"].map(String::from);
    let (mut games, mut led) = (0u64, 0);
    for players in 1..=4 {
        for rules in markets_and_divisions(players) {
            let library = match rules.weather {
                WeatherUse::On => Library::of_sets(&sets),
                _ => Library::embedded(),
            };
            let compiled = library.taking_part(&rules).compile::<&str, &str>(&[]);
            let cards = compiled.expect("a sound set").0;
            for game in 0..8 {
                let key = GameKey::new(9, games);
                games += 1;
                let state = if game % 4 == 3 {
                    play(&cards, &rules, key, &mut Pass)
                } else {
                    play(&cards, &rules, key, &mut Random::new(key))
                };
                assert_eq!(
                    state.weather.card.is_some(),
                    rules.weather == WeatherUse::On
                );
                led += state.divisions.iter().flatten().count();
            }
        }
    }
    assert!(
        games >= 3_000 && led >= 2_000,
        "{games} games, {led} divisions"
    );
}

#[test]
fn passing_games_keep_every_card_and_end() {
    let cards = built_in_cards();
    for players in 1..=4 {
        for rules in rulesets(players) {
            for game in 0..20 {
                play(&cards, &rules, GameKey::new(8, game), &mut Pass);
            }
        }
    }
}
