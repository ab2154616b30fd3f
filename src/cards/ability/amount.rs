//! How much: a number, or a small linear formula over something in play.

use crate::words::{Word, words};
use std::fmt;

words! {
    /// A quantity that an amount can depend on.
    pub enum Quantity as "quantity" {
        /// The number of the current wave, 1 to 3.
        Wave = "W" says "the wave number",
        /// The number of the current round, 1 to 9.
        Round = "round" says "the number of the round",
        /// The power of the card (or of the troop that carries it), bonuses included.
        OwnPower = "own-power" says "its power",
        /// The power of the target troop.
        TargetPower = "target-power" says "that troop's power",
        /// The purchase cost of the card that was burned or discarded to pay for the ability.
        CardCost = "card-cost" says "that card's cost",
        /// Half the card's total HP, rounded up.
        HalfTotalHp = "half-total-hp" says "half its total HP (rounded up)",
        /// The damage that the ability has just prevented.
        Prevented = "prevented" says "the damage prevented",
        /// The damage that an earlier effect of the same ability has healed.
        Healed = "healed" says "the damage healed",
        /// Troops in the lane.
        TroopsInLane = "troops-in-lane" says "troop in its lane",
        /// Enemies killed in the lane this round.
        KillsInLane = "kills-in-lane" says "enemy killed in its lane this round",
        /// Damage on the card itself.
        DamageOnIt = "damage-on-it" says "damage on it",
        /// Cards burned by an earlier effect of the same ability.
        CardsBurned = "cards-burned" says "card burned",
        /// All of it.
        All = "all" says "all of it",
    }
}

/// `times × quantity + plus`; a number alone has no quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// What is multiplied, if anything.
    pub quantity: Option<Quantity>,
    /// The factor.
    pub times: i16,
    /// The constant part.
    pub plus: i16,
}

impl Amount {
    /// A number.
    #[inline]
    pub const fn number(n: i16) -> Self {
        Amount {
            quantity: None,
            times: 0,
            plus: n,
        }
    }

    /// Once the given quantity.
    #[inline]
    pub const fn of(quantity: Quantity) -> Self {
        Amount {
            quantity: Some(quantity),
            times: 1,
            plus: 0,
        }
    }

    /// How much it comes to, where `of` says how much there is of a quantity. Figures of custom
    /// cards may grow without limit in a long game; they saturate.
    #[inline]
    pub fn value(self, of: impl FnOnce(Quantity) -> i16) -> i16 {
        match self.quantity {
            None => self.plus,
            Some(quantity) => {
                let share = self.times.saturating_mul(of(quantity));
                share.saturating_add(self.plus)
            }
        }
    }

    /// How much it comes to on average, where `of` estimates the quantity.
    pub fn estimate(self, of: impl FnOnce(Quantity) -> f32) -> f32 {
        let quantity = self.quantity.map_or(0.0, of);
        f32::from(self.times) * quantity + f32::from(self.plus)
    }

    /// Whether all its numbers are from 0 to a limit.
    pub(crate) fn is_within(self, limit: i16) -> bool {
        [self.times, self.plus]
            .iter()
            .all(|number| (0..=limit).contains(number))
    }

    /// Whether this is the word `all`.
    #[inline]
    pub(crate) fn is_all(self) -> bool {
        self.quantity == Some(Quantity::All)
    }

    /// Reads `3`, `W`, `W+1`, `2*cards-burned`, `1+troops-in-lane` ...
    pub(crate) fn parse(text: &str) -> Result<Self, AmountError> {
        let mut amount = Amount::number(0);
        for part in text.split('+') {
            let part = part.trim();
            if let Ok(number) = part.parse::<i16>() {
                amount.plus = amount.plus.saturating_add(number);
                continue;
            }
            let (times, word) = match part.split_once('*') {
                Some((factor, word)) => (
                    factor
                        .trim()
                        .parse::<i16>()
                        .map_err(|_| AmountError::Factor(factor.trim().into()))?,
                    word.trim(),
                ),
                None => (1, part),
            };
            let quantity =
                Quantity::parse_word(word).ok_or_else(|| AmountError::Quantity(word.into()))?;
            if amount.quantity.is_some() {
                return Err(AmountError::TwoQuantities);
            }
            amount.quantity = Some(quantity);
            amount.times = times;
        }
        Ok(amount)
    }
}

/// Why a text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AmountError {
    /// The part before `*` is not a whole number.
    Factor(String),
    /// The word is not a quantity.
    Quantity(String),
    /// More than one quantity is named.
    TwoQuantities,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(quantity) = self.quantity else {
            return write!(f, "{}", self.plus);
        };
        if self.times != 1 {
            write!(f, "{}*", self.times)?;
        }
        write!(f, "{}", quantity.word())?;
        if self.plus != 0 {
            write!(f, "+{}", self.plus)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_and_written() {
        for text in ["3", "W", "W+1", "2*cards-burned", "all"] {
            assert_eq!(Amount::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Amount::parse("1+troops-in-lane").unwrap().to_string(),
            "troops-in-lane+1"
        );
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        assert_eq!(
            Amount::parse("wave"),
            Err(AmountError::Quantity("wave".into()))
        );
        assert_eq!(Amount::parse("x*W"), Err(AmountError::Factor("x".into())));
        assert_eq!(
            Amount::parse("W+own-power"),
            Err(AmountError::TwoQuantities)
        );
    }
}
