//! `xenosim play`: a person plays some seats, policies the others.

mod desk;
mod face;
mod hint;
mod result;
mod session;
#[cfg(test)]
mod tests;
pub(super) mod transcript;

use super::simulate::{DEFAULT_SEED, values};
use super::{CliError, Game, GameArgs, Output, signals};
use cards::rng::GameKey;
use game::observe::Observer;
use game::rules::{self, set_up};
use players::registry::{self, PreparedPolicies};
use reports::board::screen::Screen;
use reports::board::steps::{Mark, Recorder};
use runs::lifecycle::quoted;
use session::{Ending, Session};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use studies::review::{Course, REVIEWER};
use transcript::{Repeated, Transcript};

const EXAMPLES: &str =
    "Only legal choices are offered, and ? explains the game and its keys. An answer can be \
taken back until a card has been turned.

Examples:
  Play alone:
    xenosim play

  Take the second of three seats, with policies in the others:
    xenosim play --players 3 --seats 2

  Play game 12 of seed 1 yourself from round 4 on, where policies played so far; once more with the
  hidden cards dealt again:
    xenosim play --game 12 --from-round 4
    xenosim play --game 12 --from-round 4 --deal-again

  Save, resume later, and watch the finished game in a browser:
    xenosim play --save mine.json
    xenosim play --resume mine.json
    xenosim replay --transcript mine.json --html mine.html";

/// Where games are saved by default.
const SAVED: &str = "xenosim-play.json";

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Master seed [default: a new one each time]
    #[arg(long, value_name = "S", value_parser = values::seed)]
    seed: Option<u64>,
    /// Number of the game with that seed
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = values::seed)]
    game: u64,
    /// The seats that you play
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "1",
          value_parser = clap::value_parser!(u8).range(1..=4))]
    seats: Vec<u8>,
    /// Policy of the other seats by name or file, or one for each seat: a,b
    #[arg(long, value_name = "POLICY", default_value = registry::DEFAULT)]
    policy: String,
    /// The policy that gives hints and finishes a phase for you; one that searches shows how far
    /// you would come after each answer
    #[arg(long, value_name = "POLICY", default_value = REVIEWER)]
    hint: String,
    /// Begin in this round: up to it, policies play all seats, or a saved game goes as it went
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    from_round: Option<u8>,
    /// Begin with this step, as numbered by the page of `replay --html`
    #[arg(long, value_name = "N", conflicts_with = "from_round",
          value_parser = clap::value_parser!(u32).range(1..))]
    from_step: Option<u32>,
    /// Deal everything again that is hidden there; another number deals it otherwise
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", value_parser = values::seed)]
    deal_again: Option<u64>,
    /// Where the game is saved, after every answer
    #[arg(long, value_name = "FILE", default_value = SAVED)]
    save: PathBuf,
    /// Resume a saved game; all other options come from the file
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = SAVED)]
    resume: Option<PathBuf>,
    /// Append the result of the game to this file, as a line of JSON
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    rules: Box<GameArgs>,
}

