//! Functions that give the same bits on every machine: only additions, multiplications and divisions,
//! in a fixed order. Those of system libraries differ in the last place.

/// The exponential function, to about 13 places.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let whole = (x * std::f64::consts::LOG2_E + if x < 0.0 { -0.5 } else { 0.5 }) as i64;
    let rest = x - whole as f64 * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for step in (1..=13).rev() {
        sum = 1.0 + sum * rest / f64::from(step);
    }
    sum * f64::from_bits(((1023 + whole) as u64) << 52)
}

/// A number between 0 and 1 that grows with `x`.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// The natural logarithm of 1 + e^x, by Newton's method on the exponential.
pub fn softplus(x: f64) -> f64 {
    if x > 30.0 {
        return x;
    }
    let wanted = 1.0 + exp(x);
    let mut y = if x > 0.0 { x } else { 0.5 * exp(x).min(1.0) };
    for _ in 0..6 {
        y += wanted * exp(-y) - 1.0;
    }
    y
}

/// The inverse of [`sigmoid`], by Newton's method.
pub fn logit(share: f64) -> f64 {
    let mut x = 0.0;
    for _ in 0..60 {
        let at = sigmoid(x);
        let step = (share - at) / (at * (1.0 - at)).max(1e-9);
        x += step.clamp(-1.0, 1.0);
    }
    x
}

/// The nearest whole number, halves away from zero: `x.round() as i32`, without a call of the
/// library for each of the thousands of numbers of a value.
#[inline(always)]
pub fn rounded(x: f32) -> i32 {
    let whole = x as i32;
    let rest = x - whole as f32;
    let up = i32::from(rest >= 0.5) - i32::from(rest <= -0.5);
    whole.saturating_add(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_the_library_rounds_them() {
        let steps = (-40_000..40_000).map(|step| step as f32 * 0.25);
        let near = [0.499_999_97, 0.5, 8_388_607.5, 8_388_609.0, 2e9, 3e9, 1e30];
        let near = near.into_iter().flat_map(|x: f32| [x, -x]);
        for x in steps.chain(near).chain([f32::NAN, f32::INFINITY, -0.0]) {
            assert_eq!(rounded(x), x.round() as i32, "{x}");
        }
    }

    #[test]
    fn they_agree_with_the_library() {
        for step in -400..400 {
            let x = f64::from(step) * 0.07;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "{x}");
            assert!((sigmoid(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-12, "{x}");
            assert!(
                (softplus(x) - x.exp().ln_1p()).abs() < 1e-9 * (1.0 + x.abs()),
                "{x}"
            );
        }
        assert_eq!(exp(0.0), 1.0);
        for share in [1e-6, 0.01, 0.3, 0.5, 0.9, 1.0 - 1e-6] {
            assert!((sigmoid(logit(share)) - share).abs() < 1e-9, "{share}");
        }
    }
}
