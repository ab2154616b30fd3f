//! What standing abilities add to power and HP.

use crate::ability::{Ability, Amount, Condition, Effect, Lanes, Strength, When, Who};

/// Power and HP given while a card is in its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandingBonus {
    /// What must be true.
    pub condition: Option<Condition>,
    /// To whom it is given.
    pub who: Who,
    /// In which lanes, if it is for enemies.
    pub lanes: Lanes,
    /// How much power.
    pub power: Amount,
    /// How much HP.
    pub hp: Amount,
}

impl StandingBonus {
    /// Whether it is always given, and always the same.
    #[inline]
    pub fn is_constant(&self) -> bool {
        let amounts = [self.power, self.hp];
        self.condition.is_none() && amounts.iter().all(|amount| amount.quantity.is_none())
    }

    /// All of them in a list of abilities, in order.
    pub fn of(abilities: &[Ability]) -> Vec<Self> {
        let standing = abilities.iter().filter(|a| a.when == When::Standing);
        standing
            .flat_map(|ability| {
                let effects = ability.effects.iter();
                effects.filter_map(|effect| match *effect {
                    Effect::Bonus {
                        bonus: Strength { power, hp },
                        who,
                        lanes,
                    } => Some(StandingBonus {
                        condition: ability.condition,
                        who,
                        lanes,
                        power,
                        hp,
                    }),
                    _ => None,
                })
            })
            .collect()
    }
}
