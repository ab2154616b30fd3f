//! `xenosim card`: is a card fair for its cost, what are its figures worth, and what goes with it?

use super::CliError;
use super::compare::session::{Comparison, Found, Played};
use super::game_args::word;
use super::rank::args::StudyArgs;
use super::simulate::values;
use super::variant_args::GamesArgs;
use studies::card::answer::Told;
use studies::card::findings::Findings;
use studies::card::steps::Field;
use studies::card::tables::{cards_table, contrasts_table};
use studies::card::{Part, Question, Sheet};
use studies::compare::experiment::Experiment;
use studies::compare::measure::Amount;
use studies::compare::study::Study;
use studies::watched::subject::CardType;

/// Games of each changed game of whole types of cards by default: there are hundreds.
const GAMES_OF_MANY: u64 = 2_000;
/// The smallest advantage that matters by default, in rounds of endurance.
const DEFAULT_MARGIN: &str = "0.02";

pub(super) const EXAMPLES: &str =
    "The sheet of a card: what it says, what players do with it, whether it is fair for its cost, the \
smallest change that makes it average, what the game would lose without it (whole interval beyond \
the margin of the measure: it matters), what one more of each figure is worth, and at which rate \
figures can be exchanged. --all, --type and --wave show the same of many cards as one table.

fair: three more copies of the card are added to its deck, then three of each similar card \
(same type and wave, same or nearest cost), one card at a time and always with the same luck. The \
advantage of the card is its effect beyond the average effect of the others: `strong` and `weak` \
mean that its whole interval is beyond the margin, `fair` that it is within the margin. This is \
repeated with each figure one higher or lower and with other costs: the card is fair at the cost \
where the advantage is zero.

figures: each figure is changed by one, once up and once down, and the changed game is played with \
the same luck as the unchanged one. For equipment, power and HP are what it gives to the troop that \
carries it. Holm's method covers all changes in the deciding measure (--measure).

partners: four games are played with the same luck: unchanged, with three more copies of one card, \
of the other, and of both. Synergy is the effect of both beyond the sum of their separate effects. \
Pairs are screened by the Benjamini-Hochberg method, so that on average at most 10% of those found \
are false. Synergies are small: expect to need thousands of games.

A card that players buy (enemies: meet) in fewer than 5% of the games is not judged.

Examples:
  Is the Ranger worth its cost, and what are its figures worth?
    xenosim card ranger

  Your own card, compared with two others:
    xenosim card my-trooper --patch mine.toml --against ranger,field-medic

  What goes with the Ranger, with 2 players?
    xenosim card ranger --with hercules,med-pack --players 2

  Which troops of wave 2 should cost something else, and what?
    xenosim card --type troop --wave 2 --html

  All pairs of items:
    xenosim card --type item --show partners --games 2000

  The HP of all cards:
    xenosim card --all --figures hp

  Until the error of each change is at most 0.02 rounds, with two policies:
    xenosim card militia --show figures --target-error 0.02 --policies veteran,balanced

  Resume after Ctrl-C:
    xenosim card --resume reports/card-ranger";

/// Which cards, and what is asked about them.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Cards asked about")]
pub(super) struct CardArgs {
    /// The cards
    #[arg(value_name = "CARD", conflicts_with = "all")]
    cards: Vec<String>,
    /// All cards
    #[arg(long)]
    all: bool,
    /// All cards of these types
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',',
          value_parser = word::<CardType>())]
    types: Vec<CardType>,
    /// All cards of these waves (items belong to none: 0)
    #[arg(long, value_name = "WAVE,WAVE", value_delimiter = ',', value_parser = values::from_to::<u8>(0, 3))]
    wave: Vec<u8>,
    /// What to show [default: fair and figures of one card; figures of several named ones, or if
    /// figures are named; fair of --all, --type and --wave]
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = word::<Part>())]
    show: Vec<Part>,
    /// Cards to compare it with [default: those of its type, wave and cost]
    #[arg(long, value_name = "CARD,CARD", value_delimiter = ',')]
    against: Vec<String>,
    /// Cards to try it with as partners
    #[arg(long, value_name = "CARD,CARD", value_delimiter = ',')]
    with: Vec<String>,
    /// Try it with every card that players can buy, as partners
    #[arg(long, conflicts_with = "with")]
    partners: bool,
    /// Figures to change [default: power,hp,cost,copies]
    #[arg(long, value_name = "FIGURE", value_delimiter = ',', value_parser = word::<Field>())]
    figures: Vec<Field>,
    /// Number of extra copies of each card, where copies are added
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::from_to::<u8>(1, 20))]
    more: u8,
    /// The smallest advantage that matters, in the unit of the measure [default: 0.02 rounds]
    #[arg(long, value_name = "AMOUNT", value_parser = Amount::margin, allow_hyphen_values = true)]
    margin: Option<Amount>,
    #[command(flatten)]
    study: StudyArgs,
}

impl CardArgs {
    fn margin(&self) -> Result<Option<Amount>, CliError> {
        match (self.margin, self.study.common.measure) {
            (None, None) => Amount::margin(DEFAULT_MARGIN)
                .map(Some)
                .map_err(CliError::Usage),
            (margin, _) => Ok(margin),
        }
    }

    fn question(&self) -> Result<Question, CliError> {
        if self.cards.is_empty() && self.types.is_empty() && self.wave.is_empty() && !self.all {
            return Err(CliError::Usage(
                "no card given; name one, such as `xenosim card ranger`, a type, such as --type \
                 item, or use --all"
                    .into(),
            ));
        }
        Ok(Question {
            asked: Experiment {
                margin: self.margin()?,
                ..self.study.asked()?
            },
            cards: self.cards.clone(),
            types: self.types.clone(),
            waves: self.wave.clone(),
            parts: self.show.clone(),
            against: self.against.clone(),
            with: self.with.clone(),
            partners: self.partners,
            fields: self.figures.clone(),
            copies: self.more,
        })
    }
}

impl Comparison for CardArgs {
    const COMMAND: &'static str = "card";
    type Question = Sheet;

    fn wanted(&self) -> Result<(Study, Sheet), CliError> {
        let (library, mut defaults) = (self.study.library()?, self.study.defaults());
        if self.cards.is_empty() {
            let common = &self.study.common;
            defaults.games = common.games(self.study.games, GAMES_OF_MANY);
        }
        let (mut study, sheet) = Sheet::new(&self.question()?, &library, &defaults)?;
        if let Some(settles) = self.study.common.precision(sheet.measure)? {
            if !sheet.is_of_figures_alone() {
                return Err(CliError::Usage(
                    "--target-error is for figures alone: what is compared with several other \
                     cards plays the same games as they do; use --show figures"
                        .into(),
                ));
            }
            study.stop.settles = settles;
        }
        Ok((study, sheet))
    }

    fn played(&self) -> &GamesArgs {
        &self.study.common.played
    }

    fn adjusts(&self) -> bool {
        self.study.common.adjust.is_some()
    }

    fn found(&self, played: &Played<Sheet>) -> Result<Found, CliError> {
        let (sheet, results, sums) = (&played.question, &played.results, played.sums());
        let findings = &Findings::new(&played.study, sheet, sums, results.looks);
        let contrasts = contrasts_table(played.design(), sheet, findings, results)?;
        let told = Told {
            played: played.told(),
            sheet,
            findings,
        };
        let tables = [("cards", cards_table(&told)?), ("contrasts", contrasts)];
        Found::new(told.answer(), tables)
    }
}
