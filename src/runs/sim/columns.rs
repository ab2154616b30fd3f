//! The tables with rows for games and rounds: their columns and how they are filled.

use super::decisions::{DecisionRow, decision_columns};
use super::figures::{self, Figure, endured};
use super::game::GameRecord;
use super::plan::Plan;
use super::rows::Rows;
use cards::KindId;
use cards::ruleset::{Divisions, Market};
use cards::words::Word;
use game::observe::tally::RoundCounts;
use game::rules::weather;
use std::sync::Arc;
use tables::{Declared, ExportError, Table, columns};

const GAME: &str = "Index of the game; with the seed, it identifies the game for a replay.";

/// The columns of the table of games. Some only runs with the parts of the game they are about have.
fn game_columns(plan: &Plan) -> Vec<Declared<GameRecord>> {
    let (seed, players) = (plan.seed, plan.rules.players);
    let mut all = columns![GameRecord;
        ("game", U64, GAME, row => row.game),
        ("seed", U64, "Master seed.", _ => seed),
        ("players", U8, "Number of players.", _ => players),
        ("won", Bool, "Whether the base stood to the end.", row => row.won),
    ];
    all.extend(Figure::list(false).map(Figure::column));
    if plan.plays_on || plan.rules.training {
        for figure in Figure::list(true) {
            all.push(figure.column());
            if figure.name == "needed_hp" {
                all.extend(needed_hp_columns());
            }
        }
    }
    all.extend(weather_columns(plan));
    if plan.rules.market != Market::Pool {
        let market = plan.rules.market.word();
        all.extend(columns![GameRecord; ("market", Text, "The type of market.", _ => market)]);
    }
    if plan.rules.divisions != Divisions::Off {
        all.extend(division_columns(plan));
    }
    all
}

fn needed_hp_columns() -> Vec<Declared<GameRecord>> {
    columns![GameRecord;
        ("needed_hp_per_player", F64,
            "The smallest base that would have won the game, per player.",
            row => f64::from(endured(row).needed_hp) / f64::from(row.players)),
        ("capped", Bool,
            "Whether the damage reached the cap of 240 per player: the base needed is larger than \
             `needed_hp`.",
            row => endured(row).capped),
    ]
}

/// Rounds with each weather condition that is possible.
fn weather_columns(plan: &Plan) -> Vec<Declared<GameRecord>> {
    if !weather::is_in_use(&plan.cards, &plan.rules) {
        return Vec::new();
    }
    let possible = weather::possible_conditions(&plan.cards, &plan.rules);
    let named = plan.cards.conditions.iter().enumerate();
    let possible = named.filter(|(number, _)| possible & (1 << number) != 0);
    let columns = possible.flat_map(|(number, name)| {
        let name = name.replace('-', "_");
        let about = format!("Rounds with the condition {name} in force.");
        columns![GameRecord;
            (format!("rounds_with_{name}"), U8, about, row => {
                let rounds = row.counts.played().iter();
                rounds.filter(|round| round.conditions & (1 << number) != 0).count() as u8
            }),
        ]
    });
    columns.collect()
}

/// The division of each player.
fn division_columns(plan: &Plan) -> Vec<Declared<GameRecord>> {
    let names = card_names(plan);
    let seats = 0..usize::from(plan.rules.players);
    let columns = seats.flat_map(|seat| {
        let names = Arc::clone(&names);
        let about = format!("The division of player {}.", seat + 1);
        columns![GameRecord;
            (format!("division_{}", seat + 1), Text, about,
                row => name(&names, row.divisions[seat])),
        ]
    });
    columns.collect()
}

fn card_names(plan: &Plan) -> Arc<[String]> {
    plan.cards.ids().map(str::to_string).collect()
}

/// The name of a card; empty if there is none.
fn name(names: &[String], card: Option<KindId>) -> &str {
    card.map_or("", |kind| names[kind.index()].as_str())
}

/// A row of the table of rounds.
struct RoundRow {
    game: u64,
    round: u8,
    counts: RoundCounts,
}

fn round_columns(plan: &Plan) -> Vec<Declared<RoundRow>> {
    let mut all = columns![RoundRow;
        ("game", U64, GAME, row => row.game),
        ("round", U8, "The round.", row => row.round),
        ("wave", U8, "The wave.", row => (row.round - 1) / 3 + 1),
        ("base", I32, "Base HP at the end of the round; in training the damage so far, as a \
            negative number.", row => row.counts.base),
        ("base_damage", U32, figures::BASE_DAMAGE, row => row.counts.base_damage),
        ("decisions", U32, figures::DECISIONS, row => row.counts.decisions),
        ("enemies_killed", U16, figures::ENEMIES_KILLED, row => row.counts.enemies_killed),
        ("troops_lost", U16, figures::TROOPS_LOST, row => row.counts.troops_lost),
        ("cards_bought", U16, figures::CARDS_BOUGHT, row => row.counts.cards_bought),
        ("cards_burned", U16, figures::CARDS_BURNED, row => row.counts.cards_burned),
    ];
    if weather::is_in_use(&plan.cards, &plan.rules) {
        let names = card_names(plan);
        all.extend(columns![RoundRow;
            ("weather", Text, "The weather card in force.",
                row => name(&names, row.counts.weather)),
        ]);
    }
    all
}

/// The tables a run fills row by row.
#[derive(Clone)]
pub struct RowTables {
    games: Arc<[Declared<GameRecord>]>,
    rounds: Arc<[Declared<RoundRow>]>,
    decisions: Arc<[Declared<DecisionRow>]>,
    layout: Vec<(&'static str, Table)>,
}

impl RowTables {
    /// The tables of a run: games, and rounds and decisions on request; none if no game gets a row.
    pub fn new(plan: &Plan) -> Result<Self, ExportError> {
        let games = game_columns(plan);
        let rounds = round_columns(plan);
        let decisions = decision_columns(GAME);
        let mut layout = Vec::new();
        if plan.rows != Rows::None {
            layout.push(("games", Table::filled(&games, &[])?));
        }
        if plan.rows != Rows::None && plan.rounds {
            layout.push(("rounds", Table::filled(&rounds, &[])?));
        }
        if plan.rows == Rows::Decisions {
            layout.push(("decisions", Table::filled(&decisions, &[])?));
        }
        Ok(RowTables {
            games: games.into(),
            rounds: rounds.into(),
            decisions: decisions.into(),
            layout,
        })
    }

    /// The names of the tables, each with its columns and without rows.
    pub fn layout(&self) -> &[(&'static str, Table)] {
        &self.layout
    }

    /// Empty tables.
    pub fn empty(&self) -> Vec<Table> {
        self.layout.iter().map(|(_, table)| table.clone()).collect()
    }

    /// The rows of some games, and of their decisions.
    pub fn fill(&self, records: &[GameRecord], decisions: &[DecisionRow]) -> Vec<Table> {
        let layout = self.layout.iter();
        layout
            .map(|(name, _)| match *name {
                "games" => filled(&self.games, records),
                "decisions" => filled(&self.decisions, decisions),
                _ => {
                    let rounds: Vec<RoundRow> = records.iter().flat_map(round_rows).collect();
                    filled(&self.rounds, &rounds)
                }
            })
            .collect()
    }
}

fn filled<R>(columns: &[Declared<R>], rows: &[R]) -> Table {
    Table::filled(columns, rows).expect("they made up a table without rows")
}

fn round_rows(record: &GameRecord) -> impl Iterator<Item = RoundRow> {
    let rounds = record.counts.played().iter();
    (1..).zip(rounds).map(|(round, counts)| RoundRow {
        game: record.game,
        round,
        counts: *counts,
    })
}
