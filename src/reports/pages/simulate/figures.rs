//! The charts of a run.

use super::*;
use charts::{Bar, Bars, Bin, Histogram, Lines, Reference, Series, Stack, Stacked};

pub(super) fn curve_figure(section: &mut Section, folder: &Folder, sheet: &Sheet, base: &str) {
    let points = curve_points(sheet, base);
    let at_x = TARGETS.into_iter().filter_map(|target| {
        let at = reaching(&points, target)?;
        Some(Reference {
            label: format!("{} at {}", Format::Percent(0).show(target), whole(at)),
            at,
        })
    });
    let policy = folder.text("/configuration/policy").unwrap_or_default();
    let lines = Lines {
        title: "Win rate at every base".into(),
        x_label: if base.ends_with("per_player") {
            "base HP per player".into()
        } else {
            "base HP".into()
        },
        x_format: Format::Number(0),
        y_label: "win rate".into(),
        y_format: Format::Percent(1),
        y_range: Some((0.0, 1.0)),
        at_x: at_x.collect(),
        at_y: Vec::new(),
        series: without_tail(vec![Series {
            name: policy,
            points,
        }]),
    };
    section.figure(
        "How often these players would have won with a larger or smaller base, with a simultaneous \
         band for the whole curve.",
        &sheet.name,
        &lines,
    );
}

pub(super) fn lost_figure(section: &mut Section, summary: &Sheet) {
    let stacks: Vec<Stack> = (1..=9)
        .filter_map(|round| {
            let row = estimate(summary, &format!("lost_in_round_{round}"), "rate")?;
            Some(Stack {
                label: round.to_string(),
                values: vec![row.number("value")?],
                note: shown(row, Format::Percent(2))?,
            })
        })
        .collect();
    if stacks.iter().all(|stack| stack.values[0] == 0.0) {
        return;
    }
    let chart = Stacked {
        title: "Where games are lost".into(),
        x_label: "round".into(),
        y_label: "share of all games".into(),
        format: Format::Percent(2),
        parts: vec!["lost in this round".into()],
        stacks,
    };
    section.figure("Share of all games lost in each round.", "summary", &chart);
}

pub(super) fn damage_figure(section: &mut Section, summary: &Sheet) {
    let mean =
        |measure: &str| estimate(summary, measure, "mean").and_then(|row| row.number("value"));
    let played_on = mean("full_damage_round_1").is_some();
    let stacks: Vec<Stack> = (1..=9)
        .filter_map(|round| {
            let row = estimate(summary, &format!("base_damage_round_{round}"), "mean")?;
            let standing = row.number("value")?;
            let full = mean(&format!("full_damage_round_{round}"));
            let mut values = vec![standing];
            values.extend(full.map(|full| (full - standing).max(0.0)));
            let full = full.map(|full| format!("; played on {}", Format::Number(2).show(full)));
            Some(Stack {
                label: round.to_string(),
                values,
                note: shown(row, Format::Number(2))? + &full.unwrap_or_default(),
            })
        })
        .collect();
    if stacks.is_empty() {
        return;
    }
    let mut parts = vec!["while the base stands".to_string()];
    if played_on {
        parts.push("after it has fallen".into());
    }
    let chart = Stacked {
        title: "Damage to the base by round".into(),
        x_label: "round".into(),
        y_label: "damage per game".into(),
        format: Format::Number(2),
        parts,
        stacks,
    };
    let caption = if played_on {
        "Mean over all games. Games are played on after the base has fallen, to show what a larger \
         base would have to withstand."
    } else {
        "Mean over all games; rounds that a game never reached count as no damage."
    };
    section.figure(caption, "summary", &chart);
}

pub(super) fn distribution_figure(section: &mut Section, games: &Columns) {
    let measures = ["needed_hp_per_player", "needed_hp", "base_damage"];
    let Some((measure, values)) = measures
        .iter()
        .find_map(|name| Some((*name, games.get(name)?)))
    else {
        return;
    };
    let mut values: Vec<i64> = values
        .iter()
        .filter(|value| value.is_finite())
        .map(|value| *value as i64)
        .collect();
    values.sort_unstable();
    if values.is_empty() {
        return;
    }
    let bins = bins(&values);
    let shown: u64 = bins.iter().map(|bin| bin.count).sum();
    let left_out = values.len() as u64 - shown;
    let end = bins.last().map_or(0.0, |last| last.to);
    let median = values[values.len() / 2];
    let name = Measure(measure).axis();
    let title = format!("How games differ: {name}");
    let chart = Histogram {
        title,
        x_label: name,
        format: Format::Number(0),
        unit: "games".into(),
        bins,
        at_x: vec![Reference {
            label: format!("median {median}"),
            at: median as f64,
        }],
    };
    let caption = if left_out > 0 {
        format!(
            "{} games of {end} and more are not shown.",
            whole(left_out as f64)
        )
    } else {
        "All games with rows.".to_string()
    };
    section.table(
        distribution(&values, &chart.bins),
        "The number of games in each bin of the chart; the last row counts those not shown.",
    );
    section.figure(&caption, DISTRIBUTION, &chart);
}

/// Bins for sorted values. A few extreme ones must not squeeze all others into one bin, so the
/// greatest half percent is left out, unless it lies in the last bin of the others.
fn bins(values: &[i64]) -> Vec<Bin> {
    let cut = values[(values.len() - 1) * 995 / 1000];
    let shown = values.partition_point(|value| *value <= cut);
    let mut bins = Histogram::whole_numbers(&values[..shown], 40);
    if let Some(last) = bins.last_mut() {
        let below = |end: f64| values.partition_point(|value| (*value as f64) < end);
        last.count = (below(last.to) - below(last.from)) as u64;
    }
    bins
}

