//! The switches of a ruleset, declared once each: the fields of [`Ruleset`] and [`Switches`], the
//! presets' values, the reader of files, the listing, the command line's options and what a manifest
//! records all follow from the list at the end of [`super`].

use super::{Difficulty, Preset, Ruleset};
use crate::data::{Fields, Node, Value, unknown};
use crate::words::{Word, words};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

words! {
    /// A switch that is on or off, for options that are not rules.
    pub enum OnOff as "switch" {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }
}

/// The value of a switch: something with a written form.
pub trait SwitchValue: Copy + PartialEq {
    /// Reads the written form.
    fn parse(text: &str) -> Result<Self, String>;
    /// The written form.
    fn text(&self) -> String;
    /// All written forms, where there is a list.
    fn options() -> Vec<&'static str> {
        Vec::new()
    }
}

impl<W: Word> SwitchValue for W {
    fn parse(text: &str) -> Result<Self, String> {
        W::parse_word(text).ok_or_else(|| unknown(W::WHAT, text, W::all_words()))
    }
    fn text(&self) -> String {
        self.word().into()
    }
    fn options() -> Vec<&'static str> {
        W::all_words()
    }
}

/// A switch that is on or off.
impl SwitchValue for bool {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(<OnOff as SwitchValue>::parse(text)? == OnOff::On)
    }
    fn text(&self) -> String {
        let word = if *self { OnOff::On } else { OnOff::Off };
        word.word().into()
    }
    fn options() -> Vec<&'static str> {
        OnOff::all_words()
    }
}

/// Base HP.
impl SwitchValue for u16 {
    fn parse(text: &str) -> Result<Self, String> {
        let number = text
            .parse()
            .ok()
            .filter(|number| (1..=999).contains(number));
        number.ok_or_else(|| format!("expected a whole number from 1 to 999, found `{text}`"))
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

/// Enemies per player in the three rounds of a wave: `3/4/4`.
impl SwitchValue for [u8; 3] {
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split('/');
        let numbers: Option<Vec<u8>> = parts
            .map(|part| part.trim().parse().ok().filter(|number| *number <= 20))
            .collect();
        let numbers = numbers.and_then(|numbers| <[u8; 3]>::try_from(numbers).ok());
        numbers.ok_or_else(|| {
            format!(
                "expected three numbers from 0 to 20, one for each round: 3/4/4, found `{text}`"
            )
        })
    }
    fn text(&self) -> String {
        let [a, b, c] = self;
        format!("{a}/{b}/{c}")
    }
}

/// What the command line says about a switch.
#[derive(Clone, Copy, Debug)]
pub struct SwitchInfo {
    /// The name, the same everywhere.
    pub name: &'static str,
    /// The placeholder for its value in help texts.
    pub value_name: &'static str,
    /// What it is about.
    pub help: &'static str,
    /// What can be chosen, where there is a list.
    pub options: fn() -> Vec<&'static str>,
}

/// One switch with the value in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchRow {
    /// The name, as on the command line.
    pub name: &'static str,
    /// The value in force.
    pub value: String,
    /// What can be chosen, where there is a list.
    pub options: Vec<&'static str>,
}

