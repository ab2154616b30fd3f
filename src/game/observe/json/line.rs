//! What each event looks like as JSON.

use super::choice::{Answer, Question};
use super::table::{JsonTable, OnBoard, Spot, Zone, id, lane_side, number, pile, side_word};
use crate::observe::{CardPlace, Event};
use crate::state::{GameState, Side};
use cards::CardSet;
use cards::words::Word;
use serde::Serialize;

/// An event with its fields; the tag `event` names it.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum EventLine<'a> {
    GameStarted(JsonTable<'a>),
    RoundStarted {
        wave: u8,
        first_player: u16,
    },
    PhaseStarted,
    WeatherTurned {
        card: &'a str,
        conditions: Vec<&'a str>,
    },
    LaneStarted {
        lane: u16,
    },
    LaneEnded {
        lane: u16,
        reason: &'static str,
    },
    Shuffled {
        pile: Zone,
        from_discard: bool,
        cards: Vec<&'a str>,
    },
    Moved {
        card: &'a str,
        from: Zone,
        to: Zone,
        by: Option<&'a str>,
        way: &'static str,
        /// Into a lane: the card as it stands there.
        #[serde(skip_serializing_if = "Option::is_none")]
        face_up: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        converted: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<u16>,
    },
    StackReplaced {
        old: &'a str,
        new: &'a str,
    },
    Reordered {
        side: &'static str,
        lane: u16,
        cards: Vec<OnBoard<'a>>,
    },
    Redistributed {
        lane: u16,
        cards: Vec<OnBoard<'a>>,
    },
    Decided {
        player: u16,
        question: Question<'a>,
        answer: Answer<'a>,
        options: u8,
    },
    Used {
        card: &'a str,
        player: u16,
        ability: u16,
    },
    TurnedUp {
        target: Spot<'a>,
    },
    RevealCancelled {
        card: &'a str,
        lane: u16,
    },
    Resources {
        player: u16,
        resources: u16,
    },
    Bought {
        player: u16,
        card: &'a str,
        paid: u8,
        resources: u16,
    },
    DamageLessened {
        target: Spot<'a>,
        amount: i16,
        by: &'a str,
        redirected: bool,
    },
    Damaged {
        target: Spot<'a>,
        amount: i16,
        by: Option<&'a str>,
        nature: &'static str,
    },
    Healed {
        target: Spot<'a>,
        amount: i16,
    },
    Killed {
        target: Spot<'a>,
        by: Option<&'a str>,
    },
    Survived {
        target: Spot<'a>,
        by: &'a str,
    },
    PowerGained {
        target: Spot<'a>,
        amount: i16,
        lasts: &'static str,
    },
    BaseDamaged {
        amount: i16,
        lane: u16,
        by: Option<&'a str>,
        way: &'static str,
        base: i32,
    },
    Incident {
        what: &'static str,
    },
    BaseFell {
        base: i32,
    },
    GameOver {
        won: bool,
        base: i32,
    },
}

