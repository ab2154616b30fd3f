//! What effects do.

use super::discards::Salvage;
use super::{Corpse, Resolution};
use crate::observe::{CardPlace, Cause, Event, Incident, Observer, Way};
use crate::play::{Choice, Decision, Policy};
use crate::rules::damage::{Batch, DamageSource, Hit};
use crate::rules::deployment::has_free_zone;
use crate::rules::zones::Leaving;
use crate::rules::{Game, Table};
use crate::state::{BoardCard, CardRef, MAX_PLAYERS, Side};
use arrayvec::ArrayVec;
use cards::ability::{Amount, Destination, Effect, Lasts, Pick, Quantity, Target, When};
use cards::ruleset::TopTroop;
use cards::{Class, KindId};

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Carries out one effect of an ability.
    pub(crate) fn apply(&mut self, effect: &Effect, run: &mut Resolution) {
        let cause = Cause::card(run.user.kind, Way::Ability);
        match *effect {
            Effect::Damage { amount, to } => {
                // No damage is dealt, so nobody is chosen and nothing is turned up.
                if amount.quantity != Some(Quantity::TargetPower)
                    && self.table().amount(amount, run, None) == 0
                {
                    return;
                }
                let targets = self.targets(run, to, *effect);
                let source = self.table().source_of(run);
                let mut batch = Batch::default();
                for card in targets.as_slice() {
                    let amount = self.table().amount(amount, run, Some(*card));
                    batch.push(Hit::new(*card, amount, run.nature, source));
                }
                self.deal(&mut batch);
            }
            Effect::DamageBase { amount } => {
                let amount = self.table().amount(amount, run, None);
                self.damage_base(amount, run.user.lane, run.user.kind, Way::Ability);
            }
            Effect::Heal { amount, to } => {
                for card in self.targets(run, to, *effect).as_slice() {
                    let amount = self.table().amount(amount, run, Some(*card));
                    run.healed += self.heal(*card, amount);
                }
            }
            Effect::HealTo { hp } => {
                let hp = self.table().amount(hp, run, None);
                if let Some(card) = self.table().subject(run) {
                    let damage = self.state.board.card(card.slot).damage;
                    let left = self.table().total_hp(card) - hp;
                    self.heal(card, damage.saturating_sub(left));
                }
            }
            Effect::Prevent { amount, up_to } => {
                let prevented = self.share_of_damage(amount, up_to, false, run);
                run.prevented += prevented;
                run.about.amount -= prevented;
            }
            Effect::Redirect { amount, up_to } => {
                let redirected = self.share_of_damage(amount, up_to, true, run);
                run.redirected += redirected;
                run.about.amount -= redirected;
            }
            Effect::Move { who, to } => {
                for card in self.targets(run, who, *effect).as_slice() {
                    self.move_card(*card, to, run);
                }
            }
            Effect::ReverseLane => {
                let lane = run.user.lane;
                self.state.lanes[lane as usize]
                    .troops
                    .as_mut_slice()
                    .reverse();
                self.emit(Event::Reordered {
                    side: Side::Troop,
                    lane,
                });
            }
            Effect::Burn { who } => self.burn_target(run, who, *effect, cause),
            Effect::DiscardThis => {
                if let Some(card) = self.table().subject_on_board(run) {
                    self.discard_from_lane(card, cause);
                }
            }
            Effect::DiscardItems { of } => {
                for card in self.targets(run, of, *effect).as_slice() {
                    while self.table().carries_items(*card) {
                        self.discard_item(*card, 0, cause);
                    }
                }
                self.check_lost_hp();
            }
            Effect::BurnItems { of } => {
                for card in self.targets(run, of, *effect).as_slice() {
                    self.burn_items(*card, run, cause);
                }
                self.check_lost_hp();
            }
            Effect::BecomeEnemy { who } => self.convert(run, who, cause),
            Effect::BecomeTroop => self.become_troop(run, cause),
            Effect::AddEnemies { count, wave } => {
                for _ in 0..self.table().amount(count, run, None) {
                    self.add_enemy(run.user.lane, wave, cause);
                }
            }
            Effect::CancelReveal => {
                run.cancelled = true;
                if let Some(enemy) = run.about.enemy {
                    self.emit_at(enemy, |at| Event::RevealCancelled {
                        kind: at.kind,
                        lane: at.lane,
                    });
                }
            }
            Effect::Kill { who } => {
                for card in self.targets(run, who, *effect).as_slice() {
                    let source = self.table().source_of(run);
                    self.kill_outright(*card, source);
                }
            }
            Effect::GainPower { amount, who, lasts } | Effect::LosePower { amount, who, lasts } => {
                let loses = matches!(effect, Effect::LosePower { .. });
                for card in self.targets(run, who, *effect).as_slice() {
                    let amount = self.table().amount(amount, run, Some(*card));
                    self.gain_power(*card, if loses { -amount } else { amount }, lasts);
                }
            }
            Effect::DrawCards { count } => {
                for _ in 0..self.table().amount(count, run, None) {
                    self.make_deck_ready(run.user.seat);
                    if !self.state.seats[run.user.seat as usize].deck.is_empty() {
                        self.draw_to_hand(run.user.seat, 1, cause);
                    }
                }
            }
            Effect::StrikeFirst => {
                let when = self.kind(run.user.kind).abilities[run.user.ability as usize].when;
                if when == When::Attacks {
                    run.strikes_first = true;
                } else if let Some(card) = run
                    .user
                    .card
                    .and_then(|card| self.state.board.get_mut(card))
                {
                    card.strikes_first = true;
                }
            }
            Effect::ExtraDamage { amount } => {
                let more = self.table().amount(amount, run, None);
                run.extra_damage = run.extra_damage.saturating_add(more);
            }
            Effect::GainResources { amount } => {
                let gained = self.table().amount(amount, run, None) as u16;
                self.gain_resources(run.user.seat, gained);
            }
            Effect::ReturnDiscarded { goods } => self.salvage(goods, Salvage::ToHand, run, cause),
            Effect::EquipDiscarded { goods } => self.salvage(goods, Salvage::Equip, run, cause),
            // Reductions are computed by the purchase phase.
            Effect::CostLess { .. } => {}
            // Standing effects are queried, not carried out.
            Effect::Bonus { .. }
            | Effect::ItemBonus { .. }
            | Effect::SufferLess { .. }
            | Effect::AbilityDamageMore { .. }
            | Effect::Overflow { .. }
            | Effect::HitTroops { .. }
            | Effect::Unpreventable
            | Effect::NotRedirectable
            | Effect::NeverEquips
            | Effect::DeploysAsInstant
            | Effect::Untargetable => {}
        }
    }

    /// How much of the pending damage an effect averts; for "up to", the player chooses.
    fn share_of_damage(
        &mut self,
        amount: Amount,
        up_to: bool,
        suffered: bool,
        run: &Resolution,
    ) -> i16 {
        let about = run.about;
        let most = self
            .table()
            .amount(amount, run, about.troop)
            .min(about.amount);
        let Some(troop) = about.troop.filter(|_| up_to && most > 1) else {
            return most;
        };
        let decision = Decision::Amount {
            kind: run.user.kind,
            user: run.user.card,
            troop,
            damage: about.amount,
            suffered,
        };
        let shares = (1..=most).rev();
        let chosen = self.choose(run.user.seat, decision, shares, Choice::Amount);
        chosen.unwrap_or(most)
    }

    /// Takes damage off a card; returns how much.
    fn heal(&mut self, card: CardRef, amount: i16) -> i16 {
        let Some(found) = self.state.board.get_mut(card) else {
            return 0;
        };
        // A card can also end with more damage than before: "left with n HP" is exact.
        let healed = amount.min(found.damage);
        if healed == 0 {
            return 0;
        }
        found.damage -= healed;
        self.emit_at(card, |target| Event::Healed {
            target,
            amount: healed,
        });
        healed
    }

    fn move_card(&mut self, card: CardRef, to: Destination, run: &Resolution) {
        if self.state.board.get(card).is_none() {
            return;
        }
        match to {
            Destination::End => self.move_to_end(card),
            Destination::Front => self.move_to_front(card),
            Destination::FrontOfAnyLane => self.move_to_front_of_any_lane(card, run),
        }
    }

    /// Moves a troop, items and damage included, to the front of its own or another lane with room.
    fn move_to_front_of_any_lane(&mut self, card: CardRef, run: &Resolution) {
        let home = self.state.board.card(card.slot).lane;
        let others = (0..self.state.players).filter(|lane| *lane != home);
        let free = others.filter(|lane| self.state.lanes[*lane as usize].has_free_zone());
        let lanes: ArrayVec<u8, MAX_PLAYERS> = std::iter::once(home).chain(free).collect();
        let kind = run.user.kind;
        let decision = Decision::TargetLane { kind };
        let chosen = self.choose(run.user.seat, decision, lanes.into_iter(), Choice::Lane);
        let lane = chosen.unwrap_or(home);
        if lane == home {
            self.move_to_front(card);
            return;
        }
        let position = self.state.position(card).expect("the troop is in its lane");
        self.state.lanes[home as usize].troops.remove(position);
        self.state.triggers.troops_changed(home);
        self.note_move_up(Side::Troop, home, position, Leaving::Otherwise);
        self.state.lanes[lane as usize].troops.insert(0, card.slot);
        let found = self.state.board.card_mut(card.slot);
        found.lane = lane;
        found.owner = lane;
        let kind = found.kind;
        let triggers = found.facts.triggers;
        self.state.triggers.enter_troops(lane, triggers);
        self.note_advance_by_effect(card);
        let from = CardPlace::Lane {
            lane: home,
            position: position as u8,
        };
        let cause = Cause::card(run.user.kind, Way::Ability);
        self.moved(kind, from, CardPlace::Lane { lane, position: 0 }, cause);
        self.check_lost_hp();
    }

    fn burn_target(&mut self, run: &mut Resolution, who: Target, effect: Effect, cause: Cause) {
        if let (Pick::ThatTroop, Some(corpse)) = (who.pick, run.about.corpse) {
            self.burn_from_discard(corpse.owner, corpse.kind, cause);
            return;
        }
        for card in self.targets(run, who, effect).as_slice() {
            if self.state.board.get(*card).is_some() {
                self.burn_alive(*card, self.table().source_of(run), cause);
            }
        }
    }

    fn burn_items(&mut self, troop: CardRef, run: &mut Resolution, cause: Cause) {
        while self.table().carries_items(troop) {
            let at = self.table().at(troop);
            let kind = self.unequip(troop, 0);
            self.burn(kind, at.equipped(), cause);
            run.cards_burned += 1;
        }
    }

    /// A troop out of a discard pile becomes an enemy at the end of the lane: face-up, undamaged, without
    /// abilities.
    fn convert(&mut self, run: &mut Resolution, who: Target, cause: Cause) {
        let lane = run.user.lane;
        let corpse = match who.pick {
            Pick::UppermostDiscardedTroop => self.table().uppermost_troop(lane),
            _ => run.about.corpse,
        };
        if let Some(Corpse { kind, owner }) = corpse
            && self.state.take_discarded(owner, kind)
        {
            let card = BoardCard {
                kind,
                side: Side::Enemy,
                lane,
                owner,
                face_up: true,
                converted: true,
                ..BoardCard::default()
            };
            self.place_enemy(card, CardPlace::Discard(owner), cause);
        }
    }

    fn become_troop(&mut self, run: &Resolution, cause: Cause) {
        let seat = run.user.seat;
        if let Some((lane, position)) = self.choose_zone(seat, run.user.kind) {
            self.take_from_hand(seat, run.user.kind);
            self.place_troop(lane, position, run.user.kind, CardPlace::Hand(seat), cause);
            self.check_lost_hp();
        }
    }

    /// Lets a player choose a lane with a free zone and a position in it.
    pub(crate) fn choose_zone(&mut self, seat: u8, kind: KindId) -> Option<(u8, usize)> {
        let lane = self.choose_lane(seat, seat, Decision::DeployLane { kind }, has_free_zone)?;
        let troops = self.state.lanes[lane as usize].troops.len() as u8;
        let decision = Decision::DeployPosition { kind, lane };
        let positions = (0..=troops).rev();
        let position = self.choose(seat, decision, positions, Choice::Position)?;
        Some((lane, position as usize))
    }

    /// Adds a face-down enemy at the end of a lane, unless the lane has been fought to its end.
    ///
    /// A named wave's deck gives no bosses: one that turns up goes to the discard pile and the
    /// next card is taken.
    fn add_enemy(&mut self, lane: u8, wave: Option<u8>, cause: Cause) {
        if self.state.lanes[lane as usize].fought {
            return;
        }
        let from_wave = wave.unwrap_or_else(|| self.state.wave());
        if wave.is_some() && self.table().only_bosses_left(from_wave) {
            self.incident(Incident::EmptyEncounterDraw);
            return;
        }
        for _ in 0..crate::state::ENCOUNTER_PILE {
            let Some(kind) = self.draw_encounter(from_wave) else {
                return;
            };
            if wave.is_some() && self.kind(kind).class == Class::Boss {
                self.discard_enemy_card(kind, CardPlace::EncounterDeck(from_wave), cause);
                self.after_encounter_draw(from_wave);
                continue;
            }
            let card = BoardCard::enemy(kind, lane, &self.kind(kind).derived);
            self.place_enemy(card, CardPlace::EncounterDeck(from_wave), cause);
            self.after_encounter_draw(from_wave);
            return;
        }
    }

    fn gain_power(&mut self, card: CardRef, amount: i16, lasts: Lasts) {
        let Some(found) = self.state.board.get_mut(card) else {
            return;
        };
        let gain = |gained: &mut i16| *gained = gained.saturating_add(amount);
        match lasts {
            Lasts::NextAttack => gain(&mut found.attack_power),
            Lasts::Round => gain(&mut found.round_power),
            Lasts::Kept => gain(&mut found.kept_power),
            Lasts::ThisEnemy => self.state.gain_duel_power(card.slot, amount),
        }
        self.emit_at(card, |target| Event::PowerGained {
            target,
            amount,
            lasts,
        });
    }
}

