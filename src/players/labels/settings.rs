//! The settings of games to learn from: what a player will meet.

use cards::CardSet;
use cards::load::{Faults, Library, RulingChoices};
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::{Deployment, Difficulty, Market, Preset, Ruleset, Switches};
use cards::words::Word;

/// Of 100 games, how many have one, at most two and at most three players.
const UP_TO: [u32; 3] = [36, 70, 80];
/// Of 100 settings, how many have changed cards; of 100 cards, how many are changed there.
const CHANGED: u32 = 30;
const CHANGED_CARDS: u32 = 20;

/// Whether games with so many enemies per round are among those to learn from.
pub fn has_seen(rules: &Ruleset) -> bool {
    let seen = Difficulty::ALL.iter().flat_map(|(_, difficulty)| {
        let deployments = Deployment::ALL.iter();
        deployments.flat_map(|(_, deployment)| difficulty.enemies_per_round(*deployment))
    });
    let (least, most) = (seen.clone().min(), seen.max());
    let mut enemies = rules.enemies_per_round.into_iter().map(Some);
    enemies.all(|enemies| least <= enemies && enemies <= most)
}

/// Draws that follow from a seed and a number.
struct Draw {
    stream: Stream,
    count: u32,
}

impl Draw {
    fn new(seed: u64, number: u64, about: u32) -> Self {
        Draw {
            stream: GameKey::new(seed, number).stream(Purpose::Sampling, about, 0),
            count: 0,
        }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.count += 1;
        self.stream.nth(self.count).below(n)
    }

    fn word<W: Word>(&mut self) -> W {
        W::ALL[self.below(W::ALL.len() as u32) as usize].1
    }
}

/// What all games have in common; everything else is drawn.
#[derive(Clone, Debug)]
pub struct Common {
    /// The cards as they are, before some of them are changed.
    pub library: Library,
    /// Switches of the rules.
    pub switches: Switches,
    /// Rulings by name and option.
    pub rulings: Vec<(String, String)>,
    /// The numbers of players that there may be.
    pub players: Vec<u8>,
}

impl Common {
    /// Nothing but the cards.
    pub fn of(library: Library) -> Self {
        Common {
            library,
            switches: Switches::default(),
            rulings: Vec::new(),
            players: vec![1, 2, 3, 4],
        }
    }

    /// The cards of all games: those that come with divisions follow the others.
    pub fn cards(&self) -> Result<CardSet, Faults> {
        let boxed = Switches {
            preset: Some(Preset::Onslaught),
            ..Switches::default()
        };
        let rules = self.switches.or(boxed).ruleset(1);
        let library = self.library.clone().taking_part(&rules);
        Ok(library.compile(&self.rulings)?.0)
    }
}

/// The cards and the rules of a few games, but for the base and the number of players.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The cards.
    pub cards: CardSet,
    switches: Switches,
    rulings: RulingChoices,
    players: Vec<u8>,
}

impl Setting {
    /// Draws the setting of a number: a preset, some of its rules of another edition, and cards that
    /// may be changed.
    pub fn draw(common: &Common, seed: u64, number: u64) -> Result<Self, Faults> {
        let mut draw = Draw::new(seed, number, 42);
        let mut drawn = Switches {
            preset: Some(match draw.below(10) {
                0..6 => Preset::Pnp,
                6..8 => Preset::Onslaught,
                _ => Preset::Dreadmire,
            }),
            difficulty: Some(draw.word::<Difficulty>()),
            ..Switches::default()
        };
        if draw.below(4) == 0 {
            drawn.deployment = Some(draw.word::<Deployment>());
        }
        if draw.below(6) == 0 {
            drawn.market = Some(draw.word::<Market>());
        }
        // A preset that is asked for is played as it is, but for its difficulty.
        if common.switches.preset.is_some() {
            (drawn.deployment, drawn.market) = (None, None);
        }
        let switches = common.switches.or(drawn);
        let library = common.library.clone().taking_part(&switches.ruleset(1));
        let (printed, rulings) = library.compile(&common.rulings)?;
        let changed = (draw.below(100) < CHANGED).then(|| changes(&printed, &mut draw));
        let changed = changed.map(|patch| library.with_patch("changes", &patch));
        let changed = changed.and_then(|library| library.compile(&common.rulings).ok());
        let (cards, rulings) = changed.unwrap_or((printed, rulings));
        Ok(Setting {
            cards,
            switches,
            rulings,
            players: common.players.clone(),
        })
    }

    /// The rules of a game: a base and a number of players besides those of the setting.
    pub fn rules(&self, seed: u64, game: u64) -> Ruleset {
        let mut draw = Draw::new(seed, game, 43);
        let players = draw.below(100);
        let players = 1 + UP_TO.iter().filter(|most| players >= **most).count() as u8;
        let players = match self.players.contains(&players) {
            true => players,
            false => self.players[draw.below(self.players.len() as u32) as usize],
        };
        let mut rules = self.switches.ruleset(players);
        rules.rulings = self.rulings.rules;
        // The division of a switch is among the cards, or the set would not have been compiled.
        let _ = rules.choose_divisions(self.switches.division, &self.cards);
        if draw.below(2) == 0 {
            rules.base_hp = 10 + draw.below(86) as u16;
        }
        rules
    }
}

/// A patch that changes the figures of some cards a little.
fn changes(printed: &CardSet, draw: &mut Draw) -> String {
    let mut patch = String::new();
    for kind in printed
        .kinds
        .iter()
        .filter(|kind| kind.for_sale || kind.class.is_enemy())
    {
        if draw.below(100) >= CHANGED_CARDS {
            continue;
        }
        patch += &format!("[{}]\n", kind.id);
        let mut around = |field: &str, printed: i32, least: i32| {
            let step = draw.below(5) as i32 - 2;
            if step != 0 && printed > 0 {
                patch += &format!("{field} = {}\n", (printed + step).max(least));
            }
        };
        around("cost", i32::from(kind.cost), 1);
        if kind.power > 0 || kind.hp > 0 {
            around("power", kind.power.into(), 0);
            around("hp", kind.hp.into(), 1);
        }
        around("copies", kind.copies.into(), 1);
    }
    patch
}
