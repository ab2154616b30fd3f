//! A run of games: how hard the game is, where it is lost, and what players do.

mod figures;

use super::folder::Folder;
use super::measure::Measure;
use super::section::{Section, count, whole};
use super::sheet::{Columns, Row, Sheet};
use super::target::without_tail;
use crate::ReportError;
use cards::load::Library;
use charts::{Format, Point};
use figures::{
    bought_figure, cause_figure, culprits_figure, curve_figure, damage_figure, distribution_figure,
    lost_figure,
};
use players::registry;

/// The columns of games that pictures are made of.
const GAME_COLUMNS: [&str; 8] = [
    "game",
    "seed",
    "won",
    "rounds_survived",
    "base_damage",
    "needed_hp",
    "needed_hp_per_player",
    "endurance",
];

/// Win rates whose base is shown.
const TARGETS: [f64; 4] = [0.25, 0.4, 0.5, 0.75];

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let mut section = Section::new(folder, title(folder));
    let summary = folder.sheet("summary")?.unwrap_or_default();
    let cards = folder.sheet("cards")?.unwrap_or_default();
    let games = folder.columns("games", &GAME_COLUMNS)?.unwrap_or_default();
    let curve = curve(folder)?;
    answer(&mut section, folder, &summary, &cards);
    let targets = folder.sheet("targets")?.unwrap_or_default();
    if let Some((sheet, base)) = &curve {
        target_answer(&mut section, &targets, sheet, base);
        warn_of_lookers(&mut section, folder);
        curve_figure(&mut section, folder, sheet, base);
    }
    lost_figure(&mut section, &summary);
    damage_figure(&mut section, &summary);
    distribution_figure(&mut section, &games);
    let damage = folder.sheet("damage")?.unwrap_or_default();
    cause_figure(&mut section, &damage);
    culprits_figure(&mut section, &cards);
    bought_figure(&mut section, &cards);
    replays(&mut section, folder, &games);
    if let Some((sheet, _)) = curve {
        section.table(sheet, "The win rate at every base.");
    }
    if let Some(habits) = folder.sheet("habits")? {
        neglected(&mut section, &habits);
        section.table(
            habits,
            "What the players do with each card for sale, as shares of games: it was on offer, a \
             player could have paid for it, it was bought, it was on the board or used, and copies \
             were bought but not used. For a card that is rarely bought, the reason is at the end \
             of the row.",
        );
    }
    section.table(
        cards,
        "Every card over all games. The win rate with a card does not measure its strength: late \
         cards appear only in games that last.",
    );
    section.table(damage, "Damage to the base by round and cause.");
    section.table(summary, "Every estimate with its interval.");
    other_tables(&mut section, folder)?;
    Ok(section)
}

fn title(folder: &Folder) -> String {
    let players = folder.text("/configuration/players").unwrap_or_default();
    let policy = folder.text("/configuration/policy").unwrap_or_default();
    let base = folder.text("/configuration/switches/base-hp");
    let base = base
        .map(|base| format!(", base of {base} HP each"))
        .unwrap_or_default();
    format!("{}, {policy}{base}", count(&players, "player"))
}

/// An estimate of the summary.
fn estimate<'a>(summary: &'a Sheet, measure: &str, statistic: &str) -> Option<Row<'a>> {
    let mut rows = summary.rows();
    rows.find(|row| row.text("measure") == measure && row.text("statistic") == statistic)
}

fn shown(row: Row<'_>, format: Format) -> Option<String> {
    let value = row.number("value")?;
    let (low, high) = (row.number("low")?, row.number("high")?);
    Some(format!(
        "{} ({} to {})",
        format.show(value),
        format.show(low),
        format.show(high)
    ))
}

