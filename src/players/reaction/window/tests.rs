//! Attempts that are skipped because they cannot matter would indeed not matter.

use super::*;
use crate::model::{Act, Dealings, Profiles};
use crate::reaction::Reactor;
use crate::reaction::trial::Trial;
use crate::reaction::uses::Aim;
use crate::spec::Reaction;
use crate::{Players, registry};
use cards::CardSet;
use cards::ability::Combine;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset};
use game::play::{Decision, Policy};
use game::rules::{Game, set_up};
use game::state::CardRef;

/// Weighs every option of every window by trying all there is to try.
struct Watcher<'a> {
    player: Players<'a>,
    profiles: &'a Profiles,
    heuristic: &'a Heuristic,
    scenes: Scenes<'a>,
    dealings: &'a Dealings,
    kept: u32,
    weighed: u32,
    led: u32,
    again: u32,
    doomed: u32,
}

impl<'a> Watcher<'a> {
    fn setting(&self, view: &View<'_>) -> Setting<'a, 'a> {
        let heuristic = self.heuristic;
        let (cast, stakes) = (&heuristic.cast, &heuristic.stakes);
        Setting::new(view, self.profiles, cast, stakes, self.dealings)
    }

    /// Looks at a lane again where somebody may have looked at it in the same window.
    fn check_scene(&mut self, view: &View<'_>, lane: u8) -> Scene<'a> {
        let setting = self.setting(view);
        let mut looked = false;
        let scene = self.scenes.at(view, &setting, lane);
        scene.judge(|lane| {
            looked = true;
            setting.worth(view, lane)
        });
        let scene = *scene;
        let mut model = setting.lane(view, lane);
        let seen = |lane: &Lane<'_>| {
            let rows = (&lane.troops[..], &lane.enemies[..]);
            format!("{rows:?} {}", lane.hidden)
        };
        assert_eq!(seen(&scene.lane), seen(&model), "changed unseen");
        assert_eq!(scene.before, setting.worth(view, &mut model));
        self.kept += u32::from(!looked);
        scene
    }

    fn weigh(&mut self, view: &View<'_>, lane: u8, options: &[Choice]) {
        let heuristic = self.heuristic;
        let setting = self.setting(view);
        let scene = &self.check_scene(view, lane);
        let (model, before) = (scene.lane, scene.before);
        let mut shared = *scene;
        let mut fought = model;
        fought.outcome(setting.stakes);
        for (troop, after) in model.troops.iter().zip(fought.troops.iter()) {
            assert_eq!(scene.is_doomed(troop.card), after.hp <= 0);
            self.doomed += u32::from(after.hp <= 0);
        }
        for offered in options.iter().filter_map(|choice| offered(view, *choice)) {
            let trial = Trial {
                view,
                setting: &setting,
                scene,
                offered: &offered,
                use_of_it: heuristic.uses.of(offered.kind, offered.number),
            };
            let found = trial.best();
            let tried = shared.tried.map(|tried| tried.ability);
            self.again += u32::from(tried == Some((offered.kind, offered.number)));
            let again = best_use(view, &setting, &mut shared, &offered, trial.use_of_it);
            assert_eq!((again.gain, again.target), (found.gain, found.target));
            assert_eq!(again.parts, found.parts);
            let most = model.ceiling(setting.stakes) - before.all;
            assert!(found.gain <= most, "{} of at most {most}", found.gain);
            self.weighed += 1;
            let (gain, target, parts) = try_everything(&trial);
            assert_eq!(found.gain, gain, "{:?}", offered.ability);
            if found.gain > NOTHING {
                let found = (found.target, found.parts);
                assert_eq!(found, (target, parts), "{:?}", offered.ability);
            }
            self.led += u32::from(trial.use_of_it.lent.is_some() && !model.troops.is_empty());
        }
    }
}

/// The first of the best ways to use an ability: what it gains, whom it is meant for, which parts.
fn try_everything(trial: &Trial<'_>) -> (f32, Option<CardRef>, u8) {
    let lane = &trial.scene.lane;
    let act = act_of(trial.view, lane, trial.offered);
    let modes: &[u8] = match trial.offered.ability.combine {
        Combine::All => &[Act::ALL],
        Combine::AndOr => &[3, 2, 1],
    };
    let mut ways = Vec::new();
    for parts in modes {
        let act = Act {
            parts: *parts,
            ..act
        };
        let troops = match trial.use_of_it.aim(*parts) {
            Aim::Fixed => {
                ways.push((act, None));
                0
            }
            Aim::Enemy(pick) => {
                for (enemy, facts) in (0..).zip(lane.enemies.iter()) {
                    if trial.may_hit(act, pick, facts.kind) {
                        ways.push((Act { enemy, ..act }, Some(facts.card)));
                    }
                }
                0
            }
            Aim::FirstTroop => 1,
            Aim::Troop => lane.troops.len(),
        };
        for (troop, facts) in (0..).zip(lane.troops.iter().take(troops)) {
            ways.push((Act { troop, ..act }, Some(facts.card)));
        }
    }
    let mut best = (f32::NEG_INFINITY, None, Act::ALL);
    for (act, target) in ways {
        let (gain, _) = trial.attempt(&act);
        if gain > best.0 {
            best = (gain, target, act.parts);
        }
    }
    best
}

impl Policy for Watcher<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match *decision {
            Decision::React { lane, .. } => self.weigh(view, lane, options),
            Decision::AnswerDamage { troop, .. } => {
                let troop = view.card(troop).expect("on the board");
                self.check_scene(view, troop.lane);
            }
            _ => {}
        }
        self.player.choose(view, decision, options)
    }
}

/// The reaction of a built-in policy, prepared.
fn heuristic(name: &str, cards: &CardSet, profiles: &Profiles) -> Heuristic {
    let spec = registry::load(name, cards).expect("a sound policy");
    assert!(matches!(spec.reaction, Reaction::Heuristic(_)));
    match Reactor::new(&spec.reaction, cards, profiles) {
        Reactor::Heuristic(heuristic) => *heuristic,
        _ => unreachable!("it is heuristic"),
    }
}

#[test]
fn shortcuts_find_what_trying_everything_finds() {
    let cards = Library::embedded()
        .cards()
        .expect("the embedded set is sound");
    let profiles = Profiles::new(&cards);
    for name in ["balanced", "expert"] {
        let heuristic = heuristic(name, &cards, &profiles);
        let players = registry::resolve(name, &cards).expect("a sound policy");
        let (mut weighed, mut led, mut again, mut kept, mut doomed) = (0, 0, 0, 0, 0);
        for game in 0..40 {
            let mut rules = Preset::Pnp.ruleset(1 + game as u8 % 4);
            Difficulty::Training.apply_base(&mut rules);
            let key = GameKey::new(37, game);
            let mut state = set_up(&cards, &rules, key);
            let dealings = Dealings::new();
            let mut watcher = Watcher {
                player: players.table(key),
                profiles: &profiles,
                heuristic: &heuristic,
                scenes: Scenes::default(),
                dealings: &dealings,
                kept: 0,
                weighed: 0,
                led: 0,
                again: 0,
                doomed: 0,
            };
            Game::new(&cards, &rules, &mut state, &mut watcher, &mut ()).play();
            weighed += watcher.weighed;
            led += watcher.led;
            again += watcher.again;
            doomed += watcher.doomed;
            kept += watcher.kept;
        }
        let enough = weighed > 1000 && led > 50 && again > 5 && kept > 50 && doomed > 50;
        assert!(
            enough,
            "{name}: {weighed}, {led}, {again}, {kept}, {doomed}"
        );
    }
}
