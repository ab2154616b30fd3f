//! Deployment by simulating line-ups: the model fights each lane against a few deals of the enemies to
//! come.

use super::{DeploymentMemory, LineUp, Looks};
use crate::best_by;
use crate::model::{Dealings, Deals, Forecast, Lane, Profiles, Row, Setting, mix};
use crate::table::Notes;
use cards::ruleset::Together;
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::LANE_ZONES;

#[cfg(test)]
mod tests;

/// Maximum number of troops counted in a hand; more would not fit into a lane with a free zone.
const HAND: usize = LANE_ZONES - 1;

impl LineUp {
    #[inline(never)]
    pub(super) fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> usize {
        match *decision {
            Decision::Deploy if !has_troop(view, options) => match waits(view) {
                true => 0,
                false => self.deploy_item(view, profiles, options, notes),
            },
            Decision::DeployLane { kind } => self.deploy_lane(view, profiles, kind, options, notes),
            Decision::EquipOn { item } => self.equip_on(view, profiles, item, options, notes),
            Decision::Redistribute => usize::from(self.shares_out(view, profiles, notes)),
            _ => {
                let plain = &self.plain;
                plain.choose(view, profiles, decision, options, notes.memory)
            }
        }
    }

    /// The lane that profits most from a troop.
    fn deploy_lane(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        kind: KindId,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> usize {
        let forecast = Forecast::new(view, profiles, self.plain.weights.threat);
        let Looks {
            prospects,
            dealings,
        } = notes.looked;
        let setting = Setting::new(view, profiles, &self.cast, &self.stakes, dealings);
        let (deals, enemies) = self.deals(view, dealings);
        let outcome = |lane: &Lane<'_>| dealings.outcome(view, lane, &self.stakes, &deals).0;
        let key = self.plain.fresh_key(view, kind);
        best_by(options, |choice| {
            let Choice::Lane(number) = *choice else {
                return f32::NEG_INFINITY;
            };
            let order = self.plain.order(view, profiles, number);
            let standing = setting.lane(view, number);
            let mut lane = standing;
            for (place, from) in order.places[..order.count].iter().enumerate() {
                lane.troops[place] = standing.troops[usize::from(*from)];
            }
            lane.hidden += enemies;
            let mut keys = Row::<f32, LANE_ZONES>::new(0.0);
            order.keys[..order.count]
                .iter()
                .for_each(|key| keys.push(*key));
            let mut signature = forecast.signature(view, number);
            if number != view.seat() {
                signature =
                    self.add_hand(view, &forecast, &setting, &mut lane, &mut keys, signature);
            }
            let known = &mut notes.memory.worths[usize::from(number)];
            if known.0 != signature {
                *known = (signature, outcome(&lane));
            }
            let before = known.1;
            lane.insert_troop(place_of(key, &keys), setting.fresh_troop(kind));
            let prospect = prospects.lane(&forecast, view, number);
            let more = forecast.with_troop(prospect, kind);
            let expected = self
                .plain
                .gain(view, &forecast, (number, prospect.stand), more);
            outcome(&lane) - before + self.fights.forecast * expected
        })
    }

    /// Deals of the enemies that a lane is to face, and how many.
    pub(super) fn deals(&self, view: &View<'_>, dealings: &Dealings) -> (Deals, u8) {
        let (deals, enemies) = dealings.to_come(view);
        let relief = match (view.round() - 1) % 3 {
            0 => self.fights.relief_first,
            _ => self.fights.relief,
        };
        (deals.relieved(relief), enemies)
    }

    /// Adds to a lane the troops in its owner's hand, the strongest first, which will mostly be deployed
    /// there. A zone is left free. Returns the lane's signature with them.
    fn add_hand(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        setting: &Setting<'_, '_>,
        lane: &mut Lane<'_>,
        keys: &mut Row<f32, LANE_ZONES>,
        signature: u64,
    ) -> u64 {
        let mut signature = signature;
        let mut troops = Row::<KindId, HAND>::new(KindId(0));
        let outlasts = |kind: KindId| forecast.recruit(kind).outlasts;
        for kind in view.hand(lane.number) {
            if forecast.profile(*kind).class == Class::Troop {
                let stronger = |other: &&KindId| outlasts(**other) >= outlasts(*kind);
                let place = troops.iter().take_while(stronger).count();
                if troops.is_full() && place < HAND {
                    troops.pop();
                }
                troops.insert(place, *kind);
            }
        }
        for kind in troops.iter() {
            if keys.len() + 1 >= LANE_ZONES {
                break;
            }
            let key = self.plain.fresh_key(view, *kind);
            let place = place_of(key, keys);
            lane.insert_troop(place, setting.fresh_troop(*kind));
            keys.insert(place, key);
            signature = mix(signature, u64::from(kind.0));
        }
        signature
    }
}

/// Where a troop is to stand among others.
fn place_of(key: f32, others: &[f32]) -> usize {
    others.iter().filter(|other| **other >= key).count()
}

/// Whether items are better put on a troop later in the phase: others have troops to deploy, and
/// whoever has acted in a turn is asked again after everybody else.
fn waits(view: &View<'_>) -> bool {
    let others = (0..view.players()).filter(|seat| *seat != view.seat());
    let mut hands = others.flat_map(|seat| view.hand(seat));
    view.rules().together == Together::Rounds
        && view.has_acted()
        && view.turns_taken() < u16::from(view.players())
        && hands.any(|kind| view.kind(*kind).class == Class::Troop)
}

/// Whether a troop can be deployed.
fn has_troop(view: &View<'_>, options: &[Choice]) -> bool {
    let is_troop = |choice: &Choice| match choice {
        Choice::Card(kind) => view.kind(*kind).class == Class::Troop,
        _ => false,
    };
    options.iter().any(is_troop)
}
