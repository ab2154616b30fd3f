//! The best set of purchases for a budget.

use super::sources::{SOURCES, Source, Sources, rest_of_cost};
use crate::model::Row;
use arrayvec::ArrayVec;
use cards::KindId;
use game::play::View;
use std::cell::Cell;

/// The maximum number of offers compared.
const OFFERS: usize = 32;
/// Budgets beyond this are treated as this.
const BUDGET: usize = 40;

/// Something on offer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub kind: KindId,
    pub cost: u8,
    pub value: f32,
}

impl Offer {
    /// Only takes up room.
    const NONE: Offer = Offer {
        kind: KindId(0),
        cost: 0,
        value: 0.0,
    };
}

/// The offers compared.
pub(crate) type Offers = ArrayVec<Offer, OFFERS>;

/// The offers in a set.
pub(crate) fn members(offers: &Offers, set: u32) -> impl Iterator<Item = &Offer> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = offers.get(left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}

/// The `N` offers of a set that are worth most, those worth least first; of equals the later ones.
#[inline]
pub(crate) fn worthiest<const N: usize>(offers: &Offers, set: u32) -> Row<Offer, N> {
    let mut chosen = Row::new(Offer::NONE);
    for offer in members(offers, set) {
        let less = |other: &&Offer| other.value.total_cmp(&offer.value).is_lt();
        let mut place = chosen.iter().take_while(less).count();
        if chosen.is_full() {
            if place == 0 {
                continue;
            }
            chosen.remove(0);
            place -= 1;
        }
        chosen.insert(place, *offer);
    }
    chosen
}

/// For every budget the greatest value and the set (a bit per offer) that has it.
pub(crate) struct ValueTable {
    budget: usize,
    /// From the greatest budget down.
    best: [(f32, u32); BUDGET + 1],
}

impl ValueTable {
    /// Nothing is bought, for budgets up to `budget`.
    #[inline]
    pub fn new(budget: usize) -> Self {
        ValueTable {
            budget: budget.min(BUDGET),
            best: [(0.0, 0); BUDGET + 1],
        }
    }

    /// Compares all sets of offers that are worth something; only budgets from `least` will be asked for.
    #[inline]
    pub fn compare(&mut self, offers: &Offers, least: usize) {
        let budgets = Cell::from_mut(&mut self.best[..=self.budget]).as_slice_of_cells();
        // Of the budgets below, only those that the offers to come would leave are ever needed.
        let costs = offers.iter().map(|offer| usize::from(offer.cost));
        let mut needed = 1 + self.budget.saturating_sub(least) + costs.sum::<usize>();
        for (index, offer) in offers.iter().enumerate() {
            let cost = usize::from(offer.cost);
            needed -= cost;
            let Some(smaller) = budgets.get(cost..) else {
                continue;
            };
            let smaller = &smaller[..smaller.len().min(needed)];
            // From the greatest budget down, so that nothing is bought twice.
            for (with, without) in budgets.iter().zip(smaller) {
                let ((most, _), (value, set)) = (with.get(), without.get());
                if value + offer.value > most {
                    with.set((value + offer.value, set | 1 << index));
                }
            }
        }
    }

    /// The best set for a budget: its value and its members, a bit each.
    #[inline]
    pub fn best(&self, budget: usize) -> (f32, u32) {
        self.best[self.budget - budget.min(self.budget)]
    }
}

/// The set of offers that is worth most, less what is lost by giving up some of what helps to pay.
/// `is_payable` says whether the first so many sources help with a set.
#[inline]
pub(crate) fn best_set(
    table: &ValueTable,
    sources: &Sources,
    resources: u16,
    is_payable: impl Fn(usize, u32) -> bool,
) -> u32 {
    let (plain, set) = table.best(usize::from(resources));
    let mut sets = ArrayVec::<(f32, u32), SOURCES>::new();
    let (mut budget, mut loss) = (resources, 0.0);
    for source in sources {
        budget += source.points;
        loss += source.loss;
        let (value, members) = table.best(usize::from(budget));
        sets.push((value - loss, members));
    }
    // The best is tried first: mostly it can be paid. Of equals, the first.
    loop {
        let mut best = (plain, None);
        for (index, (worth, _)) in sets.iter().enumerate() {
            if *worth > best.0 {
                best = (*worth, Some(index));
            }
        }
        let Some(index) = best.1 else {
            return set;
        };
        let members = sets[index].1;
        if is_payable(index + 1, members) {
            return members;
        }
        sets[index].0 = f32::NEG_INFINITY;
    }
}

