//! What can be played as a comparison.

use super::design::Design;
use super::stop::StopRule;
use super::sums::{Ended, StratumSums};
use runs::sim::game::GameRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A comparison that can be played: what else is recorded of its games, and what settles its arms.
pub trait Study: Sync {
    /// What is compared.
    fn design(&self) -> &Design;
    /// The same, for adapting players.
    fn design_mut(&mut self) -> &mut Design;
    /// When playing ends.
    fn stop(&self) -> &StopRule;
    /// Notes on the games of one stratum.
    type Notes: Clone + Send + Serialize + DeserializeOwned;
    /// Nothing noted yet.
    fn blank(&self, stratum: usize) -> Self::Notes;
    /// Notes on consecutive games: those of the baseline, and how they ended with the other arms;
    /// an arm that was left out has none.
    fn note(&self, stratum: usize, baseline: &[GameRecord], arms: &[Vec<Ended>]) -> Self::Notes;
    /// Adds notes on later games; `settled` says which arms no longer count.
    fn add(&self, notes: &mut Self::Notes, later: &Self::Notes, settled: &[bool]);
    /// Settles what can be settled where a look is due.
    fn look(&self, sums: &mut StratumSums, notes: &Self::Notes);
    /// Games of a stratum, at most; never more than the stop rule says.
    fn games(&self, _: usize) -> u64 {
        self.stop().games
    }
    /// Games that the baseline plays, including games without other arms.
    fn baseline_games(&self) -> u64 {
        0
    }
}

/// The methods of [`Study`] that give the design, at a path from `self`, and the field `stop`.
macro_rules! design_and_stop {
    ($($design:ident).+) => {
        fn design(&self) -> &$crate::compare::design::Design {
            &self.$($design).+
        }
        fn design_mut(&mut self) -> &mut $crate::compare::design::Design {
            &mut self.$($design).+
        }
        fn stop(&self) -> &$crate::compare::stop::StopRule {
            &self.stop
        }
    };
}
pub(crate) use design_and_stop;

/// A plain comparison: nothing else is recorded, and the stop rule settles arms.
#[derive(Clone, Debug)]
pub struct Plain {
    /// What is compared.
    pub design: Design,
    /// When playing ends.
    pub stop: StopRule,
}

impl Study for Plain {
    type Notes = ();

    design_and_stop!(design);

    fn blank(&self, _: usize) {}
    fn note(&self, _: usize, _: &[GameRecord], _: &[Vec<Ended>]) {}
    fn add(&self, _: &mut (), _: &(), _: &[bool]) {}
    fn look(&self, sums: &mut StratumSums, _: &()) {
        self.stop.look(&self.design, sums);
    }
}
