//! What of the command line is tried with mutated files.

use super::simulate::run_file::RunFile;
use cards::load::Faults;

/// Reads a file of options.
pub(crate) fn options_file(name: &str, text: &str) -> Result<(), Faults> {
    RunFile::of_text(name, text).map(drop)
}

pub(crate) mod resume_from {
    //! Recorded requests.

    use crate::cli::bench::BenchArgs;
    use crate::cli::compare::args::CompareArgs;
    use crate::cli::lifecycle::Job;
    use crate::cli::simulate::RunArgs;
    use std::path::Path;
    use studies::lifecycle::Manifest;

    /// Requests as manifests have them.
    pub(crate) const SEEDS: [&str; 2] = [
        r#"{"kind": "simulate", "games": 500, "seed": 3, "policy": "random", "rounds": true,
            "rows": "1/2", "shard": "1/2", "result": {"format": ["csv"]},
            "game": {"cards": {"set": ["prowler.hp=4"], "ruling": [["shocker", "shielded"]],
            "sets": [], "enemies_from": [], "troops_from": [], "items_from": [], "patch": []},
            "rules": {"players": 2, "switch": {"base_hp": 20, "training": "on"}}}}"#,
        r#"{"kind": "compare", "arm": ["a:base-hp=9"], "every": [], "setting": [], "players": [1],
            "policies": [], "games": 50, "margin": 0.01, "until_decided": true,
            "result": {"format": []}, "cards": {"set": [], "ruling": [], "sets": [],
            "enemies_from": [], "troops_from": [], "items_from": [], "patch": []}, "rules": {}}"#,
    ];

    /// Reads the request of a manifest as each of several commands would.
    pub(crate) fn request(manifest: &Manifest, directory: &Path) -> bool {
        let _ = manifest.request::<BenchArgs>(directory);
        let simulate = manifest.request::<RunArgs>(directory);
        let compare = manifest.request::<CompareArgs>(directory);
        simulate.is_ok_and(|args| args.plan().is_ok())
            | compare.is_ok_and(|args| args.plan().is_ok())
    }
}
