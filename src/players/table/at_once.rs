//! Answers that players know before the rules have listed their choices. They are those that the
//! players would give to the questions, which need not be asked.

use super::{Known, Notes, Players, Seats};
use cards::KindId;
use game::play::{Choice, Spending, View};

impl Players<'_> {
    /// Whether answers may be given without a question. Searchers must hear of every question, and
    /// programs answer for themselves.
    #[inline]
    pub(super) fn answers_at_once(&self) -> bool {
        self.searcher.is_none() && self.bots.is_empty()
    }
}

impl Seats<'_> {
    /// Whether a player knows before a turn what they will spend.
    #[inline]
    pub(crate) fn spends_at_once(&self, seat: u8) -> bool {
        self.policy(seat).buyer.spends_at_once()
    }

    /// The troop that a player deploys next, and in which lane.
    #[inline]
    pub(crate) fn next_troop(&mut self, view: &View<'_>) -> Option<(KindId, u8)> {
        let policy = self.policy(view.seat());
        policy.deployer.next_deployment(view, &policy.profiles)
    }

    /// What a player buys next, if they have a plan.
    #[inline]
    pub(crate) fn next_purchase(&mut self, view: &View<'_>) -> Option<Choice> {
        let policy = self.policy(view.seat());
        let memory = &mut self.memories[usize::from(view.seat())];
        policy.buyer.next_purchase(view, &mut memory.purchase)
    }

    /// Says what a player spends in a turn, with what is known from other imagined games, if this is
    /// one.
    #[inline]
    pub(crate) fn spend_with(
        &mut self,
        view: &View<'_>,
        held: &[KindId],
        spent: &mut Spending,
        known: Option<&mut Known>,
    ) {
        let policy = self.policy(view.seat());
        let memory = &mut self.memories[usize::from(view.seat())];
        let notes = Notes {
            memory: &mut memory.purchase,
            looked: &mut known.map(|known| &mut known.plans),
            dice: &mut memory.dice,
        };
        policy
            .buyer
            .spend(view, &policy.profiles, held, spent, notes);
    }
}
