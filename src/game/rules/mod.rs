//! The rules of the game, one file per phase of the rulebook.
//!
//! | rulebook | file |
//! |---|---|
//! | set-up | `setup`, divisions: `divisions`, tables set by hand: `by_hand` |
//! | the market, pools and stacks | `market` |
//! | 1 draw | `draw` |
//! | weather, turned as the draw phase begins | `weather` |
//! | 2 purchase | `purchase` |
//! | 3 NorTec deployment | `deployment` |
//! | 4 enemy deployment | `enemy_deployment` |
//! | 5 combat: reveal, react, fight, advance, aftermath | `combat/` |
//! | 6 wrap-up | `wrap_up` |
//! | damage, death and the abilities that respond to them | `damage/` |
//! | abilities: who may use what, whom it hits, what it does | `abilities/` |
//! | power and HP, prices | `crate::queries` |
//! | moving cards between places | `zones/` |
//! | what players cannot see | `hidden` |
//! | a game for any observer | `dynamic` |
//!
//! The code runs straight through a phase and asks the policy whenever a player has a choice.
//! Between phases (and between the lanes of a combat phase) the [`GameState`] is complete, so a
//! game can be copied and continued from there. So it is before every turn of purchase and
//! deployment and before every exchange of a fight: the state records how far the phase has come
//! (`Step`), and the code of a phase continues there.

mod abilities;
mod by_hand;
mod combat;
mod damage;
mod deployment;
mod divisions;
mod draw;
mod dynamic;
mod enemy_deployment;
mod first_rounds;
pub mod hidden;
mod market;
mod purchase;
mod questions;
mod reductions;
mod setup;
mod shuffle;
mod table;
#[cfg(test)]
mod tests;
pub mod weather;
mod wrap_up;
mod zones;

pub use by_hand::TableByHand;
pub use dynamic::{Watcher, play, play_step, unwatched};
pub use first_rounds::{enemies_of_first_rounds, opened_market};
pub use market::has_stack;
pub use setup::{Layout, set_up};
pub(crate) use table::Table;

use crate::observe::{At, Cause, Event, Incident, Observer, Way};
use crate::play::{Policy, Resting};
use crate::queries;
use crate::state::{self, CardRef, GameState, LANE_ENEMIES, LANE_ZONES, Phase, Step};
use arrayvec::ArrayVec;
use cards::ruleset::{PlacedFirst, Ruleset};
use cards::{CardSet, Kind, KindId};
use questions::Options;

/// How deeply triggers may set off triggers before the chain is cut (and counted).
const MAX_DEPTH: u16 = 64;

/// A game in progress: the state, the players and the observer.
pub struct Game<'a, P: Policy + ?Sized, O: Observer> {
    /// The cards.
    pub cards: &'a CardSet,
    /// The rules.
    pub rules: &'a Ruleset,
    /// The table.
    pub state: &'a mut GameState,
    /// The players.
    pub policy: &'a mut P,
    /// The observer.
    pub observer: &'a mut O,
    /// The legal answers to the question being prepared.
    options: Options,
    /// Which abilities have responded to the current events.
    answered: abilities::Answered,
    /// How deeply triggers are nested.
    depth: u16,
    /// Whether lanes close up with cards advancing: only in combat.
    advancing: bool,
    /// Cards that were sent to the end of their lane instead of dying in the current exchange.
    sent_back: ArrayVec<CardRef, 8>,
}

impl<'a, P: Policy + ?Sized, O: Observer> Game<'a, P, O> {
    /// How many cards may be drawn at once: most observers see them one by one.
    const AT_ONCE: usize = if O::SEES_STEPS { 1 } else { usize::MAX };

    /// A game with a prepared state.
    pub fn new(
        cards: &'a CardSet,
        rules: &'a Ruleset,
        state: &'a mut GameState,
        policy: &'a mut P,
        observer: &'a mut O,
    ) -> Self {
        Game {
            cards,
            rules,
            state,
            policy,
            observer,
            options: Options::default(),
            answered: abilities::Answered::default(),
            depth: 0,
            advancing: false,
            sent_back: ArrayVec::new(),
        }
    }

    /// Plays until the game is over.
    pub fn play(&mut self) {
        while !self.state.is_over() {
            self.play_step();
        }
    }

    /// Plays one phase, or one lane of the combat phase; or the rest of it, where the game was copied
    /// in the middle of one.
    pub fn play_step(&mut self) {
        if self.state.is_over() {
            return;
        }
        if self.state.step == Step::SetUp {
            self.set_up_with_players();
        }
        if self.state.step == Step::Start {
            state::check_if_debug(self.state, self.cards);
            self.policy.rest(&Resting::new(self.state));
        }
        let phase = self.state.phase;
        if phase == Phase::Draw {
            if self.state.round == 1 {
                self.announce();
            }
            self.emit(Event::RoundStarted);
        }
        if self.state.step == Step::Start && self.state.lanes_done == 0 {
            self.emit(Event::PhaseStarted { phase });
        }
        match phase {
            Phase::Draw => self.draw_phase(),
            Phase::Purchase => self.purchase_phase(),
            Phase::Deployment => self.deployment_phase(),
            Phase::EnemyDeployment => self.enemy_deployment_phase(),
            Phase::Combat => self.combat_lane(),
            Phase::WrapUp => self.wrap_up_phase(),
            Phase::Over => {}
        }
        if !self.state.is_over() {
            self.state.phase = self.table().next_phase();
        }
        self.state.step = Step::Start;
    }

