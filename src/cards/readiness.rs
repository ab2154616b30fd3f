//! What is worth looking at when something happens, as bits: the triggers of abilities, and
//! without what they cannot be used. A player who could only pass is passed over by comparing bits,
//! before any card is looked at.

use crate::ability::{
    Ability, Against, Combine, Condition, Cost, Effect, From, LaneRef, Limit, Pick, When, Whose,
};
use crate::derived::may_hold_in_wave;
use crate::{Derived, Kind, MAX_ABILITIES};

/// Beyond the triggers. An [activated](When::Activated) ability has the bit of one thing without
/// which it cannot be used; it may need more.
impl Derived {
    /// It needs none of the things below.
    pub const NEEDS_NOTHING: u32 = 1 << 28;
    /// It needs an enemy in some lane.
    pub const NEEDS_ENEMY: u32 = 1 << 27;
    /// It needs an enemy that lies open in some lane.
    pub const NEEDS_OPEN_ENEMY: u32 = 1 << 26;
    /// It needs an enemy that lies open in the lane in which its card is.
    pub const NEEDS_OPEN_ENEMY_HERE: u32 = 1 << 25;
    /// It needs a troop in some lane that faces an enemy.
    pub const NEEDS_FIGHT: u32 = 1 << 24;
    /// All of these.
    pub const NEEDS: u32 = 0b11111 << Self::NEEDS_SHIFT;
    /// Where they begin.
    pub const NEEDS_SHIFT: u32 = 24;
    /// It responds to damage to other troops, whatever deals it.
    pub const SPARES_OTHERS: u32 = 1 << 23;
    /// It responds to damage to other troops, but not to that of an attack.
    pub const SPARES_OTHERS_FROM_ABILITIES: u32 = 1 << 22;
    /// It responds to damage to its own troop alone, whatever deals it.
    pub const SPARES_ITSELF: u32 = 1 << 21;

    /// In [`Derived::checks`]: it can be used up.
    pub const CAN_BE_USED_UP: u8 = 1;
    /// In [`Derived::checks`]: it has a condition, and not on the wave.
    pub const HAS_CONDITION: u8 = 2;
    /// In [`Derived::checks`]: it responds to some events of its kind and not to others.
    pub const IS_ABOUT_EVENT: u8 = 4;
    /// In [`Derived::checks`]: some players cannot pay what it costs.
    pub const HAS_COST: u8 = 8;
    /// In [`Derived::checks`]: there may be nothing for it to do.
    pub const NEEDS_SOMETHING: u8 = 16;
    /// In [`Derived::checks`]: there may be nothing for it to do, but where its one need is met and
    /// nobody is out of reach, there is.
    pub const NEEDS_NO_MORE: u8 = 32;
    /// In [`Derived::checks`]: it prevents damage.
    pub const PREVENTS: u8 = 64;
    /// In [`Derived::checks`]: it redirects damage.
    pub const REDIRECTS: u8 = 128;

    /// Notes what has to be looked at before an ability may be used.
    pub(crate) fn note_checks(&mut self, number: usize, ability: &Ability) {
        self.checks[number] = checks_of(ability);
        for (wave, numbers) in (0..).zip(&mut self.in_wave) {
            *numbers |= u8::from(may_hold_in_wave(ability.condition, wave)) << number;
        }
        if ability.when == When::Activated {
            self.needs[number] = (need_of(ability) >> Self::NEEDS_SHIFT) as u8;
            match ability.from {
                From::Lane => self.activated_from_lane |= 1 << number,
                From::Hand => self.activated_from_hand |= 1 << number,
                From::Division => {}
            }
        }
    }
}

impl Kind {
    /// The triggers of abilities that work from a lane and are not used up (a bit each). What it
    /// does all the time is left out once some are.
    #[inline]
    pub fn ready_in_lane(&self, used: u8) -> u32 {
        match used {
            0 => self.derived.in_lane,
            _ => self.unused_in_lane(used),
        }
    }

    fn unused_in_lane(&self, used: u8) -> u32 {
        let numbered = self.abilities.iter().enumerate();
        let unused = numbered.filter(|(number, _)| used & 1 << number == 0);
        unused
            .filter(|(_, ability)| ability.from == From::Lane)
            .fold(0, |bits, (_, ability)| bits | bits_of(ability))
    }
}

impl Derived {
    /// Whether no condition on the wave rules an ability out.
    #[inline]
    pub fn works_in_wave(&self, ability: u8, wave: u8) -> bool {
        self.in_wave[wave as usize % 4] >> (ability % 8) & 1 != 0
    }

    /// Whether the need of an activated ability is among those that are met.
    #[inline]
    pub fn finds_its_need(&self, ability: u8, met: u32) -> bool {
        let met = (met >> Self::NEEDS_SHIFT) as u8;
        self.needs[ability as usize % MAX_ABILITIES] & met != 0
    }

