//! `xenosim replay`: one game, told.

use super::{CliError, Game, GameArgs, Output};
use crate::observe::{Json, Log, Observer};
use crate::policy::{Pass, Policy, Random};
use crate::rng::GameKey;
use crate::rules::{self, set_up};
use crate::words::{Word, words};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::Write;

words! {
    /// Who plays.
    pub enum Player as "policy" {
        /// Fills the own lane and does nothing else.
        Pass = "pass",
        /// Takes every legal choice with the same chance.
        Random = "random",
    }
}

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of the game under that seed
    #[arg(long, value_name = "K", default_value_t = 0)]
    game: u64,
    /// Who plays
    #[arg(long, value_name = "POLICY", default_value = "random", value_parser = player())]
    policy: Player,
    /// One JSON object per event and line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: Box<GameArgs>,
}

fn player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(Player::all_words())
        .try_map(|text| Player::parse_word(&text).ok_or("no known policy"))
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let game = self.rules.resolve()?;
        if self.json {
            let mut json = Json::new(&mut *out);
            self.play(&game, &mut json);
            json.finish()?;
        } else {
            self.write_header(out, &game)?;
            let mut log = Log::new(&mut *out, &game.rules);
            self.play(&game, &mut log);
            log.finish()?;
        }
        Ok(())
    }

    fn play(&self, game: &Game, observer: &mut impl Observer) {
        let key = GameKey::new(self.seed, self.game);
        match self.policy {
            Player::Pass => play(game, key, &mut Pass, observer),
            Player::Random => play(game, key, &mut Random::new(key), observer),
        }
    }

    /// What is played, and how to see it again.
    fn write_header(&self, out: &mut Output, game: &Game) -> Result<(), CliError> {
        let title = out.title(&format!("Game {} of seed {}", self.game, self.seed));
        writeln!(out, "{title}")?;
        let facts = format!(
            "players: {}; policy: {}; cards: {} ({:016x})",
            game.rules.players,
            self.policy.word(),
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
            ("--policy", self.policy.word().to_string()),
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
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn play(game: &Game, key: GameKey, policy: &mut impl Policy, observer: &mut impl Observer) {
    let mut state = set_up(&game.set, &game.rules, key);
    rules::Game::new(&game.set, &game.rules, &mut state, policy, observer).play();
}
