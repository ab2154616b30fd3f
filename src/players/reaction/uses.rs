//! What there is to know about the use of an ability in a window, worked out once for a policy.

use super::targets::{is_lead, is_lent};
use crate::model::{Profile, Profiles};
use crate::spec::ReactionWeights;
use cards::ability::{
    Ability, Amount, Combine, Cost, Destination, Effect, LaneRef, Limit, Pick, Quantity, WorksFrom,
};
use cards::{CardSet, Class, Kind, KindId};

/// The uses of all abilities, by kind and number.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    kinds: Vec<Vec<Use>>,
}

/// The use of an ability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The least gain for which it is used, in a round that is not the last, for the player's own lane.
    pub hold: f32,
    /// Whether it concerns nobody but whoever uses it.
    pub is_personal: bool,
    /// Whether it brings back discarded cards.
    pub salvages: bool,
    /// Whether the card becomes a troop by it.
    pub enlists: bool,
    /// Whether it surely comes to the same whoever uses it, and wherever that is.
    pub is_anybodys: bool,
    /// Whether its parts may be used one by one.
    pub in_parts: bool,
    /// Whom it is meant for, by the parts that are used.
    aims: [Aim; 4],
    /// The power that it lends if it moves a chosen troop to the front and/or gives it power for its next
    /// attack: of the many ways to use it, most come to the same.
    pub lent: Option<Amount>,
    /// Whether its first part moves its user to the front.
    pub leads_itself: bool,
    /// The damage to an enemy if it does nothing else.
    hit: Option<Amount>,
    /// Whether that is so for a troop of the lane, too, as it pays nothing.
    is_free: bool,
}

/// Whom an ability is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// One of the troops.
    Troop,
    /// The first troop.
    FirstTroop,
    /// One of the enemies.
    Enemy(Pick),
    /// Nobody chooses.
    Fixed,
}

impl Uses {
    /// Works out the uses of all abilities for a player.
    pub fn new(weights: &ReactionWeights, cards: &CardSet, profiles: &Profiles) -> Self {
        let of_kind = |(kind, profile): (&Kind, &Profile)| {
            let abilities = (0..).zip(&kind.abilities);
            abilities
                .map(|ability| Use::new(weights, (kind, profile), ability))
                .collect()
        };
        Uses {
            // What is asked of profiles here is the same in all waves.
            kinds: cards
                .kinds
                .iter()
                .zip(profiles.wave(1))
                .map(of_kind)
                .collect(),
        }
    }

    /// The use of an ability of a kind.
    #[inline]
    pub(super) fn of(&self, kind: KindId, number: u8) -> &Use {
        &self.kinds[kind.index()][usize::from(number)]
    }
}

impl Use {
    fn new(
        weights: &ReactionWeights,
        (kind, profile): (&Kind, &Profile),
        (number, ability): (u8, &Ability),
    ) -> Self {
        let bit = 1 << number;
        let in_parts = ability.combine == Combine::AndOr;
        let all = if in_parts { 3 } else { u8::MAX };
        let hit = match ability.effects[..] {
            [Effect::Damage { amount, .. }] => Some(amount),
            _ => None,
        };
        Use {
            hold: hold(weights, kind, ability),
            is_personal: profile.personal & bit != 0,
            salvages: profile.salvages & bit != 0,
            enlists: profile.enlists & bit != 0,
            is_anybodys: ability.costs.is_empty() && ability.effects.iter().all(is_anybodys),
            in_parts,
            aims: [0, 1, 2, all].map(|parts| aim(ability, parts)),
            lent: power_lent(ability),
            leads_itself: in_parts && leads_itself(ability),
            hit,
            is_free: ability.costs.is_empty(),
        }
    }

    /// Whom some parts of it are meant for.
    #[inline]
    pub fn aim(&self, parts: u8) -> Aim {
        self.aims[usize::from(parts & 3)]
    }

    /// The damage to an enemy, if that is all that happens in a lane in which the user stands, or not.
    #[inline]
    pub fn only_hit(&self, user_in_lane: bool) -> Option<Amount> {
        self.hit.filter(|_| self.is_free || !user_in_lane)
    }
}

fn hold(weights: &ReactionWeights, kind: &Kind, ability: &Ability) -> f32 {
    let cost = f32::from(kind.cost.max(1));
    match (kind.class, ability.from) {
        (Class::Instant, _) => weights.hold_instant * cost,
        (_, WorksFrom::Hand) => weights.hold_troop * cost,
        _ if ability.costs.contains(&Cost::DiscardThis) => weights.item * cost,
        _ if ability.limit == Limit::OncePerRound => weights.hold_ability,
        _ => 0.01,
    }
}

fn aim(ability: &Ability, parts: u8) -> Aim {
    let used = ability.effects.iter().enumerate();
    let used = used.filter(|(index, _)| parts & 1 << index != 0);
    let target = used
        .filter_map(|(_, effect)| effect.target())
        .find(|target| target.pick.is_choice() || target.lane == LaneRef::Chosen);
    match target.map(|target| target.pick) {
        Some(Pick::OneTroop) => Aim::Troop,
        Some(Pick::OneFightingTroop) => Aim::FirstTroop,
        Some(pick) if pick.is_choice() => Aim::Enemy(pick),
        _ => Aim::Fixed,
    }
}

fn power_lent(ability: &Ability) -> Option<Amount> {
    let [first, second @ Effect::GainPower { amount, .. }] = &ability.effects[..] else {
        return None;
    };
    let alternatives = ability.combine == Combine::AndOr && ability.costs.is_empty();
    (is_lead(first) && is_lent(second) && alternatives).then_some(*amount)
}

fn leads_itself(ability: &Ability) -> bool {
    let leads = |effect: &Effect| match effect {
        Effect::Move { who, to } => who.pick == Pick::This && *to == Destination::Front,
        _ => false,
    };
    ability.costs.is_empty() && ability.effects.first().is_some_and(leads)
}

/// Whether an effect on cards does not depend on who causes it.
fn is_anybodys(effect: &Effect) -> bool {
    let (amount, target) = match *effect {
        Effect::Damage { amount, to } | Effect::Heal { amount, to } => (Some(amount), to),
        Effect::GainPower { amount, who, .. } => (Some(amount), who),
        Effect::Move { who, .. } => (None, who),
        _ => return false,
    };
    let everywhere = matches!(
        target.pick,
        Pick::OneEnemy
            | Pick::OneRevealedEnemy
            | Pick::OneTroop
            | Pick::OneFightingTroop
            | Pick::FirstTroops
            | Pick::LastTroops
            | Pick::EveryTroop
            | Pick::FirstEnemies
    );
    let fixed = |amount: Amount| matches!(amount.quantity, None | Some(Quantity::Wave));
    everywhere && amount.is_none_or(fixed)
}
