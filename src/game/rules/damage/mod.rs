//! Damage: proposed, responded to, marked, and its consequences.
//!
//! One damage event runs in this order: amount, additions, reductions, preventions and
//! redirections, marking of all simultaneous damage, replacements of death, the dead leave,
//! "damaged" triggers, "killed" triggers, and the lanes close up.

mod adjust;
mod death;

use super::Game;
use super::abilities::{Corpse, Origin, Subject, WaitingList};
use crate::observe::{Event, Incident, Nature, Observer, Way};
use crate::play::Policy;
use crate::state::{CardRef, Side};
use arrayvec::ArrayVec;
use cards::ability::When;
use cards::ruleset::Lethal;
use cards::{CardSet, KindId, Standing};
use death::{Dead, Fallen};

/// The source of damage. Stays valid after the card has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub kind: KindId,
    pub card: Option<CardRef>,
    pub side: Side,
    /// Whether the card's printed abilities count (a converted troop's do not).
    pub abilities: bool,
}

impl Source {
    /// An enemy card.
    pub fn enemy(kind: KindId, card: Option<CardRef>) -> Self {
        Source {
            kind,
            card,
            side: Side::Enemy,
            abilities: true,
        }
    }

    /// A troop or an item.
    pub fn own(kind: KindId, card: Option<CardRef>) -> Self {
        Source {
            kind,
            card,
            side: Side::Troop,
            abilities: true,
        }
    }

    /// The standing effects of an enemy that deals damage.
    pub fn standing(self, cards: &CardSet) -> Option<&Standing> {
        (self.side == Side::Enemy && self.abilities)
            .then(|| &cards.kind(self.kind).derived.standing)
    }

    fn enemy_card(self) -> Option<CardRef> {
        if self.side == Side::Enemy {
            self.card
        } else {
            None
        }
    }
}

/// Damage on its way to one card.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub target: CardRef,
    pub amount: i16,
    pub nature: Nature,
    pub source: Source,
    /// To how many more troops excess damage may carry (255: all, then the base).
    pub overflow: u8,
    /// The original event that this is part of.
    pub origin: Origin,
}

impl Hit {
    pub fn new(target: CardRef, amount: i16, nature: Nature, source: Source) -> Self {
        Hit {
            target,
            amount,
            nature,
            source,
            overflow: 0,
            origin: Origin::default(),
        }
    }
}

/// Damage that is dealt at the same time.
pub(crate) type Batch = ArrayVec<Hit, 24>;

/// A damage event while it happens.
struct DamageEvent<'h> {
    hits: &'h mut Batch,
    /// The troops of the struck lane in the order in which they stood.
    order: ArrayVec<CardRef, 4>,
    base: Option<ToBase>,
}

