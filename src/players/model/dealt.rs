//! The model's fight against enemies that are dealt to it: they turn up one after the other, as in
//! the game.

use super::deals::{Deal, Deals};
use super::{Act, Enemy, Lane, Stakes};
use cards::ability::{Effect, When};
use cards::{CardSet, Kind, KindId};
use game::state::CardRef;

/// More turns than this are not followed.
const MAX_STEPS: u32 = 80;

/// Marks the enemy that is hit before it would have turned up.
const HIT: CardRef = CardRef::new(u8::MAX, u16::MAX);

impl<'a> Lane<'a> {
    /// Fights all deals, and says what the lane is worth then on average.
    pub fn mean_outcome(&mut self, stakes: &Stakes, deals: &Deals, cards: &CardSet) -> f32 {
        if self.hidden == 0 {
            return self.outcome(stakes);
        }
        let (mut total, mut count) = (0.0, 0.0);
        let mut reached = 0;
        for (deal, fewer) in deals.iter() {
            let mut lane = *self;
            lane.hidden = lane.hidden.saturating_sub(fewer);
            total += lane.dealt_outcome(stakes, deal, cards);
            reached = reached.max(lane.reached);
            count += 1.0;
        }
        self.reached = reached;
        total / count
    }

    /// The same where an enemy that has not turned up, counted from the front, suffers an effect
    /// first: it turns up for it.
    pub fn mean_outcome_of_hit(
        &self,
        stakes: &Stakes,
        deals: &Deals,
        cards: &CardSet,
        (nth, effect, act): (usize, &Effect, Act),
    ) -> f32 {
        let (mut total, mut count) = (0.0, 0.0);
        for (deal, _) in deals.iter() {
            let mut lane = *self;
            let mut coming = deal.iter();
            lane.lay_down(&mut coming);
            let mut hidden =
                (0..lane.enemies.len()).filter(|place| lane.enemies[*place].is(Enemy::FACE_DOWN));
            if let Some(place) = hidden.nth(nth) {
                lane.enemies[place].card = HIT;
                lane.turn_up_dealt(place, cards);
                if let Some(enemy) = lane.place_of(HIT) {
                    lane.try_effect(effect, Act { enemy, ..act });
                }
            }
            lane.fight_dealt(&mut coming, cards);
            total += lane.value(stakes);
            count += 1.0;
        }
        total / count
    }

    /// Fights one deal.
    fn dealt_outcome(&mut self, stakes: &Stakes, deal: &Deal, cards: &CardSet) -> f32 {
        let mut coming = deal.iter();
        self.lay_down(&mut coming);
        self.reached = self.fight_dealt(&mut coming, cards);
        self.value(stakes)
    }

    /// Lays the enemies of a deal where those not yet turned up lie.
    fn lay_down(&mut self, coming: &mut std::slice::Iter<'_, KindId>) {
        let aura = self.enemy_aura();
        let behind = self
            .enemies
            .iter()
            .position(|enemy| enemy.is(Enemy::BEHIND));
        let mut place = behind.unwrap_or(self.enemies.len());
        while self.hidden > 0 && !self.enemies.is_full() {
            let Some(kind) = coming.next() else {
                return;
            };
            let Some(enemy) = self.enemies.make_room(place) else {
                return;
            };
            *enemy = self.cast[kind.index()].enemy;
            enemy.power += aura;
            enemy.gain(Enemy::FACE_DOWN);
            place += 1;
            self.hidden -= 1;
        }
    }

    /// The power that enemies which have turned up lend to all.
    fn enemy_aura(&self) -> i16 {
        let able = self
            .enemies
            .iter()
            .filter(|enemy| enemy.is_able() && !enemy.is(Enemy::FACE_DOWN));
        able.map(|enemy| self.profiles[enemy.kind as usize].enemy_aura)
            .sum()
    }

