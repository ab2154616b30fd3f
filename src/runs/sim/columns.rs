//! The tables with rows for games and rounds: their columns and how they are filled.

use super::game::GameRecord;
use super::measure::{self, Endured};
use super::plan::Plan;
use super::rows::Rows;
use super::setup_columns::SetupColumns;
use super::weather::WeatherColumns;
use cards::KindId;
use game::observe::tally::{BaseCause, RoundCounts};
use game::state::MAX_PLAYERS;
use std::borrow::Cow;
use std::sync::Arc;
use tables::{Column, ColumnType, ExportError, Native, Schema, Table};

/// Rows that all columns take before the next ones follow: few enough that the records they are
/// about stay in the nearest cache, many enough to be worth a call.
const BLOCK: usize = 32;

/// How a column is filled from a block of rows.
enum Fill<R> {
    /// Numbers or truth values.
    Plain(ColumnType, fn(&[R], &mut Column)),
    /// Rounds of the game with a weather condition, by its bit.
    RoundsWith(u16, fn(&R) -> &[RoundCounts]),
    /// The same word in all rows.
    Word(&'static str),
    /// A card by name; empty if there is none.
    Card(Arc<[String]>, fn(&R) -> Option<usize>),
}

/// A column: its name, its explanation, and how it is filled.
type Definition<R> = (Cow<'static, str>, Cow<'static, str>, Fill<R>);

impl<R> Fill<R> {
    fn kind(&self) -> ColumnType {
        match self {
            Fill::Plain(kind, _) => *kind,
            Fill::RoundsWith(..) => ColumnType::U8,
            Fill::Word(_) | Fill::Card(..) => ColumnType::Text,
        }
    }

    /// Adds the values of a block of rows.
    fn add(&self, block: &[R], column: &mut Column) {
        match self {
            Fill::Plain(_, add) => add(block, column),
            Fill::RoundsWith(condition, get) => add_each(block, column, |row| {
                let rounds = get(row).iter();
                rounds
                    .filter(|round| round.conditions & condition != 0)
                    .count() as u8
            }),
            Fill::Word(word) => block.iter().for_each(|_| column.push_text(word)),
            Fill::Card(cards, get) => {
                let name = |row| get(row).map_or("", |kind| cards[kind].as_str());
                block.iter().for_each(|row| column.push_text(name(row)));
            }
        }
    }
}

/// Adds a value for each row of a block.
#[inline]
fn add_each<R, T: Native>(block: &[R], column: &mut Column, value: impl Fn(&R) -> T) {
    let mut values = [T::default(); BLOCK];
    for (place, row) in values.iter_mut().zip(block) {
        *place = value(row);
    }
    column.extend(&values[..block.len()]);
}

/// A row of the table of games.
struct GameRow<'a> {
    record: &'a GameRecord,
    seed: u64,
    players: u8,
}

impl GameRow<'_> {
    /// How the game would have gone with other bases, which is known whenever this is called.
    fn endured(&self) -> Endured {
        let endured = self.record.endured;
        endured.unwrap_or_else(|| Endured::of(&self.record.damage, self.players))
    }

    fn needed_hp_per_player(&self) -> f64 {
        f64::from(self.endured().needed_hp) / f64::from(self.players)
    }
}

/// A row of the table of rounds.
struct RoundRow<'a> {
    game: u64,
    round: u8,
    counts: &'a RoundCounts,
}

fn total(record: &GameRecord, get: fn(&RoundCounts) -> u16) -> u16 {
    record.counts.played().iter().map(get).sum()
}

/// Columns of a plain number, computed from a row.
macro_rules! columns {
    ($of:ty; $(($name:literal, $fill:ident, $about:literal, $row:ident => $value:expr)),* $(,)?) => {
        vec![$((
            Cow::Borrowed($name),
            Cow::Borrowed($about),
            Fill::Plain(ColumnType::$fill, |block: &[$of], column: &mut Column| {
                add_each(block, column, |$row| $value)
            }),
        )),*]
    };
}

