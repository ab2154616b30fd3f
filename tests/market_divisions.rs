//! The stacks market and divisions: how the table is set, what is refused, what runs report.

use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{
    ChosenDivisions, Difficulty, Divisions, Market, Preset, Ruleset, SwitchValue, TroopStacks,
};
use cards::{CardSet, Class, KindId};
use game::rules::{play_step, set_up, unwatched};
use game::state::{GameState, Phase};
use players::Pass;
use std::collections::HashMap;
use std::process::{Command, Output};

fn rules(players: u8, divisions: Divisions) -> Ruleset {
    let mut rules = Ruleset {
        market: Market::Stacks,
        divisions,
        ..Preset::Pnp.ruleset(players)
    };
    Difficulty::Training.apply_base(&mut rules);
    rules
}

fn cards_for(rules: &Ruleset) -> CardSet {
    let library = Library::embedded().taking_part(rules);
    library.compile::<&str, &str>(&[]).expect("a sound set").0
}

fn id(cards: &CardSet, kind: KindId) -> &str {
    &cards.kind(kind).id
}

/// The table when round `round` has drawn.
fn table_in_round(cards: &CardSet, rules: &Ruleset, key: GameKey, round: u8) -> GameState {
    let mut state = set_up(cards, rules, key);
    while state.round < round || state.phase == Phase::Draw {
        play_step(cards, rules, &mut state, &mut Pass, &mut unwatched);
    }
    state
}

#[test]
fn nine_item_stacks_and_the_troop_stacks_of_reached_waves_are_open() {
    let rules = rules(1, Divisions::Off);
    let cards = cards_for(&rules);
    let mut seen = HashMap::<KindId, u32>::new();
    for game in 0..60 {
        let state = table_in_round(&cards, &rules, GameKey::new(1, game), 7);
        let kinds = |row: usize| {
            let stacks = state.market[row].stacks.cards().to_vec();
            let mut on_offer: Vec<KindId> = state.market[row].pool.cards().to_vec();
            on_offer.dedup();
            assert_eq!(
                stacks, on_offer,
                "row {row}: whole stacks in the order of the trackers"
            );
            stacks
        };
        let items = kinds(0);
        assert_eq!(items.len(), 9);
        assert_eq!(state.market[0].pool.len(), 27);
        assert_eq!(state.market[0].deck.len(), 9, "three stacks wait");
        assert_eq!(kinds(1).len(), 2);
        assert_eq!(kinds(2).len(), 3);
        assert_eq!(kinds(3).len(), 3);
        for kind in items.iter().chain(&kinds(2)).chain(&kinds(3)) {
            assert!(!cards.kind(*kind).legendary);
            *seen.entry(*kind).or_default() += 1;
        }
    }
    // Twelve kinds of items and four of troops a wave take part by luck, each three times in four.
    assert_eq!(seen.len(), 12 + 4 + 4);
    assert!(
        seen.values().all(|times| (25..60).contains(times)),
        "{seen:?}"
    );
}

#[test]
fn troop_stacks_open_with_their_wave() {
    let rules = rules(1, Divisions::Off);
    let cards = cards_for(&rules);
    let key = GameKey::new(2, 0);
    let open = |round| {
        let state = table_in_round(&cards, &rules, key, round);
        [1, 2, 3].map(|row| state.market[row].pool.len())
    };
    assert_eq!(open(3), [12, 0, 0]);
    assert_eq!(open(4), [12, 9, 0]);
    assert_eq!(open(7), [12, 9, 9]);
}

#[test]
fn all_kinds_and_legendary_ones_make_stacks_where_the_switches_say_so() {
    let plain = rules(1, Divisions::Off);
    let cards = cards_for(&plain);
    let stacks = |rules: &Ruleset, row: usize| {
        let state = set_up(&cards, rules, GameKey::new(3, 0));
        let waiting = state.market[row].deck.cards().to_vec();
        (state.market[row].stacks.len(), waiting.len())
    };
    let all = Ruleset {
        troop_stacks: TroopStacks::All,
        ..plain
    };
    let legendary = Ruleset {
        legendary_stacks: true,
        ..all
    };
    assert_eq!(stacks(&all, 2), (4, 12));
    assert_eq!(stacks(&legendary, 2), (10, 18));
    assert_eq!(stacks(&legendary, 1), (8, 18));
    assert_eq!(stacks(&plain, 0), (9, 36));
    assert_eq!(stacks(&legendary, 0), (9, 45));
}

