//! The page: the answers in short, then each with its sections, then its tables, folded.

use super::{slug, table};
use answers::{Answer, Figure, Grid, Picture, Section};
use charts::{CHART_CSS, DARK_VARIABLES, LIGHT_VARIABLES, escape};
use runs::lifecycle::replay_command;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) const STYLE: &str = include_str!("page.css");
pub(super) const SCRIPT: &str = include_str!("page.js");
/// Functions of every page: colours, details of marks, copying commands.
pub(crate) const COMMON_SCRIPT: &str = include_str!("common.js");

/// The identity of an answer on the page.
pub(super) fn anchor(index: usize) -> String {
    format!("s{}", index + 1)
}

/// The top of a page.
pub(super) fn header(title: &str, contents: &str) -> String {
    format!(
        "<header><p class=\"brand\">xenosim <button id=\"theme\" type=\"button\" title=\"Light, \
         dark, or as in the system settings\">◐ theme</button></p><h1>{}</h1>{contents}</header>\n",
        escape(title)
    )
}

/// The whole page; `pages` are those of games worth looking at, if they were written, and `links`
/// pages about what has a name.
pub(super) fn page(
    answers: &[Answer],
    pages: &[Vec<String>],
    links: &BTreeMap<String, String>,
) -> String {
    let title = match answers {
        [one] => one.title.clone(),
        many => format!("{} studies", many.len()),
    };
    let mut body = header(&title, &contents(answers)) + "<main>";
    let mut tables = serde_json::Map::new();
    for (index, answer) in answers.iter().enumerate() {
        let pages = pages.get(index).map_or(&[][..], Vec::as_slice);
        body += &answer_html(answer, &anchor(index), answers.len() > 1, pages);
        for table in answer.tables.iter().filter(|table| !table.rows.is_empty()) {
            tables.insert(table_id(&anchor(index), &table.name), table::json(table));
        }
    }
    body += "</main>";
    let data = data_script("tables", &Value::Object(tables)) + &data_script("links", &json!(links));
    document(
        &title,
        STYLE,
        &body,
        &data,
        &format!("{COMMON_SCRIPT}\n{SCRIPT}"),
    )
}

pub(super) fn kind(answer: &Answer) -> String {
    format!(
        "<span class=\"kind\">{}</span> {}",
        escape(&answer.study),
        escape(&answer.title)
    )
}

fn contents(answers: &[Answer]) -> String {
    if answers.len() < 2 {
        return String::new();
    }
    let links = answers.iter().enumerate();
    let links = links.map(|(index, answer)| {
        format!(
            "<li><a href=\"#{}\">{}</a></li>",
            anchor(index),
            kind(answer)
        )
    });
    format!(
        "<nav aria-label=\"Contents\"><ul>{}</ul></nav>",
        links.collect::<String>()
    )
}

fn answer_html(answer: &Answer, anchor: &str, with_heading: bool, pages: &[String]) -> String {
    let heading = if with_heading {
        format!("<h2>{}</h2>", kind(answer))
    } else {
        String::new()
    };
    let sections = answer
        .sections
        .iter()
        .chain(&answer.measured)
        .map(|section| section_html(answer, section, anchor));
    let filled = answer.tables.iter().filter(|table| !table.rows.is_empty());
    let tables = filled.map(|table| {
        let id = table_id(anchor, &table.name);
        let (name, about) = (escape(&table.name), escape(&table.about));
        let open = if table.shown { " open" } else { "" };
        format!(
            "<details class=\"data\" id=\"{id}\"{open}><summary><h3>{name}</h3> <span \
             class=\"about\">{about}</span></summary><div class=\"grid\" data-table=\"{id}\"><noscript>Tables \
             need JavaScript; the same rows are in {name}.csv.</noscript></div></details>"
        )
    });
    format!(
        "\n<section id=\"{anchor}\" data-kind=\"{}\">{heading}{}\
         <div class=\"parts\">{}</div>{}{}{}{}</section>",
        escape(&answer.study),
        answer_head(answer),
        sections.collect::<String>(),
        games_html(answer, pages),
        paragraphs(&answer.notes, "note"),
        tables.collect::<String>(),
        how_made(answer)
    )
}

/// The answer in sentences and its main figures.
pub(super) fn answer_head(answer: &Answer) -> String {
    format!(
        "<div class=\"answer\">{}{}{}</div>",
        paragraphs(&answer.warnings, "warning"),
        paragraphs(&answer.headline, "say"),
        figures_html(&answer.figures)
    )
}

pub(super) fn paragraphs(lines: &[String], class: &str) -> String {
    let lines = lines
        .iter()
        .map(|line| format!("<p class=\"{class}\">{}</p>", prose(line)));
    lines.collect()
}

/// A sentence; text between backticks is code.
fn prose(text: &str) -> String {
    let parts = text
        .split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            1 => format!("<code>{}</code>", escape(part)),
            _ => escape(part),
        });
    parts.collect()
}

fn figures_html(figures: &[Figure]) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let rows = figures.iter().map(|figure| {
        format!(
            "<tr><th>{}</th><td>{}{}</td></tr>",
            escape(&figure.title),
            escape(&figure.number.with_interval()),
            escape(&figure.note)
        )
    });
    format!("<table class=\"key\">{}</table>", rows.collect::<String>())
}

/// A grid of more rows than this is folded if there is a picture of it.
const LONG: usize = 16;

