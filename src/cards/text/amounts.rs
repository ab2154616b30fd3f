//! Amounts as text.

use crate::ability::{Amount, Quantity, Strength};
use crate::words::Word;

/// Whether an amount is so much for each of these; otherwise it is equal to it.
fn is_for_each(quantity: Quantity) -> bool {
    use Quantity::{CardsBurned, DamageOnIt, KillsInLane, TroopsInLane};
    matches!(
        quantity,
        TroopsInLane | KillsInLane | DamageOnIt | CardsBurned
    )
}

impl Amount {
    /// The quantity that it is equal to, neither multiplied nor added to.
    fn single(self) -> Option<&'static str> {
        let quantity = self.quantity.filter(|quantity| !is_for_each(*quantity))?;
        (self.times == 1 && self.plus == 0).then(|| quantity.phrase())
    }
}

/// A number or a formula in W, which reads like a number: `3`, `W`, `W+1`, `2×W`.
fn figure(amount: Amount) -> Option<String> {
    match (amount.quantity, amount.times, amount.plus) {
        (None, _, plus) => Some(plus.to_string()),
        (Some(Quantity::Wave), times, plus) => {
            let factor = unless(1, times, format!("{times}×"));
            let rest = unless(0, plus, format!("+{plus}"));
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
    match (figure(amount), amount.single()) {
        (Some(figure), _) => format!("up to {figure} {noun}"),
        _ if amount.is_all() => format!("any amount of {noun}"),
        (None, Some(what)) => format!("{noun} up to {what}"),
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
    match (figure(amount), amount.single()) {
        (Some(figure), _) => format!("{figure} less"),
        (None, Some(what)) => format!("less by {what}"),
        _ => format!("less by {amount}"),
    }
}

fn formula(amount: Amount, noun: &str, sign: &str) -> String {
    let (times, plus) = (amount.times, amount.plus);
    let Some(quantity) = amount.quantity else {
        return format!("{sign}{plus} {noun}");
    };
    let what = quantity.phrase();
    if is_for_each(quantity) {
        return match plus {
            0 => format!("{sign}{times} {noun} for each {what}"),
            _ => format!("{sign}{plus} {noun} and {times} more for each {what}"),
        };
    }
    let factor = unless(1, times, format!("{times} times "));
    let rest = unless(0, plus, format!(" plus {plus}"));
    format!("{noun} equal to {factor}{what}{rest}")
}

/// A text, unless a number is the usual one.
fn unless(usual: i16, number: i16, text: String) -> String {
    if number == usual { String::new() } else { text }
}
