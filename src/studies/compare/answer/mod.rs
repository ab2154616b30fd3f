//! The answer of a comparison, and what the answers of all studies that compare arms share.

mod gifts;
mod ladder;
mod pictures;
mod scan;
mod sections;
mod sentences;
#[cfg(test)]
mod tests;

pub use pictures::{TONES, forest};
pub use sentences::explained;

use super::design::Design;
use super::explain::Explanation;
use super::measure::{Amount, Measure};
use super::results::{Agreement, Difference, Results};
use super::scan::Scan;
use super::stop::{EarlyStop, Ending, StopRule};
use super::sums::StratumSums;
use crate::learn::adapt::Budget;
use answers::{Answer, Column, Game, Grid, Number, Section, Tone, Unit, counted, grouped};
use cards::CardSet;
use cards::words::Word;
use runs::sim::stop::LEVEL;
use statistics::Estimate;
use statistics::verdict::{Margin, Verdict};
use std::collections::BTreeSet;

/// More arms than this are shown only if they matter, or on request.
const MOST_ROWS: usize = 12;

impl Measure {
    /// A value of the measure.
    pub fn figure(self, estimate: &Estimate) -> Number {
        Number::of(estimate, self.size_unit())
    }

    /// How sizes of differences are written, without a sign.
    pub fn size_unit(self) -> Unit {
        if self.is_rate() {
            Unit::Share
        } else {
            Unit::Amount
        }
    }

    /// A difference of the measure.
    pub fn change(self, estimate: &Estimate) -> Number {
        Number::of(estimate, self.change_unit())
    }

    /// How differences of the measure are written.
    pub fn change_unit(self) -> Unit {
        if self.is_rate() {
            Unit::Points
        } else {
            Unit::Change
        }
    }

    /// The name of an axis of differences.
    pub fn change_axis(self) -> String {
        format!("difference: {}, {}", self.title(), self.unit())
    }
}

/// What a difference says.
pub fn tone(difference: &Difference) -> Tone {
    tone_of(difference.verdict)
}

/// What a verdict says.
pub fn tone_of(verdict: Option<Verdict>) -> Tone {
    match verdict {
        Some(Verdict::Better) => Tone::Better,
        Some(Verdict::Worse) => Tone::Worse,
        Some(Verdict::Equivalent) => Tone::Same,
        Some(Verdict::Inconclusive) | None => Tone::Unclear,
    }
}

/// A comparison that has been played, for its answer.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    /// What was compared.
    pub design: &'a Design,
    /// When playing ends.
    pub stop: &'a StopRule,
    /// What came out.
    pub results: &'a Results,
    /// What the games add up to.
    pub sums: &'a [StratumSums],
    /// How it ended.
    pub ending: Ending,
}

impl<'a> Played<'a> {
    /// The answer of `compare`.
    pub fn answer(&self, explanations: &[Explanation], scan: Option<&Scan>) -> Answer {
        let mut answer = self.begin("compare");
        answer.headline = self.sentences();
        if let Some(scan) = scan {
            answer.section(self.scan_section(scan));
        }
        self.add_strata(&mut answer, scan.is_some());
        answer.sections.extend(self.adaptations());
        answer.headline.extend(self.luck());
        answer.headline.extend(self.disagreements());
        answer
            .sections
            .extend(explanations.iter().map(|one| self.explained(one)));
        answer.games = explanations
            .iter()
            .take(2)
            .flat_map(|one| self.flips(one))
            .collect();
        answer.notes = self.notes();
        answer
    }

    /// An answer that says what was played.
    pub fn begin(&self, study: &str) -> Answer {
        let design = self.design;
        let title = match design.title.is_empty() {
            true => design.name.clone(),
            false => design.title.clone(),
        };
        let mut answer = Answer::new(study, title);
        answer.complete = self.ending != Ending::Interrupted;
        answer.ending = self.ending.word().into();
        if !answer.complete {
            answer.warnings.push("INTERRUPTED: incomplete".into());
        }
        answer.warnings.extend(design.warnings());
        answer.reproduce.facts = self.facts();
        answer
    }

