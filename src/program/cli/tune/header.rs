//! The comment at the top of a tuned policy: how it was made.

use super::args::TuneArgs;
use reports::terminal::text::{counted, grouped};
use studies::tune::Setting;
use studies::tune::fitness::aim;

/// The contents of the comment.
pub(super) struct Header<'a> {
    pub args: &'a TuneArgs,
    /// The command that made it.
    pub command: &'a str,
    pub setting: &'a Setting,
    /// The comparison of the tuned policy with the original; `None` until it has been judged.
    pub judgement: &'a [String],
}

impl Header<'_> {
    /// The comment; the same command gives the same text.
    pub(super) fn text(&self) -> String {
        let Header { args, setting, .. } = self;
        let players: Vec<String> = args.players().iter().map(u8::to_string).collect();
        let players = players.join(", ");
        let last_game = setting.generations * setting.games - 1;
        let mut lines = vec![
            format!("Made by xenosim {} with", env!("CARGO_PKG_VERSION")),
            format!("  {}", self.command),
            String::new(),
            format!(
                "{} weights of `{}` were tuned by a separable evolution strategy: {} of",
                setting.tuned().len(),
                args.start(),
                counted(setting.generations, "generation")
            ),
            format!(
                "{} sets, each on {} games with each of {players} players (games 0 to {} of seed {}).",
                setting.population,
                grouped(setting.games),
                grouped(last_game),
                setting.seed
            ),
            format!("Goal: {}.", aim(args.measure())),
        ];
        if !self.judgement.is_empty() {
            lines.push(String::new());
            lines.push(format!(
                "Compared with `{}` on {} with each number of players (seed {}; paired, 95%):",
                args.start(),
                args.judged_on(),
                args.judged().judge_seed()
            ));
            lines.extend(self.judgement.iter().map(|line| format!("  {line}")));
        }
        lines.join("\n")
    }
}
