//! The results of a run: the table of cards and the summary, computed from integer sums.

use super::causes;
use super::curve::Curve;
use super::habits::{Habit, habits_table};
use super::measure;
use super::plan::Plan;
use super::stop::{LEVEL, sequence_estimate};
use super::totals::{ADJUSTED, MEASURES, Measure, PLAYED_ON, Totals};
use cards::words::Word;
use cards::{CardSet, Kind};
use game::observe::tally::{CardCount, CardCounts};
use statistics::confseq::MeanSequence;
use statistics::mean::IntegerMoments;
use statistics::rate::RateCounts;
use statistics::{Estimate, Interval};
use std::collections::HashMap;
use tables::ColumnType::U64;
use tables::{Declared, ExportError, Table, columns, declared_table, numbered_column};

/// The games at which the sequences for means are tightest; a choice that no result may influence.
const TIGHTEST_AT: u64 = 10_000;

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monitoring {
    /// The number of games was fixed in advance.
    Fixed,
    /// Results were looked at during the run, which may have stopped because of them.
    Repeated,
}

impl Monitoring {
    /// The intervals as text.
    pub fn text(self) -> &'static str {
        match self {
            Monitoring::Fixed => "intervals for a fixed number of games",
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
    /// The method of the interval.
    pub interval: &'static str,
    /// The estimate; `None` without games.
    pub estimate: Option<Estimate>,
    /// The number of games.
    pub games: u64,
}

impl SummaryLine {
    /// An end of the interval; `None` if it is open.
    fn end(&self, get: fn(&Interval) -> f64) -> Option<f64> {
        let end = self.estimate.map(|estimate| get(&estimate.interval));
        end.filter(|end| end.is_finite())
    }
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
    let waves = (1..=3).map(|wave| ("wave", wave, totals.lost_in_wave(wave)));
    let rounds = (1..).zip(&totals.lost_in_round);
    let rounds = rounds.map(|(round, games)| ("round", round, *games));
    // Many rounds are lost equally often, above all never.
    let mut known = HashMap::new();
    lines.extend(waves.chain(rounds).map(|(what, number, lost)| {
        SummaryLine {
            measure: format!("lost_in_{what}_{number}"),
            statistic: "rate",
            interval: match looks {
                Monitoring::Fixed => "jeffreys",
                Monitoring::Repeated => SEQUENCE,
            },
            estimate: *known
                .entry(lost)
                .or_insert_with(|| loss_rate(totals, looks, lost)),
            games: totals.games,
        }
    }));
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
    lines.extend(adjusted_lines(totals, looks));
    lines
}

/// Means adjusted for luck, where that was measured. Their intervals are for a number of games fixed
/// beforehand.
fn adjusted_lines(totals: &Totals, looks: Monitoring) -> Vec<SummaryLine> {
    let measures = ADJUSTED.iter().filter(|_| looks == Monitoring::Fixed);
    let line = |measure: &Measure| {
        let adjusted = totals.adjusted(measure.name)?;
        Some(SummaryLine {
            measure: measure.name.into(),
            statistic: "mean adjusted for luck",
            interval: "normal, adjusted for luck",
            estimate: Some(adjusted.estimate(LEVEL, scale(measure.name))),
            games: totals.games,
        })
    };
    measures.filter_map(line).collect()
}

/// One of the whole numbers of a measure that are added up, in its unit.
pub fn scale(name: &str) -> f64 {
    match name {
        "endurance" => measure::rounds(1.0),
        _ => 1.0,
    }
}

/// How intervals that stay valid at every look are called.
const SEQUENCE: &str = "confidence sequence";

/// The mean of a measure, in its unit, with an interval that fits the way the run was stopped.
pub fn mean(name: &str, moments: &IntegerMoments, looks: Monitoring) -> Option<Estimate> {
    let estimate = match looks {
        Monitoring::Fixed => moments.estimate(LEVEL),
        Monitoring::Repeated => MeanSequence::new(LEVEL, TIGHTEST_AT).estimate(moments),
    };
    estimate.map(|estimate| estimate.times(scale(name)))
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
fn loss_rate(totals: &Totals, looks: Monitoring, lost: u64) -> Option<Estimate> {
    if looks == Monitoring::Repeated {
        return sequence_estimate(lost, totals.games);
    }
    let counts = RateCounts::new(lost, totals.games)?;
    Some(Estimate {
        value: counts.rate()?,
        interval: counts.jeffreys(LEVEL),
        level: LEVEL,
    })
}

/// The tables that are made from the sums of a run, by their names.
pub fn tables(
    totals: &Totals,
    habits: &[Habit],
    plan: &Plan,
    looks: Monitoring,
) -> Result<Vec<(&'static str, Table)>, ExportError> {
    let mut tables = vec![
        ("cards", cards_table(totals, &plan.cards)?),
        ("habits", habits_table(habits, &plan.cards)?),
        ("summary", summary_table(totals, looks)?),
        ("damage", causes::table(totals, looks)?),
    ];
    if let Some(curve) = Curve::new(totals, plan.rules.players, looks) {
        tables.push(("curve", curve.table()?));
        tables.push(("targets", curve.targets_table()?));
    }
    Ok(tables)
}

/// The summary as a table.
pub fn summary_table(totals: &Totals, looks: Monitoring) -> Result<Table, ExportError> {
    declared_table(&summary_columns(), summary(totals, looks))
}

fn summary_columns() -> Vec<Declared<SummaryLine>> {
    columns![SummaryLine;
        ("measure", Text, "What was measured.", row => row.measure.as_str()),
        ("statistic", Text, "Rate, mean or quantile.", row => row.statistic),
        ("value", F64, "The estimate.", row => row.estimate.map(|estimate| estimate.value)),
        ("low", F64, "Lower end of its interval.", row => row.end(|interval| interval.low)),
        ("high", F64, "Upper end of its interval.", row => row.end(|interval| interval.high)),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
        ("interval", Text, "The method of the interval.", row => row.interval),
        ("games", U64, "Number of games.", row => row.games),
    ]
}

/// A kind of card and its counts.
struct CardRow<'a> {
    kind: &'a Kind,
    counts: &'a CardCounts,
    /// All games, and those that were won.
    games: u64,
    wins: u64,
}

impl CardRow<'_> {
    fn get(&self, count: CardCount) -> u64 {
        self.counts.get(count)
    }

