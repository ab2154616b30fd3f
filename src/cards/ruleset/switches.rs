//! The switches of a ruleset as things that can be left alone, set, and listed.

use super::{
    Bosses, BurnRule, ChosenDivisions, Deployment, Difficulty, Divisions, EquipmentLimit, Figures,
    Instants, Market, Preset, ReactionWindows, RevealPrevention, Ruleset, Simultaneous, Together,
    TroopStacks, WeatherUse, WrapUp,
};
use crate::words::{Word, words};

words! {
    /// A switch that is on or off.
    pub enum OnOff as "switch" {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }
}

impl std::convert::From<bool> for OnOff {
    fn from(on: bool) -> Self {
        if on { OnOff::On } else { OnOff::Off }
    }
}

/// Choices about a ruleset; what is `None` stays as the preset has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// The preset to start from.
    pub preset: Option<Preset>,
    /// Enemy deployment: enemies per round and how bosses come, and nothing else.
    pub deployment: Option<Deployment>,
    /// Difficulty: base HP and enemies per round.
    pub difficulty: Option<Difficulty>,
    /// Base HP per player.
    pub base_hp: Option<u16>,
    /// Whether the base only counts damage.
    pub training: Option<OnOff>,
    /// Enemies per player in rounds 1, 2, 3 of a wave.
    pub enemies: Option<[u8; 3]>,
    /// How bosses come.
    pub bosses: Option<Bosses>,
    /// How cards are offered for sale.
    pub market: Option<Market>,
    /// Which troop kinds make stacks.
    pub troop_stacks: Option<TroopStacks>,
    /// Whether legendary cards make stacks.
    pub legendary_stacks: Option<OnOff>,
    /// Whether players lead divisions.
    pub divisions: Option<Divisions>,
    /// The divisions of the first seats, by name.
    pub division: Option<ChosenDivisions>,
    /// Whether cards whose figures are a guess take part.
    pub conjecture: Option<OnOff>,
    /// Whose figures the cards have.
    pub figures: Option<Figures>,
    /// What burning does.
    pub burn: Option<BurnRule>,
    /// When reaction windows open.
    pub windows: Option<ReactionWindows>,
    /// When instants may be played.
    pub instants: Option<Instants>,
    /// What can prevent reveal damage.
    pub reveal_prevention: Option<RevealPrevention>,
    /// What a troop can carry.
    pub equipment: Option<EquipmentLimit>,
    /// What wrap-up allows.
    pub wrap_up: Option<WrapUp>,
    /// Who orders simultaneous effects.
    pub simultaneous: Option<Simultaneous>,
    /// How purchase and deployment are done together.
    pub together: Option<Together>,
    /// Whether weather cards are used.
    pub weather: Option<WeatherUse>,
}

/// Replaces a value by a choice, if one was made.
fn choose<T>(value: &mut T, choice: Option<T>) {
    if let Some(choice) = choice {
        *value = choice;
    }
}

impl Switches {
    /// These choices, and the others where none was made.
    pub fn or(self, others: Switches) -> Switches {
        Switches {
            preset: self.preset.or(others.preset),
            deployment: self.deployment.or(others.deployment),
            difficulty: self.difficulty.or(others.difficulty),
            base_hp: self.base_hp.or(others.base_hp),
            training: self.training.or(others.training),
            enemies: self.enemies.or(others.enemies),
            bosses: self.bosses.or(others.bosses),
            market: self.market.or(others.market),
            troop_stacks: self.troop_stacks.or(others.troop_stacks),
            legendary_stacks: self.legendary_stacks.or(others.legendary_stacks),
            divisions: self.divisions.or(others.divisions),
            division: self.division.or(others.division),
            conjecture: self.conjecture.or(others.conjecture),
            figures: self.figures.or(others.figures),
            burn: self.burn.or(others.burn),
            windows: self.windows.or(others.windows),
            instants: self.instants.or(others.instants),
            reveal_prevention: self.reveal_prevention.or(others.reveal_prevention),
            equipment: self.equipment.or(others.equipment),
            wrap_up: self.wrap_up.or(others.wrap_up),
            simultaneous: self.simultaneous.or(others.simultaneous),
            together: self.together.or(others.together),
            weather: self.weather.or(others.weather),
        }
    }

