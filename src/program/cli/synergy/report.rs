//! Synergies for people: what was found, the largest pairs, and a matrix.

use crate::cli::compare::session::Played;
use crate::cli::{CliError, Output};
use reports::terminal::compare::explained;
use reports::terminal::compare::{capped, cut, with_half, write_foot, write_head};
use reports::terminal::grid::{Grid, left, right};
use reports::terminal::rank::small;
use runs::sim::stop::LEVEL;
use std::io::Write;
use studies::rank::results::SCREEN;
use studies::synergy::Synergy;
use studies::synergy::study::{Findings, Together};

/// How many pairs are listed at least, and at most without `--verbose`.
const LISTED: usize = 10;
/// More cards than this do not fit a matrix of 80 columns.
const MOST_IN_MATRIX: usize = 14;

/// Synergies to be shown.
pub(super) struct Report<'a> {
    pub played: &'a Played<Synergy>,
    pub findings: &'a Findings,
}

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        let design = &self.synergy().design;
        write_head(out, design, self.played.ending)?;
        for stratum in 0..design.strata.len() {
            out.prose(&self.answer(stratum))?;
        }
        for stratum in 0..design.strata.len() {
            writeln!(out, "\n{}", out.title(&design.strata[stratum].label()))?;
            self.write_pairs(out, stratum)?;
            self.write_matrix(out, stratum)?;
        }
        self.write_foot(out)
    }

    fn synergy(&self) -> &Synergy {
        &self.played.study
    }

    fn of(&self, stratum: usize) -> Vec<&Together> {
        let all = self.findings.all.iter();
        let mut all: Vec<&Together> = all.filter(|one| one.stratum == stratum).collect();
        all.sort_by(|a, b| {
            let size = |one: &Together| one.estimate.value.abs();
            (b.is_found().cmp(&a.is_found())).then(size(b).total_cmp(&size(a)))
        });
        all
    }

    fn names(&self, one: &Together) -> String {
        let pair = self.synergy().pairs[one.pair];
        let name = |card: usize| self.synergy().subjects[card].name.as_str();
        format!("{} + {}", name(pair.first), name(pair.second))
    }

    fn answer(&self, stratum: usize) -> String {
        let measure = self.synergy().design.measure;
        let label = self.synergy().design.strata[stratum].label();
        let all = self.of(stratum);
        let found: Vec<&&Together> = all.iter().filter(|one| one.is_found()).collect();
        let judged = all.iter().filter(|one| one.q_value.is_some()).count();
        match found.first() {
            None => format!(
                "With {label}, no synergy is clear among {judged} pairs; more games may be needed \
                 to find one."
            ),
            Some(first) => format!(
                "With {label}, {} of {judged} pairs do more or less together than separately; the \
                 largest is {} ({} {}).",
                found.len(),
                self.names(first),
                measure.with_interval(&first.estimate),
                measure.unit()
            ),
        }
    }

    fn write_pairs(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let measure = self.synergy().design.measure;
        let all = self.of(stratum);
        let found = all.iter().filter(|one| one.is_found()).count();
        let most = if self.played.verbose {
            all.len()
        } else {
            LISTED.max(found.min(3 * LISTED))
        };
        let columns = [
            left("pair"),
            left("synergy"),
            right("q").spare(2),
            left("").spare(1),
        ];
        let mut grid = Grid::new(columns);
        for one in all.iter().take(most) {
            let mark = match (one.is_found(), one.q_value) {
                (true, _) => "found",
                (false, None) => "not judged",
                _ => "",
            };
            grid.row([
                cut(&self.names(one), 44),
                with_half(measure, &one.estimate),
                small(one.q_value),
                mark.into(),
            ]);
        }
        Ok(out.table(&grid)?)
    }

    /// The matrix in hundredths of the unit; what was found is marked.
    fn write_matrix(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let subjects = &self.synergy().subjects;
        // Two columns of blanks, and at most four of the figure.
        if subjects.len() > MOST_IN_MATRIX || 22 + 6 * subjects.len() > out.width() {
            return Ok(());
        }
        let numbers = (1..=subjects.len()).map(|number| right(number.to_string()));
        let mut grid = Grid::new(std::iter::once(left("in hundredths")).chain(numbers));
        for (row, subject) in subjects.iter().enumerate() {
            let cells = (0..subjects.len()).map(|other| {
                let found = self.findings.of(&self.played.study, stratum, [row, other]);
                found.map_or("·".into(), |one| {
                    let mark = if one.is_found() { "*" } else { "" };
                    format!("{:+.0}{mark}", 100.0 * one.estimate.value)
                })
            });
            let name = format!("{:>2} {}", row + 1, subject.name);
            grid.row(std::iter::once(cut(&name, 20)).chain(cells));
        }
        writeln!(out)?;
        Ok(out.table(&grid)?)
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let sums = self.played.sums();
        let played: u64 = sums.iter().map(|sums| sums.played()).sum();
        let synergy = self.synergy();
        let mut notes = vec![format!(
            "synergy: {} extra copies of both, minus those of each alone; above zero, players gain \
             by it; found (*): q <= {SCREEN}; ± are {:.0}% {}; seed {}",
            synergy.copies,
            100.0 * LEVEL.value(),
            self.played.results.looks.text(),
            synergy.design.seed
        )];
        notes.extend(explained(synergy.design.measure));
        notes.extend(capped(sums));
        notes.push("every figure depends on the policy".into());
        Ok(write_foot(out, played, &self.played.directory, &notes)?)
    }
}
