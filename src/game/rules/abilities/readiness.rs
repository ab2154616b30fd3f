//! Who could respond to what. Most players could only pass, and are passed over by comparing bits
//! ([`Derived`]) before any of their cards is looked at. There may be too many bits, never too few:
//! whether an ability can really be used is up to `offers`.

use super::{EventContext, User};
use crate::observe::{Nature, Observer};
use crate::play::Policy;
use crate::rules::Game;
use crate::state::{BoardCard, CardRef, GameState, MAX_PLAYERS, Side};
use cards::Derived;
use cards::ability::{Ability, From, Limit, When};
use cards::ruleset::EnemyAbility;

/// Who could respond to an event.
#[derive(Clone, Copy)]
pub(super) struct Respondents {
    /// Players with an ability that has one of these bits.
    anyone: u32,
    /// The player of this lane, with one of those bits as well.
    owner: u8,
    owners: u32,
}

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Whether any card of any player might have a trigger. Usually none has, so that most events
    /// cost only this check.
    #[inline]
    pub(crate) fn anyone_listens(&self, when: When) -> bool {
        (self.state.lane_moments | self.state.hand_moments) & when.bit() != 0
    }

    /// Whether a window for responses to an event opens. That players look at the table afresh
    /// afterwards ([`GameState::moment`]) does not depend on what is used up, so used abilities
    /// count; `ready` says who is asked in it.
    #[inline]
    pub(crate) fn window_opens(&self, when: When) -> bool {
        self.anyone_listens(when) || self.policy.sees_every_window()
    }

    /// Whether a player might use some ability for a trigger.
    #[inline]
    pub(super) fn may_respond(&self, seat: u8, when: When) -> bool {
        // The abilities of a division count as being in its player's hand.
        let hand = self.state.seats[seat as usize].hand_moments;
        (self.state.ready[seat as usize] | hand) & when.bit() != 0
    }

    /// Whether a player is asked in a window. One who could only pass is not, unless a script
    /// answers: it hears every question.
    #[inline]
    pub(crate) fn is_worth_asking(&self, seat: u8, when: When) -> bool {
        self.may_respond(seat, when) || self.policy.sees_every_window()
    }

    /// Whether a card on the board, or an item on it, has a trigger.
    #[inline]
    pub(crate) fn listens(&self, card: &BoardCard, when: When) -> bool {
        card.moments & when.bit() != 0
    }

    /// Who could respond to an event.
    #[inline]
    pub(super) fn respondents(&self, when: When, about: &EventContext) -> Respondents {
        let everybody = Respondents {
            anyone: when.bit(),
            owner: 0,
            owners: 0,
        };
        let Some(troop) = about.troop.and_then(|troop| self.state.board.get(troop)) else {
            return everybody;
        };
        match (when, about.damage) {
            (When::WouldBeDamaged, Some((nature, _))) => self.respondents_to_damage(troop, nature),
            (When::Attacks, _) => Respondents {
                anyone: 0,
                owner: troop.lane,
                owners: troop.ready & when.bit(),
            },
            _ => everybody,
        }
    }

    /// Those who spare other troops, and the troop itself.
    #[inline]
    fn respondents_to_damage(&self, troop: &BoardCard, nature: Nature) -> Respondents {
        let (others, itself) = match self.is_enemy_ability(nature) {
            false => (Derived::SPARES_OTHERS, Derived::SPARES_ITSELF),
            true => (
                Derived::SPARES_OTHERS | Derived::SPARES_OTHERS_FROM_ABILITIES,
                When::WouldBeDamaged.bit(),
            ),
        };
        Respondents {
            anyone: others,
            owner: troop.lane,
            owners: troop.ready & itself,
        }
    }

    /// Whether some ability might respond to damage to a troop.
    #[inline]
    pub(crate) fn may_be_spared(&mut self, troop: CardRef, nature: Nature) -> bool {
        self.refresh_ready();
        let troop = self.state.board.card(troop.slot);
        let respondents = self.respondents_to_damage(troop, nature);
        respondents.owners != 0
            || (0..self.state.players).any(|seat| self.is_asked(seat, respondents))
    }

    /// Whether damage counts as that of an enemy's ability.
    #[inline]
    pub(super) fn is_enemy_ability(&self, nature: Nature) -> bool {
        match nature {
            Nature::Reveal | Nature::EnemyTrigger => true,
            Nature::Overflow | Nature::FurtherHit => {
                self.rules.rulings.enemy_ability == EnemyAbility::WithOverflow
            }
            Nature::Attack | Nature::OwnAbility => false,
        }
    }

    /// Whether a player is asked for a response.
    #[inline]
    pub(super) fn is_asked(&self, seat: u8, respondents: Respondents) -> bool {
        let mut bits = respondents.anyone;
        if seat == respondents.owner {
            bits |= respondents.owners;
        }
        let hand = self.state.seats[seat as usize].hand_moments;
        (self.state.ready[seat as usize] | hand) & bits != 0 || self.policy.sees_every_window()
    }

    /// Notes afresh what the troops of a lane are ready for, if some have left or used an ability.
    #[inline]
    pub(crate) fn refresh_ready(&mut self) {
        if self.state.ready_stale != [false; MAX_PLAYERS] {
            self.note_ready();
        }
    }

    #[inline(never)]
    fn note_ready(&mut self) {
        let GameState {
            lanes,
            board,
            ready,
            ready_stale,
            ..
        } = &mut *self.state;
        for (lane, (ready, stale)) in lanes.iter().zip(ready.iter_mut().zip(ready_stale)) {
            if std::mem::take(stale) {
                let troops = lane.troops.as_slice().iter();
                *ready = troops.fold(0, |bits, slot| bits | board.card(*slot).ready);
            }
        }
    }

    #[inline]
    pub(crate) fn is_used_up(&self, user: &User, ability: &Ability) -> bool {
        if ability.limit == Limit::EachTime {
            return false;
        }
        if ability.from == From::Division {
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

    #[inline]
    pub(crate) fn mark_used(&mut self, user: &User, ability: &Ability) {
        if ability.limit != Limit::EachTime {
            self.mark_limited(user, ability);
        }
    }

    #[inline(never)]
    fn mark_limited(&mut self, user: &User, ability: &Ability) {
        if ability.from == From::Division {
            self.state.division_used[user.seat as usize] |= 1 << user.ability;
            return;
        }
        if let Some(card) = user.card.and_then(|card| self.state.board.get_mut(card)) {
            let marks = match user.item {
                Some(item) => &mut card.equipment_used[item as usize],
                None => &mut card.used,
            };
            *marks |= 1 << user.ability;
            if card.side == Side::Troop {
                card.note_ready(self.cards);
                self.state.ready_stale[card.lane as usize] = true;
            }
        }
    }
}
