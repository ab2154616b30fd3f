//! Arguments that say which game is played: cards, rules and rulings.

use super::CliError;
use super::simulate::values;
use cards::CardSet;
use cards::load::{Library, RulingChoices, SetChoice};
use cards::rng::GameKey;
use cards::ruleset::file::RulesFile;
use cards::ruleset::{Ruleset, SwitchInfo, Switches};
use cards::words::Word;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches};
use game::rules::weather;
use players::registry::{self, PreparedPolicies};
use std::path::PathBuf;

/// Reads a word of a vocabulary; help and errors list the words.
pub(super) fn word<W: Word + Send + Sync>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::all_words())
        .try_map(|text| W::parse_word(&text).ok_or_else(|| format!("unknown {}", W::WHAT)))
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

/// Which cards are used, and with which rulings.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Cards")]
pub struct DataArgs {
    /// Use the card set in this directory instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Combine these sets: built-in ones by name (see `cards sets`), others by directory
    #[arg(
        long,
        value_name = "SETS",
        value_delimiter = ',',
        conflicts_with = "data"
    )]
    pub sets: Vec<String>,
    /// The set that enemies come from [default: the first with enemies]; several are mixed
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub enemies_from: Vec<String>,
    /// The sets that troops come from [default: all]
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub troops_from: Vec<String>,
    /// The sets that items come from [default: all]
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    pub items_from: Vec<String>,
    /// Change or add cards with a TOML file of `[card] field = value` and `[[card]]` (repeatable)
    #[arg(long, value_name = "FILE")]
    pub patch: Vec<PathBuf>,
    /// Change one field of a card, e.g. prowler.hp=4 (repeatable; applied after patches)
    #[arg(long, value_name = "CARD.FIELD=VALUE")]
    pub set: Vec<String>,
    /// Choose a ruling on an unclear point, e.g. shocker=shielded (repeatable; see `rules show`)
    #[arg(long, value_name = "NAME=OPTION", value_parser = assignment)]
    pub ruling: Vec<(String, String)>,
}

impl DataArgs {
    /// Which sets are used, and what comes from each.
    pub(super) fn set_choice(&self) -> SetChoice {
        SetChoice {
            sets: self.sets.clone(),
            enemies: self.enemies_from.clone(),
            troops: self.troops_from.clone(),
            items: self.items_from.clone(),
        }
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

    /// The cards in force and the option of every ruling.
    pub fn resolve(&self) -> Result<(Library, CardSet, RulingChoices), CliError> {
        self.compile(self.library()?)
    }

    /// The cards in force under these rules, which decide about some of them.
    fn resolve_for(&self, rules: &Ruleset) -> Result<(Library, CardSet, RulingChoices), CliError> {
        self.compile(self.library()?.taking_part(rules))
    }

    fn compile(&self, library: Library) -> Result<(Library, CardSet, RulingChoices), CliError> {
        let (set, choices) = library.compile(&self.ruling)?;
        Ok((library, set, choices))
    }
}

/// Which game is played.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// Which cards are used.
    #[command(flatten)]
    pub cards: DataArgs,
    /// Which rules are used.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// A game resolved from its arguments.
#[derive(Clone, Debug)]
pub struct Game {
    /// The cards as written, for showing rulings and texts.
    pub library: Library,
    /// The cards in force.
    pub set: CardSet,
    /// The rules in force, rulings included.
    pub rules: Ruleset,
    /// The option of every ruling.
    pub rulings: RulingChoices,
}

/// Which game with given cards and rules, and who plays it.
#[derive(Debug, clap::Args)]
pub struct OneGameArgs {
    /// Master seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::seed)]
    pub seed: u64,
    /// Number of the game with that seed
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = values::seed)]
    pub game: u64,
    /// Policy of all players by name or file, or one for each seat: a,b
    #[arg(long, value_name = "POLICY", default_value = registry::DEFAULT)]
    pub policy: String,
}

impl OneGameArgs {
    /// The key of the game.
    pub fn key(&self) -> GameKey {
        GameKey::new(self.seed, self.game)
    }

    /// The players.
    pub fn players(&self, game: &Game) -> Result<PreparedPolicies, CliError> {
        let policies = registry::resolve_for(&self.policy, &game.set, game.rules.players)?;
        Ok(policies)
    }
}

impl GameArgs {
    /// The cards and rules requested by these arguments.
    pub fn resolve(&self) -> Result<Game, CliError> {
        let file = self.rules.switch.file()?;
        let cards = DataArgs {
            // The command line comes last and takes precedence.
            ruling: [file.rulings, self.cards.ruling.clone()].concat(),
            ..self.cards.clone()
        };
        let players = self.rules.players.or(file.players).unwrap_or(1);
        let switches = self.rules.switch.switches.or(file.switches);
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
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Number of players [default: 1]
    #[arg(long, value_name = "N", value_parser = values::players)]
    pub players: Option<u8>,
    /// All other rules.
    #[command(flatten)]
    pub switch: SwitchArgs,
}

/// Which rules are used, for any number of players: a rules file, and every switch by name.
#[derive(Clone, Debug, Default)]
pub struct SwitchArgs {
    /// A file to read rules from.
    pub rules_file: Option<PathBuf>,
    /// The switches set on the command line.
    pub switches: Switches,
}

/// The heading of these options in help texts.
const RULES: &str = "Rules";

/// The options follow from the declaration of the switches.
impl clap::Args for SwitchArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let file = Arg::new("rules-file")
            .long("rules-file")
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help_heading(RULES)
            .help(
                "Read rules from a TOML file: any of these options as `name = value`, rulings \
                 under `[ruling]`; command-line options take precedence",
            );
        command
            .arg(file)
            .args(Switches::ALL.iter().map(switch_option))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// The option of a switch.
fn switch_option(info: &'static SwitchInfo) -> Arg {
    let option = Arg::new(info.name)
        .long(info.name)
        .value_name(info.value_name)
        .help_heading(RULES)
        .help(info.help.trim_start())
        .allow_hyphen_values(true);
    let words = (info.options)();
    if !words.is_empty() {
        return option.value_parser(PossibleValuesParser::new(words));
    }
    option.value_parser(|text: &str| {
        let checked = Switches::default().set(info.name, text);
        checked.map(|()| text.to_string())
    })
}

impl clap::FromArgMatches for SwitchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = SwitchArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.rules_file = matches.get_one::<PathBuf>("rules-file").cloned();
        for info in Switches::ALL {
            if let Some(text) = matches.get_one::<String>(info.name) {
                let set = self.switches.set(info.name, text);
                set.map_err(|message| clap::Error::raw(ErrorKind::InvalidValue, message))?;
            }
        }
        Ok(())
    }
}

impl SwitchArgs {
    /// The choices of the rules file, if there is one.
    pub(super) fn file(&self) -> Result<RulesFile, CliError> {
        Ok(match &self.rules_file {
            Some(path) => RulesFile::load(path)?,
            None => RulesFile::default(),
        })
    }
}