fn section_html(answer: &Answer, section: &Section, anchor: &str) -> String {
    let pictures = section
        .pictures
        .iter()
        .map(|one| picture_html(answer, one, Some(anchor)));
    let inside = format!(
        "{}{}{}{}",
        paragraphs(&section.text, "say"),
        section
            .grid
            .as_ref()
            .map_or(String::new(), |grid| folded_html(section, grid)),
        paragraphs(&section.notes, "note"),
        pictures.collect::<String>()
    );
    let title = escape(&section.title);
    match section.detail || section.folded {
        true => {
            format!("<details class=\"part\"><summary><h3>{title}</h3></summary>{inside}</details>")
        }
        false if title.is_empty() => format!("<div class=\"part\">{inside}</div>"),
        false => format!("<div class=\"part\"><h3>{title}</h3>{inside}</div>"),
    }
}

/// A picture; with a link to its table, if the page has it.
pub(super) fn picture_html(answer: &Answer, picture: &Picture, anchor: Option<&str>) -> String {
    let has_table = answer
        .tables
        .iter()
        .any(|table| table.name == picture.table);
    let link = anchor
        .filter(|_| has_table)
        .map_or(String::new(), |anchor| {
            let table = table_id(anchor, &picture.table);
            format!(" <a href=\"#{table}\">Table</a>")
        });
    format!(
        "<figure><h4>{}</h4>{}<figcaption>{}{link}</figcaption></figure>",
        escape(&picture.title),
        charts::draw(picture).inline(),
        escape(&picture.caption)
    )
}

fn folded_html(section: &Section, grid: &Grid) -> String {
    let shown = grid.first.unwrap_or(grid.rows.len());
    if shown <= LONG || section.pictures.is_empty() {
        return grid_html(grid);
    }
    let rows = grid.rows.len();
    format!(
        "<details><summary>{rows} rows</summary>{}</details>",
        grid_html(grid)
    )
}

/// A grid; rows that are left out at first are folded.
fn grid_html(grid: &Grid) -> String {
    let first = grid.first.unwrap_or(grid.rows.len()).min(grid.rows.len());
    let table = rows_html(grid, 0..first);
    if first == grid.rows.len() {
        return table;
    }
    let rest = rows_html(grid, first..grid.rows.len());
    format!(
        "{table}<details><summary>{}</summary>{rest}</details>",
        escape(&grid.rest)
    )
}

fn rows_html(grid: &Grid, rows: std::ops::Range<usize>) -> String {
    let class = |column: usize| if grid.columns[column].right { "n" } else { "t" };
    let columns = || 0..grid.columns.len();
    let heads = columns().map(|at| {
        format!(
            "<th class=\"{}\">{}</th>",
            class(at),
            escape(&grid.columns[at].title)
        )
    });
    let rows = rows.map(|row| {
        let cells = columns().map(|at| {
            format!(
                "<td class=\"{}\">{}</td>",
                class(at),
                escape(&grid.text(row, at))
            )
        });
        format!("<tr>{}</tr>", cells.collect::<String>())
    });
    format!(
        "<div class=\"scroll\"><table class=\"rows\"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
        heads.collect::<String>(),
        rows.collect::<String>()
    )
}

fn table_id(anchor: &str, name: &str) -> String {
    format!("{anchor}-{}", slug(name))
}

/// How to make it again, and what was played.
pub(super) fn how_made(answer: &Answer) -> String {
    let reproduce = &answer.reproduce;
    let named = [
        ("Version", &reproduce.version),
        ("Run identity", &reproduce.fingerprint),
    ];
    let named = named.map(|(name, value)| (name.to_string(), value.clone()));
    let facts = reproduce.facts.iter().chain(&named).map(|(name, value)| {
        format!(
            "<tr><th>{}</th><td>{}</td></tr>",
            escape(name),
            escape(value)
        )
    });
    format!(
        "<div class=\"reproduce\"><h3>Reproduce</h3><p>Reproduces these results byte for byte:</p>{}\
         <details><summary>What was played</summary><table class=\"facts\">{}</table></details></div>",
        command_html(&reproduce.command),
        facts.collect::<String>()
    )
}

fn command_html(command: &str) -> String {
    format!(
        "<pre><code>{}</code><button type=\"button\" class=\"copy\">copy</button></pre>",
        escape(command)
    )
}

/// Games to look at: a link where the page was written, otherwise the command that writes it.
fn games_html(answer: &Answer, pages: &[String]) -> String {
    if answer.games.is_empty() {
        return String::new();
    }
    let games = answer.games.iter().enumerate().map(|(index, game)| {
        let what = escape(&game.what);
        match pages.get(index) {
            Some(page) => format!("<p><a href=\"{}\">{what}</a></p>", escape(page)),
            None => {
                let replay = replay_command(&game.arguments);
                let command = format!("{replay} --html {}.html", slug(&game.what));
                format!("<p>{what}:</p>{}", command_html(&command))
            }
        }
    });
    format!(
        "<div class=\"reproduce replays\"><h3>Games</h3>{}</div>",
        games.collect::<String>()
    )
}

/// A document without external references.
pub(crate) fn document(title: &str, style: &str, body: &str, data: &str, script: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title} · xenosim</title>\n<style>\n\
         :root{{color-scheme:light;{LIGHT_VARIABLES}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{DARK_VARIABLES}}}}}\n\
         @media screen{{:root[data-theme=dark]{{color-scheme:dark;{DARK_VARIABLES}}}}}\n\
         {CHART_CSS}\n{style}</style>\n</head>\n<body>\n{body}\n{data}\n<script>\n{script}</script>\n</body>\n</html>\n"
    )
}

/// Data for scripts. JSON may contain `</script>` in a text, so every `<` is escaped.
pub(crate) fn data_script(id: &str, value: &Value) -> String {
    let text = value.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>")
}
