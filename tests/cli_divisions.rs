//! Divisions and markets on the command line: what runs report, and what experiments vary.

use crate::common::{Place, assert_has};
use std::fs;

#[test]
fn runs_say_in_their_rows_who_led_what() {
    let place = Place::new();
    let rows = |name: &str, more: &str| {
        place.ok(&format!(
            "simulate --games 30 --policy random --format csv --out {name} {more}"
        ));
        fs::read_to_string(place.path(name).join("games.csv")).expect("rows")
    };
    let head = |games: &str| games.lines().next().expect("a heading").to_string();
    let plain = head(&rows("pnp", "--players 2"));
    assert!(!plain.contains("market") && !plain.contains("division"));
    let games = rows("led", "--rules onslaught --players 2 --division med-bay");
    let led = head(&games);
    assert!(led.ends_with(",market,division_1,division_2"), "{led}");
    let mut lines = games.lines().skip(1);
    assert!(lines.clone().count() == 30 && lines.all(|line| line.contains(",stacks,med-bay,")));
    let manifest = place.manifest("led").to_string();
    assert_has(&manifest, "\"division\":\"med-bay\"");
    assert!(head(&rows("stacks", "--market stacks")).ends_with(",market"));
}