fn game_definitions<'a>(
    weather: &WeatherColumns,
    setup: &SetupColumns,
) -> Vec<Definition<GameRow<'a>>> {
    let mut all: Vec<Definition<GameRow<'a>>> = columns![GameRow<'_>;
        ("game", U64, "Index of the game; with the seed, it identifies the game for a \
            replay.", row => row.record.game),
        ("seed", U64, "Master seed.", row => row.seed),
        ("players", U8, "Number of players.", row => row.players),
        ("won", Bool, "Whether the base stood to the end.", row => row.record.won),
        ("rounds_survived", U8, "Rounds played to their end; 9 in a game that was won.", row => row.record.rounds_survived),
        ("base_hp", U32, "Base HP left; 0 when the base fell.", row => row.record.base_hp),
        ("base_damage", U32, "All damage to the base, including damage beyond its \
            HP.", row => row.record.base_damage),
        ("decisions", U32, "Choices with more than one legal answer.", row => row.record.decisions),
        ("base_damage_wave_1", U32, "Damage to the base in wave 1.", row => row.record.wave_damage(1)),
        ("base_damage_wave_2", U32, "Damage to the base in wave 2.", row => row.record.wave_damage(2)),
        ("base_damage_wave_3", U32, "Damage to the base in wave 3.", row => row.record.wave_damage(3)),
        ("base_damage_round_1", U32, "Damage to the base in round 1.", row => row.record.counts.rounds[0].base_damage),
        ("base_damage_round_2", U32, "Damage to the base in round 2.", row => row.record.counts.rounds[1].base_damage),
        ("base_damage_round_3", U32, "Damage to the base in round 3.", row => row.record.counts.rounds[2].base_damage),
        ("base_damage_round_4", U32, "Damage to the base in round 4.", row => row.record.counts.rounds[3].base_damage),
        ("base_damage_round_5", U32, "Damage to the base in round 5.", row => row.record.counts.rounds[4].base_damage),
        ("base_damage_round_6", U32, "Damage to the base in round 6.", row => row.record.counts.rounds[5].base_damage),
        ("base_damage_round_7", U32, "Damage to the base in round 7.", row => row.record.counts.rounds[6].base_damage),
        ("base_damage_round_8", U32, "Damage to the base in round 8.", row => row.record.counts.rounds[7].base_damage),
        ("base_damage_round_9", U32, "Damage to the base in round 9.", row => row.record.counts.rounds[8].base_damage),
        ("base_damage_overrun", U32, "Damage to the base by enemies that overran a lane.", row => row.record.counts.damage_by(BaseCause::Overrun)),
        ("base_damage_overflow", U32, "Damage to the base by attacks carried past the last troop.", row => row.record.counts.damage_by(BaseCause::Overflow)),
        ("base_damage_ability", U32, "Damage to the base by abilities.", row => row.record.counts.damage_by(BaseCause::Ability)),
        ("enemies_killed", U16, "Enemies killed.", row => total(row.record, |round| round.enemies_killed)),
        ("troops_lost", U16, "Troops killed.", row => total(row.record, |round| round.troops_lost)),
        ("cards_bought", U16, "Cards bought, by all players.", row => total(row.record, |round| round.cards_bought)),
        ("cards_burned", U16, "Cards burned, by all players.", row => total(row.record, |round| round.cards_burned)),
        ("stalemates", U16, "Lanes stopped because nothing changed any more.", row => row.record.incidents.stalemates),
        ("empty_encounter_draws", U16, "Draws from an encounter deck that found no card.", row => row.record.incidents.empty_encounter_draws),
        ("empty_supply_draws", U16, "Draws from the supply that found no card.", row => row.record.incidents.empty_supply_draws),
        ("short_draws", U16, "Draws from a deck that found too few cards.", row => row.record.incidents.short_draws),
        ("endless_lanes", U16, "Lanes that hit the program's \
            limit.", row => row.record.incidents.endless_lanes),
        ("cut_chains", U16, "Chains of triggers that hit the program's \
            limit.", row => row.record.incidents.cut_chains),
        ("overflows", U16, "Piles that hit the program's \
            limit.", row => row.record.incidents.overflows),
    ];
    if setup.to_the_end {
        all.extend(columns![GameRow<'_>;
            ("endurance", F64, "Rounds survived, averaged over nine bases from 10 to 95 HP per player.", row => measure::rounds(f64::from(row.endured().endurance))),
            ("needed_hp", U32, "The smallest total base that would have won the \
                game.", row => row.endured().needed_hp),
            ("needed_hp_per_player", F64, "The smallest base that would have won the game, per player.", row => row.needed_hp_per_player()),
            ("capped", Bool, "Whether the damage reached the cap of 240 per player: the base needed is larger than `needed_hp`.", row => row.endured().capped),
            ("full_damage_round_1", U32, "Damage to the base in round 1, including after it \
                fell.", row => row.record.damage[0]),
            ("full_damage_round_2", U32, "Damage to the base in round 2, including after it \
                fell.", row => row.record.damage[1]),
            ("full_damage_round_3", U32, "Damage to the base in round 3, including after it \
                fell.", row => row.record.damage[2]),
            ("full_damage_round_4", U32, "Damage to the base in round 4, including after it \
                fell.", row => row.record.damage[3]),
            ("full_damage_round_5", U32, "Damage to the base in round 5, including after it \
                fell.", row => row.record.damage[4]),
            ("full_damage_round_6", U32, "Damage to the base in round 6, including after it \
                fell.", row => row.record.damage[5]),
            ("full_damage_round_7", U32, "Damage to the base in round 7, including after it \
                fell.", row => row.record.damage[6]),
            ("full_damage_round_8", U32, "Damage to the base in round 8, including after it \
                fell.", row => row.record.damage[7]),
            ("full_damage_round_9", U32, "Damage to the base in round 9, including after it \
                fell.", row => row.record.damage[8]),
        ]);
    }
    let rounds_with = weather.conditions.iter();
    all.extend(rounds_with.map(|(column, bit)| {
        let fill = Fill::RoundsWith(*bit, |row: &GameRow<'_>| row.record.counts.played());
        let condition = column.trim_start_matches("rounds_with_");
        let about = format!("Rounds with the condition {condition} in force.");
        (column.clone().into(), about.into(), fill)
    }));
    all.extend(setup.market.map(|market| {
        let about = "The type of market.";
        ("market".into(), about.into(), Fill::Word(market))
    }));
    let divisions: [Fill<GameRow<'a>>; MAX_PLAYERS] = [
        division::<0>(setup),
        division::<1>(setup),
        division::<2>(setup),
        division::<3>(setup),
    ];
    let divisions = (1..).zip(divisions).take(setup.divisions);
    all.extend(divisions.map(|(player, fill)| {
        let about = format!("The division of player {player}.");
        (format!("division_{player}").into(), about.into(), fill)
    }));
    all
}

