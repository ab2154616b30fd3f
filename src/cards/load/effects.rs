//! Effects: one key that names the effect with its amount or target, and other fields.

use crate::ability::{
    Amount, AmountError, Buyer, Destination, Effect, Goods, LaneRef, Lanes, Lasts, Pick, Quantity,
    Target, Who,
};
use crate::data::fields;
use crate::data::fields::Fields;
use crate::data::{Node, Value};
use crate::data::{Sink, Spot, unknown};
use crate::words::Word;

/// The largest number an amount may have.
pub(super) const MAX_AMOUNT: i64 = 99;

/// Effects that are complete without an amount, written as a bare word.
const PLAIN: &[(&str, Effect)] = &[
    ("reverse-lane", Effect::ReverseLane),
    ("discard-this", Effect::DiscardThis),
    ("become-troop", Effect::BecomeTroop),
    ("cancel-reveal", Effect::CancelReveal),
    ("strike-first", Effect::StrikeFirst),
    ("unpreventable", Effect::Unpreventable),
    ("not-redirectable", Effect::NotRedirectable),
    ("never-equips", Effect::NeverEquips),
    ("deploys-as-instant", Effect::DeploysAsInstant),
    ("untargetable", Effect::Untargetable),
];

/// Effects written as a table, by the key that names them.
const KEYED: &[&str] = &[
    "damage",
    "damage-base",
    "heal",
    "heal-to",
    "prevent",
    "redirect",
    "move",
    "burn",
    "discard-items",
    "burn-items",
    "become-enemy",
    "add-enemies",
    "kill",
    "gain-power",
    "extra-damage",
    "gain-resources",
    "cost-less",
    "return-discarded",
    "equip-discarded",
    "bonus",
    "item-bonus",
    "suffer-less",
    "ability-damage-more",
    "overflow",
    "hit-troops",
];

/// The written name of an effect, for messages.
pub(super) fn name(effect: &Effect) -> &'static str {
    match effect {
        Effect::Damage { .. } => "damage",
        Effect::DamageBase { .. } => "damage-base",
        Effect::Heal { .. } => "heal",
        Effect::HealTo { .. } => "heal-to",
        Effect::Prevent { .. } => "prevent",
        Effect::Redirect { .. } => "redirect",
        Effect::Move { .. } => "move",
        Effect::ReverseLane => "reverse-lane",
        Effect::Burn { .. } => "burn",
        Effect::DiscardThis => "discard-this",
        Effect::DiscardItems { .. } => "discard-items",
        Effect::BurnItems { .. } => "burn-items",
        Effect::BecomeEnemy { .. } => "become-enemy",
        Effect::BecomeTroop => "become-troop",
        Effect::AddEnemies { .. } => "add-enemies",
        Effect::CancelReveal => "cancel-reveal",
        Effect::Kill { .. } => "kill",
        Effect::GainPower { .. } => "gain-power",
        Effect::StrikeFirst => "strike-first",
        Effect::ExtraDamage { .. } => "extra-damage",
        Effect::GainResources { .. } => "gain-resources",
        Effect::CostLess { .. } => "cost-less",
        Effect::ReturnDiscarded { .. } => "return-discarded",
        Effect::EquipDiscarded { .. } => "equip-discarded",
        Effect::ItemBonus { .. } => "item-bonus",
        Effect::Bonus { .. } => "bonus",
        Effect::SufferLess { .. } => "suffer-less",
        Effect::AbilityDamageMore { .. } => "ability-damage-more",
        Effect::Overflow { .. } => "overflow",
        Effect::HitTroops { .. } => "hit-troops",
        Effect::Unpreventable => "unpreventable",
        Effect::NotRedirectable => "not-redirectable",
        Effect::NeverEquips => "never-equips",
        Effect::DeploysAsInstant => "deploys-as-instant",
        Effect::Untargetable => "untargetable",
    }
}

/// Reads one effect.
pub(super) fn effect(node: &Node, spot: &Spot, sink: &Sink) -> Option<Effect> {
    match &node.value {
        Value::Text(word) => plain(word, spot, sink),
        Value::Table(table) => {
            let named: Vec<&str> = KEYED
                .iter()
                .copied()
                .filter(|key| table.get(key).is_some())
                .collect();
            match named.as_slice() {
                [key] => {
                    let fields = Fields::new(table, spot.clone(), sink);
                    let effect = keyed(key, &fields, sink);
                    fields.finish();
                    effect
                }
                [] => {
                    let first = table.0.first().map_or("", |entry| &entry.key);
                    sink.add(spot, unknown("effect", first, all_names()));
                    None
                }
                several => {
                    let message = format!(
                        "expected one effect: `{}` are separate effects of the list",
                        several.join("` and `")
                    );
                    sink.add(spot, message);
                    None
                }
            }
        }
        _ => {
            let message = format!(
                "expected an effect such as `{{ damage = 3, to = \"one-enemy\" }}` or \
                 \"strike-first\", found {}",
                node.describe()
            );
            sink.add(spot, message);
            None
        }
    }
}

