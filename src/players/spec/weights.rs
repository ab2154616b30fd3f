//! Weights: the numbers of a strategy, each with its name, meaning, default and limits.

use super::PolicySpec;
use cards::data::Fields;

/// The declaration of a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightInfo {
    /// Its name in policy files.
    pub name: &'static str,
    /// What it means.
    pub text: &'static str,
    /// Its default value.
    pub default: f32,
    /// The smallest value allowed.
    pub least: f32,
    /// The greatest value allowed.
    pub most: f32,
}

/// A set of weights that can be listed, read and set by number. Explaining, reading and tuning a
/// policy all use this.
pub trait Weights: Clone + Default {
    /// All weights, in order.
    const ALL: &'static [WeightInfo];
    /// The value of a weight.
    fn get(&self, index: usize) -> f32;
    /// Sets a weight.
    fn set(&mut self, index: usize, value: f32);

    /// Reads them from their section. Those that are not given have their defaults.
    fn read(section: &Fields<'_>) -> Self {
        let mut weights = Self::default();
        for (index, info) in Self::ALL.iter().enumerate() {
            if let Some(value) = section.decimal(info.name, info.least..=info.most) {
                weights.set(index, value);
            }
        }
        weights
    }

    /// All weights with their values, in order.
    fn list(&self) -> Vec<(&'static WeightInfo, f32)> {
        let all = Self::ALL.iter().enumerate();
        all.map(|(index, info)| (info, self.get(index))).collect()
    }

    /// Sets all weights, in order.
    fn set_all(&mut self, values: &mut dyn Iterator<Item = f32>) {
        for (index, value) in (0..Self::ALL.len()).zip(values) {
            self.set(index, value);
        }
    }
}

/// One weight of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The section it belongs to.
    pub section: &'static str,
    /// Its declaration.
    pub info: &'static WeightInfo,
    /// Its value.
    pub value: f32,
}

impl PolicySpec {
    /// All weights, section by section. Strategies without weights have none.
    pub fn weights(&self) -> Vec<Weight> {
        let mut weights = Vec::new();
        for section in self.sections() {
            let found = section.weights().into_iter();
            weights.extend(found.map(|(info, value)| Weight {
                section: section.name(),
                info,
                value,
            }));
        }
        weights
    }

    /// Sets all weights, in the order of [`PolicySpec::weights`].
    pub fn set_weights(&mut self, values: &[f32]) {
        let mut values = values.iter().copied();
        for section in self.sections_mut() {
            section.set_weights(&mut values);
        }
    }
}

/// The shortest text of a number that loses nothing, and never `-0`.
pub(super) fn decimal(value: f32) -> String {
    if value == 0.0 {
        return "0".into();
    }
    value.to_string()
}

/// Declares a set of weights.
macro_rules! weights {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $field:ident = $word:literal, $default:literal, $least:literal ..= $most:literal, $text:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $( #[doc = $text] pub $field: f32, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        impl $crate::spec::Weights for $name {
            const ALL: &'static [$crate::spec::WeightInfo] = &[
                $( $crate::spec::WeightInfo {
                    name: $word,
                    text: $text,
                    default: $default,
                    least: $least,
                    most: $most,
                }, )*
            ];
            fn get(&self, index: usize) -> f32 {
                [$( self.$field, )*][index]
            }
            fn set(&mut self, index: usize, value: f32) {
                let fields = [$( &mut self.$field, )*];
                *fields.into_iter().nth(index).expect("a weight of this set") = value;
            }
        }
    };
}
pub(crate) use weights;
