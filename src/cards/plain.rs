//! Abilities so plain that the rules need not resolve them step by step: what they do is a fact of the
//! card, computed once.

#[cfg(doc)]
use crate::Derived;
use crate::ability::{
    Ability, Buyer, Combine, Condition, Cost, Destination, Effect, From, Goods, Limit, Pick, When,
};

/// A reduction of the cost of a purchase that depends on nothing but the wave: a card in hand is
/// given up for it, and nothing else. Whether it works in a wave is a bit of [`Derived::in_hand`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainReduction {
    /// The number of the ability.
    pub ability: u8,
    /// What it makes cheaper.
    pub goods: Goods,
    /// Whose purchase.
    pub buyer: Buyer,
    /// By how much.
    pub amount: u8,
    /// The cost below which it does not bring a purchase.
    pub least: u8,
}

impl PlainReduction {
    /// The plain reduction of a list of abilities, if it is the only one for purchases.
    pub(crate) fn of(abilities: &[Ability]) -> Option<Self> {
        let mut numbered = (0..).zip(abilities);
        let (number, ability) = numbered.find(|(_, ability)| ability.when == When::Purchase)?;
        if numbered.any(|(_, other)| other.when == When::Purchase) {
            return None;
        }
        let gives_up_only_itself = ability
            .costs
            .iter()
            .all(|cost| matches!(cost, Cost::BurnThis | Cost::DiscardThis));
        let depends_on_the_wave = matches!(
            ability.condition,
            None | Some(Condition::WaveAtLeast(_) | Condition::WaveIs(_))
        );
        if ability.from != From::Hand || !gives_up_only_itself || !depends_on_the_wave {
            return None;
        }
        match ability.effects[..] {
            [
                Effect::CostLess {
                    amount,
                    goods,
                    buyer,
                    least,
                },
            ] if amount.quantity.is_none() => Some(PlainReduction {
                ability: number,
                goods,
                buyer,
                amount: amount.plus.clamp(0, i16::from(u8::MAX)) as u8,
                least,
            }),
            _ => None,
        }
    }
}

/// What the commonest reveal abilities do: they need no targets, and nobody chooses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonReveal {
    /// The enemy moves to the end of its lane.
    FallBack,
    /// The uppermost troop of the lane's discard pile becomes an enemy.
    RaiseTroop,
}

/// The only ability for turning up, if it is one of the commonest.
pub(crate) fn common_reveal(abilities: &[Ability]) -> Option<(u8, CommonReveal)> {
    let when = [When::TurnedUp, When::Revealed];
    let (number, ability) = only_and_always(abilities, &when)?;
    let what = match ability.effects[..] {
        [
            Effect::Move {
                who,
                to: Destination::End,
            },
        ] if who.pick == Pick::This => CommonReveal::FallBack,
        [Effect::BecomeEnemy { who }] if who.pick == Pick::UppermostDiscardedTroop => {
            CommonReveal::RaiseTroop
        }
        _ => return None,
    };
    let each_time = ability.limit == Limit::EachTime;
    (ability.when == When::Revealed && each_time).then_some((number, what))
}

/// The only ability for killing a troop, if it makes an enemy of the troop every time.
pub(crate) fn raises_victim(abilities: &[Ability]) -> Option<u8> {
    let (number, ability) = only_and_always(abilities, &[When::KillsTroop])?;
    let raises = matches!(
        ability.effects[..],
        [Effect::BecomeEnemy { who }] if who.pick == Pick::ThatTroop
    );
    (raises && ability.limit == Limit::EachTime).then_some(number)
}

/// The only ability for attacks, if all it does is to strike first, in one attack of several.
pub(crate) fn strikes_first_once(abilities: &[Ability]) -> Option<u8> {
    let (number, ability) = only_and_always(abilities, &[When::Attacks])?;
    let strikes_first = matches!(ability.effects[..], [Effect::StrikeFirst]);
    (strikes_first && ability.limit != Limit::EachTime).then_some(number)
}

/// The only ability of a card for one of some triggers, and its number, if it works from a lane
/// without conditions, costs and choices.
fn only_and_always<'a>(abilities: &'a [Ability], when: &[When]) -> Option<(u8, &'a Ability)> {
    let mut fitting = (0..)
        .zip(abilities)
        .filter(|(_, ability)| when.contains(&ability.when));
    let (number, ability) = fitting.next()?;
    let always = ability.from == From::Lane
        && ability.condition.is_none()
        && ability.combine == Combine::All
        && ability.costs.is_empty()
        && !ability.optional;
    (always && fitting.next().is_none()).then_some((number, ability))
}
