//! Where more money may come from: cards in hand that make purchases cheaper or bring resources.

use super::on_offer;
use arrayvec::ArrayVec;
use cards::ability::{
    Ability, Amount, Buyer, Condition, Cost, Effect, Goods, Quantity, When, WorksFrom,
};
use cards::{CardSet, Class, Kind, KindId};
use game::play::{Choice, View};

/// The most such cards that are considered.
pub(crate) const SOURCES: usize = 16;

/// A card that could help to pay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// How many points it is worth.
    pub points: u16,
    /// What the card cost, for each of them.
    price: f32,
    /// What it makes cheaper; resources can buy anything.
    pub goods: Option<Goods>,
    /// Where it goes.
    pub giver: Giver,
}

/// What is left to be paid of a cost after the points that are left of each source, which are used up.
#[inline]
pub(crate) fn rest_of_cost(
    mut cost: u16,
    goods: &Kind,
    left: &mut [u16],
    sources: &[Source],
) -> u16 {
    for (points, source) in left.iter_mut().zip(sources) {
        if cost == 0 {
            break;
        }
        if *points == 0 {
            continue;
        }
        match source.goods {
            // A reduction is for one purchase; what is left of it is lost.
            Some(cheaper) if cheaper.includes(goods) => {
                cost -= cost.min(*points);
                *points = 0;
            }
            Some(_) => {}
            None => {
                let used = cost.min(*points);
                cost -= used;
                *points -= used;
            }
        }
    }
    cost
}

/// Where a card that helps to pay goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Giver {
    /// From the viewer's hand out of the game.
    Burned(KindId),
    /// From the viewer's hand to the discard pile.
    Discarded(KindId),
    /// It stays, or it is another player's.
    Other,
}

/// A card on offer that can be bought and turned into resources at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cash {
    pub kind: KindId,
    pub cost: u16,
    /// The resources that it brings.
    pub points: u16,
    /// Where it goes.
    pub giver: Giver,
}

/// Where a card of the viewer's goes that helps to pay.
fn giver(kind: KindId, facts: &Kind) -> Giver {
    let pays = |cost: Cost| {
        let mut purchase = facts.abilities.iter().filter(|a| a.when == When::Purchase);
        purchase.any(|ability| ability.costs.contains(&cost))
    };
    if pays(Cost::BurnThis) {
        Giver::Burned(kind)
    } else if pays(Cost::DiscardThis) {
        Giver::Discarded(kind)
    } else {
        Giver::Other
    }
}

/// The cards that could help, those that cost least for each point first.
pub(crate) type Sources = ArrayVec<Source, SOURCES>;

/// The most that can be paid with all that helps.
pub(crate) fn most(resources: u16, sources: &Sources) -> u16 {
    resources + sources.iter().map(|source| source.points).sum::<u16>()
}

/// How a kind in hand can help with a purchase.
#[derive(Clone, Copy, Debug)]
enum Help {
    /// Nothing.
    None,
    /// Always the same.
    Plain {
        points: u16,
        goods: Option<Goods>,
        /// Only for purchases of the player who has it in hand.
        own_only: bool,
        /// Where it goes if the buyer gives it up.
        giver: Giver,
    },
    /// It depends on other cards and must be looked up.
    Varies,
}

/// How every kind can help with a purchase, by wave.
#[derive(Clone, Debug)]
pub(crate) struct Helpers {
    waves: [Vec<Help>; 3],
}

impl Helpers {
    /// For all kinds.
    pub fn new(cards: &CardSet) -> Self {
        Helpers {
            waves: [1, 2, 3].map(|wave| {
                let helps = cards.iter().map(|(id, kind)| help(id, kind, wave));
                helps.collect()
            }),
        }
    }

    /// The card on offer that brings most if it is bought and turned into resources at once.
    pub fn cash(&self, view: &View<'_>, resources: u16) -> Option<Cash> {
        let helps = &self.waves[usize::from(view.wave()) - 1];
        let found = on_offer(view).filter_map(|kind| match helps[kind.index()] {
            Help::Plain {
                points,
                goods: None,
                giver,
                ..
            } => Some(Cash {
                kind,
                cost: u16::from(view.price(kind)),
                points,
                giver,
            }),
            _ => None,
        });
        found
            .filter(|cash| cash.cost <= resources)
            .max_by_key(|cash| i32::from(cash.points) - i32::from(cash.cost))
    }

    /// Finds the cards that could help the viewer to pay, those of the other players included.
    pub fn find(&self, view: &View<'_>, sources: &mut Sources) {
        for seat in 0..view.players() {
            if view.hand_listens(seat, When::Purchase) {
                self.find_in_hand(view, seat, sources);
            }
        }
        sources.sort_by(|a, b| a.price.total_cmp(&b.price));
    }

    /// Finds the cards of a player, who may be another, that could help the viewer to pay.
    fn find_in_hand(&self, view: &View<'_>, seat: u8, sources: &mut Sources) {
        let helps = &self.waves[usize::from(view.wave()) - 1];
        let own = seat == view.seat();
        for kind in view.hand(seat).iter().chain(&view.division(seat)) {
            let (points, goods, giver) = match helps[kind.index()] {
                Help::None => continue,
                Help::Plain { own_only, .. } if own_only && !own => continue,
                Help::Plain {
                    points,
                    goods,
                    giver,
                    ..
                } => (points, goods, giver),
                Help::Varies => match ask(view, seat, *kind) {
                    Some((points, goods)) => (points, goods, giver(*kind, view.kind(*kind))),
                    None => continue,
                },
            };
            let _ = sources.try_push(Source {
                points,
                price: price(view, *kind, points),
                goods,
                giver: if own { giver } else { Giver::Other },
            });
        }
    }
}

