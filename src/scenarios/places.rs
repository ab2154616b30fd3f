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
    pub(super) count: &'static str,
    pub(super) has: &'static str,
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
            count: concat!($name, "-count"),
            has: concat!($name, "-has"),
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

/// How a figure of a table, something that is no card in a pile or a lane, is written. A number stands
/// for it.
#[derive(Clone, Copy)]
pub(super) enum Written {
    Number(i64, i64),
    Flag,
    Phase,
    Player,
    WeatherCard,
}

impl Written {
    /// A number of things.
    pub(super) const COUNT: Written = Written::Number(0, 999);

    fn read(self, item: &Item<'_>, context: Context<'_>) -> Option<i64> {
        match self {
            Written::Number(from, to) => item.number(from..=to),
            Written::Flag => item.flag().map(i64::from),
            Written::Phase => item.word::<Phase>().map(|phase| phase as i64),
            Written::Player => context.seat(item.node.text()?, item).map(i64::from),
            Written::WeatherCard => {
                let kind = context.kind(item.node.text().unwrap_or_default(), item)?;
                if context.cards.kind(kind).class != Class::Weather {
                    item.fault("this is not a weather card");
                }
                Some(card_number(Some(kind)))
            }
        }
    }

    /// The figure that a number stands for.
    pub(super) fn text(self, number: i64, cards: &CardSet) -> String {
        match self {
            Written::Number(..) => number.to_string(),
            Written::Flag => (number != 0).to_string(),
            Written::Phase => format!("{:?}", Phase::ALL[number as usize].0),
            Written::Player => format!("{:?}", SEATS[number as usize]),
            Written::WeatherCard => {
                let mut ids = cards.ids().enumerate();
                let found = ids.find(|(index, _)| *index as i64 == number);
                format!("{:?}", found.map_or("none", |(_, id)| id))
            }
        }
    }
}

/// The number of a card; of none, -1.
fn card_number(kind: Option<KindId>) -> i64 {
    kind.map_or(-1, |kind| kind.0.into())
}

/// A figure, and the field about it. Without `set`, it follows from the rest of the table.
pub(super) struct FigureField {
    pub(super) name: &'static str,
    pub(super) written: Written,
    pub(super) get: fn(&Outcome<'_>, usize) -> i64,
    set: Option<fn(&mut TableByHand<'_>, usize, i64)>,
}

impl FigureField {
    /// Reads it where it is written.
    pub(super) fn read(&self, fields: &Fields<'_>, context: Context<'_>) -> Option<i64> {
        self.written.read(&fields.item(self.name)?, context)
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

const fn figure(
    name: &'static str,
    written: Written,
    get: fn(&Outcome<'_>, usize) -> i64,
    set: Option<fn(&mut TableByHand<'_>, usize, i64)>,
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
        |outcome, _| outcome.state.base().into(),
        Some(|table, _, figure| table.set_base(figure as i32)),
    ),
    figure(
        "base-damage",
        Written::Number(0, 9999),
        |outcome, _| i64::from(outcome.start.base() - outcome.state.base()),
        None,
    ),
    figure(
        "won",
        Written::Flag,
        |outcome, _| i64::from(outcome.state.is_over() && !outcome.state.lost()),
        None,
    ),
    figure(
        "lost",
        Written::Flag,
        |outcome, _| i64::from(outcome.state.is_over() && outcome.state.lost()),
        None,
    ),
    // Set with the wave.
    figure(
        "round",
        Written::Number(1, 10),
        |outcome, _| outcome.state.round().into(),
        None,
    ),
    // Set as `start`.
    figure(
        "phase",
        Written::Phase,
        |outcome, _| outcome.state.phase() as i64,
        None,
    ),
    figure(
        "first-player",
        Written::Player,
        |outcome, _| outcome.state.first_player().into(),
        Some(|table, _, figure| table.set_first_player(figure as u8)),
    ),
];

/// The figures of a player.
const OF_PLAYER: [FigureField; 3] = [
    figure(
        "resources",
        Written::Number(0, 999),
        |outcome, seat| outcome.state.resources()[seat].into(),
        Some(|table, seat, figure| table.set_resources(seat, figure as u16)),
    ),
    figure(
        "kills",
        Written::Number(0, 999),
        |outcome, seat| outcome.state.lanes()[seat].kills.into(),
        Some(|table, seat, figure| table.set_kills(seat, figure as u16)),
    ),
    // Set with the division.
    figure(
        "division-used",
        Written::Flag,
        |outcome, seat| i64::from(outcome.state.division_used()[seat] != 0),
        None,
    ),
];

const OF_WEATHER: [FigureField; 1] = [figure(
    "card",
    Written::WeatherCard,
    |outcome, _| card_number(outcome.state.weather().card),
    Some(|table, _, figure| {
        table.put(CardPlace::Weather, KindId(figure as u8));
    }),
)];
