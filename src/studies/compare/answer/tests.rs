//! What a person is told of a comparison.

use super::*;
use crate::compare::design::Defaults;
use crate::compare::experiment::{Experiment, NamedChanges};
use crate::compare::sums::Ended;
use cards::load::Library;

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
    let results = Results::new(design, sums, stop.looks());
    let played = Played {
        design,
        stop: &stop,
        results: &results,
        sums,
        ending: Ending::AllPlayed,
    };
    let answer = played.answer(&[], None);
    let grids = answer
        .sections
        .iter()
        .filter_map(|section| section.grid.as_ref());
    let verdicts = grids.flat_map(|grid| (0..grid.rows.len()).map(|row| grid.text(row, 5)));
    answer.headline.join(" ") + &verdicts.collect::<Vec<_>>().join(" ")
}

const OFTEN: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(2));
const RARELY: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(4));

#[test]
fn policies_that_disagree_in_sign_are_flagged() {
    let design = design(Measure::Endurance);
    let sums = sums([[RARELY, OFTEN], [OFTEN, RARELY]]);
    let stop = StopRule::fixed(1000);
    let results = Results::new(&design, &sums, stop.looks());
    let judged: Vec<&Difference> = results.primary().collect();
    assert_eq!(judged.len(), 2);
    let opposed = |one: &&Difference| one.agreement == Some(Agreement::Opposed);
    assert!(judged.iter().all(opposed));
    assert_eq!(
        [tone(judged[0]), tone(judged[1])],
        [Tone::Better, Tone::Worse]
    );
    let said = said(&design, &sums);
    assert!(
        said.contains("Policies clearly disagree on the sign: more"),
        "{said}"
    );
    let answer = "more: it depends on who plays: easier for the players with `random` (+0.56 ";
    assert!(said.starts_with(answer), "{said}");
    assert!(
        said.contains("; harder for the players with `pass` (-0.56 "),
        "{said}"
    );
}

#[test]
fn less_is_better_where_hit_points_are_needed() {
    let design = design(Measure::NeededHp);
    let sums = sums([[RARELY, OFTEN], [RARELY, OFTEN]]);
    let said = said(&design, &sums);
    assert!(
        said.contains(
            "more: easier for the players, for both policies (from -5.0 to -5.0 HP each between \
             policies)."
        ),
        "{said}"
    );
}

#[test]
fn arms_have_the_names_of_cards() {
    let design = design(Measure::Endurance);
    let cards = &design.strata[0].plans[0].cards;
    assert_eq!(shown_name("prowler.hp=4", cards), "Prowler hp=4");
    assert_eq!(
        shown_name("set.prowler.hp=4,base-hp=9", cards),
        "Prowler hp=4,base-hp=9"
    );
    assert_eq!(shown_name("my.name", cards), "my.name");
}

#[test]
fn an_effect_that_clearly_differs_in_size_says_for_whom_it_is_larger() {
    const SOMETIMES: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(3));
    let design = design(Measure::Endurance);
    let sums = sums([[RARELY, OFTEN], [RARELY, SOMETIMES]]);
    let said = said(&design, &sums);
    let first = "more: easier for the players, for both policies; for `random` more so (+0.56 ";
    assert!(said.starts_with(first), "{said}");
    assert!(said.contains("rounds, clearly different)."), "{said}");
}

#[test]
fn a_larger_effect_that_is_hardly_known_is_not_the_one_that_differs() {
    const SOMETIMES: fn(u64) -> i32 = |game| 20 + 20 * i32::from(game.is_multiple_of(3));
    let design = design(Measure::Endurance);
    let sums = sums([[RARELY, OFTEN], [RARELY, SOMETIMES]]);
    let results = Results::new(&design, &sums, StopRule::fixed(1000).looks());
    let mut all: Vec<Difference> = results.primary().cloned().collect();
    let mut vague = all[0];
    vague.estimate = vague.estimate.times(2.0);
    vague.standard_error = Some(1.0);
    all.push(vague);
    let [most, least] = sentences::clearest(&all.iter().collect::<Vec<_>>()).unwrap();
    let of_all = [most, least].map(|one| all.iter().position(|known| std::ptr::eq(known, one)));
    assert_eq!(of_all, [Some(0), Some(1)]);
}
