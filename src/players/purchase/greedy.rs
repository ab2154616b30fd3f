//! Value for money: the best set of purchases that can be paid, reductions by burning included.

use super::appraisal::net;
use super::knapsack::{Offer, Offers, ValueTable, best_set, is_payable, worthiest};
use super::outlook::Outlook;
use super::planner::{Judged, Means, PLANNED, PLANS, Plan, Planner};
use super::sources::{Helpers, Sources, most};
use super::{Appraisal, PurchaseMemory, Step, sources};
use crate::model::Profiles;
use crate::spec::GreedyWeights;
use arrayvec::ArrayVec;
use cards::ability::{Effect, Goods};
use cards::{Kind, KindId, KindSet, StartingCards};
use game::play::{Choice, View};

/// A buyer with its weights and the values that follow from them.
#[derive(Clone, Debug)]
pub(crate) struct Greedy {
    pub weights: GreedyWeights,
    pub appraisal: Appraisal,
    pub helpers: Helpers,
    /// Makes the plans, if the learned value judges them.
    pub planner: Option<Planner>,
}

impl Greedy {
    /// Which Xenosathem to turn into resources.
    #[inline(always)]
    pub fn spend(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        memory: &mut PurchaseMemory,
        options: &[Choice],
    ) -> usize {
        self.plan_spending(view, profiles, memory);
        let resources = view.resources(view.seat());
        let missing = memory.plan.cost.saturating_sub(resources);
        let mut chosen = None;
        for (index, choice) in options.iter().enumerate() {
            let Choice::Card(kind) = choice else { continue };
            let value = view.kind(*kind).value;
            if self.prefers(value, chosen.map(|(_, value)| value), missing) {
                chosen = Some((index, value));
            }
        }
        let (index, value) = chosen.unwrap_or_default();
        memory.step = Step::Committing(resources + u16::from(value));
        index
    }

    /// Plans the purchases of the round, if that has not been done, to know what they take.
    fn plan_spending(&self, view: &View<'_>, profiles: &Profiles, memory: &mut PurchaseMemory) {
        if memory.round != view.round() {
            let seat = view.seat();
            let in_hand = view.hand(seat).iter();
            let in_hand: u16 = in_hand.map(|kind| u16::from(view.kind(*kind).value)).sum();
            memory.start(view.round());
            let budget = view.resources(seat) + in_hand;
            memory.plan = self.plan(view, profiles, budget);
        }
    }

    /// Whether to spend a card of some value rather than the one chosen so far, if there is one,
    /// where so much is missing for the plan.
    #[inline]
    fn prefers(&self, value: u8, chosen: Option<u8>, missing: u16) -> bool {
        if missing == 0 {
            // Small change is worth more in the discard pile than in hand.
            f32::from(value) < self.weights.keep_resource
        } else if u16::from(value) <= missing {
            value > chosen.unwrap_or(0)
        } else {
            chosen.is_none_or(|chosen| u16::from(chosen) > missing && value < chosen)
        }
    }

    /// What to buy next: what was planned before Xenosathem was committed, then whatever is worth
    /// buying with what is left.
    #[inline(always)]
    pub fn buy(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        memory: &mut PurchaseMemory,
        options: &[Choice],
    ) -> usize {
        if memory.round != view.round() {
            memory.start(view.round());
        }
        follow(view, memory, options).unwrap_or_else(|| {
            let resources = view.resources(view.seat());
            memory.plan = self.plan(view, profiles, resources);
            memory.step = Step::Committing(resources);
            follow(view, memory, options).unwrap_or(0)
        })
    }

