//! An experiment fully resolved: every arm of every stratum as a plan that can be played.

use super::adapt::adapting;
use super::calibrate::Calibrated;
use super::changes::Changes;
use super::compile::{Compiled, changed};
use super::experiment::{Experiment, NamedChanges};
use super::measure::Measure;
use crate::learn::adapt::Adaptation;
use answers::listed;
use cards::KindId;
use cards::load::{Faults, Library};
use cards::words::counted;
use cards::words::nearest;
use runs::sim::plan::Plan;
use runs::sim::stop::LEVEL;
use statistics::Level;
use statistics::verdict::Margin;

/// The name of the default baseline: the unchanged base.
pub const BASE: &str = "base";

/// Why an experiment cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DesignError {
    /// The cards, rulings or patches of an arm have errors.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The request makes no sense.
    #[error("{0}")]
    Usage(String),
}

/// What all arms have in common in one part of the comparison.
#[derive(Clone, Debug)]
pub struct Stratum {
    /// The setting, where there are several.
    pub setting: Option<String>,
    /// Number of players of the baseline.
    pub players: u8,
    /// The policy of the baseline; `None` if the arms are policies.
    pub policy: Option<String>,
    /// What each arm plays, the baseline first.
    pub plans: Vec<Plan>,
    /// The choices behind each of the plans.
    pub choices: Vec<Changes>,
    /// The base at which the baseline wins a target share, if requested.
    pub calibrated: Option<Calibrated>,
    /// How the players of each arm adapt to it; empty if they do not.
    pub adaptations: Vec<Adaptation>,
    /// Games of each arm at most, the baseline first; empty if only those of the study count.
    pub limits: Vec<u64>,
}

impl Stratum {
    /// Games of an arm at most; no arm plays more than the one that it is compared with.
    pub fn most_games(&self, arm: usize) -> u64 {
        self.limits.get(arm).copied().unwrap_or(u64::MAX)
    }

    /// Whether all arms are played on after the base has fallen.
    pub fn plays_on(&self) -> bool {
        self.plans.iter().all(|plan| plan.plays_on)
    }

    /// Whether an arm is the same game as another with other players.
    pub fn differs_in_policy_alone(&self, reference: usize, arm: usize) -> bool {
        let (a, b) = (&self.plans[reference], &self.plans[arm]);
        a.cards.hash == b.cards.hash && a.rules == b.rules
    }

    /// The stratum as text: "onslaught, 2 players, policy random".
    pub fn label(&self) -> String {
        let policy = self.policy.as_ref();
        let policy = policy.map_or(String::new(), |policy| format!(", policy {policy}"));
        self.place() + &policy
    }

    /// The stratum without its policy.
    pub fn place(&self) -> String {
        let setting = self.setting.as_ref();
        let setting = setting.map_or(String::new(), |setting| format!("{setting}, "));
        setting + &counted(self.players, "player")
    }
}

/// One of the games that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// A short name.
    pub name: String,
    /// What it changes.
    pub changes: Changes,
    /// Whether it is compared by itself, and not only as a part of contrasts.
    pub is_compared: bool,
    /// The card that is watched in its games.
    pub watches: Option<KindId>,
}

impl From<NamedChanges> for Arm {
    fn from(NamedChanges { name, changes }: NamedChanges) -> Self {
        Arm {
            name,
            changes,
            is_compared: true,
            watches: None,
        }
    }
}

/// What each arm is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The first arm.
    Baseline,
    /// The arm before it.
    Previous,
}

/// A comparison that can be played.
#[derive(Clone, Debug)]
pub struct Design {
    /// A short name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The arms, the baseline first.
    pub arms: Vec<Arm>,
    /// What each arm is compared with.
    pub against: Against,
    /// The parts of the comparison.
    pub strata: Vec<Stratum>,
    /// The smallest difference that matters, in the unit of the deciding measure.
    pub margin: Margin,
    /// The deciding measure: its differences are the family.
    pub measure: Measure,
    /// The master seed.
    pub seed: u64,
    /// The seeds of all runs that were merged.
    pub merged_seeds: Vec<u64>,
}

/// Defaults for an experiment.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The default policy.
    pub policy: String,
    /// The master seed.
    pub seed: u64,
    /// Games of each arm, at most.
    pub games: u64,
    /// Whether everything is also played by players who have adapted to each arm.
    pub adapt: bool,
}

