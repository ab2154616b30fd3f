//! The learned player: networks score the options of every question, and the best is taken.

use super::purchase::{Judged, Plan, Planner};
use super::spec::ByNetworks;
use arrayvec::ArrayVec;
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, View};
use std::sync::Arc;
use value::Value;
use value::options::Group;
use value::options::features::{Asked, Standing};
use value::options::network::Networks;

/// Plans kept from one length to the next.
const WIDTH: usize = 6;

/// The scores of the options of a question: the greater, the better.
pub(crate) type Scores = ArrayVec<f32, 256>;

/// The networks of a player, prepared for a card set.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    networks: Arc<Networks>,
    planner: Planner,
    /// How many plans of what to buy there are to choose from.
    pub plans: usize,
}

impl Learner {
    pub fn new(by: &ByNetworks, cards: &CardSet) -> Arc<Self> {
        Arc::new(Learner {
            networks: Networks::new(by.networks.learned(), cards),
            planner: Planner {
                value: Value::new(&by.value.learned().weights, cards),
                bases: by.bases,
                width: WIDTH,
            },
            plans: by.plans,
        })
    }

    /// What makes the plans to choose from.
    pub fn planner(&self) -> &Planner {
        &self.planner
    }

    /// The cards that are unlike every card it has learned from.
    pub fn strange_cards(&self) -> &[KindId] {
        &self.networks.strange
    }

    /// Whether its answers depend on the HP that the base has left.
    pub fn looks_at_base(&self) -> bool {
        self.planner.bases.is_none()
    }

    /// Answers a question; `None` for those that the buyer answers.
    pub fn answer(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> Option<usize> {
        // The order of simultaneous effects hardly ever matters.
        if *decision == Decision::OrderTriggers {
            return Some(0);
        }
        let scores = self.scores(view, decision, options)?;
        Some(super::best_by(&scores, |score| *score))
    }

    /// The score of every option; `None` for questions that the buyer answers.
    pub fn scores(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> Option<Scores> {
        match decision {
            Decision::Spend | Decision::Buy | Decision::SetUp { .. } => return None,
            Decision::Reduce { buyer, .. } if *buyer == view.seat() => return None,
            _ => {}
        }
        let network = self.networks.of(Group::of(decision, view.phase()));
        let asked = Asked::new(view, decision);
        let base = self.planner.base(view);
        let position = network.position(asked.position(base).features());
        let score = |choice: &Choice| network.score(&position, asked.option(*choice).features());
        Some(options.iter().map(score).collect())
    }

    /// The score of every plan of what to buy.
    pub fn plan_scores(&self, view: &View<'_>, plans: &[Judged]) -> Scores {
        let network = self.networks.of(Group::Purchase);
        let asked = Asked::about_plans(view);
        let base = self.planner.base(view);
        let position = network.position(asked.position(base).features());
        let score = |(rank, Judged { plan, value }): (usize, &Judged)| {
            let behind = plans[0].value - value;
            let standing = Some(Standing { rank, behind });
            let features = asked.plan(&plan.kinds(), plan.cost, standing);
            network.score(&position, features.features())
        };
        plans.iter().enumerate().map(score).collect()
    }

    /// The best of several plans of what to buy.
    pub fn choose_plan(&self, view: &View<'_>, plans: &[Judged]) -> Plan {
        match plans {
            [] => Plan::NONE,
            [only] => only.plan,
            _ => {
                let scores = self.plan_scores(view, plans);
                plans[super::best_by(&scores, |score| *score)].plan
            }
        }
    }
}
