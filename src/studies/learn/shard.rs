//! The games of a generation, saved in parts: all of them, or shards that are played separately and
//! merged in order, so that the result is that of a single run.

use super::games::{PIECE, VALUE_GAMES};
use super::material::Material;
use super::run::{Generation, Learning, Listener, PIECES, Progress, Setting};
use cards::data::tree::fingerprint;
use runs::lifecycle::{OutputDirectory, PARTS, ShardDirectory, identity, unfit};
use runs::sim::{Shard, SimError};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tables::{Part, PartStore, Problem};

/// While steps are quicker than this, they grow: an interruption costs no more than about one step.
const SHORT_STEP: Duration = Duration::from_secs(1);

/// The games of a part: what players had learned before them, the first, the one after the last, and
/// what they give to learn from.
#[derive(Serialize, Deserialize)]
struct Kept {
    before: u64,
    games: Range<u64>,
    material: Material,
}

impl Kept {
    /// Reads the state of a part. `None`: it is not sound.
    fn read(state: &[u8]) -> Option<Self> {
        let kept: Kept = postcard::from_bytes(state).ok()?;
        let count = kept.games.end.checked_sub(kept.games.start)?;
        let games = kept.material.rows.games() as u64;
        (kept.material.is_sound() && count * VALUE_GAMES == games).then_some(kept)
    }
}

/// The fingerprint of the shards of a generation.
pub fn shard_fingerprint(setting: &Setting, before: &Progress) -> String {
    format!("{}-{}", setting.fingerprint(), before.fingerprint())
}

/// The games of the generation that is next, or a shard of them.
pub struct GameShard<'a> {
    learning: &'a Learning<'a>,
    shard: Option<Shard>,
    range: Range<u64>,
    /// What players have learned before.
    before: u64,
}

