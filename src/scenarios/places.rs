//! What a table is made of, by the names that files have for it. From this list a table is set, and
//! what is expected of it is read and compared.

use super::notation::Context;
use super::outcome::Outcome;
use cards::data::{Fields, Item};
use cards::words::Word;
use cards::{CardSet, Class, Kind, KindId};
use game::observe::CardPlace;
use game::rules::TableByHand;
use game::state::Phase;

/// The tables of the players.
pub(super) const SEATS: [&str; 4] = ["p1", "p2", "p3", "p4"];

/// A table within a file.
pub(super) struct Section {
    pub(super) name: &'static str,
    /// Whose it is, if it is a player's.
    pub(super) seat: Option<u8>,
    pub(super) piles: Vec<PileField>,
    pub(super) figures: &'static [FigureField],
}

/// A pile, and the fields about it.
#[derive(Clone, Copy)]
pub(super) struct PileField {
    pub(super) place: CardPlace,
    pub(super) name: &'static str,
    pub(super) exactly: &'static str,
    pub(super) count: &'static str,
    pub(super) has: &'static str,
    pub(super) lacks: &'static str,
}

impl PileField {
    /// Whether its order counts. Then it is listed from the top, otherwise from the bottom.
    pub(super) fn is_ordered(&self) -> bool {
        !matches!(
            self.place,
            CardPlace::Hand(_) | CardPlace::MarketPool(_) | CardPlace::Burned
        )
    }

    /// Whether a card can lie there.
    pub(super) fn is_for(&self, kind: &Kind) -> bool {
        match self.place {
            CardPlace::Hand(_) | CardPlace::Deck(_) | CardPlace::Discard(_) => {
                kind.class.is_players()
            }
            CardPlace::MarketPool(0) | CardPlace::MarketDeck(0) => kind.class.is_item(),
            CardPlace::MarketPool(wave) | CardPlace::MarketDeck(wave) => {
                kind.class == Class::Troop && kind.wave == wave
            }
            CardPlace::WeatherDeck | CardPlace::WeatherDiscard => kind.class == Class::Weather,
            _ => kind.class.is_enemy(),
        }
    }
}

macro_rules! pile {
    ($name:literal, $place:expr) => {
        PileField {
            place: $place,
            name: $name,
            exactly: concat!($name, "-exactly"),
            count: concat!($name, "-count"),
            has: concat!($name, "-has"),
            lacks: concat!($name, "-lacks"),
        }
    };
}

/// Cards out of the game. They can be expected, but not set.
pub(super) const BURNED: PileField = pile!("burned", CardPlace::Burned);

/// All tables within a file.
pub(super) fn sections() -> Vec<Section> {
    use CardPlace::{Bosses, Deck, Discard, EncounterDeck, EncounterDiscard, Hand};
    use CardPlace::{MarketDeck, MarketPool, WeatherDeck, WeatherDiscard};
    let section = |name, seat, figures, piles| Section {
        name,
        seat,
        piles,
        figures,
    };
    let players = (0..).zip(SEATS).map(|(seat, name)| {
        let piles = vec![
            pile!("hand", Hand(seat)),
            pile!("deck", Deck(seat)),
            pile!("discard", Discard(seat)),
        ];
        section(name, Some(seat), &OF_PLAYER[..], piles)
    });
    let waves = (1..).zip(["wave-1", "wave-2", "wave-3"]);
    let waves = waves.map(|(wave, name)| {
        let piles = vec![
            pile!("deck", EncounterDeck(wave)),
            pile!("discard", EncounterDiscard(wave)),
            pile!("bosses", Bosses(wave)),
        ];
        section(name, None, &[], piles)
    });
    let market = vec![
        pile!("items", MarketPool(0)),
        pile!("items-deck", MarketDeck(0)),
        pile!("troops-1", MarketPool(1)),
        pile!("troops-1-deck", MarketDeck(1)),
        pile!("troops-2", MarketPool(2)),
        pile!("troops-2-deck", MarketDeck(2)),
        pile!("troops-3", MarketPool(3)),
        pile!("troops-3-deck", MarketDeck(3)),
    ];
    let weather = vec![pile!("deck", WeatherDeck), pile!("discard", WeatherDiscard)];
    players
        .chain(waves)
        .chain([
            section("market", None, &[], market),
            section("weather", None, &OF_WEATHER, weather),
        ])
        .collect()
}

impl Section {
    /// Its fields, if the file has it.
    pub(super) fn find<'a>(&self, fields: &Fields<'a>, context: Context<'_>) -> Option<Fields<'a>> {
        let found = fields.fields(self.name)?;
        let players = context.players;
        if self.seat.is_some_and(|seat| seat >= players) {
            found.fault(format!("there is no such player: `players` is {players}"));
        }
        Some(found)
    }
}

/// Something about a table that is no card in a pile or a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Number(i64),
    Flag(bool),
    Word(&'static str),
    Seat(u8),
    Card(Option<KindId>),
}

impl Figure {
    /// The number that stands for it.
    fn number(self) -> i64 {
        match self {
            Figure::Number(number) => number,
            Figure::Flag(flag) => flag.into(),
            Figure::Seat(seat) => seat.into(),
            Figure::Card(kind) => kind.map_or(0, |kind| kind.0.into()),
            Figure::Word(_) => 0,
        }
    }