    /// The choices made, by the names of their options on the command line.
    pub fn chosen(&self) -> Vec<(&'static str, String)> {
        fn word<W: Word>(name: &'static str, choice: Option<W>) -> Option<(&'static str, String)> {
            choice.map(|choice| (name, choice.word().to_string()))
        }
        let enemies = self.enemies.map(|[a, b, c]| format!("{a}/{b}/{c}"));
        let all = [
            word("rules", self.preset),
            word("deployment", self.deployment),
            word("difficulty", self.difficulty),
            self.base_hp.map(|hp| ("base-hp", hp.to_string())),
            word("training", self.training),
            enemies.map(|enemies| ("enemies", enemies)),
            word("bosses", self.bosses),
            word("market", self.market),
            word("troop-stacks", self.troop_stacks),
            word("legendary-stacks", self.legendary_stacks),
            word("divisions", self.divisions),
            self.division.map(|chosen| ("division", chosen.text())),
            word("conjecture", self.conjecture),
            word("figures", self.figures),
            word("burn", self.burn),
            word("windows", self.windows),
            word("instants", self.instants),
            word("reveal-prevention", self.reveal_prevention),
            word("equipment", self.equipment),
            word("wrap-up", self.wrap_up),
            word("simultaneous", self.simultaneous),
            word("together", self.together),
            word("weather", self.weather),
        ];
        all.into_iter().flatten().collect()
    }

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
        choose(&mut rules.base_hp, self.base_hp);
        choose(&mut rules.training, self.training.map(|on| on == OnOff::On));
        choose(&mut rules.enemies_per_round, self.enemies);
        choose(&mut rules.bosses, self.bosses);
        let on = |switch: Option<OnOff>| switch.map(|on| on == OnOff::On);
        choose(&mut rules.market, self.market);
        choose(&mut rules.troop_stacks, self.troop_stacks);
        choose(&mut rules.legendary_stacks, on(self.legendary_stacks));
        choose(&mut rules.divisions, self.divisions);
        choose(&mut rules.conjecture, on(self.conjecture));
        choose(&mut rules.figures, self.figures);
        choose(&mut rules.burn, self.burn);
        choose(&mut rules.windows, self.windows);
        choose(&mut rules.instants, self.instants);
        choose(&mut rules.reveal_prevention, self.reveal_prevention);
        choose(&mut rules.equipment, self.equipment);
        choose(&mut rules.wrap_up, self.wrap_up);
        choose(&mut rules.simultaneous, self.simultaneous);
        choose(&mut rules.together, self.together);
        choose(&mut rules.weather, self.weather);
        rules
    }
}

/// One switch as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchRow {
    /// The name, as on the command line.
    pub name: &'static str,
    /// The value in force.
    pub value: String,
    /// What can be chosen, where there is a list.
    pub options: Vec<&'static str>,
}

fn row<W: Word>(name: &'static str, value: W) -> SwitchRow {
    SwitchRow {
        name,
        value: value.word().into(),
        options: W::all_words(),
    }
}

fn plain_row(name: &'static str, value: String) -> SwitchRow {
    SwitchRow {
        name,
        value,
        options: Vec::new(),
    }
}

impl Ruleset {
    /// Every switch with the value in force, in the order in which they are listed to people.
    pub fn switches(&self) -> Vec<SwitchRow> {
        let [first, second, third] = self.enemies_per_round;
        vec![
            plain_row("enemies", format!("{first}/{second}/{third}")),
            row("bosses", self.bosses),
            plain_row("base-hp", self.base_hp.to_string()),
            row("training", OnOff::from(self.training)),
            row("market", self.market),
            row("troop-stacks", self.troop_stacks),
            row("legendary-stacks", OnOff::from(self.legendary_stacks)),
            row("divisions", self.divisions),
            row("conjecture", OnOff::from(self.conjecture)),
            row("figures", self.figures),
            row("burn", self.burn),
            row("windows", self.windows),
            row("instants", self.instants),
            row("reveal-prevention", self.reveal_prevention),
            row("equipment", self.equipment),
            row("wrap-up", self.wrap_up),
            row("simultaneous", self.simultaneous),
            row("together", self.together),
            row("weather", self.weather),
        ]
    }
}

