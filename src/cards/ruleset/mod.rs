//! The switches of a game: which edition's version of each rule is played.
//!
//! Every switch can be set on its own, so that one can change while all else is held fixed.

mod divisions;
pub mod file;
mod presets;
mod rulings;
mod switches;

pub use divisions::ChosenDivisions;
pub use presets::{Difficulty, Preset};
pub use rulings::{
    AdvanceOnShift, AnyTroop, BossDiscard, Burned, EnemyAbility, FaceDownPassives, ForcedFirst,
    ForcedTriggers, Lethal, OneEnemy, OverflowBasis, Overrun, Reshuffle, RulingInfo, Rulings,
    TopTroop,
};
use switches::switches;
pub use switches::{OnOff, SwitchInfo, SwitchRow, SwitchValue};

use crate::KindId;
use crate::data::unknown;
use crate::limits::MAX_PLAYERS;
use crate::words::words;

words! {
    /// How enemies are deployed, in which Onslaught and Dreadmire differ.
    pub enum Deployment as "deployment" {
        /// Four enemies a round, bosses shuffled into the encounter decks.
        Onslaught = "onslaught",
        /// Three, four, four; bosses replace enemies in the third round of a wave.
        Dreadmire = "dreadmire",
    }

    /// How bosses come into play.
    pub enum Bosses as "boss rule" {
        /// Some are shuffled into each wave's encounter deck at set-up.
        InDeck = "in-deck",
        /// In round 3 of a wave they replace randomly chosen drawn enemies.
        ReplaceInRound3 = "replace-in-round-3",
    }

    /// How cards are offered for sale.
    pub enum Market as "market" {
        /// Pools: six items from one shuffled deck, three troops of each reached wave; what is
        /// bought is replaced at once.
        Pool = "pool",
        /// A stack for each troop kind of the reached waves, and nine item stacks.
        Stacks = "stacks",
    }

    /// Which kinds of troops have stacks in the stacks market.
    pub enum TroopStacks as "troop stacks rule" {
        /// All of wave 1, and three random kinds each of waves 2 and 3 (the expansion rule).
        ThreeAWave = "three-a-wave",
        /// Every kind.
        All = "all",
    }

    /// Whether players have divisions, and from which edition.
    pub enum Divisions as "division rule" {
        /// There are no divisions.
        Off = "off",
        /// Powers that grow from wave to wave.
        Onslaught = "onslaught",
        /// A set-up, a discount and a power.
        Dreadmire = "dreadmire",
    }

    /// Who decides what a set-up leaves open.
    pub enum Decided as "set-up rule" {
        /// Luck.
        ByLuck = "by-luck",
        /// The player.
        ByPlayer = "by-player",
    }

    /// Which edition's figures the cards have.
    pub enum Figures as "edition" {
        /// As printed on the print-and-play sheet.
        PrintAndPlay = "print-and-play",
        /// Those of the Dreadmire box if known, otherwise as printed on the sheet.
        Dreadmire = "dreadmire",
        /// Those of the Onslaught box if known, otherwise as printed on the sheet.
        Onslaught = "onslaught",
    }

    /// What happens to a burned card.
    pub enum BurnRule as "burn rule" {
        /// It leaves the game.
        LeavesGame = "leaves-game",
        /// It returns to where it was bought.
        ReturnsToStack = "returns-to-stack",
    }

    /// When reaction windows open in a fight.
    pub enum ReactionWindows as "reaction windows" {
        /// Before every exchange of blows.
        EveryExchange = "every-exchange",
        /// Once for each pairing of a first enemy and a first troop.
        EveryPairing = "every-pairing",
    }

    /// How often a player may act in one window of a fight.
    pub enum Reactions as "reactions rule" {
        /// As often as they like.
        AnyNumber = "any-number",
        /// Once.
        OneEach = "one-each",
    }

    /// Which side is placed first in a round.
    pub enum PlacedFirst as "placement rule" {
        /// Troops, before anybody knows how many enemies come to which lane.
        Troops = "troops",
        /// Enemies, face-down.
        Enemies = "enemies",
    }

    /// When instants may be played.
    pub enum Instants as "instants rule" {
        /// Also before a lane's first reveal, after its last, and at the start of wrap-up.
        AnyTime = "any-time",
        /// In reaction windows only.
        ReactionOnly = "reaction-only",
    }

    /// What can prevent the damage of reveal abilities.
    pub enum RevealPrevention as "reveal prevention rule" {
        /// Any prevention.
        Any = "any",
        /// Only cards marked for it.
        MarkedOnly = "marked-only",
    }

    /// What a troop can carry.
    pub enum EquipmentLimit as "equipment limit" {
        /// No two items that share a type.
        DistinctTypes = "distinct-types",
        /// One weapon and one armor; other types are free.
        OneWeaponOneArmor = "one-weapon-one-armor",
        /// One weapon, one armor and one grafting; other types are free.
        OneGraftingToo = "one-grafting-too",
    }

    /// What can be done with the lane in wrap-up.
    pub enum WrapUp as "wrap-up rule" {
        /// Cards may be discarded from hand and from the lane.
        DiscardFromLane = "discard-from-lane",
        /// Cards may be discarded from hand; the lane may be re-arranged.
        RearrangeLane = "rearrange-lane",
        /// Cards may be discarded from hand and from the lane, which may then be re-arranged.
        Both = "both",
    }

    /// Who orders effects that happen at the same time.
    pub enum Simultaneous as "simultaneity rule" {
        /// Enemies' effects first, then the players choose.
        EnemiesFirst = "enemies-first",
        /// The players choose the order of all of them.
        PlayersChoose = "players-choose",
    }

    /// How players act in the phases that the rulebooks call simultaneous: purchase and deployment.
    pub enum Together as "turn rule" {
        /// In turns from the first player to the left, until all pass.
        Rounds = "rounds",
        /// One turn each, from the first player to the left.
        SeatBySeat = "seat-by-seat",
    }

    /// Whether weather cards are used.
    pub enum WeatherUse as "weather rule" {
        /// Those of the sets whose enemies are in play.
        Auto = "auto",
        /// Those of all sets in play.
        On = "on",
        /// None.
        Off = "off",
    }
}

