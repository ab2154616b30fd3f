//! Habits of `balanced`, each on a small table set by hand.

use crate::common::built_in_cards;
use cards::ability::When;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset};
use cards::{CardSet, KindId};
use game::observe::{CardPlace, Nature};
use game::play::{Choice, Decision, Policy, View};
use game::rules::{TableByHand, set_up};
use game::state::{BoardCard, CardRef, GameState, Phase, Side};
use players::registry;

struct Scene {
    cards: CardSet,
    rules: Ruleset,
    state: GameState,
}

impl Scene {
    fn new(players: u8, round: u8, phase: Phase) -> Self {
        let cards = built_in_cards();
        let rules = Preset::Pnp.ruleset(players);
        let state = set_up(&cards, &rules, GameKey::new(1, 1));
        let mut scene = Scene {
            cards,
            rules,
            state,
        };
        scene.set(|table| {
            table.begin_with(round, phase);
            if phase == Phase::Combat {
                table.fight(0);
            }
        });
        scene
    }

    /// Changes the table by hand.
    fn set(&mut self, change: impl FnOnce(&mut TableByHand<'_>)) {
        let mut table = TableByHand::of_game(self.state, &self.cards, &self.rules);
        change(&mut table);
        self.state = table.as_it_is();
    }

    fn kind(&self, id: &str) -> KindId {
        self.cards.find(id).expect("a card of the set")
    }

    fn card(&self, side: Side, lane: u8, id: &str, damage: i16, items: &[&str]) -> BoardCard {
        let mut card = BoardCard {
            kind: self.kind(id),
            side,
            lane,
            owner: if side == Side::Troop { lane } else { u8::MAX },
            face_up: true,
            damage,
            ..BoardCard::default()
        };
        for item in items {
            card.equipment[card.items as usize] = self.kind(item);
            card.items += 1;
        }
        card
    }

    fn stand(&mut self, card: BoardCard) -> CardRef {
        self.set(|table| assert!(table.stand(card), "there is room"));
        let position = self.state.lanes()[usize::from(card.lane)]
            .side(card.side)
            .len()
            - 1;
        let placed = self.state.at(card.side, card.lane, position);
        placed.expect("the card stands there")
    }

    fn place(&mut self, side: Side, lane: u8, id: &str, damage: i16, items: &[&str]) -> CardRef {
        self.stand(self.card(side, lane, id, damage, items))
    }

    /// An enemy in the first lane that has struck.
    fn enemy_after_its_strike(&mut self, id: &str) -> CardRef {
        self.stand(BoardCard {
            has_attacked: true,
            ..self.card(Side::Enemy, 0, id, 0, &[])
        })
    }

    fn troop(&mut self, lane: u8, id: &str) -> CardRef {
        self.place(Side::Troop, lane, id, 0, &[])
    }

    fn enemy(&mut self, lane: u8, id: &str, damage: i16) -> CardRef {
        self.place(Side::Enemy, lane, id, damage, &[])
    }

    fn ability(&self, id: &str, when: When) -> Choice {
        let kind = self.kind(id);
        let abilities = &self.cards.kind(kind).abilities;
        let ability = abilities.iter().position(|ability| ability.when == when);
        Choice::FromHand {
            kind,
            ability: ability.expect("such an ability") as u8,
        }
    }

    /// A troop is about to be hit by a prowler.
    fn prowler_hits(&self, troop: CardRef, enemy: CardRef, amount: i16) -> Decision {
        Decision::AnswerDamage {
            troop,
            amount,
            enemy: Some(enemy),
            source: self.kind("prowler"),
            nature: Nature::Attack,
        }
    }

    /// What a policy chooses at seat 0.
    fn choice(&self, policy: &str, decision: Decision, options: &[Choice]) -> Choice {
        let players = registry::resolve(policy, &self.cards).expect("a sound policy");
        let view = View::new(&self.state, &self.cards, &self.rules, 0);
        let index = players
            .table(GameKey::new(1, 1))
            .choose(&view, &decision, options);
        options[index]
    }

    /// `balanced` chooses this at seat 0.
    fn chooses(&self, expected: Choice, decision: Decision, options: &[Choice]) {
        let choice = self.choice("balanced", decision, options);
        assert_eq!(choice, expected, "{decision:?}");
    }
}

const REACT: Decision = Decision::React {
    lane: 0,
    overrun: false,
    enemy: CardRef::NONE,
    exchange: 1,
};

#[test]
fn the_grenade_goes_where_it_kills() {
    let mut scene = Scene::new(1, 3, Phase::Combat);
    scene.place(Side::Troop, 0, "ranger", 0, &["hercules"]);
    let front = scene.enemy(0, "bile-roach", 2);
    let behind = scene.enemy(0, "smoker", 2);
    let grenade = scene.ability("hi-ex-grenade", When::Activated);
    let kind = scene.kind("hi-ex-grenade");
    let effect = scene.cards.kind(kind).abilities[0].effects[0];
    scene.chooses(grenade, REACT, &[Choice::Pass, grenade]);
    let [front, behind] = [front, behind].map(Choice::Target);
    scene.chooses(front, Decision::Target { kind, effect }, &[behind, front]);
}

#[test]
fn the_savior_waits_for_a_troop_worth_saving() {
    let mut scene = Scene::new(1, 5, Phase::Combat);
    let militia = scene.place(Side::Troop, 0, "militia", 1, &[]);
    let good = scene.place(Side::Troop, 0, "demolitionist", 3, &["hercules", "helios"]);
    let savior = scene.troop(0, "savior");
    scene.enemy(0, "prowler", 0);
    let save = Choice::OnBoard {
        card: savior,
        item: Choice::OWN,
        ability: 0,
    };
    let options = [Choice::Pass, save];
    scene.chooses(Choice::Pass, Decision::Save { troop: militia }, &options);
    scene.chooses(save, Decision::Save { troop: good }, &options);
}

#[test]
fn prevention_is_used_where_it_saves_and_not_where_it_is_in_vain() {
    let mut scene = Scene::new(1, 5, Phase::Combat);
    let troop = scene.place(Side::Troop, 0, "field-medic", 0, &[]);
    // The troop will kill this enemy in the exchange that is under way. If it dies of it, the
    // base falls to the next one.
    scene.set(|table| table.set_base(2));
    let enemy = scene.enemy_after_its_strike("prowler");
    scene.enemy(0, "smoker", 0);
    let pack = scene.ability("med-pack", When::WouldBeDamaged);
    for (amount, expected) in [(30, Choice::Pass), (5, pack)] {
        let decision = scene.prowler_hits(troop, enemy, amount);
        scene.chooses(expected, decision, &[Choice::Pass, pack]);
    }
}

#[test]
fn a_troop_goes_to_an_empty_ally_lane() {
    let mut scene = Scene::new(2, 2, Phase::Deployment);
    for _ in 0..3 {
        // These hold their lane without help.
        scene.troop(0, "defender");
    }
    let kind = scene.kind("ranger");
    let lanes = [Choice::Lane(0), Choice::Lane(1)];
    scene.chooses(lanes[1], Decision::DeployLane { kind }, &lanes);
}

#[test]
fn an_item_goes_to_another_players_troop_that_needs_it() {
    let mut scene = Scene::new(2, 2, Phase::Deployment);
    for _ in 0..3 {
        // These hold their lane without help.
        scene.troop(0, "defender");
    }
    let needy = scene.troop(1, "research-officer");
    let item = scene.kind("hercules");
    let mut options = vec![];
    for lane in 0..2 {
        let view = View::new(&scene.state, &scene.cards, &scene.rules, 0);
        options.extend(view.troops(lane).map(|(troop, _)| Choice::Target(troop)));
    }
    scene.chooses(Choice::Target(needy), Decision::EquipOn { item }, &options);
}

#[test]
fn a_reduction_is_given_to_another_player_who_lacks_it_and_not_otherwise() {
    let mut scene = Scene::new(2, 4, Phase::Purchase);
    let militia = scene.kind("militia");
    scene.set(|table| assert!(table.put(CardPlace::Hand(0), militia)));
    let kind = scene.kind("field-medic");
    let cost = scene.cards.kind(kind).cost;
    let give = scene.ability("militia", When::Purchase);
    let decision = Decision::Reduce {
        buyer: 1,
        kind,
        cost,
    };
    let cost = u16::from(cost);
    for (resources, expected) in [(cost - 1, give), (cost, Choice::Pass)] {
        scene.set(|table| table.set_resources(1, resources));
        scene.chooses(expected, decision, &[Choice::Pass, give]);
    }
}
