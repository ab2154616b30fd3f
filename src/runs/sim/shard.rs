//! Parts of a run that are played separately, on other machines or at other times.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Part `number` of `count` of a run's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u32,
    /// Of how many.
    pub count: u32,
}

/// The maximum number of parts of a run.
const MOST_SHARDS: u32 = 100_000;

impl Shard {
    /// A run in one part.
    pub const WHOLE: Shard = Shard {
        number: 1,
        count: 1,
    };

    /// The games of this part when the run has `games` games. Parts differ by at most one game,
    /// and together they are exactly the run.
    pub fn range(self, games: u64) -> Range<u64> {
        let border = |number: u32| {
            let share = u128::from(games) * u128::from(number) / u128::from(self.count);
            share as u64
        };
        border(self.number - 1)..border(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("expected i/n with i from 1 to n and n from 1 to {MOST_SHARDS}, such as 1/4")
        };
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let number: u32 = number.trim().parse().map_err(|_| wrong())?;
        let count: u32 = count.trim().parse().map_err(|_| wrong())?;
        if (1..=count).contains(&number) && count <= MOST_SHARDS {
            Ok(Shard { number, count })
        } else {
            Err(wrong())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_make_up_the_run() {
        for games in [1, 7, 100, 1_000_003] {
            for count in [1, 2, 3, 7, 50] {
                let mut next = 0;
                for number in 1..=count {
                    let range = Shard { number, count }.range(games);
                    assert_eq!(range.start, next);
                    let length = range.end - range.start;
                    assert!(length.abs_diff(games / u64::from(count)) <= 1);
                    next = range.end;
                }
                assert_eq!(next, games);
            }
        }
    }

    #[test]
    fn shards_are_read_and_written() {
        let shard: Shard = "2/3".parse().unwrap();
        assert_eq!(shard.to_string(), "2/3");
    }
}
