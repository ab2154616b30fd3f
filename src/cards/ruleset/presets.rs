//! Named sets of switches: the three editions, the deployments and the difficulties.

use super::{
    Bosses, BurnRule, Deployment, Divisions, EquipmentLimit, Figures, Instants, Market,
    ReactionWindows, RevealPrevention, Ruleset, Rulings, Simultaneous, Together, TroopStacks,
    WeatherUse, WrapUp,
};
use crate::limits::MAX_PLAYERS;
use crate::words::words;

words! {
    /// A named ruleset.
    pub enum Preset as "preset" {
        /// The print-and-play game.
        Pnp = "pnp",
        /// The Dreadmire rulebook.
        Dreadmire = "dreadmire",
        /// The Onslaught rulebook.
        Onslaught = "onslaught",
    }
}

words! {
    /// The rulebook's own difficulty variants.
    pub enum Difficulty as "difficulty" {
        /// 20 base HP per player, fewer enemies.
        Easy = "easy",
        /// 15 base HP per player.
        Normal = "normal",
        /// 10 base HP per player, more enemies.
        Hard = "hard",
        /// The base only counts damage; the game cannot be lost.
        Training = "training",
    }
}

impl Preset {
    /// The preset's switches for a number of players, at normal difficulty.
    pub fn ruleset(self, players: u8) -> Ruleset {
        let onslaught = self == Preset::Onslaught;
        let mut rules = Ruleset {
            players,
            enemies_per_round: [3, 4, 4],
            bosses: Bosses::ReplaceInRound3,
            base_hp: 15,
            training: false,
            market: match self {
                Preset::Pnp => Market::Pool,
                Preset::Dreadmire | Preset::Onslaught => Market::Stacks,
            },
            troop_stacks: TroopStacks::ThreeAWave,
            legendary_stacks: false,
            divisions: match self {
                Preset::Pnp => Divisions::Off,
                Preset::Dreadmire => Divisions::Dreadmire,
                Preset::Onslaught => Divisions::Onslaught,
            },
            chosen_divisions: [None; MAX_PLAYERS],
            conjecture: false,
            figures: match self {
                Preset::Pnp => Figures::PrintAndPlay,
                Preset::Dreadmire => Figures::Dreadmire,
                Preset::Onslaught => Figures::Onslaught,
            },
            burn: if onslaught {
                BurnRule::ReturnsToStack
            } else {
                BurnRule::LeavesGame
            },
            windows: if onslaught {
                ReactionWindows::EveryPairing
            } else {
                ReactionWindows::EveryExchange
            },
            instants: if onslaught {
                Instants::ReactionOnly
            } else {
                Instants::AnyTime
            },
            reveal_prevention: if onslaught {
                RevealPrevention::MarkedOnly
            } else {
                RevealPrevention::Any
            },
            equipment: if onslaught {
                EquipmentLimit::OneWeaponOneArmor
            } else {
                EquipmentLimit::DistinctTypes
            },
            wrap_up: if onslaught {
                WrapUp::RearrangeLane
            } else {
                WrapUp::DiscardFromLane
            },
            simultaneous: if onslaught {
                Simultaneous::PlayersChoose
            } else {
                Simultaneous::EnemiesFirst
            },
            together: Together::Rounds,
            weather: WeatherUse::Auto,
            rulings: Rulings::default(),
        };
        self.deployment().apply(Difficulty::Normal, &mut rules);
        rules
    }

    /// The preset's enemy deployment.
    pub fn deployment(self) -> Deployment {
        match self {
            Preset::Onslaught => Deployment::Onslaught,
            Preset::Pnp | Preset::Dreadmire => Deployment::Dreadmire,
        }
    }
}

impl Deployment {
    /// Sets the enemy deployment (and nothing else) for a difficulty.
    pub fn apply(self, difficulty: Difficulty, rules: &mut Ruleset) {
        rules.enemies_per_round = difficulty.enemies_per_round(self);
        rules.bosses = match self {
            Deployment::Onslaught => Bosses::InDeck,
            Deployment::Dreadmire => Bosses::ReplaceInRound3,
        };
    }
}

impl Difficulty {
    /// Base HP per player.
    pub fn base_hp(self) -> u16 {
        match self {
            Difficulty::Easy => 20,
            Difficulty::Normal => 15,
            Difficulty::Hard => 10,
            Difficulty::Training => 0,
        }
    }

    /// Enemies per player in rounds 1, 2, 3 of a wave.
    ///
    /// The Onslaught rulebook has no easier and harder numbers; "one enemy fewer or more in every
    /// round" is our own transfer of the idea.
    pub fn enemies_per_round(self, deployment: Deployment) -> [u8; 3] {
        match (deployment, self) {
            (Deployment::Dreadmire, Difficulty::Easy) => [3, 3, 4],
            (Deployment::Dreadmire, Difficulty::Normal | Difficulty::Training) => [3, 4, 4],
            (Deployment::Dreadmire, Difficulty::Hard) => [3, 4, 5],
            (Deployment::Onslaught, Difficulty::Easy) => [3, 3, 3],
            (Deployment::Onslaught, Difficulty::Normal | Difficulty::Training) => [4, 4, 4],
            (Deployment::Onslaught, Difficulty::Hard) => [5, 5, 5],
        }
    }

    /// Sets the base (and nothing else).
    pub fn apply_base(self, rules: &mut Ruleset) {
        rules.base_hp = self.base_hp();
        rules.training = self == Difficulty::Training;
    }
}