/// What a card that helps to pay cost, for each of its points.
fn price(view: &View<'_>, kind: KindId, points: u16) -> f32 {
    f32::from(view.kind(kind).cost) / f32::from(points.max(1))
}

/// A card that could be given up for a reduction.
pub(super) struct Cheapest {
    /// Which option that is.
    pub index: usize,
    /// By how much it reduces the cost.
    pub points: u16,
    /// What the card cost, for each of them.
    pub price: f32,
}

/// Of the reductions on offer, the one by the card that cost least for each point.
pub(super) fn cheapest(view: &View<'_>, options: &[Choice]) -> Option<Cheapest> {
    let reductions = options.iter().enumerate().filter_map(|(index, choice)| {
        let Choice::FromHand { kind, ability } = *choice else {
            return None;
        };
        let effects = view.kind(kind).abilities[usize::from(ability)]
            .effects
            .iter();
        let points = effects.map(|effect| match effect {
            Effect::CostLess { amount, .. } => plain(*amount, view.wave()).max(1) as u16,
            _ => 0,
        });
        let points = points.sum();
        Some(Cheapest {
            index,
            points,
            price: price(view, kind, points),
        })
    });
    reductions.min_by(|a, b| a.price.total_cmp(&b.price))
}

/// How a kind can help with a purchase in a wave.
fn help(id: KindId, kind: &Kind, wave: u8) -> Help {
    let abilities = kind.abilities.iter().filter(|a| helps_in(a, wave));
    let mut effects = abilities
        .flat_map(|ability| &ability.effects)
        .filter(|e| matches!(e, Effect::GainResources { .. } | Effect::CostLess { .. }));
    let (amount, goods, own_only) = match effects.next() {
        None => return Help::None,
        Some(Effect::CostLess {
            amount,
            goods,
            buyer,
            ..
        }) => (*amount, Some(*goods), *buyer != Buyer::AnyPlayer),
        Some(Effect::GainResources { amount }) => (*amount, None, true),
        Some(_) => return Help::Varies,
    };
    let settled = amount.quantity != Some(Quantity::CardCost) && kind.class != Class::Division;
    match plain(amount, wave) {
        _ if effects.next().is_some() || !settled => Help::Varies,
        points @ 1.. => Help::Plain {
            points: points as u16,
            goods,
            own_only,
            giver: giver(id, kind),
        },
        _ => Help::None,
    }
}

/// How much an amount is in a wave, as far as it depends on nothing else.
fn plain(amount: Amount, wave: u8) -> i16 {
    amount.value(|quantity| match quantity {
        Quantity::Wave => i16::from(wave),
        _ => 0,
    })
}

/// Whether an ability works in a wave.
fn works_in(ability: &Ability, wave: u8) -> bool {
    match ability.condition {
        Some(Condition::WaveAtLeast(least)) => wave >= least,
        Some(Condition::WaveIs(only)) => wave == only,
        // The weather changes every round: what needs one condition is not to be relied on.
        Some(Condition::Weather(_)) => false,
        _ => true,
    }
}

/// Whether an ability can help to pay in a wave.
fn helps_in(ability: &Ability, wave: u8) -> bool {
    ability.when == When::Purchase && ability.from != WorksFrom::Lane && works_in(ability, wave)
}

/// A reduction of the viewer's own purchase for which nothing is given up: the division's.
pub(crate) fn free_reduction(view: &View<'_>, buyer: u8, options: &[Choice]) -> Option<usize> {
    let free = |choice: &Choice| match choice {
        Choice::FromHand { kind, .. } => view.kind(*kind).class == Class::Division,
        _ => false,
    };
    options
        .iter()
        .position(free)
        .filter(|_| buyer == view.seat())
}

/// What a card of a player could do for the viewer's purchase: how many points, of which goods.
fn ask(view: &View<'_>, seat: u8, kind: KindId) -> Option<(u16, Option<Goods>)> {
    for (number, ability) in (0..).zip(&view.kind(kind).abilities) {
        let spent = ability.from == WorksFrom::Division && view.division_used(seat, number);
        if spent || !helps_in(ability, view.wave()) {
            continue;
        }
        for effect in &ability.effects {
            let (amount, goods) = match *effect {
                Effect::GainResources { amount } if seat == view.seat() => (amount, None),
                Effect::CostLess {
                    amount,
                    goods,
                    buyer,
                    ..
                } if seat == view.seat() || buyer == Buyer::AnyPlayer => (amount, Some(goods)),
                _ => continue,
            };
            let troops_only = ability.costs.contains(&Cost::BurnDiscardedTroop);
            let points = points(view, seat, amount, troops_only);
            if points > 0 {
                return Some((points, goods));
            }
        }
    }
    None
}

fn points(view: &View<'_>, seat: u8, amount: Amount, troops_only: bool) -> u16 {
    let points = amount.value(|quantity| match quantity {
        Quantity::CardCost => {
            let fits = |kind: &&KindId| !troops_only || view.kind(**kind).class == Class::Troop;
            let costs = view.discard(seat).iter().filter(fits);
            costs
                .map(|kind| view.kind(*kind).cost.into())
                .max()
                .unwrap_or(0)
        }
        Quantity::Wave => view.wave().into(),
        _ => 0,
    });
    points.max(0) as u16
}
