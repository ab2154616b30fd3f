//! The measures that still vary when every game is lost: how long a game would have lasted with
//! other bases, and which base would have won it.
//!
//! Both follow from the damage by round of a game that is played on after the base has fallen. They
//! are exact for policies that do not look at the base (see `PreparedPolicies::looks_at_base`); for
//! others they are exact at the base that was played with, and approximate elsewhere.

use game::state::ROUNDS;

/// Damage to the base by round.
pub type DamageByRound = [u32; ROUNDS as usize];

/// The bases over which endurance is averaged, in half HP per player: 10, 15, 22.5, 30, 40, 50,
/// 60, 75 and 95 HP.
///
/// From a base that good players lose in wave 1 to one that weak players win with, in steps of
/// about a quarter to a half, so that every wave decides at some of them. Nine bases and nine
/// rounds: a card of wave 1 moves the result as one of wave 3 does. The range is part of the
/// definition; changing it makes figures of different versions incomparable.
pub const ENDURANCE_BASES: [u32; 9] = [20, 30, 45, 60, 80, 100, 120, 150, 190];

/// Damage per player at which a game is no longer played on, and to which needed HP is bounded.
///
/// Far above every base of the range, so it cannot change a game's endurance; it keeps the few
/// games in which enemies summon each other without end from dominating a mean.
pub const DAMAGE_CAP: u32 = 240;

/// How a game would have gone with other bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endured {
    /// Rounds survived, added up over [`ENDURANCE_BASES`]; endurance is this by their number.
    pub endurance: u32,
    /// The smallest total base that would have won the game; bounded.
    pub needed_hp: u32,
    /// Whether the damage reached the cap: the base needed is larger than `needed_hp`.
    pub capped: bool,
}

impl Endured {
    /// The measures from the damage of all rounds.
    pub fn of(damage: &DamageByRound, players: u8) -> Self {
        let players = u32::from(players);
        let cap = DAMAGE_CAP * players;
        let total = damage
            .iter()
            .fold(0, |sum: u32, round| sum.saturating_add(*round));
        Endured {
            endurance: endurance(damage, players),
            needed_hp: total.min(cap) + 1,
            capped: total >= cap,
        }
    }
}

/// Endurance in rounds, from its integer unit.
pub fn rounds(endurance: f64) -> f64 {
    endurance / ENDURANCE_BASES.len() as f64
}

/// Rounds that end with the damage so far below the base, for every base.
fn endurance(damage: &DamageByRound, players: u32) -> u32 {
    let mut so_far = 0u32;
    let mut survived = 0;
    for round in damage {
        so_far = so_far.saturating_add(*round);
        let twice = so_far.saturating_mul(2);
        let standing = ENDURANCE_BASES
            .iter()
            .filter(|base| twice < **base * players);
        survived += standing.count() as u32;
    }
    survived
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every round with every base.
    const MOST_ENDURANCE: u32 = ENDURANCE_BASES.len() as u32 * ROUNDS as u32;

    #[test]
    fn a_game_without_damage_survives_every_round_with_every_base() {
        let endured = Endured::of(&[0; 9], 2);
        assert_eq!(endured.endurance, MOST_ENDURANCE);
        assert_eq!((endured.needed_hp, endured.capped), (1, false));
    }

    #[test]
    fn endurance_counts_the_rounds_before_each_base_falls() {
        // 12 damage in round 1 fells a base of 10; 3 more in round 2 fell one of 15, not of 22.5.
        let mut damage = [0; 9];
        (damage[0], damage[1]) = (12, 3);
        assert_eq!(Endured::of(&damage, 1).endurance, 1 + 7 * 9);
        assert_eq!(Endured::of(&damage, 1).needed_hp, 16);
        // With two players the same damage falls on bases twice as large: 15 is below 20.
        assert_eq!(Endured::of(&damage, 2).endurance, MOST_ENDURANCE);
    }

    #[test]
    fn a_base_of_half_points_falls_at_the_next_whole_one() {
        let endured = |first| {
            let mut damage = [0; 9];
            damage[0] = first;
            Endured::of(&damage, 1).endurance
        };
        assert_eq!(endured(22), endured(21));
        assert_eq!(endured(22) - endured(23), 9);
    }

    #[test]
    fn damage_without_end_is_bounded() {
        let mut damage = [0; 9];
        damage[8] = u32::MAX;
        damage[7] = 5;
        let endured = Endured::of(&damage, 4);
        assert_eq!(endured.needed_hp, 4 * DAMAGE_CAP + 1);
        assert!(endured.capped);
        assert_eq!(endured.endurance, 8 * 9);
    }
}
