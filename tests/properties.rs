//! What must be true of every game, whoever plays and whichever rules are in force.

use xenosim::cards::CardSet;
use xenosim::cards::load::Library;
use xenosim::observe::{Event, Observer};
use xenosim::policy::{Pass, Policy, Random};
use xenosim::rng::GameKey;
use xenosim::rules::{Game, set_up};
use xenosim::ruleset::{
    BurnRule, Deployment, Difficulty, Divisions, Market, Preset, Ruleset, Rulings, TroopStacks,
};
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

/// Every combination of the market's and the divisions' switches.
fn markets_and_divisions(players: u8) -> Vec<Ruleset> {
    let mut all = Vec::new();
    for market in [Market::Pool, Market::Stacks] {
        for divisions in [Divisions::Off, Divisions::Onslaught, Divisions::Dreadmire] {
            for burn in [BurnRule::LeavesGame, BurnRule::ReturnsToStack] {
                for (troop_stacks, legendary_stacks, conjecture) in [
                    (TroopStacks::ThreeAWave, false, false),
                    (TroopStacks::All, true, true),
                    (TroopStacks::ThreeAWave, true, false),
                    (TroopStacks::All, false, true),
                ] {
                    let mut rules = Preset::Pnp.ruleset(players);
                    Difficulty::Training.apply_base(&mut rules);
                    all.push(Ruleset {
                        market,
                        divisions,
                        burn,
                        troop_stacks,
                        legendary_stacks,
                        conjecture,
                        ..rules
                    });
                }
            }
        }
    }
    all
}

#[test]
fn every_market_with_every_division_keeps_every_card() {
    let (mut games, mut led) = (0u64, 0);
    for players in 1..=4 {
        for rules in markets_and_divisions(players) {
            let library = Library::embedded().taking_part(&rules);
            let (cards, _) = library.compile::<&str, &str>(&[]).expect("a sound set");
            for game in 0..12 {
                let key = GameKey::new(9, games);
                games += 1;
                let state = if game % 4 == 3 {
                    play(&cards, &rules, key, &mut Pass)
                } else {
                    play(&cards, &rules, key, &mut Random::new(key))
                };
                led += state.divisions.iter().flatten().count();
            }
        }
    }
    assert!(
        games >= 2_000 && led >= 1_000,
        "{games} games, {led} divisions"
    );
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
