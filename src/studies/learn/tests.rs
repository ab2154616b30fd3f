//! Learning finds what there is to find, and the same on any number of threads.

use super::games::{Curriculum, VALUE_GAMES};
use super::generation::{Method as Methods, labelling, train};
use super::labels::label;
use super::material::Material;
use super::training::{Method, Training};
use cards::CardSet;
use cards::load::Library;
use cards::ruleset::Preset;
use players::registry;
use players::spec::PolicySpec;
use runs::sim::batch::thread_pool;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use value::rows::Rows;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// Games of `balanced`; search labels those of a teacher that searches.
fn curriculum(teacher: &str) -> Curriculum {
    let cards = cards();
    let [student, teacher] = ["balanced", teacher].map(|name| registry::load(name).unwrap());
    Curriculum {
        cards,
        rules: [1, 1, 2]
            .map(|players| Preset::Pnp.ruleset(players))
            .to_vec(),
        common: None,
        students: vec![student],
        teachers: vec![teacher],
        seed: 5,
    }
}

fn material(curriculum: &Curriculum, games: u64, threads: usize) -> Material {
    let played = AtomicU64::new(0);
    let told = |games| {
        played.fetch_add(games, Ordering::Relaxed);
    };
    let pool = thread_pool(threads).unwrap();
    let material = pool.install(|| curriculum.play(0..games, &told, &AtomicBool::new(false)));
    assert_eq!(played.into_inner(), games);
    material.unwrap()
}

/// The tables of games that nobody labels.
fn rows(games: u64, threads: usize) -> Rows {
    material(&curriculum("balanced"), games / VALUE_GAMES, threads).rows
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
fn every_game_gives_two_tables_for_each_round_after_its_odd_one() {
    let rows = rows(48, 2);
    assert_eq!(rows.games(), 48);
    // Three games follow each other in oddness; the first three and the last seven triples have no odd round.
    let odd = (1..9).flat_map(|round| [9 - round; 3]);
    let rounds: usize = odd.sum::<usize>() + 24 * 9;
    assert_eq!(rows.len(), 2 * rounds);
    let two_players = (0..rows.len()).filter(|row| rows.row(*row).players == 2);
    assert_eq!(3 * two_players.count(), rows.len());
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

/// With fewer games than `learn` plays, over all rounds together.
#[test]
fn the_value_beats_a_guess_by_round_and_base_on_games_kept_apart() {
    let (cards, rows) = (cards(), rows(24_000, 2));
    let method = Method {
        epochs: 4.0,
        ..Method::default()
    };
    thread_pool(2).unwrap().install(|| {
        let mut training = Training::new(&rows, &cards, method);
        for _ in 0..training.steps().0 {
            training.advance();
        }
        let (value, guess) = (training.held_out(true), training.ignorant());
        let sum = |losses: &[f64]| losses.iter().sum::<f64>();
        assert!(sum(&value) < sum(&guess), "{value:?} {guess:?}");
    });
}

#[test]
fn a_generation_learns_a_player_and_the_next_searches_around_it() {
    let mut curriculum = curriculum("strategist:8");
    let first = material(&curriculum, 41, 2);
    assert_eq!(first.rows.games() as u64, 41 * VALUE_GAMES);
    let bytes = |material: &Material| postcard::to_stdvec(material).unwrap();
    let again: Material = postcard::from_bytes(&bytes(&material(&curriculum, 41, 1))).unwrap();
    assert!(again.is_sound());
    assert_eq!(bytes(&again), bytes(&first));
    let method = Methods::new(0.5, 3);
    let [student, teacher] = [&curriculum.students[0], &curriculum.teachers[0]].map(Clone::clone);
    let learned = |student: &PolicySpec, material: &Material| {
        let trained = train(material, &cards(), student, &method, &|_| true);
        let (learned, held_out) = trained.expect("not interrupted");
        assert!(held_out.regret().questions > 10, "{held_out:?}");
        learned.player(student, "learned", "learned")
    };
    let player = learned(&student, &first);
    curriculum.teachers = vec![labelling(&player, &teacher)];
    curriculum.students = vec![player.clone()];
    let second = material(&curriculum, 41, 2);
    assert_ne!(bytes(&second)[..1000], bytes(&first)[..1000]);
    assert!(learned(&player, &second) != player);
    // Interrupted training leaves nothing.
    assert!(train(&second, &cards(), &player, &method, &|_| false).is_none());
}
