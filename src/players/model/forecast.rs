//! How the fights of this round look before any enemy has turned up.
//!
//! How long a lane lasts with the troops that stand there is read off a table ([`Endurance`]);
//! what one more troop or item would add to that is a look-up or two more.

use super::profile;
use super::profile::{Profile, Profiles};
use super::row::Row;
use super::{Endurance, NO_CARD};
use cards::ruleset::Bosses;
use cards::{Class, KindId, MAX_KINDS};
use game::play::View;
use game::state::{BoardCard, CardRef, LANE_ZONES};

/// A troop that stands in a lane, or will.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// What its kind is.
    pub class: Class,
}

impl Body {
    /// Only takes up room.
    pub const BLANK: Body = Body {
        card: NO_CARD,
        power: 0,
        hp: 0,
        outlasts: 0.0,
        aura: 0,
        taken: 0,
        class: Class::Resource,
    };

    /// A troop that has just come on the board.
    pub fn recruit(profile: &Profile, endurance: &Endurance) -> Self {
        Body {
            card: NO_CARD,
            power: profile.power,
            hp: profile.hp,
            outlasts: endurance.outlasts(profile.power, profile.hp),
            aura: profile.aura_power,
            taken: profile.refuses,
            class: profile.class,
        }
    }
}

/// A lane with the troops that stand in it, or will.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prospect {
    pub bodies: Row<Body, LANE_ZONES>,
    /// Power that its troops lend to all but themselves.
    aura: i16,
    /// How many of the enemies are outlasted by the weakest troop, which would have to make room for
    /// another; none where there is room.
    weakest: f32,
    /// What comes of it.
    pub stand: Stand,
}

/// What is to be expected of a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stand {
    /// How many enemies all of its troops outlast.
    outlasts: f32,
    /// The damage to the base.
    damage: f32,
}

/// What an item adds that nobody can carry.
pub(crate) const NOBODY: f32 = f32::NEG_INFINITY;

/// Whether bosses are among the enemies of this round.
#[inline]
pub(crate) fn bosses_come(view: &View<'_>) -> bool {
    view.round().is_multiple_of(3) && view.rules().bosses == Bosses::ReplaceInRound3
}

/// Adds a fact to a signature.
#[inline]
pub(crate) fn mix(signature: u64, fact: u64) -> u64 {
    (signature ^ fact).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What is to be expected of the enemies of this round.
#[derive(Clone, Copy)]
pub(crate) struct Forecast<'a> {
    endurance: &'a Endurance,
    profiles: &'a [Profile],
    recruits: &'a [Body; MAX_KINDS + 1],
    /// How many enemies each lane has to face, with those that they bring along.
    enemies: f32,
}

impl<'a> Forecast<'a> {
    /// The forecast for this round; `threat` is a factor on the number of enemies.
    #[inline]
    pub fn new(view: &View<'_>, profiles: &'a Profiles, threat: f32) -> Self {
        let round = usize::from((view.round() - 1) % 3);
        let (wave, bosses) = (view.wave(), bosses_come(view));
        let endurance = profiles.endurance(wave, bosses);
        let dealt = threat * f32::from(view.rules().enemies_per_round[round]);
        Forecast {
            endurance,
            profiles: profiles.wave(wave),
            recruits: profiles.recruits(wave, bosses).all(),
            enemies: endurance.in_all(dealt),
        }
    }