/// Whether the reductions are good for what is bought, and not only in sum.
pub(crate) fn is_payable(
    view: &View<'_>,
    offers: &Offers,
    set: u32,
    sources: &[Source],
    resources: u16,
) -> bool {
    let mut owed: u16 = 0;
    let mut left = [0; SOURCES];
    for (left, source) in left.iter_mut().zip(sources) {
        *left = source.points;
    }
    for offer in members(offers, set) {
        let facts = view.kind(offer.kind);
        owed += rest_of_cost(offer.cost.into(), facts, &mut left, sources);
        if owed > resources {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::mix;
    use crate::purchase::sources::{Giver, most};
    use std::ops::RangeInclusive;

    #[test]
    fn the_worthiest_are_kept_in_order() {
        let values = [3.0, 1.0, 3.0, 2.0, 5.0, 1.0, 4.0];
        let offers: Offers = (0..)
            .zip(values)
            .map(|(number, value)| Offer {
                kind: KindId(number),
                value,
                ..Offer::NONE
            })
            .collect();
        let kinds = |offers: &[Offer]| offers.iter().map(|offer| offer.kind.0).collect::<Vec<_>>();
        assert_eq!(kinds(&worthiest::<8>(&offers, 0x7f)), [5, 1, 3, 2, 0, 6, 4]);
        assert_eq!(kinds(&worthiest::<3>(&offers, 0x7f)), [0, 6, 4]);
        assert_eq!(kinds(&worthiest::<3>(&offers, 0x2f)), [3, 2, 0]);
        assert!(worthiest::<3>(&offers, 0).is_empty());
    }

    #[test]
    fn the_table_agrees_with_trying_every_set() {
        let figures = [
            (2, 3.0),
            (3, 4.5),
            (4, 5.5),
            (2, 2.9),
            (0, 0.5),
            (6, 9.5),
            (3, -1.0),
        ];
        let offers: Offers = figures
            .iter()
            .map(|(cost, value)| Offer {
                kind: KindId(0),
                cost: *cost,
                value: *value,
            })
            .collect();
        for least in [0, 7, 20] {
            let mut table = ValueTable::new(20);
            table.compare(&offers, least);
            agrees(&figures, &table, least as u32..=20);
        }
    }

    /// Checks the best sets of a table for some budgets.
    fn agrees(figures: &[(u8, f32)], table: &ValueTable, budgets: RangeInclusive<u32>) {
        for budget in budgets {
            let mut best = 0.0f32;
            for set in 0..1u32 << figures.len() {
                let members = figures
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| set & 1 << i != 0);
                let (mut cost, mut value) = (0, 0.0);
                for (_, (c, v)) in members {
                    cost += u32::from(*c);
                    value += v;
                }
                if cost <= budget {
                    best = best.max(value);
                }
            }
            let (value, set) = table.best(budget as usize);
            assert!(
                (value - best).abs() < 1e-4,
                "budget {budget}: {value} {best}"
            );
            let cost: u32 = (0..figures.len())
                .filter(|i| set & 1 << i != 0)
                .map(|i| u32::from(figures[i].0))
                .sum();
            assert!(cost <= budget);
        }
    }

    /// The best set, trying one source more at a time.
    fn one_by_one(
        table: &ValueTable,
        sources: &Sources,
        resources: u16,
        is_payable: impl Fn(usize, u32) -> bool,
    ) -> u32 {
        let (mut best, mut set) = table.best(usize::from(resources));
        let (mut budget, mut loss) = (resources, 0.0);
        for (given, source) in (1..).zip(sources) {
            budget += source.points;
            loss += source.loss;
            let (value, members) = table.best(usize::from(budget));
            if value - loss > best && is_payable(given, members) {
                best = value - loss;
                set = members;
            }
        }
        set
    }

    #[test]
    fn the_best_set_is_the_same_in_whatever_order_sets_are_tried() {
        let mut with_help = 0;
        for case in 0..2_000u64 {
            // Few different numbers, so that some sets are worth the same.
            let number = |what: u64, below: u64| (mix(mix(case, what), 7) >> 40) % below;
            let offers: Offers = (0..number(0, 9))
                .map(|index| Offer {
                    kind: KindId(index as u8),
                    cost: number(10 + index, 7) as u8,
                    value: number(30 + index, 4) as f32 + 1.0,
                })
                .collect();
            let sources: Sources = (0..number(1, 6))
                .map(|index| Source {
                    points: 1 + number(50 + index, 3) as u16,
                    loss: number(70 + index, 3) as f32 - 0.5,
                    goods: None,
                    giver: Giver::Other,
                })
                .collect();
            let resources = number(2, 8) as u16;
            let mut table = ValueTable::new(usize::from(most(resources, &sources)));
            table.compare(&offers, usize::from(resources));
            let is_payable = |given: usize, _| number(90 + given as u64, 2) == 0;
            let found = best_set(&table, &sources, resources, is_payable);
            assert_eq!(found, one_by_one(&table, &sources, resources, is_payable));
            with_help += u32::from(found != table.best(usize::from(resources)).1);
        }
        assert!(with_help > 200, "{with_help}");
    }
}
