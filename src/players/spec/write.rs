//! Policies as text, in the format of policy files.

use super::PolicySpec;
use super::weights::decimal;
use std::fmt::Write;

impl PolicySpec {
    /// The text of a policy file, with every weight written out. `header` becomes a comment.
    pub fn to_toml(&self, header: &str) -> String {
        let mut text = String::new();
        for line in header.lines() {
            text += format!("# {line}").trim_end();
            text.push('\n');
        }
        let description = self.description.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\ndescription = \"{description}\"");
        for section in self.sections() {
            let (name, strategy) = (section.name(), section.strategy());
            let _ = writeln!(text, "\n[{name}]\nstrategy = \"{strategy}\"");
            for (info, value) in section.weights() {
                let _ = writeln!(text, "{} = {}", info.name, decimal(value));
            }
        }
        if let Some(networks) = &self.networks {
            text += &networks.write();
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::registry::BUILT_IN;

    #[test]
    fn what_is_written_reads_as_the_same_policy() {
        for built_in in BUILT_IN {
            let mut spec = registry::load(built_in.name).unwrap();
            spec.search = None;
            spec.description = "A \"quoted\" text.".into();
            let values: Vec<f32> = spec
                .weights()
                .iter()
                .map(|weight| (weight.value * 1.0371).clamp(weight.info.least, weight.info.most))
                .collect();
            spec.set_weights(&values);
            let text = spec.to_toml("Made for a test.\n\nIn lines.");
            assert!(text.starts_with("# Made for a test.\n#\n# In lines.\n"));
            let again = PolicySpec::parse(&spec.name, "p.toml", &text).unwrap();
            assert_eq!(again, spec, "{text}");
        }
    }
}
