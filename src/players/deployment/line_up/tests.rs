//! Hands in which one line-up is plainly the best, played by `veteran`.

use super::*;
use crate::registry;
use crate::{Players, registry::PreparedPolicies};
use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use game::play::Policy;
use game::rules::{play_step, set_up};
use game::state::{GameState, Phase};

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// Answers as `veteran` does, and writes down what the players deploy, or that they pass.
struct Recorder<'a> {
    player: Players<'a>,
    cards: &'a CardSet,
    acts: Vec<(u8, String)>,
}

impl Policy for Recorder<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.player.choose(view, decision, options);
        if matches!(decision, Decision::Deploy) {
            let act = match options[answer] {
                Choice::Card(kind) => self.cards.kind(kind).id.clone(),
                _ => "pass".into(),
            };
            self.acts.push((view.seat(), act));
        }
        answer
    }
}

/// The table after the deployment of the first round with certain hands, and who deployed what.
/// The first of the hands is the first player's.
fn deploy(
    cards: &CardSet,
    hands: &[&[&str]],
    change: impl Fn(&mut Ruleset),
) -> (GameState, Vec<(u8, String)>) {
    let mut rules = Preset::Pnp.ruleset(hands.len() as u8);
    change(&mut rules);
    let key = GameKey::new(47, 0);
    let mut state = set_up(cards, &rules, key);
    state.phase = Phase::Deployment;
    state.first_player = 0;
    for (seat, hand) in hands.iter().enumerate() {
        state.seats[seat].hand.clear();
        for id in *hand {
            assert!(state.seats[seat].hand.push(cards.find(id).unwrap()));
        }
    }
    let policies: PreparedPolicies = registry::resolve("veteran", cards).unwrap();
    let mut recorder = Recorder {
        player: policies.table(key),
        cards,
        acts: Vec::new(),
    };
    play_step(cards, &rules, &mut state, &mut recorder, &mut |_, _, _| {});
    assert_ne!(state.phase, Phase::Deployment);
    (state, recorder.acts)
}

/// The troops of a lane, each with its items.
fn lane(cards: &CardSet, state: &GameState, number: usize) -> Vec<String> {
    let slots = state.lanes[number].troops.as_slice().iter();
    let troops = slots.map(|slot| state.board.card(*slot));
    let name = |kind: &KindId| cards.kind(*kind).id.clone();
    let named = troops.map(|card| {
        let all = std::iter::once(&card.kind).chain(card.equipment());
        all.map(name).collect::<Vec<_>>().join("+")
    });
    named.collect()
}

#[test]
fn one_strong_troop_goes_to_each_lane() {
    let cards = cards();
    let hands: [&[&str]; 2] = [&["krueger", "krueger"], &[]];
    let (state, _) = deploy(&cards, &hands, |_| {});
    assert_eq!(lane(&cards, &state, 0), ["krueger"]);
    assert_eq!(lane(&cards, &state, 1), ["krueger"]);
    // Alone there is only one lane.
    let (state, _) = deploy(&cards, &[&["krueger", "krueger"]], |_| {});
    assert_eq!(lane(&cards, &state, 0), ["krueger", "krueger"]);
}

#[test]
fn a_lane_whose_owner_has_a_troop_in_hand_needs_none() {
    let cards = cards();
    let hands: [&[&str]; 3] = [&["krueger", "clay"], &["harkins"], &[]];
    let (state, _) = deploy(&cards, &hands, |_| {});
    assert_eq!(lane(&cards, &state, 1), ["harkins"]);
    assert_eq!(lane(&cards, &state, 0).len(), 1);
    assert_eq!(lane(&cards, &state, 2).len(), 1);
}

#[test]
fn an_item_waits_until_the_others_have_deployed_their_troops() {
    let cards = cards();
    let hands: [&[&str]; 2] = [&["militia", "hercules"], &["krueger"]];
    let acts = |acts: Vec<(u8, String)>| -> Vec<String> {
        let line = |(seat, act): (u8, String)| format!("{seat} {act}");
        acts.into_iter().map(line).collect()
    };
    let (_, played) = deploy(&cards, &hands, |_| {});
    let expected = ["0 militia", "0 pass", "1 krueger", "0 hercules"];
    assert_eq!(acts(played)[..4], expected);
    // Who has one turn only must not wait.
    let once = |rules: &mut Ruleset| rules.together = Together::SeatBySeat;
    let (_, played) = deploy(&cards, &hands, once);
    assert_eq!(acts(played)[..2], ["0 militia", "0 hercules"]);
    // Nor who has nobody to wait for.
    let hands: [&[&str]; 2] = [&["militia", "hercules"], &["1-xenosathem"]];
    let (_, played) = deploy(&cards, &hands, |_| {});
    assert_eq!(acts(played)[..2], ["0 militia", "0 hercules"]);
    // Nor who has not acted: if all others pass, there is no other turn. Without a troop of any
    // player on the board the item stays in hand.
    let hands: [&[&str]; 2] = [&["hercules"], &[]];
    let (state, played) = deploy(&cards, &hands, |_| {});
    assert!(played.iter().all(|(_, act)| act == "pass"), "{played:?}");
    assert_eq!(state.seats[0].hand.len(), 1);
}

#[test]
fn what_does_not_fit_is_not_deployed() {
    let cards = cards();
    let (state, _) = deploy(&cards, &[&["krueger"; 6]], |_| {});
    assert_eq!(lane(&cards, &state, 0).len(), LANE_ZONES);
    assert_eq!(state.seats[0].hand.len(), 2);
    let (state, _) = deploy(&cards, &[&["krueger"; 4], &["militia"; 5]], |_| {});
    let all = (0..2).flat_map(|number| lane(&cards, &state, number));
    assert_eq!(all.count(), 2 * LANE_ZONES);
    assert_eq!(state.seats[1].hand.len(), 1);
}
