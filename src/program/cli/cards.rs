//! `xenosim cards`: list, show and check the cards.

use super::{CliError, DataArgs, Output};
use cards::load::Library;
use cards::text;
use cards::words::{Word, nearest_few};
use cards::{CardSet, Class, Kind};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `cards`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  xenosim cards list
  xenosim cards show prowler")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List all cards with their figures.
    #[command(after_long_help = "Examples:
  All cards:
    xenosim cards list

  The enemies of two sets together:
    xenosim cards list --class enemy --sets hive,homebrew")]
    List {
        /// Only cards of this class
        #[arg(long, value_name = "CLASS", value_parser = Class::all_words())]
        class: Option<String>,
        /// Only cards whose figures are a guess; they are in play only with `--conjecture on`
        #[arg(long)]
        conjecture: bool,
        /// One JSON object per card
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// List the built-in card sets and their contents.
    #[command(after_long_help = "Examples:
  xenosim cards sets")]
    Sets {
        /// One JSON object per set
        #[arg(long)]
        json: bool,
    },
    /// Describe what cards do, in text made from the data.
    #[command(after_long_help = "Examples:
  Two cards:
    xenosim cards show prowler ranger

  A card changed by a patch:
    xenosim cards show prowler --set prowler.hp=4")]
    Show {
        /// Cards by their id or name
        #[arg(required = true, value_name = "CARD")]
        cards: Vec<String>,
        /// One JSON object per card
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Check a card set, a patch or a file of cards under every ruling and list all errors.
    #[command(after_long_help = "Examples:
  Your own set:
    xenosim cards check my-set

  A patch, or a file with new cards:
    xenosim cards check mine.toml")]
    Check {
        /// The directory of a set (one that expands a built-in set is checked together with it), a
        /// file of such a directory, or a file with changes and new cards, which is checked together
        /// with the sets in use [default: the built-in set]
        #[arg(value_name = "DIR|FILE")]
        path: Option<PathBuf>,
        #[command(flatten)]
        data: DataArgs,
    },
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.action {
            Action::List {
                class,
                conjecture,
                json,
                data,
            } => {
                let set = all_cards(data)?;
                let class = class.as_deref().and_then(Class::parse_word);
                let wanted = |kind: &&Kind| {
                    class.is_none_or(|class| kind.class == class)
                        && text::is_conjecture(&set, kind) == *conjecture
                };
                let kinds: Vec<&Kind> = set.kinds.iter().filter(wanted).collect();
                list(out, &set, &kinds, *json)
            }
            Action::Show { cards, json, data } => {
                let set = all_cards(data)?;
                let kinds = find_all(&set, cards)?;
                show(out, &set, &kinds, *json)
            }
            Action::Sets { json } => sets(out, *json),
            Action::Check { path, data } => check(out, path.as_deref(), data),
        }
    }
}

/// The cards of the sets, including the enemies of all of them.
fn all_cards(data: &DataArgs) -> Result<CardSet, CliError> {
    let library = data.library()?.with_every_faction().whole();
    let (set, _) = library.compile(&data.ruling)?;
    Ok(set)
}

fn list(out: &mut Output, set: &CardSet, kinds: &[&Kind], as_json: bool) -> Result<(), CliError> {
    if as_json {
        return write_json(out, set, kinds);
    }
    let width = kinds.iter().map(|kind| kind.id.len()).max().unwrap_or(0);
    for kind in kinds {
        let id = out.title(&format!("{:width$}", kind.id));
        writeln!(out, "{id}  {}", text::full_figures(set, kind))?;
    }
    let (divisions, kinds): (Vec<&Kind>, Vec<&Kind>) =
        kinds.iter().partition(|kind| kind.class == Class::Division);
    let cards: u32 = kinds.iter().map(|kind| u32::from(kind.copies)).sum();
    let mut total = format!("{} kinds, {cards} cards", kinds.len());
    if !divisions.is_empty() {
        total += &format!(", {} division cards", divisions.len());
    }
    let total = out.faint(&total);
    writeln!(out, "{total}")?;
    Ok(())
}

fn show(out: &mut Output, set: &CardSet, kinds: &[&Kind], as_json: bool) -> Result<(), CliError> {
    if as_json {
        return write_json(out, set, kinds);
    }
    for (i, kind) in kinds.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let (name, id) = (out.title(&kind.name), out.faint(&format!("[{}]", kind.id)));
        writeln!(out, "{name} {id}")?;
        writeln!(out, "  {}", text::full_figures(set, kind))?;
        for sentence in text::card_texts(set, kind) {
            writeln!(out, "  {sentence}")?;
        }
    }
    Ok(())
}

