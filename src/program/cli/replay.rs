//! `xenosim replay`: one game, printed or as a page.

use super::play::transcript::{Repeated, Transcript};
use super::simulate::ShowArgs;
use super::simulate::progress::Progress;
use super::watch::WatchArgs;
use super::{Cli, CliError, Command, Game, GameArgs, OneGameArgs, Output, lifecycle};
use cards::CardSet;
use cards::rng::GameKey;
use clap::Parser;
use game::observe::{Event, Json, Log, Observer};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, Watcher, set_up};
use game::state::GameState;
use players::Players;
use players::interrupt::abandonable;
use reports::board::steps::{Recorder, Step, Thoughts};
use reports::board::viewer::{self, About};
use runs::lifecycle::{command_line, quoted, replay_command};
use runs::sim::Watch;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use studies::review::{Course, Review};
use tables::replace_alike;

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  The log of a game:
    xenosim replay --seed 1 --game 12

  Reviewed: where it was lost by luck, and where by mistakes:
    xenosim replay --game 12 --review

  As a page with a board, for a browser:
    xenosim replay --game 12 --html game.html

  On a board in the terminal, step by step:
    xenosim replay --game 12 --watch --paused")]
pub struct Args {
    #[command(flatten)]
    one: OneGameArgs,
    /// One JSON object per event and line
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Rate every answer by search: what was luck, what was a mistake, and what would have been
    /// better; with --html on the page, with --json as one object
    #[arg(long, conflicts_with = "watch")]
    review: bool,
    /// With --review: every answer
    #[arg(long, requires = "review")]
    verbose: bool,
    /// Write the game as a self-contained HTML page with a board to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show a game saved by `xenosim play`; all other options come from the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "game", "policy"])]
    transcript: Option<PathBuf>,
    /// Show the game on a board in the terminal while it is played
    #[arg(long, conflicts_with_all = ["json", "html", "transcript"])]
    watch: bool,
    #[command(flatten)]
    watching: WatchArgs,
    #[command(flatten)]
    rules: Box<GameArgs>,
    /// The arguments, as given.
    #[arg(skip = std::env::args().skip(2).collect::<Vec<_>>())]
    words: Vec<String>,
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
        Ok(Command::Replay(args)) => Args {
            words: arguments.to_vec(),
            ..args
        }
        .run(&mut Output::nowhere()),
        _ => Err(CliError::Usage(format!(
            "{}: the game cannot be replayed with `{}`",
            file.display(),
            arguments.join(" ")
        ))),
    }
}

