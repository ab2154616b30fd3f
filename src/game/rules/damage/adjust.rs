//! From proposed to marked damage: additions, reductions, prevention, redirection and overflow to
//! the next troop.

use super::{DamageEvent, Hit};
use crate::observe::{Event, Incident, Nature, Observer};
use crate::play::{Choice, Decision, Policy};
use crate::queries;
use crate::rules::abilities::{EventContext, Resolution, Turn, abilities_on_board};
use crate::rules::{Game, Table};
use crate::state::{CardRef, Side};
use cards::ability::{Ability, When, Whose};
use cards::ruleset::{ForcedFirst, Lethal, OverflowBasis};
use cards::{Derived, KindId};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Computes every hit of an event; redirected and carried damage joins the event.
    pub(super) fn lessen(&mut self, event: &mut DamageEvent<'_>) {
        let mut index = 0;
        while index < event.hits.len() && !self.state.is_over() {
            let target = event.hits[index].target;
            let found = self.state.board.get(target);
            match found.map(|card| (card.side, card.lane)) {
                None => event.hits[index].amount = 0,
                Some((Side::Enemy, lane)) => {
                    let amount = self.damage_to_enemy(&event.hits[index], lane, event);
                    event.hits[index].amount = amount;
                }
                Some((Side::Troop, _)) => {
                    if event.hits[index].amount > 0
                        && self.table().anyone_listens(When::WouldBeDamaged)
                    {
                        self.take_answers(event, index);
                    }
                    if event.hits[index].amount > 0 && event.hits[index].overflow > 0 {
                        self.carry_over(event, index);
                    }
                }
            }
            index += 1;
        }
    }

    /// Applies additions to damage to an enemy, and standing reductions of the enemies that reach
    /// its lane.
    fn damage_to_enemy(&mut self, hit: &Hit, lane: u8, event: &DamageEvent<'_>) -> i16 {
        let mut amount = hit.amount;
        if hit.nature == Nature::OwnAbility && amount > 0 {
            amount = amount.saturating_add(self.table().ability_damage_bonus(lane, event));
        }
        let reaching = match self.cards.has_table_wide_aura {
            true => 0..self.state.players,
            false => lane..lane + 1,
        };
        reaching.fold(amount, |left, from| {
            self.reduce_by_lane(hit.target, left, lane, from)
        })
    }

    /// The reduction of damage in `lane` by the enemies of the lane `from`; never below 0.
    fn reduce_by_lane(&mut self, target: CardRef, amount: i16, lane: u8, from: u8) -> i16 {
        let mut left = amount;
        if self.state.triggers.enemies(from) & Derived::REDUCES_DAMAGE == 0 {
            return left;
        }
        for index in 0..self.state.lanes[from as usize].enemies.len() {
            let slot = self.state.lanes[from as usize].enemies.as_slice()[index];
            let card = *self.state.board.card(slot);
            let standing = &self.kind(card.kind).derived.standing;
            let here = if from == lane {
                standing.suffer_less
            } else {
                0
            };
            let less = here + standing.suffer_less_everywhere;
            if less == 0 || left == 0 || !queries::passive_works(&card, self.rules) {
                continue;
            }
            let taken_off = less.min(left);
            left -= taken_off;
            self.report_lessened(target, taken_off, card.kind, false);
        }
        left
    }

    fn report_lessened(&mut self, target: CardRef, amount: i16, by: KindId, redirected: bool) {
        if O::ACTIVE && amount > 0 && self.state.board.get(target).is_some() {
            let target = self.table().at(target);
            self.emit(Event::DamageLessened {
                target,
                amount,
                by,
                redirected,
            });
        }
    }

    /// Lets abilities respond to damage to a troop: the forced ones, then those that players
    /// choose.
    fn take_answers(&mut self, event: &mut DamageEvent<'_>, index: usize) {
        let forced_first = self.rules.rulings.forced_first == ForcedFirst::ForcedFirst;
        if forced_first {
            self.forced_answers(event, index);
        }
        self.players_answers(event, index);
        if !forced_first && self.forced_answers(event, index) {
            self.players_answers(event, index);
        }
    }

    /// Lets players respond to damage to a troop until all have passed or no damage is left.
    fn players_answers(&mut self, event: &mut DamageEvent<'_>, index: usize) {
        let owner = self
            .state
            .board
            .get(event.hits[index].target)
            .map_or(0, |card| card.lane);
        let mut turn = Turn::starting_with(owner);
        while event.hits[index].amount > 0 {
            let hit = event.hits[index];
            let decision = Decision::AnswerDamage {
                troop: hit.target,
                amount: hit.amount,
                enemy: hit
                    .source
                    .enemy_card()
                    .filter(|card| self.state.board.get(*card).is_some()),
                source: hit.source.kind,
                nature: hit.nature,
            };
            let about = about_damage(&hit);
            let Some((seat, choice)) =
                self.next_answer(&mut turn, When::WouldBeDamaged, decision, &about)
            else {
                break;
            };
            if matches!(choice, Choice::OnBoard { .. }) {
                self.answered.note(hit.origin, choice);
            }
            let user = self.table().user_of(seat, choice);
            let user_card = user.and_then(|user| user.card);
            let Some(run) = self.use_chosen(seat, choice, about) else {
                break;
            };
            self.take_answer(event, index, &run, user_card);
            if self.state.board.get(hit.target).is_none() {
                event.hits[index].amount = 0;
            }
        }
    }

    /// Abilities of the troop itself that must be used. Returns whether there were any.
    fn forced_answers(&mut self, event: &mut DamageEvent<'_>, index: usize) -> bool {
        let target = event.hits[index].target;
        let card = *self.state.board.card(target.slot);
        let listens = card.facts.ready & When::WouldBeDamaged.bit() != 0;
        if event.hits[index].amount <= 0 || !listens {
            return false;
        }
        let is_forced = |ability: &Ability| {
            let holds = queries::holds(ability.condition, self.state, Some(&card), card.lane);
            !ability.optional && ability.whose == Whose::This && holds
        };
        let about = about_damage(&event.hits[index]);
        let mut abilities = abilities_on_board(self.cards, &card, target, When::WouldBeDamaged);
        let forced = abilities.find(|(_, ability)| is_forced(ability));
        let usable = forced.filter(|(user, ability)| self.table().is_usable(user, ability, &about));
        let Some((user, ability)) = usable else {
            return false;
        };
        let run = self.carry_out(user, ability, about, Nature::OwnAbility);
        self.take_answer(event, index, &run, user.card);
        true
    }

    /// Applies the result of a response to the damage.
    fn take_answer(
        &mut self,
        event: &mut DamageEvent<'_>,
        index: usize,
        run: &Resolution,
        user_card: Option<CardRef>,
    ) {
        let hit = event.hits[index];
        event.hits[index].amount = run.about.amount;
        self.report_lessened(hit.target, run.prevented, run.user.kind, false);
        if run.redirected > 0
            && let Some(card) = user_card
        {
            self.report_lessened(hit.target, run.redirected, run.user.kind, true);
            let redirected = Hit {
                target: card,
                amount: run.redirected,
                overflow: 0,
                ..hit
            };
            if event.hits.try_push(redirected).is_err() {
                self.incident(Incident::Overflow);
            }
        }
    }

    /// Attack damage beyond a troop's HP carries on to the next troop in the order as it stood,
    /// and past the last one to the base.
    fn carry_over(&mut self, event: &mut DamageEvent<'_>, index: usize) {
        let hit = event.hits[index];
        let Some(card) = self.state.board.get(hit.target) else {
            return;
        };
        let lane = card.lane;
        let excess = self.table().excess(hit.target, hit.amount);
        if excess <= 0 {
            return;
        }
        let next = event
            .order
            .iter()
            .copied()
            .skip_while(|troop| *troop != hit.target)
            .skip(1)
            .find(|troop| {
                let struck = event
                    .hits
                    .iter()
                    .any(|other| other.target == *troop && is_attack(other.nature));
                self.state.board.get(*troop).is_some() && !struck
            });
        match next {
            Some(target) => {
                let overflow = if hit.overflow == u8::MAX {
                    u8::MAX
                } else {
                    hit.overflow - 1
                };
                let mut carried = Hit::new(target, excess, Nature::Overflow, hit.source);
                carried.overflow = overflow;
                if event.hits.try_push(carried).is_err() {
                    self.incident(Incident::Overflow);
                }
            }
            None if hit.overflow == u8::MAX => event.base = Some((excess, hit.source.kind, lane)),
            None => return,
        }
        event.hits[index].amount = self.table().kept_of(hit.amount, excess);
    }
}