    /// What has to be looked at before an ability may be used, apart from the wave.
    #[inline]
    pub fn checks_of(&self, ability: u8) -> u8 {
        self.checks[ability as usize % MAX_ABILITIES]
    }
}

/// The trigger of an ability, and the bits that go with it.
pub(crate) fn bits_of(ability: &Ability) -> u32 {
    let more = match ability.when {
        When::Activated => need_of(ability),
        When::WouldBeDamaged => match (ability.whose, ability.against) {
            (Whose::This, Against::Anything) => Derived::SPARES_ITSELF,
            (Whose::This, _) => 0,
            (_, Against::Anything) => Derived::SPARES_OTHERS,
            (_, _) => Derived::SPARES_OTHERS_FROM_ABILITIES,
        },
        _ => 0,
    };
    ability.when.bit() | more
}

/// One thing that an activated ability cannot be used without.
fn need_of(ability: &Ability) -> u32 {
    let mut needs = ability
        .effects
        .iter()
        .map(|effect| need_of_effect(effect, ability.from));
    let first = match ability.combine {
        Combine::All => needs.find(|need| *need != Derived::NEEDS_NOTHING),
        Combine::AndOr => needs
            .next()
            .filter(|first| needs.all(|need| need == *first)),
    };
    first.unwrap_or(Derived::NEEDS_NOTHING)
}

fn need_of_effect(effect: &Effect, from: From) -> u32 {
    let Some(target) = effect.target() else {
        return Derived::NEEDS_NOTHING;
    };
    match (target.lane, target.pick) {
        (LaneRef::Chosen, Pick::LaneFronts) => Derived::NEEDS_ENEMY,
        (LaneRef::Chosen, _) => Derived::NEEDS_NOTHING,
        (_, Pick::OneEnemy | Pick::OneEnemyInLane) => Derived::NEEDS_ENEMY,
        (_, Pick::OneRevealedEnemy) => Derived::NEEDS_OPEN_ENEMY,
        (_, Pick::OneRevealedEnemyInLane | Pick::OneRevealedNonBossInLane) => match from {
            From::Lane => Derived::NEEDS_OPEN_ENEMY_HERE,
            From::Hand | From::Division => Derived::NEEDS_OPEN_ENEMY,
        },
        (_, Pick::OneFightingTroop) => Derived::NEEDS_FIGHT,
        _ => Derived::NEEDS_NOTHING,
    }
}

/// What has to be looked at before an ability may be used.
pub(crate) fn checks_of(ability: &Ability) -> u8 {
    let mut checks = 0;
    if ability.limit != Limit::EachTime {
        checks |= Derived::CAN_BE_USED_UP;
    }
    let on_wave = matches!(
        ability.condition,
        Some(Condition::WaveAtLeast(_) | Condition::WaveIs(_))
    );
    if ability.condition.is_some() && !on_wave {
        checks |= Derived::HAS_CONDITION;
    }
    if ability.when.is_about_something() {
        checks |= Derived::IS_ABOUT_EVENT;
    }
    if !ability.costs.iter().copied().all(Cost::is_the_card_itself) {
        checks |= Derived::HAS_COST;
    }
    for effect in &ability.effects {
        checks |= match effect {
            Effect::Prevent { .. } => Derived::PREVENTS,
            Effect::Redirect { .. } => Derived::REDIRECTS,
            _ => 0,
        };
    }
    let may_be_idle = |effect: &Effect| effect.may_be_idle() && !is_its_own_target(effect, ability);
    let mut effects = ability.effects.iter();
    let needs_something = match ability.acts_in_part() {
        true => effects.all(may_be_idle),
        false => effects.any(may_be_idle),
    };
    if needs_something {
        let mut idle = ability.effects.iter().filter(|effect| may_be_idle(effect));
        let need = need_of(ability);
        checks |= match idle.all(|effect| needs_just(effect, ability, need)) {
            true => Derived::NEEDS_NO_MORE,
            false => Derived::NEEDS_SOMETHING,
        };
    }
    checks
}

/// Whether an effect finds a target wherever the troop that has the ability is.
fn is_its_own_target(effect: &Effect, ability: &Ability) -> bool {
    let target = effect.target();
    ability.from == From::Lane
        && target
            .is_some_and(|target| target.pick == Pick::OneTroop && target.lane != LaneRef::Chosen)
}

