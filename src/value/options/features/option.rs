//! What tells an option from the others: the card it plays, its target, its lane, and how the naive
//! fight of that lane ends after it.

use super::fight::{Fight, Outcome};
use super::layout::{about, num, slot};
use super::{Asked, Row};
use arrayvec::ArrayVec;
use cards::ability::Effect;
use cards::{Class, KindId};
use game::play::{Choice, Decision};
use game::queries::permute;
use game::state::{BoardCard, CardRef, LANE_ZONES, Side};

pub(super) fn describe(asked: &Asked<'_>, choice: Choice) -> Row {
    let mut row = Row::default();
    after(asked, choice, &mut row);
    choose(asked, choice, &mut row);
    row
}

/// Writes how a fight ends, and what an option changes about it.
pub(super) fn write_outcome(after: &Outcome, before: &Outcome, row: &mut Row) {
    let to = num::AFTER;
    for (at, number) in after.numbers().into_iter().enumerate() {
        row.number(to + at, number);
    }
    row.number(to + 4, (after.base - before.base) / 4.0);
    row.number(to + 5, (after.troops - before.troops) / 2.0);
    row.number(to + 6, (after.hp - before.hp) / 4.0);
    row.number(to + 7, (after.enemies - before.enemies) / 2.0);
}

/// What the option is.
fn choose(asked: &Asked<'_>, choice: Choice, row: &mut Row) {
    let (view, kinds) = (asked.view, num::CHOICE);
    match choice {
        Choice::Pass => {
            row.number(kinds, 1.0);
            row.number(num::PASS + usize::from(about(asked.decision)), 1.0);
            // To keep an order is an order.
            if matches!(asked.decision, Decision::Arrange) {
                order(asked, 0, row);
            }
        }
        Choice::Card(kind) => {
            row.number(kinds + 1, 1.0);
            let at = match asked.decision {
                Decision::Deploy => slot::DEPLOYED,
                Decision::DiscardFromHand => slot::DISCARDED_FROM_HAND,
                Decision::DiscardFromLane => slot::DISCARDED_FROM_LANE,
                _ => slot::FROM_PILE,
            };
            row.card(at, kind);
            let facts = view.kind(kind);
            row.number(num::CARD, f32::from(facts.power) / 4.0);
            row.number(num::CARD + 1, f32::from(facts.hp) / 4.0);
        }
        Choice::Buy { kind, .. } => {
            row.number(kinds + 2, 1.0);
            row.card(slot::BOUGHT, kind);
        }
        Choice::FromHand { kind, ability } => {
            row.number(kinds + 3, 1.0);
            row.number(num::ABILITY + usize::from(ability.min(3)), 1.0);
            row.card(slot::FROM_HAND, kind);
        }
        Choice::OnBoard {
            card: at,
            item,
            ability,
        } => {
            row.number(kinds + 4, 1.0);
            row.number(num::ABILITY + usize::from(ability.min(3)), 1.0);
            if let Some(found) = view.card(at) {
                match item {
                    Choice::OWN => row.card(slot::ON_BOARD, found.kind),
                    item => {
                        item_of(found, item, row);
                        row.card(slot::USER, found.kind);
                    }
                }
            }
            target(asked, at, row);
        }
        Choice::Deploy(kind) => {
            row.number(kinds + 5, 1.0);
            row.card(slot::AS_INSTANT, kind);
        }
        Choice::Target(at) => {
            row.number(kinds + 6, 1.0);
            target(asked, at, row);
        }
        Choice::Item { card: at, item } => {
            row.number(kinds + 7, 1.0);
            if let Some(found) = view.card(at) {
                item_of(found, item, row);
            }
            target(asked, at, row);
        }
        Choice::Lane(there) => {
            row.number(kinds + 8, 1.0);
            lane(asked, there, row);
        }
        Choice::Position(place) => {
            row.number(kinds + 9, 1.0);
            row.number(num::POSITION + usize::from(place.min(4)), 1.0);
        }
        Choice::Mode(mode) => {
            row.number(kinds + 10, 1.0);
            row.number(num::MODE + usize::from(mode.min(3)), 1.0);
        }
        Choice::Amount(much) => {
            row.number(kinds + 11, 1.0);
            amount(asked, much, row);
        }
        Choice::Order(number) => {
            row.number(kinds + 12, 1.0);
            order(asked, number, row);
        }
        Choice::Waiting(_) => row.number(kinds + 13, 1.0),
        Choice::Redistribute => row.number(kinds + 14, 1.0),
    }
}

