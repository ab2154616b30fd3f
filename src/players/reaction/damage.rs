//! Answers: to reveal abilities, to damage, in strikes.

use super::heuristic::{act_of, offered};
use super::known::fight_signature;
use super::share::Divisible;
use super::{Heuristic, Looks, ReactionMemory};
use crate::model::{Act, Lane, Scene, Setting, Stakes, Worth, mix};
use cards::KindId;
use cards::ability::{Combine, Cost, Effect, Limit, When};
use game::play::{Choice, View};
use game::state::{BoardCard, CardRef};

impl Heuristic {
    /// Cancels a reveal ability if it would do more harm than the answer is worth.
    #[inline(never)]
    pub(super) fn answer_reveal(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        enemy: CardRef,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let Some((kind, number)) = view.card(enemy).map(|card| (card.kind, card.lane)) else {
            return 0;
        };
        let lane = setting.lane(view, number);
        let place = lane.place_of(enemy).unwrap_or(0);
        let at = Act {
            enemy: place,
            parts: Act::ALL,
            ..Act::default()
        };
        let revealed = |mut lane: Lane<'_>| {
            let reveals = view.kind(kind).abilities.iter();
            for ability in reveals.filter(|ability| ability.when == When::Revealed) {
                lane.carry_out(ability, at);
            }
            lane.outcome(setting.stakes)
        };
        let before = revealed(lane);
        let most = lane.ceiling(setting.stakes) - before;
        let mut best = (0, 0.02);
        for (index, choice) in (1..).zip(&options[1..]) {
            let Some(offered) = offered(view, *choice) else {
                continue;
            };
            let hold = self.hold(&offered, setting);
            if most - hold <= best.1 {
                continue;
            }
            let modes: &[u8] = match offered.ability.combine {
                Combine::All => &[Act::ALL],
                Combine::AndOr => &[1, 3],
            };
            for parts in modes {
                let mut tried = lane;
                let act = Act {
                    enemy: place,
                    parts: *parts,
                    ..act_of(view, &lane, &offered)
                };
                tried.carry_out(offered.ability, act);
                let gain = tried.outcome(setting.stakes) - before - hold;
                if gain > best.1 {
                    best = (index, gain);
                    memory.kind = Some(offered.kind);
                    memory.target = Some(enemy);
                    memory.parts = *parts;
                }
            }
        }
        best.0
    }

    /// Prevents or takes over damage where the troop would fall and that saves more than it costs.
    #[inline(never)]
    pub(super) fn answer_damage<'a>(
        &self,
        view: &View<'_>,
        setting: &Setting<'a, '_>,
        (troop, amount, enemy): (CardRef, i16, Option<CardRef>),
        options: &[Choice],
        memory: &mut ReactionMemory,
        looks: &mut Looks<'_, 'a>,
    ) -> usize {
        let Some((_, number, position)) = view.place(troop) else {
            return 0;
        };
        let burns = |card: &BoardCard| setting.profiles[card.kind.index()].burns_damaged;
        let burned = enemy.and_then(|enemy| view.card(enemy)).is_some_and(burns);
        if !burned && setting.surely_outlives(view, troop, amount) {
            return self.strike_back(view, setting, amount, options, memory);
        }
        let attacked = enemy
            .filter(|enemy| view.enemies(number).next().map(|first| first.0) == Some(*enemy))
            .and_then(|enemy| view.card(enemy))
            .is_some_and(|enemy| enemy.has_attacked);
        let blow = Blow {
            enemy,
            position,
            amount,
            attacked,
            burned,
        };
        let mut unknown = None;
        if let Some(known) = &mut looks.known
            && let Some(signature) = fight_signature(view, setting, number, options)
        {
            let signature = blow.add_to(signature);
            if let Some(answer) = known.find(signature) {
                answer
                    .memory
                    .kind
                    .inspect(|kind| memory.answer(*kind, enemy));
                return usize::from(answer.index);
            }
            unknown = Some((known, signature));
        }
        let alone = options.len() == 2;
        if alone
            && let Some(hp) = setting.own_hp(view, number, troop)
            && is_vain(view, setting, options[1], amount, hp)
        {
            return 0;
        }
        let scene = looks.scenes.at(view, setting, number);
        let troops = &scene.lane.troops;
        let falls = position < troops.len() && (burned || troops[position].hp <= amount);
        let (answer, meant) = match falls {
            true if alone && is_vain(view, setting, options[1], amount, troops[position].hp) => {
                (0, None)
            }
            true => {
                scene.judge(|lane| Worth::plain(blow.outcome(lane, 0, setting.stakes)));
                self.best_against(view, setting, scene, &blow, options)
            }
            false => (0, None),
        };
        meant.inspect(|kind| memory.answer(*kind, enemy));
        if let Some((known, signature)) = unknown {
            let memory = ReactionMemory {
                kind: meant,
                ..ReactionMemory::NEW
            };
            known.keep(signature, answer, &memory);
        }
        answer
    }

    /// The best answer to a blow, and the card that is to be used if that is enough.
    #[inline(always)] // There is one caller.
    fn best_against(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        scene: &Scene<'_>,
        blow: &Blow,
        options: &[Choice],
    ) -> (usize, Option<KindId>) {
        let Blow {
            enemy,
            position,
            amount,
            ..
        } = *blow;
        let (lane, before) = (&scene.lane, scene.before.plain);
        let troop = lane.troops[position].card;
        let mut meant = None;
        let most = lane.ceiling(setting.stakes) - before;
        let mut best = (0, 0.02);
        let (mut all, mut all_hold, mut largest) = (0, 0.0, (0, 0));
        for (index, choice) in (1..).zip(&options[1..]) {
            let Some(offered) = offered(view, *choice) else {
                continue;
            };
            let (mut averted, redirected) = averted(offered.ability, amount, setting.wave);
            if averted == 0 {
                continue;
            }
            if let Some(user) = offered.card.filter(|_| redirects_up_to(offered.ability)) {
                let divisible = Divisible {
                    troop,
                    damage: amount,
                    most: averted,
                };
                averted = divisible.share_for(view, user);
            }
            let mut hold = self.hold(&offered, setting);
            if offered.card == Some(troop) {
                hold *= self.weights.doomed;
            }
            if averted > largest.1 {
                largest = (index, averted);
            }
            all += averted;
            if !redirected && most - hold <= best.1 {
                all_hold += hold;
                continue;
            }
            let in_vain = !redirected
                && prevents_in_vain(offered.ability, amount - averted, lane.troops[position].hp);
            let act = act_of(view, lane, &offered);
            let mut tried = *lane;
            let mut burden = 0.0;
            if redirected {
                burden = self.redirect(&mut tried, view, setting, &act, offered.card, averted);
            }
            // Damage that the answer deals comes before the blow lands; nothing else moves.
            let target = enemy.and_then(|enemy| tried.place_of(enemy)).unwrap_or(0);
            let dealing = Act {
                enemy: target,
                troop: position as u8,
                damage: averted,
                card_cost: 1,
                ..act
            };
            if !redirected && offered.ability.effects.len() > 1 {
                tried.carry_out(offered.ability, dealing);
            }
            let landed = if in_vain {
                before
            } else {
                blow.outcome(&mut tried, averted, setting.stakes)
            };
            let gain = landed - before - hold - burden;
            if gain > best.1 {
                best = (index, gain);
                meant = Some(offered.kind);
            }
            all_hold += hold + burden;
        }
        if best.0 == 0 && options.len() > 2 && most > all_hold {
            let landed = blow.outcome(&mut lane.clone(), all.min(amount), setting.stakes);
            if landed - before > all_hold {
                return (largest.0, None);
            }
        }
        (best.0, meant)
    }

    /// Prevents damage that a troop outlives if that deals damage, too.
    fn strike_back(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        amount: i16,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        if self.weights.strike_back == 0.0 {
            return 0;
        }
        let deals = |effect: &Effect| matches!(effect, Effect::Damage { .. });
        let found = options.iter().enumerate().skip(1).find(|(_, choice)| {
            offered(view, **choice).is_some_and(|offered| {
                let (averted, redirected) = averted(offered.ability, amount, setting.wave);
                offered.ability.limit == Limit::OncePerRound
                    && offered.card.is_some()
                    && averted > 0
                    && !redirected
                    && offered.ability.effects.iter().any(deals)
                    && self.weights.strike_back > self.hold(&offered, setting)
            })
        });
        let Some((index, choice)) = found else {
            return 0;
        };
        *memory = ReactionMemory {
            kind: offered(view, *choice).map(|offered| offered.kind),
            parts: Act::ALL,
            ..ReactionMemory::default()
        };
        index
    }

    /// The user suffers in another troop's place: in this lane the model knows, elsewhere a
    /// share of its worth is at stake.
    fn redirect(
        &self,
        lane: &mut Lane<'_>,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        act: &Act,
        user: Option<CardRef>,
        amount: i16,
    ) -> f32 {
        match (act.user, user) {
            (Some(user), _) => {
                let troop = &mut lane.troops[user as usize];
                troop.hp -= amount;
                0.0
            }
            (None, Some(card)) => {
                let left = view.hp_left(card);
                let worth = self.worth(view, setting, card);
                if left <= amount {
                    worth
                } else {
                    worth * self.stakes.wound * f32::from(amount) / f32::from(left.max(1))
                }
            }
            _ => 0.0,
        }
    }

    /// Strikes first, or harder, where that decides something.
    #[inline(never)]
    pub(super) fn strike(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        troop: CardRef,
        options: &[Choice],
        memory: &mut ReactionMemory,
    ) -> usize {
        let Some((_, number, position)) = view.place(troop) else {
            return 0;
        };
        let lane = setting.lane(view, number);
        if position >= lane.troops.len() || lane.enemies.is_empty() {
            return 0;
        }
        let before = lane.clone().outcome(setting.stakes);
        let mut best = (0, 0.02);
        for (index, choice) in (1..).zip(&options[1..]) {
            let Some(offered) = offered(view, *choice) else {
                continue;
            };
            let act = act_of(view, &lane, &offered);
            let burns = offered.ability.costs.contains(&Cost::BurnDiscardedCard);
            let missing =
                lane.enemies[0].hp - lane.troops[position].power - lane.troops[position].extra;
            let card_cost = if burns {
                burnable(view, missing + lane.shields)
            } else {
                0
            };
            let mut tried = lane;
            for effect in &offered.ability.effects {
                match *effect {
                    Effect::StrikeFirst => {
                        tried.troops[position].first = true;
                        tried.troops[position].plain = false;
                    }
                    Effect::ExtraDamage { amount } => {
                        let act = Act { card_cost, ..act };
                        tried.troops[position].extra += tried.size(amount, &act);
                        tried.troops[position].plain = false;
                    }
                    _ => {}
                }
            }
            let hold = if burns {
                self.weights.burn * f32::from(card_cost.max(1)) * setting.future
            } else {
                self.hold(&offered, setting)
            };
            let gain = tried.outcome(setting.stakes) - before - hold;
            if gain > best.1 {
                best = (index, gain);
                memory.kind = Some(offered.kind);
                memory.card_cost = card_cost;
            }
        }
        best.0
    }

    /// Adds to the damage of an enemy where that decides something.
    #[inline(never)]
    pub(super) fn enemy_damaged(
        &self,
        view: &View<'_>,
        setting: &Setting<'_, '_>,
        enemy: CardRef,
        options: &[Choice],
    ) -> usize {
        let Some(number) = view.card(enemy).map(|card| card.lane) else {
            return 0;
        };
        let lane = setting.lane(view, number);
        let last = options.len() - 1;
        let Some(offered) = offered(view, options[last]) else {
            return 0;
        };
        let before = lane.clone().outcome(setting.stakes);
        let mut tried = lane;
        let act = Act {
            enemy: lane.place_of(enemy).unwrap_or(0),
            ..act_of(view, &lane, &offered)
        };
        tried.carry_out(offered.ability, act);
        let gain = tried.outcome(setting.stakes) - before;
        if gain > self.hold(&offered, setting) {
            last
        } else {
            0
        }
    }
}

