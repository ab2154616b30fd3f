//! A ladder of policies: all play the same games, and each is compared with the one below it.

use super::changes::Changes;
use super::design::{Against, Defaults, Design, DesignError};
use super::experiment::{Experiment, NamedChanges};
use super::measure::Measure;
use cards::load::Library;
use statistics::verdict::Margin;

/// The name of the comparison.
pub const NAME: &str = "ladder";

/// Which policies are compared, and in which games.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The policies from the lowest rung up, by name or file.
    pub policies: Vec<String>,
    /// The numbers of players to play with.
    pub players: Vec<u8>,
    /// What all games have in common.
    pub base: Changes,
    /// Games of policies that search, at most.
    pub search_games: u64,
    /// The deciding measure.
    pub measure: Measure,
}

impl Ladder {
    /// The ladder fully resolved.
    pub fn design(&self, library: &Library, defaults: &Defaults) -> Result<Design, DesignError> {
        if self.policies.len() < 2 {
            return Err(DesignError::Usage(
                "a ladder needs at least two policies, from the lowest rung up".into(),
            ));
        }
        let arms = self.policies.iter();
        let arms = arms.map(|policy| NamedChanges::of_policy(policy, policy));
        let experiment = Experiment {
            name: NAME.into(),
            title: "Policies on the same games, each against the one below it".into(),
            base: self.base.clone(),
            arms: arms.collect(),
            baseline: self.policies.first().cloned(),
            players: self.players.clone(),
            measure: Some(self.measure),
            ..Experiment::default()
        };
        let mut design = Design::resolve(&experiment, library, defaults)?;
        design.refuse_idle_arms()?;
        design.against = Against::Previous;
        // Which of two policies is stronger is asked, not whether by enough to matter.
        design.margin = Margin::NONE;
        for stratum in &mut design.strata {
            stratum.policy = None;
        }
        self.limit(&mut design, defaults.games);
        Ok(design)
    }

    /// A policy that searches plays fewer games, and no rung more than the one below it, so that
    /// each step is paired on the games that both have played.
    fn limit(&self, design: &mut Design, games: u64) {
        for stratum in &mut design.strata {
            let limits = stratum.plans.iter().scan(games, |most, plan| {
                if plan.policy.searches() {
                    *most = self.search_games.min(*most);
                }
                Some(*most)
            });
            stratum.limits = limits.collect();
        }
    }
}
