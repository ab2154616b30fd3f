//! All weights of a policy in one list, to be looked at and turned by number.

use super::{Deployment, PolicySpec, Purchase, Reaction, WeightInfo, Weights, WrapUp};

/// One weight of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The section it belongs to.
    pub section: &'static str,
    /// What there is to know about it.
    pub info: &'static WeightInfo,
    /// Its value.
    pub value: f32,
}

impl PolicySpec {
    /// All weights, section by section. Strategies without weights have none.
    pub fn dials(&self) -> Vec<Weight> {
        let mut dials = Vec::new();
        if let Purchase::Greedy(weights) = &self.purchase {
            dials.extend(listed("purchase", weights));
        }
        if let Purchase::Learned(learned) = &self.purchase {
            dials.extend(listed("purchase", &learned.weights));
        }
        if let Deployment::LaneBalancing(weights) | Deployment::OwnLane(weights) = &self.deployment
        {
            dials.extend(listed("deployment", weights));
        }
        if let Reaction::Heuristic(weights) = &self.reaction {
            dials.extend(listed("reaction", weights));
        }
        if let WrapUp::ByWorth(weights) = &self.wrap_up {
            dials.extend(listed("wrap-up", weights));
        }
        dials
    }

    /// Sets all weights, in the order of [`PolicySpec::dials`].
    pub fn turn(&mut self, values: &[f32]) {
        let mut values = values.iter().copied();
        if let Purchase::Greedy(weights) = &mut self.purchase {
            set(weights, &mut values);
        }
        if let Purchase::Learned(learned) = &mut self.purchase {
            set(&mut learned.weights, &mut values);
        }
        if let Deployment::LaneBalancing(weights) | Deployment::OwnLane(weights) =
            &mut self.deployment
        {
            set(weights, &mut values);
        }
        if let Reaction::Heuristic(weights) = &mut self.reaction {
            set(weights, &mut values);
        }
        if let WrapUp::ByWorth(weights) = &mut self.wrap_up {
            set(weights, &mut values);
        }
    }
}

fn listed<W: Weights>(section: &'static str, weights: &W) -> impl Iterator<Item = Weight> {
    let all = W::ALL.iter().enumerate();
    all.map(move |(index, info)| Weight {
        section,
        info,
        value: weights.get(index),
    })
}

fn set<W: Weights>(weights: &mut W, values: &mut impl Iterator<Item = f32>) {
    for (index, value) in (0..W::ALL.len()).zip(values) {
        weights.set(index, value);
    }
}
