//! The prospects of the lanes, kept from one question to the next.
//!
//! A card is bought or deployed at a time, and one lane changes by it. The others still look as
//! they did when somebody was asked before: to see that is much cheaper than to look ahead anew.

use super::forecast::{Forecast, Prospect};
use crate::policy::View;
use crate::state::MAX_PLAYERS;

/// The prospect of every lane, with what it was worked out from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospects {
    lanes: [Prospect; MAX_PLAYERS],
    signatures: [u64; MAX_PLAYERS],
}

impl Prospects {
    /// Nothing is known yet.
    pub const UNKNOWN: Prospects = Prospects {
        lanes: [Prospect::EMPTY; MAX_PLAYERS],
        signatures: [0; MAX_PLAYERS],
    };

    /// A lane as it stands.
    pub fn lane(&mut self, forecast: &Forecast<'_>, view: &View<'_>, lane: u8) -> &Prospect {
        self.look(forecast, view, lane, false)
    }

    /// A lane with the best of what its owner has in hand.
    pub fn with_hand(&mut self, forecast: &Forecast<'_>, view: &View<'_>, lane: u8) -> &Prospect {
        self.look(forecast, view, lane, true)
    }

    /// Looks at a lane with its owner's hand without asking whether it has changed.
    pub fn anew(&mut self, forecast: &Forecast<'_>, view: &View<'_>, lane: u8) {
        self.lanes[lane as usize] = forecast.lane_with_hand(view, lane);
        self.signatures[lane as usize] = 0;
    }

    /// A lane as it looked when it was last asked for.
    pub fn last(&self, lane: u8) -> &Prospect {
        &self.lanes[lane as usize]
    }

    fn look(
        &mut self,
        forecast: &Forecast<'_>,
        view: &View<'_>,
        lane: u8,
        hand: bool,
    ) -> &Prospect {
        let anew = || match hand {
            true => forecast.lane_with_hand(view, lane),
            false => forecast.lane(view, lane),
        };
        let signature = forecast.signature(view, lane, hand);
        let index = lane as usize;
        if self.signatures[index] != signature {
            self.signatures[index] = signature;
            self.lanes[index] = anew();
        }
        debug_assert_eq!(self.lanes[index], anew(), "lane {lane} has changed unseen");
        &self.lanes[index]
    }
}
