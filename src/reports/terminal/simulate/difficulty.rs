//! How hard the game is: the answer in a sentence, and the win rate at every base.

use crate::terminal::Output;
use crate::terminal::grid::{Grid, left, right};
use crate::terminal::text::{grouped, per_cent, range_per_cent};
use runs::sim::curve::{Curve, CurvePoint, Target, WANTED};
use runs::sim::measure::DAMAGE_CAP;
use runs::sim::results::{mean, win_rate};
use runs::sim::{Outcome, Plan};
use serde_json::{Value, json};
use statistics::Estimate;
use std::io::{self, Write};

use super::bar_width;

/// A common target win rate of cooperative games.
const AIM: f64 = 0.4;
/// Rows of the chart, at most.
const ROWS: u32 = 14;

/// What a run says about the difficulty of the game.
pub struct Difficulty<'a> {
    plan: &'a Plan,
    outcome: &'a Outcome,
    curve: Option<Curve>,
}

impl<'a> Difficulty<'a> {
    pub fn new(plan: &'a Plan, outcome: &'a Outcome) -> Self {
        let curve = Curve::new(&outcome.totals, plan.rules.players, outcome.looks);
        Difficulty {
            plan,
            outcome,
            curve,
        }
    }

    /// The answer in a few sentences, before everything else.
    pub fn write_answer(&self, out: &mut Output) -> io::Result<()> {
        let mut first = self.headline();
        if let Some(target) = self.aim_sentence() {
            first += &format!(" {target}");
        }
        out.title_prose(&first)?;
        for caveat in self.caveats() {
            out.prose(&caveat)?;
        }
        Ok(())
    }

    fn headline(&self) -> String {
        let (rules, totals) = (&self.plan.rules, &self.outcome.totals);
        let who = players_text(rules.players, &self.plan.policy.name());
        let verb = if rules.players == 1 { "wins" } else { "win" };
        if rules.training {
            return format!("{who} cannot lose in training.");
        }
        let Some(rate) = win_rate(totals, self.outcome.looks) else {
            return format!("{who}: no game was played.");
        };
        format!(
            "{who} {verb} {} of games with {} ({}).",
            per_cent(rate.value),
            self.hp_each(u32::from(rules.base_hp)),
            range_per_cent(&rate.interval)
        )
    }

    /// Which base gives the common target win rate.
    fn aim_sentence(&self) -> Option<String> {
        let curve = self.curve.as_ref()?;
        let target = curve.target(AIM);
        let they = match self.plan.rules.players {
            1 => "this player",
            _ => "they",
        };
        let wanted = format!("{:.0}%", 100.0 * AIM);
        let Some(base) = target.base_hp.map(|base| self.each(base)) else {
            return Some(format!(
                "No base up to {} wins {wanted}.",
                self.hp_each(DAMAGE_CAP)
            ));
        };
        let base_text = format!("{} {}", self.hp_each(base), self.ends(&target));
        Some(match base <= u32::from(self.plan.rules.base_hp) {
            true if !self.plan.rules.training => {
                format!("A base of {base_text} would be enough to win {wanted}.")
            }
            _ => format!("To win {wanted}, {they} would need a base of {base_text}."),
        })
    }

