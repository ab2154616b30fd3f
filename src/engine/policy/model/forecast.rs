//! How the fights of this round look before any enemy has turned up.
//!
//! How long a lane lasts with the troops that stand there is read off a table ([`Endurance`]);
//! what one more troop or item would add to that is a look-up or two more.

use super::Endurance;
use super::profile::{self, Profile, Profiles};
use crate::cards::{Class, KindId};
use crate::policy::View;
use crate::ruleset::Bosses;
use crate::state::{BoardCard, CardRef, LANE_ZONES};
use arrayvec::ArrayVec;

/// A troop that stands in a lane, or will.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Body {
    /// The card on the board; nothing for a troop still in hand.
    pub card: CardRef,
    /// Power without what others lend.
    pub power: i16,
    /// HP left.
    pub hp: i16,
    /// How many enemies it outlasts.
    pub outlasts: f32,
    /// Power it lends to the others.
    aura: i16,
    /// Item types that it cannot carry (any more).
    taken: u8,
}

/// A lane with the troops that stand in it, or will.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prospect {
    pub bodies: ArrayVec<Body, LANE_ZONES>,
    /// Power that its troops lend to all but themselves.
    aura: i16,
    /// How many enemies all of them outlast.
    pub outlasts: f32,
    /// The damage to the base that is to be expected.
    pub damage: f32,
}

/// What is to be expected of the enemies of this round.
#[derive(Clone, Copy)]
pub(crate) struct Forecast<'a> {
    endurance: &'a Endurance,
    profiles: &'a [Profile],
    /// How many enemies each lane has to face.
    enemies: f32,
}

impl<'a> Forecast<'a> {
    /// The forecast for this round; `threat` is a factor on the number of enemies.
    pub fn new(view: &View<'_>, profiles: &'a Profiles, threat: f32) -> Self {
        let rules = view.rules();
        let round = usize::from((view.round() - 1) % 3);
        let bosses = round == 2 && rules.bosses == Bosses::ReplaceInRound3;
        Forecast {
            endurance: profiles.endurance(view.wave(), bosses),
            profiles: profiles.wave(view.wave()),
            enemies: threat * f32::from(rules.enemies_per_round[round]),
        }
    }

