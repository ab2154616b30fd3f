//! A ranking of cards.

use super::folder::Folder;
use super::generic;
use super::measure::Measure;
use super::section::{Section, count, listed};
use super::sheet::{Row, Sheet};
use crate::ReportError;
use charts::{Cell, Format, HeatMap, RankRow, Ranks, Shading};

pub(super) fn section(folder: &Folder) -> Result<Section, ReportError> {
    let mut section = Section::new(folder, "Strength of cards and danger of enemies".into());
    let ranks = folder.sheet("ranks")?.unwrap_or_default();
    let effects = folder.sheet("effects")?.unwrap_or_default();
    let conditions = conditions(&ranks);
    for class in ranks.distinct("type") {
        for condition in &conditions {
            let rows = ranks
                .rows()
                .filter(|row| row.text("type") == class && *condition == self::condition(*row));
            let rows: Vec<Row<'_>> = rows.collect();
            let title = if conditions.len() > 1 {
                format!("{}: {condition}", plural(&class))
            } else {
                plural(&class)
            };
            answer(&mut section, &title, &class, &rows);
            rank_figure(&mut section, &title, &rows);
        }
    }
    let decides = folder
        .text("/measure")
        .unwrap_or_else(|| "rounds_survived".into());
    for class in ranks.distinct("type") {
        condition_figure(&mut section, &ranks, &class, &conditions);
        method_figure(&mut section, &effects, &class, &decides);
    }
    section.table(
        ranks,
        "Every card in order, with the ranks compatible with the games.",
    );
    generic::tables(
        &mut section,
        folder,
        &[("effects", "Every effect by every method and measure.")],
    )?;
    Ok(section)
}

fn condition(row: Row<'_>) -> String {
    let mut condition = format!(
        "{}, {}",
        count(row.text("players"), "player"),
        row.text("policy")
    );
    for more in ["difficulty", "deployment", "setting"] {
        if !row.text(more).is_empty() {
            condition.push_str(&format!(", {}", row.text(more)));
        }
    }
    condition
}

fn conditions(ranks: &Sheet) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in ranks.rows() {
        let condition = condition(row);
        if !found.contains(&condition) {
            found.push(condition);
        }
    }
    found
}

fn plural(class: &str) -> String {
    match class {
        "troop" => "Troops",
        "item" => "Items",
        "enemy" => "Enemies",
        "boss" => "Bosses",
        other => other,
    }
    .to_string()
}

