//! Random rules with random cards, for games that must be sound, or the same, whatever is combined.

use cards::CardSet;
use cards::load::{Library, SetChoice};
use cards::rng::{GameKey, Purpose};
use cards::ruleset::{
    Bosses, BurnRule, Decided, Deployment, Difficulty, Divisions, EquipmentLimit, Figures,
    Instants, Market, PlacedFirst, Preset, ReactionWindows, Reactions, RevealPrevention, Ruleset,
    Rulings, Simultaneous, Together, TroopStacks, WeatherUse, WrapUp,
};
use cards::words::Word;

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
pub struct Configuration {
    pub cards: CardSet,
    pub rules: Ruleset,
    /// Whether nothing may ever run out of room or be cut off.
    pub tame: bool,
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
    draw.word::<Reactions>(&mut rules.reactions);
    draw.word::<PlacedFirst>(&mut rules.placed_first);
    draw.word::<Decided>(&mut rules.division_choice);
    draw.word::<Decided>(&mut rules.division_cards);
    rules.legendary_stacks = draw.once_in(3);
    rules.conjecture = draw.once_in(3);
    rules
}

/// One configuration of many, by its number.
pub fn random_configuration(number: u64) -> Configuration {
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
        let of_rules = Rulings::infos();
        chosen.retain(|(name, _)| of_rules.iter().any(|info| info.name == *name));
    }
    let (cards, choices) = match library.taking_part(&rules).compile(&chosen) {
        Ok(compiled) => compiled,
        Err(faults) => panic!("configuration {number}: {faults}"),
    };
    rules.rulings = choices.rules;
    Configuration { cards, rules, tame }
}
