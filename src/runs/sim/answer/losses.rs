//! Where games are lost, and how they differ.

use super::{Played, replay_arguments};
use crate::lifecycle::replay_command;
use crate::sim::causes;
use crate::sim::results::{self, loss_rate};
use crate::sim::totals::PlayedOn;
use answers::{
    Axis, Chart, Column, Drawn, Grid, Number, Picture, Reference, Section, Stack, Stacks, Unit,
};
use game::observe::tally::BaseCause;
use game::state::ROUNDS;
use statistics::mean::IntegerHistogram;

/// Bins of the grid of base damage, at most.
const BINS: u32 = 16;
/// Bins of the picture of how games differ, at most.
const NARROW_BINS: u32 = 40;
/// The first round of each wave.
const WAVES: [usize; 3] = [1, 4, 7];

impl Played<'_> {
    /// A sentence on how long games last, where they are lost, and to whom.
    pub(super) fn summary_sentence(&self) -> Option<String> {
        let survived = self
            .mean("rounds_survived")
            .filter(|_| !self.plan.rules.training);
        let survived = survived
            .map(|rounds| format!("On average, players survive {} of 9 rounds.", rounds.text()));
        let lost = (1..).zip(self.totals.lost_in_round);
        let worst = lost.max_by_key(|(round, games)| (*games, std::cmp::Reverse(*round)));
        let lost = worst.filter(|(_, games)| *games > 0).map(|(round, games)| {
            let share = self.share(games).text();
            format!("Most games are lost in round {round} ({share} of all games).")
        });
        let parts = [survived, lost, self.worst_sentence()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Damage by round, lost games, and how games differ.
    pub(super) fn losses(&self) -> Vec<Section> {
        let each = self.per_player(",");
        let damage = Section::new(format!("Damage to the base by round{each}"));
        let damage = match self.totals.all_played_on() {
            Some(played_on) => damage.grid(self.damage_grid(played_on)),
            None => damage,
        };
        let mut sections = vec![
            damage.pictures([self.damage_picture(), self.causes_picture()]),
            self.lost_section(),
        ];
        let lost = !self.plan.rules.training;
        sections.extend(lost.then(|| {
            Section::new("Base damage")
                .grid(self.damage_bins())
                .detail()
        }));
        sections.push(self.distribution());
        sections
    }

    /// Mean damage to the base in each round, the base standing or not.
    fn damage_grid(&self, played_on: &PlayedOn) -> Grid {
        let rounds = ["1st round", "2nd", "3rd"].map(|title| Column::numbers(title).spare(1));
        let columns = [Column::words("wave")].into_iter().chain(rounds);
        let mut grid = Grid::new(columns.chain([Column::numbers("total")]));
        let players = f64::from(self.plan.rules.players);
        let damage = |round: usize| {
            let moments = played_on.moments_of(&format!("full_damage_round_{round}"));
            moments.and_then(|moments| moments.mean()).unwrap_or(0.0) / players
        };
        for (wave, first) in (1..).zip(WAVES) {
            let damage: Vec<f64> = (first..first + 3).map(damage).collect();
            let total: f64 = damage.iter().sum();
            let numbers = damage.into_iter().chain([total]);
            let numbers = numbers.map(|value| Number::new(value, Unit::Amount).into());
            grid.row([format!("{wave}").into()].into_iter().chain(numbers));
        }
        grid
    }

    /// The mean damage of a round, while the base stood or (`full`) in all rounds played.
    fn round_damage(&self, name: &str, round: u8) -> Option<Number> {
        let name = format!("{name}_damage_round_{round}");
        let played_on = self.totals.all_played_on();
        let moments = self.totals.moments_of(&name);
        let moments = moments.or_else(|| played_on?.moments_of(&name))?;
        let mean = results::mean(&name, moments, self.look)?;
        Some(Number::of(&mean, Unit::Amount))
    }

    fn damage_picture(&self) -> Picture {
        let mut parts = vec!["while the base stands".to_string()];
        let played_on = self.totals.all_played_on().is_some();
        if played_on {
            parts.push("after it has fallen".into());
        }
        let stacks = (1..=ROUNDS).filter_map(|round| {
            let standing = self.round_damage("base", round)?;
            let full = self.round_damage("full", round);
            let fallen =
                full.map(|full| Number::new((full.value - standing.value).max(0.0), Unit::Amount));
            let note = full.map(|full| format!("played on: {}", full.with_interval()));
            Some(Stack {
                label: round.to_string(),
                values: [Some(standing), fallen].into_iter().flatten().collect(),
                note: note.unwrap_or_default(),
            })
        });
        let caption = match played_on {
            true => {
                "Mean over all games. Games are played on after the base has fallen, to show what \
                 a larger base would have to withstand."
            }
            false => "Mean over all games; rounds that a game never reached count as no damage.",
        };
        let chart = Stacks {
            x: "round".into(),
            y: Axis::new("damage per game", Unit::Amount),
            parts,
            stacks: stacks.collect(),
            at: Vec::new(),
        };
        Picture::new(
            "Damage to the base by round",
            "summary",
            Chart::Stacks(chart),
        )
        .caption(caption)
    }

    fn causes_picture(&self) -> Picture {
        const CAUSES: [(BaseCause, &str); 3] = [
            (BaseCause::Overrun, "enemy overran a lane"),
            (BaseCause::Overflow, "attack past the last troop"),
            (BaseCause::Ability, "ability"),
        ];
        let stacks = (1..=ROUNDS).map(|round| Stack {
            label: round.to_string(),
            values: CAUSES
                .iter()
                .filter_map(|(cause, _)| causes::damage(self.totals, round, *cause, self.look))
                .map(|damage| Number::of(&damage, Unit::Amount))
                .collect(),
            note: String::new(),
        });
        let chart = Stacks {
            x: "round".into(),
            y: Axis::new("damage per game", Unit::Amount),
            parts: CAUSES.iter().map(|(_, name)| name.to_string()).collect(),
            stacks: stacks.collect(),
            at: Vec::new(),
        };
        let title = "Causes of damage to the base, by round";
        Picture::new(title, "damage", Chart::Stacks(chart))
            .caption("Mean over all games, in all rounds played.")
    }

    fn lost_section(&self) -> Section {
        let totals = self.totals;
        let lost = totals.games - totals.wins;
        let base = self.hp_each(u32::from(self.plan.rules.base_hp));
        let share = self.share(lost).text();
        let section = Section::new(format!("Games lost with {base} ({share} of all)"));
        if lost == 0 {
            return section;
        }
        let columns = [
            Column::words("in wave"),
            Column::numbers("lost"),
            Column::words("of these"),
        ];
        let mut grid = Grid::new(columns);
        for (wave, first) in (1..).zip(WAVES) {
            let games = totals.lost_in_wave(wave);
            let rounds = (first..first + 3).filter_map(|round| {
                let games = totals.lost_in_round[round - 1];
                (games > 0).then(|| format!("round {round}: {}", self.share(games).text()))
            });
            let rounds: Vec<String> = rounds.collect();
            if games > 0 {
                grid.row([
                    format!("{wave}").into(),
                    self.share(games).into(),
                    rounds.join(", ").into(),
                ]);
            }
        }
        section.grid(grid).pictures([self.lost_picture()])
    }

    fn lost_picture(&self) -> Picture {
        let stacks = (1..).zip(self.totals.lost_in_round).map(|(round, games)| {
            let rate = loss_rate(self.totals, self.look, games);
            Stack {
                label: format!("{round}"),
                values: rate
                    .iter()
                    .map(|rate| Number::of(rate, Unit::Share))
                    .collect(),
                note: String::new(),
            }
        });
        let chart = Stacks {
            x: "round".into(),
            y: Axis::new("share of all games", Unit::Share),
            parts: vec!["lost in this round".into()],
            stacks: stacks.collect(),
            at: Vec::new(),
        };
        Picture::new("Where games are lost", "summary", Chart::Stacks(chart))
            .caption("Share of all games lost in each round.")
    }

    fn damage_bins(&self) -> Grid {
        let bins = bins(&self.totals.base_damage, 1.0, BINS);
        let most = bins.iter().map(|bin| bin.2).max().unwrap_or(1).max(1);
        let most = self.share(most).value;
        let share = Column::numbers("games").drawn(Drawn::Bar(most));
        let mut grid = Grid::new([Column::numbers("damage"), share]);
        for (from, to, games) in bins {
            grid.row([range(from, to).into(), self.share(games).into()]);
        }
        grid
    }

    /// How games differ in the base they need, or in damage where that is not known.
    fn distribution(&self) -> Section {
        let played_on = self.totals.all_played_on();
        let (name, all, players) = match played_on {
            Some(on) => (
                "base HP needed to win",
                &on.needed_hp,
                self.plan.rules.players,
            ),
            None => ("damage to the base", &self.totals.base_damage, 1),
        };
        let name = match players {
            1 => name.to_string(),
            _ => name.replace("HP", "HP per player"),
        };
        let mut each = IntegerHistogram::default();
        for (value, games) in all.bins() {
            each.record_many((value + i32::from(players) - 1) / i32::from(players), games);
        }
        let bins = bins(&each, 0.995, NARROW_BINS);
        let shown: u64 = bins.iter().map(|bin| bin.2).sum();
        let median = each.quantile(0.5).unwrap_or(0);
        let column = bins
            .iter()
            .position(|(from, to, _)| (*from..*to).contains(&median));
        let at = column.map(|column| Reference {
            label: format!("median {median}"),
            at: column as f64,
        });
        let left_out = each.count() - shown;
        let caption = match (left_out, bins.last()) {
            (1.., Some((_, end, _))) => {
                format!("{left_out} games of {end} and more are not shown.")
            }
            _ => String::new(),
        };
        let total = |each: i32| ((each - 1) * i32::from(players) + 1).max(0) as u32;
        let example = |from, to| {
            let game = played_on.and(self.totals.examples.within(total(from)..total(to)))?;
            let command = replay_command(&replay_arguments(self.arguments, game));
            Some(format!("one of them: {command}"))
        };
        let stacks = bins.into_iter().map(|(from, to, games)| Stack {
            label: range(from, to),
            values: vec![self.share(games)],
            note: example(from, to).unwrap_or_default(),
        });
        let chart = Stacks {
            x: name.clone(),
            y: Axis::new("share of games", Unit::Share),
            parts: vec!["games".into()],
            stacks: stacks.collect(),
            at: at.into_iter().collect(),
        };
        let picture = Picture::new(
            format!("How games differ: {name}"),
            "",
            Chart::Stacks(chart),
        );
        Section::new("How games differ").pictures([picture.caption(caption)])
    }
}

/// A histogram in at most `most` bins of equal width: from, up to (without), and games. Beyond the
/// quantile, values are left out unless they lie in the last bin, so that a few extreme ones do not
/// squeeze all others into one.
fn bins(all: &IntegerHistogram, quantile: f64, most: u32) -> Vec<(i32, i32, u64)> {
    let Some((low, high)) = all.quantile(0.0).zip(all.quantile(quantile)) else {
        return Vec::new();
    };
    let width = (high - low) / most as i32 + 1;
    let mut bins: Vec<(i32, i32, u64)> = (low..=high)
        .step_by(width as usize)
        .map(|from| (from, from + width, 0))
        .collect();
    for (value, games) in all.bins() {
        if let Some(bin) = bins.get_mut(((value - low) / width) as usize) {
            bin.2 += games;
        }
    }
    bins
}

fn range(from: i32, to: i32) -> String {
    match to - from {
        1 => from.to_string(),
        _ => format!("{from}-{}", to - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bin_counts_all_games_in_its_range() {
        // 400 games of 1 to 100 HP, three to a bin; two more lie in the last bin, and one beyond.
        let mut all = IntegerHistogram::default();
        (0..400).for_each(|game| all.record(1 + game / 4));
        [101, 102, 150].into_iter().for_each(|hp| all.record(hp));
        let bins = bins(&all, 0.995, 40);
        assert_eq!(bins.last(), Some(&(100, 103, 6)));
        assert_eq!(bins.iter().map(|bin| bin.2).sum::<u64>(), 402);
    }
}
