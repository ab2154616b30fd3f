//! Which setting gives a wanted win rate, as an answer.

use super::varied::Varied;
use super::{Found, Question, SettingPoint};
use crate::compare::answer::{Played, shown_name};
use answers::{
    Answer, Axis, Cell, Chart, Column, Drawn, Grid, Lines, Number, Picture, Point, Reference, Row,
    Rows, Section, Series, Table, Tone, Unit, counted, grouped,
};
use runs::sim::answer::{chart_bases, players_text};
use runs::sim::curve::{Curve, CurvePoint, Target};
use runs::sim::measure::DAMAGE_CAP;

/// A win rate below this, or above one minus this, counts as zero or one.
const EDGE: f64 = 0.01;

/// What was found, for its answer.
pub struct Told<'a> {
    /// The games.
    pub played: Played<'a>,
    /// What was asked.
    pub question: &'a Question,
    /// The answers for each number of players and policy.
    pub found: &'a [Found],
}

impl Told<'_> {
    /// The answer.
    pub fn answer(&self) -> Answer {
        let mut answer = self.played.begin("target");
        answer.title = format!(
            "The {} for a win rate of {}",
            self.varied(),
            self.all_wanted()
        );
        answer.headline.extend(self.whoever_plays());
        answer
            .headline
            .extend(self.found.iter().map(|found| self.sentence(found)));
        match self.question.varied {
            Varied::BaseHp => answer.section(self.curves()),
            _ => {
                for found in self.found {
                    answer.section(self.settings(found));
                }
                answer.section(self.pictures());
            }
        }
        answer.notes = self.notes();
        answer.tables = vec![
            Table::named("target", "The setting that comes closest."),
            Table::named("settings", "Every setting with its win rate."),
        ];
        answer
    }

    fn all_wanted(&self) -> String {
        let wanted: Vec<String> = self.question.wanted.iter().map(|one| share(*one)).collect();
        wanted.join(", ")
    }

    /// What was found for the first target.
    fn of_first(&self) -> impl Iterator<Item = &Found> {
        let first = self.question.wanted[0];
        self.found.iter().filter(move |found| found.wanted == first)
    }

    /// Whether the answer is the same whoever plays, where several policies do.
    fn whoever_plays(&self) -> Option<String> {
        let same_game = |a: &Found, b: &Found| (a.players, a.wanted) == (b.players, b.wanted);
        let pairs = self.found.iter().enumerate().flat_map(|(first, a)| {
            let others = self.found[first + 1..].iter();
            others.filter(move |b| same_game(a, b)).map(move |b| (a, b))
        });
        let pairs: Vec<(&Found, &Found)> = pairs.collect();
        let differ = pairs.iter().any(|(a, b)| clearly_differ(a, b));
        (!pairs.is_empty()).then(|| match differ {
            true => "The answer depends on who plays.".into(),
            false => "The answer does not clearly depend on who plays.".into(),
        })
    }

    /// For whom something was found, as the name of a line or a group.
    fn label(&self, found: &Found) -> String {
        let players = counted(found.players.into(), "player");
        match self.found.iter().all(|other| other.policy == found.policy) {
            true => players,
            false => format!("{players}, {}", found.policy),
        }
    }

    /// What is varied, for people.
    fn varied(&self) -> String {
        match self.question.varied {
            Varied::BaseHp => "base HP per player".into(),
            _ => {
                let cards = &self.played.design.strata[0].plans[0].cards;
                let name = shown_name(&format!("{}=", self.question.varied.name()), cards);
                name.trim_end_matches('=').to_string()
            }
        }
    }

    /// The answer for one number of players.
    fn sentence(&self, found: &Found) -> String {
        match &found.base {
            Some(base) => self.base_sentence(found, base),
            None => self.setting_sentence(found),
        }
    }

    fn base_sentence(&self, found: &Found, target: &Target) -> String {
        let (who, wanted) = (
            players_text(found.players, &found.policy),
            share(found.wanted),
        );
        let win = if found.players == 1 { "wins" } else { "win" };
        match target.base_hp {
            Some(base) => format!(
                "{who} {win} {wanted} of games with a base of {} ({}).",
                hp(found, found.each(base)),
                ends(found, target)
            ),
            None => format!(
                "{who} {win} less than {wanted} of games with any base up to {}.",
                hp(found, DAMAGE_CAP)
            ),
        }
    }

    fn setting_sentence(&self, found: &Found) -> String {
        let varied = self.varied();
        let (who, wanted) = (
            players_text(found.players, &found.policy),
            share(found.wanted),
        );
        let base = hp(found, u32::from(found.base_hp));
        let all = || found.points.iter().map(|point| point.win_rate.value);
        let none = all().all(|rate| rate < EDGE);
        let nearest = found
            .nearest
            .filter(|_| !none && !all().all(|rate| rate > 1.0 - EDGE));
        let Some(nearest) = nearest else {
            let rates = if none { "under 1%" } else { "over 99%" };
            let win = if found.players == 1 { "wins" } else { "win" };
            return format!(
                "{who} {win} {rates} of games with {base}, for every value of {varied}. {}",
                self.base_hint(found)
            );
        };
        let row = found.row();
        let range = if row.low == row.high {
            "no other value is closer".to_string()
        } else {
            format!("values from {} to {} may be closest", row.low, row.high)
        };
        let rate = rate_of(&found.points[nearest]);
        format!(
            "{who}: of the values tried, {varied} {} comes closest to {wanted}, with {} of games \
             won ({}) at {base}; {range}.",
            found.points[nearest].value,
            rate.text(),
            rate.interval_text().unwrap_or_default()
        )
    }

    /// What the base would have to be, if the setting alone is not enough.
    fn base_hint(&self, found: &Found) -> String {
        let bases = found.points.iter().filter_map(|point| point.base.base_hp);
        let (least, most) = (bases.clone().min(), bases.max());
        match least.zip(most) {
            Some((least, most)) => format!(
                "{} wins need a base of {} to {}: add `--base-hp {}`.",
                share(found.wanted),
                found.each(least),
                hp(found, found.each(most)),
                found.each((least + most) / 2)
            ),
            None => format!("No base up to {} does.", hp(found, DAMAGE_CAP)),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "{} games of each setting with the same luck, {}; 95% intervals in brackets.",
            grouped(self.played.stop.games),
            self.played.design.seeds()
        )];
        let looks = self.found.iter().any(|found| found.looks_at_base);
        if looks && self.question.varied == Varied::BaseHp {
            notes.push(format!(
                "These players take their base into account, so the games were played with about \
                 the base for {}; far from it the curve is approximate.",
                share(self.question.middle())
            ));
        }
        let certain = |base: &Target| base.low.is_some() && base.low == base.high;
        if self
            .found
            .iter()
            .filter_map(|found| found.base.as_ref())
            .any(certain)
        {
            notes.push("27 (27 to 27): no other whole number agrees with these games.".into());
        }
        let capped: u64 = self.of_first().map(|found| found.capped).sum();
        if capped > 0 {
            let games = counted(capped, "game");
            notes.push(format!(
                "{games} reached the cap of {DAMAGE_CAP} damage per player and cannot be won with \
                 any base in this report."
            ));
        }
        notes
    }

    /// The win rate at every value of a setting other than the base.
    fn settings(&self, found: &Found) -> Section {
        let title = format!(
            "Win rate by {}, {}, {}",
            self.varied(),
            self.label(found),
            hp(found, u32::from(found.base_hp))
        );
        let columns = [
            Column::numbers("value"),
            Column::numbers("wins").intervals().drawn(Drawn::Bar(1.0)),
            Column::numbers("against >").halves().spare(1),
            Column::words(format!("base for {}", share(found.wanted))).spare(2),
        ];
        let mut grid = Grid::new(columns);
        for (index, point) in found.points.iter().enumerate() {
            let mark = if found.nearest == Some(index) {
                "> "
            } else {
                ""
            };
            let base = point.base.base_hp;
            let base = base.map_or("none".to_string(), |base| found.each(base).to_string());
            let base = format!("{base} ({})", ends(found, &point.base));
            let value = format!("{mark}{}", point.value);
            let difference = point.difference;
            let difference = difference.map(|one| Number::of(&one, Unit::Points));
            grid.row([
                value.into(),
                rate_of(point).into(),
                difference.into(),
                base.into(),
            ]);
        }
        Section::new(title).grid(grid)
    }

    /// The curves for all numbers of players, side by side.
    fn curves(&self) -> Section {
        let found: Vec<(&Found, &Curve)> = self
            .of_first()
            .filter_map(|found| Some((found, found.curve.as_ref()?)))
            .collect();
        let curves: Vec<&Curve> = found.iter().map(|(_, curve)| *curve).collect();
        let section = Section::new("Win rate by base HP per player");
        let Some(first) = curves.first() else {
            return section;
        };
        let players = found
            .iter()
            .zip(0..)
            .map(|((one, _), spare)| match found.len() {
                1 => Column::numbers("wins").intervals().drawn(Drawn::Bar(1.0)),
                _ => Column::numbers(self.label(one)).spare(spare),
            });
        let mut grid = Grid::new([Column::numbers("base")].into_iter().chain(players));
        for base in chart_bases(&curves, None) {
            let rates = curves
                .iter()
                .map(|curve| Cell::from(at(curve, base * curve.players())));
            grid.row([Cell::from(base.to_string())].into_iter().chain(rates));
        }
        let picture = self.curve_picture(&found);
        section
            .grid(grid)
            .note(first.band_text())
            .pictures([picture])
    }

    fn curve_picture(&self, curves: &[(&Found, &Curve)]) -> Picture {
        let last = curves.iter().filter_map(|(_, curve)| {
            let reached = |point: &CurvePoint| point.win_rate > 0.995;
            let found = curve.points().into_iter().find(reached)?;
            Some(found.base_hp / curve.players())
        });
        let last = last.max().unwrap_or(DAMAGE_CAP);
        let series = curves.iter().map(|(found, curve)| Series {
            name: self.label(found),
            points: (1..=last)
                .map(|base| point(f64::from(base), at(curve, base * curve.players())))
                .collect(),
        });
        let at_x = self.found.iter().filter_map(|found| {
            let base = found.each(found.base.as_ref()?.base_hp?);
            Some(Reference {
                label: format!("{base}: {}", self.label(found)),
                at: base.into(),
            })
        });
        let axis = Axis::new("base HP per player", Unit::Count);
        self.lines(axis, series.collect(), at_x.collect())
    }

    /// Curves over a setting, with the win rate that is wanted.
    fn lines(&self, x: Axis, series: Vec<Series>, at_x: Vec<Reference>) -> Picture {
        let chart = Chart::Lines(Lines {
            x,
            y: Axis::new("win rate", Unit::Share).range(0.0, 1.0),
            series,
            at_x,
            at_y: self
                .question
                .wanted
                .iter()
                .map(|wanted| Reference {
                    label: share(*wanted),
                    at: *wanted,
                })
                .collect(),
        });
        Picture::new("Win rate by setting", "settings", chart)
            .caption("A curve crosses a dashed line at the setting that gives that win rate.")
    }

    /// All values of a setting other than the base, and the base that each would need.
    fn pictures(&self) -> Section {
        let section = Section::new("All values");
        let values = self.found.iter().flat_map(|found| &found.points);
        if !values
            .into_iter()
            .all(|point| point.value.parse::<f64>().is_ok())
        {
            return section.pictures([self.rows()]);
        }
        let axis = || Axis::new(self.varied(), Unit::Count);
        let at_x = self.found.iter().filter_map(|found| {
            let value = &found.points[found.nearest?].value;
            Some(Reference {
                label: format!("{value}: {}", self.label(found)),
                at: value.parse().ok()?,
            })
        });
        let rates = self.series(|_, point| Some(rate_of(point)));
        let bases = self.series(|found, point| {
            let each = |base: Option<u32>| base.map(|base| f64::from(found.each(base)));
            let base = Number::new(each(point.base.base_hp)?, Unit::Amount);
            Some(match each(point.base.low).zip(each(point.base.high)) {
                Some((low, high)) => base.between(low, high),
                None => base,
            })
        });
        let chart = Chart::Lines(Lines {
            x: axis(),
            y: Axis::new(
                format!("base HP for {} wins", share(self.question.wanted[0])),
                Unit::Amount,
            ),
            series: bases,
            at_x: Vec::new(),
            at_y: Vec::new(),
        });
        let bases = Picture::new("Base needed by setting", "settings", chart)
            .caption("The worth of each value in base HP.");
        section.pictures([self.lines(axis(), rates, at_x.collect()), bases])
    }

    /// A curve for each number of players.
    fn series(&self, y: impl Fn(&Found, &SettingPoint) -> Option<Number>) -> Vec<Series> {
        let series = self.of_first().map(|found| Series {
            name: self.label(found),
            points: found
                .points
                .iter()
                .filter_map(|one| Some(point(one.value.parse().ok()?, y(found, one)?)))
                .collect(),
        });
        series.collect()
    }

    /// Settings that are no numbers, such as 3/4/4 enemies.
    fn rows(&self) -> Picture {
        let rows = self.of_first().flat_map(|found| {
            found.points.iter().enumerate().map(|(index, point)| {
                let nearest = found.nearest == Some(index);
                let tone = if nearest { Tone::Better } else { Tone::Unclear };
                Row {
                    group: self.label(found),
                    ..Row::new(&point.value, rate_of(point), tone)
                }
            })
        });
        let chart = Chart::Rows(Rows {
            axis: Axis::new(format!("win rate by {}", self.varied()), Unit::Share),
            series: Vec::new(),
            bars: false,
            margin: None,
            rows: rows.collect(),
        });
        let caption = format!(
            "Filled: the setting that comes closest to {}.",
            share(self.question.wanted[0])
        );
        Picture::new("Win rate by setting", "settings", chart).caption(caption)
    }
}

