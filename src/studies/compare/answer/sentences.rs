//! The answer of a comparison in sentences.

use super::{Played, neat};
use crate::compare::design::BASE;
use crate::compare::measure::{Amount, Measure};
use crate::compare::results::{Agreement, Difference};
use crate::compare::tables::verdict_word;
use answers::{grouped, listed};
use runs::sim::measure::ENDURANCE_BASES;
use statistics::precision::rounded_up;
use statistics::verdict::Verdict;

/// More arms than this are counted, not listed.
const MOST_ARMS: usize = 6;
/// How many of the largest effects are named where arms are counted.
const LARGEST: usize = 3;
/// A number of games that nobody would play.
const MOST_GAMES: f64 = 1e8;

impl Played<'_> {
    /// The sentences, the most important first.
    pub(super) fn sentences(&self) -> Vec<String> {
        let arms = self.design.arms.len() - 1;
        let mut all = if arms <= MOST_ARMS {
            (1..=arms).map(|arm| self.of_arm(arm)).collect()
        } else {
            self.counted()
        };
        all.extend(self.blind());
        all
    }

    fn judged(&self, arm: usize) -> Vec<&Difference> {
        let all = self.results.primary();
        all.filter(|one| one.arm == arm).collect()
    }

    /// What an arm is compared with, in a sentence.
    fn reference(&self, one: &Difference) -> String {
        let reference = self.design.reference(one.arm);
        let stratum = &self.design.strata[one.stratum];
        let name = self.name(reference);
        match stratum.differs_in_policy_alone(reference, one.arm) {
            _ if name != BASE => name,
            true => stratum.plans[reference].policy.name(),
            false => "the game without the change".into(),
        }
    }

    /// Whether it compares policies alone, so that the game is the same.
    fn is_of_policies(&self, one: &Difference) -> bool {
        let reference = self.design.reference(one.arm);
        self.design.strata[one.stratum].differs_in_policy_alone(reference, one.arm)
    }

    /// What is better or worse, and for whom.
    fn side(&self, one: &Difference, verdict: Verdict) -> String {
        let of_policies = self.is_of_policies(one);
        let whose = if of_policies { "" } else { " for the players" };
        verdict_word(verdict, of_policies).to_string() + whose
    }

    /// A verdict in words: for whom it is better or worse.
    fn words(&self, one: &Difference) -> String {
        match (one.verdict, self.direction(one)) {
            (Some(verdict @ (Verdict::Better | Verdict::Worse)), _) => self.side(one, verdict),
            (Some(Verdict::Equivalent), _) => "no different by enough to matter".into(),
            (Some(Verdict::Inconclusive), Some(verdict)) => format!(
                "{} for certain, perhaps by too little to matter",
                verdict_word(verdict, self.is_of_policies(one))
            ),
            (Some(Verdict::Inconclusive), None) => "not settled yet".into(),
            (None, _) => "without a verdict".into(),
        }
    }

    /// Whether a difference is for certain for the better, or for the worse.
    fn direction(&self, one: &Difference) -> Option<Verdict> {
        let gain = self.design.measure.gain();
        let interval = one.judged().times(gain).interval;
        match (interval.low > 0.0, interval.high < 0.0) {
            (true, _) => Some(Verdict::Better),
            (_, true) => Some(Verdict::Worse),
            _ => None,
        }
    }

    /// What an arm does, in one sentence, or two where there is one stratum.
    fn of_arm(&self, arm: usize) -> String {
        let judged = self.judged(arm);
        let name = self.name(arm);
        match judged.as_slice() {
            [] => format!("{name}: not played."),
            [one] => self.alone(one),
            several => {
                let places = self.places(several);
                if places.iter().any(|(_, all)| all.len() > 1) {
                    let with = |place: &str| match places.len() {
                        1 => String::new(),
                        _ => format!("with {place}, "),
                    };
                    let parts = places
                        .iter()
                        .map(|(place, all)| with(place) + &self.whoever_plays(all));
                    return format!("{name}: {}.", parts.collect::<Vec<_>>().join("; "));
                }
                let label = |one: &Difference| self.design.strata[one.stratum].label();
                let parts = self.by_words(several, label);
                let verdicts = match parts.as_slice() {
                    [(words, labels)] => format!("{words} in all {} settings", labels.len()),
                    _ => {
                        let parts = parts
                            .iter()
                            .map(|(words, labels)| format!("{words} with {}", labels.join(" / ")));
                        parts.collect::<Vec<_>>().join("; ")
                    }
                };
                format!("{name}: {verdicts} ({}).", self.range(several, "settings"))
            }
        }
    }

    /// Differences by what is said of them, each with the names of those it is said of.
    fn by_words(
        &self,
        several: &[&Difference],
        name: impl Fn(&Difference) -> String,
    ) -> Vec<(String, Vec<String>)> {
        let mut parts: Vec<(String, Vec<String>)> = Vec::new();
        for one in several {
            let words = self.words(one);
            match parts.iter_mut().find(|(known, _)| *known == words) {
                Some((_, names)) => names.push(name(one)),
                None => parts.push((words, vec![name(one)])),
            }
        }
        parts
    }

    /// Differences by the game they are played in, whoever plays it.
    fn places<'b>(&self, several: &[&'b Difference]) -> Vec<(String, Vec<&'b Difference>)> {
        let mut places: Vec<(String, Vec<&Difference>)> = Vec::new();
        for one in several {
            let place = self.design.strata[one.stratum].place();
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, all)) => all.push(one),
                None => places.push((place, vec![one])),
            }
        }
        places
    }

    /// For which policies an arm does what, in one game: opposed signs are never one sentence.
    fn whoever_plays(&self, all: &[&Difference]) -> String {
        let policy = |one: &Difference| {
            let name = self.design.strata[one.stratum].policy.as_deref();
            format!("`{}`", name.unwrap_or_default())
        };
        let sized = |one: &Difference| {
            let size = self.change(one).with_interval();
            format!("{} ({size})", policy(one))
        };
        let unit = self.design.measure.unit();
        let agreement = all.first().and_then(|one| one.agreement);
        if agreement == Some(Agreement::Opposed) {
            let parts = self.by_words(all, sized);
            let parts = parts
                .iter()
                .map(|(words, who)| format!("{words} with {}", listed(who)));
            return format!(
                "it depends on who plays: {}, in {unit}",
                parts.collect::<Vec<_>>().join("; ")
            );
        }
        let parts = self.by_words(all, policy);
        let verdicts = match parts.as_slice() {
            [(words, who)] if who.len() == 2 => format!("{words}, for both policies"),
            [(words, who)] => format!("{words}, for all {} policies", who.len()),
            _ => {
                let parts = parts
                    .iter()
                    .map(|(words, who)| format!("{words} with {}", listed(who)));
                parts.collect::<Vec<_>>().join("; ")
            }
        };
        let apart = clearest(all).filter(|_| agreement == Some(Agreement::Differ));
        match apart {
            Some([most, least]) => {
                let than = match all.len() {
                    2 => String::new(),
                    _ => format!(" than for {}", policy(least)),
                };
                let [more, less] = [most, least].map(|one| self.change(one).text());
                format!(
                    "{verdicts}; for {} more so{than} ({more} against {less} {unit}, clearly different)",
                    policy(most)
                )
            }
            _ => format!("{verdicts} ({})", self.range(all, "policies")),
        }
    }

    /// The range of several differences.
    fn range(&self, several: &[&Difference], between: &str) -> String {
        let values = several.iter().map(|one| one.estimate.value);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        let measure = self.design.measure;
        let precise = self.change(several[0]);
        let (low, high) = (precise.write(low), precise.write(high));
        format!("from {low} to {high} {} between {between}", measure.unit())
    }

    /// A single comparison.
    fn alone(&self, one: &Difference) -> String {
        let (name, measure) = (self.name(one.arm), self.design.measure);
        let reference = self.reference(one);
        let size = format!("{} {}", self.change(one).with_interval(), measure.unit());
        let margin = Amount::from_margin(self.design.margin, measure);
        let first = match one.verdict {
            Some(Verdict::Better | Verdict::Worse) => format!(
                "{name} is {} than {reference}: {} changes by {size}.",
                self.words(one),
                measure.title()
            ),
            Some(Verdict::Equivalent) => format!(
                "{name} makes no difference that matters: {} changes by {size}, which is within \
                 the margin of {margin}.",
                measure.title()
            ),
            Some(Verdict::Inconclusive) => {
                let title = measure.title();
                let first = match self.direction(one) {
                    None => format!(
                        "It is not settled whether {name} matters: {title} changes by {size}, and \
                         the margin is {margin}."
                    ),
                    Some(verdict) => format!(
                        "{name} is {} than {reference} for certain: {title} changes by {size}; \
                         whether by more than the margin of {margin} is open.",
                        self.side(one, verdict)
                    ),
                };
                first + &self.more_games(one)
            }
            None => format!("{name}: {} changes by {size}.", measure.title()),
        };
        // Only for a single arm; otherwise the table has it.
        match self.more(one) {
            beside if self.design.arms.len() == 2 && !beside.is_empty() => {
                format!("{first} {beside}")
            }
            _ => first,
        }
    }

    /// How many games would settle an open comparison, if the difference is as estimated.
    fn more_games(&self, one: &Difference) -> String {
        // At the look that comes after raising the games.
        let level = self.design.family_level();
        let [now, then] = [self.results.looks.of(one.games), self.stop.next_look()];
        let wider = then.level(level).z() / now.level(level).z();
        let games = one.games_to_settle(self.design.margin) * wider.powi(2);
        match games > one.games as f64 && games < MOST_GAMES {
            false => String::new(),
            true => format!(
                " About {} games would settle it: `--resume DIR --games N` adds them.",
                grouped(rounded_up(games))
            ),
        }
    }

    /// What else is reported of a single comparison.
    fn more(&self, one: &Difference) -> String {
        let stratum = &self.design.strata[one.stratum];
        let change = |measure: Measure| {
            if measure == self.design.measure {
                return None;
            }
            let found = self.results.difference(one.stratum, one.arm, measure)?;
            let change = self.change(found);
            (change.value != 0.0).then(|| change.with_interval())
        };
        let mut parts = Vec::new();
        let each = if stratum.players > 1 { " each" } else { "" };
        if let Some(text) = change(Measure::NeededHp) {
            parts.push(format!("the base needed to win changes by {text} HP{each}"));
        }
        if let (Some(text), Some(base)) = (change(Measure::WinRateAtBase), stratum.calibrated) {
            parts.push(format!(
                "with {} HP{each}, where about {:.0}% are won {}, the win rate by {text} points",
                neat(base.hp()),
                100.0 * base.win_rate,
                match self.name(0).as_str() {
                    BASE => "without the change".to_string(),
                    name => format!("with {name}"),
                },
            ));
        }
        if parts.is_empty() {
            String::new()
        } else {
            sentence(&parts.join("; "))
        }
    }

    /// How many comparisons have which verdict, and the largest effects.
    fn counted(&self) -> Vec<String> {
        let all: Vec<&Difference> = self.results.primary().collect();
        let mut counts: Vec<(String, usize)> = Vec::new();
        for one in &all {
            let words = self.words(one);
            match counts.iter_mut().find(|(known, _)| *known == words) {
                Some((_, count)) => *count += 1,
                None => counts.push((words, 1)),
            }
        }
        let parts = counts
            .iter()
            .map(|(words, count)| format!("{count} {words}"));
        let mut sentences = vec![format!(
            "Of {} comparisons: {}.",
            all.len(),
            parts.collect::<Vec<_>>().join(", ")
        )];
        let decided =
            |one: &&&Difference| matches!(one.verdict, Some(Verdict::Better | Verdict::Worse));
        let mut largest: Vec<&&Difference> = all.iter().filter(decided).collect();
        let size = |one: &Difference| one.estimate.value.abs();
        largest.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let several = self.design.strata.len() > 1;
        let named = largest.iter().take(LARGEST).map(|one| {
            let place = if several {
                format!(" with {}", self.design.strata[one.stratum].label())
            } else {
                String::new()
            };
            let size = self.change(one).text();
            format!("{}{place} ({size})", self.name(one.arm))
        });
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            let unit = self.design.measure.unit();
            sentences.push(format!("The largest, in {unit}: {}.", named.join(", ")));
        }
        sentences
    }

    /// Why there is no verdict on some comparisons, and which measure to use instead.
    pub(super) fn blind(&self) -> Vec<String> {
        let mut reasons: Vec<(&str, usize)> = Vec::new();
        for reason in self.results.primary().filter_map(|one| one.blind) {
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            }
        }
        let measure = self.design.measure;
        let instead = match measure {
            measure if measure.ignores_base() => "--measure rounds or win-rate",
            _ => "--measure endurance",
        };
        let all = reasons.iter().map(|(reason, count)| {
            format!(
                "No verdict on {} in {count} of {} comparisons: {reason}. Try {instead}.",
                measure.title(),
                self.design.family()
            )
        });
        all.collect()
    }
}

