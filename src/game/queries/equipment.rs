//! What a troop can carry.

use crate::state::{BoardCard, MAX_EQUIPMENT};

use cards::ruleset::{EquipmentLimit, Ruleset};
use cards::{CardSet, Class, ItemType, KindId};

/// Whether a troop may carry an item besides those it has.
pub fn can_carry(cards: &CardSet, rules: &Ruleset, troop: &BoardCard, item: KindId) -> bool {
    let limited = match rules.equipment {
        EquipmentLimit::DistinctTypes => u8::MAX,
        EquipmentLimit::OneWeaponOneArmor => ItemType::Weapon.bit() | ItemType::Armor.bit(),
        EquipmentLimit::OneGraftingToo => {
            ItemType::Weapon.bit() | ItemType::Armor.bit() | ItemType::Grafting.bit()
        }
    };
    let carried = troop.equipment();
    let taken = carried
        .iter()
        .fold(0, |types, kind| types | cards.kind(*kind).types);
    cards.kind(item).class == Class::Equipment
        && !cards.kind(troop.kind).derived.standing.never_equips
        && carried.len() < MAX_EQUIPMENT
        && taken & cards.kind(item).types & limited == 0
}
