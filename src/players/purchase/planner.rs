//! Purchases as whole plans, judged by the learned value of the position with all of a plan's cards in
//! hand and everything given up for them gone.

use super::on_offer;
use super::sources::{Cash, Giver, Sources, rest_of_cost};
use crate::row::Row;
use crate::search::base_left;
use arrayvec::ArrayVec;
use cards::ability::{Amount, Effect};
use cards::{CardSet, Class, Kind, KindId};
use game::play::View;
use std::sync::Arc;
use value::{Others, Sketch, Value};

/// The maximum number of cards in a plan; when they have been bought, the next plan is made.
pub(crate) const PLANNED: usize = 6;
/// The maximum number of goods considered.
const GOODS: usize = 32;
/// The maximum number of plans kept from one length to the next.
const WIDEST: usize = 12;
/// The maximum number of plans made.
pub(crate) const PLANS: usize = 24;

/// What is worth buying now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    /// What is still to be bought, the last first.
    pub cards: Row<KindId, PLANNED>,
    /// What all of it costs.
    pub cost: u16,
}

impl Plan {
    /// Nothing is worth buying.
    pub const NONE: Plan = Plan {
        cards: Row::new(KindId(0)),
        cost: 0,
    };

    /// The cards in an order that depends on nothing but the cards.
    fn sorted(&self) -> ArrayVec<KindId, PLANNED> {
        let mut cards = self.kinds();
        cards.sort_unstable();
        cards
    }

    /// The cards, the last first.
    pub fn kinds(&self) -> ArrayVec<KindId, PLANNED> {
        self.cards.iter().copied().collect()
    }

    /// Whether another plan buys the same cards.
    pub fn is_same(&self, other: &Plan) -> bool {
        self.sorted() == other.sorted()
    }
}

/// A plan with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    pub plan: Plan,
    pub value: f32,
}

impl Judged {
    /// Nothing is bought.
    pub const NOTHING: Judged = Judged {
        plan: Plan::NONE,
        value: 0.0,
    };
}

/// Makes plans and judges them.
#[derive(Clone, Debug)]
pub(crate) struct Planner {
    /// The value that judges them.
    pub value: Arc<Value>,
    /// The base per player to plan for in each wave; `None`: as it is.
    pub bases: Option<[f32; 3]>,
    /// How many plans are kept from one length to the next.
    pub width: usize,
}

/// What a buyer can pay with.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub resources: u16,
    /// What could make purchases cheaper, in the order in which it is given up, as far as it is needed.
    pub sources: &'a Sources,
    /// What could be bought first and turned into resources.
    pub cash: Option<Cash>,
}

/// A card on offer.
#[derive(Clone, Copy)]
struct Good {
    kind: KindId,
    cost: u16,
}

/// A plan in the making.
#[derive(Clone, Copy)]
struct Draft {
    sketch: Sketch,
    /// Members, as numbers of goods in rising order.
    goods: Row<u8, PLANNED>,
    cost: u16,
    /// Whether something is bought first and turned into resources.
    cashed: bool,
    value: f32,
}

/// What plans are made for.
#[derive(Clone, Copy)]
struct Case<'a> {
    value: &'a Value,
    others: &'a Others,
    means: Means<'a>,
    goods: &'a [Good],
}

impl Planner {
    /// The base per player that is planned for.
    pub fn base(&self, view: &View<'_>) -> f32 {
        match self.bases {
            Some(bases) => bases[usize::from(view.wave()) - 1],
            None => base_left(view),
        }
    }

    /// How the value sees the viewer with all Xenosathem spent, and the others.
    pub(super) fn start(&self, view: &View<'_>) -> (Others, Sketch) {
        let (others, mut start) = self.value.sketch(view, self.base(view));
        for kind in view.hand(view.seat()) {
            if view.kind(*kind).class == Class::Resource {
                start.discard(&self.value, *kind);
            }
        }
        (others, start)
    }

