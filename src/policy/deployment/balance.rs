//! Deployment by the model: every card goes where the fights to come turn out best for the table.

use super::{Balance, DeploymentMemory, figures};
use crate::cards::{Class, KindId};
use crate::policy::model::{Fighter, Lane, Profiles, Setting};
use crate::policy::{Choice, Decision, View, best_by, number_of_order};
use crate::state::{CardRef, Side};

/// Items that change nothing in the model still do some good on a troop.
const IDLE_ITEM_GAIN: f32 = 0.05;

impl Balance {
    pub(super) fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        if *decision == Decision::Deploy
            && let Some(troop) = self.next_troop(view, options)
        {
            return troop;
        }
        let setting = Setting::new(view, profiles, &self.stakes);
        match *decision {
            Decision::Deploy => self.deploy_item(view, &setting, options, memory),
            Decision::DeployLane { kind } => self.deploy_lane(view, &setting, kind, options),
            Decision::DeployPosition { kind, lane } => {
                self.deploy_position(view, &setting, kind, lane, options)
            }
            Decision::EquipOn { item } => self.equip_on(view, &setting, item, options, memory),
            Decision::BringItem { troop } => self.bring_item(view, &setting, troop, options),
            Decision::Arrange => self.arrange(view, &setting, options),
            _ => 0,
        }
    }

    /// Troops come before items, the strongest first.
    fn next_troop(&self, view: &View<'_>, options: &[Choice]) -> Option<usize> {
        if self.own_lane_only && view.free_zones(view.seat()) == 0 {
            return None;
        }
        let mut best = None;
        for (index, choice) in options.iter().enumerate() {
            if let Choice::Card(kind) = choice {
                let facts = view.kind(*kind);
                let strength = figures(facts);
                if facts.class == Class::Troop && best.is_none_or(|(_, least)| strength > least) {
                    best = Some((index, strength));
                }
            }
        }
        best.map(|(index, _)| index)
    }

    /// The first item that somebody profits from.
    fn deploy_item(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        for (index, choice) in options.iter().enumerate() {
            let Choice::Card(kind) = choice else { continue };
            if view.kind(*kind).class == Class::Equipment {
                let (carrier, gain) = self.best_carrier(view, setting, *kind);
                if gain > self.weights.least_gain
                    && let Some(carrier) = carrier
                {
                    memory.carrier = Some((*kind, carrier));
                    return index;
                }
            }
        }
        0
    }

    /// The lane whose fight profits most from a troop.
    fn deploy_lane(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        options: &[Choice],
    ) -> usize {
        // The own lane is weighed against the neediest of the others.
        let neediest = neediest(view, options);
        best_by(options, |choice| match choice {
            Choice::Lane(lane) => {
                let own = *lane == view.seat();
                if !own && (self.own_lane_only || Some(*lane) != neediest) {
                    return f32::NEG_INFINITY;
                }
                let model = setting.lane(view, *lane);
                let gain = gain_of(setting, &model, setting.fresh_troop(kind));
                gain - if own { 0.0 } else { self.weights.own_lane }
            }
            _ => f32::NEG_INFINITY,
        })
    }

    /// The position at which a troop helps its lane most.
    fn deploy_position(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        kind: KindId,
        lane: u8,
        options: &[Choice],
    ) -> usize {
        let model = setting.lane(view, lane);
        best_by(options, |choice| match choice {
            Choice::Position(position) if usize::from(*position) <= model.troops.len() => {
                let mut with = model;
                with.insert_troop(usize::from(*position), setting.fresh_troop(kind));
                with.outcome(setting.stakes)
            }
            _ => f32::NEG_INFINITY,
        })
    }

    fn equip_on(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        item: KindId,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        let planned = memory.carrier.take().filter(|(kind, _)| *kind == item);
        let planned = planned.and_then(|(_, carrier)| {
            let wanted = Choice::Target(carrier);
            options.iter().position(|choice| *choice == wanted)
        });
        planned.unwrap_or_else(|| {
            best_by(options, |choice| match choice {
                Choice::Target(troop) => self.gain_of_item(view, setting, item, *troop),
                _ => f32::NEG_INFINITY,
            })
        })
    }

    /// The troop that does best with an item, and how much that is worth.
    fn best_carrier(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        item: KindId,
    ) -> (Option<CardRef>, f32) {
        let mut best = (None, f32::NEG_INFINITY);
        for lane in 0..view.players() {
            if self.own_lane_only && lane != view.seat() {
                continue;
            }
            let malus = if lane == view.seat() {
                0.0
            } else {
                self.weights.own_lane
            };
            let model = setting.lane(view, lane);
            let before = model.outcome(setting.stakes);
            for index in 0..model.troops.len() {
                let troop = model.troops[index].card;
                if view.can_carry(troop, item) {
                    let gain = item_gain(setting, &model, index, item, before) - malus;
                    if gain > best.1 {
                        best = (Some(troop), gain);
                    }
                }
            }
        }
        best
    }

    fn gain_of_item(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        item: KindId,
        troop: CardRef,
    ) -> f32 {
        let Some((Side::Troop, lane, position)) = view.place(troop) else {
            return f32::NEG_INFINITY;
        };
        if self.own_lane_only && lane != view.seat() {
            return f32::MIN;
        }
        let model = setting.lane(view, lane);
        if position >= model.troops.len() {
            return f32::NEG_INFINITY;
        }
        let before = model.outcome(setting.stakes);
        let malus = if lane == view.seat() {
            0.0
        } else {
            self.weights.own_lane
        };
        item_gain(setting, &model, position, item, before) - malus
    }

    /// A troop deployed as an instant takes along whatever helps.
    fn bring_item(
        &self,
        view: &View<'_>,
        setting: &Setting<'_>,
        troop: CardRef,
        options: &[Choice],
    ) -> usize {
        best_by(options, |choice| match choice {
            Choice::Card(item) => self.gain_of_item(view, setting, *item, troop),
            _ => 0.0,
        })
    }

    /// The order in which the lane's fight turns out best: zone by zone from the front, whoever
    /// does best there with the others behind as they stand.
    fn arrange(&self, view: &View<'_>, setting: &Setting<'_>, options: &[Choice]) -> usize {
        let model = setting.lane(view, view.seat());
        let count = model.troops.len();
        let mut order = [0u8, 1, 2, 3];
        for zone in 0..count.saturating_sub(1).min(2) {
            let mut best = (zone, f32::NEG_INFINITY);
            for candidate in zone..count {
                let alike = |other: &u8| {
                    let (a, b) = (
                        &model.troops[*other as usize],
                        &model.troops[order[candidate] as usize],
                    );
                    (a.kind, a.power, a.hp, a.first) == (b.kind, b.power, b.hp, b.first)
                };
                if order[zone..candidate].iter().any(alike) {
                    continue;
                }
                let mut tried = order;
                tried[zone..=candidate].rotate_right(1);
                let outcome = self.outcome_of_order(setting, &model, &tried[..count]);
                if outcome > best.1 {
                    best = (candidate, outcome);
                }
            }
            order[zone..=best.0].rotate_right(1);
        }
        number_of_order(&order[..count]).min(options.len() - 1)
    }

    fn outcome_of_order(&self, setting: &Setting<'_>, model: &Lane<'_>, order: &[u8]) -> f32 {
        let mut arranged = *model;
        let mut bonus = 0.0;
        for (zone, from) in order.iter().enumerate() {
            let troop = model.troops[*from as usize];
            if setting.profiles[troop.kind as usize].supports {
                bonus += self.weights.support_behind * zone as f32;
            }
            arranged.troops[zone] = troop;
        }
        arranged.outcome(setting.stakes) + bonus
    }
}

