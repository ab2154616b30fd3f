//! Moves of cards: those that belong together share one line, and those that are obvious from the
//! previous line are left out.

use super::Log;
use super::sentences::enemies;
use crate::observe::describe::{Describe, lane_name, player};
use crate::observe::{CardPlace, Cause, Way};
use crate::state::MAX_PLAYERS;
use cards::KindId;
use std::io::Write;

/// One card's move.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) kind: KindId,
    pub(super) from: CardPlace,
    pub(super) to: CardPlace,
    pub(super) cause: Cause,
}

/// Moves that wait to be written together.
#[derive(Default)]
pub(super) struct Moves {
    waiting: Vec<Move>,
}

impl Moves {
    /// Adds a move; returns those that do not belong together with it.
    pub(super) fn add(&mut self, next: Move) -> Vec<Move> {
        let done = match self.waiting.first() {
            Some(first) if !first.goes_with(&next) => self.take(),
            _ => Vec::new(),
        };
        self.waiting.push(next);
        done
    }

    /// All moves that are waiting.
    pub(super) fn take(&mut self) -> Vec<Move> {
        std::mem::take(&mut self.waiting)
    }
}

impl Move {
    /// Whether two moves share one line.
    fn goes_with(&self, other: &Move) -> bool {
        let dealt =
            |m: &Move| m.from == CardPlace::Drawn && matches!(m.to, CardPlace::EnemyLane { .. });
        let placed = |m: &Move| matches!(m.to, CardPlace::Lane { .. });
        (dealt(self) && dealt(other))
            || (!placed(self)
                && self.cause == other.cause
                && self.from == other.from
                && self.to == other.to)
    }

    /// Whether the previous line already says it, or it does not matter.
    fn is_obvious(&self) -> bool {
        match (self.from, self.to) {
            // Drawn enemies are logged when they are dealt.
            (CardPlace::EncounterDeck(_), CardPlace::Drawn) => true,
            // Spending and discarding are decisions; so is playing an instant.
            (CardPlace::Hand(_), CardPlace::Discard(_)) => {
                self.cause.way == Way::Rule
                    || (self.cause.way == Way::Ability && self.cause.kind == Some(self.kind))
            }
            (CardPlace::MarketPool(_), CardPlace::Hand(_)) => true,
            // The weather is logged when it turns.
            (_, CardPlace::Weather | CardPlace::WeatherDiscard) => true,
            // The layout of redistributed items is logged at the end.
            (CardPlace::Equipped { .. }, CardPlace::Carried) => true,
            (CardPlace::Carried, CardPlace::Equipped { .. }) => true,
            // Dead cards, and enemies that have overrun a lane, always go to the same places.
            (CardPlace::Lane { .. }, CardPlace::Discard(_)) => self.is_death(),
            (CardPlace::EnemyLane { .. }, _) => self.is_death() || self.cause.way == Way::Overrun,
            _ => false,
        }
    }

    fn is_death(&self) -> bool {
        matches!(self.cause.way, Way::Fight | Way::LostBonus)
    }
}

impl<W: Write> Log<'_, W> {
    /// Writes moves that belong together.
    pub(super) fn tell_moves(&mut self, words: &Describe<'_>, moves: &[Move]) {
        let Some(first) = moves.first().filter(|first| !first.is_obvious()) else {
            return;
        };
        if first.from == CardPlace::Drawn && matches!(first.to, CardPlace::EnemyLane { .. }) {
            return self.tell_deal(moves);
        }
        let kinds: Vec<KindId> = moves.iter().map(|m| m.kind).collect();
        let text = words.moves(&words.counted(&kinds), kinds.len(), first);
        self.line(&text);
    }

    /// Enemies dealt to the lanes, a line for each lane.
    fn tell_deal(&mut self, moves: &[Move]) {
        for lane in 0..MAX_PLAYERS as u8 {
            let comes_here =
                |m: &&Move| matches!(m.to, CardPlace::EnemyLane { lane: to, .. } if to == lane);
            let count = moves.iter().filter(comes_here).count();
            if count > 0 {
                self.line(&format!(
                    "Face-down in {}: {}",
                    lane_name(lane),
                    enemies(count)
                ));
            }
        }
    }
}

impl Describe<'_> {
    /// Cards that go the same way, as a sentence without its full stop.
    fn moves(&self, what: &str, count: usize, way: &Move) -> String {
        let text = match (way.from, way.to) {
            (CardPlace::Deck(_), CardPlace::Hand(seat)) => format!("{} draws {what}", player(seat)),
            (CardPlace::Supply, CardPlace::Hand(seat)) => {
                format!("{} receives {what}", player(seat))
            }
            (CardPlace::Supply, CardPlace::Discard(seat)) => {
                format!("{} gains {what} in the discard pile", player(seat))
            }
            (CardPlace::Hand(seat), CardPlace::Lane { .. }) => {
                format!("{} deploys {what} in {}", player(seat), self.place(way.to))
            }
            (CardPlace::Hand(seat), CardPlace::Equipped { .. }) => {
                format!("{} puts {what} on {}", player(seat), self.place(way.to))
            }
            (CardPlace::MarketDeck(_), CardPlace::MarketPool(_)) => {
                format!("On offer in {}: {what}", self.place(way.to))
            }
            (CardPlace::Bosses(_), CardPlace::Drawn) => format!("Bosses come: {count}"),
            (CardPlace::Drawn, CardPlace::EncounterDiscard(_)) => format!("Making room: {what}"),
            (CardPlace::Drawn, _) => format!("Dealt: {what}"),
            (CardPlace::EncounterDeck(_), CardPlace::EnemyLane { .. }) => {
                format!("A face-down enemy joins {}", self.place(way.to))
            }
            (CardPlace::Discard(seat), CardPlace::EnemyLane { .. }) => format!(
                "{what} out of {}'s discard pile becomes an enemy: {}",
                player(seat),
                self.place(way.to)
            ),
            (CardPlace::Lane { .. }, CardPlace::Lane { .. }) => {
                format!(
                    "{what} moves from {} to {}",
                    self.place(way.from),
                    self.place(way.to)
                )
            }
            // The previous line says why its troop left.
            (CardPlace::Carried, CardPlace::Discard(_)) => {
                return format!("{what} goes along to {}", self.place(way.to));
            }
            (_, CardPlace::Discard(_) | CardPlace::EncounterDiscard(_)) => {
                format!("{what} is discarded from {}", self.place(way.from))
            }
            (_, CardPlace::Burned) => format!("{what} is burned from {}", self.place(way.from)),
            _ => format!(
                "{what} goes from {} to {}",
                self.place(way.from),
                self.place(way.to)
            ),
        };
        match self.cause(&way.cause).as_str() {
            "" => text,
            cause => format!("{text} ({cause})"),
        }
    }
}
