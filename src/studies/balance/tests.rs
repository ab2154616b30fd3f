use super::*;
use crate::compare::play::samples::played_study;

fn question(goals: &[&str], allowed: &[&str]) -> Question {
    Question {
        base: Changes::default(),
        goals: goals
            .iter()
            .map(|goal| Goal::parse(goal).unwrap())
            .collect(),
        players: vec![1],
        policy: "greedy".into(),
        others: Vec::new(),
        allowed: allowed.iter().map(|may| May::parse(may).unwrap()).collect(),
        locked: Vec::new(),
        at_most: 2,
        games: 100,
        seed: 5,
    }
}

fn searched(question: Question) -> (Balance, Found) {
    let balance = Balance::new(question, Library::embedded()).unwrap();
    let mut play = |study: Study| {
        let sums = played_study(&study, 2).0;
        Ok::<_, DesignError>(Some((study, sums)))
    };
    let found = balance.search(&mut play).unwrap().unwrap();
    (balance, found)
}

// Two cards of the printed game are made worse; undoing that is allowed, among much else.
#[test]
fn planted_faults_are_repaired() {
    let printed = question(&["30%..70%:base-hp=97"], &["enemy.power"]);
    let (balance, found) = searched(printed);
    assert_eq!(balance.reaches(&found.now), Some(true), "{:?}", found.now);
    let faults = ["hydra.power=12", "flayer-centipede.power=9"];
    let mut faulty = question(&["30%..70%:base-hp=97"], &["enemy.power=5", "enemies"]);
    faulty.base.set = faults.map(String::from).into();
    let (balance, found) = searched(faulty);
    let best = &found.finalists[0];
    assert!(balance.miss(best) < balance.miss(&found.now), "{best:?}");
    assert_ne!(
        balance.reaches(best),
        Some(false),
        "{}",
        balance.text(&best.set)
    );
}

#[test]
fn a_base_is_found_by_itself_and_one_change_comes_before_two() {
    let (balance, found) = searched(question(
        &["30%..70%:base-hp=50"],
        &["base-hp=60", "enemy.hp"],
    ));
    let best = &found.finalists[0];
    assert_eq!(best.set.len(), 1, "{}", balance.text(&best.set));
    assert!(balance.text(&best.set).starts_with("base HP 50 -> "));
    assert_ne!(balance.reaches(best), Some(false));
    // Sizes do not fall among sets that may reach the goals.
    let open = found
        .finalists
        .iter()
        .filter(|one| balance.reaches(one) != Some(false));
    assert!(open.map(|one| one.set.len()).is_sorted());
}

#[test]
fn goals_without_players_hold_for_all_of_them_and_equal_games_are_played_once() {
    let mut asked = question(&["35%..45%", "40%:players=2", "5..6"], &["base-hp"]);
    asked.players = vec![1, 2];
    let balance = Balance::new(asked, Library::embedded()).unwrap();
    let places: Vec<usize> = balance.goals.iter().map(|(_, place)| *place).collect();
    assert_eq!(places, [0, 1, 1, 0, 1]);
}

// Only as many players are held at a time as a group has arms, and smaller steps are not played.
#[test]
fn changes_are_played_in_groups_and_small_steps_do_their_share() {
    let asked = question(&["30%..70%:base-hp=97"], &["enemy.power=2", "base-hp=50"]);
    let balance = Balance::new(asked, Library::embedded()).unwrap();
    let (mut most, mut bases) = (0, 0);
    let mut play = |study: Study| {
        most = most.max(study.design.arms.len() - 1);
        let arms = study.design.arms.iter();
        bases += arms.filter(|arm| arm.name.starts_with("base HP")).count();
        let sums = played_study(&study, 2).0;
        Ok::<_, DesignError>(Some((study, sums)))
    };
    let (model, candidates) = balance.model(&mut play).unwrap().unwrap();
    assert!(balance.levers.len() > GROUP && most <= GROUP, "{most}");
    assert!(bases < 100 && !candidates.is_empty(), "{bases}");
    for (place, lever) in balance.levers.iter().enumerate() {
        if lever.key == "base-hp" {
            let shift: f64 = model.shifts_of(place).sum();
            assert!((shift + f64::from(lever.by)).abs() < 1e-9, "{}", lever.text);
        }
    }
}
