//! Effects and their targets as text.

use super::{amounts, nature, whose};
use crate::ability::{
    Ability, Amount, Buyer, Destination, Effect, From, Goods, LaneRef, Lanes, Lasts, Pick, Range,
    Target, When, Who,
};
use crate::{Class, Kind};

/// A card speaking of one of its abilities.
pub(super) struct Speaker<'a> {
    pub(super) kind: &'a Kind,
    pub(super) ability: &'a Ability,
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

    /// What an effect does, in words that follow "may" or stand alone.
    pub(super) fn effect(&self, effect: &Effect) -> String {
        match *effect {
            Effect::Damage { amount, to } => {
                format!("deal {}", amounts::to(amount, "damage", &self.target(to)))
            }
            Effect::DamageBase { amount } => {
                format!("deal {}", amounts::to(amount, "damage", "the base"))
            }
            Effect::Heal { amount, to } => {
                format!(
                    "heal {} on {}",
                    amounts::up_to(amount, "damage"),
                    self.target(to)
                )
            }
            Effect::HealTo { hp } => format!("heal it to {} instead", amounts::of(hp, "HP")),
            Effect::Prevent { amount, up_to } => format!(
                "prevent {} that {} would suffer{}",
                self.share(amount, up_to),
                self.whose_damage(),
                nature(self.ability.against)
            ),
            Effect::Redirect { amount, up_to } => format!(
                "suffer {} in place of {}{}",
                self.share(amount, up_to),
                self.whose_damage(),
                nature(self.ability.against)
            ),
            Effect::Move { who, to } => self.movement(who, to),
            Effect::ReverseLane => "reverse the order of the troops in its lane".into(),
            Effect::Burn { who } => format!("burn {}", self.target(who)),
            Effect::DiscardThis => "discard this card".into(),
            Effect::DiscardItems { of } => format!("discard all items on {}", self.target(of)),
            Effect::BurnItems { of } => format!("burn all items on {}", self.target(of)),
            Effect::BecomeEnemy { who } => {
                format!(
                    "turn {} into an enemy at the end of this lane",
                    self.target(who)
                )
            }
            Effect::BecomeTroop => format!(
                "put this card into a lane as a troop with {} power and {} HP",
                self.kind.power, self.kind.hp
            ),
            Effect::AddEnemies { count, wave } => {
                let wave = wave.map_or(String::new(), |wave| format!("wave {wave} "));
                let noun = if count == Amount::number(1) {
                    format!("face-down {wave}enemy")
                } else {
                    format!("face-down {wave}enemies")
                };
                format!("add {} at the end of its lane", amounts::of(count, &noun))
            }
            Effect::CancelReveal => "cancel its reveal ability".into(),
            Effect::Kill { who } => format!("kill {}", self.target(who)),
            Effect::GainPower { amount, who, lasts } => self.power_gain(amount, who, lasts),
            Effect::StrikeFirst if self.ability.when == When::Attacks => "strike first".into(),
            Effect::StrikeFirst => "strike first in its next attack".into(),
            Effect::ExtraDamage { amount } => {
                format!("add {} to the strike", amounts::of(amount, "damage"))
            }
            Effect::GainResources { amount } => {
                format!("gain {}", amounts::of(amount, "resources"))
            }
            Effect::CostLess {
                amount,
                goods,
                buyer,
                least,
            } => self.cheaper(amount, goods, buyer, least),
            Effect::ReturnDiscarded { goods } => format!(
                "1 player takes {} from their discard pile to hand",
                goods_text(goods)
            ),
            Effect::EquipDiscarded { goods } => format!(
                "1 player puts {} from their discard pile on a troop",
                goods_text(goods)
            ),
            _ => self.standing(effect),
        }
    }

    /// Whose damage an ability is about, and in which lanes.
    fn whose_damage(&self) -> String {
        match (self.ability.range, self.ability.from) {
            (Range::Anywhere, _) => whose(self),
            (Range::Lane, From::Lane) => format!("{} in its lane", whose(self)),
            (Range::Lane, _) => format!("{} in the lane being fought", whose(self)),
        }
    }

    /// How much of some damage an ability is about.
    fn share(&self, amount: Amount, up_to: bool) -> String {
        if up_to {
            amounts::up_to(amount, "damage")
        } else {
            amounts::of(amount, "damage")
        }
    }

    fn cheaper(&self, amount: Amount, goods: Goods, buyer: Buyer, least: u8) -> String {
        let standing = self.ability.when == When::Standing;
        let whose = match buyer {
            Buyer::AnyPlayer => "any player's purchase of",
            Buyer::Own => "your own purchase of",
        };
        let make = if standing { "every" } else { "make" };
        let whose = match (standing, buyer) {
            (true, Buyer::Own) => "purchase of yours of",
            (true, Buyer::AnyPlayer) => "purchase of",
            _ => whose,
        };
        let cost = if standing { "costs" } else { "cost" };
        let least = match least {
            0 => String::new(),
            least => format!(" (but at least {least})"),
        };
        format!(
            "{make} {whose} {} {cost} {}{least}",
            goods_text(goods),
            amounts::less(amount)
        )
    }

    /// Effects that are facts while the card stands in its lane.
    fn standing(&self, effect: &Effect) -> String {
        match *effect {
            Effect::Bonus {
                power,
                hp,
                who,
                lanes,
            } => {
                let owner = match who {
                    Who::This => return self.own_bonus(power, hp),
                    Who::OthersInLane => "other troops in its lane have",
                    Who::OthersEverywhere => "all other troops in all lanes have",
                    Who::Enemies => &format!("all enemies{} have", in_lanes(lanes)),
                    Who::OtherEnemies => &format!("all other enemies{} have", in_lanes(lanes)),
                };
                format!("{owner} {}", bonus_text(power, hp))
            }
            Effect::ItemBonus { goods, power, hp } => format!(
                "all troops with {} have {} for each of them",
                goods_text(goods),
                bonus_text(power, hp)
            ),
            Effect::SufferLess { amount, lanes } => format!(
                "each damage that an enemy{} suffers is {}",
                in_lanes(lanes),
                amounts::less(amount)
            ),
            Effect::AbilityDamageMore { amount } => format!(
                "abilities and items deal {} more damage to enemies in its lane",
                amount.plus
            ),
            Effect::Overflow { troops: None } => {
                "attack damage beyond a troop's HP carries on to the next troop, and so on; \
                 past the last troop, to the base"
                    .into()
            }
            Effect::Overflow { troops: Some(n) } => format!(
                "attack damage beyond a troop's HP carries on to {n} more {}",
                plural(n, "troop", "troops")
            ),
            Effect::HitTroops { count: None } => "attacks hit every troop in its lane".into(),
            Effect::HitTroops { count: Some(n) } => {
                format!("attacks hit the first {n} troops in its lane")
            }
            Effect::Unpreventable => "its damage cannot be prevented".into(),
            Effect::NotRedirectable => "its damage cannot be redirected".into(),
            Effect::NeverEquips => "never carries items".into(),
            Effect::DeploysAsInstant => {
                "can be deployed from hand, with equipment, whenever an instant could be played"
                    .into()
            }
            Effect::Untargetable => "cannot be chosen as a target by items or abilities".into(),
            _ => String::new(),
        }
    }

    fn own_bonus(&self, power: Amount, hp: Amount) -> String {
        match self.ability.condition {
            Some(_) => bonus_text(power, hp),
            None => format!("{} has {}", self.me(), bonus_text(power, hp)),
        }
    }

    fn movement(&self, who: Target, to: Destination) -> String {
        let whom = self.target(who);
        match to {
            Destination::End => format!("move {whom} to the end of its lane"),
            Destination::Front => format!("advance {whom} to the front of its lane"),
            Destination::FrontOfAnyLane => {
                format!("advance {whom} to the front of any lane with room")
            }
        }
    }

    fn power_gain(&self, amount: Amount, who: Target, lasts: Lasts) -> String {
        let until = match lasts {
            Lasts::NextAttack => "for its next attack",
            Lasts::ThisEnemy => "until it or the enemy it faces leaves the front",
            Lasts::Round => "until the end of the round",
            Lasts::Kept => "for as long as it stays on the board",
        };
        let power = amounts::bonus(amount, "power");
        match who.pick {
            Pick::This => format!("gain {power} {until}"),
            _ => format!("give {} {power} {until}", self.target(who)),
        }
    }

    /// The target of an effect.
    fn target(&self, target: Target) -> String {
        let own_lane = match self.kind.class {
            Class::Instant if !self.kind.becomes_troop() => "the lane being fought",
            _ => "its lane",
        };
        let lane = match target.lane {
            LaneRef::Own => own_lane,
            LaneRef::That => "that lane",
            LaneRef::Chosen => "1 lane",
        };
        let several = |which: &str| match target.count {
            1 => format!("the {which} troop in {lane}"),
            n => format!("the {which} {n} troops in {lane}"),
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
            Pick::FirstTroops => several("first"),
            Pick::LastTroops => several("last"),
            Pick::EveryTroop => format!("every troop in {lane}"),
            Pick::LaneFronts => format!("the first enemy and the first troop in {lane}"),
            Pick::OwnersChoice => format!("1 troop in {lane}, chosen by the lane's owner"),
            Pick::UppermostDiscardedTroop => {
                "the uppermost troop of the lane owner's discard pile".into()
            }
        }
    }
}

/// In which lanes a standing effect works for enemies.
fn in_lanes(lanes: Lanes) -> &'static str {
    match lanes {
        Lanes::Own => " in its lane",
        Lanes::All => " in all lanes",
    }
}

fn bonus_text(power: Amount, hp: Amount) -> String {
    let nothing = Amount::number(0);
    let mut parts = Vec::new();
    if power != nothing || hp == nothing {
        parts.push(amounts::bonus(power, "power"));
    }
    if hp != nothing {
        parts.push(amounts::bonus(hp, "HP"));
    }
    parts.join(" and ")
}

fn goods_text(goods: Goods) -> &'static str {
    match goods {
        Goods::Troop => "a troop",
        Goods::LaterTroop => "a troop of wave 2 or 3",
        Goods::Item => "an item",
        Goods::Weapon => "a weapon card",
        Goods::Armor => "an armor card",
        Goods::Medical => "a medical card",
        Goods::Technology => "a technology card",
    }
}

fn plural<'a>(n: u8, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}
