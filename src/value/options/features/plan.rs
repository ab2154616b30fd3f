//! A plan of what to buy.

use super::layout::{num, slot};
use super::{Asked, Row};
use cards::{Class, KindId};

/// The number of the kind of choice that a plan is.
const PLAN: usize = 15;

/// How a learned value judges a plan among others.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// How many are better.
    pub rank: usize,
    /// By how much the best is better, as a share of the way.
    pub behind: f32,
}

pub(super) fn describe(
    asked: &Asked<'_>,
    bought: &[KindId],
    cost: u16,
    standing: Option<Standing>,
) -> Row {
    let (view, mut row) = (asked.view, Row::default());
    let seat = view.seat();
    row.number(num::CHOICE + PLAN, 1.0);
    if let Some(Standing { rank, behind }) = standing {
        row.number(num::BEST, 1.0);
        row.number(num::BEST + 1, 20.0 * behind.min(0.5));
        row.number(num::BEST + 2, rank.min(12) as f32 / 8.0);
        row.flag(num::BEST + 3, rank == 0);
    }
    let (mut power, mut hp, mut troops, mut items, mut instants) = (0, 0, 0.0, 0.0, 0.0f32);
    for kind in bought {
        row.card(slot::BOUGHT, *kind);
        let facts = view.kind(*kind);
        match facts.class {
            Class::Troop => {
                troops += 1.0;
                power += facts.power;
                hp += facts.hp;
            }
            Class::Equipment => items += 1.0,
            Class::Instant => instants += 1.0,
            _ => {}
        }
    }
    let in_hand = view.hand(seat).iter();
    let in_hand: u16 = in_hand.map(|kind| u16::from(view.kind(*kind).value)).sum();
    let committed = view.resources(seat);
    let means = f32::from(if committed > 0 { committed } else { in_hand });
    let cost = f32::from(cost);
    let to = num::PLAN;
    row.number(to, bought.len() as f32 / 2.0);
    row.number(to + 1, cost / 4.0);
    row.number(to + 2, (means - cost).max(0.0) / 4.0);
    row.number(to + 3, (cost - means).max(0.0) / 4.0);
    row.number(to + 4, f32::from(power) / 4.0);
    row.number(to + 5, f32::from(hp) / 4.0);
    let own = view.hand(seat).iter();
    let own = own
        .filter(|kind| view.kind(**kind).class == Class::Troop)
        .count();
    let there = (view.troop_count(seat) + own) as f32 + troops;
    row.number(to + 6 + there.min(6.0) as usize, 1.0);
    row.number(to + 13, items / 2.0);
    row.number(to + 14, instants / 2.0);
    row.flag(to + 15, bought.is_empty());
    let (fight, before) = &asked.fights[usize::from(seat)];
    let mut fight = fight.clone();
    for kind in view.hand(seat).iter().chain(bought) {
        fight.add_card(view, *kind);
    }
    super::option::write_outcome(&fight.outcome(), before, &mut row);
    row
}
