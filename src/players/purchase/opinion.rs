//! How a buyer rates each card on offer that it could pay, to explain why a card is not bought. No
//! game depends on it.

use super::Greedy;
use super::knapsack::Offers;
use super::planner::is_outclassed;
use crate::model::Profiles;
use cards::{Class, KindId};
use game::play::View;
use game::state::ROUNDS;
use value::math::sigmoid;
use value::{Others, Sketch, Value};

/// How a buyer rates a card that it could pay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The card.
    pub kind: KindId,
    /// What having it is worth: additional rounds, if a learned value judges; otherwise points of the
    /// buyer's own weights, minus its cost.
    pub worth: f64,
    /// Whether another card on offer is better in every figure and costs no more.
    pub outclassed: bool,
}

impl Greedy {
    /// Whether a learned value judges what is bought.
    pub fn goes_by_value(&self) -> bool {
        self.planner.is_some()
    }

    /// How the viewer rates each card that could be paid with everything in hand.
    pub fn opinions(&self, view: &View<'_>, profiles: &Profiles) -> Vec<Opinion> {
        let seat = view.seat();
        let in_hand = view.hand(seat).iter();
        let in_hand: u16 = in_hand.map(|kind| u16::from(view.kind(*kind).value)).sum();
        let resources = view.resources(seat) + in_hand;
        let mut kinds: Vec<KindId> = (0..=usize::from(view.wave()))
            .flat_map(|row| view.offer(row))
            .copied()
            .filter(|kind| u16::from(view.price(*kind)) <= resources)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut offers = Offers::new();
        self.appraise(view, profiles, resources, &mut offers);
        let position = self.position(view);
        let opinion = |kind: KindId| {
            let found = offers.iter().find(|offer| offer.kind == kind);
            let points = found.map_or(0.0, |offer| offer.value);
            Opinion {
                kind,
                worth: match &position {
                    Some(position) => position.worth_of(view, kind, points),
                    None => points.into(),
                },
                outclassed: is_outclassed(view, kind),
            }
        };
        kinds.into_iter().map(opinion).collect()
    }

    /// The viewer's position as the learned value sees it, with the resources in hand spent.
    fn position(&self, view: &View<'_>) -> Option<Position<'_>> {
        let planner = self.planner.as_ref()?;
        let (value, cards) = (planner.value(view), view.cards());
        let base = planner.base(view);
        let (others, mut sketch) = value.sketch(view, base);
        for kind in view.hand(view.seat()) {
            if cards.kind(*kind).class == Class::Resource {
                sketch.discard(value, *kind);
            }
        }
        Some(Position {
            value,
            trust: planner.trust,
            without: sketch.value(value, &others),
            others,
            sketch,
        })
    }
}

/// A position in which a card is judged by the learned value.
struct Position<'a> {
    value: &'a Value,
    trust: f32,
    others: Others,
    sketch: Sketch,
    /// The value without buying anything.
    without: f32,
}

impl Position<'_> {
    /// What a card is worth, in rounds.
    fn worth_of(&self, view: &View<'_>, kind: KindId, points: f32) -> f64 {
        let mut sketch = self.sketch;
        sketch.buy(self.value, view.cards(), kind);
        let with = sketch.value(self.value, &self.others)
            + points * self.trust / f32::from(view.players());
        let share = |raw: f32| sigmoid(f64::from(raw));
        (share(with) - share(self.without)) * f64::from(ROUNDS + 1 - view.round())
    }
}
