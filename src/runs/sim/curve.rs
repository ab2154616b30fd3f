//! The win rate at every base, from the base that each game needed.

use super::measure::DAMAGE_CAP;
use super::stop::LEVEL;
use super::totals::Totals;
use statistics::band;
use statistics::looks::Look;
use statistics::mean::IntegerHistogram;
use tables::{Declared, ExportError, Table, columns, declared_table};

/// Win rates for which the base is reported.
pub const WANTED: [f64; 4] = [0.25, 0.4, 0.5, 0.75];

/// The win rate at every base.
#[derive(Clone, Debug)]
pub struct Curve {
    players: u32,
    games: u64,
    /// Games won with a total base of as many HP as the index.
    won: Vec<u64>,
    needed_hp: IntegerHistogram,
    look: Look,
}

/// The win rate at one base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The total base.
    pub base_hp: u32,
    /// The share of games that it wins.
    pub win_rate: f64,
    /// Lower end of the band.
    pub low: f64,
    /// Upper end of the band.
    pub high: f64,
}

/// The total base that gives a target win rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The win rate.
    pub wanted: f64,
    /// The smallest base that gives it; `None` beyond the cap.
    pub base_hp: Option<u32>,
    /// Lower end of its interval.
    pub low: Option<u32>,
    /// Upper end of its interval; `None` beyond the cap.
    pub high: Option<u32>,
}

impl Curve {
    /// The curve, if all games were played on.
    pub fn new(totals: &Totals, players: u8, look: Look) -> Option<Self> {
        let played_on = totals.all_played_on()?;
        Some(Curve::of_needed(&played_on.needed_hp, players, look))
    }

    /// The curve of games that needed these total bases.
    pub fn of_needed(needed_hp: &IntegerHistogram, players: u8, look: Look) -> Self {
        let players = u32::from(players);
        let mut won = vec![0; (DAMAGE_CAP * players) as usize + 1];
        for (needed, games) in needed_hp.bins() {
            if let Some(won) = won.get_mut(needed.max(0) as usize) {
                *won += games;
            }
        }
        let mut so_far = 0;
        for games in &mut won {
            so_far += *games;
            *games = so_far;
        }
        Curve {
            players,
            games: needed_hp.count(),
            won,
            needed_hp: needed_hp.clone(),
            look,
        }
    }

    /// Number of players.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// Games won with a total base, and games played. Beyond the cap the number is that at the cap.
    pub fn won_at(&self, base_hp: u32) -> (u64, u64) {
        let last = self.won.len() - 1;
        (self.won[(base_hp as usize).min(last)], self.games)
    }

    /// The win rate at a total base.
    pub fn at(&self, base_hp: u32) -> CurvePoint {
        let (won, games) = self.won_at(base_hp);
        let win_rate = won as f64 / games as f64;
        let width = band::half_width(games, self.look.level(LEVEL));
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

    /// The base that gives a target win rate.
    pub fn target(&self, wanted: f64) -> Target {
        let level = self.look.level(LEVEL);
        let estimate = self.needed_hp.quantile_estimate(wanted, level);
        let most = f64::from(DAMAGE_CAP * self.players);
        let base = |value: f64| (value <= most).then(|| value.max(1.0) as u32);
        // Few games may all lie on one side of it by chance: there, nothing bounds it.
        let by_chance = |share: f64| share.powf(self.games as f64) > 0.5 * level.alpha();
        let low = estimate.map(|found| match by_chance(1.0 - wanted) {
            true => 1.0,
            false => found.interval.low,
        });
        let high = estimate.filter(|_| !by_chance(wanted));
        Target {
            wanted,
            base_hp: estimate.and_then(|found| base(found.value)),
            low: low.and_then(base),
            high: high.and_then(|found| base(found.interval.high)),
        }
    }

    /// The method of the band, as text.
    pub fn band_text(&self) -> &'static str {
        "95% band for the whole curve (Dvoretzky-Kiefer-Wolfowitz)"
    }

    fn per_player(&self, base_hp: u32) -> f64 {
        f64::from(base_hp) / f64::from(self.players)
    }

    /// The curve as a table.
    pub fn table(&self) -> Result<Table, ExportError> {
        let rows = self.points().into_iter().map(|point| CurveRow {
            base_hp_per_player: self.per_player(point.base_hp),
            point,
        });
        declared_table(&curve_columns(), rows)
    }

