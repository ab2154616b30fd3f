//! Phase 5, combat: lane by lane from the first player to the left. A lane repeats the steps of the
//! rulebook (reveal, react, fight, advance) until no enemies are left; a lane without troops is
//! overrun instead of fought.

mod advance;
mod aftermath;
mod fight;
mod react;
mod reveal;

use super::Game;
use crate::observe::{Event, Incident, Observer, StopReason};
use crate::play::Policy;
use crate::state::CardRef;
use cards::ruleset::{Overrun, ReactionWindows};

/// A lane that has turned up or resolved this many enemies is stopped.
const ENDLESS_LANE: u16 = 1000;

/// A lane in which blows have been exchanged this often is stopped: custom cards could heal each
/// other forever.
const ENDLESS_FIGHT: u16 = 10_000;

/// The first cards on either side, by their stamps; 0 without a troop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pairing {
    enemy: u16,
    troop: u16,
}

impl Pairing {
    #[inline]
    fn of(enemy: CardRef, troop: Option<CardRef>) -> Self {
        Pairing {
            enemy: enemy.stamp,
            troop: troop.map_or(0, |troop| troop.stamp),
        }
    }
}

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// Fights one lane to its end.
    #[inline(never)]
    pub(crate) fn combat_lane(&mut self, lane: u8) {
        self.state.fighting = Some(lane);
        self.advancing = true;
        self.refresh_lane_moments();
        self.emit(Event::LaneStarted { lane });
        self.free_window(Some(lane));
        let reason = self.fight_to_the_end(lane);
        if !self.is_over() {
            self.state.lanes[lane as usize].fought = true;
            self.emit(Event::LaneEnded { lane, reason });
            self.free_window(Some(lane));
        }
        self.advancing = false;
        self.state.fighting = None;
    }

    fn fight_to_the_end(&mut self, lane: u8) -> StopReason {
        // The pairing for which players have had their reaction window.
        let mut reacted_to: Option<Pairing> = None;
        // The first enemy, and how many exchanges it has fought.
        let (mut facing, mut exchanges) = (0, 0u16);
        let mut all_exchanges = 0;
        loop {
            self.close_up();
            if self.is_over() {
                return StopReason::Held;
            }
            let Some(enemy) = self.state.first_enemy(lane) else {
                return StopReason::Held;
            };
            let many = self.state.lanes[lane as usize].turned_up >= ENDLESS_LANE;
            if many || all_exchanges >= ENDLESS_FIGHT {
                self.stop_lane(lane, Incident::EndlessLane);
                return StopReason::Endless;
            }
            let troop = self.state.first_troop(lane);
            if troop.is_none() && self.rules.rulings.overrun == Overrun::AllAtOnce {
                self.overrun_at_once(lane);
                reacted_to = None;
                continue;
            }
            if !self.state.board.card(enemy.slot).face_up {
                reacted_to = Some(self.reveal_step(lane, enemy));
                continue;
            }
            let pairing = Pairing::of(enemy, troop);
            if facing != pairing.enemy {
                (facing, exchanges) = (pairing.enemy, 0);
            }
            if reacted_to != Some(pairing) {
                reacted_to = Some(pairing);
                self.react_window(lane, enemy, exchanges + 1);
                continue;
            }
            let changed = match troop {
                Some(troop) => {
                    exchanges += 1;
                    all_exchanges += 1;
                    self.fight_step(troop, enemy)
                }
                None => {
                    self.overrun_step(lane, enemy);
                    true
                }
            };
            if !changed && !self.is_over() {
                self.stop_lane(lane, Incident::Stalemate);
                return StopReason::Stalemate;
            }
            if self.rules.windows == ReactionWindows::EveryExchange {
                reacted_to = None;
            }
        }
    }

    /// Turns up the first enemy; then players may react. That window is the enemy's own, even if
    /// its reveal ability has moved it away.
    fn reveal_step(&mut self, lane: u8, enemy: CardRef) -> Pairing {
        self.turn_up(enemy);
        self.close_up();
        let pairing = Pairing::of(enemy, self.state.first_troop(lane));
        if !self.is_over() {
            self.react_window(lane, enemy, 1);
        }
        pairing
    }
}
