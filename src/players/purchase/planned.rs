//! Purchases by plan: a learned value finds good plans, and the networks choose one.

use super::planner::{Judged, Means, PLANS, Plan, Planner, is_outclassed};
use super::sources::{Helpers, Sources, cheapest, free_reduction, most};
use super::{Opinion, PurchaseMemory, Step, means, on_offer};
use crate::learner::Learner;
use arrayvec::ArrayVec;
use cards::{CardSet, KindId};
use game::play::{Choice, View};
use std::sync::Arc;

/// A buyer that follows plans.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    learner: Arc<Learner>,
    helpers: Helpers,
}

impl Planned {
    pub fn new(learner: &Arc<Learner>, cards: &CardSet) -> Self {
        Planned {
            learner: learner.clone(),
            helpers: Helpers::new(cards),
        }
    }

    /// All Xenosathem is committed; what to buy with it is planned first.
    pub fn spend(&self, view: &View<'_>, memory: &mut PurchaseMemory, options: &[Choice]) -> usize {
        if memory.round != view.round() {
            memory.follow(view, self.plan(view));
        }
        let index = options.len() - 1;
        if let Choice::Card(kind) = options[index] {
            let committed = view.resources(view.seat()) + u16::from(view.kind(kind).value);
            memory.step = Step::Committing(committed);
        }
        index
    }

    /// What to buy next: what was planned, then whatever is worth buying with what is left.
    pub fn buy(&self, view: &View<'_>, memory: &mut PurchaseMemory, options: &[Choice]) -> usize {
        memory.next(view, options).unwrap_or_else(|| {
            memory.follow(view, self.plan(view));
            memory.next(view, options).unwrap_or(0)
        })
    }

    /// Whether and how to make their own purchase cheaper: by what costs least, as far as the plan needs it.
    pub fn reduce(
        &self,
        view: &View<'_>,
        memory: &mut PurchaseMemory,
        cost: u8,
        options: &[Choice],
    ) -> usize {
        if let Some(free) = free_reduction(view, view.seat(), options) {
            memory.reduction = memory.reduction.saturating_sub(1);
            return free;
        }
        let lacking = u16::from(cost).saturating_sub(view.resources(view.seat()));
        if lacking.max(memory.reduction) == 0 {
            return 0;
        }
        cheapest(view, options).map_or(0, |found| {
            memory.reduction = memory.reduction.saturating_sub(found.points);
            found.index
        })
    }

    fn plan(&self, view: &View<'_>) -> Plan {
        let plans = self.plans(view, self.learner.planner(), self.learner.plans);
        self.learner.choose_plan(view, &plans)
    }

    /// The plans that a planner makes for all that the viewer can pay, the best first.
    pub fn plans(
        &self,
        view: &View<'_>,
        planner: &Planner,
        wanted: usize,
    ) -> ArrayVec<Judged, PLANS> {
        let mut sources = Sources::new();
        self.helpers.find(view, &mut sources);
        let resources = means(view);
        if on_offer(view).all(|kind| u16::from(view.price(kind)) > most(resources, &sources)) {
            return ArrayVec::from_iter([Judged::NOTHING]);
        }
        let means = Means {
            resources,
            sources: &sources,
            cash: self.helpers.cash(view, resources),
        };
        planner.plans(view, means, wanted)
    }

    /// How the viewer rates each card that it could pay: the additional rounds that the value expects.
    pub fn opinions(&self, view: &View<'_>) -> Vec<Opinion> {
        let planner = self.learner.planner();
        let rated = planner.worths(view, means(view));
        let opinion = |(kind, worth): (KindId, f64)| Opinion {
            kind,
            worth,
            outclassed: is_outclassed(view, kind),
        };
        rated.into_iter().map(opinion).collect()
    }
}
