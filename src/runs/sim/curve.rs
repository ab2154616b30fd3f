//! The win rate at every base, from the base that each game needed.

use super::measure::DAMAGE_CAP;
use super::results::Monitoring;
use super::stop::LEVEL;
use super::totals::Totals;
use statistics::band;
use statistics::mean::IntegerHistogram;
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// Win rates for which the base is reported.
pub const WANTED: [f64; 4] = [0.25, 0.4, 0.5, 0.75];

/// The win rate at every base.
#[derive(Clone, Debug)]
pub struct Curve {
    players: u32,
    games: u64,
    /// Games won with a base of as many HP as the index says, all players together.
    won: Vec<u64>,
    needed_hp: IntegerHistogram,
    looks: Monitoring,
}

/// The win rate at one base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The base, all players together.
    pub base_hp: u32,
    /// The share of games that it wins.
    pub win_rate: f64,
    /// Lower end of the band.
    pub low: f64,
    /// Upper end of the band.
    pub high: f64,
}

/// The base that gives a wanted win rate, all players together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The win rate.
    pub wanted: f64,
    /// The smallest base that gives it; nothing where it lies beyond the cap.
    pub base_hp: Option<u32>,
    /// Lower end of its interval.
    pub low: Option<u32>,
    /// Upper end of its interval; nothing where it lies beyond the cap.
    pub high: Option<u32>,
}

impl Curve {
    /// The curve of games that were all played on; nothing for others.
    pub fn new(totals: &Totals, players: u8, looks: Monitoring) -> Option<Self> {
        let played_on = totals.all_played_on()?;
        let players = u32::from(players);
        let mut won = vec![0; (DAMAGE_CAP * players) as usize + 1];
        for (needed, games) in played_on.needed_hp.bins() {
            if let Some(won) = won.get_mut(needed.max(0) as usize) {
                *won += games;
            }
        }
        let mut so_far = 0;
        for games in &mut won {
            so_far += *games;
            *games = so_far;
        }
        Some(Curve {
            players,
            games: totals.games,
            won,
            needed_hp: played_on.needed_hp.clone(),
            looks,
        })
    }

    /// Number of players.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// Games won with a base, all players together, and games played. Beyond the cap the number
    /// is that at the cap.
    pub fn won_at(&self, base_hp: u32) -> (u64, u64) {
        let last = self.won.len() - 1;
        (self.won[(base_hp as usize).min(last)], self.games)
    }

    /// The win rate at a base, all players together.
    pub fn at(&self, base_hp: u32) -> CurvePoint {
        let (won, games) = self.won_at(base_hp);
        let win_rate = won as f64 / games as f64;
        let width = match self.looks {
            Monitoring::Fixed => band::half_width(games, LEVEL),
            Monitoring::Repeated => band::half_width_at_any_time(games, LEVEL),
        };
        CurvePoint {
            base_hp,
            win_rate,
            low: (win_rate - width).max(0.0),
            high: (win_rate + width).min(1.0),
        }
    }

    /// The win rate at whole HP per player, from 1 to where all games are won, or to the cap.
    pub fn points(&self) -> Vec<CurvePoint> {
        let bases = (1..=DAMAGE_CAP).map(|each| each * self.players);
        let mut points = Vec::new();
        for base in bases {
            let point = self.at(base);
            points.push(point);
            if point.win_rate >= 1.0 {
                break;
            }
        }
        points
    }

    /// The base that gives a wanted win rate.
    pub fn target(&self, wanted: f64) -> Target {
        let estimate = match self.looks {
            Monitoring::Fixed => self.needed_hp.quantile_estimate(wanted, LEVEL),
            Monitoring::Repeated => self.needed_hp.quantile_sequence(wanted, LEVEL),
        };
        let most = f64::from(DAMAGE_CAP * self.players);
        let base = |value: f64| (value <= most).then(|| value.max(1.0) as u32);
        Target {
            wanted,
            base_hp: estimate.and_then(|found| base(found.value)),
            low: estimate.and_then(|found| base(found.interval.low)),
            high: estimate.and_then(|found| base(found.interval.high)),
        }
    }

