//! Who could respond to what. Most players could only pass, and are passed over by comparing bits
//! ([`cards::Derived`]) before any of their cards is looked at. There may be too many bits, never too few:
//! whether an ability can really be used is up to `offers`.

use super::User;
use crate::observe::Nature;
use crate::rules::Table;
use crate::state::{BoardCard, GameState};
use cards::ability::{Ability, Limit, When, WorksFrom};
use cards::ruleset::EnemyAbility;
use cards::{CardSet, Derived};

impl GameState {
    /// Marks an ability that cannot be used each time as used.
    pub(crate) fn mark_used(&mut self, cards: &CardSet, user: &User, ability: &Ability) {
        if ability.limit == Limit::EachTime {
            return;
        }
        if ability.from == WorksFrom::Division {
            self.division_used[user.seat as usize] |= 1 << user.ability;
            return;
        }
        if let Some(card) = user.card.and_then(|card| self.board.get_mut(card)) {
            let marks = match user.item {
                Some(item) => &mut card.equipment_used[item as usize],
                None => &mut card.used,
            };
            *marks |= 1 << user.ability;
            card.refresh(cards);
            self.triggers.troops_changed(card.lane);
        }
    }
}

impl Table<'_> {
    /// Whether any card of any player might have a trigger, or be deployed in the window that it opens.
    /// Usually none has, so that most events cost only this check.
    #[inline]
    pub(crate) fn anyone_listens(self, when: When) -> bool {
        let deploys = match when {
            When::Activated => Derived::DEPLOYS_AS_INSTANT,
            _ => 0,
        };
        let triggers = &self.state.triggers;
        triggers.any_troop() & when.bit() != 0 || triggers.any_hand() & (when.bit() | deploys) != 0
    }

    /// Whether a player might use some ability for a trigger.
    #[inline]
    pub(crate) fn may_respond(self, seat: u8, when: When) -> bool {
        // The abilities of a division count as being in its player's hand.
        let triggers = &self.state.triggers;
        (triggers.troops(seat) | triggers.hand(seat)) & when.bit() != 0
    }

    /// Whether a card on the board, or an item on it, has a trigger.
    #[inline]
    pub(crate) fn listens(self, card: &BoardCard, when: When) -> bool {
        card.facts.triggers & when.bit() != 0
    }

    /// Whether damage counts as that of an enemy's ability.
    #[inline]
    pub(super) fn is_enemy_ability(self, nature: Nature) -> bool {
        match nature {
            Nature::Reveal | Nature::EnemyTrigger => true,
            Nature::Overflow | Nature::FurtherHit => {
                self.rules.rulings.enemy_ability == EnemyAbility::WithOverflow
            }
            Nature::Attack | Nature::OwnAbility => false,
        }
    }

    #[inline]
    pub(crate) fn is_used_up(self, user: &User, ability: &Ability) -> bool {
        if ability.limit == Limit::EachTime {
            return false;
        }
        if ability.from == WorksFrom::Division {
            return self.state.division_used[user.seat as usize] & (1 << user.ability) != 0;
        }
        let Some(card) = user.card.and_then(|card| self.state.board.get(card)) else {
            return false;
        };
        let marks = user
            .item
            .map_or(card.used, |item| card.equipment_used[item as usize]);
        marks & (1 << user.ability) != 0
    }
}
