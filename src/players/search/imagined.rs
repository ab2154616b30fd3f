//! Imagined rounds: from where the real one last rested or paused, through the answers given since and
//! one answer to the current question, and on from there with everything hidden dealt again.

use super::super::table::Seats;
use super::leaf::{self, Start};
use cards::rng::GameKey;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::Game;
use game::state::{GameState, Phase};
use value::Value;

/// Where games are imagined.
#[derive(Clone)]
pub(super) struct Imagination {
    /// The game where it last rested, between phases; nothing before the first rest.
    start: Option<Start>,
    /// The game where it last rested or paused.
    known: GameState,
    /// The answers given since, by their index.
    answers: Vec<u8>,
    /// The imagined game.
    table: GameState,
}

impl std::fmt::Debug for Imagination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Imagination({} answers)", self.answers.len())
    }
}

/// The game to imagine.
pub(super) struct Branch<'a> {
    /// The current question.
    pub decision: &'a Decision,
    /// Its number of answers.
    pub options: usize,
    /// The answer to try.
    pub answer: usize,
    /// The luck from then on; `None`: that of the real game, with the real order of the cards.
    pub luck: Option<GameKey>,
    /// Who plays on.
    pub seats: Seats<'a>,
    /// How many rounds are played, the present one included.
    pub rounds: u8,
    /// Who is asked, in which phase, and what they go on with there as long as they can.
    pub then: (u8, Phase, &'a [Choice]),
}

impl Branch<'_> {
    /// What the player goes on with, if it can be done now.
    fn next(&mut self, view: &View<'_>, options: &[Choice]) -> Option<usize> {
        let (seat, phase, choices) = self.then;
        let (first, rest) = choices.split_first()?;
        if view.seat() != seat {
            return None;
        }
        let found = options.iter().position(|option| is_alike(option, first));
        let found = found.filter(|_| view.phase() == phase);
        self.then.2 = if found.is_some() { rest } else { &[] };
        found
    }
}

/// Whether it is the same answer; where a card lies in the market makes no difference.
fn is_alike(a: &Choice, b: &Choice) -> bool {
    match (a, b) {
        (Choice::Buy { kind: a, .. }, Choice::Buy { kind: b, .. }) => a == b,
        _ => a == b,
    }
}

impl Imagination {
    pub fn new(key: GameKey) -> Self {
        Imagination {
            start: None,
            known: GameState::new(key, 1),
            answers: Vec::new(),
            table: GameState::new(key, 1),
        }
    }

    /// The real game rests.
    pub fn rest(&mut self, at: &Resting<'_>) {
        self.start = Some(Start::of(at.with_hidden_cards()));
        self.keep(at.with_hidden_cards());
    }

    /// The real game pauses in the middle of a phase.
    pub fn pause(&mut self, at: &Resting<'_>) {
        // Where the base has fallen since the game last rested, imagined games have ended.
        if self
            .start
            .is_some_and(|start| start.lost == at.with_hidden_cards().lost())
        {
            self.keep(at.with_hidden_cards());
        }
    }

    fn keep(&mut self, state: &GameState) {
        self.known.copy_from(state);
        // Imagined games end where the base falls, although the real one may be played on.
        if !self.known.lost() {
            self.known.play_on_to(None);
        }
        self.answers.clear();
    }

    /// An answer was given in the real game.
    pub fn record(&mut self, answer: usize) {
        self.answers.push(answer as u8);
    }

    /// Imagines the rest of the round, or some rounds, and returns its score. `None`: the current question did not come
    /// up again.
    #[inline(never)] // To be told apart in a profile.
    pub fn play(&mut self, view: &View<'_>, value: &Value, branch: &mut Branch<'_>) -> Option<f64> {
        let start = self.start?;
        let state = &mut self.table;
        state.copy_from(&self.known);
        let last_round = state.round() + branch.rounds - 1;
        let mut players = Imagined {
            answers: &self.answers,
            next: 0,
            branch,
            stage: Stage::Repeating,
        };
        let rules = view.rules();
        while !state.is_over() && state.round() <= last_round {
            Game::new(view.cards(), rules, state, &mut players, &mut ()).play_step();
            if players.stage == Stage::Astray {
                return None;
            }
        }
        Some(leaf::judge(value, start, state, view.cards(), rules))
    }
}

/// The stage of an imagined game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The answers of the real game are repeated.
    Repeating,
    /// The answer to try was just given.
    Branching,
    /// The game goes on.
    Free,
    /// The repeated answers did not lead to the current question.
    Astray,
}

/// The players of an imagined game.
struct Imagined<'a, 's> {
    answers: &'a [u8],
    next: usize,
    branch: &'a mut Branch<'s>,
    stage: Stage,
}

impl Policy for Imagined<'_, '_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        if self.stage == Stage::Free {
            if let Some(answer) = self.branch.next(view, options) {
                return answer;
            }
            return self.branch.seats.answer(view, decision, options);
        }
        if let Some(answer) = self.answers.get(self.next) {
            self.next += 1;
            let answer = usize::from(*answer);
            if answer >= options.len() {
                self.stage = Stage::Astray;
                return 0;
            }
            return answer;
        }
        let expected = (self.branch.decision, self.branch.options);
        match self.stage == Stage::Repeating && (decision, options.len()) == expected {
            true => {
                self.stage = Stage::Branching;
                self.branch.answer
            }
            false => {
                self.stage = Stage::Astray;
                0
            }
        }
    }

    fn new_luck(&mut self) -> Option<GameKey> {
        match self.stage {
            Stage::Branching => {
                self.stage = Stage::Free;
                self.branch.luck
            }
            _ => None,
        }
    }
}
