//! A summary of a game: a line for each round, and below it what mattered.

use super::steps::{Mark, Step};
use cards::words::Word;
use cards::{CardSet, KindId};
use game::state::{GameState, ROUNDS, Side};
use std::io::{self, Write};

/// What happened in a round.
#[derive(Default)]
struct Round {
    number: u8,
    wave: u8,
    base: i32,
    killed: usize,
    lost: usize,
    bought: Vec<KindId>,
    damage: Vec<(i16, u8, Option<KindId>, &'static str)>,
    incidents: Vec<&'static str>,
}

/// Writes the summary.
pub fn write(out: &mut impl Write, cards: &CardSet, steps: &[Step]) -> io::Result<()> {
    let rounds = rounds(steps);
    let turning = turning_point(&rounds);
    for round in &rounds {
        round.write(out, cards, turning == Some(round.number))?;
    }
    if let Some(end) = steps.last() {
        writeln!(out, "{}", ending(&end.state))?;
    }
    Ok(())
}

fn rounds(steps: &[Step]) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for step in steps {
        for mark in &step.marks {
            if *mark == Mark::Round {
                rounds.push(Round {
                    number: step.state.round,
                    wave: step.state.wave(),
                    ..Round::default()
                });
            }
            if let Some(round) = rounds.last_mut() {
                round.note(mark);
            }
        }
        if let Some(round) = rounds.last_mut() {
            round.base = step.state.base;
        }
    }
    rounds
}

/// The round in which the base suffered most.
fn turning_point(rounds: &[Round]) -> Option<u8> {
    let worst = rounds.iter().rev().max_by_key(|round| round.total())?;
    (worst.total() > 0).then_some(worst.number)
}

fn ending(state: &GameState) -> String {
    if state.lost {
        format!("Lost in round {} of {ROUNDS}.", state.round)
    } else {
        format!("Won with {} base HP left.", state.base)
    }
}

impl Round {
    fn note(&mut self, mark: &Mark) {
        match *mark {
            Mark::Base {
                amount,
                lane,
                by,
                way,
            } => {
                use cards::words::Word;
                self.damage.push((amount, lane, by, way.word()));
            }
            Mark::Killed { target, .. } if target.side == Side::Enemy => self.killed += 1,
            Mark::Killed { .. } => self.lost += 1,
            Mark::Bought { kind, .. } => self.bought.push(kind),
            Mark::Incident(what) => self.incidents.push(what.phrase()),
            _ => {}
        }
    }

    fn total(&self) -> i32 {
        self.damage.iter().map(|damage| i32::from(damage.0)).sum()
    }

    fn write(&self, out: &mut impl Write, cards: &CardSet, turning: bool) -> io::Result<()> {
        let damage = match self.total() {
            0 => "no damage to the base".to_string(),
            total => format!("{total} damage to the base"),
        };
        let turning = if turning { "  <- turning point" } else { "" };
        writeln!(
            out,
            "Round {} (wave {}): {damage}, base {}; {} enemies killed, {} troops lost{turning}",
            self.number, self.wave, self.base, self.killed, self.lost
        )?;
        if !self.bought.is_empty() {
            writeln!(out, "  bought: {}", self.purchases(cards))?;
        }
        for (amount, lane, by, way) in &self.damage {
            let by = by.map_or("nobody", |kind| cards.kind(kind).name.as_str());
            let lane = u16::from(*lane) + 1;
            writeln!(
                out,
                "  {amount} damage to the base in lane {lane}: {by} ({way})"
            )?;
        }
        for incident in &self.incidents {
            writeln!(out, "  {incident}")?;
        }
        Ok(())
    }

    fn purchases(&self, cards: &CardSet) -> String {
        let mut counted: Vec<(KindId, usize)> = Vec::new();
        for kind in &self.bought {
            match counted.iter_mut().find(|(known, _)| known == kind) {
                Some((_, count)) => *count += 1,
                None => counted.push((*kind, 1)),
            }
        }
        let names = counted.iter().map(|(kind, count)| match count {
            1 => cards.kind(*kind).name.clone(),
            _ => format!("{} x{count}", cards.kind(*kind).name),
        });
        names.collect::<Vec<_>>().join(", ")
    }
}
