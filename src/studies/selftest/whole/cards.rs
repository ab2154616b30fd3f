//! Rank and card, with a rigged card and one that nobody can buy.

use super::super::Check;
use super::super::rows::{Figures, each, endurance, mean, minus, rows, standard_error};
use super::{GAMES, base, defaults, played, share};
use crate::card;
use crate::card::fair::Role;
use crate::card::findings::Findings;
use crate::compare::{DesignError, EarlyStop, Experiment, Measure, Results, StopRule};
use crate::rank::design::{Method, Question as Ranked, Ranking};
use crate::rank::results::Results as Ranks;
use cards::load::Library;
use statistics::verdict::Verdict;

/// A rigged enemy comes first, a card that nobody can buy has no rank.
pub(super) fn rank(seed: u64) -> Result<Check, DesignError> {
    let rigged = ["swarmer.power=12", "swarmer.hp=12", "daedalus.cost=90"];
    let question = Ranked {
        asked: Experiment {
            base: base(&rigged, None),
            ..Experiment::default()
        },
        cards: ["swarmer", "charger", "smoker", "daedalus"]
            .map(String::from)
            .into(),
        methods: vec![Method::Ablation],
        ..Ranked::default()
    };
    let library = Library::embedded();
    let (design, ranking) = Ranking::new(&question, &library, &defaults("greedy", seed, GAMES))?;
    let stop = StopRule::new(GAMES, EarlyStop::Rank(None));
    let mut study = ranking.study(design, stop);
    let sums = played(&mut study)?;
    let comparison = Results::new(&study.design, &sums, stop.looks());
    let ranks = Ranks::new(&study, &ranking, &comparison, &sums);
    let plans = &study.design.strata[0].plans;
    let baseline = rows(&plans[0], GAMES);
    let mut figures = Figures::default();
    for (subject, card) in ranking.subjects.iter().enumerate() {
        let effect = ranks.effect(0, subject, Method::Ablation, Measure::Endurance);
        let arm = ranking.arm(subject, Method::Ablation);
        if let (Some(effect), Some(arm)) = (effect, arm) {
            let without = each(&rows(&plans[arm], effect.found.games), endurance);
            let pairs = minus(&each(&baseline, endurance), &without);
            let estimate = Some(effect.found.estimate.value);
            figures.is(&format!("effect of {}", card.id), estimate, mean(&pairs));
            let error = standard_error(&pairs);
            figures.is(
                &format!("error of {}", card.id),
                effect.found.standard_error,
                error,
            );
        }
        let met = share(&baseline[..sums[0].games as usize], |row| {
            row.seen.in_play.contains(card.kind)
        });
        let shares = ranks.shares[0].get(subject);
        figures.is(
            &format!("{} met", card.id),
            shares.map(|one| one.in_play),
            met,
        );
    }
    let id = |subject: usize| ranking.subjects[subject].id.as_str();
    let first = ranks.places.first();
    let is_rigged = first.is_some_and(|one| {
        id(one.subject) == "swarmer" && one.set.worst == 1 && one.matters == Verdict::Better
    });
    figures.holds("the rigged enemy is not the first", is_rigged);
    let unjudged = ranks.not_judged(&ranking, 0);
    let unjudged: Vec<&str> = unjudged.into_iter().map(id).collect();
    figures.holds(
        "a card that nobody can buy is ranked",
        unjudged == ["daedalus"],
    );
    Ok(figures.check(
        "rank, figures",
        "a rigged enemy is the first; effects are those of the rows",
    ))
}

/// A rigged card is strong, and its peers are on average as good as their average.
pub(super) fn card(seed: u64) -> Result<Check, DesignError> {
    let question = card::Question {
        asked: Experiment {
            base: base(&["ranger.power=30", "ranger.hp=30"], None),
            ..Experiment::default()
        },
        cards: vec!["ranger".into()],
        with: vec!["hercules".into()],
        parts: vec![card::Part::Fair],
        copies: 3,
        ..card::Question::default()
    };
    let library = Library::embedded();
    let (mut study, sheet) =
        card::Sheet::new(&question, &library, &defaults("greedy", seed, GAMES))?;
    let sums = played(&mut study)?;
    let findings = Findings::new(&study, &sheet, &sums, study.stop.looks());
    let plans = &study.design.strata[0].plans;
    let values = |arm: usize| each(&rows(&plans[arm], GAMES), endurance);
    let mut figures = Figures::default();
    for judged in &sheet.judgements {
        let peers = judged
            .variants
            .iter()
            .filter(|one| matches!(one.role, Role::Peer(_)));
        let peers: Vec<Vec<f64>> = peers.map(|one| values(one.arm)).collect();
        let of_peers = |game: usize| peers.iter().map(|peer| peer[game]).sum::<f64>();
        let average: Vec<f64> = (0..GAMES as usize)
            .map(|game| of_peers(game) / peers.len() as f64)
            .collect();
        for variant in &judged.variants {
            let name = judged.text(&variant.role);
            let rows = rows(&plans[variant.arm], GAMES);
            let pairs = minus(&each(&rows, endurance), &average);
            let found = judged.advantage(&findings, 0, &variant.role);
            figures.is(&name, found.map(|one| one.estimate.value), mean(&pairs));
            let kind = judged.card_of(&variant.role).kind;
            let bought = share(&rows, |row| row.seen.bought.contains(kind));
            let used = judged.used(&findings, 0, &variant.role);
            figures.is(&format!("{name}, bought"), used, bought);
        }
        let verdict = judged.verdict(&findings, 0);
        figures.holds(
            "the rigged card is not strong",
            verdict == Some(Verdict::Better),
        );
    }
    let arm = |name: &str| study.design.arms.iter().position(|arm| arm.name == name);
    for pair in &sheet.partners.pairs {
        let ids = [pair.first, pair.second].map(|card| sheet.partners.subjects[card].id.as_str());
        let names = [ids.join(" + "), ids[0].into(), ids[1].into()];
        let arms = names.map(|name| arm(&format!("3 more {name}")).unwrap_or(0));
        let [both, one, other] = arms.map(values);
        // What both do beyond the one, minus what the other does beyond nothing.
        let apart = minus(&minus(&both, &one), &minus(&other, &values(0)));
        let found = sheet.partners.synergy(&findings, 0, pair);
        figures.is("synergy", found.map(|one| one.estimate.value), mean(&apart));
        let error = found.and_then(|one| one.standard_error);
        figures.is("error of synergy", error, standard_error(&apart));
    }
    figures.holds("no pair was tried", sheet.partners.pairs.len() == 1);
    Ok(figures.check(
        "card, figures",
        "a rigged card is strong; advantages, synergies and shares are those of the rows",
    ))
}
