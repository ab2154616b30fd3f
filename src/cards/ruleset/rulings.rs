//! Rulings: how we interpret points on which the rulebooks are silent or disagree.
//!
//! These are the rulings that the rules themselves must know. Rulings about the wording of a
//! single card are alternatives in the card data instead (`data/sets/hive/rulings.toml`).

use crate::words::{Word, words};

/// A ruling as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingInfo {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub text: String,
    /// The options with their explanations, the default first.
    pub options: Vec<(String, String)>,
}

impl RulingInfo {
    /// A ruling that has the words of an enum as its options.
    fn of<W: Word>(name: &str, text: &str) -> Self {
        let options = W::ALL.iter();
        let options = options.map(|(word, option)| (word.to_string(), option.about().to_string()));
        RulingInfo {
            name: name.into(),
            text: text.trim().into(),
            options: options.collect(),
        }
    }
}

/// Declares the rulings: field, option enum, name, options, each with a text for people.
macro_rules! rulings {
    ($( $(#[doc = $doc:literal])* $field:ident : $type:ident = $name:literal {
        $( $(#[doc = $odoc:literal])* $option:ident = $word:literal ),+ $(,)?
    } )+) => {
        $( words! {
            $(#[doc = $doc])*
            pub enum $type as "ruling" { $( $(#[doc = $odoc])* $option = $word ),+ }
        } )+

        /// The option chosen for every ruling that the rules must know; by default the first.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Rulings { $( $(#[doc = $doc])* pub $field: $type ),+ }

        impl Rulings {
            /// Every ruling as people see it.
            pub fn infos() -> Vec<RulingInfo> {
                vec![ $( RulingInfo::of::<$type>($name, concat!($( $doc ),*)) ),+ ]
            }

            /// Sets a ruling by its written name and option, if there is one of this name.
            pub(crate) fn set(&mut self, name: &str, option: &str) {
                match name {
                    $( $name => self.$field = $type::parse_word(option).unwrap_or_default(), )+
                    _ => {}
                }
            }
        }
    };
}

rulings! {
    /// How much damage kills.
    lethal: Lethal = "lethal" {
        /// Damage equal to HP kills.
        AtLeast = "at-least",
        /// Only damage beyond HP kills.
        Exceed = "exceed",
    }
    /// What "1 enemy" without a lane means.
    one_enemy: OneEnemy = "one-enemy" {
        /// Any enemy in any lane.
        AnyLane = "any-lane",
        /// Only enemies of the lane being fought.
        OwnLane = "own-lane",
    }
    /// What "a troop" without a lane means.
    any_troop: AnyTroop = "any-troop" {
        /// Any troop in any lane.
        AnyLane = "any-lane",
        /// Only troops of the helper's lane (an instant: the lane being fought).
        OwnLane = "own-lane",
    }
    /// Whether standing abilities of enemies work face-down.
    face_down_passives: FaceDownPassives = "face-down-passives" {
        /// Face-up only.
        FaceUp = "face-up",
        /// Always.
        Always = "always",
    }
    /// Whether a troop burned without lethal damage counts as killed.
    burned: Burned = "burned-is-not-killed" {
        /// It does not.
        NotKilled = "not-killed",
        /// It does: "killed" triggers fire.
        Killed = "burned-is-killed",
    }
    /// Where a dead boss goes.
    boss_discard: BossDiscard = "boss-discard" {
        /// To the encounter discard pile.
        Pile = "pile",
        /// Back to the bosses set aside.
        Aside = "aside",
    }
    /// What counts as advancing.
    advance_on_shift: AdvanceOnShift = "advance-on-shift" {
        /// Moving up because a card in front left, too.
        AnyMoveUp = "any-move-up",
        /// Moving up only where a card in front was killed; and being advanced by an effect.
        AfterKill = "after-kill",
        /// Only being advanced by an effect.
        OnlyByEffect = "only-by-effect",
    }
    /// Whether a forced prevention (the Lone Survivor's) comes before the players' answers.
    forced_first: ForcedFirst = "forced-first" {
        /// It does.
        ForcedFirst = "forced-first",
        /// The players choose: their answers may come first, and it follows when all have passed.
        PlayersOrder = "players-order",
    }
    /// What damage must exceed to carry on to the next troop.
    overflow_basis: OverflowBasis = "overflow-basis" {
        /// The HP the troop has left.
        RemainingHp = "remaining-hp",
        /// The troop's total HP.
        TotalHp = "total-hp",
    }
    /// Whether unlimited "each time" triggers of troops and items must be used.
    forced_triggers: ForcedTriggers = "forced-triggers" {
        /// They must, while there is a legal target.
        Forced = "forced",
        /// They may.
        Optional = "optional",
    }
    /// Which damage counts as done by an enemy ability.
    enemy_ability: EnemyAbility = "enemy-ability" {
        /// Reveals and triggers.
        RevealsAndTriggers = "reveals-and-triggers",
        /// Also overflow and the second and later hits of an attack.
        WithOverflow = "with-overflow",
    }
    /// When an empty encounter deck is rebuilt from its discard pile.
    reshuffle: Reshuffle = "reshuffle" {
        /// When a card is needed.
        WhenNeeded = "when-needed",
        /// As soon as its last card is drawn.
        WhenEmptied = "when-emptied",
    }
    /// Which card of a discard pile "the top troop" is.
    top_troop: TopTroop = "top-troop" {
        /// The uppermost troop in the pile.
        UppermostTroop = "uppermost-troop",
        /// The top card, if it is a troop.
        TopCard = "top-card",
    }
    /// How enemies hit the base from an overrun lane.
    overrun: Overrun = "overrun" {
        /// One at a time.
        OneByOne = "one-by-one",
        /// All at once.
        AllAtOnce = "all-at-once",
    }
}