fn item_of(found: &BoardCard, item: u8, row: &mut Row) {
    if let Some(kind) = found.equipment().get(usize::from(item)) {
        row.card(slot::ON_BOARD_ITEM, *kind);
    }
}

fn amount(asked: &Asked<'_>, amount: i16, row: &mut Row) {
    row.number(num::AMOUNT, f32::from(amount) / 4.0);
    if let Decision::Amount {
        troop,
        damage,
        user,
        ..
    } = asked.decision
    {
        let left = asked.view.hp_left(*troop);
        row.flag(num::AMOUNT + 1, damage - amount < left);
        if let Some(user) = user {
            let rest = asked.view.hp_left(*user) - amount;
            row.flag(num::AMOUNT + 2, rest <= 0);
            row.number(num::AMOUNT + 3, f32::from(rest) / 4.0);
        }
    }
}

/// A lane that is chosen, or in which a target stands.
fn lane(asked: &Asked<'_>, lane: u8, row: &mut Row) {
    let (view, to) = (asked.view, num::OPTION_LANE);
    if view.players() == 1 {
        return;
    }
    let (_, outcome) = &asked.fights[usize::from(lane)];
    row.flag(to, lane == view.seat());
    row.flag(to + 1, lane == asked.lane);
    row.flag(to + 2, view.is_fought(lane));
    row.flag(to + 3, view.fighting() == Some(lane));
    row.number(to + 4 + view.troop_count(lane).min(4), 1.0);
    row.number(to + 9, view.enemy_count(lane) as f32 / 4.0);
    for (at, number) in outcome.numbers().into_iter().enumerate() {
        row.number(to + 10 + at, number);
    }
    let worse = asked
        .fights
        .iter()
        .filter(|(_, other)| other.base > outcome.base);
    row.number(to + 14, worse.count() as f32 / 2.0);
    if lane == asked.lane {
        return;
    }
    for (_, troop) in view.troops(lane) {
        row.card(slot::LANE_TROOP, troop.kind);
        for item in troop.equipment() {
            row.card(slot::LANE_ITEM, *item);
        }
    }
    for found in view.enemies(lane).filter_map(|(_, found)| found) {
        row.card(slot::LANE_ENEMY, found.kind);
    }
}

/// A card on the board that is the target of an option, or uses an ability.
fn target(asked: &Asked<'_>, at: CardRef, row: &mut Row) {
    let (view, to) = (asked.view, num::TARGET);
    let Some((side, there, place)) = view.place(at) else {
        return;
    };
    lane(asked, there, row);
    let side_at = if side == Side::Troop { 0 } else { 8 };
    row.number(to + side_at + place.min(5), 1.0);
    let Some(found) = view.card(at) else {
        row.number(to + 14, 1.0);
        return;
    };
    let (power, left) = (f32::from(view.power(at)), f32::from(view.hp_left(at)));
    row.number(to + 15, power / 4.0);
    row.number(to + 16, left / 4.0);
    row.number(to + 17, f32::from(found.damage) / 4.0);
    row.flag(to + 18, found.converted);
    match side {
        Side::Enemy => row.card(slot::TARGET_ENEMY, found.kind),
        Side::Troop => {
            row.card(slot::TARGET_TROOP, found.kind);
            for item in found.equipment() {
                row.card(slot::TARGET_ITEM, *item);
            }
        }
    }
    let Decision::Target { kind, effect } = asked.decision else {
        return;
    };
    match effect {
        Effect::Damage { amount, .. } => {
            let amount = asked.size(*amount, *kind, Some(at));
            row.flag(to + 19, amount >= left);
            row.number(to + 20, (left - amount).max(-4.0) / 4.0);
            row.number(to + 21, if amount >= left { power / 4.0 } else { 0.0 });
        }
        Effect::Heal { amount, .. } => {
            let amount = asked.size(*amount, *kind, Some(at));
            row.number(to + 22, amount.min(f32::from(found.damage)) / 4.0);
        }
        _ => {}
    }
}