    /// The best plans for what a player can pay, at most so many, the best first.
    pub fn plans(
        &self,
        view: &View<'_>,
        means: Means<'_>,
        wanted: usize,
    ) -> ArrayVec<Judged, PLANS> {
        let given = means.sources.iter().map(|source| source.points);
        let cashed = means
            .cash
            .map_or(0, |cash| cash.points.saturating_sub(cash.cost));
        let most = means.resources + given.sum::<u16>() + cashed;
        let goods = goods(view, most);
        let mut found = ArrayVec::new();
        if goods.is_empty() {
            // There is nothing to compare.
            found.push(Judged::NOTHING);
            return found;
        }
        let (cards, value) = (view.cards(), &*self.value);
        let (others, start) = self.start(view);
        let nothing = Draft {
            sketch: start,
            goods: Row::new(0),
            cost: 0,
            cashed: false,
            value: start.value(value, &others),
        };
        keep(&mut found, wanted, &nothing, &goods, None);
        let case = Case {
            value,
            others: &others,
            means,
            goods: &goods,
        };
        // Drafts are large: the lists change places, not their contents.
        let (mut one, mut other) = (ArrayVec::new(), ArrayVec::new());
        let (mut level, mut next) = (&mut one, &mut other);
        level.push(nothing);
        level.extend(means.cash.map(|cash| case.cash_in(cards, &nothing, cash)));
        // With something to turn into resources, a plan has one card more.
        for _ in usize::from(means.cash.is_some())..PLANNED {
            next.clear();
            for draft in level.iter() {
                self.extend(view, &case, draft, next, |longer| {
                    // What is not needed to pay stays in hand, which is another plan.
                    let cash = means.cash.filter(|_| longer.cashed);
                    if cash.is_none_or(|cash| longer.cost + cash.cost > means.resources) {
                        keep(&mut found, wanted, longer, &goods, cash);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
        }
        found
    }

    /// Adds every further card to a draft.
    fn extend(
        &self,
        view: &View<'_>,
        case: &Case<'_>,
        draft: &Draft,
        next: &mut ArrayVec<Draft, WIDEST>,
        mut keep: impl FnMut(&Draft),
    ) {
        let Case {
            value,
            others,
            goods,
            ..
        } = *case;
        let cards = view.cards();
        let from = draft.goods.last().map_or(0, |last| usize::from(*last) + 1);
        for (index, good) in goods.iter().enumerate().skip(from) {
            let follows_its_like = index > 0
                && goods[index - 1].kind == good.kind
                && draft.goods.last() != Some(&(index as u8 - 1));
            if follows_its_like {
                continue;
            }
            let mut members = draft.goods;
            members.push(index as u8);
            let cost = draft.cost + good.cost;
            let bought = members.iter().map(|member| goods[usize::from(*member)]);
            let cash = case.means.cash.filter(|_| draft.cashed);
            if cash.is_some_and(|cash| cash.kind == good.kind) {
                continue;
            }
            let resources = match cash {
                Some(cash) => case.means.resources - cash.cost + cash.points,
                None => case.means.resources,
            };
            let Some(given) = case.given_up(cards, resources, cost, bought) else {
                continue;
            };
            let mut longer = Draft {
                sketch: draft.sketch,
                goods: members,
                cost,
                cashed: draft.cashed,
                value: 0.0,
            };
            longer.sketch.buy(value, cards, good.kind);
            let mut after = longer.sketch;
            for source in case.means.sources.iter().take(given) {
                give(&mut after, value, cards, source.giver);
            }
            longer.value = after.value(value, others);
            keep(&longer);
            let width = self.width.min(WIDEST);
            insert(next, &longer, width, |draft| draft.value);
        }
    }
}

/// The goods that cost no more than a sum, twice where there are two of them.
fn goods(view: &View<'_>, most: u16) -> ArrayVec<Good, GOODS> {
    let mut goods = ArrayVec::<Good, GOODS>::new();
    for kind in on_offer(view) {
        let cost = u16::from(view.price(kind));
        let alike = goods.iter().filter(|good| good.kind == kind).count();
        let is_poor = || is_idle(view.kind(kind)) || is_outclassed(view, kind);
        if cost <= most && !goods.is_full() && alike < 2 && !is_poor() {
            goods.push(Good { kind, cost });
        }
    }
    // Alike ones side by side, so that the second is only bought after the first.
    goods.sort_by_key(|good| good.kind);
    goods
}

/// Whether an item does nothing at all: no ability, and no bonus worth one. A value that has never met
/// such a thing might take it for an ordinary item.
fn is_idle(kind: &Kind) -> bool {
    let nothing = |amount: &Amount| amount.times == 0 && amount.plus == 0;
    let mut effects = kind.abilities.iter().flat_map(|ability| &ability.effects);
    matches!(kind.class, Class::Equipment | Class::Instant)
        && effects.all(|effect| match effect {
            Effect::Bonus { bonus, .. } => nothing(&bonus.power) && nothing(&bonus.hp),
            _ => false,
        })
}

/// Whether another troop on offer is better in every figure and costs no more. Only asked of troops
/// that have nothing but their figures; a value that has never met one as poor might not see it.
pub(super) fn is_outclassed(view: &View<'_>, kind: KindId) -> bool {
    let troop = view.kind(kind);
    if troop.class != Class::Troop || !troop.abilities.is_empty() {
        return false;
    }
    let figures = |kind: KindId| {
        let card = view.kind(kind);
        (-i16::from(view.price(kind)), card.power, card.hp)
    };
    let own = figures(kind);
    on_offer(view).any(|other| {
        let (price, power, hp) = figures(other);
        let is_troop = view.kind(other).class == Class::Troop;
        is_troop && (price, power, hp) != own && price >= own.0 && power >= own.1 && hp >= own.2
    })
}

/// Takes a card that helps to pay out of the hand.
fn give(sketch: &mut Sketch, value: &Value, cards: &CardSet, giver: Giver) {
    match giver {
        Giver::Burned(kind) => sketch.burn(value, cards, kind),
        Giver::Discarded(kind) => sketch.discard(value, kind),
        Giver::Other => {}
    }
}

impl Case<'_> {
    /// A draft in which a card has been bought and turned into resources.
    fn cash_in(&self, cards: &CardSet, draft: &Draft, cash: Cash) -> Draft {
        let mut cashed = *draft;
        cashed.cashed = true;
        cashed.sketch.buy(self.value, cards, cash.kind);
        give(&mut cashed.sketch, self.value, cards, cash.giver);
        cashed
    }

    /// How many sources must be given up to pay for goods that cost so much together; `None`: they
    /// cannot be paid.
    fn given_up(
        &self,
        cards: &CardSet,
        resources: u16,
        cost: u16,
        members: impl Iterator<Item = Good> + Clone,
    ) -> Option<usize> {
        let sources = self.means.sources;
        if cost <= resources {
            return Some(0);
        }
        let mut most = resources;
        for (given, source) in (1..).zip(sources) {
            // What is given up is worth its points at most.
            most += source.points;
            if cost <= most && is_payable(cards, members.clone(), resources, sources, given) {
                return Some(given);
            }
        }
        None
    }
}

/// Whether goods can be paid with the first so many sources.
fn is_payable(
    cards: &CardSet,
    members: impl Iterator<Item = Good>,
    resources: u16,
    sources: &Sources,
    given: usize,
) -> bool {
    let mut left = ArrayVec::<u16, { super::sources::SOURCES }>::new();
    left.extend(sources.iter().take(given).map(|source| source.points));
    let mut owed = 0;
    for good in members {
        let facts = cards.kind(good.kind);
        owed += rest_of_cost(good.cost, facts, &mut left, sources);
    }
    owed <= resources
}

/// Keeps a finished plan if it is among the best, of which so many are wanted.
fn keep(
    found: &mut ArrayVec<Judged, PLANS>,
    wanted: usize,
    draft: &Draft,
    goods: &[Good],
    cash: Option<Cash>,
) {
    if found.len() >= wanted && found[wanted - 1].value >= draft.value {
        return;
    }
    let mut plan = Plan {
        cost: draft.cost,
        ..Plan::NONE
    };
    for member in draft.goods.iter() {
        plan.cards.push(goods[usize::from(*member)].kind);
    }
    if let Some(cash) = cash {
        // The last is bought first.
        plan.cards.push(cash.kind);
        plan.cost += cash.cost;
    }
    let judged = Judged {
        plan,
        value: draft.value,
    };
    insert(found, &judged, wanted, |judged| judged.value);
}

/// Inserts something into a list of limited length, sorted by score, the best first.
fn insert<T: Copy, const N: usize>(
    list: &mut ArrayVec<T, N>,
    new: &T,
    most: usize,
    score: impl Fn(&T) -> f32,
) {
    let at = list
        .iter()
        .take_while(|other| score(other) >= score(new))
        .count();
    if at >= most {
        return;
    }
    if list.len() >= most {
        list.pop();
    }
    list.insert(at, *new);
}
