//! Deployment by forecast: every card goes where the fights to come turn out best for the table.

use super::{Balance, DeploymentMemory, Looks};
use crate::model::{Forecast, Profiles, Prospect, Prospects};
use crate::table::Notes;
use crate::{best_by, first_that, number_of_order};
use arrayvec::ArrayVec;
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::{CardRef, LANE_ZONES, MAX_PLAYERS, Side};

/// The most troops in hand among which the next is found at once.
const TROOPS: usize = 16;

/// An item that does not change the forecast is still of some use on a troop.
const IDLE_ITEM_GAIN: f32 = 0.05;

impl Balance {
    #[inline(never)]
    pub(super) fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> usize {
        let Notes {
            memory,
            looked: looks,
            ..
        } = notes;
        let prospects = &mut *looks.prospects;
        if matches!(decision, Decision::Redistribute) {
            return 0;
        }
        let forecast = Forecast::new(view, profiles, self.weights.threat);
        match *decision {
            Decision::Deploy => match self.next_troop(view, &forecast, options) {
                Some(troop) => troop,
                None => {
                    let carrier = |item| self.carrier(view, &forecast, prospects, item);
                    deploy_item(&forecast, memory, options, carrier)
                }
            },
            Decision::DeployLane { kind } => {
                self.deploy_lane(view, &forecast, prospects, kind, options)
            }
            Decision::EquipOn { item } => {
                let planned = memory.take_carrier(item);
                let carrier = planned.or_else(|| self.carrier(view, &forecast, prospects, item));
                target(options, carrier)
            }
            Decision::BringItem { troop } => self.bring_item(view, &forecast, troop, options),
            Decision::Arrange => self.arrange(view, &forecast, options),
            _ => 0,
        }
    }

    /// The next troop and its lane, if one can be deployed: the answers to both questions, found
    /// without the list of all that can be deployed.
    pub(super) fn next_deployment(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        prospects: &mut Prospects,
    ) -> Option<(KindId, u8)> {
        let mut troops = ArrayVec::<Choice, TROOPS>::new();
        for kind in view.hand(view.seat()) {
            if view.kind(*kind).class == Class::Troop {
                troops.try_push(Choice::Card(*kind)).ok()?;
            }
        }
        if troops.is_empty() {
            return None;
        }
        let mut lanes = ArrayVec::<Choice, MAX_PLAYERS>::new();
        for lane in view.table().seats_from(view.seat()) {
            if view.free_zones(lane) > 0 {
                lanes.push(Choice::Lane(lane));
            }
        }
        if lanes.is_empty() {
            return None;
        }
        let forecast = Forecast::new(view, profiles, self.weights.threat);
        let troop = self.next_troop(view, &forecast, &troops)?;
        let Choice::Card(kind) = troops[troop] else {
            return None;
        };
        let lane = match lanes.len() {
            1 => 0,
            _ => self.deploy_lane(view, &forecast, prospects, kind, &lanes),
        };
        match lanes[lane] {
            Choice::Lane(lane) => Some((kind, lane)),
            _ => None,
        }
    }

    /// Troops come before items, those that outlast most first.
    pub(super) fn next_troop(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        options: &[Choice],
    ) -> Option<usize> {
        if self.own_lane_only && view.free_zones(view.seat()) == 0 {
            return None;
        }
        let mut best = None;
        for (index, choice) in options.iter().enumerate() {
            if let Choice::Card(kind) = choice
                && forecast.profile(*kind).class == Class::Troop
            {
                let outlasts = forecast.recruit(*kind).outlasts;
                if best.is_none_or(|(_, most)| outlasts > most) {
                    best = Some((index, outlasts));
                }
            }
        }
        best.map(|(index, _)| index)
    }

    /// What it is worth to a lane to outlast more enemies.
    pub(super) fn gain(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        place: (u8, &Prospect),
        more: f32,
    ) -> f32 {
        let (lane, prospect) = place;
        let malus = if lane == view.seat() {
            0.0
        } else {
            self.weights.own_lane
        };
        forecast.spared(prospect, more) + self.weights.outlast * more - malus
    }

    /// The lane that profits most from a troop.
    fn deploy_lane(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        prospects: &mut Prospects,
        kind: KindId,
        options: &[Choice],
    ) -> usize {
        best_by(options, |choice| match choice {
            Choice::Lane(lane) if *lane == view.seat() || !self.own_lane_only => {
                let prospect = prospects.lane(forecast, view, *lane);
                let more = forecast.with_troop(prospect, kind);
                self.gain(view, forecast, (*lane, prospect), more)
            }
            _ => f32::NEG_INFINITY,
        })
    }

