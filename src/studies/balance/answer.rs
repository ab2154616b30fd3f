//! What a search for balance found: the smallest sets of changes, and what each reaches.

use super::goal::Goal;
use super::tables::verdict_text;
use super::{Balance, Found, Tried};
use answers::{
    Answer, Axis, Cell, Chart, Column, Grid, Number, Picture, Row, Rows, Section, Table, Tone,
    counted, grouped,
};
use statistics::Estimate;

/// How many single changes are listed.
const LISTED: usize = 12;

impl Goal {
    fn number(&self, reached: &Estimate) -> Number {
        self.measure.figure(reached)
    }
}

impl Balance {
    /// The answer; `files` are the names of the finalists' patches.
    pub fn answer(&self, found: &Found, files: &[String]) -> Answer {
        let title = match self.goals.as_slice() {
            [(goal, _)] => format!("The smallest changes for {}", goal.text()),
            all => format!("The smallest changes for {} goals", all.len()),
        };
        let mut answer = Answer::new("balance", title);
        answer.ending = "games".into();
        answer.headline = self.headline(found, files);
        answer.warnings = self.warnings.clone();
        for (tried, file) in found.finalists.iter().zip(files) {
            answer.section(self.set_section(found, tried, file));
        }
        answer
            .section(Section::new("The sets side by side").pictures([self.picture(found, files)]));
        answer.section(self.steps_section(found));
        answer.notes = self.notes();
        answer.tables = vec![
            Table::named("sets", "Every set of changes that was played."),
            Table::named("steps", "What every single change does."),
        ];
        let policies = found.now.reached.iter().map(|(policy, _)| policy.as_str());
        answer.reproduce.facts = vec![
            ("Players".into(), policies.collect::<Vec<_>>().join(", ")),
            ("Seed".into(), self.question.seed.to_string()),
            ("Allowed changes".into(), grouped(self.levers.len() as u64)),
        ];
        answer
    }

    fn headline(&self, found: &Found, files: &[String]) -> Vec<String> {
        let most = counted(self.question.at_most as u64, "change");
        let allowed = grouped(self.levers.len() as u64);
        let mut now = format!(
            "Without a change, {}: {}.",
            self.of_policy(&found.now),
            self.reached_text(&found.now)
        );
        if self.reaches(&found.now).is_none() && self.miss(&found.now) <= 1.0 {
            now += " That may be enough, but the games leave it open.";
        }
        if self.reaches(&found.now) == Some(true) {
            return vec![
                now,
                "The goals are reached as it is; no change is needed.".into(),
            ];
        }
        let Some((best, file)) = found.finalists.first().zip(files.first()) else {
            return vec![now, "No allowed change has any effect on the goals.".into()];
        };
        let (changes, reached) = (self.text(&best.set), self.reached_text(best));
        let verdict = match self.reaches(best) {
            Some(false) => format!(
                "No set of at most {most} that was found among {allowed} allowed ones reaches the \
                 goals; the closest is {changes}: {reached}."
            ),
            Some(true) => format!("{changes} is enough: {reached} (`--patch {file}`)."),
            None => format!(
                "{changes} may be enough, but the games leave it open: {reached} (`--patch {file}`)."
            ),
        };
        let others = best.reached.iter().skip(1).map(|(policy, reached)| {
            format!("With that, `{policy}` reaches {}.", self.listed(reached))
        });
        [now, verdict].into_iter().chain(others).collect()
    }

    fn of_policy(&self, tried: &Tried) -> String {
        let policy = tried
            .reached
            .first()
            .map_or("", |(policy, _)| policy.as_str());
        format!("players like `{policy}` reach")
    }

    fn reached_text(&self, tried: &Tried) -> String {
        tried
            .reached
            .first()
            .map_or(String::new(), |(_, all)| self.listed(all))
    }

    /// What each goal came to: "40.1% (39.2 to 41.1%) wins with 2 players".
    fn listed(&self, reached: &[Estimate]) -> String {
        let each = self.goals.iter().zip(reached).map(|((goal, place), one)| {
            format!(
                "{} {} with {}",
                goal.number(one).with_interval(),
                goal.what(),
                self.game_text(*place)
            )
        });
        each.collect::<Vec<_>>().join("; ")
    }

    /// The game of a goal: "2 players, 15 HP each".
    fn game_text(&self, place: usize) -> String {
        let game = &self.games[place];
        let players = game.players.unwrap_or(1);
        let base = game.switches.ruleset(players).base_hp;
        let each = if players == 1 { "" } else { " each" };
        format!("{}, {base} HP{each}", counted(u64::from(players), "player"))
    }

