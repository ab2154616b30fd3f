//! Value for money: the best set of purchases that can be paid, reductions by burning included.

use super::knapsack::{OFFERS, Offer, Table};
use super::outlook::Outlook;
use super::{Appraisal, PurchaseMemory, sources};
use crate::ability::Effect;
use crate::cards::KindId;
use crate::policy::model::Profiles;
use crate::policy::spec::GreedyWeights;
use crate::policy::{Choice, View};
use arrayvec::ArrayVec;

/// What is worth buying now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plan {
    /// What all of it costs.
    cost: u16,
    /// The card to buy first: the one worth most.
    first: Option<KindId>,
}

/// A buyer with its weights and the values that follow from them.
#[derive(Clone, Debug)]
pub(crate) struct Greedy {
    pub weights: GreedyWeights,
    pub appraisal: Appraisal,
}

impl Greedy {
    /// Which Xenosathem to turn into resources.
    pub fn spend(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        memory: &mut PurchaseMemory,
        options: &[Choice],
    ) -> usize {
        let seat = view.seat();
        if memory.round != view.round() {
            let in_hand: u16 = view
                .hand(seat)
                .iter()
                .map(|kind| u16::from(view.kind(*kind).value))
                .sum();
            memory.start(view.round());
            let budget = view.resources(seat) + in_hand;
            let plan = self.plan(view, profiles, budget);
            memory.wanted = plan.cost;
            memory.plan = Some((budget, plan));
        }
        let missing = memory.wanted.saturating_sub(view.resources(seat));
        let mut chosen = (0, 0u8);
        for (index, choice) in options.iter().enumerate() {
            let Choice::Card(kind) = choice else { continue };
            let value = view.kind(*kind).value;
            let wanted = if missing == 0 {
                // Small change is worth more in the discard pile than in hand.
                f32::from(value) < self.weights.keep_resource
            } else if u16::from(value) <= missing {
                value > chosen.1
            } else {
                chosen.0 == 0 || (u16::from(chosen.1) > missing && value < chosen.1)
            };
            if wanted {
                chosen = (index, value);
            }
        }
        chosen.0
    }

    /// What to buy next.
    pub fn buy(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        memory: &mut PurchaseMemory,
        options: &[Choice],
    ) -> usize {
        let resources = view.resources(view.seat());
        if memory.round != view.round() {
            memory.start(view.round());
        }
        // Nothing has changed since the plan was made, if all of the budget was committed.
        let plan = match memory.plan.take() {
            Some((budget, plan)) if budget == resources => plan,
            _ => self.plan(view, profiles, resources),
        };
        memory.reduction = plan.cost.saturating_sub(resources);
        let Some(first) = plan.first else {
            return 0;
        };
        if memory.reduction > 0
            && let Some(index) = options
                .iter()
                .position(|choice| matches!(choice, Choice::FromHand { .. }))
        {
            return index;
        }
        options
            .iter()
            .position(|choice| matches!(choice, Choice::Buy { kind, .. } if *kind == first))
            .unwrap_or(0)
    }

    /// Whether and how to make a purchase cheaper.
    pub fn reduce(
        &self,
        view: &View<'_>,
        memory: &mut PurchaseMemory,
        buyer: u8,
        cost: u8,
        options: &[Choice],
    ) -> usize {
        if let Some(free) = sources::free_reduction(view, buyer, options) {
            memory.reduction = memory.reduction.saturating_sub(1);
            return free;
        }
        let lacking = u16::from(cost).saturating_sub(view.resources(buyer));
        let wanted = if buyer == view.seat() {
            lacking.max(memory.reduction)
        } else {
            lacking
        };
        if wanted == 0 {
            return 0;
        }
        let mut best = (0, f32::INFINITY);
        for (index, choice) in options.iter().enumerate() {
            let Choice::FromHand { kind, ability } = *choice else {
                continue;
            };
            let loss = sources::loss(view, kind, &self.appraisal, &self.weights);
            let amount = view.kind(kind).abilities[ability as usize].effects.iter();
            let points: f32 = amount
                .map(|effect| match effect {
                    Effect::CostLess { amount, .. } => {
                        f32::from(crate::policy::model::profile::plain(*amount, view.wave()).max(1))
                    }
                    _ => 0.0,
                })
                .sum();
            let generous = buyer == view.seat() || loss <= self.weights.give * points * 1.5;
            let price = loss / points.max(0.5);
            if generous && price < best.1 {
                best = (index, price);
                if buyer == view.seat() {
                    memory.reduction = memory.reduction.saturating_sub(points as u16);
                }
            }
        }
        best.0
    }

