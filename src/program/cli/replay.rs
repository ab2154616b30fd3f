//! `xenosim replay`: one game, printed or as a page.

use super::play::transcript::{Repeated, Transcript};
use super::watch::WatchArgs;
use super::{Cli, CliError, Command, Game, GameArgs, OneGameArgs, Output};
use cards::rng::GameKey;
use clap::Parser;
use game::observe::{Json, Log, Observer};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, Watcher, set_up};
use players::Players;
use reports::board::brief;
use reports::board::steps::{Recorder, Step, Thoughts};
use reports::board::viewer::{self, About};
use runs::lifecycle::quoted;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use tables::write_atomically;

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  The log of a game:
    xenosim replay --seed 1 --game 12

  A summary of its rounds:
    xenosim replay --game 12 --brief

  As a page with a board, for a browser:
    xenosim replay --game 12 --html game.html

  On a board in the terminal, step by step:
    xenosim replay --game 12 --watch --paused")]
pub struct Args {
    #[command(flatten)]
    one: OneGameArgs,
    /// One JSON object per event and line
    #[arg(long, conflicts_with_all = ["brief", "round", "html"])]
    json: bool,
    /// One line per round, with purchases and all damage to the base
    #[arg(long, conflicts_with_all = ["round", "html"])]
    brief: bool,
    /// Only this round
    #[arg(long, value_name = "N", conflicts_with = "html",
          value_parser = clap::value_parser!(u8).range(1..=9))]
    round: Option<u8>,
    /// Write the game as a self-contained HTML page with a board to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show a game saved by `xenosim play`; all other options come from the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "game", "policy"])]
    transcript: Option<PathBuf>,
    /// Show the game on a board in the terminal while it is played
    #[arg(long, conflicts_with_all = ["json", "brief", "round", "html", "transcript"])]
    watch: bool,
    #[command(flatten)]
    watching: WatchArgs,
    #[command(flatten)]
    rules: Box<GameArgs>,
}

/// Writes the page of the game given by arguments of `replay`.
pub(super) fn write_page(arguments: &[String], file: &Path) -> Result<(), CliError> {
    let words = ["xenosim", "replay", "--html"]
        .map(OsString::from)
        .into_iter();
    let words = words
        .chain([file.into()])
        .chain(arguments.iter().map(OsString::from));
    match Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(Command::Replay(args)) => args.run(&mut Output::nowhere()),
        _ => Err(CliError::Usage(format!(
            "{}: the game cannot be replayed with `{}`",
            file.display(),
            arguments.join(" ")
        ))),
    }
}