fn answer(section: &mut Section, folder: &Folder, summary: &Sheet, cards: &Sheet) {
    let policy = folder.text("/configuration/policy").unwrap_or_default();
    let players = folder.text("/configuration/players").unwrap_or_default();
    let base = folder
        .text("/configuration/switches/base-hp")
        .unwrap_or_default();
    let training = folder
        .text("/configuration/switches/training")
        .is_some_and(|text| text == "on");
    let rate = estimate(summary, "win_rate", "rate").filter(|_| !training);
    if let Some((row, rate)) = rate.and_then(|row| Some((row, shown(row, Format::Percent(2))?))) {
        let games = row.number("games").unwrap_or(0.0);
        section.answer.push(format!(
            "With {} and a base of {base} HP per player, {policy} wins {rate} of the games ({} \
             interval, {} games).",
            count(&players, "player"),
            Format::Percent(0).show(row.number("level").unwrap_or(0.95)),
            whole(games),
        ));
    }
    let mut more = Vec::new();
    let rounds = estimate(summary, "rounds_survived", "mean").and_then(|row| row.number("value"));
    if let Some(rounds) = rounds.filter(|_| !training) {
        more.push(format!(
            "On average, players survive {} of 9 rounds.",
            Format::Number(2).show(rounds)
        ));
    }
    let lost = (1..=9).filter_map(|round| {
        let row = estimate(summary, &format!("lost_in_round_{round}"), "rate")?;
        Some((round, row.number("value")?))
    });
    if let Some((round, share)) = lost
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|lost| lost.1 > 0.0)
    {
        let share = Format::Percent(1).show(share);
        more.push(format!(
            "Most games are lost in round {round} ({share} of all games)."
        ));
    }
    let damage = |row: &Row<'_>| row.number("base_damage").unwrap_or(0.0);
    let total: f64 = cards.rows().map(|row| damage(&row)).sum();
    if let Some(worst) = cards
        .rows()
        .max_by(|a, b| damage(a).total_cmp(&damage(b)))
        .filter(|_| total > 0.0)
    {
        let share = Format::Percent(1).show(damage(&worst) / total);
        more.push(format!(
            "{} deals the most damage to the base: {share} of all.",
            worst.text("name")
        ));
    }
    if !more.is_empty() {
        section.answer.push(more.join(" "));
    }
}

/// The table of win rates over base HP, and the name of its column of bases.
fn curve(folder: &Folder) -> Result<Option<(Sheet, String)>, ReportError> {
    const KNOWN: [&str; 4] = ["games", "rounds", "cards", "summary"];
    for name in folder.tables() {
        if KNOWN.contains(&name.as_str()) {
            continue;
        }
        let Some(sheet) = folder.sheet(&name)? else {
            continue;
        };
        let bases = ["base_hp_per_player", "base_hp", "base"];
        let base = bases.into_iter().find(|base| sheet.has(base));
        if let Some(base) = base.filter(|_| sheet.has("win_rate")) {
            let base = base.to_string();
            return Ok(Some((sheet, base)));
        }
    }
    Ok(None)
}

fn curve_points(sheet: &Sheet, base: &str) -> Vec<Point> {
    let points = sheet.rows().filter_map(|row| {
        let first = |names: [&str; 3]| names.into_iter().find_map(|name| row.number(name));
        Some(Point {
            x: row.number(base)?,
            y: row.number("win_rate")?,
            low: first(["band_low", "win_rate_low", "low"]),
            high: first(["band_high", "win_rate_high", "high"]),
        })
    });
    points.collect()
}

/// The first base at which a win rate is reached.
fn reaching(points: &[Point], target: f64) -> Option<f64> {
    let found = points.iter().find(|point| point.y >= target);
    found.map(|point| point.x)
}

/// The base for 40%: from the table of targets, else where the curve and its band cross.
fn target_answer(section: &mut Section, targets: &Sheet, curve: &Sheet, base: &str) {
    let wanted = |row: &Row<'_>| row.number("wanted") == Some(0.4);
    let Some((at, interval)) = targets
        .rows()
        .find(wanted)
        .and_then(target)
        .or_else(|| crossing(curve, base))
    else {
        return;
    };
    let between = interval.map(|(from, to)| format!(" ({} to {})", short(from), short(to)));
    let unit = if base.ends_with("per_player") {
        "HP per player"
    } else {
        "HP"
    };
    let sentence = format!(
        "For a win rate of 40% the base would need {} {unit}{}.",
        short(at),
        between.unwrap_or_default()
    );
    section.answer.insert(1.min(section.answer.len()), sentence);
}