    /// What a card does in a fight.
    #[inline]
    pub fn profile(&self, kind: KindId) -> &'a Profile {
        profile::of(self.profiles, kind)
    }

    /// Identifies everything that the prospect of a lane depends on.
    pub fn signature(&self, view: &View<'_>, lane: u8) -> u64 {
        let mut signature = mix(u64::from(view.round()), u64::from(self.enemies.to_bits()));
        for (reference, card) in view.troops(lane) {
            let state = u64::from(card.items) << 32 | u64::from(card.damage as u16) << 16;
            signature = mix(signature, state | u64::from(reference.stamp));
            for item in card.equipment() {
                signature = mix(signature, u64::from(item.0));
            }
        }
        signature
    }

    /// A lane as it stands.
    pub fn lane(&self, view: &View<'_>, lane: u8) -> Prospect {
        let mut prospect = Prospect::EMPTY;
        self.look(view, lane, &mut prospect);
        prospect
    }

    /// Looks at a lane as it stands.
    pub fn look(&self, view: &View<'_>, lane: u8, prospect: &mut Prospect) {
        self.gather(view, lane, prospect);
        self.settle(prospect);
    }

    /// The troops of a lane as they stand, each by itself.
    fn gather(&self, view: &View<'_>, lane: u8, prospect: &mut Prospect) {
        prospect.bodies.clear();
        prospect.aura = 0;
        for (reference, card) in view.troops(lane) {
            let body = self.standing(reference, card);
            prospect.aura += body.aura;
            prospect.bodies.push(body);
        }
    }

    /// How many enemies a lane outlasts as it stands, and how many more with one more troop.
    ///
    /// Where none of them lends power to others and there is room, what they outlast simply adds up.
    #[inline]
    pub fn lane_with_troop(&self, view: &View<'_>, lane: u8, troop: KindId) -> (f32, f32) {
        let recruit = self.recruit(troop);
        let mut lent = recruit.aura;
        let mut outlasts = 0.0;
        for (reference, card) in view.troops(lane) {
            let fresh = self.recruit(card.kind);
            lent |= fresh.aura;
            outlasts += match card.items == 0 && card.damage == 0 {
                true => fresh.outlasts,
                false => self.standing(reference, card).outlasts,
            };
        }
        match lent == 0 && view.free_zones(lane) > 0 {
            true => (outlasts, recruit.outlasts),
            false => self.looked_at_with_troop(view, lane, troop),
        }
    }

    /// The same, by a closer look at the lane.
    #[cold]
    #[inline(never)]
    pub(super) fn looked_at_with_troop(
        &self,
        view: &View<'_>,
        lane: u8,
        troop: KindId,
    ) -> (f32, f32) {
        let prospect = self.lane(view, lane);
        let more = self.with_troop(&prospect, troop);
        (prospect.stand.outlasts, more)
    }

    /// Looks at a lane with the best of what its owner has in hand.
    pub fn look_with_hand(&self, view: &View<'_>, lane: u8, prospect: &mut Prospect) {
        self.gather(view, lane, prospect);
        self.lend(prospect);
        let mut items = false;
        let hand = view.hand(lane);
        for kind in hand {
            let recruit = self.recruit(*kind);
            match recruit.class {
                Class::Troop => self.station(prospect, recruit),
                Class::Equipment => items = true,
                _ => {}
            }
        }
        if items {
            for kind in hand {
                if self.recruit(*kind).class == Class::Equipment {
                    self.equip(prospect, *kind);
                }
            }
        }
        self.settle(prospect);
    }

    /// A troop with the items on it.
    pub fn standing(&self, reference: CardRef, card: &BoardCard) -> Body {
        let mut body = *self.recruit(card.kind);
        body.card = reference;
        if card.items == 0 && card.damage == 0 {
            return body;
        }
        for item in card.equipment() {
            let profile = self.profile(*item);
            body.power += profile.item_power;
            body.hp += profile.item_hp;
            body.taken |= profile.types;
        }
        body.hp -= card.damage;
        body.outlasts = self.endurance.outlasts(body.power, body.hp);
        body
    }

    /// A troop as it would come on the board.
    #[inline]
    pub fn recruit(&self, kind: KindId) -> &'a Body {
        &self.recruits[kind.index()]
    }

    /// Works out again what the lane outlasts.
    fn settle(&self, prospect: &mut Prospect) {
        self.lend(prospect);
        prospect.stand = self.stand(prospect.bodies.iter().map(|body| body.outlasts).sum());
        prospect.weakest = 0.0;
        if prospect.bodies.is_full()
            && let Some(weakest) = prospect.weakest()
        {
            prospect.weakest = prospect.bodies.at(weakest).outlasts;
        }
    }

    /// What is to be expected of a lane that outlasts so many enemies.
    #[inline]
    pub fn stand(&self, outlasts: f32) -> Stand {
        Stand {
            outlasts,
            damage: self.endurance.damage_of(self.enemies - outlasts),
        }
    }

    /// Counts in what the troops lend each other.
    fn lend(&self, prospect: &mut Prospect) {
        if prospect.aura != 0 {
            for body in prospect.bodies.iter_mut() {
                let power = body.power + prospect.aura - body.aura;
                body.outlasts = self.endurance.outlasts(power, body.hp);
            }
        }
    }

    /// A troop from hand takes a free zone, or that of a weaker one.
    fn station(&self, prospect: &mut Prospect, body: &Body) {
        if !prospect.bodies.is_full() {
            prospect.bodies.push(*body);
            prospect.aura += body.aura;
        } else if let Some(weakest) = prospect.weakest()
            && prospect.bodies[weakest].outlasts < body.outlasts
        {
            prospect.aura += body.aura - prospect.bodies[weakest].aura;
            prospect.bodies[weakest] = *body;
        }
    }

    /// An item from hand goes to whom it helps most.
    fn equip(&self, prospect: &mut Prospect, item: KindId) {
        let (index, gain) = self.best_carrier(prospect, item);
        if gain > NOBODY {
            let profile = self.profile(item);
            let body = &mut prospect.bodies[index];
            body.power += profile.item_power;
            body.hp += profile.item_hp;
            body.taken |= profile.types;
            body.outlasts = self.endurance.outlasts(body.power, body.hp);
        }
    }

    /// Whom of a lane an item helps most, and how many more enemies it outlasts with it: [`NOBODY`]
    /// where nobody can carry it.
    pub fn best_carrier(&self, prospect: &Prospect, item: KindId) -> (usize, f32) {
        let profile = self.profile(item);
        let mut best = (0, NOBODY);
        for (index, body) in prospect.bodies.iter().enumerate() {
            if body.taken & profile.types == 0 {
                let gain = self.with_more(prospect, body, profile.item_power, profile.item_hp);
                if gain > best.1 {
                    best = (index, gain);
                }
            }
        }
        best
    }

    /// How many more enemies a troop of a lane outlasts with more power and HP.
    #[inline]
    pub fn with_more(&self, prospect: &Prospect, body: &Body, power: i16, hp: i16) -> f32 {
        let power = body.power + prospect.aura - body.aura + power;
        self.endurance.outlasts(power, body.hp + hp) - body.outlasts
    }

    /// How many more enemies a lane outlasts with one more troop; instead of its weakest where
    /// it is full.
    #[inline]
    pub fn with_troop(&self, prospect: &Prospect, troop: KindId) -> f32 {
        let recruit = self.recruit(troop);
        let more = match prospect.aura | recruit.aura {
            0 => recruit.outlasts,
            _ => self.with_lent_power(prospect, recruit),
        };
        more - prospect.weakest
    }

    /// How many more enemies a lane outlasts with one more troop where some troop lends power.
    // In a loop over offers, most of it would be worked out ahead.
    #[inline(never)]
    fn with_lent_power(&self, prospect: &Prospect, recruit: &Body) -> f32 {
        let mut more = match prospect.aura {
            0 => recruit.outlasts,
            lent => self.endurance.outlasts(recruit.power + lent, recruit.hp),
        };
        if recruit.aura != 0 {
            for body in prospect.bodies.iter() {
                more += self.with_more(prospect, body, recruit.aura, 0);
            }
        }
        more
    }

    /// How many enemies a card in hand takes out or helps to outlast.
    // In a loop over offers, most of it would be worked out ahead even where no instant is on offer.
    #[inline(never)]
    pub fn with_instant(&self, prospect: &Prospect, instant: KindId) -> f32 {
        let profile = self.profile(instant);
        let mut kept = 0.0f32;
        if profile.wards > 0 {
            for body in prospect.bodies.iter() {
                kept = kept.max(self.with_more(prospect, body, 0, profile.wards));
            }
        }
        kept + self.endurance.kills(profile.bombs)
    }

    /// The damage to the base that a lane is spared if it outlasts more enemies.
    #[inline]
    pub fn spared(&self, stand: Stand, more: f32) -> f32 {
        stand.damage - self.stand(stand.outlasts + more).damage
    }
}

impl Prospect {
    /// A lane without troops.
    pub const EMPTY: Prospect = Prospect {
        bodies: Row::new(Body::BLANK),
        aura: 0,
        weakest: 0.0,
        stand: Stand {
            outlasts: 0.0,
            damage: 0.0,
        },
    };

    fn weakest(&self) -> Option<usize> {
        let bodies = self.bodies.iter().enumerate();
        let weakest = bodies.min_by(|a, b| a.1.outlasts.total_cmp(&b.1.outlasts));
        weakest.map(|(index, _)| index)
    }
}
