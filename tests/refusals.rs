//! Wrong use of every command gets help: `refusals.txt` lists what is refused, and with which words.

use crate::common::Place;

#[test]
fn wrong_use_gets_help_and_writes_nothing() {
    let place = Place::new();
    let lines = include_str!("refusals.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (arguments, expected) = line.split_once(" => ").expect("a command and its refusal");
        place.refuses(arguments, expected);
        assert!(
            place.names().is_empty(),
            "{arguments} has written something"
        );
    }
}
