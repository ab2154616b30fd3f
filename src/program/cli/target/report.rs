//! The answer of a search, for people.

use super::Searched;
use crate::cli::{CliError, Output};
use reports::terminal::grid::{Grid, left, right};
use reports::terminal::simulate::bar_width;
use reports::terminal::simulate::{band_bar, chart_bases, players_text};
use reports::terminal::text::{counted, grouped, per_cent};
use runs::sim::curve::{Curve, CurvePoint, Target};
use runs::sim::measure::DAMAGE_CAP;
use std::io::Write;
use studies::target::varied::Varied;
use studies::target::{Answer, SettingPoint};

/// A win rate below this, or above one minus this, counts as zero or one.
const EDGE: f64 = 0.01;

pub(super) struct Report<'a> {
    pub searched: &'a Searched,
    pub policy: &'a str,
}

impl Report<'_> {
    pub(super) fn write(&self, out: &mut Output) -> Result<(), CliError> {
        if !self.searched.complete {
            writeln!(out, "INTERRUPTED: shows only what is complete")?;
        }
        for answer in &self.searched.answers {
            out.title_prose(&self.sentence(answer))?;
        }
        for line in self.notes() {
            out.prose(&line)?;
        }
        match &self.searched.answers[..] {
            [] => {}
            answers if self.searched.question.varied == Varied::BaseHp => {
                write_curves(answers, out)?
            }
            answers => {
                for answer in answers {
                    self.write_settings(answer, out)?;
                }
            }
        }
        let directory = self.searched.directory.display();
        writeln!(out, "\nFiles   {directory}: target, settings, results.json")?;
        Ok(())
    }

    fn wanted(&self) -> String {
        let wanted = 100.0 * self.searched.question.wanted;
        format!("{}%", (wanted * 10.0).round() / 10.0)
    }

    /// The answer for one number of players.
    fn sentence(&self, answer: &Answer) -> String {
        match &answer.base {
            Some(base) => self.base_sentence(answer, base),
            None => self.setting_sentence(answer),
        }
    }

    fn base_sentence(&self, answer: &Answer, target: &Target) -> String {
        let (who, wanted) = (players_text(answer.players, self.policy), self.wanted());
        let win = if answer.players == 1 { "wins" } else { "win" };
        match target.base_hp {
            Some(base) => {
                let (low, high) = ends(answer, target);
                format!(
                    "{who} {win} {wanted} of games with a base of {} ({low} to {high}).",
                    hp(answer, answer.each(base))
                )
            }
            None => format!(
                "{who} {win} less than {wanted} of games with any base up to {}.",
                hp(answer, DAMAGE_CAP)
            ),
        }
    }

    fn setting_sentence(&self, answer: &Answer) -> String {
        let varied = self.searched.question.varied.name();
        let (who, wanted) = (players_text(answer.players, self.policy), self.wanted());
        let base = hp(answer, u32::from(answer.base_hp));
        let rate = |point: &SettingPoint| per_cent(point.win_rate.value);
        let all = || answer.points.iter().map(|point| point.win_rate.value);
        let none = all().all(|rate| rate < EDGE);
        let nearest = answer
            .nearest
            .filter(|_| !none && !all().all(|rate| rate > 1.0 - EDGE));
        let Some(nearest) = nearest else {
            let rates = if none { "under 1%" } else { "over 99%" };
            let win = if answer.players == 1 { "wins" } else { "win" };
            return format!(
                "{who} {win} {rates} of games with {base}, for every value of {varied}. {}",
                self.base_hint(answer)
            );
        };
        let point = &answer.points[nearest];
        let row = answer.row(self.searched.question.wanted);
        let interval = &point.win_rate.interval;
        let range = if row.low == row.high {
            "no other value is closer".to_string()
        } else {
            format!("values from {} to {} may be closest", row.low, row.high)
        };
        format!(
            "{who}: of the values tried, {varied} {} comes closest to {wanted}, with {} of games won \
             ({} to {}) at {base}; {range}.",
            point.value,
            rate(point),
            per_cent(interval.low).trim_end_matches('%'),
            per_cent(interval.high)
        )
    }

    /// What the base would have to be, if the setting alone is not enough.
    fn base_hint(&self, answer: &Answer) -> String {
        let bases = answer.points.iter().filter_map(|point| point.base.base_hp);
        let (least, most) = (bases.clone().min(), bases.max());
        match least.zip(most) {
            Some((least, most)) => format!(
                "{} wins need a base of {} to {}: add `--base-hp {}`.",
                self.wanted(),
                answer.each(least),
                hp(answer, answer.each(most)),
                answer.each((least + most) / 2)
            ),
            None => format!("No base up to {} does.", hp(answer, DAMAGE_CAP)),
        }
    }

    fn notes(&self) -> Vec<String> {
        let (question, answers) = (&self.searched.question, &self.searched.answers);
        let mut notes = vec![format!(
            "{} games of each setting with the same luck, seed {}; 95% intervals in brackets.",
            grouped(question.games),
            question.tables[0].settings[0].plan.seed
        )];
        let looks = answers.iter().any(|answer| answer.looks_at_base);
        if looks && question.varied == Varied::BaseHp {
            notes.push(
                "These players take their base into account, so the games were played with about \
                 the base found; far from it the curve is approximate."
                    .into(),
            );
        }
        let capped: u64 = answers.iter().map(|answer| answer.capped).sum();
        if capped > 0 {
            let cap = format!("{DAMAGE_CAP} damage per player");
            let games = counted(capped, "game");
            notes.push(format!(
                "{games} reached the cap of {cap} and cannot be won with any base in this report."
            ));
        }
        notes
    }

    /// The win rate at every value of a setting other than the base.
    fn write_settings(&self, answer: &Answer, out: &mut Output) -> Result<(), CliError> {
        let players = counted(answer.players.into(), "player");
        let title = format!(
            "Win rate by {}, {players}, {}",
            self.searched.question.varied.name(),
            hp(answer, u32::from(answer.base_hp))
        );
        writeln!(out, "\n{}", out.title(&title))?;
        let columns = [
            right("value"),
            right("wins"),
            right("95% band").spare(2),
            left(format!("base for {}", self.wanted())).spare(1),
            left("").spare(3),
        ];
        let mut grid = Grid::new(columns);
        for (index, point) in answer.points.iter().enumerate() {
            let nearest = answer.nearest == Some(index);
            let mark = if nearest { "> " } else { "" };
            let interval = &point.win_rate.interval;
            let base = point.base.base_hp;
            let base = base.map_or("none".to_string(), |base| answer.each(base).to_string());
            let (low, high) = ends(answer, &point.base);
            let band = CurvePoint {
                base_hp: 0,
                win_rate: point.win_rate.value,
                low: interval.low,
                high: interval.high,
            };
            grid.row([
                format!("{mark}{}", point.value),
                per_cent(point.win_rate.value),
                format!("{:.1}-{:.1}%", 100.0 * interval.low, 100.0 * interval.high),
                format!("{base} ({low} to {high})"),
                band_bar(&band, 20.0),
            ]);
        }
        Ok(out.table(&grid)?)
    }
}