    /// Caveats about the figures.
    fn caveats(&self) -> Vec<String> {
        let mut all = Vec::new();
        let rules = &self.plan.rules;
        if !self.plan.plays_on && !rules.training {
            all.push(
                "Games ended when the base fell; use `--play-on on` to see which base would have \
                 been enough."
                    .to_string(),
            );
        }
        let Some(curve) = &self.curve else {
            return all;
        };
        if self.plan.policy.looks_at_base() {
            let at = if rules.training {
                "in training".to_string()
            } else {
                format!("with {}", self.hp_each(u32::from(rules.base_hp)))
            };
            let base = curve.target(AIM).base_hp.map(|base| self.each(base));
            let check = base.map_or(String::new(), |base| {
                format!("; use `--base-hp {base}` to play with that base")
            });
            let who = match rules.players {
                1 => "This player takes the remaining base into account",
                _ => "These players take the remaining base into account",
            };
            all.push(format!(
                "{who}. The games were played {at}; figures for other bases are \
                 approximate{check}."
            ));
        }
        let played_on = &self.outcome.totals.played_on;
        let games = self.outcome.totals.games;
        let share = |count: u64| {
            let share = per_cent(count as f64 / games as f64);
            format!("{} of {} games ({share})", grouped(count), grouped(games))
        };
        if played_on.capped > 0 {
            all.push(format!(
                "{} reached the cap of {}: no base in this report wins them.",
                share(played_on.capped),
                self.hp_each(DAMAGE_CAP).replace("HP", "damage")
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

    /// The curve as a chart, and the bases for some win rates.
    pub fn write_curve(&self, out: &mut Output) -> io::Result<()> {
        let Some(curve) = &self.curve else {
            return Ok(());
        };
        let each = match self.plan.rules.players {
            1 => "",
            _ => " per player",
        };
        writeln!(
            out,
            "\n{}",
            out.title(&format!("Win rate by base HP{each}"))
        )?;
        let in_force = u32::from(self.plan.rules.base_hp);
        let in_force = (!self.plan.rules.training).then_some(in_force);
        let columns = [
            right("base"),
            right("wins"),
            right("95% band").spare(1),
            left("").spare(2),
        ];
        let mut grid = Grid::new(columns);
        for base in chart_bases(&[curve], in_force) {
            let point = curve.at(base * curve.players());
            let now = if in_force == Some(base) { "> " } else { "" };
            grid.row([
                format!("{now}{base}"),
                per_cent(point.win_rate),
                band_text(&point),
                band_bar(&point, bar_width(out, 36)),
            ]);
        }
        out.table(&grid)?;
        out.faint_prose(&format!("  {}", curve.band_text()))?;
        writeln!(
            out,
            "\n{}",
            out.title(&format!("Base HP{each} for a win rate of"))
        )?;
        for wanted in WANTED {
            let target = curve.target(wanted);
            let base = target.base_hp.map_or("none".to_string(), |base| {
                format!("{:>4} {}", self.each(base), self.ends(&target))
            });
            writeln!(out, "  {:.0}%  {base}", 100.0 * wanted)?;
        }
        Ok(())
    }

    /// Mean damage to the base in each round, the base standing or not.
    pub fn write_damage(&self, out: &mut Output) -> io::Result<()> {
        if self.curve.is_none() {
            return Ok(());
        }
        let damage = |round: usize| {
            let name = format!("full_damage_round_{round}");
            let moments = self.outcome.totals.played_on.moments_of(&name);
            moments.and_then(|moments| moments.mean()).unwrap_or(0.0)
                / f64::from(self.plan.rules.players)
        };
        let title = match self.plan.rules.players {
            1 => "Damage to the base by round",
            _ => "Damage to the base by round, per player",
        };
        writeln!(out, "\n{}", out.title(title))?;
        let rounds = ["1st round", "2nd", "3rd"].map(|title| right(title).spare(1));
        let columns = std::iter::once(left("wave")).chain(rounds);
        let mut grid = Grid::new(columns.chain([right("total")]));
        for wave in 1..=3 {
            let damage: Vec<f64> = ((wave * 3 - 2)..=(wave * 3)).map(damage).collect();
            let together: f64 = damage.iter().sum();
            let figures = damage.into_iter().chain([together]);
            let cells = figures.map(|figure| format!("{figure:.1}"));
            grid.row(std::iter::once(wave.to_string()).chain(cells));
        }
        out.table(&grid)
    }

    /// The same as JSON; null if games were not played on.
    pub fn json(&self) -> Value {
        let Some(curve) = &self.curve else {
            return Value::Null;
        };
        let played_on = &self.outcome.totals.played_on;
        let of = |name: &str| {
            let moments = played_on.moments_of(name);
            moments.and_then(|moments| mean(name, moments, self.outcome.looks))
        };
        let points: Vec<Value> = curve.points().iter().map(point_json).collect();
        let targets: Vec<Value> = WANTED
            .iter()
            .map(|wanted| target_json(&curve.target(*wanted)))
            .collect();
        json!({
            "endurance": estimate_json(of("endurance")),
            "needed_hp": estimate_json(of("needed_hp")),
            "capped": played_on.capped,
            "cut": played_on.cut,
            "looks_at_base": self.plan.policy.looks_at_base(),
            "band": curve.band_text(),
            "curve": points,
            "targets": targets,
        })
    }

    /// HP per player, rounded up: the whole number that is enough.
    fn each(&self, base_hp: u32) -> u32 {
        base_hp.div_ceil(u32::from(self.plan.rules.players))
    }

    fn hp_each(&self, base: u32) -> String {
        match self.plan.rules.players {
            1 => format!("{base} HP"),
            _ => format!("{base} HP each"),
        }
    }

    /// The interval of a target in HP per player.
    fn ends(&self, target: &Target) -> String {
        let end = |end: Option<u32>| end.map(|base| self.each(base).to_string());
        let low = end(target.low).unwrap_or_else(|| "1".into());
        let high = end(target.high).unwrap_or_else(|| format!("more than {DAMAGE_CAP}"));
        format!("({low} to {high})")
    }
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

fn band_text(point: &CurvePoint) -> String {
    format!("{:.1}-{:.1}%", 100.0 * point.low, 100.0 * point.high)
}

/// The bases of a chart: round ones from where hardly any game is won to where nearly all are, by
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

/// A bar that is solid up to the lower end of the band and shaded up to the upper; `width` is that
/// of a rate of 1.
pub fn band_bar(point: &CurvePoint, width: f64) -> String {
    let columns = |rate: f64| (rate * width).round() as usize;
    let (low, high) = (columns(point.low), columns(point.high));
    "█".repeat(low) + &"▒".repeat(high - low)
}

fn point_json(point: &CurvePoint) -> Value {
    json!({
        "base_hp": point.base_hp,
        "win_rate": point.win_rate,
        "low": point.low,
        "high": point.high,
    })
}

fn target_json(target: &Target) -> Value {
    json!({
        "wanted": target.wanted,
        "base_hp": target.base_hp,
        "low": target.low,
        "high": target.high,
    })
}

/// An estimate as JSON.
pub fn estimate_json(estimate: Option<Estimate>) -> Value {
    estimate.map_or(Value::Null, |estimate| {
        let end = |end: f64| end.is_finite().then_some(end);
        json!({
            "value": estimate.value,
            "low": end(estimate.interval.low),
            "high": end(estimate.interval.high),
            "level": estimate.level.value(),
        })
    })
}
