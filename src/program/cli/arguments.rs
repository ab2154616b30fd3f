//! Arguments that request the same again, for manifests and for people.

use std::fmt::Display;

/// Arguments in the order in which they were added.
#[derive(Clone, Debug)]
pub(super) struct Arguments(Vec<String>);

impl Arguments {
    /// The arguments of a command.
    pub(super) fn of(command: &str) -> Self {
        Arguments(vec![command.into()])
    }

    /// Adds arguments without a name.
    pub(super) fn plain(mut self, values: impl IntoIterator<Item = impl Display>) -> Self {
        self.0
            .extend(values.into_iter().map(|value| value.to_string()));
        self
    }

    /// Adds an option once for each value.
    pub(super) fn each<V: Display>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let named = |value: V| [format!("--{name}"), value.to_string()];
        self.0.extend(values.into_iter().flat_map(named));
        self
    }

    /// Adds an option with a value.
    pub(super) fn option(self, name: &str, value: impl Display) -> Self {
        self.each(name, [value])
    }

    /// Adds options with a value each.
    pub(super) fn options(self, all: Vec<(&'static str, String)>) -> Self {
        let add = |arguments: Self, (name, value): (&str, String)| arguments.option(name, value);
        all.into_iter().fold(self, add)
    }

    /// Adds an option with a list of values, if there are any.
    pub(super) fn list(self, name: &str, values: impl IntoIterator<Item = impl Display>) -> Self {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        self.each(name, (!values.is_empty()).then(|| values.join(",")))
    }

    /// Adds an option without a value, if it is set.
    pub(super) fn flag(self, name: &str, set: bool) -> Self {
        self.plain(set.then(|| format!("--{name}")))
    }

    /// All of them.
    pub(super) fn done(self) -> Vec<String> {
        self.0
    }
}
