//! Which part of a policy answers a question.

use super::{Known, Notes, Seats};
use crate::model::Scenes;
use crate::reaction::Looks;
use crate::{deployment, wrap_up};
use game::play::{Choice, Decision, View};
use game::state::Phase;

impl Seats<'_> {
    /// Answers a question, with what is known from other imagined games, if this is one.
    // Each part is a function of its own with the same arguments: to get there is a jump, and nothing
    // is saved and passed on twice.
    #[inline(always)]
    pub(crate) fn answer(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        known: Option<&mut Known>,
    ) -> usize {
        if let Some(learner) = &self.policy(view.seat()).learner
            && let Some(answer) = learner.answer(view, decision, options)
        {
            return answer;
        }
        match Matter::of(decision, view.phase()) {
            Matter::Purchase => self.purchase(view, decision, options),
            Matter::Deployment => self.deployment(view, decision, options),
            Matter::WrapUp => self.wrap_up(view, decision, options),
            Matter::Reaction => self.reaction(view, decision, options, known),
        }
    }

    #[inline(never)]
    fn purchase(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let policy = self.policy(view.seat());
        let memory = &mut self.memories[usize::from(view.seat())];
        let own = (&mut memory.purchase, &mut memory.dice);
        policy
            .buyer
            .choose(view, &policy.profiles, decision, options, own)
    }

    #[inline(never)]
    fn deployment(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let policy = self.policy(view.seat());
        let memory = &mut self.memories[usize::from(view.seat())];
        let looks = deployment::Looks {
            prospects: &mut self.prospects,
            dealings: &self.dealings,
        };
        let (deployer, profiles) = (&policy.deployer, &*policy.profiles);
        let own = &mut memory.deployment;
        deployer.choose(
            view,
            profiles,
            decision,
            options,
            own,
            (looks, &mut memory.dice),
        )
    }

    #[inline(never)]
    fn wrap_up(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let policy = self.policy(view.seat());
        let dice = &mut self.memories[usize::from(view.seat())].dice;
        wrap_up::choose(&policy.wrap_up, view, decision, options, dice)
    }

    #[inline(never)]
    fn reaction(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        known: Option<&mut Known>,
    ) -> usize {
        let policy = self.policy(view.seat());
        let memory = &mut self.memories[usize::from(view.seat())];
        if self.policies.len() > 1 {
            // The player asked before may see it differently.
            self.scenes = Scenes::default();
        }
        let notes = Notes {
            memory: &mut memory.reaction,
            looked: &mut Looks {
                scenes: &mut self.scenes,
                dealings: &self.dealings,
                known: known.map(|known| &mut known.answers),
            },
            dice: &mut memory.dice,
        };
        let reactor = &policy.reactor;
        reactor.choose(view, &policy.profiles, decision, options, notes)
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
