//! What the options of a question have in common.

use super::layout::{about, num, slot};
use super::{Asked, Row};
use crate::options::Feature;
use crate::reading::{self, NUMBERS, Zone};
use cards::Class;
use game::play::{Decision, View};
use game::state::{CardRef, LANE_ZONES, Side};

/// Places of enemies that are told apart.
const ENEMIES: usize = 5;

pub(super) fn describe(asked: &Asked<'_>, base: f32) -> Row {
    let (view, mut row) = (asked.view, Row::default());
    row.number(num::ABOUT + usize::from(about(asked.decision)), 1.0);
    value_numbers(view, base, &mut row);
    piles(asked, &mut row);
    troops(asked, &mut row);
    enemies(asked, &mut row);
    first_blows(asked, &mut row);
    table(asked, &mut row);
    question(asked, &mut row);
    row
}

/// The numbers that the value reads.
fn value_numbers(view: &View<'_>, base: f32, row: &mut Row) {
    let mut numbers = reading::common_numbers(view);
    reading::set_base(&mut numbers, base);
    let own = reading::seat_numbers(view, view.seat());
    for at in 0..NUMBERS {
        row.number(num::VALUE + at, numbers[at] + own[at]);
    }
}

fn piles(asked: &Asked<'_>, row: &mut Row) {
    let (view, seat) = (asked.view, asked.view.seat());
    reading::visit_seat(view, seat, |zone, kind| {
        if zone == Zone::Owned {
            row.card(slot::OWNED, kind);
        }
    });
    for other in 0..view.players() {
        let (hand, division) = match other == seat {
            true => (slot::HAND, slot::DIVISION),
            false => (slot::OTHERS_HANDS, slot::OTHERS_DIVISIONS),
        };
        for kind in view.hand(other) {
            row.card(hand, *kind);
        }
        if let Some(kind) = view.division(other) {
            row.card(division, kind);
        }
    }
    if let Some(kind) = view.weather() {
        row.card(slot::WEATHER, kind);
    }
    if matches!(
        asked.decision,
        Decision::Spend | Decision::Buy | Decision::Reduce { .. }
    ) {
        reading::visit_offers(view, |_, kind| row.card(slot::OFFERED, kind));
    }
    let share = 1.0 / f32::from(view.players());
    reading::visit_encounters(view, |_, kind| {
        row.add(Feature::card(slot::UNSEEN, kind).scaled(share))
    });
}

fn troops(asked: &Asked<'_>, row: &mut Row) {
    let view = asked.view;
    for (place, (at, troop)) in view.troops(asked.lane).take(LANE_ZONES).enumerate() {
        row.card(slot::TROOP + place, troop.kind);
        for item in troop.equipment() {
            row.card(slot::TROOP_ITEM + place, *item);
        }
        let to = num::TROOP + 7 * place;
        row.number(to, f32::from(view.power(at)) / 4.0);
        row.number(to + 1, f32::from(view.hp_left(at)) / 4.0);
        row.number(to + 2, f32::from(troop.damage) / 4.0);
        row.flag(to + 3, troop.has_attacked);
        row.flag(to + 4, troop.strikes_first);
        row.flag(to + 5, troop.has_something_left());
        row.number(to + 6, f32::from(troop.items) / 2.0);
    }
}

fn enemies(asked: &Asked<'_>, row: &mut Row) {
    let view = asked.view;
    let mut hidden = 0.0;
    for (place, (at, enemy)) in view.enemies(asked.lane).enumerate() {
        let place = place.min(ENEMIES - 1);
        let to = num::ENEMY + 6 * place;
        let Some(found) = enemy else {
            hidden += 0.5;
            row.number(to, 1.0);
            continue;
        };
        row.card(slot::ENEMY + place, found.kind);
        row.number(to + 1, 1.0);
        row.number(to + 2, f32::from(view.power(at)) / 4.0);
        row.number(to + 3, f32::from(view.hp_left(at)) / 4.0);
        row.flag(to + 4, found.converted);
        row.number(to + 5, f32::from(found.damage) / 4.0);
    }
    row.number(num::LANE + 4, hidden);
}

