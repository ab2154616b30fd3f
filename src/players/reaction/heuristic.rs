//! The heuristic reaction: every question is put to the model with and without the answer.

use super::targets::{is_lead, is_lent};
use super::{Heuristic, Looks, ReactionMemory, salvage, share};
use crate::best_by;
use crate::model::{Act, Lane, Profiles, Setting};
use crate::table::Notes;
use cards::KindId;
use cards::ability::Ability;
use game::play::{Choice, Decision, View};
use game::state::{CardRef, Side};

/// An ability on offer, with the card that has it.
#[derive(Clone, Copy)]
pub(super) struct Offered<'a> {
    pub kind: KindId,
    pub ability: &'a Ability,
    /// The ability's number on the card.
    pub number: u8,
    /// The troop that has it or carries the item that has it.
    pub card: Option<CardRef>,
}

impl Heuristic {
    #[inline(never)]
    pub(super) fn choose<'a>(
        &'a self,
        view: &View<'_>,
        profiles: &'a Profiles,
        decision: &Decision,
        options: &[Choice],
        notes: Notes<'_, ReactionMemory, Looks<'_, 'a>>,
    ) -> usize {
        let Notes {
            memory,
            looked: looks,
            ..
        } = notes;
        if let Some(answer) = self.answer_as_planned(view, decision, options, memory) {
            return answer;
        }
        let mut setting = Setting::new(view, profiles, &self.cast, &self.stakes, looks.dealings);
        if view.players() > 1 && about_lane(view, decision).is_some_and(|lane| lane != view.seat())
        {
            // Gains for others count less, so they must be larger.
            let after = self.weights.others_after;
            let others = match after > 0.0 && view.is_fought(view.seat()) {
                true => after,
                false => self.weights.others,
            };
            setting.reluctance = 1.0 / others;
        }
        match *decision {
            Decision::React { lane, .. } => {
                self.look_ahead(view, &mut setting, lane);
                self.window(view, &setting, lane, options, memory, looks)
            }
            Decision::Free { .. } => self.free_window(view, &setting, options, memory),
            Decision::AnswerReveal { enemy } => {
                if let Some((_, lane, _)) = view.place(enemy) {
                    self.wait(view, &mut setting, lane, self.weights.reveal_patience);
                }
                self.answer_reveal(view, &setting, enemy, options, memory)
            }
            Decision::AnswerDamage {
                troop,
                amount,
                enemy,
                ..
            } => self.answer_damage(
                view,
                &setting,
                (troop, amount, enemy),
                options,
                memory,
                looks,
            ),
            Decision::Strike { troop, .. } => self.strike(view, &setting, troop, options, memory),
            Decision::EnemyDamaged { enemy } => self.enemy_damaged(view, &setting, enemy, options),
            Decision::Save { troop } => self.save(view, &setting, troop, options),
            Decision::Target { kind, effect } => self.target(view, &setting, kind, effect, options),
            Decision::LoseTroop { .. } => self.lose_troop(view, &setting, options),
            _ => 0,
        }
    }

    /// The answer to a question that needs no model: most are settled by what the player had in mind.
    #[inline(always)] // There is one caller.
    fn answer_as_planned(
        &self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
        memory: &ReactionMemory,
    ) -> Option<usize> {
        let planned = |wanted: Choice| options.iter().position(|choice| *choice == wanted);
        Some(match *decision {
            Decision::React { .. }
            | Decision::AnswerDamage { .. }
            | Decision::AnswerReveal { .. }
            | Decision::Strike { .. }
            | Decision::EnemyDamaged { .. }
            | Decision::Save { .. }
            | Decision::LoseTroop { .. } => return None,
            Decision::Free { lane } => match lane {
                Some(lane) if !view.is_fought(lane) => 0,
                _ => return None,
            },
            Decision::Target { kind, ref effect } => {
                let weighs_all = self.weights.unseen > 0.0 && (is_lent(effect) || is_lead(effect));
                let wanted = memory.target.filter(|_| memory.kind == Some(kind));
                return wanted
                    .filter(|_| !weighs_all)
                    .and_then(|card| planned(Choice::Target(card)));
            }
            Decision::Trigger { .. } => options.len() - 1,
            Decision::Mode { kind } if memory.kind == Some(kind) => {
                planned(Choice::Mode(memory.parts)).unwrap_or(0)
            }
            Decision::Amount { .. } => share::choose(view, decision, options),
            Decision::TargetLane { kind } | Decision::DeployLane { kind } => {
                self.target_lane(view, kind, options, memory)
            }
            Decision::DeployPosition { kind, .. } if memory.kind == Some(kind) => {
                planned(Choice::Position(memory.position)).unwrap_or(0)
            }
            Decision::BurnFromDiscard { .. } => burn_from_discard(view, memory, options),
            Decision::TakeDiscarded { .. } => salvage::take(view, options),
            _ => 0,
        })
    }

    /// In a window it pays to consider what may still turn up, and to wait for it.
    fn look_ahead(&self, view: &View<'_>, setting: &mut Setting<'_, '_>, lane: u8) {
        if self.weights.foresight == 0.0 && self.weights.patience == 0.0 {
            return;
        }
        let hidden = self.wait(view, setting, lane, self.weights.patience);
        if self.weights.foresight > 0.0 && hidden > 0 {
            setting.deals = Some(setting.dealings.face_down(view, lane));
        }
    }

    /// The more enemies of a lane have not turned up, the more must be gained; says how many there are.
    fn wait(
        &self,
        view: &View<'_>,
        setting: &mut Setting<'_, '_>,
        lane: u8,
        patience: f32,
    ) -> usize {
        let hidden = view.enemies(lane).filter(|enemy| enemy.1.is_none()).count();
        setting.reluctance *= 1.0 + patience * hidden as f32;
        hidden
    }

    /// The least gain for which an ability is used.
    #[inline]
    pub(super) fn hold(&self, offered: &Offered<'_>, setting: &Setting<'_, '_>) -> f32 {
        let hold = self.uses.of(offered.kind, offered.number).hold;
        hold * setting.future * setting.reluctance
    }

    /// The troop that is worth least.
    fn lose_troop(&self, view: &View<'_>, setting: &Setting<'_, '_>, options: &[Choice]) -> usize {
        best_by(options, |choice| match choice {
            Choice::Target(card) => -self.worth(view, setting, *card),
            _ => f32::NEG_INFINITY,
        })
    }

    /// What a troop on the board is worth, wounds considered.
    pub(super) fn worth(&self, view: &View<'_>, setting: &Setting<'_, '_>, card: CardRef) -> f32 {
        let Some((Side::Troop, lane, position)) = view.place(card) else {
            return 0.0;
        };
        let model = setting.lane(view, lane);
        model.troops.get(position).map_or(0.0, |troop| {
            let lost = f32::from(troop.total - troop.hp) / f32::from(troop.total.max(1));
            troop.worth * (1.0 - self.stakes.wound * lost.clamp(0.0, 1.0))
        })
    }

    /// Saves a troop if none that is worth much more is in danger, or if the lane would be empty.
    fn save(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        troop: CardRef,
        options: &[Choice],
    ) -> usize {
        let Some((_, lane, position)) = view.place(troop) else {
            return 0;
        };
        if setting.reluctance.is_infinite() {
            return 0;
        }
        let model = setting.lane(view, lane);
        let Some(own) = model.troops.get(position) else {
            return 0;
        };
        if model.troops.len() == 1 && view.enemy_count(lane) > 0 {
            return options.len() - 1;
        }
        let mut greatest = own.worth;
        for other in 0..view.players() {
            if other == lane {
                let worths = model.troops.iter().map(|troop| troop.worth);
                greatest = worths.fold(greatest, f32::max);
            } else if !view.is_fought(other) {
                let others = setting.lane(view, other);
                greatest = others
                    .troops
                    .iter()
                    .map(|t| t.worth)
                    .fold(greatest, f32::max);
            }
        }
        if own.worth >= self.weights.save * greatest {
            options.len() - 1
        } else {
            0
        }
    }
}

