//! How hard the game is: the answer in a sentence, and the win rate at every base.

use super::Played;
use crate::sim::curve::{Curve, CurvePoint, Target, WANTED};
use crate::sim::measure::DAMAGE_CAP;
use crate::sim::results::win_rate;
use answers::{
    Axis, Cell, Chart, Column, Drawn, Grid, Lines, Number, Picture, Point, Reference, Section,
    Series, Unit, grouped,
};

/// A common target win rate of cooperative games.
const AIM: f64 = 0.4;
/// Rows of the grid of bases, at most.
const ROWS: u32 = 14;

/// What a run says about the difficulty of the game.
pub(super) struct Difficulty<'a> {
    played: &'a Played<'a>,
    curve: Option<Curve>,
}

impl<'a> Difficulty<'a> {
    pub(super) fn new(played: &'a Played<'a>) -> Self {
        let players = played.plan.rules.players;
        Difficulty {
            played,
            curve: Curve::new(played.totals, players, played.look),
        }
    }

    /// The answer, and what limits it.
    pub(super) fn sentences(&self) -> Vec<String> {
        let first = [Some(self.headline()), self.aim_sentence()];
        let first: Vec<String> = first.into_iter().flatten().collect();
        let mut all = vec![first.join(" ")];
        all.extend(self.played.summary_sentence());
        all.extend(self.caveats());
        all
    }

    fn headline(&self) -> String {
        let (rules, totals) = (&self.played.plan.rules, self.played.totals);
        let who = players_text(rules.players, &self.played.plan.policy.name());
        let verb = if rules.players == 1 { "wins" } else { "win" };
        if rules.training {
            return format!("{who} cannot lose in training.");
        }
        let Some(rate) = win_rate(totals, self.played.look) else {
            return format!("{who}: no game was played.");
        };
        let rate = Number::of(&rate, Unit::Share);
        format!(
            "{who} {verb} {} of games with {} ({}).",
            rate.text(),
            self.played.hp_each(u32::from(rules.base_hp)),
            rate.interval_text().unwrap_or_default()
        )
    }

    /// Which base gives the common target win rate.
    fn aim_sentence(&self) -> Option<String> {
        let target = self.curve.as_ref()?.target(AIM);
        let rules = &self.played.plan.rules;
        let they = match rules.players {
            1 => "this player",
            _ => "they",
        };
        let wanted = Unit::Share.tick(AIM, 0.01);
        let Some(base) = target.base_hp.map(|base| self.each(base)) else {
            let most = self.played.hp_each(DAMAGE_CAP);
            return Some(format!("No base up to {most} wins {wanted}."));
        };
        let base_text = format!("{} ({})", self.played.hp_each(base), self.ends(&target));
        Some(match base <= u32::from(rules.base_hp) && !rules.training {
            true => format!("A base of {base_text} would be enough to win {wanted}."),
            false => format!("To win {wanted}, {they} would need a base of {base_text}."),
        })
    }

    /// Caveats about the figures.
    fn caveats(&self) -> Vec<String> {
        let rules = &self.played.plan.rules;
        let ended = !self.played.plan.plays_on && !rules.training;
        let ended = ended.then(|| {
            "Games ended when the base fell; use `--play-on on` to see which base would have been \
             enough."
                .to_string()
        });
        let mut all: Vec<String> = ended.into_iter().collect();
        let Some(curve) = &self.curve else {
            return all;
        };
        if self.played.plan.policy.looks_at_base() {
            all.push(self.looks_at_base(curve));
        }
        let played_on = &self.played.totals.played_on;
        let share = |count: u64| {
            let (share, games) = (self.played.share(count), self.played.totals.games);
            format!(
                "{} of {} games ({})",
                grouped(count),
                grouped(games),
                share.text()
            )
        };
        if played_on.capped > 0 {
            all.push(format!(
                "{} reached the cap of {}: no base in this report wins them.",
                share(played_on.capped),
                self.played.hp_each(DAMAGE_CAP).replace("HP", "damage")
            ));
        }
        if played_on.cut > 0 {
            all.push(format!(
                "In {}, a lane or a chain of effects hit the program's limits.",
                share(played_on.cut)
            ));
        }
        all
    }

    /// Players who look at the base would have played differently with another base.
    fn looks_at_base(&self, curve: &Curve) -> String {
        let rules = &self.played.plan.rules;
        let at = match rules.training {
            true => "in training".to_string(),
            false => format!("with {}", self.played.hp_each(u32::from(rules.base_hp))),
        };
        let base = curve.target(AIM).base_hp.map(|base| self.each(base));
        let check = base.map_or(String::new(), |base| {
            format!("; use `--base-hp {base}` to play with that base")
        });
        let who = match rules.players {
            1 => "This player takes the remaining base into account",
            _ => "These players take the remaining base into account",
        };
        format!(
            "{who}. The games were played {at}; figures for other bases are approximate{check}."
        )
    }

    /// The curve, the bases for some win rates, and how games differ.
    pub(super) fn sections(&self) -> Vec<Section> {
        let Some(curve) = &self.curve else {
            return Vec::new();
        };
        let each = self.played.per_player("");
        let picture = self.curve_picture(curve);
        vec![
            Section::new(format!("Win rate by base HP{each}"))
                .grid(self.curve_grid(curve))
                .note(curve.band_text())
                .pictures([picture]),
            Section::new(format!("Base HP{each} for a win rate of")).grid(self.targets_grid(curve)),
        ]
    }

