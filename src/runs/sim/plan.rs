//! What a run plays, fully resolved, and what identifies it.

use super::measure::ENDURANCE_BASES;
use super::rows::Rows;
use super::shard::Shard;
use super::stop::{LEVEL, StopRule, target_error_text};
use crate::lifecycle;
use cards::CardSet;
use cards::data::Faults;
use cards::data::tree::fingerprint;
use cards::load::Library;
use cards::ruleset::{Preset, Ruleset};
use players::luck::Gauge;
use players::registry::{self, PreparedPolicies};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use tables::Format;

/// A run to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cards in force.
    pub cards: CardSet,
    /// The rules in force.
    pub rules: Ruleset,
    /// Who plays.
    pub policy: PreparedPolicies,
    /// The master seed.
    pub seed: u64,
    /// When the run ends.
    pub stop: StopRule,
    /// Whether games are played on to the end of round 9 after the base has fallen, so that
    /// endurance and needed base HP are known.
    pub plays_on: bool,
    /// What measures the luck of games, if means are adjusted for luck.
    pub gauge: Option<Arc<Gauge>>,
    /// Which games get rows.
    pub rows: Rows,
    /// Whether there is a table with a row for each round.
    pub rounds: bool,
    /// Which part of the run is played here, if it is split.
    pub shard: Option<Shard>,
    /// The title of the card set.
    pub cards_title: String,
    /// Every ruling with the option in force.
    pub rulings: BTreeMap<String, String>,
}

impl Plan {
    /// Games with the built-in cards and the default rules, with all rows.
    pub fn built_in(policy: &str, players: u8, games: u64) -> Result<Self, Faults> {
        let library = Library::embedded();
        let cards = library.cards()?;
        let policy = registry::resolve_for(policy, &cards, players)?;
        Ok(Plan {
            cards,
            rules: Preset::Pnp.ruleset(players),
            policy,
            seed: 1,
            stop: StopRule {
                games: Some(games),
                target: None,
                raises: 0,
            },
            rows: Rows::All,
            gauge: None,
            plays_on: false,
            rounds: false,
            shard: None,
            cards_title: library.title(),
            rulings: BTreeMap::new(),
        })
    }

    /// The maximum range of games to be played here.
    pub fn range(&self) -> Range<u64> {
        let games = self.stop.most_games();
        match self.shard {
            Some(shard) => shard.range(games),
            None => 0..games,
        }
    }

    /// The maximum number of games expected to be played here.
    pub fn planned_games(&self) -> u64 {
        match self.shard {
            Some(_) => self.range().end - self.range().start,
            None => self.stop.planned_games(),
        }
    }

    /// The minimum size of the rows of the whole run in bytes; unknown for a run that stops by its
    /// results.
    pub fn least_bytes(&self, formats: &[Format]) -> u64 {
        if self.stop.target.is_some() || self.shard.is_some() {
            return 0;
        }
        // Short games of one player have the smallest rows.
        let of_game = |format: &Format| match (format, self.rounds) {
            (Format::Csv, false) => 70,
            (Format::Csv, true) => 70 + 40,
            (Format::Parquet, false) => 6,
            (Format::Parquet, true) => 6 + 8,
        };
        let range = self.range();
        let rows = self.rows.count(range.end - range.start);
        rows.saturating_mul(formats.iter().map(of_game).sum())
    }

