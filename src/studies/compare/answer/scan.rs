//! A range of values of one setting as a curve.

use super::Played;
use crate::compare::scan::Scan;
use answers::{
    Axis, Cell, Chart, Column, Drawn, Grid, Lines, Number, Picture, Point, Reference, Section,
    Series, Unit,
};

impl Played<'_> {
    /// The differences of all values from the unchanged game.
    pub(super) fn scan_section(&self, scan: &Scan) -> Section {
        let title = format!("{} by {}", self.design.measure.title(), self.scanned(scan));
        let mut grid = self.scan_grid();
        for stratum in 0..self.design.strata.len() {
            self.add_values(&mut grid, scan, stratum);
        }
        Section::new(&title)
            .grid(grid)
            .pictures([self.scan_picture(&title, scan)])
    }

    /// What is scanned, with the name of the card.
    fn scanned(&self, scan: &Scan) -> String {
        let arm = scan
            .values
            .iter()
            .find_map(|value| self.arm_of(scan, *value));
        let name = arm.map_or(scan.key.clone(), |arm| self.name(arm));
        let end = name.rfind('=').unwrap_or(name.len());
        name[..end].to_string()
    }

    fn arm_of(&self, scan: &Scan, value: i64) -> Option<usize> {
        let name = scan.name(value);
        self.design.arms.iter().position(|arm| arm.name == name)
    }

    /// The change at a value; the value of the unchanged game has no arm, and none.
    fn change_at(&self, scan: &Scan, stratum: usize, value: i64) -> Option<Number> {
        let measure = self.design.measure;
        let Some(arm) = self.arm_of(scan, value) else {
            return Some(Number::new(0.0, measure.change_unit()));
        };
        Some(self.change(self.results.difference(stratum, arm, measure)?))
    }

    fn scan_grid(&self) -> Grid {
        let measure = self.design.measure;
        let several = self.design.strata.len() > 1;
        let setting = several.then(|| Column::words("setting"));
        let difference = Column::numbers("difference").halves();
        let columns = [
            Column::numbers("value"),
            Column::numbers(measure.option()).spare(2),
            difference.drawn(Drawn::Around(measure.gain())),
        ];
        Grid::new(setting.into_iter().chain(columns))
    }

    fn add_values(&self, grid: &mut Grid, scan: &Scan, stratum: usize) {
        let measure = self.design.measure;
        let setting = (self.design.strata.len() > 1).then(|| self.design.strata[stratum].label());
        for value in &scan.values {
            let arm = self.arm_of(scan, *value);
            let figure = self.results.figure(stratum, arm.unwrap_or(0), measure);
            let change = match arm {
                None => "as it is".into(),
                Some(_) => Cell::from(self.change_at(scan, stratum, *value)),
            };
            let cells = [
                value.to_string().into(),
                figure.map_or("-".into(), |one| measure.figure(&one).into()),
                change,
            ];
            grid.row(setting.clone().map(Cell::from).into_iter().chain(cells));
        }
    }

    fn scan_picture(&self, title: &str, scan: &Scan) -> Picture {
        let measure = self.design.measure;
        let series = self
            .design
            .strata
            .iter()
            .enumerate()
            .map(|(stratum, at)| Series {
                name: at.label(),
                points: scan
                    .values
                    .iter()
                    .filter_map(|value| {
                        let arm = self.arm_of(scan, *value);
                        let all = arm
                            .and_then(|arm| self.results.difference(stratum, arm, measure))
                            .and_then(|one| one.family_interval);
                        let change = self.change_at(scan, stratum, *value)?;
                        // The unchanged game differs from itself by nothing, certainly.
                        let y = match (arm, all) {
                            (None, _) => change.between(0.0, 0.0),
                            (_, Some(all)) => change.within(&all),
                            _ => change,
                        };
                        Some(Point {
                            x: *value as f64,
                            y,
                            label: String::new(),
                        })
                    })
                    .collect(),
            });
        let chart = Chart::Lines(Lines {
            x: Axis::new(self.scanned(scan), Unit::Count),
            y: Axis::new(measure.change_axis(), measure.change_unit()),
            series: series.collect(),
            at_x: Vec::new(),
            at_y: vec![Reference {
                label: "as it is".into(),
                at: 0.0,
            }],
        });
        Picture::new(title, "differences", chart).caption(
            "Difference from the unchanged game; the band holds for all values simultaneously.",
        )
    }
}