/// The curves for all numbers of players, side by side.
fn write_curves(answers: &[Answer], out: &mut Output) -> Result<(), CliError> {
    let curves: Vec<&Curve> = answers.iter().filter_map(|a| a.curve.as_ref()).collect();
    let Some(first) = curves.first() else {
        return Ok(());
    };
    writeln!(out, "\n{}", out.title("Win rate by base HP per player"))?;
    if let [curve] = curves[..] {
        let mut grid = Grid::new([right("base"), right("wins"), left("").spare(1)]);
        for base in chart_bases(&[curve], None) {
            let point = curve.at(base * curve.players());
            let bar = band_bar(&point, bar_width(out, 18));
            grid.row([base.to_string(), per_cent(point.win_rate), bar]);
        }
        out.table(&grid)?;
    } else {
        let players = answers.iter().map(|answer| match answer.players {
            1 => right("1 player"),
            n => right(format!("{n} players")).spare(n),
        });
        let mut grid = Grid::new(std::iter::once(right("base")).chain(players));
        for base in chart_bases(&curves, None) {
            let rates = curves.iter().map(|curve| {
                let rate = curve.at(base * curve.players()).win_rate;
                per_cent(rate)
            });
            grid.row(std::iter::once(base.to_string()).chain(rates));
        }
        out.table(&grid)?;
    }
    out.faint_prose(&format!("  {}", first.band_text()))?;
    Ok(())
}

/// The interval of a base in HP per player.
fn ends(answer: &Answer, target: &Target) -> (String, String) {
    let end = |end: Option<u32>| end.map(|base| answer.each(base).to_string());
    (
        end(target.low).unwrap_or_else(|| "1".into()),
        end(target.high).unwrap_or_else(|| format!("over {DAMAGE_CAP}")),
    )
}

fn hp(answer: &Answer, base: u32) -> String {
    match answer.players {
        1 => format!("{base} HP"),
        _ => format!("{base} HP each"),
    }
}
