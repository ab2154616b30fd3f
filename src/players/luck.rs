//! How lucky a game was: how far the players would come with its draws, compared with the average
//! over other draws.
//!
//! Luck is measured twice a round: before hands are drawn, and before enemies are dealt. From the
//! current position a fast player (that of the [`Gauge`]) plays on, to deployment or to the end of the
//! round, with the draws of the game and again with each of a few other draws ([`redeal_draws`]). A
//! learned value evaluates the outcomes, which shows how good the draws were. The actual draws and the
//! others come from the same distribution, and nothing played before depends on which are which. So a
//! difference has mean zero, however good or bad the player and the value are, and a multiple of it can
//! be subtracted from any measure of the game without shifting its mean.

use super::registry;
use super::table::{Players, PreparedPolicy};
use cards::CardSet;
use cards::data::Faults;
use cards::rng::GameKey;
use cards::ruleset::Ruleset;
use game::play::View;
use game::rules::hidden::redeal_draws;
use game::state::{GameState, Phase, ROUNDS};
use std::path::Path;
use std::sync::Arc;
use value::source::ValueSource;
use value::{Value, math};

/// Separates the luck of the other draws from all other alternative luck of a game.
const OTHER_DRAWS: u64 = 0x6c75_636b;
/// Other draws, for every measurement: with eight of them, an eighth of the noise is their own.
const OTHERS: u32 = 8;
/// Luck is an integer: the number of its units per round.
pub const SCALE: f64 = 1e4;

/// Measures luck, with a fast player, a value and a number of other draws.
#[derive(Clone, Debug)]
pub struct Gauge {
    /// Who plays on; does not search.
    players: Vec<PreparedPolicy>,
    /// Evaluates the positions afterwards.
    value: Arc<Value>,
    /// The bases per player, in half HP, over which the value is averaged.
    bases: Vec<u32>,
}

impl Gauge {
    /// The default gauge for a card set: the default player with the built-in value.
    pub fn new(cards: &CardSet, bases: &[u32]) -> Result<Self, Faults> {
        let value = ValueSource::load(registry::DEFAULT, Path::new(""))?;
        Gauge::with_value(cards, bases, &value)
    }

    /// A gauge with another value.
    pub fn with_value(cards: &CardSet, bases: &[u32], value: &ValueSource) -> Result<Self, Faults> {
        let player = registry::load(registry::DEFAULT)?;
        Ok(Gauge {
            players: vec![PreparedPolicy::new(&player, cards)],
            value: Value::new(&value.learned().weights, cards),
            bases: bases.to_vec(),
        })
    }
}

/// How lucky a game was, in ten-thousandths of a round that the players come further: its hands; its
/// enemies in each wave; and all of it with the base in force.
pub type Luck = [i32; 5];

/// Measures the luck of one game.
#[derive(Clone)]
pub(super) struct Meter<'a> {
    gauge: &'a Gauge,
    cards: &'a CardSet,
    rules: &'a Ruleset,
    /// Base HP of all players together when the game began.
    whole: i32,
    table: GameState,
    luck: [f64; 5],
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Meter({:?})", self.luck)
    }
}

impl<'a> Meter<'a> {
    pub fn new(gauge: &'a Gauge, cards: &'a CardSet, rules: &'a Ruleset) -> Self {
        Meter {
            gauge,
            cards,
            rules,
            whole: 0,
            table: GameState::new(GameKey::new(0, 0), rules.players),
            luck: [0.0; 5],
        }
    }

    /// How lucky the game was so far.
    pub fn luck(&self) -> Luck {
        self.luck.map(|luck| (luck * SCALE).round() as i32)
    }

    /// Called between phases: measures luck before hands are drawn and before enemies are dealt.
    pub fn rest(&mut self, state: &GameState) {
        if state.round() == 1 && state.phase() == Phase::Draw {
            self.whole = state.base();
        }
        let until = match state.phase() {
            Phase::Draw => Until::Deployment,
            Phase::EnemyDeployment => Until::RoundEnd,
            _ => return,
        };
        let true_draws = self.outlook(state, until, None);
        let mut others = Outlook::default();
        for other in 0..OTHERS {
            let stage = u64::from(state.round()) * 2 + until as u64;
            let salt = OTHER_DRAWS ^ (stage << 40) ^ u64::from(other);
            let found = self.outlook(state, until, Some(state.key().alternative(salt)));
            others.overall += found.overall / f64::from(OTHERS);
            others.in_force += found.in_force / f64::from(OTHERS);
        }
        let place = match until {
            Until::Deployment => 0,
            Until::RoundEnd => usize::from(state.wave()).clamp(1, 3),
        };
        self.luck[place] += true_draws.overall - others.overall;
        self.luck[4] += true_draws.in_force - others.in_force;
    }

