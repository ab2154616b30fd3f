//! Which games get rows.

use std::fmt;
use std::str::FromStr;

/// Which games get rows; all of them count in the totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Every game.
    All,
    /// Every game, and every decision.
    Decisions,
    /// None.
    None,
    /// The games whose index is a multiple of this.
    OneIn(u32),
}

impl Rows {
    /// Whether a game gets a row.
    pub fn includes(self, game: u64) -> bool {
        match self {
            Rows::All | Rows::Decisions => true,
            Rows::None => false,
            Rows::OneIn(step) => game.is_multiple_of(u64::from(step)),
        }
    }

    /// How many of the first `games` games get a row.
    pub fn count(self, games: u64) -> u64 {
        match self {
            Rows::All | Rows::Decisions => games,
            Rows::None => 0,
            Rows::OneIn(step) => games.div_ceil(u64::from(step)),
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rows::All => f.write_str("all"),
            Rows::Decisions => f.write_str("decisions"),
            Rows::None => f.write_str("none"),
            Rows::OneIn(step) => write!(f, "1/{step}"),
        }
    }
}

impl FromStr for Rows {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected all, decisions, none or a share such as 1/100".to_string();
        match text.trim() {
            "all" => Ok(Rows::All),
            "decisions" => Ok(Rows::Decisions),
            "none" => Ok(Rows::None),
            share => {
                let step = share.strip_prefix("1/").ok_or_else(wrong)?;
                match step.parse() {
                    Ok(0) | Err(_) => Err(wrong()),
                    Ok(1) => Ok(Rows::All),
                    Ok(step) => Ok(Rows::OneIn(step)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_written() {
        for text in ["all", "decisions", "none", "1/100"] {
            assert_eq!(text.parse::<Rows>().unwrap().to_string(), text);
        }
        assert_eq!("1/1".parse(), Ok(Rows::All));
    }

    #[test]
    fn sampling_follows_the_index() {
        let sampled: Vec<u64> = (0..10)
            .filter(|game| Rows::OneIn(4).includes(*game))
            .collect();
        assert_eq!(sampled, [0, 4, 8]);
        assert!(Rows::All.includes(3) && !Rows::None.includes(0));
    }
}
