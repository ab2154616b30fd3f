//! Wrong use of every command gets help: `refusals.txt` lists what is refused, and with which words,
//! `refused_files.txt` the same of files.

use crate::common::{Place, assert_has, text};
use std::fs;

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

#[test]
fn all_faults_of_a_file_are_named_at_once() {
    let place = Place::new();
    for section in include_str!("refused_files.txt").split("\n== ").skip(1) {
        let (arguments, file) = section.split_once('\n').expect("a command");
        let (file, expected) = file.split_once("\n=> ").expect("a file and its faults");
        fs::write(place.path("f.toml"), file).expect("written");
        let output = place.run(arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}\n{errors}");
        let expected: Vec<&str> = expected.trim_end().split("\n=> ").collect();
        expected.iter().for_each(|one| assert_has(&errors, one));
        // One fault may lead to others; where several are listed, these are all.
        let named = errors.matches("error: ").count();
        assert!(expected.len() == 1 || named == expected.len(), "{errors}");
    }
}
