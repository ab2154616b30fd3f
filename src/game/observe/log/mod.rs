//! A game for people: phase by phase, with every decision and all damage. The log shows the whole
//! table, so face-down enemies are named when they are dealt; in questions to players they stay
//! hidden. Moves that follow from the previous line (a card that was killed goes to its discard
//! pile) are left out, and cards that move together share one line.

mod board;
mod moves;

use super::describe::{Describe, incident_name, lane_name, phase_name, player, stop_reason_name};
use super::{At, Event, Observer};
use crate::state::{GameState, ROUNDS};
use cards::CardSet;
use cards::ability::Lasts;
use cards::ruleset::Ruleset;
use cards::words::counted;
use moves::Moves;
use std::io::{self, Write};

/// The indentation of the lines of a phase.
const PHASE: usize = 1;
/// The indentation of the lines of a lane's combat.
const LANE: usize = 2;

/// Writes a readable log of a game.
pub struct Log<'a, W: Write> {
    out: W,
    rules: &'a Ruleset,
    depth: usize,
    moves: Moves,
    failure: Option<io::Error>,
}

impl<'a, W: Write> Log<'a, W> {
    /// A log that is written to `out`.
    pub fn new(out: W, rules: &'a Ruleset) -> Self {
        Log {
            out,
            rules,
            depth: 0,
            moves: Moves::default(),
            failure: None,
        }
    }

    /// Writes the pending moves of a game that is left before its end.
    pub fn catch_up(&mut self, state: &GameState, cards: &CardSet) {
        let done = self.moves.take();
        self.tell_moves(state, cards, done);
    }

    /// Takes what has been written so far; for logs in memory.
    pub fn take(&mut self) -> String
    where
        W: Default + Into<Vec<u8>>,
    {
        let written: Vec<u8> = std::mem::take(&mut self.out).into();
        String::from_utf8_lossy(&written).into_owned()
    }

