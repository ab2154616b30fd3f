//! From the table as a player sees it to the model.

use super::cast::Part;
use super::profile;
use super::row::Row;
use super::{
    Cast, Dealings, Deals, Endurance, Enemy, Gear, Lane, Profile, Profiles, Stakes, Troop, Worth,
};
use cards::KindId;
use cards::ruleset::Bosses;
use game::play::View;
use game::state::{BoardCard, CardRef, ROUNDS};

/// What models of one moment have in common.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a, 'm> {
    pub profiles: &'a Vec<Profile>,
    cast: &'a Vec<Part>,
    pub stakes: &'a Stakes,
    pub endurance: &'a Endurance,
    /// How much of a troop's worth counts: little in the last round.
    pub future: f32,
    pub wave: u8,
    pub base_left: i32,
    /// Factor on what must be gained before something is used.
    pub reluctance: f32,
    /// What may lie face-down; nothing where that is only reckoned with on average.
    pub deals: Option<Deals>,
    /// What came of lanes that fought against deals.
    pub dealings: &'m Dealings,
}

impl<'a, 'm> Setting<'a, 'm> {
    /// The setting at this moment of the game.
    pub fn new(
        view: &View<'_>,
        profiles: &'a Profiles,
        cast: &'a Cast,
        stakes: &'a Stakes,
        dealings: &'m Dealings,
    ) -> Self {
        let rules = view.rules();
        let wave = view.wave();
        let round = (view.round() - 1) % 3;
        let bosses = round == 2 && rules.bosses == Bosses::ReplaceInRound3;
        Setting {
            profiles: profiles.wave(wave),
            cast: cast.wave(wave),
            stakes,
            endurance: profiles.endurance(wave, bosses),
            future: if view.round() >= ROUNDS {
                stakes.last_round
            } else {
                1.0
            },
            wave,
            base_left: if rules.training {
                i32::MAX
            } else {
                view.base()
            },
            reluctance: 1.0,
            deals: None,
            dealings,
        }
    }

    /// What a lane is worth after its fight.
    #[inline]
    pub fn worth(&self, view: &View<'_>, lane: &mut Lane<'_>) -> Worth {
        let Some(deals) = &self.deals else {
            return Worth::plain(lane.outcome(self.stakes));
        };
        let (seen, reached) = self.dealings.outcome(view, lane, self.stakes, deals);
        let plain = lane.outcome(self.stakes);
        lane.reached = lane.reached.max(reached);
        Worth {
            plain,
            all: plain + self.stakes.foresight * (seen - plain),
        }
    }

    /// How much more a lane is worth after its fight than before something was done for it. What
    /// does not help against the enemies that a lane outlasts on average is not looked into further.
    #[inline]
    pub fn gain(&self, view: &View<'_>, lane: &mut Lane<'_>, before: Worth) -> f32 {
        let Some(deals) = &self.deals else {
            return lane.outcome(self.stakes) - before.all;
        };
        let mut tried = *lane;
        let plain = tried.outcome(self.stakes);
        lane.reached = tried.reached;
        if plain - before.plain <= 0.0 {
            return plain - before.plain;
        }
        let (seen, reached) = self.dealings.outcome(view, lane, self.stakes, deals);
        lane.reached = lane.reached.max(reached);
        plain + self.stakes.foresight * (seen - plain) - before.all
    }

    /// A lane as it stands.
    // Inlined, so that it is built where it is needed and not copied there.
    #[inline(always)]
    pub fn lane(&self, view: &View<'_>, number: u8) -> Lane<'a> {
        let mut lane = self.empty_lane();
        self.fill(view, number, &mut lane);
        lane
    }

    /// A lane where nobody stands.
    #[inline(always)]
    pub fn empty_lane(&self) -> Lane<'a> {
        Lane {
            troops: Row::new(Troop::BLANK),
            enemies: Row::new(Enemy::BLANK),
            profiles: self.profiles,
            cast: self.cast,
            endurance: self.endurance,
            hidden: 0,
            reached: 0,
            shields: 0,
            sharpens: false,
            base: 0,
            base_left: self.base_left,
            number: 0,
            wave: self.wave,
        }
    }