/// Cards of a player beyond those everybody starts with.
fn extra_cards<'a>(state: &GameState, cards: &'a CardSet, seat: usize) -> Vec<&'a str> {
    let deck = state.seats[seat].deck.cards().iter();
    let mut extra: Vec<&str> = deck
        .filter(|kind| !cards.starting_deck.iter().any(|stock| stock.kind == **kind))
        .map(|kind| id(cards, *kind))
        .collect();
    extra.sort();
    extra
}

fn led_by(rules: &mut Ruleset, cards: &CardSet, names: &str) {
    let chosen = ChosenDivisions::parse(names).expect("names");
    rules
        .choose_divisions(Some(chosen), cards)
        .expect("a choice");
}

#[test]
fn divisions_bring_their_cards_off_their_own_stacks() {
    let mut rules = rules(4, Divisions::Onslaught);
    let cards = cards_for(&rules);
    led_by(
        &mut rules,
        &cards,
        "med-bay,barracks,science-lab,command-center",
    );
    for game in 0..40 {
        let state = set_up(&cards, &rules, GameKey::new(4, game));
        assert_eq!(extra_cards(&state, &cards, 0), ["med-pack"; 2]);
        assert_eq!(extra_cards(&state, &cards, 1), ["ranger"; 2]);
        assert_eq!(extra_cards(&state, &cards, 2), ["hi-ex-grenade"; 2]);
        let stacks = state.market[0].stacks.cards();
        let first: Vec<&str> = stacks[..2].iter().map(|kind| id(&cards, *kind)).collect();
        assert_eq!(
            first,
            ["med-pack", "hi-ex-grenade"],
            "divisions' own stacks come first"
        );
        assert_eq!(stacks.len(), 9);
        let count = |row: usize, name: &str| {
            let kind = cards.find(name).expect("a card");
            state.market[row].deck.count(kind)
        };
        assert!(count(0, "med-pack") <= 1, "two of three are in a deck");
        assert_eq!(count(1, "ranger"), 4);
        // Command Center: random items from the stacks on the table, not dearer than 3.
        let items = extra_cards(&state, &cards, 3);
        assert_eq!(items.len(), 2);
        for item in items {
            let kind = cards.find(item).expect("a card");
            assert!(
                cards.kind(kind).class.is_item() && cards.kind(kind).cost <= 3,
                "{item}"
            );
            assert!(stacks.contains(&kind), "{item} has no stack");
        }
    }
}

#[test]
fn dreadmire_weapons_research_makes_a_random_weapon_stack() {
    let mut rules = rules(1, Divisions::Dreadmire);
    let cards = cards_for(&rules);
    led_by(&mut rules, &cards, "weapons-research");
    let mut seen = HashMap::<&str, u32>::new();
    for game in 0..60 {
        let state = set_up(&cards, &rules, GameKey::new(5, game));
        let extra = extra_cards(&state, &cards, 0);
        assert_eq!(extra.len(), 2);
        assert_eq!(extra[0], extra[1]);
        assert_eq!(id(&cards, state.market[0].stacks.cards()[0]), extra[0]);
        *seen.entry(extra[0]).or_default() += 1;
    }
    let mut weapons: Vec<&str> = seen.keys().copied().collect();
    weapons.sort();
    assert_eq!(weapons, ["helios", "katana", "plasma-arc"]);
}