/// Starts with a capital and ends with a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// Explains a measure.
pub fn explained(measure: Measure) -> Option<String> {
    let half = |base: u32| neat(f64::from(base) / 2.0);
    let [first, .., last] = ENDURANCE_BASES;
    Some(match measure {
        Measure::Endurance => format!(
            "endurance: rounds survived of 9, averaged over bases from {} to {} HP per player; 0.05, the \
             usual margin, is about what one hit point of base for each of two players is worth",
            half(first),
            half(last)
        ),
        Measure::NeededHp => {
            "needed HP: the smallest base per player that would have won the game".into()
        }
        Measure::WinRateAtBase => {
            "win rate at the calibrated base: found on games with another seed".into()
        }
        _ => return None,
    })
}

/// The two differences whose sizes are most clearly different, the larger first.
pub(super) fn clearest<'a>(all: &[&'a Difference]) -> Option<[&'a Difference; 2]> {
    let apart = |[one, other]: &[&Difference; 2]| {
        let ((a, a_error), (b, b_error)) = one.known().zip(other.known())?;
        let apart = (a.value.abs() - b.value.abs()) / a_error.hypot(b_error);
        (apart > 0.0).then_some(apart)
    };
    let pairs = all
        .iter()
        .flat_map(|one| all.iter().map(move |other| [*one, *other]));
    let known = pairs.filter_map(|pair| Some((apart(&pair)?, pair)));
    let clearest = known.max_by(|(a, _), (b, _)| a.total_cmp(b));
    clearest.map(|(_, pair)| pair)
}
