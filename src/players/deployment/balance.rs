//! Deployment by the strength of lanes: every card goes where the least stands.

use super::{Balance, lane_strength, strength};
use crate::{best_by, number_of_order};
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::{CardRef, LANE_ZONES};

impl Balance {
    pub(super) fn choose(&self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match decision {
            Decision::Deploy => self.deploy(view, options),
            Decision::DeployLane { .. } => best_by(options, |choice| match *choice {
                Choice::Lane(lane) => self.need(view, lane),
                _ => f32::NEG_INFINITY,
            }),
            Decision::EquipOn { .. } => best_by(options, |choice| match *choice {
                Choice::Target(troop) => self.use_of_item(view, troop),
                _ => f32::NEG_INFINITY,
            }),
            Decision::BringItem { .. } => options.len() - 1,
            Decision::Arrange => self.arrange(view, options),
            _ => 0,
        }
    }

    /// The next card to deploy: troops, the strongest first, then items.
    fn deploy(&self, view: &View<'_>, options: &[Choice]) -> usize {
        let has_room = !self.own_lane_only || view.free_zones(view.seat()) > 0;
        best_by(options, |choice| match choice {
            Choice::Pass => 0.0,
            Choice::Card(kind) => {
                let facts = view.kind(*kind);
                match facts.class {
                    Class::Troop if has_room => 100.0 + f32::from(facts.power + facts.hp),
                    Class::Equipment if self.has_carrier(view, *kind) => 1.0,
                    _ => -1.0,
                }
            }
            _ => f32::NEG_INFINITY,
        })
    }

    /// The lanes that it deploys to.
    fn lanes(&self, view: &View<'_>) -> std::ops::Range<u8> {
        match self.own_lane_only {
            true => view.seat()..view.seat() + 1,
            false => 0..view.players(),
        }
    }

    fn has_carrier(&self, view: &View<'_>, item: KindId) -> bool {
        let mut troops = self.lanes(view).flat_map(|lane| view.troops(lane));
        troops.any(|(troop, _)| view.can_carry(troop, item))
    }

    /// How much a lane needs help.
    fn need(&self, view: &View<'_>, lane: u8) -> f32 {
        let malus = match lane == view.seat() {
            true => 0.0,
            false => self.weights.own_lane,
        };
        match self.lanes(view).contains(&lane) {
            true => -lane_strength(view, lane) - malus,
            false => f32::MIN,
        }
    }

    /// How well an item is placed on a troop: on a strong one, in a lane that needs help.
    fn use_of_item(&self, view: &View<'_>, troop: CardRef) -> f32 {
        let lane = view.place(troop).map_or(0, |(_, lane, _)| lane);
        self.need(view, lane) + self.weights.carrier * strength(view, troop)
    }

    /// Troops in front fall first and are hit by everything: who stands there depends on their
    /// figures, wounds, cost and abilities.
    fn arrange(&self, view: &View<'_>, options: &[Choice]) -> usize {
        let mut keys = [0.0f32; LANE_ZONES];
        let mut order = [0u8, 1, 2, 3];
        let mut count = 0;
        for ((troop, _), key) in view.troops(view.seat()).zip(&mut keys) {
            *key = self.front(view, troop);
            count += 1;
        }
        // A stable sort: equals stay as they stand.
        let key = |from: &u8| keys[usize::from(*from)];
        order[..count].sort_by(|a, b| key(b).total_cmp(&key(a)));
        number_of_order(&order[..count]).min(options.len() - 1)
    }

    /// How well a troop is suited to the front, with its items and wounds.
    fn front(&self, view: &View<'_>, troop: CardRef) -> f32 {
        let Some(card) = view.card(troop) else {
            return 0.0;
        };
        let facts = view.kind(card.kind);
        let items = card.equipment().iter();
        let cost = facts.cost + items.map(|item| view.kind(*item).cost).sum::<u8>();
        let standing = &facts.derived.standing;
        let supports = standing.bonus_lane || standing.bonus_everywhere;
        let weights = &self.weights;
        weights.front_power * f32::from(view.power(troop))
            + weights.front_hp * f32::from(view.hp_left(troop))
            + weights.front_wound * f32::from(card.damage)
            + weights.front_cost * f32::from(cost)
            + weights.front_support * f32::from(u8::from(supports))
    }
}
