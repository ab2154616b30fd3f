//! Directories written by hand: what is shown is what they hold, and nothing in them is executed.

use super::*;
use std::collections::BTreeMap;
use std::path::Path;
use tables::{ColumnType, Schema, Table, Value, write_table};
use tempfile::TempDir;

const HOSTILE: &str = "<img src=x onerror=alert(1)></script>\"'& 🦠";

/// A directory with a manifest and tables as CSV.
fn directory(command: &str, facts: &str, tables: &[(&str, &str)]) -> TempDir {
    let place = tempfile::tempdir().expect("a directory");
    let files = tables
        .iter()
        .map(|(name, _)| format!("{{\"name\": \"{name}.csv\"}}"));
    let files = files.collect::<Vec<_>>().join(",");
    let manifest = format!(
        "{{\"complete\": true, \"files\": [{files}], \"arguments\": [\"{command}\", \"--seed\", \"7\", \
         \"--games\", \"5\", \"--players\", \"2\"], \"command\": \"xenosim {command}\"{facts}}}"
    );
    fs::write(place.path().join("manifest.json"), manifest).expect("a manifest");
    for (name, text) in tables {
        fs::write(place.path().join(format!("{name}.csv")), text).expect("a table");
    }
    place
}

fn only(place: &TempDir) -> Section {
    let mut sections = sections(&[place.path().to_path_buf()]).expect("a section");
    sections.remove(0)
}

/// The marks of a picture: their attributes.
fn marks(section: &Section, title: &str, mark: &str) -> Vec<BTreeMap<String, String>> {
    let figure = section
        .figures
        .iter()
        .find(|figure| figure.drawing.title() == title);
    let svg = figure
        .unwrap_or_else(|| panic!("no picture {title}"))
        .drawing
        .inline();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let found = document
        .descendants()
        .filter(|node| node.attribute("data-mark") == Some(mark));
    let found = found.map(|node| {
        let attributes = node.attributes();
        attributes
            .map(|one| (one.name().to_string(), one.value().to_string()))
            .collect()
    });
    found.collect()
}

