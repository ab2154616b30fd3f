//! What the game is made of, as data: the typed vocabulary of [`ability`]s, card kinds and card
//! sets, the [`ruleset`] with its rulings, how they are read from files ([`load`]), how errors in
//! files are reported ([`data`]), and the text of a card ([`text`]). This crate depends on no other
//! crate of the workspace. Nothing here plays: a [`CardSet`] is immutable during a run, and the
//! rules see compact, precomputed facts about a kind ([`Kind`]).
//!
//! Most of it reads files and is optimised less than the rules, to save compile time; what games ask
//! of cards while they are played is marked `#[inline]` and so compiled with the rules, at their
//! level.

pub mod ability;
mod bonus;
pub mod data;
mod derived;
mod kinds;
pub mod limits;
pub mod load;
mod named;
pub mod rng;
pub mod ruleset;
mod shuffle_keys;
pub mod text;
pub mod words;

pub use bonus::StandingBonus;
pub use derived::{Derived, Standing};
pub use kinds::Kinds;
pub use named::with_ids;
pub use shuffle_keys::ShuffleKeys;

use crate::ability::{Ability, Goods};
use crate::limits::MARKET_ROWS;
use crate::load::SetChoice;
use crate::ruleset::Divisions;

/// The number of a card kind within its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct KindId(pub u8);

impl KindId {
    /// The kind's index in [`CardSet::kinds`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of card kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet([u64; 4]);

impl KindSet {
    /// All kinds.
    pub const ALL: Self = KindSet([u64::MAX; 4]);

    /// The kinds that are suitable.
    pub fn of(kinds: &[Kind], suits: impl Fn(&Kind) -> bool) -> Self {
        let mut set = KindSet::default();
        for (kind, id) in kinds.iter().zip(0..=u8::MAX) {
            if suits(kind) {
                set.insert(KindId(id));
            }
        }
        set
    }

    /// Adds a kind. `false`: it was already there.
    #[inline]
    pub fn insert(&mut self, kind: KindId) -> bool {
        let word = &mut self.0[usize::from(kind.0 >> 6)];
        let bit = 1 << (kind.0 & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a kind out. `false`: it was not there.
    #[inline]
    pub fn remove(&mut self, kind: KindId) -> bool {
        let found = self.contains(kind);
        if found {
            // Written in another way than in `contains`, so that the compiler does not compute the bit
            // beforehand: the kind is mostly not there.
            self.0[usize::from(kind.0 >> 6)] ^= 1u64.rotate_left(kind.0.into());
        }
        found
    }

    /// Whether a kind is there.
    #[inline]
    pub fn contains(&self, kind: KindId) -> bool {
        self.0[usize::from(kind.0 >> 6)] & (1 << (kind.0 & 63)) != 0
    }

    /// The kinds that are there.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + use<> {
        let words = (0..).zip(self.0);
        words.flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let kind = (bits != 0).then(|| KindId(word * 64 + bits.trailing_zeros() as u8));
                bits &= bits.wrapping_sub(1);
                kind
            })
        })
    }
}

/// The maximum number of card kinds in a set.
pub const MAX_KINDS: usize = 255;
/// The maximum number of abilities of a card (marks of use are a bit field).
const MAX_ABILITIES: usize = 8;
/// The maximum number of weather conditions of the sets in play (those in force are a bit field).
const MAX_CONDITIONS: usize = 16;

words! {
    /// What a card is.
    pub enum Class as "class" {
        /// Xenosathem.
        Resource = "resource",
        /// A NorTec troop.
        Troop = "troop",
        /// An enemy.
        Enemy = "enemy",
        /// A boss: an enemy with its own rules of entering.
        Boss = "boss",
        /// An item that is put on a troop.
        Equipment = "equipment",
        /// An item that is played from hand.
        Instant = "instant",
        /// A division of a player.
        Division = "division",
        /// A weather card: names the conditions of a round.
        Weather = "weather",
    }
}

impl Class {
    /// Whether this is an enemy or a boss.
    #[inline]
    pub fn is_enemy(self) -> bool {
        matches!(self, Class::Enemy | Class::Boss)
    }
    /// Whether players have cards of this class in their decks.
    #[inline]
    pub fn is_players(self) -> bool {
        !self.is_enemy() && !matches!(self, Class::Weather | Class::Division)
    }
    /// Whether this is equipment or an instant.
    #[inline]
    pub fn is_item(self) -> bool {
        matches!(self, Class::Equipment | Class::Instant)
    }
}