/// A game to be shown: what it is, and who plays it.
struct Shown<'a> {
    game: &'a Game,
    key: GameKey,
    title: String,
    /// The policies, as given.
    policy: String,
    /// The policy of each seat.
    policies: Vec<String>,
    command: String,
    /// The command that plays it from a step.
    from_step: String,
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
        let shown = Shown {
            game: &game,
            key,
            title: format!("Game {} of seed {}", self.one.game, self.one.seed),
            policy: self.one.policy.clone(),
            policies: seats
                .map(|seat| names[seat % names.len()].to_string())
                .collect(),
            command: self.again(&self.words, "replay"),
            from_step: self.again(&without_views(&self.words), "play") + " --from-step ",
            thoughts: thoughts.clone(),
        };
        let players = players.table(key);
        self.show(out, &shown, &mut Thinking { players, thoughts })
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
        let shown = Shown {
            game: &seating.game,
            key: seating.key,
            title: format!("A game of seed {}{unfinished}", transcript.seed),
            policy: seating.names.join(","),
            policies: seating.names.clone(),
            command: replay_command(&self.words),
            from_step: format!(
                "xenosim play --resume {} --from-step ",
                quoted(&file.display().to_string())
            ),
            thoughts: Thoughts::default(),
        };
        let course = transcript.course(&seating);
        self.show(out, &shown, &mut Repeated::new(&seating, &course))
    }

    fn show(
        &self,
        out: &mut Output,
        shown: &Shown<'_>,
        players: &mut dyn Policy,
    ) -> Result<(), CliError> {
        if self.review {
            return self.review(out, shown, players);
        }
        if self.json {
            let mut json = Json::new(&mut *out);
            shown.play(players, &mut |state, cards, event| {
                json.event(state, cards, event);
            });
            json.finish()?;
            return Ok(());
        }
        if let Some(file) = &self.html {
            return shown.write_page(file, &shown.steps(players), None, out);
        }
        shown.write_header(out)?;
        let mut log = Log::new(&mut *out, &shown.game.rules);
        shown.play(players, &mut |state, cards, event| {
            log.event(state, cards, event);
        });
        log.finish()?;
        Ok(())
    }

    fn review(
        &self,
        out: &mut Output,
        shown: &Shown<'_>,
        players: &mut dyn Policy,
    ) -> Result<(), CliError> {
        let Game { set, rules, .. } = shown.game;
        if rules.training {
            let message = "--review needs a game that can be lost: without --training";
            return Err(CliError::Usage(message.into()));
        }
        let show = ShowArgs {
            json: self.json,
            quiet: false,
            verbose: self.verbose,
        };
        let course = Course::of(set, rules, shown.key, players);
        let mut steps = Vec::new();
        let mut recorder = Recorder::new(rules, |step| steps.push(step));
        let mut record = |state: &GameState, cards: &CardSet, event: &Event| {
            recorder.event(state, cards, event);
        };
        let progress = Progress::of(course.answers.len() as u64, "answers", show.is_for_people());
        let rated = |count| progress.show(count as u64, String::new());
        let review = abandonable(|| Review::of(set, rules, &course, &mut record, &rated))?;
        progress.finish();
        if progress.interrupt().load(Ordering::SeqCst) {
            let message = "stopped before every answer was rated";
            return Err(CliError::Interrupted(message.into()));
        }
        drop(recorder);
        if let Some(file) = &self.html {
            return shown.write_page(file, &steps, Some(&review), out);
        }
        let mut answer = review.answer(&shown.title);
        answer.reproduce.command = shown.command.clone();
        lifecycle::show(&answer, None, show, out)
    }

    /// A command for this game, with defaults spelled out.
    fn again(&self, words: &[String], command: &str) -> String {
        let mut all = [&[command.to_string()], words].concat();
        let settings = [
            ("--seed", self.one.seed.to_string()),
            ("--game", self.one.game.to_string()),
            ("--policy", self.one.policy.clone()),
        ];
        for (name, value) in settings {
            let with_value = format!("{name}=");
            if !words
                .iter()
                .any(|word| word == name || word.starts_with(&with_value))
            {
                all.extend([name.to_string(), value]);
            }
        }
        command_line(&all)
    }
}

/// The arguments that say which game it is, without those that say how it is shown.
fn without_views(words: &[String]) -> Vec<String> {
    const FLAGS: [&str; 6] = [
        "--json",
        "--watch",
        "--paused",
        "--hidden",
        "--review",
        "--verbose",
    ];
    const VALUES: [&str; 2] = ["--html", "--speed"];
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, value) = word
            .split_once('=')
            .map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        if VALUES.contains(&name) && value.is_none() {
            words.next();
        } else if !VALUES.contains(&name) && !FLAGS.contains(&name) {
            kept.push(word.clone());
        }
    }
    kept
}

impl Shown<'_> {
    fn play(&self, players: &mut dyn Policy, watcher: Watcher<'_>) {
        let Game { set, rules, .. } = self.game;
        let mut state = set_up(set, rules, self.key);
        rules::play(set, rules, &mut state, players, watcher);
    }

    /// The whole game, step by step.
    fn steps(&self, players: &mut dyn Policy) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut recorder =
            Recorder::new(&self.game.rules, |step| steps.push(step)).with_thoughts(&self.thoughts);
        self.play(players, &mut |state, cards, event| {
            recorder.event(state, cards, event);
        });
        drop(recorder);
        steps
    }

    fn write_page(
        &self,
        file: &Path,
        steps: &[Step],
        review: Option<&Review>,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let about = About {
            title: self.title.clone(),
            policies: self.policies.clone(),
            command: self.command.clone(),
            play: self.from_step.clone(),
        };
        let page = viewer::page(&self.game.set, &self.game.rules, &about, steps, review);
        replace_alike(file, &page)?;
        writeln!(out, "{}", file.display())?;
        Ok(())
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
        let considered = self.players.considered();
        self.thoughts.keep(considered, view, decision, options);
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
}
