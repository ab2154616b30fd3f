//! Divisions chosen by name, before the cards are known.

use super::{Ruleset, SwitchValue};
use crate::CardSet;
use crate::limits::MAX_PLAYERS;
use crate::ruleset::Divisions;
use crate::words::nearest;
use arrayvec::ArrayString;

/// The longest name of a division.
const NAME: usize = 32;

/// Names of divisions, one for each seat from the first on. Small enough to be copied about like
/// any other switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenDivisions([ArrayString<NAME>; MAX_PLAYERS]);

impl ChosenDivisions {
    /// The names in seat order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .map(ArrayString::as_str)
            .filter(|name| !name.is_empty())
    }
}

/// Names separated by commas: `armory,med-bay`.
impl SwitchValue for ChosenDivisions {
    fn parse(text: &str) -> Result<Self, String> {
        let mut chosen = ChosenDivisions::default();
        for (index, name) in text.split(',').map(str::trim).enumerate() {
            let slot = chosen.0.get_mut(index).ok_or_else(|| {
                format!(
                    "`{text}` names more than {MAX_PLAYERS} divisions; there is one for each player"
                )
            })?;
            if name.is_empty() {
                return Err(
                    "expected names of divisions separated by commas: armory,med-bay".into(),
                );
            }
            *slot = ArrayString::from(name)
                .map_err(|_| format!("`{name}` is too long to be the name of a division"))?;
        }
        Ok(chosen)
    }
    fn text(&self) -> String {
        self.names().collect::<Vec<_>>().join(",")
    }
}

impl Ruleset {
    /// Finds the chosen divisions among the cards and makes sure that there are enough for all
    /// players. The cards are those of the rules' own edition.
    pub fn choose_divisions(
        &mut self,
        chosen: Option<ChosenDivisions>,
        cards: &CardSet,
    ) -> Result<(), String> {
        let chosen = chosen.unwrap_or_default();
        let names: Vec<&str> = chosen.names().collect();
        if self.divisions == Divisions::Off {
            return if names.is_empty() {
                Ok(())
            } else {
                Err(format!(
                    "`division = {}` needs division cards: choose `divisions` onslaught or dreadmire",
                    chosen.text()
                ))
            };
        }
        let players = usize::from(self.players);
        if names.len() > players {
            return Err(format!(
                "{} divisions are chosen for {players} player{}: {}",
                names.len(),
                if players == 1 { "" } else { "s" },
                names.join(", ")
            ));
        }
        for (seat, name) in names.iter().enumerate() {
            if names[..seat].contains(name) {
                return Err(format!(
                    "the division `{name}` is chosen twice; every player has a different one"
                ));
            }
            let found = cards
                .divisions
                .iter()
                .find(|d| cards.kind(d.kind).id == *name);
            let found = found.ok_or_else(|| unknown_division(name, cards))?;
            self.chosen_divisions[seat] = Some(found.kind);
        }
        let drawn = cards.divisions.iter().filter(|division| {
            !division.expansion && !self.chosen_divisions.contains(&Some(division.kind))
        });
        let missing = players - names.len();
        match drawn.count() {
            there if there < missing => Err(format!(
                "{missing} divisions must be drawn, but there are only {there}"
            )),
            _ => Ok(()),
        }
    }
}

fn unknown_division(name: &str, cards: &CardSet) -> String {
    let ids = || {
        cards
            .divisions
            .iter()
            .map(|d| cards.kind(d.kind).id.as_str())
    };
    if let Some(left_out) = cards.left_out.iter().find(|id| *id == name) {
        return format!(
            "the division `{left_out}` is not available: the figures of its cards are a guess (use \
             `--conjecture on`), or their set is not used (`--troops-from`, `--items-from`)"
        );
    }
    match nearest(name, ids()) {
        Some(near) => format!("there is no division `{name}`; did you mean `{near}`?"),
        None => format!(
            "there is no division `{name}`; there are: {}",
            ids().collect::<Vec<_>>().join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let chosen = ChosenDivisions::parse("armory, med-bay").unwrap();
        assert_eq!(chosen.names().collect::<Vec<_>>(), ["armory", "med-bay"]);
        assert_eq!(chosen.text(), "armory,med-bay");
        for wrong in ["", "a,,b", "a,b,c,d,e", &"x".repeat(40)] {
            assert!(ChosenDivisions::parse(wrong).is_err(), "{wrong}");
        }
    }
}