/// The names of all effects.
pub(super) fn all_names() -> Vec<&'static str> {
    let plain = PLAIN.iter().map(|(word, _)| *word);
    KEYED.iter().copied().chain(plain).collect()
}

fn plain(word: &str, spot: &Spot, sink: &Sink) -> Option<Effect> {
    let found = PLAIN.iter().find(|(name, _)| *name == word);
    if found.is_none() {
        sink.add(
            spot,
            if KEYED.contains(&word) {
                format!("`{word}` needs more than its name: write `{{ {word} = ... }}`")
            } else {
                unknown("effect", word, all_names())
            },
        );
    }
    found.map(|(_, effect)| *effect)
}

/// Reads an effect that is written as a table with the given naming key.
fn keyed(key: &str, fields: &Fields<'_>, sink: &Sink) -> Option<Effect> {
    let amount_of = |name| amount_field(fields, name, sink);
    Some(match key {
        "damage" => Effect::Damage {
            amount: amount_of("damage")?,
            to: target(fields, "to")?,
        },
        "damage-base" => Effect::DamageBase {
            amount: amount_of("damage-base")?,
        },
        "heal" => Effect::Heal {
            amount: amount_of("heal")?,
            to: target(fields, "to")?,
        },
        "heal-to" => Effect::HealTo {
            hp: amount_of("heal-to")?,
        },
        "prevent" => {
            let up_to = fields.flag("up-to").unwrap_or(false);
            Effect::Prevent {
                amount: amount_of("prevent")?,
                up_to,
            }
        }
        "redirect" => {
            let up_to = fields.flag("up-to").unwrap_or(false);
            Effect::Redirect {
                amount: amount_of("redirect")?,
                up_to,
            }
        }
        "move" => {
            let who = target(fields, "move");
            let to = fields.required_word::<Destination>("to");
            Effect::Move { who: who?, to: to? }
        }
        "burn" => Effect::Burn {
            who: target(fields, "burn")?,
        },
        "discard-items" => Effect::DiscardItems {
            of: target(fields, "discard-items")?,
        },
        "burn-items" => Effect::BurnItems {
            of: target(fields, "burn-items")?,
        },
        "become-enemy" => Effect::BecomeEnemy {
            who: target(fields, "become-enemy")?,
        },
        "add-enemies" => Effect::AddEnemies {
            count: amount_of("add-enemies")?,
            wave: fields.number("wave", 1..=3).map(|wave| wave as u8),
        },
        "kill" => Effect::Kill {
            who: target(fields, "kill")?,
        },
        "gain-power" => {
            let (amount, who) = (amount_of("gain-power"), target(fields, "to"));
            let lasts = fields.required_word::<Lasts>("lasts");
            Effect::GainPower {
                amount: amount?,
                who: who?,
                lasts: lasts?,
            }
        }
        "extra-damage" => Effect::ExtraDamage {
            amount: amount_of("extra-damage")?,
        },
        "gain-resources" => Effect::GainResources {
            amount: amount_of("gain-resources")?,
        },
        "cost-less" => {
            let amount = amount_of("cost-less");
            let goods = fields.required_word::<Goods>("goods");
            let buyer = fields.required_word::<Buyer>("buyer");
            let least = fields.number("least", 0..=MAX_AMOUNT).unwrap_or(0);
            Effect::CostLess {
                amount: amount?,
                goods: goods?,
                buyer: buyer?,
                least: least as u8,
            }
        }
        "return-discarded" => Effect::ReturnDiscarded {
            goods: fields.required_word::<Goods>("return-discarded")?,
        },
        "equip-discarded" => Effect::EquipDiscarded {
            goods: fields.required_word::<Goods>("equip-discarded")?,
        },
        "item-bonus" => {
            let bonus = bonus(fields, "item-bonus", sink);
            let goods = fields.required_word::<Goods>("goods");
            let (power, hp) = bonus?;
            Effect::ItemBonus {
                goods: goods?,
                power,
                hp,
            }
        }
        "bonus" => {
            let bonus = bonus(fields, "bonus", sink);
            let who = fields.required_word::<Who>("to");
            let lanes = lanes(fields, who.unwrap_or(Who::Enemies), sink);
            let (power, hp) = bonus?;
            Effect::Bonus {
                power,
                hp,
                who: who?,
                lanes,
            }
        }
        "suffer-less" => {
            let lanes = lanes(fields, Who::Enemies, sink);
            Effect::SufferLess {
                amount: plain_number(fields, "suffer-less")?,
                lanes,
            }
        }
        "ability-damage-more" => Effect::AbilityDamageMore {
            amount: plain_number(fields, "ability-damage-more")?,
        },
        "overflow" => Effect::Overflow {
            troops: count_or_all(fields, "overflow", sink)?,
        },
        "hit-troops" => Effect::HitTroops {
            count: count_or_all(fields, "hit-troops", sink)?,
        },
        _ => return None,
    })
}

