//! Target, with what is found by direct play.

use super::super::Check;
use super::super::rows::{Figures, each, mean, minus, rows, won};
use super::{GAMES, base, defaults, played};
use crate::compare::{DesignError, Experiment, Study};
use crate::target::varied::Varied;
use crate::target::{Found, Question as Wanted};
use cards::load::Library;
use runs::sim::plan::Plan;

/// What `target` finds.
fn found(
    wanted: &Wanted,
    asked: Experiment,
    seed: u64,
) -> Result<(Study, Vec<Found>), DesignError> {
    let defaults = defaults("random", seed, GAMES);
    let mut study = wanted.study(asked, &Library::embedded(), &defaults)?;
    let sums = played(&mut study)?;
    let found = wanted.answers(&study, &sums);
    Ok((study, found))
}

/// How many games are won when they are played with a base.
fn won_with(plan: &Plan, base_hp: u32) -> usize {
    let mut plan = plan.clone();
    plan.rules.base_hp = base_hp as u16;
    let rows = rows(&plan, GAMES);
    rows.iter().filter(|row| row.won).count()
}

/// The base that is printed wins what was wanted when it is played with, and one less does not.
pub(super) fn target(seed: u64) -> Result<Check, DesignError> {
    let wanted = Wanted {
        wanted: vec![0.4, 0.6],
        varied: Varied::BaseHp,
    };
    let asked = Experiment {
        players: vec![2, 3],
        ..Experiment::default()
    };
    let (study, all) = found(&wanted, asked, seed)?;
    let mut figures = Figures::default();
    for found in &all {
        let at = study
            .design
            .strata
            .iter()
            .find(|at| at.players == found.players);
        let printed = found.row().value.parse::<u32>().unwrap_or(0);
        let least = found.wanted * GAMES as f64;
        if let Some(plan) = at.map(|at| &at.plans[0]) {
            let enough = won_with(plan, printed) as f64 >= least;
            figures.holds(&format!("{printed} HP are too few"), enough);
            let fewer = won_with(plan, printed.max(2) - 1) as f64;
            figures.holds(&format!("{printed} HP are too many"), fewer < least);
        }
    }
    figures.holds("not all bases were found", all.len() == 4);
    Ok(figures.check(
        "target, base",
        "games played with the base that was found win what was wanted",
    ))
}

pub(super) fn vary(seed: u64) -> Result<Check, DesignError> {
    let wanted = Wanted {
        wanted: vec![0.5],
        varied: Varied::parse("set.charger.power=1..4").map_err(DesignError::Usage)?,
    };
    let asked = Experiment {
        base: base(&[], Some(163)),
        ..Experiment::default()
    };
    let (study, all) = found(&wanted, asked, seed)?;
    let plans = &study.design.strata[0].plans;
    let wins: Vec<Vec<f64>> = plans
        .iter()
        .map(|plan| each(&rows(plan, GAMES), won))
        .collect();
    let off = |arm: &usize| (mean(&wins[*arm]) - 0.5).abs();
    let best = (0..wins.len()).min_by(|a, b| off(a).total_cmp(&off(b)));
    let mut figures = Figures::default();
    for found in &all {
        figures.holds("another value is closer", found.nearest == best);
        for (arm, point) in found.points.iter().enumerate() {
            figures.is(&point.value, Some(point.win_rate.value), mean(&wins[arm]));
            if let Some(best) = best.filter(|best| *best != arm) {
                let apart = mean(&minus(&wins[arm], &wins[best]));
                let difference = point.difference.map(|one| one.value);
                figures.is(
                    &format!("{} against the best", point.value),
                    difference,
                    apart,
                );
            }
        }
    }
    Ok(figures.check(
        "target, values",
        "win rates of values and their differences are those of the rows",
    ))
}
