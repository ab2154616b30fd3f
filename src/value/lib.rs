//! A learned value of a position: how many rounds the players will survive from it, for any base.
//!
//! A small network takes as input which cards lie where, player by player, and a few numbers about
//! the table and each player ([`reading`]). It knows a card by its figures and abilities
//! ([`descriptor`]) and, if the card was in the training games, by its name. A card that was not is
//! treated like the known card most similar to it. As much as possible is computed before a game: for
//! a card set there is one column for every kind in every zone, and evaluating a position means
//! adding columns.
//!
//! The result is the same on every machine. Columns are integers, so sums do not depend on the order
//! of cards; everything else is added up in a fixed order.
//!
//! Depends on `cards` and `game`. Knows no players: they ask for values, and [`rows`] takes the
//! positions of whatever games they play.

mod columns;
pub mod descriptor;
pub mod file;
mod heading;
mod likeness;
pub mod math;
pub mod options;
pub mod reading;
pub mod rows;
pub mod source;
#[cfg(test)]
mod tests;
pub mod weights;

use arrayvec::ArrayVec;
use cards::{CardSet, Class, KindId, MAX_KINDS};
pub use columns::add_numbers;
use columns::{CardSum, Later, Sums, add_active, add_scaled, conclude, in_units};
use descriptor::{Descriptor, describe};
use game::play::View;
use game::state::ROUNDS;
use reading::{NUMBERS, Owned, ZONES, Zone, card_weight};
use std::ops::Range;
use std::sync::Arc;
use weights::{Column, FIRST, Weights};

/// The weight of surviving each round. Later rounds count more.
pub const ROUND_WEIGHTS: [f32; ROUNDS as usize] = [1.0, 1.0, 1.5, 1.5, 2.0, 2.5, 2.5, 3.0, 5.0];

/// The weighted share of all rounds before a round (1 to 10).
pub fn share_before(round: u8) -> f64 {
    let sum = |rounds: &[f32]| rounds.iter().map(|weight| f64::from(*weight)).sum::<f64>();
    let before = usize::from(round.clamp(1, ROUNDS + 1)) - 1;
    sum(&ROUND_WEIGHTS[..before]) / sum(&ROUND_WEIGHTS)
}

/// The value, prepared for a card set.
#[derive(Clone, Debug)]
pub struct Value {
    /// For every zone and kind; zero where the kind cannot lie in the zone.
    columns: Box<[Sums]>,
    numbers: Box<[Column; NUMBERS]>,
    first: Column,
    later: Later,
}

impl Value {
    /// Prepares weights for a card set.
    pub fn new(weights: &Weights, cards: &CardSet) -> Arc<Self> {
        let names = weights.name_columns(cards);
        let descriptions: Vec<Descriptor> = cards.kinds.iter().map(describe).collect();
        let mut columns = vec![[0; FIRST]; ZONES * (MAX_KINDS + 1)];
        for (number, (kind, description)) in cards.kinds.iter().zip(&descriptions).enumerate() {
            let (known, share) = likeness::by_name(number, &names, &descriptions);
            for zone in weights::zones(kind.class.is_enemy()) {
                let mut column = described(weights, zone, description);
                if let Some(name) = names[zone * descriptions.len() + known] {
                    for (sum, more) in column.iter_mut().zip(&weights.names[name]) {
                        *sum += more * share;
                    }
                }
                columns[place(zone, number)] = in_units(&column);
            }
        }
        let fixed = |rows: &[Column]| -> Box<[Column; NUMBERS]> {
            Box::new(rows.try_into().expect("a column for each number"))
        };
        Arc::new(Value {
            columns: columns.into(),
            numbers: fixed(&weights.numbers),
            first: weights.first,
            later: Later {
                second: Box::new(weights.second[..].try_into().expect("a row for each unit")),
                second_offset: weights.second_offset,
                last: weights.last,
                last_offset: weights.last_offset,
            },
        })
    }

    fn column(&self, zone: Zone, kind: KindId) -> &Sums {
        &self.columns[place(zone as usize, kind.index())]
    }

    /// The value of a position with this much of the base left per player: the weighted share of
    /// the remaining rounds that the players survive, before the sigmoid. For comparing positions
    /// of the same round.
    pub fn raw(&self, view: &View<'_>, base: f32) -> f32 {
        let common = self.common(view, base);
        let mut sum = [0.0; FIRST];
        for seat in 0..view.players() {
            let mut first = common;
            self.look_at_seat(&mut first, view, seat);
            add_active(&mut sum, &first);
        }
        self.conclude(&sum, view.players())
    }

    /// How far the players will come from a position: the weighted share of all rounds, including
    /// those already survived.
    pub fn progress(&self, view: &View<'_>, base: f32) -> f64 {
        let done = share_before(view.round());
        let raw = self.raw(view, base);
        done + (1.0 - done) * math::sigmoid(f64::from(raw))
    }

    /// A position, seen from the viewer's seat: what does not depend on what the player does, and
    /// what does.
    pub fn sketch(&self, view: &View<'_>, base: f32) -> (Others, Sketch) {
        let common = self.common(view, base);
        let mut others = [0.0; FIRST];
        for other in (0..view.players()).filter(|other| *other != view.seat()) {
            let mut first = common;
            self.look_at_seat(&mut first, view, other);
            add_active(&mut others, &first);
        }
        let mut own = common;
        let owned = self.look_at_seat(&mut own, view, view.seat());
        let others = Others {
            sum: others,
            players: view.players(),
        };
        (others, Sketch { own, owned })
    }

