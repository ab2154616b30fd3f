//! The setting that is varied to reach a win rate.

use crate::compare::changes::Changes;
use crate::compare::design::DesignError;
use crate::compare::experiment::NamedChanges;
use crate::compare::scan::Scan;
use std::fmt;

/// Enemies per player in rounds 1/2/3 of a wave, from few to many.
pub(crate) const ENEMIES: [&str; 8] = [
    "2/2/2", "2/3/3", "3/3/3", "3/3/4", "3/4/4", "4/4/4", "4/4/5", "4/5/5",
];

/// The setting that is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Varied {
    /// The HP of the base, read off the curve.
    BaseHp,
    /// Enemies per round.
    Enemies,
    /// Any other setting, value by value.
    Scan(Scan),
}

impl Varied {
    /// Reads a setting such as `set.prowler.hp=2..6`.
    pub fn parse(text: &str) -> Result<Varied, String> {
        match text {
            "base-hp" => Ok(Varied::BaseHp),
            "enemies" => Ok(Varied::Enemies),
            _ => Scan::parse(text)
                .map(Varied::Scan)
                .map_err(|error| format!("{error}; or base-hp or enemies")),
        }
    }

    /// An arm for each value, named after it; none for the base.
    pub fn arms(&self) -> Result<Vec<NamedChanges>, DesignError> {
        let arms = match self {
            Varied::BaseHp => Vec::new(),
            Varied::Enemies => {
                let arm = |value: &&str| {
                    let (_, changes) = Changes::parse_arm("vary", &format!("enemies={value}"))?;
                    let name = value.to_string();
                    Ok::<_, DesignError>(NamedChanges { name, changes })
                };
                ENEMIES.iter().map(arm).collect::<Result<_, _>>()?
            }
            Varied::Scan(scan) => {
                let mut arms = scan.arms()?;
                for (arm, value) in arms.iter_mut().zip(&scan.values) {
                    arm.name = value.to_string();
                }
                arms
            }
        };
        Ok(arms)
    }

    /// The setting in a sentence.
    pub fn name(&self) -> &str {
        match self {
            Varied::BaseHp => "base HP",
            Varied::Enemies => "enemies per round",
            Varied::Scan(scan) => scan.setting(),
        }
    }
}

impl fmt::Display for Varied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Varied::BaseHp => f.write_str("base-hp"),
            Varied::Enemies => f.write_str("enemies"),
            Varied::Scan(scan) => f.write_str(&scan.key),
        }
    }
}
