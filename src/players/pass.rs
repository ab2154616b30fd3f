//! The player who only fills their own lane.

use game::play::{Choice, Decision, Policy, View};

/// Buys nothing, deploys troops into their own lane in hand order, never reacts, discards the
/// whole hand in wrap-up, and gives up its last troop where it must give up one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pass;

impl Policy for Pass {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match decision {
            Decision::Deploy => first_troop(view, options),
            Decision::DeployLane { .. } => {
                position(options, |choice| *choice == Choice::Lane(view.seat()))
            }
            Decision::DiscardFromHand => {
                position(options, |choice| matches!(choice, Choice::Card(_)))
            }
            Decision::LoseTroop { .. } => options.len() - 1,
            _ => 0,
        }
    }
}

/// The first troop in hand while their own lane has room, otherwise passing.
fn first_troop(view: &View<'_>, options: &[Choice]) -> usize {
    if view.free_zones(view.seat()) == 0 {
        return 0;
    }
    position(options, |choice| match choice {
        Choice::Card(kind) => view.kind(*kind).class == cards::Class::Troop,
        _ => false,
    })
}

/// The first option that fits, or the plain one.
fn position(options: &[Choice], fits: impl Fn(&Choice) -> bool) -> usize {
    options.iter().position(fits).unwrap_or(0)
}