/// Whether an effect of an activated ability has something to do wherever this need is met.
fn needs_just(effect: &Effect, ability: &Ability, need: u32) -> bool {
    let Some(target) = effect.target() else {
        return false;
    };
    let just = match target.lane {
        LaneRef::Chosen => target.pick == Pick::LaneFronts,
        _ => match target.pick {
            Pick::OneEnemy | Pick::OneRevealedEnemy | Pick::OneFightingTroop => true,
            Pick::OneRevealedEnemyInLane => ability.from == From::Lane,
            _ => false,
        },
    };
    just && ability.when == When::Activated && need_of_effect(effect, ability.from) == need
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CardSet;
    use crate::load::Library;

    fn builtin() -> CardSet {
        Library::embedded().cards().expect("the cards are sound")
    }

    fn kind<'a>(cards: &'a CardSet, id: &str) -> &'a Kind {
        cards.kind(cards.find(id).expect(id))
    }

    #[test]
    fn activated_abilities_need_what_they_cannot_be_used_without() {
        let cards = builtin();
        for (id, need) in [
            ("hi-ex-grenade", Derived::NEEDS_ENEMY),
            ("harkins", Derived::NEEDS_ENEMY),
            ("tesla", Derived::NEEDS_OPEN_ENEMY),
            ("chaos-vortex", Derived::NEEDS_OPEN_ENEMY),
            ("hades-gaze", Derived::NEEDS_OPEN_ENEMY_HERE),
            ("lynx", Derived::NEEDS_OPEN_ENEMY_HERE),
            ("bio-enhancer", Derived::NEEDS_FIGHT),
            ("assault-commander", Derived::NEEDS_NOTHING),
            ("medical-shuttle", Derived::NEEDS_NOTHING),
        ] {
            let facts = &kind(&cards, id).derived;
            let bits = facts.in_lane | facts.in_hand_in(3);
            assert_eq!(bits & Derived::NEEDS, need, "{id}");
            let activated = facts.activated_from_lane | facts.activated_from_hand;
            assert_eq!(activated.count_ones(), 1, "{id}");
            let number = activated.trailing_zeros() as u8;
            assert!(facts.finds_its_need(number, need), "{id}");
            assert!(
                !facts.finds_its_need(number, Derived::NEEDS & !need),
                "{id}"
            );
        }
    }

    #[test]
    fn abilities_are_checked_for_what_may_be_wrong() {
        let cards = builtin();
        let checks = |id: &str, number| kind(&cards, id).derived.checks_of(number);
        assert_eq!(checks("hi-ex-grenade", 0), Derived::NEEDS_NO_MORE);
        let used_up = Derived::CAN_BE_USED_UP;
        assert_eq!(checks("tesla", 0), used_up | Derived::NEEDS_NO_MORE);
        // Another troop may be chosen, but it can choose itself.
        assert_eq!(checks("assault-commander", 0), used_up);
        assert_eq!(checks("medical-shuttle", 0), Derived::NEEDS_SOMETHING);
        // A card can always be paid with itself, and waves are looked up.
        assert_eq!(checks("militia", 0), 0);
        assert!(!kind(&cards, "militia").derived.works_in_wave(0, 1));
        assert!(kind(&cards, "militia").derived.works_in_wave(0, 2));
        let condition = Derived::HAS_CONDITION | Derived::NEEDS_NO_MORE;
        assert_eq!(checks("hades-gaze", 1), used_up | condition);
        let about_damage = Derived::IS_ABOUT_EVENT | Derived::PREVENTS;
        assert_eq!(checks("gator", 0), about_damage);
        let costs = used_up | about_damage | Derived::HAS_COST;
        assert_eq!(checks("longshot", 0), costs);
    }

    #[test]
    fn responses_to_damage_say_whom_they_spare() {
        const ALL: u32 =
            Derived::SPARES_OTHERS | Derived::SPARES_OTHERS_FROM_ABILITIES | Derived::SPARES_ITSELF;
        let cards = builtin();
        for (id, spares) in [
            ("field-medic", Derived::SPARES_OTHERS),
            ("defender", Derived::SPARES_OTHERS),
            ("gator", Derived::SPARES_OTHERS_FROM_ABILITIES),
            ("longshot", Derived::SPARES_ITSELF),
            ("lone-survivor", 0),
        ] {
            let facts = &kind(&cards, id).derived;
            assert_eq!((facts.in_lane | facts.in_hand_in(1)) & ALL, spares, "{id}");
        }
    }

    #[test]
    fn what_is_used_up_is_no_longer_ready() {
        let cards = builtin();
        let katana = kind(&cards, "katana");
        let activated = When::Activated.bit() | Derived::NEEDS_OPEN_ENEMY;
        assert_eq!(katana.ready_in_lane(0), katana.derived.in_lane);
        assert_eq!(katana.ready_in_lane(0) & activated, activated);
        assert_eq!(katana.ready_in_lane(0b10) & activated, 0);
    }

    #[test]
    fn facts_of_a_kind_fit_into_their_place() {
        assert_eq!(size_of::<Kind>(), 256);
    }
}