    fn curve_grid(&self, curve: &Curve) -> Grid {
        let rules = &self.played.plan.rules;
        let in_force = (!rules.training).then_some(u32::from(rules.base_hp));
        let wins = Column::numbers("wins").intervals().drawn(Drawn::Bar(1.0));
        let mut grid = Grid::new([Column::numbers("base"), wins]);
        for base in chart_bases(&[curve], in_force) {
            let now = if in_force == Some(base) { "> " } else { "" };
            let rate = rate_at(&curve.at(base * curve.players()));
            grid.row([format!("{now}{base}").into(), rate.into()]);
        }
        grid
    }

    fn targets_grid(&self, curve: &Curve) -> Grid {
        let mut grid = Grid::new([Column::numbers("wins"), Column::words("base")]);
        for wanted in WANTED {
            let target = curve.target(wanted);
            let base = match (target.base_hp, target.low, target.high) {
                (None, ..) => Cell::from("none"),
                (Some(base), low, high) => {
                    let base = Number::count(self.each(base).into());
                    let ends = low
                        .zip(high)
                        .map(|(low, high)| (self.each(low), self.each(high)));
                    match ends {
                        Some((low, high)) => base.between(low.into(), high.into()).with_interval(),
                        None => format!("{} ({})", base.text(), self.ends(&target)),
                    }
                    .into()
                }
            };
            grid.row([Unit::Share.tick(wanted, 0.01).into(), base]);
        }
        grid
    }

    fn curve_picture(&self, curve: &Curve) -> Picture {
        let points = curve.points().into_iter().map(|point| Point {
            x: f64::from(point.base_hp) / f64::from(curve.players()),
            y: rate_at(&point),
            label: String::new(),
        });
        let at_x = WANTED.into_iter().filter_map(|wanted| {
            let base = self.each(curve.target(wanted).base_hp?);
            let wanted = Unit::Share.tick(wanted, 0.01);
            Some(Reference {
                label: format!("{wanted} at {base}"),
                at: base.into(),
            })
        });
        let chart = Chart::Lines(Lines {
            x: Axis::new(
                format!("base HP{}", self.played.per_player("")),
                Unit::Count,
            ),
            y: Axis::new("win rate", Unit::Share).range(0.0, 1.0),
            at_x: at_x.collect(),
            at_y: Vec::new(),
            series: vec![Series {
                name: self.played.plan.policy.name(),
                points: without_tail(points.collect()),
            }],
        });
        Picture::new("Win rate at every base", "curve", chart).caption(
            "How often these players would have won with a larger or smaller base, with a \
             simultaneous band for the whole curve.",
        )
    }

    /// HP per player, rounded up: the whole number that is enough.
    fn each(&self, base_hp: u32) -> u32 {
        base_hp.div_ceil(u32::from(self.played.plan.rules.players))
    }

    /// The interval of a target in HP per player.
    fn ends(&self, target: &Target) -> String {
        let end = |end: Option<u32>| end.map(|base| self.each(base).to_string());
        let low = end(target.low).unwrap_or_else(|| "1".into());
        let high = end(target.high).unwrap_or_else(|| format!("more than {DAMAGE_CAP}"));
        format!("{low} to {high}")
    }
}

/// A win rate with its band.
fn rate_at(point: &CurvePoint) -> Number {
    Number::new(point.win_rate, Unit::Share).between(point.low, point.high)
}

/// A curve without the bases at which nearly every game is won, which would squeeze the rest.
fn without_tail(mut points: Vec<Point>) -> Vec<Point> {
    let full = points.iter().position(|point| point.y.value >= 0.995);
    points.truncate(full.map_or(points.len(), |full| full + 5));
    points
}

/// The players as the subject of a sentence.
pub fn players_text(players: u8, policy: &str) -> String {
    let names: Vec<String> = policy.split(',').map(|name| format!("`{name}`")).collect();
    let names = names.join(", ");
    match players {
        1 => format!("One player who plays like {names}"),
        2 => format!("Two players who play like {names}"),
        3 => format!("Three players who play like {names}"),
        _ => format!("Four players who play like {names}"),
    }
}

/// The bases of a grid: round ones from where hardly any game is won to where nearly all are, by
/// any of the curves, and the one in force.
pub fn chart_bases(curves: &[&Curve], in_force: Option<u32>) -> Vec<u32> {
    let first = |curve: &Curve, rate: f64| {
        let reached = |each: &u32| curve.at(each * curve.players()).win_rate >= rate;
        (1..DAMAGE_CAP).find(reached).unwrap_or(DAMAGE_CAP)
    };
    let ends = |rate| curves.iter().map(move |curve| first(curve, rate));
    let (from, to) = (
        ends(0.01).min().unwrap_or(1),
        ends(0.99).max().unwrap_or(DAMAGE_CAP),
    );
    let steps = [1, 2, 5, 10, 20, 50];
    let step = steps.into_iter().find(|step| (to - from) / step < ROWS);
    let step = step.unwrap_or(50);
    let from = (from / step * step).max(step.min(from));
    let mut bases: Vec<u32> = (0..)
        .map(|row| from + row * step)
        .take_while(|base| *base < to + step && *base <= DAMAGE_CAP)
        .collect();
    bases.extend(in_force.map(|base| base.min(DAMAGE_CAP)));
    bases.sort_unstable();
    bases.dedup();
    bases
}
