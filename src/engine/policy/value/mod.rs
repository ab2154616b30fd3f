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
use reading::{WHOLE, ZONES, Zone};
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
        let mut sketch = Sketch {
            own: [0; FIRST],
            common: [0; FIRST],
            whole: reading::whole(state, cards, rules),
            share: 1.0 / f32::from(state.players),
        };
        reading::set_base(&mut sketch.whole, base);
        reading::visit(state, cards, |zone, kind| sketch.add(self, zone, kind));
        sketch
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
    /// Cards that count for each player.
    own: Sums,
    /// Cards that count for the table.
    common: Sums,
    whole: [f32; WHOLE],
    /// One over the number of players.
    share: f32,
}

impl Sketch {
    #[inline]
    fn add(&mut self, value: &Value, zone: Zone, kind: KindId) {
        let sums = match zone.is_common() {
            true => &mut self.common,
            false => &mut self.own,
        };
        for (sum, more) in sums.iter_mut().zip(value.column(zone, kind)) {
            *sum += more;
        }
    }

    #[inline]
    fn take(&mut self, value: &Value, zone: Zone, kind: KindId) {
        let sums = match zone.is_common() {
            true => &mut self.common,
            false => &mut self.own,
        };
        for (sum, less) in sums.iter_mut().zip(value.column(zone, kind)) {
            *sum -= less;
        }
    }

    /// A card is bought from the market into a hand.
    pub fn buy(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        self.add(value, Zone::Owned, kind);
        self.add(value, Zone::Hand, kind);
        self.take(value, Zone::Offered, kind);
        self.own_more(cards, kind, 1.0);
    }

    /// A card goes from a hand to the discard pile.
    pub fn discard(&mut self, value: &Value, kind: KindId) {
        self.take(value, Zone::Hand, kind);
    }

    /// A card in hand leaves the game.
    pub fn burn(&mut self, value: &Value, cards: &CardSet, kind: KindId) {
        self.take(value, Zone::Owned, kind);
        self.take(value, Zone::Hand, kind);
        self.own_more(cards, kind, -1.0);
    }

    fn own_more(&mut self, cards: &CardSet, kind: KindId, times: f32) {
        let facts = cards.kind(kind);
        let share = self.share * times;
        let of_class = match facts.class {
            Class::Resource => [f32::from(facts.value), 0.0, 0.0, 0.0],
            Class::Troop => [0.0, 1.0, f32::from(facts.power + facts.hp), 0.0],
            _ => [0.0, 0.0, 0.0, 1.0],
        };
        reading::own_more(&mut self.whole, share, of_class);
    }

    /// What the value says: see [`Value::raw`].
    pub fn value(&self, value: &Value) -> f32 {
        let mut first = value.first;
        for (number, column) in self.whole.iter().zip(value.whole.iter()) {
            if *number != 0.0 {
                for (sum, weight) in first.iter_mut().zip(column) {
                    *sum += number * weight;
                }
            }
        }
        let (each, common) = (self.share / SCALE, 1.0 / SCALE);
        let cards = self.own.iter().zip(&self.common);
        for (sum, (own, shared)) in first.iter_mut().zip(cards) {
            *sum += *own as f32 * each + *shared as f32 * common;
        }
        let mut second = value.second_offset;
        for (unit, row) in first.iter().zip(value.second.iter()) {
            let unit = unit.max(0.0);
            if unit > 0.0 {
                for (sum, weight) in second.iter_mut().zip(row) {
                    *sum += unit * weight;
                }
            }
        }
        let mut sum = value.last_offset;
        for (unit, weight) in second.iter().zip(&value.last) {
            sum += unit.max(0.0) * weight;
        }
        sum
    }
}