fn order(asked: &Asked<'_>, order: u8, row: &mut Row) {
    let view = asked.view;
    let troops = view.troops(asked.lane).take(LANE_ZONES);
    let troops: ArrayVec<(CardRef, &BoardCard), LANE_ZONES> = troops.collect();
    let mut places: ArrayVec<u8, LANE_ZONES> = (0..troops.len() as u8).collect();
    permute(&mut places, order);
    for (place, from) in places.iter().enumerate() {
        let (at, troop) = troops[usize::from(*from)];
        row.card(slot::ORDER + place, troop.kind);
        for item in troop.equipment() {
            row.card(slot::ORDER_ITEM + place, *item);
        }
        let to = num::ORDER + 3 * place;
        row.number(to, f32::from(view.power(at)) / 4.0);
        row.number(to + 1, f32::from(view.hp_left(at)) / 4.0);
        row.flag(to + 2, usize::from(*from) == place);
    }
}

/// The naive fight after an option, in the lane where it counts.
fn after(asked: &Asked<'_>, choice: Choice, row: &mut Row) {
    let there = match choice {
        Choice::Lane(lane) => lane,
        Choice::Target(at) => asked.view.place(at).map_or(asked.lane, |(_, lane, _)| lane),
        _ => asked.lane,
    };
    let (fight, before) = &asked.fights[usize::from(there)];
    let mut fight = fight.clone();
    match choice {
        Choice::Card(kind) if matches!(asked.decision, Decision::Deploy) => {
            fight.add_card(asked.view, kind);
            best_lane(asked, kind, row);
        }
        Choice::FromHand { kind, ability } => {
            use_ability(asked, kind, ability, None, &mut fight, row)
        }
        Choice::OnBoard {
            card: at,
            item,
            ability,
        } => {
            let kind = asked.view.card(at).and_then(|found| match item {
                Choice::OWN => Some(found.kind),
                item => found.equipment().get(usize::from(item)).copied(),
            });
            if let Some(kind) = kind {
                use_ability(asked, kind, ability, Some(at), &mut fight, row);
            }
        }
        Choice::Deploy(kind) => fight.add_card(asked.view, kind),
        Choice::Lane(_) => {
            if let Decision::DeployLane { kind } = asked.decision {
                fight.add_card(asked.view, *kind);
            }
        }
        Choice::Position(place) => {
            if let Decision::DeployPosition { kind, .. } = asked.decision {
                fight.add_troop(asked.view, *kind, usize::from(place));
            }
        }
        Choice::Target(at) => affect(asked, at, &mut fight),
        Choice::Order(order) => {
            let mut places: ArrayVec<u8, LANE_ZONES> =
                (0..fight.troops.len().min(LANE_ZONES) as u8).collect();
            permute(&mut places, order);
            let old = fight.troops.clone();
            fight.troops = places.iter().map(|from| old[usize::from(*from)]).collect();
        }
        _ => {}
    }
    write_outcome(&fight.outcome(), before, row);
}

/// What a card that is to be deployed would change at most, and at least, in any lane.
fn best_lane(asked: &Asked<'_>, kind: KindId, row: &mut Row) {
    let view = asked.view;
    if view.players() == 1 {
        return;
    }
    let is_troop = view.kind(kind).class == Class::Troop;
    let (mut most, mut most_hp, mut own) = (0.0f32, f32::MIN, true);
    for lane in 0..view.players() {
        if is_troop && view.free_zones(lane) == 0 {
            continue;
        }
        let (fight, before) = &asked.fights[usize::from(lane)];
        let mut fight = fight.clone();
        fight.add_card(view, kind);
        let outcome = fight.outcome();
        let spared = before.base - outcome.base;
        if spared > most {
            (most, own) = (spared, lane == view.seat());
        }
        most_hp = most_hp.max(outcome.hp - before.hp);
    }
    row.number(num::BEST, most / 4.0);
    row.number(num::BEST + 1, most_hp.clamp(-20.0, 20.0) / 4.0);
    row.flag(num::BEST + 2, !own);
}

