//! Instants and abilities by rules of thumb: they are used in a fight that looks like being lost, on
//! whomever they do most to, if that is worth more than keeping them. Power and HP, added up, are all
//! that a fight is judged by.

use crate::deployment::{lane_strength, strength};
use crate::spec::ReactionWeights;
use crate::{best_by, first_that};
use cards::ability::{Ability, Amount, Cost, Effect, Limit, Quantity, WorksFrom};
use cards::{Class, KindId};
use game::play::{Choice, Decision, View};
use game::state::{CardRef, ROUNDS, Side};

pub(super) fn choose(
    weights: &ReactionWeights,
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
) -> usize {
    let judge = Judge { weights, view };
    match *decision {
        Decision::React { lane, .. } => judge.window(lane, options),
        Decision::Free { lane } => judge.window(lane.unwrap_or(view.seat()), options),
        Decision::AnswerReveal { .. } => judge.best_use(options, |_| weights.cancel),
        Decision::AnswerDamage { troop, amount, .. } => judge.answer(troop, amount, options),
        Decision::Strike { troop, enemy } => {
            let missing = f32::from(view.hp_left(enemy) - view.power(troop));
            judge.best_use(options, |_| missing)
        }
        Decision::EnemyDamaged { enemy } => {
            let left = f32::from(view.hp_left(enemy));
            judge.best_use(options, |_| left)
        }
        Decision::Save { troop } => judge.save(troop, options),
        Decision::Target { effect, .. } => judge.target(&effect, options),
        Decision::TargetLane { .. } | Decision::DeployLane { .. } => {
            best_by(options, |choice| match *choice {
                Choice::Lane(lane) => judge.danger(lane),
                _ => f32::NEG_INFINITY,
            })
        }
        Decision::LoseTroop { .. } => best_by(options, |choice| match *choice {
            Choice::Target(troop) => -judge.worth(troop),
            _ => f32::NEG_INFINITY,
        }),
        Decision::TakeDiscarded { .. } => best_by(options, |choice| match *choice {
            Choice::Card(kind) => f32::from(view.kind(kind).cost),
            _ => -1.0,
        }),
        Decision::BurnFromDiscard { .. } => best_by(options, |choice| match *choice {
            Choice::Card(kind) => -f32::from(view.kind(kind).cost),
            _ => f32::NEG_INFINITY,
        }),
        Decision::Trigger { .. } => options.len() - 1,
        _ => 0,
    }
}

/// An ability on offer: the card that has it, and the troop that is that card or carries it.
struct Offered<'a> {
    kind: KindId,
    ability: &'a Ability,
    user: Option<CardRef>,
}

struct Judge<'a> {
    weights: &'a ReactionWeights,
    view: &'a View<'a>,
}

