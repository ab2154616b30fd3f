//! What a run comes to: the table of cards and the summary, made from whole-number sums.

use super::curve::Curve;
use super::measure;
use super::stop::{LEVEL, sequence_estimate};
use super::totals::{MEASURES, PLAYED_ON, Totals};
use cards::words::Word;
use cards::{CardSet, Kind};
use game::observe::tally::{CardCount, CardCounts};
use statistics::confseq::MeanSequence;
use statistics::mean::IntegerMoments;
use statistics::rate::RateCounts;
use statistics::{Estimate, Interval};
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// The games at which the sequences for means are tightest; a choice that no result may influence.
const TIGHTEST_AT: u64 = 10_000;

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monitoring {
    /// The number of games was fixed beforehand.
    Fixed,
    /// Results were looked at while the run went on, and it may have stopped for them.
    Repeated,
}

impl Monitoring {
    /// The intervals in words.
    pub fn text(self) -> &'static str {
        match self {
            Monitoring::Fixed => "intervals for a number of games fixed beforehand",
            Monitoring::Repeated => "intervals valid at every look (confidence sequences)",
        }
    }
}

/// One line of the summary.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryLine {
    /// What was measured.
    pub measure: String,
    /// Rate, mean or quantile.
    pub statistic: &'static str,
    /// How the interval was made.
    pub interval: &'static str,
    /// The estimate; nothing without games.
    pub estimate: Option<Estimate>,
    /// The number of games behind it.
    pub games: u64,
}

/// The win rate with an interval that fits the way the run was stopped.
pub fn win_rate(totals: &Totals, looks: Monitoring) -> Option<Estimate> {
    match looks {
        Monitoring::Repeated => sequence_estimate(totals.wins, totals.games),
        Monitoring::Fixed => RateCounts::new(totals.wins, totals.games)?.estimate(LEVEL),
    }
}

/// All estimates of a run.
pub fn summary(totals: &Totals, looks: Monitoring) -> Vec<SummaryLine> {
    let mut lines = vec![SummaryLine {
        measure: "win_rate".into(),
        statistic: "rate",
        interval: match looks {
            Monitoring::Fixed => "wilson",
            Monitoring::Repeated => SEQUENCE,
        },
        estimate: win_rate(totals, looks),
        games: totals.games,
    }];
    let lost = |what, number, lost| loss_line(totals, looks, what, number, lost);
    lines.extend((1..=3).map(|wave| lost("wave", wave, totals.lost_in_wave(wave))));
    let rounds = totals.lost_in_round.iter().enumerate();
    lines.extend(rounds.map(|(index, games)| lost("round", index + 1, *games)));
    let quantiles = [
        (0.1, "quantile 0.1"),
        (0.5, "quantile 0.5"),
        (0.9, "quantile 0.9"),
    ];
    lines.extend(quantiles.map(|(q, statistic)| SummaryLine {
        measure: "base_damage".into(),
        statistic,
        interval: match looks {
            Monitoring::Fixed => "bootstrap",
            Monitoring::Repeated => SEQUENCE,
        },
        estimate: match looks {
            Monitoring::Fixed => totals.base_damage.quantile_estimate(q, LEVEL),
            Monitoring::Repeated => totals.base_damage.quantile_sequence(q, LEVEL),
        },
        games: totals.games,
    }));
    let measures = MEASURES.iter().zip(&totals.moments);
    lines.extend(measures.map(|(measure, moments)| mean_line(measure.name, moments, looks)));
    if let Some(played_on) = totals.all_played_on() {
        let measures = PLAYED_ON.iter().zip(&played_on.moments);
        lines.extend(measures.map(|(measure, moments)| mean_line(measure.name, moments, looks)));
    }
    lines
}

/// How intervals that stay valid at every look are called.
const SEQUENCE: &str = "confidence sequence";

/// The mean of a measure, in its unit, with an interval that fits the way the run was stopped.
pub fn mean(name: &str, moments: &IntegerMoments, looks: Monitoring) -> Option<Estimate> {
    let estimate = match looks {
        Monitoring::Fixed => moments.estimate(LEVEL),
        Monitoring::Repeated => MeanSequence::new(LEVEL, TIGHTEST_AT).estimate(moments),
    };
    match name {
        "endurance" => estimate.map(|estimate| estimate.times(measure::rounds(1.0))),
        _ => estimate,
    }
}

fn mean_line(name: &str, moments: &IntegerMoments, looks: Monitoring) -> SummaryLine {
    SummaryLine {
        measure: name.into(),
        statistic: "mean",
        interval: match looks {
            Monitoring::Fixed => "normal",
            Monitoring::Repeated => SEQUENCE,
        },
        estimate: mean(name, moments, looks),
        games: moments.count(),
    }
}

