//! Aftermath: lanes without troops are overrun, lanes that cannot end are stopped.

use crate::observe::{Cause, Incident, Observer, Way};
use crate::play::Policy;
use crate::rules::Game;
use crate::rules::combat::ENDLESS_LANE;
use crate::rules::zones::Leaving;
use crate::state::CardRef;
use cards::ability::When;

impl<P: Policy, O: Observer> Game<'_, P, O> {
    /// The first enemy of an overrun lane damages the base and is discarded.
    #[inline(never)]
    pub(super) fn overrun_step(&mut self, lane: u8, enemy: CardRef) {
        self.hit_base(lane, enemy);
    }

    /// Overruns a lane by enemies from the front on that do nothing but damage the base, as long as
    /// there are such: exactly what the loop of the fight would do, without looking at each step for
    /// what cannot happen. Games do not pause in between, as there is nothing to decide.
    ///
    /// That holds where nobody can act in the windows, nothing waits for the lane to close up, no
    /// enemy here acts on moving up, and the lane is not taken for endless. Returns whether there was
    /// such an enemy.
    #[inline]
    pub(super) fn overrun_plainly(&mut self, lane: u8) -> bool {
        let in_lane = &self.state.lanes[lane as usize];
        let calm = in_lane.enemy_moments & When::Advances.bit() == 0
            && self.state.advances_pending == 0
            && !self.state.duels
            && !self.anyone_can_act();
        if !calm {
            return false;
        }
        let mut any = false;
        while let Some(enemy) = self.state.first_enemy(lane)
            && self.state.lanes[lane as usize].turned_up + 1 < ENDLESS_LANE
            && self.only_hits_base(enemy)
            && !self.is_over()
        {
            if !self.state.board.card(enemy.slot).face_up {
                self.turn_up(enemy);
            }
            // Those who have fallen back get their turn.
            if self.state.lanes[lane as usize].enemies.first() == Some(enemy.slot) {
                self.hit_base(lane, enemy);
            }
            any = true;
        }
        self.state.fight.reacted &= !any;
        any
    }

    /// Whether an enemy has no ability for what happens to it in an overrun lane, except one of the
    /// commonest for turning up, in which nobody chooses anything.
    #[inline]
    fn only_hits_base(&self, enemy: CardRef) -> bool {
        const ON_TURNING_UP: u32 = When::TurnedUp.bit() | When::Revealed.bit();
        let card = self.state.board.card(enemy.slot);
        let reveals_as_usual = || {
            self.kind(card.kind).derived.reveals.is_some()
                && !self.window_opens(When::RevealPending)
        };
        card.moments & When::HitsBase.bit() == 0
            && (card.face_up || card.moments & ON_TURNING_UP == 0 || reveals_as_usual())
    }

    /// Under the ruling that an overrun lane hits the base all at once: all enemies are turned up,
    /// there is one last window, and the survivors damage the base.
    pub(super) fn overrun_at_once(&mut self, lane: u8) {
        while let Some(enemy) = self.first_face_down(lane) {
            self.turn_up(enemy);
            self.close_up();
            if self.is_over() {
                return;
            }
        }
        if let Some(first) = self.state.first_enemy(lane) {
            self.react_window(lane, first, 1);
        }
        if !self.state.lanes[lane as usize].troops.is_empty() {
            return;
        }
        for enemy in self.lane_enemies(lane) {
            // Enemies added meanwhile are face-down; they get their turn.
            let ready = self.state.board.get(enemy).is_some_and(|card| card.face_up);
            if ready && !self.is_over() {
                self.overrun_step(lane, enemy);
            }
        }
    }

    fn first_face_down(&self, lane: u8) -> Option<CardRef> {
        let slots = self.state.lanes[lane as usize].enemies.as_slice();
        let slot = slots
            .iter()
            .find(|slot| !self.state.board.card(**slot).face_up)?;
        Some(self.state.board.card_ref(*slot))
    }

    #[inline(always)]
    fn hit_base(&mut self, lane: u8, enemy: CardRef) {
        self.state.lanes[lane as usize].turned_up += 1;
        let power = self.power(enemy);
        let card = *self.state.board.card(enemy.slot);
        self.damage_base(power, lane, card.kind, Way::Overrun);
        if self.is_over() {
            return;
        }
        let cause = Cause {
            kind: Some(card.kind),
            way: Way::Overrun,
        };
        let place = self.leave_enemies(enemy, lane, Leaving::Otherwise);
        self.send_home(&card, place, cause);
        self.trigger_alone(&card, enemy, When::HitsBase);
    }

    /// Ends a lane that would never end: its enemies are discarded without damage.
    pub(super) fn stop_lane(&mut self, lane: u8, why: Incident) {
        self.incident(why);
        for enemy in self.lane_enemies(lane) {
            self.discard_from_lane(
                enemy,
                Cause {
                    kind: None,
                    way: Way::Rule,
                },
            );
        }
        self.state.advances_pending = 0;
    }
}
