//! Learning a value, as a person would do it.

use crate::common::Place;
use std::fs;

const SMALL: &str = "--players 1,2 --generations 2 --games 120 --epochs 0.5 --judge-games 20 \
                     --seed 3 --name mine";

#[test]
fn learning_is_the_same_on_any_number_of_threads() {
    let place = Place::new();
    place.ok(&format!(
        "learn expert {SMALL} --threads 1 --quiet --out one"
    ));
    place.ok(&format!(
        "learn expert {SMALL} --threads 2 --quiet --out two"
    ));
    place.assert_same_data("one", "two");
    let names = place.data("one").into_keys().collect::<Vec<_>>();
    for name in [
        "mine.value",
        "mine.toml",
        "held_out.csv",
        "differences.parquet",
    ] {
        assert!(names.contains(&name.to_string()), "{names:?}");
    }
    // The file says how it was made, and doing so makes it again.
    let text = fs::read_to_string(place.path("one/mine.toml")).unwrap();
    let mut lines = text.lines();
    let command = lines.find_map(|line| line.strip_prefix("#   xenosim "));
    place.ok(&format!(
        "{} --quiet --out three",
        command.expect("a command")
    ));
    place.assert_same_data("one", "three");
    // What was learned can be played with, and explained.
    let shown = place.ok("policies show one/mine.toml");
    assert!(shown.contains("purchase: learned"), "{shown}");
    assert!(
        shown.contains("Learned from 2 generations of 120 games"),
        "{shown}"
    );
    place.ok("simulate --policy one/mine.toml --games 5 --out s --quiet");
}

#[test]
fn an_interrupted_run_resumes_to_the_same_end() {
    let place = Place::new();
    let options = "learn balanced --players 1 --generations 3 --games 600 --epochs 1 \
                   --judge-games 20 --format csv";
    place.assert_goes_on(options);
}

#[test]
fn who_is_too_slow_to_learn_from_is_refused() {
    let place = Place::new();
    let said = place.refusal("learn strategist");
    assert!(said.contains("policy `strategist` searches"), "{said}");
    let said = place.refusal("learn --epochs much");
    assert!(
        said.contains("expected a number from 0.01 to 100"),
        "{said}"
    );
}
