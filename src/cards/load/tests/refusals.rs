//! Bad inputs, each with the message it must give: those of `refusals.txt`, and others.

use super::super::*;

pub(super) fn faults_of(library: &Library) -> String {
    match library.compile::<&str, &str>(&[]) {
        Ok(_) => "no faults".into(),
        Err(faults) => faults.to_string(),
    }
}

/// What `refusals.txt` has in a section: what is written, and part of what must be said about it.
pub(super) fn refused(section: &str) -> Vec<(String, &'static str)> {
    let sections = include_str!("refusals.txt").split("\n== ");
    let mut found = sections.filter_map(|text| text.strip_prefix(section)?.strip_prefix('\n'));
    let mut cases = Vec::new();
    let mut written = String::new();
    for line in found.next().expect("a section").lines() {
        match line.strip_prefix("=> ") {
            Some(expected) => cases.push((std::mem::take(&mut written), expected)),
            None => written = written + line + "\n",
        }
    }
    cases
}

/// Fails unless everything in a section is refused with its reason.
#[track_caller]
pub(super) fn assert_refused(section: &str, faults: impl Fn(&str) -> String) {
    for (written, expected) in refused(section) {
        let faults = faults(written.trim_end());
        assert!(faults.contains(expected), "{written}\n{faults}");
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
