//! The learned player: networks score the options of every question, and the best is taken.

use super::purchase::{Judged, Plan, Planner, prepared};
use super::search::base_left;
use super::spec::ByNetworks;
use cards::CardSet;
use game::play::{Choice, Decision, View};
use std::sync::Arc;
use value::Value;
use value::options::Group;
use value::options::features::{Asked, Standing};
use value::options::network::Networks;

/// Plans kept from one length to the next.
const WIDTH: usize = 6;

/// The networks of a player, prepared for a card set.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    networks: Arc<Networks>,
    value: Arc<Value>,
    value_alone: Option<Arc<Value>>,
    bases: Option<[f32; 3]>,
    /// How many plans of what to buy there are to choose from.
    pub plans: usize,
}

impl Learner {
    pub fn new(by: &ByNetworks, cards: &CardSet) -> Arc<Self> {
        Arc::new(Learner {
            networks: Networks::new(by.networks.learned(), cards),
            value: Value::new(&by.value.learned().weights, cards),
            value_alone: prepared(by.value_alone.as_ref(), cards),
            bases: by.bases,
            plans: by.plans,
        })
    }

    /// What makes the plans to choose from.
    pub fn planner(self: &Arc<Self>) -> Planner {
        Planner {
            value: self.value.clone(),
            value_alone: self.value_alone.clone(),
            value_first: None,
            bases: self.bases,
            width: WIDTH,
            trust: 0.0,
            cashes_in: true,
            networks: Some(self.clone()),
        }
    }

    /// Whether its answers depend on the HP that the base has left.
    pub fn looks_at_base(&self) -> bool {
        self.bases.is_none()
    }

    /// The base per player that is played for.
    fn base(&self, view: &View<'_>) -> f32 {
        match self.bases {
            Some(bases) => bases[usize::from(view.wave()) - 1],
            None => base_left(view),
        }
    }

    /// Answers a question; `None` for those that the buyer answers.
    pub fn answer(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> Option<usize> {
        match decision {
            Decision::Spend | Decision::Buy | Decision::SetUp { .. } => return None,
            Decision::Reduce { buyer, .. } if *buyer == view.seat() => return None,
            // The order of simultaneous effects hardly ever matters.
            Decision::OrderTriggers => return Some(0),
            _ => {}
        }
        let network = self.networks.of(Group::of(decision, view.phase()));
        let asked = Asked::new(view, decision);
        let position = network.position(asked.position(self.base(view)).features());
        let score = |choice: &Choice| network.score(&position, asked.option(*choice).features());
        Some(super::best_by(options, score))
    }

    /// The best of several plans of what to buy.
    pub fn choose_plan(&self, view: &View<'_>, plans: &[Judged]) -> Plan {
        if plans.len() < 2 {
            return plans.first().map_or(Plan::NONE, |only| only.plan);
        }
        let network = self.networks.of(Group::Purchase);
        let asked = Asked::about_plans(view);
        let position = network.position(asked.position(self.base(view)).features());
        let mut best = (0, f32::MIN);
        for (rank, Judged { plan, value }) in plans.iter().enumerate() {
            let standing = Standing {
                rank,
                behind: plans[0].value - value,
            };
            let features = asked.plan(&plan.kinds(), plan.cost, Some(standing));
            let score = network.score(&position, features.features());
            if score > best.1 {
                best = (rank, score);
            }
        }
        plans[best.0].plan
    }
}