/// The sums of the lane, and the first troop against the first enemy.
fn first_blows(asked: &Asked<'_>, row: &mut Row) {
    let (fight, outcome) = &asked.fights[usize::from(asked.lane)];
    for (at, number) in outcome.numbers().into_iter().enumerate() {
        row.number(num::EXPECTED + at, number);
    }
    let sum =
        |of: fn(&super::Fighter) -> f32, all: &[super::Fighter]| all.iter().map(of).sum::<f32>();
    let (power, hp) = (
        sum(|x| x.power, &fight.troops),
        sum(|x| x.hp, &fight.troops),
    );
    let (their_power, their_hp) = (
        sum(|x| x.power, &fight.enemies),
        sum(|x| x.hp, &fight.enemies),
    );
    let to = num::LANE;
    row.number(to, power / 4.0);
    row.number(to + 1, hp / 4.0);
    row.number(to + 2, their_power / 4.0);
    row.number(to + 3, their_hp / 4.0);
    row.number(to + 5, (power - their_hp) / 8.0);
    row.number(to + 6, (hp - their_power) / 8.0);
    if let (Some(troop), Some(enemy)) = (fight.troops.first(), fight.enemies.first()) {
        row.flag(to + 7, troop.power >= enemy.hp);
        row.flag(to + 8, enemy.power >= troop.hp);
        row.number(to + 9, (troop.power - enemy.hp) / 4.0);
        row.number(to + 10, (troop.hp - enemy.power) / 4.0);
        row.number(
            to + 11,
            (troop.hp / enemy.power.max(1.0)).ceil().min(4.0) / 2.0,
        );
        row.number(
            to + 12,
            (enemy.hp / troop.power.max(1.0)).ceil().min(4.0) / 2.0,
        );
    }
    row.number(to + 13 + asked.view.enemy_count(asked.lane).min(5), 1.0);
    hand(asked, row);
}

fn hand(asked: &Asked<'_>, row: &mut Row) {
    let (view, seat) = (asked.view, asked.view.seat());
    let hand = view.hand(seat);
    let of_class = |class: Class| {
        hand.iter()
            .filter(move |kind| view.kind(**kind).class == class)
    };
    let worth: u16 = hand
        .iter()
        .map(|kind| u16::from(view.kind(*kind).value))
        .sum();
    let to = num::LANE + 19;
    row.number(to, of_class(Class::Troop).count() as f32 / 2.0);
    row.number(to + 1, of_class(Class::Equipment).count() as f32 / 2.0);
    row.number(to + 2, of_class(Class::Instant).count() as f32 / 2.0);
    row.number(to + 3, f32::from(worth.max(view.resources(seat))) / 6.0);
    row.number(to + 4, view.free_zones(asked.lane) as f32 / 4.0);
}

/// The other lanes together.
fn table(asked: &Asked<'_>, row: &mut Row) {
    let (view, to) = (asked.view, num::TABLE);
    let (mut base, mut worst, mut hp, mut fought, mut free) = (0.0f32, 0.0f32, 0.0f32, 0.0, 0.0);
    for lane in (0..view.players()).filter(|lane| *lane != asked.lane) {
        let (_, outcome) = &asked.fights[usize::from(lane)];
        free += view.free_zones(lane) as f32;
        if view.is_fought(lane) {
            fought += 1.0;
            continue;
        }
        base += outcome.base;
        worst = worst.max(outcome.base);
        hp += outcome.hp;
        for (_, troop) in view.troops(lane) {
            row.card(slot::OTHERS_TROOPS, troop.kind);
        }
        for found in view.enemies(lane).filter_map(|(_, found)| found) {
            row.card(slot::OTHERS_ENEMIES, found.kind);
        }
    }
    let others = f32::from(view.players() - 1).max(1.0);
    row.number(to, base / 8.0);
    row.number(to + 1, worst / 4.0);
    row.number(to + 2, hp / 8.0);
    row.number(to + 3, fought / others);
    row.number(to + 4, free / 4.0);
    row.flag(to + 5, asked.lane == view.seat());
    row.flag(to + 6, view.is_fought(asked.lane));
    row.flag(to + 7, view.fighting() == Some(asked.lane));
    let own = &asked.fights[usize::from(view.seat())].1;
    if asked.lane != view.seat() {
        for (at, number) in own.numbers().into_iter().enumerate() {
            row.number(to + 8 + at, number);
        }
        row.flag(to + 12, view.is_fought(view.seat()));
    }
    let after = (view.seat() + view.players() - view.first_player()) % view.players();
    row.number(to + 13, f32::from(after) / 2.0);
}

