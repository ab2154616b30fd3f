//! The machine of a measurement.

use serde::{Deserialize, Serialize};
use std::fs;

/// The machine and the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Model of the processor.
    pub processor: String,
    /// Cores that can be used.
    pub cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The compiler.
    pub compiler: String,
    /// How the program was compiled.
    pub profile: String,
    /// Version of the program.
    pub version: String,
}

impl Machine {
    /// This machine and this program.
    pub fn here() -> Self {
        Machine {
            processor: processor().unwrap_or_else(|| "unknown".into()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: system(),
            compiler: env!("XENOSIM_RUSTC").into(),
            profile: env!("XENOSIM_PROFILE").into(),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn system() -> String {
    let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    match fs::read_to_string("/proc/sys/kernel/osrelease") {
        Ok(release) => format!("{os} {} {architecture}", release.trim()),
        Err(_) => format!("{os} {architecture}"),
    }
}
