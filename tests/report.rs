//! Pages for people who were not there: the summary, and the home page of a directory.

use crate::common::{Place, assert_has, text};
use std::fs;

fn page(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path(name)).expect("a page")
}

#[test]
fn a_summary_is_one_page_with_the_answer_one_chart_and_the_command() {
    let place = Place::new();
    place.ok("simulate --policy greedy --games 300 --out s --quiet");
    let said = place.ok("report s --summary");
    assert!(said.contains("s/summary.html: one page"), "{said}");
    let summary = page(&place, "s/summary.html");
    let answer = place.answer("s");
    let first = answer["headline"][0].as_str().expect("a sentence");
    let plain = first.replace('`', "");
    let start = plain.split(['<', '&']).next().expect("a start");
    assert!(summary.contains(&start[..20]), "{start}");
    assert_eq!(summary.matches("<figure>").count(), 1);
    let figures = summary.matches("<tr><th>").count() - summary.matches("class=\"facts\"").count();
    assert!(figures >= 5, "{figures} figures");
    assert!(summary.contains("<th>Base needed</th>"), "its own figures");
    assert!(summary.contains("xenosim simulate"));
    assert!(
        !summary.contains("data-table"),
        "tables are left to the report"
    );
    place.refuses("report s --summary --index", "cannot be used with");
}

#[test]
fn a_page_replaces_nothing_but_a_page() {
    let place = Place::new();
    place.ok("simulate --policy random --games 20 --out s --quiet");
    for _ in 0..2 {
        place.ok("report s --svg pictures");
    }
    let games = place.data("s")["games.csv"].clone();
    for command in ["report s --out", "replay --policy random --html"] {
        let output = place.run(&format!("{command} s/games.csv"));
        assert!(!output.status.success(), "{command}");
        assert_has(&text(&output.stderr), "s/games.csv: is there already");
    }
    assert_eq!(place.data("s")["games.csv"], games);
}

#[test]
fn a_home_page_leads_to_every_report_and_from_cards_to_their_sheets() {
    let place = Place::new();
    place.ok("simulate --policy greedy --games 200 --out all/solo --quiet");
    place.ok("card hydra --policy greedy --games 40 --out all/cards/hydra --quiet");
    let said = place.ok("report all --index");
    assert!(said.contains("all/index.html: 2 studies"), "{said}");
    let home = page(&place, "all/index.html");
    for address in ["solo/report.html", "cards/hydra/report.html"] {
        assert!(home.contains(&format!("href=\"{address}\"")), "{address}");
        assert!(place.path("all").join(address).exists());
    }
    let solo = page(&place, "all/solo/report.html");
    assert!(
        solo.contains("\"Hydra\":\"../cards/hydra/report.html\""),
        "the sheet is linked"
    );
    let sheet = page(&place, "all/cards/hydra/report.html");
    assert!(sheet.contains("\"Hydra\":\"../../cards/hydra/report.html\""));
    fs::create_dir(place.path("empty")).expect("a directory");
    place.refuses("report empty --index", "contains no results");
}