impl Judge<'_> {
    /// By how much the enemies of a lane are stronger than its troops.
    fn danger(&self, lane: u8) -> f32 {
        let unseen = self.weights.unseen * f32::from(self.view.wave());
        let enemies = self.view.enemies(lane);
        let enemies = enemies.map(|(at, seen)| seen.map_or(unseen, |_| strength(self.view, at)));
        enemies.sum::<f32>() - lane_strength(self.view, lane)
    }

    /// The share of a gain in a lane that counts.
    fn share(&self, lane: u8) -> f32 {
        match lane == self.view.seat() {
            true => 1.0,
            false => self.weights.others,
        }
    }

    /// What a troop is worth, with its items.
    fn worth(&self, troop: CardRef) -> f32 {
        let items = self
            .view
            .card(troop)
            .map_or(&[][..], |card| card.equipment());
        let items = items
            .iter()
            .map(|item| f32::from(self.view.kind(*item).cost));
        strength(self.view, troop) + self.weights.item * items.sum::<f32>()
    }

    /// The ability that a choice would use.
    fn offered(&self, choice: Choice) -> Option<Offered<'_>> {
        let (kind, ability, user) = match choice {
            Choice::FromHand { kind, ability } => (kind, ability, None),
            Choice::OnBoard {
                card,
                item,
                ability,
            } => {
                let found = self.view.card(card)?;
                let kind = match item {
                    Choice::OWN => found.kind,
                    item => found.equipment[usize::from(item)],
                };
                (kind, ability, Some(card))
            }
            _ => return None,
        };
        Some(Offered {
            kind,
            ability: &self.view.kind(kind).abilities[usize::from(ability)],
            user,
        })
    }

    /// The least gain for which an ability is used.
    fn hold(&self, offered: &Offered<'_>) -> f32 {
        let Offered {
            kind,
            ability,
            user,
        } = *offered;
        let facts = self.view.kind(kind);
        let cost = f32::from(facts.cost.max(1));
        let weights = self.weights;
        let hold = match (facts.class, ability.from) {
            (Class::Instant, _) => weights.hold_instant * cost,
            (_, WorksFrom::Hand) => weights.hold_troop * cost,
            _ if ability.costs.contains(&Cost::DiscardThis) => weights.item * cost,
            _ if ability.limit == Limit::OncePerRound => weights.hold_ability,
            _ => 0.0,
        };
        let last_round = self.view.round() == ROUNDS;
        let hold = if last_round {
            weights.last_round * hold
        } else {
            hold
        };
        hold + user.map_or(0.0, |user| self.suffered(ability, user))
    }

    /// What is lost of a troop that pays for an ability.
    fn suffered(&self, ability: &Ability, user: CardRef) -> f32 {
        let paid = i16::from(ability.cost_damage);
        let dies = paid > 0 && paid >= self.view.hp_left(user);
        match dies || ability.costs.contains(&Cost::KillThis) {
            true => self.worth(user),
            false => f32::from(paid),
        }
    }

    /// The ability that gains most beyond what it is held for; passes where none gains anything.
    fn best_use(&self, options: &[Choice], gain: impl Fn(&Offered<'_>) -> f32) -> usize {
        best_by(options, |choice| match self.offered(*choice) {
            Some(offered) => gain(&offered) - self.hold(&offered),
            None if *choice == Choice::Pass => 0.0,
            None => f32::NEG_INFINITY,
        })
    }

    /// A window in which anything may be used.
    fn window(&self, lane: u8, options: &[Choice]) -> usize {
        let in_danger = self.danger(lane) > self.weights.calm && self.view.enemy_count(lane) > 0;
        let abilities = self.best_use(options, |offered| {
            let effects = offered.ability.effects.iter();
            let gains = effects.map(|effect| self.gain(effect, offered, lane, in_danger));
            self.share(lane) * gains.sum::<f32>()
        });
        let has_room = self.view.troop_count(lane) < game::state::LANE_ZONES;
        match abilities {
            0 if in_danger && has_room => {
                first_that(options, |choice| matches!(choice, Choice::Deploy(_)))
            }
            chosen => chosen,
        }
    }

    /// What an effect does for the fight of a lane.
    fn gain(&self, effect: &Effect, offered: &Offered<'_>, lane: u8, in_danger: bool) -> f32 {
        let view = self.view;
        match *effect {
            Effect::Heal { amount, .. } => {
                let wounds = view.troops(lane).map(|(_, troop)| troop.damage);
                f32::from(wounds.max().unwrap_or(0)).min(self.size(amount))
            }
            _ if !in_danger => 0.0,
            Effect::Damage { amount, to } if to.pick.is_enemy() => {
                let seen = view.enemies(lane).filter(|(_, seen)| seen.is_some());
                let most = seen.map(|(at, _)| view.hp_left(at)).max().unwrap_or(0);
                f32::from(most).min(self.size(amount))
            }
            Effect::Damage { amount, .. } => -self.size(amount),
            Effect::GainPower { amount, .. } => self.size(amount),
            Effect::BecomeTroop => {
                let facts = view.kind(offered.kind);
                f32::from(facts.power + facts.hp)
            }
            _ => self.weights.other,
        }
    }

    /// About how much an amount is.
    fn size(&self, amount: Amount) -> f32 {
        amount.estimate(|quantity| match quantity {
            Quantity::Wave => f32::from(self.view.wave()),
            Quantity::All => 10.0,
            _ => 2.0,
        })
    }

    /// Averts damage that would kill a troop, by whatever is held for least.
    fn answer(&self, troop: CardRef, amount: i16, options: &[Choice]) -> usize {
        let view = self.view;
        let missing = f32::from(amount - view.hp_left(troop) + 1);
        if missing <= 0.0 {
            return 0;
        }
        let lane = view.place(troop).map_or(view.seat(), |(_, lane, _)| lane);
        let worth = self.share(lane) * self.worth(troop);
        self.best_use(options, |offered| {
            let averted = offered.ability.effects.iter().map(|effect| match *effect {
                Effect::Prevent { amount, .. } => self.size(amount),
                Effect::Redirect { amount, .. } if self.bears(offered, missing) => {
                    self.size(amount)
                }
                Effect::Kill { .. } | Effect::CancelReveal => missing,
                _ => 0.0,
            });
            match averted.sum::<f32>() >= missing {
                true => worth,
                false => 0.0,
            }
        })
    }

    /// Whether the user of an ability survives so much damage.
    fn bears(&self, offered: &Offered<'_>, damage: f32) -> bool {
        let left = offered.user.map(|user| self.view.hp_left(user));
        left.is_some_and(|left| f32::from(left) > damage)
    }

    /// Saves a troop that is worth about as much as any other.
    fn save(&self, troop: CardRef, options: &[Choice]) -> usize {
        let view = self.view;
        let all = (0..view.players()).flat_map(|lane| view.troops(lane));
        let most = all.map(|(other, _)| self.worth(other)).fold(0.0, f32::max);
        match self.worth(troop) >= self.weights.save * most {
            true => options.len() - 1,
            false => 0,
        }
    }

    /// Whom an effect does most to: it kills the strongest enemy it can, and helps those who fight.
    fn target(&self, effect: &Effect, options: &[Choice]) -> usize {
        let view = self.view;
        best_by(options, |choice| {
            let Choice::Target(card) = *choice else {
                return f32::NEG_INFINITY;
            };
            let Some((side, lane, position)) = view.place(card) else {
                return f32::NEG_INFINITY;
            };
            let is_fought = f32::from(u8::from(view.fighting() == Some(lane)));
            match (side, view.card(card), effect) {
                (Side::Enemy, None, _) => 0.0,
                (Side::Enemy, Some(_), Effect::Damage { amount, .. }) => {
                    let left = f32::from(view.hp_left(card));
                    match left <= self.size(*amount) {
                        true => 20.0 + strength(view, card),
                        false => is_fought - position as f32,
                    }
                }
                (Side::Enemy, Some(_), _) => strength(view, card),
                (Side::Troop, _, Effect::Damage { .. }) => -self.worth(card),
                (Side::Troop, Some(troop), Effect::Heal { .. }) => f32::from(troop.damage),
                (Side::Troop, _, _) => 20.0 * is_fought - position as f32,
            }
        })
    }
}
