//! A table as the value sees it: how many cards of each kind lie where, and a few numbers about
//! the whole.
//!
//! Only what players know is read: of decks the cards in them, never their order; of enemies those
//! that cannot have come yet, never bosses, whose coming is hidden.

use crate::cards::{CardSet, Class, KindId};
use crate::ruleset::{Bosses, Ruleset};
use crate::rules::stats;
use crate::state::{GameState, LANE_ZONES, Phase, ROUNDS};

/// A place where cards count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// In a player's deck, hand or discard pile.
    Owned,
    /// In hand as a round starts.
    Kept,
    /// In hand as troops are about to be deployed.
    Hand,
    /// In a lane.
    Lane,
    /// On a troop.
    Equipped,
    /// On offer.
    Offered,
    /// In the encounter deck of the wave.
    Encounter,
}

/// How many zones there are.
pub const ZONES: usize = 7;

/// What the zones are called.
pub const ZONE_NAMES: [&str; ZONES] = [
    "owned",
    "kept in hand",
    "in hand at deployment",
    "in a lane",
    "on a troop",
    "on offer",
    "enemies to come",
];

/// What is known of the whole table.
pub const WHOLE_NAMES: [&str; WHOLE] = [
    "round 1 starts", "round 2 starts", "round 3 starts", "round 4 starts", "round 5 starts",
    "round 6 starts", "round 7 starts", "round 8 starts", "round 9 starts",
    "deployment 1", "deployment 2", "deployment 3", "deployment 4", "deployment 5",
    "deployment 6", "deployment 7", "deployment 8", "deployment 9",
    "one player", "two players", "three players", "four players",
    "base up to 4", "base up to 8", "base up to 15", "base up to 30", "base up to 60", "base",
    "enemies this round", "enemies next round", "enemies in later rounds", "bosses in the deck",
    "cards owned", "resources owned", "resources in the deck", "troops owned",
    "troops in the deck", "figures of troops owned", "items owned", "cards in the deck",
    "lanes with no troop", "lanes with one", "lanes with two", "lanes with three",
    "lanes with four",
    "power in lanes", "HP in lanes", "damage on troops", "most HP", "least HP of a lane",
    "power and HP together", "share of resources", "share of figures",
];

/// How many numbers there are about the whole table.
pub const WHOLE: usize = 53;

const STAGE: usize = 0;
const PLAYERS: usize = 18;
const BASE: usize = 22;
const RULES: usize = 28;
const OWNED: usize = 32;
const LANES: usize = 40;
const TOTALS: usize = 45;
const SHARES: usize = 51;

/// Calls `each` for every card that counts, with its zone. The order is not to be relied on.
pub fn visit(state: &GameState, cards: &CardSet, mut each: impl FnMut(Zone, KindId)) {
    let hand = match is_deploying(state) {
        true => Zone::Hand,
        false => Zone::Kept,
    };
    let players = usize::from(state.players);
    for player in &state.seats[..players] {
        for pile in [&player.deck, &player.hand, &player.discard] {
            for kind in pile.cards() {
                each(Zone::Owned, *kind);
            }
        }
        for kind in player.hand.cards() {
            each(hand, *kind);
        }
    }
    for lane in &state.lanes[..players] {
        for slot in lane.troops.as_slice() {
            let card = state.board.card(*slot);
            each(Zone::Lane, card.kind);
            for item in card.equipment() {
                each(Zone::Equipped, *item);
            }
        }
    }
    for row in &state.market[..usize::from(state.open_rows())] {
        for kind in row.pool.cards() {
            each(Zone::Offered, *kind);
        }
    }
    let wave = usize::from(state.wave()) - 1;
    for kind in state.encounters[wave].deck.cards() {
        if cards.kind(*kind).class == Class::Enemy {
            each(Zone::Encounter, *kind);
        }
    }
}

/// Whether troops are about to be deployed, or cards bought for it; otherwise a round is about to
/// start.
fn is_deploying(state: &GameState) -> bool {
    matches!(state.phase, Phase::Purchase | Phase::Deployment)
}

/// The numbers about the whole table, without the base: see [`set_base`].
pub fn whole(state: &GameState, cards: &CardSet, rules: &Ruleset) -> [f32; WHOLE] {
    let mut whole = [0.0; WHOLE];
    let round = usize::from(state.round.clamp(1, ROUNDS));
    let stage = if is_deploying(state) { 9 } else { 0 };
    whole[STAGE + stage + round - 1] = 1.0;
    let players = usize::from(state.players);
    whole[PLAYERS + players - 1] = 1.0;
    read_rules(&mut whole, rules, round);
    let share = 1.0 / players as f32;
    let mut least = f32::INFINITY;
    for seat in 0..players {
        read_cards(&mut whole[OWNED..], state, cards, seat, share);
        least = least.min(read_lane(&mut whole, state, cards, rules, seat));
    }
    whole[TOTALS + 4] = least / 8.0;
    let owned = whole[OWNED].max(0.1);
    whole[SHARES] = whole[OWNED + 1] / owned;
    whole[SHARES + 1] = whole[OWNED + 5] / owned;
    whole
}

