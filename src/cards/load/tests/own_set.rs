//! Small custom sets: what is accepted, and bad additions with the messages they must give.

use super::from_texts;
use super::refusals::{assert_refused, faults_of};

/// The smallest sound set.
const SMALL: &str = r#"
[set]
id = "small"
title = "Small"
files = ["more.toml"]
starting-deck = { coin = 2 }
income = ["coin", "coin", "coin"]
[[card]]
id = "coin"
name = "Coin"
class = "resource"
value = 1
copies = 20
"#;

const ENEMIES: &str = r#"
[[card]]
id = "bug-1"
name = "Bug"
class = "enemy"
wave = 1
power = 1
hp = 1
copies = 3
[[card]]
id = "bug-2"
like = "bug-1"
wave = 2
[[card]]
id = "bug-3"
like = "bug-1"
wave = 3
"#;

#[test]
fn a_small_custom_set_is_accepted() {
    let library = from_texts("", &[("set.toml", SMALL), ("more.toml", ENEMIES)]);
    library.check().unwrap();
    assert_eq!(library.title(), "Small");
    let set = library.cards().unwrap();
    assert_eq!(set.kinds.len(), 4);
    assert_eq!(set.kinds[0].wave, 1, "handed out in wave 1 first");
}

#[test]
fn files_must_be_listed_and_there() {
    let missing = faults_of(&from_texts("", &[("set.toml", SMALL)]));
    assert!(missing.contains("more.toml: cannot be read"), "{missing}");
    let files = [("set.toml", SMALL), ("more.toml", ENEMIES), ("x.toml", "")];
    let unlisted = faults_of(&from_texts("", &files));
    assert!(unlisted.contains("x.toml: is not used"), "{unlisted}");
    let nothing = faults_of(&from_texts("", &[]));
    assert!(
        nothing.starts_with("1 faults\nset.toml: cannot be read"),
        "{nothing}"
    );
}

#[test]
fn bad_additions_are_refused_with_reasons() {
    let faults = |addition: &str| {
        let more = format!("{ENEMIES}\n{addition}\n");
        let library = from_texts("", &[("set.toml", SMALL), ("more.toml", &more)]);
        library.check().unwrap_err().to_string()
    };
    assert_refused("additions to a small set", faults);
    assert_refused("options of a ruling", |lines| {
        faults(&ruling("r", "a", "", lines))
    });
    let check = |addition: &str, expected: &str| {
        let faults = faults(addition);
        assert!(faults.contains(expected), "{addition}\n{faults}");
    };
    let patch = "patch.bug-1.hp = 2";
    check(&ruling("r", "c", "", patch), "unknown option `c`");
    check(
        &ruling("lethal", "a", "", patch),
        "there is already a ruling of this name",
    );
    check(
        &ruling("r", "a", patch, patch),
        "the default belongs in the card files",
    );
}

fn ruling(name: &str, default: &str, a: &str, b: &str) -> String {
    format!(
        "[[ruling]]\nname = \"{name}\"\ntext = \"t\"\ndefault = \"{default}\"\n\
         [[ruling.option]]\nname = \"a\"\ntext = \"t\"\n{a}\n\
         [[ruling.option]]\nname = \"b\"\ntext = \"t\"\n{b}\n"
    )
}

#[test]
fn a_wave_needs_enemies_and_a_set_has_limits() {
    let library = from_texts("", &[("set.toml", SMALL), ("more.toml", "")]);
    let faults = faults_of(&library);
    assert!(
        faults.contains("the set: wave 2 has no enemies"),
        "{faults}"
    );
    let many: String = (0..256)
        .map(|i| format!("[[card]]\nid = \"bug-x{i}\"\nlike = \"bug-1\"\n"))
        .collect();
    let more = format!("{ENEMIES}{many}");
    let faults = faults_of(&from_texts(
        "",
        &[("set.toml", SMALL), ("more.toml", &more)],
    ));
    assert!(
        faults.contains("at most 255 kinds of cards, found 260"),
        "{faults}"
    );
}
