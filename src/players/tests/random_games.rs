//! Random games under random rules: whatever is combined, every game ends, no card is lost and the
//! table stays sound.
//!
//! Built with `overflow-checks` and `debug-assertions` (see `.ci/run`) this also finds sums that
//! run over and promises that the rules break. `XENOSIM_RANDOM_GAMES` says how many games.

use cards::CardSet;
use cards::load::{Library, SetChoice};
use cards::rng::{GameKey, Purpose};
use cards::ruleset::{
    Bosses, BurnRule, Deployment, Difficulty, Divisions, EquipmentLimit, Figures, Instants, Market,
    Preset, ReactionWindows, RevealPrevention, Ruleset, Rulings, Simultaneous, Together,
    TroopStacks, WeatherUse, WrapUp,
};
use cards::words::Word;
use game::observe::Event;
use game::play::{Choice, Decision, Policy, View};
use game::queries;
use game::rules::{play_step, set_up};
use game::state::{GameState, LANE_ZONES, Phase};
use players::registry::{self, PreparedPolicies};
use players::{Pass, Players, Random};
use std::sync::atomic::{AtomicU64, Ordering};

/// Games that are played unless `XENOSIM_RANDOM_GAMES` says otherwise.
const GAMES: u64 = 4_000;
/// Games under the same rules with the same cards.
const GAMES_A_CONFIGURATION: u64 = 40;

/// Figures at their limits, and abilities that feed on themselves.
const WILD: &str = r#"
[berserker]
ability = [{ when = "standing", do = [{ bonus = { power = "99*damage-on-it" }, to = "this" }] }]
[bishop]
ability = [{ when = "standing", do = [{ bonus = { power = "99*kills-in-lane", hp = "99*kills-in-lane" }, to = "this" }] }]
[death-chain]
ability = [{ when = "advances", do = [{ gain-power = "99*kills-in-lane+99", to = "this", lasts = "kept" }] }]
[clay]
power = 99
hp = 99
ability = [
  { when = "would-be-damaged", whose = "another-troop", may = true, do = [{ redirect = "all", up-to = true }] },
  { when = "damaged", do = [{ damage = "99*own-power+99", to = "one-enemy" }] },
]
[smoker]
ability = [{ when = "standing", do = [{ bonus = { power = 99, hp = 99 }, to = "enemies", lanes = "all" }] }]
[shieldswarm]
ability = [{ when = "standing", do = [{ suffer-less = 99, lanes = "all" }] }]
[swarm-hound]
ability = [{ when = "advances", do = [{ add-enemies = 9 }] }, { when = "killed", do = [{ add-enemies = 9 }] }]
[prometheus]
ability = [{ when = "attacks", may = true, pay = ["burn-discarded-card"], do = [{ extra-damage = "99*card-cost+99" }] }]
[spider]
ability = [{ when = "purchase", from = "hand", pay = ["discard-this"], do = [{ gain-resources = "99*W+99" }] }]
[plague-fly]
ability = [{ when = "kills-troop", do = [{ damage-base = "99*troops-in-lane+99" }] }]
[6-xenosathem]
value = 99
"#;

/// Cards and rules of some games.
struct Configuration {
    cards: CardSet,
    rules: Ruleset,
    /// Whether nothing may ever run out of room or be cut off.
    tame: bool,
}

/// Numbers drawn one after the other.
struct Draw {
    key: GameKey,
    count: u32,
}

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.count += 1;
        let stream = self.key.stream(Purpose::Sampling, 9, self.count);
        stream.below(limit as u32) as usize
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn word<W: Word + Copy + 'static>(&mut self, value: &mut W) {
        if self.once_in(3) {
            let words = W::all_words();
            let word = words[self.below(words.len())];
            *value = W::parse_word(word).expect("a word of its own");
        }
    }
}

/// Random rules: a preset with some switches changed.
fn random_rules(draw: &mut Draw) -> Ruleset {
    let players = 1 + draw.below(4) as u8;
    let presets = [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught];
    let mut rules = presets[draw.below(3)].ruleset(players);
    let difficulties = [
        Difficulty::Easy,
        Difficulty::Normal,
        Difficulty::Hard,
        Difficulty::Training,
    ];
    let difficulty = difficulties[draw.below(4)];
    let deployments = [Deployment::Onslaught, Deployment::Dreadmire];
    deployments[draw.below(2)].apply(difficulty, &mut rules);
    difficulty.apply_base(&mut rules);
    if draw.once_in(8) {
        rules.enemies_per_round = [0; 3].map(|_| draw.below(21) as u8);
    }
    draw.word::<Bosses>(&mut rules.bosses);
    draw.word::<Market>(&mut rules.market);
    draw.word::<TroopStacks>(&mut rules.troop_stacks);
    draw.word::<Divisions>(&mut rules.divisions);
    draw.word::<Figures>(&mut rules.figures);
    draw.word::<BurnRule>(&mut rules.burn);
    draw.word::<ReactionWindows>(&mut rules.windows);
    draw.word::<Instants>(&mut rules.instants);
    draw.word::<RevealPrevention>(&mut rules.reveal_prevention);
    draw.word::<EquipmentLimit>(&mut rules.equipment);
    draw.word::<WrapUp>(&mut rules.wrap_up);
    draw.word::<Simultaneous>(&mut rules.simultaneous);
    draw.word::<Together>(&mut rules.together);
    rules.legendary_stacks = draw.once_in(3);
    rules.conjecture = draw.once_in(3);
    rules
}

