//! Abilities: who may use which, what it costs, its targets, and what it does. A player may use an
//! ability only if it can do something: its costs can be paid and, if it needs a target, there is
//! one.

mod amounts;
mod costs;
mod discards;
mod effects;
mod offers;
mod readiness;
mod resolve;
mod targets;
mod triggers;

pub(crate) use offers::{Turn, abilities_on_board};
pub(crate) use triggers::WaitingList;

use super::damage::DamageSource;
use crate::observe::Nature;
use crate::play::Choice;
use crate::state::{BoardCard, CardRef};
use arrayvec::ArrayVec;
use cards::KindId;

/// The card whose ability is used, and who uses it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct User {
    /// The deciding player: the card's owner, or for an enemy the owner of its lane.
    pub seat: u8,
    /// The card with the ability.
    pub kind: KindId,
    /// Number of the ability on the card.
    pub ability: u8,
    /// The troop or enemy with the ability, or the troop that carries the item.
    pub card: Option<CardRef>,
    /// Which of the troop's items, if it is an item's ability.
    pub item: Option<u8>,
    /// The card's lane; for a card in hand, the lane being fought.
    pub lane: u8,
    /// Power and total HP when the card left the board, if it has.
    pub last: Option<LastValues>,
}

impl User {
    /// The user of an ability of a card on the board, or just off it, or of an item on it.
    pub fn on_board(found: &BoardCard, card: CardRef, item: Option<u8>, ability: u8) -> Self {
        User {
            seat: match found.owner {
                u8::MAX => found.lane,
                owner => owner,
            },
            kind: item.map_or(found.kind, |item| found.equipment[usize::from(item)]),
            ability,
            card: Some(card),
            item,
            lane: found.lane,
            last: None,
        }
    }

    /// How a player chooses to use the ability.
    pub fn choice(&self) -> Choice {
        match self.card {
            None => Choice::FromHand {
                kind: self.kind,
                ability: self.ability,
            },
            Some(card) => Choice::OnBoard {
                card,
                item: self.item.unwrap_or(Choice::OWN),
                ability: self.ability,
            },
        }
    }
}

/// The stats of a card when it left the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastValues {
    pub power: i16,
    pub total_hp: i16,
    pub position: u8,
}

/// A troop that has been killed and lies in a discard pile.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corpse {
    pub kind: KindId,
    pub owner: u8,
}

/// What an ability is about: the event that it responds to.
#[derive(Clone, Copy, Default)]
pub(crate) struct EventContext {
    /// The enemy concerned: revealed, damaged, or the source of damage.
    pub enemy: Option<CardRef>,
    /// The troop concerned.
    pub troop: Option<CardRef>,
    /// The troop concerned, if it is dead.
    pub corpse: Option<Corpse>,
    /// The lane in which it happened, for those whose abilities reach no further.
    pub happened_in: Option<u8>,
    /// The nature and source of the damage concerned.
    pub damage: Option<(Nature, DamageSource)>,
    /// The damage still to be suffered.
    pub amount: i16,
    /// The original event, which no ability may answer twice (see [`Answered`]).
    pub origin: Origin,
    /// Whether the ability is a strike's last-moment option and must add damage, or come first.
    pub strike: Option<StrikeOption>,
}

impl EventContext {
    /// Something that happens to an enemy, or because of one.
    pub fn of_enemy(enemy: Option<CardRef>) -> Self {
        EventContext {
            enemy,
            ..Self::default()
        }
    }

    /// Something that happens to a troop.
    pub fn of_troop(troop: CardRef) -> Self {
        EventContext {
            troop: Some(troop),
            ..Self::default()
        }
    }

    /// The death of a troop.
    pub fn of_corpse(corpse: Option<Corpse>) -> Self {
        EventContext {
            corpse,
            ..Self::default()
        }
    }

    /// An attack, at one of its points.
    pub fn of_strike(enemy: CardRef, troop: Option<CardRef>, strike: StrikeOption) -> Self {
        EventContext {
            enemy: Some(enemy),
            troop,
            strike: Some(strike),
            ..Self::default()
        }
    }
}

/// The number of an original event: a strike, or a hit with everything redirected from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin(u16);

/// Which abilities on the board have responded to which original event. Cleared when the outermost
/// event is over.
#[derive(Default)]
pub(crate) struct Answered {
    newest: u16,
    answers: ArrayVec<(Origin, Choice), 64>,
}

impl Answered {
    /// A number for a new original event.
    #[inline]
    pub fn new_origin(&mut self) -> Origin {
        self.newest = self.newest.wrapping_add(1);
        Origin(self.newest)
    }

    /// Records that an ability has responded. There is room for more than all cards on the board;
    /// if it ever runs out, the oldest is dropped.
    pub fn note(&mut self, origin: Origin, choice: Choice) {
        if self.answers.is_full() {
            self.answers.remove(0);
        }
        self.answers.push((origin, choice));
    }

    /// Whether an ability has already responded to an event. Mostly none has.
    #[inline]
    pub fn contains(&self, origin: Origin, choice: Choice) -> bool {
        !self.answers.is_empty() && self.answers.contains(&(origin, choice))
    }

    /// Forgets all answers.
    #[inline]
    pub fn clear(&mut self) {
        self.answers.clear();
    }
}

/// The two points of an attack at which abilities are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrikeOption {
    /// Before it is determined who strikes first.
    First,
    /// When the strike is dealt.
    Damage,
}

/// An ability being carried out: what has been chosen and its results so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Resolution {
    pub user: User,
    pub about: EventContext,
    /// The nature of damage that this ability deals.
    pub nature: Nature,
    /// The lane of the enemy concerned, or of the one chosen by an earlier effect.
    pub that_lane: Option<u8>,
    /// The lane chosen for the ability.
    pub chosen_lane: Option<u8>,
    /// The discarded card that pays for it, if it has been chosen before.
    pub promised_burn: Option<KindId>,
    /// Purchase cost of the card burned or discarded as a cost.
    pub card_cost: i16,
    /// Damage prevented by this ability.
    pub prevented: i16,
    /// Cards burned by an earlier effect.
    pub cards_burned: i16,
    /// Damage healed by effects of the ability.
    pub healed: i16,
    /// Damage that the user suffers in another troop's place.
    pub redirected: i16,
    /// Whether the strike comes first.
    pub strikes_first: bool,
    /// Damage added to the strike.
    pub extra_damage: i16,
    /// Whether the pending reveal ability is cancelled.
    pub cancelled: bool,
}

impl Resolution {
    pub fn new(user: User, about: EventContext, nature: Nature) -> Self {
        Resolution {
            user,
            about,
            nature,
            ..Self::default()
        }
    }
}
