//! Sections of policy files: each is declared once, and read, explained, written and tuned from that
//! declaration.

use super::weights::WeightInfo;

/// A section of a policy: a strategy, and its weights if it has any.
pub trait Section {
    /// The section's name in policy files.
    fn name(&self) -> &'static str;
    /// The strategy's name.
    fn strategy(&self) -> &'static str;
    /// What the strategy does.
    fn text(&self) -> &'static str;
    /// The weights of the strategy, which can be tuned.
    fn weights(&self) -> Vec<(&'static WeightInfo, f32)>;
    /// Sets the weights, in their order.
    fn set_weights(&mut self, values: &mut dyn Iterator<Item = f32>);
}

/// Declares a section: its name in policy files and, for every strategy, its weights, its word
/// and what it does.
macro_rules! section {
    (
        $(#[$meta:meta])*
        pub enum $name:ident in $section:literal {
            $( $(#[$doc:meta])* $strategy:ident $(($weights:ty))? = $word:literal, $text:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $( $(#[$doc])* $strategy $(($weights))?, )*
        }

        impl $name {
            /// The section's name in policy files.
            pub(crate) const NAME: &'static str = $section;

            pub(crate) fn read(section: &cards::data::Fields<'_>) -> Option<Self> {
                #[derive(Clone, Copy, PartialEq, Eq)]
                enum Strategy { $( $strategy, )* }
                impl cards::words::Word for Strategy {
                    const WHAT: &'static str = concat!($section, " strategy");
                    const ALL: &'static [(&'static str, Self)] =
                        &[$( ($word, Strategy::$strategy), )*];
                }
                Some(match section.required_word("strategy")? {
                    $( Strategy::$strategy => section!(@read $name $strategy $($weights)?, section), )*
                })
            }
        }

        impl $crate::spec::section::Section for $name {
            fn name(&self) -> &'static str {
                Self::NAME
            }
            fn strategy(&self) -> &'static str {
                match self {
                    $( section!(@pattern $name $strategy _unused $($weights)?) => $word, )*
                }
            }
            fn text(&self) -> &'static str {
                match self {
                    $( section!(@pattern $name $strategy _unused $($weights)?) => $text, )*
                }
            }
            fn weights(&self) -> Vec<(&'static $crate::spec::WeightInfo, f32)> {
                match self {
                    $( section!(@pattern $name $strategy found $($weights)?) => {
                        section!(@list found $($weights)?)
                    } )*
                }
            }
            fn set_weights(&mut self, _values: &mut dyn Iterator<Item = f32>) {
                match self {
                    $( section!(@pattern $name $strategy found $($weights)?) => {
                        section!(@set found _values $($weights)?)
                    } )*
                }
            }
        }
    };
    (@read $name:ident $strategy:ident $weights:ty, $section:ident) => {
        $name::$strategy(<$weights as $crate::spec::Weights>::read($section))
    };
    (@read $name:ident $strategy:ident, $section:ident) => { $name::$strategy };
    (@pattern $name:ident $strategy:ident $found:ident $weights:ty) => { $name::$strategy($found) };
    (@pattern $name:ident $strategy:ident $found:ident) => { $name::$strategy };
    (@list $found:ident $weights:ty) => { $crate::spec::Weights::list($found) };
    (@list $found:ident) => { Vec::new() };
    (@set $found:ident $values:ident $weights:ty) => {
        $crate::spec::Weights::set_all($found, $values)
    };
    (@set $found:ident $values:ident) => { {} };
}
pub(crate) use section;

/// Declares a policy: its sections, one field each, in the order in which they are listed.
macro_rules! policy {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            { $( $(#[$doc:meta])* $field:ident: $section:ident, )* }
            $( $(#[$other_doc:meta])* pub $other:ident: $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $( $(#[$doc])* pub $field: $section, )*
            $( $(#[$other_doc])* pub $other: $type, )*
        }

        impl $name {
            /// The sections, in the order in which they are listed.
            pub fn sections(&self) -> Vec<&dyn $crate::spec::section::Section> {
                vec![$( &self.$field, )*]
            }

            fn sections_mut(&mut self) -> Vec<&mut dyn $crate::spec::section::Section> {
                vec![$( &mut self.$field, )*]
            }

            /// Reads the sections of a file. Missing ones are taken from `base`, if there is one.
            #[allow(clippy::too_many_arguments)] // One for each field.
            fn read_sections(
                file: &cards::data::Fields<'_>,
                base: Option<&$name>,
                $( $other: $type, )*
            ) -> Option<Self> {
                // All sections are read before the first fault counts, so that all faults are found.
                $( let $field = $crate::spec::section_or(
                    file,
                    $section::NAME,
                    base.map(|base| base.$field.clone()),
                    $section::read,
                ); )*
                Some($name { $( $field: $field?, )* $( $other, )* })
            }
        }
    };
}
pub(crate) use policy;
