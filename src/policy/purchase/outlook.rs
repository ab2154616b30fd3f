//! What a purchase would do for this round's fight.

use crate::ability::{Effect, From};
use crate::cards::{Class, Kind, KindId};
use crate::policy::View;
use crate::policy::model::profile::plain;
use crate::policy::model::{Lane, Profiles, Setting, Stakes};

/// The coming fight of the lane that purchases are for, with the troops at hand in it.
pub(super) struct Outlook<'a> {
    setting: Setting<'a>,
    lane: Lane<'a>,
    before: f32,
}

impl<'a> Outlook<'a> {
    /// Looks ahead to the fight of the own lane, or where that is full, of the emptiest one.
    pub fn new(view: &View<'_>, profiles: &'a Profiles, stakes: &'a Stakes) -> Self {
        let setting = Setting::new(view, profiles, stakes);
        let number = match view.free_zones(view.seat()) {
            0 => emptiest(view),
            _ => view.seat(),
        };
        let mut lane = setting.lane(view, number);
        let mut hand = arrayvec::ArrayVec::<KindId, 8>::new();
        for kind in view.hand(view.seat()) {
            if view.kind(*kind).class == Class::Troop {
                let _ = hand.try_push(*kind);
            }
        }
        hand.sort_unstable_by_key(|kind| {
            let kind = view.kind(*kind);
            std::cmp::Reverse(kind.power + kind.hp)
        });
        for kind in hand {
            lane.insert_troop(lane.troops.len(), setting.fresh_troop(kind));
        }
        let before = lane.outcome(stakes);
        Outlook {
            setting,
            lane,
            before,
        }
    }

    /// How much better the fight turns out with a card.
    pub fn gain(&self, view: &View<'_>, kind: KindId) -> f32 {
        let facts = view.kind(kind);
        match facts.class {
            Class::Troop if !self.lane.troops.is_full() => {
                let mut with = self.lane;
                with.insert_troop(with.troops.len(), self.setting.fresh_troop(kind));
                with.outcome(self.setting.stakes) - self.before
            }
            Class::Equipment => self.gain_of_equipment(view, kind),
            Class::Instant => self.gain_of_instant(facts),
            _ => 0.0,
        }
    }

    /// On the first troop that may carry it.
    fn gain_of_equipment(&self, view: &View<'_>, item: KindId) -> f32 {
        for (index, troop) in self.lane.troops.iter().enumerate() {
            let fits = match view.card(troop.card) {
                Some(_) => view.can_carry(troop.card, item),
                None => !view.kind(KindId(troop.kind)).facts.standing.never_equips,
            };
            if fits {
                let mut with = self.lane;
                with.equip(index, item, &self.setting);
                return with.outcome(self.setting.stakes) - self.before;
            }
        }
        0.0
    }

    fn gain_of_instant(&self, facts: &Kind) -> f32 {
        let mut with = self.lane;
        let mut useful = false;
        let by_hand = facts.abilities.iter().filter(|a| a.from == From::Hand);
        for effect in by_hand.flat_map(|ability| &ability.effects) {
            match *effect {
                Effect::Damage { amount, to } if to.pick.is_choice() => {
                    with.bombs = with.bombs.max(plain(amount, self.setting.wave));
                    useful = true;
                }
                Effect::Prevent { amount } => {
                    if let Some(troop) = with.troops.first_mut() {
                        let amount = plain(amount, self.setting.wave);
                        troop.hp += amount;
                        troop.total += amount;
                        useful = true;
                    }
                }
                _ => {}
            }
        }
        match useful {
            true => with.outcome(self.setting.stakes) - self.before,
            false => 0.0,
        }
    }
}

fn emptiest(view: &View<'_>) -> u8 {
    let lanes = 0..view.players();
    lanes.max_by_key(|lane| view.free_zones(*lane)).unwrap_or(0)
}