    /// What a card does in a fight.
    pub fn profile(&self, kind: KindId) -> &'a Profile {
        profile::of(self.profiles, kind)
    }

    /// A lane as it stands.
    pub fn lane(&self, view: &View<'_>, lane: u8) -> Prospect {
        let mut prospect = Prospect::default();
        for (reference, card) in view.troops(lane) {
            let body = self.standing(view, reference, card);
            prospect.aura += body.aura;
            prospect.bodies.push(body);
        }
        self.settle(&mut prospect);
        prospect
    }

    /// A lane with the best of what its owner has in hand.
    pub fn lane_with_hand(&self, view: &View<'_>, lane: u8) -> Prospect {
        let mut prospect = self.lane(view, lane);
        let mut items = false;
        for kind in view.hand(lane) {
            match view.kind(*kind).class {
                Class::Troop => self.station(&mut prospect, self.fresh(view, *kind)),
                Class::Equipment => items = true,
                _ => {}
            }
        }
        if items {
            for kind in view.hand(lane) {
                if view.kind(*kind).class == Class::Equipment {
                    self.equip(view, &mut prospect, *kind);
                }
            }
        }
        self.settle(&mut prospect);
        prospect
    }

    fn standing(&self, view: &View<'_>, reference: CardRef, card: &BoardCard) -> Body {
        let mut body = self.fresh(view, card.kind);
        body.card = reference;
        for item in card.equipment() {
            let profile = self.profile(*item);
            body.power += profile.item_power;
            body.hp += profile.item_hp;
            body.taken |= view.kind(*item).types;
        }
        body.hp -= card.damage;
        body.outlasts = self.endurance.outlasts(body.power, body.hp);
        body
    }

    /// A troop as it would come on the board.
    pub fn fresh(&self, view: &View<'_>, kind: KindId) -> Body {
        let profile = self.profile(kind);
        let carries = !view.kind(kind).facts.standing.never_equips;
        Body {
            card: CardRef::default(),
            power: profile.power,
            hp: profile.hp,
            outlasts: self.endurance.outlasts(profile.power, profile.hp),
            aura: profile.aura_power,
            taken: if carries { 0 } else { u8::MAX },
        }
    }

    /// Works out anew what the lane outlasts.
    fn settle(&self, prospect: &mut Prospect) {
        if prospect.aura != 0 {
            for body in &mut prospect.bodies {
                let power = body.power + prospect.aura - body.aura;
                body.outlasts = self.endurance.outlasts(power, body.hp);
            }
        }
        prospect.outlasts = prospect.bodies.iter().map(|body| body.outlasts).sum();
        prospect.damage = self.endurance.damage(self.enemies, prospect.outlasts);
    }

    /// A troop from hand takes a free zone, or that of a weaker one.
    fn station(&self, prospect: &mut Prospect, body: Body) {
        if prospect.bodies.try_push(body).is_ok() {
            prospect.aura += body.aura;
        } else if let Some(weakest) = prospect.weakest()
            && prospect.bodies[weakest].outlasts < body.outlasts
        {
            prospect.aura += body.aura - prospect.bodies[weakest].aura;
            prospect.bodies[weakest] = body;
        }
    }

    /// An item from hand goes to whom it helps most.
    fn equip(&self, view: &View<'_>, prospect: &mut Prospect, item: KindId) {
        if let Some((index, _)) = self.best_carrier(view, prospect, item) {
            let profile = self.profile(item);
            let body = &mut prospect.bodies[index];
            body.power += profile.item_power;
            body.hp += profile.item_hp;
            body.taken |= view.kind(item).types;
            body.outlasts = self.endurance.outlasts(body.power, body.hp);
        }
    }

    /// Whom of a lane an item helps most, and how many more enemies it outlasts with it.
    pub fn best_carrier(
        &self,
        view: &View<'_>,
        prospect: &Prospect,
        item: KindId,
    ) -> Option<(usize, f32)> {
        let (types, profile) = (view.kind(item).types, self.profile(item));
        let mut best = None;
        for (index, body) in prospect.bodies.iter().enumerate() {
            if body.taken & types == 0 {
                let gain = self.with_more(prospect, body, profile.item_power, profile.item_hp);
                if best.is_none_or(|(_, most)| gain > most) {
                    best = Some((index, gain));
                }
            }
        }
        best
    }

    /// How many more enemies a troop of a lane outlasts with more power and HP.
    pub fn with_more(&self, prospect: &Prospect, body: &Body, power: i16, hp: i16) -> f32 {
        let power = body.power + prospect.aura - body.aura + power;
        self.endurance.outlasts(power, body.hp + hp) - body.outlasts
    }

    /// How many more enemies a lane outlasts with one more troop; instead of its weakest where
    /// it is full.
    pub fn with_troop(&self, prospect: &Prospect, troop: KindId) -> f32 {
        let profile = self.profile(troop);
        let own = self
            .endurance
            .outlasts(profile.power + prospect.aura, profile.hp);
        let mut more = own;
        if profile.aura_power != 0 {
            for body in &prospect.bodies {
                more += self.with_more(prospect, body, profile.aura_power, 0);
            }
        }
        match prospect.weakest().filter(|_| prospect.bodies.is_full()) {
            None => more,
            Some(weakest) => more - prospect.bodies[weakest].outlasts,
        }
    }

    /// How many enemies a card in hand takes out or helps to outlast.
    pub fn with_instant(&self, prospect: &Prospect, instant: KindId) -> f32 {
        let profile = self.profile(instant);
        let mut kept = 0.0f32;
        if profile.wards > 0 {
            for body in &prospect.bodies {
                kept = kept.max(self.with_more(prospect, body, 0, profile.wards));
            }
        }
        kept + self.endurance.kills(profile.bombs)
    }

    /// The damage to the base that a lane is spared if it outlasts more enemies.
    pub fn spared(&self, prospect: &Prospect, more: f32) -> f32 {
        let with = self
            .endurance
            .damage(self.enemies, prospect.outlasts + more);
        prospect.damage - with
    }
}

impl Prospect {
    fn weakest(&self) -> Option<usize> {
        let bodies = self.bodies.iter().enumerate();
        let weakest = bodies.min_by(|a, b| a.1.outlasts.total_cmp(&b.1.outlasts));
        weakest.map(|(index, _)| index)
    }
}
