//! The answer on gifts: whether one hurts, how many help, and the worst of them.

use super::Played;
use crate::compare::gifts::Received;
use answers::{Answer, Cell, Column, Grid, Number, Section, Unit, counted};

/// How many of the gifts that help least are listed.
const LISTED: usize = 10;

impl Played<'_> {
    /// The answer of `ladder --gifts`.
    pub fn gifts(&self, received: &[Received]) -> Answer {
        let mut answer = self.begin("ladder");
        for (stratum, found) in self.design.strata.iter().zip(received) {
            answer.say(format!("With {}, {}.", stratum.label(), in_words(found)));
        }
        for (stratum, found) in received.iter().enumerate() {
            let label = self.design.strata[stratum].label();
            let title = format!("What helps least ({label})");
            answer.section(Section::new(title).grid(self.least(stratum, found)));
        }
        let games = self.results.arms.iter().map(|figures| figures.games).sum();
        answer.notes = vec![
            format!("{} played", counted(games, "game")),
            "a gift clearly hurts if its p-value, adjusted for all gifts by Holm's method, is \
             below 5%; it clearly helps if its own interval excludes zero"
                .into(),
            format!(
                "{}; ± are {}",
                self.design.seeds(),
                self.results.looks.text()
            ),
        ];
        answer
    }

    fn least(&self, stratum: usize, found: &Received) -> Grid {
        let measure = self.design.measure;
        let mut grid = Grid::new([
            Column::words("gift"),
            Column::numbers(measure.title()).halves(),
            Column::numbers("Holm").spare(1),
        ]);
        let worst = found.hurt.iter().chain(&found.unclear).chain(&found.help);
        for arm in worst.take(LISTED) {
            let one = self.results.difference(stratum, *arm, measure);
            let change = one.map(|one| self.change(one));
            let holm = one.and_then(|one| one.holm);
            let holm = holm.map(|p| Number::new(p, Unit::Probability));
            grid.row([
                self.name(*arm).into(),
                change.map_or("-".into(), Cell::from),
                holm.map_or("-".into(), Cell::from),
            ]);
        }
        grid
    }
}

fn in_words(found: &Received) -> String {
    let (gifts, help) = (found.gifts(), found.help.len());
    let hurt = match found.hurt.len() {
        0 => format!("none of {gifts} gifts clearly hurts"),
        1 => format!("1 of {gifts} gifts clearly hurts"),
        hurt => format!("{hurt} of {gifts} gifts clearly hurt"),
    };
    let share = Unit::Share.tick(help as f64 / gifts.max(1) as f64, 0.01);
    format!("{hurt}, and {help} ({share}) clearly help")
}
