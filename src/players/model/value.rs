//! What a lane is worth: as it stands, and at most.

use super::{Lane, Stakes};

/// More than rounding ever adds to a sum of worths.
const ROUNDING: f32 = 1e-3;

impl Lane<'_> {
    /// What the lane is worth with the enemies that are left still to come. Who has no HP left
    /// counts as gone.
    #[inline]
    pub fn value(&self, stakes: &Stakes) -> f32 {
        let enemies = stakes.threat * f32::from(self.hidden);
        let mut to_come = enemies * self.endurance.crowd;
        let (mut value, mut outlasted) = (0.0, 0.0);
        for troop in self.troops.iter() {
            if troop.hp <= 0 {
                continue;
            }
            let mut worth = troop.worth;
            if troop.hp != troop.total {
                let lost = f32::from(troop.total - troop.hp) / f32::from(troop.total);
                worth *= 1.0 - stakes.wound * lost;
            }
            if self.hidden > 0 {
                let outlasts = self.endurance.outlasts(troop.power, troop.hp);
                outlasted += outlasts;
                if to_come > 0.0 {
                    // Those in front fall first.
                    let outlasts = outlasts.max(0.1);
                    worth *= 1.0 - (to_come / outlasts).min(1.0);
                    to_come -= outlasts;
                }
            }
            value += worth;
        }
        let mut base = f32::from(self.base);
        if self.hidden > 0 {
            base += self.endurance.damage(enemies, outlasted);
        }
        if base >= self.base_left as f32 {
            value -= stakes.doom;
        }
        value - base * stakes.base
    }

    /// What the lane is worth at most, whatever is done for it: all troops live without a wound,
    /// and the base suffers nothing.
    pub fn ceiling(&self, stakes: &Stakes) -> f32 {
        if stakes.item < 0.0 {
            // A troop could be worth more without its items.
            return f32::INFINITY;
        }
        let worths = self.troops.iter().map(|troop| troop.worth.max(0.0));
        worths.sum::<f32>() + ROUNDING
    }
}
