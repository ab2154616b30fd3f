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
use crate::state::{CardRef, Fight, Pairing, Step};
use cards::ruleset::{Overrun, ReactionWindows};

/// A lane that has turned up or resolved this many enemies is stopped.
const ENDLESS_LANE: u16 = 1000;

/// A lane in which blows have been exchanged this often is stopped: custom cards could heal each
/// other forever.
const ENDLESS_FIGHT: u16 = 10_000;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Fights the next lane to its end.
    pub(crate) fn combat_lane(&mut self) {
        let lane = (self.state.first_player + self.state.lanes_done) % self.state.players;
        self.advancing = true;
        if self.state.step == Step::Start {
            self.state.fighting = Some(lane);
            self.state.refresh_troop_triggers();
            self.emit(Event::LaneStarted { lane });
            self.free_window(Some(lane));
            self.state.step = Step::Fight;
            self.state.fight = Fight::default();
        }
        if self.state.step == Step::Fight {
            let reason = self.fight_to_the_end(lane);
            if !self.state.is_over() {
                self.state.lanes[lane as usize].fought = true;
                self.emit(Event::LaneEnded { lane, reason });
            }
            self.state.step = Step::Fought;
        }
        if !self.state.is_over() {
            self.pause();
            self.free_window(Some(lane));
        }
        self.advancing = false;
        self.state.fighting = None;
        self.state.lanes_done = (self.state.lanes_done + 1) % self.state.players;
    }

    fn fight_to_the_end(&mut self, lane: u8) -> StopReason {
        loop {
            self.close_up();
            if self.state.is_over() {
                return StopReason::Held;
            }
            let Some(enemy) = self.state.first_enemy(lane) else {
                return StopReason::Held;
            };
            let many = self.state.lanes[lane as usize].turned_up >= ENDLESS_LANE;
            if many || self.state.fight.all_exchanges >= ENDLESS_FIGHT {
                self.stop_lane(lane, Incident::EndlessLane);
                return StopReason::Endless;
            }
            let troop = self.state.first_troop(lane);
            let at_once = self.rules.rulings.overrun == Overrun::AllAtOnce;
            self.pause();
            if troop.is_none() && at_once {
                self.overrun_at_once(lane);
                self.state.fight.reacted_to = None;
                continue;
            }
            if !self.state.board.card(enemy.slot).face_up {
                self.state.fight.reacted_to = Some(self.reveal_step(lane, enemy));
                continue;
            }
            let pairing = Pairing::of(enemy, troop);
            let fight = &mut self.state.fight;
            if fight.facing != pairing.enemy {
                (fight.facing, fight.exchanges) = (pairing.enemy, 0);
            }
            if fight.reacted_to != Some(pairing) {
                fight.reacted_to = Some(pairing);
                let exchange = fight.exchanges + 1;
                self.react_window(lane, enemy, exchange);
                continue;
            }
            let changed = match troop {
                Some(troop) => {
                    fight.exchanges += 1;
                    fight.all_exchanges += 1;
                    self.fight_step(troop, enemy)
                }
                None => {
                    self.overrun_step(lane, enemy);
                    true
                }
            };
            if !changed && !self.state.is_over() {
                self.stop_lane(lane, Incident::Stalemate);
                return StopReason::Stalemate;
            }
            if self.rules.windows == ReactionWindows::EveryExchange {
                self.state.fight.reacted_to = None;
            }
        }
    }

    /// Turns up the first enemy; then players may react. That window is the enemy's own, even if
    /// its reveal ability has moved it away.
    fn reveal_step(&mut self, lane: u8, enemy: CardRef) -> Pairing {
        self.turn_up(enemy);
        self.close_up();
        let pairing = Pairing::of(enemy, self.state.first_troop(lane));
        if !self.state.is_over() {
            self.react_window(lane, enemy, 1);
        }
        pairing
    }
}
