//! What a review says.

use super::{Mistake, PLAYED_ON, Question, REVIEWER, Review};
use answers::{Answer, Cell, Column, Drawn, Grid, Number, Section, Unit, counted};
use game::state::ROUNDS;

/// What changed how far the players would come: by luck, and by mistakes.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    luck: f64,
    mistakes: f64,
}

impl Review {
    /// The answer of a review.
    pub fn answer(&self, title: &str) -> Answer {
        let mut answer = Answer::new("replay", format!("Review: {title}"));
        let (rounds, start) = self.rounds();
        let sum = |part: fn(&Changes) -> f64| rounds.iter().map(|(_, one)| part(one)).sum::<f64>();
        let (luck, mistakes) = (sum(|one| one.luck), sum(|one| one.mistakes));
        answer.say(self.ending());
        answer.say(self.verdict());
        let points = |value| Number::new(value, Unit::Points);
        let share = |value| Number::new(value, Unit::Share);
        answer.figure("start", "Expected before the first answer", share(start));
        answer.figure("luck", "Luck, in points", points(luck));
        answer.figure("mistakes", "Mistakes, in points", points(mistakes));
        answer.figure("end", "How far the players came", share(self.end));
        answer.section(self.worst_first());
        answer.section(round_by_round(&rounds));
        answer.section(self.line().detail());
        answer.notes.push(format!(
            "How far players come: 100% is the end of the last round, and later rounds count more. \
             `{REVIEWER}` rates every answer by imagined rounds, with everything hidden dealt again. An \
             answer is a mistake if another one is better on fresh luck by two points for certain \
             (99%), and better in games played on to their end. What a later answer could have mended, \
             before another enemy was turned up, is that answer's mistake. Luck is every other change."
        ));
        answer
    }

    fn ending(&self) -> String {
        let way = Number::new(self.end, Unit::Share).text();
        match self.base_left {
            Some(base) => format!("Won with {base} base HP left."),
            None => {
                let round = self.questions.last().map_or(1, |last| last.round);
                format!("Lost in round {round}, after {way} of the way.")
            }
        }
    }

    /// How many mistakes there were, and the worst.
    fn verdict(&self) -> String {
        let asked = self.questions.iter().filter(|one| one.prospects.is_some());
        let asked = counted(asked.count() as u64, "answer");
        let worst = self.sorted().into_iter().next();
        let count = self.mistakes().count();
        match worst {
            None => format!("None of {asked} was a mistake."),
            Some((number, question, mistake)) => format!(
                "{count} of {asked} {}; the worst, number {} in round {}, cost {} points.",
                if count == 1 {
                    "was a mistake"
                } else {
                    "were mistakes"
                },
                number + 1,
                question.round,
                cost(mistake)
            ),
        }
    }

    /// The mistakes, the worst first.
    fn sorted(&self) -> Vec<(usize, &Question, &Mistake)> {
        let mut all: Vec<_> = self.mistakes().collect();
        all.sort_by(|a, b| b.2.cost.value.total_cmp(&a.2.cost.value));
        all
    }

    fn worst_first(&self) -> Section {
        let mut section = Section::new("Mistakes, the worst first");
        for (number, question, mistake) in self.sorted() {
            section = section.say(format!("{}: {}", number + 1, question.told(mistake)));
        }
        section.note(format!(
            "Numbers count the answers of the game. Played on: {} games to their end after either \
             answer, with everything hidden dealt again.",
            PLAYED_ON
        ))
    }

    /// How far the players would come after every answer.
    fn line(&self) -> Section {
        let columns = [
            Column::numbers("answer"),
            Column::numbers("round"),
            Column::numbers("player"),
            Column::words("question").spare(2),
            Column::words("given").spare(1),
            Column::numbers("expected").halves(),
            Column::words("better").spare(3),
            Column::numbers("cost").halves(),
        ];
        let mut grid = Grid::new(columns);
        for (number, question) in self.questions.iter().enumerate() {
            grid.row([
                Number::count(number as u64 + 1).into(),
                Number::count(question.round.into()).into(),
                Number::count(u64::from(question.seat) + 1).into(),
                Cell::from(question.asked.as_str()),
                Cell::from(question.answered.as_str()),
                question.prospects.into(),
                question
                    .mistake
                    .as_ref()
                    .map_or("", |one| &one.better)
                    .into(),
                question.mistake.as_ref().map(|one| one.cost).into(),
            ]);
        }
        Section::new("Every answer").grid(grid)
    }

    /// What changed in each round, with the prospects after its last answer, and those at the start.
    fn rounds(&self) -> (Vec<(f64, Changes)>, f64) {
        let mut rounds: Vec<(f64, Changes)> = Vec::new();
        let mut start = None;
        let mut before = 0.0;
        for question in &self.questions {
            let Some(prospects) = question.prospects else {
                continue;
            };
            let lost = question.mistake.as_ref().map_or(0.0, |one| one.cost.value);
            let possible = prospects.value + lost;
            if start.is_none() {
                start = Some(possible);
                before = possible;
            }
            rounds.resize(
                usize::from(question.round.min(ROUNDS)),
                (before, Changes::default()),
            );
            if let Some((after, changes)) = rounds.last_mut() {
                *after = prospects.value;
                changes.luck += possible - before;
                changes.mistakes -= lost;
            }
            before = prospects.value;
        }
        if let Some((after, changes)) = rounds.last_mut() {
            *after = self.end;
            changes.luck += self.end - before;
        }
        (rounds, start.unwrap_or(self.end))
    }
}

impl Question {
    /// What was wrong with the answer, in a sentence.
    pub fn told(&self, mistake: &Mistake) -> String {
        let [after, instead] = mistake
            .wins
            .map(|share| Number::new(share, Unit::Share).text());
        let won = match mistake.wins == [0.0; 2] {
            true => String::new(),
            false => format!(", won {after} instead of {instead}"),
        };
        format!(
            "round {}, player {}: {} -> {}; better: {}. It cost {} points; played on {}{won}.",
            self.round,
            u16::from(self.seat) + 1,
            self.asked,
            self.answered,
            mistake.better,
            cost(mistake),
            mistake.played_on.with_half(),
        )
    }
}

fn cost(mistake: &Mistake) -> String {
    mistake.cost.with_half().trim_start_matches('+').to_string()
}

fn round_by_round(rounds: &[(f64, Changes)]) -> Section {
    let mut grid = Grid::new([
        Column::numbers("round"),
        Column::numbers("luck"),
        Column::numbers("mistakes"),
        Column::numbers("expected after it").drawn(Drawn::Bar(1.0)),
    ]);
    for (number, (after, changes)) in (1..).zip(rounds) {
        let points = |value| Cell::from(Number::new(value, Unit::Points));
        grid.row([
            Number::count(number).into(),
            points(changes.luck),
            points(changes.mistakes),
            Number::new(*after, Unit::Share).into(),
        ]);
    }
    Section::new("Round by round")
        .grid(grid)
        .note("How far the players would come, and by how many points that changed.")
}
