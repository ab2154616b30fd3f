//! What makes no difference to a fight: blows that an enemy would have suffered anyway.
//!
//! Most of the ways to use a card change nothing: an enemy loses HP, but falls to the same blow of the
//! same troop as before. The fight without the card says so. An enemy that was last seen alive with more
//! HP than it is to lose comes to all its blows alive, and dies of the one that killed it; nothing else
//! in a fight looks at its HP.

use super::{Act, Enemy, Lane, Scene, Troop};
use cards::ability::Amount;

impl Lane<'_> {
    /// How many HP less an enemy may have had before this fight, which is over, without any difference to
    /// it. Its abilities must not depend on being damaged.
    fn spare(&self, enemy: usize) -> i16 {
        let Enemy { hp, least, .. } = *self.enemies.at(enemy);
        // Whoever is still there may have lost more since.
        if hp > 0 { least.min(hp) } else { least }
    }

    /// Whether nothing happens to an enemy when it is damaged, and it has one life only.
    fn is_stolid(&self, enemy: &Enemy) -> bool {
        let profile = &self.profiles[enemy.kind as usize];
        !enemy.is_able() || (!profile.stirs && profile.revive == 0)
    }

    /// The most power that enemies lose when others of them die.
    fn most_lent_to_enemies(&self) -> i16 {
        let lent = |enemy: &Enemy| self.profiles[enemy.kind as usize].enemy_aura.max(0);
        self.enemies.iter().map(lent).sum()
    }
}

impl Scene<'_> {
    /// Whether everybody lives before the fight, and no troop strikes in a way of its own or hits back:
    /// then HP of enemies are lost in blows only, and nobody leaves the lane if an enemy is hit and lives.
    fn is_steady(&self) -> bool {
        let lane = &self.lane;
        let is_quiet = |(troop, after): (&Troop, &Troop)| {
            troop.plain || {
                let hits_back = lane.profiles[troop.kind as usize].wound_damage != 0;
                !troop.first && troop.extra == 0 && !hits_back && after.hp > 0
            }
        };
        lane.shields >= 0
            && lane.troops.iter().all(|troop| troop.hp > 0)
            && lane.enemies.iter().all(|enemy| enemy.hp > 0)
            && lane
                .troops
                .iter()
                .zip(self.fought.troops.iter())
                .all(is_quiet)
    }

    /// Whether the fight stays as it is if the enemy of an act is hit so hard before it.
    #[inline(never)] // What it needs is better not got ready where it is asked.
    pub fn shrugs_off(&self, damage: Amount, act: &Act) -> bool {
        let lane = &self.lane;
        let enemy = usize::from(act.enemy);
        lane.dealt_to_enemy(lane.size(damage, act)) < self.fought.spare(enemy)
            && lane.is_stolid(lane.enemies.at(enemy))
            && self.is_steady()
    }

    /// Whether the fight stays as it is if the troop of an act has so much more power for its first blow.
    #[inline(never)] // Likewise.
    pub fn has_no_use_for(&self, power: Amount, act: &Act) -> bool {
        let lane = &self.lane;
        let (power, troop) = (lane.size(power, act), usize::from(act.troop));
        if power < 0 || !self.is_steady() {
            return false;
        }
        let gone = lane.troops[..troop].iter().map(|other| other.aura.max(0));
        let gone: i16 = gone.map(i16::from).sum();
        let strike = lane.troops[troop].power - gone - lane.shields;
        if strike <= 0 {
            // It could end a fight that is stopped because nobody does any damage.
            return false;
        }
        let mut enemies = lane.enemies.iter().enumerate();
        let same = |(place, enemy): (usize, &Enemy)| {
            power < self.fought.spare(place) && lane.is_stolid(enemy)
        };
        if troop > 0 {
            // Whom it will meet is not known.
            let lent = lane.most_lent_to_enemies();
            return enemies.all(|(place, enemy)| enemy.power >= lent && same((place, enemy)));
        }
        enemies.next().is_none_or(|first| {
            let falls_anyway = first.1.hp <= strike;
            first.1.power >= 0 && (falls_anyway || same(first))
        })
    }
}
