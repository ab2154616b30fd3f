//! The answer of a ladder: who is stronger than the one below, and what that costs.

use super::{Played, explained, forest, tone};
use crate::compare::measure::Measure;
use crate::compare::play::Cost;
use crate::compare::results::Difference;
use answers::{
    Answer, Axis, Cell, Chart, Column, Grid, Lines, Number, Picture, Point, Row, Section, Series,
    Tone, Unit,
};
use runs::sim::stop::LEVEL;

/// The measures of a rung, the one that can be spared last first.
const MEASURES: [Measure; 4] = [
    Measure::WinRate,
    Measure::NeededHp,
    Measure::RoundsSurvived,
    Measure::Endurance,
];

impl Played<'_> {
    /// The answer of `ladder`; `costs` are those of each arm in each stratum.
    pub fn ladder(&self, costs: &[Vec<Cost>]) -> Answer {
        let strata = 0..self.design.strata.len();
        let mut answer = self.begin("ladder");
        answer.headline = strata.clone().map(|stratum| self.order(stratum)).collect();
        answer
            .headline
            .extend(strata.clone().filter_map(|stratum| self.strongest(stratum)));
        answer.headline.extend(self.blind());
        answer.headline.extend(self.luck());
        for stratum in strata.clone() {
            let label = self.design.strata[stratum].label();
            let section = Section::new(label).grid(self.rungs(stratum));
            answer.section(section.pictures([self.rung_picture(stratum)]));
        }
        answer.section(Section::new("Each policy against the one below").pictures(self.forests()));
        answer.measured = vec![self.costs(costs)];
        answer.notes = self.ladder_notes();
        answer
    }

    /// A rung against the one below it.
    fn step(&self, stratum: usize, arm: usize) -> Option<&Difference> {
        self.results.difference(stratum, arm, self.design.measure)
    }

    /// Which rungs go up, in a sentence.
    fn order(&self, stratum: usize) -> String {
        let label = self.design.strata[stratum].label();
        let mut text = self.name(0);
        let mut note = "";
        for arm in 1..self.design.arms.len() {
            let step = self.step(stratum, arm);
            let sign = match step.map_or(Tone::Unclear, tone) {
                Tone::Better => "<",
                Tone::Worse => ">",
                _ => {
                    note = "; ~: not clear from these games";
                    "~"
                }
            };
            text += &format!(" {sign} {}", self.name(arm));
        }
        format!("With {label}: {text} (<: the next is stronger{note}).")
    }

    /// Who does best by the deciding measure.
    fn strongest(&self, stratum: usize) -> Option<String> {
        let measure = self.design.measure;
        let figure = |arm: usize| self.results.figure(stratum, arm, measure);
        let arms = (0..self.design.arms.len()).filter(|arm| figure(*arm).is_some());
        let score = |arm: usize| figure(arm).map_or(0.0, |one| measure.gain() * one.value);
        let best = arms.max_by(|a, b| score(*a).total_cmp(&score(*b)))?;
        Some(format!(
            "With {}, {} is the strongest: {} {}.",
            self.design.strata[stratum].label(),
            self.name(best),
            measure.title(),
            measure.figure(&figure(best)?).with_interval()
        ))
    }

    fn rungs(&self, stratum: usize) -> Grid {
        // No win rates where nobody wins.
        let tells = |measure: &Measure| {
            let arms = 0..self.design.arms.len();
            let mut figures = arms.filter_map(|arm| self.results.figure(stratum, arm, *measure));
            figures.any(|figure| figure.value > 0.0)
        };
        let measures: Vec<Measure> = MEASURES.into_iter().filter(tells).collect();
        let mut columns = vec![Column::words("policy"), Column::numbers("games").spare(3)];
        let others = measures.iter().zip(4..);
        columns
            .extend(others.map(|(measure, spare)| Column::numbers(heading(*measure)).spare(spare)));
        columns.extend([
            Column::numbers("against the one above").halves().spare(1),
            Column::words("").spare(2),
        ]);
        let mut grid = Grid::new(columns);
        for arm in 0..self.design.arms.len() {
            grid.row(self.rung(stratum, arm, &measures));
        }
        grid
    }

    fn rung(&self, stratum: usize, arm: usize, measures: &[Measure]) -> Vec<Cell> {
        let mut arms = self.results.arms.iter();
        let played = arms.find(|figures| (figures.stratum, figures.arm) == (stratum, arm));
        let games = played.map_or(0, |figures| figures.games);
        let mut row: Vec<Cell> = vec![self.name(arm).into(), Number::count(games).into()];
        row.extend(measures.iter().map(|measure| {
            let figure = self.results.figure(stratum, arm, *measure);
            figure.map_or("-".into(), |figure| Cell::from(measure.figure(&figure)))
        }));
        if let Some(step) = self.step(stratum, arm) {
            row.push(self.change(step).into());
            row.push(Cell::Verdict {
                verdict: tone(step),
                text: match tone(step) {
                    Tone::Better => "stronger",
                    Tone::Worse => "weaker",
                    _ => "unclear",
                }
                .into(),
            });
        }
        row
    }

    fn rung_picture(&self, stratum: usize) -> Picture {
        let measure = self.design.measure;
        let rows = (0..self.design.arms.len()).filter_map(|arm| {
            let figure = measure.figure(&self.results.figure(stratum, arm, measure)?);
            Some(Row::new(self.name(arm), figure, Tone::Kind(0)))
        });
        let axis = Axis::new(measure.title(), measure.size_unit());
        let chart = forest(axis, None, rows.collect());
        let label = self.design.strata[stratum].label();
        Picture::new(format!("{label}: {}", measure.title()), "arms", chart)
            .caption("Each policy with its interval.")
    }

    /// CPU time of a game of each policy, beside its strength.
    fn costs(&self, costs: &[Vec<Cost>]) -> Section {
        let measure = self.design.measure;
        let mut grid = Grid::new([
            Column::words("policy"),
            Column::words("with"),
            Column::numbers("CPU/game"),
        ]);
        let mut series = Vec::new();
        for (stratum, costs) in costs.iter().enumerate() {
            let label = self.design.strata[stratum].label();
            let mut points = Vec::new();
            for (arm, cost) in costs.iter().enumerate() {
                let name = self.name(arm);
                grid.row([name.clone().into(), label.clone().into(), time(cost).into()]);
                let figure = self.results.figure(stratum, arm, measure);
                points.extend(cost.per_game().zip(figure).map(|(seconds, figure)| Point {
                    x: 1e3 * seconds,
                    y: measure.figure(&figure),
                    label: name,
                }));
            }
            series.push(Series {
                name: label,
                points,
            });
        }
        let chart = Chart::Lines(Lines {
            x: Axis {
                logarithmic: true,
                ..Axis::new("CPU time per game, ms", Unit::Amount)
            },
            y: Axis::new(measure.title(), measure.size_unit()),
            series,
            at_x: Vec::new(),
            at_y: Vec::new(),
        });
        let picture = Picture::new("Strength and cost", "arms", chart);
        let caption = "Higher is stronger, further left is cheaper. Times depend on the machine.";
        Section::new("What a game costs")
            .grid(grid)
            .note("CPU time measured in this session, for games played to the end of round 9")
            .pictures([picture.caption(caption)])
    }

    fn ladder_notes(&self) -> Vec<String> {
        let (design, measure) = (self.design, self.design.measure);
        let games = self.results.arms.iter().map(|figures| figures.games).sum();
        let verdicts = self.together("steps");
        let mut notes = vec![
            format!("{} played", answers::counted(games, "game")),
            format!(
                "steps in {}; {verdicts} at {:.0}%; {}; ± are {}",
                measure.title(),
                100.0 * LEVEL.value(),
                design.seeds(),
                self.results.looks.text()
            ),
        ];
        notes.extend(self.precision("every step"));
        notes.extend(explained(measure));
        notes.extend(self.capped());
        notes.push("need HP: base needed per player".into());
        notes
    }
}

/// The title of a column.
fn heading(measure: Measure) -> &'static str {
    match measure {
        Measure::RoundsSurvived => "rounds",
        Measure::WinRate => "wins",
        Measure::NeededHp => "need HP",
        measure => measure.title(),
    }
}

/// The time of one game in a readable unit.
fn time(cost: &Cost) -> String {
    match cost.per_game() {
        None => "-".into(),
        Some(seconds) if seconds >= 1.0 => format!("{seconds:.2} s"),
        Some(seconds) if seconds >= 1e-3 => format!("{:.2} ms", 1e3 * seconds),
        Some(seconds) => format!("{:.1} µs", 1e6 * seconds),
    }
}
