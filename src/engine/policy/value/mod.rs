//! A learned value of a position: how far the players will come from a table, for any base.
//!
//! A small network looks at which cards lie where, and at a few numbers about the whole table
//! ([`reading`]). It knows a card by its figures and abilities ([`descriptor`]) and, where it has
//! met the card before, by its name. All that can be worked out before a game is: for a card set
//! there is one column for every kind in every zone, and looking at a table is adding columns.
//!
//! The result is the same on every machine. Columns are whole numbers, whose sums do not depend on
//! the order of cards; all else is added up in a fixed order.

pub mod descriptor;
pub mod file;
pub mod math;
pub mod reading;
pub mod source;
pub mod weights;

use crate::cards::{CardSet, Class, KindId, MAX_KINDS};
use crate::ruleset::Ruleset;
use crate::state::{GameState, ROUNDS};
use reading::{Owned, WHOLE, ZONES, Zone};
use std::sync::Arc;
use weights::{Column, FIRST, SECOND, Weights};

/// What surviving each round counts for. Later rounds are what earlier ones are survived for.
pub const ROUND_WEIGHTS: [f32; ROUNDS as usize] = [1.0, 1.0, 1.5, 1.5, 2.0, 2.5, 2.5, 3.0, 5.0];

/// The share of all rounds, by weight, that lie before a round (1 to 10).
pub fn share_before(round: u8) -> f64 {
    let sum = |rounds: &[f32]| rounds.iter().map(|weight| f64::from(*weight)).sum::<f64>();
    let before = usize::from(round.clamp(1, ROUNDS + 1)) - 1;
    sum(&ROUND_WEIGHTS[..before]) / sum(&ROUND_WEIGHTS)
}

/// Columns are whole multiples of one over this.
const SCALE: f32 = 65_536.0;

/// A first layer in whole numbers.
type Sums = [i32; FIRST];

/// The value made ready for a card set.
#[derive(Clone, Debug)]
pub struct Value {
    /// For every zone and kind.
    columns: Box<[Sums]>,
    whole: Box<[Column; WHOLE]>,
    first: Column,
    second: Box<[[f32; SECOND]; FIRST]>,
    second_offset: [f32; SECOND],
    last: [f32; SECOND],
    last_offset: f32,
}

impl Value {
    /// Makes weights ready for a card set.
    pub fn new(weights: &Weights, cards: &CardSet) -> Arc<Self> {
        let kinds = cards.kinds.len();
        let names = weights.name_columns(cards);
        let mut columns = vec![[0; FIRST]; ZONES * (MAX_KINDS + 1)];
        for (number, kind) in cards.kinds.iter().enumerate() {
            let description = descriptor::describe(kind);
            for zone in 0..ZONES {
                let mut column = described(weights, zone, &description);
                if let Some(name) = names[zone * kinds + number] {
                    for (sum, more) in column.iter_mut().zip(&weights.names[name]) {
                        *sum += more;
                    }
                }
                columns[place(zone, number)] = column.map(|x| (x * SCALE).round() as i32);
            }
        }
        let fixed = |rows: &[Column]| -> Box<[Column; WHOLE]> {
            Box::new(rows.try_into().expect("a column for each number"))
        };
        Arc::new(Value {
            columns: columns.into(),
            whole: fixed(&weights.whole),
            first: weights.first,
            second: Box::new(weights.second[..].try_into().expect("a row for each unit")),
            second_offset: weights.second_offset,
            last: weights.last,
            last_offset: weights.last_offset,
        })
    }

    #[inline]
    fn column(&self, zone: Zone, kind: KindId) -> &Sums {
        &self.columns[place(zone as usize, kind.index())]
    }

    /// How the players will fare from a table with this much of the base left per player: the
    /// share of the rounds to come, by weight, that they survive; before it is pressed between 0
    /// and 1. For comparisons of tables of the same round.
    pub fn raw(&self, state: &GameState, cards: &CardSet, rules: &Ruleset, base: f32) -> f32 {
        self.sketch(state, cards, rules, base).value(self)
    }

    /// How far the players will come from a table: the share of all rounds, by weight, those
    /// behind them included.
    pub fn progress(&self, state: &GameState, cards: &CardSet, rules: &Ruleset, base: f32) -> f64 {
        let done = share_before(state.round);
        let raw = self.raw(state, cards, rules, base);
        done + (1.0 - done) * math::sigmoid(f64::from(raw))
    }

