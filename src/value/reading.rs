//! The input of the value: for each seat, which cards lie where, and a few numbers.
//!
//! Only what players know is read, through a [`View`]: the cards of a deck, never their order; enemies
//! that nobody has seen, never bosses, because whether they have been dealt is hidden.

use cards::ruleset::{Bosses, Ruleset};
use cards::{Class, KindId};
use game::play::View;
use game::state::{LANE_ZONES, Phase, ROUNDS};
use std::ops::Range;

/// A place where cards count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
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

/// The names of the zones.
pub const ZONE_NAMES: [&str; ZONES] = [
    "owned",
    "kept in hand",
    "in hand at deployment",
    "in a lane",
    "on a troop",
    "on offer",
    "enemies to come",
];

/// What the numbers mean: first those of the table, then those of each player.
pub(crate) const NUMBER_NAMES: [&str; NUMBERS] = [
    "round 1 starts",
    "round 2 starts",
    "round 3 starts",
    "round 4 starts",
    "round 5 starts",
    "round 6 starts",
    "round 7 starts",
    "round 8 starts",
    "round 9 starts",
    "deployment 1",
    "deployment 2",
    "deployment 3",
    "deployment 4",
    "deployment 5",
    "deployment 6",
    "deployment 7",
    "deployment 8",
    "deployment 9",
    "one player",
    "two players",
    "three players",
    "four players",
    "base up to 4",
    "base up to 8",
    "base up to 15",
    "base up to 30",
    "base up to 60",
    "base",
    "enemies this round",
    "enemies next round",
    "enemies in later rounds",
    "bosses in the deck",
    "cards owned",
    "resources owned",
    "resources in the deck",
    "troops owned",
    "troops in the deck",
    "figures of troops owned",
    "items owned",
    "cards in the deck",
    "no troop in the lane",
    "one troop in the lane",
    "two troops in the lane",
    "three troops in the lane",
    "four troops in the lane",
    "power in the lane",
    "HP in the lane",
    "damage on troops",
    "most HP",
    "power and HP together",
    "share of resources",
    "share of figures",
];

/// How many numbers there are.
pub const NUMBERS: usize = 52;

const STAGE: usize = 0;
const PLAYERS: usize = 18;
const BASE: usize = 22;
const RULES: usize = 28;
const OWNED: usize = 32;
const LANES: usize = 40;
const TOTALS: usize = 45;
const SHARES: usize = 50;

/// The numbers of the table.
pub(crate) const OF_THE_TABLE: Range<usize> = 0..OWNED;
/// The numbers of a player.
pub(crate) const OF_A_PLAYER: Range<usize> = OWNED..NUMBERS;

/// Calls `each` for every card of a player that counts, with its zone, in no particular order.
pub(crate) fn visit_seat(view: &View<'_>, seat: u8, mut each: impl FnMut(Zone, KindId)) {
    for kind in view.deck(seat).cards() {
        each(Zone::Owned, kind);
    }
    let hand = match is_deploying(view) {
        true => Zone::Hand,
        false => Zone::Kept,
    };
    for kind in view.hand(seat) {
        each(Zone::Owned, *kind);
        each(hand, *kind);
    }
    for kind in view.discard(seat) {
        each(Zone::Owned, *kind);
    }
    // A division always works, like a troop that cannot be killed.
    if let Some(division) = view.division(seat) {
        each(Zone::Lane, division);
    }
    for (_, card) in view.troops(seat) {
        each(Zone::Lane, card.kind);
        for item in card.equipment() {
            each(Zone::Equipped, *item);
        }
    }
}

/// Calls `each` for every card that counts for all players alike, with its zone.
pub(crate) fn visit_common(view: &View<'_>, mut each: impl FnMut(Zone, KindId)) {
    visit_offers(view, &mut each);
    visit_encounters(view, each);
}

/// Calls `each` for every card on offer.
pub(crate) fn visit_offers(view: &View<'_>, mut each: impl FnMut(Zone, KindId)) {
    for row in 0..view.open_rows() {
        for kind in view.offer(row) {
            each(Zone::Offered, *kind);
        }
    }
}

/// Calls `each` for every enemy of the wave that nobody has seen.
pub(crate) fn visit_encounters(view: &View<'_>, mut each: impl FnMut(Zone, KindId)) {
    for kind in view.unseen_enemies().enemies.cards() {
        each(Zone::Encounter, kind);
    }
}

/// Whether troops are about to be deployed, or cards bought for it; otherwise a round is about to
/// start.
pub(crate) fn is_deploying(view: &View<'_>) -> bool {
    matches!(view.phase(), Phase::Purchase | Phase::Deployment)
}

/// The numbers that are the same for all players, without the base: see [`set_base`].
pub(crate) fn common_numbers(view: &View<'_>) -> [f32; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    let round = usize::from(view.round().clamp(1, ROUNDS));
    let stage = if is_deploying(view) { 9 } else { 0 };
    numbers[STAGE + stage + round - 1] = 1.0;
    numbers[PLAYERS + usize::from(view.players()) - 1] = 1.0;
    read_rules(&mut numbers, view.rules(), round);
    numbers
}

