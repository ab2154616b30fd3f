//! A training game: all nine rounds are played, whatever happens to the base, with some random
//! choices.

use crate::registry::PreparedPolicies;
use crate::table::Players;
use cards::CardSet;
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::Ruleset;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{Game, Layout};
use game::state::{GameState, Phase, ROUNDS};
use value::rows::Rows;

/// How a training game is played.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The cards.
    pub cards: &'a CardSet,
    /// The rules; the game is played in training mode.
    pub rules: &'a Ruleset,
    /// Of 100 choices of what to buy, how many are random. Where deployments are random, too, troops
    /// look worse than they are, because some of them stay in hand.
    pub random_percent: u32,
}

impl Lesson<'_> {
    /// Plays a game and records its positions.
    pub fn play(&self, policies: &PreparedPolicies, key: GameKey, rows: &mut Rows) {
        let rules = Ruleset {
            training: true,
            ..*self.rules
        };
        let mut state = GameState::new(key, rules.players);
        Layout::new(self.cards, &rules).set_up(self.cards, &rules, key, &mut state);
        let mut student = Student {
            players: policies.table(key),
            cards: self.cards,
            rules: &rules,
            rows,
            base: [0; ROUNDS as usize + 1],
            dice: key.stream(Purpose::Sampling, 40, 0),
            thrown: 0,
            random_percent: self.random_percent,
        };
        Game::new(self.cards, &rules, &mut state, &mut student, &mut ()).play();
        student.base[ROUNDS as usize] = state.base();
        let share = 1.0 / f32::from(rules.players);
        let base = student.base;
        let damage = std::array::from_fn(|round| (base[round] - base[round + 1]) as f32 * share);
        rows.end_game(damage);
    }
}

/// Plays like another policy, sometimes at random, and records the positions.
struct Student<'a> {
    players: Players<'a>,
    cards: &'a CardSet,
    rules: &'a Ruleset,
    rows: &'a mut Rows,
    /// The base as each round started, and at the end.
    base: [i32; ROUNDS as usize + 1],
    dice: Stream,
    thrown: u32,
    random_percent: u32,
}

impl Student<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.thrown += 1;
        self.dice.nth(self.thrown).below(n)
    }
}

impl Policy for Student<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let chosen = self.players.choose(view, decision, options);
        match *decision == Decision::Buy && self.below(100) < self.random_percent {
            true => self.below(options.len() as u32) as usize,
            false => chosen,
        }
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
        let state = at.with_hidden_cards();
        if state.phase() == Phase::Draw {
            self.base[usize::from(state.round()) - 1] = state.base();
        }
        if matches!(state.phase(), Phase::Draw | Phase::Deployment) {
            self.rows.keep(&View::new(state, self.cards, self.rules, 0));
        }
    }
}
