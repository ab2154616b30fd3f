//! How effects are declared, and what follows from a declaration.

use super::{Ability, Effect, Pick, Quantity, When, WorksFrom};
use crate::Class;
use crate::data::{Item, Value, unknown};

/// What is true of an effect, whatever its amounts and its target.
#[derive(Clone, Copy, Debug)]
pub struct EffectFacts {
    /// The triggers that it can have; empty: any except standing and purchase.
    pub triggers: &'static [When],
    /// Who can have it.
    pub users: EffectUsers,
    /// Which targets it can have.
    pub targets: fn(Pick) -> bool,
    /// What it does to its target.
    pub verb: &'static str,
    /// Whether a standing ability that has it may depend on a condition.
    pub may_be_conditional: bool,
    /// The quantities that its amounts can depend on, while those of other effects cannot.
    pub uses: &'static [Quantity],
    /// The quantity that amounts of later effects can depend on because of it.
    pub yields: Option<Quantity>,
}

/// Which cards can have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectUsers {
    /// All.
    Anyone,
    /// Enemies.
    Enemies,
    /// Cards of players.
    NotEnemies,
    /// Troops.
    Troops,
    /// Instants, used from hand.
    InstantsInHand,
    /// If the ability is standing, divisions.
    DivisionsWhereStanding,
}

impl EffectFacts {
    /// Why cards of a class cannot have an effect of this name in an ability, if they cannot.
    pub(crate) fn refusal(&self, name: &str, class: Class, ability: &Ability) -> Option<String> {
        let only = |who: &str| Some(format!("only {who} can have `{name}`"));
        let standing = ability.when == When::Standing || self.triggers == [When::Standing];
        match self.users {
            EffectUsers::Enemies if !class.is_enemy() => only("enemies"),
            EffectUsers::Troops if class != Class::Troop => only("troops"),
            EffectUsers::NotEnemies if class.is_enemy() => {
                Some(format!("enemies cannot have `{name}`"))
            }
            EffectUsers::InstantsInHand
                if class != Class::Instant || ability.from != WorksFrom::Hand =>
            {
                Some(format!("`{name}` is for instants used from hand"))
            }
            EffectUsers::DivisionsWhereStanding if standing && class != Class::Division => {
                Some(format!("only divisions can have a standing `{name}`"))
            }
            EffectUsers::DivisionsWhereStanding => None,
            _ if standing && class == Class::Division => Some(format!(
                "a division is not in a lane: it cannot have `{name}`"
            )),
            _ => None,
        }
    }
}

/// Declares the effects. Each has a name, its fields with their keys, its [`EffectFacts`] and its
/// text; the key of the first field is the name. A field is read as its type says, or by the
/// function after `via`, and is missing if there is no value after `or`.
macro_rules! effects {
    ($(
        $(#[doc = $doc:literal])+
        $effect:ident = $name:literal $( {
            $( $(#[doc = $about:literal])+
            $field:ident : $type:ty = $key:literal $(via $read:ident)? $(or $default:expr)? ),+ $(,)?
        } )?
        is $facts:expr, |$card:tt| $text:expr;
    )+) => {
        /// One thing that an ability does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Effect {
            $( $(#[doc = $doc])+ $effect $( { $( $(#[doc = $about])+ $field: $type ),+ } )? ),+
        }

        impl Effect {
            /// The names of all effects.
            pub const NAMES: &'static [&'static str] = &[ $( $name ),+ ];

            /// Its name in files.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Effect::$effect { .. } => $name, )+
                }
            }

            /// What is always true of it.
            pub fn facts(&self) -> &'static EffectFacts {
                match self {
                    $( Effect::$effect { .. } => const { &$facts }, )+
                }
            }

            /// Its target, if it has one.
            #[inline]
            pub fn target(&self) -> Option<Target> {
                use super::field::EffectField;
                match *self {
                    $( Effect::$effect $( { $( $field ),+ } )? => None $( $( .or($field.target()) )+ )?, )+
                }
            }

            /// Its amounts.
            pub(crate) fn amounts(&self) -> Vec<Amount> {
                use super::field::EffectField;
                match *self {
                    $( Effect::$effect $( { $( $field ),+ } )? => {
                        <[Vec<Amount>]>::concat(&[ $( $( $field.amounts() ),+ )? ])
                    } )+
                }
            }

            /// What it does, in words that follow "may" or stand alone.
            #[allow(unused_variables)]
            pub(crate) fn text(&self, speaker: &crate::text::Speaker<'_>) -> String {
                match *self {
                    $( Effect::$effect $( { $( $field ),+ } )? => {
                        let $card = speaker;
                        $text
                    } )+
                }
            }

            /// The effect of a name that needs nothing more.
            pub(super) fn without_fields(name: &str) -> Option<Effect> {
                match name {
                    $( $name => super::declare::bare!($effect $( { $( $field ),+ } )?), )+
                    _ => None,
                }
            }

            /// Reads the fields of the effect with a name.
            pub(super) fn read_fields(name: &str, fields: &crate::data::Fields<'_>) -> Option<Effect> {
                match name {
                    $( $name => {
                        $( $( let $field = super::declare::read_field!(
                            fields, $type, $key $(via $read)? $(or $default)?
                        ); )+ )?
                        Some(Effect::$effect $( { $( $field: $field? ),+ } )?)
                    } )+
                    _ => None,
                }
            }
        }
    };
}

/// The effect itself, if it has no fields.
macro_rules! bare {
    ($effect:ident) => {
        Some(Effect::$effect)
    };
    ($effect:ident { $($field:ident),+ }) => {
        None
    };
}

/// Reads a field of an effect.
macro_rules! read_field {
    ($fields:ident, $type:ty, $key:literal) => {
        <$type as super::field::EffectField>::read($fields, $key)
    };
    ($fields:ident, $type:ty, $key:literal via $read:ident) => {
        $read($fields, $key)
    };
    ($fields:ident, $type:ty, $key:literal or $default:expr) => {
        super::field::optional($fields, $key, $default)
    };
}
pub(super) use {bare, effects, read_field};

impl Effect {
    /// Reads an effect: a name, or a table in which one key is a name.
    pub(crate) fn read(item: &Item<'_>) -> Option<Effect> {
        match &item.node.value {
            Value::Text(name) => {
                let found = Effect::without_fields(name);
                if found.is_none() {
                    item.fault(not_alone(name));
                }
                found
            }
            Value::Table(table) => {
                let is_there = |name: &&&str| table.get(name).is_some();
                let names: Vec<&str> = Effect::NAMES.iter().filter(is_there).copied().collect();
                match names.as_slice() {
                    [name] => {
                        let fields = item.fields()?;
                        let effect = Effect::read_fields(name, &fields);
                        fields.finish();
                        effect
                    }
                    [] => {
                        let first = table.0.first().map_or("", |entry| &entry.key);
                        item.fault(unknown("effect", first, Effect::NAMES.iter().copied()));
                        None
                    }
                    several => {
                        item.fault(format!(
                            "expected one effect: `{}` are separate effects of the list",
                            several.join("` and `")
                        ));
                        None
                    }
                }
            }
            _ => {
                item.expected(
                    "an effect such as `{ damage = 3, to = \"one-enemy\" }` or \"strike-first\"",
                );
                None
            }
        }
    }
}

/// Why a name is not an effect by itself.
fn not_alone(name: &str) -> String {
    if Effect::NAMES.contains(&name) {
        format!("`{name}` needs more than its name: write `{{ {name} = ... }}`")
    } else {
        unknown("effect", name, Effect::NAMES.iter().copied())
    }
}