    pub(super) fn text(self, cards: &CardSet) -> String {
        match self {
            Figure::Number(number) => number.to_string(),
            Figure::Flag(flag) => flag.to_string(),
            Figure::Word(word) => format!("{word:?}"),
            Figure::Seat(seat) => format!("{:?}", SEATS[usize::from(seat)]),
            Figure::Card(kind) => format!("{:?}", kind.map_or("none", |k| &cards.kind(k).id)),
        }
    }
}

/// How a figure is written.
#[derive(Clone, Copy)]
enum Written {
    Number(i64, i64),
    Flag,
    Phase,
    Player,
    WeatherCard,
}

/// A figure, and the field about it. Without `set`, it follows from the rest of the table.
pub(super) struct FigureField {
    pub(super) name: &'static str,
    written: Written,
    pub(super) get: fn(&Outcome<'_>, usize) -> Figure,
    set: Option<fn(&mut TableByHand<'_>, usize, Figure)>,
}

impl FigureField {
    /// Reads it where it is written.
    pub(super) fn read(&self, fields: &Fields<'_>, context: Context<'_>) -> Option<Figure> {
        let item = fields.item(self.name)?;
        match self.written {
            Written::Number(from, to) => item.number(from..=to).map(Figure::Number),
            Written::Flag => item.flag().map(Figure::Flag),
            Written::Phase => item.word::<Phase>().map(|phase| Figure::Word(phase.word())),
            Written::Player => context.seat(item.node.text()?, &item).map(Figure::Seat),
            Written::WeatherCard => weather_card(&item, context),
        }
    }

    /// Sets it as it is written, where it can be.
    pub(super) fn set(
        &self,
        table: &mut TableByHand<'_>,
        seat: usize,
        fields: &Fields<'_>,
        context: Context<'_>,
    ) {
        if let Some(set) = self.set
            && let Some(figure) = self.read(fields, context)
        {
            set(table, seat, figure);
        }
    }
}

fn weather_card(item: &Item<'_>, context: Context<'_>) -> Option<Figure> {
    let kind = context.kind(item.node.text().unwrap_or_default(), item)?;
    if context.cards.kind(kind).class != Class::Weather {
        item.fault("this is not a weather card");
    }
    Some(Figure::Card(Some(kind)))
}

fn number(figure: impl Into<i64>) -> Figure {
    Figure::Number(figure.into())
}

const fn figure(
    name: &'static str,
    written: Written,
    get: fn(&Outcome<'_>, usize) -> Figure,
    set: Option<fn(&mut TableByHand<'_>, usize, Figure)>,
) -> FigureField {
    FigureField {
        name,
        written,
        get,
        set,
    }
}

/// The figures of the game.
pub(super) const OF_GAME: [FigureField; 7] = [
    figure(
        "base",
        Written::Number(-9999, 9999),
        |outcome, _| number(outcome.state.base),
        Some(|table, _, figure| table.set_base(figure.number() as i32)),
    ),
    figure(
        "base-damage",
        Written::Number(0, 9999),
        |outcome, _| number(outcome.start.base - outcome.state.base),
        None,
    ),
    figure(
        "won",
        Written::Flag,
        |outcome, _| Figure::Flag(outcome.state.is_over() && !outcome.state.lost),
        None,
    ),
    figure(
        "lost",
        Written::Flag,
        |outcome, _| Figure::Flag(outcome.state.is_over() && outcome.state.lost),
        None,
    ),
    // Set with the wave.
    figure(
        "round",
        Written::Number(1, 10),
        |outcome, _| number(outcome.state.round),
        None,
    ),
    // Set as `start`.
    figure(
        "phase",
        Written::Phase,
        |outcome, _| Figure::Word(outcome.state.phase.word()),
        None,
    ),
    figure(
        "first-player",
        Written::Player,
        |outcome, _| Figure::Seat(outcome.state.first_player),
        Some(|table, _, figure| table.set_first_player(figure.number() as u8)),
    ),
];

/// The figures of a player.
const OF_PLAYER: [FigureField; 3] = [
    figure(
        "resources",
        Written::Number(0, 999),
        |outcome, seat| number(outcome.state.resources[seat]),
        Some(|table, seat, figure| table.set_resources(seat, figure.number() as u16)),
    ),
    figure(
        "kills",
        Written::Number(0, 999),
        |outcome, seat| number(outcome.state.lanes[seat].kills),
        Some(|table, seat, figure| table.set_kills(seat, figure.number() as u16)),
    ),
    // Set with the division.
    figure(
        "division-used",
        Written::Flag,
        |outcome, seat| Figure::Flag(outcome.state.division_used[seat] != 0),
        None,
    ),
];

const OF_WEATHER: [FigureField; 1] = [figure(
    "card",
    Written::WeatherCard,
    |outcome, _| Figure::Card(outcome.state.weather.card),
    Some(|table, _, figure| {
        table.put(CardPlace::Weather, KindId(figure.number() as u8));
    }),
)];