impl Defaults {
    /// The usual policy, which does not adapt.
    pub fn new(seed: u64, games: u64) -> Self {
        Defaults {
            policy: players::registry::DEFAULT.into(),
            seed,
            games,
            adapt: false,
        }
    }
}

impl Design {
    /// Resolves an experiment on the cards of `library`, without checking that it makes sense.
    pub fn resolve(
        experiment: &Experiment,
        library: &Library,
        defaults: &Defaults,
    ) -> Result<Self, DesignError> {
        let arms = baseline_first(experiment, library)?;
        refuse_same_names(&arms, "arms")?;
        refuse_same_names(&experiment.settings, "settings")?;
        refuse_doubled_factors(experiment, &arms)?;
        let strata = strata(experiment, &arms, library, defaults)?;
        let measure = experiment.measure.unwrap_or(default_measure(&strata));
        let margin = experiment.margin.map(|margin| margin.as_margin(measure));
        let margin = margin.transpose().map_err(DesignError::Usage)?;
        Ok(Design {
            strata,
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            margin: margin.unwrap_or(measure.default_margin()),
            measure,
            seed: defaults.seed,
            merged_seeds: Vec::new(),
            against: Against::Baseline,
            arms: arms.into_iter().map(Arm::from).collect(),
        })
    }

    /// The arm that an arm (not the first) is compared with.
    pub fn reference(&self, arm: usize) -> usize {
        match self.against {
            Against::Baseline => 0,
            Against::Previous => arm - 1,
        }
    }

    /// Leaves out arms that equal the baseline in every stratum: the current value of a scan.
    pub fn leave_out_baseline(&mut self, names: &[String]) {
        for arm in (1..self.arms.len()).rev() {
            let same = |at: &Stratum| same_game(&at.plans[0], &at.plans[arm]);
            if names.contains(&self.arms[arm].name) && self.strata.iter().all(same) {
                self.arms.remove(arm);
                for stratum in &mut self.strata {
                    stratum.plans.remove(arm);
                    stratum.choices.remove(arm);
                }
            }
        }
    }

    /// Rejects arms that are the same game in some stratum: comparing them would be pointless.
    pub fn refuse_idle_arms(&self) -> Result<(), DesignError> {
        if self.arms.len() < 2 {
            return Err(DesignError::Usage(
                "there is nothing to compare: name at least one arm that differs from the baseline"
                    .into(),
            ));
        }
        for stratum in &self.strata {
            for (second, plan) in stratum.plans.iter().enumerate() {
                let earlier = &stratum.plans[..second];
                if let Some(first) = earlier.iter().position(|other| same_game(other, plan)) {
                    return Err(self.idle(first, second, stratum));
                }
            }
        }
        Ok(())
    }

    fn idle(&self, first: usize, second: usize, stratum: &Stratum) -> DesignError {
        let (one, other) = (&self.arms[first], &self.arms[second]);
        let place = stratum.label();
        let changes = other.changes.describe();
        DesignError::Usage(match first {
            0 => format!(
                "arm `{}` changes nothing: with {changes} it is the same game as the baseline `{}` \
                 ({place})",
                other.name, one.name
            ),
            _ => format!(
                "arms `{}` and `{}` are the same game ({place}): {} and {changes}",
                one.name,
                other.name,
                one.changes.describe()
            ),
        })
    }

    /// Has luck measured in all games, so that means are adjusted for it.
    pub fn adjust_for_luck(&mut self) -> Result<(), DesignError> {
        for stratum in &mut self.strata {
            for plan in &mut stratum.plans {
                plan.adjust_for_luck()?;
            }
        }
        Ok(())
    }

    /// Has policies that search play so many games, where others play as well: a game of theirs may
    /// take as long as thousands of the others. Where means are compared, luck is taken off theirs.
    pub fn limit_searchers(&mut self, games: u64, of_means: bool) -> Result<(), DesignError> {
        let searches = |at: &Stratum| at.policy.is_some() && at.plans[0].policy.searches();
        if self.strata.iter().all(searches) {
            return Ok(());
        }
        for stratum in self.strata.iter_mut().filter(|at| searches(at)) {
            stratum.limits = vec![games; stratum.plans.len()];
            for plan in stratum.plans.iter_mut().filter(|_| of_means) {
                plan.adjust_for_luck()?;
            }
        }
        Ok(())
    }

    /// What the figures of its games cannot say, each thing once.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        let plans = self.strata.iter().flat_map(|at| &at.plans);
        for text in plans.flat_map(Plan::warnings) {
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }

    /// The seeds that were played, in words.
    pub fn seeds(&self) -> String {
        match &self.merged_seeds[..] {
            [] => format!("seed {}", self.seed),
            all => {
                let all: Vec<_> = all.iter().map(u64::to_string).collect();
                format!("seeds {}", listed(&all))
            }
        }
    }

    /// Shows no win rates at a calibrated base.
    pub fn forget_calibrated(&mut self) {
        for stratum in &mut self.strata {
            stratum.calibrated = None;
        }
    }

    /// Whether means are adjusted for luck, in some of the games at least.
    pub fn adjusts_for_luck(&self) -> bool {
        let mut plans = self.strata.iter().flat_map(|stratum| &stratum.plans);
        plans.any(|plan| plan.gauge.is_some())
    }

    /// The comparisons of the family: every arm that is compared, in every stratum.
    pub fn family(&self) -> usize {
        let compared = self.arms.iter().skip(1).filter(|arm| arm.is_compared);
        compared.count() * self.strata.len()
    }

    /// The level of each interval of the family, so that all hold simultaneously at the usual
    /// level.
    pub fn family_level(&self) -> Level {
        LEVEL.shared_by(self.family())
    }

    /// A fingerprint of everything that determines the results, except the stopping rule.
    pub fn fingerprint(&self) -> String {
        let mut text = String::new();
        for stratum in &self.strata {
            text += &stratum.label();
            for (arm, plan) in self.arms.iter().zip(&stratum.plans) {
                text += &format!("{} {};", arm.name, plan.fingerprint());
            }
        }
        format!("{:016x}", cards::data::tree::fingerprint(&text))
    }
}

/// The default measure: endurance, except for arms that differ in base HP, which it does not depend
/// on.
fn default_measure(strata: &[Stratum]) -> Measure {
    let base_hp = |plan: &Plan| plan.rules.base_hp;
    let differ = |at: &Stratum| at.plans.iter().any(|p| base_hp(p) != base_hp(&at.plans[0]));
    if strata.iter().any(differ) {
        Measure::RoundsSurvived
    } else {
        Measure::Endurance
    }
}

/// Whether two plans play the same game the same way.
fn same_game(a: &Plan, b: &Plan) -> bool {
    let policies = a.policy.fingerprint() == b.policy.fingerprint();
    a.cards.hash == b.cards.hash && a.rules == b.rules && policies
}

/// All arms with the baseline in front; the unchanged base if no arm is the baseline.
fn baseline_first(
    experiment: &Experiment,
    library: &Library,
) -> Result<Vec<NamedChanges>, DesignError> {
    let mut arms = experiment.all_arms(&changed(&experiment.base, library));
    let wanted = experiment.baseline.as_deref().unwrap_or(BASE);
    match arms.iter().position(|arm| arm.name == wanted) {
        Some(_) if experiment.baseline.is_none() => Err(DesignError::Usage(format!(
            "`{BASE}` is the name of the unchanged game; rename the arm, or make it the baseline \
             with --baseline {BASE}"
        ))),
        Some(index) => {
            arms[..=index].rotate_right(1);
            Ok(arms)
        }
        None if wanted == BASE => {
            arms.insert(
                0,
                NamedChanges {
                    name: BASE.into(),
                    changes: Changes::default(),
                },
            );
            Ok(arms)
        }
        None => {
            let names: Vec<&str> = arms.iter().map(|arm| arm.name.as_str()).collect();
            let hint = nearest(wanted, names.iter().copied());
            let hint = hint.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(DesignError::Usage(format!(
                "there is no arm `{wanted}` for the baseline{hint} (arms: {})",
                names.join(", ")
            )))
        }
    }
}

fn refuse_same_names(all: &[NamedChanges], what: &str) -> Result<(), DesignError> {
    for (index, one) in all.iter().enumerate() {
        if all[..index].iter().any(|other| other.name == one.name) {
            return Err(DesignError::Usage(format!(
                "two {what} are called `{}`; names must be different",
                one.name
            )));
        }
    }
    Ok(())
}