#[test]
fn with_pools_the_cards_of_divisions_come_out_of_the_decks() {
    let mut rules = Ruleset {
        market: Market::Pool,
        ..rules(2, Divisions::Onslaught)
    };
    let cards = cards_for(&rules);
    led_by(&mut rules, &cards, "med-bay,command-center");
    let state = set_up(&cards, &rules, GameKey::new(6, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["med-pack"; 2]);
    assert_eq!(extra_cards(&state, &cards, 1).len(), 2);
    assert_eq!(state.market[0].deck.len(), 45 - 4);
    assert_eq!(state.miscounted(&cards), None);
}

#[test]
fn divisions_are_drawn_without_repeats_and_every_one_comes_up() {
    let rules = rules(4, Divisions::Onslaught);
    let cards = cards_for(&rules);
    let mut seen = HashMap::<&str, u32>::new();
    for game in 0..200 {
        let state = set_up(&cards, &rules, GameKey::new(7, game));
        let led: Vec<&str> = state
            .divisions
            .iter()
            .flatten()
            .map(|kind| id(&cards, *kind))
            .collect();
        assert_eq!(led.len(), 4);
        for (seat, name) in led.iter().enumerate() {
            assert!(!led[..seat].contains(name), "{led:?}");
            *seen.entry(*name).or_default() += 1;
        }
    }
    // Four of five: each is expected in 160 of 200 games; five standard deviations are 28.
    assert_eq!(seen.len(), 5, "{seen:?}");
    assert!(
        seen.values().all(|times| (132..=188).contains(times)),
        "{seen:?}"
    );
}

#[test]
fn guesses_take_part_only_where_they_are_switched_on() {
    let mut rules = rules(1, Divisions::Onslaught);
    let cards = cards_for(&rules);
    assert!(cards.find("spark-jumper").is_none() && cards.find("armory").is_none());
    led_by(&mut rules, &cards, "weapons-research");
    let state = set_up(&cards, &rules, GameKey::new(8, 0));
    assert!(
        extra_cards(&state, &cards, 0).is_empty(),
        "the rifles are not printed anywhere"
    );

    let mut guessed = Ruleset {
        conjecture: true,
        ..rules
    };
    let cards = cards_for(&guessed);
    led_by(&mut guessed, &cards, "weapons-research");
    let state = set_up(&cards, &guessed, GameKey::new(8, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["spark-jumper"; 2]);
    led_by(&mut guessed, &cards, "psychogenics-lab");
    let state = set_up(&cards, &guessed, GameKey::new(8, 0));
    assert_eq!(extra_cards(&state, &cards, 0), ["mind-blast"; 2]);
}

#[test]
fn without_divisions_the_set_is_the_print_and_play_set() {
    let plain = Library::embedded();
    let (plain, _) = plain.compile::<&str, &str>(&[]).expect("a sound set");
    let cards = cards_for(&rules(1, Divisions::Off));
    assert_eq!((plain.hash, plain.kinds.len()), (cards.hash, 80));
    assert!(
        plain
            .kinds
            .iter()
            .all(|kind| kind.class != Class::Division && !kind.conjecture)
    );
    let with = cards_for(&rules(1, Divisions::Onslaught));
    let names = |set: &CardSet| set.ids().take(80).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(names(&plain), names(&with), "the cards keep their numbers");
}

// ---- the command line ---------------------------------------------------------------------------

fn xenosim(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xenosim"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn impossible_divisions_are_refused() {
    for (arguments, expected) in [
        (
            "--divisions onslaught --division medbay",
            "there is no division `medbay`; did you mean `med-bay`?",
        ),
        (
            "--divisions onslaught --division med-bay,barracks",
            "2 divisions are chosen for 1 player: med-bay, barracks",
        ),
        (
            "--rules dreadmire --players 2 --division med-bay,med-bay",
            "the division `med-bay` is chosen twice",
        ),
        (
            "--division med-bay",
            "needs division cards: choose `divisions` onslaught or dreadmire",
        ),
        (
            "--rules onslaught --division armory",
            "the division `armory` is not available: the figures of its cards are a guess (use `--conjecture on`",
        ),
        (
            "--rules onslaught --division a,,b",
            "expected names of divisions",
        ),
        ("--divisions off --division med-bay", "needs division cards"),
        ("--market stack", "stacks"),
    ] {
        let mut all = vec!["replay"];
        all.extend(arguments.split(' '));
        let output = xenosim(&all);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}\n{errors}");
        assert!(errors.contains(expected), "{arguments}\n{errors}");
        assert!(output.stdout.is_empty());
    }
    let output = xenosim(&[
        "replay",
        "--rules",
        "onslaught",
        "--conjecture",
        "on",
        "--division",
        "armory",
    ]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("Player 1 leads Armory"));
}

#[test]
fn runs_say_in_their_rows_who_led_what() {
    let directory = std::env::temp_dir().join(format!("xenosim-divisions-{}", std::process::id()));
    let run = |name: &str, more: &[&str]| {
        let out = directory.join(name);
        let path = out.display().to_string();
        let mut all = vec![
            "simulate", "--games", "30", "--policy", "random", "--format", "csv",
        ];
        all.extend(["--out", path.as_str()]);
        all.extend(more);
        let output = xenosim(&all);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let games = std::fs::read_to_string(out.join("games.csv")).expect("rows");
        let manifest = std::fs::read_to_string(out.join("manifest.json")).expect("a manifest");
        (games, manifest)
    };
    let (games, _) = run("pnp", &["--players", "2"]);
    assert!(
        games
            .lines()
            .next()
            .is_some_and(|head| !head.contains("market") && !head.contains("division"))
    );
    let (games, manifest) = run(
        "led",
        &[
            "--rules",
            "onslaught",
            "--players",
            "2",
            "--division",
            "med-bay",
        ],
    );
    let mut lines = games.lines();
    let head = lines.next().expect("a heading");
    assert!(head.ends_with(",market,division_1,division_2"), "{head}");
    assert!(lines.clone().count() == 30 && lines.all(|line| line.contains(",stacks,med-bay,")));
    assert!(manifest.contains("\"division\": \"med-bay\""), "{manifest}");
    let (games, _) = run("stacks", &["--market", "stacks"]);
    assert!(
        games
            .lines()
            .next()
            .is_some_and(|head| head.ends_with(",market"))
    );
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}

#[test]
fn shipped_experiments_vary_market_and_division() {
    let directory = std::env::temp_dir().join(format!("xenosim-compared-{}", std::process::id()));
    let compare = |name: &str, more: &[&str]| {
        let out = directory.join(name).display().to_string();
        let plain = [
            "compare", "--games", "20", "--policy", "random", "--out", &out,
        ];
        xenosim(&[&plain[..], more].concat())
    };
    let succeeds = |output: Output| {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    };
    succeeds(compare("market", &["market"]));
    succeeds(compare("divisions", &["divisions"]));
    let arms = [
        "--players",
        "2",
        "--arm",
        "x:market=stacks",
        "--arm",
        "y:divisions=onslaught,division=med-bay,barracks",
    ];
    succeeds(compare("arms", &arms));
    let output = compare("wrong", &["--arm", "x:divisions=onslaught,division=medbay"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("did you mean `med-bay`?"), "{errors}");
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}

/// The built-in set in a directory of its own, with more in the file of the divisions.
fn set_with(name: &str, more: &str) -> std::path::PathBuf {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sets/hive");
    let process = std::process::id();
    let directory = std::env::temp_dir().join(format!("xenosim-set-{process}-{name}"));
    std::fs::create_dir_all(&directory).expect("a directory");
    for entry in std::fs::read_dir(source).expect("the set") {
        let path = entry.expect("a file").path();
        let copy = directory.join(path.file_name().expect("a name"));
        std::fs::copy(&path, copy).expect("a copy");
    }
    let file = directory.join("divisions.toml");
    let text = std::fs::read_to_string(&file).expect("divisions") + more;
    std::fs::write(file, text).expect("divisions");
    directory
}

#[test]
fn faults_of_division_files_are_named() {
    for (name, more, expected) in [
        (
            "card",
            "cards = { medpack = 2 }",
            "did you mean `med-pack`?",
        ),
        (
            "count",
            "cards = { med-pack = 5 }",
            "there are only 3 of these",
        ),
        (
            "moment",
            "ability = [{ when = \"killed\", do = [{ damage = 1, to = \"one-enemy\" }] }]",
            "a division cannot have the trigger `killed`",
        ),
        (
            "limit",
            "ability = [{ when = \"activated\", do = [{ return-discarded = \"weapon\" }] }]",
            "works once per round: `limit` is missing",
        ),
        (
            "pay",
            "ability = [{ when = \"activated\", limit = \"once-per-round\", pay = [\"burn-this\"], \
             do = [{ return-discarded = \"weapon\" }] }]",
            "the power of a division costs nothing",
        ),
        (
            "edition",
            "edition = \"dreadmyre\"\ncards = { med-pack = 2 }",
            "did you mean `dreadmire`?",
        ),
        ("field", "card = { med-pack = 2 }", "did you mean `cards`?"),
        (
            "both",
            "cards = { med-pack = 2 }\nrandom-stack = { goods = \"weapon\", count = 2 }",
            "exclude each other",
        ),
        (
            "stack",
            "random-stack = { goods = \"weapon\", count = 9 }",
            "no item for sale of which there are 9 can make this stack",
        ),
        (
            "cards-at-random",
            "random-cards = { goods = \"weapon\", cost-at-most = 0, count = 2 }",
            "no card for sale is one of these",
        ),
    ] {
        let more = format!("\n[[division]]\nid = \"of-ours\"\nname = \"Of Ours\"\n{more}\n");
        let directory = set_with(name, &more);
        let output = xenosim(&["cards", "check", &directory.display().to_string()]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        std::fs::remove_dir_all(&directory).expect("the directory goes");
        assert_eq!(output.status.code(), Some(2), "{name}\n{errors}");
        assert!(errors.contains(expected), "{name}: {expected}\n{errors}");
        assert!(errors.contains("divisions.toml:"), "{name}\n{errors}");
    }
    let twice = "\n[[division]]\nid = \"med-bay\"\nname = \"Again\"\ncards = { med-pack = 2 }\n";
    let directory = set_with("twice", twice);
    let output = xenosim(&["cards", "check", &directory.display().to_string()]);
    std::fs::remove_dir_all(&directory).expect("the directory goes");
    assert!(String::from_utf8_lossy(&output.stderr).contains("this id is taken"));
}