    /// Whether and how to make a purchase cheaper.
    #[inline(always)]
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
            let loss = self.loss(view, kind);
            let amount = view.kind(kind).abilities[ability as usize].effects.iter();
            let points: f32 = amount
                .map(|effect| match effect {
                    Effect::CostLess { amount, .. } => {
                        f32::from(crate::model::profile::plain(*amount, view.wave()).max(1))
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

    /// The least useful card of their discard pile.
    pub fn burn(&self, view: &View<'_>, options: &[Choice]) -> usize {
        // A burned card counts by its cost here, so the best is a costly card that is worth little.
        let score = |choice: &Choice| match choice {
            Choice::Card(kind) => {
                let value = self.appraisal.later(view.round())[kind.index()];
                f32::from(view.kind(*kind).cost) * 1.5 - value
            }
            _ => f32::NEG_INFINITY,
        };
        crate::best_by(options, score)
    }

    /// The starting card that is worth most, or the division with such cards. Its powers count for
    /// nothing: nobody has appraised them.
    pub fn set_up(&self, view: &View<'_>, options: &[Choice]) -> usize {
        let worth = |kind: KindId| self.appraisal.later(1)[kind.index()];
        let cards = view.cards();
        let mean = |goods: Goods, most: u8| {
            let fits = |(_, kind): &(KindId, &Kind)| {
                kind.for_sale && goods.includes(kind) && kind.cost <= most
            };
            let (count, sum) = cards
                .iter()
                .filter(fits)
                .fold((0.0, 0.0), |(count, sum), (id, _)| {
                    (count + 1.0, sum + worth(id))
                });
            sum / f32::max(count, 1.0)
        };
        let start = |kind: KindId| cards.divisions.iter().find(|own| own.kind == kind);
        crate::best_by(options, |choice| match *choice {
            Choice::Card(kind) => match start(kind).map(|division| &division.start) {
                None => worth(kind),
                Some(StartingCards::Named(stocks)) => stocks
                    .iter()
                    .map(|own| worth(own.kind) * f32::from(own.count))
                    .sum(),
                Some(StartingCards::OneStack { goods, count }) => {
                    mean(*goods, u8::MAX) * f32::from(*count)
                }
                Some(StartingCards::AnyOf {
                    goods,
                    cost_at_most,
                    count,
                }) => mean(*goods, *cost_at_most) * f32::from(*count),
            },
            _ => f32::NEG_INFINITY,
        })
    }

    /// What giving up a card for a purchase costs.
    fn loss(&self, view: &View<'_>, kind: KindId) -> f32 {
        self.appraisal.later(view.round())[kind.index()] * self.weights.burn
    }

    /// What a card costs a viewer with a discount, and what it is worth in later rounds, less that.
    #[cold]
    fn discounted(&self, view: &View<'_>, kind: KindId) -> (u8, f32) {
        let price = view.price(kind);
        let later = self.appraisal.later(view.round())[kind.index()];
        (price, net(later, price, &self.weights))
    }

    /// The plans that a planner makes for all that the viewer can pay, the best first.
    pub fn plans(&self, view: &View<'_>, planner: &Planner) -> ArrayVec<Judged, PLANS> {
        let in_hand = view.hand(view.seat()).iter();
        let in_hand: u16 = in_hand.map(|kind| u16::from(view.kind(*kind).value)).sum();
        // In the middle of purchases, what is still in hand was kept back.
        let committed = view.resources(view.seat());
        let resources = if committed > 0 { committed } else { in_hand };
        let mut sources = Sources::new();
        self.find_sources(view, &mut sources);
        let means = Means {
            resources,
            sources: &sources,
            cash: None,
        };
        planner.plans(view, means, PLANS, |_| 0.0)
    }

    fn find_sources(&self, view: &View<'_>, sources: &mut Sources) {
        let from_others = self.weights.give > 0.0;
        let loss = |kind| self.loss(view, kind);
        self.helpers.find(view, from_others, loss, sources);
    }

    /// What to buy for a sum.
    #[inline(never)]
    fn plan(&self, view: &View<'_>, profiles: &Profiles, resources: u16) -> Plan {
        let mut sources = Sources::new();
        self.find_sources(view, &mut sources);
        if let Some(planner) = &self.planner {
            return self.plan_by_value(planner, view, profiles, resources, &sources);
        }
        let most = most(resources, &sources);
        let mut offers = Offers::new();
        self.appraise(view, profiles, most, &mut offers);
        if offers.is_empty() {
            return Plan::NONE;
        }
        let mut table = ValueTable::new(usize::from(most));
        table.compare(&offers, usize::from(resources));
        let set = best_set(&table, &sources, resources, |given, set| {
            is_payable(view, &offers, set, &sources[..given], resources)
        });
        let mut plan = Plan::NONE;
        for offer in worthiest::<PLANNED>(&offers, set).iter() {
            plan.cards.push(offer.kind);
            plan.cost += u16::from(offer.cost);
        }
        plan
    }

    /// What to buy for a sum where the learned value judges plans.
    fn plan_by_value(
        &self,
        planner: &Planner,
        view: &View<'_>,
        profiles: &Profiles,
        resources: u16,
        sources: &Sources,
    ) -> Plan {
        let most = most(resources, sources);
        let mut on_offer = (0..=usize::from(view.wave())).flat_map(|row| view.offer(row));
        if on_offer.all(|kind| u16::from(view.price(*kind)) > most) {
            return Plan::NONE;
        }
        let mut offers = Offers::new();
        if planner.trust > 0.0 {
            self.appraise(view, profiles, most, &mut offers);
        }
        let worth = |kind| {
            let found = offers.iter().find(|offer| offer.kind == kind);
            found.map_or(0.0, |offer| offer.value)
        };
        let means = Means {
            resources,
            sources,
            cash: match planner.cashes_in {
                true => self.helpers.cash(view, resources),
                false => None,
            },
        };
        if let Some(learner) = &planner.networks {
            let plans = planner.plans(view, means, learner.plans, worth);
            return learner.choose_plan(view, &plans);
        }
        let plans = planner.plans(view, means, 1, worth);
        plans.first().map_or(Plan::NONE, |best| best.plan)
    }

    /// Finds the goods that cost no more than a sum, and what they are worth to the viewer as
    /// things stand: what they do for this round's fights, and what they are worth later. What is
    /// worth less than its cost is left out.
    pub(super) fn appraise(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        most: u16,
        offers: &mut Offers,
    ) {
        let weights = &self.weights;
        let mut outlook = Outlook::new(view, profiles, weights.threat);
        outlook.look(view);
        let wares = self.appraisal.wares(view.round());
        let as_printed = view.pays_printed_prices();
        // A planner's value knows what comes later.
        let counts_later = self.planner.is_none();
        let mut met = KindSet::default();
        for row in 0..=usize::from(view.wave()) {
            for kind in view.offer(row) {
                let ware = &wares[*kind];
                let (cost, net_later) = match as_printed {
                    true => (ware.cost, ware.net_later),
                    false => self.discounted(view, *kind),
                };
                // The second of two equal cards is worth less.
                if u16::from(cost) > most || !met.insert(*kind) {
                    continue;
                }
                let (spared, fits) = outlook.gain(*kind, ware.class);
                let abilities = if fits { ware.abilities } else { 0.0 };
                let mut value = weights.now * spared + abilities;
                if counts_later {
                    value += net_later;
                }
                if value > 0.0 {
                    // What finds no room is left out.
                    let _ = offers.try_push(Offer {
                        kind: *kind,
                        cost,
                        value,
                    });
                }
            }
        }
    }
}

/// Whether the last step of the plan has been taken.
fn is_on_track(view: &View<'_>, memory: &PurchaseMemory) -> bool {
    match memory.step {
        Step::Committing(committed) => view.resources(view.seat()) == committed,
        Step::Buying(card) => view.hand(view.seat()).last() == Some(&card),
    }
}

/// The next step of the plan, if one can be taken: an ability that brings what is still missing, or
/// the purchase that is worth most. A plan is given up when something else was done than planned,
/// or was refused.
fn follow(view: &View<'_>, memory: &mut PurchaseMemory, options: &[Choice]) -> Option<usize> {
    if !is_on_track(view, memory) {
        return None;
    }
    let resources = view.resources(view.seat());
    let plan = &mut memory.plan;
    memory.reduction = plan.cost.saturating_sub(resources);
    if memory.reduction > 0
        && let Some(index) = options
            .iter()
            .position(|choice| matches!(choice, Choice::FromHand { .. }))
    {
        return Some(index);
    }
    while let Some(wanted) = plan.cards.pop() {
        plan.cost -= u16::from(view.price(wanted)).min(plan.cost);
        let found = options
            .iter()
            .position(|choice| matches!(choice, Choice::Buy { kind, .. } if *kind == wanted));
        if found.is_some() {
            memory.step = Step::Buying(wanted);
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::purchase::Buyer;
    use crate::registry;
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::Preset;
    use game::rules::set_up;

    #[test]
    fn wares_say_what_is_worked_out_where_prices_are_not_as_printed() {
        let cards = Library::embedded().cards().unwrap();
        let spec = registry::load("expert", &cards).unwrap();
        let profiles = Profiles::new(&cards);
        let buyer = Buyer::new(&spec.purchase, &cards, &profiles);
        let greedy = buyer.greedy().unwrap();
        let rules = Preset::Pnp.ruleset(1);
        let mut state = set_up(&cards, &rules, GameKey::new(1, 2));
        for round in 1..=9 {
            state.round = round;
            let view = View::new(&state, &cards, &rules, 0);
            assert!(view.pays_printed_prices());
            for (kind, _) in cards.iter() {
                let ware = greedy.appraisal.wares(round)[kind];
                let worked_out = greedy.discounted(&view, kind);
                assert_eq!((ware.cost, ware.net_later), worked_out);
            }
        }
    }
}