impl<'a> GameShard<'a> {
    /// The games that come next, or a shard of them.
    pub fn new(learning: &'a Learning<'a>, shard: Option<Shard>) -> Self {
        let part = shard.unwrap_or(Shard::WHOLE);
        GameShard {
            range: part.range(learning.setting().games),
            before: fingerprint(&learning.progress().fingerprint()),
            learning,
            shard,
        }
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn store(&self, directory: &Path) -> Result<PartStore, SimError> {
        let (setting, before) = (self.learning.setting(), self.learning.progress());
        let run = match self.shard {
            None => identity(&setting.fingerprint(), None),
            shard => identity(&shard_fingerprint(setting, before), shard),
        };
        Ok(PartStore::open(&directory.join(PARTS), &run, Vec::new())?)
    }

    /// Plays the remaining games and saves them in parts. `false`: interrupted.
    pub fn play(
        &self,
        directory: &OutputDirectory,
        listener: &impl Listener,
    ) -> Result<bool, SimError> {
        let store = self.store(directory.path())?;
        let (mut number, mut next) = self.take_up(&store)?;
        let curriculum = self.learning.curriculum();
        let done = AtomicU64::new(next - self.range.start);
        let told = |games: u64| {
            let done = done.fetch_add(games, Ordering::Relaxed) + games;
            listener.at(done, "playing");
        };
        let pool = self.learning.pool();
        let mut step = PIECE * pool.current_num_threads() as u64;
        let mut material = Material::default();
        let (mut first, mut since) = (next, Instant::now());
        while next < self.range.end {
            let games = next..(next + step).min(self.range.end);
            let (end, started) = (games.end, Instant::now());
            let played = pool.install(|| curriculum.play(games, &told, listener.interrupt()));
            let interrupted = played.is_none();
            if let Some(played) = played {
                material.append(played);
                next = end;
            }
            if started.elapsed() < SHORT_STEP {
                step *= 2;
            }
            let due = since.elapsed() >= directory.every();
            if next > first && (interrupted || due || next == self.range.end) {
                let games = first..next;
                let kept = Kept {
                    before: self.before,
                    games,
                    material: std::mem::take(&mut material),
                };
                keep(&store, number, &kept)?;
                (number, first, since) = (number + 1, next, Instant::now());
            }
            if interrupted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of the next part and the first missing game. Parts that do not follow on are
    /// removed.
    fn take_up(&self, store: &PartStore) -> Result<(u64, u64), SimError> {
        let (mut number, mut next) = (0, self.range.start);
        for found in store.recover()? {
            let kept = if found == number {
                Kept::read(&store.read(found)?.state)
            } else {
                None
            };
            match kept.filter(|kept| self.follows(next, kept)) {
                Some(kept) => (number, next) = (number + 1, kept.games.end),
                None => store.remove_part(found)?,
            }
        }
        Ok((number, next))
    }

    fn follows(&self, next: u64, kept: &Kept) -> bool {
        kept.before == self.before
            && kept.games.start == next
            && next < kept.games.end
            && kept.games.end <= self.range.end
    }

    /// Adds the games of this shard in a directory after those before it.
    fn add_to(&self, material: &mut Material, directory: &Path) -> Result<(), SimError> {
        if !directory.join(PARTS).is_dir() {
            return Err(unfit(directory, "its parts are missing"));
        }
        let store = self.store(directory)?;
        let mut next = self.range.start;
        for number in 0.. {
            let part = match store.read(number) {
                Err(error) if matches!(error.problem, Problem::MissingPart(_)) => break,
                part => part?,
            };
            let kept = Kept::read(&part.state).filter(|kept| self.follows(next, kept));
            let Some(kept) = kept else {
                let bad = format!("part {number} is not the one that follows");
                return Err(unfit(directory, &bad));
            };
            next = kept.games.end;
            material.append(kept.material);
        }
        if next == self.range.end {
            Ok(())
        } else {
            Err(unfit(
                directory,
                &format!(
                    "its parts end at game {next}, but its games go to {}",
                    self.range.end
                ),
            ))
        }
    }
}

/// The progress of a generation's games within that of a whole run.
struct WithinRun<'a, L> {
    listener: &'a L,
    before: u64,
    games: u64,
}

impl<L: Listener> Listener for WithinRun<'_, L> {
    fn at(&self, done: u64, what: &str) {
        let done = done * PIECES / self.games.max(1);
        self.listener.at(self.before + done, what);
    }

    fn interrupt(&self) -> &AtomicBool {
        self.listener.interrupt()
    }
}

impl Learning<'_> {
    /// Plays the remaining games of a generation and learns from all of them. `None`: it was
    /// interrupted; the games are saved.
    pub fn advance(
        &mut self,
        directory: &OutputDirectory,
        listener: &impl Listener,
    ) -> Result<Option<&Generation>, SimError> {
        let path = directory.path();
        let games = GameShard::new(self, None);
        let store = games.store(path)?;
        let within = WithinRun {
            listener,
            before: (self.number() - 1) * 2 * PIECES,
            games: games.games(),
        };
        if !games.play(directory, &within)? {
            return Ok(None);
        }
        let mut material = Material::default();
        games.add_to(&mut material, path)?;
        if self.advance_with(&material, listener).is_none() {
            return Ok(None);
        }
        // Before what was learned is saved, because the next generation has games of its own.
        store.remove()?;
        Ok(self.progress().generations.last())
    }
}

fn keep(store: &PartStore, number: u64, kept: &Kept) -> Result<(), SimError> {
    let part = Part {
        number,
        tables: Vec::new(),
        state: postcard::to_stdvec(kept).expect("written to memory"),
    };
    Ok(store.write(&part)?)
}

/// The games of all shards of the generation that is next, in their order.
pub fn gather(learning: &Learning<'_>, shards: &[ShardDirectory]) -> Result<Material, SimError> {
    let mut material = Material::default();
    for ShardDirectory { path, shard } in shards {
        GameShard::new(learning, Some(*shard)).add_to(&mut material, path)?;
    }
    Ok(material)
}
