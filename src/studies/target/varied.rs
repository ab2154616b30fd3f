//! The setting that is varied to reach a win rate.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of values.
const MOST_VALUES: usize = 12;

/// Enemies per player in rounds 1/2/3 of a wave, from few to many.
const ENEMIES: [&str; 8] = [
    "2/2/2", "2/3/3", "3/3/3", "3/3/4", "3/4/4", "4/4/4", "4/4/5", "4/5/5",
];

/// The setting that is varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Varied {
    /// The HP of the base.
    BaseHp,
    /// Enemies per round.
    Enemies,
    /// A figure of a card.
    Card {
        /// The card and its field, such as `prowler.hp`.
        field: String,
        /// The values that are tried.
        values: Vec<i64>,
    },
}

const EXPECTED: &str =
    "expected base-hp, enemies, set.CARD.FIELD=2..6 or copies.CARD=1..5 (a range or a list)";

impl Varied {
    /// Parses a setting such as `set.prowler.hp=2..6`.
    pub fn parse(text: &str) -> Result<Varied, String> {
        match text {
            "base-hp" => return Ok(Varied::BaseHp),
            "enemies" => return Ok(Varied::Enemies),
            _ => {}
        }
        let (name, values) = text.split_once('=').ok_or(EXPECTED)?;
        let field = match name.split('.').collect::<Vec<_>>()[..] {
            ["set", card, field] if !card.is_empty() && !field.is_empty() => {
                format!("{card}.{field}")
            }
            ["copies", card] if !card.is_empty() => format!("{card}.copies"),
            _ => return Err(EXPECTED.into()),
        };
        Ok(Varied::Card {
            field,
            values: parse_values(values)?,
        })
    }

    /// The values as text.
    pub fn values(&self) -> Vec<String> {
        match self {
            Varied::BaseHp => vec![String::new()],
            Varied::Enemies => ENEMIES.map(String::from).to_vec(),
            Varied::Card { values, .. } => values.iter().map(i64::to_string).collect(),
        }
    }

    /// The setting in a sentence.
    pub fn name(&self) -> String {
        match self {
            Varied::BaseHp => "base HP".into(),
            Varied::Enemies => "enemies per round".into(),
            Varied::Card { field, .. } => field.clone(),
        }
    }
}

impl fmt::Display for Varied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Varied::BaseHp => f.write_str("base-hp"),
            Varied::Enemies => f.write_str("enemies"),
            Varied::Card { field, values } => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                write!(f, "set.{field}={}", values.join(","))
            }
        }
    }
}

impl TryFrom<String> for Varied {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Varied::parse(&text)
    }
}

impl From<Varied> for String {
    fn from(varied: Varied) -> String {
        varied.to_string()
    }
}

/// Reads `2..6` or `2,4,6`.
fn parse_values(text: &str) -> Result<Vec<i64>, String> {
    let wrong = || format!("`{text}`: expected a range such as 2..6 or a list such as 2,4,6");
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
    let mut values: Vec<i64> = match text.split_once("..") {
        Some((low, high)) => {
            let (low, high) = (number(low)?, number(high.trim_start_matches('='))?);
            if high.saturating_sub(low) >= MOST_VALUES as i64 {
                return Err(format!("`{text}`: at most {MOST_VALUES} values are tried"));
            }
            (low..=high).collect()
        }
        None => text.split(',').map(number).collect::<Result<_, _>>()?,
    };
    values.sort_unstable();
    values.dedup();
    match values.len() {
        0 => Err(wrong()),
        1..=MOST_VALUES => Ok(values),
        _ => Err(format!("`{text}`: at most {MOST_VALUES} values are tried")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varied_settings_are_read_and_written() {
        for (text, written) in [
            ("base-hp", "base-hp"),
            ("enemies", "enemies"),
            ("set.prowler.hp=2..4", "set.prowler.hp=2,3,4"),
            ("set.prowler.hp=4,2", "set.prowler.hp=2,4"),
            ("copies.prowler=1..2", "set.prowler.copies=1,2"),
        ] {
            let varied = Varied::parse(text).unwrap();
            assert_eq!(varied.to_string(), written);
            assert_eq!(Varied::parse(written), Ok(varied));
        }
        for wrong in [
            "hp",
            "set.prowler=3",
            "set.prowler.hp",
            "set.prowler.hp=",
            "set.prowler.hp=6..2",
            "set.prowler.hp=1..99",
            "set..hp=1..2",
            "copies.=1..2",
            "set.prowler.hp=a..b",
            "set.prowler.hp=-9223372036854775808..9223372036854775807",
        ] {
            assert!(Varied::parse(wrong).is_err(), "{wrong}");
        }
    }
}
