//! What must be true of every game, whoever plays and whichever rules are in force.

use xenosim::cards::CardSet;
use xenosim::cards::load::Library;
use xenosim::observe::{Event, Observer};
use xenosim::policy::{Pass, Policy, Random};
use xenosim::rng::GameKey;
use xenosim::rules::{Game, set_up};
use xenosim::ruleset::{Deployment, Difficulty, Preset, Ruleset, Rulings};
use xenosim::state::{GameState, LANE_ZONES, Phase};

/// Checks the table after every event.
struct Checker {
    events: u64,
}

impl Observer for Checker {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        self.events += 1;
        for lane in &state.lanes {
            assert!(lane.troops.len() <= LANE_ZONES);
        }
        // Cards in transit between two places are counted only when they have arrived.
        if matches!(
            event,
            Event::PhaseStarted { .. } | Event::Decided { .. } | Event::GameOver { .. }
        ) {
            let _ = cards;
        }
    }
}

fn play(cards: &CardSet, rules: &Ruleset, key: GameKey, policy: &mut impl Policy) -> GameState {
    let mut state = set_up(cards, rules, key);
    assert_eq!(state.miscounted(cards), None, "at set-up");
    let mut checker = Checker { events: 0 };
    let mut game = Game::new(cards, rules, &mut state, policy, &mut checker);
    let mut steps = 0;
    while game.state.phase != Phase::Over {
        game.play_step();
        assert_eq!(game.state.miscounted(cards), None, "after a phase");
        steps += 1;
        assert!(steps < 200, "a game does not end");
    }
    state
}

fn rulesets(players: u8) -> Vec<Ruleset> {
    let mut all = Vec::new();
    for preset in [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught] {
        for deployment in [Deployment::Onslaught, Deployment::Dreadmire] {
            for difficulty in [
                Difficulty::Easy,
                Difficulty::Normal,
                Difficulty::Hard,
                Difficulty::Training,
            ] {
                let mut rules = preset.ruleset(players);
                deployment.apply(difficulty, &mut rules);
                difficulty.apply_base(&mut rules);
                all.push(rules);
            }
        }
    }
    for (name, options) in Rulings::NAMES {
        for option in &options[1..] {
            let mut rules = Preset::Pnp.ruleset(players);
            assert_eq!(rules.rulings.set(name, option), Some(true));
            Difficulty::Training.apply_base(&mut rules);
            all.push(rules);
        }
    }
    all
}

#[test]
fn random_games_keep_every_card_and_end() {
    let (cards, _) = Library::embedded()
        .compile::<&str, &str>(&[])
        .expect("the embedded set is sound");
    let mut games = 0;
    for players in 1..=4 {
        for rules in rulesets(players) {
            for game in 0..160 {
                let key = GameKey::new(7, game);
                let state = play(&cards, &rules, key, &mut Random::new(key));
                assert!(state.decisions > 0);
                games += 1;
            }
        }
    }
    assert!(games >= 20_000, "{games}");
}

#[test]
fn passing_games_keep_every_card_and_end() {
    let (cards, _) = Library::embedded()
        .compile::<&str, &str>(&[])
        .expect("the embedded set is sound");
    for players in 1..=4 {
        for rules in rulesets(players) {
            for game in 0..20 {
                play(&cards, &rules, GameKey::new(8, game), &mut Pass);
            }
        }
    }
}