/// A picture has these points.
fn assert_points(section: &Section, title: &str, expected: &[(&str, &str)]) {
    let marks = marks(section, title, "point");
    let shown = marks.iter().map(|one| (&*one["data-x"], &*one["data-y"]));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

/// A sentence of the answer contains a text.
fn assert_answer(section: &Section, sentence: usize, text: &str) {
    let answer = &section.answer;
    assert!(answer[sentence].contains(text), "{answer:?}");
}

fn comparison() -> TempDir {
    let table = format!(
        "setting,players,policy,arm,measure,games,difference,low,high,family_low,family_high,verdict\n\
         ,1,expert,\"{0}\",endurance,100,-0.25,-0.5,-0.125,-0.75,-0.0625,harder\n\
         ,2,expert,\"{0}\",endurance,100,0.5,0.25,0.75,0.125,1,easier\n\
         ,1,expert,plain,endurance,100,0,-0.03125,0.0625,-0.0625,0.09375,equivalent\n\
         ,1,expert,\"{0}\",win_rate,100,0,-0.01,0.01,,,\n\
         ,2,expert,\"{0}\",win_rate,100,0,-0.01,0.01,,,\n",
        HOSTILE.replace('"', "\"\"")
    );
    let facts =
        ", \"measure\": \"endurance\", \"margin\": \"0.1\", \"title\": \"One against the other\"";
    directory("compare", facts, &[("differences", &table)])
}

#[test]
fn a_comparison_shows_its_differences_exactly() {
    let section = only(&comparison());
    let marks = marks(&section, "Difference in endurance", "estimate");
    let shown: Vec<(&str, &str, &str)> = marks
        .iter()
        .map(|mark| {
            (
                &*mark["data-value"],
                &*mark["data-low"],
                &*mark["data-family-high"],
            )
        })
        .collect();
    let expected = [
        ("-0.25", "-0.5", "-0.0625"),
        ("0.5", "0.25", "1"),
        ("0", "-0.03125", "0.09375"),
    ];
    assert_eq!(shown, expected);
    let labels: Vec<&str> = marks.iter().map(|mark| &*mark["data-label"]).collect();
    assert_eq!(labels, [HOSTILE, HOSTILE, "plain"]);
}

#[test]
fn a_target_is_shown_where_its_curve_crosses() {
    let target = "players,wanted,varied,value,low,high,win_rate,win_rate_low,win_rate_high\n\
        2,0.4,base-hp,61,60,62,0.41,0.39,0.43\n";
    let settings = "players,value,win_rate,win_rate_low,win_rate_high,base_for_wanted,nearest\n\
        2,60,0.38,0.36,0.4,,false\n2,61,0.41,0.39,0.43,,true\n";
    let facts = ", \"wanted\": 0.4, \"varied\": \"base-hp\"";
    let section = only(&directory(
        "target",
        facts,
        &[("target", target), ("settings", settings)],
    ));
    let expected = "With 2 players a base of 61 HP per player (60 to 62) gives a win rate of 41.0% (39.0% to 43.0%).";
    assert_eq!(section.answer, [expected]);
    assert_points(
        &section,
        "Win rate by setting",
        &[("60", "0.38"), ("61", "0.41")],
    );
    let lines = marks(&section, "Win rate by setting", "reference");
    let at: Vec<(&str, &str)> = lines
        .iter()
        .map(|mark| (&*mark["data-axis"], &*mark["data-at"]))
        .collect();
    assert_eq!(at, [("y", "0.4"), ("x", "61")]);
}

#[test]
fn a_verdict_is_not_overruled() {
    // Clear of zero, but not of the margin: whether it matters is open.
    let table = "players,policy,arm,measure,difference,low,high,verdict\n\
        1,expert,a,endurance,0.05,0.01,0.09,inconclusive\n";
    let facts = ", \"measure\": \"endurance\", \"margin\": \"0.05\"";
    let section = only(&directory("compare", facts, &[("differences", table)]));
    assert!(
        section.answer[0].starts_with("a: not settled"),
        "{:?}",
        section.answer
    );
}

#[test]
fn a_scan_is_a_curve() {
    let row = |value: i32, change: f64| {
        format!(
            "1,expert,prowler.hp={value},endurance,{change},{},{}\n",
            change - 0.5,
            change + 0.5
        )
    };
    let rows: String = [(3, 0.5), (1, 0.125), (10, -0.25)]
        .map(|(x, y)| row(x, y))
        .concat();
    let table = format!("players,policy,arm,measure,difference,low,high\n{rows}");
    let facts = ", \"measure\": \"endurance\"";
    let section = only(&directory("compare", facts, &[("differences", &table)]));
    assert_points(
        &section,
        "endurance by prowler.hp",
        &[("1", "0.125"), ("3", "0.5"), ("10", "-0.25")],
    );
}

#[test]
fn a_comparison_says_for_whom_it_is_better() {
    let section = only(&comparison());
    let answer = section.answer.join("\n");
    assert!(
        answer.contains("better for the players with 2 players"),
        "{answer}"
    );
    assert!(
        answer.contains("worse for the players with 1 player"),
        "{answer}"
    );
}

#[test]
fn measures_that_never_differ_get_no_picture() {
    let section = only(&comparison());
    let titles: Vec<&str> = section
        .figures
        .iter()
        .map(|figure| figure.drawing.title())
        .collect();
    assert!(!titles.contains(&"Difference in win rate"), "{titles:?}");
}

#[test]
fn less_damage_is_better() {
    let tone = |measure: &str, low, high| measure::Measure(measure).tone(low, high, Some(0.1));
    assert_eq!(tone("endurance", 0.2, 0.4), charts::Tone::Up);
    assert_eq!(tone("needed_hp", 0.2, 0.4), charts::Tone::Down);
    assert_eq!(tone("base_damage", -0.4, -0.2), charts::Tone::Up);
    assert_eq!(tone("endurance", -0.05, 0.05), charts::Tone::Same);
    assert_eq!(tone("endurance", -0.2, 0.05), charts::Tone::Unclear);
}

#[test]
fn hostile_names_are_text_everywhere() {
    let place = comparison();
    let page = page::page(&sections(&[place.path().to_path_buf()]).expect("a section"));
    assert!(!page.contains("<img"), "an element came through");
    // The page's own scripts end; no table ends one early.
    assert_eq!(page.matches("</script>").count(), 2);
    let start = page.find("id=\"tables\">").expect("tables") + "id=\"tables\">".len();
    let json = &page[start..start + page[start..].find("</script>").expect("an end")];
    let tables: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let table = &tables["s1-differences"];
    let names = table["columns"].as_array().expect("columns");
    let arm = names.iter().position(|name| name == "arm").expect("arms");
    let words = &table["values"][arm]["words"];
    assert_eq!(*words, serde_json::json!([HOSTILE, "plain"]));
}

#[test]
fn pages_refer_to_nothing_outside() {
    let place = comparison();
    let page = page::page(&sections(&[place.path().to_path_buf()]).expect("a section"));
    for reference in ["src=\"", "url(", "@import", "href=\"http", "fetch("] {
        assert!(!page.contains(reference), "{reference}");
    }
    // The name of the SVG language is no address that anybody asks.
    let addresses = page.matches("http").count();
    let names =
        page.matches("http://www.w3.org/2000/svg").count() + page.matches("http-equiv").count();
    assert_eq!(addresses, names);
}

fn run(tables: &[(&str, &str)]) -> TempDir {
    let facts = ", \"configuration\": {\"players\": 2, \"policy\": \"expert\", \
                 \"switches\": {\"base-hp\": \"15\", \"training\": \"off\"}}";
    directory("simulate", facts, tables)
}

const SUMMARY: &str = "measure,statistic,value,low,high,level,interval,games\n\
    win_rate,rate,0.25,0.2,0.3,0.95,wilson,400\n\
    rounds_survived,mean,4.5,4.4,4.6,0.95,normal,400\n\
    lost_in_round_3,rate,0.5,0.4,0.6,0.95,jeffreys,400\n\
    lost_in_round_4,rate,0.25,0.2,0.3,0.95,jeffreys,400\n";
const CURVE: &str = "base_hp,base_hp_per_player,win_rate,low,high\n\
    20,10,0.1,0.05,0.2\n30,15,0.3,0.2,0.41\n40,20,0.45,0.35,0.5\n50,25,0.9,0.8,0.95\n";

#[test]
fn a_run_says_how_hard_the_game_is() {
    let section = only(&run(&[("summary", SUMMARY), ("curve", CURVE)]));
    assert_answer(&section, 0, "25.00% (20.00% to 30.00%)");
    // The band reaches 40% between 15 and 25, the curve at 20.
    assert_answer(&section, 1, "20 HP per player (15 to 25)");
    assert_answer(&section, 2, "round 3 (50.0%");
}

#[test]
fn targets_take_precedence_over_reading_the_curve() {
    let targets = "wanted,base_hp_per_player,low_per_player,high_per_player\n0.4,18.5,17,19.5\n";
    let section = only(&run(&[
        ("summary", SUMMARY),
        ("curve", CURVE),
        ("targets", targets),
    ]));
    assert_answer(&section, 1, "18.5 HP per player (17 to 19.5)");
}

#[test]
fn the_curve_has_every_row_of_its_table() {
    let section = only(&run(&[("summary", SUMMARY), ("curve", CURVE)]));
    assert_points(
        &section,
        "Win rate at every base",
        &[("10", "0.1"), ("15", "0.3"), ("20", "0.45"), ("25", "0.9")],
    );
}

#[test]
fn a_run_without_tables_is_still_shown() {
    let section = only(&run(&[]));
    assert!(section.figures.is_empty());
    assert_eq!(section.title, "2 players, expert, base of 15 HP each");
}

#[test]
fn replays_of_the_typical_the_best_and_the_worst_game() {
    let games = "game,seed,won,rounds_survived,base_damage\n\
        10,7,false,3,31\n11,7,false,1,40\n12,7,true,9,5\n13,7,false,4,30\n14,7,false,3,30\n";
    let section = only(&run(&[("games", games)]));
    let replays: Vec<(&str, String)> = section
        .replays
        .iter()
        .map(|replay| (&*replay.what, replay.arguments.join(" ")))
        .collect();
    let game = |game: u64| format!("--seed 7 --players 2 --game {game}");
    let expected = [
        ("A typical game", game(14)),
        ("The best game", game(12)),
        ("The worst game", game(11)),
    ];
    assert_eq!(replays, expected);
}

#[test]
fn replays_are_written_beside_the_report_and_linked() {
    let games = "game,seed,won,rounds_survived,base_damage\n0,7,false,3,31\n1,7,false,1,40\n";
    let place = run(&[("games", games)]);
    let mut report = Report::read(&[place.path().to_path_buf()]).expect("a report");
    let file = place.path().join("mine.html");
    let mut written = Vec::new();
    let linked = report.link_replays(&file, |arguments, page| {
        written.push((arguments.join(" "), page.to_path_buf()));
        Ok::<(), ReportError>(())
    });
    linked.expect("pages");
    report.write(&file).expect("a report");
    let html = fs::read_to_string(&file).expect("a page");
    let names = ["a-typical-game", "the-best-game", "the-worst-game"];
    assert_eq!(written.len(), names.len());
    for (name, (arguments, page)) in names.iter().zip(&written) {
        let beside = format!("mine-s1-{name}.html");
        assert!(html.contains(&format!("<a href=\"{beside}\">")), "{beside}");
        assert_eq!(*page, place.path().join(beside));
        assert!(
            arguments.starts_with("--seed 7 --players 2 --game"),
            "{arguments}"
        );
    }
}

#[test]
fn parquet_says_the_same_as_csv() {
    let schema = Schema::new([
        ("measure", ColumnType::Text),
        ("value", ColumnType::F64),
        ("games", ColumnType::U64),
    ]);
    let mut table = Table::new(schema.expect("a schema"));
    let row = [Value::from("win_rate"), Value::from(0.1), Value::from(7u64)];
    table.push_row(&row).expect("a row");
    table
        .push_row(&[
            Value::from(HOSTILE),
            Value::from(f64::NAN),
            Value::from(0u64),
        ])
        .expect("a row");
    let place = tempfile::tempdir().expect("a directory");
    let read = |format: tables::Format| {
        let path = place.path().join(format!("t.{}", format.name()));
        write_table(&path, format, &table).expect("written");
        let sheet = sheet::Sheet::read("t", &path).expect("read");
        (sheet.columns, sheet.rows)
    };
    let (csv, parquet) = (read(tables::Format::Csv), read(tables::Format::Parquet));
    assert_eq!(csv, parquet);
    assert_eq!(csv.1[1], [HOSTILE, "", "0"]);
}

#[test]
fn a_directory_without_a_manifest_is_refused() {
    let place = tempfile::tempdir().expect("a directory");
    let refused = sections(&[place.path().to_path_buf()])
        .err()
        .expect("refused")
        .to_string();
    assert!(
        refused.contains("manifest.json") && refused.contains("expected a directory"),
        "{refused}"
    );
}

#[test]
fn pictures_become_files() {
    let place = comparison();
    let to = place.path().join("pictures");
    let report = Report::read(&[place.path().to_path_buf()]).expect("a report");
    assert!(report.pictures() > 0);
    report.write_pictures(&to).expect("written");
    let name = "one-against-the-other-difference-in-endurance.svg";
    let text = fs::read_to_string(to.join(Path::new(name))).expect("a picture");
    assert!(text.starts_with("<svg") && text.contains("prefers-color-scheme"));
}