/// Declares the switches. `choices` stand for several switches, or wait for the cards; `rules` are
/// fields of [`Ruleset`], each with its values in the presets: print-and-play, Dreadmire, Onslaught.
macro_rules! switches {
    (
        choices { $( #[doc = $cdoc:literal] $choice:ident : $ctype:ty = $cname:literal $cvalue:literal; )+ }
        rules { $( #[doc = $doc:literal] $field:ident : $type:ty = $name:literal $value:literal
            [$pnp:expr, $dreadmire:expr, $onslaught:expr]; )+ }
    ) => {
        /// A complete choice of rules for one game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Ruleset {
            /// Number of players, 1 to 4.
            pub players: u8,
            /// The divisions chosen for seats; the others are random.
            pub chosen_divisions: [Option<KindId>; MAX_PLAYERS],
            /// Rulings on unclear points.
            pub rulings: Rulings,
            $( #[doc = $doc] pub $field: $type, )+
        }

        impl Preset {
            /// The preset's switches for a number of players, at normal difficulty.
            pub fn ruleset(self, players: u8) -> Ruleset {
                Ruleset {
                    players,
                    chosen_divisions: [None; MAX_PLAYERS],
                    rulings: Rulings::default(),
                    $( $field: match self {
                        Preset::Pnp => $pnp,
                        Preset::Dreadmire => $dreadmire,
                        Preset::Onslaught => $onslaught,
                    }, )+
                }
            }
        }

        impl Ruleset {
            /// Every switch with the value in force, in the order in which they are listed to people.
            pub fn switches(&self) -> Vec<SwitchRow> {
                vec![ $( SwitchRow {
                    name: $name,
                    value: SwitchValue::text(&self.$field),
                    options: <$type as SwitchValue>::options(),
                } ),+ ]
            }
        }

        /// Choices about a ruleset; `None` keeps the value of the preset.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Switches {
            $( #[doc = $cdoc] pub $choice: Option<$ctype>, )+
            $( #[doc = $doc] pub $field: Option<$type>, )+
        }

        impl Switches {
            /// Every switch that can be set.
            pub const ALL: &'static [SwitchInfo] = &[
                $( SwitchInfo {
                    name: $cname,
                    value_name: $cvalue,
                    help: $cdoc,
                    options: <$ctype as SwitchValue>::options,
                }, )+
                $( SwitchInfo {
                    name: $name,
                    value_name: $value,
                    help: $doc,
                    options: <$type as SwitchValue>::options,
                }, )+
            ];

            /// Sets a switch by its written name and value.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $( $cname => self.$choice = Some(SwitchValue::parse(text)?), )+
                    $( $name => self.$field = Some(SwitchValue::parse(text)?), )+
                    _ => return Err(unknown("switch", name, Switches::ALL.iter().map(|info| info.name))),
                }
                Ok(())
            }

            /// The choices made, by their written names and values.
            pub fn chosen(&self) -> Vec<(&'static str, String)> {
                let all = [
                    $( ($cname, self.$choice.as_ref().map(SwitchValue::text)), )+
                    $( ($name, self.$field.as_ref().map(SwitchValue::text)), )+
                ];
                all.into_iter().filter_map(|(name, text)| Some((name, text?))).collect()
            }

            /// These choices, completed by others.
            pub fn or(self, others: Switches) -> Switches {
                Switches {
                    $( $choice: self.$choice.or(others.$choice), )+
                    $( $field: self.$field.or(others.$field), )+
                }
            }

            /// Sets the single switches that were chosen.
            fn apply_to(&self, rules: &mut Ruleset) {
                $( if let Some(value) = self.$field {
                    rules.$field = value;
                } )+
            }
        }
    };
}
pub(super) use switches;

impl super::Switches {
    /// The ruleset these choices make: preset, then deployment and difficulty, then single switches.
    /// Chosen divisions wait for the cards: see [`Ruleset::choose_divisions`].
    pub fn ruleset(&self, players: u8) -> Ruleset {
        let preset = self.preset.unwrap_or(Preset::Pnp);
        let mut rules = preset.ruleset(players);
        if self.deployment.is_some() || self.difficulty.is_some() {
            let deployment = self.deployment.unwrap_or(preset.deployment());
            let difficulty = self.difficulty.unwrap_or(Difficulty::Normal);
            deployment.apply(difficulty, &mut rules);
        }
        if let Some(difficulty) = self.difficulty {
            difficulty.apply_base(&mut rules);
        }
        self.apply_to(&mut rules);
        rules
    }