/// A game to be shown: what it is, and how it is played.
struct Shown<'a> {
    game: &'a Game,
    title: String,
    /// The policies, as given.
    policy: String,
    /// The policy of each seat.
    policies: Vec<String>,
    command: String,
    play: &'a dyn Fn(Watcher<'_>),
    /// What players try out during the game.
    thoughts: Thoughts,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.transcript {
            Some(file) => self.run_transcript(file, out),
            None if self.watch => self.watching.run(&self.one, &self.rules),
            None => self.run_policies(out),
        }
    }

    fn run_policies(&self, out: &mut Output) -> Result<(), CliError> {
        let game = self.rules.resolve()?;
        let players = self.one.players(&game)?;
        let names: Vec<&str> = players.names().collect();
        let seats = 0..usize::from(game.rules.players);
        let key = self.one.key();
        let thoughts = Thoughts::default();
        self.show(
            out,
            &Shown {
                game: &game,
                title: format!("Game {} of seed {}", self.one.game, self.one.seed),
                policy: self.one.policy.clone(),
                policies: seats
                    .map(|seat| names[seat % names.len()].to_string())
                    .collect(),
                command: self.again(),
                play: &|watcher| {
                    let mut players = Thinking {
                        players: players.table(key),
                        thoughts: thoughts.clone(),
                    };
                    play(&game, key, &mut players, watcher);
                },
                thoughts: thoughts.clone(),
            },
        )
    }

    /// A game that a person played.
    fn run_transcript(&self, file: &Path, out: &mut Output) -> Result<(), CliError> {
        let transcript = Transcript::load(file)?;
        let seating = transcript.play_args(file)?.seating(transcript.seed)?;
        transcript.check(&seating, file)?;
        let unfinished = if transcript.complete {
            ""
        } else {
            " (unfinished: played on by policies)"
        };
        let given: Vec<String> = std::env::args().skip(1).collect();
        let words: Vec<String> = given.iter().map(|word| quoted(word)).collect();
        self.show(
            out,
            &Shown {
                game: &seating.game,
                title: format!("A game of seed {}{unfinished}", transcript.seed),
                policy: seating.names.join(","),
                policies: seating.names.clone(),
                command: format!("xenosim {}", words.join(" ")),
                play: &|watcher| {
                    let mut players = Repeated::new(&seating, &transcript.answers);
                    play(&seating.game, seating.key, &mut players, watcher);
                },
                thoughts: Thoughts::default(),
            },
        )
    }

    fn show(&self, out: &mut Output, shown: &Shown<'_>) -> Result<(), CliError> {
        if self.json {
            let mut json = Json::new(&mut *out);
            (shown.play)(&mut |state, cards, event| json.event(state, cards, event));
            json.finish()?;
            return Ok(());
        }
        if let Some(file) = &self.html {
            write_atomically(file, shown.page().as_bytes())?;
            writeln!(out, "{}", file.display())?;
            return Ok(());
        }
        shown.write_header(out)?;
        if self.brief {
            brief::write(out, &shown.game.set, &shown.steps())?;
        } else if let Some(round) = self.round {
            write_round(out, &shown.steps(), round)?;
        } else {
            let mut log = Log::new(&mut *out, &shown.game.rules);
            (shown.play)(&mut |state, cards, event| log.event(state, cards, event));
            log.finish()?;
        }
        Ok(())
    }

    /// The command that replays this game, with defaults spelled out.
    fn again(&self) -> String {
        let given: Vec<String> = std::env::args().skip(1).collect();
        let mut words: Vec<String> = given.iter().map(|word| quoted(word)).collect();
        let settings = [
            ("--seed", self.one.seed.to_string()),
            ("--game", self.one.game.to_string()),
            ("--policy", self.one.policy.clone()),
        ];
        for (name, value) in settings {
            let with_value = format!("{name}=");
            if !given
                .iter()
                .any(|word| word == name || word.starts_with(&with_value))
            {
                words.push(format!("{name} {value}"));
            }
        }
        format!("xenosim {}", words.join(" "))
    }
}

impl Shown<'_> {
    /// The whole game, step by step.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut recorder =
            Recorder::new(&self.game.rules, |step| steps.push(step)).with_thoughts(&self.thoughts);
        (self.play)(&mut |state, cards, event| recorder.event(state, cards, event));
        drop(recorder);
        steps
    }

    fn page(&self) -> String {
        let about = About {
            title: self.title.clone(),
            policies: self.policies.clone(),
            command: self.command.clone(),
        };
        viewer::page(&self.game.set, &self.game.rules, &about, &self.steps())
    }

    /// What is played, and how to replay it.
    fn write_header(&self, out: &mut Output) -> Result<(), CliError> {
        let title = out.title(&self.title);
        writeln!(out, "{title}")?;
        let facts = format!(
            "players: {}; policy: {}; cards: {} ({:016x})",
            self.game.rules.players,
            self.policy,
            self.game.library.title(),
            self.game.set.hash
        );
        writeln!(out, "{}", out.faint(&facts))?;
        let again = format!("reproduce: {}", self.command);
        writeln!(out, "{}\n", out.faint(&again))?;
        Ok(())
    }
}

/// Players whose considerations are recorded.
struct Thinking<'a> {
    players: Players<'a>,
    thoughts: Thoughts,
}

impl Policy for Thinking<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let answer = self.players.choose(view, decision, options);
        self.thoughts.keep(self.players.considered(), options);
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
}

fn play(game: &Game, key: GameKey, players: &mut dyn Policy, watcher: Watcher<'_>) {
    let mut state = set_up(&game.set, &game.rules, key);
    rules::play(&game.set, &game.rules, &mut state, players, watcher);
}

/// The lines of one round.
fn write_round(out: &mut Output, steps: &[Step], round: u8) -> Result<(), CliError> {
    let of_round = steps.iter().filter(|step| step.state.round == round);
    let mut lines = of_round.flat_map(|step| &step.lines).peekable();
    if lines.peek().is_none() {
        let last = steps.last().map_or(0, |step| step.state.round);
        let message = format!("the game ends in round {last}; there is no round {round}");
        return Err(CliError::Usage(message));
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
