//! External players: a program in any language that reads questions as lines of JSON from standard
//! input and writes its answers to standard output. `BOTS.md` in `policies/` describes the lines.
//!
//! The program gets what a player may see and nothing more. If it exits, takes too long or gives an
//! illegal answer, the whole run ends with a message that names it: results with made-up answers
//! would be worthless.

use cards::CardSet;
use cards::words::Word;
use game::observe::question_line;
use game::play::{Choice, Decision, View};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The exit code of a run in which a bot failed.
const SPOILED: i32 = 3;

/// A bot as a policy names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The command, as a shell reads it.
    pub command: String,
    /// Time limit for an answer, in seconds.
    pub seconds: u64,
}

impl BotSpec {
    /// The default time limit.
    pub const SECONDS: u64 = 10;
}

/// The idle processes of a bot. Each game uses one of its own.
#[derive(Clone, Debug)]
pub(crate) struct Bots {
    spec: BotSpec,
    idle: Arc<Mutex<Vec<Process>>>,
}

/// A bot in a game.
#[derive(Debug)]
pub(crate) struct Bot {
    bots: Bots,
    process: Option<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Bots {
    pub fn new(spec: &BotSpec) -> Self {
        Bots {
            spec: spec.clone(),
            idle: Arc::default(),
        }
    }

    /// A bot for a game; it is started when it is first asked.
    pub fn seat(&self) -> Bot {
        Bot {
            bots: self.clone(),
            process: None,
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<Process, String> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec {}", self.spec.command));
        let started = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no standard input or output".into());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            child,
            input,
            lines,
        })
    }
}

impl Clone for Bot {
    // A copied game gets a process of its own.
    fn clone(&self) -> Self {
        self.bots.seat()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.bots.idle().push(process);
        }
    }
}

impl Bot {
    /// Asks the bot. Any failure ends the run.
    pub fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.ask(view, decision, options).unwrap_or_else(|fault| {
            eprintln!("error: bot `{}` {fault}", self.bots.spec.command);
            std::process::exit(SPOILED)
        })
    }

    fn ask(
        &mut self,
        view: &View<'_>,
        decision: &Decision,
        options: &[Choice],
    ) -> Result<usize, String> {
        if self.process.is_none() {
            let idle = self.bots.idle().pop();
            let process = self.process.insert(match idle {
                Some(process) => process,
                None => self.bots.start()?,
            });
            process.tell(&game_line(view))?;
        }
        let seconds = self.bots.spec.seconds;
        let Some(process) = &mut self.process else {
            return Err("is gone".into());
        };
        process.tell(&question_line(view, decision, options))?;
        let line = process.hear(Duration::from_secs(seconds))?;
        read_answer(&line, options.len())
    }
}

impl Process {
    fn tell(&mut self, line: &str) -> Result<(), String> {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.map_err(|_| self.ended())
    }

    fn hear(&mut self, limit: Duration) -> Result<String, String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("gave no answer within {} seconds", limit.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> String {
        match self.child.wait() {
            Ok(status) => format!("ended in the middle of a game ({status})"),
            Err(_) => "ended in the middle of a game".into(),
        }
    }
}

/// Reads `{"answer": 2}`: the number of an option, from 0.
fn read_answer(line: &str, options: usize) -> Result<usize, String> {
    let expected = format!(
        "expected {{\"answer\": n}} with n from 0 to {}",
        options - 1
    );
    let answer = serde_json::from_str::<Value>(line).ok();
    let answer = answer.as_ref().and_then(|object| object["answer"].as_u64());
    match answer {
        Some(answer) if (answer as usize) < options => Ok(answer as usize),
        Some(answer) => Err(format!("answered {answer}, which is not legal: {expected}")),
        None => Err(format!("answered `{}`: {expected}", shortened(line))),
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}

/// What a bot is sent before the first question of a game.
fn game_line(view: &View<'_>) -> String {
    let rules = view.rules();
    let switches = rules.switches().into_iter();
    let switches: serde_json::Map<String, Value> = switches
        .map(|row| (row.name.to_string(), json!(row.value)))
        .collect();
    let line = json!({
        "type": "game",
        "players": view.players(),
        "rules": switches,
        "cards": card_list(view.cards()),
    });
    line.to_string()
}

fn card_list(cards: &CardSet) -> Vec<Value> {
    let card = |kind: &cards::Kind| {
        json!({
            "id": kind.id,
            "name": kind.name,
            "class": kind.class.word(),
            "wave": kind.wave,
            "cost": kind.cost,
            "power": kind.power,
            "hp": kind.hp,
            "value": kind.value,
        })
    };
    cards.kinds.iter().map(card).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_others_refused_with_what_was_expected() {
        assert_eq!(read_answer("{\"answer\": 2}", 3), Ok(2));
        let refused = |line| read_answer(line, 3).unwrap_err();
        assert!(refused("{\"answer\": 3}").contains("answered 3, which is not legal"));
        for line in [
            "",
            "2",
            "{\"answer\": -1}",
            "{\"answer\": \"x\"}",
            "nonsense",
        ] {
            assert!(refused(line).contains("with n from 0 to 2"), "{line}");
        }
    }
}
