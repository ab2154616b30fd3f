//! Measuring, as a person would do it.

use crate::common::{Place, assert_fits, json};

#[test]
fn every_policy_is_measured_with_every_number_of_players() {
    let place = Place::new();
    let options = "--policies random,greedy --players 1,2 --repetitions 3 --threads 2";
    let said = place.ok(&format!("bench {options}"));
    assert!(said.contains("greedy, 2 players: "), "{said}");
    assert_fits(&said);
    let answer = json(&place.ok(&format!("bench {options} --json")));
    let again = answer["reproduce"]["command"].as_str().expect("a command");
    assert_eq!(
        again,
        "xenosim bench --policies random,greedy --players 1,2 --repetitions 3 --threads 2"
    );
    let rows = answer["sections"][0]["grid"]["rows"].as_array();
    let rows = rows.expect("a grid");
    assert_eq!(rows.len(), 4);
    for row in rows {
        for speed in &row.as_array().expect("a row")[2..] {
            let number = |name: &str| speed[name].as_f64().expect("a number");
            assert!(number("low") > 0.0, "{row}");
            assert!(number("low") <= number("value"), "{row}");
            assert!(number("value") <= number("high"), "{row}");
        }
    }
    // One player decides less in a game than two.
    let per_game = |row: usize| {
        let value = |column: usize| rows[row][column]["value"].as_f64().expect("a number");
        value(5) / value(2)
    };
    assert!(2.0 * per_game(0) < per_game(1), "{rows:?}");
    assert!(place.names().is_empty(), "nothing is written");
}
