//! The pictures of a comparison.

use super::{Played, tone};
use crate::compare::measure::{BY_WAVE, Measure};
use crate::compare::results::Difference;
use answers::{Axis, Chart, HeatCell, HeatMap, Mark, Number, Picture, Row, Rows, Tone, counted};

/// More rows than this do not fit a chart.
const MOST_ROWS: usize = 60;
/// More arms than this are easier to read by size.
const BY_SIZE: usize = 6;

/// How to read a chart of tones.
pub const TONES: &str = "Blue: better for the players. Orange: worse. Green diamond: no \
    difference that matters. Hollow: not settled. Line: the interval \
    that the verdict comes from.";

/// Rows with their intervals around zero.
pub fn forest(axis: Axis, margin: Option<f64>, rows: Vec<Row>) -> Chart {
    Chart::Rows(Rows {
        axis,
        series: Vec::new(),
        bars: false,
        margin,
        rows,
    })
}

impl Played<'_> {
    /// The differences in the deciding measure: in one chart, or in one for each setting if there
    /// are many, with a common axis.
    pub(super) fn forests(&self) -> Vec<Picture> {
        let all: Vec<&Difference> = self.results.primary().collect();
        let differs = |one: &&Difference| one.estimate.value != 0.0;
        if !all.iter().any(differs) {
            return Vec::new();
        }
        let title = format!("Difference in {}", self.design.measure.title());
        let strata = self.design.strata.len();
        if strata == 1 || all.len() <= MOST_ROWS {
            return vec![self.forest(&title, &all, strata > 1)];
        }
        let each = (0..strata).map(|stratum| {
            let here: Vec<&Difference> = all
                .iter()
                .copied()
                .filter(|one| one.stratum == stratum)
                .collect();
            let title = format!("{title}: {}", self.design.strata[stratum].label());
            self.forest(&title, &here, false)
        });
        each.collect()
    }

    fn forest(&self, title: &str, all: &[&Difference], grouped: bool) -> Picture {
        let measure = self.design.measure;
        // With a single arm its name says nothing.
        let alone = grouped && self.design.arms.len() == 2;
        let mut rows: Vec<Row> = all
            .iter()
            .map(|one| {
                let (arm, stratum) = (self.name(one.arm), self.design.strata[one.stratum].label());
                let (group, label) = match (grouped, alone) {
                    (false, _) => (String::new(), arm),
                    (true, true) => (String::new(), stratum),
                    (true, false) => (stratum, arm),
                };
                let mark = Mark {
                    number: self.change(one),
                    family: one.family_interval.map(|all| (all.low, all.high)),
                    tone: tone(one),
                };
                Row {
                    group,
                    label,
                    marks: vec![Some(mark)],
                    figure: None,
                    note: counted(one.games, "game"),
                }
            })
            .collect();
        // A few arms stay in the order in which they were named.
        if !grouped && rows.len() > BY_SIZE {
            let value = |row: &Row| row.marks[0].map_or(0.0, |mark| mark.number.value);
            rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
        let mut axis = Axis::new(measure.change_axis(), measure.change_unit());
        axis.range = self.common_range(measure);
        let chart = forest(axis, Some(self.design.margin.value()), rows);
        Picture::new(title, "differences", chart).caption(TONES)
    }

    /// Charts one above the other have the same axis: all intervals, and the margin.
    fn common_range(&self, measure: Measure) -> Option<(f64, f64)> {
        let margin = self.design.margin.value();
        let all = self.results.primary().filter(|one| one.measure == measure);
        let ends = all.flat_map(|one| {
            let all = [Some(one.estimate.interval), one.family_interval];
            let all = all.into_iter().flatten();
            all.flat_map(|interval| [interval.low, interval.high])
                .collect::<Vec<_>>()
        });
        let ends = ends.filter(|end| end.is_finite()).chain([-margin, margin]);
        let (low, high) = ends.fold((0.0, 0.0), |(low, high): (f64, f64), end| {
            (low.min(end), high.max(end))
        });
        let room = 0.05 * (high - low);
        (high > low).then_some((low - room, high + room))
    }

    /// Where the effect happens: damage by wave.
    pub(super) fn wave_picture(&self) -> Option<Picture> {
        let all = self.results.differences.iter();
        let of_waves = all.filter(|one| BY_WAVE.contains(&one.measure));
        let rows: Vec<Row> = of_waves
            .map(|one| {
                let number = self.change(one);
                let stratum = self.design.strata[one.stratum].label();
                let wave = one.measure.title().trim_start_matches("damage in ");
                Row {
                    group: format!("{}: {stratum}", self.name(one.arm)),
                    ..Row::new(wave, number, less_is_better(&number))
                }
            })
            .collect();
        if rows.is_empty() || rows.len() > MOST_ROWS {
            return None;
        }
        let measure = BY_WAVE[0];
        let axis = Axis::new("difference: damage per player", measure.change_unit());
        let title = "Where it happens: damage to the base by wave";
        let caption = "Blue: less damage than the baseline. Orange: more. Hollow: not settled.";
        Some(Picture::new(title, "differences", forest(axis, None, rows)).caption(caption))
    }

    /// Arms by settings, where there are several of both.
    pub(super) fn heat_map(&self) -> Option<Picture> {
        let design = self.design;
        let all: Vec<&Difference> = self.results.primary().collect();
        let differs = |one: &&Difference| one.estimate.value != 0.0;
        if design.strata.len() < 2 || design.arms.len() < 4 || !all.iter().any(differs) {
            return None;
        }
        let cell = |stratum: usize, arm: usize| {
            let one = all
                .iter()
                .find(|one| (one.stratum, one.arm) == (stratum, arm))?;
            Some(HeatCell {
                number: self.change(one),
                sure: one.verdict.is_some() && tone(one) != Tone::Unclear,
            })
        };
        let rows = (1..design.arms.len()).map(|arm| {
            let cells = (0..design.strata.len()).map(|stratum| cell(stratum, arm));
            (self.name(arm), cells.collect())
        });
        let chart = Chart::HeatMap(HeatMap {
            columns: design
                .strata
                .iter()
                .map(|stratum| stratum.label())
                .collect(),
            rows: rows.collect(),
        });
        let caption = "Difference from the baseline; bold if there is a verdict.";
        Some(Picture::new("Arms by setting", "differences", chart).caption(caption))
    }
}

/// What a change says where less is better and there is no margin.
fn less_is_better(number: &Number) -> Tone {
    match (number.low, number.high) {
        (_, Some(high)) if high < 0.0 => Tone::Better,
        (Some(low), _) if low > 0.0 => Tone::Worse,
        _ => Tone::Unclear,
    }
}
