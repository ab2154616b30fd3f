//! The amount of an effect when it happens.

use super::Resolution;
use crate::observe::Observer;
use crate::play::Policy;
use crate::queries::small;
use crate::rules::Game;
use crate::state::CardRef;
use cards::ability::{Amount, Quantity};

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// The value of an amount for an ability being carried out; never below 0. Mostly it is a
    /// number.
    #[inline]
    pub(crate) fn amount(&self, amount: Amount, run: &Resolution, target: Option<CardRef>) -> i16 {
        match amount.quantity {
            None => amount.plus.max(0),
            Some(quantity) => self.amount_of(quantity, amount, run, target),
        }
    }

    #[inline(never)]
    fn amount_of(
        &self,
        quantity: Quantity,
        amount: Amount,
        run: &Resolution,
        target: Option<CardRef>,
    ) -> i16 {
        let lane = &self.state.lanes[run.user.lane as usize];
        let value = match quantity {
            Quantity::Wave => i16::from(self.state.wave()),
            Quantity::OwnPower => self.own_power(run),
            Quantity::TargetPower => target
                .filter(|card| self.state.board.get(*card).is_some())
                .map_or(0, |card| self.power(card)),
            Quantity::CardCost => run.card_cost,
            Quantity::HalfTotalHp => half_rounded_up(self.own_total_hp(run)),
            Quantity::Prevented => run.prevented,
            Quantity::TroopsInLane => lane.troops.len() as i16,
            Quantity::KillsInLane => small(lane.kills),
            Quantity::DamageOnIt => run
                .user
                .card
                .and_then(|card| self.state.board.get(card))
                .map_or(0, |card| card.damage),
            Quantity::CardsBurned => run.cards_burned,
            Quantity::All => run.about.amount,
        };
        amount.where_quantity_is(value).max(0)
    }

    fn own_power(&self, run: &Resolution) -> i16 {
        match (run.user.last, run.user.card) {
            (Some(last), _) => last.power,
            (None, Some(card)) if self.state.board.get(card).is_some() => self.power(card),
            _ => self.kind(run.user.kind).power,
        }
    }

    fn own_total_hp(&self, run: &Resolution) -> i16 {
        match (run.user.last, run.user.card) {
            (Some(last), _) => last.total_hp,
            (None, Some(card)) if self.state.board.get(card).is_some() => self.total_hp(card),
            _ => self.kind(run.user.kind).hp,
        }
    }
}

fn half_rounded_up(number: i16) -> i16 {
    number / 2 + number % 2
}
