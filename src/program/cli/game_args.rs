//! Arguments that say which game is played: cards, rules and rulings.

use super::CliError;
use cards::CardSet;
use cards::load::{Library, RulingChoices, SetChoice};
use cards::ruleset::file::RulesFile;
use cards::ruleset::{
    Bosses, BurnRule, ChosenDivisions, Deployment, Difficulty, Divisions, EquipmentLimit, Instants,
    Market, OnOff, Preset, ReactionWindows, RevealPrevention, Ruleset, Simultaneous, Switches,
    TroopStacks, WeatherUse, WrapUp, parse_divisions, parse_enemies,
};
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::rules::weather;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Reads a word of a vocabulary; help and errors list the words.
pub(super) fn word<W: Word + Send + Sync>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::all_words())
        .try_map(|text| W::parse_word(&text).ok_or_else(|| format!("no known {}", W::WHAT)))
}

/// Reads `name=option`.
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, option)) if !name.is_empty() && !option.is_empty() => {
            Ok((name.trim().into(), option.trim().into()))
        }
        _ => Err("expected name=option, such as shocker=shielded".into()),
    }
}

/// Which cards are used, and how unclear ones are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Cards")]
pub struct DataArgs {
    /// Use the card set in this directory instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Use these sets together: built-in ones by name (see `cards sets`), others by directory
    #[arg(
        long,
        value_name = "SETS",
        value_delimiter = ',',
        conflicts_with = "data"
    )]
    pub sets: Vec<String>,
    /// The set whose enemies are met [default: the first with enemies]; several are mixed
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub enemies_from: Vec<String>,
    /// The sets whose troops can be bought [default: all]
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub troops_from: Vec<String>,
    /// The sets whose items can be bought [default: all]
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub items_from: Vec<String>,
    /// Change cards by a TOML file with `[card] field = value` and new `[[card]]`s (repeatable)
    #[arg(long, value_name = "FILE")]
    pub patch: Vec<PathBuf>,
    /// Change one field of a card, e.g. prowler.hp=4 (repeatable; after the patches)
    #[arg(long, value_name = "CARD.FIELD=VALUE")]
    pub set: Vec<String>,
    /// Choose a reading of an unclear point, e.g. shocker=shielded (repeatable; see `rules show`)
    #[arg(long, value_name = "NAME=OPTION", value_parser = assignment)]
    pub ruling: Vec<(String, String)>,
}

impl DataArgs {
    /// Which sets are used, and what each of them brings.
    pub(super) fn set_choice(&self) -> SetChoice {
        SetChoice {
            sets: self.sets.clone(),
            enemies: self.enemies_from.clone(),
            troops: self.troops_from.clone(),
            items: self.items_from.clone(),
        }
    }

    /// Takes over the choice of sets of a file where the command line makes none.
    pub(super) fn fill_sets(&mut self, file: &SetChoice) {
        let mut choice = self.set_choice().over(file);
        if self.data.is_some() {
            choice.sets.clear();
        }
        self.sets = choice.sets;
        self.enemies_from = choice.enemies;
        self.troops_from = choice.troops;
        self.items_from = choice.items;
    }

    /// The arguments that say which sets are used.
    pub(super) fn set_arguments(&self) -> Vec<(&'static str, String)> {
        let data = self.data.iter();
        let data = data.map(|path| ("data", path.display().to_string()));
        data.chain(self.set_choice().entries()).collect()
    }

    /// The card sets as written, those from directories checked as a whole.
    fn sets(&self) -> Result<Library, CliError> {
        let library = match (&self.data, self.sets.as_slice()) {
            (Some(dir), _) => Library::from_dir(dir),
            (None, []) => return Ok(Library::embedded().choosing(&self.set_choice())),
            (None, sets) => Library::of_sets(sets),
        };
        let library = library.choosing(&self.set_choice());
        library.check()?;
        Ok(library)
    }

    /// The card sets as written, with all patches.
    pub fn library(&self) -> Result<Library, CliError> {
        Ok(self.patched(self.sets()?))
    }

    /// A library with all patches.
    pub(super) fn patched(&self, mut library: Library) -> Library {
        for path in &self.patch {
            library = library.with_patch_file(path);
        }
        for assignment in &self.set {
            library = library.with_set(assignment);
        }
        library
    }

