//! The labels of positions: for any base, the share of the remaining rounds that was survived.

use cards::rng::Stream;
use game::state::ROUNDS;
use value::ROUND_WEIGHTS;

/// The share of the rounds from a round on, by weight, that a base per player survives.
pub fn label(damage: &[f32; ROUNDS as usize], round: u8, base: f32) -> f32 {
    look_ahead(damage, (round, ROUNDS + 1), base, |_| 1.0)
}

/// The same where only the damage of the rounds from one to before another is taken as it came:
/// `expected` says, of the base that is left then, which share of the rest will be survived.
pub fn look_ahead(
    damage: &[f32; ROUNDS as usize],
    (from, to): (u8, u8),
    base: f32,
    expected: impl FnOnce(f32) -> f32,
) -> f32 {
    let [from, to] = [from, to].map(|round| usize::from(round) - 1);
    let all: f32 = ROUND_WEIGHTS[from..].iter().sum();
    let (mut suffered, mut survived) = (0.0, 0.0);
    for (damage, weight) in damage.iter().zip(ROUND_WEIGHTS).take(to).skip(from) {
        suffered += damage;
        if suffered >= base {
            return survived / all;
        }
        survived += weight;
    }
    let rest: f32 = ROUND_WEIGHTS[to..].iter().sum();
    match rest > 0.0 {
        true => (survived + rest * expected(base - suffered)) / all,
        false => survived / all,
    }
}

/// A base per player to train on: mostly common ones, some much larger.
pub fn draw_base(stream: Stream) -> f32 {
    let most = match stream.nth(1).below(20) {
        0..=10 => 20,
        11..=15 => 45,
        _ => 110,
    };
    (1 + stream.nth(2).below(most)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_ahead_takes_some_damage_as_it_came_and_the_rest_as_expected() {
        let damage = [3.0, 0.0, 4.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let all: f32 = ROUND_WEIGHTS.iter().sum();
        // Nothing is known of the damage: all is expectation.
        assert_eq!(look_ahead(&damage, (1, 1), 5.0, |left| left / 10.0), 0.5);
        // Two rounds are known, and leave 2 of 5.
        let known: f32 = ROUND_WEIGHTS[..2].iter().sum();
        let expected = (known + (all - known) * 0.2) / all;
        let found = look_ahead(&damage, (1, 3), 5.0, |left| left / 10.0);
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        // The base falls in what is known: nobody is asked.
        let fallen = look_ahead(&damage, (1, 4), 5.0, |_| unreachable!());
        assert!((fallen - known / all).abs() < 1e-6);
        // Where each table expects what will come, every way of looking ahead says the same.
        for base in [1.0, 3.0, 4.0, 8.0, 20.0] {
            for to in 1..=9 {
                let rest = |left: f32| label(&damage, to, left);
                let found = look_ahead(&damage, (1, to), base, rest);
                assert!(
                    (found - label(&damage, 1, base)).abs() < 1e-6,
                    "{base} {to}"
                );
            }
        }
    }
}
