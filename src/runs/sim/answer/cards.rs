//! Which cards damage the base, and what the players do with those for sale.

use super::Played;
use crate::sim::habits::{HARDLY_EVER, Habit};
use crate::sim::results::worst_for_base;
use ::cards::Kind;
use ::cards::words::Word;
use answers::{Axis, Cell, Chart, Column, Grid, Number, Picture, Row, Rows, Section, Tone, Unit};
use game::observe::tally::CardCount;

/// Cards listed by their damage to the base.
const WORST: usize = 8;
/// Cards in the picture of the same.
const DRAWN_WORST: usize = 15;
/// Rarely bought cards listed at first.
const LISTED: usize = 8;
/// Cards in the picture of what players buy.
const DRAWN_BOUGHT: usize = 25;
/// With fewer copies on offer than this, a card is not in that picture.
const FEWEST_OFFERED: u64 = 50;

const COLOURS: &str = "Blue, orange and green: waves 1, 2 and 3.";

impl Played<'_> {
    /// All damage to the base by cards, in all rounds that were played.
    fn all_damage(&self) -> u64 {
        let counts = self.totals.cards.iter();
        counts.map(|card| card.get(CardCount::BaseDamage)).sum()
    }

    /// Which card deals the most damage to the base.
    pub(super) fn worst_sentence(&self) -> Option<String> {
        let (kind, damage) = *worst_for_base(self.totals, &self.plan.cards, 1).first()?;
        let share = Number::new(damage as f64 / self.all_damage() as f64, Unit::Share);
        let (name, share) = (&kind.name, share.text());
        Some(format!(
            "{name} deals the most damage to the base: {share} of all."
        ))
    }

    /// Who damages the base, and what players do.
    pub(super) fn cards(&self) -> Vec<Section> {
        vec![self.worst(), self.neglected(), self.all_habits()]
    }

    fn per_game(&self, damage: u64) -> Number {
        Number::new(damage as f64 / self.totals.games as f64, Unit::Amount)
    }

    fn worst(&self) -> Section {
        let mut grid = Grid::new([
            Column::words("card"),
            Column::words("from").spare(1),
            Column::numbers("per game"),
            Column::numbers("of all").spare(2),
        ]);
        let all = self.all_damage().max(1) as f64;
        for (kind, damage) in worst_for_base(self.totals, &self.plan.cards, WORST) {
            grid.row([
                Cell::from(kind.name.as_str()),
                origin(kind).into(),
                self.per_game(damage).into(),
                Number::new(damage as f64 / all, Unit::Share).into(),
            ]);
        }
        let rows = worst_for_base(self.totals, &self.plan.cards, DRAWN_WORST);
        let rows = rows.into_iter().map(|(kind, damage)| Row {
            note: format!("{}, wave {}", kind.class.word(), kind.wave),
            ..Row::new(&kind.name, self.per_game(damage), wave_tone(kind))
        });
        let title = "Most damage to the base";
        let picture = bars(
            title,
            Axis::new("damage per game", Unit::Amount),
            rows.collect(),
        );
        let caption = format!("The {DRAWN_WORST} cards that deal the most. {COLOURS}");
        Section::new(title)
            .grid(grid)
            .pictures(picture.map(|one| one.caption(caption)))
    }

    /// Which cards are rarely bought, and why.
    fn neglected(&self) -> Section {
        let neglected = self.habits.iter().filter(|habit| habit.is_neglected());
        let columns = [
            Column::words("card"),
            Column::numbers("payable"),
            Column::words("why"),
        ];
        let mut grid = Grid::new(columns);
        for habit in neglected {
            grid.row([
                self.name(habit),
                Number::new(habit.payable(), Unit::Share).into(),
                habit.reason.as_str().into(),
            ]);
        }
        let section = Section::new(format!(
            "Rarely bought ({} of {} cards; in under {:.0}% of the games in which a player could \
             pay for them)",
            grid.rows.len(),
            self.habits.len(),
            100.0 * HARDLY_EVER
        ));
        let more = grid.rows.len().saturating_sub(LISTED);
        let section = section.pictures(self.bought_picture());
        match grid.rows.is_empty() {
            true => section,
            false => section.grid(grid.first(LISTED, format!("and {more} more"))),
        }
    }

    fn name(&self, habit: &Habit) -> Cell {
        self.plan.cards.kind(habit.kind).name.as_str().into()
    }

    fn all_habits(&self) -> Section {
        let mut grid = Grid::new([
            Column::words("card"),
            Column::numbers("cost").spare(5),
            Column::numbers("offered").spare(4),
            Column::numbers("payable").spare(3),
            Column::numbers("bought"),
            Column::numbers("used").spare(1),
            Column::numbers("wasted").spare(2),
        ]);
        for habit in self.habits {
            let cost = self.plan.cards.kind(habit.kind).cost;
            let shares = [
                habit.offered(),
                habit.payable(),
                habit.bought(),
                habit.used(),
                habit.wasted(),
            ];
            let shares = shares.map(|share| Number::new(share, Unit::Share).into());
            let facts = [self.name(habit), Number::count(cost.into()).into()];
            grid.row(facts.into_iter().chain(shares));
        }
        let title = "What the players do (share of games)";
        Section::new(title).grid(grid).detail()
    }

    fn bought_picture(&self) -> Option<Picture> {
        let all = self.plan.cards.kinds.iter().zip(&self.totals.cards);
        let mut rows: Vec<Row> = all
            .filter(|(_, counts)| counts.get(CardCount::Offered) >= FEWEST_OFFERED)
            .map(|(kind, counts)| {
                let [offered, bought, used] =
                    [CardCount::Offered, CardCount::Bought, CardCount::Used]
                        .map(|one| counts.get(one));
                let share = Number::new(bought as f64 / offered as f64, Unit::Share);
                Row {
                    note: format!(
                        "{offered} offered, {bought} bought, {used} used; {}, cost {}",
                        kind.class.word(),
                        kind.cost
                    ),
                    ..Row::new(&kind.name, share, wave_tone(kind))
                }
            })
            .collect();
        let share = |row: &Row| row.marks[0].map_or(0.0, |mark| mark.number.value);
        rows.sort_by(|a, b| share(b).total_cmp(&share(a)));
        rows.truncate(DRAWN_BOUGHT);
        let axis = Axis::new("bought, share of all copies offered", Unit::Share);
        let picture = bars("What players buy", axis, rows)?;
        Some(picture.caption(format!(
            "The {DRAWN_BOUGHT} cards bought most often when they are on offer. {COLOURS}"
        )))
    }
}

fn bars(title: &str, axis: Axis, rows: Vec<Row>) -> Option<Picture> {
    let chart = Rows {
        axis,
        series: Vec::new(),
        bars: true,
        margin: None,
        rows,
    };
    (!chart.rows.is_empty()).then(|| Picture::new(title, "cards", Chart::Rows(chart)))
}

/// Where a card that damages the base comes from, which may be a converted troop.
fn origin(kind: &Kind) -> String {
    if kind.class.is_enemy() {
        format!("wave {}", kind.wave)
    } else {
        kind.class.word().to_string()
    }
}

fn wave_tone(kind: &Kind) -> Tone {
    Tone::Kind(match kind.wave {
        0 => 6,
        wave => usize::from(wave) - 1,
    })
}
