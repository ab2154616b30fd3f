//! Deployment by forecast: every card goes where the fights to come turn out best for the table.

use super::{Balance, DeploymentMemory};
use crate::by_kind::ByKind;
use crate::model::{Forecast, NOBODY, Profile, Profiles, Prospect, Stand, bosses_come, profile};
use crate::spec::DeploymentWeights;
use crate::{best_by, first_that, number_of_order};
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::{BoardCard, CardRef, LANE_ZONES, Side};

/// An item that does not change the forecast is still of some use on a troop.
const IDLE_ITEM_GAIN: f32 = 0.05;

impl Balance {
    /// Prepares the strategy.
    pub(super) fn new(
        weights: &DeploymentWeights,
        own_lane_only: bool,
        profiles: &Profiles,
    ) -> Self {
        let keys = |wave: u8| {
            let profiles = profiles.wave(wave);
            let fresh = |number: usize| BoardCard {
                kind: KindId(number as u8),
                ..BoardCard::default()
            };
            let kinds = (0..profiles.len()).map(fresh);
            ByKind::new(kinds.map(|troop| key(weights, profiles, &troop)), 0.0)
        };
        Balance {
            weights: weights.clone(),
            own_lane_only,
            keys: [1, 2, 3].map(keys),
        }
    }

    #[inline(always)]
    pub(super) fn choose(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        decision: &Decision,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        // The parts have no more arguments than registers hold: to get there is a jump.
        match *decision {
            Decision::Deploy => self.deploy(view, profiles, options, memory),
            Decision::DeployLane { kind } => self.deploy_lane(view, profiles, kind, options),
            Decision::EquipOn { item } => {
                let planned = memory.take_carrier(item);
                self.equip_on(view, profiles, (item, planned), options)
            }
            Decision::BringItem { troop } => self.bring_item(view, profiles, troop, options),
            Decision::Arrange => self.arrange(view, profiles, options),
            _ => 0,
        }
    }

    fn forecast<'a>(&self, view: &View<'_>, profiles: &'a Profiles) -> Forecast<'a> {
        Forecast::new(view, profiles, self.weights.threat)
    }

    /// Of some cards, the troop that outlasts most; none where there is no room for one. The first of
    /// equals.
    #[inline]
    fn best_troop(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        cards: impl Iterator<Item = (usize, KindId)>,
    ) -> Option<(usize, KindId)> {
        let recruits = profiles.recruits(view.wave(), bosses_come(view)).all();
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (index, kind) in cards {
            let recruit = &recruits[kind.index()];
            if recruit.class == Class::Troop && recruit.outlasts > most {
                (best, most) = (Some((index, kind)), recruit.outlasts);
            }
        }
        let has_room = !self.own_lane_only || view.free_zones(view.seat()) > 0;
        best.filter(|_| has_room)
    }

    /// The next card to deploy: troops come before items, those that outlast most first.
    #[inline(never)]
    fn deploy(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        let cards = options
            .iter()
            .enumerate()
            .filter_map(|(index, choice)| match choice {
                Choice::Card(kind) => Some((index, *kind)),
                _ => None,
            });
        match self.best_troop(view, profiles, cards) {
            Some((index, _)) => index,
            None => self.deploy_item(view, profiles, options, memory),
        }
    }

    /// The next item to deploy.
    #[inline(never)]
    fn deploy_item(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        options: &[Choice],
        memory: &mut DeploymentMemory,
    ) -> usize {
        let forecast = self.forecast(view, profiles);
        let carrier = |item| self.carrier(view, &forecast, item);
        deploy_item(&forecast, memory, options, carrier)
    }

    /// The troop that an item goes to: the one that was meant, or the one that does best with it.
    #[inline(never)]
    fn equip_on(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        (item, planned): (KindId, Option<CardRef>),
        options: &[Choice],
    ) -> usize {
        let carrier = planned.or_else(|| self.carrier(view, &self.forecast(view, profiles), item));
        carrier.map_or(0, |carrier| target(options, carrier))
    }

