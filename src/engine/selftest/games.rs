//! The games that the checks are made on.

use crate::analysis::paired::PairedMoments;
use crate::analysis::verdict::Margin;
use crate::cards::load::Library;
use crate::compare::design::Defaults;
use crate::compare::sums::Ended;
use crate::compare::{Changes, Design, DesignError, Experiment, NamedChanges};
use crate::observe::tally::Tally;
use crate::sim::game::Tabletop;
use crate::sim::plan::Plan;
use rayon::prelude::*;

/// Games played in one go by a thread.
const CHUNK: u64 = 500;

/// A copy of a card under another name in place of the card itself.
const TWIN: &str = "[charger]\nremove = true\n\n[[card]]\nid = \"zealot\"\nname = \"Zealot\"\n\
                    like = \"charger\"\ncopies = 3\n";

/// Variants of a base, the base itself first.
fn plans(
    library: &Library,
    base: &str,
    arms: &[&str],
    seed: u64,
) -> Result<Vec<Plan>, DesignError> {
    let read = |text: &str| {
        let read = Changes::parse_arm("arm", text);
        read.map(|(name, changes)| NamedChanges { name, changes })
    };
    let wrong = |error: crate::cards::load::Faults| DesignError::Faults(error);
    let experiment = Experiment {
        base: read(base).map_err(wrong)?.changes,
        arms: arms
            .iter()
            .map(|arm| read(arm))
            .collect::<Result<_, _>>()
            .map_err(wrong)?,
        ..Experiment::default()
    };
    let defaults = Defaults {
        policy: "random".into(),
        margin: Margin::ONE_PERCENT,
        seed,
        games: 1,
    };
    let mut design = Design::resolve(&experiment, library, &defaults)?;
    Ok(design.strata.swap_remove(0).plans)
}

/// How the first games of a plan end.
fn play(plan: &Plan, games: u64) -> Vec<Ended> {
    let chunks = (0..games.div_ceil(CHUNK)).into_par_iter();
    let chunks = chunks.map(|chunk| {
        let mut tally = Tally::new(&plan.cards);
        let mut table = Tabletop::new(plan);
        let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(games);
        let ended = range.map(|game| Ended::from(table.play(game, &mut tally)));
        ended.collect::<Vec<_>>()
    });
    chunks.collect::<Vec<_>>().concat()
}

fn pairs(plans: &[Plan], games: u64) -> Vec<(Ended, Ended)> {
    let (a, b) = (play(&plans[0], games), play(&plans[1], games));
    a.into_iter().zip(b).collect()
}

/// A variant and the same again.
pub(super) fn twins(seed: u64, games: u64) -> Result<Vec<(Ended, Ended)>, DesignError> {
    let base = "base:policy=random,players=2";
    let plans = plans(&Library::embedded(), base, &["same:players=2"], seed)?;
    Ok(pairs(&plans, games))
}

/// One variant on two master seeds.
pub(super) fn two_seeds(seed: u64, games: u64) -> Result<(Vec<Ended>, Vec<Ended>), DesignError> {
    let variant = |seed| plans(&Library::embedded(), "base:policy=random", &[], seed);
    let other = seed ^ 0x5eed_0000_0000;
    Ok((
        play(&variant(seed)?[0], games),
        play(&variant(other)?[0], games),
    ))
}

/// What more power does to the base damage of a training game: for a card, and for its
/// renamed twin.
pub(super) fn twin_cards(
    seed: u64,
    games: u64,
) -> Result<(PairedMoments, PairedMoments), DesignError> {
    let plain = Library::embedded();
    let renamed = Library::embedded().with_patch("twin", TWIN);
    let effect = |library: &Library, card: &str| {
        let arm = format!("tough:set.{card}.power=5");
        let base = "base:policy=random,difficulty=training";
        let plans = plans(library, base, &[&arm], seed)?;
        let mut moments = PairedMoments::default();
        for (a, b) in pairs(&plans, games) {
            moments.record(a.base_damage, b.base_damage);
        }
        Ok::<_, DesignError>(moments)
    };
    Ok((effect(&plain, "charger")?, effect(&renamed, "zealot")?))
}

/// The two enemy deployments on the same luck.
pub(super) fn deployments(seed: u64, games: u64) -> Result<Vec<(Ended, Ended)>, DesignError> {
    let arm = "onslaught:deployment=onslaught";
    let plans = plans(&Library::embedded(), "base:policy=random", &[arm], seed)?;
    Ok(pairs(&plans, games))
}