/// The division of a seat.
fn division<'a, const SEAT: usize>(setup: &SetupColumns) -> Fill<GameRow<'a>> {
    let led = |row: &GameRow<'a>| row.record.divisions[SEAT].map(KindId::index);
    Fill::Card(Arc::clone(&setup.names), led)
}

fn round_definitions<'a>(weather: &WeatherColumns) -> Vec<Definition<RoundRow<'a>>> {
    let mut all: Vec<Definition<RoundRow<'a>>> = columns![RoundRow<'_>;
        ("game", U64, "Index of the game; with the seed, it identifies the game for a \
            replay.", row => row.game),
        ("round", U8, "The round.", row => row.round),
        ("wave", U8, "The wave.", row => (row.round - 1) / 3 + 1),
        ("base", I32, "Base HP at the end of the round; in training the damage so far, as a negative number.", row => row.counts.base),
        ("base_damage", U32, "All damage to the base, including damage beyond its \
            HP.", row => row.counts.base_damage),
        ("decisions", U32, "Choices with more than one legal answer.", row => row.counts.decisions),
        ("enemies_killed", U16, "Enemies killed.", row => row.counts.enemies_killed),
        ("troops_lost", U16, "Troops killed.", row => row.counts.troops_lost),
        ("cards_bought", U16, "Cards bought, by all players.", row => row.counts.cards_bought),
        ("cards_burned", U16, "Cards burned, by all players.", row => row.counts.cards_burned),
    ];
    if weather.is_in_use() {
        let fill = Fill::Card(Arc::clone(&weather.cards), |row: &RoundRow<'_>| {
            row.counts.weather.map(|kind| kind.index())
        });
        all.push(("weather".into(), "The weather card in force.".into(), fill));
    }
    all
}