    /// The cards in force and the reading of every ruling.
    pub fn resolve(&self) -> Result<(Library, CardSet, RulingChoices), CliError> {
        self.compile(self.library()?)
    }

    /// The cards in force where the rules say what takes part besides those that always do.
    fn resolve_for(&self, rules: &Ruleset) -> Result<(Library, CardSet, RulingChoices), CliError> {
        self.compile(self.library()?.taking_part(rules))
    }

    fn compile(&self, library: Library) -> Result<(Library, CardSet, RulingChoices), CliError> {
        let (set, choices) = library.compile(&self.ruling)?;
        Ok((library, set, choices))
    }
}

/// Which game is played.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
pub struct GameArgs {
    /// Which cards are used.
    #[command(flatten)]
    pub cards: DataArgs,
    /// Which rules are used.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// A game made ready from its arguments.
#[derive(Clone, Debug)]
pub struct Game {
    /// The cards as written, for a look at rulings and texts.
    pub library: Library,
    /// The cards in force.
    pub set: CardSet,
    /// The rules in force, rulings included.
    pub rules: Ruleset,
    /// The reading of every ruling.
    pub rulings: RulingChoices,
}

impl GameArgs {
    /// Takes over the choices of a file where the command line makes none; rulings of the
    /// command line come last and so prevail.
    pub(super) fn fill_from(&mut self, file: RulesFile) {
        self.rules.players = self.rules.players.or(file.players);
        let switch = &mut self.rules.switch;
        switch.set_switches(switch.switches().or(file.switches));
        self.cards.ruling.splice(0..0, file.rulings);
    }

    /// The cards and rules these arguments ask for.
    pub fn resolve(&self) -> Result<Game, CliError> {
        let file = self.rules.switch.file()?;
        let cards = DataArgs {
            // The command line comes last and so prevails.
            ruling: [file.rulings, self.cards.ruling.clone()].concat(),
            ..self.cards.clone()
        };
        let players = self.rules.players.or(file.players).unwrap_or(1);
        let switches = self.rules.switch.switches().or(file.switches);
        let mut rules = switches.ruleset(players);
        let (library, set, rulings) = cards.resolve_for(&rules)?;
        rules.rulings = rulings.rules;
        rules
            .choose_divisions(switches.division, &set)
            .map_err(CliError::Usage)?;
        if let Some(missing) = weather::missing(&set, &rules) {
            return Err(CliError::Usage(missing.into()));
        }
        Ok(Game {
            library,
            set,
            rules,
            rulings,
        })
    }
}

/// Which rules are used: a preset, and switches that differ from it.
#[derive(Clone, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Number of players [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub players: Option<u8>,
    /// All other rules.
    #[command(flatten)]
    pub switch: SwitchArgs,
}

