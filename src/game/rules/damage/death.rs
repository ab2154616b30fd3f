//! Death: which cards would be killed, which are saved, and how the dead leave.

use super::{DamageSource, Hit};
use crate::observe::{Cause, Event, Nature, Observer, Way};
use crate::play::{Decision, Policy};
use crate::queries;
use crate::rules::abilities::{EventContext, LastValues, Turn, abilities_on_board};
use crate::rules::zones::Leaving;
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef, Side};
use arrayvec::ArrayVec;
use cards::KindId;
use cards::ability::{Ability, When};
use cards::ruleset::Burned;

/// A card that has been killed, as it was when it died.
#[derive(Clone, Copy)]
pub(crate) struct Fallen {
    pub card: BoardCard,
    pub reference: CardRef,
    pub last: LastValues,
    /// Who killed it; `None` for a lost bonus.
    pub killer: Option<DamageSource>,
}

/// Cards with damage enough to die, each with who did it.
type Doomed = ArrayVec<(CardRef, Option<DamageSource>), 16>;

/// Cards that die in one event.
pub(crate) type Dead = ArrayVec<Fallen, 16>;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Determines which cards die; the dead leave their lanes.
    pub(super) fn settle_deaths(&mut self, hits: &[Hit], fallen: &mut Dead) {
        let mut doomed = Doomed::new();
        for hit in hits {
            if hit.amount > 0
                && self.table().is_lethal(hit.target)
                && !doomed.iter().any(|(card, _)| *card == hit.target)
            {
                let _ = doomed.try_push((hit.target, Some(hit.source)));
            }
        }
        if !doomed.is_empty() {
            self.bury(&mut doomed, fallen);
        }
    }

    /// Applies replacements of death, then lets the rest die: enemies and troops front to back.
    fn bury(&mut self, doomed: &mut Doomed, fallen: &mut Dead) {
        self.table().put_in_order_of_death(doomed);
        let mut escaped = 0u16;
        for (index, (card, _)) in doomed.iter().enumerate() {
            if self.escapes_death(*card) {
                escaped |= 1 << index;
            }
        }
        for (index, (card, killer)) in doomed.iter().enumerate() {
            if escaped & (1 << index) == 0 {
                fallen.push(Fallen {
                    card: *self.state.board.card(card.slot),
                    reference: *card,
                    last: self.table().last_values(*card),
                    killer: *killer,
                });
            }
        }
        for dead in &*fallen {
            self.leave_dead(dead.reference, dead.killer.map(|killer| killer.kind));
        }
    }

    /// A card leaves its lane because it has been killed.
    #[inline(always)]
    pub(crate) fn leave_dead(&mut self, reference: CardRef, killer: Option<KindId>) {
        let card = *self.state.board.card(reference.slot);
        self.emit_at(reference, |target| Event::Killed {
            target,
            source: killer,
        });
        if card.side == Side::Enemy {
            self.state.lanes[card.lane as usize].kills += 1;
        }
        let way = match killer {
            Some(_) => Way::Fight,
            None => Way::LostBonus,
        };
        let place = self.leave_lane(reference, Leaving::Killed);
        self.send_home(&card, place, Cause { kind: killer, way });
    }

    /// Whether something keeps a card from being killed: its own forced ability, or a player's choice.
    fn escapes_death(&mut self, card: CardRef) -> bool {
        let found = self.state.board.card(card.slot);
        let (side, listens) = (found.side, self.table().listens(found, When::WouldBeKilled));
        let opens = side == Side::Troop && self.table().anyone_listens(When::WouldBeKilled);
        (listens && self.forced_escape(card)) || (opens && self.is_saved(card))
    }

    fn forced_escape(&mut self, card: CardRef) -> bool {
        let found = *self.state.board.card(card.slot);
        let mut abilities = abilities_on_board(self.cards, &found, card, When::WouldBeKilled);
        let escape = abilities.find(|(user, ability)| {
            let holds = queries::holds(ability.condition, self.state, Some(&found), found.lane);
            !ability.optional && holds && !self.table().is_used_up(user, ability)
        });
        let Some((user, ability)) = escape else {
            return false;
        };
        let nature = Nature::of_ability(found.side);
        self.carry_out(user, ability, EventContext::default(), nature);
        self.note_escape(card, ability, user.kind);
        true
    }

    /// Whether a player saves a troop.
    fn is_saved(&mut self, troop: CardRef) -> bool {
        let lane = self.state.board.card(troop.slot).lane;
        let about = EventContext::of_troop(troop);
        let mut turn = Turn::starting_with(lane);
        let decision = Decision::Save { troop };
        let Some((seat, choice)) =
            self.next_answer(&mut turn, When::WouldBeKilled, decision, &about)
        else {
            return false;
        };
        let user = self.table().user_of(seat, choice);
        self.use_chosen(seat, choice, about);
        if let Some(user) = user {
            let ability = &self.kind(user.kind).abilities[user.ability as usize];
            self.note_escape(troop, ability, user.kind);
        }
        true
    }

    /// A card sent to the end of its lane instead of dying takes no further part in the exchange.
    fn note_escape(&mut self, card: CardRef, ability: &Ability, by: KindId) {
        if ability.moves() {
            let _ = self.sent_back.try_push(card);
        }
        self.emit_at(card, |target| Event::Survived { target, by });
    }

    /// Kills an enemy without damage; it may still escape.
    pub(crate) fn kill_outright(&mut self, card: CardRef, source: DamageSource) {
        if self.state.board.get(card).is_none() {
            return;
        }
        let mut doomed = Doomed::new();
        doomed.push((card, Some(source)));
        self.die_apart_from_damage(&mut doomed);
    }

    /// Troops that have lost an HP bonus may now have lethal damage: they die, killed by no card.
    pub(crate) fn check_lost_hp(&mut self) {
        let mut doomed = Doomed::new();
        for lane in 0..self.state.players {
            for troop in self.table().troops_of_lane(lane) {
                if self.table().is_lethal(troop) {
                    let _ = doomed.try_push((troop, None));
                }
            }
        }
        if !doomed.is_empty() {
            self.die_apart_from_damage(&mut doomed);
        }
    }

    fn die_apart_from_damage(&mut self, doomed: &mut Doomed) {
        self.depth += 1;
        let mut fallen = Dead::new();
        self.bury(doomed, &mut fallen);
        self.killed_triggers(&[], &fallen);
        self.depth -= 1;
        if self.depth == 0 {
            self.close_up();
        }
    }

    /// Burns a troop that is not dead. Whether that counts as killing it is a ruling.
    pub(crate) fn burn_alive(&mut self, troop: CardRef, source: DamageSource, cause: Cause) {
        let last = self.table().last_values(troop);
        let card = *self.state.board.card(troop.slot);
        self.burn_from_lane(troop, cause);
        if self.rules.rulings.burned == Burned::Killed {
            let fallen = [Fallen {
                card,
                reference: troop,
                last,
                killer: Some(source),
            }];
            self.depth += 1;
            self.killed_triggers(&[], &fallen);
            self.depth -= 1;
        }
        self.check_lost_hp();
    }
}

impl Table<'_> {
    /// Enemies, then troops, each lane by lane and front to back.
    fn put_in_order_of_death(self, doomed: &mut Doomed) {
        doomed.sort_by_key(|(card, _)| {
            let found = self.state.board.card(card.slot);
            let is_troop = found.side == Side::Troop;
            (is_troop, found.lane, self.state.position(*card))
        });
    }

    /// The stats of a card, if its own triggers need them.
    #[inline(always)]
    fn last_values(self, card: CardRef) -> LastValues {
        let found = self.state.board.card(card.slot);
        if found.facts.triggers & (When::Killed.bit() | When::Damaged.bit()) != 0 {
            LastValues {
                power: self.power(card),
                total_hp: self.total_hp(card),
                position: self.state.position(card).unwrap_or(0) as u8,
            }
        } else {
            LastValues::default()
        }
    }
}
