//! Games with a person, whose answers come from the test.

use super::desk::{self, Answer, News, Question, Reply};
use super::transcript::Repeated;
use super::{Args, Seating, Transcript, hint};
use clap::Parser;
use game::rules::{self, set_up, unwatched};
use game::state::GameState;
use std::sync::mpsc;

#[derive(Debug, Parser)]
struct Wanted {
    #[command(flatten)]
    args: Args,
}

pub(super) fn seating(arguments: &str, seed: u64) -> Seating {
    let words = std::iter::once("test").chain(arguments.split_whitespace());
    Wanted::parse_from(words)
        .args
        .seating(seed)
        .expect("a table")
}

/// Plays a game whose first answers are known; the person answers by a rule, until the rule says
/// no more. All answers, the last question, and the end.
fn played(
    seating: &Seating,
    past: Vec<u16>,
    mut person: impl FnMut(usize, &Question) -> Option<Reply>,
) -> (Vec<Answer>, Option<Question>, Option<Box<GameState>>) {
    let (news_to, news) = mpsc::channel();
    let (replies_to, replies) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || desk::play(seating, past, news_to, replies));
        let (mut answers, mut asked) = (Vec::new(), 0);
        for message in news {
            match message {
                News::Step(_) => {}
                News::Answered(answer) => answers.push(answer),
                News::Over(state) => return (answers, None, Some(state)),
                News::Ask(question) => {
                    let Some(reply) = person(asked, &question) else {
                        drop(replies_to);
                        return (answers, Some(question), None);
                    };
                    asked += 1;
                    replies_to.send(reply).expect("somebody listens");
                }
            }
        }
        (answers, None, None)
    })
}

/// Any answers at all, but always the same.
pub(super) fn arbitrary(asked: usize, question: &Question) -> Option<Reply> {
    Some(Reply::Index(asked * 7 % question.options.len()))
}

fn facts(state: &GameState) -> (u8, i32, u32) {
    (state.round, state.base, state.decisions)
}

fn indices(answers: &[Answer]) -> Vec<u16> {
    answers.iter().map(|answer| answer.index).collect()
}

#[test]
fn a_game_resumed_anywhere_ends_the_same() {
    let seating = seating("--players 2", 11);
    let (answers, _, end) = played(&seating, Vec::new(), arbitrary);
    let end = end.expect("an end");
    assert_eq!(answers.len(), end.decisions as usize);
    for share in [0, 1, 2, 3] {
        let (past, rest) = answers.split_at(answers.len() * share / 3);
        // The person goes on as before.
        let mut given = rest.iter().filter(|answer| answer.by_person);
        let (again, _, state) = played(&seating, indices(past), |_, _| {
            let answer = given.next().expect("an answer");
            Some(Reply::Index(usize::from(answer.index)))
        });
        assert_eq!(indices(&again), indices(&answers));
        assert_eq!(facts(&state.expect("an end")), facts(&end));
        assert!(given.next().is_none());
    }
}

#[test]
fn a_repeated_transcript_ends_the_same() {
    for arguments in ["", "--players 3 --seats 2", "--players 2 --seats 1,2"] {
        let seating = seating(arguments, 5);
        let (answers, _, end) = played(&seating, Vec::new(), arbitrary);
        let (cards, rules) = (&seating.game.set, &seating.game.rules);
        let mut state = set_up(cards, rules, seating.key);
        let answers = indices(&answers);
        let mut players = Repeated::new(&seating, &answers);
        rules::play(cards, rules, &mut state, &mut players, &mut unwatched);
        assert_eq!(facts(&state), facts(&end.expect("an end")), "{arguments}");
    }
}

#[test]
fn letting_the_policy_play_plays_like_the_policy() {
    let seating = seating("", 3);
    let (_, _, end) = played(&seating, Vec::new(), |_, _| Some(Reply::Policy));
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let mut players = seating.advisor.table(seating.key);
    rules::play(cards, rules, &mut state, &mut players, &mut unwatched);
    assert_eq!(facts(&end.expect("an end")), facts(&state));
}

