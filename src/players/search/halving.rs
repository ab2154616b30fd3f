//! Which answers are tried, and how often: sequential halving.
//!
//! All candidates are tried on the same imagined luck. After each stage the worse half drops out,
//! so most games are spent on those that are hard to tell apart. The plain answer stays to the end,
//! and another must beat it by more than chance alone usually gives.

/// Games after which an answer that made no difference is dropped.
const ALIKE_AFTER: usize = 4;
/// Games after which an answer may be dropped for being clearly worse.
const DECIDED_AFTER: usize = 8;
/// Games between such checks.
const DECIDED_EVERY: usize = 4;
/// Standard errors that make a difference clear.
const CLEARLY: f64 = 2.5;

/// A race of answers.
pub(super) struct Race {
    /// The answers in the race, the plain one first.
    runners: Vec<Runner>,
    /// Games that every answer in the race has when the stage ends.
    target: usize,
    /// Games of a stage, for all answers together.
    stage: usize,
    /// Whose turn it is.
    turn: usize,
    /// How many standard errors better an answer must be.
    caution: f64,
    /// Whether all answers have equally many games.
    even: bool,
}

struct Runner {
    candidate: usize,
    scores: Vec<f64>,
}

impl Runner {
    fn total(&self) -> f64 {
        self.scores.iter().sum()
    }
}

impl Race {
    /// A race of so many candidates, the first being the plain one, with so many games for all of them;
    /// another must be better by so many standard errors. An `even` race has one stage only.
    pub fn new(candidates: usize, playouts: usize, caution: f32, even: bool) -> Self {
        let runners: Vec<Runner> = (0..candidates)
            .map(|candidate| Runner {
                candidate,
                scores: Vec::new(),
            })
            .collect();
        let stages = match even {
            true => 1,
            false => (runners.len().max(2) as f64).log2().ceil() as usize,
        };
        let mut race = Race {
            runners,
            target: 0,
            stage: playouts / stages,
            turn: 0,
            caution: f64::from(caution),
            even,
        };
        race.start_stage();
        race
    }

    fn start_stage(&mut self) {
        self.target += (self.stage / self.runners.len()).max(1);
    }

    /// The next game to be imagined: the answer, and the number of its luck. `None`: the race is
    /// over.
    pub fn next(&mut self) -> Option<(usize, u64)> {
        if self.runners.len() < 2 {
            return None;
        }
        if self.turn == 0 {
            self.drop_decided();
            if self.runners.len() < 2 || self.is_decided() {
                return None;
            }
        }
        if self
            .runners
            .iter()
            .all(|runner| runner.scores.len() == self.target)
        {
            if self.even || self.runners.len() == 2 {
                return None;
            }
            self.drop_worse_half();
            self.start_stage();
        }
        let runner = &self.runners[self.turn];
        Some((runner.candidate, runner.scores.len() as u64))
    }

    /// Records the score of the game that [`Race::next`] asked for.
    pub fn record(&mut self, score: f64) {
        self.runners[self.turn].scores.push(score);
        self.turn = (self.turn + 1) % self.runners.len();
    }

    /// Drops answers that can no longer win: those whose games all went exactly like those of the
    /// plain answer, and those that did clearly worse.
    fn drop_decided(&mut self) {
        let games = self.runners[0].scores.len();
        if games < ALIKE_AFTER || !games.is_multiple_of(DECIDED_EVERY) {
            return;
        }
        let (plain, others) = self.runners.split_at_mut(1);
        let keeps = |runner: &Runner| {
            let (mean, error) = difference(&runner.scores, &plain[0].scores);
            let alike = mean == 0.0 && error == 0.0;
            !alike && (games < DECIDED_AFTER || mean > -CLEARLY * error)
        };
        let mut kept = 0;
        for index in 0..others.len() {
            if keeps(&others[index]) {
                others.swap(kept, index);
                kept += 1;
            }
        }
        self.runners.truncate(1 + kept);
    }