/// Which rules are used at a table of any size.
#[derive(Clone, Debug, Default, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct SwitchArgs {
    /// Read rules from a TOML file: any of these options as `name = value`, rulings under
    /// `[ruling]`; the command line prevails
    #[arg(long, value_name = "FILE")]
    pub rules_file: Option<PathBuf>,
    /// Rules to start from [default: pnp]
    #[arg(long, value_name = "PRESET", value_parser = word::<Preset>())]
    pub rules: Option<Preset>,
    /// How enemies come, and nothing else: enemies per round and bosses
    #[arg(long, value_name = "EDITION", value_parser = word::<Deployment>())]
    pub deployment: Option<Deployment>,
    /// Base HP and enemies per round together
    #[arg(long, value_name = "LEVEL", value_parser = word::<Difficulty>())]
    pub difficulty: Option<Difficulty>,
    /// Base HP per player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    pub base_hp: Option<u16>,
    /// Whether the base only counts damage and the game cannot be lost
    #[arg(long, value_name = "SWITCH", value_parser = word::<OnOff>())]
    pub training: Option<OnOff>,
    /// Enemies per player in rounds 1/2/3 of a wave, bosses included
    #[arg(long, value_name = "A/B/C", value_parser = parse_enemies)]
    pub enemies: Option<[u8; 3]>,
    /// How bosses come
    #[arg(long, value_name = "RULE", value_parser = word::<Bosses>())]
    pub bosses: Option<Bosses>,
    /// How cards are offered: pools refilled at once, or stacks of every kind
    #[arg(long, value_name = "RULE", value_parser = word::<Market>())]
    pub market: Option<Market>,
    /// Which troop kinds make stacks: three random ones of waves 2 and 3 each, or all
    #[arg(long, value_name = "RULE", value_parser = word::<TroopStacks>())]
    pub troop_stacks: Option<TroopStacks>,
    /// Whether legendary cards make stacks, too
    #[arg(long, value_name = "SWITCH", value_parser = word::<OnOff>())]
    pub legendary_stacks: Option<OnOff>,
    /// Whether players lead divisions, and by which edition's cards
    #[arg(long, value_name = "EDITION", value_parser = word::<Divisions>())]
    pub divisions: Option<Divisions>,
    /// Divisions of the first players, e.g. med-bay,barracks; the others are drawn
    #[arg(long, value_name = "NAMES", value_parser = parse_divisions)]
    pub division: Option<ChosenDivisions>,
    /// Whether cards whose figures are a guess take part (see `cards list --conjecture`)
    #[arg(long, value_name = "SWITCH", value_parser = word::<OnOff>())]
    pub conjecture: Option<OnOff>,
    /// What burning does with a card
    #[arg(long, value_name = "RULE", value_parser = word::<BurnRule>())]
    pub burn: Option<BurnRule>,
    /// When reaction windows open in a fight
    #[arg(long, value_name = "RULE", value_parser = word::<ReactionWindows>())]
    pub windows: Option<ReactionWindows>,
    /// When instants may be played
    #[arg(long, value_name = "RULE", value_parser = word::<Instants>())]
    pub instants: Option<Instants>,
    /// What can prevent the damage of reveal abilities
    #[arg(long, value_name = "RULE", value_parser = word::<RevealPrevention>())]
    pub reveal_prevention: Option<RevealPrevention>,
    /// What a troop can carry
    #[arg(long, value_name = "RULE", value_parser = word::<EquipmentLimit>())]
    pub equipment: Option<EquipmentLimit>,
    /// What can be done with the lane in wrap-up
    #[arg(long, value_name = "RULE", value_parser = word::<WrapUp>())]
    pub wrap_up: Option<WrapUp>,
    /// Who orders effects that happen at the same time
    #[arg(long, value_name = "RULE", value_parser = word::<Simultaneous>())]
    pub simultaneous: Option<Simultaneous>,
    /// Whether weather cards are used: those of the enemies' sets, those of all sets, or none
    #[arg(long, value_name = "RULE", value_parser = word::<WeatherUse>())]
    pub weather: Option<WeatherUse>,
}

impl SwitchArgs {
    /// The choices of the rules file, if there is one.
    pub(super) fn file(&self) -> Result<RulesFile, CliError> {
        Ok(match &self.rules_file {
            Some(path) => RulesFile::load(path)?,
            None => RulesFile::default(),
        })
    }

    fn set_switches(&mut self, switches: Switches) {
        self.rules = switches.preset;
        self.deployment = switches.deployment;
        self.difficulty = switches.difficulty;
        self.base_hp = switches.base_hp;
        self.training = switches.training;
        self.enemies = switches.enemies;
        self.bosses = switches.bosses;
        self.market = switches.market;
        self.troop_stacks = switches.troop_stacks;
        self.legendary_stacks = switches.legendary_stacks;
        self.divisions = switches.divisions;
        self.division = switches.division;
        self.conjecture = switches.conjecture;
        self.burn = switches.burn;
        self.windows = switches.windows;
        self.instants = switches.instants;
        self.reveal_prevention = switches.reveal_prevention;
        self.equipment = switches.equipment;
        self.wrap_up = switches.wrap_up;
        self.simultaneous = switches.simultaneous;
        self.weather = switches.weather;
    }

    /// The choices made.
    pub fn switches(&self) -> Switches {
        Switches {
            preset: self.rules,
            deployment: self.deployment,
            difficulty: self.difficulty,
            base_hp: self.base_hp,
            training: self.training,
            enemies: self.enemies,
            bosses: self.bosses,
            market: self.market,
            troop_stacks: self.troop_stacks,
            legendary_stacks: self.legendary_stacks,
            divisions: self.divisions,
            division: self.division,
            conjecture: self.conjecture,
            burn: self.burn,
            windows: self.windows,
            instants: self.instants,
            reveal_prevention: self.reveal_prevention,
            equipment: self.equipment,
            wrap_up: self.wrap_up,
            simultaneous: self.simultaneous,
            weather: self.weather,
        }
    }
}