words! {
    /// The type symbols of items.
    pub enum ItemType as "item type" {
        /// Weapon.
        Weapon = "weapon",
        /// Armor.
        Armor = "armor",
        /// Medical.
        Medical = "medical",
        /// Technology.
        Technology = "technology",
        /// Grafting.
        Grafting = "grafting",
        /// Psychogenics.
        Psychogenics = "psychogenics",
    }
}

impl ItemType {
    /// This type as a bit of [`Kind::types`].
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// How a resource card is traded up in wrap-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// How many cards of this kind are burned.
    pub burn: u8,
    /// What is gained for them.
    pub into: KindId,
    /// From which wave on.
    pub wave: u8,
}

/// Everything the rules know about a card kind. Aligned so that a lookup, of which a game has
/// thousands, shifts the number of the kind instead of multiplying it.
#[derive(Clone, Debug, Default, PartialEq)]
#[repr(align(256))]
pub struct Kind {
    /// The name in files and on the command line, e.g. `hi-ex-grenade`.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Troops, enemies, bosses: their wave (0 for starting troops). Resources: the wave in which
    /// they are handed out. Items: 0.
    pub wave: u8,
    /// Purchase cost.
    pub cost: u8,
    /// Whether it can be bought at all.
    pub for_sale: bool,
    /// Printed power (items that become troops: the power they then have).
    pub power: i16,
    /// Printed HP.
    pub hp: i16,
    /// Resource value.
    pub value: u8,
    /// Physical copies in the set.
    pub copies: u8,
    /// Unique cards that have no stacks in the stacks market.
    pub legendary: bool,
    /// Item types, as bits of [`ItemType`].
    pub types: u8,
    /// How a resource is traded up.
    pub upgrade: Option<Upgrade>,
    /// What it does.
    pub abilities: Vec<Ability>,
    /// Facts derived from the abilities, see [`Derived`].
    pub derived: Derived,
    /// The power and HP that its standing abilities give.
    pub bonuses: Vec<StandingBonus>,
    /// Identity for keyed randomness: kinds that share luck share a label.
    pub label: u32,
    /// The number of the first copy, where kinds share a label.
    pub first_copy: u8,
    /// Whether its figures are our guess, not from a printed card.
    pub conjecture: bool,
    /// Weather: the conditions it brings, as bits by their number in [`CardSet::conditions`].
    pub conditions: u16,
    /// The set it comes from; empty for a card that a patch has added.
    pub set: String,
    /// Whether the enemies of its set are those in play.
    pub faction_in_play: bool,
}

impl Kind {
    /// A kind with abilities and no figures.
    fn new(id: &str, name: String, class: Class, abilities: Vec<Ability>) -> Self {
        Kind {
            id: id.into(),
            name,
            class,
            derived: Derived::of(&abilities),
            bonuses: StandingBonus::of(&abilities),
            abilities,
            label: luck_label(id),
            ..Kind::default()
        }
    }

    /// The row of the market in which it is sold, if it is.
    pub fn market_row(&self) -> Option<usize> {
        match self.class {
            Class::Equipment | Class::Instant if self.for_sale => Some(0),
            Class::Troop if self.for_sale => Some(usize::from(self.wave)),
            _ => None,
        }
    }
    /// Whether a card of this kind can stand in a troop lane (troops, and items that become troops).
    #[inline]
    pub fn is_troop_like(&self) -> bool {
        self.class == Class::Troop || self.becomes_troop()
    }
    /// Whether this is an item that becomes a troop when played.
    #[inline]
    pub fn becomes_troop(&self) -> bool {
        self.class == Class::Instant && self.abilities.iter().any(Ability::becomes_troop)
    }
}

/// One line of a starting deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Which card.
    pub kind: KindId,
    /// How many.
    pub count: u8,
}

/// What a division adds to its player's starting deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartingCards {
    /// These cards; items among them have their own stacks.
    Named(Vec<Stock>),
    /// Cards of one random stack, which is made for them.
    OneStack {
        /// Which stacks can be made.
        goods: Goods,
        /// How many cards are taken.
        count: u8,
    },
    /// Random cards from whatever stacks there are.
    AnyOf {
        /// Which cards can be taken.
        goods: Goods,
        /// The maximum cost of a card.
        cost_at_most: u8,
        /// How many cards are taken.
        count: u8,
    },
}

/// A division card. What it does in play are the abilities of its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Division {
    /// The card.
    pub kind: KindId,
    /// The edition whose card it is; none: both.
    pub edition: Option<Divisions>,
    /// What its player starts with.
    pub start: StartingCards,
    /// Whether it comes from an expansion: it is never drawn, but can be chosen.
    pub expansion: bool,
}