switches! {
    choices {
        /// Rules to start from [default: pnp]
        preset: Preset = "rules" "PRESET";
        /// How enemies are deployed (enemies per round and bosses)
        deployment: Deployment = "deployment" "EDITION";
        /// Base HP and enemies per round together
        difficulty: Difficulty = "difficulty" "LEVEL";
        /// Divisions of the first players, e.g. med-bay,barracks; others are random
        division: ChosenDivisions = "division" "NAMES";
    }
    rules {
        /// Enemies per player in rounds 1/2/3 of a wave, bosses included
        enemies_per_round: [u8; 3] = "enemies" "A/B/C" [[3, 4, 4], [3, 4, 4], [4, 4, 4]];
        /// How bosses enter the game
        bosses: Bosses = "bosses" "RULE"
            [Bosses::ReplaceInRound3, Bosses::ReplaceInRound3, Bosses::InDeck];
        /// Base HP per player
        base_hp: u16 = "base-hp" "N" [15, 15, 15];
        /// Whether the base only counts damage, so the game cannot be lost
        training: bool = "training" "SWITCH" [false, false, false];
        /// How cards are offered: pools refilled at once, or stacks of every kind
        market: Market = "market" "RULE" [Market::Pool, Market::Stacks, Market::Stacks];
        /// Which kinds of troops have stacks: three random ones each of waves 2 and 3, or all
        troop_stacks: TroopStacks = "troop-stacks" "RULE"
            [TroopStacks::ThreeAWave, TroopStacks::ThreeAWave, TroopStacks::ThreeAWave];
        /// Whether legendary cards also have stacks
        legendary_stacks: bool = "legendary-stacks" "SWITCH" [false, false, false];
        /// Whether players have divisions, and from which edition
        divisions: Divisions = "divisions" "EDITION"
            [Divisions::Off, Divisions::Dreadmire, Divisions::Onslaught];
        /// Who decides which divisions the players lead, if not `--division`
        division_choice: Decided = "division-choice" "WHO"
            [Decided::ByLuck, Decided::ByLuck, Decided::ByLuck];
        /// Who decides which cards a division begins with that may have any (Command Center)
        division_cards: Decided = "division-cards" "WHO"
            [Decided::ByLuck, Decided::ByLuck, Decided::ByLuck];
        /// Whether to use cards whose figures are a guess (see `cards list --conjecture`)
        conjecture: bool = "conjecture" "SWITCH" [false, false, false];
        /// Which edition's figures to use where editions differ (see `rules show`)
        figures: Figures = "figures" "EDITION"
            [Figures::PrintAndPlay, Figures::Dreadmire, Figures::Onslaught];
        /// What happens to a burned card
        burn: BurnRule = "burn" "RULE"
            [BurnRule::LeavesGame, BurnRule::LeavesGame, BurnRule::ReturnsToStack];
        /// When reaction windows open in a fight
        windows: ReactionWindows = "windows" "RULE"
            [ReactionWindows::EveryExchange, ReactionWindows::EveryExchange, ReactionWindows::EveryPairing];
        /// How often a player may act in one reaction window
        reactions: Reactions = "reactions" "RULE"
            [Reactions::AnyNumber, Reactions::AnyNumber, Reactions::AnyNumber];
        /// Which side is placed first in a round
        placed_first: PlacedFirst = "placed-first" "SIDE"
            [PlacedFirst::Troops, PlacedFirst::Troops, PlacedFirst::Troops];
        /// When instants may be played
        instants: Instants = "instants" "RULE"
            [Instants::AnyTime, Instants::AnyTime, Instants::ReactionOnly];
        /// What can prevent the damage of reveal abilities
        reveal_prevention: RevealPrevention = "reveal-prevention" "RULE"
            [RevealPrevention::Any, RevealPrevention::Any, RevealPrevention::MarkedOnly];
        /// What a troop can carry
        equipment: EquipmentLimit = "equipment" "RULE"
            [EquipmentLimit::DistinctTypes, EquipmentLimit::DistinctTypes, EquipmentLimit::OneWeaponOneArmor];
        /// What can be done with the lane in wrap-up
        wrap_up: WrapUp = "wrap-up" "RULE"
            [WrapUp::DiscardFromLane, WrapUp::DiscardFromLane, WrapUp::RearrangeLane];
        /// Who orders effects that happen at the same time
        simultaneous: Simultaneous = "simultaneous" "RULE"
            [Simultaneous::EnemiesFirst, Simultaneous::EnemiesFirst, Simultaneous::PlayersChoose];
        /// Whether players take turns in purchase and deployment until all pass, or one turn each
        together: Together = "together" "RULE"
            [Together::Rounds, Together::Rounds, Together::Rounds];
        /// Whether weather cards are used: those of the enemies' sets, those of all sets, or none
        weather: WeatherUse = "weather" "RULE"
            [WeatherUse::Auto, WeatherUse::Auto, WeatherUse::Auto];
    }
}

impl Ruleset {
    /// The number of bosses of a wave.
    #[inline]
    pub fn boss_count(&self) -> usize {
        if self.players <= 2 { 1 } else { 2 }
    }

    /// Whether players are asked something before the first round.
    pub fn players_set_up(&self) -> bool {
        let asked = [self.division_choice, self.division_cards].contains(&Decided::ByPlayer);
        asked && self.divisions != Divisions::Off
    }

    /// How many of them are in the encounter deck from the start.
    #[inline]
    pub fn bosses_in_deck(&self) -> usize {
        match self.bosses {
            Bosses::InDeck => self.boss_count(),
            Bosses::ReplaceInRound3 => 0,
        }
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Preset::Pnp.ruleset(1)
    }
}