    fn facts(&self) -> Vec<(String, String)> {
        let design = self.design;
        let played = design.strata[0].plans[0].configuration();
        let settings: Vec<String> = design.strata.iter().map(|one| one.label()).collect();
        let margin = (design.margin > Margin::NONE).then(|| ("Margin", self.margin_text()));
        let facts = [
            ("Cards", played.cards),
            ("Card data", played.cards_fingerprint),
            ("Settings", settings.join("; ")),
            ("Seed", design.seed.to_string()),
            ("Games of each arm, at most", grouped(self.stop.games)),
            ("Measure", design.measure.title().into()),
            ("Simultaneous comparisons", design.family().to_string()),
        ];
        let facts = facts.into_iter().chain(margin);
        facts
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    }

    /// The name of an arm, with the names of cards.
    pub fn name(&self, arm: usize) -> String {
        let cards = &self.design.strata[0].plans[0].cards;
        shown_name(&self.design.arms[arm].name, cards)
    }

    /// The margin with its unit.
    pub fn margin_text(&self) -> String {
        let measure = self.design.measure;
        let margin = Amount::from_margin(self.design.margin, measure);
        match measure.is_rate() {
            true => margin.to_string(),
            false => format!("{margin} {}", measure.unit()),
        }
    }

    /// All games that were played.
    pub fn games_played(&self) -> String {
        let games = self.sums.iter().map(StratumSums::played).sum();
        format!("{} played", counted(games, "game"))
    }

    /// The change in a measure, in the deciding one with the interval that the verdict comes from.
    fn change(&self, difference: &Difference) -> Number {
        difference.measure.change(&difference.judged())
    }

    fn notes(&self) -> Vec<String> {
        let (design, measure) = (self.design, self.design.measure);
        let together = self.together("comparisons");
        let settled = match (self.ending, self.stop.settles) {
            (_, EarlyStop::Never) | (Ending::Interrupted, _) => None,
            (Ending::Settled, _) => Some("every arm was settled before its last game"),
            (Ending::AllPlayed, _) => Some("not every arm was settled after all games"),
        };
        let first = format!(
            "baseline {}, {}, margin {}; {together} at {:.0}%; ± are {}",
            design.arms[0].name,
            design.seeds(),
            self.margin_text(),
            100.0 * LEVEL.value(),
            self.results.looks.text()
        );
        let shown = std::iter::once(measure).chain(self.beside(0));
        let mut notes = vec![self.games_played(), first];
        notes.extend(settled.map(String::from));
        notes.extend(shown.filter_map(explained));
        notes.extend(self.who_looks_at_base());
        notes.extend(self.capped());
        notes
    }

    /// For how many of them verdicts hold at once.
    fn together(&self, what: &str) -> String {
        match self.design.family() {
            1 => "the verdict holds".to_string(),
            count => format!("verdicts hold simultaneously for all {count} {what}"),
        }
    }

    /// Up to which error something was played, if one was wanted.
    pub fn precision(&self, what: &str) -> Option<String> {
        let EarlyStop::Precision(target) = self.stop.settles else {
            return None;
        };
        let measure = self.design.measure;
        Some(format!(
            "{what} was played until its error was at most {} of {}",
            Amount::from_target(target, measure),
            measure.word()
        ))
    }

    /// Says which policies look at the base, so that figures for other bases hold only about.
    fn who_looks_at_base(&self) -> Option<String> {
        let plans = self.design.strata.iter().flat_map(|stratum| &stratum.plans);
        let looking = plans.filter(|plan| plan.policy.looks_at_base());
        let names: BTreeSet<String> = looking
            .map(|plan| format!("`{}`", plan.policy.name()))
            .collect();
        let (verb, whose) = match names.len() {
            0 => return None,
            1 => ("looks", "its"),
            _ => ("look", "their"),
        };
        let names: Vec<String> = names.into_iter().collect();
        Some(format!(
            "{} {verb} at the base, so {whose} figures for other bases are approximate",
            names.join(", ")
        ))
    }

    /// Says how many games reached the cap of damage, if any did.
    pub fn capped(&self) -> Option<String> {
        let arms = |sums: &StratumSums| sums.arms.iter().map(|pair| pair.capped).sum::<u64>();
        let capped: u64 = self
            .sums
            .iter()
            .map(|sums| sums.baseline.capped + arms(sums))
            .sum();
        (capped > 0).then(|| {
            let games = counted(capped, "game");
            format!("{games} reached the cap of damage; means use the capped value")
        })
    }