    /// Games in which it was not in play, and those of them that were won.
    fn without(&self) -> (u64, u64) {
        let games = self.games - self.get(CardCount::GamesInPlay);
        (games, self.wins - self.get(CardCount::WinsInPlay))
    }
}

/// The table of cards: a row for each kind, in the order of the card set.
pub fn cards_table(totals: &Totals, cards: &CardSet) -> Result<Table, ExportError> {
    let rows = cards.kinds.iter().zip(&totals.cards);
    let rows = rows.map(|(kind, counts)| CardRow {
        kind,
        counts,
        games: totals.games,
        wins: totals.wins,
    });
    declared_table(&card_columns(), rows)
}

fn card_columns<'a>() -> Vec<Declared<CardRow<'a>>> {
    let mut all = columns![CardRow<'a>;
        ("card", Text, "Its id in the card files.", row => row.kind.id.as_str()),
        ("name", Text, "Its name.", row => row.kind.name.as_str()),
        ("class", Text, "Its class.", row => row.kind.class.word()),
        ("wave", U8, "Its wave; 0 for cards of no wave.", row => row.kind.wave),
        ("cost", U8, "What it costs.", row => row.kind.cost),
        ("copies", U8, "How many there are.", row => row.kind.copies),
    ];
    let counts = CardCount::ALL.iter().enumerate();
    all.extend(counts.map(|(number, (word, count))| {
        numbered_column(
            number,
            *word,
            U64,
            count.about(),
            |number, row: &CardRow| row.get(CardCount::ALL[number].1).into(),
        )
    }));
    all.extend(columns![CardRow<'a>;
        ("games_without", U64, "Games in which it was not in play.", row => row.without().0),
        ("wins_without", U64, "Those of them that were won.", row => row.without().1),
        ("win_rate_with", F64, "Win rate of the games in which it was in play.",
            row => share(row.get(CardCount::WinsInPlay), row.get(CardCount::GamesInPlay))),
        ("win_rate_without", F64, "Win rate of the games in which it was not in play.",
            row => share(row.without().1, row.without().0)),
        ("win_rate_bought", F64, "Win rate of the games in which it was bought.",
            row => share(row.get(CardCount::WinsBought), row.get(CardCount::GamesBought))),
        ("base_damage_per_game", F64, "Damage to the base, per game.",
            row => share(row.get(CardCount::BaseDamage), row.games)),
    ]);
    all
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
