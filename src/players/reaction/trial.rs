//! The use of an ability, tried out on the model in all ways that may matter.

use super::heuristic::{Offered, act_of};
use super::uses::{Aim, Use};
use crate::model::{Act, Scene, Setting, Tried};
use cards::ability::Pick;
use cards::{Class, KindId};
use game::play::View;
use game::state::CardRef;

/// The best that an option can do, and how.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    pub gain: f32,
    pub target: Option<CardRef>,
    pub position: u8,
    pub parts: u8,
    /// Troops, a bit each, whom more power for the next attack has not helped: they never struck.
    idle: u8,
}

impl Default for Prospect {
    fn default() -> Self {
        Prospect {
            gain: f32::NEG_INFINITY,
            target: None,
            position: 0,
            parts: Act::ALL,
            idle: 0,
        }
    }
}

impl Prospect {
    fn update(&mut self, gain: f32, target: Option<CardRef>, parts: u8) {
        if gain > self.gain {
            self.gain = gain;
            self.target = target;
            self.position = 0;
            self.parts = parts;
        }
    }
}

/// The best use of an ability on offer in a window. What comes to the same whoever uses it is not tried
/// again for the next player, or for the next card that has it.
pub(super) fn best_use(
    view: &View<'_>,
    setting: &Setting<'_, '_>,
    scene: &mut Scene<'_>,
    offered: &Offered<'_>,
    use_of_it: &Use,
) -> Prospect {
    let ability = (offered.kind, offered.number);
    if use_of_it.is_anybodys
        && let Some(tried) = &scene.tried
        && tried.ability == ability
    {
        return Prospect {
            gain: tried.gain,
            target: tried.target,
            parts: tried.parts,
            ..Prospect::default()
        };
    }
    let trial = Trial {
        view,
        setting,
        scene,
        offered,
        use_of_it,
    };
    let best = trial.best();
    if use_of_it.is_anybodys {
        scene.tried = Some(Tried {
            ability,
            gain: best.gain,
            target: best.target,
            parts: best.parts,
        });
    }
    best
}

/// An ability on offer in a window.
pub(super) struct Trial<'t> {
    pub view: &'t View<'t>,
    pub setting: &'t Setting<'t, 't>,
    pub scene: &'t Scene<'t>,
    pub offered: &'t Offered<'t>,
    pub use_of_it: &'t Use,
}

// Most abilities are tried in one way. Whatever the functions below need is better got ready where it is
// needed than before a loop, as the compiler would do if they were inlined into each other.
impl Trial<'_> {
    /// The best use of the ability.
    #[inline(never)]
    pub fn best(&self) -> Prospect {
        let act = act_of(self.view, &self.scene.lane, self.offered);
        let mut best = Prospect::default();
        if !self.use_of_it.in_parts {
            self.try_parts(act, &mut best);
            return best;
        }
        for parts in [3, 2, 1] {
            self.try_parts(Act { parts, ..act }, &mut best);
        }
        best
    }

    /// Tries some parts of the ability on everybody they could be meant for.
    #[inline]
    fn try_parts(&self, act: Act, best: &mut Prospect) {
        match self.use_of_it.aim(act.parts) {
            Aim::Troop => self.try_troops(self.scene.lane.troops.len(), act, best),
            Aim::FirstTroop => self.try_troops(self.scene.lane.troops.len().min(1), act, best),
            Aim::Enemy(pick) => self.try_enemies(pick, act, best),
            Aim::Fixed => {
                let already_leads = self.use_of_it.leads_itself && act.user == Some(0);
                match act.parts {
                    // It stands in front: to go there changes nothing, and the rest was tried with it.
                    1 if already_leads => best.update(0.0, None, 1),
                    2 if already_leads => {}
                    parts => best.update(self.attempt(&act).0, None, parts),
                }
            }
        }
    }

    #[inline(never)]
    fn try_troops(&self, count: usize, act: Act, best: &mut Prospect) {
        let scene = self.scene;
        for index in 0..count {
            let troop = index as u8;
            let act = Act { troop, ..act };
            let target = Some(scene.lane.troops[index].card);
            let gain = match self.use_of_it.lent {
                None => self.attempt(&act).0,
                Some(lent) => match known(&act, scene.reached(), best.idle) {
                    Known::Tried => continue,
                    Known::Nothing => 0.0,
                    Known::No => {
                        let stays = act.parts == 2 || troop == 0;
                        if stays && scene.has_no_use_for(lent, &act) {
                            0.0
                        } else {
                            let (gain, reached) = self.attempt(&act);
                            if act.parts == 3 && troop > reached {
                                best.idle |= 1 << troop;
                            }
                            gain
                        }
                    }
                },
            };
            best.update(gain, target, act.parts);
        }
    }

    #[inline(never)]
    fn try_enemies(&self, pick: Pick, act: Act, best: &mut Prospect) {
        let hit = self.use_of_it.only_hit(act.user.is_some());
        for (index, enemy) in self.scene.lane.enemies.iter().enumerate() {
            if !self.may_hit(act, pick, enemy.kind) {
                continue;
            }
            let act = Act {
                enemy: index as u8,
                ..act
            };
            let in_vain = hit.is_some_and(|amount| self.scene.shrugs_off(amount, &act));
            let gain = if in_vain { 0.0 } else { self.attempt(&act).0 };
            best.update(gain, Some(enemy.card), act.parts);
        }
    }

    /// What the lane gains by the use of the ability, and how far among the troops its fight then comes.
    #[inline(never)]
    pub fn attempt(&self, act: &Act) -> (f32, u8) {
        let mut tried = self.scene.lane;
        tried.carry_out(self.offered.ability, *act);
        let gain = self.setting.gain(self.view, &mut tried, self.scene.before);
        (gain, tried.reached)
    }

    /// Whether an enemy of the lane may be chosen; the rules have the last word.
    pub fn may_hit(&self, act: Act, pick: Pick, enemy: u8) -> bool {
        let in_lane = matches!(
            pick,
            Pick::OneEnemyInLane | Pick::OneRevealedEnemyInLane | Pick::OneRevealedNonBossInLane
        );
        let out_of_reach = in_lane && self.offered.card.is_some() && act.user.is_none();
        let facts = self.view.kind(KindId(enemy));
        let boss = facts.class == Class::Boss;
        let spared = boss && pick == Pick::OneRevealedNonBossInLane;
        let shielded = facts.derived.standing.untargetable;
        !(out_of_reach || spared || shielded)
    }
}

/// What is known of an attempt before it is made.
enum Known {
    /// It changes nothing.
    Nothing,
    /// It comes to the same as one that has been made.
    Tried,
    No,
}

/// What is known of a way to use an ability that leads or lends ([`Use::lent`]); both parts are tried
/// first, then the second, then the first.
fn known(act: &Act, reached: u8, idle: u8) -> Known {
    let in_front = act.troop == 0;
    match act.parts {
        // The second part alone: for the first troop it is what both were, as it cannot move up;
        // and a troop that never strikes has no use for power.
        2 if in_front => Known::Tried,
        2 if act.troop > reached => Known::Nothing,
        // The first part alone.
        1 if in_front => Known::Nothing,
        1 if idle & 1 << act.troop != 0 => Known::Tried,
        _ => Known::No,
    }
}
