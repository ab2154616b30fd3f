//! Learning finds what there is to find, and the same on any number of threads.

use super::games::{Curriculum, Sort};
use super::labels::label;
use super::training::{Method, Training};
use cards::CardSet;
use cards::load::Library;
use cards::ruleset::Preset;
use players::registry;
use runs::sim::batch::thread_pool;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use value::rows::Rows;
use value::source::ValueSource;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

fn curriculum(games: u64) -> Curriculum {
    let cards = cards();
    let sort = |players, share| Sort {
        rules: Preset::Pnp.ruleset(players),
        share,
    };
    let policies = ["expert", "greedy"].iter();
    Curriculum {
        policies: policies
            .map(|name| registry::resolve(name, &cards).unwrap())
            .collect(),
        cards,
        sorts: vec![sort(1, 2), sort(2, 1)],
        random_percent: 5,
        random_purchases_only: false,
        seed: 5,
        games,
    }
}

fn rows(curriculum: &Curriculum, threads: usize) -> Rows {
    let played = AtomicU64::new(0);
    let told = |games| {
        played.fetch_add(games, Ordering::Relaxed);
    };
    let pool = thread_pool(threads).unwrap();
    let rows =
        pool.install(|| curriculum.play(0..curriculum.games, &told, &AtomicBool::new(false)));
    assert_eq!(played.into_inner(), curriculum.games);
    rows.unwrap()
}

#[test]
fn labels_are_shares_of_the_rounds_to_come() {
    let damage = [0.0, 3.0, 0.0, 5.0, 0.0, 0.0, 9.0, 0.0, 0.0];
    assert_eq!(label(&damage, 1, 100.0), 1.0);
    assert_eq!(
        label(&damage, 1, 17.0),
        0.0 + {
            let survived = 1.0 + 1.0 + 1.5 + 1.5 + 2.0 + 2.5;
            survived / 20.0
        }
    );
    // What came before a table does not count.
    assert_eq!(label(&damage, 8, 1.0), 1.0);
    assert_eq!(label(&damage, 7, 9.0), 0.0);
    assert_eq!(label(&damage, 7, 9.5), 1.0);
}

#[test]
fn every_game_gives_a_table_for_each_round_and_each_deployment() {
    let curriculum = curriculum(30);
    let rows = rows(&curriculum, 2);
    assert_eq!(rows.games(), 30);
    assert_eq!(rows.len(), 30 * 18);
    let two_players = (0..rows.len()).filter(|row| rows.row(*row).players == 2);
    assert_eq!(two_players.count(), 10 * 18);
    for row in 0..rows.len() {
        for seat in 0..usize::from(rows.row(row).players) {
            let cards: f32 = rows
                .entries(row, seat)
                .iter()
                .map(|entry| entry.count())
                .sum();
            assert!(cards >= 10.0, "a player owns ten cards at least: {cards}");
        }
    }
}

#[test]
fn training_lowers_the_held_out_loss_and_does_not_depend_on_threads() {
    let curriculum = curriculum(600);
    let train = |threads: usize| {
        let rows = rows(&curriculum, threads);
        let method = Method {
            epochs: 1.0,
            ..Method::default()
        };
        thread_pool(threads).unwrap().install(|| {
            let mut training = Training::new(&rows, &curriculum.cards, method);
            let untrained = training.held_out(true);
            let (steps, _) = training.steps();
            (0..steps).for_each(|_| {
                training.advance();
            });
            (
                training.weights().clone(),
                training.held_out(true),
                untrained,
            )
        })
    };
    let (weights, held_out, untrained) = train(1);
    let (again, _, _) = train(2);
    assert!(weights == again, "weights depend on the number of threads");
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    assert!(
        mean(&held_out) < mean(&untrained) - 0.005,
        "{held_out:?} {untrained:?}"
    );
}

/// With fewer games than `learn` plays, over all rounds together.
#[test]
fn the_value_beats_a_guess_by_round_and_base_on_games_kept_apart() {
    let curriculum = curriculum(12_000);
    let rows = rows(&curriculum, 2);
    let method = Method {
        epochs: 4.0,
        ..Method::default()
    };
    thread_pool(2).unwrap().install(|| {
        let mut training = Training::new(&rows, &curriculum.cards, method);
        for _ in 0..training.steps().0 {
            training.advance();
        }
        let (value, guess) = (training.held_out(true), training.ignorant());
        let sum = |losses: &[f64]| losses.iter().sum::<f64>();
        assert!(sum(&value) < sum(&guess), "{value:?} {guess:?}");
    });
}

/// With as many games as `learn` plays, in every round: what it wrote down when it made the value that
/// is built in.
#[test]
fn the_built_in_value_beat_a_guess_in_every_round() {
    let value = ValueSource::load("standard", Path::new("")).unwrap();
    let losses = |name: &str| -> Vec<f64> {
        let lines = value.learned().story.iter();
        let line = lines
            .map(|line| line.trim())
            .find(|line| line.starts_with(name));
        let figures = line.expect("a line of losses").split_whitespace();
        figures.filter_map(|figure| figure.parse().ok()).collect()
    };
    let (learned, guess) = (losses("the value"), losses("knowing round and base only"));
    assert_eq!((learned.len(), guess.len()), (9, 9));
    for (round, (value, guess)) in learned.iter().zip(&guess).enumerate() {
        assert!(value < guess, "round {}: {value} {guess}", round + 1);
    }
}