/// The numbers about one player: all others are 0.
pub(crate) fn seat_numbers(view: &View<'_>, seat: u8) -> [f32; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    read_cards(&mut numbers[OWNED..], view, seat);
    read_lane(&mut numbers, view, seat);
    let owned = numbers[OWNED].max(0.1);
    numbers[SHARES] = numbers[OWNED + 1] / owned;
    numbers[SHARES + 1] = numbers[OWNED + 5] / owned;
    numbers
}

fn read_rules(numbers: &mut [f32; NUMBERS], rules: &Ruleset, round: usize) {
    let enemies = |round: usize| match round {
        1..=9 => f32::from(rules.enemies_per_round[(round - 1) % 3]),
        _ => 0.0,
    };
    let later: f32 = (round + 2..=9).map(enemies).sum();
    numbers[RULES] = enemies(round) / 4.0;
    numbers[RULES + 1] = enemies(round + 1) / 4.0;
    numbers[RULES + 2] = later / 16.0;
    numbers[RULES + 3] = f32::from(u8::from(rules.bosses == Bosses::InDeck));
}

/// Reads the cards of a player, as integers, so that the order of the deck cannot matter.
fn read_cards(numbers: &mut [f32], view: &View<'_>, seat: u8) {
    let (mut value, mut troops, mut figures, mut items) = (0u16, 0u16, 0i16, 0u16);
    let mut add = |kind: KindId, count: u8| {
        let facts = view.kind(kind);
        let times = u16::from(count);
        match facts.class {
            Class::Resource => value += u16::from(facts.value) * times,
            Class::Troop => {
                troops += times;
                figures += (facts.power + facts.hp) * i16::from(count);
            }
            _ => items += times,
        }
        (value, troops)
    };
    let (mut deck_value, mut deck_troops) = (0, 0);
    for (kind, count) in view.deck(seat).iter() {
        (deck_value, deck_troops) = add(kind, count);
    }
    let (hand, discard) = (view.hand(seat), view.discard(seat));
    for kind in hand.iter().chain(discard) {
        add(*kind, 1);
    }
    let owned = view.deck_size(seat) + hand.len() + discard.len();
    numbers[0] = owned as f32 / 4.0;
    numbers[1] = f32::from(value) / 6.0;
    numbers[2] = f32::from(deck_value) / 6.0;
    numbers[3] = f32::from(troops) / 4.0;
    numbers[4] = f32::from(deck_troops) / 4.0;
    numbers[5] = f32::from(figures) / 8.0;
    numbers[6] = f32::from(items) / 4.0;
    numbers[7] = view.deck_size(seat) as f32 / 4.0;
}

fn read_lane(numbers: &mut [f32; NUMBERS], view: &View<'_>, seat: u8) {
    numbers[LANES + view.troop_count(seat).min(LANE_ZONES)] = 1.0;
    let totals = &mut numbers[TOTALS..];
    for (troop, card) in view.troops(seat) {
        let power = f32::from(view.power(troop));
        let hp = f32::from(view.hp_left(troop));
        totals[0] += power / 4.0;
        totals[1] += hp / 4.0;
        totals[2] += f32::from(card.damage) / 4.0;
        totals[3] = totals[3].max(hp / 4.0);
        totals[4] += (power * hp.max(0.0)).sqrt() / 4.0;
    }
}

/// The weight of a card in a zone: enemies still to come are divided among the players.
pub fn card_weight(zone: usize, players: u8) -> f32 {
    match zone == Zone::Encounter as usize {
        true => 1.0 / f32::from(players),
        false => 1.0,
    }
}

/// Writes the remaining base HP per player into the numbers.
pub fn set_base(numbers: &mut [f32; NUMBERS], base: f32) {
    let base = base.max(0.0);
    for (number, most) in numbers[BASE..]
        .iter_mut()
        .zip([4.0, 8.0, 15.0, 30.0, 60.0, 120.0])
    {
        *number = (base / most).min(1.0);
    }
}

/// What a player owns, as far as the numbers show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owned {
    /// Cards.
    pub(crate) cards: f32,
    /// Resources.
    pub(crate) value: f32,
    /// Troops.
    pub(crate) troops: f32,
    /// Power and HP of troops.
    pub(crate) figures: f32,
    /// Items.
    pub(crate) items: f32,
}

impl Owned {
    /// Reads it from the numbers about a player.
    pub(crate) fn read(numbers: &[f32; NUMBERS]) -> Self {
        Owned {
            cards: numbers[OWNED],
            value: numbers[OWNED + 1],
            troops: numbers[OWNED + 3],
            figures: numbers[OWNED + 5],
            items: numbers[OWNED + 6],
        }
    }

    /// The numbers derived from it, each with its index.
    pub(crate) fn numbers(&self) -> [(usize, f32); 7] {
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
