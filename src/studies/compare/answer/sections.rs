//! What each setting shows: the arms, where an effect happens, and every measure.

use super::{MOST_ROWS, Played, neat, tone};
use crate::compare::explain::replay_command;
use crate::compare::explain::{Explanation, Happening};
use crate::compare::measure::{BY_WAVE, Measure};
use crate::compare::results::{Agreement, Difference};
use crate::compare::tables::verdict_word;
use answers::{Answer, Cell, Column, Grid, Number, Section, Unit, counted};
use statistics::verdict::Verdict;

impl Played<'_> {
    /// Adds a section for each setting, with what belongs to it.
    pub(super) fn add_strata(&self, answer: &mut Answer, scanned: bool) {
        let pictures = self.forests();
        let alone = pictures.len() == self.design.strata.len();
        for stratum in 0..self.design.strata.len() {
            let mut section = Section::new(self.design.strata[stratum].label());
            if !scanned {
                section = section.grid(self.arms_grid(stratum));
            }
            let picture = pictures.get(stratum).filter(|_| alone);
            answer.section(section.pictures(picture.cloned()));
            answer.section(self.waves(stratum));
            answer.section(self.details(stratum));
        }
        let several = pictures.into_iter().filter(|_| !alone);
        let several = several.chain(self.heat_map()).chain(self.wave_picture());
        answer.section(Section::new("All settings").pictures(several));
    }

    /// The arms by size, if there are many; those that do not matter come last and are left out.
    fn rows(&self, stratum: usize) -> (Vec<usize>, usize) {
        let all: Vec<usize> = (0..self.design.arms.len()).collect();
        if all.len() <= MOST_ROWS + 1 {
            let first = all.len();
            return (all, first);
        }
        let matters = |arm: &usize| {
            let one = self.results.difference(stratum, *arm, self.design.measure);
            let verdict = one.and_then(|one| one.verdict);
            *arm == 0 || matches!(verdict, Some(Verdict::Better | Verdict::Worse))
        };
        let (mut first, rest): (Vec<usize>, Vec<usize>) = all.into_iter().partition(matters);
        let count = first.len();
        first.extend(rest);
        (first, count)
    }

    fn arms_grid(&self, stratum: usize) -> Grid {
        let (measure, beside) = (self.design.measure, self.beside(stratum));
        let mut columns = vec![
            Column::words("arm"),
            Column::numbers(measure.option()).spare(2),
            Column::numbers("difference").halves().spare(1),
        ];
        for (other, spare) in beside.iter().zip(3..) {
            let title = self.heading(stratum, *other);
            columns.push(Column::numbers(title).spare(spare));
        }
        columns.push(Column::words("verdict"));
        let mut grid = Grid::new(columns);
        let (rows, first) = self.rows(stratum);
        for arm in rows {
            grid.row(self.arm_row(stratum, arm, &beside));
        }
        let hidden = grid.rows.len() - first;
        grid.first(
            first,
            format!("{hidden} more are equivalent or not settled"),
        )
    }

    /// The measures that are shown besides the deciding one, if they are informative.
    pub(super) fn beside(&self, stratum: usize) -> Vec<Measure> {
        let differs = |measure: &Measure| {
            let arms = 1..self.design.arms.len();
            let mut all = arms.filter_map(|arm| self.results.difference(stratum, arm, *measure));
            all.any(|one| one.estimate.value != 0.0)
        };
        let others = [
            Measure::NeededHp,
            Measure::WinRateAtBase,
            Measure::Endurance,
        ];
        let others = others.into_iter().filter(|one| *one != self.design.measure);
        others.filter(differs).take(2).collect()
    }

    fn heading(&self, stratum: usize, measure: Measure) -> String {
        let calibrated = self.design.strata[stratum].calibrated;
        match (measure, calibrated) {
            (Measure::WinRateAtBase, Some(base)) => format!("wins@{}", neat(base.hp())),
            _ => measure.title().into(),
        }
    }

    fn arm_row(&self, stratum: usize, arm: usize, beside: &[Measure]) -> Vec<Cell> {
        let measure = self.design.measure;
        let figure = |measure: Measure| {
            let figure = self.results.figure(stratum, arm, measure);
            figure.map(|one| measure.figure(&one))
        };
        let judged = self.results.difference(stratum, arm, measure);
        let mut row = vec![
            self.name(arm).into(),
            figure(measure).map_or("-".into(), Cell::from),
            judged.map(|one| self.change(one)).into(),
        ];
        row.extend(beside.iter().map(|other| {
            let one = self.results.difference(stratum, arm, *other);
            Cell::from(one.map_or_else(|| figure(*other), |one| Some(self.change(one))))
        }));
        row.push(judged.map_or("".into(), |one| self.verdict(one)));
        row
    }

    fn verdict(&self, one: &Difference) -> Cell {
        let reference = self.design.reference(one.arm);
        let stratum = &self.design.strata[one.stratum];
        let policies = stratum.differs_in_policy_alone(reference, one.arm);
        let word = match one.verdict {
            None => "no verdict",
            Some(Verdict::Equivalent) => "equal",
            Some(Verdict::Inconclusive) => "not settled",
            Some(verdict) => verdict_word(verdict, policies),
        };
        Cell::Verdict {
            verdict: tone(one),
            text: match one.agreement {
                Some(Agreement::Opposed) => format!("{word} !"),
                _ => word.into(),
            },
        }
    }

    /// In which wave an effect happens.
    fn waves(&self, stratum: usize) -> Section {
        let columns = [
            Column::words("arm"),
            Column::numbers("wave 1").halves(),
            Column::numbers("wave 2").halves().spare(2),
            Column::numbers("wave 3").halves().spare(1),
        ];
        let mut grid = Grid::new(columns);
        let (rows, first) = self.rows(stratum);
        for arm in rows.into_iter().take(first).filter(|arm| *arm > 0) {
            let of_wave = |measure: Measure| {
                let one = self.results.difference(stratum, arm, measure)?;
                Some((measure, self.change(one)))
            };
            let waves: Vec<_> = BY_WAVE.into_iter().filter_map(of_wave).collect();
            // A wave that is the same in every game has nothing to tell.
            let pair = &self.sums[stratum].arms[arm - 1];
            let cells =
                waves.iter().map(
                    |(measure, change)| match pair.moments(*measure).differing() {
                        0 => Cell::from("same"),
                        _ => Cell::from(*change),
                    },
                );
            if waves.iter().any(|(_, change)| change.value != 0.0) {
                grid.row([Cell::from(self.name(arm))].into_iter().chain(cells));
            }
        }
        let label = match self.design.strata.len() {
            1 => String::new(),
            _ => format!(" ({})", self.design.strata[stratum].label()),
        };
        Section::new(format!("Where it happens: damage per player{label}")).grid(grid)
    }

    /// All measures with their p-values.
    fn details(&self, stratum: usize) -> Section {
        let columns = [
            Column::words("arm"),
            Column::words("measure"),
            Column::numbers("difference").intervals(),
            Column::numbers("p").spare(1),
            Column::numbers("Holm").spare(2),
            Column::words("together").spare(3),
            Column::numbers("gain").spare(4),
            Column::numbers("games").spare(5),
        ];
        let mut grid = Grid::new(columns);
        for arm in 1..self.design.arms.len() {
            for one in self.results.of(stratum, arm) {
                let change = self.change(one);
                let probability = |p| Number::new(p, Unit::Probability);
                let family = one
                    .family_interval
                    .and_then(|all| change.within(&all).interval_text());
                grid.row([
                    self.name(arm).into(),
                    one.measure.title().into(),
                    change.into(),
                    one.p_value.map(probability).into(),
                    one.holm.map(probability).into(),
                    family.unwrap_or_default().into(),
                    one.pairing_gain
                        .map(|gain| Number::new(gain, Unit::Times))
                        .into(),
                    Number::count(one.games).into(),
                ]);
            }
        }
        let label = self.design.strata[stratum].label();
        Section::new(format!("Every measure ({label})"))
            .grid(grid)
            .detail()
    }

    /// A game that ended differently, and how.
    pub(super) fn explained(&self, one: &Explanation) -> Section {
        let label = self.design.strata[one.stratum].label();
        let (arm, names) = (self.name(one.arm), [0, one.arm].map(|arm| self.name(arm)));
        let ends = names.iter().zip(one.ends);
        let ends = ends.map(|(name, end)| format!("{name}: {}; ", end.text()));
        let mut section = Section::new(format!("Game {} with {arm} ({label})", one.game))
            .say(format!(
                "{}the first {} are the same",
                ends.collect::<String>(),
                counted(one.shared as u64, "event")
            ))
            .say(format!("last shared: {}", happening(&one.before)));
        for ((name, next), replay) in names.iter().zip(&one.next).zip(&one.replays) {
            section = section
                .say(format!("then {name}: {}", happening(next)))
                .note(replay_command(replay));
        }
        section
    }
}

fn happening(happening: &Option<Happening>) -> String {
    match happening {
        Some(happening) => format!("(round {}) {}", happening.round, happening.text),
        None => "(the game is over)".into(),
    }
}
