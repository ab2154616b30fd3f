//! `xenosim replay`: one game, told.

use super::{CliError, Game, GameArgs, Output};
use cards::rng::GameKey;
use game::observe::{Json, Log, Observer};
use game::rules;
use game::rules::set_up;
use players::registry;
use players::registry::PreparedPolicies;
use std::io::Write;

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
    #[arg(long)]
    json: bool,
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
        } else {
            self.write_header(out, &game)?;
            let mut log = Log::new(&mut *out, &game.rules);
            self.play(&game, &players, &mut log);
            log.finish()?;
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
