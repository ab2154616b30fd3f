//! What an ability contains: what else than carrying it out depends on its effects.

use super::{Ability, Amount, Buyer, Effect, Goods, Strength};

/// A purchase costs less ([`Effect::CostLess`]).
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// By how much.
    pub amount: Amount,
    /// What may be bought with it.
    pub goods: Goods,
    /// Who may buy with it.
    pub buyer: Buyer,
    /// The minimum cost after it.
    pub least: u8,
}

impl Ability {
    #[inline]
    fn has(&self, is_meant: impl Fn(&Effect) -> bool) -> bool {
        self.effects.iter().any(is_meant)
    }

    /// Whether it makes a troop of the card.
    #[inline]
    pub fn becomes_troop(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::BecomeTroop))
    }

    /// Whether it makes a strike come first.
    #[inline]
    pub fn strikes_first(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::StrikeFirst))
    }

    /// Whether it prevents damage.
    pub fn prevents(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::Prevent { .. }))
    }

    /// Whether it redirects damage.
    pub fn redirects(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::Redirect { .. }))
    }

    /// Whether it moves a card within the lanes.
    pub fn moves(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::Move { .. }))
    }

    /// Whether it brings resources.
    pub fn brings_resources(&self) -> bool {
        self.has(|effect| matches!(effect, Effect::GainResources { .. }))
    }

    /// The reductions of costs that it gives.
    #[inline]
    pub fn reductions(&self) -> impl Iterator<Item = Reduction> {
        self.effects.iter().filter_map(|effect| match *effect {
            Effect::CostLess {
                amount,
                goods,
                buyer,
                least,
            } => Some(Reduction {
                amount,
                goods,
                buyer,
                least,
            }),
            _ => None,
        })
    }

    /// What it lets items grant, and which items.
    pub fn item_bonuses(&self) -> impl Iterator<Item = (Strength, Goods)> {
        self.effects.iter().filter_map(|effect| match *effect {
            Effect::ItemBonus { bonus, goods } => Some((bonus, goods)),
            _ => None,
        })
    }

    /// How many enemies it adds in a wave, from that wave's deck.
    pub fn added_enemies(&self, in_wave: u8) -> impl Iterator<Item = Amount> {
        self.effects.iter().filter_map(move |effect| match *effect {
            Effect::AddEnemies { count, wave } if wave.unwrap_or(in_wave) == in_wave => Some(count),
            _ => None,
        })
    }
}
