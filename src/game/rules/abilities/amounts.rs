//! The amount of an effect when it happens.

use super::Resolution;
use crate::queries::small;
use crate::rules::Table;
use crate::state::CardRef;
use cards::ability::{Amount, Quantity};

impl Table<'_> {
    /// The value of an amount for an ability being carried out; never below 0.
    #[inline]
    pub(crate) fn amount(self, amount: Amount, run: &Resolution, target: Option<CardRef>) -> i16 {
        let value = amount.value(|quantity| self.quantity(quantity, run, target));
        value.max(0)
    }

    fn quantity(self, quantity: Quantity, run: &Resolution, target: Option<CardRef>) -> i16 {
        let lane = &self.state.lanes[run.user.lane as usize];
        match quantity {
            Quantity::Wave => i16::from(self.state.wave()),
            Quantity::Round => i16::from(self.state.round),
            Quantity::OwnPower => self.own_power(run),
            Quantity::TargetPower => target
                .filter(|card| self.state.board.get(*card).is_some())
                .map_or(0, |card| self.power(card)),
            Quantity::CardCost => run.card_cost,
            Quantity::HalfTotalHp => half_rounded_up(self.own_total_hp(run)),
            Quantity::Prevented => run.prevented,
            Quantity::Healed => run.healed,
            Quantity::TroopsInLane => lane.troops.len() as i16,
            Quantity::KillsInLane => small(lane.kills),
            Quantity::DamageOnIt => run
                .user
                .card
                .and_then(|card| self.state.board.get(card))
                .map_or(0, |card| card.damage),
            Quantity::CardsBurned => run.cards_burned,
            Quantity::All => run.about.amount,
        }
    }

    fn own_power(self, run: &Resolution) -> i16 {
        match (run.user.last, run.user.card) {
            (Some(last), _) => last.power,
            (None, Some(card)) if self.state.board.get(card).is_some() => self.power(card),
            _ => self.kind(run.user.kind).power,
        }
    }

    fn own_total_hp(self, run: &Resolution) -> i16 {
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