/// The share of games lost at some point; such shares can be tiny.
fn loss_line(
    totals: &Totals,
    looks: Monitoring,
    what: &str,
    number: usize,
    lost: u64,
) -> SummaryLine {
    let counts = RateCounts::new(lost, totals.games).filter(|counts| counts.trials() > 0);
    let fixed = counts.and_then(|counts| {
        Some(Estimate {
            value: counts.rate()?,
            interval: counts.jeffreys(LEVEL),
            level: LEVEL,
        })
    });
    SummaryLine {
        measure: format!("lost_in_{what}_{number}"),
        statistic: "rate",
        interval: match looks {
            Monitoring::Fixed => "jeffreys",
            Monitoring::Repeated => SEQUENCE,
        },
        estimate: match looks {
            Monitoring::Fixed => fixed,
            Monitoring::Repeated => sequence_estimate(lost, totals.games),
        },
        games: totals.games,
    }
}

/// The tables that are made from the sums of a run, by their names.
pub fn tables(
    totals: &Totals,
    cards: &CardSet,
    players: u8,
    looks: Monitoring,
) -> Result<Vec<(&'static str, Table)>, ExportError> {
    let mut tables = vec![
        ("cards", cards_table(totals, cards)?),
        ("summary", summary_table(totals, looks)?),
    ];
    if let Some(curve) = Curve::new(totals, players, looks) {
        tables.push(("curve", curve.table()?));
        tables.push(("targets", curve.targets_table()?));
    }
    Ok(tables)
}

/// The summary as a table.
pub fn summary_table(totals: &Totals, looks: Monitoring) -> Result<Table, ExportError> {
    let schema = Schema::new([
        ("measure", ColumnType::Text),
        ("statistic", ColumnType::Text),
        ("value", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("interval", ColumnType::Text),
        ("games", ColumnType::U64),
    ])?;
    let mut table = Table::new(schema);
    for line in summary(totals, looks) {
        let estimate = line.estimate;
        let end = |get: fn(&Interval) -> f64| {
            let end = estimate.map(|estimate| get(&estimate.interval));
            Value::from(end.filter(|end| end.is_finite()))
        };
        table.push_row(&[
            line.measure.as_str().into(),
            line.statistic.into(),
            estimate.map(|estimate| estimate.value).into(),
            end(|interval| interval.low),
            end(|interval| interval.high),
            LEVEL.value().into(),
            line.interval.into(),
            line.games.into(),
        ])?;
    }
    Ok(table)
}

/// What comes after the counts in the table of cards.
const DERIVED: [(&str, ColumnType); 6] = [
    ("games_without", ColumnType::U64),
    ("wins_without", ColumnType::U64),
    ("win_rate_with", ColumnType::F64),
    ("win_rate_without", ColumnType::F64),
    ("win_rate_bought", ColumnType::F64),
    ("base_damage_per_game", ColumnType::F64),
];

/// The table of cards: a row for each kind, in the order of the card set.
pub fn cards_table(totals: &Totals, cards: &CardSet) -> Result<Table, ExportError> {
    let facts = [
        ("card", ColumnType::Text),
        ("name", ColumnType::Text),
        ("class", ColumnType::Text),
        ("wave", ColumnType::U8),
        ("cost", ColumnType::U8),
        ("copies", ColumnType::U8),
    ];
    let counts = CardCount::ALL
        .iter()
        .map(|(word, _)| (*word, ColumnType::U64));
    let schema = Schema::new(facts.into_iter().chain(counts).chain(DERIVED))?;
    let mut table = Table::new(schema);
    for (kind, counts) in cards.kinds.iter().zip(&totals.cards) {
        table.push_row(&card_row(totals, kind, counts))?;
    }
    Ok(table)
}

fn card_row<'a>(totals: &Totals, kind: &'a Kind, counts: &CardCounts) -> Vec<Value<'a>> {
    let mut row: Vec<Value<'a>> = vec![
        kind.id.as_str().into(),
        kind.name.as_str().into(),
        kind.class.word().into(),
        kind.wave.into(),
        kind.cost.into(),
        kind.copies.into(),
    ];
    let all = CardCount::ALL.iter();
    row.extend(all.map(|(_, count)| Value::U64(counts.get(*count))));
    let (with, wins_with) = (
        counts.get(CardCount::GamesInPlay),
        counts.get(CardCount::WinsInPlay),
    );
    let (without, wins_without) = (totals.games - with, totals.wins - wins_with);
    let derived: [Value<'a>; DERIVED.len()] = [
        without.into(),
        wins_without.into(),
        share(wins_with, with).into(),
        share(wins_without, without).into(),
        share(
            counts.get(CardCount::WinsBought),
            counts.get(CardCount::GamesBought),
        )
        .into(),
        share(counts.get(CardCount::BaseDamage), totals.games).into(),
    ];
    row.extend(derived);
    row
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The cards that did most damage to the base, the worst first.
pub fn worst_for_base<'a>(
    totals: &Totals,
    cards: &'a CardSet,
    most: usize,
) -> Vec<(&'a Kind, u64)> {
    let damage = totals
        .cards
        .iter()
        .map(|counts| counts.get(CardCount::BaseDamage));
    let mut ranked: Vec<(&Kind, u64)> = cards
        .kinds
        .iter()
        .zip(damage)
        .filter(|(_, damage)| *damage > 0)
        .collect();
    // A stable sort: equals stay in the order of the set.
    ranked.sort_by_key(|(_, damage)| std::cmp::Reverse(*damage));
    ranked.truncate(most);
    ranked
}
