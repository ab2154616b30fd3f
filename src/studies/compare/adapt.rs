//! Strata whose arms are played by players who have adapted to them. Players who do not know that a
//! card has changed cannot show the full effect of the change. With `--adapt`, every stratum has a
//! twin in which each arm, including the baseline, is played by players trained on that game
//! ([`crate::learn::adapt`]). Until they are trained, the plans hold the original players, under
//! the name and fingerprint of the adapted ones.

use super::changes::Changes;
use super::design::{Design, DesignError, Stratum};
use crate::learn::adapt::{Adaptation, Budget};
use crate::learn::generation::Learned;
use cards::data::tree::fingerprint;
use players::registry::{self, PreparedPolicies};
use players::spec::PolicySpec;
use runs::sim::plan::Plan;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What is added to the name of a policy that adapts.
pub const ADAPTED: &str = "adapted";

/// What a manifest records about the players of a study.
pub fn about() -> Value {
    let Budget { games, epochs, .. } = Budget::USUAL;
    json!({ "games": games, "value_games": Budget::USUAL.value_games(), "epochs": epochs })
}

/// The same stratum with players who are to adapt to each arm.
pub(super) fn adapting(stratum: &Stratum) -> Result<Stratum, DesignError> {
    let mut twin = stratum.clone();
    let arms = twin.plans.iter_mut().zip(&twin.choices);
    let adaptations = arms.map(|(plan, choices)| await_players(plan, choices));
    twin.adaptations = adaptations.collect::<Result<Vec<_>, _>>()?;
    twin.policy = Some(twin.plans[0].policy.name());
    Ok(twin)
}

/// Makes a plan wait for players who have adapted to it.
fn await_players(plan: &mut Plan, choices: &Changes) -> Result<Adaptation, DesignError> {
    let wanted = choices.policy.as_deref().unwrap_or(registry::DEFAULT);
    let specs = registry::load_all(wanted)?;
    let adaptation = Adaptation::new(specs, plan).map_err(DesignError::Usage)?;
    plan.policy = named(plan.policy.clone(), &adaptation);
    Ok(adaptation)
}

/// Policies under the name and the fingerprint of their adapted versions.
fn named(policies: PreparedPolicies, adaptation: &Adaptation) -> PreparedPolicies {
    policies.known_as(ADAPTED, fingerprint(adaptation.key()))
}

impl Design {
    /// How many players must be trained; those of the same game are the same.
    pub fn adaptations(&self) -> BTreeMap<&str, &Adaptation> {
        let all = self.strata.iter().flat_map(|stratum| &stratum.adaptations);
        all.map(|one| (one.key(), one)).collect()
    }

    /// The files of all players who adapt.
    pub fn adapted_files(&self) -> Vec<String> {
        let all = self.adaptations().into_values();
        all.flat_map(|one| one.learned_files().into_iter().chain(one.policy_file()))
            .collect()
    }

    /// Trains all players that adapt, for a run that writes into `directory`. Those whose files are
    /// `kept` in one of some directories need no training; `written` is called with the files of all.
    /// `Ok(false)`: it was interrupted.
    pub fn adapt<E>(
        &mut self,
        directory: Option<&Path>,
        kept: &[&Path],
        pool: &rayon::ThreadPool,
        interrupt: &AtomicBool,
        mut written: impl FnMut(Vec<(String, Vec<u8>)>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut players = BTreeMap::new();
        for stratum in &mut self.strata {
            let Stratum {
                plans,
                choices,
                adaptations,
                ..
            } = stratum;
            for ((plan, choices), one) in plans.iter_mut().zip(choices).zip(&*adaptations) {
                if !players.contains_key(one.key()) {
                    let kept = kept.iter().find_map(|path| kept_in(path, one));
                    let learned = kept.or_else(|| pool.install(|| one.learn(plan, interrupt)));
                    let Some(learned) = learned else {
                        return Ok(false);
                    };
                    let specs = one.players(&learned);
                    written(files(one, &learned, &specs))?;
                    players.insert(one.key().to_string(), specs);
                }
                let specs = &players[one.key()];
                plan.policy = named(PreparedPolicies::new(specs, &plan.cards), one);
                if let (Some(path), Some(file)) = (directory, one.policy_file()) {
                    choices.policy = Some(path.join(file).display().to_string());
                }
            }
        }
        Ok(true)
    }
}

/// What players have learned in an earlier session.
fn kept_in(directory: &Path, one: &Adaptation) -> Option<Learned> {
    let [value, networks] = one.learned_files().map(|file| directory.join(file));
    one.read([&std::fs::read(value).ok()?, &std::fs::read(networks).ok()?])
}

/// The files of players who have adapted to a game.
fn files(one: &Adaptation, learned: &Learned, specs: &[PolicySpec]) -> Vec<(String, Vec<u8>)> {
    let [value, networks] = one.learned_files();
    let policy = one.policy_file().map(|name| {
        let header = "Adapted to one set of cards and rules by --adapt.";
        (name, specs[0].to_toml(header).into_bytes())
    });
    let learned = [
        (value, learned.value.to_bytes()),
        (networks, learned.networks.to_bytes()),
    ];
    learned.into_iter().chain(policy).collect()
}