    /// Fights to the end of all enemies; how many troops have struck or fallen.
    fn fight_dealt(&mut self, coming: &mut std::slice::Iter<'_, KindId>, cards: &CardSet) -> u8 {
        let (mut at, mut against, mut gone) = (0, 0, 0);
        for _ in 0..MAX_STEPS {
            if against >= self.enemies.len() {
                if self.hidden == 0 {
                    break;
                }
                gone += self.close_up(&mut at, &mut against);
                let before = self.hidden;
                for enemy in self.enemies.iter_mut() {
                    enemy.lose(Enemy::BEHIND);
                }
                self.lay_down(coming);
                if self.hidden == before {
                    break;
                }
                continue;
            }
            let enemy = self.enemies.at(against);
            if enemy.hp <= 0 {
                against += 1;
            } else if enemy.is(Enemy::FACE_DOWN) {
                gone += self.close_up(&mut at, &mut against);
                self.turn_up_dealt(0, cards);
            } else if at >= self.troops.len() {
                self.overrun(against);
                against += 1;
            } else if enemy.is(Enemy::PLAIN) {
                if !self.fight_plain(&mut at, against) {
                    break;
                }
                against += 1;
            } else if self.troops.at(at).hp <= 0 {
                at += 1;
            } else if !self.exchange(at, against) {
                break;
            }
        }
        gone + at as u8
    }

    /// Takes out who has fallen, and the enemies that are done with; how many troops have fallen.
    fn close_up(&mut self, at: &mut usize, against: &mut usize) -> u8 {
        let before = self.troops.len();
        self.troops.keep(|_, troop| troop.hp > 0);
        let done = *against;
        self.enemies
            .keep(|index, enemy| index >= done && enemy.hp > 0);
        (*at, *against) = (0, 0);
        (before - self.troops.len()) as u8
    }

    /// An enemy turns up.
    #[inline]
    fn turn_up_dealt(&mut self, place: usize, cards: &CardSet) {
        let enemy = self.enemies.at_mut(place);
        enemy.lose(Enemy::FACE_DOWN);
        let kind = enemy.kind;
        let profile = &self.profiles[kind as usize];
        self.shields += profile.shields;
        if profile.enemy_aura != 0 {
            self.strengthen(profile.enemy_aura);
        }
        let facts = cards.kind(KindId(kind));
        if facts.derived.in_lane & When::Revealed.bit() != 0 {
            self.carry_out_reveals(facts, place);
        }
    }