    /// Whether a single answer is left besides the plain one, and is clearly better.
    fn is_decided(&self) -> bool {
        let [plain, other] = &self.runners[..] else {
            return false;
        };
        let games = plain.scores.len();
        if games < DECIDED_AFTER || games % DECIDED_EVERY != 0 {
            return false;
        }
        let (mean, error) = difference(&other.scores, &plain.scores);
        mean > CLEARLY * error
    }

    /// Keeps the plain answer and the better ones of the rest.
    fn drop_worse_half(&mut self) {
        let kept = self.runners.len().div_ceil(2).max(2);
        // Stable: of equals the earlier stays.
        self.runners[1..].sort_by(|a, b| b.total().total_cmp(&a.total()));
        self.runners.truncate(kept);
    }

    /// The answer that won.
    pub fn winner(&self) -> usize {
        let (plain, others) = self.runners.split_first().expect("the plain answer runs");
        let best = others.iter().reduce(|best, other| {
            if other.total() > best.total() {
                other
            } else {
                best
            }
        });
        match best {
            Some(best) if is_better(&best.scores, &plain.scores, self.caution) => best.candidate,
            _ => plain.candidate,
        }
    }
}

/// Whether paired scores are better on average by so many standard errors.
fn is_better(scores: &[f64], plain: &[f64], caution: f64) -> bool {
    let (mean, error) = difference(scores, plain);
    mean > 0.0 && mean >= caution * error
}

/// The mean difference of paired scores and its standard error.
fn difference(scores: &[f64], plain: &[f64]) -> (f64, f64) {
    let count = scores.len().min(plain.len()) as f64;
    let differences = || scores.iter().zip(plain).map(|(score, plain)| score - plain);
    let mean = differences().sum::<f64>() / count;
    let squares: f64 = differences()
        .map(|difference| (difference - mean).powi(2))
        .sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    (mean, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race in which each answer has a value, disturbed by the same luck for all.
    fn run(mut race: Race, value: impl Fn(usize) -> f64) -> (usize, usize) {
        let mut games = 0;
        while let Some((answer, luck)) = race.next() {
            let shared = (luck * 7 % 5) as f64;
            let own = (luck * 3 % 4) as f64 * 0.01 * (answer % 3) as f64;
            race.record(value(answer) + shared + own);
            games += 1;
        }
        (race.winner(), games)
    }

    #[test]
    fn the_best_answer_wins_within_the_budget() {
        for best in 0..9 {
            let race = Race::new(9, 64, 1.0, false);
            let (winner, games) = run(race, |answer| if answer == best { 1.0 } else { 0.0 });
            assert_eq!(winner, best);
            assert!(games <= 64 + 9, "{games}");
        }
    }

    #[test]
    fn in_an_even_race_all_answers_have_equally_many_games() {
        let mut race = Race::new(5, 15, 1.0, true);
        let mut games = [0; 5];
        while let Some((answer, _)) = race.next() {
            games[answer] += 1;
            race.record(answer as f64);
        }
        assert_eq!((race.winner(), games), (4, [3; 5]));
    }

    #[test]
    fn without_a_clear_difference_the_plain_answer_stays() {
        let race = Race::new(5, 40, 1.0, false);
        // The others are a little better at times, and worse on average.
        let slightly = |answer| if answer == 0 { 0.04 } else { 0.0 };
        assert_eq!(run(race, slightly).0, 0);
        // Where nothing makes a difference, few games are enough to see it.
        let mut race = Race::new(3, 600, 1.0, false);
        let mut games = 0;
        while race.next().is_some() {
            race.record(1.0);
            games += 1;
        }
        assert_eq!((race.winner(), games), (0, 3 * ALIKE_AFTER));
        assert!(!is_better(&[1.0, 0.0, 0.5], &[0.0, 1.0, 0.4], 1.0));
        assert!(is_better(&[1.0, 1.0], &[0.0, 0.0], 3.0));
    }
}