    /// Reads every switch among the fields of a file; the preset has the name `preset` there.
    pub fn read(fields: &Fields<'_>, preset: &'static str) -> Self {
        let mut switches = Self::default();
        for info in Self::ALL {
            let name = if info.name == "rules" {
                preset
            } else {
                info.name
            };
            let Some(item) = fields.item(name) else {
                continue;
            };
            let Some(text) = written(item.node) else {
                let options = (info.options)();
                item.expected(&match options.as_slice() {
                    [] => format!("a value such as {}", info.value_name),
                    options => format!("one of {}", options.join(", ")),
                });
                continue;
            };
            if let Err(message) = switches.set(info.name, &text) {
                item.fault(message);
            }
        }
        switches
    }
}

/// The written form of a value in a file: a text, a number, or a list of texts.
fn written(node: &Node) -> Option<String> {
    match &node.value {
        Value::Number(number) => Some(number.to_string()),
        Value::List(parts) => {
            let parts: Option<Vec<&str>> = parts.iter().map(Node::text).collect();
            parts.map(|parts| parts.join(","))
        }
        _ => node.text().map(str::to_string),
    }
}

impl Serialize for super::Switches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.chosen())
    }
}

impl<'de> Deserialize<'de> for super::Switches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let chosen = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut switches = Self::default();
        for (name, text) in chosen {
            switches.set(&name, &text).map_err(D::Error::custom)?;
        }
        Ok(switches)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bosses, Deployment, Switches};
    use super::*;

    #[test]
    fn nothing_chosen_is_the_print_and_play_game() {
        assert_eq!(Switches::default().ruleset(2), Preset::Pnp.ruleset(2));
    }

    #[test]
    fn presets_have_the_enemies_of_their_deployment() {
        for (_, preset) in Preset::ALL {
            let rules = preset.ruleset(3);
            let mut again = rules;
            preset.deployment().apply(Difficulty::Normal, &mut again);
            Difficulty::Normal.apply_base(&mut again);
            assert_eq!(rules, again);
        }
    }

    #[test]
    fn a_deployment_changes_only_how_enemies_come() {
        let onslaught = Switches {
            deployment: Some(Deployment::Onslaught),
            ..Switches::default()
        };
        let expected = Ruleset {
            enemies_per_round: [4, 4, 4],
            bosses: Bosses::InDeck,
            ..Preset::Pnp.ruleset(1)
        };
        assert_eq!(onslaught.ruleset(1), expected);
    }

    #[test]
    fn difficulty_follows_the_deployment_and_its_halves_can_be_set_apart() {
        let mut switches = Switches {
            preset: Some(Preset::Onslaught),
            difficulty: Some(Difficulty::Hard),
            ..Switches::default()
        };
        let rules = switches.ruleset(1);
        assert_eq!((rules.enemies_per_round, rules.base_hp), ([5, 5, 5], 10));
        switches.base_hp = Some(20);
        switches.enemies_per_round = Some([1, 2, 3]);
        switches.training = Some(true);
        let rules = switches.ruleset(1);
        assert_eq!((rules.enemies_per_round, rules.base_hp), ([1, 2, 3], 20));
        assert!(rules.training);
        assert_eq!(rules.bosses, Bosses::InDeck);
    }

    /// Some value of a switch other than the one in force.
    fn another_value(row: &SwitchRow) -> String {
        let other = row.options.iter().find(|option| **option != row.value);
        match (other, row.name) {
            (Some(option), _) => option.to_string(),
            (None, "enemies") => "1/2/3".into(),
            (None, _) => "99".into(),
        }
    }

    #[test]
    fn every_switch_can_be_set_alone() {
        let usual = Switches::default().ruleset(1).switches();
        assert!(usual.len() > 15);
        for (index, row) in usual.iter().enumerate() {
            let mut switches = Switches::default();
            switches.set(row.name, &another_value(row)).unwrap();
            let changed = switches.ruleset(1).switches();
            for (other, (now, before)) in changed.iter().zip(&usual).enumerate() {
                assert_eq!(now == before, other != index, "{} {}", row.name, now.name);
            }
            assert_eq!(switches.chosen(), [(row.name, another_value(row))]);
            let recorded = serde_json::to_string(&switches).unwrap();
            assert_eq!(
                serde_json::from_str::<Switches>(&recorded).unwrap(),
                switches
            );
        }
    }
}
