//! What single weights of `by-hand` change in its games.

use crate::registry::PreparedPolicies;
use crate::spec::{PolicySpec, Reaction};
use crate::{Players, registry};
use cards::CardSet;
use cards::ability::{Effect, Limit, When};
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset};
use game::play::{Choice, Decision, Policy, View};
use game::rules::{Game, set_up};
use game::state::{BoardCard, Side};

/// How often a question was such that a weight might matter, and how often the answer was as counted.
type Tally = (u32, u32);

/// What an answer counts as; `None` if the question is of no interest.
type Counted = fn(&View<'_>, &Decision, &[Choice], usize) -> Option<bool>;

struct Watcher<'a> {
    player: Players<'a>,
    counted: Counted,
    tally: Tally,
}

impl Policy for Watcher<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.player.choose(view, decision, options);
        if let Some(yes) = (self.counted)(view, decision, options, answer) {
            self.tally.0 += 1;
            self.tally.1 += u32::from(yes);
        }
        answer
    }
}

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// Counts answers in games of `by-hand` with one weight changed; with `doomed`, abilities are otherwise
/// held back as much as possible.
fn tally(cards: &CardSet, weight: &str, value: f32, counted: Counted) -> Tally {
    let mut spec: PolicySpec = registry::load("by-hand", cards).unwrap();
    let Reaction::Heuristic(weights) = &mut spec.reaction else {
        unreachable!("it is heuristic");
    };
    match weight {
        "unseen" => weights.unseen = value,
        "others-after" => weights.others_after = value,
        "doomed" => (weights.doomed, weights.hold_ability) = (value, 20.0),
        "reveal-patience" => weights.reveal_patience = value,
        "strike-back" => weights.strike_back = value,
        _ => unreachable!("{weight}"),
    }
    let policies = PreparedPolicies::new(&[spec], cards);
    let mut sum = (0, 0);
    for game in 0..60 {
        let mut rules = Preset::Pnp.ruleset(1 + game as u8 % 4);
        Difficulty::Training.apply_base(&mut rules);
        let key = GameKey::new(53, game);
        let mut state = set_up(cards, &rules, key);
        let mut watcher = Watcher {
            player: policies.table(key),
            counted,
            tally: (0, 0),
        };
        Game::new(cards, &rules, &mut state, &mut watcher, &mut ()).play();
        sum = (sum.0 + watcher.tally.0, sum.1 + watcher.tally.1);
    }
    sum
}

/// The share of the questions that were answered as counted; there must be enough of them to say so.
fn share((asked, counted): Tally, least: u32) -> f64 {
    assert!(asked > least, "{asked}");
    f64::from(counted) / f64::from(asked)
}

/// Among questions about the target of damage that have enemies of both kinds on offer, those
/// answered with a face-down one.
fn hits_face_down(
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    answer: usize,
) -> Option<bool> {
    let Decision::Target {
        effect: Effect::Damage { .. },
        ..
    } = decision
    else {
        return None;
    };
    let is_hidden = |choice: &Choice| match *choice {
        Choice::Target(card) => match view.place(card) {
            Some((Side::Enemy, ..)) => Some(view.card(card).is_none()),
            _ => None,
        },
        _ => None,
    };
    let has = |hidden: bool| {
        options
            .iter()
            .any(|choice| is_hidden(choice) == Some(hidden))
    };
    (has(true) && has(false)).then(|| is_hidden(&options[answer]) == Some(true))
}

#[test]
fn face_down_enemies_are_hit_where_that_helps_more() {
    let cards = cards();
    // Only where every enemy that has turned up is better not hit.
    let rarely = share(tally(&cards, "unseen", 0.0, hits_face_down), 100);
    let often = share(tally(&cards, "unseen", 1.0, hits_face_down), 100);
    assert!(rarely < 0.05, "{rarely}");
    assert!(often > 0.2 && often < 0.8, "{often}");
}

