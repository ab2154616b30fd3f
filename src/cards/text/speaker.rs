//! How a card speaks of its abilities: itself, its targets, and effects with long texts.

use super::amounts;
use crate::ability::{
    Ability, Against, Amount, Buyer, Goods, LaneRef, Lanes, Lasts, Pick, Range, Strength, Target,
    When, Who, Whose, WorksFrom,
};
use crate::words::Word;
use crate::{Class, Kind};

/// A card speaking of one of its abilities.
pub(crate) struct Speaker<'a> {
    pub(crate) kind: &'a Kind,
    pub(crate) ability: &'a Ability,
}

impl Speaker<'_> {
    /// How the card speaks of itself (equipment: of the troop that carries it).
    pub(super) fn me(&self) -> &'static str {
        match self.kind.class {
            Class::Enemy | Class::Boss => "this enemy",
            Class::Resource | Class::Division => "this card",
            _ => "this troop",
        }
    }

    /// Which troop the trigger is about.
    pub(super) fn whose(&self) -> &'static str {
        match self.ability.whose {
            Whose::This => self.me(),
            Whose::Another => "another troop",
            Whose::Any => "any troop",
        }
    }

    /// Whose damage the ability is about, and in which lanes.
    pub(crate) fn whose_damage(&self) -> String {
        let whose = self.whose();
        match (self.ability.range, self.ability.from) {
            (Range::Anywhere, _) => whose.into(),
            (Range::Lane, WorksFrom::Lane) => format!("{whose} in its lane"),
            (Range::Lane, _) => format!("{whose} in the lane being fought"),
        }
    }

    /// Which damage the ability responds to, as the end of a phrase.
    pub(crate) fn nature(&self) -> &'static str {
        match self.ability.against {
            Against::Anything => "",
            Against::EnemyAbility => " from an enemy ability",
            Against::Reveal => " from a reveal ability",
        }
    }

    /// By how much a purchase is cheaper.
    pub(crate) fn cheaper(&self, amount: Amount, goods: Goods, buyer: Buyer, least: u8) -> String {
        let (purchase, costs) = match (self.ability.when, buyer) {
            (When::Standing, Buyer::Own) => ("every purchase of yours of", "costs"),
            (When::Standing, Buyer::AnyPlayer) => ("every purchase of", "costs"),
            (_, Buyer::Own) => ("make your own purchase of", "cost"),
            (_, Buyer::AnyPlayer) => ("make any player's purchase of", "cost"),
        };
        let least = match least {
            0 => String::new(),
            least => format!(" (but at least {least})"),
        };
        let less = amounts::less(amount);
        format!("{purchase} {} {costs} {less}{least}", goods.phrase())
    }

    /// Who has more power and HP.
    pub(crate) fn bonus(&self, bonus: Strength, who: Who, lanes: Lanes) -> String {
        let lanes = lanes.phrase();
        let owner = match who {
            Who::This if self.ability.condition.is_some() => return amounts::strength(bonus),
            Who::This => format!("{} has", self.me()),
            Who::OthersInLane => "other troops in its lane have".into(),
            Who::OthersEverywhere => "all other troops in all lanes have".into(),
            Who::Enemies => format!("all enemies in {lanes} have"),
            Who::OtherEnemies => format!("all other enemies in {lanes} have"),
        };
        format!("{owner} {}", amounts::strength(bonus))
    }

    /// Who gains how much power.
    pub(crate) fn power_gain(&self, amount: Amount, who: Target, lasts: Lasts) -> String {
        let until = lasts.phrase();
        let power = amounts::bonus(amount, "power");
        match who.pick {
            Pick::This => format!("gain {power} {until}"),
            _ => format!("give {} {power} {until}", self.target(who)),
        }
    }

    /// "Take 2 power from 1 enemy until the end of the round."
    pub(crate) fn power_loss(&self, amount: Amount, who: Target, lasts: Lasts) -> String {
        let (power, until) = (amounts::of(amount, "power"), lasts.phrase());
        match who.pick {
            Pick::This => format!("lose {power} {until}"),
            _ => format!("take {power} from {} {until}", self.target(who)),
        }
    }

    /// The target of an effect.
    pub(crate) fn target(&self, target: Target) -> String {
        let own_lane = match self.kind.class {
            Class::Instant if !self.kind.becomes_troop() => "the lane being fought",
            _ => "its lane",
        };
        let lane = match target.lane {
            LaneRef::Own => own_lane,
            LaneRef::That => "that lane",
            LaneRef::Chosen => "1 lane",
        };
        let several = |which: &str, one: &str, more: &str| match target.count {
            1 => format!("the {which} {one} in {lane}"),
            n => format!("the {which} {n} {more} in {lane}"),
        };
        match target.pick {
            Pick::This => self.me().into(),
            Pick::ThatEnemy => "that enemy".into(),
            Pick::ThatTroop => "that troop".into(),
            Pick::OneEnemy => "1 enemy".into(),
            Pick::OneRevealedEnemy => "1 revealed enemy".into(),
            Pick::OneEnemyInLane => format!("1 enemy in {own_lane}"),
            Pick::OneRevealedEnemyInLane => format!("1 revealed enemy in {own_lane}"),
            Pick::OneRevealedNonBossInLane => {
                format!("1 revealed enemy in {own_lane} that is no boss")
            }
            Pick::OneTroop => "1 troop".into(),
            Pick::OneFightingTroop => "1 first troop that faces an enemy".into(),
            Pick::FirstEnemies => several("first", "enemy", "enemies"),
            Pick::FirstTroops => several("first", "troop", "troops"),
            Pick::LastTroops => several("last", "troop", "troops"),
            Pick::EveryTroop => format!("every troop in {lane}"),
            Pick::LaneFronts => format!("the first enemy and the first troop in {lane}"),
            Pick::OwnersChoice => format!("1 troop in {lane}, chosen by the lane's owner"),
            Pick::UppermostDiscardedTroop => {
                "the uppermost troop of the lane owner's discard pile".into()
            }
        }
    }
}
