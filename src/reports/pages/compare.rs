//! A comparison: differences between arms, on the same luck.

mod figures;

use super::folder::Folder;
use super::generic;
use super::measure::{Measure, TONES, margin};
use super::section::{Section, count, listed};
use super::sheet::{Row, Sheet};
use crate::ReportError;
use charts::{Format, Tone};
use figures::{forest_figures, heat_figure, scan_figure, wave_figure};

/// With more rows than this, every stratum has a separate chart.
const MOST_ROWS: usize = 36;
/// The maximum number of sentences.
const MOST_SENTENCES: usize = 8;

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let title = folder.text("/title").filter(|title| !title.is_empty());
    let experiment = folder
        .text("/experiment")
        .unwrap_or_else(|| "comparison".into());
    let mut section = Section::new(folder, title.unwrap_or(experiment));
    let differences = folder.sheet("differences")?.unwrap_or_default();
    show_differences(&mut section, folder, &differences)?;
    flips(&mut section, folder)?;
    section.table(
        differences,
        "Every difference from the baseline, paired by shared luck.",
    );
    generic::tables(
        &mut section,
        folder,
        &[("arms", "The estimates of every arm.")],
    )?;
    Ok(section)
}

/// The answer and the charts of a table of differences.
pub(super) fn show_differences(
    section: &mut Section,
    folder: &Folder,
    differences: &Sheet,
) -> Result<(), ReportError> {
    let decides = folder.text("/measure").unwrap_or_default();
    let margin = folder.text("/margin").and_then(|text| margin(&text));
    let arms = folder.sheet("arms")?.unwrap_or_default();
    let stuck = is_stuck(&arms, differences, &decides);
    if stuck {
        section.warnings.push(format!(
            "The {} hardly differs between arms here, so the answer uses another measure.",
            Measure(&decides).name()
        ));
    }
    let mut measures = differences.distinct("measure");
    measures.retain(|measure| !measure.is_empty());
    measures.sort_by_key(|measure| {
        let place = MEASURE_ORDER.iter().position(|known| known == measure);
        let first = *measure == decides && !stuck;
        (!first, place.unwrap_or(MEASURE_ORDER.len()))
    });
    let Some(first) = measures.first() else {
        return Ok(());
    };
    let margin = margin.filter(|_| *first == decides);
    answer(section, differences, first, margin);
    scan_figure(section, differences, first);
    forest_figures(section, differences, first, margin);
    heat_figure(section, differences, first);
    wave_figure(section, differences);
    for measure in measures.iter().skip(1) {
        if is_pictured(measure, &measures) && !is_stuck(&arms, differences, measure) {
            forest_figures(section, differences, measure, None);
        }
    }
    Ok(())
}

/// Whether a measure is at its floor or ceiling: nearly all games are lost, or won, in all arms.
fn is_stuck(arms: &Sheet, differences: &Sheet, measure: &str) -> bool {
    let of_measure = |row: &Row<'_>| row.text("measure") == measure;
    let mut changes = differences.rows().filter(of_measure).peekable();
    if changes.peek().is_none() {
        return false;
    }
    if changes.all(|row| row.number("difference") == Some(0.0)) {
        return true;
    }
    let values = arms
        .rows()
        .filter(of_measure)
        .filter_map(|row| row.number("value"));
    let values: Vec<f64> = values.collect();
    let all = |holds: fn(&f64) -> bool| !values.is_empty() && values.iter().all(holds);
    measure == "win_rate" && (all(|value| *value < 0.05) || all(|value| *value > 0.95))
}

/// The rows of a sheet by their stratum, in the order in which strata first appear. Each comes with
/// what to add to a title to tell it from the others: nothing where there is only one.
pub(super) fn by_stratum(sheet: &Sheet) -> Vec<(String, Vec<Row<'_>>)> {
    let mut strata: Vec<(String, Vec<Row<'_>>)> = Vec::new();
    for row in sheet.rows() {
        let name = stratum(row);
        match strata.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => strata.push((name, vec![row])),
        }
    }
    let several = strata.len() > 1;
    for (name, _) in &mut strata {
        *name = if several {
            format!(": {name}")
        } else {
            String::new()
        };
    }
    strata
}

