//! Policies as text that can be read again.

use super::{
    BASES, Deployment, DeploymentStrategy, PolicySpec, PriorityRule, Purchase, PurchaseStrategy, Reaction,
    ReactionStrategy, Wanted, WrapUp, WrapUpStrategy,
};
use cards::CardSet;
use cards::words::Word;
use std::fmt::Write;

impl PolicySpec {
    /// The text of a policy file, with every weight written out. `header` becomes a comment.
    pub fn to_toml(&self, header: &str, cards: &CardSet) -> String {
        let mut text = String::new();
        for line in header.lines() {
            text += format!("# {line}").trim_end();
            text.push('\n');
        }
        let description = self.description.replace('\\', "\\\\").replace('"', "\\\"");
        let sections = [
            ("purchase", self.purchase.strategy().word()),
            ("deployment", self.deployment.strategy().word()),
            ("reaction", self.reaction.strategy().word()),
            ("wrap-up", self.wrap_up.strategy().word()),
        ];
        let dials = self.dials();
        // Writing into a text cannot fail.
        let _ = writeln!(text, "\ndescription = \"{description}\"");
        for (section, strategy) in sections {
            let _ = writeln!(text, "\n[{section}]\nstrategy = \"{strategy}\"");
            for dial in dials.iter().filter(|dial| dial.section == section) {
                let _ = writeln!(text, "{} = {}", dial.info.name, decimal(dial.value));
            }
            if let (Purchase::Learned(learned), "purchase") = (&self.purchase, section) {
                let _ = writeln!(text, "value = \"{}\"", learned.value.name);
                for (name, base) in BASES.iter().zip(learned.bases) {
                    let _ = writeln!(text, "{name} = {}", decimal(base));
                }
                let _ = writeln!(text, "width = {}", learned.width);
                let _ = writeln!(text, "trust = {}", decimal(learned.trust));
            }
            if let (Purchase::Priority(rules), "purchase") = (&self.purchase, section) {
                for rule in rules {
                    text += &rule_text(rule, cards);
                }
            }
        }
        text
    }
}

/// A number as short as it can be without losing anything, and never `-0`.
fn decimal(value: f32) -> String {
    match value == 0.0 {
        true => "0".into(),
        false => value.to_string(),
    }
}

fn rule_text(rule: &PriorityRule, cards: &CardSet) -> String {
    let buy = match rule.buy {
        Wanted::Card(kind) => cards.kind(kind).id.to_string(),
        Wanted::Class(class) => class.word().to_string(),
        Wanted::AnyItem => "item".to_string(),
    };
    let mut text = format!("\n[[purchase.rule]]\nbuy = \"{buy}\"\n");
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text += &format!("{name} = {value}\n");
        }
    };
    let waves = (1..=3u8).filter(|wave| rule.waves & 1 << wave != 0);
    let waves: Vec<String> = waves.map(|wave| wave.to_string()).collect();
    add(
        "waves",
        (waves.len() < 3).then(|| format!("[{}]", waves.join(", "))),
    );
    let number = |value: Option<_>| value.map(|value: u8| value.to_string());
    add("own-fewer-than", number(rule.own_fewer_than));
    add("troops-fewer-than", number(rule.troops_fewer_than));
    add(
        "resources-at-least",
        rule.resources_at_least.map(|least| least.to_string()),
    );
    add("reduce", rule.reduce.then(|| "true".to_string()));
    text
}

impl Purchase {
    /// Which strategy it is.
    pub fn strategy(&self) -> PurchaseStrategy {
        match self {
            Purchase::Greedy(_) => PurchaseStrategy::Greedy,
            Purchase::Learned(_) => PurchaseStrategy::Learned,
            Purchase::Priority(_) => PurchaseStrategy::Priority,
            Purchase::Random => PurchaseStrategy::Random,
            Purchase::None => PurchaseStrategy::None,
        }
    }
}

impl Deployment {
    /// Which strategy it is.
    pub fn strategy(&self) -> DeploymentStrategy {
        match self {
            Deployment::LaneBalancing(_) => DeploymentStrategy::LaneBalancing,
            Deployment::OwnLane(_) => DeploymentStrategy::OwnLane,
            Deployment::FrontHeavy => DeploymentStrategy::FrontHeavy,
            Deployment::Random => DeploymentStrategy::Random,
        }
    }
}

impl Reaction {
    /// Which strategy it is.
    pub fn strategy(&self) -> ReactionStrategy {
        match self {
            Reaction::Heuristic(_) => ReactionStrategy::Heuristic,
            Reaction::Eager => ReactionStrategy::Eager,
            Reaction::Never => ReactionStrategy::Never,
            Reaction::Random => ReactionStrategy::Random,
        }
    }
}

impl WrapUp {
    /// Which strategy it is.
    pub fn strategy(&self) -> WrapUpStrategy {
        match self {
            WrapUp::ByWorth(_) => WrapUpStrategy::ByWorth,
            WrapUp::DiscardAll => WrapUpStrategy::DiscardAll,
            WrapUp::DiscardHand => WrapUpStrategy::DiscardHand,
            WrapUp::KeepAll => WrapUpStrategy::KeepAll,
            WrapUp::Random => WrapUpStrategy::Random,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::registry::BUILT_IN;
    use cards::load::Library;

    #[test]
    fn what_is_written_reads_as_the_same_policy() {
        let (cards, _) = Library::embedded().compile::<&str, &str>(&[]).unwrap();
        for built_in in BUILT_IN {
            let mut spec = registry::load(built_in.name, &cards).unwrap();
            spec.search = None;
            spec.description = "A \"quoted\" text.".into();
            let values: Vec<f32> = spec
                .dials()
                .iter()
                .map(|dial| (dial.value * 1.0371).clamp(dial.info.least, dial.info.most))
                .collect();
            spec.turn(&values);
            let text = spec.to_toml("Made for a test.\n\nIn lines.", &cards);
            assert!(text.starts_with("# Made for a test.\n#\n# In lines.\n"));
            let again = PolicySpec::parse(&spec.name, "p.toml", &text, &cards).unwrap();
            assert_eq!(again, spec, "{text}");
        }
    }
}
