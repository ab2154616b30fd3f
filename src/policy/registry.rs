//! Policies by name: the one place that knows which there are.
//!
//! To add a policy, add it to [`Strategy`], to [`by_name`] and to [`Player`].

use super::{Choice, Decision, Pass, Policy, Random, View};
use crate::rng::GameKey;
use crate::state::MAX_PLAYERS;
use crate::words::{Word, nearest, words};
use arrayvec::ArrayVec;

words! {
    /// A way to play that can be asked for by name.
    pub enum Strategy as "policy" {
        /// Every legal choice with the same chance.
        Random = "random",
        /// Only fills the own lane.
        Pass = "pass",
    }
}

/// Why policies could not be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// There is no policy of that name.
    #[error("there is no policy `{name}`{} (known: {known})", hint(nearest))]
    Unknown {
        /// What was asked for.
        name: String,
        /// All names.
        known: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// Too many or too few were named.
    #[error("{named} policies for a table of {players}: name one for all, or one for each seat")]
    Count {
        /// How many were named.
        named: usize,
        /// How many players there are.
        players: u8,
    },
}

fn hint(nearest: &Option<String>) -> String {
    let word = nearest.as_ref();
    word.map_or(String::new(), |word| format!("; did you mean `{word}`?"))
}

/// The policy of a name.
pub fn by_name(name: &str) -> Result<Strategy, PolicyError> {
    Strategy::parse_word(name).ok_or_else(|| PolicyError::Unknown {
        name: name.into(),
        known: Strategy::all_words().join(", "),
        nearest: nearest(name, Strategy::all_words()).map(String::from),
    })
}

/// Who plays: one policy for the whole table, or one for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicySpec(Vec<Strategy>);

impl PolicySpec {
    /// Reads `name`, or `name,name` with a name for each of the seats.
    pub fn parse(text: &str, players: u8) -> Result<Self, PolicyError> {
        let names = text.split(',').map(str::trim);
        let strategies = names.map(by_name).collect::<Result<Vec<_>, _>>()?;
        if strategies.len() == 1 || strategies.len() == usize::from(players) {
            return Ok(PolicySpec(strategies));
        }
        Err(PolicyError::Count {
            named: strategies.len(),
            players,
        })
    }

    /// The names, as [`PolicySpec::parse`] reads them.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|strategy| strategy.word()).collect();
        names.join(",")
    }

    /// The players of the game with this key.
    pub fn players(&self, key: GameKey) -> Players {
        let seated = self.0.len() > 1;
        let players = self.0.iter().enumerate();
        Players(
            players
                .map(|(seat, strategy)| match strategy {
                    Strategy::Random if seated => Player::Random(Random::for_seat(key, seat as u8)),
                    Strategy::Random => Player::Random(Random::new(key)),
                    Strategy::Pass => Player::Pass(Pass),
                })
                .collect(),
        )
    }
}

/// A player of any sort.
#[derive(Clone, Debug)]
enum Player {
    Random(Random),
    Pass(Pass),
}

/// The players of one game.
#[derive(Clone, Debug)]
pub struct Players(ArrayVec<Player, MAX_PLAYERS>);

impl Policy for Players {
    #[inline]
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let seat = match self.0.len() {
            1 => 0,
            _ => usize::from(view.seat()),
        };
        match &mut self.0[seat] {
            Player::Random(player) => player.choose(view, decision, options),
            Player::Pass(player) => player.choose(view, decision, options),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_for_the_table_and_for_seats() {
        assert_eq!(PolicySpec::parse("pass", 3).unwrap().name(), "pass");
        let each = PolicySpec::parse("pass, random", 2).unwrap();
        assert_eq!(each.name(), "pass,random");
        assert_eq!(each.players(GameKey::new(1, 1)).0.len(), 2);
    }

    #[test]
    fn wrong_names_and_counts_are_refused() {
        assert_eq!(
            PolicySpec::parse("randon", 1).unwrap_err().to_string(),
            "there is no policy `randon`; did you mean `random`? (known: random, pass)"
        );
        assert_eq!(
            PolicySpec::parse("pass,pass,pass", 2)
                .unwrap_err()
                .to_string(),
            "3 policies for a table of 2: name one for all, or one for each seat"
        );
        assert!(PolicySpec::parse("", 1).is_err());
    }
}
