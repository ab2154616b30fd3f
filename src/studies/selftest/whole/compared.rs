//! Simulate, compare, ladder and merge.

use super::super::Check;
use super::super::rows::{
    Figures, each, endurance, is_capped, mean, minus, needed, needed_each, rows, standard_error,
    variance,
};
use super::{GAMES, MEASURES, arms, base, defaults, lasted, played, printed, share};
use crate::compare::calibrate::{OTHER_SEED, Preparation};
use crate::compare::ladder::Ladder;
use crate::compare::measure::PER_PLAYER;
use crate::compare::play::{Silent, State, play};
use crate::compare::results::Difference;
use crate::compare::store::Pooled;
use crate::compare::sums::StratumSums;
use crate::compare::tables::differences_table;
use crate::compare::{
    Changes, Design, DesignError, EarlyStop, Experiment, Measure, NamedChanges, Results, StopRule,
    Study,
};
use cards::load::Library;
use cards::words::Word;
use runs::sim::batch::play_chunk;
use runs::sim::plan::Plan;
use runs::sim::results::summary;
use runs::sim::{Shard, SimError};
use statistics::looks::Look;
use statistics::verdict::Verdict;

/// The planned games of a comparison that stops early.
const PLANNED: u64 = 3000;
/// z of 95% at the planned look, alone and shared by three comparisons, and the least z at an early
/// look at less than a sixteenth of the planned games. From tables of the normal distribution.
const Z_PLANNED: f64 = 2.138206340599865;
const Z_OF_THREE: f64 = 2.548029423931793;
const Z_EARLY: f64 = 3.9500802337461303;
/// z of 95% after games were raised once.
const Z_RAISED: f64 = 2.734368786533176;
/// By how much an interval may be wider than its z, for the pairs that are imagined.
const IMAGINED: f64 = 1.1;

pub(super) fn simulate(seed: u64) -> Result<Check, DesignError> {
    let mut figures = Figures::default();
    for players in [2, 3] {
        let mut plan = Plan::built_in("random", players, GAMES)?;
        (plan.seed, plan.plays_on, plan.rules.base_hp) = (seed, true, 163);
        let rows = rows(&plan, GAMES);
        let lines = summary(&play_chunk(&plan, 0..GAMES).totals, Look::Planned);
        for (measure, value) in MEASURES {
            let line = lines.iter().find(|line| {
                line.measure == measure.word() && ["rate", "mean"].contains(&line.statistic)
            });
            let estimate = line.and_then(|line| line.estimate);
            let plain = match measure {
                // Of all players together.
                Measure::NeededHp => mean(&each(&rows, needed)),
                _ => mean(&each(&rows, value)),
            };
            let name = format!("{}, {players} players", measure.word());
            figures.is(&name, estimate.map(|one| one.value), plain);
        }
        figures.holds("some games are won", share(&rows, |row| row.won) > 0.0);
    }
    Ok(figures.check(
        "simulate, figures",
        "the figures of `simulate` are those of its rows",
    ))
}

/// Four players who play at random: some of their games reach the cap.
fn of_four(seed: u64) -> Result<Study, DesignError> {
    let same = NamedChanges {
        name: "same".into(),
        changes: Changes::default(),
    };
    let others = arms(&["hp:set.charger.hp=9", "power:set.charger.power=5"])?;
    let experiment = Experiment {
        arms: [same].into_iter().chain(others).collect(),
        base: base(&[], Some(60)),
        players: vec![4],
        ..Experiment::default()
    };
    let defaults = defaults("random", seed, GAMES);
    let design = Design::resolve(&experiment, &Library::embedded(), &defaults)?;
    Ok(Study::new(design, StopRule::fixed(GAMES)))
}

