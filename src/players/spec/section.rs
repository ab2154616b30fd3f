//! Sections of policy files: each is declared once, and read, explained, written and tuned from that
//! declaration.

use super::weights::WeightInfo;
use cards::CardSet;
use cards::data::Fields;
use std::path::Path;

/// The context in which a section is read.
pub struct Reading<'a> {
    /// The cards that rules can name.
    pub cards: &'a CardSet,
    /// The folder of the policy file, in which files that it names are looked for.
    pub folder: &'a Path,
}

/// The numbers or rules of a strategy.
pub trait Settings {
    /// Reads them from their section.
    fn read(section: &Fields<'_>, with: &Reading<'_>) -> Option<Self>
    where
        Self: Sized;
    /// Explains them, one line each.
    fn explain(&self, cards: &CardSet) -> Vec<String>;
    /// Writes them as they are read.
    fn write(&self, cards: &CardSet) -> String;
    /// The weights among them, which can be tuned.
    fn weights(&self) -> Vec<(&'static WeightInfo, f32)>;
    /// Sets the weights, in their order.
    fn set_weights(&mut self, values: &mut dyn Iterator<Item = f32>);
}

/// A section of a policy: a strategy, and its settings if it has any.
pub trait Section {
    /// The section's name in policy files.
    fn name(&self) -> &'static str;
    /// The strategy's name.
    fn strategy(&self) -> &'static str;
    /// What the strategy does.
    fn text(&self) -> &'static str;
    /// The settings of the strategy.
    fn settings(&self) -> Option<&dyn Settings>;
    /// The settings of the strategy, mutable.
    fn settings_mut(&mut self) -> Option<&mut dyn Settings>;
}

/// Declares a section: its name in policy files and, for every strategy, its settings, its word
/// and what it does.
macro_rules! section {
    (
        $(#[$meta:meta])*
        pub enum $name:ident in $section:literal {
            $( $(#[$doc:meta])* $strategy:ident $(($settings:ty))? = $word:literal, $text:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $( $(#[$doc])* $strategy $(($settings))?, )*
        }

        impl $name {
            /// The section's name in policy files.
            pub(crate) const NAME: &'static str = $section;

            pub(crate) fn read(
                section: &cards::data::Fields<'_>,
                with: &$crate::spec::section::Reading<'_>,
            ) -> Option<Self> {
                #[derive(Clone, Copy, PartialEq, Eq)]
                enum Strategy { $( $strategy, )* }
                impl cards::words::Word for Strategy {
                    const WHAT: &'static str = concat!($section, " strategy");
                    const ALL: &'static [(&'static str, Self)] =
                        &[$( ($word, Strategy::$strategy), )*];
                }
                match section.required_word("strategy")? {
                    $( Strategy::$strategy => section!(@read $name $strategy $($settings)?, section, with), )*
                }
            }
        }

        impl $crate::spec::section::Section for $name {
            fn name(&self) -> &'static str {
                Self::NAME
            }
            fn strategy(&self) -> &'static str {
                match self {
                    $( section!(@pattern $name $strategy _unused $($settings)?) => $word, )*
                }
            }
            fn text(&self) -> &'static str {
                match self {
                    $( section!(@pattern $name $strategy _unused $($settings)?) => $text, )*
                }
            }
            fn settings(&self) -> Option<&dyn $crate::spec::section::Settings> {
                match self {
                    $( section!(@pattern $name $strategy found $($settings)?) => section!(@some found $($settings)?), )*
                }
            }
            fn settings_mut(&mut self) -> Option<&mut dyn $crate::spec::section::Settings> {
                match self {
                    $( section!(@pattern $name $strategy found $($settings)?) => section!(@some found $($settings)?), )*
                }
            }
        }
    };
    (@read $name:ident $strategy:ident $settings:ty, $section:ident, $with:ident) => {
        <$settings as $crate::spec::section::Settings>::read($section, $with).map($name::$strategy)
    };
    (@read $name:ident $strategy:ident, $section:ident, $with:ident) => {
        Some($name::$strategy)
    };
    (@pattern $name:ident $strategy:ident $found:ident $settings:ty) => { $name::$strategy($found) };
    (@pattern $name:ident $strategy:ident $found:ident) => { $name::$strategy };
    (@some $found:ident $settings:ty) => { Some($found) };
    (@some $found:ident) => { None };
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
                with: &$crate::spec::section::Reading<'_>,
                $( $other: $type, )*
            ) -> Option<Self> {
                // All sections are read before the first fault counts, so that all faults are found.
                $( let $field = $crate::spec::section_or(
                    file,
                    $section::NAME,
                    base.map(|base| base.$field.clone()),
                    |section| $section::read(section, with),
                ); )*
                Some($name { $( $field: $field?, )* $( $other, )* })
            }
        }
    };
}
pub(crate) use policy;
