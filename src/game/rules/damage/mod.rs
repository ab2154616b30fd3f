//! Damage: proposed, responded to, marked, and its consequences.
//!
//! One damage event runs in this order: amount, additions, reductions, preventions and
//! redirections, marking of all simultaneous damage, replacements of death, the dead leave,
//! "damaged" triggers, "killed" triggers, and the lanes close up.

mod adjust;
mod death;

use super::abilities::{Corpse, EventContext, Origin, WaitingList};
use super::{Game, Table};
use crate::observe::{Event, Incident, Nature, Observer, Way};
use crate::play::Policy;
use crate::state::{BoardCard, CardRef, Side};
use arrayvec::ArrayVec;
use cards::ability::When;
use cards::ruleset::{Lethal, Simultaneous};
use cards::{CardSet, KindId, Standing};
use death::{Dead, Fallen};

/// The source of damage. Stays valid after the card has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DamageSource {
    pub kind: KindId,
    pub card: Option<CardRef>,
    pub side: Side,
    /// Whether the card's printed abilities count (a converted troop's do not).
    pub abilities: bool,
}

impl DamageSource {
    /// A card or an item of one side.
    pub fn new(side: Side, kind: KindId, card: Option<CardRef>) -> Self {
        DamageSource {
            kind,
            card,
            side,
            abilities: true,
        }
    }

    /// The standing effects of an enemy that deals damage.
    pub fn standing(self, cards: &CardSet) -> Option<&Standing> {
        (self.side == Side::Enemy && self.abilities)
            .then(|| &cards.kind(self.kind).derived.standing)
    }

    fn enemy_card(self) -> Option<CardRef> {
        self.card.filter(|_| self.side == Side::Enemy)
    }
}

/// Damage on its way to one card.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub target: CardRef,
    pub amount: i16,
    pub nature: Nature,
    pub source: DamageSource,
    /// To how many more troops excess damage may carry (255: all, then the base).
    pub overflow: u8,
    /// The original event that this is part of.
    pub origin: Origin,
}

impl Hit {
    pub fn new(target: CardRef, amount: i16, nature: Nature, source: DamageSource) -> Self {
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
pub(crate) type Batch = ArrayVec<Hit, BATCH>;
const BATCH: usize = 24;

/// A damage event while it happens.
struct DamageEvent<'h> {
    hits: &'h mut Batch,
    /// The troops of the struck lane in the order in which they stood.
    order: ArrayVec<CardRef, 4>,
    base: Option<ToBase>,
}

/// Attack damage that carried past the last troop: how much, by what, in which lane.
type ToBase = (i16, KindId, u8);

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Deals damage to one or more cards at the same time, with everything that follows from it.
    pub(crate) fn deal(&mut self, hits: &mut Batch) {
        if hits.is_empty() || self.state.is_over() {
            return;
        }
        if self.depth >= super::MAX_DEPTH {
            self.incident(Incident::CutChain);
            return;
        }
        self.depth += 1;
        let mut order = ArrayVec::new();
        for hit in hits.iter_mut() {
            hit.origin = self.answered.new_origin();
            if hit.overflow > 0 && order.is_empty() {
                order = self
                    .table()
                    .lane_troops(self.state.board.card(hit.target.slot).lane);
            }
        }
        // Only fights, among cards that lie open, make attacks.
        let is_hidden = |hit: &Hit| hit.nature != Nature::Attack && self.table().is_hidden(hit);
        if hits.iter().any(is_hidden) {
            self.turn_up_targets(hits);
        }
        let base = None;
        let mut event = DamageEvent { hits, order, base };
        self.lessen(&mut event);
        let DamageEvent { hits, base, .. } = event;
        self.mark(hits);
        let mut fallen = Dead::new();
        self.settle_deaths(hits, &mut fallen);
        if let Some((amount, kind, lane)) = base {
            self.damage_base(amount, lane, kind, Way::Overflow);
        }
        self.damaged_triggers(hits, &fallen);
        self.killed_triggers(hits, &fallen);
        self.depth -= 1;
        if self.depth == 0 {
            self.answered.clear();
            self.close_up();
        }
    }

    /// Enemies that are about to be damaged face-down turn up first, all at once, and their reveal
    /// abilities resolve, before anything else happens in the event.
    fn turn_up_targets(&mut self, hits: &[Hit]) {
        let mut shown = ArrayVec::<(CardRef, BoardCard), BATCH>::new();
        for hit in hits {
            if self.table().is_hidden(hit) {
                shown.push((hit.target, self.show(hit.target)));
            }
        }
        while !shown.is_empty() && !self.state.is_over() {
            let next = match self.rules.simultaneous {
                Simultaneous::EnemiesFirst => 0,
                Simultaneous::PlayersChoose => self.choose_next(shown.len(), shown[0].1.lane),
            };
            let (enemy, found) = shown.remove(next);
            self.follow_from_showing(enemy, &found);
        }
    }

    /// Marks all damage of an event at once.
    fn mark(&mut self, hits: &[Hit]) {
        for hit in hits {
            if hit.amount > 0
                && let Some(card) = self.state.board.get_mut(hit.target)
            {
                card.damage = card.damage.saturating_add(hit.amount);
                self.emit_at(hit.target, |target| Event::Damaged {
                    target,
                    amount: hit.amount,
                    source: Some(hit.source.kind),
                    nature: hit.nature,
                });
            }
        }
    }

