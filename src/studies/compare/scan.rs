//! `--scan`: a range of values of one setting.

use super::changes::{Changes, key_of};
use super::experiment::NamedChanges;
use crate::numbers::numbers;
use cards::load::Faults;

/// Values of one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// What is set, such as `set.prowler.hp`.
    pub key: String,
    /// The values.
    pub values: Vec<i64>,
}

impl Scan {
    /// Reads `set.prowler.hp=1..6`, `copies.prowler=1,3` or `base-hp=10..60/10`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "expected a setting with a range or a list of whole numbers, such as \
                    set.prowler.hp=1..6, copies.prowler=1,3 or base-hp=10..60/10";
        let (key, values) = text.split_once('=').ok_or(form)?;
        let values = numbers(values, i64::MIN..=i64::MAX)?;
        if key.trim().is_empty() || values.len() < 2 {
            return Err(form.into());
        }
        Ok(Scan {
            key: key_of(key.trim()),
            values,
        })
    }

    /// What is set, such as `prowler.hp`.
    pub fn setting(&self) -> &str {
        self.key.strip_prefix("set.").unwrap_or(&self.key)
    }

    /// The name of an arm.
    pub fn name(&self, value: i64) -> String {
        format!("{}={value}", self.setting())
    }

    /// The names of all arms.
    pub fn names(&self) -> Vec<String> {
        self.values.iter().map(|value| self.name(*value)).collect()
    }

    /// An arm for each value.
    pub fn arms(&self) -> Result<Vec<NamedChanges>, Faults> {
        let arm = |value: &i64| {
            let text = format!("{}={value}", self.key);
            let (_, changes) = Changes::parse_arm("scan", &text)?;
            let name = self.name(*value);
            Ok(NamedChanges { name, changes })
        };
        self.values.iter().map(arm).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_their_values_are_read() {
        let scan = Scan::parse("copies.prowler=1..3").unwrap();
        assert_eq!(scan.values, [1, 2, 3]);
        assert_eq!(scan.arms().unwrap()[1].changes.set, ["prowler.copies=2"]);
        assert_eq!(Scan::parse("base-hp=10..60").unwrap().values.len(), 51);
        for wrong in ["prowler", "a=1", "a=1..x", "=1..2", "a=0..999"] {
            assert!(Scan::parse(wrong).is_err(), "{wrong}");
        }
    }
}