/// The table behind the picture of how games differ.
const DISTRIBUTION: &str = "distribution";

fn distribution(values: &[i64], bins: &[Bin]) -> Sheet {
    let row = |from: f64, to: String, games: u64| {
        let share = games as f64 / values.len() as f64;
        vec![from.to_string(), to, games.to_string(), share.to_string()]
    };
    let mut rows: Vec<Vec<String>> = bins
        .iter()
        .map(|bin| row(bin.from, bin.to.to_string(), bin.count))
        .collect();
    let shown: u64 = bins.iter().map(|bin| bin.count).sum();
    let left_out = values.len() as u64 - shown;
    if let Some(last) = bins.last().filter(|_| left_out > 0) {
        rows.push(row(last.to, String::new(), left_out));
    }
    Sheet {
        name: DISTRIBUTION.into(),
        columns: ["from", "below", "games", "share"].map(String::from).into(),
        rows,
        ..Sheet::default()
    }
}

pub(super) fn cause_figure(section: &mut Section, damage: &Sheet) {
    const CAUSES: [(&str, &str); 3] = [
        ("overrun", "enemy overran a lane"),
        ("overflow", "attack past the last troop"),
        ("ability", "ability"),
    ];
    let shown = |number| Format::Number(2).show(number);
    let stack = |round: usize| {
        let of = |cause: &str| {
            let mut rows = damage.rows();
            rows.find(|row| row.text("cause") == cause && row.text("round") == round.to_string())
        };
        let rows: Option<Vec<Row<'_>>> = CAUSES.iter().map(|(cause, _)| of(cause)).collect();
        let rows = rows?;
        let values: Option<Vec<f64>> = rows.iter().map(|row| row.number("damage")).collect();
        let notes = CAUSES.iter().zip(&rows).filter_map(|((_, name), row)| {
            let (low, high) = row.number("low").zip(row.number("high"))?;
            Some(format!("{name} {} to {}", shown(low), shown(high)))
        });
        Some(Stack {
            label: round.to_string(),
            values: values?,
            note: format!("95% intervals: {}", notes.collect::<Vec<_>>().join(", ")),
        })
    };
    let stacks: Vec<Stack> = (1..=9).filter_map(stack).collect();
    if stacks.is_empty() {
        return;
    }
    let title = "Causes of damage to the base, by round";
    let chart = Stacked {
        title: title.into(),
        x_label: "round".into(),
        y_label: "damage per game".into(),
        format: Format::Number(2),
        parts: CAUSES.iter().map(|(_, name)| (*name).into()).collect(),
        stacks,
    };
    section.figure(
        "Mean over all games, in all rounds played.",
        "damage",
        &chart,
    );
}

pub(super) fn culprits_figure(section: &mut Section, cards: &Sheet) {
    let damage = |row: &Row<'_>| row.number("base_damage_per_game").unwrap_or(0.0);
    let mut rows: Vec<Row<'_>> = cards.rows().filter(|row| damage(row) > 0.0).collect();
    rows.sort_by(|a, b| damage(b).total_cmp(&damage(a)));
    let bars: Vec<Bar> = rows
        .iter()
        .take(15)
        .map(|row| Bar {
            label: row.text("name").into(),
            value: damage(row),
            interval: None,
            colour: wave_colour(*row),
            note: format!("{}, wave {}", row.text("class"), row.text("wave")),
        })
        .collect();
    if bars.is_empty() {
        return;
    }
    let chart = Bars {
        title: "Who damages the base".into(),
        x_label: "damage per game".into(),
        format: Format::Number(2),
        bars,
    };
    section.figure(
        "The 15 cards that deal the most. Blue, orange and green: waves 1, 2 and 3.",
        "cards",
        &chart,
    );
}

fn wave_colour(row: Row<'_>) -> usize {
    row.number("wave")
        .map_or(6, |wave| (wave as usize).saturating_sub(1))
}

/// With fewer copies on offer than this, a card is left out.
const FEWEST_OFFERED: f64 = 50.0;

pub(super) fn bought_figure(section: &mut Section, cards: &Sheet) {
    let share = |row: &Row<'_>| {
        Some(
            row.number("bought")?
                / row
                    .number("offered")
                    .filter(|offered| *offered >= FEWEST_OFFERED)?,
        )
    };
    let mut rows: Vec<(Row<'_>, f64)> = cards
        .rows()
        .filter_map(|row| Some((row, share(&row)?)))
        .collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let bars: Vec<Bar> = rows
        .iter()
        .take(25)
        .map(|(row, share)| Bar {
            label: row.text("name").into(),
            value: *share,
            interval: None,
            colour: wave_colour(*row),
            note: format!(
                "{} offered, {} bought, {} used; {}, cost {}",
                row.text("offered"),
                row.text("bought"),
                row.text("used"),
                row.text("class"),
                row.text("cost")
            ),
        })
        .collect();
    if bars.is_empty() {
        return;
    }
    let chart = Bars {
        title: "What players buy".into(),
        x_label: "bought, share of all copies offered".into(),
        format: Format::Percent(1),
        bars,
    };
    section.figure("The 25 cards bought most often when they are on offer. Blue, orange and green: waves 1, 2 and 3.", "cards", &chart);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bin_counts_all_games_in_its_range() {
        // 400 games of 1 to 100 HP, three to a bin; two more lie in the last bin, and one beyond.
        let mut values: Vec<i64> = (0..400).map(|game| 1 + game / 4).collect();
        values.extend([101, 102, 150]);
        let bins = bins(&values);
        let last = bins.last().unwrap();
        assert_eq!((last.from, last.to, last.count), (100.0, 103.0, 6));
        let shown: u64 = bins.iter().map(|bin| bin.count).sum();
        assert_eq!(shown, 402);
    }
}