/// Damage that is about to land on a troop.
struct Blow {
    enemy: Option<CardRef>,
    position: usize,
    amount: i16,
    /// Whether it is the attack of the first enemy, so that the first troop strikes as well.
    attacked: bool,
    /// Whether the enemy burns whom it damages.
    burned: bool,
}

impl Blow {
    /// Adds all that there is to it to a signature.
    fn add_to(&self, signature: u64) -> u64 {
        let kind = u64::from(self.attacked) << 1 | u64::from(self.burned);
        let facts = u64::from(self.amount as u16) << 8 | self.position as u64;
        let enemy = self.enemy.map_or(0, |card| {
            u64::from(card.slot) << 17 | u64::from(card.stamp) << 1 | 1
        });
        mix(mix(signature, facts << 2 | kind), enemy)
    }

    /// What a lane is worth after the blow, less what is averted of it, and the fight that follows.
    #[inline]
    fn outcome(&self, lane: &mut Lane<'_>, averted: i16, stakes: &Stakes) -> f32 {
        self.land(lane, averted);
        lane.outcome(stakes)
    }

    /// The lane after the blow, less what is averted of it.
    fn land(&self, lane: &mut Lane<'_>, averted: i16) {
        let left = (self.amount - averted).max(0);
        if let Some(troop) = lane.troops.get_mut(self.position) {
            troop.hp -= left;
        }
        lane.after_exchange(self.attacked, left > 0);
    }
}

