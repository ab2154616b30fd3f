//! The prospects of the lanes, kept from one question to the next.
//!
//! A card is deployed at a time, and one lane changes by it. The others still look as
//! they did when somebody was asked before: to see that is much cheaper than to look ahead again.

use super::forecast::{Forecast, Prospect};
use game::play::View;
use game::state::MAX_PLAYERS;

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
        let signature = forecast.signature(view, lane);
        let index = lane as usize;
        if self.signatures[index] != signature {
            self.signatures[index] = signature;
            forecast.look(view, lane, &mut self.lanes[index]);
        }
        debug_assert_eq!(
            self.lanes[index],
            forecast.lane(view, lane),
            "lane {lane} has changed unseen"
        );
        &self.lanes[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Players;
    use crate::model::Profiles;
    use crate::registry;
    use crate::registry::PreparedPolicies;
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::{Difficulty, Preset};
    use game::play::{Choice, Decision, Policy};
    use game::rules::{Game, set_up};

    /// Looks at all lanes before every answer and compares with what is seen by looking again.
    struct Watcher<'a> {
        player: Players<'a>,
        profiles: &'a Profiles,
        prospects: Prospects,
        looks: u32,
        kept: u32,
    }

    impl Policy for Watcher<'_> {
        fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
            let forecast = Forecast::new(view, self.profiles, 1.0);
            for lane in 0..view.players() {
                let fresh = forecast.lane(view, lane);
                let before = self.prospects.signatures[lane as usize];
                assert_eq!(
                    *self.prospects.lane(&forecast, view, lane),
                    fresh,
                    "lane {lane} at {decision:?}"
                );
                assert_eq!(forecast.spared(fresh.stand, 0.0), 0.0);
                for troop in view.hand(view.seat()) {
                    assert_eq!(
                        forecast.lane_with_troop(view, lane, *troop),
                        forecast.looked_at_with_troop(view, lane, *troop),
                        "lane {lane} at {decision:?}"
                    );
                }
                self.looks += 1;
                self.kept += u32::from(before == self.prospects.signatures[lane as usize]);
            }
            self.player.choose(view, decision, options)
        }
    }

    #[test]
    fn what_is_kept_is_what_would_be_seen_again() {
        let cards = Library::embedded()
            .cards()
            .expect("the embedded set is sound");
        let profiles = Profiles::new(&cards);
        for policy in ["expert", "random"] {
            let players: PreparedPolicies =
                registry::resolve(policy, &cards).expect("a sound policy");
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
