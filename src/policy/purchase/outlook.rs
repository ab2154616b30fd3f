//! What purchases would do for this round's fight.
//!
//! The model is asked four times a round: what one more troop, more power, more HP and a bomb
//! would change. What a card would do follows from these answers and its figures.

use crate::cards::{Class, Kind, KindId};
use crate::policy::View;
use crate::policy::model::{Fighter, Lane, Profile, Profiles, Setting, Stakes};
use arrayvec::ArrayVec;

/// The damage of the bomb that the model is asked about.
const BOMB: i16 = 3;
/// The power and the HP that the model is asked about.
const LENT: i16 = 2;

/// How much better the coming fight would turn out with more of something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outlook {
    /// With one more point of power and HP in a further troop.
    body: f32,
    /// With one more point of power on the first troop.
    power: f32,
    /// With one more point of HP on the first troop.
    hp: f32,
    /// With one more point of damage at hand.
    bomb: f32,
}

impl Outlook {
    /// Looks ahead to the fight of the own lane, or where that is full, of the emptiest one,
    /// with the troops at hand in it.
    pub fn new(view: &View<'_>, profiles: &Profiles, stakes: &Stakes) -> Self {
        let setting = Setting::new(view, profiles, stakes);
        let number = match view.free_zones(view.seat()) {
            0 => emptiest(view),
            _ => view.seat(),
        };
        let mut lane = setting.lane(view, number);
        add_hand(view, &setting, &mut lane);
        let before = lane.outcome(stakes);
        let mut outlook = Outlook::default();
        if !lane.troops.is_full() {
            let wave = i16::from(setting.wave);
            let (power, hp) = (2 + wave, 1 + wave);
            let mut with = lane;
            with.insert_troop(with.troops.len(), average_troop(power, hp, stakes));
            outlook.body = (with.outcome(stakes) - before) / f32::from(power + hp);
        }
        if !lane.troops.is_empty() {
            let mut with = lane;
            with.troops[0].power += LENT;
            outlook.power = (with.outcome(stakes) - before) / f32::from(LENT);
            let mut with = lane;
            with.troops[0].hp += LENT;
            with.troops[0].total += LENT;
            outlook.hp = (with.outcome(stakes) - before) / f32::from(LENT);
        }
        let mut with = lane;
        with.bombs = BOMB * i16::from(setting.wave);
        outlook.bomb = (with.outcome(stakes) - before) / f32::from(with.bombs);
        outlook
    }

    /// How much better the fight would turn out with a card.
    pub fn gain(&self, kind: &Kind, profile: &Profile) -> f32 {
        match kind.class {
            Class::Troop => self.body * f32::from(profile.power + profile.hp),
            Class::Equipment => {
                self.power * f32::from(profile.item_power) + self.hp * f32::from(profile.item_hp)
            }
            Class::Instant => {
                self.bomb * f32::from(profile.bombs) + self.hp * f32::from(profile.wards)
            }
            _ => 0.0,
        }
    }
}

fn average_troop(power: i16, hp: i16, stakes: &Stakes) -> Fighter {
    Fighter {
        power,
        hp,
        total: hp,
        plain: true,
        worth: stakes.power * f32::from(power) + stakes.hp * f32::from(hp),
        ..Fighter::default()
    }
}

/// Puts the troops in hand into the lane, the strongest first.
fn add_hand(view: &View<'_>, setting: &Setting<'_>, lane: &mut Lane<'_>) {
    let mut hand = ArrayVec::<KindId, 8>::new();
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
}

fn emptiest(view: &View<'_>) -> u8 {
    let lanes = 0..view.players();
    lanes.max_by_key(|lane| view.free_zones(*lane)).unwrap_or(0)
}