    /// The card of the own discard pile that is missed least.
    pub fn burn(&self, view: &View<'_>, options: &[Choice]) -> usize {
        // What a burned card is good for here is its cost, so a costly one that is worth little.
        let score = |choice: &Choice| match choice {
            Choice::Card(kind) => {
                let value = self.appraisal.later(*kind, view.round());
                f32::from(view.kind(*kind).cost) * 1.5 - value
            }
            _ => f32::NEG_INFINITY,
        };
        crate::policy::best_by(options, score)
    }

    fn plan(&self, view: &View<'_>, profiles: &Profiles, resources: u16) -> Plan {
        let outlook = Outlook::new(view, profiles, self.weights.threat, self.weights.others);
        let mut kinds = ArrayVec::<KindId, OFFERS>::new();
        let mut offers = ArrayVec::<Offer, OFFERS>::new();
        let sources = sources::find(view, &self.appraisal, &self.weights);
        let most: u16 = resources + sources.iter().map(|source| source.points).sum::<u16>();
        for row in 0..=usize::from(view.wave()) {
            for kind in view.offer(row) {
                let price = view.price(*kind);
                let cost = f32::from(price);
                if kinds.contains(kind) {
                    // The second of two alike would not do as much again.
                    continue;
                }
                if u16::from(price) > most {
                    continue;
                }
                let value = self.value_now(view, *kind, &outlook) - self.weights.thrift * cost;
                if value > 0.0 && !offers.is_full() {
                    kinds.push(*kind);
                    offers.push(Offer { cost: price, value });
                }
            }
        }
        if offers.is_empty() {
            return Plan::default();
        }
        let table = Table::new(&offers, usize::from(most));
        let (mut best, mut set) = table.best(usize::from(resources));
        let (mut budget, mut loss) = (resources, 0.0);
        for (index, source) in sources.iter().enumerate() {
            budget += source.points;
            loss += source.loss;
            let (value, members) = table.best(usize::from(budget));
            let used = &sources[..=index];
            if value - loss > best && is_payable(view, &kinds, members, used, resources) {
                best = value - loss;
                set = members;
            }
        }
        let mut plan = Plan::default();
        let mut first = f32::NEG_INFINITY;
        for (index, kind) in kinds.iter().enumerate() {
            if set & 1 << index != 0 {
                plan.cost += u16::from(view.price(*kind));
                if offers[index].value > first {
                    first = offers[index].value;
                    plan.first = Some(*kind);
                }
            }
        }
        plan
    }

    /// What a card is worth to the viewer as things stand: what it does for this round's fight,
    /// and what it is worth later.
    fn value_now(&self, view: &View<'_>, kind: KindId, outlook: &Outlook<'_>) -> f32 {
        let weights = &self.weights;
        let (spared, fits) = outlook.gain(view, kind, weights.others);
        let abilities = if fits {
            self.appraisal.abilities(kind, view.wave())
        } else {
            0.0
        };
        self.appraisal.later(kind, view.round())
            + weights.now * spared
            + weights.use_now * abilities
    }
}

/// Whether the reductions are good for what is bought, and not only in sum.
fn is_payable(
    view: &View<'_>,
    kinds: &[KindId],
    set: u32,
    sources: &[sources::Source],
    resources: u16,
) -> bool {
    let mut owed: u16 = 0;
    let mut left = ArrayVec::<u16, 16>::new();
    left.extend(sources.iter().map(|source| source.points));
    for (index, kind) in kinds.iter().enumerate() {
        if set & 1 << index == 0 {
            continue;
        }
        let facts = view.kind(*kind);
        let mut cost = u16::from(view.price(*kind));
        for (points, source) in left.iter_mut().zip(sources) {
            if source.goods.is_none_or(|goods| goods.includes(facts)) {
                let used = cost.min(*points);
                cost -= used;
                // A reduction is for one purchase; what is left of it is lost.
                *points = if used > 0 && source.goods.is_some() {
                    0
                } else {
                    *points - used
                };
            }
        }
        owed += cost;
    }
    owed <= resources
}