    /// How far the players would come after a part of this round, as it is drawn or with other luck.
    fn outlook(&mut self, state: &GameState, until: Until, luck: Option<GameKey>) -> Outlook {
        let Meter {
            gauge,
            cards,
            rules,
            whole,
            table,
            ..
        } = self;
        table.copy_from(state);
        if let Some(luck) = luck {
            redeal_draws(table, cards, rules, luck);
        }
        let mut players = Players::new(&gauge.players, table.key());
        let is_there = |table: &GameState| match until {
            Until::Deployment => table.phase() == Phase::Deployment,
            Until::RoundEnd => table.round() != state.round(),
        };
        while !table.is_over() && !is_there(table) {
            players.play_step(cards, rules, table);
        }
        let players = f32::from(rules.players);
        let damage = |table: &GameState| (*whole - table.base()) as f32 / players;
        let (before, after) = (damage(state), damage(table));
        let done = f64::from(state.round() - 1 + until as u8);
        let come = |base: f32| {
            if before >= base {
                return 0.0;
            }
            if after >= base {
                return f64::from(state.round()) - 1.0;
            }
            let rest = f64::from(ROUNDS) - done;
            if rest == 0.0 || table.is_over() {
                return f64::from(ROUNDS);
            }
            let view = View::new(table, cards, rules, 0);
            let raw = gauge.value.raw(&view, base - after);
            done + rest * math::sigmoid(f64::from(raw))
        };
        let all = gauge.bases.iter().map(|base| come(*base as f32 / 2.0));
        Outlook {
            overall: all.sum::<f64>() / gauge.bases.len().max(1) as f64,
            in_force: come(f32::from(rules.base_hp)),
        }
    }
}

/// How far the players would come: over all bases, and with the base in force.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    overall: f64,
    in_force: f64,
}

/// Where a part of a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// Hands have been drawn and cards bought; troops are about to be deployed.
    Deployment,
    /// The round is over.
    RoundEnd,
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::load::Library;
    use cards::ruleset::Preset;
    use game::rules::set_up;

    /// Sums, and sums of squares, of every sort of luck over some games.
    fn luck(cards: &CardSet, rules: &Ruleset, policy: &str, games: u64) -> Vec<[f64; 2]> {
        let gauge = Gauge::new(cards, &[20, 60, 120]).unwrap();
        let policies = registry::resolve(policy, cards).unwrap();
        let mut sums = vec![[0.0; 2]; 5];
        for game in 0..games {
            let key = GameKey::new(21, game);
            let mut state = set_up(cards, rules, key);
            state.play_on_to(Some(-10_000));
            let mut players = policies.table(key).metered(&gauge, cards, rules);
            players.play(cards, rules, &mut state);
            for (sum, luck) in sums.iter_mut().zip(players.luck().unwrap()) {
                *sum = [sum[0] + f64::from(luck), sum[1] + f64::from(luck).powi(2)];
            }
        }
        sums
    }

    #[test]
    fn luck_has_mean_zero_whoever_plays() {
        let cards = Library::embedded().cards().unwrap();
        for (preset, players, policy) in [
            (Preset::Pnp, 1, "greedy"),
            (Preset::Pnp, 2, "random"),
            (Preset::Onslaught, 2, "balanced"),
        ] {
            let rules = preset.ruleset(players);
            let sorts = luck(&cards, &rules, policy, 300);
            // Where all bases have fallen before, enemies no longer matter.
            let moved = sorts.iter().filter(|[_, squares]| *squares > 0.0);
            assert!(moved.count() >= 4, "{policy}: {sorts:?}");
            for [sum, squares] in sorts {
                let z = sum / squares.max(1.0).sqrt();
                assert!(z.abs() < 4.0, "{policy}: {z}");
            }
        }
    }

    #[test]
    fn measuring_luck_changes_no_game() {
        let cards = Library::embedded().cards().unwrap();
        let rules = Preset::Pnp.ruleset(2);
        let gauge = Gauge::new(&cards, &[60]).unwrap();
        for policy in ["veteran", "random"] {
            let policies = registry::resolve(policy, &cards).unwrap();
            for game in 0..20 {
                let key = GameKey::new(4, game);
                let (mut plain, mut metered) =
                    (set_up(&cards, &rules, key), set_up(&cards, &rules, key));
                policies.table(key).play(&cards, &rules, &mut plain);
                let mut players = policies.table(key).metered(&gauge, &cards, &rules);
                players.play(&cards, &rules, &mut metered);
                assert_eq!(
                    (plain.base(), plain.round()),
                    (metered.base(), metered.round())
                );
                assert_eq!(plain.decisions(), metered.decisions());
            }
        }
    }
}
