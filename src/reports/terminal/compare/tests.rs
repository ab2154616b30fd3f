//! What a person is told of a comparison.

use super::*;
use cards::load::Library;
use studies::compare::design::Defaults;
use studies::compare::experiment::{Experiment, NamedChanges};
use studies::compare::sums::Ended;
use studies::compare::tables::{differences_table, table_json};

/// A comparison of one arm with two policies.
fn design(measure: Measure) -> Design {
    let arm = NamedChanges::parse("arm", "more:set.prowler.hp=9").unwrap();
    let experiment = Experiment {
        name: "test".into(),
        arms: vec![arm],
        policies: vec!["random".into(), "pass".into()],
        measure: Some(measure),
        ..Experiment::default()
    };
    Design::resolve(&experiment, &Library::embedded(), &Defaults::new(1, 1000)).unwrap()
}

/// Sums of games that last so long with the baseline and with the arm, for each policy.
/// What a game comes to, by its number.
type Outcome = fn(u64) -> i32;

fn sums(of: [[Outcome; 2]; 2]) -> Vec<StratumSums> {
    let ended = |game: u64, endurance: i32| Ended {
        game,
        players: 1,
        endurance,
        needed_hp: 100 - endurance,
        ..Ended::default()
    };
    let stratum = |[baseline, arm]: [fn(u64) -> i32; 2]| {
        let mut sums = StratumSums::new(1);
        sums.games = 1000;
        for game in 0..sums.games {
            let (a, b) = (ended(game, baseline(game)), ended(game, arm(game)));
            sums.baseline.record(a);
            sums.arms[0].record(a, b);
        }
        sums
    };
    of.map(stratum).to_vec()
}

fn said(design: &Design, sums: &[StratumSums]) -> String {
    let stop = StopRule::fixed(1000);
    let results = Results::new(design, &stop, sums, Ending::AllPlayed);
    let file = tempfile::NamedTempFile::new().unwrap();
    let report = Report {
        design,
        stop: &stop,
        results: &results,
        sums,
        explanations: &[],
        ending: Ending::AllPlayed,
        directory: Path::new("somewhere"),
        scan: None,
        verbose: false,
    };
    report
        .write(&mut Output::to(file.reopen().unwrap()))
        .unwrap();
    std::fs::read_to_string(file.path()).unwrap()
}

const OFTEN: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(2));
const RARELY: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(4));

#[test]
fn policies_that_disagree_in_sign_are_flagged() {
    let design = design(Measure::Endurance);
    let sums = sums([[RARELY, OFTEN], [OFTEN, RARELY]]);
    let stop = StopRule::fixed(1000);
    let results = Results::new(&design, &stop, &sums, Ending::AllPlayed);
    let table = table_json(&differences_table(&design, &results, &sums).unwrap());
    let rows = table.as_array().unwrap().iter();
    let judged: Vec<_> = rows.filter(|row| row["measure"] == "endurance").collect();
    assert_eq!(judged.len(), 2);
    assert!(judged.iter().all(|row| row["policies"] == "opposed"));
    assert_eq!(judged[0]["verdict"], "easier");
    assert_eq!(judged[1]["verdict"], "harder");
    let said = said(&design, &sums);
    assert!(
        said.contains("policies clearly disagree on the sign: more"),
        "{said}"
    );
    let answer =
        "more: easier for the players with 1 player, policy random; harder for the players";
    assert!(said.replace('\n', " ").contains(answer), "{said}");
}

#[test]
fn less_is_better_where_hit_points_are_needed() {
    let design = design(Measure::NeededHp);
    let sums = sums([[RARELY, OFTEN], [RARELY, OFTEN]]);
    let said = said(&design, &sums);
    assert!(
        said.contains("more: easier for the players in all 2 settings (-5.00 to -5.00 HP each)."),
        "{said}"
    );
}

#[test]
fn there_is_no_verdict_from_a_floor() {
    let design = design(Measure::WinRate);
    let sums = sums([[RARELY, OFTEN], [OFTEN, RARELY]]);
    let said = said(&design, &sums).replace('\n', " ");
    assert!(
        said.contains("No verdict on win rate in 2 of 2 comparisons: nearly every game is lost."),
        "{said}"
    );
    assert!(!said.contains("equal"), "{said}");
}

#[test]
fn lines_fit_a_terminal() {
    for measure in [Measure::Endurance, Measure::NeededHp, Measure::WinRate] {
        let said = said(&design(measure), &sums([[RARELY, OFTEN], [OFTEN, RARELY]]));
        for line in said.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    assert_eq!(cut("abcdef", 4), "abc…");
}