impl<'a> EventLine<'a> {
    /// The event as a line; the rest is read from the state.
    pub fn of(state: &GameState, cards: &'a CardSet, event: &Event) -> Self {
        let named = |kind| id(cards, kind);
        let spot = |at| Spot::of(cards, at);
        match event {
            Event::GameStarted => EventLine::GameStarted(JsonTable::of(state, cards)),
            Event::RoundStarted => EventLine::RoundStarted {
                wave: state.wave(),
                first_player: number(state.first_player),
            },
            Event::PhaseStarted { .. } => EventLine::PhaseStarted,
            Event::WeatherTurned { kind } => EventLine::WeatherTurned {
                card: named(*kind),
                conditions: cards.condition_names(cards.kind(*kind).conditions),
            },
            Event::LaneStarted { lane } => EventLine::LaneStarted {
                lane: number(*lane),
            },
            Event::LaneEnded { lane, reason } => EventLine::LaneEnded {
                lane: number(*lane),
                reason: reason.word(),
            },
            Event::Shuffled {
                pile: place,
                from_discard,
            } => EventLine::Shuffled {
                pile: (*place).into(),
                from_discard: *from_discard,
                cards: pile(state, cards, *place),
            },
            Event::Moved {
                kind,
                from,
                to,
                cause,
            } => {
                let arrived = arrived(state, *to);
                EventLine::Moved {
                    card: named(*kind),
                    from: (*from).into(),
                    to: (*to).into(),
                    by: cause.kind.map(named),
                    way: cause.way.word(),
                    face_up: arrived.map(|card| card.face_up),
                    converted: arrived.map(|card| card.converted),
                    owner: arrived
                        .filter(|card| card.owner != u8::MAX)
                        .map(|card| number(card.owner)),
                }
            }
            Event::StackReplaced { old, new } => EventLine::StackReplaced {
                old: named(*old),
                new: named(*new),
            },
            Event::Reordered { side, lane } => EventLine::Reordered {
                side: side_word(*side),
                lane: number(*lane),
                cards: lane_side(state, cards, *side, *lane),
            },
            Event::Redistributed { lane } => EventLine::Redistributed {
                lane: number(*lane),
                cards: lane_side(state, cards, Side::Troop, *lane),
            },
            Event::Decided {
                seat,
                decision,
                choice,
                options,
            } => EventLine::Decided {
                player: number(*seat),
                question: Question::of(state, cards, decision),
                answer: Answer::of(state, cards, *seat, decision, choice),
                options: *options,
            },
            Event::Used {
                kind,
                seat,
                ability,
            } => EventLine::Used {
                card: named(*kind),
                player: number(*seat),
                ability: number(*ability),
            },
            Event::TurnedUp { enemy } => EventLine::TurnedUp {
                target: spot(enemy),
            },
            Event::RevealCancelled { kind, lane } => EventLine::RevealCancelled {
                card: named(*kind),
                lane: number(*lane),
            },
            Event::Resources { seat, total } => EventLine::Resources {
                player: number(*seat),
                resources: *total,
            },
            Event::Bought { seat, kind, paid } => EventLine::Bought {
                player: number(*seat),
                card: named(*kind),
                paid: *paid,
                resources: state.resources[*seat as usize],
            },
            Event::DamageLessened {
                target,
                amount,
                by,
                redirected,
            } => EventLine::DamageLessened {
                target: spot(target),
                amount: *amount,
                by: named(*by),
                redirected: *redirected,
            },
            Event::Damaged {
                target,
                amount,
                source,
                nature,
            } => EventLine::Damaged {
                target: spot(target),
                amount: *amount,
                by: source.map(named),
                nature: nature.word(),
            },
            Event::Healed { target, amount } => EventLine::Healed {
                target: spot(target),
                amount: *amount,
            },
            Event::Killed { target, source } => EventLine::Killed {
                target: spot(target),
                by: source.map(named),
            },
            Event::Survived { target, by } => EventLine::Survived {
                target: spot(target),
                by: named(*by),
            },
            Event::PowerGained {
                target,
                amount,
                lasts,
            } => EventLine::PowerGained {
                target: spot(target),
                amount: *amount,
                lasts: lasts.word(),
            },
            Event::BaseDamaged {
                amount,
                lane,
                cause,
            } => EventLine::BaseDamaged {
                amount: *amount,
                lane: number(*lane),
                by: cause.kind.map(named),
                way: cause.way.word(),
                base: state.base,
            },
            Event::Incident { what } => EventLine::Incident { what: what.word() },
            Event::BaseFell => EventLine::BaseFell { base: state.base },
            Event::GameOver { won } => EventLine::GameOver {
                won: *won,
                base: state.base,
            },
        }
    }
}

/// The card that has come to stand in a lane.
fn arrived(state: &GameState, to: CardPlace) -> Option<&crate::state::BoardCard> {
    let (side, lane, position) = match to {
        CardPlace::Lane { lane, position } => (Side::Troop, lane, position),
        CardPlace::EnemyLane { lane, position } => (Side::Enemy, lane, position),
        _ => return None,
    };
    let card = state.at(side, lane, position.into())?;
    state.board.get(card)
}