fn answer(section: &mut Section, title: &str, class: &str, rows: &[Row<'_>]) {
    // Cards that are listed but not judged have no rank.
    let ranked: Vec<&Row<'_>> = rows
        .iter()
        .filter(|row| row.number("rank").is_some())
        .collect();
    let tiers = ranked
        .iter()
        .filter_map(|row| row.number("tier"))
        .fold(0.0, f64::max);
    let adjective = if ["enemy", "boss"].contains(&class) {
        "most dangerous"
    } else {
        "strongest"
    };
    let found = ranked.iter().filter(|row| row.is_true("found")).count();
    let name = |row: &&Row<'_>| row.text("name").to_string();
    let first_tier: Vec<String> = ranked
        .iter()
        .filter(|row| row.number("tier") == Some(1.0))
        .map(&name)
        .collect();
    if ranked.is_empty() {
        return;
    }
    let top: Vec<String> = ranked.iter().take(3).map(name).collect();
    let sentence = if first_tier.len() <= 4 {
        let verb = if first_tier.len() == 1 { "is" } else { "are" };
        format!("{title}: {adjective} {verb} {}.", listed(&first_tier))
    } else {
        format!("{title}: {adjective} by estimate are {}.", listed(&top))
    };
    let tiers = match tiers as usize {
        0 | 1 => "No clear tiers yet".to_string(),
        tiers => format!("{tiers} tiers"),
    };
    section.answer.push(format!(
        "{sentence} {tiers}; {found} of {} have a clear effect.",
        ranked.len()
    ));
    let unjudged = rows.len() - ranked.len();
    if unjudged > 0 {
        section.answer.push(format!(
            "{unjudged} {} are met or bought too rarely to be ranked.",
            title.to_lowercase()
        ));
    }
}

fn rank_figure(section: &mut Section, title: &str, rows: &[Row<'_>]) {
    let measure = rows.first().map_or("", |row| row.text("measure"));
    let chart_rows: Vec<RankRow> = rows
        .iter()
        .filter_map(|row| {
            let format = Measure(measure).difference();
            let strength = row.number("strength")?;
            Some(RankRow {
                label: row.text("name").to_string(),
                rank: row.number("rank")?,
                best: row.number("best_rank")?,
                worst: row.number("worst_rank")?,
                tier: row.number("tier")? as usize,
                figure: format.show(strength),
                note: format!(
                    "effect {}\nwave {}, cost {}, {} copies",
                    format.with_interval(strength, row.number("low"), row.number("high")),
                    row.text("wave"),
                    row.text("cost"),
                    row.text("copies")
                ),
            })
        })
        .collect();
    if chart_rows.is_empty() {
        return;
    }
    let caption = format!(
        "Dot: rank by the estimate; line: ranks compatible with the games, simultaneously for all \
         cards. Right: effect in {}.",
        Measure(measure).name()
    );
    let chart = Ranks {
        title: title.to_string(),
        x_label: "rank".into(),
        rows: chart_rows,
    };
    section.figure(&caption, "ranks", &chart);
}

/// Cards by condition, where there are several.
fn condition_figure(section: &mut Section, ranks: &Sheet, class: &str, conditions: &[String]) {
    if conditions.len() < 2 {
        return;
    }
    let of_class = || ranks.rows().filter(|row| row.text("type") == class);
    let mut names: Vec<&str> = Vec::new();
    for row in of_class() {
        if !names.contains(&row.text("name")) {
            names.push(row.text("name"));
        }
    }
    let cell = |name: &str, wanted: &String| {
        let row = of_class().find(|row| row.text("name") == name && condition(*row) == *wanted)?;
        Some(Cell {
            value: row.number("strength")?,
            sure: row.is_true("found"),
            note: format!(
                "rank {} ({} to {})",
                row.text("rank"),
                row.text("best_rank"),
                row.text("worst_rank")
            ),
        })
    };
    let rows = names.iter().map(|name| {
        let cells = conditions.iter().map(|condition| cell(name, condition));
        (name.to_string(), cells.collect())
    });
    let title = format!("{} by condition", plural(class));
    let chart = HeatMap {
        title,
        format: Format::Signed(2),
        shading: Shading::Sign,
        columns: conditions.to_vec(),
        rows: rows.collect(),
    };
    section.figure(
        "Strength under each condition; bold: clear.",
        "ranks",
        &chart,
    );
}

/// Cards by method: where methods disagree in sign, something is confounded.
fn method_figure(section: &mut Section, effects: &Sheet, class: &str, measure: &str) {
    let methods = effects.distinct("method");
    let wanted = |row: &Row<'_>| row.text("type") == class && row.text("measure") == measure;
    let conditions = conditions(effects);
    let Some(first) = conditions.first() else {
        return;
    };
    let rows: Vec<Row<'_>> = effects
        .rows()
        .filter(|row| wanted(row) && condition(*row) == *first)
        .collect();
    if methods.len() < 2 || rows.is_empty() {
        return;
    }
    let mut names: Vec<&str> = Vec::new();
    for row in &rows {
        if !names.contains(&row.text("name")) {
            names.push(row.text("name"));
        }
    }
    let cell = |name: &str, method: &String| {
        let row = rows
            .iter()
            .find(|row| row.text("name") == name && row.text("method") == method)?;
        let value = row.number("strength")?;
        let sure = row.number("low")? > 0.0 || row.number("high")? < 0.0;
        let note = Measure(measure).difference().with_interval(
            row.number("effect")?,
            row.number("low"),
            row.number("high"),
        );
        Some(Cell {
            value,
            sure,
            note: format!("effect {note}\n{}", row.text("note")),
        })
    };
    // The confounded method has another scale and would hide the others.
    let methods: Vec<String> = methods
        .into_iter()
        .filter(|method| method != "naive")
        .collect();
    let chart_rows = names.iter().map(|name| {
        let cells = methods.iter().map(|method| cell(name, method));
        (name.to_string(), cells.collect())
    });
    let title = format!("{} by method", plural(class));
    let chart = HeatMap {
        title,
        format: Measure(measure).difference(),
        shading: Shading::Sign,
        rows: chart_rows.collect(),
        columns: methods.clone(),
    };
    let caption = format!(
        "Strength in {} ({first}) when all copies are removed, when one is added, and by luck of \
         the shuffle; bold if the interval excludes zero.",
        Measure(measure).name()
    );
    section.figure(&caption, "effects", &chart);
}
