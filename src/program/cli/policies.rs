//! `xenosim policies`: list, explain and check policies.

use super::{CliError, Output};
use cards::data::Faults;
use players::registry;
use players::registry::BUILT_IN;
use players::spec::{Explained, PolicySpec, explain};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `policies`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  xenosim policies list
  xenosim policies show balanced")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the built-in policies.
    #[command(after_long_help = "Examples:
  xenosim policies list")]
    List {
        /// One JSON object per policy
        #[arg(long)]
        json: bool,
    },
    /// Explain policies: what each strategy does, and with which weights.
    #[command(after_long_help = "Examples:
  xenosim policies show balanced
  xenosim policies show mine.toml")]
    Show {
        /// Policies by name or file
        #[arg(required = true, value_name = "POLICY")]
        policies: Vec<String>,
        /// One JSON object per policy
        #[arg(long)]
        json: bool,
    },
    /// Check policy files and list all errors.
    #[command(after_long_help = "Examples:
  xenosim policies check mine.toml better.toml")]
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

impl Args {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), CliError> {
        match &self.action {
            Action::List { json } => list(out, *json),
            Action::Show { policies, json } => show(out, policies, *json),
            Action::Check { files } => check(out, files),
        }
    }
}

fn list(out: &mut Output, as_json: bool) -> Result<(), CliError> {
    for built_in in BUILT_IN {
        let spec = registry::load(built_in.name)?;
        let sections = explain(&spec);
        if as_json {
            writeln!(out, "{}", to_json(&spec, &sections))?;
            continue;
        }
        let strategies: Vec<&str> = sections.iter().map(|section| section.strategy).collect();
        let name = out.title(&format!("{:10}", spec.name));
        writeln!(out, "{name} {}", spec.description)?;
        let strategies = out.faint(&format!("{:10} {}", "", strategies.join(" / ")));
        writeln!(out, "{strategies}")?;
    }
    Ok(())
}

fn show(out: &mut Output, policies: &[String], as_json: bool) -> Result<(), CliError> {
    for (index, spec) in registry::load_all(&policies.join(","))?.iter().enumerate() {
        let sections = explain(spec);
        if as_json {
            writeln!(out, "{}", to_json(spec, &sections))?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        let name = out.title(&spec.name);
        writeln!(out, "{name}: {}", spec.description)?;
        for section in sections {
            let title = out.title(&format!("{}: {}", section.section, section.strategy));
            writeln!(out, "\n{title}")?;
            out.prose(&format!("  {}", section.text))?;
            for line in section.lines {
                out.prose(&format!("  - {line}"))?;
            }
        }
    }
    Ok(())
}

fn check(out: &mut Output, files: &[PathBuf]) -> Result<(), CliError> {
    let mut faults = Vec::new();
    for file in files {
        match registry::load_file(file) {
            Ok(_) => writeln!(out, "{}: no errors", file.display())?,
            Err(found) => faults.extend(found.0),
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        out.flush()?;
        Err(Faults(faults).into())
    }
}

fn to_json(spec: &PolicySpec, sections: &[Explained]) -> Value {
    let sections: serde_json::Map<String, Value> = sections
        .iter()
        .map(|section| {
            let value = json!({
                "strategy": section.strategy,
                "text": section.text,
                "lines": section.lines,
            });
            (section.section.to_string(), value)
        })
        .collect();
    json!({
        "name": spec.name,
        "description": spec.description,
        "sections": sections,
    })
}
