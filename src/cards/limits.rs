//! The limits of a game. The state is flat and of fixed size, so card sets are checked against
//! these limits when they are loaded.

/// The maximum number of players.
pub const MAX_PLAYERS: usize = 4;
/// Zones for troops in a lane.
pub const LANE_ZONES: usize = 4;
/// Room for enemies in a lane. Enemies beyond it are not placed, and counted.
pub const LANE_ENEMIES: usize = 96;
/// Room in a player's deck, hand and discard pile each: for all cards that players can own. A full
/// box with five copies of every item has more than 300.
pub const PLAYER_PILE: usize = 480;
/// Room in an encounter deck and its discard pile each.
pub const ENCOUNTER_PILE: usize = 96;
/// Room for the bosses of a wave.
pub const BOSS_PILE: usize = 16;
/// Room in the weather deck and its discard pile each.
pub const WEATHER_PILE: usize = 32;
/// Market rows: items, then troops of waves 1 to 3.
pub const MARKET_ROWS: usize = 4;
/// Room for stacks in a row of the stacks market.
pub const STACKS: usize = 32;
/// Room for kinds of items that can have stacks.
pub const ITEM_KINDS: usize = 2 * STACKS;
/// Room for the cards of a market row: on offer, and in its deck. Two boxes have 220 items.
pub const MARKET_PILE: usize = 240;
/// Rounds in a game.
pub const ROUNDS: u8 = 9;
