//! Training data as bytes, for files.

use super::{Entry, NUMBERS, ROUNDS, Row, Rows, SLOTS};
use crate::reader::Reader;
use game::state::MAX_PLAYERS;

/// Rounds of a game.
const DAMAGE: usize = ROUNDS as usize;

impl Rows {
    /// Everything as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let counts = [
            self.entries.len(),
            self.rows.len(),
            self.seats.len(),
            self.damage.len(),
        ];
        for count in counts {
            bytes.extend((count as u64).to_le_bytes());
        }
        for entry in &self.entries {
            bytes.extend(entry.0.to_le_bytes());
        }
        for row in &self.rows {
            bytes.extend(row.game.to_le_bytes());
            bytes.extend([row.round, row.players]);
            bytes.extend(row.starts.iter().flat_map(|start| start.to_le_bytes()));
            bytes.extend(row.common.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend(row.seats.to_le_bytes());
        }
        let seats = self.seats.iter().flatten();
        let numbers = seats.chain(self.damage.iter().flatten());
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads what [`Rows::to_bytes`] wrote; `None` if it is anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut count = || usize::try_from(reader.u64()?).ok();
        let (entries, rows, seats, games) = (count()?, count()?, count()?, count()?);
        let mut all = Rows::default();
        for _ in 0..entries {
            all.entries.push(Entry(reader.u16()?));
        }
        for _ in 0..rows {
            all.rows.push(reader.row()?);
        }
        for _ in 0..seats {
            all.seats.push(reader.floats::<NUMBERS>()?);
        }
        for _ in 0..games {
            all.damage.push(reader.floats::<DAMAGE>()?);
        }
        (reader.0.is_empty() && all.is_sound()).then_some(all)
    }

    /// Whether all indices are in range.
    fn is_sound(&self) -> bool {
        let is_sound = |row: &Row| {
            let used = &row.starts[..=usize::from(row.players) + 1];
            usize::try_from(row.game).is_ok_and(|game| game < self.damage.len())
                && used.is_sorted()
                && used
                    .last()
                    .is_some_and(|end| *end as usize <= self.entries.len())
                && row.seats as usize + usize::from(row.players) <= self.seats.len()
        };
        let ranges = |row: &&Row| {
            (1..=MAX_PLAYERS).contains(&usize::from(row.players))
                && (1..=ROUNDS).contains(&row.round)
        };
        self.entries.iter().all(|entry| entry.slot() < SLOTS)
            && self.rows.iter().all(|row| ranges(&row) && is_sound(row))
    }
}

impl Reader<'_> {
    fn row(&mut self) -> Option<Row> {
        let game = self.u32()?;
        let [round, players] = self.take()?;
        let mut starts = [0; MAX_PLAYERS + 2];
        for start in &mut starts {
            *start = self.u32()?;
        }
        Some(Row {
            game,
            round,
            players,
            starts,
            common: self.floats()?,
            seats: self.u32()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let row = |game, players| Row {
            game,
            round: 3,
            players,
            starts: [0, 1, 2, 3, 3, 3],
            common: [0.25; NUMBERS],
            seats: 0,
        };
        Rows {
            entries: vec![
                Entry::new(7, 3),
                Entry::new(8, 31),
                Entry::new(SLOTS - 1, 1),
            ],
            rows: vec![row(0, 2), row(1, 1)],
            seats: vec![[1.5; NUMBERS], [f32::MIN_POSITIVE; NUMBERS]],
            damage: vec![[2.0; DAMAGE], [3.0; DAMAGE]],
        }
    }

    #[test]
    fn bytes_come_back_as_they_were() {
        let bytes = rows().to_bytes();
        let again = Rows::from_bytes(&bytes).expect("sound");
        assert_eq!(again.to_bytes(), bytes);
        assert_eq!(again.row(1).game, 1);
        assert_eq!(again.entries(0, 1), rows().entries(0, 1));
        assert_eq!(again.damage(1), &[3.0; DAMAGE]);
        let none = Rows::from_bytes(&Rows::default().to_bytes()).expect("sound");
        assert!(none.is_empty());
    }

    #[test]
    fn bytes_that_point_nowhere_are_refused() {
        let bytes = rows().to_bytes();
        for length in 0..bytes.len() {
            assert!(Rows::from_bytes(&bytes[..length]).is_none(), "{length}");
        }
        assert!(Rows::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
        let spoiled: [fn(&mut Rows); 6] = [
            |rows| rows.rows[0].game = 2,
            |rows| rows.rows[0].players = 5,
            |rows| rows.rows[0].round = 0,
            |rows| rows.rows[0].starts[1] = 4,
            |rows| rows.rows[0].seats = 1,
            |rows| rows.entries[0] = Entry::new(SLOTS, 1),
        ];
        for (number, spoil) in spoiled.iter().enumerate() {
            let mut rows = rows();
            spoil(&mut rows);
            assert!(Rows::from_bytes(&rows.to_bytes()).is_none(), "{number}");
        }
    }
}
