//! A piece of work that is measured repeatedly.

use super::{BenchError, Figure, Options, Unit};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What one repetition gives: a value for each figure.
pub type Values = Vec<f64>;

/// A task: work that can be done a number of times, and its figures.
pub struct Task {
    /// What it is, in a word or two.
    pub name: String,
    /// Its figures and their units.
    pub figures: Vec<(String, Unit)>,
    /// What is counted exactly needs no repetition.
    pub exact: bool,
    /// How often the work is done in a repetition; found when it is first measured.
    pub(super) times: Option<u64>,
    /// Does the work this many times.
    pub(super) work: Box<dyn FnMut(u64) -> Result<Values, BenchError>>,
}

impl Task {
    /// Work whose figures are counted and not timed.
    pub(super) fn exact(
        name: String,
        figures: Vec<(String, Unit)>,
        mut work: impl FnMut() -> Result<Values, BenchError> + 'static,
    ) -> Self {
        Task {
            name,
            figures,
            exact: true,
            times: Some(1),
            work: Box::new(move |_| work()),
        }
    }

    /// Work that is timed.
    pub(super) fn timed(
        name: String,
        figures: Vec<(String, Unit)>,
        mut work: impl FnMut(u64) -> Values + 'static,
    ) -> Self {
        Task {
            name,
            figures,
            exact: false,
            times: None,
            work: Box::new(move |times| Ok(work(times))),
        }
    }

    /// Measures it once.
    pub(super) fn measure(&mut self, options: &Options) -> Result<Values, BenchError> {
        let times = match self.times {
            Some(times) => times,
            None => self.warm_up(options)?,
        };
        self.times = Some(times);
        (self.work)(times)
    }

    /// Does the work without measuring it, which warms things up; finds out how often it must be
    /// done to take about as long as wanted, if that was not given.
    fn warm_up(&mut self, options: &Options) -> Result<u64, BenchError> {
        let each: Duration = options.each;
        let mut times = 1;
        loop {
            let start = Instant::now();
            black_box((self.work)(times)?);
            let taken = start.elapsed().as_secs_f64();
            if taken * 8.0 > each.as_secs_f64() || times > 1 << 40 {
                let wanted = times as f64 * each.as_secs_f64() / taken.max(1e-9);
                return Ok(options.games.unwrap_or(wanted as u64).max(1));
            }
            times *= 4;
        }
    }

    /// What is known of its figures after some repetitions.
    pub fn found(&self, repetitions: &[Values]) -> Vec<Figure> {
        let figures = self.figures.iter().enumerate();
        let figures = figures.filter_map(|(index, (what, unit))| {
            let values = repetitions.iter().filter_map(|one| one.get(index).copied());
            Figure::new(what.as_str(), *unit, &values.collect::<Vec<_>>())
        });
        figures.collect()
    }

    /// Whether it has been measured often enough: as often as requested, or with a target until the
    /// relative standard error of each of its figures is that small.
    pub fn is_done(&self, repetitions: &[Values], options: &Options) -> bool {
        let enough = |error: Option<f64>| match (error, options.target) {
            (Some(error), Some(target)) => error <= target,
            _ => false,
        };
        let found = || self.found(repetitions);
        match repetitions.len() {
            0 => false,
            _ if self.exact => true,
            count if count >= options.repetitions => true,
            count if count < FEWEST => false,
            _ => found().iter().all(|figure| enough(figure.relative_error)),
        }
    }
}

/// The minimum number of repetitions for a standard error.
pub const FEWEST: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    fn options(repetitions: usize, target: Option<f64>) -> Options {
        Options {
            repetitions,
            target,
            each: Duration::from_micros(100),
            games: None,
            threads: 1,
        }
    }

    fn values(values: &[f64]) -> Vec<Values> {
        values.iter().map(|value| vec![*value]).collect()
    }

    #[test]
    fn a_target_is_met_by_precision_or_the_cap() {
        let figures = vec![("a".to_string(), Unit::Nanoseconds)];
        let task = Task::timed("a".into(), figures.clone(), |times| vec![times as f64]);
        let steady = values(&[100.0, 101.0, 99.0, 100.0, 100.0]);
        let wild = values(&[100.0, 180.0, 20.0, 90.0, 110.0]);
        let one_per_cent = options(8, Some(0.01));
        assert!(task.is_done(&steady, &one_per_cent));
        assert!(
            !task.is_done(&steady[..4], &one_per_cent),
            "too few to believe"
        );
        assert!(!task.is_done(&wild, &one_per_cent));
        assert!(
            task.is_done(&[&wild[..], &wild].concat(), &one_per_cent),
            "the cap"
        );
        assert!(
            !task.is_done(&steady, &options(8, None)),
            "as often as asked"
        );
        let exact = Task::exact("b".into(), figures, || Ok(vec![1.0]));
        assert!(exact.is_done(&wild[..1], &options(8, None)) && !exact.is_done(&[], &one_per_cent));
    }

    #[test]
    fn a_number_of_games_takes_the_place_of_a_time() {
        let figures = vec![("a".to_string(), Unit::Nanoseconds)];
        let mut task = Task::timed("a".into(), figures, |times| vec![times as f64]);
        let with_games = Options {
            games: Some(7),
            ..options(5, None)
        };
        assert_eq!(task.measure(&with_games).unwrap(), [7.0]);
    }
}
