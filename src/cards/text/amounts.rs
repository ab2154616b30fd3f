//! Amounts as text.

use crate::ability::{Amount, Quantity, Strength};

/// How a quantity is put into words.
enum Phrase {
    /// "2 damage for each card burned"
    Each(&'static str),
    /// "damage equal to its power"
    EqualTo(&'static str),
}

fn phrase(quantity: Quantity) -> Phrase {
    match quantity {
        Quantity::Wave => Phrase::EqualTo("the wave number"),
        Quantity::Round => Phrase::EqualTo("the number of the round"),
        Quantity::OwnPower => Phrase::EqualTo("its power"),
        Quantity::TargetPower => Phrase::EqualTo("that troop's power"),
        Quantity::CardCost => Phrase::EqualTo("that card's cost"),
        Quantity::HalfTotalHp => Phrase::EqualTo("half its total HP (rounded up)"),
        Quantity::Prevented => Phrase::EqualTo("the damage prevented"),
        Quantity::Healed => Phrase::EqualTo("the damage healed"),
        Quantity::All => Phrase::EqualTo("all of it"),
        Quantity::TroopsInLane => Phrase::Each("troop in its lane"),
        Quantity::KillsInLane => Phrase::Each("enemy killed in its lane this round"),
        Quantity::DamageOnIt => Phrase::Each("damage on it"),
        Quantity::CardsBurned => Phrase::Each("card burned"),
    }
}

impl Amount {
    /// Whether this is a quantity as it stands, neither multiplied nor added to.
    fn is_single(self) -> bool {
        self.times == 1 && self.plus == 0
    }
}

/// A number or a formula in W, which reads like a number: `3`, `W`, `W+1`, `2×W`.
fn figure(amount: Amount) -> Option<String> {
    match (amount.quantity, amount.times, amount.plus) {
        (None, _, plus) => Some(plus.to_string()),
        (Some(Quantity::Wave), times, plus) => {
            let factor = if times == 1 {
                String::new()
            } else {
                format!("{times}×")
            };
            let rest = if plus == 0 {
                String::new()
            } else {
                format!("+{plus}")
            };
            Some(format!("{factor}W{rest}"))
        }
        _ => None,
    }
}

/// The amount of something: "3 damage", "damage equal to its power", "all damage".
pub(crate) fn of(amount: Amount, noun: &str) -> String {
    if amount.is_all() {
        return format!("all {noun}");
    }
    match figure(amount) {
        Some(figure) => format!("{figure} {noun}"),
        None => formula(amount, noun, ""),
    }
}

/// A maximum: "up to 2 damage".
pub(crate) fn up_to(amount: Amount, noun: &str) -> String {
    match (figure(amount), amount.quantity.map(phrase)) {
        (Some(figure), _) => format!("up to {figure} {noun}"),
        _ if amount.is_all() => format!("any amount of {noun}"),
        (None, Some(Phrase::EqualTo(what))) if amount.is_single() => {
            format!("{noun} up to {what}")
        }
        _ => format!("up to {}", of(amount, noun)),
    }
}

/// How much of some damage an ability is about.
pub(crate) fn share(amount: Amount, up_to_it: bool) -> String {
    match up_to_it {
        true => up_to(amount, "damage"),
        false => of(amount, "damage"),
    }
}

/// The amount of something given to someone: "3 damage to 1 enemy", "1 enemy damage equal to
/// its power" (long amounts read better at the end).
pub(crate) fn to(amount: Amount, noun: &str, whom: &str) -> String {
    match figure(amount) {
        Some(figure) => format!("{figure} {noun} to {whom}"),
        None => format!("{whom} {}", of(amount, noun)),
    }
}

/// A bonus: "+2 power", "+1 power for each enemy killed in its lane this round".
pub(crate) fn bonus(amount: Amount, noun: &str) -> String {
    match figure(amount) {
        Some(figure) => format!("+{figure} {noun}"),
        None => formula(amount, noun, "+"),
    }
}

/// A bonus of power, HP or both.
pub(crate) fn strength(Strength { power, hp }: Strength) -> String {
    let nothing = Amount::number(0);
    match (power == nothing, hp == nothing) {
        (_, true) => bonus(power, "power"),
        (true, false) => bonus(hp, "HP"),
        (false, false) => format!("{} and {}", bonus(power, "power"), bonus(hp, "HP")),
    }
}

/// By how much something is less: "2 less", "less by that card's cost".
pub(crate) fn less(amount: Amount) -> String {
    match (figure(amount), amount.quantity.map(phrase)) {
        (Some(figure), _) => format!("{figure} less"),
        (None, Some(Phrase::EqualTo(what))) if amount.is_single() => {
            format!("less by {what}")
        }
        _ => format!("less by {amount}"),
    }
}

fn formula(amount: Amount, noun: &str, sign: &str) -> String {
    let (times, plus) = (amount.times, amount.plus);
    match amount.quantity.map(phrase) {
        Some(Phrase::Each(thing)) if plus != 0 => {
            format!("{sign}{plus} {noun} and {times} more for each {thing}")
        }
        Some(Phrase::Each(thing)) => format!("{sign}{times} {noun} for each {thing}"),
        Some(Phrase::EqualTo(what)) => {
            let factor = if times == 1 {
                String::new()
            } else {
                format!("{times} times ")
            };
            let rest = if plus == 0 {
                String::new()
            } else {
                format!(" plus {plus}")
            };
            format!("{noun} equal to {factor}{what}{rest}")
        }
        None => format!("{sign}{plus} {noun}"),
    }
}