    /// The input to the first layer that is the same for every player.
    fn common(&self, view: &View<'_>, base: f32) -> Column {
        let mut numbers = reading::common_numbers(view);
        reading::set_base(&mut numbers, base);
        let (mut offered, mut enemies) = (CardSum::new(), CardSum::new());
        reading::visit_offers(view, |zone, kind| offered.add(self.column(zone, kind)));
        reading::visit_encounters(view, |zone, kind| enemies.add(self.column(zone, kind)));
        let mut first = self.first;
        self.add_numbers(&mut first, &numbers, reading::OF_THE_TABLE);
        let share = card_weight(Zone::Encounter as usize, view.players());
        add_scaled(
            &mut first,
            &[(offered.total(), 1.0), (enemies.total(), share)],
        );
        first
    }

    /// The input to the first layer for one player: adds to what all players have in common.
    fn look_at_seat(&self, first: &mut Column, view: &View<'_>, seat: u8) -> Owned {
        let mut own = CardSum::new();
        reading::visit_seat(view, seat, |zone, kind| own.add(self.column(zone, kind)));
        let numbers = reading::seat_numbers(view, seat);
        self.add_numbers(first, &numbers, reading::OF_A_PLAYER);
        add_scaled(first, &[(own.total(), 1.0)]);
        Owned::read(&numbers)
    }

    /// Adds the columns of some of the numbers; all others are 0.
    fn add_numbers(&self, first: &mut Column, numbers: &[f32; NUMBERS], which: Range<usize>) {
        let mut columns = ArrayVec::<(&Column, f32), NUMBERS>::new();
        for (number, column) in numbers[which.clone()].iter().zip(&self.numbers[which]) {
            if *number != 0.0 {
                columns.push((column, *number));
            }
        }
        add_numbers(first, &columns);
    }

    /// The output of the later layers, given the sum of the first over the players.
    fn conclude(&self, sum: &Column, players: u8) -> f32 {
        conclude(&self.later, sum, 1.0 / f32::from(players))
    }
}

/// Where the column of a kind in a zone is.
fn place(zone: usize, kind: usize) -> usize {
    zone * (MAX_KINDS + 1) + kind
}

/// What a description adds in a zone.
pub fn described(weights: &Weights, zone: usize, description: &descriptor::Descriptor) -> Column {
    let mut column = [0.0; FIRST];
    let rows = weights.map[zone * descriptor::DESCRIPTOR..].iter();
    let numbers = rows.zip(description).map(|(row, number)| (row, *number));
    let present: ArrayVec<(&Column, f32), { descriptor::DESCRIPTOR }> =
        numbers.filter(|(_, number)| *number != 0.0).collect();
    add_numbers(&mut column, &present);
    column
}

/// What of a position does not depend on what the player of a seat does.
#[derive(Clone, Copy, Debug)]
pub struct Others {
    /// The first layer of all other players together.
    sum: Column,
    players: u8,
}

/// A position seen from a seat, which can be changed a little: to evaluate a purchase without
/// playing it.
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    /// The input to the first layer for this player.
    own: Column,
    owned: Owned,
}

impl Sketch {
    fn add<const N: usize>(&mut self, value: &Value, kind: KindId, changes: [(Zone, f32); N]) {
        let columns = changes.map(|(zone, times)| (value.column(zone, kind), times));
        add_scaled(&mut self.own, &columns);
    }

    /// A card is bought from the market into the player's hand. That the others can no longer buy
    /// it is ignored.
    pub fn buy(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        let changes = [(Zone::Owned, 1.0), (Zone::Hand, 1.0), (Zone::Offered, -1.0)];
        self.add(value, kind, changes);
        self.own(value, cards, kind, 1.0);
    }

    /// A card goes from the player's hand to the discard pile.
    pub fn discard(&mut self, value: &Value, kind: KindId) {
        self.add(value, kind, [(Zone::Hand, -1.0)]);
    }

    /// A card in the player's hand leaves the game.
    pub fn burn(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        self.add(value, kind, [(Zone::Owned, -1.0), (Zone::Hand, -1.0)]);
        self.own(value, cards, kind, -1.0);
    }

    /// Updates the numbers about everything the player owns by one card more or less.
    fn own(&mut self, value: &Value, cards: &CardSet, kind: KindId, times: f32) {
        let facts = cards.kind(kind);
        let before = self.owned;
        let owned = &mut self.owned;
        owned.cards += times / 4.0;
        match facts.class {
            Class::Resource => owned.value += f32::from(facts.value) * times / 6.0,
            Class::Troop => {
                owned.troops += times / 4.0;
                owned.figures += f32::from(facts.power + facts.hp) * times / 8.0;
            }
            _ => owned.items += times / 4.0,
        }
        let changes = owned.numbers().into_iter().zip(before.numbers());
        let mut columns = ArrayVec::<(&Column, f32), 7>::new();
        for ((index, now), (_, then)) in changes {
            if now != then {
                columns.push((&value.numbers[index], now - then));
            }
        }
        add_numbers(&mut self.own, &columns);
    }

    /// The value: see [`Value::raw`].
    pub fn value(&self, value: &Value, others: &Others) -> f32 {
        let mut sum = others.sum;
        add_active(&mut sum, &self.own);
        value.conclude(&sum, others.players)
    }
}
