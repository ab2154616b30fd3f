//! The life of a run in its output directory, which is the same for every command.
//!
//! 1. **Plan.** The command resolves its request and sums it up in a [`Manifest`]: the request as
//!    data, a fingerprint of everything that determines the results, and the command-specific part.
//! 2. **Claim.** [`OutputDirectory::begin`] claims the directory, removes what an earlier run wrote
//!    there (its own manifest lists it) and writes the manifest, which says that nothing is complete.
//! 3. **Play and save.** While it works, the command calls [`OutputDirectory::keep`] with all it
//!    needs to resume. (`simulate` saves rows, which are too many for one file; see
//!    [`crate::sim::checkpoint`].)
//! 4. **Write.** Files are announced in the manifest before they are written, so every file in the
//!    directory is listed in the manifest.
//! 5. **Finish.** [`OutputDirectory::finish`] records in the manifest how the run ended. When it is
//!    complete, the saved progress is removed; an interrupted run keeps it.
//!
//! A run is resumed from the manifest alone: [`Recorded::open`] claims the directory and reads it,
//! the command resolves the recorded request, and [`Recorded::resume`] fails if that gives another
//! fingerprint. Wherever the program is killed, the directory can be resumed or started again.
//!
//! **A new command** implements the trait `Job` of the program's `cli::lifecycle` (a comparison of
//! arms: `Comparison`, from which the rest follows). It defines how its arguments become a plan,
//! what identifies the plan, and how it is played and shown. Directory, checkpoints, manifest,
//! `--resume`, `--force` and Ctrl-C are then handled for it.

mod answer;
mod build;
mod directory;
mod manifest;
mod shards;

pub use answer::MEASURED;
pub use build::{build, identity, set_build};
pub use directory::{CHECKPOINT, OutputDirectory, PARTS, Recorded, kept_by, unfit};
pub use manifest::{
    ColumnEntry, FileEntry, MANIFEST, MERGE, MERGING, Manifest, RUNNING, command_line, difference,
    quoted, replay_command,
};
pub use shards::{ShardDirectory, Shards};