#[test]
fn only_the_seats_that_people_take_are_asked() {
    let seating = seating("--players 3 --seats 2", 8);
    let mut seats = Vec::new();
    played(&seating, Vec::new(), |asked, question| {
        seats.push(question.seat);
        arbitrary(asked, question)
    });
    assert!(!seats.is_empty());
    assert!(seats.iter().all(|seat| *seat == 1), "{seats:?}");
}

#[test]
fn hints_come_for_every_question_and_leave_the_game_alone() {
    let seating = seating("--players 2", 21);
    for stop in [0, 3, 12, 30] {
        let ask = |asked: usize, question: &Question| {
            (asked < stop).then(|| arbitrary(asked, question)).flatten()
        };
        let (answers, question, _) = played(&seating, Vec::new(), ask);
        let Some(question) = question else {
            continue;
        };
        let answers = indices(&answers);
        let first = hint::hint(&seating, &answers, &question);
        assert_eq!(first.worth.len(), question.options.len());
        assert_eq!(Some(first.advice), question.advice);
        for worth in first.worth.iter().flatten() {
            let error = worth.error.expect("games were played on");
            assert!(
                (0.0..=10.0).contains(&worth.mean) && error >= 0.0,
                "{worth:?}"
            );
        }
        assert!(
            first.worth.iter().take(16).all(Option::is_some),
            "a question did not come up again"
        );
        assert_eq!(first, hint::hint(&seating, &answers, &question));
    }
}

#[test]
fn an_advisor_who_searches_says_what_it_tried() {
    let seating = seating("--players 2 --hint strategist:16", 21);
    let mut compared = 0;
    for stop in 0..30 {
        let ask = |asked: usize, question: &Question| {
            (asked < stop).then(|| arbitrary(asked, question)).flatten()
        };
        let (answers, question, _) = played(&seating, Vec::new(), ask);
        let Some(question) = question else {
            continue;
        };
        assert_eq!(question.advice, None);
        let answers = indices(&answers);
        let first = hint::hint(&seating, &answers, &question);
        assert_eq!(first, hint::hint(&seating, &answers, &question));
        let tried: Vec<f64> = first.worth.iter().flatten().map(|one| one.mean).collect();
        compared += usize::from(tried.len() > 1);
        assert_eq!(
            first.worth[first.advice].is_some(),
            !tried.is_empty(),
            "{first:?}"
        );
        assert!(
            tried.iter().all(|mean| (0.0..1.1).contains(mean)),
            "{first:?}"
        );
    }
    assert!(compared > 5, "{compared} questions were searched");
}

#[test]
fn a_saved_game_comes_back_and_other_cards_are_refused() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("game.json");
    let table = seating("--players 2", 4);
    let mut transcript = Transcript::new(4, vec!["play".into(), "--players".into(), "2".into()]);
    transcript.answers = vec![1, 0, 1];
    transcript.save(&file, &table).expect("saved");
    let loaded = Transcript::load(&file).expect("loaded");
    assert_eq!(
        (loaded.answers.as_slice(), loaded.seed),
        (&[1, 0, 1][..], 4)
    );
    loaded.check(&table, &file).expect("the same cards");
    let args = loaded.play_args(&file).expect("arguments");
    assert_eq!(args.seating(4).expect("a table").persons, [true, false]);
    let other = seating("--players 2 --set ranger.hp=5", 4);
    let refused = loaded
        .check(&other, &file)
        .expect_err("other cards")
        .to_string();
    assert!(refused.contains("different cards"), "{refused}");
    for (answers, complete, fault) in [
        (vec![1, 0, 900], false, "answer 3 is 900, but there were"),
        (vec![1, 0, 1], true, "it has 3 answers to"),
        (vec![0; 60_000], false, "it has 60000 answers to"),
    ] {
        let mut changed = loaded.clone();
        (changed.answers, changed.complete) = (answers, complete);
        let refused = changed.check(&table, &file).expect_err(fault).to_string();
        assert!(refused.contains(fault), "{refused}");
    }
}

#[test]
fn impossible_tables_are_refused() {
    let refused = |arguments: &str| {
        let words = std::iter::once("test").chain(arguments.split_whitespace());
        let args = Wanted::parse_from(words).args;
        args.seating(1).err().expect("refused").to_string()
    };
    assert!(refused("--seats 2").contains("no seat 2 at a table of 1"));
    assert!(refused("--hint nobody").contains("nobody"));
}
