//! A naive fight: the first troop and the first enemy of a lane strike each other until one side is
//! gone. Abilities do not count, and enemies that nobody has seen are average ones. It is an input of
//! the networks, which learn how far to trust it.

use arrayvec::ArrayVec;
use cards::{Class, KindId};
use game::play::View;
use game::state::{LANE_ZONES, Phase};

/// Room for enemies.
const ENEMIES: usize = 12;
/// Blows after which a fight that nobody can win ends.
const BLOWS: usize = 40;

/// A card that fights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    pub power: f32,
    pub hp: f32,
}

/// The fight of a lane.
#[derive(Clone, Debug)]
pub(super) struct Fight {
    pub troops: ArrayVec<Fighter, { LANE_ZONES + 1 }>,
    pub enemies: ArrayVec<Fighter, ENEMIES>,
}

/// How a fight ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// Damage to the base.
    pub base: f32,
    /// Troops left, and their HP.
    pub troops: f32,
    pub hp: f32,
    /// Enemies left.
    pub enemies: f32,
}

impl Outcome {
    /// As inputs.
    pub fn numbers(&self) -> [f32; 4] {
        let Outcome {
            base,
            troops,
            hp,
            enemies,
        } = *self;
        [base / 4.0, troops / 2.0, hp / 4.0, enemies / 2.0]
    }
}

impl Fight {
    /// The fight of a lane as it stands, with the enemies of the round if they have not been dealt yet.
    pub fn of(view: &View<'_>, lane: u8, unseen: Fighter) -> Self {
        let fighter = |at| Fighter {
            power: f32::from(view.power(at)),
            hp: f32::from(view.hp_left(at)),
        };
        let troops = view.troops(lane).take(LANE_ZONES);
        let enemies = view.enemies(lane).take(ENEMIES);
        let mut fight = Fight {
            troops: troops.map(|(at, _)| fighter(at)).collect(),
            enemies: enemies
                .map(|(at, found)| found.map_or(unseen, |_| fighter(at)))
                .collect(),
        };
        let to_come = matches!(view.phase(), Phase::Purchase | Phase::Deployment);
        if to_come && fight.enemies.is_empty() {
            let count = view.rules().enemies_per_round[usize::from(view.round() - 1) % 3];
            let dealt = std::iter::repeat_n(unseen, usize::from(count).min(ENEMIES));
            fight.enemies.extend(dealt);
        }
        fight
    }

    /// Puts a troop at the end, or an item on the first troop.
    pub fn add_card(&mut self, view: &View<'_>, kind: KindId) {
        let facts = view.kind(kind);
        match facts.class {
            Class::Troop => self.add_troop(view, kind, self.troops.len()),
            Class::Equipment => self.equip(view, kind, 0),
            _ => {}
        }
    }

    /// Puts a troop at a place.
    pub fn add_troop(&mut self, view: &View<'_>, kind: KindId, place: usize) {
        let facts = view.kind(kind);
        if self.troops.len() < LANE_ZONES {
            let troop = Fighter {
                power: f32::from(facts.power + facts.derived.own_power),
                hp: f32::from(facts.hp + facts.derived.own_hp),
            };
            self.troops.insert(place.min(self.troops.len()), troop);
        }
    }

    /// Puts an item on a troop.
    pub fn equip(&mut self, view: &View<'_>, item: KindId, place: usize) {
        let facts = &view.kind(item).derived;
        if let Some(troop) = self.troops.get_mut(place) {
            troop.power += f32::from(facts.own_power);
            troop.hp += f32::from(facts.own_hp);
        }
    }

    /// How it ends.
    pub fn outcome(&self) -> Outcome {
        let (mut troops, mut enemies) = (self.troops.iter().copied(), self.enemies.iter().copied());
        let (mut troop, mut enemy) = (troops.next(), enemies.next());
        for _ in 0..BLOWS {
            let (Some(ours), Some(theirs)) = (&mut troop, &mut enemy) else {
                break;
            };
            theirs.hp -= ours.power.max(0.01);
            ours.hp -= theirs.power;
            let (falls, dies) = (ours.hp <= 0.0, theirs.hp <= 0.0);
            if falls {
                troop = troops.next();
            }
            if dies {
                enemy = enemies.next();
            }
        }
        let mut outcome = Outcome {
            base: 0.0,
            troops: 0.0,
            hp: 0.0,
            enemies: 0.0,
        };
        for troop in troop.into_iter().chain(troops) {
            outcome.troops += 1.0;
            outcome.hp += troop.hp;
        }
        for enemy in enemy.into_iter().chain(enemies) {
            outcome.enemies += 1.0;
            if outcome.troops == 0.0 {
                outcome.base += enemy.power;
            }
        }
        outcome
    }
}
