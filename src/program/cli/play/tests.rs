//! Games with a person, whose answers come from the test.

use super::desk::{self, Answer, News, Question, Reply};
use super::hint::Hint;
use super::transcript::Repeated;
use super::{Args, Seating, Transcript};
use clap::Parser;
use game::play::Decision;
use game::rules::{self, set_up, unwatched};
use game::state::GameState;
use std::sync::mpsc;
use studies::review::Course;

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
/// no more.
fn played(
    seating: &Seating,
    past: Vec<u16>,
    mut person: impl FnMut(usize, &Question) -> Option<Reply>,
) -> Played {
    let (news_to, news) = mpsc::channel();
    let (replies_to, replies) = mpsc::channel();
    let course = Course {
        key: seating.key,
        answers: past,
        dealt_again: None,
    };
    std::thread::scope(|scope| {
        scope.spawn(move || desk::play(seating, &course, news_to, replies));
        let (mut played, mut asked) = (Played::default(), 0);
        for message in news {
            match message {
                News::Answered(answer) => played.answers.push(answer),
                News::Over(state) => played.end = Some(state),
                // Whoever asks for hints follows them.
                News::Hint(hint) => {
                    let reply = Reply::Index(hint.advice);
                    replies_to.send(reply).expect("somebody listens");
                    played.hints.push(hint);
                }
                News::Ask(question) => {
                    let Some(reply) = person(asked, &question) else {
                        drop(replies_to);
                        return played;
                    };
                    asked += 1;
                    played.asked.push(question);
                    replies_to.send(reply).expect("somebody listens");
                }
                News::Step(_) | News::Seen | News::Fight | News::Pause(_) => {}
            }
        }
        played
    })
}

/// What came of a game.
#[derive(Default)]
struct Played {
    answers: Vec<Answer>,
    asked: Vec<Question>,
    hints: Vec<Hint>,
    end: Option<Box<GameState>>,
}

/// Any answers at all, but always the same.
pub(super) fn arbitrary(asked: usize, question: &Question) -> Option<Reply> {
    Some(Reply::Index(asked * 7 % question.options.len()))
}

fn facts(state: &GameState) -> (u8, i32, u32) {
    (state.round(), state.base(), state.decisions())
}

fn indices(answers: &[Answer]) -> Vec<u16> {
    answers.iter().map(|answer| answer.index).collect()
}

#[test]
fn a_game_resumed_anywhere_ends_the_same() {
    let seating = seating("--players 2", 11);
    let first = played(&seating, Vec::new(), arbitrary);
    let end = first.end.expect("an end");
    let answers = first.answers;
    assert_eq!(answers.len(), end.decisions() as usize);
    for share in [0, 1, 2, 3] {
        let (past, rest) = answers.split_at(answers.len() * share / 3);
        // The person goes on as before.
        let mut given = rest.iter().filter(|answer| answer.by_person);
        let again = played(&seating, indices(past), |_, _| {
            let answer = given.next().expect("an answer");
            Some(Reply::Index(usize::from(answer.index)))
        });
        assert_eq!(indices(&again.answers), indices(&answers));
        assert_eq!(facts(&again.end.expect("an end")), facts(&end));
        assert!(given.next().is_none());
    }
}

fn repeated(seating: &Seating, course: &Course) -> GameState {
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let mut players = Repeated::new(seating, course);
    rules::play(cards, rules, &mut state, &mut players, &mut unwatched);
    state
}

#[test]
fn letting_the_policy_play_plays_like_the_policy() {
    let seating = seating("--hint veteran", 3);
    let end = played(&seating, Vec::new(), |_, _| Some(Reply::Policy)).end;
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let mut state = set_up(cards, rules, seating.key);
    let mut players = seating.advisor.table(seating.key);
    rules::play(cards, rules, &mut state, &mut players, &mut unwatched);
    assert_eq!(facts(&end.expect("an end")), facts(&state));
}

#[test]
fn only_the_seats_that_people_take_are_asked() {
    let seating = seating("--players 3 --seats 2", 8);
    let asked = played(&seating, Vec::new(), arbitrary).asked;
    assert!(!asked.is_empty());
    assert!(asked.iter().all(|question| question.seat == 1));
}

#[test]
fn hints_recommend_the_answer_with_the_best_figure() {
    let seating = seating("--players 2 --base-hp 5", 21);
    let hinted = played(&seating, Vec::new(), |_, _| Some(Reply::Hint));
    assert!(hinted.end.is_some() && hinted.hints.len() > 10);
    for (question, hint) in hinted.asked.iter().zip(&hinted.hints) {
        assert_eq!(hint.worth.len(), question.options.len().min(24));
        let best = hint.worth.iter().map(|worth| worth.value);
        let best = best.max_by(f64::total_cmp).expect("figures");
        assert_eq!(hint.worth[hint.advice].value, best);
        assert!((0.0..1.1).contains(&best), "{best}");
    }
    let again = played(&seating, Vec::new(), |_, _| Some(Reply::Hint));
    assert_eq!(again.hints, hinted.hints);
}

#[test]
fn spending_everything_leaves_no_coin() {
    let seating = seating("", 4);
    let spent = played(&seating, Vec::new(), |_, question| {
        (question.decision == Decision::Spend).then_some(Reply::All)
    });
    let asked = spent.asked.len();
    assert_eq!(asked, 1, "a person who spends everything is asked once");
    assert!(spent.answers.len() > 1);
}

#[test]
fn a_game_can_be_played_on_from_a_round_with_the_same_luck_or_another() {
    let seating = seating("--players 2 --base-hp 40", 6);
    let players = &mut seating.policies.table(seating.key);
    let (cards, rules) = (&seating.game.set, &seating.game.rules);
    let course = Course::of(cards, rules, seating.key, players);
    let args = |arguments: &str| {
        let words = std::iter::once("test").chain(arguments.split_whitespace());
        Wanted::parse_from(words).args
    };
    let before = args("--from-round 3")
        .answers_before(&seating, &course)
        .expect("a round");
    assert!(before > 0 && before < course.answers.len());
    let whole = Transcript::new(6, Vec::new()).with(course.answers.clone());
    let cut = whole.clone().cut(before, None);
    assert_eq!(cut.answers, course.answers[..before]);
    let others = [1, 2].map(|luck| {
        let again = whole.clone().cut(before, Some(luck));
        facts(&repeated(&seating, &again.course(&seating)))
    });
    assert_ne!(others[0], others[1]);
    let late = args("--from-step 100000").answers_before(&seating, &course);
    let refused = late.expect_err("too late").to_string();
    assert!(refused.contains("the game ends in round"), "{refused}");
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