    /// How the band was made, in words.
    pub fn band_text(&self) -> &'static str {
        match self.looks {
            Monitoring::Fixed => "95% band for the whole curve (Dvoretzky-Kiefer-Wolfowitz)",
            Monitoring::Repeated => "95% band for the whole curve at every look (Howard-Ramdas)",
        }
    }

    fn per_player(&self, base_hp: u32) -> f64 {
        f64::from(base_hp) / f64::from(self.players)
    }

    /// The curve as a table.
    pub fn table(&self) -> Result<Table, ExportError> {
        let schema = Schema::new([
            ("base_hp", ColumnType::U32),
            ("base_hp_per_player", ColumnType::F64),
            ("win_rate", ColumnType::F64),
            ("low", ColumnType::F64),
            ("high", ColumnType::F64),
        ])?;
        let mut table = Table::new(schema);
        for point in self.points() {
            table.push_row(&[
                point.base_hp.into(),
                self.per_player(point.base_hp).into(),
                point.win_rate.into(),
                point.low.into(),
                point.high.into(),
            ])?;
        }
        Ok(table)
    }

    /// The bases for [`WANTED`] as a table.
    pub fn targets_table(&self) -> Result<Table, ExportError> {
        let schema = Schema::new([
            ("wanted", ColumnType::F64),
            ("base_hp", ColumnType::F64),
            ("low", ColumnType::F64),
            ("high", ColumnType::F64),
            ("base_hp_per_player", ColumnType::F64),
            ("low_per_player", ColumnType::F64),
            ("high_per_player", ColumnType::F64),
            ("level", ColumnType::F64),
        ])?;
        let mut table = Table::new(schema);
        for wanted in WANTED {
            let target = self.target(wanted);
            let ends = [target.base_hp, target.low, target.high];
            let [base, low, high] = ends.map(|end| Value::from(end.map(f64::from)));
            let [base_each, low_each, high_each] =
                ends.map(|end| Value::from(end.map(|base| self.per_player(base))));
            table.push_row(&[
                wanted.into(),
                base,
                low,
                high,
                base_each,
                low_each,
                high_each,
                LEVEL.value().into(),
            ])?;
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that needed 1, 2, ... 200 HP, once each, and `capped` that no base would have won.
    fn totals(capped: u64) -> Totals {
        let mut totals = Totals::new(0);
        totals.games = 200 + capped;
        (1..=200).for_each(|needed| totals.played_on.needed_hp.record(needed));
        let beyond = 2 * DAMAGE_CAP as i32 + 1;
        totals.played_on.needed_hp.record_many(beyond, capped);
        totals
    }

    #[test]
    fn a_base_wins_the_games_that_need_no_more() {
        let curve = Curve::new(&totals(0), 2, Monitoring::Fixed).unwrap();
        assert_eq!(curve.won_at(0), (0, 200));
        assert_eq!(curve.won_at(50), (50, 200));
        assert_eq!(curve.won_at(5000), (200, 200));
        let point = curve.at(80);
        assert_eq!(point.win_rate, 0.4);
        assert!(point.low > 0.3 && point.low < 0.31 && point.high > 0.49 && point.high < 0.5);
        let points = curve.points();
        assert_eq!((points.len(), points[0].base_hp), (100, 2));
        assert_eq!(points[99].win_rate, 1.0);
    }

    #[test]
    fn targets_are_quantiles_and_none_lies_beyond_the_cap() {
        let curve = Curve::new(&totals(300), 2, Monitoring::Fixed).unwrap();
        let target = curve.target(0.25);
        assert_eq!(target.base_hp, Some(125));
        assert!(target.low.unwrap() < 125 && target.high.unwrap() > 125);
        assert_eq!(curve.target(0.4).base_hp, Some(200));
        assert_eq!(curve.target(0.4).high, None);
        assert_eq!(curve.target(0.5).base_hp, None);
        assert_eq!(curve.points().len(), DAMAGE_CAP as usize);
        let often = Curve::new(&totals(300), 2, Monitoring::Repeated).unwrap();
        assert!(often.target(0.25).low < target.low && often.at(90).low < curve.at(90).low);
    }

    #[test]
    fn games_that_ended_early_have_no_curve() {
        let mut short = totals(0);
        short.games += 1;
        assert!(Curve::new(&short, 2, Monitoring::Fixed).is_none());
        assert!(Curve::new(&Totals::new(0), 2, Monitoring::Fixed).is_none());
    }
}