/// Attack damage that carried past the last troop: how much, by what, in which lane.
pub(crate) type ToBase = (i16, KindId, u8);

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Deals damage to one or more cards at the same time, with everything that follows from it.
    #[inline]
    pub(crate) fn deal(&mut self, hits: &mut Batch) {
        if !hits.is_empty() && !self.is_over() {
            self.deal_all(hits);
        }
    }

    #[inline(never)]
    fn deal_all(&mut self, hits: &mut Batch) {
        if self.depth >= MAX_NESTED_EVENTS {
            self.incident(Incident::CutChain);
            return;
        }
        self.depth += 1;
        let mut order = ArrayVec::new();
        let mut hidden = false;
        for hit in hits.iter_mut() {
            hit.origin = self.answered.new_origin();
            // Only fights, among cards that lie open, make attacks.
            hidden |= hit.nature != Nature::Attack && self.is_hidden(hit);
            if hit.overflow > 0 && order.is_empty() {
                order = self.lane_troops(self.state.board.card(hit.target.slot).lane);
            }
        }
        if hidden {
            self.turn_up_targets(hits);
        }
        let base = None;
        let mut event = DamageEvent { hits, order, base };
        self.lessen(&mut event);
        self.mark(event.hits);
        self.follow_from_damage(event.hits, event.base);
        self.depth -= 1;
        if self.depth == 0 {
            self.answered.clear();
            self.close_up();
        }
    }

    /// What follows from damage that has been marked: the dead leave, what carried past them damages
    /// the base, and abilities are triggered.
    #[inline(always)]
    pub(crate) fn follow_from_damage(&mut self, hits: &[Hit], base: Option<ToBase>) {
        let mut fallen = Dead::new();
        self.settle_deaths(hits, &mut fallen);
        if let Some((amount, kind, lane)) = base {
            self.damage_base(amount, lane, kind, Way::Overflow);
        }
        self.damaged_triggers(hits, &fallen);
        if !fallen.is_empty() {
            self.killed_triggers(hits, &fallen);
        }
    }

    /// Whether a hit is about to damage a face-down card.
    #[inline]
    fn is_hidden(&self, hit: &Hit) -> bool {
        let target = self.state.board.get(hit.target);
        hit.amount > 0 && target.is_some_and(|card| !card.face_up)
    }

    /// An enemy that is about to be damaged face-down turns up first, and its reveal ability
    /// resolves, before anything else happens in the event.
    #[inline(never)]
    fn turn_up_targets(&mut self, hits: &[Hit]) {
        for hit in hits {
            if self.is_hidden(hit) {
                self.turn_up(hit.target);
            }
        }
    }

    /// Marks all damage of an event at once.
    fn mark(&mut self, hits: &[Hit]) {
        for hit in hits {
            if hit.amount > 0 && self.state.board.get(hit.target).is_some() {
                self.mark_damage(hit.target, hit.amount, hit.source.kind, hit.nature);
            }
        }
    }

    /// Marks damage on a card on the board.
    #[inline]
    pub(crate) fn mark_damage(
        &mut self,
        target: CardRef,
        amount: i16,
        source: KindId,
        nature: Nature,
    ) {
        let card = self.state.board.card_mut(target.slot);
        card.damage = card.damage.saturating_add(amount);
        self.emit_at(target, |target| Event::Damaged {
            target,
            amount,
            source: Some(source),
            nature,
        });
    }

    /// Whether a card on the board has damage enough to die.
    #[inline(always)]
    pub(crate) fn is_lethal(&self, card: CardRef) -> bool {
        let found = self.state.board.get(card);
        found.is_some_and(|found| found.damage > 0 && self.would_kill(found.damage, card))
    }

    /// Whether a card on the board dies of this much damage.
    fn would_kill(&self, damage: i16, card: CardRef) -> bool {
        let hp = self.total_hp(card);
        match self.rules.rulings.lethal {
            Lethal::AtLeast => damage >= hp,
            Lethal::Exceed => damage > hp,
        }
    }

    /// Abilities of cards that were damaged, or that damaged a troop which survives.
    #[inline]
    fn damaged_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        if self.damage_matters(hits) {
            self.carry_out_damaged_triggers(hits, fallen);
        }
    }

    /// Whether any ability might be triggered by damage. The dead have left their lanes, but their
    /// triggers are still noted there.
    #[inline]
    fn damage_matters(&self, hits: &[Hit]) -> bool {
        let lanes = self.state.lanes.iter();
        let noted = lanes.fold(self.state.lane_moments, |noted, lane| {
            noted | lane.enemy_moments
        });
        noted & (When::Damaged.bit() | When::EnemyDamaged.bit()) != 0
            || hits
                .iter()
                .any(|hit| self.acts(&hit.source, When::DamagesTroop))
    }

    #[inline(never)]
    fn carry_out_damaged_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for hit in hits.iter().filter(|hit| hit.amount > 0) {
            let dead = fallen.iter().find(|dead| dead.reference == hit.target);
            let (card, last) = match (self.state.board.get(hit.target), dead) {
                (Some(card), _) => (card, None),
                (None, Some(dead)) => (&dead.card, Some(dead.last)),
                (None, None) => continue,
            };
            let (side, lane) = (card.side, card.lane);
            if self.listens(card, When::Damaged) {
                let card = *card;
                let subject = Subject {
                    enemy: hit.source.enemy_card(),
                    ..Subject::default()
                };
                self.trigger(&mut list, &card, hit.target, When::Damaged, last, subject);
            }
            match side {
                _ if dead.is_some() => {}
                Side::Enemy => self.enemy_damaged_triggers(&mut list, hit.target),
                Side::Troop => {
                    let subject = Subject {
                        troop: Some(hit.target),
                        ..Subject::default()
                    };
                    self.source_triggers(&mut list, hit.source, lane, When::DamagesTroop, subject);
                }
            }
        }
        self.resolve(&mut list);
    }

    /// Troops in any lane that respond to damage dealt to an enemy.
    #[inline]
    fn enemy_damaged_triggers(&mut self, list: &mut WaitingList, enemy: CardRef) {
        if self.state.lane_moments & When::EnemyDamaged.bit() == 0 {
            return;
        }
        let owner = self.state.board.card(enemy.slot).lane;
        for seat in self.state.seats_from(owner) {
            for troop in self.lane_troops(seat) {
                let card = *self.state.board.card(troop.slot);
                let subject = Subject {
                    enemy: Some(enemy),
                    happened_in: Some(owner),
                    ..Subject::default()
                };
                self.trigger(list, &card, troop, When::EnemyDamaged, None, subject);
            }
        }
    }

    /// Abilities of the enemy that dealt a hit for a trigger, even if it died in the same event.
    fn source_triggers(
        &mut self,
        list: &mut WaitingList,
        source: Source,
        lane: u8,
        when: When,
        subject: Subject,
    ) {
        if !self.acts(&source, when) {
            return;
        }
        let reference = source.card.unwrap_or_default();
        let card = crate::state::BoardCard {
            kind: source.kind,
            side: Side::Enemy,
            lane,
            owner: u8::MAX,
            face_up: true,
            moments: self.kind(source.kind).derived.in_lane,
            ..Default::default()
        };
        self.trigger(list, &card, reference, when, None, subject);
    }

    /// Abilities triggered by a kill: of the killer, the dead card, and others in the lane.
    #[inline]
    fn killed_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        if fallen.iter().any(|dead| self.death_matters(dead, hits)) {
            self.carry_out_killed_triggers(hits, fallen);
        }
    }

    /// Whether any ability is triggered by a kill.
    #[inline]
    fn death_matters(&self, dead: &Fallen, hits: &[Hit]) -> bool {
        let killed_by = |source: &Source| self.acts(source, When::KillsTroop);
        let damaged_by = |hit: &Hit| self.acts(&hit.source, When::DamagesTroop);
        let to_others = || {
            self.state.lane_moments & When::TroopKilled.bit() != 0
                || dead.killer.as_ref().is_some_and(killed_by)
                || hits.iter().any(damaged_by)
        };
        self.listens(&dead.card, When::Killed) || (dead.card.side == Side::Troop && to_others())
    }

    /// Whether the enemy that dealt a hit has a trigger.
    #[inline]
    fn acts(&self, source: &Source, when: When) -> bool {
        source.side == Side::Enemy
            && source.abilities
            && self.kind(source.kind).derived.in_lane & when.bit() != 0
    }

    #[inline(never)]
    fn carry_out_killed_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for dead in fallen {
            let corpse = dead.corpse();
            if let (Side::Troop, Some(source)) = (dead.card.side, dead.killer) {
                let subject = Subject {
                    corpse,
                    ..Subject::default()
                };
                self.source_triggers(&mut list, source, dead.card.lane, When::KillsTroop, subject);
            }
        }
        for dead in fallen {
            self.trigger(
                &mut list,
                &dead.card,
                dead.reference,
                When::Killed,
                Some(dead.last),
                Subject::default(),
            );
            if dead.card.side == Side::Troop {
                self.troop_killed_triggers(&mut list, dead);
            }
        }
        self.resolve(&mut list);
        self.burn_the_dead(hits, fallen);
    }

    /// Troops that respond to another troop's death, within the range of their abilities.
    fn troop_killed_triggers(&mut self, list: &mut WaitingList, dead: &Fallen) {
        if self.state.lane_moments & When::TroopKilled.bit() == 0 {
            return;
        }
        for lane in self.state.seats_from(dead.card.lane) {
            for troop in self.lane_troops(lane) {
                let card = *self.state.board.card(troop.slot);
                let subject = Subject {
                    corpse: dead.corpse(),
                    happened_in: Some(dead.card.lane),
                    ..Subject::default()
                };
                self.trigger(list, &card, troop, When::TroopKilled, None, subject);
            }
        }
    }

    /// "Damages a troop" effects on troops that died of it come last, after their own triggers.
    fn burn_the_dead(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for dead in fallen.iter().filter(|dead| dead.card.side == Side::Troop) {
            let subject = Subject {
                corpse: dead.corpse(),
                ..Subject::default()
            };
            for hit in hits
                .iter()
                .filter(|hit| hit.target == dead.reference && hit.amount > 0)
            {
                self.source_triggers(
                    &mut list,
                    hit.source,
                    dead.card.lane,
                    When::DamagesTroop,
                    subject,
                );
            }
        }
        self.resolve(&mut list);
    }
}

/// Damage events nested more deeply than this are cut off and counted.
const MAX_NESTED_EVENTS: u16 = super::MAX_DEPTH;

impl Fallen {
    /// The dead troop in a discard pile; `None` for enemies.
    fn corpse(&self) -> Option<Corpse> {
        (self.card.owner != u8::MAX && self.card.side == Side::Troop).then_some(Corpse {
            kind: self.card.kind,
            owner: self.card.owner,
        })
    }
}
