//! How far a phase has come: what a game needs, beside the table, to be taken up in the middle of it.

use super::CardRef;

/// Which step of a phase, or of a lane of the combat phase, is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// The phase, or the lane, has not begun. In phases that are never left in the middle, this is
    /// the only step.
    #[default]
    Start,
    /// Before the first round: players decide about their divisions.
    SetUp,
    /// Purchase: a player turns Xenosathem into resources.
    Spend,
    /// Purchase: the same player buys.
    Buy,
    /// Deployment: a player puts cards on the board.
    Deploy,
    /// Deployment: a player arranges their lane.
    Arrange,
    /// Combat: the lane is fought.
    Fight,
    /// Combat: the lane has been fought to its end.
    Fought,
}

/// Whose turn it is where players act one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turns {
    /// Who acts.
    pub seat: u8,
    /// Whether they have done anything in this turn.
    pub acted: bool,
    /// How many turns have been taken.
    pub taken: u16,
    /// How many players in a row had nothing to do.
    pub quiet: u8,
}

impl Turns {
    /// A player has the first turn.
    pub(crate) fn starting_with(seat: u8) -> Self {
        Turns {
            seat,
            ..Turns::default()
        }
    }

    /// The turn ends, and another player has the next.
    pub(crate) fn pass_to(&mut self, seat: u8) {
        // Whoever has acted has passed in the end.
        self.quiet = if self.acted { 1 } else { self.quiet + 1 };
        self.seat = seat;
        self.acted = false;
        self.taken += 1;
    }
}

/// How far the fight of a lane has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fight {
    /// The pairing for which players have had their reaction window.
    pub reacted_to: Option<Pairing>,
    /// The first enemy, by its stamp.
    pub facing: u16,
    /// How many exchanges it has fought.
    pub exchanges: u16,
    /// How many exchanges there have been in the lane.
    pub all_exchanges: u16,
    /// Whether any player acted in the current exchange or the window before it.
    pub reacted: bool,
}

/// Who stands first on either side, by their stamps. Where there is no troop, that is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// The enemy.
    pub enemy: u16,
    /// The troop.
    pub troop: u16,
}

impl Pairing {
    /// The pairing of an enemy and the troop it faces, if any.
    #[inline]
    pub(crate) fn of(enemy: CardRef, troop: Option<CardRef>) -> Self {
        Pairing {
            enemy: enemy.stamp,
            troop: troop.map_or(0, |troop| troop.stamp),
        }
    }
}