/// Players who look at the base would have played differently with another base.
fn warn_of_lookers(section: &mut Section, folder: &Folder) {
    let policy = folder.text("/configuration/policy").unwrap_or_default();
    let cards = Library::embedded().compile::<&str, &str>(&[]).ok();
    let players = cards.and_then(|(cards, _)| registry::resolve(&policy, &cards).ok());
    if players.is_some_and(|players| players.looks_at_base()) {
        section.answer.push(
            "These players take the remaining base into account, so win rates at other bases are \
             approximate; use `--base-hp` to play with another base."
                .into(),
        );
    }
}

/// A number with a decimal where it has one.
fn short(number: f64) -> String {
    Format::Number(usize::from(number.fract() != 0.0)).show(number)
}

/// A base with its interval.
type Base = (f64, Option<(f64, f64)>);

fn target(row: Row<'_>) -> Option<Base> {
    let interval = row
        .number("low_per_player")
        .zip(row.number("high_per_player"));
    Some((row.number("base_hp_per_player")?, interval))
}

fn crossing(curve: &Sheet, base: &str) -> Option<Base> {
    let points = curve_points(curve, base);
    // The upper edge of the band reaches the target first.
    let edge = |pick: fn(&Point) -> Option<f64>| {
        let reached = |point: &&Point| pick(point).is_some_and(|value| value >= 0.4);
        points.iter().find(reached).map(|point| point.x)
    };
    let interval = edge(|point| point.high).zip(edge(|point| point.low));
    Some((reaching(&points, 0.4)?, interval))
}

/// Commands that show a typical, the best and the worst game.
fn replays(section: &mut Section, folder: &Folder, games: &Columns) {
    let scores = ["endurance", "rounds_survived"]
        .iter()
        .find_map(|name| games.get(name));
    let (Some(scores), Some(numbers)) = (scores, games.get("game")) else {
        return;
    };
    // Among games that lasted equally long, less damage is better.
    let damage = games.get("needed_hp").or_else(|| games.get("base_damage"));
    let key = |index: usize| (scores[index], damage.map_or(0.0, |damage| -damage[index]));
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| {
        key(*a)
            .partial_cmp(&key(*b))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let (Some(worst), Some(best)) = (order.first(), order.last()) else {
        return;
    };
    let typical = order[order.len() / 2];
    for (name, index) in [
        ("A typical game", typical),
        ("The best game", *best),
        ("The worst game", *worst),
    ] {
        section.replay(name.to_string(), replay_arguments(folder, numbers[index]));
    }
}

/// The arguments of the run that determine the game, with the number of one game.
fn replay_arguments(folder: &Folder, game: f64) -> Vec<String> {
    // Each of these is followed by a value, which says how many games are played and kept.
    const OF_RUNS: [&str; 8] = [
        "--games",
        "--rows",
        "--format",
        "--out",
        "--target-error",
        "--shard",
        "--play-on",
        "--checkpoint",
    ];
    let arguments = folder.fact("/arguments").and_then(|value| value.as_array());
    let arguments = arguments.into_iter().flatten();
    let mut arguments = arguments.filter_map(|value| value.as_str()).skip(1);
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        if OF_RUNS.contains(&argument) {
            arguments.next();
        } else if argument != "--rounds" && argument != "--force" {
            words.push(argument.to_string());
        }
    }
    words.extend(["--game".to_string(), game.to_string()]);
    words
}

/// Unknown tables are shown as they are, unless they have a row for each game.
fn other_tables(section: &mut Section, folder: &Folder) -> Result<(), ReportError> {
    for name in folder.tables() {
        let known = section.tables.iter().any(|(sheet, _)| sheet.name == name);
        if known || ["games", "rounds"].contains(&name.as_str()) {
            continue;
        }
        if let Some(sheet) = folder.sheet(&name)? {
            section.table(sheet, "");
        }
    }
    Ok(())
}

/// Says which cards are rarely bought, and why.
fn neglected(section: &mut Section, habits: &Sheet) {
    let reasons: Vec<String> = habits
        .rows()
        .filter(|row| !row.text("reason").is_empty())
        .map(|row| format!("{} ({})", row.text("name"), row.text("reason")))
        .collect();
    if !reasons.is_empty() {
        section.answer.push(format!(
            "Rarely bought (in under 1% of the games in which a player could pay for them): {}.",
            reasons.join("; ")
        ));
    }
}
