//! The page: one HTML file with everything in it.

use super::section::{Figure, Section};
use super::sheet::Sheet;
use charts::{CHART_CSS, DARK_VARIABLES, LIGHT_VARIABLES, escape};
use runs::lifecycle::quoted;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Functions of every page: colours, details of marks, copying commands.
pub(crate) const COMMON_SCRIPT: &str = include_str!("common.js");

/// The whole page.
pub(super) fn page(sections: &[Section]) -> String {
    let title = match sections {
        [one] => one.title.clone(),
        many => format!("{} studies", many.len()),
    };
    let mut body = format!(
        "<header><p class=\"brand\">xenosim <button id=\"theme\" type=\"button\" title=\"Light, \
         dark, or as in the system settings\">◐ theme</button></p><h1>{}</h1>{}</header>\n<main>",
        escape(&title),
        contents(sections)
    );
    for section in sections {
        body.push_str(&section_html(section, sections.len() > 1));
    }
    body.push_str("</main>");
    document(
        &title,
        STYLE,
        &body,
        &data_script("tables", &tables(sections)),
        &format!("{COMMON_SCRIPT}\n{SCRIPT}"),
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

fn contents(sections: &[Section]) -> String {
    if sections.len() < 2 {
        return String::new();
    }
    let links = sections.iter().map(|section| {
        format!(
            "<li><a href=\"#{}\"><span class=\"kind\">{}</span> {}</a></li>",
            section.anchor,
            escape(&section.kind),
            escape(&section.title)
        )
    });
    format!(
        "<nav aria-label=\"Contents\"><ul>{}</ul></nav>",
        links.collect::<String>()
    )
}

fn section_html(section: &Section, with_heading: bool) -> String {
    let heading = if with_heading {
        format!(
            "<h2><span class=\"kind\">{}</span> {}</h2>",
            escape(&section.kind),
            escape(&section.title)
        )
    } else {
        String::new()
    };
    let paragraphs = |lines: &[String], class: &str| {
        let lines = lines
            .iter()
            .map(|line| format!("<p class=\"{class}\">{}</p>", prose(line)));
        lines.collect::<String>()
    };
    let figures: String = section
        .figures
        .iter()
        .map(|figure| figure_html(section, figure))
        .collect();
    let tables: String = section
        .tables
        .iter()
        .map(|(sheet, about)| table_html(section, sheet, about))
        .collect();
    format!(
        "\n<section id=\"{}\" data-kind=\"{}\">{heading}<div class=\"answer\">{}{}</div>\
         <div class=\"figures\">{figures}</div>{tables}{}</section>",
        section.anchor,
        escape(&section.kind),
        paragraphs(&section.warnings, "warning"),
        paragraphs(&section.answer, "say"),
        reproduce_html(section)
    )
}

/// A sentence; text between backticks is code.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        let part = escape(part);
        if index % 2 == 1 {
            out.push_str(&format!("<code>{part}</code>"));
        } else {
            out.push_str(&part);
        }
    }
    out
}

fn figure_html(section: &Section, figure: &Figure) -> String {
    let shown = section
        .tables
        .iter()
        .any(|(sheet, _)| sheet.name == figure.table);
    let link = if shown {
        format!(
            " <a href=\"#{}\">Table</a>",
            table_id(section, &figure.table)
        )
    } else {
        String::new()
    };
    format!(
        "<figure><h3>{}</h3>{}<figcaption>{}{link}</figcaption></figure>",
        escape(figure.drawing.title()),
        figure.drawing.inline(),
        escape(&figure.caption)
    )
}

fn table_id(section: &Section, name: &str) -> String {
    format!("{}-{}", section.anchor, super::slug(name))
}

fn table_html(section: &Section, sheet: &Sheet, about: &str) -> String {
    let id = table_id(section, &sheet.name);
    format!(
        "<details class=\"data\" id=\"{id}\" open><summary><h3>{}</h3> <span class=\"about\">{}</span></summary>\
         <div class=\"grid\" data-table=\"{id}\"><noscript>Tables need JavaScript; the same rows are in \
         {}.csv.</noscript></div></details>",
        escape(&sheet.name),
        escape(about),
        escape(&sheet.name),
    )
}