/// In which lanes enemies get it; effects for troops use other words.
fn lanes(fields: &Fields<'_>, who: Who, sink: &Sink) -> Lanes {
    if let Some((_, spot)) = fields.get("lanes")
        && !matches!(who, Who::Enemies | Who::OtherEnemies)
    {
        let message = "`lanes` is for bonuses of `enemies` and `other-enemies`; for troops there \
                       are `others-in-lane` and `others-everywhere`";
        sink.add(&spot, message);
    }
    fields.word("lanes").unwrap_or(Lanes::Own)
}

/// `{ power = 2, hp = "W" }`: power and HP, of which at least one must be there.
pub(super) fn bonus(
    fields: &Fields<'_>,
    name: &'static str,
    sink: &Sink,
) -> Option<(Amount, Amount)> {
    let (table, spot) = fields.table(name)?;
    let inner = Fields::new(table, spot, sink);
    let before = sink.len();
    let power = amount_field_optional(&inner, "power", sink);
    let hp = amount_field_optional(&inner, "hp", sink);
    if power.is_none() && hp.is_none() && sink.len() == before {
        inner.fault("expected `power`, `hp` or both");
    }
    inner.finish();
    let nothing = Amount::number(0);
    Some((power.unwrap_or(nothing), hp.unwrap_or(nothing)))
}

fn amount_field(fields: &Fields<'_>, name: &'static str, sink: &Sink) -> Option<Amount> {
    if !fields.has(name) {
        fields.missing(name, "a number or a formula");
    }
    amount_field_optional(fields, name, sink)
}

fn amount_field_optional(fields: &Fields<'_>, name: &'static str, sink: &Sink) -> Option<Amount> {
    let (node, spot) = fields.get(name)?;
    amount(node, &spot, sink)
}

/// Reads an amount: a number, or a formula such as "W+1".
fn amount(node: &Node, spot: &Spot, sink: &Sink) -> Option<Amount> {
    let amount = match &node.value {
        Value::Text(text) => match Amount::parse(text) {
            Ok(amount) => amount,
            Err(error) => {
                sink.add(spot, amount_message(&error));
                return None;
            }
        },
        _ => Amount::number(fields::number(node, spot, 0..=MAX_AMOUNT, sink)? as i16),
    };
    let limits = 0..=MAX_AMOUNT as i16;
    if !limits.contains(&amount.plus) || !limits.contains(&amount.times) {
        let message = format!("`{amount}`: numbers in a formula must be from 0 to {MAX_AMOUNT}");
        sink.add(spot, message);
        return None;
    }
    Some(amount)
}

fn amount_message(error: &AmountError) -> String {
    match error {
        AmountError::Factor(factor) => {
            format!("`{factor}` before `*` is not a whole number")
        }
        AmountError::Quantity(word) => unknown(Quantity::WHAT, word, Quantity::all_words()),
        AmountError::TwoQuantities => "a formula may name only one quantity besides numbers".into(),
    }
}

/// An amount that must be a plain number.
fn plain_number(fields: &Fields<'_>, name: &'static str) -> Option<Amount> {
    let number = fields.required_number(name, 0..=MAX_AMOUNT)?;
    Some(Amount::number(number as i16))
}

/// A number of troops, or "all".
fn count_or_all(fields: &Fields<'_>, name: &'static str, sink: &Sink) -> Option<Option<u8>> {
    let (node, spot) = fields.get(name)?;
    if node.text() == Some("all") {
        return Some(None);
    }
    if node.text().is_some() {
        let message = format!(
            "expected a number of troops or \"all\", found {}",
            node.describe()
        );
        sink.add(&spot, message);
        return None;
    }
    fields::number(node, &spot, 1..=4, sink).map(|n| Some(n as u8))
}

/// Whether a pick is about the troops at one end of a lane, and so takes a `count`.
fn takes_count(pick: Pick) -> bool {
    matches!(pick, Pick::FirstTroops | Pick::LastTroops)
}

/// Whether a pick is about a lane, and so may say which.
fn takes_lane(pick: Pick) -> bool {
    takes_count(pick) || matches!(pick, Pick::EveryTroop | Pick::LaneFronts)
}

/// Reads a target: the named field, with `count` and `lane` where the pick takes them.
fn target(fields: &Fields<'_>, name: &'static str) -> Option<Target> {
    let pick = fields.required_word::<Pick>(name);
    let count = fields.number("count", 1..=4);
    let lane = fields.word::<LaneRef>("lane");
    let pick = pick?;
    if count.is_some() && !takes_count(pick) {
        fields.fault(format!("`{}` takes no `count`", pick.word()));
    }
    if lane.is_some() && !takes_lane(pick) {
        fields.fault(format!("`{}` takes no `lane`", pick.word()));
    }
    Some(Target {
        pick,
        count: count.unwrap_or(1) as u8,
        lane: lane.unwrap_or(LaneRef::Own),
    })
}