    /// The bases for [`WANTED`] as a table.
    pub fn targets_table(&self) -> Result<Table, ExportError> {
        let rows = WANTED.into_iter().map(|wanted| {
            let target = self.target(wanted);
            let ends = [target.base_hp, target.low, target.high];
            TargetRow {
                wanted,
                all: ends.map(|end| end.map(f64::from)),
                each: ends.map(|end| end.map(|base| self.per_player(base))),
            }
        });
        declared_table(&target_columns(), rows)
    }
}

struct CurveRow {
    point: CurvePoint,
    base_hp_per_player: f64,
}

fn curve_columns() -> Vec<Declared<CurveRow>> {
    columns![CurveRow;
        ("base_hp", U32, "Total base HP.", row => row.point.base_hp),
        ("base_hp_per_player", F64, "Base HP per player.", row => row.base_hp_per_player),
        ("win_rate", F64, "Win rate with that base.", row => row.point.win_rate),
        ("low", F64, "Lower end of the simultaneous 95% band for all bases.", row => row.point.low),
        ("high", F64, "Upper end of the band.", row => row.point.high),
    ]
}

struct TargetRow {
    wanted: f64,
    /// The base and the ends of its interval, of all players together.
    all: [Option<f64>; 3],
    /// The same per player.
    each: [Option<f64>; 3],
}

fn target_columns() -> Vec<Declared<TargetRow>> {
    columns![TargetRow;
        ("wanted", F64, "A target win rate.", row => row.wanted),
        ("base_hp", F64, "The smallest total base that gives it; empty beyond the cap.",
            row => row.all[0]),
        ("low", F64, "Lower end of its interval.", row => row.all[1]),
        ("high", F64, "Upper end of its interval.", row => row.all[2]),
        ("base_hp_per_player", F64, "The same base, per player.", row => row.each[0]),
        ("low_per_player", F64, "Lower end of its interval, per player.", row => row.each[1]),
        ("high_per_player", F64, "Upper end of its interval, per player.", row => row.each[2]),
        ("level", F64, "Confidence level of the interval.", _ => LEVEL.value()),
    ]
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
        let curve = Curve::new(&totals(0), 2, Look::Planned).unwrap();
        assert_eq!(curve.won_at(0), (0, 200));
        assert_eq!(curve.won_at(50), (50, 200));
        assert_eq!(curve.won_at(5000), (200, 200));
        let point = curve.at(80);
        assert_eq!(point.win_rate, 0.4);
        assert!(point.low > 0.29 && point.low < 0.3 && point.high > 0.5 && point.high < 0.51);
        let points = curve.points();
        assert_eq!((points.len(), points[0].base_hp), (100, 2));
        assert_eq!(points[99].win_rate, 1.0);
    }

    #[test]
    fn targets_are_quantiles_and_none_lies_beyond_the_cap() {
        let curve = Curve::new(&totals(300), 2, Look::Planned).unwrap();
        let target = curve.target(0.25);
        assert_eq!(target.base_hp, Some(125));
        assert!(target.low.unwrap() < 125 && target.high.unwrap() > 125);
        assert_eq!(curve.target(0.4).base_hp, Some(200));
        assert_eq!(curve.target(0.4).high, None);
        assert_eq!(curve.target(0.5).base_hp, None);
        assert_eq!(curve.points().len(), DAMAGE_CAP as usize);
        let often = Curve::new(&totals(300), 2, Look::Interrupted(1)).unwrap();
        assert!(often.target(0.25).low < target.low && often.at(90).low < curve.at(90).low);
    }

    #[test]
    fn few_games_bound_no_base() {
        let of = |games: u64| {
            let mut totals = Totals::new(0);
            totals.games = games;
            totals.played_on.needed_hp.record_many(141, games);
            let target = Curve::new(&totals, 1, Look::Planned).unwrap().target(0.4);
            (target.low, target.base_hp, target.high)
        };
        assert_eq!(of(1), (Some(1), Some(141), None));
        assert_eq!(of(5), (Some(1), Some(141), Some(141)));
        assert_eq!(of(20), (Some(141), Some(141), Some(141)));
    }

    #[test]
    fn games_that_ended_early_have_no_curve() {
        let mut short = totals(0);
        short.games += 1;
        assert!(Curve::new(&short, 2, Look::Planned).is_none());
        assert!(Curve::new(&Totals::new(0), 2, Look::Planned).is_none());
    }
}