/// Whether two policies clearly need different settings.
fn clearly_differ(a: &Found, b: &Found) -> bool {
    let bases = a.base.as_ref().zip(b.base.as_ref());
    let apart = |a: &Target, b: &Target| a.high.zip(b.low).is_some_and(|(high, low)| high < low);
    let both = |index: usize| a.points[index].plausible && b.points[index].plausible;
    match bases {
        Some((a, b)) => apart(a, b) || apart(b, a),
        None => a.nearest.is_some() && b.nearest.is_some() && !(0..a.points.len()).any(both),
    }
}

/// A win rate as a percentage.
fn share(wanted: f64) -> String {
    format!("{}%", (wanted * 1000.0).round() / 10.0)
}

fn point(x: f64, y: Number) -> Point {
    Point {
        x,
        y,
        label: String::new(),
    }
}

fn rate_of(point: &SettingPoint) -> Number {
    Number::of(&point.win_rate, Unit::Share)
}

/// The win rate at a base, with its band.
fn at(curve: &Curve, base_hp: u32) -> Number {
    let point = curve.at(base_hp);
    Number::new(point.win_rate, Unit::Share).between(point.low, point.high)
}

/// The interval of a base in HP per player.
fn ends(found: &Found, target: &Target) -> String {
    let end = |end: Option<u32>| end.map(|base| found.each(base).to_string());
    let low = end(target.low).unwrap_or_else(|| "1".into());
    let high = end(target.high).unwrap_or_else(|| format!("over {DAMAGE_CAP}"));
    format!("{low} to {high}")
}

fn hp(found: &Found, base: u32) -> String {
    match found.players {
        1 => format!("{base} HP"),
        _ => format!("{base} HP each"),
    }
}
