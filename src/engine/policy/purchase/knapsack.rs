//! The best set of purchases for a budget.

use arrayvec::ArrayVec;

/// The most offers that are weighed against each other.
pub(crate) const OFFERS: usize = 32;
/// Budgets beyond this are treated as this.
pub(crate) const BUDGET: usize = 40;

/// Something on offer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub cost: u8,
    pub value: f32,
}

/// For every budget the greatest value and the set (a bit per offer) that has it.
pub(crate) struct Table {
    best: [(f32, u32); BUDGET + 1],
}

impl Table {
    /// Weighs all sets of offers for budgets up to `budget`.
    pub fn new(offers: &ArrayVec<Offer, OFFERS>, budget: usize) -> Self {
        let budget = budget.min(BUDGET);
        let mut best = [(0.0f32, 0u32); BUDGET + 1];
        for (index, offer) in offers.iter().enumerate() {
            let cost = usize::from(offer.cost);
            if offer.value <= 0.0 || cost > budget {
                continue;
            }
            for money in (cost..=budget).rev() {
                let (value, set) = best[money - cost];
                if value + offer.value > best[money].0 {
                    best[money] = (value + offer.value, set | 1 << index);
                }
            }
        }
        Table { best }
    }

    /// The best set for a budget: its value and its members, a bit each.
    pub fn best(&self, budget: usize) -> (f32, u32) {
        self.best[budget.min(BUDGET)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let offers: ArrayVec<Offer, OFFERS> = figures
            .iter()
            .map(|(cost, value)| Offer {
                cost: *cost,
                value: *value,
            })
            .collect();
        let table = Table::new(&offers, 20);
        for budget in 0..=20u32 {
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
}