/// The lane that a question of a fight is about.
fn about_lane(view: &View<'_>, decision: &Decision) -> Option<u8> {
    match *decision {
        Decision::React { lane, .. } => Some(lane),
        Decision::Free { lane } => lane,
        // Where in it a troop stands is looked up later.
        Decision::AnswerDamage { troop, .. }
        | Decision::Strike { troop, .. }
        | Decision::Save { troop } => view.card(troop).map(|card| card.lane),
        Decision::AnswerReveal { enemy } | Decision::EnemyDamaged { enemy } => {
            view.place(enemy).map(|(_, lane, _)| lane)
        }
        _ => None,
    }
}

/// The ability that a choice would use.
#[inline(always)] // The parts of it are wanted, not the whole.
pub(super) fn offered<'a>(view: &View<'a>, choice: Choice) -> Option<Offered<'a>> {
    let (kind, number, card) = source_of(view, choice)?;
    Some(Offered {
        kind,
        ability: &view.kind(kind).abilities[usize::from(number)],
        number,
        card,
    })
}

/// The card whose ability a choice would use, the ability's number, and the troop that has it or carries
/// the item that has it.
#[inline]
pub(super) fn source_of(view: &View<'_>, choice: Choice) -> Option<(KindId, u8, Option<CardRef>)> {
    Some(match choice {
        Choice::FromHand { kind, ability } => (kind, ability, None),
        Choice::OnBoard {
            card,
            item,
            ability,
        } => {
            let found = view.card(card)?;
            let kind = match item {
                Choice::OWN => found.kind,
                item => found.equipment[item as usize],
            };
            (kind, ability, Some(card))
        }
        _ => return None,
    })
}

/// The user of an ability, as the model sees it.
pub(super) fn act_of(view: &View<'_>, lane: &Lane<'_>, offered: &Offered<'_>) -> Act {
    let mut act = Act {
        parts: Act::ALL,
        ..Act::default()
    };
    if let Some(card) = offered.card {
        act.user = lane
            .troops
            .iter()
            .position(|troop| troop.card == card)
            .map(|index| index as u8);
        act.user_power = match act.user {
            Some(user) => lane.troops[user as usize].power,
            None if lane.profiles[offered.kind.index()].own_power & 1 << offered.number != 0 => {
                view.power(card)
            }
            // It does not matter, and would take a while to compute.
            None => 0,
        };
    }
    act
}

/// The card that costs least of those that cost enough; otherwise the costliest.
fn burn_from_discard(view: &View<'_>, memory: &ReactionMemory, options: &[Choice]) -> usize {
    best_by(options, |choice| match choice {
        Choice::Card(kind) => {
            let cost = i16::from(view.kind(*kind).cost);
            if cost >= memory.card_cost {
                100.0 - f32::from(cost)
            } else {
                f32::from(cost)
            }
        }
        _ => f32::NEG_INFINITY,
    })
}