    /// The writer, or its first error.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.out),
        }
    }

    /// Writes a line at the current depth. After an error nothing more is written.
    fn line(&mut self, text: &str) {
        if self.failure.is_none() {
            let indent = self.depth * 2;
            self.failure = writeln!(self.out, "{:indent$}{text}", "").err();
        }
    }

    /// Writes a heading, with the following lines indented.
    fn heading(&mut self, depth: usize, text: &str) {
        self.depth = depth;
        self.line(text);
        self.depth = depth + 1;
    }

    fn blank_line(&mut self) {
        if self.failure.is_none() {
            self.failure = writeln!(self.out).err();
        }
    }

    fn tell(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        let words = Describe::new(state, cards);
        match *event {
            Event::GameStarted => self.table(state, cards),
            Event::RoundStarted => self.round(state),
            Event::PhaseStarted { phase } => self.heading(PHASE, phase_name(phase)),
            Event::WeatherTurned { kind } => {
                let text = format!("The weather turns: {}", words.weather(kind));
                self.line(&text);
            }
            Event::LaneStarted { lane } => {
                let text = self.lane_at_start(state, cards, lane);
                self.heading(LANE, &text);
            }
            Event::LaneEnded { lane, reason } => {
                let text = format!(
                    "End of {}: {}; {}",
                    lane_name(lane),
                    stop_reason_name(reason),
                    self.base(state)
                );
                self.line(&text);
            }
            // What is shuffled when it is first needed counts as shuffled at set-up.
            Event::Shuffled {
                from_discard: false,
                ..
            } => {}
            Event::Shuffled { pile, .. } => {
                let text = format!("The discard pile is shuffled into {}", words.place(pile));
                self.line(&text);
            }
            // Moves are collected and written together.
            Event::Moved { .. } => {}
            Event::StackReplaced { old, new } => {
                let text = format!(
                    "The stack of {} is empty: {} takes its place",
                    words.kind(old),
                    words.kind(new)
                );
                self.line(&text);
            }
            Event::Reordered { side, lane } => {
                if let Some(text) = self.order(state, cards, side, lane) {
                    self.line(&text);
                }
            }
            Event::Redistributed { lane } => {
                let text = self.items(state, cards, lane);
                self.line(&text);
            }
            Event::Decided {
                seat,
                decision,
                choice,
                options,
            } => {
                let text = format!(
                    "{}: {} -> {} (of {options})",
                    player(seat),
                    words.decision(&decision),
                    words.choice(seat, &decision, &choice)
                );
                self.line(&text);
            }
            Event::Used {
                kind,
                seat,
                ability,
            } => {
                let who = if cards.kind(kind).class.is_enemy() {
                    words.kind(kind).to_string()
                } else {
                    format!("{} uses {}", player(seat), words.kind(kind))
                };
                let text = format!("{who}: {}", words.ability(kind, ability));
                self.line(&text);
            }
            Event::TurnedUp { enemy } => {
                let stats = self.figures(state, cards, &enemy);
                let text = format!("{} turns up{stats}", words.at(&enemy));
                self.line(&text);
            }
            Event::RevealCancelled { kind, .. } => {
                let text = format!("The reveal ability of {} is cancelled", words.kind(kind));
                self.line(&text);
            }
            Event::Resources { seat, total: 0 } => {
                let text = format!("{}'s unspent resources are lost", player(seat));
                self.line(&text);
            }
            Event::Resources { seat, total } => {
                let text = format!("{} has {}", player(seat), counted(total, "resource"));
                self.line(&text);
            }
            Event::Bought { seat, kind, paid } => {
                let left = state.resources[seat as usize];
                let text = format!(
                    "{} buys {} for {paid} ({} left)",
                    player(seat),
                    words.kind(kind),
                    counted(left, "resource")
                );
                self.line(&text);
            }
            Event::Incident { what } => {
                let text = format!("{}.", incident_name(what));
                self.line(&text);
            }
            Event::BaseFell => self.line("the base falls: the game is lost, and played on"),
            Event::GameOver { won } => self.result(state, won),
            Event::DamageLessened { .. }
            | Event::Damaged { .. }
            | Event::Healed { .. }
            | Event::Killed { .. }
            | Event::Survived { .. }
            | Event::PowerGained { .. }
            | Event::BaseDamaged { .. } => self.blow(state, cards, event),
        }
    }

    /// Damage and its consequences.
    fn blow(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        let words = Describe::new(state, cards);
        let text = match *event {
            Event::Damaged {
                target,
                amount,
                source,
                nature,
            } => format!(
                "{} suffers {amount} damage ({}){}",
                words.at(&target),
                words.source(source, nature),
                self.hp_left(state, cards, &target)
            ),
            Event::DamageLessened {
                target,
                amount,
                by,
                redirected: true,
            } => format!(
                "{} takes {amount} damage in place of {}",
                words.kind(by),
                words.at(&target)
            ),
            Event::DamageLessened {
                target,
                amount,
                by,
                redirected: false,
            } => format!(
                "{amount} damage to {} is prevented by {}",
                words.at(&target),
                words.kind(by)
            ),
            Event::Healed { target, amount } if amount < 0 => format!(
                "{} is left with {} damage more{}",
                words.at(&target),
                -amount,
                self.hp_left(state, cards, &target)
            ),
            Event::Healed { target, amount } => format!(
                "{} is healed of {amount} damage{}",
                words.at(&target),
                self.hp_left(state, cards, &target)
            ),
            Event::Killed {
                target,
                source: Some(kind),
            } => {
                format!("{} is killed by {}", words.at(&target), words.kind(kind))
            }
            Event::Killed {
                target,
                source: None,
            } => format!(
                "{} dies: it has lost the HP that kept it alive",
                words.at(&target)
            ),
            Event::Survived { target, by } => format!(
                "{} survives, thanks to {}{}",
                words.at(&target),
                words.kind(by),
                self.hp_left(state, cards, &target)
            ),
            // A bonus may come to nothing: "for each troop" in an empty lane.
            Event::PowerGained { amount: 0, .. } => return,
            Event::PowerGained {
                target,
                amount,
                lasts,
            } => format!(
                "{} gains {amount} power {}",
                words.at(&target),
                duration(lasts)
            ),
            Event::BaseDamaged {
                amount,
                lane,
                cause,
            } => format!(
                "The base suffers {amount} damage in {} ({}): {}",
                lane_name(lane),
                words.cause(&cause),
                self.base(state)
            ),
            _ => return,
        };
        self.line(&text);
    }

    /// The base, or the damage counted in training.
    fn base(&self, state: &GameState) -> String {
        if self.rules.training {
            format!("damage to the base {}", -state.base)
        } else {
            format!("base {}", state.base)
        }
    }

    fn table(&mut self, state: &GameState, cards: &CardSet) {
        let text = format!(
            "The table is set: {}, {}",
            counted(state.players, "player"),
            self.base(state)
        );
        self.heading(0, &text);
        for (seat, division) in (0..).zip(state.divisions) {
            if let Some(division) = division {
                let name = &cards.kind(division).name;
                self.line(&format!("{} leads {name}", player(seat)));
            }
        }
    }

    fn round(&mut self, state: &GameState) {
        self.blank_line();
        let text = format!(
            "Round {} (wave {}): first is {}, {}",
            state.round,
            state.wave(),
            player(state.first_player),
            self.base(state)
        );
        self.heading(0, &text);
    }

    fn result(&mut self, state: &GameState, won: bool) {
        self.blank_line();
        let text = match (won, self.rules.training) {
            (true, true) => format!("Training is over: the base took {} damage", -state.base),
            (true, false) => format!("The game is won: base {} after round {ROUNDS}", state.base),
            (false, _) => format!(
                "The game is lost in round {}: base {}",
                state.fell_in_round, state.base
            ),
        };
        self.heading(0, &text);
    }

    /// How many HP a card has left, as a remark after damage.
    fn hp_left(&self, state: &GameState, cards: &CardSet, at: &At) -> String {
        match self.hp(state, cards, at) {
            Some((left, total)) => format!(": {} of {total} HP left", left.max(0)),
            None => String::new(),
        }
    }
}

impl<W: Write> Observer for Log<'_, W> {
    fn event(&mut self, state: &GameState, cards: &CardSet, event: &Event) {
        if let Event::Moved {
            kind,
            from,
            to,
            cause,
        } = *event
        {
            let done = self.moves.add(kind, from, to, cause);
            self.tell_moves(state, cards, done);
        } else {
            let done = self.moves.take();
            self.tell_moves(state, cards, done);
            self.tell(state, cards, event);
        }
    }
}

fn duration(lasts: Lasts) -> &'static str {
    match lasts {
        Lasts::NextAttack => "for the next attack",
        Lasts::ThisEnemy => "against this enemy",
        Lasts::Round => "for this round",
        Lasts::Kept => "for as long as it stays",
    }
}
