//! Networks find what there is to find, and the same on any number of threads.

use super::regret::Regret;
use super::*;
use ::cards::load::Library;
use ::cards::{CardSet, Class, KindId};
use runs::sim::batch::thread_pool;
use value::options::Feature;
use value::options::questions::Tried;

/// Slots and numbers of the made-up questions.
const OPTION: usize = 22;
const TARGET: usize = 30;
const HURRY: usize = 7;

/// What an option is worth: a strong card is good, unless there is a hurry, where a cheap one is.
fn worth(cards: &CardSet, card: KindId, target: KindId, hurry: bool) -> f32 {
    let (card, target) = (cards.kind(card), cards.kind(target));
    let strength = f32::from(card.power + card.hp) - 0.5 * f32::from(target.hp);
    match hurry {
        true => -0.01 * f32::from(card.cost),
        false => 0.004 * strength,
    }
}

/// Made-up questions, the luck of search included.
fn questions(cards: &CardSet, count: u64) -> Questions {
    let mut all = Questions::default();
    let set = all.add_cards(cards);
    let troops: Vec<KindId> = cards
        .iter()
        .filter(|(_, kind)| kind.class == Class::Troop)
        .map(|(id, _)| id)
        .collect();
    for game in 0..count {
        let dice = GameKey::new(3, game).stream(Purpose::Sampling, 0, 0);
        let draw = |nth: u32| troops[dice.nth(nth).below(troops.len() as u32) as usize];
        let hurry = dice.nth(1).below(2) == 1;
        let target = draw(2);
        let mut options: Vec<Tried> = (0..2 + dice.nth(3).below(6))
            .map(|option| {
                let card = draw(10 + option);
                let noise = dice.nth(50 + option).below(200) as f32 * 1e-5 - 1e-3;
                Tried {
                    features: vec![Feature::card(OPTION, card)],
                    advantage: worth(cards, card, target, hurry) + noise,
                    error: 1e-3,
                    games: 16,
                    is_best: false,
                    is_students: option == 0,
                }
            })
            .collect();
        let advantages = options.iter().map(|option| option.advantage);
        let most = advantages.fold(f32::MIN, f32::max);
        for option in &mut options {
            option.is_best = option.advantage == most;
        }
        let mut position = vec![Feature::card(TARGET, target)];
        position.extend(Feature::number(HURRY, f32::from(u8::from(hurry))));
        all.push(Question {
            group: Group::Combat,
            about: u8::from(hurry),
            players: 1,
            round: 1,
            game,
            cards: set,
            position,
            options,
        });
    }
    all
}

fn train(questions: &Questions, epochs: f64, threads: usize) -> (Weights, Vec<Regret>) {
    let named = names(questions, &[]);
    thread_pool(threads).unwrap().install(|| {
        let method = Method {
            epochs,
            ..Method::default()
        };
        let mut training = Training::new(questions, Group::Combat, method, &named, None);
        for _ in 0..training.steps().0 {
            training.advance();
        }
        let regrets = training.regrets().into_values().collect();
        (training.weights().clone(), regrets)
    })
}

#[test]
fn networks_learn_what_search_found() {
    let cards = Library::embedded().cards().unwrap();
    let (_, regrets) = train(&questions(&cards, 8_000), 16.0, 2);
    assert_eq!(regrets.len(), 2);
    for regret in regrets {
        assert_eq!(regret.before, regret.plain);
        assert!(regret.questions > 150, "{regret:?}");
        assert!(regret.network < 0.1 * regret.random, "{regret:?}");
    }
}
