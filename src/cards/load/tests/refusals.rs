//! Bad inputs, each with the message it must give: those of `refusals.txt`, and others.

use super::super::*;
use super::addition;

/// What is said of an outcome, after the number of faults.
pub(super) fn told<T>(outcome: Result<T, Faults>) -> String {
    let told = |faults: Faults| format!("{} faults\n{faults}", faults.0.len());
    outcome.err().map_or("no faults".into(), told)
}

pub(super) fn faults_of(library: &Library) -> String {
    told(library.compile::<&str, &str>(&[]))
}

/// Fails unless everything in a section of `refusals.txt` is refused with its reasons.
#[track_caller]
pub(super) fn assert_refused(section: &str, faults: impl Fn(&str) -> String) {
    let sections = include_str!("refusals.txt").split("\n== ");
    let mut found = sections.filter_map(|text| text.strip_prefix(section)?.strip_prefix('\n'));
    let (mut written, mut told) = (String::new(), None);
    for line in found.next().expect("a section").lines() {
        match line.strip_prefix("=> ") {
            Some(expected) => {
                let told = told.get_or_insert_with(|| faults(written.trim_end()));
                assert!(told.contains(expected), "{written}\n{told}");
            }
            None => {
                if told.take().is_some() {
                    written.clear();
                }
                written = written + line + "\n";
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_reasons() {
    let patched = |patch: &str| faults_of(&Library::embedded().with_patch("p.toml", patch));
    assert_refused("patches", patched);
    assert_refused("assignments", |set| {
        faults_of(&Library::embedded().with_set(set))
    });
    for card in ["prowler", "martini", "tesla", "med-pack", "1-xenosathem"] {
        assert_refused(&format!("abilities of {card}"), |ability| {
            patched(&format!("[{card}]\nability = [{ability}]"))
        });
    }
    assert_refused("a set of its own", |more| faults_of(&addition(more)));
    let many = r#"{ when = "killed", do = [{ damage = 1, to = "one-enemy" }] },"#.repeat(9);
    let faults = patched(&format!("[martini]\nability = [{many}]"));
    assert!(faults.contains("at most 8 abilities"), "{faults}");
}

#[test]
fn all_faults_are_listed_not_only_the_first() {
    let patch = "[prowler]\nhp = 0\npower = -3\n[hydra]\nwave = 9\n[nobody]\nhp = 1";
    let library = Library::embedded()
        .with_patch("p.toml", patch)
        .with_set("x=1");
    let Faults(faults) = library.compile(&[("no-such", "thing")]).unwrap_err();
    assert_eq!(faults.len(), 6, "{faults:#?}");
}