/// A complete, checked set of cards.
#[derive(Clone, Debug)]
pub struct CardSet {
    /// All kinds; a [`KindId`] is an index into this.
    pub kinds: Kinds,
    /// Every player's starting deck.
    pub starting_deck: Vec<Stock>,
    /// The division cards, if divisions are played.
    pub divisions: Vec<Division>,
    /// Cards and divisions left out because they are our guess.
    pub left_out: Vec<String>,
    /// What is played in place of cards of an edition that nobody has listed.
    pub stand_ins: Vec<String>,
    /// The resource handed out in the draw phase of waves 1, 2 and 3.
    pub income: [KindId; 3],
    /// The weather conditions that cards refer to, by number.
    pub conditions: Vec<String>,
    /// Which sets it was made from.
    pub sources: SetChoice,
    /// Fingerprint of the data the set was made from.
    pub hash: u64,
    /// The shuffle keys of cards by kind and copy.
    pub shuffle_keys: ShuffleKeys,
    /// The resources that can be traded up in wrap-up.
    pub upgradable: Vec<KindId>,
    /// The lowest cost of a card in each row of the market.
    pub cheapest: [u8; MARKET_ROWS],
    /// Xenosathem.
    pub resources: KindSet,
    /// What is put on troops.
    pub equipment: KindSet,
    /// Troops and what is put on them.
    pub deployable: KindSet,
    /// Whether any card gives bonuses to troops in all lanes.
    pub has_table_wide_bonus: bool,
    /// Whether some enemy does something for the enemies of all lanes.
    pub has_table_wide_aura: bool,
    /// Whether some card cannot be chosen as a target.
    pub has_untargetable: bool,
}

impl CardSet {
    /// Gives all cards with the luck of one name the luck of another.
    pub fn change_luck(&mut self, from: &str, to: &str) {
        let mut kinds = self.kinds.to_vec();
        let concerned = kinds.iter_mut();
        for kind in concerned.filter(|kind| kind.label == luck_label(from)) {
            kind.label = luck_label(to);
        }
        self.shuffle_keys = ShuffleKeys::new(&kinds);
        self.kinds = Kinds::new(kinds);
    }

    /// Whether two sets have the same cards, with other numbers of copies of some or none.
    pub fn differs_in_copies_alone(&self, other: &CardSet) -> bool {
        let same = |a: &Kind, b: &Kind| {
            let as_many = Kind {
                copies: a.copies,
                ..b.clone()
            };
            *a == as_many
        };
        let kinds = self.kinds.iter().zip(other.kinds.iter());
        self.kinds.len() == other.kinds.len()
            && kinds.into_iter().all(|(a, b)| same(a, b))
            && self.starting_deck == other.starting_deck
            && self.divisions == other.divisions
            && self.income == other.income
            && self.conditions == other.conditions
    }

    /// The facts about a kind.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        self.kinds.kind(id)
    }

    /// The kind with the given file name.
    pub fn find(&self, id: &str) -> Option<KindId> {
        self.kinds
            .iter()
            .position(|kind| kind.id == id)
            .map(|i| KindId(i as u8))
    }

    /// All kinds with their numbers.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds
            .iter()
            .enumerate()
            .map(|(i, kind)| (KindId(i as u8), kind))
    }

    /// The kind names, for suggestions.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(|kind| kind.id.as_str())
    }

    /// The names of the conditions in a bit field.
    pub fn condition_names(&self, conditions: u16) -> Vec<&str> {
        let named = self.conditions.iter().enumerate();
        named
            .filter(|(number, _)| conditions & (1 << number) != 0)
            .map(|(_, name)| name.as_str())
            .collect()
    }

    /// How many physical cards there are.
    pub fn physical_cards(&self) -> u32 {
        self.kinds.iter().map(|kind| u32::from(kind.copies)).sum()
    }
}

/// The label that ties a card's luck to its name.
fn luck_label(id: &str) -> u32 {
    rng::label(id)
}

impl Goods {
    /// Whether a card belongs to these goods.
    #[inline]
    pub fn includes(self, kind: &Kind) -> bool {
        match self {
            Goods::Troop => kind.class == Class::Troop,
            Goods::LaterTroop => kind.class == Class::Troop && kind.wave >= 2,
            Goods::Item => kind.class.is_item(),
            Goods::Weapon => kind.types & ItemType::Weapon.bit() != 0,
            Goods::Armor => kind.types & ItemType::Armor.bit() != 0,
            Goods::Medical => kind.types & ItemType::Medical.bit() != 0,
            Goods::Technology => kind.types & ItemType::Technology.bit() != 0,
        }
    }
}
