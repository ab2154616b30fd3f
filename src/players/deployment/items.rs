//! Who carries which item: when items are deployed, and when those of a lane are redistributed before the
//! enemies come.

use super::balance::{deploy_item, target};
use super::{DeploymentMemory, LineUp, Looks};
use crate::model::{Dealings, Forecast, Lane, Profiles, Prospect, Prospects, Row, Setting};
use crate::table::Notes;
use arrayvec::ArrayVec;
use cards::KindId;
use game::play::{Choice, View};
use game::queries::can_carry;
use game::state::{BoardCard, CardRef, LANE_ZONES};

/// Items of a lane that can be kept track of; lanes with more stay as they are.
const ITEMS: usize = 8;

/// Who is to carry which item.
pub(super) type Carriers = Row<(KindId, CardRef), ITEMS>;

/// The troops of a lane, from the front.
type Troops = ArrayVec<(CardRef, BoardCard), LANE_ZONES>;

/// Two troops, each with its items after an exchange.
type Exchange = [(usize, BoardCard); 2];

impl LineUp {
    /// The next item to deploy.
    pub(super) fn deploy_item(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> usize {
        let forecast = Forecast::new(view, profiles, self.plain.weights.threat);
        // What was meant for a lane shared out before is of no use any more.
        notes.memory.carriers.clear();
        let carrier = |item| self.carrier(view, profiles, &forecast, notes.looked.prospects, item);
        deploy_item(&forecast, notes.memory, options, carrier)
    }

    /// The troop that an item goes to.
    pub(super) fn equip_on(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        item: KindId,
        options: &[Choice],
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> usize {
        let memory = notes.memory;
        let planned = take_carrier(&mut memory.carriers, item, options);
        let carrier = planned.or_else(|| memory.take_carrier(item)).or_else(|| {
            let forecast = Forecast::new(view, profiles, self.plain.weights.threat);
            self.carrier(view, profiles, &forecast, notes.looked.prospects, item)
        });
        carrier.map_or(0, |carrier| target(options, carrier))
    }

    /// The troop that is to carry an item.
    fn carrier(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        forecast: &Forecast<'_>,
        prospects: &mut Prospects,
        item: KindId,
    ) -> Option<CardRef> {
        let profile = forecast.profile(item);
        let mut best: Option<(CardRef, f32)> = None;
        for lane in 0..view.players() {
            let prospect = prospects.lane(forecast, view, lane);
            let order = self.plain.order(view, profiles, lane);
            for (index, (troop, card)) in view.troops(lane).enumerate() {
                if !can_carry(view.cards(), view.rules(), card, item) {
                    continue;
                }
                let body = &prospect.bodies[index];
                let (power, hp) = (profile.item_power, profile.item_hp);
                let more = forecast.with_more(prospect, body, power, hp);
                let gain = forecast.spared(prospect.stand, more)
                    + self.plain.weights.outlast * more
                    + self.use_of_item(forecast, card.kind, order.place_of(index));
                if best.is_none_or(|(_, most)| gain > most) {
                    best = Some((troop, gain));
                }
            }
        }
        best.map(|(carrier, _)| carrier)
    }

    /// What an item is worth beyond this round's fight: a troop further back, or one that helps others,
    /// makes use of it for longer.
    fn use_of_item(&self, forecast: &Forecast<'_>, troop: KindId, place: usize) -> f32 {
        let helps = f32::from(u8::from(forecast.profile(troop).supports));
        self.fights.item_back * place as f32 + self.fights.item_support * helps
    }

    /// Whether the player's lane gains by an exchange of items; if so, the memory has who is to carry
    /// what. The forecast finds the best exchange, which then has to prove itself in fights.
    pub(super) fn shares_out(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        notes: Notes<'_, DeploymentMemory, Looks<'_>>,
    ) -> bool {
        let Notes {
            memory,
            looked: Looks {
                prospects,
                dealings,
            },
            ..
        } = notes;
        memory.carriers.clear();
        let forecast = Forecast::new(view, profiles, self.plain.weights.threat);
        let prospect = prospects.lane(&forecast, view, view.seat());
        let mut troops: Troops = view
            .troops(view.seat())
            .map(|(at, card)| (at, *card))
            .collect();
        let items = troops.iter().map(|(_, card)| usize::from(card.items));
        if items.sum::<usize>() > ITEMS {
            return false;
        }
        let mut best: Option<(Exchange, f32)> = None;
        each_exchange(view, &troops, |exchange| {
            let more = self.plain.weights.outlast * outlasts_more(&forecast, prospect, &exchange)
                + self.use_gained(&forecast, &troops, &exchange);
            if more > best.map_or(0.0, |(_, most)| most) {
                best = Some((exchange, more));
            }
        });
        let Some((exchange, _)) = best else {
            return false;
        };
        let gain = self.gain_of(view, profiles, &forecast, (prospect, dealings), &exchange)
            + self.use_gained(&forecast, &troops, &exchange);
        if gain <= self.fights.share_out {
            return false;
        }
        for (place, card) in exchange {
            troops[place].1 = card;
        }
        for (reference, card) in &troops {
            for item in card.equipment() {
                memory.carriers.push((*item, *reference));
            }
        }
        true
    }

    /// How much more use is made of the items after an exchange. The lane stands in its final order.
    fn use_gained(&self, forecast: &Forecast<'_>, troops: &Troops, exchange: &Exchange) -> f32 {
        let gained = exchange.iter().map(|(place, after)| {
            let before = &troops[*place].1;
            let items = f32::from(after.items) - f32::from(before.items);
            items * self.use_of_item(forecast, before.kind, *place)
        });
        gained.sum()
    }

    /// How much better the lane's fights go after an exchange.
    fn gain_of(
        &self,
        view: &View<'_>,
        profiles: &Profiles,
        forecast: &Forecast<'_>,
        (prospect, dealings): (&Prospect, &Dealings),
        exchange: &Exchange,
    ) -> f32 {
        let setting = Setting::new(view, profiles, &self.cast, &self.stakes, dealings);
        let (deals, enemies) = self.deals(view, dealings);
        let outcome = |lane: &Lane<'_>| dealings.outcome(view, lane, &self.stakes, &deals).0;
        let mut lane = setting.lane(view, view.seat());
        lane.hidden += enemies;
        let before = outcome(&lane);
        for (place, card) in exchange {
            let was = &prospect.bodies[*place];
            let is = forecast.standing(was.card, card);
            let troop = &mut lane.troops[*place];
            troop.power += is.power - was.power;
            troop.hp += is.hp - was.hp;
            troop.total += is.hp - was.hp;
        }
        outcome(&lane) - before
    }
}

/// The troop meant to carry an item of a lane that is being shared out.
fn take_carrier(carriers: &mut Carriers, item: KindId, options: &[Choice]) -> Option<CardRef> {
    let fits = |(kind, troop): &(KindId, CardRef)| {
        *kind == item && options.contains(&Choice::Target(*troop))
    };
    let index = carriers.iter().position(fits)?;
    Some(carriers.remove(index).1)
}

/// Calls `each` for every way in which a troop can give an item to another, in exchange for one of
/// that troop's items where it could not carry both.
fn each_exchange(view: &View<'_>, troops: &Troops, mut each: impl FnMut(Exchange)) {
    let places = || troops.iter().enumerate();
    for (from, (_, giver)) in places() {
        for (to, (_, taker)) in places().filter(|(to, _)| *to != from) {
            for (index, item) in giver.equipment().iter().enumerate() {
                let rest = without(giver, index);
                if let Some(taken) = with(view, taker, *item) {
                    each([(from, rest), (to, taken)]);
                    continue;
                }
                if to < from {
                    // Seen from the other side before.
                    continue;
                }
                for (other, back) in taker.equipment().iter().enumerate() {
                    if let Some(given) = with(view, &rest, *back)
                        && let Some(taken) = with(view, &without(taker, other), *item)
                    {
                        each([(from, given), (to, taken)]);
                    }
                }
            }
        }
    }
}

/// How many more enemies two troops outlast after an exchange; less than nothing where one of them
/// would fall at once.
fn outlasts_more(forecast: &Forecast<'_>, prospect: &Prospect, exchange: &Exchange) -> f32 {
    let more = exchange.iter().map(|(place, card)| {
        let body = &prospect.bodies[*place];
        let after = forecast.standing(body.card, card);
        match after.hp > 0 {
            true => {
                forecast.with_more(prospect, body, after.power - body.power, after.hp - body.hp)
            }
            false => f32::NEG_INFINITY,
        }
    });
    more.sum()
}

/// A troop that gives an item away.
fn without(troop: &BoardCard, index: usize) -> BoardCard {
    let mut troop = *troop;
    troop.equipment.copy_within(index + 1.., index);
    troop.items -= 1;
    troop
}

/// A troop that takes an item, if it can.
fn with(view: &View<'_>, troop: &BoardCard, item: KindId) -> Option<BoardCard> {
    can_carry(view.cards(), view.rules(), troop, item).then(|| {
        let mut troop = *troop;
        troop.equipment[usize::from(troop.items)] = item;
        troop.items += 1;
        troop
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::Preset;
    use game::rules::set_up;
    use game::state::Side;

    /// The exchanges within a lane, each as what the two troops carry afterwards.
    fn exchanges(lane: &[(&str, &[&str])]) -> Vec<[Vec<String>; 2]> {
        let cards = Library::embedded().cards().unwrap();
        let rules = Preset::Pnp.ruleset(1);
        let state = set_up(&cards, &rules, GameKey::new(47, 0));
        let view = View::new(&state, &cards, &rules, 0);
        let troops = lane.iter().map(|(troop, items)| {
            let mut card = BoardCard {
                kind: cards.find(troop).unwrap(),
                side: Side::Troop,
                ..BoardCard::default()
            };
            for item in *items {
                card = with(&view, &card, cards.find(item).unwrap()).unwrap();
            }
            (CardRef::default(), card)
        });
        let mut found = Vec::new();
        each_exchange(&view, &troops.collect(), |exchange| {
            found.push(exchange.map(|(_, card)| {
                let items = card.equipment().iter();
                items.map(|item| cards.kind(*item).id.clone()).collect()
            }));
        });
        found
    }

    #[test]
    fn an_item_goes_where_there_is_room_for_its_type() {
        let moves = exchanges(&[("militia", &["hercules", "katana"]), ("clay", &[])]);
        let item = |id: &str| vec![id.to_string()];
        assert_eq!(
            moves,
            [
                [item("katana"), item("hercules")],
                [item("hercules"), item("katana")]
            ]
        );
    }

    #[test]
    fn items_of_one_type_change_places() {
        let moves = exchanges(&[("militia", &["hercules"]), ("clay", &["atlas"])]);
        assert_eq!(
            moves,
            [[vec!["atlas".to_string()], vec!["hercules".into()]]]
        );
    }

    #[test]
    fn who_never_carries_anything_gets_nothing() {
        assert!(exchanges(&[("militia", &["hercules"]), ("erebus", &[])]).is_empty());
        assert!(exchanges(&[("militia", &[]), ("clay", &[])]).is_empty());
    }
}