impl Table<'_> {
    fn carries_items(self, card: CardRef) -> bool {
        let found = self.state.board.get(card);
        found.is_some_and(|card| card.items > 0)
    }

    /// The card as a source of damage.
    fn source_of(self, run: &Resolution) -> DamageSource {
        let side = match self.kind(run.user.kind).class.is_enemy() {
            true => Side::Enemy,
            false => Side::Troop,
        };
        DamageSource::new(side, run.user.kind, run.user.card)
    }

    /// The card that is saved from death: the troop in danger, or the enemy itself.
    fn subject(self, run: &Resolution) -> Option<CardRef> {
        run.about
            .troop
            .or(run.user.card)
            .filter(|card| self.state.board.get(*card).is_some())
    }

    fn subject_on_board(self, run: &Resolution) -> Option<CardRef> {
        run.user
            .card
            .filter(|card| self.state.board.get(*card).is_some())
    }

    /// The uppermost troop of a player's discard pile.
    fn uppermost_troop(self, owner: u8) -> Option<Corpse> {
        let pile = self.state.seats[owner as usize].discard.cards();
        let is_troop = |kind: &&KindId| self.kind(**kind).class == Class::Troop;
        let kind = match self.rules.rulings.top_troop {
            TopTroop::UppermostTroop => pile.iter().rev().find(is_troop).copied(),
            TopTroop::TopCard => pile.last().filter(is_troop).copied(),
        }?;
        Some(Corpse { kind, owner })
    }

    /// Whether a wave's deck and discard pile hold bosses and nothing else.
    fn only_bosses_left(self, wave: u8) -> bool {
        let encounter = &self.state.encounters[wave as usize - 1];
        let mut left = encounter
            .deck
            .cards()
            .iter()
            .chain(encounter.discard.cards())
            .peekable();
        left.peek().is_some() && left.all(|kind| self.kind(*kind).class == Class::Boss)
    }
}
