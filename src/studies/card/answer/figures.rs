//! What figures of cards are worth.

use super::Told;
use crate::card::steps::{Step, Way};
use crate::compare::results::{Agreement, Difference};
use answers::{
    Cell, Chart, Column, Grid, Mark, Number, Picture, Row, Rows, Section, Tone, Unit, counted,
};
use cards::words::Word;
use runs::sim::stop::LEVEL;

/// How many of the largest effects are listed first.
const LARGEST: usize = 10;
/// More figures than this do not fit a chart.
const DRAWN: usize = 30;

impl Told<'_> {
    fn card_of(&self, step: &Step) -> &str {
        &self.sheet.figures.subjects[step.subject].name
    }

    fn difference(&self, stratum: usize, step: &Step) -> Option<&Difference> {
        let results = self.played.results;
        results.difference(stratum, step.arm?, self.measure())
    }

    fn change(&self, stratum: usize, step: &Step) -> Option<Number> {
        let estimate = self.difference(stratum, step)?.estimate;
        Some(self.measure().change(&estimate))
    }

    /// The steps that clearly matter, the largest first.
    fn clear(&self, stratum: usize) -> Vec<&Step> {
        let is_clear = |step: &&Step| {
            let holm = self.difference(stratum, step).and_then(|one| one.holm);
            holm.is_some_and(|p| p <= LEVEL.alpha())
        };
        let steps = self.sheet.figures.steps.iter();
        let mut found: Vec<&Step> = steps.filter(is_clear).collect();
        let size = |step: &Step| {
            let change = self.change(stratum, step);
            change.map_or(0.0, |one| one.value.abs())
        };
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found
    }

    /// How many changes matter, and which most, in a sentence.
    pub(super) fn figures_sentence(&self, stratum: usize) -> Option<String> {
        let steps = self.sheet.figures.steps.iter();
        let taken = steps.filter(|step| step.arm.is_some()).count();
        if taken == 0 {
            return None;
        }
        let found = self.clear(stratum);
        let Some(step) = found.first() else {
            return Some(format!(
                "None of {taken} changes of a figure by one has a clear effect."
            ));
        };
        let size = self.change(stratum, step).map_or(String::new(), |size| {
            format!(": {} {}", size.with_interval(), self.measure().unit())
        });
        Some(format!(
            "{} of {taken} changes of a figure by one have a clear effect on {}; the largest has \
             {} with {} {} instead of {}{size}.",
            found.len(),
            self.measure().title(),
            self.card_of(step),
            step.field.word(),
            step.then,
            step.now
        ))
    }

    /// Of several cards, the steps that clearly matter, the largest first.
    pub(super) fn largest(&self, stratum: usize) -> Section {
        let section = Section::new(self.title("What matters most", stratum));
        let found = self.clear(stratum);
        if self.sheet.figures.subjects.len() < 2 || self.sheet.figures.steps.is_empty() {
            return section;
        }
        if found.is_empty() {
            return section.say("no change has a clear effect (Holm, 5%)");
        }
        let mut grid = Grid::new(effect_columns(["change"]));
        for step in &found {
            let (field, now, then) = (step.field.word(), &step.now, &step.then);
            let name = format!("{}: {field} {now} -> {then}", self.card_of(step));
            let effect = self.effect(stratum, step);
            grid.row([Cell::from(name)].into_iter().chain(effect));
        }
        let more = found.len().saturating_sub(LARGEST);
        let rest = format!("and {more} more with a clear effect (Holm, 5%)");
        section.grid(grid.first(LARGEST, rest))
    }

    /// Every figure of every card, one less and one more.
    pub(super) fn steps(&self, stratum: usize) -> Section {
        let figures = &self.sheet.figures;
        let mut grid = Grid::new(effect_columns(["card", "figure"]));
        let mut refused = Vec::new();
        for (index, subject) in figures.subjects.iter().enumerate() {
            let steps = figures.steps.iter().filter(|step| step.subject == index);
            let steps: Vec<&Step> = steps.collect();
            for pair in steps.chunks(2) {
                for step in pair.iter().filter(|step| step.change.is_ok()) {
                    let figure = format!("{} {:+}", figure(step), step.way.by());
                    let cells = [Cell::from(subject.name.as_str()), figure.into()];
                    grid.row(cells.into_iter().chain(self.effect(stratum, step)));
                }
                refused.extend(refusals(&subject.name, pair));
            }
        }
        let title = format!(
            "One less and one more: change in {}",
            self.measure().title()
        );
        let mut section = Section::new(self.title(title, stratum));
        section.notes = refused;
        section.grid(grid).pictures(self.steps_picture(stratum))
    }

    /// The effect of a step with its interval, p-value and note.
    fn effect(&self, stratum: usize, step: &Step) -> [Cell; 3] {
        let (difference, change) = (self.difference(stratum, step), self.change(stratum, step));
        let (Some(difference), Some(change)) = (difference, change) else {
            return ["not played".into(), "".into(), "".into()];
        };
        let idle = self.played.sums[stratum].arms[difference.arm - 1].different == 0;
        let note = match (difference.agreement, idle) {
            (Some(Agreement::Opposed), _) => "POLICIES DISAGREE",
            (_, true) => "no game differed",
            _ => "",
        };
        let holm = difference.holm.map(|p| Number::new(p, Unit::Probability));
        [
            change.into(),
            holm.map_or("-".into(), Cell::from),
            note.into(),
        ]
    }

    fn steps_picture(&self, stratum: usize) -> Option<Picture> {
        let several = self.sheet.figures.subjects.len() > 1;
        let mut rows: Vec<Row> = Vec::new();
        for step in &self.sheet.figures.steps {
            let Some(number) = self.change(stratum, step) else {
                continue;
            };
            let label = match several {
                true => format!("{}: {}", self.card_of(step), figure(step)),
                false => figure(step),
            };
            let at = rows.iter().position(|row| row.label == label);
            let at = at.unwrap_or_else(|| {
                let games = self.difference(stratum, step).map_or(0, |one| one.games);
                rows.push(Row {
                    group: String::new(),
                    label,
                    marks: vec![None, None],
                    figure: None,
                    note: counted(games, "game"),
                });
                rows.len() - 1
            });
            rows[at].marks[usize::from(step.way == Way::Up)] = Some(Mark {
                number,
                family: None,
                tone: Tone::Kind(0),
            });
        }
        if rows.is_empty() {
            return None;
        }
        let size = |row: &Row| {
            let sizes = row.marks.iter().flatten();
            sizes
                .map(|mark| mark.number.value.abs())
                .fold(0.0, f64::max)
        };
        if several {
            rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        }
        rows.truncate(DRAWN);
        let chart = Chart::Rows(Rows {
            axis: self.axis("change"),
            series: vec!["one less".into(), "one more".into()],
            bars: true,
            margin: None,
            rows,
        });
        let title = format!("One less and one more: {}", self.measure().title());
        Some(Picture::new(title, "contrasts", chart).caption(
            "Bar: change in the measure; line: its interval. The number after a name is the \
             current figure.",
        ))
    }

    pub(super) fn figures_note(&self) -> Option<String> {
        self.sheet.figures.steps.first()?;
        Some(
            "Holm: p-value adjusted for all changes of figures; their effects on other measures \
             are in the table"
                .into(),
        )
    }
}

/// The columns of steps and their effects.
fn effect_columns<const N: usize>(first: [&str; N]) -> impl Iterator<Item = Column> {
    let first = first.map(Column::words);
    first.into_iter().chain([
        Column::numbers("change").halves(),
        Column::numbers("Holm").spare(1),
        Column::words("").spare(2),
    ])
}

/// The figure that a step changes, and its value if it has one.
fn figure(step: &Step) -> String {
    format!("{} {}", step.field.word(), step.now)
        .trim_end()
        .into()
}

/// Which of the two steps of a figure cannot be taken, and why.
fn refusals(name: &str, pair: &[&Step]) -> Vec<String> {
    let refusals = pair
        .iter()
        .filter_map(|step| Some((step, step.change.as_ref().err()?)));
    let refusals: Vec<_> = refusals.collect();
    if let [(step, one), (_, other)] = refusals[..]
        && one == other
    {
        return vec![format!("{name}: {}: {one}", figure(step))];
    }
    let line = |(step, reason): (&&Step, &String)| {
        format!("{name}: {} {:+}: {reason}", figure(step), step.way.by())
    };
    refusals.into_iter().map(line).collect()
}
