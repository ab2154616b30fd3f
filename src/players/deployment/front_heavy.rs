//! The strongest troop in front, with all the items; their own lane first.

use super::strength;
use crate::{best_by, number_of_order};
use cards::Class;
use game::play::{Choice, Decision, View};

pub(super) fn choose(view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
    match decision {
        Decision::Deploy => deploy(view, options),
        Decision::EquipOn { .. } => best_by(options, |choice| match choice {
            Choice::Target(troop) => troop_strength(view, *troop),
            _ => f32::NEG_INFINITY,
        }),
        Decision::BringItem { .. } => options.len() - 1,
        Decision::Arrange => arrange(view, options),
        // Their own lane is offered first; positions are offered from the back.
        Decision::DeployPosition { .. } => options.len() - 1,
        _ => 0,
    }
}

/// Troops first, the strongest before the others; then items.
fn deploy(view: &View<'_>, options: &[Choice]) -> usize {
    best_by(options, |choice| match choice {
        Choice::Card(kind) => {
            let kind = view.kind(*kind);
            match kind.class {
                Class::Troop => 100.0 + f32::from(kind.power + kind.hp),
                _ => f32::from(kind.cost),
            }
        }
        _ => -1.0,
    })
}

fn troop_strength(view: &View<'_>, troop: game::state::CardRef) -> f32 {
    let own = view
        .place(troop)
        .is_some_and(|(_, lane, _)| lane == view.seat());
    let bonus = if own { 100.0 } else { 0.0 };
    strength(view, troop) + bonus
}

fn arrange(view: &View<'_>, options: &[Choice]) -> usize {
    let mut strengths = [0; 4];
    let mut order = [0u8, 1, 2, 3];
    let mut count = 0;
    for (card, _) in view.troops(view.seat()).take(4) {
        strengths[count] = view.power(card) + view.hp_left(card);
        count += 1;
    }
    // A stable sort: equals stay as they stand.
    order[..count].sort_by_key(|from| std::cmp::Reverse(strengths[*from as usize]));
    number_of_order(&order[..count]).min(options.len() - 1)
}
