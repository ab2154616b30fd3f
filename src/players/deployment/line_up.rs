//! Deployment by playing line-ups through: every lane's fight is fought in the model, against a few
//! deals of the enemies to come.

use super::{DeploymentMemory, LineUp};
use crate::best_by;
use crate::model::{Deals, Forecast, Lane, Profiles, Prospects, Setting};
use crate::table::Notes;
use cards::KindId;
use game::play::{Choice, Decision, View};

impl LineUp {
    pub(super) fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Prospects>,
    ) -> usize {
        match *decision {
            Decision::DeployLane { kind } => self.deploy_lane(view, profiles, kind, options, notes),
            _ => self.plain.choose(view, profiles, decision, options, notes),
        }
    }

    /// The lane that profits most from a troop.
    fn deploy_lane(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        kind: KindId,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Prospects>,
    ) -> usize {
        let forecast = Forecast::new(view, profiles, self.plain.weights.threat);
        let setting = Setting::new(view, profiles, &self.cast, &self.stakes);
        let (deals, enemies) = Deals::to_come(view);
        let outcome = |mut lane: Lane<'_>| lane.mean_outcome(&self.stakes, &deals, view.cards());
        let key = self.plain.key(&forecast, kind, &[], 0);
        best_by(options, |choice| {
            let Choice::Lane(number) = *choice else {
                return f32::NEG_INFINITY;
            };
            let order = self.plain.order(view, &forecast, number);
            let standing = setting.lane(view, number);
            let mut lane = standing;
            for (place, from) in order.places[..order.count].iter().enumerate() {
                lane.troops[place] = standing.troops[usize::from(*from)];
            }
            lane.hidden += enemies;
            let signature = forecast.signature(view, number);
            let known = &mut notes.memory.worths[usize::from(number)];
            if known.0 != signature {
                *known = (signature, outcome(lane));
            }
            let before = known.1;
            let in_front = order.keys[..order.count]
                .iter()
                .filter(|other| **other >= key);
            lane.insert_troop(in_front.count(), setting.fresh_troop(kind));
            let prospect = notes.looked.lane(&forecast, view, number);
            let more = forecast.with_troop(prospect, kind);
            let expected = self.plain.gain(view, &forecast, (number, prospect), more);
            outcome(lane) - before + self.forecast * expected
        })
    }
}
