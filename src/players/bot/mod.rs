//! External players: a program in any language that reads questions as lines of JSON from standard
//! input and writes its answers to standard output. `BOTS.md` in `policies/` describes the lines.
//!
//! The program gets what a player may see and nothing more. If it exits, takes too long or gives an
//! illegal answer, the whole run ends with a message that names it: results with made-up answers
//! would be worthless.

mod process;

use cards::CardSet;
use cards::data::tree::fingerprint;
use cards::words::{Word, harmless};
use game::observe::question_line;
use game::play::{Choice, Decision, View};
use process::Process;
pub use process::end_bots;
use serde_json::{Value, json};
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The version of the lines, which rises when a bot must be changed.
const PROTOCOL: u8 = 2;
/// The exit code of a run in which a bot failed.
const SPOILED: i32 = 3;

/// A bot as a policy names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The command, as a shell reads it.
    pub command: String,
    /// Time limit for an answer, in seconds.
    pub seconds: u64,
    /// A fingerprint of the files that the command names: a bot that was edited is another one.
    pub files: u64,
}

impl BotSpec {
    /// A bot with the default time limit.
    pub fn new(command: &str) -> Self {
        BotSpec {
            command: command.into(),
            seconds: 10,
            files: fingerprint(&format!("{:?}", checksums(command))),
        }
    }
}

/// The checksums of the files that a command names, in the current directory or where the shell
/// looks for programs.
fn checksums(command: &str) -> Vec<u64> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = || iter::once(PathBuf::new()).chain(std::env::split_paths(&path));
    let words = shlex::split(command).unwrap_or_default();
    let files = words
        .iter()
        .flat_map(|word| places().map(move |place| place.join(word)));
    files
        .filter_map(|file| files::checksum_of(&file).ok())
        .collect()
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
            let command = harmless(&self.bots.spec.command);
            eprintln!("error: bot `{command}` {fault}");
            end_bots();
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
                None => Process::start(&self.bots.spec.command)?,
            });
            process.tell(game_line(view))?;
        }
        let limit = Duration::from_secs(self.bots.spec.seconds);
        let Some(process) = &mut self.process else {
            return Err("is gone".into());
        };
        process.asked += 1;
        let number = process.asked;
        process.tell(question_line(view, decision, options, number))?;
        read_answer(&process.hear(limit)?, number, options.len())
    }
}

/// Reads `{"number": 17, "answer": 2}`: the number of the question, and that of an option, from 0.
/// Without the first, an answer too many would answer the next question.
fn read_answer(line: &str, number: u64, options: usize) -> Result<usize, String> {
    let most = options - 1;
    let expected =
        format!("expected {{\"number\": {number}, \"answer\": n}} with n from 0 to {most}");
    let read = serde_json::from_str::<Value>(line).unwrap_or_default();
    match (read["number"].as_u64(), read["answer"].as_u64()) {
        (Some(to), Some(_)) if to != number => Err(format!(
            "answered question {to} instead of {number}: {expected}"
        )),
        (Some(_), Some(answer)) if answer <= most as u64 => Ok(answer as usize),
        (Some(_), Some(answer)) => {
            Err(format!("answered {answer}, which is not legal: {expected}"))
        }
        _ => Err(format!("answered `{}`: {expected}", shortened(line))),
    }
}

fn shortened(line: &str) -> String {
    harmless(&line.trim_end().chars().take(80).collect::<String>())
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
        "protocol": PROTOCOL,
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
