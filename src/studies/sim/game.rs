//! One game of a run, and what is kept of it.

use super::plan::Plan;
use cards::KindId;
use cards::rng::GameKey;
use game::observe::Observer;
use game::observe::tally::{GameCounts, Tally};
use game::rules;
use game::rules::{Game, Layout, Watcher};
use game::state::{GameState, Incidents, MAX_PLAYERS, ROUNDS};
use players::Players;

/// What is kept of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its index in the run.
    pub game: u64,
    /// Whether the base stood to the end.
    pub won: bool,
    /// Rounds played to their end.
    pub rounds_survived: u8,
    /// Base HP left; 0 when the base fell.
    pub base_hp: u32,
    /// All damage to the base.
    pub base_damage: u32,
    /// Decisions with more than one legal answer.
    pub decisions: u32,
    /// What happened, by round and cause.
    pub counts: GameCounts,
    /// What was out of the ordinary.
    pub incidents: Incidents,
    /// The divisions that the players led.
    pub divisions: [Option<KindId>; MAX_PLAYERS],
}

impl GameRecord {
    /// Damage to the base in a wave, 1 to 3.
    pub fn wave_damage(&self, wave: usize) -> u32 {
        let rounds = &self.counts.rounds[(wave - 1) * 3..wave * 3];
        rounds.iter().map(|round| round.base_damage).sum()
    }

    /// The round in which the game was lost, 1 to 9.
    pub fn lost_in_round(&self) -> Option<u8> {
        (!self.won).then_some(self.rounds_survived + 1)
    }

    fn new(game: u64, state: &GameState, counts: GameCounts) -> Self {
        let won = !state.lost;
        GameRecord {
            game,
            won,
            rounds_survived: match won {
                true => ROUNDS,
                false => state.round.clamp(1, ROUNDS) - 1,
            },
            base_hp: state.base.max(0) as u32,
            base_damage: counts.played().iter().map(|round| round.base_damage).sum(),
            decisions: state.decisions,
            counts,
            incidents: state.incidents,
            divisions: state.divisions,
        }
    }
}

/// A table at which games of a run are played one after the other.
pub struct Tabletop<'p> {
    plan: &'p Plan,
    layout: Layout,
    state: GameState,
}

impl<'p> Tabletop<'p> {
    /// A table with the cards of a run laid out.
    pub fn new(plan: &'p Plan) -> Self {
        Tabletop {
            plan,
            layout: Layout::new(&plan.cards, &plan.rules),
            state: GameState::new(GameKey::new(plan.seed, 0), plan.rules.players),
        }
    }

    /// Plays game number `game` of the run.
    pub fn play(&mut self, game: u64, tally: &mut Tally) -> GameRecord {
        let state = self.play_watched(game, tally);
        let counts = tally.finish_game(!state.lost);
        GameRecord::new(game, state, counts)
    }

    /// Plays game number `game` of the run and tells it, at leisure.
    pub fn tell(&mut self, game: u64, watcher: Watcher<'_>) -> &GameState {
        let mut table = self.set_up(game);
        let Plan { cards, rules, .. } = self.plan;
        rules::play(cards, rules, &mut self.state, &mut table, watcher);
        &self.state
    }

    /// Plays game number `game` of the run under the eyes of any observer.
    pub fn play_watched(&mut self, game: u64, observer: &mut impl Observer) -> &GameState {
        let mut table = self.set_up(game);
        let Plan { cards, rules, .. } = self.plan;
        Game::new(cards, rules, &mut self.state, &mut table, observer).play();
        &self.state
    }

    /// Sets the table for a game; returns its players.
    fn set_up(&mut self, game: u64) -> Players<'p> {
        let plan = self.plan;
        let key = GameKey::new(plan.seed, game);
        self.layout
            .set_up(&plan.cards, &plan.rules, key, &mut self.state);
        plan.policy.table(key)
    }
}
