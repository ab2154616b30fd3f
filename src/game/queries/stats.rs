//! Power and HP of cards on the board, with everything that adds to them.

use crate::state::{BoardCard, GameState, Side};
use cards::ability::{Amount, Condition, Lanes, Quantity, Strength, Who};
use cards::ruleset::{FaceDownPassives, Ruleset};
use cards::{CardSet, Derived, Kind, StandingBonus};

/// Power and HP together. Sums of many small numbers never leave an `i32`, so they are brought back
/// to an `i16` only once, at the end.
#[derive(Clone, Copy, Default)]
struct Stats {
    power: i32,
    hp: i32,
}

impl Stats {
    #[inline]
    fn add(&mut self, power: i16, hp: i16) {
        self.power += i32::from(power);
        self.hp += i32::from(hp);
    }
}

/// A count as an amount.
#[inline]
pub(crate) fn small(count: u16) -> i16 {
    i16::try_from(count).unwrap_or(i16::MAX)
}

/// Current power of the card in a place of the board; never below 0. The bonus waiting for a
/// card's next attack is not part of it.
#[inline(always)]
pub fn power(state: &GameState, cards: &CardSet, rules: &Ruleset, slot: u8) -> i16 {
    let card = state.board.card(slot);
    let gained = i32::from(card.round_power)
        + i32::from(card.kept_power)
        + i32::from(duel_power(state, card));
    let bonus = bonuses(state, cards, rules, slot, Derived::GIVES_POWER).power;
    let always = i32::from(cards.kind(card.kind).power) + i32::from(card.facts.own_power);
    (always + bonus + gained).clamp(0, i32::from(i16::MAX)) as i16
}

