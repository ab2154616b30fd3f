//! What cards do together: what was found, the largest pairs, and a matrix.

use super::Told;
use crate::card::partners::Pair;
use crate::compare::answer::forest;
use crate::compare::results::Difference;
use crate::rank::results::SCREEN;
use answers::{
    Cell, Chart, Column, Grid, HeatCell, HeatMap, Number, Picture, Row, Section, Tone, Unit,
    counted, grouped,
};
use runs::sim::stop::LEVEL;
use statistics::Level;
use statistics::precision::{detectable, rounded_up};
use statistics::shrink::shrink;

/// How many pairs are listed at least.
const LISTED: usize = 10;
/// Pairs in the picture.
const DRAWN: usize = 24;
/// More cards than this do not fit a matrix.
const MOST_IN_MATRIX: usize = 20;

fn is_found(one: &Difference) -> bool {
    one.q_value.is_some_and(|q| q <= SCREEN)
}

impl Told<'_> {
    /// The pairs of a stratum, what was found first, then by size.
    fn pairs(&self, stratum: usize) -> Vec<(Pair, Difference)> {
        let partners = &self.sheet.partners;
        let all = partners.pairs.iter().filter_map(|pair| {
            let found = partners.synergy(self.findings, stratum, pair)?;
            Some((*pair, found))
        });
        let mut all: Vec<(Pair, Difference)> = all.collect();
        all.sort_by(|(_, a), (_, b)| {
            let size = |one: &Difference| one.estimate.value.abs();
            (is_found(b).cmp(&is_found(a))).then(size(b).total_cmp(&size(a)))
        });
        all
    }

    fn synergy(&self, one: &Difference) -> Number {
        self.measure().change(&one.estimate)
    }

    fn pair_names(&self, pair: &Pair) -> String {
        let name = |card: usize| self.sheet.partners.subjects[card].name.as_str();
        format!("{} + {}", name(pair.first), name(pair.second))
    }

    /// What was found, in a sentence.
    pub(super) fn pairs_sentence(&self, stratum: usize) -> Option<String> {
        let all = self.pairs(stratum);
        let (pair, first) = all.first()?;
        let found = all.iter().filter(|(_, one)| is_found(one)).count();
        let judged = all.iter().filter(|(_, one)| one.q_value.is_some()).count();
        Some(match found {
            0 => format!(
                "No synergy is clear among {}. {}",
                counted(judged as u64, "pair"),
                self.power(&all, judged)
            ),
            _ => format!(
                "{found} of {judged} pairs do more or less together than separately; the largest \
                 is {} ({} {}). {}",
                self.pair_names(pair),
                self.synergy(first).with_interval(),
                self.measure().unit(),
                self.power(&all, judged)
            ),
        })
    }

    /// What the games could have shown, and how many would show a synergy as large as the margin.
    fn power(&self, all: &[(Pair, Difference)], judged: usize) -> String {
        let judged_pairs = all.iter().filter(|(_, one)| one.q_value.is_some());
        let known =
            judged_pairs.filter_map(|(_, one)| Some((one.estimate.value, one.standard_error?)));
        let known: Vec<(f64, f64)> = known.collect();
        let mut errors: Vec<f64> = known.iter().map(|(_, error)| *error).collect();
        errors.sort_by(f64::total_cmp);
        let Some(error) = errors.get(errors.len() / 2).filter(|error| **error > 0.0) else {
            return "More games may be needed to find one.".into();
        };
        let (measure, games) = (self.measure(), all[0].1.games);
        // What the screen asks of a single true synergy among all pairs.
        let level = Level::new(1.0 - SCREEN / judged as f64).unwrap_or(LEVEL);
        let level = self.played.results.looks.of(games).level(level);
        let seen = Number::new(detectable(level, *error), measure.size_unit());
        let margin = self.played.design.margin.value();
        let needed = games as f64 * (detectable(level, *error) / margin).powi(2);
        let noise = match shrink(&known).spread > 0.0 {
            true => "",
            false => {
                " The synergies found here differ by no more than chance alone makes them differ."
            }
        };
        format!(
            "One of {} {} or more is found in four of five such studies; one of {}, the margin, would \
             take about {} games.{noise}",
            seen.text(),
            measure.unit(),
            self.played.margin_text(),
            grouped(rounded_up(needed))
        )
    }

    /// All pairs.
    pub(super) fn together(&self, stratum: usize) -> Section {
        let section = Section::new(self.title("Cards together", stratum));
        let all = self.pairs(stratum);
        if all.is_empty() {
            return section;
        }
        let columns = [
            Column::words("pair"),
            Column::numbers("synergy").halves(),
            Column::words("matters").spare(2),
            Column::numbers("q").spare(3),
            Column::words("").spare(1),
        ];
        let mut grid = Grid::new(columns);
        for (pair, one) in &all {
            let mark = match (is_found(one), one.q_value) {
                (true, _) => "found",
                (false, None) => "not judged",
                _ => "",
            };
            let q = one.q_value.map(|q| Number::new(q, Unit::Probability));
            grid.row([
                self.pair_names(pair).into(),
                self.synergy(one).into(),
                one.matters().into(),
                q.map_or("-".into(), Cell::from),
                mark.into(),
            ]);
        }
        let found = all.iter().filter(|(_, one)| is_found(one)).count();
        let first = LISTED.max(found.min(3 * LISTED));
        let rest = format!("and {} more", all.len().saturating_sub(first));
        let pictures = [Some(self.pairs_picture(&all)), self.matrix(stratum, &all)];
        section
            .grid(grid.first(first, rest))
            .pictures(pictures.into_iter().flatten())
    }

    fn pairs_picture(&self, all: &[(Pair, Difference)]) -> Picture {
        let rows = all.iter().take(DRAWN).map(|(pair, one)| {
            let tone = match (is_found(one), one.estimate.value > 0.0) {
                (true, true) => Tone::Better,
                (true, false) => Tone::Worse,
                (false, _) => Tone::Unclear,
            };
            Row::new(self.pair_names(pair), self.synergy(one), tone)
        });
        let chart = forest(self.axis("synergy"), None, rows.collect());
        Picture::new("The strongest pairs", "contrasts", chart)
            .caption("Blue: better together than separately. Orange: worse. Hollow: not clear.")
    }

    /// The cards of the strongest pairs against each other.
    fn matrix(&self, stratum: usize, all: &[(Pair, Difference)]) -> Option<Picture> {
        let partners = &self.sheet.partners;
        let mut cards: Vec<usize> = Vec::new();
        for card in all.iter().flat_map(|(pair, _)| [pair.first, pair.second]) {
            if !cards.contains(&card) && cards.len() < MOST_IN_MATRIX {
                cards.push(card);
            }
        }
        if cards.len() < 3 {
            return None;
        }
        let cell = |first: usize, second: usize| {
            let pair = partners.pair(first, second)?;
            let one = partners.synergy(self.findings, stratum, pair)?;
            Some(HeatCell {
                number: self.synergy(&one),
                sure: is_found(&one),
            })
        };
        let name = |card: &usize| partners.subjects[*card].name.clone();
        let rows = cards.iter().map(|first| {
            let cells = cards.iter().map(|second| cell(*first, *second));
            (name(first), cells.collect())
        });
        let chart = Chart::HeatMap(HeatMap {
            columns: cards.iter().map(name).collect(),
            rows: rows.collect(),
        });
        Some(Picture::new("Synergies", "contrasts", chart).caption(
            "Cards of the strongest pairs. Blue: better together. Orange: worse. Bold: clear.",
        ))
    }

    pub(super) fn pairs_note(&self) -> Option<String> {
        self.sheet.partners.pairs.first()?;
        Some(format!(
            "synergy: {} extra copies of both, minus those of each alone; above zero, players gain \
             by it; found: q <= {SCREEN}",
            self.sheet.copies
        ))
    }
}
