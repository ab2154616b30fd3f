//! The table rebuilt from the JSON lines alone, and compared with the real one after every event.
//!
//! `Reader` is what a program that reads `xenosim replay --json` would do; it sees nothing but
//! the lines. The comparison is exact: order of hands and piles, damage, items, faces, supply,
//! burned cards and the base. Where the description of the format says that order means nothing
//! (items on a troop, cards on their way), cards are only counted.

mod reader;

use crate::common::{all_presets, built_in_cards, cards_for};
use cards::CardSet;
use cards::load::{Library, SetChoice};
use cards::rng::GameKey;
use cards::ruleset::{BurnRule, Difficulty, Preset, Ruleset};
use game::observe::{Event, Json, Observer};
use game::play::Policy;
use game::rules::{play, set_up};
use game::state::GameState;
use players::Random;
use reader::{Check, Reader, ensure, word};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

/// A writer that others can look into.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads every line as it is written and compares the tables.
struct Follower {
    json: Json<Shared>,
    text: Shared,
    reader: Reader,
    /// Lines of this event are kept from the reader.
    withheld: Option<&'static str>,
    events: u64,
    seen: Seen,
    fault: Option<String>,
}

impl Follower {
    fn new(cards: &CardSet, withheld: Option<&'static str>) -> Self {
        let text = Shared::default();
        Follower {
            json: Json::new(text.clone()),
            text,
            reader: Reader::new(cards),
            withheld,
            events: 0,
            seen: Seen::new(),
            fault: None,
        }
    }

    fn follow(&mut self, state: &GameState, cards: &CardSet, event: &Event) -> Check {
        let bytes = std::mem::take(&mut *self.text.0.borrow_mut());
        let text = String::from_utf8(bytes).map_err(|e| e.to_string())?;
        ensure(text.ends_with('\n') && text.lines().count() == 1, || {
            "not one line".into()
        })?;
        let line: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let name = word(&line["event"]).to_string();
        if self.withheld == Some(name.as_str()) {
            self.reader.lines += 1;
        } else {
            self.reader
                .read(&line)
                .map_err(|fault| format!("{fault} in {line}"))?;
        }
        let seen = match name.as_str() {
            "moved" => {
                let (from, to) = (&line["from"]["zone"], &line["to"]["zone"]);
                format!("{} to {}", word(from), word(to))
            }
            _ => name,
        };
        *self.seen.entry(seen).or_default() += 1;
        let over = matches!(event, Event::GameOver { .. });
        let told = |fault| format!("{fault} after {line}");
        if !matches!(event, Event::Moved { .. }) {
            self.reader.compare_conditions(state, cards).map_err(told)?;
        }
        self.reader.compare(state, cards, over).map_err(told)
    }
}

impl Observer for Follower {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        if self.fault.is_none() {
            self.events += 1;
            self.json.event(state, cards, event);
            self.fault = self.follow(state, cards, event).err();
        }
    }
}

fn follow_game(
    cards: &CardSet,
    rules: &Ruleset,
    key: GameKey,
    policy: &mut dyn Policy,
    withheld: Option<&'static str>,
) -> Follower {
    let mut state = set_up(cards, rules, key);
    let mut follower = Follower::new(cards, withheld);
    let mut follow = |state: &_, cards: &_, event: &_| follower.event(state, cards, event);
    play(cards, rules, &mut state, policy, &mut follow);
    follower
}

/// How often what has been seen.
type Seen = HashMap<String, u64>;

fn follow_random(cards: &CardSet, rules: &Ruleset, key: GameKey, seen: &mut Seen) {
    let follower = follow_game(cards, rules, key, &mut Random::new(key), None);
    assert_eq!(follower.fault, None, "{rules:?}, event {}", follower.events);
    for (event, count) in follower.seen {
        *seen.entry(event).or_default() += count;
    }
}