/// The stratum of a row as text: what differs between strata, or all of it where nothing does.
pub(super) fn stratum(row: Row<'_>) -> String {
    let varying = ["setting", "players", "policy"].map(|column| row.varies(column));
    let wanted = |index: usize| varying[index] || varying == [false; 3];
    let mut parts = Vec::new();
    if wanted(0) && !row.text("setting").is_empty() {
        parts.push(row.text("setting").to_string());
    }
    if wanted(1) && !row.text("players").is_empty() {
        parts.push(count(row.text("players"), "player"));
    }
    if wanted(2) && !row.text("policy").is_empty() {
        parts.push(row.text("policy").to_string());
    }
    parts.join(", ")
}

fn interval(row: Row<'_>) -> Option<(f64, f64)> {
    row.number("low").zip(row.number("high"))
}

/// The interval that holds for all rows together, or the row's own.
fn deciding_interval(row: Row<'_>) -> Option<(f64, f64)> {
    let family = row.number("family_low").zip(row.number("family_high"));
    family.or_else(|| interval(row))
}

/// What a row means for the players: by its verdict, if it has one, otherwise by its interval.
fn tone(row: Row<'_>, measure: &str, margin: Option<f64>) -> Option<Tone> {
    let verdict = match row.text("verdict") {
        "easier" | "better" | "stronger" => Some(Tone::Up),
        "harder" | "worse" | "weaker" => Some(Tone::Down),
        "equivalent" => Some(Tone::Same),
        "inconclusive" => Some(Tone::Unclear),
        _ => None,
    };
    let (low, high) = deciding_interval(row)?;
    Some(verdict.unwrap_or_else(|| Measure(measure).tone(low, high, margin)))
}

/// Measures, the most informative first.
const MEASURE_ORDER: [&str; 6] = [
    "endurance",
    "needed_hp",
    "win_rate_at_base",
    "rounds_survived",
    "win_rate",
    "base_damage",
];

/// Whether a measure has its own charts. Damage until the base falls hardly varies if games are
/// lost, so it is shown only if there is nothing better; damage by wave has one chart for all
/// waves.
fn is_pictured(measure: &str, all: &[String]) -> bool {
    let better = all.iter().any(|known| known == "endurance");
    let worse = ["base_damage", "decisions"].contains(&measure);
    !(measure.starts_with(WAVES) || better && worse)
}

/// How measures of damage by wave begin.
const WAVES: &str = "damage_wave_";

/// The arms that matter, the largest change first, then those that do not.
fn answer(section: &mut Section, differences: &Sheet, measure: &str, margin: Option<f64>) {
    let of = |arm: &str| -> Vec<Row<'_>> {
        let rows = differences.rows();
        rows.filter(|row| row.text("arm") == arm && row.text("measure") == measure)
            .collect()
    };
    let size = |arm: &String| {
        let rows = of(arm);
        let sizes = rows.iter().filter_map(|row| row.number("difference"));
        sizes.map(f64::abs).fold(0.0, f64::max)
    };
    let mut arms = differences.distinct("arm");
    arms.retain(|arm| !of(arm).is_empty());
    let few = arms.len() <= MOST_SENTENCES;
    if !few {
        arms.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    let changes = |arm: &String| {
        let tones = of(arm)
            .into_iter()
            .filter_map(|row| tone(row, measure, margin));
        tones
            .into_iter()
            .any(|tone| matches!(tone, Tone::Up | Tone::Down))
    };
    let (clear, rest): (Vec<String>, Vec<String>) =
        arms.into_iter().partition(|arm| few || changes(arm));
    for arm in clear.iter().take(MOST_SENTENCES) {
        section
            .answer
            .extend(sentence(arm, measure, &of(arm), margin));
        if clear.len() <= 3 {
            section
                .answer
                .extend(in_other_words(differences, arm, measure));
        }
    }
    if clear.len() > MOST_SENTENCES {
        let more = clear.len() - MOST_SENTENCES;
        section
            .answer
            .push(format!("{more} more arms change it; see the charts."));
    }
    if !rest.is_empty() {
        let name = Measure(measure).name();
        let count = rest.len();
        section.answer.push(format!(
            "For {count} arms, the change in {name} is too small to matter or not settled: {}.",
            listed(&rest)
        ));
    }
}

