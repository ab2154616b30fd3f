//! Named sets of switches: the three editions, the deployments and the difficulties.

use super::{Bosses, Deployment, Ruleset};
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
    /// round" is our own adaptation.
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