pub(super) fn compare(seed: u64) -> Result<Check, DesignError> {
    let mut study = of_four(seed)?;
    let sums = played(&mut study)?;
    let results = Results::new(&study.design, &sums, study.stop.looks());
    let table = differences_table(&study.design, &results, &sums).map_err(SimError::from)?;
    let plans = &study.design.strata[0].plans;
    let baseline = rows(&plans[0], GAMES);
    let mut figures = Figures::default();
    for (arm, name) in [(1, "same"), (2, "hp"), (3, "power")] {
        let changed = rows(&plans[arm], GAMES);
        for (measure, value) in MEASURES {
            let of = |column| {
                printed(
                    &table,
                    &[("arm", name), ("measure", measure.word())],
                    column,
                )
            };
            let [a, b] = [each(&baseline, value), each(&changed, value)];
            let pairs = minus(&b, &a);
            let label = |what: &str| format!("{name}, {}, {what}", measure.word());
            figures.is(&label("difference"), of("difference"), mean(&pairs));
            if measure == Measure::WinRate {
                let only = pairs.iter().filter(|one| **one > 0.0).count();
                figures.is(&label("only arm"), of("only_arm_won"), only as f64);
                continue;
            }
            let error = standard_error(&pairs);
            figures.is(&label("error"), of("standard_error"), error);
            if arm == 1 {
                figures.is(&label("p"), of("p_value"), 1.0);
                continue;
            }
            let gain = (variance(&a) + variance(&b)) / variance(&pairs);
            figures.is(&label("gain"), of("pairing_gain"), gain);
            let tell = GAMES as f64 * (1.959963984540054 * error / mean(&pairs)).powi(2);
            figures.is(&label("games to tell"), of("games_to_tell"), tell.ceil());
            let width = |low, high| Some((of(high)? - of(low)?) / 2.0 / error);
            let alone = width("low", "high").unwrap_or(f64::NAN) / Z_PLANNED;
            figures.holds(&label("interval"), (0.99..IMAGINED).contains(&alone));
            if measure == Measure::Endurance {
                let all = width("family_low", "family_high").unwrap_or(f64::NAN) / Z_OF_THREE;
                figures.holds(&label("family"), (0.99..IMAGINED).contains(&all));
            }
        }
        let capped = changed.iter().filter(|row| is_capped(row)).count();
        figures.is(
            "capped",
            Some(sums[0].arms[arm - 1].capped as f64),
            capped as f64,
        );
    }
    let capped = baseline.iter().filter(|row| is_capped(row)).count();
    figures.is(
        "capped",
        Some(sums[0].baseline.capped as f64),
        capped as f64,
    );
    figures.holds("no game reaches the cap", capped > 0);
    let verdict = results.difference(0, 1, Measure::Endurance);
    let verdict = verdict.and_then(|one| one.verdict);
    figures.holds(
        "an arm without a change is easier or harder",
        matches!(verdict, Some(Verdict::Equivalent | Verdict::Inconclusive)),
    );
    Ok(figures.check(
        "compare, figures",
        "the figures of `compare` are those of its rows",
    ))
}

/// An arm that is settled early: its interval pays for the look.
pub(super) fn early(seed: u64) -> Result<Check, DesignError> {
    let experiment = Experiment {
        arms: arms(&["far:base-hp=400"])?,
        ..Experiment::default()
    };
    let defaults = defaults("random", seed, PLANNED);
    let design = Design::resolve(&experiment, &Library::embedded(), &defaults)?;
    let mut study = Study::new(design, StopRule::new(PLANNED, EarlyStop::Verdict));
    let sums = played(&mut study)?;
    let results = Results::new(&study.design, &sums, study.stop.looks());
    let mut figures = Figures::default();
    if let Some(one) = results.primary().next() {
        let plans = &study.design.strata[0].plans;
        let [a, b] = [0, 1].map(|arm: usize| each(&rows(&plans[arm], one.games), lasted));
        let pairs = minus(&b, &a);
        figures.holds("it is not settled early", one.games * 16 < PLANNED);
        figures.holds("it is not easier", one.verdict == Some(Verdict::Better));
        figures.is("difference", Some(one.estimate.value), mean(&pairs));
        let half = one.estimate.interval.half_width();
        let z = half / standard_error(&pairs);
        figures.holds(
            "the interval does not pay for an early look",
            z > 0.99 * Z_EARLY,
        );
    }
    Ok(figures.check(
        "compare, early",
        "an arm that is settled early has the interval of that look",
    ))
}

pub(super) fn ladder(seed: u64) -> Result<Check, DesignError> {
    let ladder = Ladder {
        policies: ["pass", "random", "greedy"].map(String::from).into(),
        players: vec![1],
        base: Changes::default(),
        search_games: GAMES,
        measure: Measure::Endurance,
    };
    let design = ladder.design(&Library::embedded(), &defaults("random", seed, GAMES))?;
    let mut study = Study::new(design, StopRule::fixed(GAMES));
    let sums = played(&mut study)?;
    let plans = &study.design.strata[0].plans;
    let rungs: Vec<Vec<f64>> = plans
        .iter()
        .map(|plan| each(&rows(plan, GAMES), endurance))
        .collect();
    let mut figures = Figures::default();
    let results = Results::new(&study.design, &sums, study.stop.looks());
    for one in results.primary() {
        let plain = mean(&minus(&rungs[one.arm], &rungs[one.arm - 1]));
        figures.is("step", Some(one.estimate.value), plain);
    }
    Ok(figures.check(
        "ladder, figures",
        "each rung is compared with the one below it",
    ))
}

