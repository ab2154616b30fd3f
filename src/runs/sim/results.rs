//! The results of a run: the table of cards and the summary, computed from integer sums.

use super::causes;
use super::curve::Curve;
use super::figures::{ADJUSTED, Figure};
use super::habits::{Habit, habits_table};
use super::plan::Plan;
use super::stop::LEVEL;
use super::totals::Totals;
use cards::words::Word;
use cards::{CardSet, Kind};
use game::observe::tally::{CardCount, CardCounts};
use statistics::looks::Look;
use statistics::mean::IntegerMoments;
use statistics::rate::RateCounts;
use statistics::{Estimate, Interval};
use std::collections::HashMap;
use tables::{Declared, ExportError, Table, columns, declared_table};

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

/// The win rate.
pub fn win_rate(totals: &Totals, look: Look) -> Option<Estimate> {
    let counts = RateCounts::new(totals.wins, totals.games)?;
    look.estimate(LEVEL, |level| counts.estimate(level))
}

/// All estimates of a run.
pub fn summary(totals: &Totals, look: Look) -> Vec<SummaryLine> {
    let mut lines = vec![SummaryLine {
        measure: "win_rate".into(),
        statistic: "rate",
        interval: "wilson",
        estimate: win_rate(totals, look),
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
            interval: "jeffreys",
            estimate: *known
                .entry(lost)
                .or_insert_with(|| loss_rate(totals, look, lost)),
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
        interval: "bootstrap",
        estimate: look.estimate(LEVEL, |level| {
            totals.base_damage.quantile_estimate(q, level)
        }),
        games: totals.games,
    }));
    let mut add_means = |needs_all_rounds, moments: &[IntegerMoments]| {
        let figures = Figure::list(needs_all_rounds).zip(moments);
        lines.extend(figures.map(|(figure, moments)| mean_line(figure, moments, look)));
    };
    add_means(false, &totals.moments);
    if let Some(played_on) = totals.all_played_on() {
        add_means(true, &played_on.moments);
    }
    lines.extend(adjusted_lines(totals, look));
    lines
}

/// Means adjusted for luck, where that was measured.
fn adjusted_lines(totals: &Totals, look: Look) -> Vec<SummaryLine> {
    let line = |figure: &Figure| {
        let adjusted = totals.adjusted(&figure.name)?;
        Some(SummaryLine {
            measure: figure.name.to_string(),
            statistic: "mean adjusted for luck",
            interval: "normal, adjusted for luck",
            estimate: look.estimate(LEVEL, |level| {
                Some(adjusted.estimate(level, figure.scale()))
            }),
            games: totals.games,
        })
    };
    ADJUSTED.iter().filter_map(|figure| line(figure)).collect()
}

/// One of the whole numbers of a figure that are added up, in its unit.
pub fn scale(name: &str) -> f64 {
    Figure::named(name).map_or(1.0, |figure| figure.scale())
}

/// The mean of a measure, in its unit.
pub fn mean(name: &str, moments: &IntegerMoments, look: Look) -> Option<Estimate> {
    let estimate = look.estimate(LEVEL, |level| moments.estimate(level));
    estimate.map(|estimate| estimate.times(scale(name)))
}

fn mean_line(figure: &Figure, moments: &IntegerMoments, look: Look) -> SummaryLine {
    SummaryLine {
        measure: figure.name.to_string(),
        statistic: "mean",
        interval: "normal",
        estimate: mean(&figure.name, moments, look),
        games: moments.count(),
    }
}

/// The share of games lost at some point; such shares can be tiny.
pub(super) fn loss_rate(totals: &Totals, look: Look, lost: u64) -> Option<Estimate> {
    let counts = RateCounts::new(lost, totals.games)?;
    Some(Estimate {
        value: counts.rate()?,
        interval: counts.jeffreys(look.level(LEVEL)),
        level: LEVEL,
    })
}

/// The tables that are made from the sums of a run, by their names.
pub fn tables(
    totals: &Totals,
    habits: &[Habit],
    plan: &Plan,
    look: Look,
) -> Result<Vec<(&'static str, Table)>, ExportError> {
    let mut tables = vec![
        ("cards", cards_table(totals, &plan.cards)?),
        ("habits", habits_table(habits, &plan.cards)?),
        ("summary", summary_table(totals, look)?),
        ("damage", causes::table(totals, look)?),
    ];
    if let Some(curve) = Curve::new(totals, plan.rules.players, look) {
        tables.push(("curve", curve.table()?));
        tables.push(("targets", curve.targets_table()?));
    }
    Ok(tables)
}

/// The summary as a table.
pub fn summary_table(totals: &Totals, look: Look) -> Result<Table, ExportError> {
    declared_table(&summary_columns(), summary(totals, look))
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
    all.extend(CardCount::ALL.iter().flat_map(
        |(word, count)| columns![CardRow<'a>; (*word, U64, count.about(), row => row.get(*count))],
    ));
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
