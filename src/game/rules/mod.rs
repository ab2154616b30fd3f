//! The rules of the game, one file per phase of the rulebook.
//!
//! | rulebook | file |
//! |---|---|
//! | set-up | `setup`, divisions: `divisions` |
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
//! ([`Step`]), and the code of a phase continues there.

mod abilities;
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
mod reductions;
#[cfg(test)]
mod resumed;
mod setup;
mod shuffle;
pub mod weather;
mod wrap_up;
mod zones;

pub use divisions::lead;
pub use dynamic::{Watcher, play, play_step, unwatched};
pub use first_rounds::enemies_of_first_rounds;
pub use market::has_stack;
pub use setup::{Layout, set_up};

use crate::observe::{At, Cause, Event, Incident, Observer, Way};
use crate::play::{Choice, Decision, Policy, Resting, View};
use crate::queries;
use crate::state::{CardRef, GameState, LANE_ENEMIES, LANE_ZONES, Phase, ROUNDS, Step};
use arrayvec::ArrayVec;
use cards::ruleset::Ruleset;
use cards::{CardSet, Kind, KindId};

/// Room for the legal answers to one question.
pub const MAX_OPTIONS: usize = 250;
/// How deeply triggers may set off triggers before the chain is cut (and counted).
const MAX_DEPTH: u16 = 64;

/// A game in progress: the state, the players and the observer.
pub struct Game<'a, P: Policy, O: Observer> {
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
    options: ArrayVec<Choice, MAX_OPTIONS>,
    /// Which abilities have responded to the current events.
    answered: abilities::Answered,
    /// How deeply triggers are nested.
    depth: u16,
    /// Whether lanes close up with cards advancing: only in combat.
    advancing: bool,
    /// Cards that were sent to the end of their lane instead of dying in the current exchange.
    sent_back: ArrayVec<CardRef, 8>,
}

