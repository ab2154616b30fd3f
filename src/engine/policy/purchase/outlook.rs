//! What purchases would do for this round's fights.

use crate::cards::{Class, KindId};
use crate::policy::View;
use crate::policy::model::{Forecast, Profiles, Prospect};

/// How the coming fights look to a buyer.
pub(crate) struct Outlook<'a> {
    forecast: Forecast<'a>,
    own: Prospect,
    /// The lane of another player that is worst off.
    worst: Option<Prospect>,
}

impl<'a> Outlook<'a> {
    /// Looks ahead to the fight of the own lane and of the lane that is worst off, with the cards
    /// that their owners have in hand.
    pub fn new(view: &View<'_>, profiles: &'a Profiles, threat: f32, others: f32) -> Self {
        let forecast = Forecast::new(view, profiles, threat);
        let mut worst: Option<Prospect> = None;
        if others > 0.0 {
            for lane in (0..view.players()).filter(|lane| *lane != view.seat()) {
                let other = forecast.lane_with_hand(view, lane);
                if worst
                    .as_ref()
                    .is_none_or(|worst| other.damage > worst.damage)
                {
                    worst = Some(other);
                }
            }
        }
        Outlook {
            own: forecast.lane_with_hand(view, view.seat()),
            worst,
            forecast,
        }
    }

    /// How much less damage the base is to expect with a card, and whether there is a place for
    /// it. `others` is what a point spared in another player's lane counts.
    pub fn gain(&self, view: &View<'_>, kind: KindId, others: f32) -> (f32, bool) {
        let (own, fits) = self.gain_in(view, &self.own, kind);
        let Some(worst) = &self.worst else {
            return (own, fits);
        };
        let (other, fits_there) = self.gain_in(view, worst, kind);
        (own.max(others * other), fits || fits_there)
    }

    fn gain_in(&self, view: &View<'_>, prospect: &Prospect, kind: KindId) -> (f32, bool) {
        let forecast = &self.forecast;
        let (more, fits) = match view.kind(kind).class {
            Class::Troop => {
                let more = forecast.with_troop(prospect, kind);
                (more, !prospect.bodies.is_full())
            }
            Class::Equipment => match forecast.best_carrier(view, prospect, kind) {
                Some((_, gain)) => (gain, true),
                None => (0.0, false),
            },
            Class::Instant => (forecast.with_instant(prospect, kind), true),
            _ => (0.0, false),
        };
        (forecast.spared(prospect, more.max(0.0)), fits)
    }
}
