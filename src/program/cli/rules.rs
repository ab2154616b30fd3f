//! `xenosim rules`: the effective ruleset and rulings.

use super::{CliError, Game, GameArgs, Output};
use cards::load::RulingInfo;
use cards::ruleset::{Preset, SwitchRow};
use game::rules::weather;
use serde_json::{Map, Value, json};
use std::io::Write;

/// The order of actions that the rulebooks call simultaneous.
const ORDER: &str = "When all players act, they take turns from the first player to the left: in \
    purchase and deployment as set by `together`, in wrap-up one turn each.";

/// Arguments of `rules`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  xenosim rules show --rules dreadmire")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Show the rules and rulings in force, with their alternatives.
    #[command(after_long_help = "Examples:
  The default rules:
    xenosim rules show

  Those of another edition, for three players:
    xenosim rules show --rules onslaught --players 3

  With one switch and one ruling changed, as JSON:
    xenosim rules show --base-hp 20 --ruling shocker=shielded --json")]
    Show {
        /// As one JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        game: Box<GameArgs>,
    },
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        let Action::Show { json, game } = &self.action;
        let game = game.resolve()?;
        if *json {
            write_json(out, &game)
        } else {
            write_text(out, &game)
        }
    }
}

/// Every switch in force, with its value in the default preset.
fn switches(game: &Game) -> Vec<(SwitchRow, String)> {
    let defaults = Preset::Pnp.ruleset(game.rules.players).switches();
    let defaults = defaults.into_iter().map(|row| row.value);
    game.rules.switches().into_iter().zip(defaults).collect()
}

/// Every ruling with the option in force.
fn rulings(game: &Game) -> Vec<(RulingInfo, String)> {
    let infos = game.library.rulings().into_iter();
    infos
        .map(|info| {
            let option = game.rulings.get(&info.name).unwrap_or_default().to_string();
            (info, option)
        })
        .collect()
}

/// Which sets are used, and what comes from which.
fn sources(game: &Game) -> Map<String, Value> {
    let entries = game.set.sources.entries().into_iter();
    entries
        .map(|(name, value)| (name.to_string(), value.into()))
        .collect()
}

/// Whether there is weather, and which conditions it may bring.
fn weather_text(game: &Game) -> String {
    let possible = weather::possible_conditions(&game.set, &game.rules);
    if weather::is_in_use(&game.set, &game.rules) {
        format!(
            "Weather is in use; its conditions are: {}.",
            game.set.condition_names(possible).join(", ")
        )
    } else {
        "There is no weather in this game.".into()
    }
}

fn write_text(out: &mut Output, game: &Game) -> Result<(), CliError> {
    let title = out.title("Rules");
    writeln!(out, "{title}")?;
    writeln!(out, "  {:<18} {}", "players", game.rules.players)?;
    writeln!(out, "  {:<18} {}", "cards", game.library.title())?;
    for (name, value) in game.set.sources.entries() {
        writeln!(out, "  {name:<18} {value}")?;
    }
    for (row, default) in switches(game) {
        let others: Vec<&str> = row
            .options
            .iter()
            .copied()
            .filter(|option| *option != row.value && *option != default)
            .collect();
        let mut notes = vec![if row.value == default {
            "default".to_string()
        } else {
            format!("default: {default}")
        }];
        if !others.is_empty() {
            notes.push(format!("or: {}", others.join(", ")));
        }
        let notes = out.faint(&format!("({})", notes.join("; ")));
        writeln!(out, "  {:<18} {} {notes}", row.name, row.value)?;
    }
    writeln!(out, "\n{}", weather_text(game))?;
    writeln!(out, "{ORDER}")?;
    for (fact, _) in game.library.facts().filter(|(_, in_force)| *in_force) {
        let guess = if fact.conjecture {
            "a guess based on "
        } else {
            ""
        };
        let source = out.faint(&format!("({guess}{})", fact.source));
        writeln!(out, "Figures: {} {source}", fact.text)?;
    }
    for text in &game.set.stand_ins {
        writeln!(out, "Unknown: {text}")?;
    }
    let title = out.title("Rulings");
    writeln!(out, "\n{title}")?;
    for (info, chosen) in rulings(game) {
        let name = out.title(&info.name);
        writeln!(out, "  {name}: {}", info.text)?;
        for (i, (option, text)) in info.options.iter().enumerate() {
            let mark = if *option == chosen { "*" } else { " " };
            let default = if i == 0 { " (default)" } else { "" };
            writeln!(out, "  {mark} {option}{default}: {text}")?;
        }
    }
    Ok(())
}

fn write_json(out: &mut Output, game: &Game) -> Result<(), CliError> {
    let switches: Map<String, Value> = switches(game)
        .into_iter()
        .map(|(row, default)| {
            let value = json!({
                "value": row.value,
                "default": default,
                "options": row.options,
            });
            (row.name.to_string(), value)
        })
        .collect();
    let rulings: Map<String, Value> = rulings(game)
        .into_iter()
        .map(|(info, chosen)| {
            let options: Vec<&str> = info.options.iter().map(|(name, _)| name.as_str()).collect();
            let value = json!({
                "value": chosen,
                "default": options[0],
                "options": options,
                "text": info.text,
            });
            (info.name, value)
        })
        .collect();
    let facts = game.library.facts().filter(|(_, in_force)| *in_force);
    let facts: Vec<Value> = facts
        .map(|(fact, _)| {
            json!({
                "text": fact.text,
                "source": fact.source,
                "conjecture": fact.conjecture,
            })
        })
        .collect();
    let all = json!({
        "players": game.rules.players,
        "cards": game.library.title(),
        "cards_fingerprint": format!("{:016x}", game.set.hash),
        "sets": sources(game),
        "weather_in_use": weather::is_in_use(&game.set, &game.rules),
        "switches": switches,
        "rulings": rulings,
        "figures": facts,
        "unknown": game.set.stand_ins,
        "order": ORDER,
    });
    writeln!(out, "{all:#}")?;
    Ok(())
}
