//! How a card speaks of its abilities: itself, its targets, and effects with long texts.

use super::{amounts, fill};
use crate::ability::{
    Ability, Against, Amount, Buyer, Cost, Goods, LaneRef, Lanes, Lasts, Pick, Range, Strength,
    Target, When, Who, Whose, WorksFrom,
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
        let strength = amounts::strength(bonus);
        if who == Who::This && self.ability.condition.is_some() {
            return strength;
        }
        let gaps = [("{me}", self.me()), ("{lanes}", lanes.phrase())];
        format!("{} {strength}", fill(who.phrase(), &gaps))
    }

    /// What is paid.
    pub(super) fn cost(&self, cost: Cost) -> String {
        let damage = self.ability.cost_damage.to_string();
        fill(cost.phrase(), &[("{damage}", &damage), ("{me}", self.me())])
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
        let several = |one: &str, more: &str| match target.count {
            1 => one.to_string(),
            count => format!("{count} {more}"),
        };
        fill(
            target.pick.phrase(),
            &[
                ("{me}", self.me()),
                ("{lane}", lane),
                ("{own-lane}", own_lane),
                ("{enemies}", &several("enemy", "enemies")),
                ("{troops}", &several("troop", "troops")),
            ],
        )
    }
}