fn write_json(out: &mut Output, set: &CardSet, kinds: &[&Kind]) -> Result<(), CliError> {
    for kind in kinds {
        writeln!(out, "{}", card_json(set, kind))?;
    }
    Ok(())
}

fn card_json(set: &CardSet, kind: &Kind) -> Value {
    json!({
        "id": kind.id,
        "name": kind.name,
        "class": kind.class.word(),
        "wave": kind.wave,
        "cost": kind.cost,
        "for_sale": kind.for_sale,
        "power": kind.power,
        "hp": kind.hp,
        "value": kind.value,
        "copies": kind.copies,
        "legendary": kind.legendary,
        "types": text::type_words(kind),
        "conjecture": text::is_conjecture(set, kind),
        "edition": text::edition(set, kind),
        "conditions": set.condition_names(kind.conditions),
        "set": kind.set,
        "text": text::card_texts(set, kind),
    })
}

/// Finds cards by id or name; all unknown names are reported together.
fn find_all<'a>(set: &'a CardSet, wanted: &[String]) -> Result<Vec<&'a Kind>, CliError> {
    let mut found = Vec::new();
    let mut unknown = Vec::new();
    for name in wanted {
        let matches = |kind: &&Kind| {
            kind.id.eq_ignore_ascii_case(name) || kind.name.eq_ignore_ascii_case(name)
        };
        // A division may have a card in each edition.
        let before = found.len();
        found.extend(set.kinds.iter().filter(matches));
        if found.len() == before {
            unknown.push(unknown_card(set, name));
        }
    }
    if unknown.is_empty() {
        Ok(found)
    } else {
        Err(CliError::Usage(unknown.join("\n")))
    }
}

fn unknown_card(set: &CardSet, name: &str) -> String {
    let near = nearest_few(name, set.ids(), 3);
    if near.is_empty() {
        format!("there is no card `{name}` (try `xenosim cards list`)")
    } else {
        format!(
            "there is no card `{name}`; the nearest are: {}",
            near.join(", ")
        )
    }
}

fn check(out: &mut Output, path: Option<&Path>, data: &DataArgs) -> Result<(), CliError> {
    let library = match path {
        Some(path) => match set_of(path) {
            Some(_) if data.data.is_some() || !data.sets.is_empty() => {
                let message = "a set is checked by itself: leave out --data and --sets";
                return Err(CliError::Usage(message.into()));
            }
            Some(dir) => {
                let library = Library::from_dir(dir).with_what_it_expands();
                data.patched(library.choosing(&data.set_choice()))
            }
            None => data.library()?.with_patch_file(path),
        },
        None => data.library()?,
    };
    library.check()?;
    let library = library.with_every_faction();
    let (set, _) = library.compile(&data.ruling)?;
    write_checked(out, &library, &set)
}

/// The directory of the set that a path is, or is part of; a file elsewhere is a patch.
fn set_of(path: &Path) -> Option<&Path> {
    if !path.is_file() {
        return Some(path);
    }
    let dir = path.parent()?;
    dir.join("set.toml").is_file().then_some(dir)
}

fn write_checked(out: &mut Output, library: &Library, set: &CardSet) -> Result<(), CliError> {
    writeln!(
        out,
        "{}: {} kinds, {} cards, no errors under any ruling (fingerprint {:016x})",
        library.title(),
        set.kinds.len(),
        set.physical_cards(),
        set.hash
    )?;
    Ok(())
}

/// The built-in sets and their contents.
fn sets(out: &mut Output, as_json: bool) -> Result<(), CliError> {
    for id in Library::built_in() {
        let set = Library::of_sets(&[id.to_string()]);
        if as_json {
            writeln!(out, "{}", set_json(id, &set))?;
            continue;
        }
        let name = out.title(id);
        writeln!(out, "{name}: {}", set.title())?;
        let parts: Vec<String> = set
            .contents()
            .into_iter()
            .map(|(class, kinds, cards)| format!("{} {kinds} kinds, {cards} cards", class.word()))
            .collect();
        writeln!(out, "  {}", parts.join("; "))?;
        let use_text = match set.expands() {
            Some(base) => format!("expands {base}: --sets {base},{id}"),
            None => format!("a complete game: --sets {id}"),
        };
        writeln!(out, "  {use_text}")?;
    }
    Ok(())
}

fn set_json(id: &str, set: &Library) -> Value {
    let contents = set.contents().into_iter();
    let classes: serde_json::Map<String, Value> = contents
        .map(|(class, kinds, cards)| {
            let counts = json!({ "kinds": kinds, "cards": cards });
            (class.word().to_string(), counts)
        })
        .collect();
    json!({
        "id": id,
        "title": set.title(),
        "expands": set.expands(),
        "classes": classes,
    })
}
