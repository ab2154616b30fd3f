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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::load::Library;
    use crate::policy::model::Profiles;
    use crate::policy::registry::{self, Players};
    use crate::policy::{Choice, Decision, Policy, Table};
    use crate::rng::GameKey;
    use crate::rules::{Game, set_up};
    use crate::ruleset::{Difficulty, Preset};

    /// Looks at all lanes before every answer and compares with what is to be seen anew.
    struct Watcher<'a> {
        player: Table<'a>,
        profiles: &'a Profiles,
        prospects: Prospects,
        looks: u32,
        kept: u32,
    }

    impl Policy for Watcher<'_> {
        fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
            let forecast = Forecast::new(view, self.profiles, 1.0);
            // Phases apart, as the players are asked.
            let hand = view.round().is_multiple_of(2);
            for lane in 0..view.players() {
                let fresh = match hand {
                    true => forecast.lane_with_hand(view, lane),
                    false => forecast.lane(view, lane),
                };
                let before = self.prospects.signatures[lane as usize];
                assert_eq!(
                    *self.prospects.look(&forecast, view, lane, hand),
                    fresh,
                    "lane {lane} at {decision:?}"
                );
                self.looks += 1;
                self.kept += u32::from(before == self.prospects.signatures[lane as usize]);
            }
            self.player.choose(view, decision, options)
        }
    }

    #[test]
    fn what_is_kept_is_what_would_be_seen_anew() {
        let (cards, _) = Library::embedded()
            .compile::<&str, &str>(&[])
            .expect("the embedded set is sound");
        let profiles = Profiles::new(&cards);
        for policy in ["expert", "random"] {
            let players: Players = registry::resolve(policy, &cards).expect("a sound policy");
            let (mut looks, mut kept) = (0, 0);
            for game in 0..24 {
                let preset = [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught][game as usize % 3];
                let mut rules = preset.ruleset(1 + game as u8 % 4);
                Difficulty::Training.apply_base(&mut rules);
                let key = GameKey::new(31, game);
                let mut state = set_up(&cards, &rules, key);
                let mut watcher = Watcher {
                    player: players.table(key),
                    profiles: &profiles,
                    prospects: Prospects::UNKNOWN,
                    looks: 0,
                    kept: 0,
                };
                Game::new(&cards, &rules, &mut state, &mut watcher, &mut ()).play();
                looks += watcher.looks;
                kept += watcher.kept;
            }
            assert!(kept > looks / 2, "{policy}: {kept} of {looks} kept");
            assert!(kept < looks - 100, "{policy}: {kept} of {looks} kept");
        }
    }
}
