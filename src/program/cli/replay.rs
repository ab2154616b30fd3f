//! `xenosim replay`: one game, told.

use super::board::brief;
use super::board::steps::{Recorder, Step};
use super::board::viewer::{self, About};
use super::{CliError, Game, GameArgs, Output};
use cards::rng::GameKey;
use game::observe::{Json, Log, Observer};
use game::rules;
use game::rules::set_up;
use players::registry;
use players::registry::PreparedPolicies;
use std::io::Write;
use std::path::{Path, PathBuf};
use tables::write_atomically;

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of the game under that seed
    #[arg(long, value_name = "K", default_value_t = 0)]
    game: u64,
    /// Who plays: a policy by name or file, or one for each seat: a,b
    #[arg(long, value_name = "POLICY", default_value = registry::DEFAULT)]
    policy: String,
    /// One JSON object per event and line
    #[arg(long, conflicts_with_all = ["brief", "round", "html"])]
    json: bool,
    /// A line for each round, with purchases and every point of damage to the base
    #[arg(long, conflicts_with_all = ["round", "html"])]
    brief: bool,
    /// Only this round
    #[arg(long, value_name = "N", conflicts_with = "html",
          value_parser = clap::value_parser!(u8).range(1..=9))]
    round: Option<u8>,
    /// Write the game as a page with a board to step through, which needs no other files
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    rules: Box<GameArgs>,
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let game = self.rules.resolve()?;
        let players = registry::resolve_for(&self.policy, &game.set, game.rules.players)?;
        if self.json {
            let mut json = Json::new(&mut *out);
            self.play(&game, &players, &mut json);
            json.finish()?;
        } else if let Some(file) = &self.html {
            self.write_page(&game, &players, file)?;
            writeln!(out, "{}", file.display())?;
        } else if self.brief {
            self.write_header(out, &game)?;
            brief::write(out, &game.set, &self.steps(&game, &players))?;
        } else if let Some(round) = self.round {
            self.write_header(out, &game)?;
            self.write_round(out, &self.steps(&game, &players), round)?;
        } else {
            self.write_header(out, &game)?;
            let mut log = Log::new(&mut *out, &game.rules);
            self.play(&game, &players, &mut log);
            log.finish()?;
        }
        Ok(())
    }

    /// The whole game, step by step.
    fn steps(&self, game: &Game, players: &PreparedPolicies) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut recorder = Recorder::new(&game.rules, |step| steps.push(step));
        self.play(game, players, &mut recorder);
        drop(recorder);
        steps
    }

    fn write_page(
        &self,
        game: &Game,
        players: &PreparedPolicies,
        file: &Path,
    ) -> Result<(), CliError> {
        let names: Vec<&str> = players.names().collect();
        let seats = 0..usize::from(game.rules.players);
        let about = About {
            title: format!("Game {} of seed {}", self.game, self.seed),
            policies: seats
                .map(|seat| names[seat % names.len()].to_string())
                .collect(),
            command: self.again(),
        };
        let page = viewer::page(game, &about, &self.steps(game, players));
        Ok(write_atomically(file, page.as_bytes())?)
    }

    /// The lines of one round.
    fn write_round(&self, out: &mut Output, steps: &[Step], round: u8) -> Result<(), CliError> {
        // The line that begins a round comes when its number is already up.
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

    fn play(&self, game: &Game, players: &PreparedPolicies, observer: &mut impl Observer) {
        let key = GameKey::new(self.seed, self.game);
        let mut state = set_up(&game.set, &game.rules, key);
        let mut table = players.table(key);
        let mut tell = |state: &_, cards: &_, event: &_| observer.event(state, cards, event);
        rules::play(&game.set, &game.rules, &mut state, &mut table, &mut tell);
    }

    /// What is played, and how to see it again.
    fn write_header(&self, out: &mut Output, game: &Game) -> Result<(), CliError> {
        let title = out.title(&format!("Game {} of seed {}", self.game, self.seed));
        writeln!(out, "{title}")?;
        let facts = format!(
            "players: {}; policy: {}; cards: {} ({:016x})",
            game.rules.players,
            self.policy,
            game.library.title(),
            game.set.hash
        );
        writeln!(out, "{}", out.faint(&facts))?;
        let again = format!("again: {}", self.again());
        writeln!(out, "{}\n", out.faint(&again))?;
        Ok(())
    }

    /// The command that plays this game again: as it was given, with the defaults spelled out.
    fn again(&self) -> String {
        let given: Vec<String> = std::env::args().skip(1).collect();
        let mut words: Vec<String> = given.iter().map(|word| quoted(word)).collect();
        let settings = [
            ("--seed", self.seed.to_string()),
            ("--game", self.game.to_string()),
            ("--policy", self.policy.clone()),
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

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