    /// What it is worth to a lane to outlast more enemies.
    pub(super) fn gain(
        &self,
        view: &View<'_>,
        forecast: &Forecast<'_>,
        (lane, stand): (u8, Stand),
        more: f32,
    ) -> f32 {
        let malus = if lane == view.seat() {
            0.0
        } else {
            self.weights.own_lane
        };
        forecast.spared(stand, more) + self.weights.outlast * more - malus
    }

    /// The lane that profits most from a troop.
    #[inline(never)]
    fn deploy_lane(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        kind: KindId,
        options: &[Choice],
    ) -> usize {
        let forecast = &self.forecast(view, profiles);
        best_by(options, |choice| match *choice {
            Choice::Lane(lane) if lane == view.seat() || !self.own_lane_only => {
                let (outlasts, more) = forecast.lane_with_troop(view, lane, kind);
                self.gain(view, forecast, (lane, forecast.stand(outlasts)), more)
            }
            _ => f32::NEG_INFINITY,
        })
    }

    /// The troop that does best with an item.
    fn carrier(&self, view: &View<'_>, forecast: &Forecast<'_>, item: KindId) -> Option<CardRef> {
        let mut best: Option<(CardRef, f32)> = None;
        let mut prospect = Prospect::EMPTY;
        for lane in 0..view.players() {
            if self.own_lane_only && lane != view.seat() {
                continue;
            }
            forecast.look(view, lane, &mut prospect);
            let (index, more) = forecast.best_carrier(&prospect, item);
            if more > NOBODY {
                let gain = self.gain(view, forecast, (lane, prospect.stand), more);
                let carrier = prospect.bodies[index].card;
                if best.is_none_or(|(_, most)| gain > most) && view.can_carry(carrier, item) {
                    best = Some((carrier, gain));
                }
            }
        }
        best.map(|(carrier, _)| carrier)
    }

    /// A troop deployed as an instant takes along whatever helps.
    #[inline(never)]
    fn bring_item(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        troop: CardRef,
        options: &[Choice],
    ) -> usize {
        let forecast = self.forecast(view, profiles);
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
    #[inline(never)]
    fn arrange(&self, view: &View<'_>, profiles: &Profiles, options: &[Choice]) -> usize {
        let order = self.order(view, profiles, view.seat());
        number_of_order(&order.places[..order.count]).min(options.len() - 1)
    }

    /// Which of a lane's troops should stand where.
    pub(super) fn order(&self, view: &View<'_>, profiles: &Profiles, lane: u8) -> Order {
        let wave = usize::from(view.wave()) - 1;
        let profiles = profiles.wave(view.wave());
        let fresh = &self.keys[wave];
        let mut keys = [0.0f32; LANE_ZONES];
        let mut count = 0;
        for ((_, card), place) in view.troops(lane).zip(&mut keys) {
            *place = match card.items == 0 && card.damage == 0 {
                true => fresh[card.kind],
                false => key(&self.weights, profiles, card),
            };
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

    /// How well a troop is suited to the front as it comes on the board.
    pub(super) fn fresh_key(&self, view: &View<'_>, troop: KindId) -> f32 {
        self.keys[usize::from(view.wave()) - 1][troop]
    }
}

/// How well a troop is suited to the front, with its items and wounds.
fn key(weights: &DeploymentWeights, profiles: &[Profile], troop: &BoardCard) -> f32 {
    let facts = |kind| profile::of(profiles, kind);
    let own = facts(troop.kind);
    let (mut power, mut hp, mut cost) = (own.power, own.hp, own.cost);
    for item in troop.equipment() {
        let item = facts(*item);
        power += item.item_power;
        hp += item.item_hp;
        cost += item.cost;
    }
    weights.front_power * f32::from(power)
        + weights.front_hp * f32::from(hp - troop.damage)
        + weights.front_wound * f32::from(troop.damage)
        + weights.front_cost * f32::from(cost)
        + weights.front_support * f32::from(u8::from(own.supports))
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

/// The option that is a troop; the first where it is not among them.
pub(super) fn target(options: &[Choice], troop: CardRef) -> usize {
    first_that(options, |choice| *choice == Choice::Target(troop))
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
