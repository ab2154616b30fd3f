//! "Up to N": how much of some damage to avert.

use crate::first_that;
use cards::ruleset::Lethal;
use game::play::{Choice, Decision, View};
use game::state::CardRef;

/// Damage of which a player may avert a part.
#[derive(Clone, Copy)]
pub(super) struct Divisible {
    /// The troop that is about to suffer.
    pub troop: CardRef,
    /// How much it is about to suffer.
    pub damage: i16,
    /// How much of it can be averted.
    pub most: i16,
}

impl Divisible {
    /// How much a troop should suffer in the other's place: as much as it survives, unless only
    /// more than that saves the other.
    pub(super) fn share_for(&self, view: &View<'_>, user: CardRef) -> i16 {
        let bearable = most_survived(view, user).min(self.most);
        let least = self.damage - most_survived(view, self.troop);
        let only_more_saves = bearable < least && least <= self.most;
        if bearable >= 1 && !only_more_saves {
            bearable
        } else {
            self.most
        }
    }
}

/// The greatest damage that a troop survives.
fn most_survived(view: &View<'_>, troop: CardRef) -> i16 {
    match view.rules().rulings.lethal {
        Lethal::AtLeast => view.hp_left(troop) - 1,
        Lethal::Exceed => view.hp_left(troop),
    }
}

/// Answers how much to avert: of what is prevented all, of what is suffered a sensible share.
pub(super) fn choose(view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
    let (
        Decision::Amount {
            user: Some(user),
            troop,
            damage,
            suffered: true,
            ..
        },
        Some(Choice::Amount(most)),
    ) = (*decision, options.first())
    else {
        return 0;
    };
    let divisible = Divisible {
        troop,
        damage,
        most: *most,
    };
    let share = divisible.share_for(view, user);
    first_that(options, |choice| *choice == Choice::Amount(share))
}
