//! The cards and plans of an arm, made from its changes.

use super::changes::Changes;
use super::design::{Defaults, DesignError};
use super::experiment::NamedChanges;
use cards::CardSet;
use cards::load::{Faults, Library, RulingChoices};
use game::rules::weather;
use players::registry;
use runs::sim::plan::Plan;
use runs::sim::{Rows, StopRule as RunStop};
use std::path::Path;

/// The cards of a library with some changes.
pub fn compile(choices: &Changes, library: &Library) -> Result<(CardSet, RulingChoices), Faults> {
    changed(choices, library).compile(&choices.rulings)
}

/// Why an arm cannot be played on a base, in the loader's words; `None` if it can.
pub fn refusal(arm: &NamedChanges, base: &Changes, library: &Library) -> Option<String> {
    let faults = compile(&arm.changes.over(base), library).err()?;
    let messages = faults.0.iter().map(|fault| fault.message.as_str());
    Some(messages.collect::<Vec<_>>().join("; "))
}

/// A library with changes to its cards.
pub fn changed(choices: &Changes, library: &Library) -> Library {
    let mut library = match choices.sets.sets.as_slice() {
        [] => library.clone(),
        sets => Library::of_sets(sets),
    };
    library = library.choosing(&choices.sets);
    for path in &choices.patch {
        library = library.with_patch_file(Path::new(path));
    }
    for assignment in &choices.set {
        library = library.with_set(assignment);
    }
    library.taking_part(&choices.switches.ruleset(1))
}

/// An arm in a setting, with its cards compiled, for any number of players.
pub(super) struct Compiled<'a> {
    arm: &'a NamedChanges,
    choices: Changes,
    cards: CardSet,
    rulings: RulingChoices,
    library: Library,
}

impl<'a> Compiled<'a> {
    pub(super) fn new(
        arm: &'a NamedChanges,
        base: &Changes,
        library: &Library,
    ) -> Result<Self, Faults> {
        let choices = arm.changes.over(base);
        let library = changed(&choices, library);
        let compiled = library.compile(&choices.rulings);
        let (cards, rulings) = compiled.map_err(|faults| faults_of(arm, faults))?;
        Ok(Compiled {
            arm,
            choices,
            cards,
            rulings,
            library,
        })
    }

    pub(super) fn plan(
        &self,
        players: u8,
        policy: &str,
        defaults: &Defaults,
    ) -> Result<(Plan, Changes), DesignError> {
        let mut choices = self.choices.clone();
        // The arm's own number of players takes precedence.
        let players = self.arm.changes.players.unwrap_or(players);
        let policy = self.arm.changes.policy.as_deref().unwrap_or(policy);
        choices.players = Some(players);
        choices.policy = Some(policy.to_string());
        let mut rules = choices.switches.ruleset(players);
        rules.rulings = self.rulings.rules;
        rules
            .choose_divisions(choices.switches.division, &self.cards)
            .map_err(|message| faults_of(self.arm, Faults::single("division", message)))?;
        if let Some(missing) = weather::missing(&self.cards, &rules) {
            let message = format!("arm `{}`: {missing}", self.arm.name);
            return Err(DesignError::Usage(message));
        }
        let policy = registry::resolve_for(policy, &self.cards, players)
            .map_err(|faults| faults_of(self.arm, faults))?;
        let infos = self.library.rulings().into_iter();
        let plan = Plan {
            cards: self.cards.clone(),
            rules,
            policy,
            seed: defaults.seed,
            stop: RunStop {
                games: Some(defaults.games),
                target: None,
                raises: 0,
            },
            rows: Rows::None,
            plays_on: true,
            gauge: None,
            rounds: false,
            shard: None,
            cards_title: self.library.title(),
            rulings: infos
                .map(|info| {
                    let option = self.rulings.get(&info.name).unwrap_or_default();
                    (info.name, option.to_string())
                })
                .collect(),
        };
        Ok((plan, choices))
    }
}

/// Adds which arm the errors belong to.
fn faults_of(arm: &NamedChanges, mut faults: Faults) -> Faults {
    for fault in &mut faults.0 {
        fault.file = format!("arm `{}`: {}", arm.name, fault.file);
    }
    faults
}