fn reproduce_html(section: &Section) -> String {
    let commands = section.commands.iter();
    let commands =
        commands.map(|(what, command)| format!("<p>{}</p>{}", escape(what), command_html(command)));
    let facts = section.facts.iter().map(|(name, value)| {
        format!(
            "<tr><th>{}</th><td>{}</td></tr>",
            escape(name),
            escape(value)
        )
    });
    format!(
        "{}<div class=\"reproduce\"><h3>Reproduce</h3>{}<details><summary>What was played</summary><table \
         class=\"facts\">{}</table></details></div>",
        replays_html(section),
        commands.collect::<String>(),
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
fn replays_html(section: &Section) -> String {
    if section.replays.is_empty() {
        return String::new();
    }
    let replays = section.replays.iter().map(|replay| {
        let what = escape(&replay.what);
        match &replay.page {
            Some(page) => format!("<p><a href=\"{}\">{what}</a></p>", escape(page)),
            None => {
                let file = format!("{}.html", super::slug(&replay.what));
                let words = replay.arguments.iter().map(|word| quoted(word));
                let words: Vec<String> = words.collect();
                let command = format!("xenosim replay {} --html {file}", words.join(" "));
                format!("<p>{what}:</p>{}", command_html(&command))
            }
        }
    });
    format!(
        "<div class=\"reproduce replays\"><h3>Games</h3>{}</div>",
        replays.collect::<String>()
    )
}

/// All tables by the identity of their place on the page.
fn tables(sections: &[Section]) -> Value {
    let mut all = serde_json::Map::new();
    for section in sections {
        for (sheet, _) in &section.tables {
            all.insert(table_id(section, &sheet.name), table_json(sheet));
        }
    }
    Value::Object(all)
}

/// Tables with more rows than this are shown with six digits; their files have all digits.
const LONG: usize = 500;

/// A table without the columns that are the same in every row, which are shown once. Columns of
/// words hold indices into a list of their words.
fn table_json(sheet: &Sheet) -> Value {
    let is_shared = |column: usize| {
        let first = &sheet.rows[0][column];
        sheet.rows.len() > 2 && sheet.rows.iter().all(|row| row[column] == *first)
    };
    let (shared, varying): (Vec<usize>, Vec<usize>) =
        (0..sheet.columns.len()).partition(|column| is_shared(*column));
    let shared = shared
        .into_iter()
        .filter(|column| !sheet.rows[0][*column].is_empty());
    let shared: Vec<Value> = shared
        .map(|column| json!([sheet.columns[column], sheet.rows[0][column]]))
        .collect();
    let names: Vec<&String> = varying
        .iter()
        .map(|column| &sheet.columns[*column])
        .collect();
    let columns: Vec<Value> = varying
        .iter()
        .map(|column| column_json(sheet, *column))
        .collect();
    json!({
        "name": sheet.name,
        "columns": names,
        "about": sheet.about,
        "shared": shared,
        "values": columns,
    })
}

/// The values of a column: numbers as they are, or words and which of them each row has.
fn column_json(sheet: &Sheet, column: usize) -> Value {
    let cells = || sheet.rows.iter().map(|row| row[column].as_str());
    let numbers: Option<Vec<Value>> = cells().map(number).collect();
    if let Some(numbers) = numbers {
        let is_long = sheet.rows.len() > LONG;
        return numbers
            .into_iter()
            .map(|number| if is_long { rounded(number) } else { number })
            .collect();
    }
    let mut words: Vec<&str> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let which = cells().map(|cell| {
        *places.entry(cell).or_insert_with(|| {
            words.push(cell);
            words.len() - 1
        })
    });
    let which: Vec<usize> = which.collect();
    json!({ "words": words, "which": which })
}

/// A number to six digits.
fn rounded(number: Value) -> Value {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(value) => format!("{value:.5e}")
            .parse()
            .map_or(number, |value: f64| json!(value)),
        None => number,
    }
}

/// A cell as a number; nothing for an empty one. `None`: it is a word. Names such as "007" must not
/// turn into numbers.
fn number(text: &str) -> Option<Value> {
    if text.is_empty() {
        return Some(Value::Null);
    }
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_code = text.len() > 1 && text.starts_with('0') && !text.starts_with("0.");
    let value: f64 = text.parse().ok().filter(|_| is_plain && !is_code)?;
    match text.parse::<i64>() {
        Ok(whole) => Some(Value::from(whole)),
        Err(_) => value.is_finite().then(|| Value::from(value)),
    }
}
