//! A game resumed in the middle of a phase continues as it would have.

use super::{Game, set_up};
use crate::play::{Choice, Decision, Policy, Resting, View};
use crate::state::{GameState, Step};
use cards::CardSet;
use cards::load::Library;
use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::{Overrun, Preset, ReactionWindows, Ruleset, Together};
use std::collections::BTreeSet;

/// A question as it was put, and its answer.
type Asked = (u8, Decision, Vec<Choice>, usize);

/// A place where the game paused, with the number of questions before it.
struct Pause {
    table: GameState,
    asked: usize,
}

/// Plays at random, and keeps every question and every pause.
struct Chance {
    stream: Stream,
    asked: Vec<Asked>,
    pauses: Vec<Pause>,
}

impl Policy for Chance {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let number = self.stream.of(self.asked.len() as u32, 0) as usize;
        // Passing often keeps games of four short, and lets turns go round.
        let answer = match number % 3 {
            0 => 0,
            _ => number / 3 % options.len(),
        };
        let question = (view.seat(), *decision, options.to_vec(), answer);
        self.asked.push(question);
        answer
    }
    fn rest(&mut self, at: &Resting<'_>) {
        let step = at.with_hidden_cards().step;
        assert_eq!(step, Step::Start, "a phase has left something behind");
    }
    fn pause(&mut self, at: &Resting<'_>) {
        self.pauses.push(Pause {
            table: *at.with_hidden_cards(),
            asked: self.asked.len(),
        });
    }
}

/// Gives the answers of another game again, and is put the same questions.
struct Repeating<'a> {
    asked: &'a [Asked],
    next: usize,
}

impl Policy for Repeating<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let (seat, question, answers, answer) = &self.asked[self.next];
        assert_eq!((view.seat(), decision), (*seat, question));
        assert_eq!(options, answers);
        self.next += 1;
        *answer
    }
}

/// Everything on a table that a rule could ask for later, to be compared.
fn look(state: &GameState) -> (Vec<u16>, [u32; 3], i32, Vec<cards::KindId>) {
    let mut piles = Vec::new();
    for seat in &state.seats {
        piles.extend([&seat.deck, &seat.hand, &seat.discard].map(|pile| pile.cards().to_vec()));
    }
    for row in &state.market {
        piles.extend([&row.pool, &row.deck].map(|pile| pile.cards().to_vec()));
    }
    let counts = [
        state.decisions,
        state.moment,
        u32::from(state.fell_in_round),
    ];
    (
        state.count_cards().to_vec(),
        counts,
        state.base,
        piles.concat(),
    )
}

/// Plays a game at random and resumes it from every pause. Returns in which steps it paused.
fn resume_everywhere(cards: &CardSet, rules: &Ruleset, key: GameKey) -> BTreeSet<String> {
    let mut state = set_up(cards, rules, key);
    let mut chance = Chance {
        stream: key.stream(Purpose::Policy, 0, 0),
        asked: Vec::new(),
        pauses: Vec::new(),
    };
    Game::new(cards, rules, &mut state, &mut chance, &mut ()).play();
    let mut steps = BTreeSet::new();
    for pause in &chance.pauses {
        assert_ne!(pause.table.step, Step::Start);
        let mut again = pause.table;
        let mut repeating = Repeating {
            asked: &chance.asked,
            next: pause.asked,
        };
        Game::new(cards, rules, &mut again, &mut repeating, &mut ()).play();
        assert_eq!(repeating.next, chance.asked.len());
        assert_eq!(look(&again), look(&state));
        steps.insert(format!("{:?}", pause.table.step));
    }
    steps
}

#[test]
fn a_game_resumed_mid_phase_continues_unchanged() {
    let cards = Library::embedded().cards().unwrap();
    let mut steps = BTreeSet::new();
    for preset in [Preset::Pnp, Preset::Dreadmire, Preset::Onslaught] {
        for together in [Together::Rounds, Together::SeatBySeat] {
            for players in 1..=4 {
                let mut rules = preset.ruleset(players);
                rules.together = together;
                // Games last to the end, in every wave and with long rows of troops.
                rules.training = players < 3;
                let key = GameKey::new(12, u64::from(players));
                steps.extend(resume_everywhere(&cards, &rules, key));
            }
        }
    }
    let all = ["Spend", "Buy", "Deploy", "Arrange", "Fight", "Fought"].map(String::from);
    assert_eq!(steps, BTreeSet::from(all));
}

#[test]
fn so_does_one_with_more_windows_or_lanes_overrun_at_once() {
    let cards = Library::embedded().cards().unwrap();
    for players in [1, 3] {
        let mut rules = Preset::Pnp.ruleset(players);
        rules.windows = ReactionWindows::EveryExchange;
        rules.training = true;
        resume_everywhere(&cards, &rules, GameKey::new(13, 1));
        let mut rules = Preset::Pnp.ruleset(players);
        rules.rulings.overrun = Overrun::AllAtOnce;
        resume_everywhere(&cards, &rules, GameKey::new(13, 2));
    }
}