    /// The troop that does best with an item.
    fn carrier(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        prospects: &mut Prospects,
        item: KindId,
    ) -> Option<CardRef> {
        let mut best: Option<(CardRef, f32)> = None;
        for lane in 0..view.players() {
            if self.own_lane_only && lane != view.seat() {
                continue;
            }
            let prospect = prospects.lane(forecast, view, lane);
            if let Some((index, more)) = forecast.best_carrier(prospect, item) {
                let gain = self.gain(view, forecast, (lane, prospect), more);
                let carrier = prospect.bodies[index].card;
                if best.is_none_or(|(_, most)| gain > most) && view.can_carry(carrier, item) {
                    best = Some((carrier, gain));
                }
            }
        }
        best.map(|(carrier, _)| carrier)
    }

    /// A troop deployed as an instant takes along whatever helps.
    pub(super) fn bring_item(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        troop: CardRef,
        options: &[Choice],
    ) -> usize {
        let Some((Side::Troop, lane, position)) = view.place(troop) else {
            return 0;
        };
        let prospect = forecast.lane(view, lane);
        best_by(options, |choice| match choice {
            Choice::Card(item) => {
                let profile = forecast.profile(*item);
                let body = &prospect.bodies[position];
                let (power, hp) = (profile.item_power, profile.item_hp);
                forecast.with_more(&prospect, body, power, hp) + IDLE_ITEM_GAIN
            }
            _ => 0.0,
        })
    }

    /// Troops in front fall first and are hit by everything: who stands there depends on their
    /// figures, wounds, cost and abilities.
    fn arrange(&self, view: &View<'_>, forecast: &Forecast<'_>, options: &[Choice]) -> usize {
        let order = self.order(view, forecast, view.seat());
        number_of_order(&order.places[..order.count]).min(options.len() - 1)
    }

    /// Which of a lane's troops should stand where.
    pub(super) fn order(&self, view: &View<'_>, forecast: &Forecast<'_>, lane: u8) -> Order {
        let mut keys = [0.0f32; LANE_ZONES];
        let mut count = 0;
        for (_, card) in view.troops(lane) {
            keys[count] = self.key(forecast, card.kind, card.equipment(), card.damage);
            count += 1;
        }
        let mut order = [0u8, 1, 2, 3];
        // Equals stay as they stand.
        for sorted in 1..count {
            let mut place = sorted;
            while place > 0 && keys[place - 1].total_cmp(&keys[place]).is_lt() {
                keys.swap(place - 1, place);
                order.swap(place - 1, place);
                place -= 1;
            }
        }
        Order {
            places: order,
            keys,
            count,
        }
    }

    /// How well a troop is suited to the front.
    pub(super) fn key(
        &self,
        forecast: &Forecast<'_>,
        kind: KindId,
        items: &[KindId],
        damage: i16,
    ) -> f32 {
        let weights = &self.weights;
        let profile = forecast.profile(kind);
        let (mut power, mut hp, mut cost) = (profile.power, profile.hp, profile.cost);
        for item in items {
            let item = forecast.profile(*item);
            power += item.item_power;
            hp += item.item_hp;
            cost += item.cost;
        }
        weights.front_power * f32::from(power)
            + weights.front_hp * f32::from(hp - damage)
            + weights.front_wound * f32::from(damage)
            + weights.front_cost * f32::from(cost)
            + weights.front_support * f32::from(u8::from(profile.supports))
    }
}

/// The first item that somebody could carry; the memory notes who.
pub(super) fn deploy_item(
    forecast: &Forecast<'_>,
    memory: &mut DeploymentMemory,
    options: &[Choice],
    mut carrier: impl FnMut(KindId) -> Option<CardRef>,
) -> usize {
    for (index, choice) in options.iter().enumerate() {
        if let Choice::Card(kind) = choice
            && forecast.profile(*kind).class == Class::Equipment
            && let Some(carrier) = carrier(*kind)
        {
            memory.carrier = Some((*kind, carrier));
            return index;
        }
    }
    0
}

/// The option that is a troop; the first where no troop is meant.
pub(super) fn target(options: &[Choice], troop: Option<CardRef>) -> usize {
    let wanted = troop.map(Choice::Target);
    first_that(options, |choice| Some(*choice) == wanted)
}

/// An order of the troops of a lane.
pub(super) struct Order {
    /// Which of them stands where.
    pub places: [u8; LANE_ZONES],
    /// How well each of them is suited to the front.
    pub keys: [f32; LANE_ZONES],
    /// How many there are.
    pub count: usize,
}

impl Order {
    /// The place that the troop at an index takes.
    pub fn place_of(&self, index: usize) -> usize {
        let place = self
            .places
            .iter()
            .position(|from| usize::from(*from) == index);
        place.unwrap_or(index)
    }
}
