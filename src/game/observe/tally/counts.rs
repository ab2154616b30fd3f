//! The counts: per card over many games, per round, per game.

use crate::state::{MARKET_ROWS, ROUNDS};
use cards::words::{Word, words};
use cards::{KindId, KindSet};

words! {
    /// What is counted for each card. The words are the columns of the table of cards.
    pub enum CardCount as "card count" {
        /// Was on offer in the market.
        Offered = "offered",
        /// Bought.
        Bought = "bought",
        /// Drawn from a deck (enemies: from their encounter deck; weather: turned).
        Drawn = "drawn",
        /// Put on the board: into a lane, on a troop, or against the players.
        Deployed = "deployed",
        /// An ability of it was used, or it was played as an instant.
        Used = "used",
        /// Was killed.
        Killed = "killed",
        /// Killed another card.
        Kills = "kills",
        /// Damage it marked on other cards.
        DamageDealt = "damage_dealt",
        /// Damage it reduced or prevented.
        DamagePrevented = "damage_prevented",
        /// Damage it redirected to another card.
        DamageRedirected = "damage_redirected",
        /// Damage marked on it.
        DamageSuffered = "damage_suffered",
        /// Cards it saved from being killed.
        Saves = "saves",
        /// Damage to the base.
        BaseDamage = "base_damage",
        /// Burned.
        Burned = "burned",
        /// Copies bought beyond the times it was put on the board or used in that game.
        Wasted = "wasted",
        /// Games in which it came on offer.
        GamesOffered = "games_offered",
        /// Games in which it was on offer when some player could pay for it.
        GamesPayable = "games_payable",
        /// Games in which copies of it were wasted.
        GamesWasted = "games_wasted",
        /// Games in which it was bought.
        GamesBought = "games_bought",
        /// Those of them that were won.
        WinsBought = "wins_bought",
        /// Games in which it was on the board or used.
        GamesInPlay = "games_in_play",
        /// Those of them that were won.
        WinsInPlay = "wins_in_play",
    }
}

/// How many things are counted for each card.
const CARD_COUNTS: usize = CardCount::ALL.len();

/// The counts of one card kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct CardCounts([u64; CARD_COUNTS]);

impl CardCounts {
    /// One of the counts.
    pub fn get(&self, count: CardCount) -> u64 {
        self.0[count as usize]
    }

    /// Adds the counts of others.
    pub fn merge(&mut self, other: &CardCounts) {
        for (to, from) in self.0.iter_mut().zip(other.0) {
            *to += from;
        }
    }

    pub(super) fn add(&mut self, count: CardCount, amount: u64) {
        self.0[count as usize] += amount;
    }
}

/// What happened in one round of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// Damage to the base.
    pub base_damage: u32,
    /// Decisions with more than one legal answer.
    pub decisions: u32,
    /// Base HP at the end (in training: damage so far, as a negative number).
    pub base: i32,
    /// Damage to the base by [`BaseCause`].
    pub damage_by_cause: [u32; BASE_CAUSES],
    /// Enemies killed.
    pub enemies_killed: u16,
    /// Troops killed.
    pub troops_lost: u16,
    /// Cards bought.
    pub cards_bought: u16,
    /// Cards burned.
    pub cards_burned: u16,
    /// The weather card in force, in games with weather.
    pub weather: Option<KindId>,
    /// Its conditions, as bits by their number in the card set.
    pub conditions: u16,
}

/// What happened in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// By round.
    pub rounds: [RoundCounts; ROUNDS as usize],
    /// How many rounds were begun.
    pub begun: u8,
    /// Kinds that came on offer in the market.
    pub offered: KindSet,
    /// Cards that came off the deck of each row of the market.
    pub dealt_to_market: [u8; MARKET_ROWS],
    /// Kinds that were bought.
    pub bought: KindSet,
    /// Kinds that were on the board or used.
    pub in_play: KindSet,
}

words! {
    /// How the base came to be damaged. The words are those of the table of damage.
    pub enum BaseCause as "cause of damage" {
        /// An enemy overran a lane.
        Overrun = "overrun",
        /// An attack was carried past the last troop.
        Overflow = "overflow",
        /// An ability.
        Ability = "ability",
    }
}

/// How many causes there are.
pub const BASE_CAUSES: usize = BaseCause::ALL.len();

impl GameCounts {
    /// Damage to the base by a cause.
    pub fn damage_by(&self, cause: BaseCause) -> u32 {
        let rounds = self.played().iter();
        rounds
            .map(|round| round.damage_by_cause[cause as usize])
            .sum()
    }

    /// The rounds that were begun.
    pub fn played(&self) -> &[RoundCounts] {
        &self.rounds[..usize::from(self.begun)]
    }
}
