//! What purchases would do for this round's fights.

use crate::model::{Forecast, NOBODY, Profiles, Prospect};
use cards::{Class, KindId};
use game::play::View;

/// How the fight of the buyer's lane looks.
pub(crate) struct Outlook<'a> {
    forecast: Forecast<'a>,
    lane: Prospect,
}

impl<'a> Outlook<'a> {
    /// Nothing is seen yet.
    #[inline]
    pub fn new(view: &View<'_>, profiles: &'a Profiles, threat: f32) -> Self {
        Outlook {
            forecast: Forecast::new(view, profiles, threat),
            lane: Prospect::EMPTY,
        }
    }

    /// Looks ahead to the fight of the viewer's own lane with the cards in hand.
    #[inline]
    pub fn look(&mut self, view: &View<'_>) {
        let forecast = &self.forecast;
        forecast.look_with_hand(view, view.seat(), &mut self.lane);
    }

    /// How much less damage to the base is expected with a card, and whether there is room for it.
    #[inline(always)]
    pub fn gain(&self, kind: KindId, class: Class) -> (f32, bool) {
        let (forecast, prospect) = (&self.forecast, &self.lane);
        let (more, fits) = match class {
            Class::Troop => {
                let more = forecast.with_troop(prospect, kind);
                (more, !prospect.bodies.is_full())
            }
            Class::Equipment => {
                let (_, more) = forecast.best_carrier(prospect, kind);
                (more, more > NOBODY)
            }
            Class::Instant => (forecast.with_instant(prospect, kind), true),
            _ => (0.0, false),
        };
        match more > 0.0 {
            true => (forecast.spared(prospect.stand, more), fits),
            // What would do harm is not used.
            false => (0.0, fits),
        }
    }
}