    /// Looks at a table.
    pub fn sketch(
        &self,
        state: &GameState,
        cards: &CardSet,
        rules: &Ruleset,
        base: f32,
    ) -> Sketch {
        let (mut own, mut common) = ([0i32; FIRST], [0i32; FIRST]);
        reading::visit(state, cards, |zone, kind| {
            let sums = match zone.is_common() {
                true => &mut common,
                false => &mut own,
            };
            for (sum, more) in sums.iter_mut().zip(self.column(zone, kind)) {
                *sum += more;
            }
        });
        let mut whole = reading::whole(state, cards, rules);
        reading::set_base(&mut whole, base);
        let mut first = self.first;
        for (number, column) in whole.iter().zip(self.whole.iter()) {
            if *number != 0.0 {
                add(&mut first, column, *number);
            }
        }
        let share = 1.0 / f32::from(state.players);
        let (each, once) = (share / SCALE, 1.0 / SCALE);
        for (sum, (own, common)) in first.iter_mut().zip(own.iter().zip(&common)) {
            *sum += *own as f32 * each + *common as f32 * once;
        }
        Sketch {
            first,
            owned: Owned::read(&whole),
            share,
        }
    }

    /// What the layers behind the first make of it.
    fn conclude(&self, first: &Column) -> f32 {
        let mut second = self.second_offset;
        for (unit, row) in first.iter().zip(self.second.iter()) {
            if *unit > 0.0 {
                for (sum, weight) in second.iter_mut().zip(row) {
                    *sum += unit * weight;
                }
            }
        }
        let mut sum = self.last_offset;
        for (unit, weight) in second.iter().zip(&self.last) {
            sum += unit.max(0.0) * weight;
        }
        sum
    }
}

fn add(sum: &mut Column, more: &Column, times: f32) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += times * more;
    }
}

/// Where the column of a kind in a zone is.
#[inline]
fn place(zone: usize, kind: usize) -> usize {
    zone * (MAX_KINDS + 1) + kind
}

/// What a description adds in a zone.
pub(crate) fn described(
    weights: &Weights,
    zone: usize,
    description: &descriptor::Descriptor,
) -> Column {
    let mut column = [0.0; FIRST];
    let rows = &weights.map[zone * descriptor::DESCRIPTOR..];
    for (number, row) in description.iter().zip(rows) {
        if *number != 0.0 {
            for (sum, weight) in column.iter_mut().zip(row) {
                *sum += number * weight;
            }
        }
    }
    column
}

/// A table as the value sees it, which can be changed a little: to see what a purchase would do
/// without playing it.
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    /// What goes into the first layer.
    first: Column,
    owned: Owned,
    /// One over the number of players.
    share: f32,
}

impl Sketch {
    fn add(&mut self, value: &Value, zone: Zone, kind: KindId, times: f32) {
        let share = match zone.is_common() {
            true => times / SCALE,
            false => self.share * times / SCALE,
        };
        for (sum, more) in self.first.iter_mut().zip(value.column(zone, kind)) {
            *sum += *more as f32 * share;
        }
    }

    /// A card is bought from the market into a hand.
    pub fn buy(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        self.add(value, Zone::Owned, kind, 1.0);
        self.add(value, Zone::Hand, kind, 1.0);
        self.add(value, Zone::Offered, kind, -1.0);
        self.own(value, cards, kind, 1.0);
    }

    /// A card goes from a hand to the discard pile.
    pub fn discard(&mut self, value: &Value, kind: KindId) {
        self.add(value, Zone::Hand, kind, -1.0);
    }

    /// A card in hand leaves the game.
    pub fn burn(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        self.add(value, Zone::Owned, kind, -1.0);
        self.add(value, Zone::Hand, kind, -1.0);
        self.own(value, cards, kind, -1.0);
    }

    /// The numbers about all that is owned change with a card more or less.
    fn own(&mut self, value: &Value, cards: &CardSet, kind: KindId, times: f32) {
        let facts = cards.kind(kind);
        let before = self.owned;
        let owned = &mut self.owned;
        let share = self.share * times;
        owned.cards += share / 4.0;
        match facts.class {
            Class::Resource => owned.value += f32::from(facts.value) * share / 6.0,
            Class::Troop => {
                owned.troops += share / 4.0;
                owned.figures += f32::from(facts.power + facts.hp) * share / 8.0;
            }
            _ => owned.items += share / 4.0,
        }
        let changes = owned.numbers().into_iter().zip(before.numbers());
        for ((index, now), (_, then)) in changes {
            if now != then {
                add(&mut self.first, &value.whole[index], now - then);
            }
        }
    }

    /// What the value says: see [`Value::raw`].
    pub fn value(&self, value: &Value) -> f32 {
        value.conclude(&self.first)
    }
}