/// The same change in the units of a designer: hit points of the base and games won.
fn in_other_words(differences: &Sheet, arm: &str, measure: &str) -> Option<String> {
    let range = |wanted: &str| {
        let rows = differences.rows();
        let rows = rows.filter(|row| row.text("arm") == arm && row.text("measure") == wanted);
        let values: Vec<f64> = rows.filter_map(|row| row.number("difference")).collect();
        let about = Measure(wanted);
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        Some(if values.len() == 1 {
            about.difference_text(low)
        } else {
            format!(
                "{} to {}",
                about.difference().show(low),
                about.difference_text(high)
            )
        })
    };
    let hp = range("needed_hp").filter(|_| measure != "needed_hp");
    let rate = range("win_rate_at_base").filter(|_| measure != "win_rate_at_base");
    let parts = [
        hp.map(|hp| format!("the base needed to win changes by {hp}")),
        rate.map(|rate| format!("the win rate at the calibrated base by {rate}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("In other words, {}.", listed(&parts)))
}

fn is_settled(row: Row<'_>, measure: &str, margin: Option<f64>) -> bool {
    tone(row, measure, margin).is_some_and(|tone| tone != Tone::Unclear)
}

/// What an arm does to a measure, over all strata.
fn sentence(arm: &str, measure: &str, rows: &[Row<'_>], margin: Option<f64>) -> Option<String> {
    let values: Vec<f64> = rows
        .iter()
        .filter_map(|row| row.number("difference"))
        .collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.is_empty() {
        return None;
    }
    let about = Measure(measure);
    let mut verdicts = Vec::new();
    for (wanted, words) in [
        (Tone::Up, "better for the players"),
        (Tone::Down, "worse for the players"),
        (Tone::Same, "no difference that matters"),
        (Tone::Unclear, "not settled"),
    ] {
        let found = rows
            .iter()
            .filter(|row| tone(**row, measure, margin) == Some(wanted));
        let found: Vec<String> = found.map(|row| stratum(*row)).collect();
        if found.len() == rows.len() {
            verdicts.push(words.to_string());
        } else if !found.is_empty() {
            verdicts.push(format!("{words} with {}", listed(&found)));
        }
    }
    let format = about.difference();
    let size = match rows {
        [row] => {
            let (from, to) = interval(*row)?;
            format!(
                "{} ({} to {})",
                about.difference_text(low),
                format.show(from),
                format.show(to)
            )
        }
        _ => format!(
            "{} to {} over {} settings",
            format.show(low),
            about.difference_text(high),
            rows.len()
        ),
    };
    let name = about.name();
    Some(format!(
        "{arm}: {}. Change in {name}: {size}.",
        verdicts.join("; ")
    ))
}

/// A game that ended differently, under the baseline and under the arm.
fn flips(section: &mut Section, folder: &Folder) -> Result<(), ReportError> {
    let Some(explained) = folder.sheet("explained")? else {
        return Ok(());
    };
    for row in explained.rows().take(2) {
        let game = row.text("game");
        for (who, column) in [
            ("the baseline", "baseline_replay"),
            ("the arm", "arm_replay"),
        ] {
            let words = shell_words(row.text(column));
            if let [_, command, arguments @ ..] = words.as_slice()
                && command == "replay"
            {
                let what = format!("Game {game} ended differently: under {who}");
                section.replay(what, arguments.to_vec());
            }
        }
    }
    Ok(())
}

/// Splits a command into words as a shell does; our commands use only single quotes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), false, false);
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                quoted = !quoted;
                begun = true;
            }
            '\\' if !quoted => word.extend(letters.next()),
            ' ' if !quoted => {
                if begun || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            other => word.push(other),
        }
    }
    if begun || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::shell_words;

    #[test]
    fn words_of_commands() {
        let command = "xenosim replay --set 'a.name=It'\\''s <b>' '' --game 7";
        let words = shell_words(command);
        let expected = [
            "xenosim",
            "replay",
            "--set",
            "a.name=It's <b>",
            "",
            "--game",
            "7",
        ];
        assert_eq!(words, expected);
    }
}