impl Table<'_> {
    /// What troops in the lane add to damage by abilities and items. A troop that dies in the
    /// same event does not.
    fn ability_damage_bonus(self, lane: u8, event: &DamageEvent<'_>) -> i16 {
        let mut bonus = 0;
        for slot in self.state.lanes[lane as usize].troops.as_slice() {
            let more = self
                .kind(self.state.board.card(*slot).kind)
                .derived
                .standing
                .ability_damage_more;
            if more != 0 && !self.is_doomed(self.state.board.card_ref(*slot), event) {
                bonus += more;
            }
        }
        bonus
    }

    fn is_doomed(self, card: CardRef, event: &DamageEvent<'_>) -> bool {
        let coming: i16 = event
            .hits
            .iter()
            .filter(|hit| hit.target == card)
            .fold(0, |sum, hit| sum.saturating_add(hit.amount));
        let suffered = self.state.board.card(card.slot).damage;
        coming > 0 && self.would_kill(suffered.saturating_add(coming), card)
    }

    /// By how much attack damage is more than a troop's HP; less than 0 if HP are left.
    fn excess(self, troop: CardRef, amount: i16) -> i16 {
        let total = self.total_hp(troop);
        let room = match self.rules.rulings.overflow_basis {
            OverflowBasis::RemainingHp => (total - self.state.board.card(troop.slot).damage).max(0),
            OverflowBasis::TotalHp => total,
        };
        amount - room
    }

    /// The troop keeps what kills it; the rest of the damage carries on.
    fn kept_of(self, amount: i16, excess: i16) -> i16 {
        let room = amount - excess;
        let fatal = match self.rules.rulings.lethal {
            Lethal::AtLeast => room,
            Lethal::Exceed => room.saturating_add(1),
        };
        amount.min(fatal)
    }
}

fn is_attack(nature: Nature) -> bool {
    matches!(
        nature,
        Nature::Attack | Nature::FurtherHit | Nature::Overflow
    )
}

fn about_damage(hit: &Hit) -> EventContext {
    EventContext {
        enemy: hit.source.enemy_card(),
        troop: Some(hit.target),
        damage: Some((hit.nature, hit.source)),
        amount: hit.amount,
        origin: hit.origin,
        ..EventContext::default()
    }
}
