//! The interface of players.

use super::{Choice, Decision, Resting, View};
use arrayvec::ArrayVec;
use cards::KindId;
use cards::rng::GameKey;

/// Xenosathem that is spent in one turn, in order.
pub type Spending = ArrayVec<KindId, 16>;

/// A player, or all players of a game.
pub trait Policy {
    /// Picks one of the legal choices, by its index in `options`.
    ///
    /// `view.seat()` says who is asked. `options` is never empty.
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize;

    /// Called for a question with a single legal answer, which is taken without asking. Most
    /// players ignore it.
    #[inline]
    fn no_choice(&mut self, _view: &View<'_>, _decision: &Decision, _only: Choice) {}

    /// Whether to open windows even if nobody can do anything in them, so that
    /// [`no_choice`](Policy::no_choice) is called for all of them. For players who follow a script.
    #[inline]
    fn sees_every_window(&self) -> bool {
        false
    }

    /// Whether a player says at once what they spend in a turn ([`Policy::spend`]), instead of being
    /// asked [`Decision::Spend`] card by card. The game must be the same either way. Not for players
    /// who use [`no_choice`](Policy::no_choice), [`pause`](Policy::pause) or
    /// [`new_luck`](Policy::new_luck): they are not called in between.
    #[inline]
    fn spends_at_once(&self, _seat: u8) -> bool {
        false
    }

    /// Which of the Xenosathem that the player holds, in the order of the hand, they spend in this
    /// turn, and in which order. For players who [spend at once](Policy::spends_at_once).
    #[inline]
    fn spend(&mut self, _view: &View<'_>, _held: &[KindId], _spent: &mut Spending) {}

    /// What a player buys next, if they know it without seeing all that they can pay: the legal answer
    /// that they would give to [`Decision::Buy`], which is then not asked. The same players as for
    /// [`spends_at_once`](Policy::spends_at_once) may know.
    #[inline]
    fn next_purchase(&mut self, _view: &View<'_>) -> Option<Choice> {
        None
    }

    /// The troop that a player deploys next, and in which lane, if they know it without seeing all
    /// that they can deploy: the legal answers that they would give to [`Decision::Deploy`] and
    /// [`Decision::DeployLane`], which are then not asked. The same players as for
    /// [`spends_at_once`](Policy::spends_at_once) may know.
    #[inline]
    fn next_troop(&mut self, _view: &View<'_>) -> Option<(KindId, u8)> {
        None
    }

    /// Called before every phase and every lane of a combat phase, where a game can be copied and
    /// continued. For players who try out their options.
    #[inline]
    fn rest(&mut self, _at: &Resting<'_>) {}

    /// Called in the middle of a phase, before a step at which a game can be copied and continued as
    /// well.
    #[inline]
    fn pause(&mut self, _at: &Resting<'_>) {}

    /// Called after every answer: whether to deal everything hidden again, with this luck. Only for
    /// imagined games.
    #[inline]
    fn new_luck(&mut self) -> Option<GameKey> {
        None
    }
}

/// Any player behind a pointer, for games in which speed does not matter.
pub struct DynPolicy<'a>(pub &'a mut dyn Policy);

impl Policy for DynPolicy<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.0.choose(view, decision, options)
    }

    fn no_choice(&mut self, view: &View<'_>, decision: &Decision, only: Choice) {
        self.0.no_choice(view, decision, only);
    }

    fn sees_every_window(&self) -> bool {
        self.0.sees_every_window()
    }

    fn spends_at_once(&self, seat: u8) -> bool {
        self.0.spends_at_once(seat)
    }

    fn spend(&mut self, view: &View<'_>, held: &[KindId], spent: &mut Spending) {
        self.0.spend(view, held, spent);
    }

    fn next_purchase(&mut self, view: &View<'_>) -> Option<Choice> {
        self.0.next_purchase(view)
    }

    fn next_troop(&mut self, view: &View<'_>) -> Option<(KindId, u8)> {
        self.0.next_troop(view)
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.0.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.0.pause(at);
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        self.0.new_luck()
    }
}