/// What an ability deals, heals, prevents, and costs; and what it does to the first of the lane.
fn use_ability(
    asked: &Asked<'_>,
    kind: KindId,
    which: u8,
    user: Option<CardRef>,
    fight: &mut Fight,
    row: &mut Row,
) {
    let view = asked.view;
    let Some(ability) = view.kind(kind).abilities.get(usize::from(which)) else {
        return;
    };
    let to = num::EFFECT;
    for effect in &ability.effects {
        match *effect {
            Effect::Damage { amount, .. } => {
                let amount = asked.size(amount, kind, user);
                row.number(to, amount / 4.0);
                if let Some(enemy) = fight.enemies.first_mut() {
                    let kills = amount >= enemy.hp;
                    row.flag(to + 1, kills);
                    row.number(to + 2, if kills { enemy.power / 4.0 } else { 0.0 });
                    enemy.hp -= amount;
                    if kills {
                        fight.enemies.remove(0);
                    }
                }
            }
            Effect::Heal { amount, .. } => {
                row.number(to + 3, asked.size(amount, kind, user) / 4.0);
            }
            Effect::Prevent { amount, .. } | Effect::Redirect { amount, .. } => {
                let amount = asked.size(amount, kind, user);
                row.number(to + 4, amount / 4.0);
                if let Decision::AnswerDamage {
                    troop,
                    amount: damage,
                    ..
                } = asked.decision
                {
                    let left = f32::from(view.hp_left(*troop));
                    let rest = (f32::from(*damage) - amount).max(0.0);
                    row.flag(to + 5, rest < left && f32::from(*damage) >= left);
                    row.number(to + 6, (left - rest) / 4.0);
                }
            }
            Effect::GainPower { amount, .. } => {
                let amount = asked.size(amount, kind, user);
                row.number(to + 7, amount / 4.0);
                if let Some(troop) = fight.troops.first_mut() {
                    troop.power += amount;
                }
            }
            Effect::Kill { .. } => row.number(to + 8, 1.0),
            Effect::CancelReveal => row.number(to + 9, 1.0),
            _ => {}
        }
    }
    row.number(to + 10, ability.costs.len() as f32);
}

/// What the effect that is being decided does to a target in the naive fight.
fn affect(asked: &Asked<'_>, at: CardRef, fight: &mut Fight) {
    let view = asked.view;
    let Some((side, _, place)) = view.place(at) else {
        return;
    };
    let (kind, effect) = match asked.decision {
        Decision::EquipOn { item } => return fight.equip(view, *item, place),
        Decision::Target { kind, effect } => (*kind, effect),
        _ => return,
    };
    let size = |amount| asked.size(amount, kind, Some(at));
    let hit = match side {
        Side::Troop => fight.troops.get_mut(place),
        Side::Enemy => fight.enemies.get_mut(place),
    };
    let Some(hit) = hit else { return };
    match *effect {
        Effect::Damage { amount, .. } => hit.hp -= size(amount),
        Effect::Heal { amount, .. } => {
            let damage = view.card(at).map_or(0, |found| found.damage);
            hit.hp += size(amount).min(f32::from(damage));
        }
        Effect::GainPower { amount, .. } => hit.power += size(amount),
        Effect::Kill { .. } => hit.hp = 0.0,
        _ => {}
    }
    if hit.hp <= 0.0 {
        match side {
            Side::Troop => drop(fight.troops.remove(place)),
            Side::Enemy => drop(fight.enemies.remove(place)),
        }
    }
}