/// Among windows of another player's lane once their own lane has been fought, those in which players
/// do something.
fn helps(view: &View<'_>, decision: &Decision, options: &[Choice], answer: usize) -> Option<bool> {
    let Decision::React { lane, .. } = *decision else {
        return None;
    };
    let may_help = lane != view.seat() && view.is_fought(view.seat()) && options.len() > 1;
    may_help.then_some(answer != 0)
}

#[test]
fn players_help_more_once_their_own_lane_is_fought() {
    let cards = cards();
    let without = share(tally(&cards, "others-after", 0.0, helps), 200);
    let with = share(tally(&cards, "others-after", 1.0, helps), 200);
    let eager = share(tally(&cards, "others-after", 5.0, helps), 200);
    assert!(with > 1.1 * without, "{without} {with}");
    assert!(eager > with, "{with} {eager}");
}

/// Among windows in which the first troop of the lane has an ability and would not outlive the next
/// blow, those in which it uses it.
fn uses_it_before_falling(
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    answer: usize,
) -> Option<bool> {
    let Decision::React { lane, .. } = *decision else {
        return None;
    };
    let (first, _) = view.troops(lane).next()?;
    let (enemy, _) = view.enemies(lane).find(|enemy| enemy.1.is_some())?;
    let is_own = |choice: &Choice| matches!(choice, Choice::OnBoard { card, .. } if *card == first);
    let falls = view.hp_left(first) <= view.power(enemy);
    (falls && options.iter().any(is_own)).then(|| is_own(&options[answer]))
}

#[test]
fn abilities_of_troops_about_to_fall_are_not_held_back() {
    let cards = cards();
    let held = share(tally(&cards, "doomed", 1.0, uses_it_before_falling), 100);
    let free = share(tally(&cards, "doomed", 0.0, uses_it_before_falling), 100);
    assert!(free > 2.0 * held, "{held} {free}");
}

/// Among reveals that could be cancelled, those that are.
fn cancels(_: &View<'_>, decision: &Decision, options: &[Choice], answer: usize) -> Option<bool> {
    let asked = matches!(decision, Decision::AnswerReveal { .. }) && options.len() > 1;
    asked.then_some(answer != 0)
}

#[test]
fn reveals_are_cancelled_later_with_patience() {
    let cards = cards();
    let soon = share(tally(&cards, "reveal-patience", 0.0, cancels), 10);
    let late = share(tally(&cards, "reveal-patience", 5.0, cancels), 10);
    assert!(late < 0.8 * soon && late > 0.0, "{soon} {late}");
}

/// Among blows that a troop outlives, and that an ability could prevent and return, those that are.
fn strikes_back(
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    answer: usize,
) -> Option<bool> {
    let Decision::AnswerDamage {
        troop,
        amount,
        enemy,
        ..
    } = *decision
    else {
        return None;
    };
    // Blows of enemies that burn whomever they damage are answered as if they were lethal.
    let burns = |card: &BoardCard| {
        let mut abilities = view.kind(card.kind).abilities.iter();
        abilities.any(|ability| ability.when == When::DamagesTroop)
    };
    if enemy.and_then(|enemy| view.card(enemy)).is_some_and(burns) {
        return None;
    }
    let returns = |choice: &Choice| {
        super::heuristic::offered(view, *choice).is_some_and(|offered| {
            let mut effects = offered.ability.effects.iter();
            offered.card.is_some()
                && offered.ability.limit == Limit::OncePerRound
                && effects.any(|effect| matches!(effect, Effect::Damage { .. }))
        })
    };
    let asked = view.hp_left(troop) > amount && options.iter().any(returns);
    asked.then(|| returns(&options[answer]))
}

#[test]
fn a_blow_that_a_troop_survives_is_returned_where_an_ability_can() {
    let cards = cards();
    let (asked, returned) = tally(&cards, "strike-back", 0.0, strikes_back);
    assert!(asked > 5, "{asked}");
    assert_eq!(returned, 0);
    let (asked, returned) = tally(&cards, "strike-back", 5.0, strikes_back);
    assert!(
        asked > 5 && 10 * returned >= 9 * asked,
        "{returned} of {asked}"
    );
}