fn read_rules(whole: &mut [f32; WHOLE], rules: &Ruleset, round: usize) {
    let enemies = |round: usize| match round {
        1..=9 => f32::from(rules.enemies_per_round[(round - 1) % 3]),
        _ => 0.0,
    };
    let later: f32 = (round + 2..=9).map(enemies).sum();
    whole[RULES] = enemies(round) / 4.0;
    whole[RULES + 1] = enemies(round + 1) / 4.0;
    whole[RULES + 2] = later / 16.0;
    whole[RULES + 3] = f32::from(u8::from(rules.bosses == Bosses::InDeck));
}

/// Reads the cards of a player, in whole numbers: the order of the deck must not matter.
fn read_cards(whole: &mut [f32], state: &GameState, cards: &CardSet, seat: usize, share: f32) {
    let player = &state.seats[seat];
    let (mut value, mut troops, mut figures, mut items) = (0u16, 0u16, 0i16, 0u16);
    let (mut deck_value, mut deck_troops) = (0u16, 0u16);
    let piles = [&player.deck, &player.hand, &player.discard];
    for (place, pile) in piles.into_iter().enumerate() {
        for kind in pile.cards() {
            let facts = cards.kind(*kind);
            match facts.class {
                Class::Resource => value += u16::from(facts.value),
                Class::Troop => {
                    troops += 1;
                    figures += facts.power + facts.hp;
                }
                _ => items += 1,
            }
        }
        if place == 0 {
            (deck_value, deck_troops) = (value, troops);
        }
    }
    let owned = player.deck.len() + player.hand.len() + player.discard.len();
    whole[0] += owned as f32 * share / 4.0;
    whole[1] += f32::from(value) * share / 6.0;
    whole[2] += f32::from(deck_value) * share / 6.0;
    whole[3] += f32::from(troops) * share / 4.0;
    whole[4] += f32::from(deck_troops) * share / 4.0;
    whole[5] += f32::from(figures) * share / 8.0;
    whole[6] += f32::from(items) * share / 4.0;
    whole[7] += player.deck.len() as f32 * share / 4.0;
}

/// Reads a lane; returns all HP left in it.
fn read_lane(
    whole: &mut [f32; WHOLE],
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    seat: usize,
) -> f32 {
    let share = 1.0 / f32::from(state.players);
    let troops = state.lanes[seat].troops.as_slice();
    whole[LANES + troops.len().min(LANE_ZONES)] += share;
    let totals = &mut whole[TOTALS..];
    let mut all = 0.0;
    for slot in troops {
        let damage = state.board.card(*slot).damage;
        let power = f32::from(stats::power(state, cards, rules, *slot));
        let hp = f32::from(stats::total_hp(state, cards, rules, *slot) - damage);
        totals[0] += power * share / 4.0;
        totals[1] += hp * share / 4.0;
        totals[2] += f32::from(damage) * share / 4.0;
        totals[3] = totals[3].max(hp / 4.0);
        totals[5] += (power * hp.max(0.0)).sqrt() * share / 4.0;
        all += hp;
    }
    all
}

impl Zone {
    /// Whether its cards count for the table as a whole, and not for each player.
    #[inline]
    pub fn is_common(self) -> bool {
        self == Zone::Offered
    }
}

/// Writes what is left of the base, per player, into the numbers about the table.
pub fn set_base(whole: &mut [f32; WHOLE], base: f32) {
    let base = base.max(0.0);
    for (number, most) in whole[BASE..].iter_mut().zip([4.0, 8.0, 15.0, 30.0, 60.0, 120.0]) {
        *number = (base / most).min(1.0);
    }
}

/// What the players own, as the numbers about the whole table have it.
#[derive(Clone, Copy, Debug)]
pub struct Owned {
    /// Cards.
    pub cards: f32,
    /// Resources.
    pub value: f32,
    /// Troops.
    pub troops: f32,
    /// Power and HP of troops.
    pub figures: f32,
    /// Items.
    pub items: f32,
}

impl Owned {
    /// Reads it off the numbers about the whole table.
    pub fn read(whole: &[f32; WHOLE]) -> Self {
        Owned {
            cards: whole[OWNED],
            value: whole[OWNED + 1],
            troops: whole[OWNED + 3],
            figures: whole[OWNED + 5],
            items: whole[OWNED + 6],
        }
    }

    /// The numbers that follow from it, each with its place among those about the whole table.
    pub fn numbers(&self) -> [(usize, f32); 7] {
        let cards = self.cards.max(0.1);
        [
            (OWNED, self.cards),
            (OWNED + 1, self.value),
            (OWNED + 3, self.troops),
            (OWNED + 5, self.figures),
            (OWNED + 6, self.items),
            (SHARES, self.value / cards),
            (SHARES + 1, self.figures / cards),
        ]
    }
}