    /// What the adjustment for luck has gained, if it was made.
    pub fn luck(&self) -> Option<String> {
        if !self.design.adjusts_for_luck() {
            return None;
        }
        let mut gains: Vec<f64> = self
            .results
            .primary()
            .filter_map(|one| one.luck_gain)
            .collect();
        gains.sort_by(f64::total_cmp);
        Some(match (gains.first(), gains.last()) {
            (Some(least), Some(most)) => format!(
                "Adjusted for the luck of the draw: intervals of {} are as narrow as with {:.1} \
                 times as many games with pairing alone ({least:.1} to {most:.1}).",
                self.design.measure.title(),
                gains[gains.len() / 2]
            ),
            _ => "Not adjusted for the luck of the draw: too few games differ.".into(),
        })
    }

    /// What depends on the policy.
    pub fn disagreements(&self) -> Vec<String> {
        let all = self.results.primary();
        let all = all.filter_map(|one| Some((one.agreement?, self.name(one.arm))));
        disagreements(
            "Policies clearly disagree on the sign",
            &all.collect::<Vec<_>>(),
        )
    }

    /// The effect of every arm without and with adaptation, where there is any.
    pub fn adaptations(&self) -> Vec<Section> {
        let design = self.design;
        let adapted = (1..design.strata.len())
            .filter(|stratum| !design.strata[*stratum].adaptations.is_empty());
        let sections = adapted.map(|stratum| {
            let columns = [
                Column::words("arm"),
                Column::numbers("as they are").halves(),
                Column::numbers("adapted").halves(),
            ];
            let mut grid = Grid::new(columns);
            for arm in 1..design.arms.len() {
                let effect = |stratum| {
                    let one = self.results.difference(stratum, arm, design.measure);
                    one.map(|one| self.change(one))
                };
                let name = self.name(arm);
                grid.row([
                    name.into(),
                    effect(stratum - 1).into(),
                    effect(stratum).into(),
                ]);
            }
            let label = design.strata[stratum - 1].label();
            Section::new(format!("Without and with adaptation: {label}"))
                .grid(grid)
                .note(format!(
                    "Adapted players have trained their value on {} games of each arm, with \
                     separate luck. These intervals do not include the luck of training.",
                    Budget::USUAL.games
                ))
        });
        sections.collect()
    }

    /// A game that ended differently, under the baseline and under the arm.
    fn flips(&self, one: &Explanation) -> Vec<Game> {
        let games = ["the baseline", "the arm"].into_iter().zip(&one.replays);
        let games = games.map(|(who, arguments)| Game {
            what: format!("Game {} ended differently: under {who}", one.game),
            arguments: arguments.clone(),
        });
        games.collect()
    }
}

/// Says which of some things depend on the policy.
pub fn disagreements(opposed: &str, all: &[(Agreement, String)]) -> Vec<String> {
    let kinds = [
        (Agreement::Opposed, opposed),
        (
            Agreement::Differ,
            "The effect clearly differs in size between policies",
        ),
        (
            Agreement::Unclear,
            "Policies differ in sign, but not clearly",
        ),
    ];
    let said = kinds.into_iter().filter_map(|(agreement, text)| {
        let concerned = all.iter().filter(|(judged, _)| *judged == agreement);
        let names: BTreeSet<&str> = concerned.map(|(_, name)| name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        (!names.is_empty()).then(|| format!("{text}: {}.", names.join(", ")))
    });
    said.collect()
}

/// The name of an arm that is named after its changes, with the names of cards instead of their
/// ids: `prowler.hp=4` is "Prowler hp=4".
pub fn shown_name(name: &str, cards: &CardSet) -> String {
    let pieces = name.split(',').map(|piece| {
        let plain = piece.trim();
        let plain = plain.strip_prefix("set.").unwrap_or(plain);
        let found = plain.split_once('.').and_then(|(id, change)| {
            let kind = cards.kinds.iter().find(|kind| kind.id == id)?;
            Some(format!("{} {change}", kind.name))
        });
        found
            .filter(|_| plain.contains('='))
            .unwrap_or(piece.into())
    });
    pieces.collect::<Vec<_>>().join(",")
}

/// A number without needless digits.
fn neat(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_string()
}