/// A game with a person.
pub(super) struct Seating {
    /// The cards and rules.
    pub(super) game: Game,
    /// The policies of the other seats.
    pub(super) policies: PreparedPolicies,
    /// The policy that gives hints.
    pub(super) advisor: PreparedPolicies,
    /// Which seats persons take.
    pub(super) persons: Vec<bool>,
    /// The luck.
    pub(super) key: GameKey,
    /// What each seat is called.
    pub(super) names: Vec<String>,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        if self.deal_again.is_some() && !self.begins_later() {
            let message = "--deal-again needs --from-round or --from-step";
            return Err(CliError::Usage(message.into()));
        }
        match &self.resume {
            Some(file) => {
                let saved = Transcript::load(file)?;
                let args = saved.play_args(file)?;
                let seating = args.seating(saved.seed)?;
                saved.check(&seating, file)?;
                if self.begins_later() {
                    let course = Course::of(
                        &seating.game.set,
                        &seating.game.rules,
                        seating.key,
                        &mut Repeated::new(&seating, &saved.course(&seating)),
                    );
                    return self.begin(saved.with(course.answers), &seating, out);
                }
                self.sit_down(saved, &seating, file, out)
            }
            None => {
                let seed = self.seed.unwrap_or_else(|| match self.begins_later() {
                    true => DEFAULT_SEED,
                    false => any_seed(),
                });
                let seating = self.seating(seed)?;
                let mut fresh = Transcript::new(seed, recorded_arguments());
                if self.begins_later() {
                    let players = &mut seating.policies.table(seating.key);
                    let Game { set, rules, .. } = &seating.game;
                    fresh.answers = Course::of(set, rules, seating.key, players).answers;
                }
                self.begin(fresh, &seating, out)
            }
        }
    }

    fn begins_later(&self) -> bool {
        self.from_round.is_some() || self.from_step.is_some()
    }

    /// Begins a game that is saved in a file of its own.
    fn begin(
        &self,
        mut transcript: Transcript,
        seating: &Seating,
        out: &mut Output,
    ) -> Result<(), CliError> {
        if self.begins_later() {
            let answers = self.answers_before(seating, &transcript.course(seating))?;
            transcript = transcript.cut(answers, self.deal_again);
        }
        if !may_replace(&self.save, out)? {
            let path = quoted(&self.save.display().to_string());
            let resume = format!("xenosim play --resume {path}");
            return Err(CliError::Usage(format!(
                "{path}: is kept; resume it with `{resume}`, or choose another file with --save"
            )));
        }
        self.sit_down(transcript, seating, &self.save, out)
    }

    /// How many answers a game has before the round or step to begin with.
    fn answers_before(&self, seating: &Seating, course: &Course) -> Result<usize, CliError> {
        let Game { set, rules, .. } = &seating.game;
        let (mut steps, mut answers, mut found, mut last) = (0, 0, None, 0);
        let mut recorder = Recorder::new(rules, |step| {
            steps += 1;
            last = step.state.round();
            let reached = self.from_round.is_some_and(|round| last >= round)
                || self.from_step.is_some_and(|step| steps >= step);
            if reached && found.is_none() {
                found = Some(answers);
            }
            let decided = |mark: &&Mark| matches!(mark, Mark::Decided { .. });
            answers += step.marks.iter().filter(decided).count();
        });
        let mut state = set_up(set, rules, seating.key);
        let mut players = Repeated::new(seating, course);
        rules::play(
            set,
            rules,
            &mut state,
            &mut players,
            &mut |state, cards, event| {
                recorder.event(state, cards, event);
            },
        );
        drop(recorder);
        found.ok_or_else(|| {
            CliError::Usage(format!("the game ends in round {last}, with step {steps}"))
        })
    }

    /// The game requested by these arguments.
    pub(super) fn seating(&self, seed: u64) -> Result<Seating, CliError> {
        let game = self.rules.resolve()?;
        let players = game.rules.players;
        let policies = registry::resolve_for(&self.policy, &game.set, players)?;
        let advisor = registry::resolve(&self.hint, &game.set)?;
        if let Some(seat) = self.seats.iter().find(|seat| **seat > players) {
            let message = format!("there is no seat {seat} at a table of {players}");
            return Err(CliError::Usage(message));
        }
        let persons = (1..=players).map(|seat| self.seats.contains(&seat));
        let persons: Vec<bool> = persons.collect();
        let named: Vec<&str> = policies.names().collect();
        let names = persons.iter().enumerate().map(|(seat, person)| {
            if *person {
                "you".to_string()
            } else {
                named[seat % named.len()].to_string()
            }
        });
        let names = names.collect();
        Ok(Seating {
            game,
            policies,
            advisor,
            persons,
            key: GameKey::new(seed, self.game),
            names,
        })
    }

    fn sit_down(
        &self,
        transcript: Transcript,
        seating: &Seating,
        file: &Path,
        out: &mut Output,
    ) -> Result<(), CliError> {
        let Some(mut screen) = Screen::open()? else {
            return Err(CliError::Usage("play needs a terminal".into()));
        };
        let path = quoted(&file.display().to_string());
        let saved = format!("saved; resume with `xenosim play --resume {path}`");
        signals::end_with(saved.clone())?;
        let mut session = Session::new(seating, transcript);
        let ending = session.run(&mut screen, file);
        drop(screen);
        let transcript = session.into_transcript();
        transcript.save(file, seating)?;
        match ending? {
            Ending::Quit => writeln!(out, "{saved}")?,
            Ending::Over(state) => {
                result::write(out, seating, &transcript, &state, file)?;
                if let Some(record) = &self.record {
                    result::record(record, seating, &transcript, &state)?;
                }
            }
        }
        Ok(())
    }
}

/// Asks whether a file that is there may be replaced.
fn may_replace(file: &Path, out: &mut Output) -> Result<bool, CliError> {
    if !file.exists() || !io::stdin().is_terminal() {
        return Ok(!file.exists());
    }
    let path = file.display();
    let what = match Transcript::load(file) {
        Ok(game) if game.complete => "has a finished game",
        Ok(_) => "has a game that is not over",
        Err(_) => "is there already, and has no game that can be resumed",
    };
    write!(out, "{path} {what}. Replace it? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// A random seed.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64 % 1_000_000_000)
}

/// The arguments stored in a transcript: all except the file of the game.
fn recorded_arguments() -> Vec<String> {
    let given = std::env::args().skip(1);
    given.collect()
}