    /// What figures of this run cannot say: cards that stand in for others, and what is unlike
    /// anything the players have learned from.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.cards.stand_ins.clone();
        warnings.extend(self.policy.warnings(&self.cards, &self.rules));
        warnings
    }

    /// Has luck measured, so that means can be adjusted for it.
    pub fn adjust_for_luck(&mut self) -> Result<(), Faults> {
        let gauge = Gauge::new(&self.cards, &ENDURANCE_BASES)?;
        self.gauge = Some(Arc::new(gauge));
        Ok(())
    }

    /// Everything that determines the results.
    pub fn configuration(&self) -> Configuration {
        let switches = self.rules.switches().into_iter();
        Configuration {
            version: env!("CARGO_PKG_VERSION").to_string(),
            build: lifecycle::build().to_string(),
            cards: self.cards_title.clone(),
            cards_fingerprint: format!("{:016x}", self.cards.hash),
            sets: self
                .cards
                .sources
                .entries()
                .into_iter()
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
            players: self.rules.players,
            switches: switches
                .map(|row| (row.name.to_string(), row.value))
                .chain(self.chosen_divisions())
                .collect(),
            rulings: self.rulings.clone(),
            policy: self.policy.name(),
            policy_fingerprint: format!("{:016x}", self.policy.fingerprint()),
            seed: self.seed,
            games: self.stop.games,
            target_error: self.stop.target.map(target_error_text),
            level: LEVEL.value(),
            plays_on: self.plays_on,
            adjusted_for: self.gauge.as_ref().map(|_| "luck".into()),
            rows: self.rows.to_string(),
            rounds: self.rounds,
        }
    }

    /// The divisions chosen by name, as a switch of their own.
    fn chosen_divisions(&self) -> Option<(String, String)> {
        let chosen = self.rules.chosen_divisions.iter().flatten();
        let names: Vec<&str> = chosen
            .map(|kind| self.cards.kind(*kind).id.as_str())
            .collect();
        (!names.is_empty()).then(|| ("division".to_string(), names.join(",")))
    }

    /// A fingerprint of its configuration.
    pub fn fingerprint(&self) -> String {
        self.configuration().fingerprint()
    }

    /// The identity of the parts of this run: its configuration and shard.
    pub fn identity(&self) -> String {
        lifecycle::identity(&self.fingerprint(), self.shard)
    }

    /// What the manifest says of it.
    pub fn about(&self) -> serde_json::Value {
        json!({ "configuration": self.configuration() })
    }
}

/// Everything that determines the results of a run, as text: equal configurations give equal
/// results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Configuration {
    /// Version of the program.
    pub version: String,
    /// Build of the program.
    pub build: String,
    /// Title of the card set.
    pub cards: String,
    /// Fingerprint of all card data in force.
    pub cards_fingerprint: String,
    /// The card sets, and what comes from which.
    pub sets: BTreeMap<String, String>,
    /// Number of players.
    pub players: u8,
    /// Every switch of the rules.
    pub switches: BTreeMap<String, String>,
    /// Every ruling.
    pub rulings: BTreeMap<String, String>,
    /// Who plays.
    pub policy: String,
    /// Fingerprint of the policies with all their weights.
    pub policy_fingerprint: String,
    /// The master seed.
    pub seed: u64,
    /// Games to be played, at most.
    pub games: Option<u64>,
    /// The target error of the win rate.
    pub target_error: Option<String>,
    /// Confidence level of all intervals.
    pub level: f64,
    /// Whether games are played on after the base has fallen.
    pub plays_on: bool,
    /// What means are adjusted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted_for: Option<String>,
    /// Which games get rows.
    pub rows: String,
    /// Whether there is a table of rounds.
    pub rounds: bool,
}

impl Configuration {
    /// A fingerprint of this configuration.
    pub fn fingerprint(&self) -> String {
        // A struct of plain values and sorted maps has one form only.
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{:016x}", fingerprint(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand games with rows for every round.
    fn plain_plan(players: u8) -> Plan {
        let plan = Plan::built_in("random", players, 1000).expect("a plan");
        Plan {
            rounds: true,
            ..plan
        }
    }

    #[test]
    fn whatever_decides_results_shows_in_the_fingerprint() {
        let plan = plain_plan(2);
        let mut others = vec![plain_plan(1)];
        let mut change = |edit: fn(&mut Plan)| {
            let mut other = plan.clone();
            edit(&mut other);
            others.push(other);
        };
        change(|plan| plan.seed = 2);
        change(|plan| plan.stop.games = Some(999));
        change(|plan| plan.rows = Rows::None);
        change(|plan| plan.rounds = false);
        change(|plan| plan.rules.base_hp = 16);
        change(|plan| plan.cards.hash += 1);
        change(|plan| plan.policy = registry::resolve_for("pass", &plan.cards, 2).unwrap());
        change(|plan| drop(plan.rulings.insert("a".into(), "b".into())));
        let configuration = plan.configuration();
        for other in &others {
            let other = other.configuration();
            assert_ne!(configuration.fingerprint(), other.fingerprint());
            assert!(lifecycle::difference(&json!(configuration), &json!(other)).is_some());
        }
        assert_eq!(configuration, plan.configuration());
    }
}