/// The lane of another player with the least power and HP in it.
fn neediest(view: &View<'_>, options: &[Choice]) -> Option<u8> {
    let strength = |lane: u8| -> i16 {
        let troops = view.troops(lane);
        troops
            .map(|(_, troop)| {
                figures(view.kind(troop.kind)) + 2 * i16::from(troop.items) - troop.damage
            })
            .sum()
    };
    let lanes = options.iter().filter_map(|choice| match choice {
        Choice::Lane(lane) if *lane != view.seat() => Some(*lane),
        _ => None,
    });
    lanes.min_by_key(|lane| strength(*lane))
}

/// How much better a lane's fight turns out with one more troop.
fn gain_of(setting: &Setting<'_>, lane: &Lane<'_>, troop: Fighter) -> f32 {
    let before = lane.outcome(setting.stakes);
    let mut with = *lane;
    // What counts is what it does for the lane, not how safe it is there.
    let helper = Fighter {
        worth: 0.0,
        ..troop
    };
    with.insert_troop(with.troops.len(), helper);
    with.outcome(setting.stakes) - before
}

fn item_gain(
    setting: &Setting<'_>,
    lane: &Lane<'_>,
    index: usize,
    item: KindId,
    before: f32,
) -> f32 {
    let mut with = *lane;
    with.equip(index, item, setting);
    with.outcome(setting.stakes) - before + IDLE_ITEM_GAIN
}
