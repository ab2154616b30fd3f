//! Targets of effects: finds legal targets and lets players choose among them.

use super::discards::Salvage;
use super::{Resolution, User};
use crate::observe::Observer;
use crate::play::{Decision, Policy};
use crate::rules::{Game, Table};
use crate::state::{ARENA, BoardCard, CardRef, Side};
use arrayvec::ArrayVec;
use cards::Class;
use cards::ability::{Effect, LaneRef, Pick, Target};
use cards::ruleset::{AnyTroop, OneEnemy};

/// The targets of one effect.
pub(crate) type Targets = ArrayVec<CardRef, 8>;

impl<P: Policy + ?Sized, O: Observer> Game<'_, P, O> {
    /// Lets the right player choose the target of an effect.
    fn choose_card(&mut self, run: &mut Resolution, pick: Pick, effect: Effect) -> Option<CardRef> {
        let mut candidates = ArrayVec::<CardRef, ARENA>::new();
        self.table().any_candidate(&run.user, pick, |card| {
            candidates.push(card);
            false
        });
        let kind = run.user.kind;
        let decision = match pick {
            Pick::OwnersChoice => Decision::LoseTroop { kind },
            _ => Decision::Target { kind, effect },
        };
        let card = self.choose_target(run.user.seat, decision, &candidates)?;
        self.table().note_chosen(run, card);
        Some(card)
    }

    /// The targets of an effect, chosen by players if needed.
    pub(crate) fn targets(
        &mut self,
        run: &mut Resolution,
        target: Target,
        effect: Effect,
    ) -> Targets {
        let mut found = Targets::default();
        match target.pick {
            Pick::This => found.extend(run.user.card),
            Pick::ThatEnemy => found.extend(run.about.enemy),
            Pick::ThatTroop => found.extend(run.about.troop),
            Pick::FirstTroops | Pick::LastTroops | Pick::EveryTroop => {
                found = self.troops_of(run, target, effect);
                run.about.troop = found.first().copied();
            }
            Pick::FirstEnemies => {
                let lane = self.lane_of(run, target, effect);
                let enemies = self.table().lane_enemies(lane);
                found = enemies.into_iter().take(target.count as usize).collect();
                run.about.enemy = found.first().copied();
            }
            Pick::LaneFronts => {
                let lane = self.lane_of(run, target, effect);
                found.extend(self.state.first_troop(lane));
                found.extend(self.state.first_enemy(lane));
            }
            Pick::UppermostDiscardedTroop => {}
            choice => found.extend(self.choose_card(run, choice, effect)),
        }
        found
    }

    fn troops_of(&mut self, run: &mut Resolution, target: Target, effect: Effect) -> Targets {
        let lane = self.lane_of(run, target, effect);
        let troops = self.table().lane_troops(lane);
        let all = &troops[..];
        let count = (target.count as usize).min(all.len());
        let chosen = match target.pick {
            Pick::FirstTroops => &all[..count],
            Pick::LastTroops => &all[all.len() - count..],
            _ => all,
        };
        chosen.iter().copied().collect()
    }

    /// The lane of an effect; asks for it once if the player may choose.
    fn lane_of(&mut self, run: &mut Resolution, target: Target, effect: Effect) -> u8 {
        match target.lane {
            LaneRef::Own => run.user.lane,
            LaneRef::That => run.that_lane.unwrap_or(run.user.lane),
            LaneRef::Chosen => {
                if run.chosen_lane.is_none() {
                    let kind = run.user.kind;
                    let decision = Decision::TargetLane { kind };
                    let fits = |table: Table<'_>, lane| table.lane_fits(lane, &effect);
                    let lane = self.choose_lane(run.user.seat, 0, decision, fits);
                    run.chosen_lane = lane.or(Some(run.user.lane));
                }
                run.chosen_lane.unwrap_or(run.user.lane)
            }
        }
    }
}

