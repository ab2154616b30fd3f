//! A ladder for people: who is strongest, then the rungs, then notes.

use crate::cli::compare::session::Played;
use crate::cli::{CliError, Output};
use cards::words::Word;
use reports::terminal::compare::adaptation;
use reports::terminal::compare::explained;
use reports::terminal::compare::{capped, with_half, write_foot, write_head};
use reports::terminal::grid::{Grid, left, right};
use reports::terminal::text::grouped;
use runs::sim::stop::LEVEL;
use std::io::Write;
use studies::compare::ladder::{Rise, Step, rise};
use studies::compare::measure::{Amount, Measure};
use studies::compare::play::Cost;
use studies::compare::stop::EarlyStop;
use studies::compare::study::Plain;

/// The measures of a rung, the one that can be spared last first.
const MEASURES: [Measure; 4] = [
    Measure::WinRate,
    Measure::NeededHp,
    Measure::RoundsSurvived,
    Measure::Endurance,
];

/// A ladder to be shown.
pub(super) struct Report<'a>(pub &'a Played<Plain>);

impl Report<'_> {
    /// Writes the result for a person.
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        let design = self.0.design();
        write_head(out, design, self.0.ending)?;
        for stratum in 0..design.strata.len() {
            out.prose(&self.answer(stratum))?;
        }
        for stratum in 0..design.strata.len() {
            self.write_stratum(out, stratum)?;
        }
        adaptation::write_luck(out, design, &self.0.results)?;
        self.write_foot(out)
    }

    fn rise(&self, stratum: usize, arm: usize) -> Rise {
        let pair = &self.0.sums()[stratum].arms[arm - 1];
        rise(self.0.design(), self.0.stop(), self.0.results.looks, pair)
    }

    /// Which rungs go up, in a sentence.
    fn answer(&self, stratum: usize) -> String {
        let design = self.0.design();
        let label = design.strata[stratum].label();
        let mut text = design.arms[0].name.clone();
        for arm in 1..design.arms.len() {
            let sign = match self.rise(stratum, arm).step {
                Step::Stronger => "<",
                Step::Weaker => ">",
                Step::Unclear => "~",
            };
            text += &format!(" {sign} {}", design.arms[arm].name);
        }
        let unclear =
            (1..design.arms.len()).any(|arm| self.rise(stratum, arm).step == Step::Unclear);
        let note = if unclear {
            " (~: not clear from these games)"
        } else {
            ""
        };
        format!("With {label}, in the order given, from weak to strong: {text}{note}.")
    }

    fn write_stratum(&self, out: &mut Output, stratum: usize) -> Result<(), CliError> {
        let design = self.0.design();
        writeln!(out, "\n{}", out.title(&design.strata[stratum].label()))?;
        let measures = self.measures(stratum);
        let mut columns = vec![left("policy"), right("games").spare(3)];
        let others = measures.iter().zip(4..);
        columns.extend(others.map(|(measure, spare)| right(heading(*measure)).spare(spare)));
        columns.extend([
            right("CPU/game").spare(2),
            left("against the one above").spare(1),
        ]);
        let mut grid = Grid::new(columns);
        for arm in 0..design.arms.len() {
            grid.row(self.rung(stratum, arm, &measures));
        }
        Ok(out.table(&grid)?)
    }

    /// The measures that tell something: no win rates where nobody wins.
    fn measures(&self, stratum: usize) -> Vec<Measure> {
        let tells = |measure: &Measure| {
            let arms = 0..self.0.design().arms.len();
            let mut figures = arms.filter_map(|arm| self.0.results.figure(stratum, arm, *measure));
            figures.any(|figure| figure.value > 0.0)
        };
        MEASURES.into_iter().filter(tells).collect()
    }

    fn rung(&self, stratum: usize, arm: usize, measures: &[Measure]) -> Vec<String> {
        let (design, results) = (self.0.design(), &self.0.results);
        let mut arms = results.arms.iter();
        let played = arms.find(|figures| (figures.stratum, figures.arm) == (stratum, arm));
        let games = played.map_or(0, |figures| figures.games);
        let mut row = vec![design.arms[arm].name.clone(), grouped(games)];
        row.extend(measures.iter().map(|measure| {
            let figure = results.figure(stratum, arm, *measure);
            figure.map_or("-".into(), |figure| measure.plain(figure.value))
        }));
        row.push(time(&self.0.state.costs[stratum][arm]));
        if arm > 0 {
            row.push(self.step(stratum, arm));
        }
        row
    }

    fn step(&self, stratum: usize, arm: usize) -> String {
        let rise = self.rise(stratum, arm);
        match rise.estimate {
            None => "not played".into(),
            Some(estimate) => {
                let difference = with_half(self.0.design().measure, &estimate);
                format!("{difference} {}", rise.step.word())
            }
        }
    }

    fn write_foot(&self, out: &mut Output) -> Result<(), CliError> {
        let (design, stop) = (self.0.design(), self.0.stop());
        let arms = self.0.results.arms.iter();
        let played: u64 = arms.map(|figures| figures.games).sum();
        let measure = design.measure;
        let verdicts = match design.family() {
            1 => "the verdict holds".to_string(),
            count => format!("verdicts hold simultaneously for all {count} steps"),
        };
        let mut notes = vec![format!(
            "steps in {}; {verdicts} at {:.0}%; seed {}; ± are {}",
            measure.title(),
            100.0 * LEVEL.value(),
            design.seed,
            self.0.results.looks.text()
        )];
        if let EarlyStop::Precision(target) = stop.settles {
            let target = Amount::from_target(target, measure);
            notes.push(format!(
                "every step was played until its error was at most {target} of {}",
                measure.word()
            ));
        }
        notes.extend(explained(measure));
        notes.extend(capped(self.0.sums()));
        notes.push(
            "need HP: base needed per player; CPU/game: CPU time measured in this session, for \
             games played to the end of round 9"
                .into(),
        );
        Ok(write_foot(out, played, &self.0.directory, &notes)?)
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