/// Reads enemies per player in the three rounds of a wave: `3/4/4`.
pub fn parse_enemies(text: &str) -> Result<[u8; 3], String> {
    let numbers: Vec<u8> = text
        .split('/')
        .filter_map(|part| part.trim().parse().ok())
        .filter(|number| *number <= 20)
        .collect();
    match <[u8; 3]>::try_from(numbers) {
        Ok(numbers) if text.split('/').count() == 3 => Ok(numbers),
        _ => Err("expected three numbers from 0 to 20, one for each round: 3/4/4".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_chosen_is_the_print_and_play_game() {
        assert_eq!(Switches::default().ruleset(2), Preset::Pnp.ruleset(2));
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
        switches.enemies = Some([1, 2, 3]);
        switches.training = Some(OnOff::On);
        let rules = switches.ruleset(1);
        assert_eq!((rules.enemies_per_round, rules.base_hp), ([1, 2, 3], 20));
        assert!(rules.training);
        assert_eq!(rules.bosses, Bosses::InDeck);
    }

    #[test]
    fn every_switch_can_be_set_alone() {
        let plain = Switches::default().ruleset(1);
        let off = Switches::default();
        let single = [
            Switches {
                bosses: Some(Bosses::InDeck),
                ..off
            },
            Switches {
                base_hp: Some(99),
                ..off
            },
            Switches {
                training: Some(OnOff::On),
                ..off
            },
            Switches {
                enemies: Some([1, 2, 3]),
                ..off
            },
            Switches {
                market: Some(Market::Stacks),
                ..off
            },
            Switches {
                troop_stacks: Some(TroopStacks::All),
                ..off
            },
            Switches {
                legendary_stacks: Some(OnOff::On),
                ..off
            },
            Switches {
                divisions: Some(Divisions::Dreadmire),
                ..off
            },
            Switches {
                conjecture: Some(OnOff::On),
                ..off
            },
            Switches {
                burn: Some(BurnRule::ReturnsToStack),
                ..off
            },
            Switches {
                windows: Some(ReactionWindows::EveryPairing),
                ..off
            },
            Switches {
                instants: Some(Instants::ReactionOnly),
                ..off
            },
            Switches {
                reveal_prevention: Some(RevealPrevention::MarkedOnly),
                ..off
            },
            Switches {
                equipment: Some(EquipmentLimit::OneWeaponOneArmor),
                ..off
            },
            Switches {
                wrap_up: Some(WrapUp::RearrangeLane),
                ..off
            },
            Switches {
                simultaneous: Some(Simultaneous::PlayersChoose),
                ..off
            },
            Switches {
                figures: Some(Figures::Onslaught),
                ..off
            },
            Switches {
                together: Some(Together::SeatBySeat),
                ..off
            },
            Switches {
                weather: Some(WeatherUse::Off),
                ..off
            },
        ];
        for switches in single {
            let rules = switches.ruleset(1);
            let changed = rules
                .switches()
                .iter()
                .zip(plain.switches())
                .filter(|(a, b)| **a != *b)
                .count();
            assert_eq!(changed, 1, "{switches:?}");
            assert_eq!(switches.chosen().len(), 1);
        }
    }

    #[test]
    fn enemies_per_round_are_read() {
        assert_eq!(parse_enemies("3/4/5"), Ok([3, 4, 5]));
        for wrong in ["3/4", "3/4/5/6", "a/b/c", "3/4/400", ""] {
            assert!(parse_enemies(wrong).is_err(), "{wrong}");
        }
    }
}