#[test]
fn the_table_can_be_rebuilt_from_the_lines_in_every_preset() {
    let cards = built_in_cards();
    let mut seen = Seen::new();
    for players in 1..=4 {
        for rules in all_presets(players) {
            let cards = cards_for(&rules);
            for game in 0..3 {
                let key = GameKey::new(11, 10 * u64::from(players) + game);
                follow_random(&cards, &rules, key, &mut seen);
            }
        }
    }
    // Some things are rare: they need games that go on.
    for game in 0..150 {
        let mut rules = Preset::Pnp.ruleset(2 + (game % 3) as u8);
        if game % 3 == 0 {
            rules.burn = BurnRule::ReturnsToStack;
        }
        Difficulty::Training.apply_base(&mut rules);
        follow_random(&cards, &rules, GameKey::new(15, game), &mut seen);
    }
    for game in 0..60 {
        let preset = [Preset::Dreadmire, Preset::Onslaught][game as usize % 2];
        let mut rules = preset.ruleset(1 + (game % 4) as u8);
        Difficulty::Training.apply_base(&mut rules);
        rules.conjecture = game % 3 == 0;
        let cards = cards_for(&rules);
        follow_random(&cards, &rules, GameKey::new(16, game), &mut seen);
    }
    // Only what has happened has been tested: every event of the description that needs no weather.
    let description = include_str!("../../src/game/observe/JSON.md");
    let events = description.split_once("## Events").expect("a list").1;
    let events = events.split_once("\n## ").expect("an end").0.lines();
    let events = events.filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
    let events = events.filter(|event| !["event", "moved", "weather-turned"].contains(event));
    for event in events.chain([
        "lane to burned",
        "lane to market-bottom",
        "lane to market-pool",
        "hand to market-pool",
        "discard to hand",
        "discard to equipped",
        "enemy-lane to discard",
        "enemy-lane to encounter-discard",
        "discard to enemy-lane",
        "discard to supply",
        "carried to discard",
        "carried to equipped",
        "equipped to burned",
        "hand to market-bottom",
        "encounter-deck to enemy-lane",
        "encounter-deck to encounter-discard",
        "bosses to drawn",
        "drawn to encounter-discard",
    ]) {
        assert!(seen.contains_key(event), "no {event}: {seen:#?}");
    }
}

#[test]
fn the_table_can_be_rebuilt_from_the_lines_under_every_ruling() {
    let library = Library::embedded();
    let mut seen = Seen::new();
    let mut games = 0;
    for info in library.rulings() {
        for (option, _) in info.options.iter().skip(1) {
            let (cards, choices) = library
                .compile(&[(info.name.as_str(), option.as_str())])
                .expect("the option exists");
            for game in 0..8 {
                let mut rules = Preset::Pnp.ruleset(1 + (game % 4) as u8);
                Difficulty::Training.apply_base(&mut rules);
                rules.rulings = choices.rules;
                follow_random(&cards, &rules, GameKey::new(12, game), &mut seen);
                games += 1;
            }
        }
    }
    assert!(games >= 200, "{games}");
    // What happens only under some rulings.
    for event in ["lane to lane", "enemy-lane to bosses"] {
        assert!(seen.contains_key(event), "no {event}: {seen:#?}");
    }
}

/// The example set against its own enemies, without some of its cards.
fn tempest(without: &[&str]) -> CardSet {
    let sets = ["hive", "homebrew"].map(String::from);
    let choice = SetChoice {
        enemies: vec!["homebrew".into()],
        ..SetChoice::default()
    };
    let mut library = Library::of_sets(&sets).choosing(&choice);
    for card in without {
        library = library.with_set(&format!("{card}.copies=0"));
    }
    library.cards().expect("the built-in sets are sound")
}

#[test]
fn games_with_weather_can_be_rebuilt_too() {
    // Few weather cards, so that the deck is shuffled again in every game.
    let few = tempest(&["clear-skies", "rolling-fog", "dry-heat", "steady-rain"]);
    let mut seen = Seen::new();
    for (cards, games) in [(tempest(&[]), 60), (few, 40)] {
        for game in 0..games {
            let mut rules = Preset::Dreadmire.ruleset(1 + (game % 4) as u8);
            Difficulty::Training.apply_base(&mut rules);
            follow_random(&cards, &rules, GameKey::new(16, game), &mut seen);
        }
    }
    for event in [
        "weather-turned",
        "weather-deck to weather",
        "weather to weather-discard",
    ] {
        assert!(seen[event] >= 800, "{event}: {seen:#?}");
    }
}

/// The comparison is worth something only if it notices that a line is missing.
#[test]
fn missing_lines_are_noticed() {
    let cards = built_in_cards();
    let mut rules = Preset::Pnp.ruleset(4);
    Difficulty::Training.apply_base(&mut rules);
    for withheld in [
        "moved",
        "shuffled",
        "reordered",
        "turned-up",
        "damaged",
        "healed",
        "base-damaged",
        "round-started",
        "resources",
        "bought",
    ] {
        let found_out = (0..20).any(|game| {
            let key = GameKey::new(14, game);
            let policy = &mut Random::new(key);
            follow_game(&cards, &rules, key, policy, Some(withheld))
                .fault
                .is_some()
        });
        assert!(found_out, "{withheld}");
    }
    let (cards, key) = (tempest(&[]), GameKey::new(14, 0));
    let policy = &mut Random::new(key);
    let withheld = Some("weather-turned");
    let found_out = follow_game(&cards, &rules, key, policy, withheld);
    assert!(found_out.fault.is_some());
}