fn random_configuration(number: u64) -> Configuration {
    let mut draw = Draw {
        key: GameKey::new(31, number),
        count: 0,
    };
    let mut rules = random_rules(&mut draw);
    let mut library = Library::embedded();
    if draw.once_in(2) {
        let sets = ["hive", "homebrew"].map(String::from);
        let enemies = [&["hive"][..], &["homebrew"], &["hive", "homebrew"]][draw.below(3)];
        let choice = SetChoice {
            enemies: enemies.iter().map(|set| set.to_string()).collect(),
            ..SetChoice::default()
        };
        library = Library::of_sets(&sets).choosing(&choice);
        draw.word::<WeatherUse>(&mut rules.weather);
    }
    let tame = !draw.once_in(6);
    if !tame {
        library = library.with_patch("wild.toml", WILD);
    }
    let mut chosen = Vec::new();
    for info in library.rulings() {
        if draw.once_in(3) {
            let (option, _) = &info.options[draw.below(info.options.len())];
            chosen.push((info.name, option.clone()));
        }
    }
    // A wild card may be one that a ruling changes deep inside.
    if !tame {
        chosen.retain(|(name, _)| Rulings::NAMES.iter().any(|(known, _)| known == name));
    }
    let (cards, choices) = match library.taking_part(&rules).compile(&chosen) {
        Ok(compiled) => compiled,
        Err(faults) => panic!("configuration {number}: {faults}"),
    };
    rules.rulings = choices.rules;
    Configuration { cards, rules, tame }
}

/// What must be so whenever a game rests.
fn check_table(state: &GameState, configuration: &Configuration) {
    let Configuration { cards, rules, tame } = configuration;
    assert_eq!(state.miscounted(cards), None, "a card is lost or doubled");
    assert!(state.round <= 10 && state.first_player < state.players);
    if state.phase != Phase::Purchase {
        assert_eq!(state.resources, [0; 4], "resources are lost");
    }
    for lane in &state.lanes {
        assert!(lane.troops.len() <= LANE_ZONES);
        for slot in lane.troops.as_slice() {
            let troop = state.board.card(*slot);
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
    let weather = &state.weather;
    let brought = weather.card.map_or(0, |card| cards.kind(card).conditions);
    assert_eq!(weather.conditions, brought);
    if *tame {
        let incidents = &state.incidents;
        assert_eq!(
            (incidents.overflows, incidents.cut_chains),
            (0, 0),
            "{incidents:?}"
        );
    }
}

/// What is noted of a card on the board must be what its kind and its items say.
fn check_notes(view: &View<'_>) {
    let state = view.table();
    for lane in &state.lanes {
        for slot in lane.troops.as_slice().iter().chain(lane.enemies.as_slice()) {
            let card = state.board.card(*slot);
            let mut afresh = *card;
            afresh.note_moments(view.cards());
            assert_eq!(card.moments, afresh.moments, "triggers of {card:?}");
        }
    }
}

/// Answers for everybody, each question by another player.
struct Anybody<'a> {
    random: Random,
    thoughtful: Option<Players<'a>>,
}

impl Policy for Anybody<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        assert!(options.len() > 1, "{decision:?} is no question");
        check_notes(view);
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
}

fn play(configuration: &Configuration, players: &PreparedPolicies, game: u64) {
    let key = GameKey::new(37, game);
    let mut state = set_up(&configuration.cards, &configuration.rules, key);
    check_table(&state, configuration);
    let mut anybody = Anybody {
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
    let survived = state.round == 10;
    assert_eq!(state.lost, !survived);
    assert!(
        !configuration.rules.training || survived,
        "training cannot be lost"
    );
}

fn play_configuration(number: u64, games: std::ops::Range<u64>) {
    let configuration = random_configuration(number);
    let names = ["expert", "veteran", "balanced", "greedy", "priority"];
    let name = names[(number % 5) as usize];
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