/// What varies between strata must not be set by an arm or a setting as well.
fn refuse_doubled_factors(
    experiment: &Experiment,
    arms: &[NamedChanges],
) -> Result<(), DesignError> {
    let all = || arms.iter().chain(&experiment.settings);
    let players = all().find(|named| named.changes.players.is_some());
    let policy = all().find(|named| named.changes.policy.is_some());
    for (setter, values, what) in [
        (players, experiment.players.len(), "players"),
        (policy, experiment.policies.len(), "policy"),
    ] {
        if let Some(setter) = setter.filter(|_| values > 1) {
            return Err(DesignError::Usage(format!(
                "`{}` sets {what}, so you cannot also try all arms with several of them",
                setter.name
            )));
        }
    }
    Ok(())
}

fn strata(
    experiment: &Experiment,
    arms: &[NamedChanges],
    library: &Library,
    defaults: &Defaults,
) -> Result<Vec<Stratum>, DesignError> {
    let plain = NamedChanges {
        name: String::new(),
        changes: Changes::default(),
    };
    let settings = if experiment.settings.is_empty() {
        std::slice::from_ref(&plain)
    } else {
        &experiment.settings
    };
    let adapts = experiment.adapt || defaults.adapt;
    let mut strata = Vec::new();
    for setting in settings {
        let base = setting.changes.over(&experiment.base);
        let games = arms
            .iter()
            .map(|arm| Compiled::new(arm, &base, library))
            .collect::<Result<Vec<_>, _>>()?;
        for players in players(experiment, &base) {
            for policy in policies(experiment, &base, defaults) {
                let mut stratum = Stratum {
                    setting: (!setting.name.is_empty()).then(|| setting.name.clone()),
                    players,
                    policy: Some(policy.clone()),
                    plans: Vec::new(),
                    choices: Vec::new(),
                    calibrated: None,
                    adaptations: Vec::new(),
                    limits: Vec::new(),
                };
                for game in &games {
                    let (plan, choices) = game.plan(players, &policy, defaults)?;
                    stratum.plans.push(plan);
                    stratum.choices.push(choices);
                }
                stratum.players = stratum.plans[0].rules.players;
                stratum.policy = Some(stratum.plans[0].policy.name());
                let twin = adapts.then(|| adapting(&stratum)).transpose()?;
                strata.push(stratum);
                strata.extend(twin);
            }
        }
    }
    Ok(strata)
}

fn players(experiment: &Experiment, base: &Changes) -> Vec<u8> {
    if experiment.players.is_empty() {
        vec![base.players.unwrap_or(1)]
    } else {
        unique(&experiment.players)
    }
}

fn policies(experiment: &Experiment, base: &Changes, defaults: &Defaults) -> Vec<String> {
    if experiment.policies.is_empty() {
        vec![base.policy.clone().unwrap_or(defaults.policy.clone())]
    } else {
        unique(&experiment.policies)
    }
}

/// The values in their order, each once.
fn unique<T: PartialEq + Clone>(values: &[T]) -> Vec<T> {
    let mut once: Vec<T> = Vec::new();
    for value in values {
        if !once.contains(value) {
            once.push(value.clone());
        }
    }
    once
}

#[cfg(test)]
pub(crate) mod samples {
    //! Designs for the tests of this module's neighbours.

    use super::*;

    pub fn defaults(games: u64) -> Defaults {
        Defaults {
            policy: "random".into(),
            seed: 3,
            games,
            adapt: false,
        }
    }

    /// The arms written down, against the base without changes.
    pub fn experiment(arms: &[&str]) -> Experiment {
        let parse = |text: &&str| NamedChanges::parse("arm", text).unwrap();
        Experiment {
            name: "test".into(),
            arms: arms.iter().map(parse).collect(),
            ..Experiment::default()
        }
    }

    pub fn design(arms: &[&str], games: u64) -> Design {
        let experiment = experiment(arms);
        Design::resolve(&experiment, &Library::embedded(), &defaults(games)).unwrap()
    }

    /// Arms that each set one thing about cards.
    pub fn design_of_cards(arms: &[&str], policy: &str, players: u8, games: u64) -> Design {
        let arms: Vec<String> = arms.iter().map(|set| format!("{set}:set.{set}")).collect();
        let arms: Vec<String> = arms.iter().map(|arm| arm.replacen('=', " ", 1)).collect();
        let arms: Vec<&str> = arms.iter().map(String::as_str).collect();
        let experiment = Experiment {
            players: vec![players],
            ..experiment(&arms)
        };
        let defaults = Defaults {
            policy: policy.into(),
            ..defaults(games)
        };
        Design::resolve(&experiment, &Library::embedded(), &defaults).unwrap()
    }
}

#[cfg(test)]
mod tests;