    fn set_section(&self, found: &Found, tried: &Tried, file: &str) -> Section {
        let policies = tried
            .reached
            .iter()
            .map(|(policy, _)| Column::numbers(policy).intervals());
        let columns = [Column::words("goal"), Column::numbers("now").spare(1)];
        let mut grid = Grid::new(columns.into_iter().chain(policies));
        for (at, (goal, place)) in self.goals.iter().enumerate() {
            let name = format!("{}, {}", goal.text(), self.game_text(*place));
            let now = Number::new(found.now.reached[0].1[at].value, goal.measure.size_unit());
            let reached = tried
                .reached
                .iter()
                .map(|(_, all)| goal.number(&all[at]).into());
            grid.row([Cell::from(name), now.into()].into_iter().chain(reached));
        }
        let verdict = match self.reaches(tried) {
            Some(true) => "reaches the goals",
            Some(false) => "misses them",
            None => "may reach them",
        };
        let number = counted(tried.set.len() as u64, "change");
        let options = [
            vec!["--patch".into(), file.into()],
            self.options(&tried.set),
        ]
        .concat();
        Section::new(format!("{}: {number}, {verdict}", self.text(&tried.set)))
            .grid(grid)
            .note(format!(
                "to play it, in the directory of these results: {}",
                options.join(" ")
            ))
    }

    /// The unchanged game and every finalist, goal by goal.
    fn picture(&self, found: &Found, files: &[String]) -> Picture {
        let all = std::iter::once((&found.now, "now".to_string()))
            .chain(found.finalists.iter().zip(files.iter().cloned()));
        let all: Vec<(&Tried, String)> = all.collect();
        let rows = self
            .goals
            .iter()
            .enumerate()
            .flat_map(|(at, (goal, place))| {
                let group = format!("{}, {}", goal.text(), self.game_text(*place));
                all.iter().map(move |(tried, label)| {
                    let reached = &tried.reached[0].1[at];
                    let inside = goal.miss(reached.value) <= 1.0;
                    let tone = if inside { Tone::Better } else { Tone::Unclear };
                    Row {
                        group: group.clone(),
                        note: self.text(&tried.set),
                        ..Row::new(label.trim_end_matches(".toml"), goal.number(reached), tone)
                    }
                })
            });
        let measure = self.goals[0].0.measure;
        let chart = Chart::Rows(Rows {
            axis: Axis::new(measure.title(), measure.size_unit()),
            series: Vec::new(),
            bars: false,
            margin: None,
            rows: rows.collect(),
        });
        Picture::new("What each set reaches", "sets", chart).caption("Filled: within the goal.")
    }

    /// The single changes that do most.
    fn steps_section(&self, found: &Found) -> Section {
        let mut places: Vec<usize> = (0..self.levers.len()).collect();
        let size = |lever: usize| {
            let shifts = found.model.shifts_of(lever);
            shifts.fold(0.0, |most: f64, shift| most.max(shift.abs()))
        };
        places.sort_by(|a, b| size(*b).total_cmp(&size(*a)));
        let columns = self
            .goals
            .iter()
            .map(|(_, place)| Column::numbers(self.game_text(*place)).spare(u8::from(*place > 0)));
        let mut grid = Grid::new([Column::words("change")].into_iter().chain(columns));
        for place in &places {
            let shifts = found.model.shifts_of(*place);
            let cells = shifts.map(|shift| Number::new(shift, answers::Unit::Change).into());
            let name = Cell::from(self.levers[*place].text.as_str());
            grid.row([name].into_iter().chain(cells));
        }
        let rest = format!("and {} more", places.len().saturating_sub(LISTED));
        Section::new("What single changes do")
            .grid(grid.first(LISTED, rest))
            .note("harder by: HP of each player's base that games need more, or rounds less")
            .detail()
    }

    fn notes(&self) -> Vec<String> {
        let games = self.question.games;
        vec![
            format!(
                "the largest steps of {} single changes played with {} games each, promising changes and \
                 sets with {}, finalists with {} (other players: {}) of fresh luck, so what they reach \
                 is not flattered by their choice",
                grouped(self.levers.len() as u64),
                grouped(games),
                grouped(super::OF_SETS * games),
                grouped(super::OF_FINALISTS * games),
                grouped(games)
            ),
            format!(
                "a set is sought among those that the model expects to come closest, so a smaller one \
                 may have been missed; `{}`: the interval lies within the goal, `{}`: outside; \
                 intervals are 95%",
                verdict_text(Some(true)),
                verdict_text(Some(false))
            ),
            "every figure depends on the players".into(),
        ]
    }
}
