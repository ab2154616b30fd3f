//! Which build of the program this is. Builds may differ in results, so what one has begun no other
//! may go on with.

use crate::sim::Shard;
use std::sync::OnceLock;

static BUILD: OnceLock<&'static str> = OnceLock::new();

/// Says which build this is; the program does that once, before anything else.
pub fn set_build(build: &'static str) {
    BUILD.get_or_init(|| build);
}

/// The build: a commit, or a hash of the sources.
pub fn build() -> &'static str {
    BUILD.get().copied().unwrap_or("unknown")
}

/// The identity of what a run saves: nothing else may go on with it, or count it as its own.
pub fn identity(fingerprint: &str, shard: Option<Shard>) -> String {
    identity_by(build(), fingerprint, shard)
}

/// The same for a run of any build.
pub(super) fn identity_by(build: &str, fingerprint: &str, shard: Option<Shard>) -> String {
    let part = shard.map_or("whole".to_string(), |shard| format!("shard {shard}"));
    format!("build {build}, run {fingerprint}, {part}")
}