    /// Makes of a lane, whatever it was, one as it stands.
    #[inline(never)]
    pub fn fill(&self, view: &View<'_>, number: u8, lane: &mut Lane<'a>) {
        lane.troops.clear();
        lane.enemies.clear();
        lane.profiles = self.profiles;
        lane.cast = self.cast;
        lane.endurance = self.endurance;
        lane.hidden = 0;
        lane.reached = 0;
        lane.shields = 0;
        lane.sharpens = false;
        lane.base = 0;
        lane.base_left = self.base_left;
        lane.number = number;
        lane.wave = self.wave;
        self.add_enemies(view, lane);
        self.add_troops(view, lane);
    }

    fn add_troops(&self, view: &View<'_>, lane: &mut Lane<'a>) {
        let (mut aura_power, mut aura_hp) = (0, 0);
        for (reference, card) in view.troops(lane.number) {
            let part = &self.cast[card.kind.index()];
            let is_first = lane.troops.is_empty();
            let Some(troop) = lane.troops.add(&part.troop) else {
                break;
            };
            troop.card = reference;
            troop.worth *= self.future;
            troop.power += card.round_power + card.kept_power;
            if card.items > 0 {
                troop.gear = self.gear(card);
                troop.power += troop.gear.power;
                troop.total += troop.gear.hp;
                troop.worth += troop.gear.worth;
            }
            if part.involved {
                let profile = profile::of(self.profiles, card.kind);
                aura_power += profile.aura_power;
                aura_hp += profile.aura_hp;
                lane.sharpens |= profile.ability_damage_more != 0;
                if profile.varies {
                    troop.power = view.power(reference);
                    troop.total = view.total_hp(reference);
                }
            }
            troop.hp = troop.total - card.damage;
            if card.strikes_first || card.attack_power != 0 {
                troop.extra = card.attack_power;
                troop.first = card.strikes_first;
                troop.plain = false;
            }
            if card.duel_power != 0 && is_first {
                let faced = lane.enemies.first().map_or(0, |enemy| enemy.card.stamp);
                if card.duel_enemy == faced {
                    troop.power += card.duel_power;
                }
            }
        }
        if aura_power != 0 || aura_hp != 0 {
            self.add_auras(lane, aura_power, aura_hp);
        }
    }

    /// What the troops of a lane lend each other: each has what all lend, less its own.
    fn add_auras(&self, lane: &mut Lane<'a>, power: i16, hp: i16) {
        for troop in lane.troops.iter_mut() {
            let own = &self.profiles[troop.kind as usize];
            if !own.varies {
                let hp = hp - own.aura_hp;
                troop.power += power - own.aura_power;
                troop.hp += hp;
                troop.total += hp;
            }
        }
    }

    /// The HP that a troop has left, where no other of its lane may change them and none vary; quicker to
    /// see than how the whole lane stands.
    pub fn own_hp(&self, view: &View<'_>, lane: u8, troop: CardRef) -> Option<i16> {
        let card = view.card(troop)?;
        let involved = |(_, card): (CardRef, &BoardCard)| self.cast[card.kind.index()].involved;
        if view.troops(lane).any(involved) {
            return None;
        }
        let own = self.cast[card.kind.index()].troop.total;
        Some(own + self.gear(card).hp - card.damage)
    }

    /// Whether a troop outlives some damage even without what others lend it; quicker to see than
    /// how it really stands.
    pub fn surely_outlives(&self, view: &View<'_>, troop: CardRef, damage: i16) -> bool {
        view.card(troop).is_some_and(|card| {
            let kind = profile::of(self.profiles, card.kind);
            let own = self.cast[card.kind.index()].troop.total;
            let lent = self.gear(card).hp;
            !kind.varies && own + lent - card.damage > damage
        })
    }

    /// What a troop's items lend it.
    fn gear(&self, card: &BoardCard) -> Gear {
        let mut gear = Gear {
            items: card.items,
            ..Gear::default()
        };
        for item in card.equipment() {
            let item = &self.cast[item.index()].item;
            gear.power += item.power;
            gear.hp += item.hp;
            gear.worth += item.worth * self.future;
        }
        gear
    }

