//! Weights: the numbers of a strategy, each with its name, meaning, default and limits.

/// What there is to know about a weight, apart from its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightInfo {
    /// Its name in policy files.
    pub name: &'static str,
    /// What it means.
    pub text: &'static str,
    /// Its value where a file does not give one.
    pub default: f32,
    /// The smallest value allowed.
    pub least: f32,
    /// The greatest value allowed.
    pub most: f32,
}

/// A set of weights that can be listed, read and set by number: what explains a policy, reads it
/// from a file and optimises it all go through this.
pub trait Weights: Clone + Default {
    /// All weights, in order.
    const ALL: &'static [WeightInfo];
    /// The value of a weight.
    fn get(&self, index: usize) -> f32;
    /// Sets a weight.
    fn set(&mut self, index: usize, value: f32);
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