/// Current total HP of the card in a place of the board, without subtracting damage.
#[inline]
pub fn total_hp(state: &GameState, cards: &CardSet, rules: &Ruleset, slot: u8) -> i16 {
    let card = state.board.card(slot);
    let bonus = bonuses(state, cards, rules, slot, Derived::GIVES_HP).hp;
    let always = i32::from(cards.kind(card.kind).hp) + i32::from(card.facts.own_hp);
    (always + bonus).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// Whether a condition holds for a card in a lane.
#[inline]
pub fn holds(
    condition: Option<Condition>,
    state: &GameState,
    card: Option<&BoardCard>,
    lane: u8,
) -> bool {
    condition.is_none_or(|condition| is_true(condition, state, card, lane))
}

#[inline(always)]
fn is_true(condition: Condition, state: &GameState, card: Option<&BoardCard>, lane: u8) -> bool {
    let in_lane = &state.lanes[lane as usize];
    match condition {
        Condition::WaveAtLeast(wave) => state.wave() >= wave,
        Condition::WaveIs(wave) => state.wave() == wave,
        Condition::Alone => in_lane.troops.len() == 1,
        Condition::NotFirst => card.is_some_and(|card| {
            in_lane
                .troops
                .first()
                .is_some_and(|first| state.board.card(first).stamp != card.stamp)
        }),
        Condition::DamagedTroopInLane => in_lane
            .troops
            .as_slice()
            .iter()
            .any(|slot| state.board.card(*slot).damage > 0),
        Condition::Weather(weather) => state.weather.conditions & (1 << weather) != 0,
    }
}

/// The bonus against one enemy counts while both stand first and face each other.
#[inline]
fn duel_power(state: &GameState, card: &BoardCard) -> i16 {
    if card.duel_power == 0 {
        return 0;
    }
    let faced = state.lanes[card.lane as usize].enemies.first();
    let same = faced.is_some_and(|slot| state.board.card(slot).stamp == card.duel_enemy);
    if same { card.duel_power } else { 0 }
}

/// Bonuses of the card in a place of the board beside those that it always has, if there may be
/// some of a kind ([`Derived`]).
#[inline]
fn bonuses(state: &GameState, cards: &CardSet, rules: &Ruleset, slot: u8, wanted: u32) -> Stats {
    let card = state.board.card(slot);
    // Without sources of bonuses, there are none.
    let some = match card.side {
        Side::Troop => {
            card.facts.triggers & wanted != 0
                || state.triggers.any_troop() & Derived::GIVES_TO_TROOPS != 0
                || state.item_bonus
        }
        Side::Enemy => state.triggers.enemies(card.lane) & wanted != 0 || cards.has_table_wide_aura,
    };
    match some {
        true => all_bonuses(state, cards, rules, slot),
        false => Stats::default(),
    }
}

fn all_bonuses(state: &GameState, cards: &CardSet, rules: &Ruleset, slot: u8) -> Stats {
    let card = state.board.card(slot);
    let mut stats = Stats::default();
    if card.facts.triggers & Derived::GIVES_BONUS != 0 {
        if card.has_abilities() {
            add_to_itself(&mut stats, state, cards.kind(card.kind), card);
        }
        for item in card.equipment() {
            add_to_itself(&mut stats, state, cards.kind(*item), card);
        }
    }
    if state.item_bonus && card.side == Side::Troop {
        add_from_divisions(&mut stats, state, cards, card);
    }
    for lane in 0..state.players {
        if lane == card.lane || cards.has_table_wide_aura || cards.has_table_wide_bonus {
            add_from_others(&mut stats, state, cards, rules, lane, slot);
        }
    }
    stats
}

/// Adds what a card gives to itself, or to the troop that carries it, beside what it always gives.
#[inline]
fn add_to_itself(stats: &mut Stats, state: &GameState, giver: &Kind, card: &BoardCard) {
    if giver.derived.own_bonus_varies {
        let bonuses = giver.bonuses.iter();
        for bonus in bonuses.filter(|bonus| bonus.who == Who::This && !bonus.is_constant()) {
            add_as_things_stand(stats, state, bonus, card);
        }
    }
}

/// Divisions that increase bonuses of items do so for the items of all players.
fn add_from_divisions(stats: &mut Stats, state: &GameState, cards: &CardSet, card: &BoardCard) {
    for (seat, division) in state.divisions.iter().enumerate() {
        let Some(division) = division else { continue };
        for ability in &cards.kind(*division).abilities {
            for (Strength { power, hp }, goods) in ability.item_bonuses() {
                if holds(ability.condition, state, None, seat as u8) {
                    let items = card.equipment().iter();
                    let fitting = items.filter(|item| goods.includes(cards.kind(**item)));
                    let count = fitting.count() as i16;
                    let each = |amount| {
                        standing_amount(amount, state, card.lane, card.damage).saturating_mul(count)
                    };
                    stats.add(each(power), each(hp));
                }
            }
        }
    }
}

/// Adds what the cards of a lane give to others on their side, such as the card in a place of the
/// board.
fn add_from_others(
    stats: &mut Stats,
    state: &GameState,
    cards: &CardSet,
    rules: &Ruleset,
    lane: u8,
    slot: u8,
) {
    let card = state.board.card(slot);
    for other in state.lanes[lane as usize].side(card.side) {
        let giver = state.board.card(*other);
        if giver.facts.triggers & Derived::GIVES_BONUS == 0 || !passive_works(giver, rules) {
            continue;
        }
        for bonus in &cards.kind(giver.kind).bonuses {
            let reaches = lane == card.lane || bonus.lanes == Lanes::All;
            let is_other = *other != slot;
            let given = match (card.side, bonus.who) {
                (Side::Troop, Who::OthersInLane) => lane == card.lane && is_other,
                (Side::Troop, Who::OthersEverywhere) => is_other,
                (Side::Enemy, Who::Enemies) => reaches,
                (Side::Enemy, Who::OtherEnemies) => reaches && is_other,
                _ => false,
            };
            if given {
                add_bonus(stats, state, bonus, giver);
            }
        }
    }
}

/// Whether an enemy's standing effects count.
#[inline]
pub(crate) fn passive_works(enemy: &BoardCard, rules: &Ruleset) -> bool {
    let shown = enemy.face_up || rules.rulings.face_down_passives == FaceDownPassives::Always;
    shown && enemy.has_abilities()
}

#[inline]
fn add_bonus(stats: &mut Stats, state: &GameState, bonus: &StandingBonus, card: &BoardCard) {
    if bonus.is_constant() {
        stats.add(bonus.power.plus, bonus.hp.plus);
    } else {
        add_as_things_stand(stats, state, bonus, card);
    }
}

/// Adds a bonus that depends on circumstances.
fn add_as_things_stand(
    stats: &mut Stats,
    state: &GameState,
    bonus: &StandingBonus,
    card: &BoardCard,
) {
    if holds(bonus.condition, state, Some(card), card.lane) {
        let amount = |amount| standing_amount(amount, state, card.lane, card.damage);
        stats.add(amount(bonus.power), amount(bonus.hp));
    }
}

/// The value of an amount in a standing effect of a card in a lane, with some damage on it.
#[inline]
pub(super) fn standing_amount(amount: Amount, state: &GameState, lane: u8, damage: i16) -> i16 {
    let lane = &state.lanes[lane as usize];
    amount.value(|quantity| match quantity {
        Quantity::Wave => i16::from(state.wave()),
        Quantity::Round => i16::from(state.round),
        Quantity::TroopsInLane => lane.troops.len() as i16,
        Quantity::KillsInLane => small(lane.kills),
        Quantity::DamageOnIt => damage,
        // The loader rejects the other quantities in standing effects.
        _ => 0,
    })
}