    /// Whether the power or HP of a kind depends on something, so that the table must be asked.
    #[inline]
    pub fn varies(&self, kind: KindId) -> bool {
        self.cast[kind.index()].involved && profile::of(self.profiles, kind).varies
    }

    /// A troop as it would come on the board.
    pub fn fresh_troop(&self, kind: KindId) -> Troop {
        let mut troop = self.cast[kind.index()].troop;
        troop.worth *= self.future;
        troop
    }

    fn add_enemies(&self, view: &View<'_>, lane: &mut Lane<'a>) {
        let mut aura = 0;
        for (reference, card) in view.enemies(lane.number) {
            let Some(card) = card else {
                lane.hidden += 1;
                continue;
            };
            let part = &self.cast[card.kind.index()];
            if part.involved && !card.converted {
                let profile = profile::of(self.profiles, card.kind);
                aura += profile.enemy_aura;
                lane.shields += profile.shields;
            }
            if let Some(enemy) = lane.enemies.add(&part.enemy) {
                enemy.card = reference;
                if lane.hidden > 0 {
                    enemy.gain(Enemy::BEHIND);
                }
                self.turn_up(view, enemy, card, part.involved);
            }
        }
        if aura != 0 {
            for enemy in lane.enemies.iter_mut() {
                let varies = enemy.is_able() && self.profiles[enemy.kind as usize].varies;
                enemy.power += if varies { 0 } else { aura };
            }
        }
    }

    /// Makes a fresh enemy the face-up one on the board, without what others lend it (unless its
    /// own power varies).
    fn turn_up(&self, view: &View<'_>, enemy: &mut Enemy, card: &BoardCard, involved: bool) {
        enemy.power += card.kept_power + card.round_power;
        if card.converted {
            enemy.lose(Enemy::ABLE | Enemy::REVIVES | Enemy::FIRST);
            enemy.gain(Enemy::PLAIN);
        } else if card.used != 0 || involved {
            let profile = profile::of(self.profiles, card.kind);
            if card.used & profile.first_time != 0 {
                enemy.lose(Enemy::REVIVES | Enemy::FIRST | Enemy::PLAIN);
                if profile.plain_enemy {
                    enemy.gain(Enemy::PLAIN);
                }
            }
            if profile.varies {
                enemy.power = view.power(enemy.card);
                enemy.hp = view.total_hp(enemy.card);
            }
        }
        if card.strikes_first {
            enemy.gain(Enemy::FIRST);
            enemy.lose(Enemy::PLAIN);
        }
        enemy.hp -= card.damage;
    }
}

impl Lane<'_> {
    /// Where among those that have turned up an enemy stands.
    pub fn place_of(&self, enemy: CardRef) -> Option<u8> {
        let found = self.enemies.iter().position(|other| other.card == enemy);
        found.map(|index| index as u8)
    }

    /// Puts an item on a troop.
    pub fn equip(&mut self, index: usize, item: KindId, setting: &Setting<'_, '_>) {
        let profile = profile::of(setting.profiles, item);
        let worth = setting.stakes.item * f32::from(profile.cost) * setting.future;
        let troop = &mut self.troops[index];
        troop.power += profile.item_power;
        troop.hp += profile.item_hp;
        troop.total += profile.item_hp;
        troop.worth += worth;
    }

    /// Puts a troop into the lane, with what it and the others lend each other.
    pub fn insert_troop(&mut self, position: usize, mut troop: Troop) {
        if self.troops.is_full() {
            return;
        }
        let profile = &self.profiles[troop.kind as usize];
        self.sharpens |= profile.ability_damage_more != 0;
        for other in self.troops.iter_mut() {
            other.power += profile.aura_power;
            other.hp += profile.aura_hp;
            other.total += profile.aura_hp;
            let lent = &self.profiles[other.kind as usize];
            troop.power += lent.aura_power;
            troop.hp += lent.aura_hp;
            troop.total += lent.aura_hp;
        }
        self.troops.insert(position, troop);
    }
}