/// The shards of a comparison, merged, and two seeds.
pub(super) fn merge(seed: u64) -> Result<Check, DesignError> {
    let mut study = of_four(seed)?;
    study.stop.games = 101;
    let whole = played(&mut study)?;
    let mut merged = State::new(&study).sums;
    for number in [2, 3, 1] {
        let mut state = State::new(&study).of_shard(Some(Shard { number, count: 3 }));
        play(&study, 1, &mut state, &Silent::default(), &mut |_| Ok(()))?;
        for (all, part) in merged.iter_mut().zip(&state.sums) {
            all.add(part, &study.contrasts);
        }
    }
    let figures_of = |sums: &[StratumSums]| -> Vec<Option<f64>> {
        let results = Results::new(&study.design, sums, study.stop.looks());
        let value = |one: &Difference| Some(one.estimate.value);
        results.differences.iter().map(value).collect()
    };
    let mut figures = Figures::default();
    for (one, other) in figures_of(&merged).into_iter().zip(figures_of(&whole)) {
        figures.is("difference", one, other.unwrap_or(f64::NAN));
    }
    two_seeds(seed, &mut figures)?;
    Ok(figures.check(
        "merge, figures",
        "shards, merged, give the figures of the whole, and two seeds those of all their rows",
    ))
}

/// The same question on two seeds: the second was played after a look at the first.
fn two_seeds(seed: u64, figures: &mut Figures) -> Result<(), DesignError> {
    let mut studies = [of_four(seed)?, of_four(seed.wrapping_add(1))?];
    let mut runs = Vec::new();
    for study in &mut studies {
        let sums = played(study)?;
        runs.push((&*study, sums));
    }
    let pooled = Pooled::of(runs);
    let design = &studies[0].design;
    let results = Results::new(design, &pooled.state.sums, pooled.stop.looks());
    let rows_of = |arm: usize| -> Vec<f64> {
        let plans = studies
            .iter()
            .map(|study| &study.design.strata[0].plans[arm]);
        let values = plans.map(|plan| each(&rows(plan, GAMES), endurance));
        values.flatten().collect()
    };
    let pairs = minus(&rows_of(3), &rows_of(0));
    let found = results.difference(0, 3, Measure::Endurance);
    let estimate = found.map(|one| one.estimate);
    figures.is("two seeds", estimate.map(|one| one.value), mean(&pairs));
    let half = estimate.map_or(f64::NAN, |one| one.interval.half_width());
    let z = half / standard_error(&pairs) / Z_RAISED;
    figures.holds(
        "the second seed does not pay for its look",
        (0.99..IMAGINED).contains(&z),
    );
    Ok(())
}

/// The base at which win rates are shown comes from games of another seed.
pub(super) fn calibrate(seed: u64) -> Result<Check, DesignError> {
    const CALIBRATING: u64 = 2000;
    let mut figures = Figures::default();
    for (players, win_rate) in [(1, 0.4), (1, 0.2), (2, 0.4), (2, 0.7)] {
        let experiment = Experiment {
            arms: arms(&["hp:set.charger.hp=9"])?,
            players: vec![players],
            ..Experiment::default()
        };
        let defaults = defaults("random", seed, 20);
        let design = Design::resolve(&experiment, &Library::embedded(), &defaults)?;
        let mut study = Study::new(design, StopRule::fixed(20));
        study.prepares = Some(Preparation::Calibrate(win_rate));
        study.prepare(1, &Silent::default())?;
        let at = &study.design.strata[0];
        let mut plan = at.plans[0].clone();
        plan.seed = plan.seed.wrapping_add(OTHER_SEED);
        let mut needed = each(&rows(&plan, CALIBRATING), needed_each);
        needed.sort_by(f64::total_cmp);
        let place = (win_rate * CALIBRATING as f64).ceil() as usize;
        let plain = needed[place - 1].ceil();
        let base = at
            .calibrated
            .map(|one| f64::from(one.base) / f64::from(PER_PLAYER));
        figures.is(&format!("base for {win_rate}"), base, plain);
    }
    Ok(figures.check(
        "calibration",
        "win rates are shown at a base from games with another seed",
    ))
}