    /// Tells the players that the game can be copied here, in the middle of a phase.
    pub(crate) fn pause(&mut self) {
        state::check_if_debug(self.state, self.cards);
        self.policy.pause(&Resting::new(self.state));
    }

    /// Tells the observer that the game is set up. Automatic if a game starts with round 1; needed
    /// for games that start from another state.
    pub fn announce(&mut self) {
        if O::SEES_DECKS {
            for wave in 1..=3 {
                self.order_bosses(wave);
            }
        }
        self.emit(Event::GameStarted);
    }

    fn end_game(&mut self, won: bool) {
        self.state.phase = Phase::Over;
        self.state.lost |= !won;
        self.emit(Event::GameOver {
            won: !self.state.lost,
        });
    }

    /// Notifies the observer, if it listens. Compiled into the place where it happens, as there an
    /// observer that counts has little to do: it is known what happens.
    #[inline(always)]
    pub(crate) fn emit(&mut self, event: Event) {
        if O::ACTIVE {
            self.observer.event(self.state, self.cards, &event);
        }
    }

    /// Notifies the observer of something about a card on the board, if it listens.
    #[inline(always)]
    pub(crate) fn emit_at(&mut self, card: CardRef, event: impl FnOnce(At) -> Event) {
        if O::ACTIVE {
            let at = self.table().at(card);
            self.emit(event(at));
        }
    }

    /// Counts and reports an incident.
    pub(crate) fn incident(&mut self, what: Incident) {
        self.state.incidents.count(what);
        self.emit(Event::Incident { what });
    }

    /// The base suffers damage; the game ends at once when it falls.
    pub(crate) fn damage_base(&mut self, amount: i16, lane: u8, kind: KindId, way: Way) {
        if amount <= 0 || self.state.is_over() {
            return;
        }
        self.state.base -= i32::from(amount);
        let cause = Cause::card(kind, way);
        self.emit(Event::BaseDamaged {
            amount,
            lane,
            cause,
        });
        if self.state.base <= 0 && !self.rules.training {
            self.base_falls();
        }
    }

    /// The base has no HP left: the game is lost, and over unless it is played on.
    fn base_falls(&mut self) {
        if self.state.fell_in_round == 0 {
            self.state.fell_in_round = self.state.round;
            self.state.lost = true;
            if self.state.plays_on_to.is_some() {
                self.emit(Event::BaseFell);
            }
        }
        if self
            .state
            .plays_on_to
            .is_none_or(|floor| self.state.base <= floor)
        {
            self.end_game(false);
        }
    }

    /// The table, to ask about.
    pub(crate) fn table(&self) -> Table<'_> {
        Table::new(self.state, self.cards, self.rules)
    }

    /// The facts about a kind.
    pub(crate) fn kind(&self, kind: KindId) -> &'a Kind {
        self.cards.kind(kind)
    }
}

impl Table<'_> {
    /// What comes after the phase, or the lane of the combat phase, that has just been played.
    fn next_phase(self) -> Phase {
        let enemies_first = self.rules.placed_first == PlacedFirst::Enemies;
        match self.state.phase {
            Phase::Draw => Phase::Purchase,
            Phase::Purchase if enemies_first => Phase::EnemyDeployment,
            Phase::Purchase => Phase::Deployment,
            Phase::Deployment if enemies_first => Phase::Combat,
            Phase::Deployment => Phase::EnemyDeployment,
            Phase::EnemyDeployment if enemies_first => Phase::Deployment,
            Phase::EnemyDeployment => Phase::Combat,
            Phase::Combat if self.state.lanes_done > 0 => Phase::Combat,
            Phase::Combat => Phase::WrapUp,
            Phase::WrapUp | Phase::Over => Phase::Draw,
        }
    }

    /// How events name a card on the board.
    #[inline]
    pub(crate) fn at(self, card: CardRef) -> At {
        let found = self.state.board.card(card.slot);
        let position = self.state.position(card).unwrap_or(0) as u8;
        At {
            side: found.side,
            lane: found.lane,
            position,
            kind: found.kind,
        }
    }

    /// Current power of a card on the board.
    #[inline(always)]
    pub(crate) fn power(self, card: CardRef) -> i16 {
        queries::power(self.state, self.cards, self.rules, card.slot)
    }

    /// Current total HP of a card on the board.
    #[inline]
    pub(crate) fn total_hp(self, card: CardRef) -> i16 {
        queries::total_hp(self.state, self.cards, self.rules, card.slot)
    }

    /// The troops of a lane, from the front.
    #[inline]
    pub(crate) fn troops_of_lane(self, lane: u8) -> impl Iterator<Item = CardRef> {
        let slots = self.state.lanes[lane as usize].troops.as_slice();
        slots.iter().map(|slot| self.state.board.card_ref(*slot))
    }

    /// The troops of a lane, as they stand now.
    pub(crate) fn lane_troops(self, lane: u8) -> ArrayVec<CardRef, LANE_ZONES> {
        self.troops_of_lane(lane).collect()
    }

    /// The enemies of a lane, as they stand now.
    pub(crate) fn lane_enemies(self, lane: u8) -> ArrayVec<CardRef, LANE_ENEMIES> {
        let slots = self.state.lanes[lane as usize].enemies.as_slice();
        slots
            .iter()
            .map(|slot| self.state.board.card_ref(*slot))
            .collect()
    }
}
