//! Which part of a policy answers a question.

use super::Seats;
use crate::wrap_up;
use game::play::{Choice, Decision, View};
use game::state::Phase;

impl Seats<'_> {
    /// Answers a question.
    pub(crate) fn answer(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> usize {
        let policy = self.policy(view.seat());
        if let Some(learner) = policy.learner()
            && let Some(answer) = learner.answer(view, decision, options)
        {
            return answer;
        }
        let memory = &mut self.memories[usize::from(view.seat())];
        let dice = &mut memory.dice;
        match Matter::of(decision, view.phase()) {
            Matter::Purchase => {
                let own = (&mut memory.purchase, dice);
                policy.buyer.choose(view, decision, options, own)
            }
            Matter::Deployment => policy.deployer.choose(view, decision, options, dice),
            Matter::WrapUp => wrap_up::choose(&policy.wrap_up, view, decision, options, dice),
            Matter::Reaction => policy.reactor.choose(view, decision, options, dice),
        }
    }
}

/// Which part of a policy a question is for.
#[derive(Clone, Copy, Debug)]
enum Matter {
    Purchase,
    Deployment,
    Reaction,
    WrapUp,
}

impl Matter {
    #[inline]
    fn of(decision: &Decision, phase: Phase) -> Self {
        match decision {
            Decision::SetUp { .. } | Decision::Spend | Decision::Buy | Decision::Reduce { .. } => {
                Matter::Purchase
            }
            Decision::BurnFromDiscard { .. } if phase == Phase::Purchase => Matter::Purchase,
            Decision::Deploy
            | Decision::EquipOn { .. }
            | Decision::BringItem { .. }
            | Decision::Arrange
            | Decision::Redistribute => Matter::Deployment,
            Decision::DeployLane { .. } | Decision::DeployPosition { .. }
                if phase == Phase::Deployment =>
            {
                Matter::Deployment
            }
            Decision::DiscardFromLane | Decision::DiscardFromHand | Decision::Upgrade => {
                Matter::WrapUp
            }
            _ => Matter::Reaction,
        }
    }
}