/// A card on the board that the question is about.
fn asked_card(view: &View<'_>, at: CardRef, row: &mut Row) {
    let Some(found) = view.card(at) else { return };
    match found.side {
        Side::Troop => {
            row.card(slot::ASKED_TROOP, found.kind);
            for item in found.equipment() {
                row.card(slot::ASKED_ITEM, *item);
            }
        }
        Side::Enemy => row.card(slot::ASKED_ENEMY, found.kind),
    }
}

fn question(asked: &Asked<'_>, row: &mut Row) {
    let (view, to) = (asked.view, num::QUESTION);
    match *asked.decision {
        Decision::Reduce { kind, cost, buyer } => {
            row.card(slot::ASKED, kind);
            row.number(to, f32::from(cost) / 4.0);
            row.flag(to + 8, buyer == view.seat());
            row.number(
                to + 9,
                (f32::from(cost) - f32::from(view.resources(buyer))) / 4.0,
            );
        }
        Decision::DeployLane { kind }
        | Decision::DeployPosition { kind, .. }
        | Decision::EquipOn { item: kind }
        | Decision::Trigger { kind, .. }
        | Decision::Mode { kind }
        | Decision::Target { kind, .. }
        | Decision::TargetLane { kind }
        | Decision::BurnFromDiscard { kind }
        | Decision::TakeDiscarded { kind }
        | Decision::LoseTroop { kind } => row.card(slot::ASKED, kind),
        Decision::React {
            overrun,
            enemy,
            exchange,
            ..
        } => {
            row.flag(to + 1, overrun);
            row.number(to + 2, f32::from(exchange.min(4)) / 2.0);
            asked_card(view, enemy, row);
        }
        Decision::AnswerReveal { enemy } | Decision::EnemyDamaged { enemy } => {
            asked_card(view, enemy, row);
        }
        Decision::AnswerDamage {
            troop,
            amount,
            enemy,
            source,
            ..
        } => {
            row.card(slot::SOURCE, source);
            asked_card(view, troop, row);
            if let Some(enemy) = enemy {
                asked_card(view, enemy, row);
            }
            damage(view, troop, amount, row);
        }
        Decision::Amount {
            kind,
            troop,
            damage: amount,
            suffered,
            ..
        } => {
            row.card(slot::ASKED, kind);
            asked_card(view, troop, row);
            damage(view, troop, amount, row);
            row.flag(to + 6, suffered);
        }
        Decision::Strike { troop, enemy } => {
            asked_card(view, troop, row);
            asked_card(view, enemy, row);
            row.number(
                to + 7,
                f32::from(view.power(troop) - view.hp_left(enemy)) / 4.0,
            );
        }
        Decision::Save { troop } | Decision::BringItem { troop } => asked_card(view, troop, row),
        _ => {}
    }
}

/// Damage that a troop is about to suffer.
fn damage(view: &View<'_>, troop: CardRef, amount: i16, row: &mut Row) {
    let left = view.hp_left(troop);
    row.number(num::QUESTION + 3, f32::from(amount) / 4.0);
    row.flag(num::QUESTION + 4, amount >= left);
    row.number(num::QUESTION + 5, f32::from(left - amount) / 4.0);
}
