//! Policies explained, from what they are.

use super::{PolicySpec, WeightInfo, search};

/// A section of a policy, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The section's name.
    pub section: &'static str,
    /// The strategy's name.
    pub strategy: &'static str,
    /// What the strategy does.
    pub text: &'static str,
    /// Its numbers, one line each.
    pub lines: Vec<String>,
}

/// Explains a policy, section by section.
pub fn explain(spec: &PolicySpec) -> Vec<Explained> {
    // Networks answer for all sections.
    let sections = match spec.networks {
        Some(_) => Vec::new(),
        None => spec.sections(),
    };
    let networks = spec.networks.as_ref().map(|networks| networks.explain());
    let sections = sections.into_iter().map(|section| Explained {
        section: section.name(),
        strategy: section.strategy(),
        text: section.text(),
        lines: section.weights().into_iter().map(weight_line).collect(),
    });
    let search = spec.search.as_ref().map(search::explain);
    sections.chain(networks).chain(search).collect()
}

fn weight_line((info, value): (&WeightInfo, f32)) -> String {
    let default = if value == info.default {
        String::new()
    } else {
        format!(" (default {})", info.default)
    };
    format!("{} = {value}{default}: {}", info.name, info.text)
}
