//! Hands in which one line-up is plainly the best, played by `by-hand`.

use super::*;
use crate::registry;
use crate::{Players, registry::PreparedPolicies};
use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use game::play::Policy;
use game::rules::{play_step, set_up};
use game::state::{BoardCard, GameState, Phase, Side};

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

/// Answers as `by-hand` does, and writes down what the players deploy, or that they pass.
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
    deploy_beside(cards, &[], hands, change)
}

/// The same where troops stand in the first player's lane already, each with damage and items.
fn deploy_beside(
    cards: &CardSet,
    standing: &[(&str, i16, &[&str])],
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
    for (troop, damage, items) in standing {
        let mut card = BoardCard {
            kind: cards.find(troop).unwrap(),
            side: Side::Troop,
            damage: *damage,
            face_up: true,
            items: items.len() as u8,
            ..BoardCard::default()
        };
        for (place, item) in card.equipment.iter_mut().zip(*items) {
            *place = cards.find(item).unwrap();
        }
        card.refresh(cards);
        let placed = state.board.place(card).unwrap();
        assert!(state.lanes[0].troops.push(placed.slot));
    }
    let policies: PreparedPolicies = registry::resolve("by-hand", cards).unwrap();
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

#[test]
fn an_item_goes_to_a_troop_that_helps_others() {
    let cards = cards();
    let hand: &[&str] = &["field-medic", "paratrooper", "hercules"];
    let (state, _) = deploy(&cards, &[hand], |_| {});
    let troops = lane(&cards, &state, 0);
    assert!(
        troops.contains(&"field-medic+hercules".into()),
        "{troops:?}"
    );
}

/// A lane after its player could share out its items, and nothing else.
fn shared_out(standing: &[(&str, i16, &[&str])]) -> Vec<String> {
    let cards = cards();
    let (state, _) = deploy_beside(&cards, standing, &[&[]], |_| {});
    let mut troops = lane(&cards, &state, 0);
    troops.sort();
    troops
}

#[test]
fn items_go_to_whoever_makes_more_of_them() {
    let armor: &[&str] = &["hercules"];
    assert_eq!(
        shared_out(&[("militia", 0, armor), ("clay", 0, &[])]),
        ["clay+hercules", "militia"]
    );
    assert_eq!(
        shared_out(&[("militia", 0, armor), ("field-medic", 0, &[])]),
        ["field-medic+hercules", "militia"]
    );
    // Who has it and makes the most of it keeps it.
    assert_eq!(
        shared_out(&[("militia", 0, &[]), ("clay", 0, armor)]),
        ["clay+hercules", "militia"]
    );
    // One of two changes hands; the other stays.
    assert_eq!(
        shared_out(&[("militia", 0, &["hercules", "katana"]), ("clay", 0, &[])]),
        ["clay+hercules", "militia+katana"]
    );
}

#[test]
fn nobody_gives_away_the_armor_that_keeps_them_alive() {
    let armor: &[&str] = &["hercules"];
    assert_eq!(
        shared_out(&[("militia", 1, armor), ("clay", 0, &[])]),
        ["clay", "militia+hercules"]
    );
}