fn schema_of<R>(definitions: &[Definition<R>]) -> Result<Schema, ExportError> {
    let columns = definitions.iter();
    Schema::new(columns.map(|(name, about, fill)| (name.as_ref(), fill.kind(), about.clone())))
}

fn table_of<R>(schema: &Schema, definitions: &[Definition<R>], rows: &[R]) -> Table {
    let kinds = definitions.iter().map(|(_, _, fill)| fill.kind());
    let mut columns: Vec<Column> = kinds.map(Column::new).collect();
    for block in rows.chunks(BLOCK) {
        for ((_, _, fill), column) in definitions.iter().zip(&mut columns) {
            fill.add(block, column);
        }
    }
    Table::from_columns(schema.clone(), columns)
        .expect("schema and columns are made from the same definitions")
}

/// The tables a run fills row by row.
#[derive(Clone, Debug)]
pub struct RowTables {
    rows: Rows,
    seed: u64,
    players: u8,
    setup: SetupColumns,
    weather: WeatherColumns,
    layout: Vec<(String, Schema)>,
}

impl RowTables {
    /// The tables of a run: games, and rounds on request; none if no game gets a row.
    pub fn new(plan: &Plan) -> Result<Self, ExportError> {
        let setup = SetupColumns::new(plan);
        let weather = WeatherColumns::new(&plan.cards, &plan.rules);
        let mut layout = Vec::new();
        if plan.rows != Rows::None {
            let games = game_definitions(&weather, &setup);
            layout.push(("games".to_string(), schema_of(&games)?));
            if plan.rounds {
                layout.push((
                    "rounds".to_string(),
                    schema_of(&round_definitions(&weather))?,
                ));
            }
        }
        Ok(RowTables {
            rows: plan.rows,
            seed: plan.seed,
            players: plan.rules.players,
            setup,
            weather,
            layout,
        })
    }

    /// Names and columns of the tables.
    pub fn layout(&self) -> &[(String, Schema)] {
        &self.layout
    }

    /// Empty tables.
    pub fn empty(&self) -> Vec<Table> {
        let schemas = self.layout.iter();
        schemas
            .map(|(_, schema)| Table::new(schema.clone()))
            .collect()
    }

    /// The rows of some games.
    pub fn fill(&self, records: &[GameRecord]) -> Vec<Table> {
        let chosen = || records.iter().filter(|one| self.rows.includes(one.game));
        let layout = self.layout.iter();
        layout
            .map(|(name, schema)| match name.as_str() {
                "games" => {
                    let rows: Vec<GameRow<'_>> = chosen().map(|one| self.game_row(one)).collect();
                    table_of(schema, &game_definitions(&self.weather, &self.setup), &rows)
                }
                _ => {
                    let rows: Vec<RoundRow<'_>> = chosen().flat_map(round_rows).collect();
                    table_of(schema, &round_definitions(&self.weather), &rows)
                }
            })
            .collect()
    }

    fn game_row<'a>(&self, record: &'a GameRecord) -> GameRow<'a> {
        GameRow {
            record,
            seed: self.seed,
            players: self.players,
        }
    }
}

fn round_rows(record: &GameRecord) -> impl Iterator<Item = RoundRow<'_>> {
    let rounds = record.counts.played().iter().enumerate();
    rounds.map(|(index, counts)| RoundRow {
        game: record.game,
        round: index as u8 + 1,
        counts,
    })
}