    #[inline(never)] // Most enemies do nothing as they turn up.
    fn carry_out_reveals(&mut self, facts: &Kind, place: usize) {
        let at = Act {
            enemy: place as u8,
            parts: Act::ALL,
            ..Act::default()
        };
        let reveals = facts.abilities.iter();
        for ability in reveals.filter(|ability| ability.when == When::Revealed) {
            self.carry_out(ability, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cast, Dealings, Profiles, Setting, Troop};
    use crate::registry::PreparedPolicies;
    use crate::spec::PolicySpec;
    use cards::ability::{Amount, Pick, Target};
    use cards::load::Library;
    use cards::rng::GameKey;
    use cards::ruleset::Preset;
    use game::play::View;
    use game::rules::{play_step, set_up};
    use game::state::{GameState, Phase};

    /// Players who buy and deploy but never react, as the model assumes.
    const QUIET: &str = "description = \"Quiet.\"\n[purchase]\nstrategy = \"greedy\"\n\
                         [deployment]\nstrategy = \"lane-balancing\"\n\
                         [reaction]\nstrategy = \"never\"\n\
                         [wrap-up]\nstrategy = \"keep-all\"\n";

    /// Enemies that bring others, whose effect the model only estimates.
    const CALLERS: [&str; 6] = [
        "corpse-eater",
        "worm-host",
        "swarm-hound",
        "tunnel-worm",
        "swarm-caller",
        "brood-mother",
    ];

    /// The enemies of a lane that nobody has seen, as they really lie, and those called next.
    fn unseen(state: &GameState, lane: u8) -> Deal {
        let slots = state.lanes[usize::from(lane)].enemies.as_slice().iter();
        let cards = slots.map(|slot| state.board.card(*slot));
        let hidden = cards.filter(|card| !card.face_up).map(|card| card.kind);
        let wave = usize::from((state.round - 1) / 3);
        let called = state.encounters[wave].deck.cards().iter().rev().take(3);
        let mut deal = Deal::new(KindId(0));
        hidden
            .chain(called.copied())
            .for_each(|kind| deal.push(kind));
        deal
    }

    /// Whether nothing in a lane does more than strike, by the rules or for certain.
    fn is_certain(lane: &Lane<'_>, deal: &Deal, cards: &CardSet) -> bool {
        let is_plain = |troop: &Troop| cards.kind(KindId(troop.kind)).abilities.is_empty();
        let calls = |kind: &KindId| CALLERS.contains(&cards.kind(*kind).id.as_str());
        lane.troops.iter().all(|troop| troop.gear.items == 0)
            && lane.troops.iter().all(is_plain)
            && !deal.iter().take(usize::from(lane.hidden)).any(calls)
    }

    // Whoever is hit while still face-down turns up and suffers: one that dies of it does no damage, and
    // one that is hit in vain does as much as ever.
    #[test]
    fn a_hit_lands_on_the_intended_enemy() {
        let cards = Library::embedded().cards().unwrap();
        let rules = Preset::Pnp.ruleset(1);
        let state = set_up(&cards, &rules, GameKey::new(43, 0));
        let view = View::new(&state, &cards, &rules, 0);
        let profiles = Profiles::new(&cards);
        let stakes = Stakes {
            base: 1.0,
            ..Stakes::default()
        };
        let cast = Cast::new(&profiles, &stakes);
        let dealings = Dealings::new();
        let setting = Setting::new(&view, &profiles, &cast, &stakes, &dealings);
        let mut lane = setting.lane(&view, 0);
        lane.hidden = 2;
        let kinds = ["charger", "prowler"].map(|id| cards.find(id).unwrap());
        let [first, second] = kinds.map(|kind| f32::from(cards.kind(kind).power));
        assert!(first != second && first > 0.0 && second > 0.0);
        let mut deal = Deal::new(KindId(0));
        kinds.iter().for_each(|kind| deal.push(*kind));
        let deals = Deals::always(deal);
        let worth = |nth: usize, plus: i16| {
            let effect = Effect::Damage {
                amount: Amount::number(plus),
                to: Target::one(Pick::OneEnemy),
            };
            let act = Act {
                parts: Act::ALL,
                ..Act::default()
            };
            lane.mean_outcome_of_hit(&stakes, &deals, &cards, (nth, &effect, act))
        };
        let untouched = lane.clone().mean_outcome(&stakes, &deals, &cards);
        assert_eq!(untouched, -first - second);
        assert_eq!([worth(0, 50), worth(1, 50)], [-second, -first]);
        assert_eq!([worth(0, 0), worth(1, 0)], [untouched; 2]);
        // There is no third.
        assert_eq!(worth(2, 50), untouched);
    }

    // Exchanges of blows that are all alike are made at once where nothing is dealt, and one by one where
    // enemies are dealt: without any to deal, the fight is the same.
    #[test]
    fn like_blows_at_once_come_to_what_they_come_to_one_by_one() {
        let cards = Library::embedded().cards().unwrap();
        let rules = Preset::Pnp.ruleset(1);
        let state = set_up(&cards, &rules, GameKey::new(43, 0));
        let view = View::new(&state, &cards, &rules, 0);
        let profiles = Profiles::new(&cards);
        let stakes = Stakes {
            base: 1.0,
            power: 0.5,
            hp: 0.3,
            wound: 0.5,
            ..Stakes::default()
        };
        let cast = Cast::new(&profiles, &stakes);
        let dealings = Dealings::new();
        let setting = Setting::new(&view, &profiles, &cast, &stakes, &dealings);
        let of_class = |fits: fn(&Kind) -> bool| -> Vec<u8> {
            let kinds = cards.kinds.iter().zip(0u8..);
            kinds
                .filter(|(kind, _)| fits(kind))
                .map(|(_, id)| id)
                .collect()
        };
        let troops = of_class(|kind| kind.class == cards::Class::Troop);
        let enemies = of_class(|kind| kind.class.is_enemy());
        let mut random = 1u64;
        let mut below = |limit: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as usize % limit
        };
        let mut fallen = 0;
        for _ in 0..20_000 {
            let mut lane = setting.lane(&view, 0);
            for _ in 0..=below(4) {
                let mut troop = lane.cast[usize::from(troops[below(troops.len())])].troop;
                troop.hp += below(6) as i16;
                troop.total = troop.hp;
                troop.power += below(4) as i16;
                lane.insert_troop(0, troop);
            }
            for _ in 0..=below(3) {
                let mut enemy = lane.cast[usize::from(enemies[below(enemies.len())])].enemy;
                enemy.hp += below(9) as i16;
                enemy.power += lane.enemy_aura();
                lane.enemies.push(enemy);
                let profile = &lane.profiles[usize::from(enemy.kind)];
                lane.shields += profile.shields;
                lane.strengthen(profile.enemy_aura);
            }
            let (mut at_once, mut one_by_one) = (lane, lane);
            let worth = at_once.outcome(&stakes);
            let expected = one_by_one.dealt_outcome(&stakes, &Deal::new(KindId(0)), &cards);
            assert_eq!(worth, expected, "{lane:?}");
            assert_eq!(at_once.base, one_by_one.base, "{lane:?}");
            fallen += at_once.troops.iter().filter(|troop| troop.hp <= 0).count();
        }
        assert!(fallen > 1000, "{fallen}");
    }

    // Dealt the enemies that really lie there, the model comes to the damage that the game comes to,
    // wherever troops without abilities meet enemies that bring no others; and to about the same in
    // all fights.
    #[test]
    fn fights_end_as_in_the_game() {
        let cards = Library::embedded().cards().unwrap();
        let policy = PolicySpec::parse("quiet", "quiet.toml", QUIET, &cards).unwrap();
        let policies = PreparedPolicies::new(&[policy], &cards);
        let profiles = Profiles::new(&cards);
        let stakes = Stakes::default();
        let cast = Cast::new(&profiles, &stakes);
        let dealings = Dealings::new();
        let (mut certain, mut fights, mut equal, mut expected, mut real) = (0, 0, 0, 0, 0);
        for game in 0..800 {
            let mut rules = Preset::Pnp.ruleset(1 + game as u8 % 2);
            rules.training = true;
            let key = GameKey::new(43, game);
            let mut state = set_up(&cards, &rules, key);
            let mut players = policies.table(key);
            while !state.is_over() {
                let number = (state.first_player + state.lanes_done) % state.players;
                let is_fight = state.phase == Phase::Combat;
                let view = View::new(&state, &cards, &rules, 0);
                let mut lane =
                    Setting::new(&view, &profiles, &cast, &stakes, &dealings).lane(&view, number);
                let deal = unseen(&state, number);
                let is_certain = is_certain(&lane, &deal, &cards);
                lane.dealt_outcome(&stakes, &deal, &cards);
                let (before, damage) = (state.base, i32::from(lane.base));
                play_step(&cards, &rules, &mut state, &mut players, &mut |_, _, _| {});
                if !is_fight {
                    continue;
                }
                let lost = before - state.base;
                (fights, equal) = (fights + 1, equal + u32::from(damage == lost));
                (expected, real) = (expected + damage, real + lost);
                if is_certain {
                    certain += 1;
                    assert_eq!(damage, lost, "game {game}, round {}", state.round);
                }
            }
        }
        assert!(certain > 20, "{certain}");
        assert!(equal * 5 > fights * 3, "{equal} of {fights}");
        assert!((expected - real).abs() * 10 < real, "{expected}, {real}");
    }
}