    /// Abilities of cards that were damaged, or that damaged a troop which survives.
    fn damaged_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for hit in hits.iter().filter(|hit| hit.amount > 0) {
            let dead = fallen.iter().find(|dead| dead.reference == hit.target);
            let (card, last) = match (self.state.board.get(hit.target), dead) {
                (Some(card), _) => (card, None),
                (None, Some(dead)) => (&dead.card, Some(dead.last)),
                (None, None) => continue,
            };
            let (side, lane) = (card.side, card.lane);
            let card = *card;
            let about = EventContext::of_enemy(hit.source.enemy_card());
            self.trigger(&mut list, &card, hit.target, When::Damaged, last, &about);
            match side {
                _ if dead.is_some() => {}
                Side::Enemy => self.about_enemy(&mut list, hit.target, When::EnemyDamaged),
                Side::Troop => {
                    let about = EventContext::of_troop(hit.target);
                    self.source_triggers(&mut list, hit.source, lane, When::DamagesTroop, &about);
                }
            }
        }
        self.resolve(&mut list);
    }

    /// Troops in any lane that respond to something that has happened to an enemy.
    pub(crate) fn about_enemy(&mut self, list: &mut WaitingList, enemy: CardRef, when: When) {
        let lane = self.state.board.card(enemy.slot).lane;
        let about = EventContext::of_enemy(Some(enemy));
        self.trigger_troops(list, lane, when, &about);
    }

    /// Troops in any lane that respond to something that has happened in one, within the range of
    /// their abilities.
    fn trigger_troops(
        &mut self,
        list: &mut WaitingList,
        lane: u8,
        when: When,
        about: &EventContext,
    ) {
        if self.state.triggers.any_troop() & when.bit() == 0 {
            return;
        }
        let about = EventContext {
            happened_in: Some(lane),
            ..*about
        };
        for seat in self.state.seats_from(lane) {
            for troop in self.table().lane_troops(seat) {
                let card = *self.state.board.card(troop.slot);
                self.trigger(list, &card, troop, when, None, &about);
            }
        }
    }

    /// Abilities of the enemy that dealt a hit for a trigger, even if it died in the same event.
    fn source_triggers(
        &mut self,
        list: &mut WaitingList,
        source: DamageSource,
        lane: u8,
        when: When,
        about: &EventContext,
    ) {
        if !self.table().acts(&source, when) {
            return;
        }
        let reference = source.card.unwrap_or_default();
        let card = BoardCard {
            face_up: true,
            ..BoardCard::enemy(source.kind, lane, &self.kind(source.kind).derived)
        };
        self.trigger(list, &card, reference, when, None, about);
    }

    /// Abilities triggered by a kill: of the killer, the dead card, and others in the lane.
    fn killed_triggers(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for dead in fallen {
            let corpse = dead.corpse();
            if let (Side::Troop, Some(source)) = (dead.card.side, dead.killer) {
                let about = EventContext::of_corpse(corpse);
                self.source_triggers(&mut list, source, dead.card.lane, When::KillsTroop, &about);
            }
        }
        for dead in fallen {
            let (card, last) = (&dead.card, Some(dead.last));
            let about = &EventContext::default();
            self.trigger(&mut list, card, dead.reference, When::Killed, last, about);
            if card.side == Side::Troop {
                let about = EventContext::of_corpse(dead.corpse());
                self.trigger_troops(&mut list, card.lane, When::TroopKilled, &about);
            }
        }
        self.resolve(&mut list);
        self.burn_the_dead(hits, fallen);
    }

    /// "Damages a troop" effects on troops that died of it come last, after their own triggers.
    fn burn_the_dead(&mut self, hits: &[Hit], fallen: &[Fallen]) {
        let mut list = WaitingList::new();
        for dead in fallen.iter().filter(|dead| dead.card.side == Side::Troop) {
            let about = EventContext::of_corpse(dead.corpse());
            let hits = hits.iter().filter(|hit| hit.target == dead.reference);
            for hit in hits.filter(|hit| hit.amount > 0) {
                let lane = dead.card.lane;
                self.source_triggers(&mut list, hit.source, lane, When::DamagesTroop, &about);
            }
        }
        self.resolve(&mut list);
    }
}

impl Table<'_> {
    /// Whether a hit is about to damage a face-down card.
    #[inline]
    fn is_hidden(self, hit: &Hit) -> bool {
        let target = self.state.board.get(hit.target);
        hit.amount > 0 && target.is_some_and(|card| !card.face_up)
    }

    /// Whether a card on the board has damage enough to die.
    #[inline(always)]
    pub(crate) fn is_lethal(self, card: CardRef) -> bool {
        let found = self.state.board.get(card);
        found.is_some_and(|found| found.damage > 0 && self.would_kill(found.damage, card))
    }

    /// Whether a card on the board dies of this much damage.
    fn would_kill(self, damage: i16, card: CardRef) -> bool {
        let hp = self.total_hp(card);
        match self.rules.rulings.lethal {
            Lethal::AtLeast => damage >= hp,
            Lethal::Exceed => damage > hp,
        }
    }

    /// Whether the enemy that dealt a hit has a trigger.
    #[inline]
    fn acts(self, source: &DamageSource, when: When) -> bool {
        source.side == Side::Enemy
            && source.abilities
            && self.kind(source.kind).derived.in_lane & when.bit() != 0
    }
}

impl Fallen {
    /// The dead troop in a discard pile; `None` for enemies.
    fn corpse(&self) -> Option<Corpse> {
        (self.card.owner != u8::MAX && self.card.side == Side::Troop).then_some(Corpse {
            kind: self.card.kind,
            owner: self.card.owner,
        })
    }
}
