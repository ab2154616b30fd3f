//! A training game: all nine rounds are played, whatever happens to the base, with some odd choices.
//!
//! A value must know tables that good players avoid, or search will prefer them: troops kept in hand look
//! like a treasure to a value that has never seen any. So in many games one round is played oddly, and
//! the value learns what comes of it when the rest is played well.

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
    /// Of 100 choices of what to buy, how many are random.
    pub random_percent: u32,
    /// A round in which other choices are odd; positions are recorded from the next one on. 0: none is.
    pub odd_round: u8,
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
            odd_round: self.odd_round,
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
    odd_round: u8,
}

impl Student<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.thrown += 1;
        self.dice.nth(self.thrown).below(n)
    }

    /// Half of the time the proper answer, otherwise any, or the first, which leaves things undone.
    fn odd(&mut self, proper: usize, options: &[Choice]) -> usize {
        match self.below(4) {
            0 => 0,
            1 => self.below(options.len() as u32) as usize,
            _ => proper,
        }
    }
}

impl Policy for Student<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let chosen = self.players.choose(view, decision, options);
        let buys = *decision == Decision::Buy;
        if buys && self.below(100) < self.random_percent {
            return self.below(options.len() as u32) as usize;
        }
        match !buys && view.round() == self.odd_round {
            true => self.odd(chosen, options),
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
        let is_place = matches!(state.phase(), Phase::Draw | Phase::Deployment);
        if is_place && state.round() > self.odd_round {
            self.rows.keep(&View::new(state, self.cards, self.rules, 0));
        }
    }
}