impl<'a, P: Policy, O: Observer> Game<'a, P, O> {
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
            options: ArrayVec::new(),
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
        if self.state.step == Step::Start {
            self.policy.rest(&Resting::new(self.state));
        }
        match self.state.phase {
            Phase::Draw => {
                if self.state.round == 1 {
                    self.announce();
                }
                self.emit(Event::RoundStarted);
                self.start_phase(Phase::Draw);
                self.draw_phase();
                self.next_phase(Phase::Purchase);
            }
            Phase::Purchase => {
                self.start_phase(Phase::Purchase);
                self.purchase_phase();
                self.next_phase(Phase::Deployment);
            }
            Phase::Deployment => {
                self.start_phase(Phase::Deployment);
                self.deployment_phase();
                self.next_phase(Phase::EnemyDeployment);
            }
            Phase::EnemyDeployment => {
                self.start_phase(Phase::EnemyDeployment);
                self.enemy_deployment_phase();
                self.state.lanes_done = 0;
                self.next_phase(Phase::Combat);
            }
            Phase::Combat => {
                if self.state.lanes_done == 0 {
                    self.start_phase(Phase::Combat);
                }
                let lane = (self.state.first_player + self.state.lanes_done) % self.state.players;
                self.combat_lane(lane);
                self.state.lanes_done += 1;
                if self.state.lanes_done == self.state.players {
                    self.next_phase(Phase::WrapUp);
                }
            }
            Phase::WrapUp => {
                self.start_phase(Phase::WrapUp);
                self.wrap_up_phase();
                if self.state.round > ROUNDS {
                    self.end_game(true);
                } else {
                    self.next_phase(Phase::Draw);
                }
            }
            Phase::Over => {}
        }
        self.state.step = Step::Start;
    }

    /// Tells the players that the game can be copied here, in the middle of a phase.
    #[inline]
    pub(crate) fn pause(&mut self) {
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

    fn start_phase(&mut self, phase: Phase) {
        if self.state.step == Step::Start {
            self.emit(Event::PhaseStarted { phase });
        }
    }

    /// Moves on, unless the game was lost in the phase just played.
    fn next_phase(&mut self, phase: Phase) {
        if !self.state.is_over() {
            self.state.phase = phase;
        }
    }

    fn end_game(&mut self, won: bool) {
        self.state.phase = Phase::Over;
        self.state.lost |= !won;
        self.emit(Event::GameOver {
            won: !self.state.lost,
        });
    }

    /// Whether the game has ended and nothing more may happen.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.state.is_over()
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
            let at = self.at(card);
            self.emit(event(at));
        }
    }

    /// Counts and reports an incident.
    #[inline(never)]
    pub(crate) fn incident(&mut self, what: Incident) {
        let incidents = &mut self.state.incidents;
        let counter = match what {
            Incident::Stalemate => &mut incidents.stalemates,
            Incident::EmptyEncounterDraw => &mut incidents.empty_encounter_draws,
            Incident::EmptySupplyDraw => &mut incidents.empty_supply_draws,
            Incident::ShortDraw => &mut incidents.short_draws,
            Incident::EndlessLane => &mut incidents.endless_lanes,
            Incident::CutChain => &mut incidents.cut_chains,
            Incident::Overflow => &mut incidents.overflows,
        };
        *counter = counter.saturating_add(1);
        self.emit(Event::Incident { what });
    }

    /// The base suffers damage; the game ends at once when it falls.
    pub(crate) fn damage_base(&mut self, amount: i16, lane: u8, kind: KindId, way: Way) {
        if amount <= 0 || self.is_over() {
            return;
        }
        self.state.base -= i32::from(amount);
        let cause = Cause {
            kind: Some(kind),
            way,
        };
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

    /// Asks a player the prepared question. A single legal answer is taken without asking.
    pub(crate) fn ask(&mut self, seat: u8, decision: Decision) -> Choice {
        let options = &self.options[..];
        debug_assert!(
            !options.is_empty(),
            "a question without an answer: {decision:?}"
        );
        if let [only] = *options {
            let view = View::new(self.state, self.cards, self.rules, seat);
            self.policy.no_choice(&view, &decision, only);
            return only;
        }
        let view = View::new(self.state, self.cards, self.rules, seat);
        let index = self.policy.choose(&view, &decision, options);
        assert!(
            index < options.len(),
            "a policy chose answer {index} of {} to {decision:?}",
            options.len()
        );
        let choice = options[index];
        let count = options.len() as u8;
        self.note_decision(seat, decision, choice, count);
        if let Some(luck) = self.policy.new_luck() {
            hidden::redeal_when_needed(self.state, self.cards, self.rules, luck);
            if O::SEES_DECKS {
                hidden::settle(self.state, self.cards, self.rules);
            }
        }
        choice
    }

    /// Counts and reports a decision with more than one legal answer.
    #[inline]
    fn note_decision(&mut self, seat: u8, decision: Decision, choice: Choice, options: u8) {
        self.state.decisions += 1;
        if O::SEES_STEPS {
            self.emit(Event::Decided {
                seat,
                decision,
                choice,
                options,
            });
        }
    }

    /// Starts a new question whose first answer is to pass.
    pub(crate) fn offer_pass(&mut self) {
        self.options.clear();
        self.options.push(Choice::Pass);
    }

    /// Adds a legal answer. If there are ever too many, the rest is left out and counted.
    #[inline]
    pub(crate) fn offer(&mut self, choice: Choice) {
        if self.options.try_push(choice).is_err() {
            self.incident(Incident::Overflow);
        }
    }

    /// Counts answers that had to be left out.
    #[inline]
    pub(crate) fn count_left_out(&mut self, answers: u8) {
        for _ in 0..answers {
            self.incident(Incident::Overflow);
        }
    }

    /// The facts about a kind.
    #[inline]
    pub(crate) fn kind(&self, kind: KindId) -> &'a Kind {
        self.cards.kind(kind)
    }

    /// How events name a card on the board.
    #[inline]
    pub(crate) fn at(&self, card: CardRef) -> At {
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
    pub(crate) fn power(&self, card: CardRef) -> i16 {
        queries::power(self.state, self.cards, self.rules, card.slot)
    }

    /// Current total HP of a card on the board.
    #[inline]
    pub(crate) fn total_hp(&self, card: CardRef) -> i16 {
        queries::total_hp(self.state, self.cards, self.rules, card.slot)
    }

    /// The troops of a lane, from the front.
    #[inline]
    pub(crate) fn troops_of_lane(&self, lane: u8) -> impl Iterator<Item = CardRef> {
        let slots = self.state.lanes[lane as usize].troops.as_slice();
        slots.iter().map(|slot| self.state.board.card_ref(*slot))
    }

    /// The troops of a lane, as they stand now.
    pub(crate) fn lane_troops(&self, lane: u8) -> ArrayVec<CardRef, LANE_ZONES> {
        self.troops_of_lane(lane).collect()
    }

    /// The enemies of a lane, as they stand now.
    pub(crate) fn lane_enemies(&self, lane: u8) -> ArrayVec<CardRef, LANE_ENEMIES> {
        let slots = self.state.lanes[lane as usize].enemies.as_slice();
        slots
            .iter()
            .map(|slot| self.state.board.card_ref(*slot))
            .collect()
    }
}

/// Counts an answer that does not fit. That hardly ever happens, and the compiler should know it.
#[cold]
fn one_more(left_out: u8) -> u8 {
    left_out.saturating_add(1)
}
