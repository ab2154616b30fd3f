//! Sequential probability ratio test for paired wins, as testers of chess engines use it.

use super::paired::PairedWins;
use super::trinomial::Trinomial;
use serde::Serialize;

/// A test between two differences of the win rates, B minus A: `delta0` (null) and `delta1`.
///
/// After every pair of games the log-likelihood ratio is compared with two bounds. If one of the two differences is
/// true, the chance of the wrong answer is about `alpha` (null true) or `beta` (alternative true); for truths beyond
/// them it is smaller, and between them either answer may come. The rate of drawn pairs is unknown and replaced by
/// its best value under each hypothesis (a generalised ratio), so the error rates hold approximately, in the limit of
/// many games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    delta0: f64,
    delta1: f64,
    alpha: f64,
    beta: f64,
}

/// What the games so far say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// The ratio fell to the lower bound: the null difference is accepted.
    AcceptNull,
    /// The ratio rose to the upper bound: the alternative is accepted.
    AcceptAlternative,
    /// Neither bound is reached: play on.
    Continue,
}

impl Sprt {
    /// A test, or nothing unless both differences lie strictly between -1 and 1 and are not equal, both error rates
    /// are positive, and they sum to less than 1.
    pub fn new(delta0: f64, delta1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let possible = |delta: f64| delta > -1.0 && delta < 1.0;
        let sound = possible(delta0)
            && possible(delta1)
            && delta0 != delta1
            && alpha > 0.0
            && beta > 0.0
            && alpha + beta < 1.0;
        sound.then_some(Sprt {
            delta0,
            delta1,
            alpha,
            beta,
        })
    }

    /// At or below this ratio the null is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this ratio the alternative is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Log-likelihood ratio of the alternative against the null; 0 without games.
    pub fn log_likelihood_ratio(&self, wins: &PairedWins) -> f64 {
        if wins.games() == 0 {
            return 0.0;
        }
        let counts = wins.trinomial();
        // An outcome not seen yet is not impossible: half a pseudo-game in every class keeps early ratios from
        // jumping over a bound on the strength of one game.
        let smoothed = Trinomial {
            minus: counts.minus + 0.5,
            zero: counts.zero + 0.5,
            plus: counts.plus + 0.5,
        };
        smoothed.profile_ln_likelihood(self.delta1) - smoothed.profile_ln_likelihood(self.delta0)
    }

    /// Compares the ratio with the bounds.
    pub fn decide(&self, wins: &PairedWins) -> SprtDecision {
        let ratio = self.log_likelihood_ratio(wins);
        if ratio >= self.upper_bound() {
            SprtDecision::AcceptAlternative
        } else if ratio <= self.lower_bound() {
            SprtDecision::AcceptNull
        } else {
            SprtDecision::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Draws, assert_close, sampling_error};
    use super::*;

    fn sprt() -> Sprt {
        Sprt::new(0.0, 0.05, 0.05, 0.05).unwrap()
    }

    // Wald's bounds for error rates of 5%: +-2.9444, the figures every engine-testing site displays.
    #[test]
    fn bounds_are_those_of_wald() {
        assert_close(sprt().upper_bound(), 2.94443897916644, 1e-12);
        assert_close(sprt().lower_bound(), -2.94443897916644, 1e-12);
    }

    // For many games the generalised ratio tends to n (d1 - d0)(2 d - d0 - d1) / (2 variance), the normal
    // approximation that engine testers publish.
    #[test]
    fn ratio_tends_to_the_normal_approximation() {
        let wins = PairedWins {
            both: 400_000,
            only_a: 49_000,
            only_b: 51_000,
            neither: 500_000,
        };
        let close = Sprt::new(0.0, 0.002, 0.05, 0.05).unwrap();
        let variance = 0.1 - 0.002f64.powi(2);
        let approximation = 1e6 * 0.002 * (2.0 * 0.002 - 0.002) / (2.0 * variance);
        assert_close(close.log_likelihood_ratio(&wins), approximation, 1e-3);
    }

    #[test]
    fn ratio_without_evidence_and_with_symmetric_evidence_is_zero() {
        assert_eq!(sprt().log_likelihood_ratio(&PairedWins::default()), 0.0);
        assert_eq!(
            sprt().decide(&PairedWins::default()),
            SprtDecision::Continue
        );
        let around = Sprt::new(-0.03, 0.03, 0.05, 0.05).unwrap();
        let even = PairedWins {
            both: 10,
            only_a: 30,
            only_b: 30,
            neither: 50,
        };
        assert!(around.log_likelihood_ratio(&even).abs() < 1e-9);
    }

    #[test]
    fn senseless_tests_are_refused() {
        for (delta0, delta1, alpha, beta) in [
            (0.0, 0.0, 0.05, 0.05),
            (-1.0, 0.0, 0.05, 0.05),
            (0.0, 2.0, 0.05, 0.05),
            (0.0, 0.1, 0.0, 0.05),
            (0.0, 0.1, 0.6, 0.5),
            (f64::NAN, 0.1, 0.05, 0.05),
        ] {
            assert_eq!(Sprt::new(delta0, delta1, alpha, beta), None);
        }
    }

    #[test]
    fn error_rates_hold_although_every_game_is_looked_at() {
        const RUNS: u32 = 800;
        let mut draws = Draws::new(21);
        for (truth, wrong_answer) in [
            (0.0, SprtDecision::AcceptAlternative),
            (0.05, SprtDecision::AcceptNull),
        ] {
            let mut wrong = 0u32;
            for _ in 0..RUNS {
                let mut wins = PairedWins::default();
                let decision = loop {
                    let u = draws.uniform();
                    let only_b = u < 0.15 + 0.5 * truth;
                    let only_a = u > 0.85 + 0.5 * truth;
                    wins.record(only_a, only_b);
                    match sprt().decide(&wins) {
                        SprtDecision::Continue => {}
                        reached => break reached,
                    }
                };
                wrong += u32::from(decision == wrong_answer);
            }
            let share = f64::from(wrong) / f64::from(RUNS);
            assert!(
                share <= 0.05 + sampling_error(0.05, RUNS),
                "wrong {share} at {truth}"
            );
            assert!(
                share > 0.01,
                "suspiciously rarely wrong: {share} at {truth}"
            );
        }
    }
}
