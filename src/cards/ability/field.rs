//! The fields of effects, and how they are read.

use super::{Amount, AmountError, LaneRef, Lanes, Pick, Quantity, Strength, Target, Who};
use crate::data::{Fields, unknown};
use crate::words::Word;

/// The largest number an amount may have.
pub(crate) const MAX_AMOUNT: i64 = 99;

/// A field of an effect.
pub(crate) trait EffectField: Sized {
    /// Reads it.
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self>;
    /// The target, if this is it.
    #[inline]
    fn target(self) -> Option<Target> {
        None
    }
    /// The amounts in it.
    fn amounts(self) -> Vec<Amount> {
        Vec::new()
    }
}

/// Reads a field that may be left out.
pub(super) fn optional<T: EffectField>(
    fields: &Fields<'_>,
    key: &'static str,
    default: T,
) -> Option<T> {
    fields.allow(key);
    let given = fields.has(key).then(|| T::read(fields, key));
    Some(given.flatten().unwrap_or(default))
}

impl<W: Word> EffectField for W {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        fields.required_word(key)
    }
}

impl EffectField for bool {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        fields.flag(key)
    }
}

impl EffectField for u8 {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        let number = fields.number(key, 0..=MAX_AMOUNT)?;
        Some(number as u8)
    }
}

/// A number of troops, or "all".
impl EffectField for Option<u8> {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        let item = fields.item(key)?;
        match item.node.text() {
            Some("all") => Some(None),
            Some(_) => {
                item.expected("a number of troops or \"all\"");
                None
            }
            None => item.number(1..=4).map(|number| Some(number as u8)),
        }
    }
}

/// A number, or a formula such as "W+1".
impl EffectField for Amount {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        let item = fields.required(key, "a number or a formula")?;
        let Some(text) = item.node.text() else {
            let number = item.number(0..=MAX_AMOUNT)?;
            return Some(Amount::number(number as i16));
        };
        match Amount::parse(text) {
            Ok(amount) if amount.is_within(MAX_AMOUNT as i16) => return Some(amount),
            Ok(amount) => item.fault(format!(
                "`{amount}`: numbers in a formula must be from 0 to {MAX_AMOUNT}"
            )),
            Err(AmountError::Factor(factor)) => {
                item.fault(format!("`{factor}` before `*` is not a whole number"));
            }
            Err(AmountError::Quantity(word)) => {
                item.fault(unknown(Quantity::WHAT, &word, Quantity::all_words()));
            }
            Err(AmountError::TwoQuantities) => {
                item.fault("a formula may name only one quantity besides numbers");
            }
        }
        None
    }

    fn amounts(self) -> Vec<Amount> {
        vec![self]
    }
}

/// `{ power = 2, hp = "W" }`: at least one of them must be there.
impl EffectField for Strength {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        let inner = fields.fields(key)?;
        if !inner.has("power") && !inner.has("hp") {
            inner.fault("expected `power`, `hp` or both");
        }
        let power = optional(&inner, "power", Amount::number(0));
        let hp = optional(&inner, "hp", Amount::number(0));
        inner.finish();
        Some(Strength {
            power: power?,
            hp: hp?,
        })
    }

    fn amounts(self) -> Vec<Amount> {
        vec![self.power, self.hp]
    }
}

/// The word of a target, with `count` and `lane` where it takes them.
impl EffectField for Target {
    fn read(fields: &Fields<'_>, key: &'static str) -> Option<Self> {
        let pick = fields.required_word::<Pick>(key);
        let count = fields.number("count", 1..=4);
        let lane = fields.word::<LaneRef>("lane");
        let pick = pick?;
        if count.is_some() && !pick.takes_count() {
            fields.fault(format!("`{}` takes no `count`", pick.word()));
        }
        if lane.is_some() && !pick.takes_lane() {
            fields.fault(format!("`{}` takes no `lane`", pick.word()));
        }
        Some(Target {
            pick,
            count: count.unwrap_or(1) as u8,
            lane: lane.unwrap_or(LaneRef::Own),
        })
    }

    #[inline]
    fn target(self) -> Option<Target> {
        Some(self)
    }
}

/// An amount that does not depend on anything.
pub(super) fn constant(fields: &Fields<'_>, key: &'static str) -> Option<Amount> {
    let number = fields.required_number(key, 0..=MAX_AMOUNT)?;
    Some(Amount::number(number as i16))
}

/// A wave, if one is named.
pub(super) fn wave(fields: &Fields<'_>, key: &'static str) -> Option<Option<u8>> {
    let wave = fields.number(key, 1..=3);
    Some(wave.map(|wave| wave as u8))
}

/// In which lanes enemies get something; for troops, the beneficiary says it.
pub(super) fn lanes(fields: &Fields<'_>, key: &'static str) -> Option<Lanes> {
    let to = fields.peek("to").and_then(|node| node.text());
    let for_troops = to.and_then(Who::parse_word).is_some_and(Who::is_troops);
    if for_troops && let Some(item) = fields.item(key) {
        item.fault(
            "`lanes` is for bonuses of `enemies` and `other-enemies`; for troops there are \
             `others-in-lane` and `others-everywhere`",
        );
    }
    Some(fields.word(key).unwrap_or(Lanes::Own))
}
