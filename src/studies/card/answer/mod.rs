//! The answer of a study of cards: the verdicts, then the figures behind them.

mod fair;
mod figures;
mod partners;
pub(crate) mod sheet;

use super::Sheet;
use super::fair::Judgement;
use super::findings::Findings;
use crate::compare::answer::{Played, explained};
use crate::compare::measure::Measure;
use answers::{Answer, Axis, Table, grouped};
use runs::sim::stop::LEVEL;

/// A study of cards that has been played, for its answer.
pub struct Told<'a> {
    /// The games.
    pub played: Played<'a>,
    /// What the arms are for.
    pub sheet: &'a Sheet,
    /// What came out.
    pub findings: &'a Findings,
}

impl Told<'_> {
    /// The answer.
    pub fn answer(&self) -> Answer {
        let mut answer = self.played.begin("card");
        let strata = 0..self.played.design.strata.len();
        answer.headline = strata
            .clone()
            .flat_map(|stratum| self.sentences(stratum))
            .collect();
        answer.headline.extend(self.not_judged());
        answer.headline.extend(self.played.luck());
        answer.headline.extend(self.played.disagreements());
        for stratum in strata {
            if let [one] = self.sheet.judgements.as_slice() {
                answer.section(self.card(one, stratum));
                answer.section(self.one_more(one, stratum));
                answer.section(self.fairness(one, stratum));
            } else if !self.sheet.judgements.is_empty() {
                answer.section(self.all_cards(stratum));
            }
            answer.section(self.largest(stratum));
            answer.section(self.steps(stratum));
            answer.section(self.together(stratum));
        }
        answer.sections.extend(self.played.adaptations());
        answer.notes = self.notes();
        answer.tables = vec![
            Table::named(
                "cards",
                "Every judged card in a row, those that stand out first.",
            ),
            Table::named(
                "contrasts",
                "Every change and every measure that it was compared in.",
            ),
        ];
        if self.sheet.judgements.len() > 1 {
            answer.tables[0].shown = true;
        }
        answer
    }

    fn sentences(&self, stratum: usize) -> Vec<String> {
        let verdicts = match self.sheet.judgements.as_slice() {
            [] => Vec::new(),
            [one] => self.sheet_sentences(one, stratum),
            _ => vec![self.standing_out(stratum)],
        };
        let others = [self.figures_sentence(stratum), self.pairs_sentence(stratum)];
        let place = self.place(stratum);
        verdicts
            .into_iter()
            .chain(others.into_iter().flatten())
            .map(|sentence| format!("{place}{sentence}"))
            .collect()
    }

    fn sheet_sentences(&self, judgement: &Judgement, stratum: usize) -> Vec<String> {
        let more = [
            self.remedy(judgement, stratum),
            self.strength(judgement, stratum),
            self.exchange(judgement, stratum),
        ];
        let first = std::iter::once(self.verdict(judgement, stratum));
        first.chain(more.into_iter().flatten()).collect()
    }

    fn not_judged(&self) -> impl Iterator<Item = String> {
        let all = self.sheet.not_judged.iter();
        all.map(|(name, reason)| format!("Whether {name} is fair is not judged: {reason}."))
    }

    fn measure(&self) -> Measure {
        self.sheet.measure
    }

    /// "With 2 players: ", where there are several strata.
    fn place(&self, stratum: usize) -> String {
        match self.played.design.strata.as_slice() {
            [_] => String::new(),
            strata => format!("With {}: ", strata[stratum].label()),
        }
    }

    /// A title, with the stratum where there are several.
    fn title(&self, title: impl Into<String>, stratum: usize) -> String {
        match self.played.design.strata.as_slice() {
            [_] => title.into(),
            strata => format!("{} ({})", title.into(), strata[stratum].label()),
        }
    }

    /// An axis of differences, which are called `what` here.
    fn axis(&self, what: &str) -> Axis {
        let measure = self.measure();
        Axis::new(
            format!("{what}: {}, {}", measure.title(), measure.unit()),
            measure.change_unit(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let (design, stop) = (self.played.design, self.played.stop);
        let measure = self.measure();
        let mut notes = vec![
            self.played.games_played(),
            format!(
                "up to {} games of each changed game, with the same luck; ± are {:.0}% {}; {}",
                grouped(stop.games),
                100.0 * LEVEL.value(),
                self.played.results.looks.text(),
                design.seeds()
            ),
        ];
        notes.extend(self.fairness_note());
        notes.extend(self.figures_note());
        notes.extend(self.pairs_note());
        notes.extend(self.played.precision("each change"));
        notes.extend(explained(measure));
        notes.extend(self.played.capped());
        notes.push("every figure depends on the policy".into());
        notes
    }
}