impl Table<'_> {
    /// The lanes to which an unscoped "one enemy" or "one troop" reaches.
    fn lanes_in_reach(self, user: &User, narrow: bool) -> std::ops::Range<u8> {
        if narrow {
            let lane = self
                .state
                .fighting
                .filter(|_| user.card.is_none())
                .unwrap_or(user.lane);
            lane..lane + 1
        } else {
            0..self.state.players
        }
    }

    /// Calls `is_enough` for every card that may be chosen for a target, until one is; says whether
    /// one was.
    #[inline]
    fn any_candidate(
        self,
        user: &User,
        pick: Pick,
        mut is_enough: impl FnMut(CardRef) -> bool,
    ) -> bool {
        let rulings = &self.rules.rulings;
        let (side, lanes) = match pick {
            Pick::OneEnemy | Pick::OneRevealedEnemy => {
                let lanes = match (rulings.one_enemy, self.state.fighting) {
                    (OneEnemy::AnyLane, _) => 0..self.state.players,
                    (OneEnemy::OwnLane, Some(lane)) => lane..lane + 1,
                    (OneEnemy::OwnLane, None) => user.lane..user.lane + 1,
                };
                (Side::Enemy, lanes)
            }
            Pick::OneTroop | Pick::OneFightingTroop => (
                Side::Troop,
                self.lanes_in_reach(user, rulings.any_troop == AnyTroop::OwnLane),
            ),
            Pick::OwnersChoice => (Side::Troop, user.lane..user.lane + 1),
            _ => (Side::Enemy, user.lane..user.lane + 1),
        };
        for lane in lanes {
            let in_lane = &self.state.lanes[lane as usize];
            for (position, slot) in in_lane.side(side).iter().enumerate() {
                let card = self.state.board.card(*slot);
                let fits = match pick {
                    Pick::OneRevealedEnemy | Pick::OneRevealedEnemyInLane => card.face_up,
                    Pick::OneRevealedNonBossInLane => {
                        card.face_up && self.kind(card.kind).class != Class::Boss
                    }
                    Pick::OneFightingTroop => position == 0 && !in_lane.enemies.is_empty(),
                    _ => true,
                };
                let shielded = self.cards.has_untargetable && self.is_shielded(card);
                if fits && !shielded && is_enough(self.state.board.card_ref(*slot)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a card cannot be chosen as a target. A face-down card is unknown, so it always can.
    fn is_shielded(self, card: &BoardCard) -> bool {
        card.side == Side::Enemy
            && card.face_up
            && card.has_abilities()
            && self.kind(card.kind).derived.standing.untargetable
    }

    /// Whether there is anything to choose for a target.
    pub(crate) fn has_candidate(self, user: &User, pick: Pick) -> bool {
        self.any_candidate(user, pick, |_| true)
    }

    /// Later effects may refer to "that enemy", "that troop" and "that lane".
    fn note_chosen(self, run: &mut Resolution, card: CardRef) {
        let found = self.state.board.card(card.slot);
        match found.side {
            Side::Enemy => {
                run.about.enemy = Some(card);
                run.that_lane = Some(found.lane);
            }
            Side::Troop => run.about.troop = Some(card),
        }
    }

    /// Whether choosing a lane for an effect would do anything.
    fn lane_fits(self, lane: u8, effect: &Effect) -> bool {
        let in_lane = &self.state.lanes[lane as usize];
        let mut troops = in_lane.troops.as_slice().iter();
        match (effect.target().map(|target| target.pick), effect) {
            (Some(Pick::LaneFronts | Pick::FirstEnemies), _) => !in_lane.enemies.is_empty(),
            (_, Effect::Heal { .. }) => troops.any(|slot| self.state.board.card(*slot).damage > 0),
            _ => troops.len() > 0,
        }
    }

    /// Whether an effect could do something if its ability were used now.
    #[inline]
    pub(crate) fn is_feasible(self, user: &User, effect: &Effect) -> bool {
        match effect {
            Effect::BecomeTroop => return self.has_free_zone(),
            Effect::ReturnDiscarded { goods } => return self.can_salvage(*goods, Salvage::ToHand),
            Effect::EquipDiscarded { goods } => return self.can_salvage(*goods, Salvage::Equip),
            _ => {}
        }
        let Some(target) = effect.target() else {
            return true;
        };
        match target.lane {
            LaneRef::Chosen => self.some_lane_fits(effect),
            _ => !target.pick.is_choice() || self.has_candidate(user, target.pick),
        }
    }

    fn some_lane_fits(self, effect: &Effect) -> bool {
        (0..self.state.players).any(|lane| self.lane_fits(lane, effect))
    }
}