/// Whether an answer to damage is not worth looking into, as it does nothing but to prevent too little.
fn is_vain(
    view: &View<'_>,
    setting: &Setting<'_, '_>,
    choice: Choice,
    amount: i16,
    hp: i16,
) -> bool {
    offered(view, choice).is_some_and(|offered| {
        let (averted, redirected) = averted(offered.ability, amount, setting.wave);
        !redirected && prevents_in_vain(offered.ability, amount - averted, hp)
    })
}

/// Whether a troop with so many HP dies of the damage that is left by an ability that only prevents some:
/// then it has not been helped.
fn prevents_in_vain(ability: &cards::ability::Ability, left: i16, hp: i16) -> bool {
    ability.effects.len() == 1 && left > 0 && hp <= left
}

/// How much of the damage an ability averts, and whether its user suffers it instead.
fn averted(ability: &cards::ability::Ability, amount: i16, wave: u8) -> (i16, bool) {
    use crate::model::profile::plain;
    use cards::ability::Quantity;
    let size = |of: cards::ability::Amount| match of.quantity {
        Some(Quantity::All) => amount,
        // The card is not known before it is paid.
        Some(Quantity::CardCost) => 1,
        _ => plain(of, wave).min(amount),
    };
    for effect in &ability.effects {
        match *effect {
            Effect::Prevent { amount, .. } => return (size(amount), false),
            Effect::Redirect { amount, .. } => return (size(amount), true),
            _ => {}
        }
    }
    (0, false)
}

/// Whether the user of an ability chooses how much to suffer.
fn redirects_up_to(ability: &cards::ability::Ability) -> bool {
    let mut effects = ability.effects.iter();
    effects.any(|effect| matches!(effect, Effect::Redirect { up_to: true, .. }))
}

/// The cost of the card that would be burned: the least that is missing, or the most there is.
fn burnable(view: &View<'_>, missing: i16) -> i16 {
    let mut most = 0;
    let mut enough = i16::MAX;
    for kind in view.discard(view.seat()) {
        let cost = i16::from(view.kind(*kind).cost);
        most = most.max(cost);
        if cost >= missing {
            enough = enough.min(cost);
        }
    }
    if enough < i16::MAX { enough } else { most }
}
